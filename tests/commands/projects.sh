#!/bin/sh
# projects.sh -- the project in examples/project builds with CMake, meson and make, in a folder whose path has blanks: kernels
# in a folder of their own, a main() in C++, definitions and include paths for both compilers, two targets in one build tree.
# Prints the counts last. tests/run sets WORK and CC.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/projects && [ -d "$WORK" ] || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL TARGET OUT PREFIX DESTDIR CXX CXXFLAGS CPPFLAGS CFLAGS
rm -rf "$work"
mkdir -p "$work/cache"
cd "$work" || exit 2
. "$here/tests/tools/count.inc"
. "$here/tests/tools/expect.inc"
shows=out
export POCL_CACHE_DIR="$work/cache" CUDA=emulator

if [ ! -x "$here/build/pallasc" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
targets="tpu $(one_in 3 cuda)"
! ls /etc/OpenCL/vendors/*.icd >/dev/null 2>&1 || targets="opencl $targets"
expect 0 . make -s -C "$here" install PREFIX="$work/usr"
cp -r "$here/examples/project" "a project"

# ---- make -------------------------------------------------------------------------------------------------------------

# make supports no blanks in paths.
cp -r "$here/examples/project" by_make
for dir in "$work/usr/share/pallas" "$here"; do
    expect 0 '^rms_norm .* ok$' make -s -C by_make PALLAS_DIR="$dir" OUT="$(basename "$dir")" run
done
expect 0 '^rms_norm .* ok$' make -s -C by_make PALLAS_DIR="$work/usr/share/pallas" TARGET=tpu run

# ---- A container and GitHub Actions: their commands, in a copy of the project that has Pallas in a folder ---------------

# commands FILE: prints the commands that the file runs with make.
commands() {
    sed -n -e 's/^ *- run: \(make .*\)/\1/p' -e 's/^RUN \(make .*\)/\1/p' -e '/^CMD /{ s/^CMD \[//; s/\]$//; s/", "/ /g; s/"//g; p; }' "$1"
}
cp -r "$here/examples/project" in_ci && ln -s "$here" in_ci/pallas
for file in Containerfile .github/workflows/kernels.yml; do
    commands "in_ci/$file" | sed "s,/usr/local,$work/in_container,g; s, /pallas , $work/in_ci/pallas ,; s/check$/check OUT=build TARGETS='interpret $targets'/" >steps
    [ "$(wc -l <steps)" = 2 ]
    verdict $? "$file has other commands" steps
    (cd in_ci && rm -rf build && sh -e ../steps) >out 2>&1
    verdict $? "the commands of $file fail"
    [ "$(grep -c '^rms_norm .* ok$' out)" = "$(echo interpret $targets | wc -w)" ] && grep -q -- '--check kernels/rms_norm.c' out
    verdict $? "the commands of $file do not check the source and run on each target"
    # make setup knows each package. Which libclang there is depends on the system.
    for package in $(sed 's/.*apt-get install -y --no-install-recommends//; t on; d; :on' "in_ci/$file" | grep -v '^ *.$') \
        $(sed -n 's/^ *\(make gcc.*\) && rm.*/\1/p' "in_ci/$file"); do
        grep -q -w -e "${package%-1[0-9]-dev}" "$here/tests/tools/setup.sh"
        verdict $? "$file installs $package, which make setup does not know"
    done
done
sed -i 's/squares = 0/squares = zero/' in_ci/kernels/rms_norm.c
expect 1 "kernels/rms_norm.c:13:25: error: .*'zero'" make -C in_ci PALLAS_DIR="$here" OUT=build check

# ---- CMake ------------------------------------------------------------------------------------------------------------

build() { cmake --build "$1" --parallel 2; }

with_cmake() {
    for target in $targets; do
        expect 0 '!arning' cmake -S "a project" -B "b $target" -DCMAKE_PREFIX_PATH="$work/usr" -DSECOND_TARGET="$target"
        expect 0 '!arning' build "b $target"
        expect 0 '^rms_norm .* ok$' "./b $target/norms"
        expect 0 '^rms_norm .* ok$' "./b $target/norms-2"
        expect 0 '!pallasc' build "b $target"
        # The kernels include this header, so pallasc runs again.
        touch "a project/include/shape.h"
        expect 0 "pallasc rms_norm.$target" build "b $target"
    done
    # A change of a definition reaches pallasc. So does a mistake the user, at its line, in both modes.
    sed -i.bak 's/COLUMNS=512/COLUMNS=96/' "a project/CMakeLists.txt"
    expect 0 'pallasc rms_norm.tpu' build "b tpu"
    expect 0 '10x96: .* ok$' "./b tpu/norms-2"
    mv "a project/CMakeLists.txt.bak" "a project/CMakeLists.txt"
    sed -i 's/squares = 0/squares = zero/' "a project/kernels/rms_norm.c"
    expect 1 "kernels/rms_norm.c:13:25: error: .*'zero'" cmake --build "b tpu" --target norms
    expect 1 "kernels/rms_norm.c:13:25: error: .*'zero'" cmake --build "b tpu" --target norms-2
    sed -i 's/squares = zero/squares = 0/' "a project/kernels/rms_norm.c"
    expect 1 'unknown TARGET amiga; the targets are' cmake -S "a project" -B wrong -DCMAKE_PREFIX_PATH="$work/usr" -DSECOND_TARGET=amiga
    sed 's/SOURCES kernels/kernels/' "a project/CMakeLists.txt" >out && mkdir -p unnamed && cp -r "a project/." unnamed && mv out unnamed/CMakeLists.txt
    expect 1 'write pallas_add_kernels(norms SOURCES file.c' cmake -S unnamed -B wrong2 -DCMAKE_PREFIX_PATH="$work/usr"
}

# FetchContent with the source tree, from a path with a blank. Only FULL=1 builds pallasc again.
with_fetched() {
    ln -sfn "$here" "the sources"
    expect 0 '!arning' cmake -S "a project" -B "b fetched" -DFETCHCONTENT_SOURCE_DIR_PALLAS="$work/the sources" -DSECOND_TARGET=tpu \
        "$@"
    expect 0 '!arning' build "b fetched"
    expect 0 '^rms_norm .* ok$' "./b fetched/norms"
    expect 0 '^rms_norm .* ok$' "./b fetched/norms-2"
}

if has cmake && has c++; then
    with_cmake
    with_fetched -DPALLASC="$here/build/pallasc"
    [ -z "${FULL:-}" ] || { rm -rf "b fetched" && with_fetched; }
else
    skip "there is no cmake, or no C++ compiler"
fi

# ---- meson ------------------------------------------------------------------------------------------------------------

with_meson() {
    export PKG_CONFIG_PATH="$work/usr/share/pkgconfig"
    for target in interpret tpu; do
        expect 0 '!WARNING' meson setup "-Dtarget=$target" "m $target" "a project"
        expect 0 '!arning:' ninja -C "m $target"
        expect 0 '^rms_norm .* ok$' "./m $target/norms"
        expect 0 'no work to do' ninja -C "m $target"
        touch "a project/include/shape.h"
        expect 0 'rms_norm.pallas.h' ninja -v -C "m $target"
    done
}

if has meson && has ninja && has pkg-config; then
    with_meson
else
    skip "there is no meson, ninja or pkg-config"
fi
finish

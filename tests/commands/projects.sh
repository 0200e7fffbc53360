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
# Where there is an nvcc and no GPU, a build says what its programs need. (-n: nothing is compiled.)
for dir in "$work/usr/share/pallas" "$here"; do
    expect 0 '^cuda: no GPU here: what nvcc compiles needs one; make run compiles for the emulator, ' \
        env -u CUDA make -n -C by_make PALLAS_DIR="$dir" TARGET=cuda OUT=by_nvcc NVCC=sh PALLAS_GPU_=
done
expect 0 '!GPU' env -u CUDA make -n -C by_make PALLAS_DIR="$here" TARGET=cuda OUT=by_nvcc NVCC=sh PALLAS_GPU_=/dev/nvidia0

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

# tuned INTERPRET TPU: writes a file of make tune with these values of N, and builds: both programs have theirs, and so has the
# emitted code.
tuned() {
    printf '%s\n' '# pallas tune 1: call | target | device | sizes | constants | time' "f | interpret | here | 8 | N=$1 | 1 s" \
        "f | tpu | v4 | 8 | N=64 | 1 s" "f | tpu | v5e | 8 | N=$2 | 1 s" >"a tuned project/f.tune"
    tuned_are "$1" "$2"
}
tuned_are() {
    expect 0 '!arning' build "b tuned"
    expect 0 "^$1\$" "./b tuned/here"
    expect 0 "^$2\$" "./b tuned/there"
    grep -q "^enum { N = $2 };" "b tuned/there.pallas/f.tpu.c"
    verdict $? "f.tpu.c has not N = $2" "b tuned/there.pallas/f.tpu.c"
}

# What `make tune` found is used, by target and device; the file may change, go and come.
with_tuned() {
    mkdir -p "a tuned project"
    cat >"a tuned project/f.c" <<'PROGRAM'
#include <pallas.h>
PL_TUNE(N, 4, 8, 16, 32, 64)
PL_KERNEL(f_kernel, PL_REF(const float, x, N), PL_REF(float, y, N)) { PL_EACH ((i, N)) y[i] = x[i]; }
PL_CALL(f, f_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, N))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((N), (i))),
        PL_OUT(float, y, (n), PL_BLOCKSPEC((N), (i))))
int main(void) { printf("%d\n", N); return 0; }
PROGRAM
    printf '%s\n' 'cmake_minimum_required(VERSION 3.20)' 'project(tuned LANGUAGES C)' 'find_package(Pallas REQUIRED)' \
        'add_executable(here)' 'pallas_add_kernels(here SOURCES f.c DEVICE here)' 'set(PALLAS_DEVICE v5e)' \
        'add_executable(there)' 'pallas_add_kernels(there SOURCES f.c TARGET tpu)' >"a tuned project/CMakeLists.txt"
    expect 0 '!arning' cmake -S "a tuned project" -B "b tuned" -DCMAKE_PREFIX_PATH="$work/usr"
    tuned_are 4 4
    tuned 8 16
    tuned 16 32
    expect 0 '!pallasc' build "b tuned"
    rm "a tuned project/f.tune"
    tuned_are 4 4
}

# compiled ARCHITECTURES PATTERN: how nvcc compiles the emitted code.
compiled() {
    expect 0 '!arning' cmake -S "a cuda project" -B "b cuda" -DCMAKE_PREFIX_PATH="$work/usr" -DCMAKE_CUDA_ARCHITECTURES="$1"
    expect 0 "$2" grep -o -e '-*generate-code.*-[xc] ' "b cuda/compile_commands.json"
}

# CMake's native and all leave out sm_90a, which alone has wgmma. (native needs a GPU.) Architectures that the project names stay.
with_nvcc() {
    cp -r "a project" "a cuda project"
    sed -i 's/C CXX)/C CXX CUDA)/' "a cuda project/CMakeLists.txt"
    sed -i 's/^set(SECOND_TARGET.*/set(SECOND_TARGET cuda)\nset(CMAKE_EXPORT_COMPILE_COMMANDS ON)/' "a cuda project/CMakeLists.txt"
    compiled all 'code=\[compute_80,sm_80\].*code=\[sm_90a\]'
    compiled '89;90a-real' 'code=\[compute_89,sm_89\].*code=\[sm_90a\]'
}

if has cmake && has c++; then
    with_cmake
    with_tuned
    if has nvcc && [ -n "$(one_in 4 nvcc)" ]; then with_nvcc; fi
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

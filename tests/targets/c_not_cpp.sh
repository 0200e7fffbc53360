#!/bin/sh
# c_not_cpp.sh -- c_not_cpp.c, which has what C allows and C++ does not, is right in interpret mode and on every target. C compilers
# warn about much of it; its CUDA compiles without a warning, with nvcc, too. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
PALLASC=${PALLASC:-build/pallasc}
source=tests/targets/c_not_cpp.c

# right TARGET: one test: the built program is right.
right() {
    "$work/program" >"$work/said" 2>&1
    verdict $? "$source on $1" "$work/said"
}

. tests/tpu/build.inc
compiler=$work/$(basename "$CC")
printf '#!/bin/sh\nexec %s -w "$@"\n' "$CC" >"$compiler"
chmod +x "$compiler"
CC=$compiler
$CC -std=c11 -I. -o "$work/program" $source -lm >"$work/log" 2>&1
right interpret
$CC -std=c11 -DPL_CHECKS=0 -I. -o "$work/program" $source -lm >"$work/log" 2>&1
right "interpret, without checks"
build "$work/program" $source && right tpu
for target in opencl cuda; do
    (
        . "tests/$target/build.inc"
        [ "$target" != cuda ] || need_emulator
        [ "$target" != opencl ] || compile_quickly
        build "$work/program" $source && right "$target"
        if [ "$target" = cuda ] && has "${NVCC:-nvcc}" && translate $source "$work/emitted.cu"; then
            "${NVCC:-nvcc}" -arch=sm_80 -Werror all-warnings -Itargets/cuda -ptx -o /dev/null "$work/emitted.cu" >"$work/log" 2>&1
            verdict $? "$source: nvcc" "$work/log"
        fi
        finish
    ) >"$work/counts" 2>&1
    add_counts "$(cat "$work/counts")"
done
finish

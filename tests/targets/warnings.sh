#!/bin/sh
# warnings.sh -- emitted code compiles without a warning under -Wall -Wextra: C with gcc and clang, kernels in OpenCL C with clang.
# Tests all programs of warnings/, and of examples, conformance programs and golden cases a sample by SEED (FULL=1: all). Prints
# the counts last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(cd "${WORK:?}" && pwd)/warnings
rm -rf "$work"
mkdir -p "$work"
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
clang=
for name in clang clang-19 clang-18 clang-17; do [ -n "$clang" ] || ! has $name || clang=$name; done
compilers=
for name in gcc $clang; do ! has "$name" || compilers="$compilers $name"; done
[ -n "$clang" ] || skip "there is no clang"

# c COMPILER FILE [OPTION...]: compiles emitted C.
c() {
    compiler=$1
    shift
    "$compiler" -std=c11 -Wall -Wextra -Werror "$@" -fsyntax-only -ffp-contract=off -I. -Itargets/opencl -Itargets/tpu
}

# cl FILE [OPTION...]: compiles emitted kernels. A kernel has all parameters that the launcher passes, used or not. In OpenCL C a
# comparison is an int, and clang takes a comparison of constants after && for a mask.
cl() {
    "$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Wextra -Wno-unused-parameter -Wno-constant-logical-operand -Werror "$@" -fsyntax-only
}

# compiles TARGET PROGRAM: tests the emitted code under each compiler. Other tests compare the messages for rejected programs.
compiles() {
    rm -f "$work"/out.*
    build/pallasc -I. --target="$1" "$2" -o "$work/out.c" >"$work/log" 2>&1 || return 0
    written=$((written + 1))
    # `// own: OPTION` in the first line: the option for warnings that the program itself causes.
    own=$(sed -n '1s,^// own: ,,p' "$2")
    for compiler in $compilers; do
        # shellcheck disable=SC2086 # options or none
        c "$compiler" "$work/out.c" $own >"$work/log" 2>&1
        verdict $? "$2: $compiler warns of the output of --target=$1" "$work/log"
    done
    [ -z "$clang" ] || [ ! -f "$work/out.cl" ] || {
        cl "$work/out.cl" $own >"$work/log" 2>&1
        verdict $? "$2: $clang warns of the kernels that --target=$1 writes" "$work/log"
    }
}

# The check can fail.
echo 'static int f(void) { int unused; return 0; }' >"$work/wrong.c"
for compiler in $compilers; do
    ! c "$compiler" "$work/wrong.c" >"$work/log" 2>&1
    verdict $? "warnings.sh does not find a warning of $compiler"
done

for target in $(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common); do
    [ "$target" != cuda ] || continue                   # C++, which tests/cuda/nvcc.sh compiles with nvcc
    written=0 at=0
    for program in tests/targets/warnings/*.c examples/*.c examples/gpt2/*.c tests/conformance/*.c tests/golden/call_*.c; do
        at=$((at + 1))
        case $program in tests/targets/warnings/*) ;; *) sampled $at 6 || continue ;; esac
        compiles "$target" "$program"
    done
    [ "$written" -gt 5 ]
    verdict $? "too few programs are translated for $target: $written"
done
finish

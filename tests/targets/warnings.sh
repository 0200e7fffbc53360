#!/bin/sh
# warnings.sh -- what pallasc writes compiles without a warning under -Wall -Wextra: C under gcc and clang, kernels in OpenCL C
# under clang. For examples, conformance programs, golden cases and the programs of warnings/ (a sample by SEED; FULL=1: all).
# Prints the counts last. tests/run sets WORK.
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

# c COMPILER FILE [OPTION...]: C that is emitted.
c() {
    compiler=$1
    shift
    "$compiler" -std=c11 -Wall -Wextra -Werror "$@" -fsyntax-only -ffp-contract=off -I. -Itargets/opencl -Itargets/tpu
}

# A kernel's parameters are what the launcher passes, whether the kernel uses them or not. In OpenCL C, where a comparison is an
# int, clang takes each comparison of constants after && for a mask.
cl() {
    "$clang" -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -Wall -Wextra -Wno-unused-parameter -Wno-constant-logical-operand -Werror "$@" -fsyntax-only
}

# compiles TARGET PROGRAM: whatever pallasc writes for the program, under each compiler. What the target rejects is told elsewhere.
compiles() {
    rm -f "$work"/out.*
    build/pallasc -I. --target="$1" "$2" -o "$work/out.c" >"$work/log" 2>&1 || return 0
    written=$((written + 1))
    # What a compiler says of the program itself: `// own: OPTION` at its top.
    own=$(sed -n '1s,^// own: ,,p' "$2")
    for compiler in $compilers; do
        # shellcheck disable=SC2086 # options or none
        c "$compiler" "$work/out.c" $own >"$work/log" 2>&1
        verdict $? "$2: $compiler warns of what --target=$1 writes" "$work/log"
    done
    [ -z "$clang" ] || [ ! -f "$work/out.cl" ] || {
        cl "$work/out.cl" $own >"$work/log" 2>&1
        verdict $? "$2: $clang warns of the kernels that --target=$1 writes" "$work/log"
    }
}

# A check that cannot fail is none.
echo 'static int f(void) { int unused; return 0; }' >"$work/wrong.c"
for compiler in $compilers; do
    ! c "$compiler" "$work/wrong.c" >"$work/log" 2>&1
    verdict $? "warnings.sh does not see what $compiler warns of"
done

for target in $(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common); do
    [ "$target" != cuda ] || continue                   # C++, of which tests/cuda/nvcc.sh asks nvcc
    written=0 at=0
    for program in tests/targets/warnings/*.c examples/*.c examples/gpt2/*.c tests/conformance/*.c tests/golden/call_*.c; do
        at=$((at + 1))
        case $program in tests/targets/warnings/*) ;; *) sampled $at 6 || continue ;; esac
        compiles "$target" "$program"
    done
    [ "$written" -gt 5 ]
    verdict $? "hardly anything is written for $target: $written programs"
done
finish

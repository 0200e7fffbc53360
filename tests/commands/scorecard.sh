#!/bin/sh
# scorecard.sh -- the operators of scorecard/ in small sizes, each file on each target, compared with plain C.
#
# Without FULL=1, SEED=n selects one in 40 of the files and targets. Then: each operator of a list is there once, and a wrong one is
# called wrong. Prints `N passed, N failed` last, N skipped.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(cd "${WORK:?}" && pwd)/scorecard
rm -rf "$work"
mkdir -p "$work"
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

targets="interpret fast"
! has g++ || targets="$targets cuda"
! echo '#include <CL/cl.h>' | ${CC:-cc} -E -x c - >/dev/null 2>&1 || targets="$targets opencl opencl-gpu"
number=0
for file in scorecard/*/*.c; do
    for target in $targets tpu; do
        number=$((number + 1))
        ! sampled $number 40 || CARD=$file ON=$target OUT=$work/built check "$file on $target" sh scorecard/card.sh
    done
done

# KernelBench has the operators 1 to 100, PolyBench 30 kernels.
numbers_are() {
    grep -ho "_TRY([0-9]*" scorecard/"$1"/*.c | tr -dc "0-9\n" | sort -n >"$work/numbers"
    seq "$2" | diff - "$work/numbers" >"$work/log"
    verdict $? "an operator of $1 is missing, or there twice" "$work/log"
}
numbers_are kernelbench 100
numbers_are polybench 30

# wrong FILE SED NUMBER: the operator is called wrong after a change of its file.
mkdir -p "$work/kernelbench" "$work/polybench"
cp scorecard/card.h "$work"
cp scorecard/polybench/poly.h "$work/polybench"
wrong() {
    sed "$2" "scorecard/$1" >"$work/$1"
    ! make -s OUT="$work/built" run SRC="$work/$1" ARGS="$3" >"$work/log" 2>&1 && grep -q "^ *$3 .*WRONG$" "$work/log"
    verdict $? "operator $3 is called right after $2" "$work/log"
}
wrong kernelbench/elementwise.c 's/PL_MAX(v, 0))/PL_MAX(v, 0.001f))/' 19
wrong kernelbench/elementwise.c 's/0.044715f/0.0447f/' 88
wrong polybench/medley.c 's/to\[i\] + from\[j\])/to[i] + from[j] + 1)/' 23
wrong polybench/medley.c 's/base\[i\] + base\[j\] == 3 ?/base[i] + base[j] == 4 ?/' 24
finish

#!/bin/sh
# tests/cuda/parts.sh -- calls whose PL_REDUCTION axis is divided among parts, in the emulator: every number of parts gives the
# results of conformance/reductions.c, the same number the same bits, and none shares memory with another stream.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

source=tests/conformance/reductions.c
translate $source "$work/reductions.cu"
for ending in parts combined; do
    [ "$(grep -c "^static int [a-z_]*_$ending(" "$work/reductions.cu")" = "$(grep -c '^PL_CALL\|^EACH_STEP' $source)" ]
    verdict $? "not every call is divided: functions that end in _$ending"
done
! grep -q '__restrict__ [a-z_]*_parts_array' "$work/reductions.cu"
verdict $? "what parts have accumulated is not restrict" "$work/reductions.cu"

grep -q 'pl_cuda_parts(&call, parts, l_programs' "$work/reductions.cu"
verdict $? "the number of parts that a call demands is passed on" "$work/reductions.cu"

$CC -std=c11 -O1 -Wall -Wextra -o "$work/counts" tests/cuda/part_counts.c -lm >"$work/log" 2>&1 && "$work/counts" >>"$work/log" 2>&1
verdict $? "the numbers of parts" "$work/log"

# PL_REDUCTION(l, n, m / groups) where groups is 0: the interpreter does not need this number, and a launcher reports it.
cat >"$work/by_zero.c" <<'PROGRAM'
#include <pallas.h>
PL_KERNEL(sum_kernel, PL_REF(const float, x, 1), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    z[0] += x[0];
}
PL_CALL(sum, sum_kernel, PL_SIZES(n, groups), PL_GRID(PL_REDUCTION(l, n, n / groups)), PL_IN(float, x, (n), PL_BLOCKSPEC((1), (l))),
        PL_OUT(float, z, (1), PL_WHOLE))
int main(void)
{
    static float x[64], z;
    return !sum(64, 0, x, &z) || !strstr(pl_error(), "the number of parts of l divides an integer by zero") || sum(64, 8, x, &z);
}
PROGRAM
build "$work/by_zero" "$work/by_zero.c" && "$work/by_zero" >"$work/log" 2>&1
verdict $? "a number of parts that is divided by 0" "$work/log"

build "$work/program" $source
for parts in 1 2 5 13 1000; do
    for order in reverse random; do
        PALLAS=parts=$parts,order=$order timeout 300 "$work/program" >"$work/log" 2>&1
        verdict $? "parts=$parts order=$order" "$work/log"
    done
done
finish

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
! grep -q '__restrict__ parts_of_[a-z_0-9]*_array' "$work/reductions.cu"
verdict $? "what parts have accumulated is not restrict" "$work/reductions.cu"

grep -q 'pl_cuda_parts(&call, parts, l_programs' "$work/reductions.cu"
verdict $? "the number of parts that a call demands is passed on" "$work/reductions.cu"

# Programs share the blocks of the kernels that combine parts, where each works on rows of its own.
"$PALLASC" --explain --target=cuda "$source" 2>"$work/explained"
grep -q 'shared_blocks_combined combines them, with 8 groups for each block$' "$work/explained" &&
    grep -q 'tall_combined combines them, with 4 groups for each block$' "$work/explained" &&
    grep -q "transposed_combined combines them, with one group for each block, because line [0-9]* uses 'acc', not row by row$" \
        "$work/explained"
verdict $? "the groups that combine parts" "$work/explained"

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

# Sums of numbers that do not add up exactly have the same bits for a number of parts, in whatever order groups run.
cat >"$work/bits.c" <<'PROGRAM'
#include <pallas.h>
#include <math.h>
enum { M = 32, N = 64, K = 8 };
PL_KERNEL(bits_kernel, PL_REF(const float, x, M, K), PL_REF(const float, y, K, N), PL_REF(float, z, M, N))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 3);
    PL_DOT(z, x, y);
}
PL_CALL(bits, bits_kernel, PL_SIZES(k), PL_GRID(PL_REDUCTION(l, PL_CDIV(k, K))),
        PL_IN(float, x, (M, k), PL_BLOCKSPEC((M, K), (0, l), PL_EDGE(0))),
        PL_IN(float, y, (k, N), PL_BLOCKSPEC((K, N), (l, 0), PL_EDGE(0))), PL_OUT(float, z, (M, N), PL_WHOLE))
int main(void)
{
    enum { DEPTH = 203 };
    static float x[M * DEPTH], y[DEPTH * N], z[M * N];
    for (int i = 0; i < M * DEPTH; i++)
        x[i] = sinf((float)i);
    for (int i = 0; i < DEPTH * N; i++)
        y[i] = cosf((float)i);
    int failed = bits(DEPTH, x, y, z);
    for (int i = 0; i < M * N; i++)
        printf("%a\n", (double)z[i]);
    return failed;
}
PROGRAM
build "$work/bits" "$work/bits.c"
for parts in 2 3 26; do
    PALLAS=parts=$parts,order=reverse timeout 300 "$work/bits" >"$work/once" 2>&1
    same=$?
    for seed in 1 2; do
        PALLAS=parts=$parts,order=random,seed=$seed timeout 300 "$work/bits" >"$work/again" 2>&1 && cmp "$work/once" "$work/again" || same=1
    done >"$work/log" 2>&1
    verdict $same "parts=$parts: the same bits in every run" "$work/log"
done
PALLAS=parts=2 "$work/bits" >"$work/again" 2>&1
! cmp -s "$work/once" "$work/again"
verdict $? "sums of 2 and of 26 parts are rounded differently"

build "$work/program" $source
for parts in 1 2 5 13 1000; do
    for order in reverse random; do
        PALLAS=parts=$parts,order=$order timeout 300 "$work/program" >"$work/log" 2>&1
        verdict $? "parts=$parts order=$order" "$work/log"
    done
done
finish

#!/bin/sh
# parts.sh -- calls whose PL_REDUCTION axis is divided among parts, on the modeled TPU: every number of parts gives the results of
# conformance/reductions.c, both cores of a chip share the steps, and the clock counts both calls. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
. tests/tpu/times.inc

"$PALLASC" -I. --target=tpu tests/conformance/reductions.c -o "$work/reductions.tpu.c" 2>"$work/log" &&
    $CC -std=c11 $how -ffp-contract=off -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/reductions" tests/conformance/reductions.c \
        "$work/reductions.tpu.c" -lm >>"$work/log" 2>&1
verdict $? "conformance/reductions.c builds" "$work/log"
for parts in 1 2 3 4; do
    PALLAS=parts=$parts "$work/reductions" >"$work/log" 2>&1
    verdict $? "conformance/reductions.c in $parts parts" "$work/log"
done

# A sum of 2^e numbers, which begins at 3 and is doubled at the end, in 2^e / 1024 steps.
cat >"$work/sum.c" <<'PROGRAM'
#include <pallas.h>
enum { B = 1024 };
PL_KERNEL(sum_kernel, PL_REF(const float, x, B), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        z[0] = 3;
    PL_REDUCE (z[0], PL_ADD, (c, B), x[c]);
    PL_WHEN (PL_LAST(0))
        z[0] *= 2;
}
PL_CALL(sum, sum_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, PL_CDIV(n, B))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((B), (l), PL_EDGE(0))), PL_OUT(float, z, (1), PL_WHOLE))
int main(int argc, char **argv)
{
    static float x[64 * B], z;
    const long n = argc > 1 ? atol(argv[1]) : 64 * B;
    for (long e = 0; e < n; e++)
        x[e] = (float)(e % 3);
    float expected = 3;
    for (long e = 0; e < n; e++)
        expected += x[e];
    return sum(n, x, &z) || z != 2 * expected;
}
PROGRAM
build "$work/sum" "$work/sum.c" || finish

# reports SETTINGS ELEMENTS COUNT: runs the sum; passes if it is right and has made so many reports.
reports() {
    PALLAS=$1,summary "$work/sum" "$2" >"$work/said" 2>&1 && [ "$(grep -c ' call sum: ' "$work/said")" = "$3" ]
    verdict $? "PALLAS=$1, $2 elements: not $3 reports" "$work/said"
}
reports chip=v4 65536 2
reports chip=v5p 65000 2
reports chip=v5e 65536 1                # one core
reports chip=v7x 65536 1                # whose cores are devices of their own
reports chip=v4 64512 1                 # 63 steps
reports chip=v4,parts=1 65536 1
reports chip=v5e,parts=8 65536 2
reports chip=v4,copies=random 8192 2
reports chip=v4 7168 1                  # 7 steps

# In two parts the steps take half of the time on each core, up to what HBM, which both share, adds; the second call is counted.
time_of_sum() {
    time_of "$1" sum | awk '{ all += $1 } END { print all }'
}
one=$(time_of_sum chip=v4,parts=1) both=$(time_of_sum chip=v4)
less "two cores" "$both" "$one"
less "half of the steps" "$(awk "BEGIN { print $one / 2 }")" "$both"

"$PALLASC" -I. --target=tpu --explain "$work/sum.c" -o "$work/sum.explained.c" >"$work/said" 2>&1
grep -q 'divided among parts, if the other axes leave some of the device idle; sum_combined combines them$' "$work/said"
verdict $? "what --explain says" "$work/said"
finish

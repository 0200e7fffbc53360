#!/bin/sh
# measured.sh -- the clock against published timings (bench/tpu/measurements.csv): the errors that docs/tpu.md states are not
# exceeded, and kernels are ranked as the hardware ranks them. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

build "$work/clock" bench/tpu/clock.c || finish
"$work/clock" bench/tpu/measurements.csv >"$work/out" 2>&1 || fail "bench/tpu/clock.c ends with $?" "$work/out"

# within CHIP MEDIAN P95 LARGEST: one test, of all rows of the chip.
within() {
    if sed -n "s/^$1  *all  *[0-9]* rows: median *\([0-9.]*\) %, 95th percentile *\([0-9.]*\) %, largest *\([0-9.]*\) %$/\1 \2 \3/p" "$work/out" |
        awk -v m="$2" -v p="$3" -v l="$4" '{ seen = 1; bad = $1 > m || $2 > p || $3 > l } END { exit !seen || bad }'; then
        pass
    else
        fail "the errors on a $1 are larger than $2, $3 and $4 %" "$work/out"
    fi
}

within v4 3 10 25
within v5e 3 10 25
within v5p 3 10 25
within v6e 5 15 25
within v7x 5 15 46
if sed -n 's/^ranking: .*(\([0-9.]*\) %)$/\1/p' "$work/out" | awk '{ seen = $1 >= 95 } END { exit !seen }'; then pass; else fail "less than 95 % of the pairs are ranked right" "$work/out"; fi
[ "$(grep -c '^[a-z0-9_]* .* v[4-7]' "$work/out")" -ge 420 ] && pass || fail "rows are missing" "$work/out"
finish

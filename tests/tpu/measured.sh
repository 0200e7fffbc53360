#!/bin/sh
# measured.sh -- the clock against published timings (bench/tpu/measurements.csv): the errors are those that docs/tpu.md states, and
# kernels are ranked as the hardware ranks them. Prints the counts last. UPDATE=1 rewrites the table in docs/tpu.md.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
page=docs/tpu.md

build "$work/clock" bench/tpu/clock.c || finish
"$work/clock" bench/tpu/measurements.csv >"$work/out" 2>&1 || fail "bench/tpu/clock.c ends with $?" "$work/out"

# Cross entropy and its backward pass, which adds up gradients in HBM, compute what they should.
build_interpreted "$work/entropy" tests/tpu/programs/entropy.c || finish
"$work/entropy" >"$work/computed" 2>&1
verdict $? "cross entropy of bench/tpu/kernels.h" "$work/computed"

# The summary of each chip and family as rows of a table. In $page they are the only rows that begin with a chip and end with three
# percentages.
row='^| v[4-7][a-z]* | .* | [0-9]* | [0-9.]* % | [0-9.]* % | [0-9.]* % |$'
sed -n 's/^\(v[4-7][a-z]*\)  *\([a-z ]*[a-z]\)  *\([0-9]*\) rows: median *\([0-9.]* %\), 95th percentile *\([0-9.]* %\), largest *\([0-9.]* %\)$/| \1 | \2 | \3 | \4 | \5 | \6 |/p' \
    "$work/out" | grep -v '| all |' >"$work/table"
if [ -n "${UPDATE:-}" ]; then
    awk -v row="$row" -v table="$work/table" '
        $0 !~ row { print; next }
        !done++ { while ((getline line <table) > 0) print line }' "$page" >"$work/page" && cp "$work/page" "$page"
fi
grep "$row" "$page" >"$work/stated"
[ "$(wc -l <"$work/table")" -ge 14 ] && pass || fail "families are missing" "$work/out"

# Another compiler may round the last digit differently.
paste -d '|' "$work/table" "$work/stated" | sed 's/ %//g' | awk -F '|' '
    function off(a, b) { return a - b > 0.11 || b - a > 0.11 }
    { bad += $2 != $10 || $3 != $11 || $4 != $12 || off($5, $13) || off($6, $14) || off($7, $15) }
    END { exit !NR || bad }'
if [ $? = 0 ] && [ "$(wc -l <"$work/table")" = "$(wc -l <"$work/stated")" ]; then
    pass
else
    diff -u "$work/stated" "$work/table" >"$work/diff"
    fail "$page states other errors than the clock has; UPDATE=1 tests/tpu/measured.sh rewrites its table" "$work/diff"
fi
if sed -n 's/^ranking: .*(\([0-9.]*\) %)$/\1/p' "$work/out" | awk '{ seen = $1 >= 95 } END { exit !seen }'; then pass; else fail "less than 95 % of the pairs are ranked right" "$work/out"; fi
[ "$(grep -c '^[a-z0-9_]* .* v[4-7]' "$work/out")" -ge 470 ] && pass || fail "rows are missing" "$work/out"
finish

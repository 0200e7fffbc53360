#!/bin/sh
# statistics.sh -- compares the numbers of PALLAS=report and summary with numbers worked out by hand, for complete and for dry
# runs; 262,144 steps of a dry run take less than a second. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

# row NAME WAY COPIES BLOCKS BYTES LEAST STAYED: one test; passes if $work/report has this line.
row() {
    awk -v name="$1" -v way="$2" -v rest="$3 $4 $5 $6 $7" '
        $1 == name && $2 == way && $4 " " $5 " " $6 " " $7 " " $9 == rest { found = 1 }
        END { exit !found }' "$work/report" && pass && return
    fail "$what: $1 $2: $3 copies, $4 blocks, $5 bytes, $6 at least, $7 less since it stayed" "$work/report"
}

# says WORDS: one test; passes if the report contains them.
says() { if grep -q -F "$1" "$work/report"; then pass; else fail "$what does not print: $1" "$work/report"; fi; }

# report PROGRAM SETTINGS ARGUMENT...: runs the program, with its report in $work/report.
report() {
    program=$1 settings=$2 what="$1 $2"
    shift 2
    PALLAS=$settings,report=$work/report
    export PALLAS
    rm -f "$work/report"
    "$work/$program" "$@" >"$work/out" 2>&1 || fail "$what ends with $?" "$work/out"
    unset PALLAS
}

# matmul M N K: tests the report of matmul in blocks of 128. In I x J x L steps x and y are fetched at each step, and z is written
# I x J times. Of partial blocks only the part inside the array is copied. With L = 1, x is not fetched again while j changes.
matmul() {
    m=$1 n=$2 k=$3
    i=$(((m + 127) / 128)) j=$(((n + 127) / 128)) l=$(((k + 127) / 128))
    xs=$((i * j * l)) ys=$((i * j * l))
    [ "$l" != 1 ] || xs=$i
    [ "$l$j" != 11 ] || ys=1
    for setting in early late random,seed=1 early,dry; do
        report matmul "copies=$setting" "$m" "$n" "$k"
        x=$((4 * m * k)) y=$((4 * k * n)) z=$((4 * m * n))
        row x in "$xs" $((i * l)) $((x * xs / (i * l))) $x $((x * j - x * xs / (i * l)))
        row y in "$ys" $((l * j)) $((y * ys / (l * j))) $y $((y * i - y * ys / (l * j)))
        row z out $((i * j)) $((i * j)) $z $z $((z * l - z))
    done
}

build "$work/matmul" tests/tpu/programs/matmul.c || finish
matmul 200 150 170
matmul 300 260 100
matmul 129 128 128
report matmul copies=late 256 384 512
says "arithmetic: 100663296 operations in 24 dots, 0 in 6 vector loops"
says "waste: x is fetched 3.0 times over, its blocks being the same at each of the 3 indices of j"
report matmul copies=late 2048 128 128
says "waste: hardly any"

# The largest size in the documentation, as a dry run.
(PALLAS=dry,summary "$work/matmul" 8192; times) >"$work/out" 2>&1         # the last line has the program's processor time
if grep -q "262144 steps, 528384 copies, 32.2 GiB moved, at least 768 MiB, 31.75 operations a byte$" "$work/out"; then pass; else fail "8192, dry" "$work/out"; fi
if awk '{ spent = $1 } END { exit spent !~ /^0m0[.,]/ }' "$work/out"; then pass; else fail "8192, dry, in less than a second" "$work/out"; fi

# v: 3 blocks of 38400 bytes in total, fetched for each i. x and o: each block once. w is fetched once for all 9 steps. With i as
# the inner axis each block of v would be fetched once; see kinds.c.
build "$work/kinds" tests/tpu/programs/kinds.c || finish
report kinds call=scale
row x in 9 9 24000 24000 0
row v in 9 3 115200 38400 0
row w in 1 1 32 32 256
row o out 9 9 24000 24000 0
says "waste: v is fetched 3.0 times over, its blocks being the same at each of the 3 indices of i"
says "another order: PL_GRID with (j, i) moves 84.4 KiB instead of 159 KiB"
says "163232"

# 8 windows of 10 rows, except the rows outside the array, one at each end.
report kinds call=halo
row x in 8 8 $((78 * 128 * 4)) $((78 * 128 * 4)) 0

# 0 0 1 3 3 1 0 2: six fetches, of four different blocks.
report kinds call=pick
row t in 1 1 32 32 0
row x in 6 4 24576 16384 8192
says "waste: x is fetched 1.5 times over: its index map returns to earlier blocks"

# Two blocks, which are fetched and written back at each of 6 steps.
report kinds call=carry
row s in 6 2 24576 8192 0
row s out 6 2 24576 8192 0

# Core 0 runs i = 0 and 1, in 4 steps: 4 blocks of x, of o and of v, and 1 of w.
report kinds chip=v4 shared
says "core 0 does i = 0 to 1, 4 steps: 13 copies, $((8 * 4096 + 4 * 16384 + 32)) bytes"
says "core 1 does i = 2 to 2, 2 steps: 7 copies, $((4 * 4096 + 2 * 16384 + 32)) bytes"
report kinds chip=v7x shared
if grep -q 'core [01] does' "$work/report"; then fail "a v7x runs a call on one core" "$work/report"; else pass; fi
report kinds chip=v4 carry
says "cores: one of 2 does all: no axis is PL_PARALLEL"

# The summary has one line per call.
PALLAS=summary "$work/kinds" 2>"$work/out"
if [ "$(wc -l <"$work/out")" = 5 ]; then pass; else fail "the summary does not have one line per call" "$work/out"; fi
PALLAS='' "$work/kinds" >"$work/out" 2>&1
if [ -s "$work/out" ]; then fail "statistics are printed without a setting" "$work/out"; else pass; fi
finish

#!/bin/sh
# work.sh -- the work of nests that emitted code states, against counts made by hand: the comments of programs/work.c. Prints
# the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

# One line for each nest: what is between the outermost braces.
sed -n 's,^ *//[^{]*\({.*}\).*,\1,p' tests/tpu/programs/work.c >"$work/counted"
"$PALLASC" -I. --target=tpu tests/tpu/programs/work.c >"$work/emitted.c" 2>"$work/log" || fail "work.c" "$work/log"
tr '\n' ' ' <"$work/emitted.c" | sed 's/  */ /g' | grep -o 'PL_VPU({[^()]*})' | sed 's/^PL_VPU(\(.*\))$/\1/' >"$work/stated"
[ "$(wc -l <"$work/counted")" -ge 6 ] && pass || fail "work.c has too few counts" "$work/counted"
if diff -u "$work/counted" "$work/stated" >"$work/diff"; then pass; else fail "the emitted code states (+) other work than was counted (-)" "$work/diff"; fi

# The loops are entered unless the run is dry, and the statement is made once for each nest: the report counts the same.
build "$work/matmul" tests/tpu/programs/matmul.c || finish
PALLAS=report "$work/matmul" 256 384 512 2>&1 | grep arithmetic >"$work/full"
PALLAS=dry,report "$work/matmul" 256 384 512 2>&1 | grep arithmetic >"$work/dry"
if [ -s "$work/full" ] && cmp -s "$work/full" "$work/dry"; then pass; else fail "a dry run counts other work" "$work/dry"; fi
finish

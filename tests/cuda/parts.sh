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

build "$work/program" $source
for parts in 1 2 5 13 1000; do
    for order in reverse random; do
        PALLAS=parts=$parts,order=$order timeout 300 "$work/program" >"$work/log" 2>&1
        verdict $? "parts=$parts order=$order" "$work/log"
    done
done
finish

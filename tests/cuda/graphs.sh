#!/bin/sh
# tests/cuda/graphs.sh -- calls that are captured into a CUDA graph: graphs.c, in the emulator; a graph holds memory of its own.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator
how="-O0 -Iemulator/include"
build "$work/program" tests/cuda/graphs.c || finish
grep -q 'pl_workspace' "$work/program.cu" && grep -q 'pl_cuda_partials' "$work/program.cu"
verdict $? "graphs.c has calls with a workspace, and with parts" "$work/program.cu"
for order in forward random; do
    PALLAS=order=$order timeout 300 "$work/program" >"$work/log" 2>&1
    verdict $? "order=$order" "$work/log"
done
finish

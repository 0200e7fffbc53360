#!/bin/sh
# tests/opencl/cpu.sh -- the results of kernels for CPU devices, with vectors of every width. Prints `N passed, N failed` last.
#
# pallasc translates tests/opencl/cpu/*.c, which check themselves. Without FULL=1 PoCL optimizes one of the three widths, which
# SEED=n selects. A PoCL later than 3 optimizes all, because without optimization its vload8 of shorts requires the alignment of
# the vector. PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc

for source in tests/opencl/cpu/*.c; do
    program=$(basename "$source" .c)
    build "$work/$program" "$source" || continue
    pass
    number=0
    for width in 4 8 16; do
        number=$((number + 1))
        if sampled $number 3 || ! runs_gpu; then flags=; else flags=-cl-opt-disable; fi
        check "$program, vectors of $width" env POCL_EXTRA_BUILD_FLAGS=$flags PALLAS=width=$width "$work/$program"
    done
done
finish

#!/bin/sh
# tests/opencl/cpu.sh -- what kernels for CPU devices compute, with vectors of every width; closes with N passed, N failed.
#
# tests/opencl/cpu/*.c go through pallasc and check themselves. Without FULL=1 PoCL optimises one width of the three, which
# SEED=n draws; a PoCL behind 3 all, as without optimising its vload8 of shorts wants their vector's alignment. PALLASC: the
# program (build/pallasc).
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
        if sampled $number 3 || ! runs_gpu; then optimise=; else optimise=-cl-opt-disable; fi
        check "$program, vectors of $width" env POCL_EXTRA_BUILD_FLAGS=$optimise PALLAS=width=$width "$work/$program"
    done
done
finish

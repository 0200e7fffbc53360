#!/bin/sh
# tests/opencl/cpu.sh -- what kernels for CPU devices compute, with vectors of every width; closes with N passed, N failed.
#
# tests/opencl/cpu/*.c go through pallasc and check themselves. PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc

for source in tests/opencl/cpu/*.c; do
    program=$(basename "$source" .c)
    build "$work/$program" "$source" || continue
    pass
    for width in 4 8 16; do
        check "$program, vectors of $width" env PALLAS=width=$width "$work/$program"
    done
done
finish

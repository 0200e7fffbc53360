#!/bin/sh
# core.sh -- finds the OpenBLAS core that multiplies fastest on this machine. OpenBLAS selects a core by the name of the CPU, and
# for some CPUs a slow one. The cores run alternately, ROUNDS times each, on OPENBLAS_NUM_THREADS threads. Prints the name for
# OPENBLAS_CORETYPE, or nothing without OpenBLAS; the times go to stderr.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=c11 -O2 -o "$work/sgemm" "$(dirname "$0")/sgemm.c" -lopenblas 2>/dev/null || exit 0
ROUNDS=${ROUNDS:-3}
for round in $(seq "$ROUNDS"); do
    for core in Haswell Zen SkylakeX Cooperlake Sapphirerapids; do
        # If the CPU or this OpenBLAS lacks the core, the program ends or uses another core, whose line grep drops.
        OPENBLAS_CORETYPE=$core sh -c '"$0" || exit' "$work/sgemm" 2>/dev/null | grep -i " $core\$"
    done
done | sort -n | awk '
    !seen[$2]++ { all = all (all ? ", " : "") $2 " " $1 " ms"; best = best ? best : $2 }
    END { if (best) { print "OpenBLAS sgemm 1024^3, by core: " all >"/dev/stderr"; print best } }'

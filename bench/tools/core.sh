#!/bin/sh
# core.sh -- which of OpenBLAS' cores multiplies fastest on this machine. By itself OpenBLAS chooses by the name of the CPU,
# and for some it chooses slow code. Each core is tried ROUNDS times, in turns, on OPENBLAS_NUM_THREADS threads. Prints the
# name for OPENBLAS_CORETYPE, or nothing where there is no OpenBLAS; what was measured goes to stderr.
set -u
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
"${CC:-cc}" -std=c11 -O2 -o "$work/sgemm" "$(dirname "$0")/sgemm.c" -lopenblas 2>/dev/null || exit 0
ROUNDS=${ROUNDS:-3}
for round in $(seq "$ROUNDS"); do
    for core in Haswell Zen SkylakeX Cooperlake Sapphirerapids; do
        # A core that the CPU or this OpenBLAS lacks ends the program, or another is used.
        OPENBLAS_CORETYPE=$core sh -c '"$0" || exit' "$work/sgemm" 2>/dev/null | grep -i " $core\$"
    done
done | sort -n | awk '
    !seen[$2]++ { all = all (all ? ", " : "") $2 " " $1 " ms"; best = best ? best : $2 }
    END { if (best) { print "OpenBLAS sgemm 1024^3, by core: " all >"/dev/stderr"; print best } }'

#!/bin/sh
# pallasc.sh -- how long pallasc takes from source to OpenCL, in processor time; called by `make bench TARGET=opencl`.
# Each line is the median of TURNS runs (default 5), m4 and the files it writes included. PALLASC: the program.
here=$(cd "$(dirname "$0")" && pwd)
turns=${TURNS:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

${CC:-cc} -O1 -o "$work/spent" "$here/../tools/spent.c"
printf '\nfrom source to OpenCL, by pallasc\n  %-38s %10s %6s\n' "" ms goal
for source in "$here"/../../examples/*.c "$here"/opencl.c; do
    name=$(basename "$source" .c)
    turn=0
    while [ $turn -lt "$turns" ]; do
        "$work/spent" "$PALLASC" --target=opencl "$source" -o "$work/out.opencl.c" >>"$work/$name" 2>/dev/null
        turn=$((turn + 1))
    done
    sort -n "$work/$name" | awk -v name="$name" '{ took[NR] = $1 / 1000 }
        END {
            median = took[int((NR + 1) / 2)]
            if (NR) printf "  %-38s %10.1f %6d  %s\n", name, median, 150, median <= 150 ? "met" : "MISSED"
        }'
done

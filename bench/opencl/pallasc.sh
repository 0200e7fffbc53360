#!/bin/sh
# pallasc.sh -- measures the processor time of pallasc from source to OpenCL. `make bench TARGET=opencl` calls it. Each line is the
# median of SAMPLES runs (default 5), including m4 and the output files. PALLASC: the program.
here=$(cd "$(dirname "$0")" && pwd)
samples=${SAMPLES:-5}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

${CC:-cc} -O1 -o "$work/spent" "$here/../tools/spent.c"
printf '\nfrom source to OpenCL, by pallasc\n  %-38s %10s %6s\n' "" ms goal
for source in "$here"/../../examples/*.c "$here"/opencl.c; do
    name=$(basename "$source" .c)
    sample=0
    while [ $sample -lt "$samples" ]; do
        "$work/spent" "$PALLASC" --target=opencl "$source" -o "$work/out.opencl.c" >>"$work/$name" 2>/dev/null
        sample=$((sample + 1))
    done
    sort -n "$work/$name" | awk -v name="$name" '{ took[NR] = $1 / 1000 }
        END {
            median = took[int((NR + 1) / 2)]
            if (NR) printf "  %-38s %10.1f %6d  %s\n", name, median, 150, median <= 150 ? "met" : "MISSED"
        }'
done

#!/bin/sh
# lines.sh KERNEL.cl HELPER...: prints the helpers and the kernel as C strings for a launcher, one per line. A helper is one of
# pallasc's, for the type float, or one that only handwritten kernels call.
kernel=$1 here=$(dirname "$0")
shift
for helper; do
    for file in "$here/hand/$helper.cl" "$here/../../targets/opencl/kernel/$helper.cl"; do
        [ ! -f "$file" ] || grep -v '^%%' "$file"
    done
done | sed 's/«»//g; s/KIND/f32/g; s/TYPE/float/g; s/COPY/pl_copy_float/g; s/LINE/ * y_row/g; s/ROW *\*/width */g; s/ACROSS\|TURNED//g
    s/= AHEAD;/= c + width < n ? c + width : depth * y_row;/' | cat - "$kernel" | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n",/'

#!/bin/sh
# lines.sh KERNEL.cl HELPER...: the helpers and the kernel as the C strings that a launcher holds, a line each. A helper
# is one of pallasc's, or of those that only kernels written by hand call.
kernel=$1 here=$(dirname "$0")
shift
for helper; do
    for file in "$here/hand/$helper.cl" "$here/../../targets/opencl/kernel/$helper.cl"; do
        [ ! -f "$file" ] || grep -v '^%%' "$file"
    done
done | cat - "$kernel" | sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n",/'

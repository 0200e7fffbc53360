#!/bin/sh
# lines.sh KERNEL.cl HELPER...: the helpers and the kernel as the C strings that a launcher holds, a line each.
kernel=$1
shift
for helper; do cat "$(dirname "$0")/../../targets/opencl/kernel/$helper.cl"; done | cat - "$kernel" |
    sed 's/\\/\\\\/g; s/"/\\"/g; s/.*/"&\\n",/'

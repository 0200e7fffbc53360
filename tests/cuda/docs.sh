#!/bin/sh
# tests/cuda/docs.sh -- the code in docs/cuda.md is what pallasc writes for softmax.c, matmul.c and top_k.c of examples/.
# UPDATE=1 rewrites it (tests/tools/quoted.inc). Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
. tests/tools/quoted.inc
for example in softmax matmul top_k; do
    translate examples/$example.c "$work/$example.cu" || fail "examples/$example.c" "$work/log"
done
cat "$work/softmax.cu" "$work/matmul.cu" "$work/top_k.cu" >"$work/code"
quotes_code docs/cuda.md "$work/code" 13
finish

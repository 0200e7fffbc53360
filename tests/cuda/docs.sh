#!/bin/sh
# tests/cuda/docs.sh -- the code in docs/cuda.md is what pallasc writes for softmax.c, matmul.c, matmul_bf16.c and gpt2/gpt2.c of examples/.
# UPDATE=1 rewrites it (tests/tools/quoted.inc). Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
. tests/tools/quoted.inc
for example in softmax matmul matmul_bf16 gpt2/gpt2; do
    translate examples/$example.c "$work/out.cu" || fail "examples/$example.c" "$work/log"
    cat "$work/out.cu" >>"$work/code"
done
quotes_code docs/cuda.md "$work/code" 17
finish

#!/bin/sh
# tests/cuda/docs.sh -- the code in docs/cuda.md is what pallasc writes for softmax.c, matmul.c, matmul_bf16.c and matmul_fused.c of
# examples/, and for conformance/copied_windows.c: in the order of the page, which has the kernel for sm_90a after that for sm_80.
# UPDATE=1 rewrites it (tests/tools/quoted.inc). Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
. tests/tools/quoted.inc
for source in examples/softmax examples/matmul examples/matmul_bf16 examples/matmul_fused examples/matmul_bf16 \
              tests/conformance/copied_windows; do
    translate $source.c "$work/out.cu" || fail "$source.c" "$work/log"
    cat "$work/out.cu" >>"$work/code"
done
quotes_code docs/cuda.md "$work/code" 21
finish

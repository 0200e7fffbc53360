#!/bin/sh
# tests/cuda/nvcc.sh -- what is emitted compiles with nvcc, without a warning and without spills but those that tests/cuda/spills
# explains, for sm_80 and sm_90a in one file; a program links. Nothing runs.
#
# nvcc takes its seconds: SEED=n draws one of the examples, one conformance program and one golden call; FULL=1: all of them.
# Closes with N passed, N failed, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
NVCC=${NVCC:-nvcc}
has "$NVCC" || { skip "there is no nvcc" && finish; }
architectures="-gencode arch=compute_80,code=sm_80 -gencode arch=compute_90a,code=sm_90a"

# compile SOURCE EMITTED
compile() {
    # shellcheck disable=SC2086 # flags
    translate "$1" "$2" && "$NVCC" -std=c++17 $architectures -Xcompiler -Wall,-Wextra -Xptxas -v -Itargets/cuda \
        -c -o "$work/out.o" "$2" >"$work/said" 2>&1
    compiled=$?
    grep -vE '^ptxas info|^ +[0-9]+ bytes stack frame' "$work/said" >"$work/log"
    [ $compiled = 0 ] && [ ! -s "$work/log" ]
    verdict $? "$1: nvcc" "$work/log"
    awk -v source="$1" -f tests/cuda/spills.awk tests/cuda/spills "$work/said" >"$work/log"
    [ ! -s "$work/log" ]
    verdict $? "$1: no spills but those of tests/cuda/spills" "$work/log"
}

number=0
for source in examples/*.c examples/gpt2/*.c; do
    number=$((number + 1))
    sampled $number 23 && compile "$source" "$work/out.cu"
done
for source in tests/conformance/*.c; do
    number=$((number + 1))
    sampled $number 34 && compile "$source" "$work/out.cu"
done
for source in tests/golden/call_*.c; do
    number=$((number + 1))
    sampled $number 9 && compile "$source" "$work/out.cu"
done

# More shared memory than a kernel may declare: by --budget.
budget=128K compile tests/cuda/wide.c "$work/wide.cu"
grep -q 'PL_DYNAMIC_SHARED' "$work/wide.cu"
verdict $? "wide.c declares its shared memory" "$work/wide.cu"

# A program links, and says what is missing where there is no GPU.
make -s TARGET=cuda CUDA=device CUDA_ARCH=-arch=sm_80 NVCC="$NVCC" CC="$CC" BUILD="$work/build" "$work/build/cuda/vector_add" >"$work/log" 2>&1
verdict $? "make TARGET=cuda CUDA=device" "$work/log"
if [ -z "$(ls -d /dev/nvidia[0-9]* 2>/dev/null)" ]; then
    "$work/build/cuda/vector_add" >"$work/log" 2>&1
    [ $? != 0 ] && grep -q 'error: call vector_add, kernel vector_add_kernel: .*is there a GPU, and its driver?' "$work/log"
    verdict $? "a machine without a GPU" "$work/log"
fi
finish

#!/bin/sh
# tests/cuda/nvcc.sh -- emitted code compiles with nvcc for sm_80 and sm_90a in one file, without a warning and without other
# spills than those that tests/cuda/spills explains; a program links. Nothing runs on a GPU.
#
# nvcc takes seconds per file: SEED=n selects one in 23 examples, one in 34 conformance programs and one in 9 golden calls.
# FULL=1 compiles all.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
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
    verdict $? "$1: spills that are not in tests/cuda/spills" "$work/log"
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

# --budget allows more shared memory than a kernel may declare.
budget=128K compile tests/cuda/wide.c "$work/wide.cu"
grep -q 'PL_DYNAMIC_SHARED' "$work/wide.cu"
verdict $? "wide.c does not use dynamic shared memory" "$work/wide.cu"
echo '#include "wide.cuh"' >"$work/declared.cu" &&
    "$NVCC" -std=c++17 -arch=sm_80 -Xcompiler -Wall,-Wextra -Itargets/cuda -c -o "$work/out.o" "$work/declared.cu" >"$work/log" 2>&1 &&
    [ ! -s "$work/log" ]
verdict $? "wide.cuh: nvcc" "$work/log"
"$NVCC" -std=c++17 -arch=sm_75 -Itargets/cuda -c -o "$work/out.o" "$work/wide.cu" >"$work/log" 2>&1
[ $? != 0 ] && grep -q 'error: #error "emitted code needs sm_80 or later: compile it with -arch=sm_80' "$work/log"
verdict $? "code for sm_75: nvcc" "$work/log"
toolkit=$(dirname "$(dirname "$(readlink -f "$(command -v "$NVCC")")")")
if [ -f "$toolkit/include/cuda_runtime.h" ]; then
    g++ -std=c++17 -Wall -Wextra -fsyntax-only -isystem "$toolkit/include" -isystem targets/cuda -x c++ "$work/declared.cu" \
        >"$work/log" 2>&1 && [ ! -s "$work/log" ]
    verdict $? "wide.cuh: a C++ compiler with CUDA's headers" "$work/log"
fi

# A program links, and reports a missing GPU.
make -s TARGET=cuda CUDA=device CUDA_ARCH=-arch=sm_80 NVCC="$NVCC" CC="$CC" PALLASC="$PALLASC" BUILD="$work/build" "$work/build/cuda/vector_add" >"$work/log" 2>&1
verdict $? "make TARGET=cuda CUDA=device" "$work/log"
if [ -z "$(ls -d /dev/nvidia[0-9]* 2>/dev/null)" ]; then
    "$work/build/cuda/vector_add" >"$work/log" 2>&1
    [ $? != 0 ] && grep -q 'error: call vector_add, kernel vector_add_kernel: .*is there a GPU, and its driver? CUDA=emulator ' "$work/log"
    verdict $? "a machine without a GPU" "$work/log"
fi
finish

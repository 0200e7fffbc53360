#!/bin/sh
# tests/cuda/bundle.sh -- make TARGET=cuda bundle: its output needs nothing from this tree. Here the emulator replaces nvcc and
# the GPU: the programs are checked, a wrong one is named and the others still run, and the benches run.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator
here=$(pwd)

CC=$CC PALLASC=$PALLASC sh targets/cuda/bundle/make.sh "$work/bundle" >"$work/log" 2>&1
verdict $? "the bundle is written" "$work/log"
[ "$failed" = 0 ] || finish
[ "$(ls "$work"/bundle/examples/*.cu "$work"/bundle/conformance/*.cu "$work"/bundle/golden/*.cu | wc -l)" -ge 60 ]
verdict $? "the bundle has all programs" "$work/log"
! grep -r -l "$here" "$work/bundle" >"$work/log"
verdict $? "the bundle names this tree" "$work/log"

# emulated GOAL [VARIABLE...]: runs make in the bundle, with the emulator.
emulated() {
    (cd "$work/bundle" && flags=$(echo "$checked" | sed "s,emulator/include,$here/emulator/include,") &&
        make "$1" JOBS=2 COMPILE_CU="$cxx $flags -w -x c++" LINK=$cxx LIBS="$here/build/emulator/emulator.o -lpthread -lm" BLAS= \
            BLAS_LIBS= BENCH_FLAGS=-DBENCH_SMALL \
            COMPILE="$CC -std=c11 -O1 -w -Iinclude -Iexamples -I. -I$here/emulator/include" "$2" >"$work/log" 2>&1)
}

sed -i 's/ + y_vector/ - y_vector/' "$work/bundle/examples/vector_add.cu"
emulated check PROGRAMS="examples/vector_add examples/softmax examples/missing conformance/cores"
[ $? != 0 ] && grep -q '^examples/softmax  *ok ' "$work/log" && grep -q '^conformance/cores  *ok .*4 passed, 0 failed' "$work/log" &&
    grep -q '^examples/vector_add  *exit 1 ' "$work/log" && grep -q '^examples/missing  *unbuilt' "$work/log" &&
    grep -q '^failed: examples/vector_add examples/missing' "$work/log" && grep -q '^2 passed, 2 failed$' "$work/log"
verdict $? "make check" "$work/log"

[ -f "$work/bundle/examples/gpt2/gpt2.cu" ]
verdict $? "the bundle has no gpt2" "$work/log"

BENCH_SECONDS=0.01 emulated bench V=
verdict $? "make bench runs" "$work/log"
[ "$(grep -c ' ok$' "$work/log")" = 3 ] && grep -q '^  matmul, blocks of 128 .* [0-9]' "$work/log"
verdict $? "make bench prints tables" "$work/log"

# A launch that fails: its line says so, and the others go on. A library that is missing: the bench is built without it.
sed -i 's/softmax_kernel, 256,/softmax_kernel, 2560,/' "$work/bundle/bench/cuda/cuda.cu"
BENCH_SECONDS=0.01 emulated bench "BLAS_LIBS=-lno_such_library"
[ $? != 0 ] && grep -q '^  softmax  *failed: .*call softmax' "$work/log" && grep -q '^  matmul, blocks of 128 .* [0-9]' "$work/log" &&
    grep -q '^failed: softmax; ' "$work/log"
verdict $? "make bench after a failure" "$work/log"
grep -q '^cuBLAS cannot be linked' "$work/log"
verdict $? "make bench without cuBLAS" "$work/log"
finish

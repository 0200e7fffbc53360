#!/bin/sh
# tests/cuda/bundle.sh -- make TARGET=cuda bundle: its output needs nothing from this tree. Here the emulator replaces nvcc and
# the GPU: the programs are checked, a wrong one is named and the others still run, and the benches run. Scripts replace
# compute-sanitizer and the peers in Python.
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
            COMPILE="$CC -std=c11 -O1 -w -DCARD_SMALL -Iinclude -Iexamples -I. -I$here/emulator/include" "$2" "${3:-V=}" >"$work/log" 2>&1)
}

sed -i 's/ + y_vector/ - y_vector/' "$work/bundle/examples/vector_add.cu"
emulated check PROGRAMS="examples/vector_add examples/softmax examples/missing conformance/cores"
[ $? != 0 ] && grep -q '^examples/softmax  *ok ' "$work/log" && grep -q '^conformance/cores  *ok .*4 passed, 0 failed' "$work/log" &&
    grep -q '^examples/vector_add  *exit 1 ' "$work/log" && grep -q '^examples/missing  *unbuilt' "$work/log" &&
    grep -q '^failed: examples/vector_add examples/missing' "$work/log" && grep -q '^2 passed, 2 failed$' "$work/log"
verdict $? "make check" "$work/log"
grep -q '^there is no compute-sanitizer, ' "$work/log" || has compute-sanitizer
verdict $? "make check without compute-sanitizer" "$work/log"

# The architecture is that of the GPU: -arch=native would leave out what only sm_90a has.
mkdir "$work/smi"
printf '#!/bin/sh\necho ${CAPABILITY}\n' >"$work/smi/nvidia-smi"
chmod +x "$work/smi/nvidia-smi"
for chosen in 9.0:sm_90a 8.0:native 10.0:native :sm_80; do
    CAPABILITY=${chosen%:*} PATH=$work/smi:$PATH make -C "$work/bundle" -pn bench >"$work/log" 2>&1
    grep -q -x -e "CUDA_ARCH := -arch=${chosen#*:}" "$work/log"
    verdict $? "the bundle's architecture for '${chosen%:*}'" "$work/log"
done

# A finding is reported; the allocations of conformance/cores, which are too large on purpose, are none.
cat >"$work/sanitizer" <<'END'
#!/bin/sh
case "$2 $5" in
*cores) echo "========= Program hit cudaErrorMemoryAllocation (error 2) on CUDA API call to cudaMalloc." && exit 86 ;;
"racecheck build/examples/softmax") echo "========= Error: Race reported between Write access and Read access" && exit 86 ;;
esac
exec "$5"
END
chmod +x "$work/sanitizer"
emulated check PROGRAMS="examples/softmax conformance/cores" "SANITIZER=$work/sanitizer"
[ $? != 0 ] && grep -q '^memcheck: 1 programs without a finding, 1 that ask for too much memory, as expected$' "$work/log" &&
    grep -q '^racecheck found: examples/softmax conformance/cores ' "$work/log"
verdict $? "make check with compute-sanitizer" "$work/log"

[ -f "$work/bundle/examples/gpt2/gpt2.cu" ]
verdict $? "the bundle has no gpt2" "$work/log"

# A line for each operator, with the time of the peer.
printf "#!/bin/sh\necho 23 1000000\necho 2 1000000\n" >"$work/pytorch"
chmod +x "$work/pytorch"
PYTHON=$work/pytorch emulated scorecard CARDS=scorecard/kernelbench/softmax TUTORIALS=scorecard/triton/rows
[ $? = 0 ] && [ "$(grep -c "right$" "$work/log")" = 8 ] && [ "$(grep -c " peer 1000000.000 ms .* right$" "$work/log")" = 2 ]
verdict $? "make scorecard" "$work/log"

# One table. The best peer of a line is the fastest, in the process or in Python.
printf '#!/bin/sh\nsed "s/^[^|]*|\\([^|]*\\)|.*/\\1|a slow one|1e9/; s/^\\(add f32.*\\)slow one.*/\\1fast one|1e-9/" "$2"\n' >"$work/python"
chmod +x "$work/python"
BENCH_SECONDS=0.01 emulated bench "PYTHON=$work/python"
verdict $? "make bench runs" "$work/log"
lines=$(wc -l <"$work/bundle/build/lines")
[ "$lines" -ge 24 ] && [ "$(grep -c '  ok$' "$work/log")" = "$lines" ] && [ "$(grep -c 'best peer' "$work/log")" = 1 ] &&
    grep -q '^add f32  .* a fast one  ' "$work/log" && grep -q '^transpose f32  .* copy  ' "$work/log" &&
    grep -q '^matmul bf16 8192, 128x256x64  .* a slow one  ' "$work/log"
verdict $? "make bench prints a table with peers" "$work/log"

# A launch that fails: its line says so, and the others go on. A library that is missing: the bench is built without it.
sed -i 's/\(softmax_kernel, [0-9]*\),/\10,/' "$work/bundle/bench/cuda/cuda.cu"
BENCH_SECONDS=0.01 emulated bench "BLAS_LIBS=-lno_such_library" BENCH_OPS="add softmax"
[ $? != 0 ] && grep -q '^softmax f32, rows of 64  *failed: .*call softmax' "$work/log" && grep -q '^add f32  .* ok$' "$work/log" &&
    grep -q '^failed: softmax; ' "$work/log"
verdict $? "make bench after a failure" "$work/log"
grep -q '^cuBLAS cannot be linked' "$work/log"
verdict $? "make bench without cuBLAS" "$work/log"
finish

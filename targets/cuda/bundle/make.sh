#!/bin/sh
# make.sh FOLDER -- writes the bundle for CUDA to FOLDER: emitted code, the programs that check it, the runtime, and a Makefile
# that needs neither pallasc nor this tree. Run it from the root of the sources.   PALLASC: the program.
set -eu
to=$1
PALLASC=${PALLASC:-build/pallasc}
rm -rf "$to"
mkdir -p "$to/include" "$to/runtime/cuda" "$to/runtime/shared" "$to/runtime/opencl" "$to/examples" "$to/conformance" "$to/golden" \
    "$to/bench" "$to/opencl/gpt2" "$to/tests"
cp targets/cuda/bundle/Makefile targets/cuda/bundle/run.sh targets/cuda/bundle/sanitize.sh targets/cuda/bundle/README.md "$to"
cp pallas.h "$to/include"
cp targets/cuda/pl_cuda.h targets/cuda/pl_ptx.h targets/cuda/pl_tensor_map.h "$to/runtime/cuda"
cp targets/shared/call.h targets/shared/messages.h "$to/runtime/shared"
cp targets/opencl/pl_opencl.h "$to/runtime/opencl"
cp -r examples/. "$to/examples"
cp tests/test.h "$to"
cp tests/test.h "$to/tests"
cp tests/conformance/*.c "$to/conformance"
cp bench/*.h "$to/bench"
mkdir "$to/bench/cuda"
cp bench/cuda/* "$to/bench/cuda"
mkdir "$to/bench/peers"
cp bench/peers/*.py "$to/bench/peers"
cp -r scorecard "$to"

# The cases with results that JAX computed, as programs.
${CC:-cc} -std=c11 -O1 -o "$to/write-golden" tests/tools/golden.c -lm
"$to/write-golden" tests/conformance/golden/golden.txt "$to/golden" 16
rm "$to/write-golden"

here=$(pwd)
case $PALLASC in /*) ;; *) PALLASC=$here/$PALLASC ;; esac
cd "$to"

# translate TARGET SOURCE OUTPUT [FLAG...]: what pallasc says is shown where it fails.
translate() {
    target=$1 source=$2 output=$3
    shift 3
    "$PALLASC" --target="$target" "$source" -o "$output" -- -Iinclude "$@" 2>log || { cat log && exit 1; }
}

for source in examples/*.c examples/gpt2/gpt2.c conformance/*.c golden/*.c bench/cuda/cuda.c scorecard/kernelbench/*.c scorecard/triton/*.c; do
    translate cuda "$source" "${source%.c}.cu" -I.
done
for source in examples/*.c examples/gpt2/gpt2.c; do
    name=${source#examples/}
    name=${name%.c}
    translate opencl "$source" "opencl/$name.opencl.c"
done
rm log

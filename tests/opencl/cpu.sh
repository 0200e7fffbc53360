#!/bin/sh
# tests/opencl/cpu.sh -- what kernels for CPU devices compute, with vectors of every width; closes with N passed, N failed.
#
# tests/opencl/cpu/*.c go through pallasc and check themselves. PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
unset PALLAS PALLAS_DEVICE
export LC_ALL=C
CC=${CC:-cc}
PALLASC=${PALLASC:-build/pallasc}
passed=0 failed=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export POCL_CACHE_DIR="$work/cache"
mkdir "$POCL_CACHE_DIR"

if [ ! -x "$PALLASC" ]; then
    echo "there is no $PALLASC; try: make pallasc" >&2
    exit 2
fi
printf '#include <CL/cl.h>\nint main(void) { cl_uint n = 0; return clGetPlatformIDs(0, 0, &n) || !n; }\n' >"$work/any.c"
if ! $CC -DCL_TARGET_OPENCL_VERSION=120 -o "$work/any" "$work/any.c" -lOpenCL 2>"$work/log" || ! "$work/any"; then
    echo "0 passed, 0 failed, 1 skipped: there is no OpenCL to run on (ocl-icd-opencl-dev, pocl-opencl-icd)"
    exit 0
fi

# check NAME COMMAND...: it succeeds; else its output is shown.
check() {
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $name"
        tail -n 20 "$work/log" | sed 's/^/    /'
    fi
}
build() {
    "$PALLASC" --target=opencl -I. "tests/opencl/cpu/$1.c" -o "$work/$1.opencl.c" &&
        $CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -DPL_TARGET_OPENCL -I. -Itargets/opencl -o "$work/$1" \
            "tests/opencl/cpu/$1.c" "$work/$1.opencl.c" -lOpenCL -lm
}
for source in tests/opencl/cpu/*.c; do
    program=$(basename "$source" .c)
    check "$program builds" build "$program"
    for width in 4 8 16; do
        check "$program, vectors of $width" env PALLAS=width=$width "$work/$program"
    done
done
echo "$passed passed, $failed failed"
exit "$((failed != 0))"

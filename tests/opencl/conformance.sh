#!/bin/sh
# tests/opencl/conformance.sh -- every conformance program and golden case through pallasc and OpenCL, with its own main().
#
# Without FULL=1 a sample of the golden programs. What cannot run is listed in tests/opencl/not_run, "NAME: why", which
# is for programs about the interpreter itself alone. Then: what programs print is what the interpreter prints.
# Closes with N passed, N failed, N skipped: the tests within the programs.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
unset PALLAS PALLAS_DEVICE MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C
CC=${CC:-cc}
PALLASC=${PALLASC:-build/pallasc}
passed=0 failed=0 skipped=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export POCL_CACHE_DIR="$work/cache"
mkdir "$POCL_CACHE_DIR"

fail() {
    failed=$((failed + 1))
    echo "FAILED $1"
    [ $# = 1 ] || head -n 20 "$2" | sed 's/^/    /'
}
finish() {
    echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    exit "$((failed != 0))"
}

if [ ! -x "$PALLASC" ]; then
    echo "there is no $PALLASC; try: make pallasc" >&2
    exit 2
fi
printf '#include <CL/cl.h>\nint main(void) { cl_uint n = 0; return clGetPlatformIDs(0, 0, &n) || !n; }\n' >"$work/any.c"
if ! $CC -DCL_TARGET_OPENCL_VERSION=120 -o "$work/any" "$work/any.c" -lOpenCL 2>"$work/log" || ! "$work/any"; then
    echo "skipped: there is no OpenCL to run on (ocl-icd-opencl-dev, pocl-opencl-icd)"
    skipped=1
    finish
fi

# build FILE: $work/program from it, or a failure.
build() {
    if ! "$PALLASC" -I. --target=opencl "$1" -o "$work/program.opencl.c" >"$work/log" 2>&1; then
        fail "$1 is not translated" "$work/log"
    elif ! $CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -I. -Itargets/opencl -c -o "$work/program.o" \
        "$work/program.opencl.c" >"$work/log" 2>&1 ||
        ! $CC -std=c11 -w -O1 -DPL_TARGET_OPENCL -I. -o "$work/program" "$1" "$work/program.o" -lOpenCL -lm -lpthread \
            >"$work/log" 2>&1; then
        fail "$1: what was emitted does not compile" "$work/log"
    else
        return 0
    fi
    return 1
}

# count FILE: runs it, and adds the tests that it counts; one that counts none, or crashes, is a failure.
count() {
    build "$1" || return
    timeout 300 "$work/program" >"$work/log" 2>&1
    status=$?
    counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$work/log")
    if [ -z "$counts" ] || [ "$counts" = "0 0" ]; then
        fail "$1 ended with $status and counted no tests" "$work/log"
        return
    fi
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
    if [ "$status" != 0 ]; then
        echo "FAILED $1"
        head -n 20 "$work/log" | sed 's/^/    /'
    fi
}

mkdir "$work/golden"
$CC -std=c11 -O1 -o "$work/write-golden" tests/tools/golden.c -lm &&
    "$work/write-golden" tests/conformance/golden/golden.txt "$work/golden" 8 || fail "tests/tools/golden.c"
number=0
for source in tests/conformance/*.c "$work"/golden/*.c; do
    name=$(basename "$source" .c)
    case $source in "$work"/*)
        number=$((number + 1))
        [ -n "${FULL:-}" ] || [ $((number % 4)) = 1 ] || continue
        ;;
    esac
    if grep -q "^$name: " tests/opencl/not_run; then
        skipped=$((skipped + 1))
        if build "$source" >/dev/null 2>&1 && "$work/program" >"$work/log" 2>&1; then
            fail "$name: it runs, and tests/opencl/not_run says that it does not"
        fi
    else
        count "$source"
    fi
done

# The schedule for GPUs takes most of these kernels; what it does not take fails, and says so.
on_lanes() {
    PALLAS=schedule=gpu "$work/program" >"$work/printed" 2>"$work/log"
    [ "$(grep -vc " failed$" "$work/printed")" -ge 12 ] || return
    ! grep -v " failed$" "$work/printed" | grep -vxFf "$work/wanted" >"$work/log"
}

# What these print is what they print in interpret mode, on the schedule for GPUs, too. (The programs of print.c run one
# after the other, or the text of one would stand in that of another.)
for source in tests/opencl/print.c tests/opencl/as_written.c; do
    build "$source" || continue
    if $CC -std=c11 -w -I. -o "$work/interpreted" "$source" -lm >"$work/log" 2>&1 &&
        "$work/interpreted" >"$work/wanted" && [ -s "$work/wanted" ] &&
        "$work/program" >"$work/printed" 2>"$work/log" && diff -u "$work/wanted" "$work/printed" >"$work/log" &&
        { [ "$source" = tests/opencl/print.c ] || on_lanes; }; then
        passed=$((passed + 1))
    else
        fail "$source prints something else" "$work/log"
    fi
done

# A block index past the end is told with the operand, how many blocks there are, and the map.
if build tests/opencl/map_past_end.c; then
    "$work/program" >"$work/said" 2>"$work/log"
    if grep -q -F 'map_past_end.c:13: error: call copy, kernel copy_kernel, program (b=0, i=3): operand x: block index 4 on dim 1, which has 4 blocks of 4, counted from 0; index map (0, i % 8 + 1)' "$work/said"; then
        passed=$((passed + 1))
    else
        fail "what a map past the end is told" "$work/said"
    fi
fi
finish

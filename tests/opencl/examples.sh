#!/bin/sh
# tests/opencl/examples.sh -- every example through pallasc and OpenCL, with its own main() and check.
#
# What is refused is listed in tests/opencl/refused, "NAME: words", and no more than that; UPDATE=1 rewrites it.
# Then: a translation is the same twice, and a kernel that is changed makes its example fail.
# Closes with N passed, N failed, N skipped.   PALLASC: the program (build/pallasc).
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

pass() { passed=$((passed + 1)); }
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

# translate NAME: 0, or 1 with the reason added to the list of what is refused.
translate() {
    "$PALLASC" -I. --target=opencl "examples/$1.c" -o "$work/$1.opencl.c" >"$work/log" 2>&1 && return
    sed -n "s/.*: error: /$1: /p" "$work/log" | sort -u >>"$work/refused"
    return 1
}
compile() {
    $CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -I. -Itargets/opencl -c -o "$work/$1.o" \
        "$work/$1.opencl.c" >"$work/log" 2>&1 &&
        $CC -std=c11 -O2 -DPL_TARGET_OPENCL -I. -o "$work/$1" "examples/$1.c" "$work/$1.o" -lOpenCL -lm \
            >"$work/log" 2>&1
}

: >"$work/refused"
for source in examples/*.c; do
    example=$(basename "$source" .c)
    if ! translate "$example"; then
        if grep -q '^internal error' "$work/log" || ! grep -q ': error: ' "$work/log"; then
            fail "$example: neither translated nor refused" "$work/log"
        fi
    elif ! compile "$example"; then
        fail "$example: what was emitted does not compile" "$work/log"
    elif ! "$work/$example" >"$work/log" 2>&1; then
        fail "$example" "$work/log"
    else
        pass
    fi
done
[ -z "${UPDATE:-}" ] || cp "$work/refused" tests/opencl/refused
if diff -u tests/opencl/refused "$work/refused" >"$work/diff"; then pass; else fail "what is refused" "$work/diff"; fi

# The same bytes again, in the .cl, too.
mkdir "$work/again"
if "$PALLASC" -I. --target=opencl examples/matmul.c -o "$work/again/matmul.opencl.c" 2>"$work/log" &&
    cmp "$work/matmul.opencl.c" "$work/again/matmul.opencl.c" >"$work/log" 2>&1 &&
    cmp "$work/matmul.cl" "$work/again/matmul.cl" >"$work/log" 2>&1; then
    pass
else
    fail "matmul, translated twice" "$work/log"
fi

# changed NAME WHAT SED: the example notices.
changed() {
    sed "$3" "$work/$1.opencl.c" >"$work/changed.opencl.c"
    cp "examples/$1.c" "$work/changed.c"
    if cmp -s "$work/$1.opencl.c" "$work/changed.opencl.c"; then
        fail "$1, $2: nothing to change"
    elif $CC -std=c11 -w -O1 -I. -Itargets/opencl -Iexamples -DPL_TARGET_OPENCL -o "$work/changed" \
        "$work/changed.opencl.c" -x c - -lOpenCL -lm <"examples/$1.c" >"$work/log" 2>&1 &&
        ! "$work/changed" >"$work/log" 2>&1; then
        pass
    else
        fail "$1, $2: the example passes all the same" "$work/log"
    fi
}
changed vector_add "the kernel subtracts" 's/ + floatv_at(y/ - floatv_at(y/'
changed matmul "no edge is filled" 's/_window\[pl_at\] = /_window[pl_at] = 1 + /'
changed stencil "the edge is not copied out" 's/z_window\[pl_at_0/0 * z_window[pl_at_0/'
changed top_k "the window is left at the edge" 's/if (!value_whole)/if (0)/'
finish

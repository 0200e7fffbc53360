#!/bin/sh
# callers.sh -- a program and the code that pallasc wrote for it agree on its calls. pallasc defines PL_TARGET_... while it
# parses, as the C compiler does. If other macros differ, the call returns an error before it reads its arguments. Prints the
# counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C
CC=${CC:-cc}
PALLASC=${PALLASC:-build/pallasc}
. tests/tools/count.inc
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
[ -x "$PALLASC" ] || { echo "there is no $PALLASC; try: make pallasc" >&2 && exit 2; }

cat >"$work/minus.c" <<'END'
#include <pallas.h>
#ifdef PL_TARGET_OPENCL
enum { TARGET = 1 };
#elif defined PL_TARGET_TPU
enum { TARGET = 2 };
#else
enum { TARGET = 0 };
#endif
#ifdef SWAPPED
#define SCALARS PL_SCALAR(float, b), PL_SCALAR(TYPE, a)
#else
#define SCALARS PL_SCALAR(TYPE, a), PL_SCALAR(float, b)
#endif
#ifndef TYPE
#define TYPE float
#endif
#ifdef MORE
#define SIZES PL_SIZES(m, n)
#else
#define SIZES PL_SIZES(n)
#endif
#ifdef WRITTEN
#define ARRAY PL_INOUT
#define CONST
#else
#define ARRAY PL_IN
#define CONST const
#endif

PL_KERNEL(minus_kernel, SCALARS, PL_REF(CONST float, x, 1), PL_REF(float, z, 1))
{
    z[0] = x[0] + (float)a - b + 100 * TARGET;
}

PL_CALL(minus, minus_kernel, SIZES, SCALARS, PL_GRID((i, n)),
        ARRAY(float, x, (n), PL_BLOCKSPEC((1), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((1), (i))))

int main(void)
{
    float x[1] = { 0 }, z[1] = { 0 };
#ifdef MORE
    int code = minus(7, 1, 10, 3, x, z);
#else
    int code = minus(1, 10, 3, x, z);
#endif
    printf("%d %g\n", code, code ? 0 : (double)z[0]);
    return 0;
}
END
line=$(grep -n '^PL_CALL' "$work/minus.c" | cut -d : -f 1)
note="$work/minus.c:$line: note: give pallasc and the C compiler the same -D, -U and -include"

# prints TARGET DEFINE FLAG TEXT: one test; passes if the program, compiled with the flag that pallasc does not get, prints the
# text.
prints() {
    libs=
    [ "$1" != opencl ] || libs=-lOpenCL
    # shellcheck disable=SC2086 # words
    if "$PALLASC" -I. --target="$1" "$work/minus.c" -o "$work/minus.$1.c" >"$work/out" 2>&1 &&
        $CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -ffp-contract=off -D"$2" $3 -I. -Itargets/"$1" \
            -o "$work/minus" "$work/minus.c" "$work/minus.$1.c" $libs -lm >>"$work/out" 2>&1; then
        "$work/minus" >"$work/out" 2>&1
        printf '%s\n' "$4" | cmp -s - "$work/out"
    fi
    verdict $? "$1, a program compiled with $3" "$work/out"
}

rejects() {
    for wrong in "-DSWAPPED minus(long n, float b, float a, const float *x, float *z)" \
        "-DTYPE=double minus(long n, double a, float b, const float *x, float *z)" \
        "-DTYPE=int32_t minus(long n, int32_t a, float b, const float *x, float *z)" \
        "-DMORE minus(long m, long n, float a, float b, const float *x, float *z)" \
        "-DWRITTEN minus(long n, float a, float b, float *x, float *z)"; do
        prints "$1" "$2" "${wrong%% *}" "$work/minus.c:$line: error: call minus, kernel minus_kernel: the caller was compiled with other parameters: ${wrong#* } [parameters-differ]
$note
1 0"
    done
}

prints tpu PL_TARGET_TPU -DRIGHT "0 207"
rejects tpu PL_TARGET_TPU
echo 'int main(void) { return 0; }' >"$work/any.c"
if $CC -DCL_TARGET_OPENCL_VERSION=120 -include CL/cl.h -o "$work/any" "$work/any.c" -lOpenCL >"$work/log" 2>&1; then
    rejects opencl PL_TARGET_OPENCL
    "$PALLASC" -I. --target=opencl --emit=tree "$work/minus.c" 2>"$work/out" | grep -q 'TARGET = 1\|100 \* 1'
    verdict $? "pallasc --target=opencl does not define PL_TARGET_OPENCL" "$work/out"
else
    skip "there is no OpenCL to link with (ocl-icd-opencl-dev)"
fi
finish

#!/bin/sh
# gdb.sh -- gdb in emitted code: a conditional breakpoint in a program, its blocks as arrays, and in the calling function the step
# and the windows. With pallasc -g, gdb stops at the kernel's own lines. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
# shellcheck disable=SC2016 # gdb's dollars
if ! gdb -q -nx -batch -ex starti -ex 'print $pc' /bin/true 2>&1 | grep -q '^$1 = .*0x'; then
    echo "skipped: no gdb that can trace a process"
    skipped=1 passed=1
    finish
fi

# debug NAME FLAG...: builds matmul without optimization.
debug() {
    name=$1
    shift
    "$PALLASC" -I. "$@" --target=tpu examples/matmul.c -o "$work/$name.tpu.c" >"$work/log" 2>&1 &&
        $CC -std=c11 -w -O0 -g -ffp-contract=off -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/$name" examples/matmul.c \
            "$work/$name.tpu.c" -lm >>"$work/log" 2>&1 || fail "matmul does not build" "$work/log"
}
# says PATTERN: one test; passes if gdb printed it.
says() { if grep -q "$1" "$work/said"; then pass; else fail "gdb does not print: $1" "$work/said"; fi; }

# Program (0, 0, 1) is the second step: the second windows of x and y, the first of z.
debug plain
gdb -q -nx -batch -ex 'break matmul_body if l == 1' -ex run -ex 'print l' -ex 'print sizeof *x' -ex 'print x[0][0] == x[0][0]' \
    -ex next -ex up -ex 'print step' -ex 'print x.current % x.buffers' -ex 'print z.current' -ex 'print x_vmem[1][0][0] == x_array[128]' \
    "$work/plain" >"$work/said" 2>&1
says '^Breakpoint 1, matmul_body (l=1, '
says '^\$1 = 1$'
says '^\$2 = 512$'
says 'pl_mxu_dot(BM, BN, BK, PL_MXU(z), PL_MXU(x), PL_MXU(y));$'
says '^\$4 = 1$'
says '^\$5 = 1$'
says '^\$6 = 0$'
says '^\$7 = 1$'

debug lines -g
line=$(grep -n 'PL_DOT(z, x, y);' examples/matmul.c | cut -d : -f 1)
gdb -q -nx -batch -ex "break examples/matmul.c:$line" -ex run -ex 'print l' "$work/lines" >"$work/said" 2>&1
says "^Breakpoint 1[.0-9]*, matmul_body .* at examples/matmul.c:$line\$"
says "^$line"'.*PL_DOT(z, x, y);'
finish

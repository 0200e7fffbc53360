#!/bin/sh
# reports.sh -- the runtime's reports of a wrong schedule: file and line of the call, step, program, operand, window and mistake.
# The schedule is that of matmul, with one line changed. Then mistakes that interpret mode also reports. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

build "$work/matmul" examples/matmul.c || finish
emitted=$work/matmul.tpu.c
line=$(grep -n '^PL_CALL(matmul' examples/matmul.c | cut -d : -f 1)
$CC -std=c11 -w -O1 -DPL_TARGET_TPU -I. -Iexamples -c -o "$work/main.o" examples/matmul.c || exit 2

# says WHERE WORDS AWK: one test for each order of copies; passes if the call, with the lines that awk prints instead, fails with
# these words.
says() {
    awk "$3" "$emitted" >"$work/wrong.tpu.c"
    if cmp -s "$emitted" "$work/wrong.tpu.c"; then
        fail "nothing was changed for: $2"
        return
    fi
    $CC -std=c11 -w -O0 -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/wrong" "$work/wrong.tpu.c" "$work/main.o" -lm || exit 2
    for copies in early late random,seed=4; do
        PALLAS=copies=$copies "$work/wrong" >/dev/null 2>"$work/said"
        if [ $? = 1 ] && [ "$(cat "$work/said")" = "examples/matmul.c:$line: error: call matmul, kernel matmul_kernel$1: $2" ]; then
            pass
        else
            fail "copies=$copies does not report: $2" "$work/said"
        fi
    done
}

says ", step 0, program (i=0, j=0, l=0)" \
    "operand x: the body uses window 0, while the copy into it that step 0 started was not waited for [body-in-flight]" \
    '/pl_dma_in_wait\(&x/ { print ";"; next } { print }'
says ", step 0, program (i=0, j=0, l=0)" "operand y: a wait for a copy into window 0, and none was started [window-not-copied]" \
    '/pl_dma_in\(&y/ && !n++ { next } { print }'
says "" "operand z: the copy out of window 1 that step 11 started was never waited for [window-not-waited]" \
    '/Epilogue/ { last = 1 } last && /pl_dma_out_wait/ { print ";"; next } { print }'
says ", step 1, program (i=0, j=0, l=1)" \
    "operand x: a copy into window 1, while the copy in that step 0 started was not waited for [window-in-flight]" \
    '/x\.copies_in\+\+/ && n++ { next } /x_changed\)$/ { sub(/x_changed/, "x_changed \\&\\& !step") } { print }'
says ", step 0, program (i=0, j=0, l=0)" "operand x: dim 0: a block at element 1152 leaves the array of 200 [element-block]" \
    '/pl_blocked\(i, BM, m\), pl_blocked\(l/ { sub(/pl_blocked\(i/, "pl_blocked(9") } { print }'

# Mistakes of a call are reported as in interpret mode, for the program that uses the block, although its fetch began earlier.
# After a failed PL_CHECK the kernel must stop: it would read far outside a block.
for mistake in arrays_overlap alias_other_array none_past_end full_index \
    element_window_leaves_padding bounded_slice_leaves_array bounded_slice_too_large check_ends_the_kernel loop_step_zero \
    multiple_of_broken alias_of_other_size \
    arrays_size_of_another; do
    build "$work/wrong" tests/errors/$mistake.c || continue
    for copies in early late random,seed=4; do
        PALLAS=copies=$copies "$work/wrong" >"$work/all" 2>&1
        echo "[exit $?]" >>"$work/all"
        if diff -u tests/errors/$mistake.expected "$work/all" >"$work/diff"; then
            pass
        else
            fail "tests/errors/$mistake.c, copies=$copies" "$work/diff"
        fi
    done
done
finish

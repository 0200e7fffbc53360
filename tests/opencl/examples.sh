#!/bin/sh
# tests/opencl/examples.sh -- every example through pallasc and OpenCL under both schedules, with its own main() and check.
#
# tests/opencl/refused lists exactly the rejected examples, as "NAME: message"; UPDATE=1 rewrites it. Without FULL=1, SEED=n
# selects one example in five to run; one in ten is optimized, by PoCL as well, and runs under the schedule for GPUs, too.
# Then: two translations are the same, and an example with a changed kernel fails.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc
quickly=$how

: >"$work/refused"
number=0
for source in examples/*.c examples/gpt2/*.c; do
    example=$(basename "$source" .c)
    number=$((number + 1))
    launcher=$work/$example.opencl.c
    if ! translate "$source" "$launcher"; then
        sed -n "s/.*: error: /$example: /p" "$work/log" | sort -u >>"$work/refused"
        if grep -q '^internal error' "$work/log" || ! grep -q ': error: ' "$work/log"; then
            fail "$example: neither translated nor rejected" "$work/log"
        fi
    elif ! grep -q "_gpu(" "$launcher"; then
        fail "$example has no schedule for GPUs" "$work/log"
    elif ! sampled $number 5; then
        pass
    elif how=$quickly && { ! sampled $number 10 || how=-O1; } && ! link "$work/$example" "$source" "$launcher"; then
        fail "$example: the emitted code does not compile" "$work/log"
    else
        schedules=cpu flags=-cl-opt-disable
        if sampled $number 10; then schedules="cpu gpu" flags=; fi
        for schedule in $schedules; do
            [ $schedule = cpu ] || runs_gpu || continue
            POCL_EXTRA_BUILD_FLAGS=$flags PALLAS=schedule=$schedule "$work/$example" >"$work/log" 2>&1
            verdict $? "$example, schedule=$schedule" "$work/log"
        done
    fi
done
[ -z "${UPDATE:-}" ] || cp "$work/refused" tests/opencl/refused
diff -u tests/opencl/refused "$work/refused" >"$work/diff"
verdict $? "other examples are rejected than tests/opencl/refused lists" "$work/diff"

# Two translations are the same, also in the .cl file.
mkdir "$work/again"
translate examples/matmul.c "$work/again/matmul.opencl.c" &&
    cmp "$work/matmul.opencl.c" "$work/again/matmul.opencl.c" >"$work/log" 2>&1 &&
    cmp "$work/matmul.cl" "$work/again/matmul.cl" >"$work/log" 2>&1
verdict $? "matmul, translated twice" "$work/log"

# changed NAME WHAT SED: one test, of which half are run; passes if the example fails after the change.
changes=0
changed() {
    changes=$((changes + 1))
    sampled $changes 2 || return 0
    sed "$3" "$work/$1.opencl.c" >"$work/changed.opencl.c"
    if cmp -s "$work/$1.opencl.c" "$work/changed.opencl.c"; then
        fail "$1, $2: nothing to change"
    elif ! link "$work/changed" "examples/$1.c" "$work/changed.opencl.c"; then
        fail "$1, $2: it no longer compiles" "$work/log"
    else
        ! "$work/changed" >"$work/log" 2>&1
        verdict $? "$1, $2: the example passes nevertheless" "$work/log"
    fi
}
how=$quickly
compile_quickly
changed vector_add "the kernel subtracts" 's/ + ahead_at(floatv_at, y/ - ahead_at(floatv_at, y/'
changed matmul "partial blocks are not filled" 's/_window\[pl_at\] = /_window[pl_at] = 1 + /'
changed stencil "partial blocks are not copied out" 's/pl_copy_float(z_block, /pl_copy_float(z_window, /'
changed top_k "partial blocks are not masked" 's/if (!value_whole)/if (0)/'
finish

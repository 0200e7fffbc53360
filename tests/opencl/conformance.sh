#!/bin/sh
# tests/opencl/conformance.sh -- every conformance program and golden case through pallasc and OpenCL, with its own main(),
# on PoCL under both schedules, to the bit.
#
# Without FULL=1 a sample that SEED=n selects: every twelfth program, and every third of these also under the schedule for GPUs;
# one in four of the mistakes; and PoCL does not optimize. tests/opencl/not_run lists the programs that cannot run, as "NAME: why"; these are only programs
# about the interpreter itself. Then: programs print the same as in interpret mode, and mistakes are reported the same way.
# Prints `N passed, N failed` last, N skipped: the tests within the programs.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc
[ -n "${FULL:-}" ] || compile_quickly

# count FILE SCHEDULE: runs the program, and adds the counts that it prints. A program that counts no tests, or crashes, fails.
count() {
    [ "$2" = cpu ] || runs_gpu || return
    PALLAS=schedule=$2 timeout 300 "$work/program" >"$work/log" 2>&1
    status=$?
    counts=$(sed -n '$s/^\([0-9]*\) passed, \([0-9]*\) failed.*/\1 \2/p' "$work/log")
    if [ -z "$counts" ] || [ "$counts" = "0 0" ]; then
        fail "$1, schedule=$2, ended with $status and counted no tests" "$work/log"
        return
    fi
    passed=$((passed + ${counts% *})) failed=$((failed + ${counts#* }))
    if [ "$status" != 0 ]; then
        echo "FAILED $1, schedule=$2"
        head -n 20 "$work/log" | sed 's/^/    /'
    fi
}

number=0
for source in tests/conformance/*.c; do
    name=$(basename "$source" .c)
    number=$((number + 1))
    sampled $number 12 || continue
    if ! grep -q "^$name: " tests/opencl/not_run; then
        build "$work/program" "$source" || continue
        count "$source" cpu
        ! sampled $number 36 || count "$source" gpu
    else
        skipped=$((skipped + 1))
        if translate "$source" "$work/program.opencl.c" && link "$work/program" "$source" "$work/program.opencl.c" &&
            timeout 300 "$work/program" >"$work/log" 2>&1; then
            fail "$name runs, but tests/opencl/not_run lists it"
        fi
    fi
done

# Many small programs, so that a sample has cases of all kinds.
mkdir "$work/golden"
$CC -std=c11 -O1 -o "$work/write-golden" tests/tools/golden.c -lm &&
    "$work/write-golden" tests/conformance/golden/golden.txt "$work/golden" 16 || fail "tests/tools/golden.c"
number=0
for source in "$work"/golden/*.c; do
    number=$((number + 1))
    sampled $number 18 || continue
    build "$work/program" "$source" || continue
    count "$source" cpu
    ! sampled $number 54 || count "$source" gpu
done

# on_lanes: succeeds if the schedule for GPUs accepts most of these kernels and prints the same for them; the others print
# "failed".
on_lanes() {
    runs_gpu || return 0
    PALLAS=schedule=gpu "$work/program" >"$work/printed" 2>"$work/log"
    [ "$(grep -vc " failed$" "$work/printed")" -ge 12 ] || return
    ! grep -v " failed$" "$work/printed" | grep -vxFf "$work/wanted" >"$work/log"
}

# These programs print the same as in interpret mode, as_written.c also under the schedule for GPUs. There the texts that the
# programs of print.c print would be mixed.
for source in tests/opencl/print.c tests/opencl/as_written.c; do
    build "$work/program" "$source" || continue
    $CC -std=c11 -w -I. -o "$work/interpreted" "$source" -lm >"$work/log" 2>&1 &&
        "$work/interpreted" >"$work/wanted" && [ -s "$work/wanted" ] &&
        "$work/program" >"$work/printed" 2>"$work/log" && diff -u "$work/wanted" "$work/printed" >"$work/log" &&
        { [ "$source" = tests/opencl/print.c ] || on_lanes; }
    verdict $? "$source prints something else than in interpret mode" "$work/log"
done

# same_report: succeeds if the program's output is $work/expected, also under the schedule for GPUs. If several programs of a
# grid are wrong, the first report is printed. On one core that is the first program's.
same_report() {
    settings=schedule=cpu
    ! runs_gpu || settings="$settings schedule=gpu"
    for setting in $settings; do
        POCL_MAX_PTHREAD_COUNT=1 POCL_CPU_MAX_CU_COUNT=1 PALLAS=$setting "$work/program" >"$work/all" 2>&1
        echo "[exit $?]" >>"$work/all"
        sed 's/, from the map .* \[/ [/' "$work/all" | diff "$work/expected" - >"$work/log" || return 1
    done
}

# A block outside its array is reported as in interpret mode, with the map as it was written. The map has a %. Both
# indices of the batch are wrong, and may run at the same time: either reports first.
if build "$work/program" tests/opencl/map_past_end.c; then
    "$work/program" >"$work/log" 2>&1
    sed "s/(b=1, i=3)/(b=0, i=3)/" "$work/log" | grep -q -F 'map_past_end.c:14: error: call copy, kernel copy_kernel, program (b=0, i=3): operand x: block index 4 is out of range on dim 1, which has 4 blocks of 4 (0 to 3); index map (0, i % 8 + 1)'
    verdict $? "the report of a map past the end" "$work/log"
fi

# A map that would read a table past its end is reported before the read.
if build "$work/program" tests/opencl/table_past_end.c; then
    cat >"$work/expected" <<END
tests/opencl/table_past_end.c:10: error: call gather, kernel gather_kernel, program (i=2): operand x: subscript 3 of dim 1 of table t, which has 3; index map (t[1][order[i]]) [table-entry]
tests/opencl/table_past_end.c:10: note: the map's subscript is out of range
[exit 1]
END
    same_report
    verdict $? "the report of a map that reads a table past its end" "$work/log"
fi

# The map is not compared, because interpret mode shows it with its macros expanded.
for mistake in bounded_slice_leaves_array bounded_slice_too_large element_window_leaves_padding full_index \
    none_past_end prefetch_entry_out_of_range prefetch_negative_entry slice_empty \
    slice_to_its_end loop_step_zero multiple_of_broken alias_of_other_size \
    arrays_size_of_another; do
    number=$((number + 1))
    sampled $number 4 || continue
    build "$work/program" tests/errors/$mistake.c || continue
    sed 's/, from the map .* \[/ [/' tests/errors/$mistake.expected >"$work/expected"
    same_report
    verdict $? "tests/errors/$mistake.c: another report than in interpret mode" "$work/log"
done

# Mistakes in arrays, sizes and pointers are reported as in interpret mode, with notes, but without the elements' type.
for mistake in alias_other_array alias_of_other_size arrays_overlap arrays_size_of_another outputs_overlap negative_grid \
    negative_size null_array size_overflows grid_too_long; do
    number=$((number + 1))
    sampled $number 4 || continue
    build "$work/program" tests/errors/$mistake.c || continue
    sed 's/ of float//g; s/call last:/call last, kernel last_kernel:/' tests/errors/$mistake.expected >"$work/expected"
    same_report
    verdict $? "tests/errors/$mistake.c: another report than in interpret mode" "$work/log"
done
finish

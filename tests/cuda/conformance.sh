#!/bin/sh
# tests/cuda/conformance.sh -- every conformance program and golden case through pallasc and the emulator of CUDA, with its
# own main().
#
# Without FULL=1 a sample that SEED=n selects: every twelfth program. tests/cuda/not_run lists the programs that cannot run, as
# "NAME: why". Then: golden code compiles, programs print the same as in interpret mode, and mistakes are reported with the same messages.
# Prints `N passed, N failed` last, N skipped: the tests within the programs.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

# count FILE ORDER: runs the program, and adds the counts that it prints. A program that counts no tests, or crashes, fails.
count() {
    PALLAS=order=$2 timeout 300 "$work/program" >"$work/log" 2>&1
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

number=0
for source in tests/conformance/*.c; do
    name=$(basename "$source" .c)
    number=$((number + 1))
    sampled $number 12 || continue
    if grep -q "^$name: " tests/cuda/not_run; then
        skip "$(grep "^$name: " tests/cuda/not_run)"
    elif build "$work/program" "$source"; then
        count "$source" "$( [ $((number % 2)) = 0 ] && echo reverse || echo random )"
    fi
done

# f8 by its own instruction, as GPUs from sm_89 on have it. For others nvcc must find none.
source=tests/conformance/f8_products.c
translate $source "$work/products.cu"
{ echo '#define PL_F8_MMA 1'; cat "$work/products.cu"; } >"$work/instruction.cu"
if link "$work/program" $source "$work/instruction.cu"; then
    count "$source by the instruction for f8" random
else
    fail "the products of f8 by their instruction do not compile" "$work/log"
fi
for case in sm_80:0 sm_89:2 sm_90a:2; do
    has nvcc || break
    nvcc -std=c++17 -Itargets/cuda -O3 -arch=${case%:*} -ptx -o "$work/code.ptx" "$work/products.cu" >"$work/log" 2>&1 &&
        [ "$(grep -o 'mma.sync.aligned.m16n8k32.row.col.f32.e[0-9m]*.e[0-9m]*' "$work/code.ptx" | sort -u | wc -l)" = ${case#*:} ]
    verdict $? "on ${case%:*} there are not ${case#*:} instructions that multiply f8" "$work/log"
done

# Many small programs, so that a sample has cases of all kinds.
mkdir "$work/golden"
$CC -std=c11 -O1 -o "$work/write-golden" tests/tools/golden.c -lm &&
    "$work/write-golden" tests/conformance/golden/golden.txt "$work/golden" 16 || fail "tests/tools/golden.c"
number=0
for source in "$work"/golden/*.c; do
    number=$((number + 1))
    sampled $number 24 || continue
    build "$work/program" "$source" && count "$source" reverse
done

# The golden code is read as it is; tests/cuda/nvcc.sh translates these calls again, for nvcc. A header for other code comes first.
number=0
for code in tests/golden/call_*.cuda; do
    number=$((number + 1))
    sampled $number 6 || continue
    sed -n '/^\/\/ The calls of /,$p' "$code" >"$work/golden.cu"
    # shellcheck disable=SC2086 # flags
    [ -s "$work/golden.cu" ] && $cxx $checked -Ibuild/emulator/checked $warned $quiet -fsyntax-only -x c++ "$work/golden.cu" >"$work/log" 2>&1
    verdict $? "$code does not compile" "$work/log"
done

# The program prints the same lines as in interpret mode, in any order, because blocks run in any order.
if build "$work/program" tests/opencl/print.c; then
    $CC -std=c11 -w -I. -o "$work/interpreted" tests/opencl/print.c -lm >"$work/log" 2>&1 &&
        "$work/interpreted" | sort >"$work/wanted" && [ -s "$work/wanted" ] &&
        "$work/program" 2>"$work/log" | sort >"$work/printed" && diff -u "$work/wanted" "$work/printed" >"$work/log"
    verdict $? "print.c prints something else than in interpret mode" "$work/log"
fi

# same_report: succeeds if the program's output is $work/expected. If several programs of a grid are wrong, the first report is
# printed. With order=forward that is the first program's.
same_report() {
    PALLAS=order=forward "$work/program" >"$work/all" 2>&1
    echo "[exit $?]" >>"$work/all"
    sed 's/, from the map .*//' "$work/all" | diff "$work/expected" - >"$work/log"
}

number=0
for mistake in bounded_slice_leaves_array bounded_slice_too_large element_window_leaves_padding full_index \
    none_past_end prefetch_entry_out_of_range prefetch_negative_entry slice_empty \
    slice_to_its_end loop_step_zero alias_other_array alias_of_other_size arrays_overlap arrays_size_of_another outputs_overlap \
    negative_grid negative_size null_array size_overflows grid_too_long; do
    number=$((number + 1))
    sampled $number 5 || continue
    build "$work/program" tests/errors/$mistake.c || continue
    sed 's/, from the map .*//; s/ of float//g; s/call last:/call last, kernel last_kernel:/' tests/errors/$mistake.expected >"$work/expected"
    same_report
    verdict $? "tests/errors/$mistake.c: another report than in interpret mode" "$work/log"
done
finish

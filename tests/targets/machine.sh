#!/bin/sh
# machine.sh -- targets/T/machine is data: another machine gives another plan, whose code computes the same; a wrong line is
# reported with its place. One in three of the programs runs (by SEED; FULL=1: all), and nothing is optimized. Prints the counts
# last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/machine && [ -d "$WORK" ] || exit 2
export LC_ALL=C
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
cp -r targets "$work/targets"
machine=$work/targets/opencl/machine

# plan: prints the sizes in the plan of matmul for this machine.
plan() {
    build/pallasc -I. --templates="$work/targets" --target=opencl --emit=facts examples/matmul.c 2>&1 |
        grep -o -e '[0-9]* x [0-9]* elements' -e 'slices [0-9]* deep' -e 'PL_LOCAL_BYTES», «[0-9]*' -e 'PL_LANES», «[0-9]*' | sort -u
}
plan >"$work/as_it_is"
cat >"$machine" <<'END'
# a small one
dot_tile 4
dot_slice 8   # and no more
lanes_most 128
registers 32
END
plan >"$work/small"
grep -q '^4 x' "$work/small" && grep -q '^8 x' "$work/as_it_is"
verdict $? "the plan does not follow dot_tile" "$work/small"
grep -q 'slices 8 deep' "$work/small" && grep -q 'slices 16 deep' "$work/as_it_is" &&
    [ "$(grep LOCAL "$work/small")" != "$(grep LOCAL "$work/as_it_is")" ]
verdict $? "the plan does not follow dot_slice" "$work/small"

# Sums of PL_DOT begin at zero if a PL_FILL with 0 into local memory comes just before. The PL_FILL then writes nothing.
build/pallasc -I. --target=opencl --emit=facts tests/conformance/dot_slices.c 2>"$work/log" | tee "$work/facts" |
    sed -n '/«PL_GROUP»/,/^»»)m4_dnl/p' >"$work/dots"
[ "$(grep -c '^pl_sum.* = 0;' "$work/dots")" = 4 ] && [ "$(grep -c '^»pl_element(.*pl_at_1\]»)« = »pl_convert(' "$work/facts")" = 9 ] &&
    [ "$(grep -c '^[a-z]*\[pl_.*\] = »pl_convert(' "$work/dots")" = 5 ] &&
    [ "$(grep -c '^pl_sum.* : 0;' "$work/dots")" = 2 ]
verdict $? "in the plan of dot_slices other sums begin at zero" "$work/log"

# computes SOURCE HOW [VARIABLE=value...]: one test in three; the program, planned for this machine, passes its own checks.
number=0
computes() {
    source=$1 what=$2
    shift 2
    number=$((number + 1))
    sampled $number 3 || return 0
    POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable make -s run SRC="$source" TARGET=opencl BUILD="$work/build_$number" PALLASC=build/pallasc \
        CFLAGS=-O0 PALLAS_FLAGS="--templates=$work/targets" PALLAS=schedule=gpu "$@" >"$work/log" 2>&1 &&
        ! grep -q -e 'race at' -e 'Invalid ' -e divergence "$work/log"
    status=$?
    if grep -q 'no OpenCL platform' "$work/log"; then
        skip "there is no OpenCL platform"
    else
        verdict $status "$source, $what, fails" "$work/log"
    fi
}

# The code of the other plan computes the same.
for example in matmul flash_attention softmax; do
    computes "examples/$example.c" "planned for a small machine"
done

# staged SOURCE STAGES [UNDER]: with slices or windows that are fetched ahead the program passes its own checks, and the
# simulator UNDER finds no race. Its local memory is what OpenCL promises; without a simulator there is room for all stages.
staged() {
    { cat targets/opencl/machine && echo "stages $2" && { [ -n "${3:-}" ] || echo "local_bytes 65536"; }; } >"$machine"
    build/pallasc -I. --templates="$work/targets" --target=opencl --emit=facts "$1" 2>&1 |
        grep -q "_\(buffers\|slices\) + [a-z_ /0-9]* % $2 "
    verdict $? "the plan of $1 does not have $2 stages"
    computes "$1" "with $2 stages${3:+ under $3}" UNDER="${3:-}" PALLAS=schedule=gpu,groups=1
}
for source in examples/flash_attention.c tests/conformance/dot_slices.c tests/conformance/dot_steps.c; do
    staged $source 2
done
for source in examples/matmul.c tests/conformance/dot_steps.c tests/conformance/ahead_windows.c \
    tests/conformance/copied_windows.c; do
    staged $source 3
done
if has oclgrind; then
    staged tests/conformance/dot_slices.c 2 "oclgrind --data-races"
    staged tests/conformance/ahead_windows.c 3 "oclgrind --data-races"
    staged tests/conformance/copied_windows.c 3 "oclgrind --data-races"
else
    skip "there is no oclgrind, which finds races (apt-get install oclgrind)"
fi

# owned SOURCE ROWS COLUMNS DEPTH LANES ACROSS RUN: the sums of PL_DOT belong to work-items as this matrix instruction
# would have it, and the program passes its own checks.
owned() {
    { cat targets/opencl/machine && echo "mma_rows $2" && echo "mma_columns $3" && echo "mma_depth $4" && echo "mma_lanes $5" &&
        echo "mma_across $6" && echo "mma_run $7" && echo "local_bytes 65536"; } >"$machine"
    column="pl_column + pl_j \* $6"
    [ "$7" = 1 ] || column="pl_column \* $7 + pl_j / $7 \* $(($6 * $7)) + pl_j % $7"
    build/pallasc -I. --templates="$work/targets" --target=opencl --emit=facts "$1" >"$work/log" 2>&1
    grep -q "LANES_ARRANGED», ««[0-9]* x $6 lanes»" "$work/log" && grep -q "$column" "$work/log" && grep -q 'pl_y.* = pl_f32_of_b*f16(.*_slice\[' "$work/log"
    verdict $? "the sums in $1 are not shared as an instruction of $5 work-items would have it" "$work/log"
    computes "$1" "with sums shared by $5 work-items, $6 in a row"
}
owned tests/conformance/matrix_units.c 16 16 16 32 4 2
owned tests/conformance/matrix_units.c 64 16 16 128 4 2
owned tests/conformance/dot_operands.c 16 8 8 64 8 1
owned examples/matmul_bf16.c 32 32 32 64 8 4

# wrong LINE PATTERN [TARGET]: one test; passes if a machine with this line is rejected, at the line.
wrong() {
    machine=$work/targets/${3:-opencl}/machine
    printf '# a machine\n%s\n' "$1" >"$machine"
    build/pallasc -I. --templates="$work/targets" --target="${3:-opencl}" --emit=facts examples/matmul.c >"$work/out" 2>"$work/log"
    [ $? = 1 ] && [ ! -s "$work/out" ] && grep -q "machine:2:1: error: $2" "$work/log"
    verdict $? "a machine with the line '$1' is not rejected" "$work/log"
}
wrong 'dot_tiles 8' "a machine has no 'dot_tiles'"
wrong 'dot_tile' "'dot_tile' is a number from 1 to 32"
wrong 'dot_tile 0' "'dot_tile' is a number"
wrong 'local_bytes 32K' "'local_bytes' is a number"
# These templates have no code for them.
wrong 'warp 32' "the templates of this target have no code for 'warp' 32"
wrong 'piece_bytes 16' "the templates of this target have no code for 'piece_bytes' 16"
wrong 'copies 1' "the templates of this target have no code for 'copies' 1"
grep -q "machine:2:1: note: they have code for 0; templates with code for another number say so in .*/opencl/spelled$" "$work/log"
verdict $? "the note does not name the number" "$work/log"

# Those for CUDA have code for 32 and 16, and matrix instructions need not be used.
wrong 'warp 16' "the templates of this target have no code for 'warp' 16" cuda
wrong 'mma_depth 8' "the templates of this target have no code for 'mma_depth' 8" cuda
printf 'warp 32\nmma_depth 16\nmma_rows 16\nmma_columns 16\nmma_lanes 32\nmma_across 3\nmma_run 2\n' >"$machine"
build/pallasc -I. --templates="$work/targets" --target=cuda --emit=facts examples/matmul.c >"$work/out" 2>"$work/log"
[ $? = 1 ] && grep -q "machine:1:1: error: the 16 x 16 sums of a matrix instruction cannot be shared evenly by 32 lanes" "$work/log"
verdict $? "a machine whose lanes cannot share the sums evenly is not rejected" "$work/log"
printf 'warp 32\n' >"$machine"
build/pallasc -I. --templates="$work/targets" --target=cuda --emit=facts examples/matmul.c >"$work/out" 2>"$work/log" && [ -s "$work/out" ]
verdict $? "a machine for CUDA without matrix instructions is rejected" "$work/log"
finish

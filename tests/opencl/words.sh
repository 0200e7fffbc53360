#!/bin/sh
# tests/opencl/words.sh -- what gen/prove/words.c declares of the words that access memory is what OpenCL's do: which arguments are read and
# written, and which elements. CUDA's are observed in the emulator (tests/cuda/words.sh), those of OpenCL by their results; copies start
# and end within a word. A wrong declaration is noticed.
# Prints `N passed, N failed` last.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc

# The kernels stand before those of a program.
cp -r targets "$work/targets" &&
    awk -v text=tests/opencl/words.m4 '/^cl_globals\(«cl_device_record»/ { while ((getline line < text) > 0) print line } { print }' \
        targets/opencl.m4 >"$work/targets/opencl.m4" &&
    "$PALLASC" -I. --target=opencl --templates="$work/targets" examples/matrix_add.c -o "$work/words.opencl.c" >"$work/log" 2>&1 &&
    $CC -std=c11 -Wall -Wextra -Werror -DCL_TARGET_OPENCL_VERSION=120 -o "$work/words" tests/opencl/words.c -lOpenCL >"$work/log" 2>&1
verdict $? "the kernels of words build" "$work/log"

# Lines NAME ARGUMENTS ELEMENTS, of the words that OpenCL has and that access memory.
sed -n 's/^    { "\(say_[a-z_]*\)", "\([^"]*[rw][^"]*\)".*/\1 \2/p' gen/prove/words.c | while read -r word arguments; do
    ! grep -q "«$word(" targets/opencl/*.m4 || echo "$word $arguments $(sed -n "s/^word_case(«${word#say_}», \([0-9]*\),.*/\1/p" tests/opencl/words.m4)"
done >"$work/table"
[ -s "$work/table" ] && ! grep -v ' [0-9][0-9]*$' "$work/table" >"$work/log"
verdict $? "these words have no kernel in words.m4" "$work/log"

"$work/words" "$work/words.cl" "$work/table" >"$work/log" 2>&1
verdict $? "the declarations differ from what kernels do" "$work/log"

# wrong FROM TO: one test; passes if a table with this error is noticed.
wrong() {
    sed "s/^$1/$2/" "$work/table" >"$work/wrong"
    ! cmp -s "$work/table" "$work/wrong" && ! "$work/words" "$work/words.cl" "$work/wrong" >"$work/log" 2>&1
    verdict $? "a table with $2 instead of $1 is not noticed" "$work/log"
}
wrong 'say_store -rw-' 'say_store -r--'
wrong 'say_store_piece wrn' 'say_store_piece rwn'
wrong 'say_load --r--' 'say_load -----'
wrong 'say_fetch_element -wr 1' 'say_fetch_element -wr 2'
wrong 'say_fetch_masked -wr-' 'say_fetch_masked -w--'
finish

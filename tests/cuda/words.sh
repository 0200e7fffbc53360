#!/bin/sh
# tests/cuda/words.sh -- what gen/prove/words.c declares of the words that access memory or wait is what the emulator observes: which
# arguments are read and written, which elements, which of them later, and which copies have ended. A wrong declaration is noticed.
# Prints `N passed, N failed` last.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

# The kernel stands after those of a program, before the header.
cp -r targets "$work/targets" &&
    awk -v text=tests/cuda/words.m4 '/^m4_dnl  ==== For code that launches/ { while ((getline line < text) > 0) print line } { print }' \
        targets/cuda.m4 >"$work/targets/cuda.m4" &&
    "$PALLASC" -I. --target=cuda --templates="$work/targets" examples/matmul.c -o "$work/words.cu" >"$work/log" 2>&1 &&
    $cxx $checked -w -Itargets/cuda -x c++ -c "$work/words.cu" -o "$work/words.o" >"$work/log" 2>&1 &&
    $cxx -std=c++17 -Wall -Wextra -Werror -isystem emulator/include -c tests/cuda/words.cc -o "$work/observe.o" >"$work/log" 2>&1
verdict $? "the kernel of words builds" "$work/log"

wraps=
for name in 13access_memoryEmmjPKv 10begin_copyEmmPKv 8end_copyEmmjmPNS_5BlockE; do wraps="$wraps -Wl,--wrap=_ZN8emulator$name"; done
objects=$(ls build/emulator/*.o | grep -v '/emulator\.o$')
# shellcheck disable=SC2086 # flags and files
$cxx -o "$work/words" "$work/words.o" "$work/observe.o" $wraps $objects -lpthread >"$work/log" 2>&1
verdict $? "the observer links" "$work/log"
[ "$failed" = 0 ] || finish

sed -n 's/^    { "\(say_[a-z_]*\)", "\([^"]*\)", \(true\|false\), \([A-Z_]*\) },$/\1 "\2 " \3 \4/p' gen/prove/words.c >"$work/table"
[ "$(grep -c '^    { "say_' gen/prove/words.c)" = "$(wc -l <"$work/table")" ]
verdict $? "each line of the table is read" "$work/table"

PALLAS=copies=late "$work/words" "$work/table" >"$work/log" 2>&1
verdict $? "the declarations differ from what is observed" "$work/log"
grep -q '^[1-9][0-9]* passed, 0 failed$' "$work/log"
verdict $? "words prints its counts" "$work/log"

# wrong FROM TO: one test; passes if a table with this error is noticed.
wrong() {
    sed "s/^$1/$2/" "$work/table" >"$work/wrong"
    ! cmp -s "$work/table" "$work/wrong" && ! PALLAS=copies=late "$work/words" "$work/wrong" >"$work/log" 2>&1
    verdict $? "a table with $2 instead of $1 is not noticed" "$work/log"
}
wrong 'say_store_piece "wrn' 'say_store_piece "rwn'
wrong 'say_store_piece "wrn' 'say_store_piece "w-n'
wrong 'say_load "--r' 'say_load "---'
wrong 'say_load_turned "-r' 'say_load_turned "--'
wrong 'say_fetch_run "wr- " true' 'say_fetch_run "wr- " false'
wrong 'say_store "-rw- " false' 'say_store "-rw- " true'
wrong 'say_copied " " false AWAITS_ALL' 'say_copied " " false AWAITS_ALL_BUT'
wrong 'say_arrived "- " false AWAITS_ALL_BUT' 'say_arrived "- " false AWAITS_ALL'
wrong 'say_fetched " " false COMMITS' 'say_fetched " " false NO_ORDER'
wrong 'say_fetch_piece' 'say_fetched_piece'
finish

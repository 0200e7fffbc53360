#!/bin/sh
# same_reports.sh -- interpret mode and every target report a mistake with the same message: mistakes.c makes each mistake once,
# and its output is compared line by line. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
PALLASC=${PALLASC:-build/pallasc}

# Where interpret mode differs: a table is a plain C array, so a subscript past its end is found by the value that it reads, or
# not at all. Tables come last in mistakes.c, after a line that marks them, and are compared between targets only.
before_tables() { sed '/^-- tables/,$d' "$1"; }

# compare TARGET: two tests; compares the output with that of the first target that ran, and with interpret mode's.
compare() {
    before_tables "$work/interpret" >"$work/expected"
    before_tables "$work/$1" >"$work/said"
    diff -u "$work/expected" "$work/said" >"$work/diff"
    verdict $? "mistakes.c on $1: other reports than in interpret mode" "$work/diff"
    diff -u "$work/$reference" "$work/$1" >"$work/diff"
    verdict $? "mistakes.c on $1: other reports than on $reference" "$work/diff"
}

# try_settings TARGET: PALLAS of $work/program holds what no target knows, what another one knows, a value that is none. All
# calls of a program fail at a wrong setting, in the same words.
try_settings() {
    PALLAS=ordr=reverse "$work/program" >"$work/settings" 2>&1
    grep -q "PALLAS: unknown setting 'ordr'; the settings are [a-z]" "$work/settings"
    verdict $? "an unknown setting on $1" "$work/settings"
    PALLAS=lint=tpu-v5e,dry=0,groups=4,width=8,chip=v4,arch=sm_80 "$work/program" >"$work/settings" 2>&1
    ! grep "PALLAS: " "$work/settings"
    verdict $? "settings of other targets on $1" "$work/settings"
    case $1 in opencl | cuda) wrong=groups=0 ;; *) wrong=copies=never ;; esac
    PALLAS=$wrong "$work/program" >"$work/settings" 2>&1
    grep -q "PALLAS: $wrong is not valid; use [a-z]" "$work/settings"
    verdict $? "a wrong value on $1" "$work/settings"
}

. tests/tpu/build.inc
$CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I. -o "$work/program" tests/targets/mistakes.c -lm >"$work/log" 2>&1
verdict $? "mistakes.c does not build" "$work/log"
"$work/program" >"$work/interpret" 2>"$work/log"
verdict $? "mistakes.c in interpret mode: a mistake is not reported" "$work/interpret"
$CC -std=c11 -O2 -I. -o "$work/optimized" tests/targets/mistakes.c -lm >"$work/log" 2>&1 && "$work/optimized" >"$work/said" 2>>"$work/log"
diff -u "$work/interpret" "$work/said" >>"$work/log"
verdict $? "mistakes.c in interpret mode, compiled with -O2: other reports" "$work/log"
try_settings interpret
[ "$(grep -c ': error: call ' "$work/interpret")" -gt 40 ]
verdict $? "mistakes.c makes too few mistakes" "$work/interpret"

reference=tpu
build "$work/program" tests/targets/mistakes.c || finish
"$work/program" >"$work/tpu" 2>"$work/log"
verdict $? "mistakes.c on tpu: a mistake is not reported" "$work/tpu"
try_settings tpu
compare tpu

# The folder of each target has its functions to build, which set their own $work.
for target in opencl cuda; do
    (
        kept=$work
        . "tests/$target/build.inc"
        [ "$target" != cuda ] || need_emulator
        [ "$target" != opencl ] || compile_quickly
        build "$work/program" tests/targets/mistakes.c || finish
        "$work/program" >"$kept/$target" 2>"$work/log"
        verdict $? "mistakes.c on $target: a mistake is not reported" "$kept/$target"
        finish
    ) >"$work/counts" 2>&1
    add_counts "$(cat "$work/counts")"
    [ ! -s "$work/$target" ] || compare $target
done
finish

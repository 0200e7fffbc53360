#!/bin/sh
# same_reports.sh -- a mistake is reported in the same words by interpret mode and by every target: mistakes.c makes each of
# them once, and what it prints is compared line by line. Closes with the counts.
set -u
cd "$(dirname "$0")/../.." || exit 2
PALLASC=${PALLASC:-build/pallasc}

# Where interpret mode differs:
# - A map is shown after the preprocessor, so PL_DS is what it expands to.
# - A table is a plain array of C there: a subscript past its end is seen by the value that it reads, if at all. So tables
#   come last in mistakes.c, after a line of their own, and are compared between targets only.
as_targets_say() { sed -e 's/((struct pl_index){ \(.*\) }))$/PL_DS(\1))/' -e '/^-- tables/,$d' "$1"; }

# compare TARGET: with the first target that ran, and with interpret mode.
compare() {
    as_targets_say "$work/interpret" >"$work/expected"
    sed '/^-- tables/,$d' "$work/$1" >"$work/said"
    diff -u "$work/expected" "$work/said" >"$work/diff"
    verdict $? "mistakes.c on $1: other words than in interpret mode" "$work/diff"
    diff -u "$work/$reference" "$work/$1" >"$work/diff"
    verdict $? "mistakes.c on $1: other words than on $reference" "$work/diff"
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
try_settings interpret
[ "$(grep -c ': error: call ' "$work/interpret")" -gt 40 ]
verdict $? "mistakes.c makes hardly a mistake" "$work/interpret"

reference=tpu
build "$work/program" tests/targets/mistakes.c || finish
"$work/program" >"$work/tpu" 2>"$work/log"
verdict $? "mistakes.c on tpu: a mistake is not reported" "$work/tpu"
try_settings tpu
compare tpu

# Each target's way to build is in its folder, with a $work of its own.
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
    grep -v ' passed, ' "$work/counts"
    passed=$((passed + $(sed -n 's/^\([0-9]*\) passed, .*/\1/p' "$work/counts")))
    failed=$((failed + $(sed -n 's/.* passed, \([0-9]*\) failed.*/\1/p' "$work/counts")))
    [ ! -s "$work/$target" ] || compare $target
done
finish

#!/bin/sh
# tests/targets/rejected.sh -- pallasc rejects for a target the programs that do not compile in interpret mode, with the same
# messages: each tests/errors/*.c that begins with `// compile-error` (a sample by SEED; FULL=1: all), with a call of its kernel if
# it has none. other_words lists those for which pallasc has its own message. Prints `N passed, N failed` last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
PALLASC=${PALLASC:-build/pallasc}
work=${WORK:-build/rejected-$$}/rejected
mkdir -p "$work"
trap 'rm -rf "$work"' EXIT

first_error() { sed -n 's/.*: error: \(static assertion failed: \)*//p' "$1" | head -n 1; }

number=0
for file in $(grep -l '^// compile-error' tests/errors/*.c); do
    name=$(basename "$file" .c)
    number=$((number + 1))
    sampled $number 4 || continue
    # The C compiler checks calls in main(). The target rejects PL_ANY_REF and semaphores before the mistake.
    case $name in call_wrong_pointer | dma_* | sem_* | dev_*) continue ;; esac
    cp "$file" "$work/$name.c"
    grep -q PL_CALL "$file" || awk -f tests/tools/call_of_kernel.awk "$file" >>"$work/$name.c"
    "$PALLASC" -I. --target=opencl "$work/$name.c" -o "$work/emitted.c" >"$work/log" 2>&1
    status=$?
    [ $status = 1 ] || [ $status = 4 ]
    verdict $? "pallasc accepts $file" "$work/log"
    first_error "$work/log" >"$work/said"
    first_error "tests/errors/$name.expected" >"$work/expected"
    if grep -q -x "$name" tests/targets/other_words; then
        ! diff "$work/expected" "$work/said" >"$work/diff"
        verdict $? "$file: tests/targets/other_words lists it, but the message is the same"
    else
        diff "$work/expected" "$work/said" >"$work/diff"
        verdict $? "$file: the message (+) differs from interpret mode's (-)" "$work/diff"
    fi
done
[ "$number" -gt 100 ]
verdict $? "rejected.sh finds only $number mistakes"
finish

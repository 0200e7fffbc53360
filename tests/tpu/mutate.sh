#!/bin/sh
# mutate.sh -- each emitted start, wait and slot flip is needed: each is deleted, or swapped with the next statement where the two
# do not commute, and a run of tests/tpu/pipeline.c must fail.
#
# It fails by a report of the runtime or by a wrong result, with late or early copies. Without FULL=1 a sample that SEED=n
# selects. Prints `N passed, N failed` last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
SEED=${SEED:-1}
sample=14

build "$work/pipeline" tests/tpu/pipeline.c || finish
emitted=$work/pipeline.tpu.c
$CC -std=c11 -w -O1 -DPL_TARGET_TPU -I. -c -o "$work/main.o" tests/tpu/pipeline.c || exit 2

# Unchanged, it passes.
for copies in late early random,seed=1 random,seed=2 random,seed=3; do
    if PALLAS=copies=$copies "$work/pipeline" >"$work/log" 2>&1; then pass; else fail "pipeline.c, copies=$copies" "$work/log"; fi
done

# Lines "NUMBER delete" and "NUMBER swap". A flip in the head of a loop is deleted from the head. Only starts whose window
# number depends on a counter are swapped with the flip of that counter; window 0 is the same before and after it.
awk '
    /^ *pl_dma_[a-z_]*\(&?[a-z_]*, / || /(\.|->)(copies_in|current|waits_out|ahead)\+\+/ { print NR, "delete" }
    starts && /(\.|->)(copies_in|waits_out)\+\+;$/ { print NR - 1, "swap" }
    { starts = /^ *pl_dma_[a-z_]*\(.*%/ }
' "$emitted" >"$work/all"
if [ -n "${FULL:-}" ]; then
    cp "$work/all" "$work/chosen"
else
    awk -v seed="$SEED" 'BEGIN { srand(seed) } { print rand(), $0 }' "$work/all" | sort | cut -d ' ' -f 2- |
        head -n "$sample" >"$work/chosen"
fi

# mutant LINE HOW: writes the changed code, and sets $text to the text of the line.
mutant() {
    text=$(sed -n "$1s/^ *//p" "$emitted")
    case $2 in
    swap) sed "$1{h;N;s/\(.*\)\n\(.*\)/\2\n\1/;}" "$emitted" ;;
    delete) sed "$1{s/\(;.*; \)[a-z_]*->[a-z_]*++)/\1)/;t;s/^\( *\)[^ ].*/\1;/;}" "$emitted" ;;
    esac >"$work/mutant.tpu.c"
    ! cmp -s "$emitted" "$work/mutant.tpu.c"
}
while read -r line how; do
    if ! mutant "$line" "$how"; then
        fail "line $line does not change: $text"
    elif ! $CC -std=c11 -w -O0 -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/mutant" "$work/mutant.tpu.c" "$work/main.o" -lm \
        2>"$work/log"; then
        fail "line $line does not compile: $text" "$work/log"
    elif PALLAS=copies=late timeout 5 "$work/mutant" >"$work/log" 2>&1 &&
        PALLAS=copies=early timeout 5 "$work/mutant" >"$work/log" 2>&1; then
        fail "no run fails after: $how line $line: $text"
    else
        pass
    fi
done <"$work/chosen"
[ "$(wc -l <"$work/all")" -ge 100 ] || fail "there are only $(wc -l <"$work/all") places to change"
finish

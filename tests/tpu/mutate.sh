#!/bin/sh
# mutate.sh -- every start, wait and slot flip that is emitted is needed: each is deleted, and swapped with the statement
# behind it where the two do not commute, and a run of tests/tpu/pipeline.c has to notice.
#
# It notices by a report of the runtime or by a wrong result, with copies that land late or early. Without FULL=1 a
# seeded sample (SEED=n). Closes with N passed, N failed.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
SEED=${SEED:-1}
sample=14

build "$work/pipeline" tests/tpu/pipeline.c || finish
emitted=$work/pipeline.tpu.c
$CC -std=c11 -w -O1 -DPL_TARGET_TPU -I. -c -o "$work/main.o" tests/tpu/pipeline.c || exit 2

# Whole, it passes.
for copies in late early random,seed=1 random,seed=2 random,seed=3; do
    if PALLAS=copies=$copies "$work/pipeline" >"$work/log" 2>&1; then pass; else fail "pipeline.c, copies=$copies" "$work/log"; fi
done

# Lines "NUMBER delete" and "NUMBER swap". A flip in the head of a loop is deleted from it. What counts the same block
# twice may be counted in either order; window 0 is window 0 before its flip and after it.
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

# mutant LINE HOW: what is emitted with that change; the text of the line that was changed, in $text.
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
        fail "line $line is as it was: $text"
    elif ! $CC -std=c11 -w -O0 -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/mutant" "$work/mutant.tpu.c" "$work/main.o" -lm \
        2>"$work/log"; then
        fail "line $line does not compile: $text" "$work/log"
    elif PALLAS=copies=late timeout 5 "$work/mutant" >"$work/log" 2>&1 &&
        PALLAS=copies=early timeout 5 "$work/mutant" >"$work/log" 2>&1; then
        fail "$how line $line, and nothing notices: $text"
    else
        pass
    fi
done <"$work/chosen"
[ "$(wc -l <"$work/all")" -ge 100 ] || fail "there are only $(wc -l <"$work/all") places to change"
finish

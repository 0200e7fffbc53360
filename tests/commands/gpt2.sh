#!/bin/sh
# gpt2.sh -- tests examples/gpt2 beyond its run without arguments: plain C in double, changes that its checks must notice, two
# equal trainings, and docs/gpt2.md. FULL=1: 250 steps learn more than pairs of letters. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=${WORK:-$(mktemp -d)}/gpt2
mkdir -p "$work"
. tests/tools/count.inc
unset MAKEFLAGS MFLAGS MAKELEVEL
source=examples/gpt2/gpt2.c

# build PROGRAM [FLAG...]
build() {
    program=$1
    shift
    # shellcheck disable=SC2046 # the command
    $(make -s --no-print-directory flags FAST=1 CC="${CC:-cc}") -o "$program" $source "$@" -lm >"$work/log" 2>&1 && [ ! -s "$work/log" ]
    verdict $? "gpt2 $* compiles without a message" "$work/log"
}

# The printed bound is the accuracy of the finite differences: some percent in float, 7 digits in double.
build "$work/double" -Dreal=double
"$work/double" >"$work/out" 2>&1 && [ "$(grep -c ' ok$' "$work/out")" = 4 ]
verdict $? "gpt2 with plain C in double" "$work/out"
awk '/by differences/ { for (i = 1; i < NF; i++) if ($i == "<=") bound = $(i + 1) } END { exit !(bound > 0 && bound < 1e-6) }' "$work/out"
verdict $? "finite differences in double are accurate" "$work/out"

# The checks can fail. Each mistake is made in its own copy.
# noticed LINE FILE SED: one test; passes if the change makes the comparison LINE fail.
noticed() {
    rm -rf "$work/wrong" && mkdir -p "$work/wrong" && cp -r examples/gpt2 examples/example.h "$work/wrong"
    sed "$3" "examples/gpt2/$2" >"$work/wrong/gpt2/$2"
    if cmp -s "examples/gpt2/$2" "$work/wrong/gpt2/$2"; then
        fail "$2, $3: nothing to change"
        return
    fi
    # shellcheck disable=SC2046 # the command
    $(make -s --no-print-directory flags FAST=1 CFLAGS=-O1 CC="${CC:-cc}") -o "$work/broken" "$work/wrong/gpt2/gpt2.c" -lm \
        >"$work/log" 2>&1 && ! "$work/broken" >"$work/log" 2>&1 && grep -q "$1.* WRONG\$" "$work/log"
    verdict $? "$2, $3: the line '$1' does not detect it" "$work/log"
}
noticed 'loss, as plain C' kernels.h 's/= logf(sum) - /= 1.001f * logf(sum) - /'
noticed 'gradient, as plain C' kernels.h 's/(ds\[r\]\[c\] - along)/(ds[r][c] - 1.01f * along)/'
noticed 'parameters after AdamW' kernels.h 's/ + decay \* w\[c\]/ + 1.01f * decay * w[c]/'
noticed 'by differences' reference.h 's/dq\[here + c\] += dscore/dq[here + c] += 2 * dscore/'

# The larger model: the same losses twice, and text at the end.
build "$work/gpt2"
losses() { sed -n 's/ *[0-9.]* ms a step.*//; /^step/p; /^step  *2 /,$p' "$1"; }
for run in 1 2; do
    "$work/gpt2" 2 >"$work/run$run" 2>&1
    verdict $? "gpt2 2" "$work/run$run"
    losses "$work/run$run" >"$work/losses$run"
done
cmp "$work/losses1" "$work/losses2" >"$work/log" 2>&1 && [ "$(grep -c '^step .* held out [0-9]' "$work/losses1")" = 3 ] &&
    [ "$(wc -c <"$work/losses1")" -gt 700 ]
verdict $? "two runs of gpt2 2 differ, or it generates no text" "$work/log" "$work/losses1"
"$work/gpt2" 2 no-such-text >"$work/out" 2>&1
[ $? = 2 ] && grep -q 'cannot open no-such-text' "$work/out"
verdict $? "gpt2 with a text that does not exist" "$work/out"

if [ -n "${FULL:-}" ]; then
    "$work/gpt2" 250 >"$work/out" 2>&1
    awk '/^step/ { loss = $4 } END { exit !(loss > 0 && loss < 2.4) }' "$work/out"
    verdict $? "250 steps reach a loss below 2.4, the loss of a model of pairs of letters" "$work/out"
fi

# docs/gpt2.md: the picture is drawn from the lines on the page, and the kernels that it shows are those of kernels.h.
awk -f examples/gpt2/plot.awk docs/gpt2.md | diff -u docs/gpt2.svg - >"$work/diff"
verdict $? "docs/gpt2.svg is not what plot.awk draws from docs/gpt2.md" "$work/diff"
awk '/^```/ { inside = !inside; n++; next } inside && NF { line[n] = line[n] $0 "\n"; if (/PL_/) code[n] = 1 }
    END { for (b in code) printf "%s", line[b] }' docs/gpt2.md >"$work/shown"
grep -v -x -F -f examples/gpt2/kernels.h "$work/shown" >"$work/others"
[ "$(wc -l <"$work/shown")" -gt 40 ] && [ ! -s "$work/others" ]
verdict $? "docs/gpt2.md shows other kernels than kernels.h" "$work/others"
finish

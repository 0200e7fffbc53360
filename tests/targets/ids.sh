#!/bin/sh
# ids.sh -- a mistake has one id: where pallasc finds the mistake of a program of tests/errors before it runs, its first error has
# the id of what the program prints when it runs. other_ids lists the pairs that differ, because pallasc reports the cause and the
# run a consequence. A sample by SEED; FULL=1: all. Prints the counts last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
PALLASC=${PALLASC:-build/pallasc}
. tests/tools/count.inc
work=${WORK:?}/ids
rm -rf "$work"
mkdir -p "$work"

# The id of the first message in FILE.
first_id() { grep -oE ': error: .* \[[a-z0-9-]+\](:| \(outside a kernel\))?$' "$1" | head -n 1 | sed 's/.*\[\([a-z0-9-]*\)\].*/\1/'; }

files=$(grep -L '^// compile-error' tests/errors/*.c)
# shellcheck disable=SC2086 # words without spaces
for file in $(one_in 3 $files); do
    "$PALLASC" --check -I. "$file" >/dev/null 2>"$work/checked"
    before=$(first_id "$work/checked") run=$(first_id "${file%.c}.expected")
    { [ -n "$before" ] && [ -n "$run" ]; } || continue
    echo "$before $run" >>"$work/pairs"
    [ "$before" = "$run" ] || grep -qx "$before $run" tests/targets/other_ids
    verdict $? "$file: pallasc reports [$before], the program [$run]"
done
[ -s "$work/pairs" ] && grep -q '^\([a-z0-9-]*\) \1$' "$work/pairs"
verdict $? "no mistake is found before the run and by it"
finish

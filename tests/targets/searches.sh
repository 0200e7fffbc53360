#!/bin/sh
# searches.sh -- templates get information from the facts of the plan, and do not search text for it: tests/targets/searches lists
# each use of m4_regexp, m4_index and m4_patsubst in targets/, with its reason. Arguments have names, and lines are short. Prints
# the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/searches && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here/targets" || exit 2
. ../tests/tools/count.inc

# searches FILE...: prints the file, the macro and the number of searches for each macro whose definition searches.
searches() {
    awk '
        {
            for (rest = $0; match(rest, /(m4_define|pl_macro)\(«[A-Za-z_0-9]*|pl_define\(«[a-z_]*», «[A-Za-z_0-9]*|m4_(regexp|index|patsubst)\(/); rest = substr(rest, RSTART + RLENGTH)) {
                word = substr(rest, RSTART, RLENGTH)
                if (word ~ /^(m4_define|pl_)/) {
                    sub(/.*«/, "", word)
                    macro = word
                } else
                    times[FILENAME " " macro]++
            }
        }
        END { for (at in times) print at, times[at] }' "$@" | sort
}

find . -name '*.m4' | sed 's,^\./,,' | sort >"$work/files"
# shellcheck disable=SC2046 # files without blanks
searches $(cat "$work/files") >"$work/found"
sed -n 's/^\([a-z][^ ]* [^ ]* [0-9]*\) .*/\1/p' ../tests/targets/searches | sort >"$work/listed"
diff -u "$work/listed" "$work/found" >"$work/diff"
verdict $? "templates search text (+) that tests/targets/searches does not list (-): give them a fact or a field, or a reason" "$work/diff"

# Every row has a reason.
grep -v '^#' ../tests/targets/searches | awk 'NF < 4' >"$work/without"
[ ! -s "$work/without" ]
verdict $? "tests/targets/searches: rows without a reason" "$work/without"

# Fields and parameters have names: $ref, not $1.
# shellcheck disable=SC2046 # files without blanks
grep -n '\$[1-9]' $(cat "$work/files") | grep -v ':m4_dnl  ' >"$work/numbers"
[ ! -s "$work/numbers" ]
verdict $? "templates use arguments by number: pl_define and pl_macro name them" "$work/numbers"

# Templates are for people, who count « and » as one column.
while read -r file; do
    tr -d '\200-\277' <"$file" | awk -v file="$file" 'length > 132 { print file ":" FNR ": " length " columns" }'
done <"$work/files" >"$work/long"
[ ! -s "$work/long" ]
verdict $? "lines of templates are longer than 132 columns" "$work/long"

# The check can fail: it finds a search that is not listed.
printf '%s\n' 'm4_define(«guess», «m4_ifelse(m4_regexp(«$1», «pl_each»), -1, «», «x»)»)m4_dnl' >"$work/guess.m4"
[ "$(searches "$work/guess.m4")" = "$work/guess.m4 guess 1" ]
verdict $? "searches.sh does not find a search"
finish

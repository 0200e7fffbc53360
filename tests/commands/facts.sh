#!/bin/sh
# facts.sh -- docs/internals.md lists every fact and every definition that gen/ prints, and no other; the settings of PALLAS
# are the same for all; the picture of an example is what draws it; whatever pallasc makes of any example and test is clean text.
# Closes with the counts. tests/run sets WORK.
#
# Clean: no quote or word of m4's or of the plan's is left, no line ends in blanks, no two empty lines follow each other,
# none is at the end, and lines are indented by their braces.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/facts && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

# ---- The tables -----------------------------------------------------------------------------------------------------

# String literals of the files that print; what is followed by % or a digit is a name made up for the output, and so are the
# indices of PL_DOT.
strings() { sed 's,^ *//.*,,' gen/emit/*.c gen/lower/address_spaces.c gen/base/print.c | grep -o '"\(\\.\|[^"\\]\)*"'; }

sed -n 's/.*\bfact("\([a-z_]*\)".*/pl_\1/p' gen/emit/*.c | sort -u >"$work/printed"
strings | grep -o 'pl_[a-z_]*[^a-z_]' | sed -n 's/^\(pl_[a-z_]*[a-z]\)[^a-z_%0-9]$/\1/p' |
    grep -v -x -e pl_to -e 'pl_[crlkij]' -e pl_at -e pl_row -e pl_column -e pl_top -e pl_left -e pl_deep | sort -u >>"$work/printed"
{
    strings | grep -o 'm4_define(«PL_[A-Z_]*' | sed 's/.*«//'
    sed -n 's/.*put_actions(em, plan, "\(PL_[A-Z_]*\)".*/\1/p' gen/emit/*.c
} | sort -u >>"$work/printed"

# A row of a table begins with its names: | `pl_tile(ref, type, buffer)`, `pl_view(…)` | …
sed -n 's/^| \(`\(pl\|PL\)_.*\)/\1/p' docs/internals.md | cut -d '|' -f 1 | grep -o '`\(pl\|PL\)_[A-Za-z_]*' | tr -d '`' >"$work/listed"
for which in printed listed; do sort -u "$work/$which" -o "$work/$which"; done
diff -u "$work/listed" "$work/printed" >"$work/diff"
verdict $? "docs/internals.md lists (-) other facts than gen/ prints (+)" "$work/diff"
[ "$(wc -l <"$work/printed")" -gt 40 ]
verdict $? "facts.sh no longer sees what gen/ prints"

# One variable, PALLAS, serves interpret mode, all targets and the emulator: each knows every setting, if only to ignore it.
sed -n '/^#define PL_CALL_SETTINGS_/,/[^\\]$/p' targets/shared/call.h | grep -o '"[^"]*"' | tr -d '"' | tr -s ' ' '\n' | sed '/^$/d' >"$work/settings"
sed -n '/^static inline void pl_setting_(/,/^}/p' pallas.h >"$work/settings.interpret"
while IFS= read -r word; do
    grep -q -w -e "$word" "$work/settings.interpret" || echo "pallas.h: $word"
    grep -q -e "\"$word\"" emulator/settings.cc || echo "emulator/settings.cc: $word"
    grep -q -e "\`\(PALLAS=\)*$word\>" docs/interpret.md docs/targets.md docs/tpu.md docs/emulator.md docs/collectives.md || echo "docs: $word"
done <"$work/settings" >"$work/unknown"
[ "$(wc -l <"$work/settings")" -gt 20 ] && [ ! -s "$work/unknown" ]
verdict $? "settings of PALLAS that someone does not know" "$work/unknown"

# A fact that has fields has a row that says what gen/base/facts.h does. UPDATE=1 rewrites it; read the diff.
awk '
    function end() {
        if (fact != "")
            print "| `pl_" fact "(" fields ")` | " meaning what " |"
        what = fields = ""
    }
    /^(FACT|FIELD)\(/ {
        name = $0
        sub(/^[A-Z]*\(/, "", name)
        said = name
        sub(/,.*/, "", name)
        sub(/^[^"]*"/, "", said)
        sub(/"\)$/, "", said)
    }
    /^FACT\(/ { end(); fact = name; meaning = said }
    /^FIELD\(/ {
        fields = fields (fields == "" ? "" : ", ") name
        if (said != "")
            what = what "; `" name "`: " said
    }
    END { end() }' gen/base/facts.h >"$work/rows"
while read -r row; do
    start=${row%%(*}\(
    if [ -n "${UPDATE:-}" ]; then
        ROW=$row START=$start awk 'index($0, ENVIRON["START"]) == 1 { $0 = ENVIRON["ROW"] } { print }' docs/internals.md \
            >"$work/page" && cp "$work/page" docs/internals.md
    fi
    grep -q -x -F "$row" docs/internals.md
    verdict $? "docs/internals.md does not say of ${start#| \`} what gen/base/facts.h says"
done <"$work/rows"
[ "$(wc -l <"$work/rows")" -gt 10 ]
verdict $? "facts.sh no longer sees what gen/base/facts.h lists"

# The picture that comes with an example is what is said of it there.
awk -f examples/data/scene.awk | cmp - examples/data/scene.pgm >"$work/log" 2>&1
verdict $? "examples/data/scene.awk draws something else" "$work/log"

# What plans hold is among them.
if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# ---- What is written --------------------------------------------------------------------------------------------------

# clean FILE: says what is wrong with it. A head whose one statement follows indents that; so do case and what continues
# a line above.
clean() {
    awk '
        function wrong(what) { print FILENAME ":" FNR ": " what ": " $0; bad = 1 }
        /[ \t]$/ { wrong("blanks at the end") }
        /\t/ { wrong("a tab") }
        /^$/ && before == "" && FNR > 1 { wrong("two empty lines") }
        /m4_[a-z]+\(|m4_dnl|%%[a-z]|\302\253|\302\273/ && !/^ *\/\// { wrong("a word of the template") }
        { before = $0 }
        END { if (FNR && before == "") wrong("an empty line at the end"); exit bad }' "$1" &&
    awk '
        # Strings and comments out.
        {
            line = $0
            gsub(/\\./, "", line)
            gsub(/"[^"]*"/, "s", line)
            gsub(/\047[^\047]*\047/, "c", line)
            sub(/\/\/.*/, "", line)
        }
        inside_comment { if (line ~ /\*\//) inside_comment = 0; next }
        line ~ /\/\*/ && line !~ /\*\// { inside_comment = 1; next }
        line ~ /^ *$/ || line ~ /^#/ { next }
        /^namespace .*{$/ || /^} \/\/ namespace/ { next }             # what it holds is not indented
        {
            match(line, /^ */)
            indent = RLENGTH
            bare = substr(line, indent + 1)
            here = depth - (bare ~ /^}/)
            label = bare ~ /^(case .*|default|[a-z_]+): *;?$/ || bare ~ /^(case|default)/
            if (!goes_on && !label && indent < 4 * here) {
                print FILENAME ":" FNR ": indented by " indent " in " here " braces: " $0
                bad = 1
            }
            depth += gsub(/{/, "{", line) - gsub(/}/, "}", line)
            goes_on = line !~ /[;{}:]$/
        }
        END { exit bad }' "$1"
}

# A check that cannot fail is none.
printf 'int f(void)\n{\nint x = 0; \n\n\n    return x;\n}\n' >"$work/dirty.c"
clean "$work/dirty.c" >"$work/log"
[ $? != 0 ] && [ "$(wc -l <"$work/log")" -ge 2 ]
verdict $? "facts.sh does not see what is not clean"

written=0
for target in $(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common); do
    for program in examples/*.c tests/conformance/*.c; do
        rm -f "$work"/out.*
        build/pallasc -I. --target="$target" "$program" -o "$work/out.$target.c" 2>"$work/log"
        code=$?
        # What a target refuses, and what its programs are about, is told elsewhere; here nothing may fail.
        [ "$code" -lt 2 ] || [ "$code" = 4 ]
        verdict $? "$program: pallasc --target=$target returns $code" "$work/log"
        for file in "$work"/out.*; do
            [ -f "$file" ] || continue
            grep -v '^    "' "$file" >"$work/lines"
            clean "$work/lines" >"$work/log"
            verdict $? "$program: what --target=$target writes to ${file##*/} is not clean" "$work/log"
            written=$((written + 1))
        done
    done
done
[ "$written" -gt 20 ]
verdict $? "hardly anything is written: $written files"

# Every fact that a plan really holds is in the tables. For a target, as a name of the user's that looks like a fact has a _
# there; with -g there are lines, without it wide loops.
for program in examples/*.c tests/conformance/*.c; do
    for lines in "" -g; do
        # shellcheck disable=SC2086 # an option or none
        build/pallasc -I. $lines --emit=plan --target=opencl "$program" 2>/dev/null
    done
done | tr -c 'A-Za-z0-9_(' '\n' | sed 's/(/(\n/g' | sed -n 's/^\(pl_[a-z_]*[a-z]\)($/\1/p' | sort -u >"$work/used"
comm -23 "$work/used" "$work/listed" >"$work/unknown"
[ ! -s "$work/unknown" ] && [ -s "$work/used" ]
verdict $? "plans hold facts that docs/internals.md does not list" "$work/unknown"

finish

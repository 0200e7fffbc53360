#!/bin/sh
# facts.sh -- docs/facts.md lists exactly the facts, definitions and words that gen/ prints, and is what make makes of them; interpret mode, targets and the
# emulator know the same settings of PALLAS; the picture of an example is what its script draws; and the emitted code of
# examples and conformance programs is clean text (one in four, by SEED; FULL=1: all). Prints the counts last. tests/run sets WORK.
#
# Clean: no quotes or names of m4 or of the plan are left, no line ends in blanks, there are no two empty lines in a row and
# none at the end, and lines are indented by their braces.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/facts && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

# ---- The tables -----------------------------------------------------------------------------------------------------

# Prints the string literals of the files that print facts. A name before % or a digit is not a fact: emitted code uses it. Nor
# are the indices of PL_DOT, and the functions of call.h that launchers call.
strings() { sed 's,^ *//.*,,' gen/emit/*.c gen/show/explain_target.c gen/lower/address_spaces.c gen/base/print.c | grep -o '"\(\\.\|[^"\\]\)*"'; }

sed -n 's/.*\bfact("\([a-z_]*\)".*/pl_\1/p' gen/emit/*.c gen/show/*.c | sort -u >"$work/printed"
sed -n 's/.*\bsay("\(pl_[a-z_]*\)".*/\1/p' gen/schedule/*.c >>"$work/printed"
strings | grep -o 'pl_[a-z_]*[^a-z_]' | sed -n 's/^\(pl_[a-z_]*[a-z]\)[^a-z_%0-9]$/\1/p' |
    grep -v -x -e pl_to -e 'pl_call_.*' -e 'pl_[crlkij]' -e pl_at -e pl_piece -e pl_lane -e pl_lanes -e pl_held -e pl_results -e pl_row -e pl_column -e pl_top -e pl_left -e pl_deep -e pl_rest -e pl_workspace -e pl_workspace_bytes | sort -u >>"$work/printed"
{
    strings | grep -o 'm4_define(«PL_[A-Z_]*' | sed 's/.*«//'
    sed -n 's/.*put_\(actions(em, plan\|body(em\), "\(PL_[A-Z_]*\)".*/\2/p' gen/emit/*.c
} | sort -u >>"$work/printed"

# A row of a table begins with its names: | `pl_tile(ref, type, buffer)`, `pl_view(…)` | …
sed -n 's/^| \(`\(pl\|PL\)_.*\)/\1/p' docs/facts.md | cut -d '|' -f 1 | grep -o '`\(pl\|PL\)_[A-Za-z_]*' | tr -d '`' >"$work/listed"
for which in printed listed; do sort -u "$work/$which" -o "$work/$which"; done
diff -u "$work/listed" "$work/printed" >"$work/diff"
verdict $? "docs/facts.md lists (-) other facts than gen/ prints (+)" "$work/diff"
[ "$(wc -l <"$work/printed")" -gt 40 ]
verdict $? "facts.sh does not find the facts that gen/ prints"

# Interpret mode, all targets and the emulator share the variable PALLAS: each knows every setting, if only to ignore it.
sed -n '/^#define PL_CALL_SETTINGS_/,/[^\\]$/p' targets/shared/call.h | grep -o '"[^"]*"' | tr -d '"' | tr -s ' ' '\n' | sed '/^$/d' >"$work/settings"
sed -n '/^static inline void pl_setting_(/,/^}/p' pallas.h >"$work/settings.interpret"
while IFS= read -r word; do
    grep -q -w -e "$word" "$work/settings.interpret" || echo "pallas.h: $word"
    grep -q -e "\"$word\"" emulator/settings.cc || echo "emulator/settings.cc: $word"
    grep -q -e "\`\(PALLAS=\)*$word\>" docs/interpret.md docs/targets.md docs/tpu.md docs/emulator.md docs/collectives.md || echo "docs: $word"
done <"$work/settings" >"$work/unknown"
[ "$(wc -l <"$work/settings")" -gt 20 ] && [ ! -s "$work/unknown" ]
verdict $? "settings of PALLAS that are unknown somewhere" "$work/unknown"

# UPDATE=1 makes the page again, as `make docs/facts.md` does.
awk -f gen/base/facts.awk gen/base/facts.h >"$work/page"
[ -z "${UPDATE:-}" ] || cp "$work/page" docs/facts.md
diff -u docs/facts.md "$work/page" >"$work/diff"
verdict $? "docs/facts.md is not what gen/base/facts.h says; try: make docs/facts.md" "$work/diff"
grep '^| `pl_' docs/facts.md >"$work/rows"
[ "$(wc -l <"$work/rows")" -gt 80 ]
verdict $? "facts.sh does not find the facts of docs/facts.md"

# A word has a row, with the arguments of the macros that define it, if these have some.
sed -n 's/^| \(`say_.*\)/\1/p' docs/facts.md | sed 's/ | .*//' | grep -o '`say_[^`]*`' | tr -d '`' |
    sed 's/\([a-z]\)…)/\1)/' | sort -u >"$work/words"
sed 's/(.*//' "$work/words" >"$work/words.listed"
grep -h -o '\(m4_define\|pl_macro\)(«say_[a-z_]*' targets/*.m4 targets/*/*.m4 | sed 's/.*«//' | sort -u >"$work/words.defined"
diff -u "$work/words.listed" "$work/words.defined" >"$work/diff"
verdict $? "docs/facts.md lists (-) other words than targets define (+)" "$work/diff"
words_of_gen() { sed 's,^ *//.*,,' gen/schedule/*.c gen/emit/*.c gen/plan/*.c | grep -o '"say_[a-z_]*[a-z]\>' | tr -d '"'; }
words_of_gen | sort -u | comm -23 - "$work/words.listed" >"$work/unknown"
[ ! -s "$work/unknown" ] && [ "$(words_of_gen | wc -l)" -gt 40 ]
verdict $? "gen/ prints words that docs/facts.md does not list" "$work/unknown"
grep -h -o 'pl_macro(«say_[a-z_]*([^)]*)' targets/*.m4 targets/*/*.m4 | sed 's/.*«//' | sort -u | while read -r word; do
    grep -F "${word%%(*}(" "$work/words" | grep -q -x -F -e "$word" -e "${word%%(*}(…)" || echo "$word"
done >"$work/unknown"
[ ! -s "$work/unknown" ]
verdict $? "targets define words with other arguments than docs/facts.md lists" "$work/unknown"

# Facts that gen/ prints without names have as many arguments as fields. A conversion may contain several of them: (%s), »%s.
strings | sed -n 's/\(pl_[a-z_]*([^()]*)\)/\n\1\n/gp' | grep '^pl_' | grep -v -e '(%s)' -e '»%s' -e '%s%s' | sort -u | while read -r call; do
    row=$(grep -F "| \`${call%%(*}(" "$work/rows" | sed 's/)`.*//') || continue
    count() { printf '%s' "$1" | tr -c -d ,; }
    [ "$(count "$call")" = "$(count "$row")" ] || printf '%s: %s)`\n' "$call" "$row"
done >"$work/counts"
[ ! -s "$work/counts" ]
verdict $? "gen/ prints facts with other arguments than their fields" "$work/counts"

# The picture of an example is what its script draws.
awk -f examples/data/scene.awk | cmp - examples/data/scene.pgm >"$work/log" 2>&1
verdict $? "examples/data/scene.pgm is not what scene.awk draws" "$work/log"

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# ---- Emitted code -----------------------------------------------------------------------------------------------------

# clean FILE: prints the faults of its text, and fails if there are any. Lines may be indented further than their braces: a
# single statement after `if` or `for`, the statements of a case, and continued lines.
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
        # Without strings and comments.
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
        /^namespace .*{$/ || /^} \/\/ namespace/ { next }             # its contents are not indented
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

# The check can fail.
printf 'int f(void)\n{\nint x = 0; \n\n\n    return x;\n}\n' >"$work/dirty.c"
clean "$work/dirty.c" >"$work/log"
[ $? != 0 ] && [ "$(wc -l <"$work/log")" -ge 2 ]
verdict $? "facts.sh does not find the faults of a text"

written=0
for target in $(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common); do
    for program in $(one_in 4 examples/*.c tests/conformance/*.c); do
        rm -f "$work"/out.*
        build/pallasc -I. --target="$target" "$program" -o "$work/out.$target.c" 2>"$work/log"
        code=$?
        # Other tests compare messages and results. Here pallasc may reject a program, but must not fail itself.
        [ "$code" -lt 2 ] || [ "$code" = 4 ]
        verdict $? "$program: pallasc --target=$target returns $code" "$work/log"
        for file in "$work"/out.*; do
            [ -f "$file" ] || continue
            grep -v '^    "' "$file" >"$work/lines"
            clean "$work/lines" >"$work/log"
            verdict $? "$program: the output of --target=$target, ${file##*/}, is not clean" "$work/log"
            written=$((written + 1))
        done
    done
done
[ "$written" -gt 20 ]
verdict $? "pallasc writes too few files: $written"

# Every fact in a plan is in the tables. The plans are for a target, because a user name that looks like a fact gets a `_` there.
# With -g there are line directives, and without it vector loops. A body also calls functions of the target.
for program in $(one_in 4 examples/*.c tests/conformance/*.c); do
    for lines in "" -g; do
        # shellcheck disable=SC2086 # an option or none
        build/pallasc -I. $lines --emit=facts --target=opencl "$program" 2>/dev/null
    done
done | tr -c 'A-Za-z0-9_(' '\n' | sed 's/(/(\n/g' | sed -n 's/^\(pl_[a-z_]*[a-z]\)($/\1/p' |
    grep -v -x -e pl_report -e pl_multiple -e pl_least -e pl_most -e 'pl_call_.*' | sort -u >"$work/used"
comm -23 "$work/used" "$work/listed" >"$work/unknown"
[ ! -s "$work/unknown" ] && [ -s "$work/used" ]
verdict $? "plans have facts that docs/facts.md does not list" "$work/unknown"

finish

#!/bin/sh
# layers.sh -- gen/ has one folder per stage, and data flows one way: no stage calls a later one, no two stages call each
# other, and only gen/read uses libclang. Within a folder, files call each other in no circles but those that are listed here. A
# stage gets its data as arguments: no variable outlives a call, except those listed here. Reads the symbols of the object files.
# Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/layers && [ -d "$WORK" ] || exit 2
export LC_ALL=C
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
if ! command -v nm >/dev/null; then
    skip "there is no nm"
    finish
fi

# CALLER CALLEE..., in the order of the pipeline: the stages that each stage may call, besides itself.
cat >"$work/allowed" <<'END'
base
read base
lower base
analyse base
check base analyse
plan base analyse
schedule base plan
prove base analyse plan schedule
emit base plan schedule
render base
show base analyse plan
main.o base read lower check plan prove emit render show
END

# FOLDER FILE...: files that call each other in circles, each circle with its reason.
cat >"$work/circles" <<'END'
analyse loops values -- the bounds of a loop are values, and a loop bounds the values of its index
base print print_copies -- a recursion over the tree: copies are statements, and have expressions
emit copies expressions lanes pipeline statements text -- the same: statements have expressions
lower hoist inline pipeline snapshot -- the same: an inlined call is hoisted, and what is hoisted has calls
read call copies expression file pipeline statement type unread -- the same: types have sizes, and expressions types
schedule body postpone -- a recursion over the tree: the steps of a chain are statements, and have statements
schedule elements vector_values -- the same: a vector may be computed from elements
END

# A line OBJECT KIND SYMBOL for each symbol of the object files that belong to a source of gen/.
(cd build/gen && find . -name '*.o') | sed 's,^\./,,' | while read -r object; do
    [ ! -f "gen/${object%.o}.c" ] || echo "build/gen/$object"
done | xargs nm -A -P | sed 's,^build/gen/,,; s/: / /' | awk '{ print $1, $3, $2 }' >"$work/symbols"

# edges: prints a line CALLER CALLEE SYMBOL for each symbol of one stage that an object file of another stage uses.
edges() {
    awk '
        { stage = $1; sub(/\/.*/, "", stage) }
        $2 ~ /^[TDBRC]$/ { owner[$3] = stage }
        $2 == "U" { uses[++n] = $3; by[n] = stage }
        END {
            for (i = 1; i <= n; i++)
                if (uses[i] in owner && owner[uses[i]] != by[i])
                    print by[i], owner[uses[i]], uses[i]
        }' "$work/symbols" | sort -u
}

# wrong FILE: prints the edges in it that are not allowed.
wrong() {
    awk '
        NR == FNR { for (i = 2; i <= NF; i++) may[$1 " " $i] = 1; next }
        !(($1 " " $2) in may) { print "gen/" $1 " calls gen/" $2 ": " $3 }' "$work/allowed" "$1"
}

edges >"$work/edges"
[ "$(wc -l <"$work/edges")" -gt 100 ] && grep -q '^check analyse ' "$work/edges"
verdict $? "layers.sh does not find the calls between stages" "$work/edges"
wrong "$work/edges" >"$work/wrong"
[ ! -s "$work/wrong" ]
verdict $? "a stage calls one that comes after it" "$work/wrong"

# The check can fail: a backward call, and one between stages that must not call each other.
printf 'base plan plan_call\nread lower infer_address_spaces\ncheck analyse number_of\n' >"$work/planted"
[ "$(wrong "$work/planted" | wc -l)" = 2 ]
verdict $? "layers.sh does not find calls in the wrong direction"

# files STAGE: prints a line CALLER CALLEE for each object file of the stage that uses a symbol of another one.
files() {
    grep "^$1/" "$work/symbols" | awk '
        { file = $1; sub(/.*\//, "", file); sub(/\.o$/, "", file) }
        $2 ~ /^[TDBRC]$/ { owner[$3] = file }
        $2 == "U" { uses[++n] = $3; by[n] = file }
        END { for (i = 1; i <= n; i++) if (uses[i] in owner && owner[uses[i]] != by[i]) print by[i], owner[uses[i]] }'
}

# circles: reads lines CALLER CALLEE, and prints the names of each circle on a line.
circles() {
    awk '
        { reaches[$1 " " $2] = name[$1] = name[$2] = 1 }
        END {
            for (by in name)
                for (i in name)
                    if ((i " " by) in reaches) for (j in name) if ((by " " j) in reaches) reaches[i " " j] = 1
            for (i in name) for (j in name) if ((i " " j) in reaches && (j " " i) in reaches) print i, j
        }' | sort | awk '
        $1 != last && NR > 1 { print all; all = "" }
        { all = all (all == "" ? "" : " ") $2; last = $1 }
        END { if (NR) print all }' | sort -u
}

for folder in gen/*/; do
    stage=$(basename "$folder")
    files "$stage" | circles | sed "s/^/$stage /"
done >"$work/found"
sed 's/ -- .*//' "$work/circles" | diff - "$work/found" >"$work/wrong"
verdict $? "files of a folder call each other in a circle that layers.sh does not list, or it lists one that is gone" "$work/wrong"
[ "$(printf 'a b\nb c\nc b\nd e\ne f\nf d\nc a\ng a\n' | circles | tr '\n' ';')" = "a b c;d e f;" ]
verdict $? "layers.sh does not find circles"

# Printing decides nothing: no file of emit/ makes a node, searches a tree, or calls what does so for the plan.
deciding() { grep -E '(_node|_steps|^mask_of|^inside_condition|^uses|^changes)$|^(plan|find|each|visit|count|has_kind)(_|$)'; }
for object in build/gen/emit/*.o; do
    nm "$object" | awk '$1 == "U" { print $2 }'
done | sort -u >"$work/printing"
[ "$(wc -l <"$work/printing")" -gt 50 ] && grep -qx expression_as "$work/printing"
verdict $? "layers.sh does not find what emit/ calls" "$work/printing"
deciding <"$work/printing" >"$work/wrong"
[ ! -s "$work/wrong" ]
verdict $? "emit/ makes or searches nodes: that belongs in the plan" "$work/wrong"
[ "$(printf 'sum_node\nhas_kind\nfind_node\nhelper_steps\nprinted\noffset_of\n' | deciding | wc -l)" = 4 ]
verdict $? "layers.sh does not find functions that decide"

# Variables that outlive a call, each with its reason; all others are arguments.
cat >"$work/variables" <<'END'
base/error.o errors         the number of errors, which decides the exit status
base/error.o unread -- what read/ could not read and has not replaced yet
base/error.o warnings       options of the run: which messages are printed
base/error.o remarks        …
base/error.o axis_remarks   …
base/error.o state          files that messages show; messages printed once; the user's place that an internal error names
base/mark.o marks           whether this run prints a plan for m4 or for people
END

# variables FOLDER: prints OBJECT NAME for each variable that may change. Constants that contain addresses are in .data.rel.ro.
variables() {
    (cd "$1" && find . -name '*.o') | sed 's,^\./,,' | while read -r object; do
        [ ! -f "gen/${object%.o}.c" ] || nm -f sysv "$1/$object" | awk -F '|' -v object="$object" '
            { gsub(/ /, "") }
            $3 ~ /^[bBdDC]$/ && $7 !~ /^\.data\.rel\.ro/ && $1 !~ /^(__|\.L)/ { sub(/\.[0-9]*$/, "", $1); print object, $1 }'
    done | sort -u
}

# unlisted FILE: prints the variables in it that are not listed with a reason.
unlisted() { awk 'NR == FNR { if (NF > 2) reason[$1 " " $2] = 1; next } !(($1 " " $2) in reason)' "$work/variables" "$1"; }

if nm -f sysv build/gen/base/error.o 2>/dev/null | grep -q '^errors *|.*|\.bss$'; then
    variables build/gen >"$work/found"
    unlisted "$work/found" >"$work/wrong"
    [ ! -s "$work/wrong" ]
    verdict $? "a variable of a stage outlives the call: make it an argument" "$work/wrong"
    awk 'NR == FNR { found[$1 " " $2] = 1; next } !(($1 " " $2) in found)' "$work/found" "$work/variables" >"$work/gone"
    [ ! -s "$work/gone" ]
    verdict $? "layers.sh lists variables that do not exist" "$work/gone"
    printf 'emit/emit.o now\nbase/error.o errors\n' >"$work/planted"
    [ "$(unlisted "$work/planted")" = "emit/emit.o now" ]
    verdict $? "layers.sh does not find a variable that is not listed"
else
    skip "this nm does not print the section of a variable"
fi

# A pass for lanes returns its result: only plan/schedule.c puts the results together.
grep -nE '(^|[^a-z] *)Lanes \*' gen/*/*.[ch] | grep -v 'const Lanes \*\|^gen/plan/schedule\.c:' >"$work/wrong"
[ ! -s "$work/wrong" ] && grep -q 'const Lanes \*' gen/plan/steps.c
verdict $? "a file other than plan/schedule.c may write to Lanes" "$work/wrong"

# Only gen/read uses libclang.
! grep -l 'clang-c/\|\bCX[A-Z][A-Za-z]*\b' gen/*.[ch] gen/*/*.[ch] | grep -v '^gen/read/' >"$work/clang"
verdict $? "libclang is used outside of gen/read" "$work/clang"
ls gen/*/ >"$work/stages"
for stage in $(sed 's/ .*//' "$work/allowed" | grep -v '\.o$'); do
    [ -d "gen/$stage" ]
    verdict $? "there is no folder gen/$stage"
done
[ "$(find gen -mindepth 1 -maxdepth 1 -type d | wc -l)" = "$(grep -c -v '^main' "$work/allowed")" ]
verdict $? "layers.sh does not list a folder of gen/ as a stage" "$work/stages"
finish

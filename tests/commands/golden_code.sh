#!/bin/sh
# golden_code.sh -- compares the complete plans and code of small calls that together use every construct of the language:
# tests/golden/call_NAME.c becomes call_NAME.plan, call_NAME.facts and, for each target, call_NAME.opencl and so on. A target's other files come
# first, then its C file without the lines of its strings. If the target rejects the program, the file has the errors instead.
# UPDATE=1 rewrites all; read the diff. Prints the counts last. tests/run sets WORK.
set -u
here=$(cd "$(dirname "$0")/../.." && pwd)
work=$(cd "${WORK:?}" && pwd)/golden_code && [ -d "$WORK" ] || exit 2
pallasc=${PALLASC:-$here/build/pallasc}
export LC_ALL=C
unset PALLAS
rm -rf "$work"
mkdir -p "$work"
cd "$here" || exit 2
. tests/tools/count.inc
if [ ! -x "$pallasc" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# same EXPECTED: one test; passes if the file equals $work/text.
same() {
    if [ -n "${UPDATE:-}" ]; then
        cmp -s "$work/text" "$1" || { cp "$work/text" "$1" && echo "updated $1"; }
    fi
    diff -u "$1" "$work/text" >"$work/diff" 2>&1
    verdict $? "$1" "$work/diff"
}

# code TARGET FILE: writes the emitted code, or the errors, to $work/text.
code() {
    rm -rf "$work/out"
    mkdir "$work/out"
    if ! "$pallasc" -I. --target="$1" "$2" -o "$work/out/code.$1.c" >"$work/text" 2>&1; then
        grep ': error: ' "$work/text" >"$work/refused"
        mv "$work/refused" "$work/text"
        return
    fi
    for file in "$work"/out/*; do
        case $file in
        *."$1".c) ;;
        *) cat "$file" ;;
        esac
    done >"$work/text"
    grep -v '^    "' "$work/out/code.$1.c" >>"$work/text"
}

targets=$(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common)
for source in tests/golden/call_*.c; do
    for kind in plan facts; do
        "$pallasc" -I. --emit=$kind "$source" >"$work/text" 2>&1
        same "${source%.c}.$kind"
    done
    for target in $targets; do
        code "$target" "$source"
        same "${source%.c}.$target"
    done
done

# At least one of the programs uses each word of the language.
words="PL_KERNEL PL_FUNCTION PL_PASS PL_REF PL_SMEM_REF PL_SCALAR PL_PROGRAM_ID PL_NUM_PROGRAMS PL_FIRST PL_LAST PL_AXIS
    PL_CALL PL_SIZES PL_GRID PL_PARALLEL PL_ARBITRARY PL_PREFETCH PL_IN PL_OUT PL_INOUT PL_SCRATCH PL_SCRATCH_SMEM
    PL_BATCH PL_BLOCKSPEC PL_WHOLE PL_ATOMIC PL_NONE PL_FULL PL_ELEMENT PL_BOUNDED PL_DS PL_SIZE PL_EDGE PL_BUFFERED
    PL_LOOKAHEAD PL_REVISIT_ANY PL_ALIAS PL_WHEN PL_LOOP PL_EACH PL_REDUCE PL_DOT PL_T PL_FILL PL_ASSIGN PL_TILE PL_VIEW
    PL_INSIDE PL_LOAD PL_STORE PL_ATOMIC_ADD PL_CHECK PL_PRINT PL_MULTIPLE_OF PL_DIM PL_CDIV PL_ADD struct enum switch
    while do for if static"
for word in $words; do
    grep -q -w "$word" tests/golden/call_*.c
    verdict $? "no tests/golden/call_*.c uses $word"
done
finish

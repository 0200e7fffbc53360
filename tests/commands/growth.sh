#!/bin/sh
# growth.sh -- pallasc's time grows with the length of a file and not with its square, and code that is nested too deeply for
# the stack is rejected at its line. Prints the counts last. tests/run sets WORK.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(cd "${WORK:?}" && pwd)/growth
rm -rf "$work"
mkdir -p "$work"
. tests/tools/count.inc

if [ ! -x build/pallasc ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# source KIND N: prints a program with N comments, terms of a sum, words of a comment, loops, statements or calls.
source() {
    awk -v kind="$1" -v n="$2" '
        BEGIN {
            refs = "PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4)"
            parts = "PL_IN(int32_t, x, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))), PL_OUT(int32_t, z, (n, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0)))"
            print "#include <pallas.h>\nPL_KERNEL(many, " refs ")\n{\n    PL_FILL(z, 0);"
            if (kind == "comments") for (i = 0; i < n; i++) print "    // What is said here goes on, line by line."
            if (kind == "sum") { printf "    z[0] = x[0]"; for (i = 0; i < n; i++) printf "\n        + x[%d]", i % 4; print ";" }
            if (kind == "words") { printf "    //"; for (i = 0; i < n; i++) printf " word%d", i % 10; print "" }
            if (kind == "loops") for (i = 0; i < n; i++) printf "    for (int i%d = 0; i%d < 1; i%d++)\n", i, i, i
            for (i = 0; i < (kind == "statements" ? n : 1); i++) printf "    z[%d] += x[%d] * %d;\n", i % 4, i % 4, i
            print "}"
            for (i = 0; i < (kind == "calls" ? n : 1); i++) print "PL_CALL(call_" i ", many, PL_SIZES(n), PL_GRID((i, n)), " parts ")"
        }'
}

# seconds KIND N TARGET: prints the processor time of pallasc in hundredths of a second.
seconds() {
    source "$1" "$2" >"$work/$1.c"
    { LC_ALL=C sh -c 'build/pallasc -I. --target="$1" "$2" -o "$3"; status=$?; times; exit $status' sh "$3" "$work/$1.c" "$work/out.c" >"$work/times" 2>"$work/log"; } || return 1
    awk 'NR == 2 { split($1, t, /[ms]/); printf "%d\n", 100 * (60 * t[1] + t[2]) }' "$work/times"
}

# Four times the length takes four times as long, and at most eight times on a busy machine. Less than half a second always
# passes.
for target in $(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common); do
    for case in "comments 1000" "words 10000" "statements 600" "calls 60" "sum 1250"; do
        # shellcheck disable=SC2086 # two words
        set -- $case
        short=$(seconds "$1" "$2" "$target")
        long=$(seconds "$1" $((4 * $2)) "$target")
        [ -n "$short" ] && [ -n "$long" ] && { [ "$long" -lt 50 ] || [ "$long" -lt $((8 * short)) ]; }
        verdict $? "$target: $2 $1 take ${short:-?} hundredths of a second, four times as many take ${long:-?}" "$work/log"
    done
done

# rejected KIND N MESSAGE: one test; passes if pallasc rejects the program with this message at a line.
rejected() {
    source "$1" "$2" >"$work/deep.c"
    build/pallasc -I. --target=opencl "$work/deep.c" >"$work/out" 2>"$work/log"
    [ $? = 1 ] && grep -q "^$work/deep.c:[0-9]*:[0-9]*: error: $3" "$work/log"
    verdict $? "$2 nested $1 are not rejected" "$work/log"
}
rejected loops 1000 "statements are nested more than 200 deep"
rejected sum 20000 "an expression is nested more than 6000 deep"
seconds loops 190 opencl >"$work/took"
verdict $? "190 nested loops are rejected" "$work/log"
finish

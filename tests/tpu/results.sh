#!/bin/sh
# tests/tpu/results.sh -- examples, conformance programs and golden cases as C for the modeled TPU: their own checks, and
# interpret mode's results to the bit.
#
# Each is translated, compiles without a warning (with CC and, if there is one, clang), and runs with early, late and random
# copies. Every array that a call writes must have the same hash as in interpret mode (PALLAS=digest). Without FULL=1 a sample
# that SEED=n selects: one in fifteen examples, and less of the rest. Prints `N passed, N failed` last.   PALLASC: the program
# (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
clang=$(command -v clang || command -v clang-19 || :)
strict="-std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I. -Itargets/tpu"

# translate FILE: runs pallasc. Calls that pallasc must reject are under PL_CHECKS, so the second run omits them.
translate() {
    "$PALLASC" -I. --target=tpu "$1" -o "$work/program.tpu.c" >"$work/log" 2>&1 ||
        "$PALLASC" -I. -DPL_CHECKS=0 --target=tpu "$1" -o "$work/program.tpu.c" >"$work/log" 2>&1
}
build_both() {
    # shellcheck disable=SC2086 # flags
    if ! translate "$1"; then
        fail "$1 is not translated" "$work/log"
    elif ! $CC $strict -O1 -ffp-contract=off -c -o "$work/program.o" "$work/program.tpu.c" >"$work/log" 2>&1; then
        fail "$1: the emitted code does not compile" "$work/log"
    elif [ -n "$clang" ] && ! $clang $strict -fsyntax-only "$work/program.tpu.c" >"$work/log" 2>&1; then
        fail "$1: the emitted code does not compile with clang" "$work/log"
    elif ! $CC -std=c11 -w -O1 -ffp-contract=off -I. -DPL_TARGET_TPU -o "$work/program" "$1" "$work/program.o" -lm -lpthread \
        >"$work/log" 2>&1; then
        fail "$1: the program itself does not build" "$work/log"
    else
        build_interpreted "$work/interpreted" "$1"
        return
    fi
    return 1
}

# hashes FILE: prints the hashes of the calls. Some are omitted. The structs of struct_call, by_rows and by_all have padding,
# which C does not write.
# count_thirds of threads.c shares its arrays with other threads while they are hashed; the program itself checks its results.
# Interpret mode may make more calls: those that a test expects to be rejected.
hashes() { grep -v '^struct_call \|^by_rows \|^by_all \|^count_thirds ' "$1" | sort; }

# check FILE [SETTINGS...]: a test for each of the settings, or one without; passes if the program runs as in interpret mode, for
# each order of copies.
check() {
    build_both "$1" || return
    checked=$1
    shift
    [ $# != 0 ] || set -- ""
    rm -f "$work/wanted"
    PALLAS=digest="$work/wanted" timeout 300 "$work/interpreted" >"$work/log" 2>&1 || { fail "$checked in interpret mode" "$work/log" && return; }
    for settings; do runs_as_interpreted "$settings"; done
}

# runs_as_interpreted SETTINGS: one of these tests.
runs_as_interpreted() {
    for copies in early late random,seed=5; do
        rm -f "$work/got"
        if ! PALLAS=digest="$work/got",copies=$copies$1 timeout 300 "$work/program" >"$work/log" 2>&1; then
            fail "$checked, copies=$copies$1" "$work/log"
            return
        fi
        if [ -f "$work/wanted" ] && [ ! -f "$work/got" ]; then
            fail "$checked writes nothing"
            return
        fi
        [ -f "$work/wanted" ] || continue
        hashes "$work/wanted" >"$work/left" && hashes "$work/got" >"$work/right"
        if [ -n "$(comm -13 "$work/left" "$work/right")" ]; then
            comm -13 "$work/left" "$work/right" >"$work/log"
            fail "$checked, copies=$copies$1: hashes that interpret mode does not have" "$work/log"
            return
        fi
    done
    pass
}

for source in $(one_in 15 examples/*.c examples/gpt2/*.c) $(one_in 30 tests/conformance/*.c) tests/conformance/copies.c; do
    check "$source"
done

# Devices run in every order, with each order of copies.
for source in $(one_in 5 examples/collectives/*.c); do
    check "$source" ,devices=forward ,devices=reverse ,devices=random
done
mkdir "$work/golden"
$CC -std=c11 -O1 -o "$work/write-golden" tests/tools/golden.c -lm &&
    "$work/write-golden" tests/conformance/golden/golden.txt "$work/golden" 8 || fail "tests/tools/golden.c"
for source in $(one_in 20 "$work"/golden/*.c); do
    check "$source"
done

# The test can fail: a kernel that subtracts instead is detected.
translate examples/vector_add.c && sed 's/x\[c\] + y\[c\]/x[c] - y[c]/' "$work/program.tpu.c" >"$work/wrong.tpu.c"
if cmp -s "$work/program.tpu.c" "$work/wrong.tpu.c"; then
    fail "vector_add: nothing to change"
elif $CC -std=c11 -w -I. -Itargets/tpu -DPL_TARGET_TPU -o "$work/wrong" examples/vector_add.c "$work/wrong.tpu.c" -lm \
    2>"$work/log" && ! "$work/wrong" >"$work/log" 2>&1; then
    pass
else
    fail "vector_add subtracts, and passes" "$work/log"
fi
finish

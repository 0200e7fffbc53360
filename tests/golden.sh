#!/bin/sh
# golden.sh [trees] [errors] [explain] [right] [read] [round] -- tests how pallasc reads C; without an argument, all parts.
#
#   trees    the tree of golden/NAME.c is golden/NAME.tree; printed as a source it compiles and gives the same source again
#   errors   golden/errors/NAME.c is rejected with the messages in golden/errors/NAME.expected
#   explain  the output of --explain for examples and for the cases in golden/explain; the kinds of axes in its NAME.axes for
#            conformance/NAME.c
#   right    --check reports no error in an example, conformance program or golden case, and no warning in the first two
#   read     every example and conformance program is read without an error
#   round    programs print the same if their kernels and calls are replaced by those that pallasc printed
#
#   UPDATE=1 rewrites the expectations of trees, errors and explain; read the diff.   FULL=1: everything, instead of samples that
#   SEED=n selects: one in three of the errors, of the programs for right, and of the sources that trees prints; less of the rest.
#   PALLASC, HEADER and WORK: the program (build/pallasc), the folder of pallas.h (.), and the folder to build in.
# A case may begin with a line `// options: …` for pallasc. Prints `N passed, N failed` last.
set -u
cd "$(dirname "$0")/.." || exit 2
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C

PALLASC=${PALLASC:-build/pallasc}
HEADER=${HEADER:-.}
CC=${CC:-cc}
UPDATE=${UPDATE:-}
work=${WORK:-build/golden-$$}
mkdir -p "$work"
. tests/tools/count.inc

# same WHAT EXPECTED ACTUAL: one test; passes if the files are equal. With UPDATE, rewrites EXPECTED first.
same() {
    if [ -n "$UPDATE" ]; then cp "$3" "$2"; fi
    if diff -u "$2" "$3" >"$work/diff" 2>&1; then pass; else fail "$1" "$work/diff"; fi
}

read_it() { "$PALLASC" -I"$HEADER" -I. "$@"; }
compile() { "$CC" -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -I"$HEADER" -I. "$@"; }
# some FILE...: prints one in three, or all that UPDATE is to rewrite.
some() { if [ -n "$UPDATE" ]; then echo "$@"; else one_in 3 "$@"; fi; }
options() { sed -n 's,^// options: ,,p' "$1"; }

# ---- trees ----

# Two tests of the printed source: it compiles, and pallasc prints the same when it reads it. The first line names the file,
# and is not compared.
check_source() {
    if ! read_it --emit=source "$1" >"$work/once.c" 2>"$work/log"; then
        fail "$1 as a source" "$work/log"
    elif ! compile -O0 -fsyntax-only "$work/once.c" 2>"$work/log"; then
        fail "$1: the printed source does not compile" "$work/log"
    elif ! read_it --emit=source "$work/once.c" >"$work/twice.c" 2>"$work/log"; then
        fail "$1: pallasc does not read the printed source" "$work/log"
    else
        tail -n +2 "$work/once.c" >"$work/once"
        tail -n +2 "$work/twice.c" >"$work/twice"
        diff -u "$work/once" "$work/twice" >"$work/diff"
        verdict $? "$1: the source differs when it is read again" "$work/diff"
    fi
}

trees() {
    for case in tests/golden/*.c; do
        # shellcheck disable=SC2046 # words
        if read_it --emit=tree $(options "$case") "$case" >"$work/tree" 2>"$work/log"; then
            same "$case" "${case%.c}.tree" "$work/tree"
        else
            fail "$case" "$work/log"
        fi
    done
    for case in $(one_in 3 tests/golden/*.c); do
        check_source "$case"
    done
}

# ---- errors ----

errors() {
    for case in $(some tests/golden/errors/*.c); do
        # shellcheck disable=SC2086 # words
        options=$(options "$case")
        read_it ${options:---emit=tree} "$case" >"$work/stdout" 2>"$work/said"
        echo "[exit $?]" >>"$work/said"
        if [ -s "$work/stdout" ]; then fail "$case: prints to stdout after an error" "$work/stdout"; fi
        if grep -q '^internal error' "$work/said"; then fail "$case" "$work/said"; fi
        same "$case" "${case%.c}.expected" "$work/said"
    done
}

# ---- explain ----

explain() {
    for expected in tests/golden/explain/*.expected; do
        name=$(basename "$expected" .expected)
        case=${expected%.expected}.c
        [ -f "$case" ] || case=examples/$name.c
        [ -f "$case" ] || case=tests/conformance/$name.c
        if read_it --explain $(options "$case") "$case" >"$work/stdout" 2>"$work/said"; then
            same "--explain of $name" "$expected" "$work/said"
        else
            fail "--explain of $name" "$work/said"
        fi
    done
    # Only the kinds of the axes, of a program with many calls.
    for expected in tests/golden/explain/*.axes; do
        name=$(basename "$expected" .axes)
        read_it --explain "tests/conformance/$name.c" 2>&1 >"$work/stdout" |
            awk '$1 == "call" { call = $2 } $3 == "parallel" || $3 == "sequential" { print call, $1, $3 }' >"$work/said"
        same "the axes of conformance/$name.c" "$expected" "$work/said"
    done
    # The page shows one of them.
    sed -n '/^$ pallasc --explain examples\/matmul.c/,/^```/p' docs/checks.md | sed '1d;$d' >"$work/page"
    if diff -u "$work/page" tests/golden/explain/matmul.expected >"$work/diff"; then pass; else fail docs/checks.md "$work/diff"; fi
}

# ---- right ----

# Omits the programs whose subjects are mistakes, and sums in 16 bits, which pallasc warns of. Golden cases are random, so warnings about likely mistakes are ignored there.
right() {
    for program in $(one_in 3 $(programs)); do
        case $program in */upstream_errors.c | */conformance/reductions.c) continue ;; esac
        if ! read_it --check=likely "$program" >"$work/stdout" 2>"$work/said"; then
            grep -A 2 'error: ' "$work/said" >"$work/log"
            fail "--check reports an error in $program" "$work/log"
        elif [ -s "$work/said" ] && [ "${program#"$work"}" = "$program" ]; then
            fail "--check reports a likely mistake in $program" "$work/said"
        else
            pass
        fi
    done
}

# ---- read, round ----

programs() {
    ls examples/*.c examples/gpt2/*.c tests/conformance/*.c
    ls "$work"/cases/*.c 2>/dev/null
}

write_cases() {
    mkdir -p "$work/cases"
    "$CC" -std=c11 -O1 -o "$work/write-cases" tests/tools/golden.c -lm &&
        "$work/write-cases" tests/conformance/golden/golden.txt "$work/cases" 8 || fail "tests/tools/golden.c"
}

read_all() {
    for program in $(one_in 8 $(programs)); do
        if ! read_it --emit=source "$program" >"$work/once.c" 2>"$work/log"; then
            fail "pallasc does not read $program" "$work/log"
        elif [ -s "$work/log" ]; then
            fail "$program: a message without an error" "$work/log"
        else
            pass
        fi
    done
}

# Writes runtime.c, which defines the host functions by those of the interpreter. A program that only declares its calls
# expects them from a target's runtime.
write_runtime() {
    {
        echo '#undef PL_TARGET_OPENCL'                  # the command line defines it for the program
        for name in error alloc free upload download sync; do echo "#define pl_$name interpreted_$name"; done
        echo '#include <pallas.h>'
        for name in error alloc free upload download sync; do echo "#undef pl_$name"; done
        cat <<'END'
const char *pl_error(void) { return interpreted_error(); }
void *pl_alloc(size_t bytes) { return interpreted_alloc(bytes); }
void pl_free(void *device) { interpreted_free(device); }
int pl_upload(void *device, const void *host, size_t bytes) { return interpreted_upload(device, host, bytes); }
int pl_download(void *host, const void *device, size_t bytes) { return interpreted_download(host, device, bytes); }
int pl_sync(void) { return interpreted_sync(); }
double pl_cl_seconds_preparing(void) { return 0; }
END
    } >"$work/runtime.c"
}

# The program keeps its main() and only declares its calls, which pallasc's source defines. Both are built with checks,
# because PL_CHECKS changes what some programs test. Places in messages, times and the order of lines are not compared.
# -Wno-shadow: pallasc prints tables first, and a program may define them after a variable of the same name.
# -Wno-absolute-value: math_functions.c relies on the conversion, by a pragma that the source does not have.
round_trip() {
    if ! read_it -DPL_CHECKS=1 --emit=source "$1" >"$work/calls.c" 2>"$work/log" ||
        ! compile -Wno-shadow -Wno-absolute-value -DPL_CHECKS=1 -c "$work/calls.c" -o "$work/calls.o" 2>"$work/log" ||
        ! "$CC" -std=c11 -w -I"$HEADER" -I. -DPL_CHECKS=1 -DPL_TARGET_OPENCL "$1" "$work/calls.o" "$work/runtime.c" \
            -o "$work/other" -lm 2>"$work/log" ||
        ! "$CC" -std=c11 -w -I"$HEADER" -I. -DPL_CHECKS=1 "$1" -o "$work/program" -lm 2>"$work/log"; then
        fail "$1: the program does not build from its parts" "$work/log"
        return
    fi
    for way in program other; do
        "$work/$way" >"$work/$way.said" 2>&1
        echo "[exit $?]" >>"$work/$way.said"
        sed -e 's/[^ ]*\.c:[0-9]*/PLACE/g' -e 's/ *[0-9.]* ms//' -e "s,$work/[a-z]*,PROGRAM,g" "$work/$way.said" |
            sort >"$work/$way.text"
    done
    if diff -u "$work/program.text" "$work/other.text" >"$work/diff"; then pass; else fail "$1" "$work/diff"; fi
}

# Omits programs about the interpreter's own checks: pallasc rejects their calls, or its source does not have the text that
# they print. mistakes.c reads past tables, which a target's launcher reports; here the interpreter runs behind a launcher's
# declarations. These have no devices for copies.c either.
round() {
    write_runtime
    about="reductions alias seeds_pipelining check_and_print mistakes copies"
    for program in $(one_in 14 $(programs | grep -v -w -F "$(printf '%s.c\n' $about)")); do
        round_trip "$program"
    done
}

if [ ! -x "$PALLASC" ]; then
    echo "there is no $PALLASC; try: make pallasc" >&2
    exit 2
fi
[ $# != 0 ] || set -- trees errors explain right read round
case " $* " in *right* | *read* | *round*) write_cases ;; esac
for part; do
    case $part in
    trees | errors | explain | right | round) "$part" ;;
    read) read_all ;;
    *) echo "golden.sh: unknown part $part" >&2 && exit 2 ;;
    esac
done
[ -n "${WORK:-}" ] || rm -rf "$work"
finish

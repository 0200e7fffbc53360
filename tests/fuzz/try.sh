#!/bin/sh
# tests/fuzz/try.sh -- what pallasc does with a program that may be wrong in any way.
#
#     sh tests/fuzz/try.sh FILE
#
# Prints what is wrong with pallasc and exits with 1; 0 where nothing is. pallasc may accept the program or reject it. It may not
# end with a status that it does not document, fail by itself (3; 5 too, as nothing is missing here), take longer than LIMIT
# seconds or more than MEMORY KiB, run text of the program in m4 (which would make a file CANARY), or write code that does not
# compile, if the program compiles with pallas.h. WAYS="check plan opencl" takes these ways alone; else all, and only one target
# after an error. PALLASC: the program. WORK: a folder for what is written, which stays.
set -u
file=$(realpath "$1")
cd "$(dirname "$0")/../.." || exit 2
root=$PWD
export LC_ALL=C
case ${PALLASC:=build/pallasc} in /*) ;; *) PALLASC=$root/$PALLASC ;; esac
targets=$(ls targets/*.m4 | sed 's,targets/,,; s,\.m4,,' | grep -v common)
here=${WORK:-}
if [ -z "$here" ]; then
    here=$(mktemp -d) || exit 2
    trap 'rm -rf "$here"' EXIT
fi
mkdir -p "$here/tests/conformance" && cp "$file" "$here/tests/conformance/mutant.c" && cp tests/test.h "$here/tests/"
cd "$here/tests/conformance" || exit 2
status=0
includes="-I$root -I$root/examples -I$root/tests/golden"
# What gcc takes for a warning, and clang for an error.
strict="-pedantic-errors -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion -Werror=incompatible-pointer-types"

# wrong WAY WHAT FILE
wrong() {
    echo "$1: $2"
    head -n 5 "$3" | cut -c 1-300 | sed 's/^/    /'
    status=1
}

# limited COMMAND...: with no more time and memory than it may have.
limited() {
    (
        # shellcheck disable=SC3045 # dash and bash have them
        ulimit -c 0 && ulimit -t "${LIMIT:-10}" && ulimit -v "${MEMORY:-4000000}"
        exec "$@"
    )
}

# message FILE: the first error, without the words that differ from program to program.
message() {
    grep -m 1 -e 'error: ' -e '^pallasc' "$1" | sed "s/^.*error: //; s/['‘«][^'’»]*['’»]/X/g; s/[0-9][0-9]*/N/g; s/(.*//"
}

c() { gcc -std=c11 -fsyntax-only $strict $includes "$@"; }

# compiles TARGET: what was written for it.
compiles() {
    case $1 in
    cuda)
        ! command -v g++ >/dev/null ||
            g++ -std=c++17 -w -fsyntax-only -I"$root/targets/cuda" -I"$root/emulator/include" $includes -x c++ out.c
        ;;
    *) c -I"$root/targets/$1" out.c ;;
    esac && { [ ! -f out.cl ] || ! command -v clang >/dev/null ||
        clang -w -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only out.cl; }
}

# judge WAY: returns what pallasc does.
judge() {
    way=$1
    rm -f out.c out.cl said
    case $way in
    check) option="--check" ;;
    plan) option="--emit=plan -o out.txt" ;;
    *) option="--target=$way -o out.c" ;;
    esac
    # shellcheck disable=SC2086 # words
    limited "$PALLASC" $includes $option mutant.c >said 2>&1 </dev/null
    ended=$?
    if [ -e CANARY ]; then
        rm -f CANARY
        wrong "$way" "it runs the program's text in m4" said
    elif grep -q -i -e 'internal error' said; then
        wrong "$way" "$(grep -m 1 -i -o 'internal error.*' said | sed "s/['«].*//")" said
    fi
    case $ended in
    0 | 1 | 4) ;;
    *) [ "$status" != 0 ] || wrong "$way" "exit status $ended $(message said)" said ;;
    esac
    if [ "$ended" = 0 ] && [ -f out.c ] && ! compiles "$way" >errors 2>&1 && c mutant.c >/dev/null 2>&1; then
        wrong "$way" "what is written does not compile: $(message errors)" errors
    fi
    return "$ended"
}

for way in ${WAYS:-check}; do judge "$way"; done
[ -z "${WAYS:-}" ] || exit "$status"
if [ "$ended" = 1 ]; then
    # One target, that the program draws.
    set -- $targets
    shift $(($(cksum <mutant.c | cut -d ' ' -f 1) % $#))
    judge "$1"
else
    for way in plan $targets; do judge "$way"; done
fi
exit "$status"

#!/bin/sh
# tests/fuzz/try.sh -- tests pallasc with a program that may be wrong in any way.
#
#     sh tests/fuzz/try.sh FILE
#
# Prints the faults of pallasc and exits with 1; exits with 0 if there are none. pallasc may accept or reject the program. It must
# not exit with an undocumented status or with that of an internal error (3; nor with 5, because nothing is missing here), take more
# than LIMIT seconds or MEMORY KiB, or run the program's text in m4 (which would create a file CANARY). If the program compiles with
# pallas.h, the emitted code must compile. WAYS="check plan opencl" selects ways; the default is all, or only one target after an
# error. PALLASC: the program. WORK: a folder for the output, which is kept. NVCC: nvcc compiles emitted CUDA, and not g++ with the
# headers of the emulator.
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
# Warnings of gcc that are errors in clang.
strict="-pedantic-errors -Werror=implicit-function-declaration -Werror=implicit-int -Werror=int-conversion -Werror=incompatible-pointer-types"

# wrong WAY WHAT FILE: prints a fault, with the first lines of the file.
wrong() {
    echo "$1: $2"
    head -n 5 "$3" | cut -c 1-300 | sed 's/^/    /'
    status=1
}

# limited COMMAND...: runs the command with limited time and memory.
limited() {
    (
        # shellcheck disable=SC3045 # dash and bash have them
        ulimit -c 0 && ulimit -t "${LIMIT:-10}" && ulimit -v "${MEMORY:-4000000}"
        exec "$@"
    )
}

# message FILE: prints the first error, without names and numbers of the program.
message() {
    grep -m 1 -e 'error: ' -e '^pallasc' "$1" | sed "s/^.*error: //; s/['‘«][^'’»]*['’»]/X/g; s/[0-9][0-9]*/N/g; s/(.*//"
}

c() { gcc -std=c11 -fsyntax-only $strict $includes "$@"; }

# compiles TARGET: succeeds if the emitted code compiles.
compiles() {
    case $1 in
    cuda)
        if [ -n "${NVCC:-}" ]; then
            "$NVCC" -arch=sm_80 -w -I"$root/targets/cuda" $includes -ptx -o /dev/null -x cu out.c && return
            return 1
        fi
        ! command -v g++ >/dev/null ||
            g++ -std=c++17 -w -fsyntax-only -I"$root/targets/cuda" -I"$root/emulator/include" $includes -x c++ out.c
        ;;
    *) c -I"$root/targets/$1" out.c ;;
    esac && { [ ! -f out.cl ] || ! command -v clang >/dev/null ||
        clang -w -x cl -cl-std=CL1.2 -Xclang -finclude-default-header -fsyntax-only out.cl; }
}

# judge WAY: runs pallasc, prints its faults, and returns its exit status.
judge() {
    way=$1
    rm -f out.c out.cl said
    case $way in
    check) option="--check" ;;
    plan) option="--emit=facts -o out.txt" ;;
    *) option="--target=$way -o out.c" ;;
    esac
    # shellcheck disable=SC2086 # words
    limited "$PALLASC" $includes $option mutant.c >said 2>&1 </dev/null
    ended=$?
    if [ -e CANARY ]; then
        rm -f CANARY
        wrong "$way" "pallasc runs the program's text in m4" said
    elif grep -q -i -e 'internal error' said; then
        wrong "$way" "$(grep -m 1 -i -o 'internal error.*' said | sed "s/['«].*//")" said
    fi
    case $ended in
    0 | 1 | 4) ;;
    *) [ "$status" != 0 ] || wrong "$way" "exit status $ended $(message said)" said ;;
    esac
    if [ "$ended" = 0 ] && [ -f out.c ] && ! compiles "$way" >errors 2>&1 && c mutant.c >/dev/null 2>&1; then
        wrong "$way" "the emitted code does not compile: $(message errors)" errors
    fi
    return "$ended"
}

for way in ${WAYS:-check}; do judge "$way"; done
[ -z "${WAYS:-}" ] || exit "$status"
if [ "$ended" = 1 ]; then
    # One target, which depends on the program's text.
    set -- $targets
    shift $(($(cksum <mutant.c | cut -d ' ' -f 1) % $#))
    judge "$1"
else
    for way in plan $targets; do judge "$way"; done
fi
exit "$status"

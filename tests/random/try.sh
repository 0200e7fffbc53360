#!/bin/sh
# tests/random/try.sh -- tests one random program in the ways of tests/random/ways.
#
#     sh tests/random/try.sh SEED [OPTION...]      options of generate: --calls=1, --sets=FILE, --set=PATH=VALUE
#
# Prints failures, and exits with 1; with 3 if nothing fails, but a target rejected the program. WAYS=name selects one way, FULL=1
# all instead of a sample. GENERATE, PALLASC: the programs. WORK: a folder to build in, which is kept.
set -u
cd "$(dirname "$0")/../.." || exit 2
GENERATE=${GENERATE:-build/random/generate}
PALLASC=${PALLASC:-build/pallasc}
WAYS=${WAYS:-}
seed=$1
shift
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C
# No optimization for kernels that run once.
export POCL_EXTRA_BUILD_FLAGS="${POCL_EXTRA_BUILD_FLAGS--cl-opt-disable}"
here=${WORK:-}
if [ -z "$here" ]; then
    here=$(mktemp -d) || exit 2
    trap 'rm -rf "$here"' EXIT
fi
mkdir -p "$here"
export POCL_CACHE_DIR="$here/cache"
status=0

# wrong WAY WHAT FILE: prints a failure, with the file from its first error on.
wrong() {
    echo "seed $seed, $1: $2"
    first=$(grep -n -m 1 'error: ' "$3" | cut -d : -f 1)
    tail -n "+${first:-1}" "$3" | head -n 6 | cut -c 1-300 | sed 's/^/    /'
    status=1
}

# rejected WAY FILE: prints that a target rejects the program.
rejected() {
    echo "seed $seed, $1 rejects: $(grep -m 1 'error: ' "$2" | sed 's/.*error: //')"
    [ "$status" != 0 ] || status=3
}

# flags VARIABLE=value...: prints the command with which make compiles. The folder FLAGS keeps it for the next seeds.
flags() {
    known="${FLAGS:-$here}/flags $*"
    [ -s "$known" ] || make -s --no-print-directory flags "$@" >"$known"
    cat "$known"
}

# translate TARGET: writes kernels.TARGET.c, once.
translate() {
    [ ! -f "$here/$1.log" ] || return 1
    timeout 60 "$PALLASC" -I. "--target=$1" "$here/kernels.c" -o "$here/kernels.$1.c" >"$here/$1.log" 2>&1
    ended=$?
    case $ended in
    0) ;;
    1) rejected "$1" "$here/$1.log" ;;
    *) wrong "$1" "pallasc exits with $ended" "$here/$1.log" ;;
    esac
    return "$ended"
}

# emulator: builds the emulator, and prints the flags of its checked mode.
# shellcheck disable=SC2016 # make's dollars
emulator() {
    [ -s "$here/emulator" ] || printf 'EMULATOR_HERE = emulator/\nEMULATOR_BUILD = build/emulator\ninclude emulator/rules.mk\n%s\n' \
        'flags: ; @echo $(EMULATOR_CHECKED)' | make -s -f - flags EMULATOR_CXX=g++ >"$here/emulator"
    (flock 9 2>/dev/null; make -s emulator CXX=g++) 9>build/.emulator.lock >/dev/null && cat "$here/emulator"
}

# compile_for TARGET PROGRAM LIBRARIES: builds the emitted code with main().
compile_for() {
    # shellcheck disable=SC2046,SC2086 # flags, libraries
    if [ "$1" = cuda ]; then
        g++ $(emulator) -w -Itargets/cuda -x c++ -c "$here/kernels.cuda.c" -o "$2.o" &&
            g++ -o "$2" "$here/main.o" "$2.o" build/emulator/emulator.o -lpthread -lm
    else
        cc -std=c11 -O0 -w -ffp-contract=off -I. -Itargets/"$1" -o "$2" "$here/kernels.$1.c" "$here/main.o" $3 -lm
    fi
}

# is_there TARGET: succeeds if programs for the target can be built here. CUDA's emulator needs a C++ compiler.
is_there() { [ "$1" != cuda ] || { command -v g++ && command -v objcopy && [ -f emulator/rules.mk ]; } >/dev/null; }

# build PROGRAM TARGET WHAT: builds the program, once.
build() {
    [ ! -x "$1" ] || return 0
    [ ! -f "$1.log" ] || return 1
    if [ "$2" = interpret ]; then
        # shellcheck disable=SC2046,SC2086 # flags
        $(flags $3) -o "$1" "$here/kernels.c" "$here/main.o" -lm >"$1.log" 2>&1 && return
        grep 'error' "$1.log" >"$1.errors"
        wrong "$2 $3" "it does not compile" "$1.errors"
        return 1
    fi
    translate "$2" || return 1
    compile_for "$2" "$1" "$3" >"$1.log" 2>&1 && return
    grep 'error' "$1.log" >"$1.errors"
    wrong "$2" "the emitted code does not compile" "$1.errors"
    return 1
}

# only_rejected STATUS FILE: succeeds if the calls failed only because the schedule for GPUs does not support their kernels.
only_rejected() {
    [ "$1" = 4 ] && [ "$(grep -c 'it returns' "$2")" = "$(grep -c 'it has no schedule for GPUs' "$2")" ]
}

# run WAY PROGRAM SETTINGS: runs the program.
run() {
    PALLAS=$3 timeout -k 5 120 "$2" >"$here/out" 2>&1 </dev/null
    ended=$?
    if [ "$ended" = 0 ]; then
        return
    elif only_rejected "$ended" "$here/out"; then
        rejected "$1" "$here/out"
    else
        wrong "$1" "exit status $ended" "$here/out"
    fi
}

# in_sample NUMBER OF: succeeds if the way is in the sample for this seed.
in_sample() { [ -n "$WAYS" ] || [ -n "${FULL:-}" ] || [ $((($1 + seed) % $2)) = 0 ]; }

trimmed() { echo "$1" | sed 's/^ *//; s/ *$//'; }

if [ -n "${KERNELS:-}" ]; then cp "$KERNELS" "$here/kernels.c"; else "$GENERATE" "--seed=$seed" "$@" --part=kernels >"$here/kernels.c" || exit 2; fi
"$GENERATE" "--seed=$seed" "$@" --part=main >"$here/main.c" || exit 2
cc -std=c11 -O0 -fwrapv -w -Itests/random -c -o "$here/main.o" "$here/main.c" || exit 2
# Warnings about likely mistakes do not fail the test, because random programs look like mistakes.
if [ -z "$WAYS" ] || [ "$WAYS" = check ]; then
    "$PALLASC" -I. --check=likely "$here/kernels.c" >"$here/check.log" 2>&1 || wrong check "pallasc --check exits with $?" "$here/check.log"
fi
number=0
while IFS='|' read -r name target what settings sample; do
    number=$((number + 1))
    case $name in \#* | '') continue ;; esac
    name=$(trimmed "$name") target=$(trimmed "$target") what=$(trimmed "$what") settings=$(trimmed "$settings") sample=$(trimmed "$sample")
    [ -z "$WAYS" ] || [ "$WAYS" = "$name" ] || continue
    in_sample "$number" "$sample" || continue
    is_there "$target" || continue
    program=$here/$(echo "$target $what" | tr -c 'A-Za-z0-9\n' _)
    build "$program" "$target" "$what" || continue
    run "$name" "$program" "$settings"
done <tests/random/ways
exit "$status"

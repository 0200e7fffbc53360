#!/bin/sh
# tests/random/seeds.sh -- random programs, each with its own reference, in interpret mode and on every target.
#
# SEED=n: the first program; SEEDS=m: the number of programs (2; with FULL=1 100). tests/random/generate.c describes the programs,
# and tests/random/ways the ways in which they run. Then tests that mistakes are detected. SHRINK=1 reduces programs that fail;
# `sh tests/random/shrink.sh SEED WAY` does so later. Prints `N passed, N failed` last. PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export GENERATE="$work/generate" FLAGS="$work"
all=${SEEDS:-2}
[ -z "${FULL:-}" ] || all=${SEEDS:-100}
unset FULL
cc -std=c11 -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror -o "$GENERATE" tests/random/*.c >"$work/log" 2>&1 || {
    fail "tests/random/generate.c does not compile" "$work/log"
    finish
}

# ---- The programs ----

rejected=0
try() {
    WORK=$work/seed sh tests/random/try.sh "$1" >"$work/said" 2>&1
    case $? in
    0) pass ;;
    3)
        pass
        rejected=$((rejected + $(wc -l <"$work/said")))
        ;;
    *)
        fail "random program $1" "$work/said"
        # shellcheck disable=SC2046 # seed and way
        [ -z "${SHRINK:-}" ] || sh tests/random/shrink.sh $(sed -n 's/^seed \([0-9]*\), \([a-z_]*\).*/\1 \2/p;q' "$work/said")
        ;;
    esac
    rm -rf "$work/seed"
}

first=$((${SEED:-1} % 1000000))
seed=$first
while [ "$seed" -lt $((first + all)) ]; do
    try "$seed"
    seed=$((seed + 1))
done
echo "random programs $first to $((seed - 1)); $rejected times a target rejected one"

# ---- Mistakes are detected ----

# With the argument `wrong` the program expects another number.
if WORK=$work/right WAYS=unchecked sh tests/random/try.sh 2 --calls=1 >"$work/log" 2>&1 &&
    ! "$work/right/interpret_FAST_1_CFLAGS__O1" wrong >"$work/log"; then
    pass
else
    fail "a wrong result passes" "$work/log"
fi

# noticed CHANGE: changes kernels but not their references; succeeds if one of eight programs then differs.
noticed() {
    for seed in 1 2 3 4 5 6 7 8; do
        "$GENERATE" --seed=$seed --calls=1 --part=kernels >"$work/kernels.c"
        sed "$1" "$work/kernels.c" >"$work/changed.c"
        ! cmp -s "$work/kernels.c" "$work/changed.c" || continue
        WORK=$work/wrong KERNELS=$work/changed.c WAYS=unchecked sh tests/random/try.sh $seed --calls=1 >"$work/log" 2>&1
        rm -rf "$work/wrong"
        ! grep -q 'should be' "$work/log" || return 0
    done
    return 1
}
for change in 's/PL_FIRST/PL_LAST/' 's/PL_EDGE([0-9]/PL_EDGE(5/'; do
    noticed "$change"
    verdict $? "$change is not detected"
done
finish

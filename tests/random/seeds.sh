#!/bin/sh
# tests/random/seeds.sh -- random programs, each with a reference of its own, in interpret mode and on every target.
#
# SEED=n is the first; SEEDS=m how many (2; with FULL=1 2000). tests/random/generate.c says what a program is, tests/random/ways
# how it is run. Then, whether a mistake would be noticed. What is found is shrunk with SHRINK=1, or later by
# `sh tests/random/shrink.sh SEED WAY`. Prints `N passed, N failed` last: the programs. PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export GENERATE="$work/generate" FLAGS="$work"
all=${SEEDS:-2}
[ -z "${FULL:-}" ] || all=${SEEDS:-2000}
unset FULL
cc -std=c11 -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror -o "$GENERATE" tests/random/*.c >"$work/log" 2>&1 || {
    fail "tests/random/generate.c does not compile" "$work/log"
    finish
}

# ---- The programs ----

refused=0
try() {
    WORK=$work/seed sh tests/random/try.sh "$1" >"$work/said" 2>&1
    case $? in
    0) pass ;;
    3)
        pass
        refused=$((refused + $(wc -l <"$work/said")))
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
echo "random programs $first to $((seed - 1)); $refused times a target refused one"

# ---- Would it be noticed? ----

# Where another number is expected.
if WORK=$work/right WAYS=unchecked sh tests/random/try.sh 2 --calls=1 >"$work/log" 2>&1 &&
    ! "$work/right/interpret_FAST_1_CFLAGS__O1" wrong >"$work/log"; then
    pass
else
    fail "a wrong result passes" "$work/log"
fi

# noticed CHANGE: kernels are changed, and their reference is not; one of a few programs that have something to change differs.
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
    verdict $? "$change is not noticed"
done
finish

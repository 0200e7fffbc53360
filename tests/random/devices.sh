#!/bin/sh
# devices.sh -- random programs with devices, copies and semaphores, each with the values that it must compute, in interpret mode
# and on the modeled TPU, in several orders of copies and devices: each result is right, and nothing is reported, because each
# program is right in every order (devices/generate.c says why). SEED=n: the first program; SEEDS=m: how many (1; with FULL=1
# 60). Then a program without one of its waits, which is reported in each order. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
all=${SEEDS:-1}
[ -z "${FULL:-}" ] || all=${SEEDS:-60}
first=${SEED:-1}
generate=$work/devices
$CC -std=c11 -O0 -Wall -Wextra -Wpedantic -Wshadow -Werror -o "$generate" tests/random/devices/generate.c >"$work/said" 2>&1 || {
    fail "tests/random/devices/generate.c does not compile" "$work/said"
    finish
}

seed=$first
while [ "$seed" -lt $((first + all)) ]; do
    "$generate" "$seed" >"$work/program.c"
    build_interpreted "$work/interpreted" "$work/program.c" &&
        runs_as "devices/generate $seed, interpret mode" "$work/interpreted" '^0 wrong$' check=twin,order=reverse \
            copies=early,devices=reverse copies=late "copies=random,devices=random,seed=$seed"
    build "$work/modeled" "$work/program.c" &&
        runs_as "devices/generate $seed, TPU" "$work/modeled" '^0 wrong$' copies=early copies=late,devices=reverse \
            "copies=random,devices=random,seed=$seed"
    seed=$((seed + 1))
done

# A mistake: the receiver does not wait before its buffer is used. In program 14 each wait matters in every order.
"$generate" 14 | awk '/pl_wait_recv/ && !gone { gone = 1; next } { print }' >"$work/wrong.c"
if build_interpreted "$work/interpreted" "$work/wrong.c"; then
    if "$work/interpreted" >"$work/said" 2>&1; then fail "interpret mode: a wait is missing, and nothing is reported"; else pass; fi
fi
if build "$work/modeled" "$work/wrong.c"; then
    for settings in copies=early copies=late copies=random,seed=2; do
        if PALLAS=$settings "$work/modeled" >"$work/said" 2>&1; then fail "TPU, $settings: a wait is missing, and nothing is reported"; else pass; fi
    done
fi
finish

#!/bin/sh
# refusals.sh -- programs that the modeled TPU rejects: each program in refusals/, with its complete output. Prints the counts last.
# The first line of a program may be `// run: PALLAS=...`; the next one describes the mistake. With a line `// pallasc reports it`
# pallasc rejects the program. UPDATE=1 rewrites NAME.expected.
# Then rules.c tests the rules for blocks against a table of cases.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

for source in tests/tpu/refusals/*.c; do
    name=$(basename "$source" .c)
    setting=$(sed -n '1s|^// run: PALLAS=||p' "$source")
    if grep -q '^// pallasc reports it' "$source"; then
        "$PALLASC" -I. --target=tpu "$source" >"$work/log" 2>&1
        status=$?
        grep -e 'error: ' -e 'note: ' "$work/log" | head -n 2 >"$work/out"
    else
        build "$work/$name" "$source" || continue
        PALLAS=$setting "$work/$name" >"$work/out" 2>&1
        status=$?
    fi
    echo "[exit $status]" >>"$work/out"
    same "$source" "tests/tpu/refusals/$name.expected" "$work/out"
    # Without a chip these programs run, unless they are wrong on any machine.
    case $setting in
    chip=v3 | chpi=* | dry | "") ;;
    *) if "$work/$name" >"$work/out" 2>&1; then pass; else fail "$source fails without a chip" "$work/out"; fi ;;
    esac
done

if "$CC" -std=c11 -Wall -Wextra -Werror -I. -Itargets/tpu -o "$work/rules" tests/tpu/rules.c -lm >"$work/log" 2>&1 &&
    "$work/rules" >"$work/out" 2>>"$work/log"; then
    passed=$((passed + $(sed -n 's/ passed, 0 failed//p' "$work/out")))
else
    cat "$work/out" >>"$work/log" 2>/dev/null
    fail tests/tpu/rules.c "$work/log"
fi
finish

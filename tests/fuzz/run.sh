#!/bin/sh
# tests/fuzz/run.sh -- programs with slips of the hand and with text that m4 would obey: pallasc accepts or rejects each, and does
# nothing else. tests/fuzz/mutate.c makes them of examples, conformance programs, golden cases and mistakes; try.sh judges.
#
# SEED=n is the first; MUTANTS=m how many (12; with FULL=1 3000). What is found is reduced and printed. PRINT=1 prints mutant n and
# does nothing else; KEEP=folder keeps the mutants that are found. Then, whether a faulty pallasc would be noticed. Closes with
# N passed, N failed. PALLASC: the program (build/pallasc); TIMES: how often reduce.sh tries.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tools/count.inc
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export LC_ALL=C PALLASC="${PALLASC:-build/pallasc}" MUTATE="$work/mutate"
if [ ! -x "$PALLASC" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi
cc -std=c11 -O1 -Wall -Wextra -Wpedantic -Wshadow -Werror -o "$MUTATE" tests/fuzz/mutate.c >"$work/log" 2>&1 || {
    fail "tests/fuzz/mutate.c does not compile" "$work/log"
    finish
}
sh tests/fuzz/words.sh >"$work/words"
[ "$(wc -l <"$work/words")" -gt 500 ]
verdict $? "the dictionary has hardly a word" "$work/words"
# Every other mutant is one of these: most of the others are short.
printf '%s\n' examples/*.c tests/conformance/*.c tests/golden/*.c tests/golden/errors/*.c tests/errors/*.c >"$work/all"
ls examples/*.c tests/golden/call_*.c >"$work/long"

# mutant N: of which program, and the mutant.
mutant() {
    list=$work/all
    [ $(($1 % 2)) = 0 ] || list=$work/long
    of=$(awk -v at="$1" '{ line[NR - 1] = $0 } END { print line[(int(at / 2) * 7919) % NR] }' "$list")
    "$MUTATE" "$1" "$work/words" "$of" >"$work/mutant.c"
}

seed=$((${SEED:-1} % 100000000))
if [ -n "${PRINT:-}" ]; then
    mutant "$seed"
    cat "$work/mutant.c"
    exit 0
fi
all=12
[ -z "${FULL:-}" ] || all=3000
all=${MUTANTS:-$all}

# ---- Mutants ----

accepted=0 reduced=0 open=0
first=$seed
while [ "$seed" -lt $((first + all)) ]; do
    mutant "$seed"
    WORK=$work/here sh tests/fuzz/try.sh "$work/mutant.c" >"$work/said" 2>&1
    ended=$?
    [ ! -f "$work/here/tests/conformance/out.txt" ] || accepted=$((accepted + 1))
    rm -rf "$work/here"
    # Findings that wait for their fix, as patterns; an empty list matches nothing.
    if [ "$ended" != 0 ] && ! grep '^[a-z]*: ' "$work/said" | grep -v -q -f tests/fuzz/open; then
        open=$((open + 1)) ended=0
    fi
    if [ "$ended" != 0 ]; then
        [ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && cp "$work/mutant.c" "$KEEP/$seed.c" && cp "$work/said" "$KEEP/$seed.said"; }
        # The first few: reducing takes minutes.
        reduced=$((reduced + 1))
        [ "$reduced" -gt 3 ] || TIMES=${TIMES:-200} sh tests/fuzz/reduce.sh "$work/mutant.c" >>"$work/said" 2>&1
    fi
    verdict "$ended" "mutant $seed, of $of" "$work/said"
    seed=$((seed + 1))
done
echo "mutants $first to $((seed - 1)); $accepted of them have a plan, $open find what tests/fuzz/open has"
[ "$all" -lt 100 ] || [ "$accepted" -gt $((all / 20)) ]
verdict $? "hardly a mutant is accepted: $accepted of $all"

# ---- Would it be noticed? ----

# faulty SAYS COMMAND: a pallasc that does this on a program with the word PL_FILL; try.sh says so.
faulty() {
    cat >"$work/faulty" <<END
#!/bin/sh
for last; do :; done
if grep -q PL_FILL "\$last"; then
    $2
fi
exec "$PWD/build/pallasc" "\$@"
END
    chmod +x "$work/faulty"
    PALLASC=$work/faulty LIMIT=1 sh tests/fuzz/try.sh examples/matmul.c >"$work/said" 2>&1
    [ $? = 1 ] && grep -q -e "$1" "$work/said"
    verdict $? "a pallasc that does this is not noticed: $2" "$work/said"
}
faulty 'check: exit status 139' 'kill -SEGV $$'
faulty 'check: exit status 134' 'kill -ABRT $$'
faulty 'check: internal error: nothing fits' 'echo "internal error: nothing fits" >&2; exit 1'
faulty 'check: exit status 3' 'exit 3'
faulty 'check: exit status 1[35][0-9]' 'while :; do :; done'
faulty 'text in m4' 'echo "m4_syscmd(touch CANARY)" | m4 -P'
faulty 'opencl: .* does not compile' 'case "$*" in *--target=*) echo "int x = ;" >out.c; exit 0 ;; esac'
faulty 'tpu: .* does not compile' 'case "$*" in *--target=tpu*) echo "int f(void) { return g(); }" >out.c; exit 0 ;; esac'

# What is reduced is small, and fails in the same way.
printf '#!/bin/sh\nfor last; do :; done\n! grep -q PL_DOT "$last" || kill -SEGV $$\nexit 0\n' >"$work/faulty"
PALLASC=$work/faulty sh tests/fuzz/reduce.sh examples/matmul.c >"$work/said" 2>&1
[ "$(wc -l <"$work/said")" -le 2 ] && grep -q '^check: exit status 139' "$work/said" && grep -q '^ *PL_DOT' "$work/said"
verdict $? "a program is not reduced to the word that counts" "$work/said"
finish

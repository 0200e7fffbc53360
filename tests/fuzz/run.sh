#!/bin/sh
# tests/fuzz/run.sh -- programs with typing errors and with text that is special to m4: pallasc must accept or reject each, and do
# nothing else. tests/fuzz/mutate.c makes them from examples, conformance programs, golden cases and mistakes; try.sh tests them.
#
# SEED=n: the first mutant; MUTANTS=m: the number of mutants (12; with FULL=1 300). Failures are reduced and printed. PRINT=1 only
# prints mutant n; KEEP=folder keeps the mutants that fail. Then tests that a faulty pallasc is detected. Prints `N passed,
# N failed` last. PALLASC: the program (build/pallasc); TIMES: the number of tries of reduce.sh.
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
verdict $? "the dictionary has too few words" "$work/words"
# Every other mutant is made from one of these, because most other programs are short.
printf '%s\n' examples/*.c tests/conformance/*.c tests/golden/*.c tests/golden/errors/*.c tests/errors/*.c >"$work/all"
ls examples/*.c tests/golden/call_*.c >"$work/long"

# mutant N: writes mutant N to $work/mutant.c, and sets $of to its program.
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
[ -z "${FULL:-}" ] || all=300
all=${MUTANTS:-$all}

# ---- Mutants ----

# nvcc takes seconds: it compiles the emitted CUDA of the first accepted mutants, and g++, with the headers of the emulator, that of
# the others. g++ accepts some code that nvcc's front end does not.
by_nvcc=0
if has nvcc; then by_nvcc=2; [ -z "${FULL:-}" ] || by_nvcc=30; else skip "there is no nvcc"; fi

accepted=0 reduced=0 open=0
first=$seed
while [ "$seed" -lt $((first + all)) ]; do
    mutant "$seed"
    WORK=$work/here NVCC=$([ "$accepted" -ge "$by_nvcc" ] || echo nvcc) sh tests/fuzz/try.sh "$work/mutant.c" >"$work/said" 2>&1
    ended=$?
    [ ! -f "$work/here/tests/conformance/out.txt" ] || accepted=$((accepted + 1))
    rm -rf "$work/here"
    # tests/fuzz/open has patterns of known failures; an empty list matches nothing.
    if [ "$ended" != 0 ] && ! grep '^[a-z]*: ' "$work/said" | grep -v -q -f tests/fuzz/open; then
        open=$((open + 1)) ended=0
    fi
    if [ "$ended" != 0 ]; then
        [ -z "${KEEP:-}" ] || { mkdir -p "$KEEP" && cp "$work/mutant.c" "$KEEP/$seed.c" && cp "$work/said" "$KEEP/$seed.said"; }
        # Only the first three are reduced, because this takes minutes.
        reduced=$((reduced + 1))
        [ "$reduced" -gt 3 ] || TIMES=${TIMES:-200} sh tests/fuzz/reduce.sh "$work/mutant.c" >>"$work/said" 2>&1
    fi
    verdict "$ended" "mutant $seed, of $of" "$work/said"
    seed=$((seed + 1))
done
echo "mutants $first to $((seed - 1)); $accepted of them have a plan, $open are known failures (tests/fuzz/open)"
[ "$all" -lt 100 ] || [ "$accepted" -gt $((all / 20)) ]
verdict $? "too few mutants are accepted: $accepted of $all"

# ---- Faults of pallasc are detected ----

# faulty MESSAGE COMMAND: one test; passes if try.sh reports a pallasc that runs this command for programs with the word PL_FILL.
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
    verdict $? "a pallasc that does this is not detected: $2" "$work/said"
}
faulty 'check: exit status 139' 'kill -SEGV $$'
faulty 'check: exit status 134' 'kill -ABRT $$'
faulty 'check: internal error: nothing fits' 'echo "internal error: nothing fits" >&2; exit 1'
faulty 'check: exit status 3' 'exit 3'
faulty 'check: exit status 1[35][0-9]' 'while :; do :; done'
faulty 'text in m4' 'echo "m4_syscmd(touch CANARY)" | m4 -P'
faulty 'opencl: .* does not compile' 'case "$*" in *--target=*) echo "int x = ;" >out.c; exit 0 ;; esac'
faulty 'cuda: .* does not compile' 'case "$*" in *--target=cuda*) echo "int f(bool b) { return b++; }" >out.c; exit 0 ;; esac'
faulty 'tpu: .* does not compile' 'case "$*" in *--target=tpu*) echo "int f(void) { return g(); }" >out.c; exit 0 ;; esac'

# A reduced program is small, and fails in the same way.
printf '#!/bin/sh\nfor last; do :; done\n! grep -q PL_DOT "$last" || kill -SEGV $$\nexit 0\n' >"$work/faulty"
PALLASC=$work/faulty sh tests/fuzz/reduce.sh examples/matmul.c >"$work/said" 2>&1
[ "$(wc -l <"$work/said")" -le 2 ] && grep -q '^check: exit status 139' "$work/said" && grep -q '^ *PL_DOT' "$work/said"
verdict $? "a program is not reduced to the word that causes the failure" "$work/said"
finish

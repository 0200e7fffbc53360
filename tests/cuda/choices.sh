#!/bin/sh
# tests/cuda/choices.sh -- PL_SCHEDULE: examples and conformance programs with other numbers of threads and stages, in the emulator.
#
# Without FULL=1 a sample that SEED=n selects: every thirtieth pair of a program and a choice. Then: what --explain says of choices.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

# chosen SOURCE CHOICES: prints the program with a PL_SCHEDULE for each call.
chosen() {
    cat "$1"
    "$PALLASC" -I. -I"${1%/*}" --emit=header "$1" 2>/dev/null | sed -n "s/^int \([a-zA-Z_0-9]*\)(.*/PL_SCHEDULE(\1, $2)/p" |
        grep -v -e '(pl_[a-z]*, '
}

number=0
for source in examples/*.c tests/conformance/*.c; do
    name=$(basename "$source" .c)
    for choices in "PL_THREADS(32)" "PL_THREADS(64), PL_STAGES(1)" "PL_THREADS(128), PL_STAGES(3)" "PL_THREADS(256), PL_STAGES(8)" "PL_THREADS(512)" \
                   "PL_THREADS(1024), PL_STAGES(2)"; do
        number=$((number + 1))
        sampled $number 60 || continue
        grep -q "^$name: " tests/cuda/not_run && continue
        [ "$name" != image_filter ] || continue      # it opens files beside its source
        chosen "$source" "$choices" >"$work/$name.c"
        PALLAS_HERE=$(dirname "$source")
        if ! "$PALLASC" -I. -I"$PALLAS_HERE" --target=cuda "$work/$name.c" -o "$work/program.cu" >"$work/log" 2>&1; then
            fail "$source with $choices is not translated" "$work/log"
        elif ! link "$work/program" "$work/$name.c" "$work/program.cu" -I"$PALLAS_HERE"; then
            fail "$source with $choices does not compile" "$work/log"
        else
            PALLAS=order=random timeout 300 "$work/program" >"$work/log" 2>&1
            verdict $? "$source with $choices" "$work/log"
        fi
    done
done
finish

#!/bin/sh
# tests/cuda/choices.sh -- PL_SCHEDULE: examples and conformance programs with other numbers of threads and stages, and a product whose
# thread blocks run in pairs or alone, and in turn or not, in the emulator; and what --explain says of choices.
#
# Without FULL=1 a sample that SEED=n selects: one in 60 pairs of a program and a choice.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

# chosen SOURCE CHOICES: prints the program with a PL_SCHEDULE for each call.
chosen() {
    cat "$1"
    "$PALLASC" -I. -Iexamples -I"${1%/*}" --emit=header "$1" 2>/dev/null | sed -n "s/^int \([a-zA-Z_0-9]*\)(.*/PL_SCHEDULE(\1, $2)/p" |
        grep -v -e '(pl_[a-z]*, '
}

number=0
for source in examples/*.c tests/conformance/*.c; do
    name=$(basename "$source" .c)
    for choices in "PL_THREADS(32)" "PL_THREADS(64), PL_STAGES(1)" "PL_THREADS(128), PL_STAGES(3)" "PL_THREADS(256), PL_STAGES(8)" "PL_THREADS(512)" \
                   "PL_THREADS(1024), PL_STAGES(2)" "PL_CLUSTER(2), PL_PERSISTENT(0)"; do
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

# ---- Pairs, and programs in turn ----

source=$work/product.c
# Rows that TMA copies, and more programs than the GPU has multiprocessors.
sed 's/M = 200, N = 150, K = 170/M = 2120, N = 248, K = 72/; s/BM = 128, BN = 128/BM = 64, BN = 64/' examples/matmul_bf16.c >"$source"
sed 's|"../test.h"|"tests/test.h"|' tests/cuda/attention.c >"$work/attention.c"

# paired CHOICES HOW SETTINGS: with these choices, calls say that they take the kernel so.
paired() {
    chosen "$source" "$1" >"$work/paired.c"
    if "$PALLASC" -I. -Iexamples --target=cuda "$work/paired.c" -o "$work/paired.cu" >"$work/log" 2>&1 &&
        link "$work/paired" "$work/paired.c" "$work/paired.cu" -Iexamples; then
        PALLAS=trace,arch=sm_90a,order=random,$3 timeout 300 "$work/paired" >"$work/log" 2>&1 && grep -q "kernel for sm_90a$2\$" "$work/log"
        verdict $? "with $1 and $3 no call takes the kernel for sm_90a$2" "$work/log"
    else
        fail "the product with $1 does not compile" "$work/log"
    fi
}
paired "PL_CLUSTER(1)" "" copies=late
paired "PL_CLUSTER(2)" ": blocks in pairs take programs in turn" copies=early
paired "PL_PERSISTENT(1), PL_CLUSTER(1)" ": blocks take programs in turn" copies=random
paired "PL_PERSISTENT(0), PL_CLUSTER(2)" ": blocks in pairs" copies=late
paired "PL_PERSISTENT(0), PL_CLUSTER(2)" "" cluster=1
paired "PL_CLUSTER(1)" ": blocks in pairs take programs in turn" cluster=2

# ---- What --explain says ----

# explained SOURCE CHOICES TEXT
explained() {
    chosen "$1" "$2" >"$work/explained.c"
    "$PALLASC" -I. -Iexamples --target=cuda --explain "$work/explained.c" >"$work/log" 2>&1
    grep -q -e "$3" "$work/log"
    verdict $? "$1 with $2: there is no '$3'" "$work/log"
}
explained "$source" "PL_CLUSTER(1), PL_PERSISTENT(1)" "thread blocks take programs in turn, alone, as PL_SCHEDULE says; results are copied to their arrays while"
explained "$source" "PL_PERSISTENT(0)" "thread blocks run one program each, in pairs: neighbors along i share y, as PL_SCHEDULE says; results are copied to their arrays$"
explained "$source" "PL_STAGES(1), PL_CLUSTER(2)" "^  PL_CLUSTER(2) has no effect: there is no kernel for sm_90a$"
explained "$source" "PL_STAGES(1)" "^  sm_90a: PL_SCHEDULE says PL_STAGES(1), and slices are fetched to two stages or more$"
explained examples/vector_add.c "PL_PERSISTENT(1)" "^  PL_PERSISTENT(1) has no effect: no threads fetch slices of a PL_DOT for others$"
explained "$work/attention.c" "PL_CLUSTER(2)" "^  PL_CLUSTER(2) has no effect: a thread block with several PL_DOTs runs one program, alone$"
explained "$source" "PL_THREADS(256)" "thread block of 128 threads, 32 x 4; PL_SCHEDULE says 256, and the kernel cannot be divided so$"
explained "$source" "PL_STAGES(3)" " of the 231424 bytes that sm_90a has$"
finish

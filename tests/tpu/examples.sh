#!/bin/sh
# examples.sh -- make TARGET=tpu run CHIP=...: which examples a chip runs, which it rejects, and the summary of make. Four are
# rejected, and their files declare it; a fifth would be a failure. Without FULL=1, one in three of the others, by SEED, and one
# chip. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
case $PALLASC in /*) ;; *) PALLASC=$PWD/$PALLASC ;; esac

# A copy of the sources, whose examples change below.
mkdir "$work/source"
cp -r Makefile pallas.h targets examples "$work/source"
number=0
for source in examples/*.c examples/gpt2/*.c examples/collectives/*.c; do
    number=$((number + 1))
    case $source in */gpt2.c | */histogram.c | */program_ids.c | */statistics.c) continue ;; esac
    sampled $number 3 || rm "$work/source/$source"
done
on() { make -s -C "$work/source" TARGET=tpu CHIP="$1" PALLASC="$PALLASC" CFLAGS=-O0 run >"$work/said" 2>&1; }

chips=v5e
[ -z "${FULL:-}" ] || chips=$(sed -n 's/^PL_TPU_CHIP(\([a-z0-9]*\),.*/\1/p' targets/tpu/chips.h)
all=$(cd "$work/source" && ls examples/*.c examples/gpt2/*.c examples/collectives/*.c | wc -l)
for chip in $chips; do
    on "$chip"
    status=$?
    sed -n "/^a $chip runs/,\$p" "$work/said" >"$work/lines"
    [ "$chip" != v5e ] || cp "$work/lines" "$work/summary"
    sed '2,$s/^  \([a-z_0-9]*\) .*/\1/' "$work/lines" >"$work/names"
    printf 'a %s runs %d of these %d examples, and rejects, as it must:\ngpt2\nhistogram\nprogram_ids\nstatistics\n' \
        "$chip" $((all - 4)) "$all" >"$work/expected"
    if [ "$status" = 0 ] && diff -u "$work/expected" "$work/names" >"$work/diff"; then
        pass
    else
        fail "make run CHIP=$chip" "$work/said"
    fi
    # Nothing is printed before the summary, not even for rejected examples.
    if grep -q -e 'error: ' -e failed "$work/said"; then fail "CHIP=$chip: more than a summary" "$work/said"; else pass; fi
done

# The page shows it, for all examples.
written=$(ls examples/*.c examples/gpt2/*.c examples/collectives/*.c | wc -l)
sed -i "1s/runs $((all - 4)) of these $all/runs $((written - 4)) of these $written/" "$work/summary"
if [ -s "$work/summary" ] && sed -n '/^a v5e runs/,/^```$/p' docs/tpu.md | sed '$d' | diff -u - "$work/summary" >"$work/diff"; then
    pass
else
    fail "docs/tpu.md" "$work/diff"
fi

# A rejected example that does not declare it, and one that declares it and runs: both fail, and the others count as usual.
rm -r "$work"/source/examples/*.c "$work"/source/examples/gpt2 "$work"/source/examples/collectives
cp examples/vector_add.c examples/histogram.c "$work/source/examples"
cp tests/tpu/refusals/last_dim.c "$work/source/examples/silent.c"
sed '1s|$|\n// No TPU runs this: a false claim.|' examples/vector_add.c >"$work/source/examples/liar.c"
if on v5e; then fail "make run CHIP=v5e passes with wrong examples" "$work/said"; else pass; fi
for words in '^a v5e runs 1 of these 4 examples' '^  histogram  *only copies' '^failed: liar silent$' '^examples/silent.c:.*error: '; do
    if grep -q "$words" "$work/said"; then pass; else fail "make run CHIP=v5e does not print: $words" "$work/said"; fi
done
finish

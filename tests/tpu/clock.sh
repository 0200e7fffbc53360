#!/bin/sh
# clock.sh -- the clock of the modeled TPU: times of single steps and of pipelines against the same times worked out here from
# the numbers in chips.h; what must hold on any chip; the speed of a dry run. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
. tests/tpu/times.inc

build "$work/matmul" tests/tpu/programs/matmul.c || finish
for chip in v4 v5e v5p v6e v7x; do
    for name in mhz side efficiency swap adds loads stores serial hbm latency_in latency_out start step launch; do
        eval "$name=$(number $chip $name)"
    done
    # One step: both blocks are fetched, multiplied, and the product is written back: the zeros before it are neither stored nor loaded.
    # Nothing overlaps, except the start of the second copy with the first. The bandwidth is that of a core, of which only one has work.
    # shellcheck disable=SC2154 # set by eval
    one=$(awk -v mbytes="$(column $chip 8)" -v all="$(column $chip 3)" -v share="$(column $chip 4)" -v gflops="$(column $chip 7)" "BEGIN {
        ns = 1e3 / (share == 1 ? mbytes / all : mbytes) / $hbm
        read = 2 * 128 * 128 * 4 * ns
        tiles = 128 / $side < 1 ? 1 : 128 / $side
        matrix = (128 + $swap) * tiles * tiles * 2 * $side * $side / gflops / $efficiency
        adds = 16 / $adds; loads = 16 / $loads; stores = 16 / $stores
        vector = (adds > loads ? adds : loads); vector = (vector > stores ? vector : stores) * 1e3 / $mhz
        work = matrix > vector ? matrix + $serial * vector : vector + $serial * matrix
        print $launch + $step + $start + read + $latency_in + work + $start + 128 * 128 * 4 * ns + $latency_out }")
    near "a step of matmul on a $chip" "$(time_of chip=$chip matmul 128)" "$one" 0.1

    # The same by a dry run; time is deterministic.
    near "the same in a dry run" "$(time_of chip=$chip,dry matmul 128)" "$one" 0.1

    # No faster than its copies and products; more steps take longer.
    less "more steps on a $chip" "$(time_of chip=$chip,dry matmul 512)" "$(time_of chip=$chip,dry matmul 512 512 1024)"
    less "the products of 1024 on a $chip" "$(awk -v g="$(column $chip 7)" 'BEGIN { print 2 * 1024 * 1024 * 1024 / g }')" "$(time_of chip=$chip,dry matmul 1024)"
done

# The trace of 2 x 3 x 4 steps: each has two copies in and a product; z is written back 6 times. The call takes the time of the
# summary.
rm -f "$work/trace.json"
ns=$(time_of "chip=v5e,dry,trace=$work/trace.json" matmul 256 384 512)
spans() { grep -c "\"ph\":\"X\".*\"name\":\"$1\"" "$work/trace.json"; }
for want in "step [0-9]*=24" "x in=24" "y in=24" "z out=6" dot=24 matmul=1; do
    if [ "$(spans "${want%=*}")" = "${want#*=}" ]; then pass; else fail "trace=: $(spans "${want%=*}") spans of ${want%=*}" "$work/trace.json"; fi
done
near "the call in the trace" "$(sed -n 's/.*"dur":\([0-9.]*\),"name":"matmul".*/\1/p' "$work/trace.json" | awk '{ print 1e3 * $1 }')" "$ns" 0.1

# Two steps of l: zeroing z is a branch of the first one, and the product begins after its 16 registers. One step of l: there is no
# branch, and both begin together.
begins() { sed -n "s/.*\"ts\":\([0-9.]*\),.*\"name\":\"$1\".*/\1/p" "$work/trace.json" | head -n 1; }
for steps in 1 2; do
    rm -f "$work/trace.json"
    PALLAS=chip=v5e,dry,trace=$work/trace.json "$work/matmul" 128 128 $((128 * steps)) >/dev/null 2>&1
    want=$(awk "BEGIN { print $steps == 1 ? 0 : 16 / $(number v5e stores) * 1e3 / $(number v5e mhz) }")
    if awk -v a="$(begins loops)" -v b="$(begins dot)" -v w="$want" 'BEGIN { d = (b - a) * 1e3 - w; exit !(a > 0 && d > -1 && d < 1) }'; then pass; else fail "l has $steps: the product begins $want ns after the zeros" "$work/trace.json"; fi
done

# Larger blocks have fewer steps, and move less.
build "$work/large" tests/tpu/programs/matmul.c -DBM=512 -DBN=512 -DBK=512 || finish
less "blocks of 512 on a v5e" "$(time_of chip=v5e,dry large 2048)" "$(time_of chip=v5e,dry matmul 2048)"

# An 8192^3 matmul in blocks of 128: 262,144 steps in less than half a second of processor time, with the clock.
"$CC" -std=c11 -O1 -ffp-contract=off -w -DPL_TARGET_TPU -I. -Itargets/tpu -o "$work/quick" tests/tpu/programs/matmul.c "$work/matmul.tpu.c" -lm || exit 2
(PALLAS=dry,summary,chip=v5e "$work/quick" 8192; times) >"$work/out" 2>&1
if grep -q "262144 steps" "$work/out" && tail -n 1 "$work/out" | awk '{ exit $1 !~ /^0m0[.,][0-4]/ }'; then pass; else fail "8192, dry, in less than half a second" "$work/out"; fi
finish

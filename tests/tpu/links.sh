#!/bin/sh
# links.sh -- the links between devices on the modeled TPU: times of pushes against the same times worked out here from the
# numbers in chips.h; the order of devices does not matter; reports and traces. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
. tests/tpu/times.inc

build "$work/pushes" tests/tpu/programs/pushes.c || finish

# pushes EXPECTED PUSH...: one test on the chip; EXPECTED in the chip's numbers, L: the bytes of a push on a link, t: when the
# first push starts, after a barrier with neighbors.
pushes() {
    want=$(awk "BEGIN { L = 256 * 128 * 4 / $link; t = $launch + $step + $signal + $hop + $start; print $1 }")
    shift
    near "pushes $* on a $chip" "$(PALLAS=chip=$chip "$work/pushes" "$@")" "$want" 0.01
}

for chip in v4 v5e v5p v6e v7x; do
    for name in start step launch link hop signal push; do
        eval "$name=$(number $chip $name)"
    done
    # shellcheck disable=SC2154 # set by eval
    end="$push + $hop"
    pushes "t + L + $end" 01
    pushes "t + $start + L + $end" 10 32 02 31                          # on different links; 3 starts two
    pushes "t + L + $hop + $end" 03                                     # two links: first to 1
    pushes "t + 2 * L + $end" 01 01                                     # one link
    pushes "t + 2 * L + $hop + $end" 03 01                              # the way from 0 to 3 holds the link to 1
    # 1 pushes to 2 through 0, whose link to 2 is in use: meanwhile it holds its link to 0.
    pushes "t + 3 * L + $end" 02 12 10
    pushes "t + 2 * L + $hop + $end" 02 10 12
    # Each device to the opposite one, and then to a neighbor. Below and above, the latter comes first to a link that the former
    # needs, and the other neighbors' pushes wait behind both.
    pushes "t + $start + 3 * L + $end" 03 12 30 21 02 10 31 23
done

# On the ring of an example: a barrier and a push.
build "$work/permute" examples/collectives/right_permute.c || finish
near "right_permute on a v4" "$(time_of chip=v4 permute)" "$(awk 'BEGIN { print 30 + 317 + 460 + 18 + 64 * 128 * 4 / 43.4 + 612 + 460 }')" 0.05

# The order of devices does not matter, nor when copies land.
build "$work/gather" examples/collectives/all_gather_matmul.c || finish
for settings in devices=forward devices=reverse devices=random,seed=5 copies=late,devices=random,seed=6; do
    PALLAS=chip=v5p,summary,$settings "$work/gather" 2>&1 | grep -o 'device [0-9]*: \|, [0-9.]* [a-z]* on a v5p' | paste - - | sort >"$work/times"
    [ -f "$work/first" ] || cp "$work/times" "$work/first"
    if [ "$(wc -l <"$work/times")" -ge 4 ] && cmp -s "$work/first" "$work/times"; then pass; else fail "times with $settings" "$work/times"; fi
done

# A push that has to wait for a link is later, and devices push in a circle: all times are found.
for circle in "03 12 30 21" "03 03 12 12 30 30 21 21"; do
    # shellcheck disable=SC2086 # words
    less "pushes $circle" 0 "$(PALLAS=chip=v4 "$work/pushes" $circle)"
done

# The report has the use of the link, and what is lost; the trace a lane for each link, and the pushes on it.
rm -f "$work/trace.json"
PALLAS="chip=v4,report,trace=$work/trace.json" "$work/pushes" 03 >"$work/out" 2>&1
if grep -q '^ *link to device 1 busy  *3.020 us ' "$work/out" && grep -q '^ *lost: waits for other devices ' "$work/out"; then pass; else fail "report" "$work/out"; fi
if [ "$(grep -c '"name":"link to device [0-3]"' "$work/trace.json")" = 8 ] && [ "$(grep -c '"pid":[01],"tid":1[35],.*"dur":3.020,"name":"x push"' "$work/trace.json")" = 2 ]; then
    pass
else
    fail "trace" "$work/trace.json"
fi
finish

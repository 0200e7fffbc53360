#!/bin/sh
# timeline.sh -- PALLAS=timeline=FILE.svg draws each copy from its start to its wait, as PALLAS=events lists them. The output is
# XML, and the same for each run; with several devices, for every order of devices and copies. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
. tests/tpu/times.inc

build "$work/matmul" tests/tpu/programs/matmul.c || finish

# draw NAME ARGUMENT...: runs matmul, which writes $work/NAME.svg and $work/NAME.events.
draw() {
    name=$1
    shift
    PALLAS=$setting,timeline=$work/$name.svg,events=$work/$name.events "$work/matmul" "$@" >"$work/out" 2>&1 ||
        fail "matmul $* with timeline=" "$work/out"
}

setting=copies=late
draw short 256 256 384
draw again 256 256 384
setting=dry
draw dry 256 256 384
if cmp -s "$work/short.svg" "$work/again.svg"; then pass; else fail "two runs draw different pictures"; fi
if cmp -s "$work/short.svg" "$work/dry.svg"; then pass; else fail "a dry run draws another picture"; fi
draw long 1024 1024 1024
draw none 0 128 128
if [ -e "$work/none.svg" ]; then fail "a call without steps is drawn"; else pass; fi

# With a chip there is a time at each line, also at those of the last steps; without one there is none. The first is the start of
# the kernel, and each step takes time.
moments() { sed -n 's/^<text class="at" x="[0-9]*" y="[0-9]*">\([0-9.]*\) \(ns\|us\|ms\)<.*/\1 \2/p' "$1" | awk '{ print $1 * ($2 == "ns" ? 1e-3 : $2 == "us" ? 1 : 1e3) }'; }
setting=dry,chip=v5e
draw timed 256 256 384
draw timed_long 1024 1024 1024
for picture in "timed 14" "timed_long 18"; do
    moments "$work/${picture% *}.svg" >"$work/times"
    if awk -v n="${picture#* }" '{ bad += NR > 1 && $1 < before; first = NR == 1 ? $1 : first; before = $1 } END { exit NR != n || bad || first != 1.6 }' "$work/times"; then
        pass
    else
        fail "the times of $picture" "$work/times"
    fi
done
if [ -z "$(moments "$work/short.svg")" ]; then pass; else fail "times without a chip"; fi
setting=copies=late

if command -v xmllint >/dev/null 2>&1; then
    for name in short long; do
        if xmllint --noout "$work/$name.svg" >"$work/log" 2>&1; then pass; else fail "$name.svg is not XML" "$work/log"; fi
    done
else
    skipped=1
    echo "skipped: there is no xmllint"
fi
if grep -q -i -e '<script' -e 'onload' "$work/long.svg"; then fail "the picture has a script"; else pass; fi

# boxes FILE: prints a line for each box of the picture: kind, operand, window, block, first and last step.
boxes() {
    sed -n 's/^<rect class="\([a-z]*\)".*<title>[a-z ]* of block (\([0-9,]*\)) of \([a-z]*\), window \([0-9]*\): from step \(-*[0-9]*\) to step \([0-9]*\)<.*/\1 \3 \4 \2 \5 \6/p' "$1" |
        sort -u
}

# copies FILE: prints the same from the events. A wait completes the last start in its window. The events of the prologue have
# step 0, and those of the epilogue the number of steps. The first start of a fetch at step 0 is in the prologue.
copies() {
    awk '
        { key = $2 " " $8; split($10, at, /[][]+/) }
        $3 " " $4 == "in wait" || $3 " " $4 == "out wait" {
            print $3, key, at[2] / 128 "," at[3] / 128, begun[key], $6
            next
        }
        {
            begun[key] = $6
            if ($3 == "in" && $6 == 0 && !($2 in seen)) begun[key] = -1
            seen[$2] = 1
        }' "$1" | sort -u
}
boxes "$work/short.svg" | grep -v '^use' >"$work/boxes"
copies "$work/short.events" >"$work/copies"
if [ "$(wc -l <"$work/copies")" = 28 ]; then pass; else fail "the events do not have 28 copies" "$work/copies"; fi
if diff -u "$work/copies" "$work/boxes" >"$work/diff"; then pass; else fail "the boxes differ from the copies" "$work/diff"; fi

# Of 512 steps the first and the last 8 are drawn. The first block of z is in use in all of the first 8.
boxes "$work/long.svg" >"$work/boxes"
for box in "in x 0 0,0 -1 0" "use x 0 0,0 0 0" "use z 0 0,0 0 7" "in y 1 7,7 510 511" "use z 1 7,7 504 511" "out z 1 7,7 511 512"; do
    if grep -q -x -e "$box" "$work/boxes"; then pass; else fail "long.svg has no box $box" "$work/boxes"; fi
done
if grep -q ' 2[0-9][0-9] ' "$work/boxes"; then fail "long.svg draws steps in the middle" "$work/boxes"; else pass; fi

# Boxes of one window do not overlap.
sed -n 's/^<rect class="\(in\|use\|out\)" x="\([0-9]*\)" y="\([0-9]*\)" width="\([0-9]*\)".*title.*/\3 \2 \4/p' "$work/short.svg" |
    sort -n -k 1,1 -k 2,2 | awk '
        $1 == row && $2 < end { print "overlap", $0; bad = 1 }
        { row = $1; end = $2 + $3; n++ }
        END { exit bad || n != 56 }' >"$work/out" && pass || fail "boxes overlap, or there are not 56" "$work/out"

# ---- Devices ----

# A PL_TRACE is drawn without copies or devices: in each of three programs, and in the last one a second time.
build "$work/traced" tests/tpu/programs/traced.c || finish
PALLAS=timeline=$work/traced.svg "$work/traced" >"$work/out" 2>&1 || fail "traced" "$work/out"
[ "$(grep -c '<title>device 0: scale: from event' "$work/traced.svg")" = 3 ] &&
    [ "$(grep -c '<title>device 0: last &#60;one&#62;: from event' "$work/traced.svg")" = 1 ]
verdict $? "the spans of traced.c are not drawn" "$work/traced.svg"

build "$work/devices" tests/tpu/programs/spans.c || finish
for order in copies=early copies=late copies=random,seed=3 devices=reverse devices=random,seed=5,copies=random; do
    PALLAS=$order,timeline=$work/now.svg "$work/devices" >"$work/out" 2>&1 || fail "spans, $order" "$work/out"
    [ -f "$work/devices.svg" ] || cp "$work/now.svg" "$work/devices.svg"
    cmp -s "$work/now.svg" "$work/devices.svg"
    verdict $? "devices: the picture differs with $order"
done
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$work/devices.svg" >"$work/log" 2>&1
    verdict $? "devices.svg is not XML" "$work/log"
fi

# The boxes of each lane. A copy ends at the wait that takes its bytes, and a push at the receiver's wait. The second copy overlaps
# with the first product.
sed -n 's/.*<title>\(.*\)<.title>.*/\1/p' "$work/devices.svg" | sort >"$work/boxes"
for device in 0 1; do
    cat <<END
device $device: both products: from event 6 to 10
device $device: copy of x to a, 256 bytes, line 15: from event 3 to 7
device $device: copy of x to b, 256 bytes, line 16: from event 4 to 9
device $device: matrix unit: from event 7 to 8
device $device: matrix unit: from event 9 to 10
device $device: program (): from event 0 to 13
device $device: push of sum to o, 256 bytes, line 29: from event 10 to 13
device $device: the &#60;first&#62;: from event 7 to 8
device $device: vector unit: from event 5 to 6
device $device: waits for barrier semaphore 0, line 14: from event 2 to 3
device $device: waits for came, line 20: from event 6 to 7
device $device: waits for came, line 25: from event 8 to 9
device $device: waits for recv, line 30: from event 12 to 13
device $device: waits for send, line 30: from event 11 to 12
END
done >"$work/expected"
diff -u "$work/expected" "$work/boxes" >"$work/diff"
verdict $? "the lanes of two devices" "$work/diff"

# With a chip the same boxes lie along an axis of time, in any order of devices and copies. The last one ends with the call.
for order in copies=early copies=late devices=reverse devices=random,seed=5,copies=random; do
    PALLAS=chip=v5e,$order,timeline=$work/now.svg "$work/devices" >"$work/out" 2>&1 || fail "spans on a v5e, $order" "$work/out"
    [ -f "$work/clocked.svg" ] || cp "$work/now.svg" "$work/clocked.svg"
    cmp -s "$work/now.svg" "$work/clocked.svg"
    verdict $? "devices with a chip: the picture differs with $order"
done
ns=$(time_of chip=v5e devices | sort -n | tail -n 1)
sed -n 's/^<rect .* x="\([0-9]*\)" y="[0-9]*" width="\([0-9]*\)" .*<title>\(.*\): from \([0-9.]* [mun]*s\) to \([0-9.]* [mun]*s\)<.title>.*/\1 \2 \4 \5 \3/p' "$work/clocked.svg" |
    awk '{ for (i = 4; i <= 6; i += 2) $(i - 1) *= $i == "ns" ? 1 : $i == "us" ? 1e3 : 1e6; $4 = $6 = ""; print }' >"$work/clocked"
sed 's/.*device/device/' "$work/clocked" | sort >"$work/titles"
sed 's/: from event.*//' "$work/expected" | sort | diff -u - "$work/titles" >"$work/diff"
verdict $? "other boxes with a chip than without" "$work/diff"
awk -v ns="$ns" '
    function off(got, want) { return got < want - 1.01 || got > want + 1.01 }
    {
        x = $3 / ns * 800
        bad += off($1, 170 + x) || off($2, $4 / ns * 800 - x)
        last = $4 > last ? $4 : last
    }
    END { exit !NR || bad || last != ns }' "$work/clocked"
verdict $? "boxes are not where their times are, or do not end with the call: $ns ns" "$work/clocked"

# A copy takes its latency at least, and a wait for it ends with it. The product that needs it begins then, and takes its rows.
for device in 0 1; do
    awk -v device="$device" -v latency="$(number v5e latency_in)" -v product="$(awk -v s="$(number v5e swap)" -v g="$(column v5e 7)" 'BEGIN { print (8 + s) * 2 * 128 * 128 / g }')" '
        $6 != device ":" { next }
        / copy of x to a,/ { from = $3; to = $4 }
        / waits for came, line 20/ { waited = $4 }
        / matrix unit/ && !begun { begun = $3; done = $4 }
        END { exit !(to - from >= latency && waited == to && begun == to && done - begun > product - 1 && done - begun < product + 1) }' "$work/clocked"
    verdict $? "the first copy and product of device $device" "$work/clocked"
done
if command -v xmllint >/dev/null 2>&1; then
    xmllint --noout "$work/clocked.svg" >"$work/log" 2>&1
    verdict $? "clocked.svg is not XML" "$work/log"
fi
for lane in 'device 0 program' 'device 1 PL_TRACE' 'link 0 → 1' 'link 1 → 0'; do
    grep -q ">$lane<" "$work/devices.svg"
    verdict $? "there is no lane: $lane"
done
finish

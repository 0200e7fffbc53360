#!/bin/sh
# schedules.sh -- the settings of PALLAS for the order of a call and of its copies: results agree to the bit, a seed repeats a
# run, and trace= records the run. Prints the counts last.
# tests/run sets WORK, a folder to build in, and CC.
set -u
cd "$(dirname "$0")/../.." || exit 2
unset MAKEFLAGS MFLAGS MAKELEVEL PALLAS
export LC_ALL=C
work=${WORK:?}/schedules
rm -rf "$work"
mkdir -p "$work"
. tests/tools/count.inc

# same WHAT FILE FILE: one test; passes if the files are equal. differ WHAT FILE FILE: passes if they differ.
same() {
    diff "$2" "$3" >"$work/diff" 2>&1
    verdict $? "$1" "$work/diff"
}
differ() {
    ! cmp -s "$2" "$3"
    verdict $? "$1"
}

# equal WHAT ACTUAL EXPECTED: one test; passes if the texts are equal.
equal() {
    [ "$2" = "$3" ]
    verdict $? "$1: is '$2', should be '$3'"
}

compile=$(make -s --no-print-directory flags) || exit 2
# build PROGRAM SOURCE: one test; passes if the program compiles.
build() {
    $compile -Iexamples -o "$1" "$2" -lm >"$work/log" 2>&1
    built=$?
    verdict $built "$2 compiles" "$work/log"
    return $built
}

# digest SETTINGS PROGRAM [ARGUMENT...]: runs the program, which writes the hashes of its calls' outputs to $work/digest.
digest() {
    settings=$1
    shift
    rm -f "$work/digest"
    PALLAS="digest=$work/digest,$settings" "$@" >"$work/out" 2>&1 </dev/null
    verdict $? "PALLAS=$settings $*" "$work/out"
    [ -s "$work/digest" ]
    verdict $? "PALLAS=$settings $*: there are hashes"
}

# trace SETTINGS PROGRAM [ARGUMENT...]: runs the program, and writes its events to $work/events, one per line.
trace() {
    settings=$1
    shift
    rm -f "$work/trace"
    PALLAS="trace=$work/trace,$settings" "$@" >"$work/out" 2>&1 </dev/null
    verdict $? "PALLAS=$settings $*" "$work/out"
    "$work/json" -l "$work/trace" >"$work/events" 2>"$work/log"
    verdict $? "the trace under $settings is JSON" "$work/log"
}

# spans ROW: prints the names of the row's spans, in the order in which they ended. Row 0 has the programs.
spans() {
    grep '^ph="X"' "$work/events" | grep "${tab}tid=$1$tab" | cut -f 2
}

# copies OPERAND: prints the names of its copies. An operand has one row, or one for each of its buffers: `x`, `x 0`, `x 1`.
copies() {
    awk -F '\t' -v operand="$1" '
        $2 == "name=\"thread_name\"" {
            name = $NF ? $NF : $(NF - 1)
            if (name ~ "^args.name=\"" operand "( [0-9]+)?\"$") row[$4] = 1
        }
        $1 == "ph=\"X\"" && ($4 in row) { print $2 }' "$work/events"
}

# Prints the events without times.
without_times() {
    sed -e 's/ts=[^	]*	//' -e 's/dur=[^	]*	//' "$work/events"
}

tab=$(printf '\t')

# ---- Tests of tools/json.c ----

${CC:-cc} -std=c11 -Wall -Wextra -o "$work/json" tests/tools/json.c || exit 2
for text in '[1,]' '{"a":1,}' '01' '"a' '[1 2]' 'tru' '1.' '[]x' '{"a" 1}' '' '{a:1}' '"\x"' \
    '[1' '+1' '.5' "\"$tab\""; do
    printf '%s' "$text" >"$work/text"
    ! "$work/json" "$work/text" 2>/dev/null
    verdict $? "'$text' is not JSON"
done
for text in '{}' ' [1, -0.5e+3, {"a": [true, null, "\u00e9\n"]}] ' '-0' '""'; do
    printf '%s' "$text" >"$work/text"
    "$work/json" "$work/text"
    verdict $? "'$text' is JSON"
done

# ---- Every example: the same bits for each order and schedule ----

schedules="schedule=pipelined,copies=early
schedule=pipelined,copies=late
schedule=pipelined,copies=random,seed=1
schedule=pipelined,copies=random,seed=2
schedule=pipelined,copies=random,seed=3
order=reverse
order=random,seed=1
schedule=pipelined,copies=random,order=random,seed=4"

for source in examples/*.c; do
    program=$work/$(basename "$source" .c)
    build "$program" "$source" || continue
    digest "schedule=sequential" "$program"
    cp "$work/digest" "$program.digest"
    for schedule in $schedules; do
        digest "$schedule" "$program"
        same "$source gives the same bits under $schedule" "$program.digest" "$work/digest"
    done
done

# Other results have another hash: an example with another input.
sed 's/state = 12345/state = 12346/' examples/example.h >"$work/example.h"
cp examples/matrix_add.c "$work/"
$compile -o "$work/other_input" "$work/matrix_add.c" -lm && digest "schedule=sequential" "$work/other_input"
differ "another input has another hash" "$work/matrix_add.digest" "$work/digest"

# ---- A program of our own: m x n x k blocks, spans inside programs, and prints that show the order ----

cat >"$work/own.c" <<'PROGRAM'
#include <pallas.h>

enum { B = 2 };

PL_KERNEL(product_kernel, PL_REF(const float, x, B, B), PL_REF(const float, y, B, B), PL_REF(float, z, B, B))
{
    PL_TRACE("all of it");
    PL_WHEN (PL_FIRST(2)) {
        PL_TRACE("begin");
        PL_FILL(z, 0);
    }
    PL_DOT(z, x, y);
}

PL_CALL(product, product_kernel,
        PL_SIZES(m, n, k),
        PL_GRID((i, m), (j, n), (l, k)),
        PL_IN (float, x, (B * m, B * k), PL_BLOCKSPEC((B, B), (i, l))),
        PL_IN (float, y, (B * k, B * n), PL_BLOCKSPEC((B, B), (l, j))),
        PL_OUT(float, z, (B * m, B * n), PL_BLOCKSPEC((B, B), (i, j))))

PL_KERNEL(order_kernel, PL_REF(int32_t, z, 8))
{
    PL_EACH ((c, 8)) {
        PL_PRINT("%ld.%ld ", PL_AXIS(p), c);
        z[c] += (int32_t)(c + PL_AXIS(p));
    }
}

PL_CALL(order, order_kernel,
        PL_GRID(PL_PARALLEL(p, 6)),
        PL_INOUT(int32_t, z, (48), PL_BLOCKSPEC((8), (p))))

int main(int argc, char **argv)
{
    static float x[400], y[400], z[400];
    static int32_t o[48];
    if (argc == 4)
        return product(atol(argv[1]), atol(argv[2]), atol(argv[3]), x, y, z);
    return order(o);
}
PROGRAM
build "$work/own" "$work/own.c" || exit 1

# changes M N K: prints how often the block of each operand changes from one program to the next, and the number of programs.
changes() {
    awk -v m="$1" -v n="$2" -v k="$3" 'BEGIN {
        for (i = 0; i < m; i++) for (j = 0; j < n; j++) for (l = 0; l < k; l++) {
            programs++
            if (x != i " " l) { x = i " " l; xs++ }
            if (y != l " " j) { y = l " " j; ys++ }
            if (z != i " " j) { z = i " " j; zs++ }
        }
        print xs, ys, zs, programs }'
}

# format_holds: succeeds if the events have the fields of the Trace Event Format: ph, name, pid, and for a span (X) also tid, ts
# and dur. Spans of a row must be nested or disjoint, except for the rounding of their numbers, or viewers cannot nest them.
format_holds() {
    awk -F '\t' '
        function value(key,    f) {
            for (f = 1; f <= NF; f++)
                if (index($f, key "=") == 1)
                    return substr($f, length(key) + 2)
            return ""
        }
        function bad(why) { print why ": " $0; failed = 1 }
        {
            if (value("ph") !~ /^"[XM]"$/) bad("ph")
            if (length(value("name")) < 3) bad("name")
            if (value("pid") !~ /^[0-9]+$/) bad("pid")
        }
        value("ph") == "\"X\"" {
            if (value("tid") !~ /^[0-9]+$/) bad("tid")
            if (value("ts") !~ /^[0-9]+(\.[0-9]+)?$/) bad("ts")
            if (value("dur") !~ /^[0-9]+(\.[0-9]+)?$/) bad("dur")
            row = value("pid") " " value("tid")
            n[row]++
            from[row, n[row]] = value("ts") + 0
            to[row, n[row]] = value("ts") + value("dur")
            spans++
        }
        END {
            for (row in n)
                for (a = 1; a <= n[row]; a++)
                    for (b = 1; b <= n[row]; b++)
                        if (from[row, a] < from[row, b] - slack && from[row, b] < to[row, a] - slack &&
                            to[row, a] < to[row, b] - slack) {
                            print "row " row ": spans " a " and " b " overlap"
                            failed = 1
                        }
            exit failed || !spans
        }' slack=0.002 "$work/events" >"$work/log"
}

for schedule in schedule=sequential schedule=pipelined,copies=early schedule=pipelined,copies=late; do
    for sizes in "2 2 3" "3 2 1" "1 1 1" "1 3 1" "4 1 2" "2 1 1"; do
        # shellcheck disable=SC2086 # three words
        trace "$schedule" "$work/own" $sizes
        # shellcheck disable=SC2046,SC2086 # words
        set -- $(changes $sizes)
        format_holds
        verdict $? "events of $sizes under $schedule have the format" "$work/log"
        equal "$sizes under $schedule: copies in of x" "$(copies x | grep -c '"copy in"')" "$1"
        equal "$sizes under $schedule: copies in of y" "$(copies y | grep -c '"copy in"')" "$2"
        equal "$sizes under $schedule: copies out of z" "$(copies z | grep -c '"copy out"')" "$3"
        equal "$sizes under $schedule: all copies" "$(grep -c '"copy [a-z]*"' "$work/events")" $(($1 + $2 + $3))
        equal "$sizes under $schedule: programs" "$(spans 0 | grep -c '"(i=')" "$4"
        equal "$sizes under $schedule: different programs" "$(spans 0 | grep '"(i=' | sort -u | wc -l)" "$4"
        equal "$sizes under $schedule: spans of PL_TRACE" "$(spans 0 | grep -c '"all of it"')" "$4"
        equal "$sizes under $schedule: spans of the inner PL_TRACE" "$(spans 0 | grep -c '"begin"')" "$3"
        equal "$sizes under $schedule: bytes of each copy" \
            "$(sed -n 's/.*args.bytes=\([0-9]*\).*/\1/p' "$work/events" | sort -u)" 16
    done
done

# Spans are inside their programs. In the order of their ends: `begin`, `all of it`, program.
trace schedule=sequential "$work/own" 1 1 2
equal "spans end before the spans that contain them" "$(spans 0 | sed 's/name=//' | paste -s -d ' ')" \
    '"begin" "all of it" "(i=0, j=0, l=0)" "all of it" "(i=0, j=0, l=1)"'

# matmul: 2 x 2 blocks of z, 3 along k.
for schedule in schedule=sequential schedule=pipelined; do
    trace "$schedule" "$work/matmul"
    equal "matmul under $schedule: copies in of x, of y, out of z" \
        "$(copies x | wc -l) $(copies y | wc -l) $(copies z | wc -l)" "12 12 4"
done

# The trace of every example, in which each call is a process.
for source in examples/*.c; do
    program=$work/$(basename "$source" .c)
    for schedule in schedule=sequential schedule=pipelined,copies=random,seed=5; do
        trace "$schedule" "$program"
        format_holds
        verdict $? "$source under $schedule: events have the format" "$work/log"
    done
    equal "$source: calls in the trace" "$(grep -c 'name="process_name"' "$work/events")" \
        "$(sed -n "s/.*pid=\([0-9]*\).*/\1/p" "$work/events" | sort -u | wc -l)"
done

# ---- Orders and seeds ----

# visited SETTINGS: prints the elements in the order in which the program visits them.
visited() {
    PALLAS=$1 "$work/own" | tr ' ' '\n' | sed '/^$/d'
}
in_order() { awk 'BEGIN { for (p = 0; p < 6; p++) for (c = 0; c < 8; c++) print p "." c }'; }

in_order >"$work/in_order"
visited order=seq >"$work/visited"
same "order=seq visits in order" "$work/in_order" "$work/visited"
in_order | sort -r >"$work/backwards"
visited order=reverse >"$work/visited"
same "order=reverse visits backwards" "$work/backwards" "$work/visited"

for seed in 1 2 3 7; do
    visited "order=random,seed=$seed" >"$work/random.$seed"
    visited "order=random,seed=$seed" >"$work/again"
    same "seed $seed repeats the order of elements" "$work/random.$seed" "$work/again"
    sort "$work/random.$seed" >"$work/sorted"
    same "order=random visits each element once" "$work/in_order" "$work/sorted"
    differ "order=random,seed=$seed is not in order" "$work/in_order" "$work/random.$seed"
done
differ "seeds 1 and 2 have different orders" "$work/random.1" "$work/random.2"
differ "seeds 2 and 3 have different orders" "$work/random.2" "$work/random.3"
differ "seeds 3 and 7 have different orders" "$work/random.3" "$work/random.7"

# repeats PROGRAM SETTINGS: two runs have the same trace, except for the times.
repeats() {
    trace "$2" "$1"
    without_times >"$work/first"
    trace "$2" "$1"
    without_times >"$work/second"
    same "$(basename "$1"): $2 repeats the run" "$work/first" "$work/second"
}

for program in histogram flash_attention; do
    for seed in 7 8; do
        repeats "$work/$program" "order=random,seed=$seed"
        spans 0 >"$work/order.$seed"
        sort "$work/order.$seed" >"$work/sorted.$seed"
    done
    differ "$program: seeds 7 and 8 run programs in different orders" "$work/order.7" "$work/order.8"
    same "$program: seeds 7 and 8 run the same programs" "$work/sorted.7" "$work/sorted.8"
done

# The seed also selects when copies complete.
for seed in 1 2 3; do
    repeats "$work/matmul" "schedule=pipelined,copies=random,seed=$seed"
    cp "$work/first" "$work/landed.$seed"
done
differ "copies complete at different times with seeds 1 and 2" "$work/landed.1" "$work/landed.2"
differ "copies complete at different times with seeds 2 and 3" "$work/landed.2" "$work/landed.3"
for copies in early late; do
    repeats "$work/matmul" "schedule=pipelined,copies=$copies"
    mv "$work/first" "$work/landed.$copies"
done
differ "early and late copies complete at different times" "$work/landed.early" "$work/landed.late"

finish

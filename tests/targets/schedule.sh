#!/bin/sh
# schedule.sh -- the schedule is the same in three places: the text target, which lists it from the facts of the plan alone,
# interpret mode's pipelined schedule, and the modeled TPU have the same copies, with starts and waits at the same steps.
#
# The text target is text.m4, a target for tests; its code walks the schedule and writes a line for each copy. Interpret mode's
# lines come from its trace: the time of a copy gives the programs between which it starts, and with copies=late it ends at its
# wait. Prints `N passed, N failed` last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc
mkdir "$work/templates"
cp targets/common.m4 tests/targets/text.m4 "$work/templates"

# from_trace FILE: prints CALL OPERAND in|out STARTED WAITED BLOCK for each copy.
from_trace() {
    awk '
        function of(key) {
            return match($0, "\"" key "\":\"?[^,\"}]*") ? substr($0, RSTART + length(key) + 3, RLENGTH - length(key) - 3) : ""
        }
        function text(s) { sub(/^"/, "", s); return s }
        { pid = of("pid"); row = of("tid") }
        /"process_name"/ { sub(/.*"args":\{"name":"/, ""); sub(/".*/, ""); call[pid] = $0; next }
        /"thread_name"/ { sub(/.*"args":\{"name":"/, ""); sub(/ [0-9]*".*/, ""); operand[pid, int(row / 16)] = $0; next }
        row == 0 && /"name":"\(/ { n = ++programs[pid]; begin[pid, n] = of("ts"); end[pid, n] = of("ts") + of("dur"); next }
        /"name":"copy / {
            copies++
            at[copies] = pid; slot[copies] = int(row / 16); from[copies] = of("ts") + 0; waited[copies] = of("step")
            way[copies] = /"copy in"/ ? "in" : "out"; block[copies] = text(of("block"))
        }
        END {
            for (c = 1; c <= copies; c++) {
                pid = at[c]; low = 0; high = programs[pid] + 1           # programs that ended before it began
                while (high - low > 1) {
                    middle = int((low + high) / 2)
                    if (end[pid, middle] <= from[c]) low = middle; else high = middle
                }
                print call[pid], operand[pid, slot[c]], way[c], way[c] == "in" ? low : low - 1, waited[c], block[c]
            }
        }' "$1" | sort
}

# as_events FILE: prints a line for each start and each wait, as the TPU's events have them.
as_events() {
    awk '{ print $1, $2, $3, "start", $4, $6; print $1, $2, $3, "wait", $5, $6 }' "$1" | sort
}
from_events() { awk '{ print $1, $2, $3, $4, $6, $10 }' "$1" | sort; }

# compare FILE: two tests; compares the text target with interpret mode and with the TPU.
compare() {
    name=$(basename "$1" .c)
    rm -f "$work/walked" "$work/trace" "$work/events"
    if ! "$PALLASC" -I. --templates="$work/templates" --target=text "$1" -o "$work/$name.text.c" >"$work/log" 2>&1 ||
        ! $CC -std=c11 -w -I. -Itests/targets -DPL_TARGET_TPU -o "$work/walk" "$1" "$work/$name.text.c" -lm >"$work/log" 2>&1 ||
        ! $CC -std=c11 -w -I. -o "$work/interpreted" "$1" -lm >"$work/log" 2>&1 || ! build "$work/tpu" "$1" 2>"$work/log"; then
        fail "$name does not build for the text target, interpret mode or the TPU" "$work/log"
        return
    fi
    WALK=$work/walked "$work/walk" >/dev/null 2>&1
    PALLAS=schedule=pipelined,copies=late,trace=$work/trace "$work/interpreted" >/dev/null 2>&1
    PALLAS=events=$work/events "$work/tpu" >/dev/null 2>&1
    sort "$work/walked" >"$work/left"
    # Only the interpreter makes calls that a test expects to be rejected.
    from_trace "$work/trace" | awk 'NR == FNR { made[$1] = 1; next } made[$1]' "$work/left" - >"$work/right"
    if [ -s "$work/left" ] && diff "$work/left" "$work/right" >"$work/diff"; then
        pass
    else
        fail "$name: the text target's copies (<) differ from interpret mode's (>)" "$work/diff"
    fi
    as_events "$work/left" >"$work/from_walk" && from_events "$work/events" >"$work/from_tpu"
    if diff "$work/from_walk" "$work/from_tpu" >"$work/diff"; then
        pass
    else
        fail "$name: the text target's copies (<) differ from the TPU's (>)" "$work/diff"
    fi
}

# Without FULL=1 a sample of the examples.
if [ -n "${FULL:-}" ]; then set -- examples/*.c; else set -- examples/matmul.c examples/embedding.c examples/stencil.c; fi
for source in tests/tpu/pipeline.c "$@"; do
    compare "$source"
done
finish

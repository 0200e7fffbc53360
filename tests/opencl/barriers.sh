#!/bin/sh
# tests/opencl/barriers.sh -- pallasc emits a barrier where a dependence needs one, and nowhere else. Under the schedule for GPUs
# Oclgrind finds no race in lanes.c, in the examples and in conformance programs. Each barrier is removed in turn, which must
# cause a race, a barrier that not all lanes reach, or a wrong result.
#
# Programs have the sizes of small.sed. less.c removes the barrier when the program passes its kernels to OpenCL, so each
# program is built once. Without FULL=1 a sample of programs and of barriers, which SEED=n (1) selects. An argument selects the
# program: `FULL=1 sh tests/opencl/barriers.sh softmax`. tests/opencl/unmissed lists exactly the barriers that are needed although
# no run fails without them, as "PROGRAM CALL TEXT -- why". Prints `N passed, N failed` last, N skipped.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc
only=${1:-}
programs=5                              # the number of examples and conformance programs in the sample
barriers=16                             # the number of barriers in the sample

if ! has oclgrind; then
    skip "there is no oclgrind, which finds races (apt-get install oclgrind)"
    finish
fi
$CC -std=c11 -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -c -o "$work/less.o" tests/opencl/less.c || exit 2

# pick COUNT: prints a sample of COUNT lines, in their order; all with FULL=1.
pick() {
    if [ -n "${FULL:-}" ]; then cat; else
        awk -v seed="${SEED:-1}" -v want="$1" 'BEGIN { srand(seed) } { line[NR] = $0 }
            END { for (i = 1; i <= NR; i++) if (rand() * (NR - i + 1) < want) { want--; print line[i] } }'
    fi
}

# ---- The programs ---------------------------------------------------------------------------------------------------

# Copies in $work, with the same paths. Two are omitted: seeds_pipelining has no barrier and a million elements per call, and
# threads has so many programs at once that a simulator takes minutes.
mkdir -p "$work/examples" "$work/tests/conformance" "$work/tests/opencl"
ln -s "$PWD/examples/example.h" "$PWD/examples/data" "$work/examples"
ln -s "$PWD/tests/test.h" "$work/tests"
sources=$(ls tests/opencl/lanes.c examples/*.c tests/conformance/*.c | grep -v -e /seeds_pipelining.c -e /threads.c)
for source in $sources; do
    sed -f tests/opencl/small.sed "$source" >"$work/$source"
done

# Each substitution changes some program.
grep '^s/' tests/opencl/small.sed | while read -r line; do
    # shellcheck disable=SC2086 # words
    sed -n "${line}p" $sources | grep -q . || echo "$line"
done >"$work/idle"
[ ! -s "$work/idle" ]
verdict $? "substitutions in tests/opencl/small.sed that change no program" "$work/idle"

# list SOURCE: prints a line `SOURCE N CALL VERSION TEXT` for each barrier of the program; N counts as in less.c. VERSION is
# scalar or vector where the call has a version for vectors, otherwise both. The comment on a barrier comes after it, or before
# it if the line would be too long.
list() {
    awk -v source="$1" -v version=both '
        /_(gpu|cpu)\(/ { call = $0; sub(/.*void /, "", call); sub(/_[gc]pu.*/, "", call) }
        /^    "/ {
            text = $0
            match(text, /"[ ]*/)
            indent = RLENGTH
            gsub(/^[ "]*|\\n",$/, "", text)
            if (text ~ / elements at a time/) { versions = indent; version = "vector" }
            else if (versions && indent == versions && text == "} else {") version = "scalar"
            else if (versions && indent == versions && text == "}") { versions = 0; version = "both" }
            if (text ~ /barrier\(CLK/) print source, ++n, call, version, text (text ~ /\/\// || said == "" ? "" : "        // " said)
            said = text !~ /^\/\/ / ? "" : said (said == "" ? "" : " ") substr(text, 4)
        }' "$work/$1.opencl.c"
}
: >"$work/all" >"$work/programs"
for source in $sources; do
    name=$(basename "$source" .c)
    [ -z "$only" ] || [ "$name" = "$only" ] || continue
    ! grep -q "^$name: " tests/opencl/not_run || continue
    if ! translate "$work/$source" "$work/$source.opencl.c"; then
        fail "$source, small, is not translated" "$work/log"
    elif grep -q '_gpu(' "$work/$source.opencl.c"; then
        list "$source" >>"$work/all"
        echo "$source" >>"$work/programs"
    fi
done
# Of the conformance programs, keep only barriers whose comments have a form that lanes.c and the examples do not have.
awk '
    {
        form = match($0, /\/\//) ? substr($0, RSTART) : ""
        gsub(/^[^:]*: | on line [0-9]*/, "", form)
    }
    !/^tests\/conformance/ { met[form] }
    !/^tests\/conformance/ || only || !(form in met)
' only="$only" "$work/all" >"$work/forms"
mv "$work/all" "$work/every"
mv "$work/forms" "$work/all"
[ -n "$only" ] || [ "$(wc -l <"$work/all")" -ge 120 ]
verdict $? "too few barriers" "$work/all"

# built SOURCE: builds the program, if it is not built yet.
built() {
    [ ! -x "$work/$1.program" ] || return 0
    link "$work/$1.program" "$work/$1" "$work/$1.opencl.c" "$work/less.o" -Wl,--wrap=clCreateProgramWithSource && return 0
    fail "$1, small, does not build" "$work/log"
    return 1
}

# ---- In a simulator -------------------------------------------------------------------------------------------------

if ! $CC -std=c11 -w -O1 -I. -o "$work/interpreted" tests/opencl/lanes.c -lm >"$work/log" 2>&1 ||
    ! "$work/interpreted" >"$work/wanted" 2>"$work/log"; then
    fail "lanes.c" "$work/log"
fi

# simulated GROUPS VERSION SOURCE [CALL]: succeeds if Oclgrind finds nothing wrong and the program's own check passes. lanes.c,
# for which a call may be selected, must print the same as in interpret mode. The first findings are in $work/seen. With one
# work-group it runs all programs; with two or three, one may run those of one column of blocks, and PL_REDUCTION axes are divided
# into as many parts.
simulated() {
    groups=$1
    [ "$2" = scalar ] && scalar=SCALAR=1 || scalar=ANY=1
    shift 2
    env $scalar PALLAS=schedule=gpu,groups=$groups,parts=$groups timeout 300 oclgrind --data-races "$work/$1.program" ${2:+"$2"} 2>&1 |
        awk '{ print } /race at|Invalid |divergence/ && !left { left = 16 } left && !--left { exit }' >"$work/seen"
    ! grep -q -e 'race at' -e 'Invalid ' -e divergence "$work/seen" || return 1
    case $1 in
    */lanes.c)
        lines="^${2:-[a-z]*}:"
        grep "$lines" "$work/wanted" >"$work/wanted_of_it" && grep "$lines" "$work/seen" | cmp -s - "$work/wanted_of_it"
        ;;
    examples/*) grep -q ' ok$' "$work/seen" && ! grep -q FAILED "$work/seen" ;;
    *) grep -q '^[1-9][0-9]* passed, 0 failed' "$work/seen" ;;
    esac
}

# lanes.c first, then a sample of the others.
{ grep '/lanes.c' "$work/programs"; grep -v '/lanes.c' "$work/programs" | pick "$programs"; } >"$work/chosen"
while read -r source; do
    built "$source" || continue
    simulated 1 both "$source"
    verdict $? "$source, small, under Oclgrind" "$work/seen"
    if grep -q " elements at a time" "$work/$source.opencl.c"; then
        simulated 1 scalar "$source"
        verdict $? "$source, small and without vectors, under Oclgrind" "$work/seen"
    fi
done <"$work/chosen"

# ---- Without a barrier ----------------------------------------------------------------------------------------------

pick "$barriers" <"$work/all" >"$work/chosen"
: >"$work/not_missed"
while read -r source number call version text; do
    built "$source" || continue
    name=$(basename "$source" .c) words=${text#*// }
    [ "$name" = lanes ] && argument=$call || argument=
    missed=
    for groups in 1 2 3; do
        [ -n "$missed" ] || BARRIER=$number simulated $groups "$version" "$source" "$argument" || missed=yes
    done
    if [ -n "$missed" ]; then
        pass
    elif listed tests/opencl/unmissed "$name $call $words"; then
        echo "$entry" >>"$work/not_missed"
    else
        fail "no run fails without barrier $number of $source, in $call: $text"
    fi
done <"$work/chosen"

# has_barrier ENTRY LIST: succeeds if the list has a barrier that matches the entry.
has_barrier() {
    while read -r source number call version text; do
        case "$(basename "$source" .c) $call ${text#*// }" in
        ${1%% -- *}) return 0 ;;
        esac
    done <"$2"
    return 1
}

# Each entry matches a barrier. If all barriers were removed in turn, no run failed without this one.
while read -r entry; do
    [ -z "$only" ] || [ "${entry%% *}" = "$only" ] || continue
    has_barrier "$entry" "$work/every" &&
        { [ -z "${FULL:-}" ] || ! has_barrier "$entry" "$work/all" || grep -qxF "$entry" "$work/not_missed"; }
    verdict $? "tests/opencl/unmissed: there is no such barrier, or a run fails without it: $entry"
done <tests/opencl/unmissed
finish

#!/bin/sh
# job.sh KIND NAME SOURCE -- one job of tests/run, which sets CC, FULL, UPDATE and work.
#
# Prints what is worth reading. What it counts, lines of `PASSED FAILED SKIPPED WHAT`, goes to the file `tally` in a
# folder of the job's own, where its programs are built too. Runs in the repository's root: the paths in messages are
# the same everywhere.
set -u
unset PALLAS
# No core files, where the shell can say so.
# shellcheck disable=SC3045
ulimit -c 0 2>/dev/null

kind=$1 name=$2
shift 2
source=$*

# The settings under which a program of conformance/ has to say what it says without any.
settings="check=twin
order=reverse
order=random,seed=1
schedule=pipelined,copies=early
schedule=pipelined,copies=late
schedule=pipelined,copies=random,seed=2"

# ---- What a job uses ----

passed() { echo "1 0 0 $*" >>"$tally"; }
skipped() { echo "0 0 1 $*" >>"$tally" && echo "skipped $*"; }

# failed WHAT [FILE]: says so, and shows the ends of the file, unless it is what was shown last.
failed() {
    echo "0 1 0 $1" >>"$tally"
    if [ $# = 1 ]; then
        echo "FAILED $1"
    elif cmp -s "$2" "$here/shown"; then
        echo "FAILED $1: as above"
    else
        echo "FAILED $1"
        if [ "$(wc -l <"$2")" -le 24 ]; then cat "$2"; else head -n 12 "$2" && echo "..." && tail -n 12 "$2"; fi |
            sed 's/^/    /'
        cp "$2" "$here/shown"
    fi
}

# verdict STATUS WHAT [FILE...]: passed when the status is 0.
verdict() {
    status=$1
    shift
    if [ "$status" = 0 ]; then passed "$1"; else failed "$@"; fi
}

has() { command -v "$1" >/dev/null 2>&1; }

# flags [VARIABLE=value...]: the command with which make compiles, which is asked once a run.
flags() {
    known="$work/flags/make flags $*"
    if [ ! -s "$known" ]; then
        mkdir -p "$work/flags"
        make -s --no-print-directory flags "$@" >"$known$$" && mv "$known$$" "$known"
    fi
    cat "$known"
}

# build PROGRAM SOURCE [VARIABLE=value...]: compiles as make does; counts as a failure, and fails, when that does not.
build() {
    program=$1 from=$2
    shift 2
    $(flags "$@") -o "$program" "$from" -lm >"$program.log" 2>&1 || {
        failed "$name does not compile ($*)" "$program.log"
        return 1
    }
}

# run SECONDS OUTPUT COMMAND...: both of its streams into OUTPUT; the shell's own word on signals, which dash would put
# there too, is kept out.
run() {
    seconds=$1 output=$2
    shift 2
    {
        timeout -k 5 "$seconds" "$@" >"$output" 2>&1 </dev/null &
        wait $!
    } 2>/dev/null
}

# The counts a test program closes with, as `P F`; nothing when there are none. And of what it skipped.
counts() {
    tail -n 1 "$1" | sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed\(, [0-9]* skipped\)*$/\1 \2/p'
}
skips() {
    tail -n 1 "$1" | sed -n 's/.* failed, \([0-9][0-9]*\) skipped$/\1/p' | grep . || echo 0
}

# ended_well STATUS WHAT OUTPUT: one test. A program that counts its tests ended with 0 after some, none of which
# failed; an example ended with 0.
ended_well() {
    case $source:$1:$(counts "$3") in
    examples/*:0:) passed "$2" ;;
    *:"0:0 "*) failed "$2: it ran no test" ;;
    *:"0:"*" 0") passed "$2" ;;
    *) failed "$2 (exit $1)" "$3" ;;
    esac
}

# ---- Programs that count their own tests ----

job_count() {
    build "$here/plain" "$source" || return
    run 300 "$here/out" "$here/plain"
    count_own $?
    echo "$settings" | while read -r setting; do
        run 300 "$here/out" env PALLAS="$setting" "$here/plain"
        ended_well $? "$name PALLAS=$setting" "$here/out"
    done
}

# count_own STATUS: adds the counts that the program printed.
count_own() {
    own=$(counts "$here/out")
    case $1:$own:$(skips "$here/out") in
    "0:"[1-9]*" 0:"* | "0:0 0:"[1-9]*)
        echo "$own $(skips "$here/out") $name" >>"$tally"
        grep "^skipped" "$here/out"
        ;;
    "1:"*" "[1-9]*:*)
        echo "$own $(skips "$here/out") $name" >>"$tally"
        echo "FAILED $name"
        sed 's/^/    /' "$here/out"
        cp "$here/out" "$here/shown"
        ;;
    *) failed "$name ends with status $1 and '$own'" "$here/out" ;;
    esac
}

job_script() {
    limit=1800                             # nothing but a script that hangs needs so long
    [ -z "$FULL" ] || limit=6000           # tests/mutation runs them all then
    run $limit "$here/out" env WORK="$here" CC="$CC" sh "$source"
    count_own $?
}

# With -O1: -O3 takes gcc eight times as long, and is for a sample.
job_checks_off() {
    build "$here/fast" "$source" FAST=1 CFLAGS=-O1 || return
    run 300 "$here/out" "$here/fast"
    ended_well $? "$name FAST=1 CFLAGS=-O1" "$here/out"
}

job_fast() {
    build "$here/fast" "$source" FAST=1 || return
    run 300 "$here/out" "$here/fast"
    ended_well $? "$name FAST=1" "$here/out"
}

# Blocks whose rows do not follow each other: the array's with checks off, gaps with checks on.
job_in_place() {
    build "$here/fast" "$source" FAST=1 CFLAGS="-O1 -DPL_IN_PLACE=1" || return
    run 300 "$here/out" "$here/fast"
    ended_well $? "$name PL_IN_PLACE=1 FAST=1" "$here/out"
    build "$here/plain" "$source" CFLAGS=-DPL_IN_PLACE=1 || return
    for setting in check=twin,order=reverse schedule=pipelined,copies=late; do
        run 300 "$here/out" env PALLAS="$setting" "$here/plain"
        ended_well $? "$name PL_IN_PLACE=1 PALLAS=$setting" "$here/out"
    done
}

# More threads than most grids divide by.
job_threads() {
    build "$here/threads" "$source" FAST=1 CFLAGS="-O1 -fopenmp" || return
    run 300 "$here/out" env OMP_NUM_THREADS=3 "$here/threads"
    ended_well $? "$name FAST=1 CFLAGS=-fopenmp" "$here/out"
}

job_clang() {
    build "$here/clang" "$source" CC=clang || return
    run 300 "$here/out" env PALLAS=check=twin "$here/clang"
    ended_well $? "$name CC=clang" "$here/out"
}

# ---- Examples ----

# quiet WHAT LOG: a compiler said nothing.
quiet() {
    [ ! -s "$2" ]
    verdict $? "$name $1 compiles without a word" "$2"
}

job_example() {
    build "$here/plain" "$source" || return
    quiet "" "$here/plain.log"
    for setting in check=twin,order=reverse schedule=pipelined; do
        run 300 "$here/out" env PALLAS="$setting" "$here/plain"
        ended_well $? "$name PALLAS=$setting" "$here/out"
    done
    build "$here/fast" "$source" FAST=1 || return
    quiet FAST=1 "$here/fast.log"
    run 300 "$here/out" "$here/fast"
    ended_well $? "$name FAST=1" "$here/out"
}

# ---- Sanitizers and valgrind, over both ----

job_sanitize() {
    build "$here/sanitized" "$source" SAN=address,undefined || return
    run 600 "$here/out" "$here/sanitized"
    ended_well $? "$name SAN=address,undefined" "$here/out"
}

job_memory() {
    build "$here/memory" "$source" SAN=memory || return
    run 600 "$here/out" "$here/memory"
    ended_well $? "$name SAN=memory" "$here/out"
}

# The binary is told, when it is built, to tell valgrind what was never written.
job_valgrind() {
    build "$here/told" "$source" SAN=valgrind || return
    run 900 "$here/out" valgrind --quiet --error-exitcode=99 --suppressions=pallas.supp \
        --leak-check=full --errors-for-leak-kinds=definite "$here/told"
    ended_well $? "$name under valgrind" "$here/out"
}

# ---- Mistakes ----

# The words after `// run:`, in the first two lines of a test, and after `// build:`.
how_to_run() {
    sed -n '1,2s/^\(\/\/\|#\) run: *//p' "$source"
}
how_to_build() {
    sed -n '1,2s/^\/\/ build: *//p' "$source"
}

# compare OUTPUT: with what is expected; UPDATE=1 makes it so.
compare() {
    expected=${source%.*}.expected
    if [ -n "$UPDATE" ]; then
        cmp -s "$1" "$expected" || { cp "$1" "$expected" && echo "updated $expected"; }
    fi
    [ -f "$expected" ] || echo "(no such file)" >"$here/nothing"
    [ -f "$expected" ] || expected=$here/nothing
    diff -u "$expected" "$1" >"$here/diff" 2>&1
    verdict $? "$name" "$here/diff"
}

# No two runs agree on addresses and process numbers.
without_addresses() {
    sed -e 's/0x[0-9a-f]\{3,\}/0x.../g' -e 's/==[0-9][0-9]*==/==/g'
}

# Of a sanitizer's report what stays the same from machine to machine: our own lines, what it found, and where in the
# test.
what_the_sanitizer_says() {
    sed -n -e '/^tests\/errors\/.*: \(error\|note\|runtime error\): /p' \
        -e 's/^==[0-9]*==[A-Z]*: \([A-Za-z]*Sanitizer: [a-z-]*\).*/\1/p' \
        -e 's/^\(READ\|WRITE\) of size \([0-9]*\).*/\1 of size \2/p' \
        -e 's/^==[0-9]*== \(Invalid [a-z]* of size [0-9]*\)$/valgrind: \1/p' \
        -e '/^==[0-9]*== *[ab][ty] 0x[0-9A-F]*: [a-z_]* (valgrind_[a-z_]*\.c:[0-9]*)$/ {
            s/^.*: \([a-z_]*\) (\(.*\))$/    in \1 tests\/errors\/\2/p
            q
        }' \
        -e '/^ *#[0-9]* .* in .*tests\/errors\// {
            s/^ *#[0-9]* [^ ]* in \([^ ]*\) .*\(tests\/errors\/[^: ]*:[0-9]*\).*/    in \1 \2/p
            q
        }'
}

# first_error CC: the first error that it reports, in the words that gcc and clang share.
first_error() {
    $(flags CC="$1") -c -o /dev/null "$source" 2>&1 | sed -n '
        /: \(fatal \)*error: / {
            s/^\([^:]*:[0-9]*\):[0-9]*: /\1: /
            s/ \[-W[^]]*\]$//
            s/\\\(["\x27]\)/\1/g
            s/static assertion failed: "\(.*\)"$/static assertion failed: \1/
            s/static_assert failed due to requirement \x27.*\x27 "\(.*\)"$/static assertion failed: \1/
            s/static_assert failed "\(.*\)"$/static assertion failed: \1/
            s/static assertion failed due to requirement \x27.*\x27: \(.*\)$/static assertion failed: \1/
            s/implicit declaration of function \(.*\) is invalid in C99$/call to undeclared function \1/
            s/\(call to undeclared function .*\); ISO C99 and later.*/\1/
            p
            q
        }'
}

job_error() {
    case $(head -n 1 "$source") in
    "// compile-error"*)
        for compiler in gcc clang; do
            has "$compiler" || {
                skipped "$name: there is no $compiler"
                return
            }
            first_error "$compiler" >"$here/$compiler"
            [ -s "$here/$compiler" ] || {
                failed "$name: $compiler accepts it"
                return
            }
        done
        cat "$here/gcc" "$here/clang" | uniq >"$here/out"
        ;;
    *)
        with=$(how_to_build)
        case $with in *memory*)
            has clang || {
                skipped "$name: there is no clang"
                return
            } ;;
        esac
        under=
        case $with in *valgrind*)
            under='valgrind --error-exitcode=9 --suppressions=pallas.supp'
            has valgrind || {
                skipped "$name: there is no valgrind"
                return
            } ;;
        esac
        # shellcheck disable=SC2086 # words
        build "$here/plain" "$source" CC=gcc $with || return
        how=$(how_to_run)
        arguments=
        case $how in *--*) arguments=${how#*--} how=${how%%--*} ;; esac
        # shellcheck disable=SC2086 # words
        run 60 "$here/raw" env $how $under "$here/plain" $arguments
        status=$?
        case $with in *SAN=*) said=what_the_sanitizer_says ;; *) said=without_addresses ;; esac
        { $said <"$here/raw" && echo "[exit $status]"; } >"$here/out"
        ;;
    esac
    compare "$here/out"
}

job_gallery() {
    sh tests/tools/gallery.sh "$here/docs" >"$here/gallery" 2>&1
    verdict $? "tests/tools/gallery.sh fails" "$here/gallery"
    if [ -n "$UPDATE" ] && [ -s "$here/docs/errors.md" ]; then
        rm -rf docs/errors docs/errors.md
        cp -r "$here/docs/errors" "$here/docs/errors.md" docs
    fi
    { diff -u docs/errors.md "$here/docs/errors.md" && diff -r -u docs/errors "$here/docs/errors"; } >"$here/diff" 2>&1
    verdict $? "docs/errors.md and docs/errors/ are what make docs/errors.md writes" "$here/diff"
}

# ---- gdb ----

# What gdb says of the machine, and the words that gdb 13 and 16 do not share.
without_gdbs_own() {
    grep -v -e '^\[Thread debugging' -e '^Using host libthread' -e '^Download' -e '^warning: .*shared lib' \
        -e 'debuginfod' |
        sed -e 's/process [0-9][0-9]*/process N/' -e 's/(LWP [0-9]*)/(LWP N)/' -e "s|$PWD/||g" -e "s|$here/||g" \
            -e 's/^warning: \([0-9][0-9]*\t\)/\1/' -e '/No such file or directory\.*$/s/\.*$//' \
            -e 's/^No breakpoints,* .*watchpoints.*/No breakpoints./'
}

job_gdb() {
    debugged=$(sed -n '1s/^# program: *//p' "$source")
    compilers=$(sed -n 's/^# compilers: *//p' "$source")
    for compiler in ${compilers:-gcc}; do
        has "$compiler" || continue
        build "$here/plain" "${debugged:-${source%.gdb}.c}" CC="$compiler" || return
        # shellcheck disable=SC2046 # words
        run 60 "$here/raw" env $(how_to_run) gdb -q -nx -batch -x "$source" "$here/plain"
        without_addresses <"$here/raw" | without_gdbs_own >"$here/out"
        compare "$here/out"
    done
}

# Some containers forbid what a debugger does.
gdb_works() {
    has gdb && gdb -q -nx -batch -ex starti -ex 'info registers pc' /bin/true 2>&1 | grep -q '^[pr][ci]p* .*0x'
}

# ---- Cleanliness ----

# clean_under COMPILER FLAG...: the source compiles without a word.
clean_under() {
    "$@" -I. -Wall -Wextra -Wpedantic -Wshadow -Werror -c -o /dev/null "$source" >"$here/out" 2>&1
    verdict $? "$name: $*" "$here/out"
}

# gcc says more about macros when it does not track them, as make asks it to: with its flag and, over the header,
# without it.
untracked=-ftrack-macro-expansion=0

# gcc has compiled the examples already, with the same warnings (job_example).
job_clean_sample() {
    clean_under clang -std=c17 -O0
}

job_clean() {
    for compiler in "gcc $untracked" clang clang-19; do
        # shellcheck disable=SC2086 # a compiler and its flag
        has ${compiler%% *} && clean_under_all $compiler
    done
}

clean_under_all() {
    for standard in c11 c17; do
        clean_under "$@" -std=$standard -O0
        clean_under "$@" -std=$standard -O3
        clean_under "$@" -std=$standard -O3 -DPL_CHECKS=0
    done
}

job_header() {
    source=$here/header.c
    printf '#include <pallas.h>\n\nextern int nothing_else;\n' >"$source"
    job_clean
    clean_under_all gcc
    for order in "math pallas" "pallas math" "float pallas"; do
        # shellcheck disable=SC2086 # two names
        printf '#include <%s.h>\n' $order >"$source"
        printf 'int of(float x);\nint of(float x) { return isnan(x) + isinf(x) + (int)fmaxf(x, INFINITY); }\n' >>"$source"
        for compiler in gcc clang clang-19; do
            ! has $compiler || clean_under $compiler -std=gnu17 -O0
            # C23 has INFINITY in <float.h>; an older compiler calls it 2x.
            ! has $compiler || clean_under $compiler -std=gnu2x -O0
        done
    done
    cp tests/link/main.c "$source"                                      # a call's function has a prototype
    for compiler in gcc clang; do                                       # what some projects ask for, too
        ! has $compiler || clean_under $compiler -Wmissing-prototypes -Wconversion -Wsign-conversion -Wcast-qual -Wundef
    done
}

job_link() {
    for variable in "" FAST=1; do
        # shellcheck disable=SC2086 # a variable or none
        $(flags $variable) -o "$here/linked" tests/link/*.c -lm >"$here/out" 2>&1 && run 60 "$here/out" "$here/linked"
        verdict $? "$name $variable" "$here/out"
    done
}

# ---- The manual at the top of pallas.h ----

# The first program in the head comment: from its first #include to the end of its main, as it stands there.
first_program() {
    awk '
        { line = $0; sub(/^(\/\/| \*)/, "", line) }
        !begun && line ~ /^ *#include <pallas.h>/ { match(line, /^ */); indent = RLENGTH; begun = 1 }
        begun { line = substr(line, indent + 1); print line }
        begun && line ~ /^int main\(/ { in_main = 1 }
        in_main && (line == "}" || line ~ /^int main\(.*}$/) { exit }' pallas.h
}

job_manual() {
    first_program >"$here/manual.c"
    grep -q '^int main(' "$here/manual.c" || {
        failed "$name: there is no whole program at the top of pallas.h" "$here/manual.c"
        return
    }
    build "$here/plain" "$here/manual.c" || return
    run 60 "$here/out" env PALLAS=check=twin,order=reverse "$here/plain"
    verdict $? "$name" "$here/out"
}

# ---- The job ----

here=${work:?is set by tests/run}/$kind/$name
tally=$here/tally
mkdir -p "$here"
begun=$(date +%s)
{
    case $kind in
    count) job_count ;;
    checks_off) job_checks_off ;;
    fast) job_fast ;;
    in_place) job_in_place ;;
    threads) job_threads ;;
    clang) job_clang ;;
    example) job_example ;;
    sanitize) job_sanitize ;;
    memory) job_memory ;;
    valgrind) job_valgrind ;;
    error) job_error ;;
    gdb) job_gdb ;;
    script) job_script ;;
    clean) job_clean ;;
    clean_sample) job_clean_sample ;;
    header) job_header ;;
    link) job_link ;;
    manual) job_manual ;;
    gallery) job_gallery ;;
    skip) skipped "$name: $source" ;;
    *) failed "there is no kind of job '$kind'" ;;
    esac
    [ -s "$tally" ] || failed "$name ($kind) counted nothing"
} >"$here/log" 2>&1
cat "$here/log"
# seconds: by the clock, and of the processors, which does not depend on what else the machine does.
times >"$here/times"
used=$(awk '{ gsub(/[ms]/, " "); all += $1 * 60 + $2 + $3 * 60 + $4 } END { printf "%.1f", all }' "$here/times")
echo "$(($(date +%s) - begun)) $used $kind $name" >"$here/seconds"

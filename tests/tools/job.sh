#!/bin/sh
# job.sh KIND NAME SOURCE -- one job of tests/run, which sets CC, FULL, UPDATE and work.
#
# Prints failures and skipped tests. Writes its counts, lines of `PASSED FAILED SKIPPED WHAT`, to the file `tally` in the
# job's own folder, where it also builds its programs. Runs in the repository's root, so that paths in messages are the same
# everywhere.
set -u
unset PALLAS
# No core files, if the shell supports this.
# shellcheck disable=SC3045
ulimit -c 0 2>/dev/null

kind=$1 name=$2
shift 2
source=$*

# The settings under which a program of conformance/ must print the same as without any.
settings="check=twin
order=reverse
order=random,seed=1
schedule=pipelined,copies=early
schedule=pipelined,copies=late
schedule=pipelined,copies=random,seed=2"

# ---- Helpers ----

passed() { echo "1 0 0 $*" >>"$tally"; }
skipped() { echo "0 0 1 $*" >>"$tally" && echo "skipped $*"; }

# failed WHAT [FILE]: counts and prints a failure, with both ends of the file, unless the file equals the last one printed.
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

# verdict STATUS WHAT [FILE...]: counts a passed test if the status is 0, and a failed one otherwise.
verdict() {
    status=$1
    shift
    if [ "$status" = 0 ]; then passed "$1"; else failed "$@"; fi
}

has() { command -v "$1" >/dev/null 2>&1; }

# flags [VARIABLE=value...]: prints the command with which make compiles. make is run once for each list of variables.
flags() {
    known="$work/flags/make flags $*"
    if [ ! -s "$known" ]; then
        mkdir -p "$work/flags"
        make -s --no-print-directory flags "$@" >"$known$$" && mv "$known$$" "$known"
    fi
    cat "$known"
}

# build PROGRAM SOURCE [VARIABLE=value...]: compiles as make does. If that fails, counts a failure and returns 1.
build() {
    program=$1 from=$2
    shift 2
    $(flags "$@") -o "$program" "$from" -lm >"$program.log" 2>&1 || {
        failed "$name does not compile ($*)" "$program.log"
        return 1
    }
}

# run SECONDS OUTPUT COMMAND...: writes stdout and stderr of the command to OUTPUT, without the shell's own messages about
# signals, which dash would add.
run() {
    seconds=$1 output=$2
    shift 2
    {
        timeout -k 5 "$seconds" "$@" >"$output" 2>&1 </dev/null &
        wait $!
    } 2>/dev/null
}

# counts FILE: prints the counts in the last line of a test program's output as `PASSED FAILED`; nothing if there are none.
# skips FILE: prints the number of skipped tests.
counts() {
    tail -n 1 "$1" | sed -n 's/^\([0-9][0-9]*\) passed, \([0-9][0-9]*\) failed\(, [0-9]* skipped\)*$/\1 \2/p'
}
skips() {
    tail -n 1 "$1" | sed -n 's/.* failed, \([0-9][0-9]*\) skipped$/\1/p' | grep . || echo 0
}

# ended_well STATUS WHAT OUTPUT: counts one test. An example passes if its status is 0. A program that counts its tests must
# also have run some, without a failure.
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
    limit=1800                             # only a script that hangs takes this long
    [ -z "$FULL" ] || limit=6000           # tests/mutation then runs all mutants
    run $limit "$here/out" env WORK="$here" CC="$CC" sh "$source"
    count_own $?
}

# With -O1, because gcc takes eight times as long with -O3; job_fast tests that for a sample.
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

# Blocks whose rows are not contiguous: they are rows of the array with checks off, and have gaps with checks on.
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

# Three threads, because most grids are not divisible by three.
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

# quiet WHAT LOG: one test; passes if the compiler printed nothing.
quiet() {
    [ ! -s "$2" ]
    verdict $? "$name $1 compiles without a message" "$2"
}

job_example() {
    build "$here/plain" "$source" || return
    quiet "" "$here/plain.log"
    for setting in check=twin,order=reverse schedule=pipelined; do
        run 300 "$here/out" env PALLAS="$setting" "$here/plain"
        ended_well $? "$name PALLAS=$setting" "$here/out"
    done
}

job_example_fast() {
    build "$here/fast" "$source" FAST=1 || return
    quiet FAST=1 "$here/fast.log"
    run 300 "$here/out" "$here/fast"
    ended_well $? "$name FAST=1" "$here/out"
}

# ---- Sanitizers and valgrind, for both kinds of program ----

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

# SAN=valgrind makes the program mark memory that was never written for valgrind.
job_valgrind() {
    build "$here/marked" "$source" SAN=valgrind || return
    run 900 "$here/out" valgrind --quiet --error-exitcode=99 --suppressions=pallas.supp \
        --leak-check=full --errors-for-leak-kinds=definite "$here/marked"
    ended_well $? "$name under valgrind" "$here/out"
}

# ---- Mistakes ----

# Print the words after `// run:`, and after `// build:`, in the first two lines of a test.
how_to_run() {
    sed -n '1,2s/^\(\/\/\|#\) run: *//p' "$source"
}
how_to_build() {
    sed -n '1,2s/^\/\/ build: *//p' "$source"
}

# compare OUTPUT: compares it with the expected file, which UPDATE=1 rewrites.
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

# Removes addresses and process numbers, which differ between runs.
without_addresses() {
    sed -e 's/0x[0-9a-f]\{3,\}/0x.../g' -e 's/==[0-9][0-9]*==/==/g'
}

# Prints the parts of a sanitizer's report that are the same on each machine: our own lines, the kind of error, and its place
# in the test.
stable_lines_of_sanitizer() {
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

# first_error CC: prints the first error that this compiler reports, in a form that gcc and clang share.
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
        case $with in *SAN=*) filter=stable_lines_of_sanitizer ;; *) filter=without_addresses ;; esac
        { $filter <"$here/raw" && echo "[exit $status]"; } >"$here/out"
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
    verdict $? "docs/errors.md and docs/errors/ equal the output of make docs/errors.md" "$here/diff"
}

# ---- gdb ----

# Removes gdb's messages about the machine, and the words in which gdb 13 and 16 differ.
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

# ---- Cleanliness ----

# clean_under COMPILER FLAG...: one test; passes if the source compiles without a message.
clean_under() {
    "$@" -I. -Wall -Wextra -Wpedantic -Wshadow -Werror -c -o /dev/null "$source" >"$here/out" 2>&1
    verdict $? "$name: $*" "$here/out"
}

# gcc reports more about macros when it does not track their expansion. make builds with this flag; job_header also tests
# without it.
untracked=-ftrack-macro-expansion=0

# clang only: job_example compiles the examples with gcc and the same warnings.
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
            # C23 has INFINITY in <float.h>; older compilers call this standard 2x.
            ! has $compiler || clean_under $compiler -std=gnu2x -O0
        done
    done
    cp tests/link/main.c "$source"                                      # its calls' functions have prototypes
    for compiler in gcc clang; do                                       # warnings that some projects use
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

# Prints the first program in the comment at the top of pallas.h: from its #include to the end of its main.
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
        failed "$name: there is no complete program at the top of pallas.h" "$here/manual.c"
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
    example_fast) job_example_fast ;;
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
# The file seconds: elapsed time, and processor time, which depends less on the load of the machine.
times >"$here/times"
used=$(awk '{ gsub(/[ms]/, " "); all += $1 * 60 + $2 + $3 * 60 + $4 } END { printf "%.1f", all }' "$here/times")
echo "$(($(date +%s) - begun)) $used $kind $name" >"$here/seconds"

#!/bin/sh
# tests/cuda/barriers.sh -- each barrier, wait and fence that pallasc wrote for CUDA is omitted in turn, and the emulator must
# detect it: a race, memory that was never written, a barrier that not all threads reach, or a wrong result.
#
# Programs have the sizes of tests/opencl/small.sed. Each is built once, and WITHOUT=n omits its n-th barrier. Without FULL=1 a
# sample of programs and of barriers, which SEED=n (1) selects. An argument selects the program: `FULL=1 sh
# tests/cuda/barriers.sh softmax`. tests/cuda/unmissed lists barriers that are needed although no test detects their absence,
# as "PROGRAM KERNEL TEXT -- why". Prints `N passed, N failed` last, N skipped.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator
only=${1:-}
programs=3 barriers=8                   # the sizes of the samples

# pick COUNT: prints a sample of COUNT lines, in their order; all with FULL=1.
pick() {
    if [ -n "${FULL:-}" ]; then cat; else
        awk -v seed="${SEED:-1}" -v want="$1" 'BEGIN { srand(seed) } { line[NR] = $0 }
            END { for (i = 1; i <= NR; i++) if (rand() * (NR - i + 1) < want) { want--; print line[i] } }'
    fi
}

mkdir -p "$work/examples/gpt2" "$work/tests/conformance" "$work/tests/opencl"
ln -s "$PWD/examples/example.h" "$PWD/examples/data" "$work/examples"
ln -s "$PWD"/examples/gpt2/*.h "$PWD"/examples/gpt2/*.txt "$work/examples/gpt2"
ln -s "$PWD/tests/test.h" "$work/tests"
$CC -std=c11 -O1 -c -o "$work/without.o" tests/cuda/without.c || exit 2
also=$work/without.o

# number LIST IN OUT: writes the code with numbered barriers to OUT, and a line `N KERNEL TEXT` for each to LIST.
number() {
    awk -v out="$3" '
        /^__global__|^extern "C" __global__/ { kernel = "?" }
        kernel == "?" && match($0, /[a-z_0-9A-Z]+\(/) && !/__launch_bounds__\([^)]*\)$/ {
            text = $0; sub(/__launch_bounds__\([^)]*\)/, "", text)
            if (match(text, /[a-z_0-9A-Z]+\(/)) kernel = substr(text, RSTART, RLENGTH - 1)
        }
        /^ +(__syncthreads|__syncwarp|__threadfence|__threadfence_block|pl_cp_async_wait<[0-9]+>|pl_cp_async_wait_all)\(.*\);/ {
            text = $0; sub(/^ +/, "", text)
            print ++count, kernel, text
            match($0, /^ +/)
            print substr($0, 1, RLENGTH) "if (pl_is_kept(" count ")) " substr($0, RLENGTH + 1) >out
            next
        }
        /^#include/ && !declared { print "extern \"C\" int pl_is_kept(int number);" >out; declared = 1 }
        { print >out }' "$2" >"$1"
}

# noticed PROGRAM N: succeeds if a run without barrier N fails, in one of the orders. By parts=1 no call is divided.
noticed() {
    for order in reverse greedy forward reverse,parts=1; do
        WITHOUT=$2 PALLAS=order=$order,copies=late timeout 120 "$1" >"$work/seen" 2>&1 || return 0
        grep -q -i -e 'error: ' -e FAILED "$work/seen" && return 0
    done
    return 1
}

all=$(ls examples/*.c examples/gpt2/gpt2.c tests/conformance/*.c | grep -v -e /seeds_pipelining.c -e /threads.c)
[ -z "$only" ] || all=$(printf '%s\n' $all | grep "/$only.c$")
: >"$work/candidates"
for source in $all; do
    name=$(basename "$source" .c)
    sed -f tests/opencl/small.sed "$source" >"$work/$source"
    ! grep -q "^$name: " tests/cuda/not_run 2>/dev/null || continue
    translate "$work/$source" "$work/$name.cu" || continue
    ! grep -q '^ *__syncthreads();\|^ *__syncwarp(' "$work/$name.cu" || echo "$source" >>"$work/candidates"
done
[ -n "$only" ] || [ "$(wc -l <"$work/candidates")" -ge 30 ]
verdict $? "too few programs have a barrier" "$work/candidates"

pick "$programs" <"$work/candidates" >"$work/chosen"
while read -r source; do
    name=$(basename "$source" .c)
    number "$work/$name.list" "$work/$name.cu" "$work/$name.numbered.cu"
    if ! link "$work/$name" "$work/$source" "$work/$name.numbered.cu"; then
        fail "$source, small, does not build" "$work/log"
        continue
    fi
    WITHOUT=0 timeout 300 "$work/$name" >"$work/seen" 2>&1
    verdict $? "$source, small" "$work/seen"
    pick "$barriers" <"$work/$name.list" >"$work/some"
    while read -r n kernel text; do
        if noticed "$work/$name" "$n"; then pass
        elif listed tests/cuda/unmissed "$name $kernel $text"; then pass
        else fail "no run fails without barrier $n of $source, in $kernel: $text"
        fi
    done <"$work/some"
done <"$work/chosen"

# Those of pl_store_lines are in a header: a copy of it beside the code has all but one.
if [ -z "$only" ]; then
    source=tests/conformance/narrow_results.c also=
    mkdir "$work/lines"
    for n in 1 2; do
        awk -v n=$n -v here="$PWD" '
            /#include_next/ { $0 = "#include \"" here "/emulator/include/pl_ptx.h\"" }
            /__device__ void pl_store_lines/ { inside = 1 }
            inside && /__syncthreads/ && ++count == n { next }
            /^}/ { inside = 0 }
            { print }
            END { exit count != 2 }' targets/cuda/pl_ptx.h >"$work/lines/pl_ptx.h" &&
            translate $source "$work/lines/one.cu" && link "$work/lines/one" $source "$work/lines/one.cu" && noticed "$work/lines/one" 0
        verdict $? "no run of $source fails without barrier $n of pl_store_lines" "$work/log"
    done
fi
finish

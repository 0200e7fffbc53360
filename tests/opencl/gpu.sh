#!/bin/sh
# tests/opencl/gpu.sh -- the schedule for GPUs: a work-group a program, local memory, barriers.
#
#   lanes.c prints under both schedules what it prints in the interpreter, and so it does under Oclgrind, which sees
#   no race; and each barrier that pallasc wrote is deleted in turn, which Oclgrind, or what is printed, must show
#   examples, in small sizes (a sample; FULL=1: all), are looked at by Oclgrind, too
#   examples run with their own main() and check, conformance programs (FULL=1: all) with theirs
#   PALLAS=schedule=… says which schedule, and what it takes
#
# Barriers: a sample, chosen by SEED=n (1); FULL=1 takes all. Closes with N passed, N failed, N skipped.
# PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
unset PALLAS PALLAS_DEVICE MAKEFLAGS MFLAGS MAKELEVEL
export LC_ALL=C
CC=${CC:-cc}
PALLASC=${PALLASC:-build/pallasc}
sample=5
passed=0 failed=0 skipped=0
work=$(mktemp -d) || exit 2
trap 'rm -rf "$work"' EXIT
export POCL_CACHE_DIR="$work/cache"
mkdir "$POCL_CACHE_DIR"

pass() { passed=$((passed + 1)); }
fail() {
    failed=$((failed + 1))
    echo "FAILED $1"
    [ $# = 1 ] || head -n 20 "$2" | cut -c 1-300 | sed 's/^/    /'
}
finish() {
    echo "$passed passed, $failed failed$([ "$skipped" = 0 ] || echo ", $skipped skipped")"
    exit "$((failed != 0))"
}

if [ ! -x "$PALLASC" ]; then
    echo "there is no $PALLASC; try: make pallasc" >&2
    exit 2
fi
printf '#include <CL/cl.h>\nint main(void) { cl_uint n = 0; return clGetPlatformIDs(0, 0, &n) || !n; }\n' >"$work/any.c"
if ! $CC -DCL_TARGET_OPENCL_VERSION=120 -o "$work/any" "$work/any.c" -lOpenCL 2>"$work/log" || ! "$work/any"; then
    echo "skipped: there is no OpenCL to run on (ocl-icd-opencl-dev, pocl-opencl-icd)"
    skipped=1
    finish
fi

# program NAME SOURCE LAUNCHER
program() {
    $CC -std=c11 -w -O1 -I. -Itargets/opencl -DPL_TARGET_OPENCL -o "$work/$1" "$2" "$3" -lOpenCL -lm >"$work/log" 2>&1
}

# ---- lanes.c --------------------------------------------------------------------------------------------------------

launcher=$work/lanes.opencl.c
if ! "$PALLASC" -I. --target=opencl tests/opencl/lanes.c -o "$launcher" >"$work/log" 2>&1 ||
    ! program lanes tests/opencl/lanes.c "$launcher" ||
    ! $CC -std=c11 -w -O1 -I. -o "$work/interpreted" tests/opencl/lanes.c -lm >"$work/log" 2>&1 ||
    ! "$work/interpreted" >"$work/wanted" 2>"$work/log" || [ "$(wc -l <"$work/wanted")" -lt 14 ]; then
    fail "lanes.c does not build" "$work/log"
    finish
fi
for how in schedule=cpu schedule=gpu schedule=gpu,groups=1; do
    PALLAS=$how "$work/lanes" >"$work/seen" 2>"$work/log"
    if diff "$work/wanted" "$work/seen" >"$work/diff" 2>&1; then pass; else fail "lanes.c, $how" "$work/diff"; fi
done

# ---- Barriers -------------------------------------------------------------------------------------------------------

# simulated PROGRAM CALL: 0 when Oclgrind sees no race and the call prints what it should. groups=1: as many programs as
# there are follow each other in one group.
simulated() {
    PALLAS=schedule=gpu,groups=1 timeout 120 oclgrind --data-races "$work/$1" "$2" >"$work/seen" 2>&1
    grep "^$2:" "$work/wanted" >"$work/wanted_of_it"
    ! grep -qi -e race -e 'invalid ' -e divergence "$work/seen" && grep "^$2:" "$work/seen" | cmp -s - "$work/wanted_of_it"
}

# Line and call of each barrier in a kernel for GPUs.
awk '/_(gpu|cpu)\(/ { call = /_gpu\(/ ? $0 : ""; sub(/.*void /, "", call); sub(/_gpu.*/, "", call) }
    /^    "/ && /barrier\(/ && call != "" { print NR, call }' "$launcher" >"$work/barriers"
if [ "$(wc -l <"$work/barriers")" -lt 40 ]; then
    fail "hardly any barriers are left in lanes.c" "$work/barriers"
fi
if [ -n "${FULL:-}" ]; then
    cp "$work/barriers" "$work/chosen"
else
    awk -v seed="${SEED:-1}" -v want="$sample" 'BEGIN { srand(seed) } { line[NR] = $0 }
        END { for (; want-- && NR; line[i] = line[NR--]) { i = 1 + int(rand() * NR); print line[i] } }' \
        "$work/barriers" >"$work/chosen"
fi
if command -v oclgrind >/dev/null; then
    for call in $(sed 's/:.*//' "$work/wanted" | uniq); do
        if simulated lanes "$call"; then pass; else fail "lanes.c, $call under Oclgrind" "$work/seen"; fi
    done
    while read -r line call; do
        sed "${line}s/barrier([^)]*);/;/" "$launcher" >"$work/changed.opencl.c"
        text=$(sed -n "${line}s/^[ \"]*\(.*\)\\\\n.*/\1/p" "$launcher")
        if ! program changed tests/opencl/lanes.c "$work/changed.opencl.c"; then
            fail "a barrier less in $call does not build" "$work/log"
        elif simulated changed "$call"; then
            fail "nobody misses a barrier of $call: $text"
        else
            pass
        fi
    done <"$work/chosen"
else
    echo "skipped: no oclgrind, which sees races (apt-get install oclgrind)"
    skipped=$((skipped + 1))
fi

# ---- Examples in small sizes, for the simulator ---------------------------------------------------------------------

# Smaller blocks, smaller arrays: still several programs, whole blocks and blocks over the edge.
cat >"$work/small.sed" <<'END'
s/BM = 128, BN = 128, BK = [0-9]*/BM = 16, BN = 24, BK = 20/
s/M = 200, N = 150, K = [0-9]*/M = 40, N = 37, K = 45/
s/BQ = 32, BK = 32, D = 32/BQ = 8, BK = 16, D = 8/
s/LENGTH = 100/LENGTH = 30/
s/BM = 16, BN = 128, BK = 128/BM = 8, BN = 16, BK = 16/
s/M = 203, N = 150, K = 170/M = 203, N = 30, K = 35/
s/B = 16, BN = 128/B = 8, BN = 16/
s/{ B = 128 }/{ B = 32 }/
s/BM = 32, BN = 128, HIGH = BM + 8, WIDE = BN + 128/BM = 32, BN = 64, HIGH = BM + 2, WIDE = BN + 2/
s/{ 101, 150, 33, 16, 128 }/{ 101, 90, 33, 16, 24 }/
s/ROWS = 9, COLUMNS = 11/ROWS = 3, COLUMNS = 4/
s/BH = 8, BW = 16, HIGH/BH = 2, BW = 8, HIGH/
s/HEIGHT = 21, WIDTH = 37/HEIGHT = 5, WIDTH = 19/
s/M = 300, N = 500/M = 70, N = 150/
s/M = 211, N = 317/M = 50, N = 70/
s/M = 30, N = 1000/M = 30, N = 300/
s/N = 100003/N = 9000/
END
raceless() {
    sed -f "$work/small.sed" "examples/$1.c" >"$work/$1.c"
    small=$work/$1.c
    cmp -s "$small" "examples/$1.c" && small=examples/$1.c      # as it is: it may read what lies beside it
    if ! "$PALLASC" -I. -Iexamples --target=opencl "$small" -o "$work/small.opencl.c" >"$work/log" 2>&1 ||
        ! $CC -std=c11 -w -O1 -I. -Iexamples -Itargets/opencl -DPL_TARGET_OPENCL -o "$work/small" "$small" \
            "$work/small.opencl.c" -lOpenCL -lm >"$work/log" 2>&1; then
        fail "$1, small, does not build" "$work/log"
    elif PALLAS=schedule=gpu,groups=1 timeout 300 oclgrind --data-races "$work/small" >"$work/log" 2>&1 &&
        ! grep -qi -e race -e 'invalid ' -e divergence "$work/log" && grep -q ' ok$' "$work/log"; then
        pass
    else
        fail "$1, small, under Oclgrind" "$work/log"
    fi
}
if command -v oclgrind >/dev/null; then
    number=0
    for source in examples/*.c; do
        number=$((number + 1))
        [ -n "${FULL:-}" ] || [ $(((number + ${SEED:-1}) % 5)) = 0 ] || continue
        raceless "$(basename "$source" .c)"
    done
fi

# ---- Examples -------------------------------------------------------------------------------------------------------

for source in examples/*.c; do
    example=$(basename "$source" .c)
    "$PALLASC" -I. --target=opencl "$source" -o "$work/$example.opencl.c" >"$work/log" 2>&1
    if ! grep -q "_gpu(" "$work/$example.opencl.c"; then
        fail "$example has no schedule for GPUs" "$work/log"
    elif ! program "$example" "$source" "$work/$example.opencl.c"; then
        fail "$example: what was emitted does not compile" "$work/log"
    elif PALLAS=schedule=gpu "$work/$example" >"$work/log" 2>&1; then
        pass
    else
        fail "$example, schedule=gpu" "$work/log"
    fi
done

# ---- Conformance ----------------------------------------------------------------------------------------------------

number=0
for source in tests/conformance/*.c; do
    name=$(basename "$source" .c)
    number=$((number + 1))
    [ -n "${FULL:-}" ] || [ $((number % 5)) = 1 ] || continue
    grep -q "^$name: " tests/opencl/not_run && continue
    if ! "$PALLASC" -I. --target=opencl "$source" -o "$work/test.opencl.c" >"$work/log" 2>&1 ||
        ! program test "$source" "$work/test.opencl.c"; then
        fail "$source does not build" "$work/log"
    elif PALLAS=schedule=gpu timeout 300 "$work/test" >"$work/log" 2>&1 && grep -q '^[1-9][0-9]* passed, 0 failed' "$work/log"; then
        pass
    else
        fail "$source, schedule=gpu" "$work/log"
    fi
done

# ---- A device that has too little -----------------------------------------------------------------------------------

PALLAS=schedule=gpu,local=999 "$work/lanes" attend >"$work/log" 2>&1
if [ $? != 0 ] && grep -q 'needs [0-9]* bytes of local memory, and the device has 999' "$work/log" &&
    grep -q '^ *1536 bytes  p$' "$work/log" && ! grep -q '^attend: .*[1-9]' "$work/log"; then
    pass
else
    fail "a device with too little local memory" "$work/log"
fi

# ---- Which schedule -------------------------------------------------------------------------------------------------

PALLAS=schedule=warp "$work/lanes" counted >"$work/log" 2>&1
if [ $? != 0 ] && grep -q 'schedule=cpu or schedule=gpu, not warp' "$work/log"; then
    pass
else
    fail "PALLAS=schedule=warp is taken" "$work/log"
fi

# What cannot be shared by lanes runs as on CPUs, and fails where PALLAS insists.
cat >"$work/odd.c" <<'END'
#include <pallas.h>
PL_KERNEL(odd_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    int n = 0;
    z[n++] = x[0];
    PL_EACH ((c, 1, 8))
        z[c] = x[c] + (float)n;
}
PL_CALL(odd, odd_kernel, PL_GRID(), PL_IN(float, x, (8), PL_WHOLE), PL_OUT(float, z, (8), PL_WHOLE))
int main(void)
{
    float x[8] = { 1, 2 }, z[8] = { 0 };
    return odd(x, z) ? 7 : z[0] != 1 || z[1] != 3;
}
END
if "$PALLASC" -I. --target=opencl "$work/odd.c" -o "$work/odd.opencl.c" >"$work/log" 2>&1 &&
    program odd "$work/odd.c" "$work/odd.opencl.c" && "$work/odd" 2>"$work/log"; then
    PALLAS=schedule=gpu "$work/odd" >"$work/log" 2>&1
    if [ $? = 7 ] && grep -q 'no schedule for GPUs, for line 5: ' "$work/log"; then pass; else fail "what lanes cannot share" "$work/log"; fi
else
    fail "what lanes cannot share does not run on a CPU" "$work/log"
fi
finish

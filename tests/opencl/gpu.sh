#!/bin/sh
# tests/opencl/gpu.sh -- the schedule for GPUs, in which a work-group runs each program, on PoCL.
#
#   lanes.c prints the same under both schedules as in interpret mode
#   PALLAS=schedule=… selects the schedule, and is checked
#   a device with too little local memory is reported
#
# barriers.sh tests barriers; examples.sh and conformance.sh test programs with their own main() and check.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/opencl/build.inc

# ---- lanes.c --------------------------------------------------------------------------------------------------------

build "$work/lanes" tests/opencl/lanes.c || finish
if ! $CC -std=c11 -w -O1 -I. -o "$work/interpreted" tests/opencl/lanes.c -lm >"$work/log" 2>&1 ||
    ! "$work/interpreted" >"$work/wanted" 2>"$work/log" || [ "$(wc -l <"$work/wanted")" -lt 14 ]; then
    fail "lanes.c does not build" "$work/log"
    finish
fi
if ! runs_gpu; then
    PALLAS=schedule=gpu "$work/lanes" >"$work/seen" 2>"$work/log"
    [ $? != 0 ] && grep -q 'schedule=gpu runs on GPUs, on PoCL 3 and in Oclgrind' "$work/log"
    verdict $? "the schedule for GPUs on a PoCL that breaks barriers" "$work/log"
    skip "this PoCL breaks barriers, and the launcher rejects the schedule for GPUs"
    finish
fi
for setting in schedule=cpu schedule=gpu schedule=gpu,groups=1; do
    PALLAS=$setting "$work/lanes" >"$work/seen" 2>"$work/log"
    diff "$work/wanted" "$work/seen" >"$work/diff" 2>&1
    verdict $? "lanes.c, $setting" "$work/diff"
done

# ---- A device with too little local memory --------------------------------------------------------------------------

PALLAS=schedule=gpu,local=999 "$work/lanes" attend >"$work/log" 2>&1
[ $? != 0 ] && grep -q 'needs [0-9]* bytes of local memory, and the device has 999' "$work/log" &&
    grep -q '^ *1536 bytes  p$' "$work/log" && ! grep -q '^attend: .*[1-9]' "$work/log"
verdict $? "a device with too little local memory" "$work/log"

# ---- The schedule ---------------------------------------------------------------------------------------------------

PALLAS=schedule=warp "$work/lanes" counted >"$work/log" 2>&1
[ $? != 0 ] && grep -q 'PALLAS: schedule=warp is not valid; use cpu|gpu|sequential|pipelined' "$work/log"
verdict $? "PALLAS=schedule=warp is accepted" "$work/log"

# A kernel that lanes cannot share runs under the schedule for CPUs, and fails if PALLAS requests the other one.
cat >"$work/odd.c" <<'END'
#include <pallas.h>
PL_KERNEL(odd_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    struct sum { float of; } sum = { 1 };
    PL_REDUCE (sum.of, PL_ADD, (c, 8), x[c]);
    PL_EACH ((c, 8))
        z[c] = x[c] + sum.of;
}
PL_CALL(odd, odd_kernel, PL_GRID(), PL_IN(float, x, (8), PL_WHOLE), PL_OUT(float, z, (8), PL_WHOLE))
int main(void)
{
    float x[8] = { 1, 2 }, z[8] = { 0 };
    return odd(x, z) ? 7 : z[0] != 5 || z[1] != 6;
}
END
if build "$work/odd" "$work/odd.c"; then
    "$work/odd" 2>"$work/log"
    verdict $? "a kernel that lanes cannot share does not run" "$work/log"
    PALLAS=schedule=gpu "$work/odd" >"$work/log" 2>&1
    [ $? = 7 ] && grep -q 'no schedule for GPUs, for .*odd.c:5:[0-9]*: PL_REDUCE into a part of a struct' "$work/log"
    verdict $? "a reduction into a part of a struct, with schedule=gpu" "$work/log"
fi
sed 's/struct sum { float of; } sum/float sum[1]/; s/sum\.of/sum[0]/' "$work/odd.c" >"$work/part.c"
if build "$work/part" "$work/part.c"; then
    PALLAS=schedule=gpu "$work/part" >"$work/log" 2>&1
    [ $? = 7 ] && grep -q 'for .*part.c:5:[0-9]*: PL_REDUCE into an element of a C array' "$work/log"
    verdict $? "a reduction into an element of an array, with schedule=gpu" "$work/log"
fi
# The same where the reason has commas.
cat >"$work/keep.c" <<'END'
#include <pallas.h>
static int keep(int a, int b) { return b ? b : a; }
PL_KERNEL(keep_kernel, PL_REF(const int, x, 64), PL_REF(int, z, 64))
{
    int last = 0;
    PL_SCAN (last, keep, (c, 64), x[c])
        z[c] = last;
}
PL_CALL(kept, keep_kernel, PL_GRID(), PL_IN(int, x, (64), PL_WHOLE), PL_OUT(int, z, (64), PL_WHOLE))
int main(void)
{
    int x[64] = { 0, 7 }, z[64];
    return kept(x, z) ? 7 : z[0] != 0 || z[63] != 7;
}
END
if build "$work/keep" "$work/keep.c"; then
    "$work/keep" >"$work/log" 2>&1
    verdict $? "a PL_SCAN by a function without PL_IDENTITY does not run under the schedule for CPUs" "$work/log"
    PALLAS=schedule=gpu "$work/keep" >"$work/log" 2>&1
    [ $? = 7 ] && grep -q 'no schedule for GPUs, for .*keep.c:6:[0-9]*: PL_SCAN by a function whose identity is not known' "$work/log"
    verdict $? "the reason why it has no other schedule" "$work/log"
fi
finish

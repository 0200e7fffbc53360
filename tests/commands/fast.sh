#!/bin/sh
# fast.sh -- FAST=1 leaves no trace of the checks in a program: no message, no function that reports, no setting. The checked
# build must have all of them. Prints the counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
here=${WORK:-$(mktemp -d)}
mkdir -p "$here"
. tests/tools/count.inc

cat >"$here/all.c" <<'PROGRAM'
#include <pallas.h>

PL_KERNEL(add_kernel, PL_REF(const float, x, 8), PL_REF(float, z, 8))
{
    PL_TRACE("a span");
    PL_TILE(float, t, 8);
    PL_CHECK(PL_PROGRAM_ID(0) < 2, "a check of the kernel");
    PL_ASSIGN(t, x);
    PL_EACH ((c, 8))
        z[c] = t[c] + (float)PL_MULTIPLE_OF(PL_PROGRAM_ID(0), 1);
}

PL_CALL(add, add_kernel,
        PL_SIZES(n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(n, 8))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((8), (i), PL_EDGE(0))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((8), (i))))

int main(void)
{
    static float x[12], z[12];
    return add(12, x, z);
}
PROGRAM

# holds WHAT PROGRAM: succeeds if the program has such text or functions.
holds() {
    case $1 in
    text) grep -q -a -e 'garbage' -e 'was never written' -e 'a check of the kernel' -e 'order, schedule' "$2" ;;
    environment) grep -q -a 'PALLAS' "$2" ;;
    functions) nm "$2" | grep -q -e pl_report_ -e pl_poison_ -e pl_next_twin_ -e pl_visited_ -e pl_trace_ -e pl_check_ ;;
    esac
}

# wanted STATUS WHAT PROGRAM: one test; passes if `holds` returns the status.
wanted() {
    holds "$2" "$3"
    [ $? = "$1" ]
    verdict $? "$3: the $2 of the checks: $([ "$1" = 0 ] && echo missing || echo present)"
}

# shellcheck disable=SC2046 # words
build() { $(make -s --no-print-directory flags "$@" | sed 's/ -g[0-9]*//g') -o "$here/all$*" "$here/all.c" -lm; }
build && build FAST=1 || fail "the program does not build"
for what in text environment functions; do
    wanted 0 $what "$here/all"
    wanted 1 $what "$here/allFAST=1"
done
"$here/allFAST=1" || fail "FAST=1 ends with $?"

# FAST=1 permits vector code for square roots, and REASSOC=1 also for sums. Both keep INFINITY and NaN.
cat >"$here/vectors.c" <<'PROGRAM'
#include <pallas.h>

PL_KERNEL(vectors_kernel, PL_REF(const float, x, 256), PL_REF(float, z, 256), PL_REF(float, s, 1))
{
#ifdef ROOT
    PL_EACH ((c, 256))
        z[c] = z[c] / (sqrtf(x[c]) + 1e-8f);
#else
    float sum = 0;
    PL_REDUCE (sum, PL_ADD, (c, 256), x[c]);
    s[0] = isnan(sum) ? 1 : sum == INFINITY ? 2 : sum;
#endif
}

PL_CALL(vectors, vectors_kernel, PL_GRID(), PL_IN(float, x, (256), PL_WHOLE), PL_INOUT(float, z, (256), PL_WHOLE),
        PL_OUT(float, s, (1), PL_WHOLE))

int main(void)
{
    float x[256] = { 1, 2 }, z[256], s[3];
    vectors(x, z, &s[0]);
    x[77] = INFINITY;
    vectors(x, z, &s[1]);
    x[78] = NAN;
    vectors(x, z, &s[2]);
    printf("%g %g %g\n", (double)s[0], (double)s[1], (double)s[2]);
}
PROGRAM
# takes_vectors STATUS INSTRUCTION WORD...: one test; STATUS 0: the program, built with these settings, has vectors of this
# instruction; 1: it has none.
takes_vectors() {
    wanted=$1 instruction=$2
    shift 2
    # shellcheck disable=SC2046 # words
    $(make -s --no-print-directory flags FAST=1 "$@" | sed 's/-march=native/-mavx2 -mfma/; s/ -g[0-9]* / /') -S -o "$here/vectors.s" "$here/vectors.c" &&
        grep -q "v${instruction}ps.*%ymm" "$here/vectors.s"
    [ $? = "$wanted" ]
    verdict $? "FAST=1 $*: vectors of ${instruction}ps: $([ "$wanted" = 0 ] && echo missing || echo present)"
}
if [ "$(uname -m)" = x86_64 ]; then
    for cc in gcc clang; do
        has $cc || continue
        takes_vectors 0 sqrt CC=$cc CFLAGS=-DROOT
        takes_vectors 1 add CC=$cc
        takes_vectors 0 add CC=$cc REASSOC=1
        takes_vectors 0 add CC=$cc CFLAGS=-DPL_REASSOCIATE=1
    done
fi
# shellcheck disable=SC2046 # words
$(make -s --no-print-directory flags FAST=1 REASSOC=1) -o "$here/vectors" "$here/vectors.c" -lm && [ "$("$here/vectors")" = "3 2 1" ]
verdict $? "REASSOC=1 breaks INFINITY or NaN"
# Bytes and bf16 are multiplied by the CPU's instructions, in FAST programs alone, and not where PL_CPU is 0.
if [ "$(uname -m)" = x86_64 ] && echo 'vpdpbusd %zmm0, %zmm1, %zmm2; vdpbf16ps %zmm0, %zmm1, %zmm2' | ${CC:-cc} -c -x assembler - -o "$here/known.o" 2>"$here/out"; then
    for flags in FAST=1 "FAST=1 CFLAGS=-DPL_CPU=0" FAST=; do
        # shellcheck disable=SC2046,SC2086 # words
        $(make -s --no-print-directory flags $flags | sed 's/ -g[0-9]* / /') -S -o "$here/dots.s" tests/conformance/small_dots.c
        grep -q vpdpbusd "$here/dots.s" && grep -q vdpbf16ps "$here/dots.s"
        [ $? = $([ "$flags" = FAST=1 ] && echo 0 || echo 1) ]
        verdict $? "$flags: the CPU's instructions for small types are $([ "$flags" = FAST=1 ] && echo missing || echo there)"
    done
fi
! make -s flags REASSOC=1 >"$here/out" 2>&1 && grep -q 'REASSOC=1 needs FAST=1' "$here/out"
verdict $? "REASSOC=1 without FAST=1 is not rejected" "$here/out"
finish

#!/bin/sh
# fast.sh -- FAST=1 leaves nothing of the checks in a program: no text of a report, no function that makes one, no
# setting. Closes with the counts. The same questions are put to the checked build, which has all of it.
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

# holds WHAT PROGRAM: does the program hold such text or such a function?
holds() {
    case $1 in
    text) grep -q -a -e 'garbage' -e 'was never written' -e 'a check of the kernel' -e 'order, schedule' "$2" ;;
    environment) grep -q -a 'PALLAS' "$2" ;;
    functions) nm "$2" | grep -q -e pl_report_ -e pl_poison_ -e pl_next_twin_ -e pl_visited_ -e pl_trace_ -e pl_check_ ;;
    esac
}

# wanted STATUS WHAT PROGRAM
wanted() {
    holds "$2" "$3"
    [ $? = "$1" ]
    verdict $? "$3: $2 of the checks is $([ "$1" = 0 ] && echo missing || echo there)"
}

# shellcheck disable=SC2046 # words
build() { $(make -s --no-print-directory flags "$@" | sed 's/ -g[0-9]*//g') -o "$here/all$*" "$here/all.c" -lm; }
build && build FAST=1 || fail "it does not build"
for what in text environment functions; do
    wanted 0 $what "$here/all"
    wanted 1 $what "$here/allFAST=1"
done
"$here/allFAST=1" || fail "FAST=1 ends with $?"
finish

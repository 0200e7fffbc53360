#!/bin/sh
# chips.sh -- all parts have the chips and memories of targets/tpu/chips.h, also lint=tpu-... of interpret mode. Prints the
# counts last.
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/tpu/build.inc

# Lines NAME VMEM SMEM, in bytes, for each chip.
sed -n 's/^PL_TPU_CHIP(\([a-z0-9]*\),\(.*\))$/\1,\2/p' targets/tpu/chips.h |
    awk -F, '{ split($5, p, "*"); print $1, p[1] * (p[2] ? p[2] : 1) * 1024, $6 * 1024 }' >"$work/ours"
sed -n 's/^ *chip("\([a-z0-9]*\)", *\(.*\)).*$/\1,\2/p' pallas.h |
    awk -F, '{ split($2, p, "*"); print $1, p[1] * (p[2] ? p[2] : 1) * 1024, $3 * 1024 }' >"$work/lint"
[ "$(wc -l <"$work/ours")" = 5 ] && pass || fail "chips.h does not have five chips" "$work/ours"
if diff -u "$work/lint" "$work/ours" >"$work/diff"; then pass; else fail "chips.h and lint= of pallas.h differ" "$work/diff"; fi

# The runtime has the same numbers.
cat >"$work/chips.c" <<'C'
#include "pl_tpu.h"
int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        const struct pl_tpu_chip *c = pl_tpu_chip_(argv[i], strlen(argv[i]));
        if (c)
            printf("%s %ld %ld\n", c->name, c->vmem * 1024, c->smem * 1024);
    }
    puts(pl_tpu_chip_names_ + 1);
    return 0;
}
C
if "$CC" -std=c11 -Wall -Wextra -Werror -I. -Itargets/tpu -o "$work/chips" "$work/chips.c" -lm >"$work/log" 2>&1; then
    # shellcheck disable=SC2046 # words
    "$work/chips" v3 $(cut -d ' ' -f 1 "$work/ours") v5 >"$work/out"
    { cat "$work/ours" && echo "v4|v5e|v5p|v6e|v7x"; } >"$work/expected"
    if diff -u "$work/expected" "$work/out" >"$work/diff"; then pass; else fail "chips of the runtime" "$work/diff"; fi
else
    fail "a program with pl_tpu.h does not build" "$work/log"
fi

# make passes CHIP= on, before the settings of PALLAS.
make -n TARGET=tpu CHIP=v5e SRC=tests/tpu/programs/kinds.c run >"$work/make" 2>&1
# shellcheck disable=SC2016 # the shell that make starts has this in its command
if grep -q -F 'PALLAS="chip=v5e${PALLAS:+,$PALLAS}"' "$work/make"; then pass; else fail "make CHIP=v5e" "$work/make"; fi
! make -n CHIP=v5e SRC=tests/tpu/programs/kinds.c run >"$work/make" 2>&1
verdict $? "make accepts CHIP= without TARGET=tpu" "$work/make"
finish

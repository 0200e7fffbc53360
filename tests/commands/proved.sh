#!/bin/sh
# proved.sh -- pallasc --emit=barriers proves the barriers and waits of each example and conformance program from the code that is
# printed: no accesses of different lanes conflict, but without any one of the barriers and waits some do. Those that are not
# needed are in unneeded, as "TARGET PROGRAM CALL TEXT -- why". Random programs are proved, too. Prints the counts last. tests/run
# sets WORK; SEED and FULL as there.
set -u
cd "$(dirname "$0")/../.." || exit 2
work=$(cd "${WORK:?}" && pwd)/proved && [ -d "$WORK" ] || exit 2
pallasc=${PALLASC:-build/pallasc}
unset PALLAS MAKEFLAGS MFLAGS MAKELEVEL
rm -rf "$work"
mkdir -p "$work"
. tests/tools/count.inc

if [ ! -x "$pallasc" ]; then
    skip "there is no pallasc (libclang)"
    finish
fi

# proves TARGET SOURCE [STATUS]: one test; passes if all of the program is proved; with STATUS 1 also if the target rejects it.
proves() {
    "$pallasc" -I. -Itests/random --target="$1" --emit=barriers "$2" >"$work/out" 2>"$work/err"
    [ $? -le "${3:-0}" ] && ! grep -q ': not proved: ' "$work/out"
    verdict $? "$2 is not proved for $1" "$work/out" "$work/err"
}

# prove TARGET SOURCE: two tests; the second passes if only listed barriers are not needed.
prove() {
    name=$(basename "$2" .c)
    proves "$1" "$2"
    cat "$work/out" >>"$work/all"
    : >"$work/unlisted"
    sed -n 's/: not needed: / /p' "$work/out" | while read -r call text; do
        if listed tests/commands/unneeded "$1 $name $call $text"; then echo "$entry"; else echo "$call $text" >>"$work/unlisted"; fi
    done >>"$work/met"
    [ ! -s "$work/unlisted" ]
    verdict $? "$2 for $1: the proof holds without" "$work/unlisted"
}

: >"$work/all" >"$work/met"
number=0
for target in cuda opencl; do
    for source in examples/*.c tests/conformance/*.c; do
        number=$((number + 1))
        ! sampled $number 6 || prove $target "$source"
    done
done
${CC:-cc} -std=c11 -O1 -o "$work/generate" tests/random/*.c || exit 2
count=2
[ -z "${FULL:-}" ] || count=40
for seed in $(seq "${SEED:-1}" $((${SEED:-1} + count - 1))); do
    "$work/generate" --seed="$seed" --part=kernels >"$work/random$seed.c" || exit 2
    for target in cuda opencl; do
        proves $target "$work/random$seed.c" 1
    done
done
# The condition of the loop is evaluated while another lane may still run the last statement of its body.
cat >"$work/condition.c" <<'END'
#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(int, z, 32), PL_REF(int, state, 2))
{
    PL_FILL(state, 0);
    while (state[0] < 5)
        state[0]++;
    PL_EACH ((c, 32))
        z[c] = 1;
}

PL_CALL(count, count_kernel, PL_GRID(), PL_OUT(int, z, (32), PL_WHOLE), PL_SCRATCH(int, (2)))
END
# The slice of k is beside the last of v, which lanes still read.
cat >"$work/beside.c" <<'END'
#include <pallas.h>

PL_KERNEL(beside_kernel, PL_REF(const float, q, 16, 8), PL_REF(const float, k, 24, 8), PL_REF(const float, v, 24, 8),
          PL_REF(float, z, 16, 8))
{
    PL_TILE(float, p, 16, 24);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, 0);
    PL_FILL(p, 0);
    PL_DOT(p, q, PL_T(k));
    PL_DOT(z, p, v);
}

PL_CALL(beside, beside_kernel, PL_SIZES(n), PL_GRID(PL_ARBITRARY(j, PL_CDIV(n, 24))), PL_IN(float, q, (16, 8), PL_WHOLE),
        PL_IN(float, k, (n, 8), PL_BLOCKSPEC((24, 8), (j, 0), PL_EDGE(0))),
        PL_IN(float, v, (n, 8), PL_BLOCKSPEC((24, 8), (j, 0), PL_EDGE(0))), PL_OUT(float, z, (16, 8), PL_WHOLE))
END
# Lanes of other rows have filled z, which is in global memory; the partial results are in local memory.
cat >"$work/sums.c" <<'END'
#include <pallas.h>

PL_KERNEL(sums_kernel, PL_REF(const float, x, 64, 256), PL_REF(float, z, 256))
{
    PL_FILL(z, 0);
    PL_EACH ((c, 256))
        PL_REDUCE (z[c], PL_ADD, (r, 64), x[r][c]);
}

PL_CALL(sums, sums_kernel, PL_SIZES(n), PL_GRID((i, n / 256)),
        PL_IN (float, x, (64, n), PL_BLOCKSPEC((64, 256), (0, i))), PL_OUT(float, z, (n), PL_BLOCKSPEC((256), (i))))
END
# The window of y is copied back before the next one is copied to its place, by other lanes.
cat >"$work/back.c" <<'END'
#include <pallas.h>

PL_KERNEL(moved_kernel, PL_SMEM_REF(const int32_t, to, 4), PL_REF(float, y, 8, 64))
{
    PL_EACH ((r, 8), (c, 64))
        y[r][c] += 1;
    PL_LOOP (r, 1, 8)
        PL_EACH ((c, 1, 64))
            y[r][c] += y[r - 1][c - 1];
}

PL_CALL(moved, moved_kernel, PL_SIZES(m), PL_GRID(PL_ARBITRARY(i, 4)), PL_PREFETCH(int32_t, to, (4)),
        PL_INOUT(float, y, (m, 64), PL_BLOCKSPEC((8, 64), (to[i], 0))))
END
# Lanes write vectors of z, which OpenCL has as values: no element of theirs is named. Then each lane reads whole rows.
cat >"$work/turned.c" <<'END'
#include <pallas.h>

PL_KERNEL(turned_kernel, PL_REF(const float, x, 5, 128), PL_REF(float, z, 5, 128))
{
    PL_EACH ((r, 5)) {
        PL_EACH ((c, 128))
            z[r][c] = x[r][c] * 2;
    }
    PL_EACH ((r, 5)) {
        PL_TILE(float, t, 128);
        PL_EACH ((c, 128))
            t[c] = z[r][c];
        PL_EACH ((c, 128))
            z[r][c] = t[127 - c];
    }
}

PL_CALL(turned, turned_kernel, PL_SIZES(m), PL_GRID((i, m)), PL_IN(float, x, (m, 5, 128), PL_BLOCKSPEC((PL_NONE, 5, 128), (i, 0, 0))),
        PL_OUT(float, z, (m, 5, 128), PL_BLOCKSPEC((PL_NONE, 5, 128), (i, 0, 0))))
END
# All lanes run the rows of a PL_EACH, whose places in t are not analyzed: but no iteration accesses what another one writes.
cat >"$work/rows.c" <<'END'
#include <pallas.h>

PL_KERNEL(rows_kernel, PL_REF(const float, x, 5, 128), PL_REF(float, z, 5, 128))
{
    PL_TILE(float, t, 5, 128);
    PL_EACH ((r, 5)) {
        PL_EACH ((c, 128))
            t[r * 2 % 5][c] = x[r][c] * 2;
        PL_EACH ((c, 128))
            z[r][c] = t[r * 2 % 5][127 - c];
    }
    PL_EACH ((r, 5)) {
        PL_EACH ((c, 128))
            t[4 - r][c] = x[r][c] * 2;
        PL_EACH ((c, 128))
            z[r][c] += t[4 - r][127 - c];
    }
}

PL_CALL(rows, rows_kernel, PL_SIZES(m), PL_GRID((i, m)), PL_IN(float, x, (m, 5, 128), PL_BLOCKSPEC((PL_NONE, 5, 128), (i, 0, 0))),
        PL_OUT(float, z, (m, 5, 128), PL_BLOCKSPEC((PL_NONE, 5, 128), (i, 0, 0))))
END
for target in cuda opencl; do
    prove $target "$work/condition.c"
    prove $target "$work/turned.c"
    prove $target "$work/rows.c"
    prove $target "$work/back.c"
    prove $target "$work/sums.c"
    prove $target "$work/beside.c"
done

least=50
[ -z "${FULL:-}" ] || least=800
proved=$(awk '/ are needed$/ { all += $2 } END { print all + 0 }' "$work/all")
[ "$proved" -ge "$least" ]
verdict $? "only $proved barriers and waits are needed"

if [ -n "${FULL:-}" ]; then
    sort -u "$work/met" >"$work/found"
    sort -u tests/commands/unneeded | diff - "$work/found" >"$work/wrong"
    verdict $? "tests/commands/unneeded lists what is needed, or is no barrier" "$work/wrong"
fi
finish

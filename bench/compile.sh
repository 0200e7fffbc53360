#!/bin/sh
# compile.sh -- measures how long compilers take for pallas.h. `make bench` calls it; COMPILERS="gcc clang" selects compilers.
#
# Each line is the median of SAMPLES runs (default 9) of the whole compiler command, in processor time, which depends less on
# other programs than elapsed time. The compilers and files alternate.
# "as make compiles" is the command of `make run`: with checks, debug symbols, warnings and a sanitizer.
# The file of a hundred kernels has 25 each of vector add, matrix add, softmax and matmul, and their calls.
here=$(cd "$(dirname "$0")" && pwd)
samples=${SAMPLES:-9}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

${CC:-cc} -O1 -o "$work/spent" "$here/tools/spent.c"

# ---- The files ----

echo '#include <pallas.h>' >"$work/header.c"

one_of_each() {
    cat <<END
PL_KERNEL(add_kernel_$1, PL_REF(const float, x, 256), PL_REF(const float, y, 256), PL_REF(float, z, 256))
{
    PL_EACH ((c, 256))
        z[c] = x[c] + y[c];
}
PL_CALL(add_$1, add_kernel_$1,
        PL_SIZES(n),
        PL_GRID((i, PL_CDIV(n, 256))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((256), (i))),
        PL_IN (float, y, (n), PL_BLOCKSPEC((256), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((256), (i))))

PL_KERNEL(plane_kernel_$1, PL_REF(const float, x, 64, 128), PL_REF(const float, y, 64, 128), PL_REF(float, z, 64, 128))
{
    PL_EACH ((r, 64), (c, 128))
        z[r][c] = x[r][c] + y[r][c];
}
PL_CALL(plane_$1, plane_kernel_$1,
        PL_SIZES(m, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, 64)), PL_PARALLEL(j, PL_CDIV(n, 128))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((64, 128), (i, j))),
        PL_IN (float, y, (m, n), PL_BLOCKSPEC((64, 128), (i, j))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((64, 128), (i, j))))

PL_KERNEL(softmax_kernel_$1, PL_SCALAR(long, n), PL_REF(const float, x, 16, n), PL_REF(float, o, 16, n))
{
    PL_EACH ((r, 16)) {
        float top = -INFINITY, sum = 0;
        PL_REDUCE (top, PL_MAX, (c, n), x[r][c]);
        PL_REDUCE (sum, PL_ADD, (c, n), expf(x[r][c] - top));
        PL_EACH ((c, n))
            o[r][c] = expf(x[r][c] - top) / sum;
    }
}
PL_CALL(softmax_$1, softmax_kernel_$1,
        PL_SIZES(m),
        PL_SCALAR(long, n),
        PL_GRID(PL_PARALLEL(i, PL_CDIV(m, 16))),
        PL_IN (float, x, (m, n), PL_BLOCKSPEC((16, PL_FULL), (i, 0))),
        PL_OUT(float, o, (m, n), PL_BLOCKSPEC((16, PL_FULL), (i, 0))))

PL_KERNEL(matmul_kernel_$1,
          PL_REF(const float, x, 128, 64), PL_REF(const float, y, 64, 128), PL_REF(float, z, 128, 128))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    PL_DOT(z, x, y);
}
PL_CALL(matmul_$1, matmul_kernel_$1,
        PL_SIZES(m, n, k),
        PL_GRID((i, PL_CDIV(m, 128)), (j, PL_CDIV(n, 128)), (l, PL_CDIV(k, 64))),
        PL_IN (float, x, (m, k), PL_BLOCKSPEC((128, 64), (i, l), PL_EDGE(0))),
        PL_IN (float, y, (k, n), PL_BLOCKSPEC((64, 128), (l, j), PL_EDGE(0))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC((128, 128), (i, j))))
END
}

{
    cat "$work/header.c"
    one_of_each 1
} >"$work/four.c"
{
    cat "$work/header.c"
    n=0
    while [ $n -lt 25 ]; do
        one_of_each $n
        n=$((n + 1))
    done
} >"$work/hundred.c"

# ---- The table ----

# one COMPILER FILE FLAGS...: compiles once, and records the time in microseconds.
one() {
    compiler=$1 file=$2
    shift 2
    "$work/spent" "$compiler" -std=c11 -I"$here/.." "$@" -c -o "$work/out.o" "$work/$file.c" \
        >>"$work/$compiler-$file-$(echo "$*" | tr ' /' '__')"
}

# made COMPILER FILE: the same with the command of `make`.
made() {
    compiler=$1 file=$2 how=$(cd "$here/.." && make -s flags CC="$1")
    # shellcheck disable=SC2086 # words
    (cd "$here/.." && "$work/spent" $how -c -o "$work/out.o" "$work/$file.c" 2>>"$work/said") >>"$work/$compiler-$file-made"
}

line() {
    compiler=$1 file=$2 what=$3 goal=$4
    shift 4
    sort -n "$work/$compiler-$file-$(echo "$*" | tr ' /' '__')" |
        awk -v what="$what" -v who="$compiler" -v goal="$goal" '
            { took[NR] = $1 / 1000 }
            END {
                median = NR % 2 ? took[(NR + 1) / 2] : (took[NR / 2] + took[NR / 2 + 1]) / 2
                met = goal == "" ? "" : median <= goal ? "met" : "MISSED"
                printf "  %-8s %-62s %10.4g %7s %-7s %6d\n", who, what, median, goal, met, NR
            }'
}

compilers=
for compiler in ${COMPILERS:-gcc clang}; do
    command -v "$compiler" >/dev/null 2>&1 && compilers="$compilers $compiler"
done

fast="-O3 -march=native -DPL_CHECKS=0"
unchecked="-O0 -DPL_CHECKS=0"
untracked="-ftrack-macro-expansion=0"                # make uses this with gcc, for its messages
sample=0
while [ $sample -lt "$samples" ]; do
    for compiler in $compilers; do
        one "$compiler" header -O0
        one "$compiler" four -O0
        one "$compiler" hundred -O0
        # shellcheck disable=SC2086 # words
        one "$compiler" header $unchecked
        # shellcheck disable=SC2086 # words
        one "$compiler" hundred $unchecked
        # shellcheck disable=SC2086 # words
        [ "$compiler" != gcc ] || one "$compiler" hundred $unchecked $untracked
        made "$compiler" hundred
        # shellcheck disable=SC2086 # words
        [ $sample -ge 3 ] || one "$compiler" four $fast
    done
    sample=$((sample + 1))
done

printf '\ncompile times\n  %-8s %-62s %10s %7s %-7s%7s\n' "" "" ms goal "" samples
for compiler in $compilers; do
    line "$compiler" header "#include <pallas.h>, -O0" 60 -O0
    # shellcheck disable=SC2086 # words
    line "$compiler" header "#include <pallas.h>, $unchecked" 60 $unchecked
    line "$compiler" four "4 kernels and their calls, -O0" "" -O0
    # shellcheck disable=SC2086 # words
    line "$compiler" hundred "100 kernels and their calls, $unchecked" 1000 $unchecked
    # shellcheck disable=SC2086 # words
    [ "$compiler" != gcc ] || line gcc hundred "the same, $untracked, as make compiles" 1000 $unchecked $untracked
    line "$compiler" hundred "100 kernels and their calls, -O0" "" -O0
    line "$compiler" hundred "100 kernels and their calls, as make compiles" "" made
    # shellcheck disable=SC2086
    line "$compiler" four "4 kernels and their calls, $fast" "" $fast
done

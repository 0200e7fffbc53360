#!/bin/sh
# tests/cuda/attention.sh -- attention on sm_90a: scores and weights stay in registers, and a producer fetches blocks by TMA.
# Results are right in every order of threads and copies, full and causal, with ragged ends; calls that cannot have such a kernel
# take the other, and say why; each wait, arrival, fence, phase, count of bytes and copy is omitted or altered in turn, which the
# emulator must detect (a sample of one in 24, by SEED; FULL=1: all). With nvcc: its machine code spills nothing, and its products
# are not serialized. Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
. tests/cuda/roles.inc
source=tests/cuda/attention.c

# ---- What is planned ----

# explained NAME VALUE TEXT: the program below with another value of a word explains why the call has no such kernel.
explained() {
    ROWS=128 KEYS=64 HEAD=64 CONDITION='first_key < 512' KEY='PL_T(k)' INSIDE=1 BEFORE='' TYPE=pl_bf16
    eval "$1=\$2"
    cat >"$work/one.c" <<END
#include <pallas.h>
enum { BQ = $ROWS, BK = $KEYS, D = $HEAD };
PL_KERNEL(one_kernel, PL_REF(const $TYPE, q, BQ, D), PL_REF(const $TYPE, k, BK, D), PL_REF(const pl_bf16, v, BK, D), PL_REF(float, o, BQ, D))
{
    long first_key = PL_AXIS(j) * BK;
    PL_WHEN (PL_FIRST(1))
        PL_FILL(o, 0);
    $BEFORE
    PL_WHEN ($CONDITION) {
        PL_TILE(float, p, BQ, BK);
        PL_TILE(pl_bf16, w, BQ, BK);
        PL_FILL(p, 0);
        PL_DOT(p, q, $KEY);
        PL_EACH ((r, BQ), (c, BK))
            w[r][c] = pl_to_bf16(p[r][c] * $INSIDE);
        PL_DOT(o, w, v);
    }
}
PL_CALL(one, one_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, BQ)), (j, PL_CDIV(n, BK))),
        PL_IN ($TYPE, q, (n, D), PL_BLOCKSPEC((BQ, D), (i, 0))),
        PL_IN ($TYPE, k, (n, D), PL_BLOCKSPEC((BK, D), (j, 0))),
        PL_IN (pl_bf16, v, (n, D), PL_BLOCKSPEC((BK, D), (j, 0), PL_EDGE(0))),
        PL_OUT(float, o, (n, D), PL_BLOCKSPEC((BQ, D), (i, 0))))
END
    "$PALLASC" -I. --target=cuda --explain "$work/one.c" >"$work/explained" 2>&1
    says "$work/explained" "$3"
}
explained ROWS 128 'for sm_90a: 128 more threads, one of which fetches slices for PL_DOT$'
explained ROWS 64 'for sm_90a: 128 more threads, one of which fetches slices for PL_DOT; 3 thread blocks run together$'
explained BEFORE 'first_key++;' "sm_90a: PL_DOTs do not form a chain: the condition on line 9 has more than sizes, scalars, axes and locals"
explained CONDITION 'pl_to_f32(q[0][0]) > 0' "sm_90a: PL_DOTs do not form a chain: the condition on line 9 has more than sizes"
explained INSIDE 'pl_to_f32(k[0][0])' "sm_90a: PL_DOTs do not form a chain: 'k' is also used on line 15"
explained ROWS 256 "sm_90a: blocks of the result have 256 rows, and may have 192"
explained KEYS 256 "sm_90a: PL_DOTs do not form a chain: 'w' is not in registers: it needs 64 registers per thread; of 180, 20 are left"
explained HEAD 256 'for sm_90a: 128 more threads, one of which fetches slices for PL_DOT$'
explained HEAD 96 "sm_90a: PL_DOT on line 16 is not by matrix instructions: they need a multiple of 64 columns of 'o' (not D)"
explained BEFORE 'if (first_key > 64) return;' "sm_90a: PL_DOTs do not form a chain: not every step reaches them"

"$PALLASC" -I. --target=cuda --explain $source >"$work/explained" 2>&1
says "$work/explained" 'q in shared memory, fetched before all steps, k in shared memory, where 3 blocks of it have room, fetched ahead; by'
says "$work/explained" 'programs with the largest i begin first: the condition on line [0-9]* holds in most of their steps'
says "$work/explained" "w in registers, v in .* ahead; by matrix instructions; issued in the next step, behind that step's first PL_DOT"

# scaled FROM TO COUNT: with TO in the place of FROM, so many loops scale the scores where they compute exponentials.
scaled() {
    sed "s|$1|$2|" $source >"$work/scaled.c" && "$PALLASC" -I. -Itests/cuda --target=cuda "$work/scaled.c" -o "$work/scaled.cu" >"$work/log" 2>&1 &&
        [ "$(grep -c '= pl_exp_scaled(p' "$work/scaled.cu")" = "$3" ] && [ "$(grep -c 'pl_part \* scale)' "$work/scaled.cu")" = "$3" ]
    verdict $? "with '$2', not $3 loops scale scores in exponentials" "$work/log" "$work/scaled.cu"
}
scaled '- peak)' '- peak)' 12
scaled '\* scale : -INFINITY' '* scale : -1e30f' 0      # whose difference to itself must be 0
scaled '1 / sqrtf(D)' '1 - sqrtf(D)' 0                  # the greatest would become the least
scaled 'p\[r\]\[c\] - peak' 'p[r][c] - top[r]' 0
scaled 'float peak = top\[r\], total = 0;' 'float peak = p[r][0], total = 0;' 0

# ---- What it computes ----

need_emulator
also=
$CC -std=c11 -O1 -c -o "$work/without.o" tests/cuda/without.c || exit 2
build "$work/whole" $source || finish
says "$work/whole.cu" 'if (!(k_1 + 127 < length && (!causal || first_key + 127 <= first_query))) {$'
says "$work/whole.cu" 'if (k_1 + 63 < length) {$'
says "$work/whole.cu" 'bool seen = true;$'
says "$work/whole.cu" 'const long i = i_programs - 1 - pl_place.column;$'
says "$work/whole.cu" 'for (; j < j_programs && !pl_pending; j++) {$'
awk '/__global__/ { role = /_sm_90a\(/ } /= pl_exp(_scaled)?\(p\[/ { role ? right++ : wrong++ } END { exit right < 8 || wrong }' "$work/whole.cu"
verdict $? "scores have other exponentials" "$work/whole.cu"
awk '/__global__/ { role = /_sm_90a\(/ } /pl_part = pl_max_nan\(/ { role ? right++ : wrong++ } role && /pl_part = pl_most_/ { wrong++ }
    END { exit right < 8 || wrong }' "$work/whole.cu"
verdict $? "maxima of rows are comparisons" "$work/whole.cu"
runs='forward,copies=early reverse,copies=late random,copies=random greedy,copies=late'
[ -z "${FULL:-}" ] || runs="$runs forward,copies=late reverse,copies=early random,copies=early greedy,copies=early greedy,copies=random"
for run in $runs; do
    PALLAS=arch=sm_90a,order=$run,seed=${SEED:-1} timeout 300 "$work/whole" >"$work/seen" 2>&1
    verdict $? "order=$run fails" "$work/seen"
done
# The other kernels have memory for each block, and fewer blocks than programs.
PALLAS=arch=sm_90a,groups=1 timeout 300 "$work/whole" >"$work/seen" 2>&1
verdict $? "one block runs all programs" "$work/seen"
traced arch=sm_90a sm_90a 26
traced arch=sm_80 'sm_80: the loaded code is not for sm_90a' 26
traced arch=sm_90a,maps=withheld "sm_80: 'q' has no tensor map: the driver makes none" 26

# ---- What it needs ----

without_each 150 24

# ---- What nvcc makes of it ----

if has nvcc; then
    nvcc -std=c++17 -Itargets/cuda -O3 -arch=sm_90a -Xptxas -v -cubin -o "$work/code.cubin" "$work/whole.cu" >"$work/log" 2>&1 &&
        [ "$(grep -c 'Compiling entry function.*_kernel_sm_90a' "$work/log")" = 11 ] &&
        ! grep -e 'C75[0-9][0-9]' -e serialized "$work/log" >"$work/seen" &&
        awk '/Compiling entry/ { role = /_sm_90a/ } role && / [1-9][0-9]* bytes spill/ { print; wrong = 1 } END { exit wrong }' \
            "$work/log" >"$work/seen"
    verdict $? "nvcc serializes wgmma, or spills registers" "$work/log" "$work/seen"
    nvcc -std=c++17 -Itargets/cuda -O3 -arch=sm_90a -ptx -o "$work/code.ptx" "$work/whole.cu" >"$work/log" 2>&1 &&
        grep -q 'wgmma.mma_async.sync.aligned.m64n128k16.f32.bf16.bf16 {[^}]*}, {[^}]*}' "$work/code.ptx" &&
        grep -q 'wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 {[^}]*}, {[^}]*}' "$work/code.ptx" &&
        awk '/entry.*_sm_90a/ { role = 1 } /^}/ { role = 0 } role && /[ls]t\.local|st\.shared\./ { exit 1 }' "$work/code.ptx"
    verdict $? "scores or weights are in memory, in the code for sm_90a" "$work/log"
else
    skip "there is no nvcc"
fi
finish

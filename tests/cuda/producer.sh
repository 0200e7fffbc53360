#!/bin/sh
# tests/cuda/producer.sh -- PL_DOT on sm_90a: a producer fetches slices by TMA, and wgmma multiplies. Results are right in every
# order of threads and copies; calls that cannot have it take the other kernel, and say why; and each wait, arrival, fence,
# phase, count of bytes and copy of that kernel is omitted or altered in turn, which the emulator must detect (a sample of one
# in 36, by SEED; FULL=1: all). Blocks take programs in turn, alone or in pairs, whichever number of blocks there is. With nvcc: its machine code spills nothing, and its products are not serialized. Prints `N
# passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
. tests/cuda/roles.inc
source=tests/cuda/producer.c

# ---- What is planned and emitted ----

# explained LINES TEXT: the program below with these lines explains why the call has no such kernel.
explained() {
    printf '#include <pallas.h>\nenum { BM = 128, BN = 64, BK = 64, ROW = 200 };\n%s\n' "$1" >"$work/one.c"
    "$PALLASC" -I. --target=cuda --explain "$work/one.c" >"$work/explained" 2>&1
    says "$work/explained" "^  sm_90a: $2"
}

# matmul TYPE EDGE ROWS COLUMNS DEPTH [STATEMENT]: prints a call that multiplies in blocks of these extents.
matmul() {
    cat <<END
PL_KERNEL(mm_kernel, PL_REF(const $1, x, $3, $5), PL_REF(const $1, y, $5, $4), PL_REF(float, z, $3, $4))
{
    PL_WHEN (PL_FIRST(2))
        PL_FILL(z, 0);
    ${6:-}
    PL_DOT(z, x, y);
}
PL_CALL(mm, mm_kernel, PL_SIZES(m, n, k), PL_GRID((i, PL_CDIV(m, $3)), (j, PL_CDIV(n, $4)), (l, PL_CDIV(k, $5))),
        PL_IN ($1, x, (m, k), PL_BLOCKSPEC(($3, $5), (i, l), PL_EDGE($2))),
        PL_IN ($1, y, (k, n), PL_BLOCKSPEC(($5, $4), (l, j), PL_EDGE($2))),
        PL_OUT(float, z, (m, n), PL_BLOCKSPEC(($3, $4), (i, j))))
END
}
explained "$(matmul pl_bf16 1 BM BN BK)" "elements outside the array of 'x' have the value of PL_EDGE, and boxes have 0 there; write PL_EDGE(0)"
explained "$(matmul pl_bf16 0 96 BN BK)" "PL_DOT on line 8 is not by matrix instructions: they need a multiple of 64 rows of 'z' (not 96)"
explained "$(matmul pl_f8e4m3 0 BM BN 128)" "rows of 'y' are transposed on their way, 128 elements at a time, and the block has 64 of them"
explained "$(matmul pl_bf16 0 256 BN BK)" "blocks of the result have 256 rows, and may have 192"
explained "$(matmul pl_f16 0 BM BN BK 'PL_EACH ((r, BM), (c, BN)) z[r][c] += pl_to_f32(x[r][0]);')" "slices are not fetched across steps: 'x' is also used elsewhere"
# Blocks that take programs in turn.
"$PALLASC" -I. --target=cuda --explain $source >"$work/explained" 2>&1
says "$work/explained" '^    thread blocks take programs in turn, in pairs: neighbors along i share b; results are copied to their arrays'
says "$work/explained" '^    thread blocks take programs in turn, in pairs: neighbors along j share a; results are copied to their arrays'
says "$work/explained" "^    each thread block runs one program, alone: the index of 'b' is checked in each program"
# Lanes that report something end, and would leave the producer waiting.
explained "$(matmul pl_f16 0 BM BN BK 'PL_CHECK(PL_AXIS(l) < 9);')" "the PL_CHECK on line 7 may end a program while slices are fetched for it"
"$PALLASC" -I. --target=cuda --explain examples/matmul.c >"$work/explained" 2>&1
! grep -q sm_90a "$work/explained"
verdict $? "a call in f32 has a schedule for sm_90a, or explains why not" "$work/explained"
"$PALLASC" -I. --target=cuda --emit=plan $source >"$work/plan" 2>&1
says "$work/plan" '^the same for sm_90a$'

# ---- What it computes ----

need_emulator
also=
$CC -std=c11 -O1 -c -o "$work/without.o" tests/cuda/without.c || exit 2
build "$work/whole" $source || finish
[ ! -s "$work/log" ]
verdict $? "the compiler says something of emitted code" "$work/log"
for order in forward reverse random greedy; do
    for copies in early late random; do
        case $copies in early) blocks= ;; late) blocks=cluster=2,groups=2 ;; random) blocks=cluster=2,groups=4,parts=5 ;; esac
        PALLAS=arch=sm_90a,order=$order,copies=$copies,$blocks,seed=${SEED:-1} timeout 300 "$work/whole" >"$work/seen" 2>&1
        verdict $? "order=$order,copies=$copies,$blocks fails" "$work/seen"
    done
done
for blocks in cluster=1 cluster=1,groups=3 cluster=2,grid=3 cluster=2,groups=2,stores=direct; do
    PALLAS=arch=sm_90a,order=random,copies=late,$blocks,seed=${SEED:-1} timeout 300 "$work/whole" >"$work/seen" 2>&1
    verdict $? "$blocks fails" "$work/seen"
done

traced arch=sm_90a sm_90a 31
traced arch=sm_90a 'sm_90a: blocks in pairs' 19
traced arch=sm_90a,cluster=1 'sm_90a: blocks in pairs' 0
traced arch=sm_90a,cluster=2 'sm_90a: blocks in pairs' 24
stored() {
    PALLAS=trace,$1 timeout 300 "$work/whole" >"$work/seen" 2>&1 && [ "$(grep -c -e "threads store results: $2" "$work/seen")" = "$3" ]
    verdict $? "PALLAS=$1: there are not $3 arrays of results with '$2'" "$work/seen"
}
stored arch=sm_90a "'[of]' has rows that are no multiple of 16 bytes" 4
stored arch=sm_90a,stores=direct "'.*' is stored so, as PALLAS says" 27
traced arch=sm_90a "sm_80: 'a' has rows that are no multiple of 16 bytes" 1
traced arch=sm_90a "sm_80: 'a' begins at no multiple of 16 bytes" 1
traced arch=sm_80 'sm_80: the loaded code is not for sm_90a' 33
traced arch=sm_90a,maps=withheld "sm_80: .* the driver makes none" 31
traced arch=sm_90a,schedule=sm_80 'sm_80: PALLAS says so' 33
# 81920 bytes are what every GPU has; two calls for sm_90a take no more.
traced arch=sm_90a,local=81920 'sm_80: a block has too little shared memory' 31
PALLAS=arch=sm_80,schedule=sm_90a timeout 300 "$work/whole" >"$work/seen" 2>&1
[ $? != 0 ] && grep -q 'PALLAS=arch=sm_90a makes the emulator run that \[schedule-of-cuda\]' "$work/seen"
verdict $? "PALLAS=schedule=sm_90a is ignored where that kernel cannot run, or the report does not say what to write" "$work/seen"

# ---- What it needs ----

without_each 370 36

# ---- What nvcc makes of it ----

if has nvcc; then
    nvcc -std=c++17 -Itargets/cuda -O3 -arch=sm_90a -Xptxas -v -cubin -o "$work/code.cubin" "$work/whole.cu" >"$work/log" 2>&1 &&
        [ "$(grep -c 'Compiling entry function.*_kernel_sm_90a' "$work/log")" = 21 ] &&
        ! grep -e 'C75[0-9][0-9]' -e serialized -e ' [1-9][0-9]* bytes spill' "$work/log" >"$work/seen"
    verdict $? "nvcc serializes wgmma, or spills registers" "$work/log" "$work/seen"
    nvcc -std=c++17 -Itargets/cuda -O3 -arch=sm_90a -ptx -o "$work/code.ptx" "$work/whole.cu" >"$work/log" 2>&1 &&
        grep -q 'wgmma.mma_async.sync.aligned.m64n64k16.f32.bf16.bf16' "$work/code.ptx" &&
        grep -q 'wgmma.mma_async.sync.aligned.m64n128k16.f32.f16.f16' "$work/code.ptx" &&
        grep -q 'wgmma.mma_async.sync.aligned.m64n64k32.s32.s8.s8' "$work/code.ptx" &&
        grep -q 'wgmma.mma_async.sync.aligned.m64n128k32.f32.e4m3.e5m2' "$work/code.ptx" &&
        grep -q '^\.extern \.shared .*pl_stages' "$work/code.ptx" &&
        ! grep '^\.extern \.shared .*pl_stages' "$work/code.ptx" | grep -v 'align 1024' &&
        grep -q 'cp.async.bulk.tensor.3d.shared::cluster.global.mbarrier' "$work/code.ptx" &&
        grep -q 'cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier.*multicast::cluster' "$work/code.ptx" &&
        grep -q 'cp.async.bulk.tensor.5d.global.shared::cta.bulk_group' "$work/code.ptx" &&
        ! grep -q 'arrive.release.cluster' "$work/code.ptx"
    verdict $? "there is no wgmma, or no TMA, in the code for sm_90a" "$work/log"
    if has cuobjdump && has nvdisasm; then
        # Two meetings of a cluster are fences of all memory; a loop has none, nor memory of a thread's own.
        cuobjdump -sass "$work/code.cubin" 2>"$work/log" | awk '
            /Function : / { if (fences > 2) wrong = 1; fences = 0; role = /_sm_90a/ }
            role && /MEMBAR\.[A-Z]+\.(GPU|SYS)/ { fences++ }
            role && /(LDL|STL)[. ]/ { wrong = 1 }
            /UTMALDG.*MULTICAST/ { shared++ }
            /UTMASTG/ { copied++ }
            END { exit wrong || fences > 2 || !shared || !copied }'
        verdict $? "machine code has fences of all memory, or local memory" "$work/log"
    else
        skip "there is no cuobjdump"
    fi
    nvcc -std=c++17 -Itargets/cuda -O3 -arch=sm_90 -ptx -o "$work/code.ptx" "$work/whole.cu" >"$work/log" 2>&1 && ! grep -q wgmma "$work/code.ptx"
    verdict $? "code for sm_90 has wgmma, which only sm_90a has" "$work/log"
else
    skip "there is no nvcc"
fi
finish

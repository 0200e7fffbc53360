#!/bin/sh
# tests/cuda/examples.sh -- every example through pallasc and the emulator of CUDA, with its own main() and check.
#
# Without FULL=1, SEED=n selects one in eight, and one in three of the changes. Threads and blocks run in an adverse order, which
# differs between examples. Then: two translations are the same, and a program with a changed kernel fails.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc
need_emulator

number=0
for source in examples/*.c examples/gpt2/*.c; do
    example=$(basename "$source" .c)
    number=$((number + 1))
    sampled $number 8 || continue
    build "$work/$example" "$source" || continue
    case $((number % 3)) in 0) order=reverse ;; 1) order=random,seed=$number ;; *) order=greedy ;; esac
    PALLAS=order=$order timeout 300 "$work/$example" >"$work/log" 2>&1
    verdict $? "$example, order=$order" "$work/log"
done

# Two translations are the same.
translate examples/matmul.c "$work/once.cu" && cp "$work/once.cu" "$work/first" && translate examples/matmul.c "$work/once.cu" &&
    cmp "$work/first" "$work/once.cu" >"$work/log" 2>&1
verdict $? "matmul.c twice" "$work/log"

# detected PROGRAM SED SOURCE EMITTED: one test; the emulator, or the program's own check, detects the changed code.
changes=0
detected() {
    changes=$((changes + 1))
    sampled $changes 3 || return 0
    sed "$2" "$4" >"$work/early.cu"
    ! cmp -s "$4" "$work/early.cu" && link "$work/early" "$3" "$work/early.cu" && ! PALLAS=copies=late "$work/early" >"$work/log" 2>&1
    verdict $? "$1, not detected: $2" "$work/log"
}

# Half of a sum, and a missing barrier, are detected.
translate examples/matmul.c "$work/matmul.cu"
for less in 's/pl_x\[pl_i\] \* pl_y\[pl_j\]/0.5f * &/' '0,/^ *__syncthreads();.*/s///'; do
    detected matmul "$less" examples/matmul.c "$work/matmul.cu"
done

# Only the warp of a row waits within the row, and must; so does a thread block of one warp for a block that it copies. Where several warps
# share a row, they wait for partial results.
source=tests/conformance/row_reductions.c
build "$work/rows" $source && "$work/rows" >"$work/log" 2>&1 && [ "$(grep -c '__syncwarp();' "$work/rows.cu")" = 3 ] &&
    ! grep __syncthreads "$work/rows.cu" | grep -q -v 'partial result' && grep -q '__syncwarp(); *// x: copied on line' "$work/rows.cu"
verdict $? "rows of a warp wait for others" "$work/rows.cu"
for number in $(grep -n '__syncwarp();' "$work/rows.cu" | head -n 2 | cut -d : -f 1); do
    detected row_reductions "${number}d" $source "$work/rows.cu"
done

# The reason is that of the lanes that wait: the thread block has waited for the fill before the loop.
build "$work/rows" tests/conformance/row_loops.c && "$work/rows" >"$work/log" 2>&1 &&
    [ "$(grep -c '__syncwarp(); *// s: read on line [0-9]*, written on line' "$work/rows.cu")" = 4 ]
verdict $? "the lanes of a warp wait for others, or for another reason" "$work/rows.cu"

# Tensor cores: all threads wait for the copies of 16 bytes.
source=tests/conformance/matrix_units.c
build "$work/units" $source && grep -q 'pl_mma_bf16(' "$work/units.cu" && grep -q 'pl_mma_f16(' "$work/units.cu" &&
    PALLAS=copies=late "$work/units" >"$work/log" 2>&1
verdict $? "matrix_units.c has no matrix instructions, or fails" "$work/log"
for less in '/pl_cp_async_wait_all();/d' '/slices are complete/d' '/pl_cp_async_wait<[0-9]*>();/d' '/the slice has arrived/d' \
    '/no thread reads the last slice/d' 's/pl_lane % 16 \*/pl_lane % 8 */'; do
    detected matrix_units "$less" $source "$work/units.cu"
done

# Parts of windows and computed blocks: in all kernels but those of floats. A copy of 4 bytes is one of unaligned floats.
source=tests/conformance/dot_operands.c
build "$work/operands" $source && PALLAS=copies=late "$work/operands" >"$work/log" 2>&1
verdict $? "$source fails" "$work/log"
awk '/^__global__/ { kernel = $0; sub(/.*__\([^)]*\) /, "", kernel); sub(/\(.*/, "", kernel) }
    /pl_mma_/ { all[kernel] = 1 } END { for (kernel in all) print kernel }' "$work/operands.cu" | sort | tr '\n' ' ' >"$work/log"
[ "$(cat "$work/log")" = "also_read_kernel apart_kernel attention_kernel computed_kernel ends_kernel planes_kernel rows_kernel " ]
verdict $? "other kernels have matrix instructions" "$work/log"
for less in 's/pl_fetch_slice</pl_fetch_pieces</' '/pl_cp_async_wait<[0-9]*>();/d' '/pl_cp_async_wait_all();/d'; do
    detected dot_operands "$less" $source "$work/operands.cu"
done

# The command for users: its headers are the target's, which include the emulator's.
make TARGET=cuda CUDA=emulator CXX="$cxx" run SRC=examples/matmul_bf16.c >"$work/log" 2>&1 && grep -q ' ok$' "$work/log"
verdict $? "make TARGET=cuda CUDA=emulator run SRC=examples/matmul_bf16.c" "$work/log"
! grep -q '#line' build/cuda-emulator/matmul_bf16.cuda.cu
verdict $? "the file to be read has #line" build/cuda-emulator/matmul_bf16.cuda.cu

# There the emulator names the user's lines, with make and with pallas.mk.
cat >"$work/far.c" <<'end'
#include <pallas.h>
PL_KERNEL(far_kernel, PL_REF(const int, t, 64), PL_REF(int, z, 64))
{
    PL_EACH ((c, 64))
        z[c] = t[t[c]];
}
PL_CALL(far, far_kernel, PL_SIZES(n), PL_GRID((i, 1)),
        PL_IN(int, t, (64), PL_BLOCKSPEC((64), (0))), PL_OUT(int, z, (64), PL_BLOCKSPEC((64), (0))))
int main(void)
{
    int t[64] = { [5] = 70 }, z[64];
    return far(1, t, z);
}
end
printf 'TARGET = cuda\nCUDA = emulator\nCXX = %s\nPALLASC = %s\nOUT = out\nPALLAS_SRC = far.c\ninclude %s/pallas.mk\nout/far: $(PALLAS_OBJECTS)\n\t$(CC) -o $@ $^ $(PALLAS_LIBS)\n' \
    "$cxx" "$(realpath "$PALLASC")" "$PWD" >"$work/Makefile"
mkdir "$work/out" && cp -rp build/emulator "$work/out"
for how in "make TARGET=cuda CUDA=emulator CXX=$cxx run SRC=$work/far.c" \
    "make -C $work out/far && $work/out/far"; do
    ! eval "$how" >"$work/log" 2>&1 && grep -q '^[^ ]*far\.c:5: error: ' "$work/log"
    verdict $? "the user's line: $how" "$work/log"
done
finish

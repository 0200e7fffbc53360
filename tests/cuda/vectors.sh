#!/bin/sh
# tests/cuda/vectors.sh -- loads and stores of 16 bytes: which loops have them, the output of --explain, the kernel's checks of
# addresses and lengths, and that the emulator detects a kernel without the checks.
# Prints `N passed, N failed` last, N skipped.   PALLASC: the program (build/pallasc).
set -u
cd "$(dirname "$0")/../.." || exit 2
. tests/cuda/build.inc

# says FILE TEXT: one test; passes if the file contains the text.
says() { grep -qF -- "$2" "$1"; verdict $? "there is no '$2'" "$1"; }

# explained SOURCE TEXT: one test; passes if the output of --explain contains the text.
explained() {
    "$PALLASC" -I. --target=cuda --explain "$1" >"$work/explained" 2>&1
    says "$work/explained" "$2"
}

translate examples/softmax.c "$work/softmax.cu"
says "$work/softmax.cu" 'const auto x_vector = pl_load<pl_width>(&x[r * n + pl_first_c]);'
says "$work/softmax.cu" 'o_vector[pl_e] = expf(x_vector[pl_e] - top);'
says "$work/softmax.cu" 'pl_store(&o[r * n + pl_first_c], o_vector);'
says "$work/softmax.cu" 'if (n % 4 == 0 && pl_is_aligned(x_array) && pl_is_aligned(o_array))'
explained examples/softmax.c 'if n is a multiple of 4, and the addresses of x, o are multiples of 16; else of one'
explained examples/softmax.c 'PL_MULTIPLE_OF(n, 4) as an extent promises it'
explained examples/matmul.c 'loads and stores of 4 neighboring elements if n is a multiple of 4, and the addresses of z are multiples of 16; else of one'
explained examples/flash_attention.c 'loads and stores of one element: PL_DOT on line 36 multiplies by a transposed operand, or by a tile'
explained examples/matmul_bf16.c 'loads and stores of 2 neighboring elements if n is a multiple of 2'
explained examples/matmul.c '2 slices are in memory, and the next are fetched while one is used, over all steps; --budget=104448 holds one more'
explained examples/transpose.c 'a copy in shared memory: neighboring threads read across its rows on line 17'
explained examples/top_k.c 'x  line 56: PL_REDUCE by best_of_both combines elements in their order (the built-in operators need none), so each thread has a contiguous part'
explained examples/top_k.c 'loads and stores of one element: no access along a row can load or store several'
explained examples/program_ids.c 'o  line 15: its blocks need not begin at a multiple of 16 bytes; use blocks of a multiple of 4 columns'
explained examples/stencil.c 'only 1 of 6 accesses along rows can load or store several'
explained examples/stencil.c '; copied 4 bytes at a time (not 16: its window begins between two multiples of that)'
explained examples/histogram.c 'x  line 19: a condition decides whether it is accessed'
explained examples/embedding.c 'not of 4: loops of 128 iterations, as on line 22, have fewer than four for each thread'

# Blocks whose rows allow vectors have them, next to others; and so have rows that take most registers.
explained tests/conformance/neighbors.c 'odd  line 382: its blocks need not begin at a multiple of 16 bytes'
translate tests/conformance/neighbors.c "$work/neighbors.cu"
says "$work/neighbors.cu" 'z_vector[pl_e] = x_vector[pl_e] + odd[r * ODD + c];'
says "$work/neighbors.cu" 'z_vector[pl_e] = (row[pl_reg_c + pl_e] - top) * gain_vector[pl_e];'

# An array of one dim has them whatever its length; what is left of the last one is accessed by elements.
explained examples/vector_add.c 'loads and stores of 4 neighboring elements if the addresses of z, x, y are multiples of 16; else of one'
translate examples/vector_add.c "$work/vector_add.cu"
says "$work/vector_add.cu" 'for (; pl_first_c + pl_width <= z_count; pl_first_c += 64 * pl_width) {'
says "$work/vector_add.cu" '// what is left of a run'

# Rows and blocks that are short: no vector leaves lanes of a warp idle, and a block of few iterations has one warp.
explained tests/conformance/row_loops.c 'not of 4: rows of 64 elements have fewer than four for each of 32 threads'
explained tests/conformance/row_reductions.c 'thread block of 32 threads'
explained tests/conformance/row_reductions.c 'line 110  8 of 32 threads have an iteration'

# Blocks that could be in registers if other threads left their elements alone.
explained tests/conformance/apart.c 'not in registers, because a single thread accesses it on line 20'
explained tests/conformance/apart.c 'not in registers, because every thread reads the same element on line 73'

# An alias whose operands have the same blocks needs no copies if it is one operand.
explained tests/conformance/alias.c 'x has the same blocks, and one PL_INOUT does without this copy'

# Neighboring threads have neighboring columns where loops run across rows that cannot be copied; the others share the rows.
explained tests/conformance/across_rows.c 'thread block of 512 threads, 64 x 8'
explained tests/conformance/across_rows.c 'its loops run across rows, and neighboring threads have neighboring elements'

# A window whose elements threads exchange in a loop is copied to shared memory.
explained tests/conformance/exchanged_windows.c 'a copy in shared memory: threads exchange its elements in the loop on line 24'

# Windows that are fetched ahead, and why others are not.
explained tests/conformance/partial_loops.c '; 4 blocks are in memory, and the next are fetched while one is used'
"$PALLASC" -I. --target=cuda --budget=12288 --explain tests/conformance/copied_windows.c >"$work/explained" 2>&1
says "$work/explained" '; 2 blocks are in memory, and the next are fetched while one is used; --budget=13440 holds one more'
explained tests/conformance/copied_windows.c '; not fetched ahead, because that needs numbers or pieces of 4 bytes or more'
explained tests/conformance/ahead_windows.c '; not fetched ahead, because PL_BUFFERED asks for one buffer'

# No gap separates the banks that runs of a transposed block access; single elements are in different ones. What remains is told.
explained examples/transpose.c 'loads and stores of one element: on line 17, runs in x would be in the same banks of shared memory'
says "$work/explained" '1 element between rows: otherwise up to 32 elements of one bank would be accessed at a time on line 17'
explained tests/conformance/epilogues.c "'v'                                float  8192 bytes  up to 4 elements of one bank are accessed at a time on line 132"

# Windows that are copied in pieces, and why these are not larger; what the kernel checks, and what PL_MULTIPLE_OF promises.
explained examples/transpose.c "; copied 4 bytes at a time (not 16: its rows are padded by 1 element)"
explained tests/conformance/dot_operands.c '; whole blocks are copied 16 bytes at a time if n is a multiple of 8 and the block begins at a multiple of 16 bytes; PL_MULTIPLE_OF(n, 8) as an extent promises the first'
explained tests/conformance/copied_windows.c '; whole blocks are copied 4 bytes at a time (not 16: its rows are padded by 6 elements) if n is a multiple of 2 and the block begins at a multiple of 4 bytes; PL_MULTIPLE_OF(n, 2) as an extent promises the first; 4 blocks are in memory'
says "$work/explained" "; whole blocks are copied 16 bytes at a time if the block begins at a multiple of 16 bytes; 4 blocks are in memory"
says "$work/explained" '; whole blocks are copied 16 bytes at a time if w is a multiple of 4 and the block begins at a multiple of 16 bytes'
says "$work/explained" '; copied one element at a time, because its rows have 15 bytes; not fetched ahead'
says "$work/explained" '; copied one element at a time, because its elements have type Triple; not fetched ahead'
explained examples/flash_attention.c 'it is copied once; whole blocks are copied 16 bytes at a time if the block begins at a multiple of 16 bytes'
translate tests/conformance/copied_windows.c "$work/copied_windows.cu"
says "$work/copied_windows.cu" 'pl_cp_async4(&x[pl_at_0 * 70 + pl_at_1], &x_block[pl_at_0 * n + pl_at_1]);'
! grep -q 'promised_messages' "$work/copied_windows.cu"
verdict $? "a promise that the launcher checks makes the call wait for reports of the kernel"

# A window whose elements outside the array are 0 is copied by the function, also where PL_EDGE says so.
"$PALLASC" --target=cuda tests/conformance/local_windows.c -o "$work/local.cu"
says "$work/local.cu" 'pl_fetch_slice<16, 16, 16, 32>(x, x_block, T, pl_lane,'
says "$work/copied_windows.cu" 'if (x_whole && pl_in_pieces(x_block)) {'
says "$work/copied_windows.cu" 'const long pl_at_0 = pl_lane / 40, pl_at_1 = pl_lane / 5 % 8, pl_at_2 = pl_lane % 5 * 4;'

# Neighbors whose rows are padded for one reason say it once, and the line if it is another.
cat >"$work/padded.c" <<'END'
#include <pallas.h>

PL_KERNEL(padded_kernel, PL_REF(const float, x, 32, 32), PL_REF(float, z, 32, 32))
{
    PL_TILE(float, t, 32, 32);
    PL_TILE(float, u, 32, 32);
    PL_EACH ((r, 32), (c, 32))
        t[r][c] = x[r][c] + 1;
    PL_EACH ((r, 32), (c, 32))
        u[r][c] = t[c][r] * 2;
    PL_EACH ((r, 32), (c, 32))
        z[r][c] = u[c][r] + t[r][31 - c];
}

PL_CALL(padded, padded_kernel, PL_SIZES(m), PL_GRID((i, m)), PL_IN(float, x, (m, 32, 32), PL_BLOCKSPEC((PL_NONE, 32, 32), (i, 0, 0))),
        PL_OUT(float, z, (m, 32, 32), PL_BLOCKSPEC((PL_NONE, 32, 32), (i, 0, 0))))
END
translate "$work/padded.c" "$work/padded.cu"
says "$work/padded.cu" '    // rows padded: otherwise up to 32 elements of one bank would be accessed at a time on line 10'
says "$work/padded.cu" '        // rows padded likewise: on line 12'

# If PL_DOT arranges the threads, each statement has its own checks.
translate examples/matmul.c "$work/matmul.cu"
says "$work/matmul.cu" 'if (z_whole && n % 4 == 0 && pl_is_aligned(z_array)) {'
says "$work/matmul.cu" 'pl_y[pl_j] = y_slice[pl_k * 128 + pl_column * 4 + pl_j / 4 * 32 + pl_j % 4];'
translate tests/conformance/epilogues.c "$work/epilogues.cu"
says "$work/epilogues.cu" 'pl_packed<pl_bf16, 2> z_vector;'

# An int counts a loop over elements in registers or of a shared block; a long one whose rows have a run-time length.
translate examples/flash_attention.c "$work/attention.cu"
says "$work/attention.cu" 'for (int c = pl_column; c < BK; c += 8)'
says "$work/softmax.cu" 'for (long r = pl_row; r < o_rows; r += 8) {'

# With PL_MULTIPLE_OF the kernel does not check n. Whole blocks with constant extents do not need it.
sed 's/(m, n), PL_BLOCKSPEC/(m, PL_MULTIPLE_OF(n, 8)), PL_BLOCKSPEC/' examples/matrix_add.c >"$work/promised.c"
"$PALLASC" -I. -Iexamples --target=cuda "$work/promised.c" -o "$work/promised.cu" >"$work/log" 2>&1
says "$work/promised.cu" 'if (pl_is_aligned(z_array) && pl_is_aligned(x_array) && pl_is_aligned(y_array))'

# The same plan in OpenCL.
"$PALLASC" -I. --target=opencl examples/matrix_add.c -o "$work/add.c" >"$work/log" 2>&1
says "$work/add.cl" 'if (n % 4 == 0) {'
says "$work/add.cl" 'const float4 x_vector = vload4(0, &x[r * n + pl_first_c]);'

# A kernel that does not check addresses loads from misaligned ones, which the emulator reports.
need_emulator
if build "$work/program" tests/conformance/neighbors.c; then
    "$work/program" >"$work/log" 2>&1
    verdict $? "neighbors.c" "$work/log"
    sed 's/ % 16 == 0; }/ % 4 == 0; }/' "$work/program.cu" >"$work/careless.cu"
    ! cmp -s "$work/program.cu" "$work/careless.cu" && link "$work/careless" tests/conformance/neighbors.c "$work/careless.cu" &&
        ! "$work/careless" >"$work/log" 2>&1 && grep -q 'misaligned access' "$work/log"
    verdict $? "an address that is not checked" "$work/log"
fi

# nvcc emits vector instructions.
NVCC=${NVCC:-nvcc}
if has "$NVCC"; then
    for load in softmax:ld.global.nc.v4.f32 softmax:st.global.v4.f32 matmul:ld.shared.v4.f32 matmul:st.global.v4.f32; do
        name=${load%%:*}
        "$NVCC" -std=c++17 -ptx -arch=compute_80 -Itargets/cuda -o "$work/$name.ptx" "$work/$name.cu" >"$work/log" 2>&1 &&
            grep -q "${load#*:}" "$work/$name.ptx"
        verdict $? "$name.c: no ${load#*:}" "$work/log"
    done
else
    skip "there is no nvcc"
fi
finish

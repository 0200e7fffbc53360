// upstream_specs.c -- the upstream tests about block specs: the contents of a window, inside the array and past it.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers, so == is exact. If an
// expected value is a formula, it is the index arithmetic written as plain loops.

#include <pallas.h>
#include "../test.h"

PL_KERNEL(add_one_whole, PL_REF(const int32_t, x, 3, 5), PL_REF(int32_t, z, 3, 5))
{
    PL_EACH ((r, 3), (c, 5))
        z[r][c] = x[r][c] + 1;
}

PL_CALL(whole_arrays, add_one_whole,
        PL_GRID(),
        PL_IN (int32_t, x, (3, 5), PL_WHOLE),
        PL_OUT(int32_t, z, (3, 5), PL_WHOLE))

TEST(t006_out_shape_no_block_spec)
{
    int32_t x[15], z[15] = { 0 };
    for (int e = 0; e < 15; e++)
        x[e] = e * e;
    EXPECT(whole_arrays(x, z) == 0);
    for (int e = 0; e < 15; e++)
        EXPECT(z[e] == e * e + 1);
}

// A map of zeros: every program sees the first block.
PL_KERNEL(first_block_plus_id, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[c] + (int32_t)PL_PROGRAM_ID(0);
}

PL_CALL(map_of_zeros, first_block_plus_id,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (8), PL_BLOCKSPEC((4), (0))),
        PL_OUT(int32_t, z, (3, 4), PL_BLOCKSPEC((PL_NONE, 4), (i, 0))))

TEST(t007_block_spec_no_index_map)
{
    int32_t x[8] = { 10, 20, 30, 40, 50, 60, 70, 80 }, z[12] = { 0 };
    EXPECT(map_of_zeros(x, z) == 0);
    EXPECT_INTS(z, 12, 10, 20, 30, 40, 11, 21, 31, 41, 12, 22, 32, 42);
}

// The last block extends past the array: elements written there are dropped, and memory after the array is unchanged.
PL_KERNEL(write_id_3, PL_REF(int32_t, z, 3))
{
    PL_FILL(z, (int32_t)PL_PROGRAM_ID(0));
}

PL_KERNEL(write_id_8, PL_REF(int32_t, z, 8))
{
    PL_FILL(z, (int32_t)PL_PROGRAM_ID(0));
}

PL_CALL(eight_by_three, write_id_3, PL_GRID((i, 3)), PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((3), (i))))
PL_CALL(three_by_eight, write_id_8, PL_GRID((i, 1)), PL_OUT(int32_t, z, (3), PL_BLOCKSPEC((8), (i))))

TEST(t008_block_spec_with_padding)
{
    int32_t z[10] = { -1, -1, -1, -1, -1, -1, -1, -1, -1, -1 };
    EXPECT(eight_by_three(z) == 0);
    EXPECT_INTS(z, 10, 0, 0, 0, 1, 1, 1, 2, 2, -1, -1);
    EXPECT(three_by_eight(z) == 0);
    EXPECT_INTS(z, 10, 0, 0, 0, 1, 1, 1, 2, 2, -1, -1);
    z[0] = z[1] = z[2] = 7;
    EXPECT(three_by_eight(z) == 0);
    EXPECT_INTS(z, 4, 0, 0, 0, 1);
}

// Upstream shows that the padding is NaN. Here it is unspecified, so a program sees only the value of PL_EDGE
// and the result of PL_INSIDE; upstream_errors.c shows that other uses are reported.
PL_KERNEL(see_padding, PL_REF(const float, x, 6), PL_REF(const int32_t, k, 6), PL_REF(float, z, 6),
          PL_REF(int32_t, l, 6), PL_REF(int32_t, inside, 6))
{
    PL_ASSIGN(z, x);
    PL_ASSIGN(l, k);
    PL_EACH ((c, 6))
        inside[c] = PL_INSIDE(x, c) && PL_INSIDE(k, c);
}

PL_CALL(three_padded_to_six, see_padding,
        PL_GRID(),
        PL_IN (float, x, (3), PL_BLOCKSPEC((6), (0), PL_EDGE(-1.5f))),
        PL_IN (int32_t, k, (3), PL_BLOCKSPEC((6), (0), PL_EDGE(-9))),
        PL_OUT(float, z, (6), PL_WHOLE),
        PL_OUT(int32_t, l, (6), PL_WHOLE),
        PL_OUT(int32_t, inside, (6), PL_WHOLE))

TEST(t009_block_spec_padding_is_edge)
{
    float x[3] = { 42, 43, 44 }, z[6] = { 0 };
    int32_t k[3] = { 5, 6, 7 }, l[6] = { 0 }, inside[6] = { 0 };
    EXPECT(three_padded_to_six(x, k, z, l, inside) == 0);
    EXPECT(z[0] == 42 && z[1] == 43 && z[2] == 44 && z[3] == -1.5f && z[4] == -1.5f && z[5] == -1.5f);
    EXPECT_INTS(l, 6, 5, 6, 7, -9, -9, -9);
    EXPECT_INTS(inside, 6, 1, 1, 1, 0, 0, 0);
}

// Element dims also pad before the array: one before, two after.
PL_KERNEL(see_pads, PL_REF(const int32_t, x, 6), PL_REF(int32_t, z, 6), PL_REF(int32_t, inside, 6))
{
    PL_EACH ((c, 6)) {
        z[c] = PL_INSIDE(x, c) ? x[c] : -1;
        inside[c] = PL_INSIDE(x, c);
    }
}

PL_CALL(padded_both_ends, see_pads,
        PL_GRID(),
        PL_IN (int32_t, x, (3), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 2)), (0))),
        PL_OUT(int32_t, z, (6), PL_WHOLE),
        PL_OUT(int32_t, inside, (6), PL_WHOLE))

PL_CALL(edge_both_ends, see_pads,
        PL_GRID(),
        PL_IN (int32_t, x, (3), PL_BLOCKSPEC((PL_ELEMENT(6, 1, 2)), (0), PL_EDGE(77))),
        PL_OUT(int32_t, z, (6), PL_WHOLE),
        PL_OUT(int32_t, inside, (6), PL_WHOLE))

TEST(t016_block_spec_element_padding)
{
    int32_t x[3] = { 42, 42, 42 }, z[6] = { 0 }, inside[6] = { 0 };
    EXPECT(padded_both_ends(x, z, inside) == 0);
    EXPECT_INTS(z, 6, -1, 42, 42, 42, -1, -1);
    EXPECT_INTS(inside, 6, 0, 1, 1, 1, 0, 0);
    EXPECT(edge_both_ends(x, z, inside) == 0);
    EXPECT_INTS(z, 6, -1, 42, 42, 42, -1, -1);      // EDGE fills the window; it does not change PL_INSIDE
    EXPECT_INTS(inside, 6, 0, 1, 1, 1, 0, 0);
}

// Windows of 16 rows that overlap by 8: window i starts at row 8 i of x.
PL_KERNEL(copy_16x2, PL_REF(const int32_t, x, 16, 2), PL_REF(int32_t, z, 16, 2))
{
    PL_ASSIGN(z, x);
}

PL_CALL(overlapping_windows, copy_16x2,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (32, 4), PL_BLOCKSPEC((PL_ELEMENT(16, 0, 0), 2), (8 * i, 1))),
        PL_OUT(int32_t, z, (3, 16, 2), PL_BLOCKSPEC((PL_NONE, 16, 2), (i, 0, 0))))

TEST(t017_element_indexing)
{
    int32_t x[32 * 4], z[3 * 16 * 2] = { 0 };
    for (int e = 0; e < 32 * 4; e++)
        x[e] = e;
    EXPECT(overlapping_windows(x, z) == 0);
    for (int i = 0; i < 3; i++)
        for (int r = 0; r < 16; r++)
            for (int c = 0; c < 2; c++)
                EXPECT(z[(i * 16 + r) * 2 + c] == (8 * i + r) * 4 + 2 + c);     // block 1 of the plain dim: column 2
}

// The spelling of the original documents: every dim is an element dim. 8 rows with 8 of padding after them make one window of 16.
PL_KERNEL(copy_inside_16x2, PL_REF(const int32_t, x, 16, 2), PL_REF(int32_t, z, 16, 2))
{
    PL_EACH ((r, 16), (c, 2))
        z[r][c] = PL_INSIDE(x, r, c) ? x[r][c] : -1;
}

PL_CALL(unblocked_padded, copy_inside_16x2,
        PL_GRID(),
        PL_IN (int32_t, x, (8, 2), PL_BLOCKSPEC(PL_UNBLOCKED((16, 2), ((0, 8), (0, 0))), (0, 0))),
        PL_OUT(int32_t, z, (16, 2), PL_WHOLE))

TEST(t018_unblocked_indexing_with_padding)
{
    int32_t x[8 * 2], z[16 * 2] = { 0 };
    for (int e = 0; e < 16; e++)
        x[e] = 100 + e;
    EXPECT(unblocked_padded(x, z) == 0);
    for (int e = 0; e < 32; e++)
        EXPECT(z[e] == (e < 16 ? 100 + e : -1));
}

// A bounded dim has at most n elements, from any element on. Upstream has it only in inner pipelines.
PL_KERNEL(copy_bounded, PL_REF(const int32_t, x, 8), PL_REF(int32_t, z, 8))
{
    PL_CHECK(PL_SIZE(x, 0) == PL_SIZE(z, 0), "the sizes differ");
    PL_EACH ((c, PL_SIZE(x, 0)))
        z[c] = x[c] + (int32_t)(100 * PL_SIZE(x, 0));
}

PL_CALL(five_at_a_time, copy_bounded,
        PL_GRID((i, 3)),
        PL_IN (int32_t, x, (15), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(5 * i, 5)))),
        PL_OUT(int32_t, z, (15), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(5 * i, 5)))))

TEST(t019_block_spec_bounded_slice_static)
{
    int32_t x[15], z[15] = { 0 };
    for (int e = 0; e < 15; e++)
        x[e] = e;
    EXPECT(five_at_a_time(x, z) == 0);
    for (int e = 0; e < 15; e++)
        EXPECT(z[e] == 500 + e);
}

// The window of a bounded dim follows its start and size: 2 of 6 rows from row 1, then 3 from row 3.
PL_KERNEL(sum_bounded_rows, PL_REF(const int32_t, x, 4, 3), PL_REF(int32_t, z, 3))
{
    PL_EACH ((c, 3)) {
        int32_t sum = 0;
        PL_REDUCE (sum, PL_ADD, (r, PL_SIZE(x, 0)), x[r][c]);
        z[c] = sum;
    }
}

PL_CALL(bounded_rows, sum_bounded_rows,
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (6, 6), PL_BLOCKSPEC((PL_BOUNDED(4), 3), (PL_DS(1 + 2 * i, 2 + i), 1))),
        PL_OUT(int32_t, z, (2, 3), PL_BLOCKSPEC((PL_NONE, 3), (i, 0))))

TEST(t092_compute_slice_bounded_slice)
{
    int32_t x[36], z[6] = { 0 };
    for (int e = 0; e < 36; e++)
        x[e] = e;
    EXPECT(bounded_rows(x, z) == 0);
    // rows 1, 2, columns 3 to 5: 9+15, 10+16, 11+17; rows 3, 4, 5: 21+27+33, 22+28+34, 23+29+35
    EXPECT_INTS(z, 6, 24, 26, 28, 81, 84, 87);
}

// Slices of very different sizes, in reverse order, their bounds from a table: together they cover the array.
PL_KERNEL(copy_slice, PL_SMEM_REF(const int32_t, t, 4, 2), PL_REF(const int32_t, x, 8), PL_REF(int32_t, z, 8))
{
    PL_CHECK(PL_SIZE(x, 0) == t[PL_PROGRAM_ID(0)][1] - t[PL_PROGRAM_ID(0)][0], "the size is not the table's");
    PL_EACH ((c, PL_SIZE(x, 0)))
        z[c] = x[c] + (int32_t)(100 * PL_SIZE(x, 0));
}

PL_CALL(slices_from_table, copy_slice,
        PL_GRID((i, 4)),
        PL_PREFETCH(int32_t, t, (4, 2)),
        PL_IN (int32_t, x, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(t[i][0], t[i][1] - t[i][0])))),
        PL_OUT(int32_t, z, (16), PL_BLOCKSPEC((PL_BOUNDED(8)), (PL_DS(t[i][0], t[i][1] - t[i][0])))))

TEST(t104_block_spec_bounded_slice_dynamic)
{
    int32_t t[8] = { 11, 16, 8, 11, 3, 8, 0, 3 }, x[16], z[16] = { 0 };
    for (int e = 0; e < 16; e++)
        x[e] = e;
    EXPECT(slices_from_table(t, x, z) == 0);
    EXPECT_INTS(z, 16, 300, 301, 302, 503, 504, 505, 506, 507, 308, 309, 310, 511, 512, 513, 514, 515);
}

// A batch is one more leading axis and one more leading dim; operands that it does not name are unchanged. The kernel's own
// axis numbers do not change.
PL_KERNEL(add_pair, PL_REF(const int32_t, x, 2), PL_REF(const int32_t, y, 2), PL_REF(int32_t, z, 2))
{
    PL_EACH ((c, 2))
        z[c] = x[c] + y[c] + (int32_t)(1000 * PL_AXIS(i));
}

PL_CALL(batch_leading, add_pair,
        PL_GRID((i, 2)),
        PL_BATCH(b, 3, x, z),
        PL_IN (int32_t, x, (4), PL_BLOCKSPEC((2), (i))),
        PL_IN (int32_t, y, (4), PL_BLOCKSPEC((2), (i))),
        PL_OUT(int32_t, z, (4), PL_BLOCKSPEC((2), (i))))

// Over another axis of the array, a batch is written as a grid axis and a dim of one.
PL_CALL(batch_trailing, add_pair,
        PL_GRID((b, 3), (i, 2)),
        PL_IN (int32_t, x, (4, 3), PL_BLOCKSPEC((2, PL_NONE), (i, b))),
        PL_IN (int32_t, y, (4), PL_BLOCKSPEC((2), (i))),
        PL_OUT(int32_t, z, (4, 3), PL_BLOCKSPEC((2, PL_NONE), (i, b))))

TEST(t049_vmap_of_slicing_kernel_different_axes)
{
    int32_t x[12], y[4] = { 100, 200, 300, 400 }, z[12] = { 0 };
    for (int e = 0; e < 12; e++)
        x[e] = e;
    EXPECT(batch_leading(x, y, z) == 0);
    EXPECT_INTS(z, 12, 100, 201, 1302, 1403, 104, 205, 1306, 1407, 108, 209, 1310, 1411);
    EXPECT(batch_trailing(x, y, z) == 0);
    EXPECT_INTS(z, 12, 100, 101, 102, 203, 204, 205, 1306, 1307, 1308, 1409, 1410, 1411);
}

// PL_NONE dims are dropped from the ref: of four, two remain, in order.
PL_KERNEL(see_rank, PL_REF(const int32_t, x, 2, 3), PL_REF(int32_t, z, 2, 3), PL_REF(int32_t, shape, 3))
{
    PL_ASSIGN(z, x);
    shape[0] = (int32_t)PL_DIM(x, 0);
    shape[1] = (int32_t)PL_DIM(x, 1);
#if PL_IN_PLACE                                      // *x_ref is then as large as the distance between its rows
    shape[2] = 6;
#else
    shape[2] = (int32_t)(sizeof *x_ref / sizeof x[0][0]);
#endif
}

PL_CALL(squeezed_dims, see_rank,
        PL_GRID((i, 2), (j, 2)),
        PL_IN (int32_t, x, (2, 2, 2, 3), PL_BLOCKSPEC((PL_NONE, 2, PL_NONE, 3), (i, 0, j, 0))),
        PL_OUT(int32_t, z, (2, 2, 2, 3), PL_BLOCKSPEC((PL_NONE, PL_NONE, 2, 3), (i, j, 0, 0))),
        PL_OUT(int32_t, shape, (3), PL_WHOLE))

TEST(t089_squeezed_block_spec_has_correct_shape)
{
    int32_t x[24], z[24] = { 0 }, shape[3] = { 0 };
    for (int e = 0; e < 24; e++)
        x[e] = e;
    EXPECT(squeezed_dims(x, z, shape) == 0);
    EXPECT_INTS(shape, 3, 2, 3, 6);
    for (int i = 0; i < 2; i++)                     // z is x with its middle dims swapped
        for (int j = 0; j < 2; j++)
            for (int r = 0; r < 2; r++)
                for (int c = 0; c < 3; c++)
                    EXPECT(z[((i * 2 + j) * 2 + r) * 3 + c] == x[((i * 2 + r) * 2 + j) * 3 + c]);
}

// One window of each kind of dim: squeezed, element, plain with an edge, full.
PL_KERNEL(copy_mixed, PL_REF(const int32_t, x, 3, 2, 4), PL_REF(int32_t, z, 3, 2, 4))
{
    PL_EACH ((a, 3), (b, 2), (c, 4))
        z[a][b][c] = PL_INSIDE(x, a, b, c) ? x[a][b][c] : -1;
}

PL_CALL(mixed_dims, copy_mixed,
        PL_GRID((i, 2), (j, 2)),
        PL_IN (int32_t, x, (2, 7, 3, 4),
               PL_BLOCKSPEC((PL_NONE, PL_ELEMENT(3, 0, 0), 2, PL_FULL), (1 - i, 1 + 3 * i, j, 0))),
        PL_OUT(int32_t, z, (2, 2, 3, 2, 4), PL_BLOCKSPEC((PL_NONE, PL_NONE, 3, 2, 4), (i, j, 0, 0, 0))))

TEST(t091_compute_slice_mixed_block_dims)
{
    int32_t x[2 * 7 * 3 * 4], z[2 * 2 * 3 * 2 * 4] = { 0 };
    for (int e = 0; e < 2 * 7 * 3 * 4; e++)
        x[e] = e;
    EXPECT(mixed_dims(x, z) == 0);
    int at = 0;
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            for (int a = 0; a < 3; a++)
                for (int b = 0; b < 2; b++)
                    for (int c = 0; c < 4; c++, at++) {
                        int row = 2 * j + b;
                        EXPECT(z[at] == (row < 3 ? (((1 - i) * 7 + 1 + 3 * i + a) * 3 + row) * 4 + c : -1));
                    }
}

// Three dims, none divided by its block.
PL_KERNEL(twice_3d, PL_REF(const int32_t, x, 2, 3, 4), PL_REF(int32_t, z, 2, 3, 4))
{
    PL_EACH ((a, 2), (b, 3), (c, 4))
        z[a][b][c] = PL_INSIDE(x, a, b, c) ? 2 * x[a][b][c] : 0;
}

PL_CALL(ragged_3d, twice_3d,
        PL_SIZES(l, m, n),
        PL_GRID((i, PL_CDIV(l, 2)), (j, PL_CDIV(m, 3)), (k, PL_CDIV(n, 4))),
        PL_IN (int32_t, x, (l, m, n), PL_BLOCKSPEC((2, 3, 4), (i, j, k))),
        PL_OUT(int32_t, z, (l, m, n), PL_BLOCKSPEC((2, 3, 4), (i, j, k))))

TEST(t109_inputs_and_outputs_not_evenly_divisible_by_block_shape)
{
    enum { L = 5, M = 7, N = 9 };
    int32_t x[L * M * N], z[L * M * N] = { 0 };
    for (int e = 0; e < L * M * N; e++)
        x[e] = e - 50;
    EXPECT(ragged_3d(L, M, N, x, z) == 0);
    for (int e = 0; e < L * M * N; e++)
        EXPECT(z[e] == 2 * (e - 50));
    EXPECT(ragged_3d(1, 1, 1, x, z) == 0);          // an array smaller than its block in every dim
    EXPECT(z[0] == -100 && z[1] == -98);
}

int main(void)
{
    RUN(t006_out_shape_no_block_spec);
    RUN(t007_block_spec_no_index_map);
    RUN(t008_block_spec_with_padding);
    RUN(t009_block_spec_padding_is_edge);
    RUN(t016_block_spec_element_padding);
    RUN(t017_element_indexing);
    RUN(t018_unblocked_indexing_with_padding);
    RUN(t019_block_spec_bounded_slice_static);
    RUN(t049_vmap_of_slicing_kernel_different_axes);
    RUN(t089_squeezed_block_spec_has_correct_shape);
    RUN(t091_compute_slice_mixed_block_dims);
    RUN(t092_compute_slice_bounded_slice);
    RUN(t104_block_spec_bounded_slice_dynamic);
    RUN(t109_inputs_and_outputs_not_evenly_divisible_by_block_shape);
    return test_end();
}

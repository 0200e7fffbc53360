// upstream_refs.c -- the upstream tests about refs: subscripts from data, views, masked and strided access, bits.
//
// Each test has the number under which UPSTREAM.md lists it. All values are integers or bit patterns, so == is
// exact. Slices of a ref are a PL_VIEW if they have a name, and plain loops if they are strided.

#include <pallas.h>
#include "../test.h"

// The row is a sum over data.
PL_KERNEL(pick_row, PL_REF(const int32_t, x, 4, 8), PL_REF(const int32_t, y, 8), PL_REF(int32_t, z, 8))
{
    int32_t row = 0;
    PL_REDUCE (row, PL_ADD, (c, 8), y[c]);
    PL_EACH ((c, 8))
        z[c] = x[row][c];
}

PL_CALL(row_from_data, pick_row,
        PL_GRID(),
        PL_IN (int32_t, x, (4, 8), PL_WHOLE),
        PL_IN (int32_t, y, (8), PL_WHOLE),
        PL_OUT(int32_t, z, (8), PL_WHOLE))

TEST(t003_add_xy_indexed)
{
    int32_t x[32], y[8] = { 0 }, z[8] = { 0 };
    for (int e = 0; e < 32; e++)
        x[e] = e;
    EXPECT(row_from_data(x, y, z) == 0);
    EXPECT_INTS(z, 8, 0, 1, 2, 3, 4, 5, 6, 7);
    y[0] = -2, y[3] = 1, y[7] = 4;                  // the sum is 3
    EXPECT(row_from_data(x, y, z) == 0);
    EXPECT_INTS(z, 8, 24, 25, 26, 27, 28, 29, 30, 31);
}

// The first m rows of a larger ref, and as many from row 2 on.
PL_KERNEL(two_slices, PL_REF(const int32_t, x, 6, 4), PL_REF(int32_t, z, 3, 4))
{
    PL_VIEW(const int32_t, head, &x[0], 3, 4);
    PL_VIEW(const int32_t, from_two, &x[2], 3, 4);
    PL_EACH ((r, 3), (c, 4))
        z[r][c] = head[r][c] + 100 * from_two[r][c];
}

PL_CALL(slices_of_rows, two_slices,
        PL_GRID(),
        PL_IN (int32_t, x, (6, 4), PL_WHOLE),
        PL_OUT(int32_t, z, (3, 4), PL_WHOLE))

TEST(t013_using_pallas_slice)
{
    int32_t x[24], z[12] = { 0 };
    for (int e = 0; e < 24; e++)
        x[e] = e;
    EXPECT(slices_of_rows(x, z) == 0);
    for (int e = 0; e < 12; e++)
        EXPECT(z[e] == e + 100 * (e + 8));
}

// Two signed four-bit numbers per byte, the low half first.
PL_KERNEL(unpack_nibbles, PL_REF(const uint8_t, x, 8), PL_REF(int8_t, z, 16))
{
    PL_EACH ((c, 16)) {
        int half = x[c / 2] >> 4 * (c % 2) & 15;
        z[c] = (int8_t)(half < 8 ? half : half - 16);
    }
}

PL_CALL(subbytes, unpack_nibbles,
        PL_GRID((i, 2)),
        PL_IN (uint8_t, x, (16), PL_BLOCKSPEC((8), (i))),
        PL_OUT(int8_t, z, (32), PL_BLOCKSPEC((16), (i))))

TEST(t014_subbyte_load)
{
    uint8_t x[16];
    int8_t z[32] = { 0 };
    for (int e = 0; e < 16; e++)
        x[e] = (uint8_t)(e << 4 | (15 - e));        // high half e, low half 15 - e
    EXPECT(subbytes(x, z) == 0);
    EXPECT_INTS(z, 32, -1, 0, -2, 1, -3, 2, -4, 3, -5, 4, -6, 5, -7, 6, -8, 7,
                7, -8, 6, -7, 5, -6, 4, -5, 3, -4, 2, -3, 1, -2, 0, -1);
}

// The shape of a view is that of its slice, not that of its source.
PL_KERNEL(view_shapes, PL_REF(const int32_t, x, 4, 6, 5), PL_REF(int32_t, shape, 6), PL_REF(int32_t, z, 2, 5))
{
    PL_VIEW(const int32_t, planes, &x[1], 3, 6, 5);
    PL_VIEW(const int32_t, rows, &x[3][2], 2, 5);
    shape[0] = (int32_t)PL_DIM(x, 0);
    shape[1] = (int32_t)PL_DIM(planes, 0);
    shape[2] = (int32_t)PL_DIM(planes, 1);
    shape[3] = (int32_t)PL_DIM(planes, 2);
    shape[4] = (int32_t)PL_DIM(rows, 0);
    shape[5] = (int32_t)PL_DIM(rows, 1);
    PL_EACH ((r, 2), (c, 5))
        z[r][c] = planes[2][r + 2][c] == rows[r][c] ? rows[r][c] : -1;
}

PL_CALL(shapes_of_views, view_shapes,
        PL_GRID(),
        PL_IN (int32_t, x, (4, 6, 5), PL_WHOLE),
        PL_OUT(int32_t, shape, (6), PL_WHOLE),
        PL_OUT(int32_t, z, (2, 5), PL_WHOLE))

TEST(t037_ndindexer_with_slices)
{
    int32_t x[120], shape[6] = { 0 }, z[10] = { 0 };
    for (int e = 0; e < 120; e++)
        x[e] = e;
    EXPECT(shapes_of_views(x, shape, z) == 0);
    EXPECT_INTS(shape, 6, 4, 3, 6, 5, 2, 5);
    for (int e = 0; e < 10; e++)
        EXPECT(z[e] == (3 * 6 + 2) * 5 + e);
}

// A view of a view of a view, and a store through it.
PL_KERNEL(store_through_views, PL_REF(const int32_t, x, 3), PL_REF(int32_t, z, 4, 6, 8))
{
    PL_FILL(z, 0);
    PL_VIEW(int32_t, plane, z[2], 6, 8);
    PL_VIEW(int32_t, rows, &plane[3], 2, 8);
    PL_VIEW(int32_t, cells, &rows[1][4], 3);
    PL_EACH ((c, 3))
        cells[c] = x[c];
}

PL_CALL(chained_views, store_through_views,
        PL_GRID(),
        PL_IN (int32_t, x, (3), PL_WHOLE),
        PL_OUT(int32_t, z, (4, 6, 8), PL_WHOLE))

TEST(t039_multi_indexing_destination_ref)
{
    int32_t x[3] = { 7, 8, 9 }, z[4 * 6 * 8];
    for (int e = 0; e < 4 * 6 * 8; e++)
        z[e] = -1;
    EXPECT(chained_views(x, z) == 0);
    int at = (2 * 6 + 4) * 8 + 4;                   // plane 2, row 3 + 1, column 4
    for (int e = 0; e < 4 * 6 * 8; e++)
        EXPECT(z[e] == (e >= at && e < at + 3 ? 7 + e - at : 0));
}

// The row of the store is a run-time value.
PL_KERNEL(store_row, PL_SMEM_REF(const int32_t, row, 3), PL_REF(const int32_t, x, 1, 4), PL_REF(int32_t, z, 8, 4))
{
    PL_WHEN (PL_FIRST(0))
        PL_FILL(z, -1);
    PL_EACH ((c, 4))
        z[row[PL_PROGRAM_ID(0)]][c] = x[0][c];
}

PL_CALL(store_rows, store_row,
        PL_GRID((i, 3)),
        PL_PREFETCH(int32_t, row, (3)),
        PL_IN (int32_t, x, (3, 4), PL_BLOCKSPEC((1, 4), (i, 0))),
        PL_OUT(int32_t, z, (8, 4), PL_WHOLE))

TEST(t041_store_with_dynamic_2nd_minor_index)
{
    int32_t row[3] = { 5, 0, 2 }, x[12], z[32] = { 0 };
    for (int e = 0; e < 12; e++)
        x[e] = e;
    EXPECT(store_rows(row, x, z) == 0);
    EXPECT_INTS(z, 32, 4, 5, 6, 7, -1, -1, -1, -1, 8, 9, 10, 11, -1, -1, -1, -1,
                -1, -1, -1, -1, 0, 1, 2, 3, -1, -1, -1, -1, -1, -1, -1, -1);
}

// Where the mask is true, x and y are swapped; elsewhere y is unchanged, and the load returns its other value.
PL_KERNEL(swap_where, PL_REF(const int32_t, x, 8), PL_REF(const bool, mask, 8), PL_REF(int32_t, y, 8),
          PL_REF(int32_t, old, 8))
{
    PL_EACH ((c, 8)) {
        old[c] = PL_LOAD(y[c], mask[c], -1);
        PL_STORE(y[c], x[c], mask[c]);
    }
}

PL_CALL(masked_swap, swap_where,
        PL_GRID(),
        PL_IN   (int32_t, x, (8), PL_WHOLE),
        PL_IN   (bool, mask, (8), PL_WHOLE),
        PL_INOUT(int32_t, y, (8), PL_WHOLE),
        PL_OUT  (int32_t, old, (8), PL_WHOLE))

TEST(t042_masked_swap)
{
    int32_t x[8] = { 10, 11, 12, 13, 14, 15, 16, 17 }, y[8] = { 20, 21, 22, 23, 24, 25, 26, 27 }, old[8] = { 0 };
    bool mask[8] = { true, false, false, true, true, false, true, false };
    EXPECT(masked_swap(x, mask, y, old) == 0);
    EXPECT_INTS(y, 8, 10, 21, 22, 13, 14, 25, 16, 27);
    EXPECT_INTS(old, 8, 20, -1, -1, 23, 24, -1, 26, -1);
}

// A slice of eight from a run-time start, whose last elements are past the end: masked off, they access nothing.
PL_KERNEL(swap_slice, PL_SCALAR(long, start), PL_REF(const int32_t, x, 8), PL_REF(int32_t, y, 10),
          PL_REF(int32_t, old, 8))
{
    PL_EACH ((c, 8)) {
        old[c] = PL_LOAD(y[start + c], start + c < 10, -1);
        PL_STORE(y[start + c], x[c], start + c < 10);
    }
}

PL_CALL(masked_slice_swap, swap_slice,
        PL_SCALAR(long, start),
        PL_GRID(),
        PL_IN   (int32_t, x, (8), PL_WHOLE),
        PL_INOUT(int32_t, y, (10), PL_WHOLE),
        PL_OUT  (int32_t, old, (8), PL_WHOLE))

TEST(t043_masked_oob_swap_slice)
{
    int32_t x[8] = { 10, 11, 12, 13, 14, 15, 16, 17 }, y[12], old[8] = { 0 };
    for (int e = 0; e < 12; e++)
        y[e] = 20 + e;
    EXPECT(masked_slice_swap(5, x, y, old) == 0);
    EXPECT_INTS(y, 12, 20, 21, 22, 23, 24, 10, 11, 12, 13, 14, 30, 31);     // two more elements, unchanged
    EXPECT_INTS(old, 8, 25, 26, 27, 28, 29, -1, -1, -1);
}

PL_KERNEL(every_fourth, PL_REF(const int32_t, x, 16), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4))
        z[c] = x[4 * c];
}

PL_CALL(strided, every_fourth,
        PL_GRID((i, 2)),
        PL_IN (int32_t, x, (32), PL_BLOCKSPEC((16), (i))),
        PL_OUT(int32_t, z, (8), PL_BLOCKSPEC((4), (i))))

TEST(t044_strided_load)
{
    int32_t x[32], z[8] = { 0 };
    for (int e = 0; e < 32; e++)
        x[e] = e;
    EXPECT(strided(x, z) == 0);
    EXPECT_INTS(z, 8, 0, 4, 8, 12, 16, 20, 24, 28);
}

// The bits of a float as an integer and back: in C, a union.
union bits {
    float f;
    uint32_t u;
};

PL_KERNEL(bits_of_floats, PL_REF(const float, x, 6), PL_REF(uint32_t, z, 6), PL_REF(float, negative, 6))
{
    PL_EACH ((c, 6)) {
        union bits b = { .f = x[c] };
        z[c] = b.u;
        b.u ^= 0x80000000u;
        negative[c] = b.f;
    }
}

PL_CALL(bitcast, bits_of_floats,
        PL_GRID(),
        PL_IN (float, x, (6), PL_WHOLE),
        PL_OUT(uint32_t, z, (6), PL_WHOLE),
        PL_OUT(float, negative, (6), PL_WHOLE))

TEST(t048_bitcast_convert_type_array)
{
    float x[6] = { 0, 1, -2, 0.5f, 1.5f, 255 }, negative[6] = { 0 };
    uint32_t z[6] = { 0 };
    EXPECT(bitcast(x, z, negative) == 0);
    // IEEE 754 single: sign, 8 bits of exponent biased by 127, 23 of fraction; 255 = 1.9921875 * 2^7
    EXPECT_INTS(z, 6, 0, 0x3f800000, 0xc0000000, 0x3f000000, 0x3fc00000, 0x437f0000);
    for (int e = 0; e < 6; e++)
        EXPECT(negative[e] == -x[e]);
}

// Words read as their halves: twice as many elements, the low half first.
PL_KERNEL(halves_of_words, PL_REF(const uint32_t, x, 4), PL_REF(uint16_t, z, 8))
{
    PL_EACH ((c, 8))
        z[c] = (uint16_t)(x[c / 2] >> 16 * (c % 2));
}

PL_CALL(halves, halves_of_words,
        PL_GRID(),
        PL_IN (uint32_t, x, (4), PL_WHOLE),
        PL_OUT(uint16_t, z, (8), PL_WHOLE))

TEST(t077_load_bitcasted_ref)
{
    uint32_t x[4] = { 0x00010002u, 0xffff0000u, 0x12345678u, 0x80007fffu };
    uint16_t z[8] = { 0 };
    EXPECT(halves(x, z) == 0);
    EXPECT_INTS(z, 8, 2, 1, 0, 0xffff, 0x5678, 0x1234, 0x7fff, 0x8000);
}

// Rows and lanes masked at once; masked elements keep the array's values.
PL_KERNEL(store_corner, PL_SCALAR(long, rows), PL_SCALAR(long, lanes), PL_REF(const int32_t, x, 4, 8),
          PL_REF(int32_t, z, 4, 8))
{
    PL_EACH ((r, 4), (c, 8))
        PL_STORE(z[r][c], x[r][c], r < rows && c < lanes);
}

PL_CALL(masked_corner, store_corner,
        PL_SCALAR(long, rows),
        PL_SCALAR(long, lanes),
        PL_GRID(),
        PL_IN   (int32_t, x, (4, 8), PL_WHOLE),
        PL_INOUT(int32_t, z, (4, 8), PL_WHOLE))

TEST(t081_masked_store)
{
    int32_t x[32], z[32];
    for (int e = 0; e < 32; e++) {
        x[e] = e;
        z[e] = -e;
    }
    EXPECT(masked_corner(3, 5, x, z) == 0);
    for (int e = 0; e < 32; e++)
        EXPECT(z[e] == (e / 8 < 3 && e % 8 < 5 ? e : -e));
}

// Programs of eight over an array of 21 that is one window: the mask is the edge.
PL_KERNEL(add_one_masked, PL_SCALAR(long, n), PL_REF(const int32_t, x, 21), PL_REF(int32_t, z, 21))
{
    long start = 8 * PL_PROGRAM_ID(0);
    PL_EACH ((c, 8)) {
        int32_t v = PL_LOAD(x[start + c], start + c < n, 0);
        PL_STORE(z[start + c], v + 1, start + c < n);
    }
}

PL_CALL(masked_edges, add_one_masked,
        PL_SCALAR(long, n),
        PL_GRID((i, PL_CDIV(n, 8))),
        PL_IN (int32_t, x, (21), PL_WHOLE),
        PL_OUT(int32_t, z, (21), PL_WHOLE))

TEST(t148_masked_oob_load_store_slice)
{
    int32_t x[21], z[21] = { 0 };
    for (int e = 0; e < 21; e++)
        x[e] = 10 * e;
    EXPECT(masked_edges(21, x, z) == 0);
    for (int e = 0; e < 21; e++)
        EXPECT(z[e] == 10 * e + 1);
}

int main(void)
{
    RUN(t003_add_xy_indexed);
    RUN(t013_using_pallas_slice);
    RUN(t014_subbyte_load);
    RUN(t037_ndindexer_with_slices);
    RUN(t039_multi_indexing_destination_ref);
    RUN(t041_store_with_dynamic_2nd_minor_index);
    RUN(t042_masked_swap);
    RUN(t043_masked_oob_swap_slice);
    RUN(t044_strided_load);
    RUN(t048_bitcast_convert_type_array);
    RUN(t077_load_bitcasted_ref);
    RUN(t081_masked_store);
    RUN(t148_masked_oob_load_store_slice);
    return test_end();
}

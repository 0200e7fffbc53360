// embedding.c -- the first layer of a language model: for each token its row of a table, scaled, plus its position.
//
// A step takes a part of one row. The token determines the row, so the tokens are prefetched, and the index map
// of the table reads them: the next row is fetched while this one is used, and the kernel needs no ids.
// Rows have the shape 1 x width. A TPU needs multiples of 8 and 128 in the last two dims of an array, or the
// whole dim. One of many rows is neither, but the only row of a 1 x width matrix is the whole dim.

#include <float.h>
#include <pallas.h>
#include "example.h"

enum { BD = 128 };

PL_KERNEL(embed_kernel,
          PL_SCALAR(long, tokens),
          PL_SCALAR(float, scale),
          PL_SMEM_REF(const int32_t, id, tokens),
          PL_REF(const float, row, BD),
          PL_REF(const float, position, BD),
          PL_REF(float, z, BD))
{
    PL_EACH ((d, BD))
        z[d] = scale * row[d] + position[d];
}

PL_CALL(embed, embed_kernel,
        PL_SIZES(words, width),
        PL_SCALAR(long, tokens),
        PL_SCALAR(float, scale),
        PL_GRID((t, tokens), (j, PL_CDIV(width, BD))),
        PL_PREFETCH(int32_t, id, (tokens)),
        PL_IN (float, table,    (words, 1, width),  PL_BLOCKSPEC((PL_NONE, PL_NONE, BD), (id[t], 0, j))),
        PL_IN (float, position, (tokens, 1, width), PL_BLOCKSPEC((PL_NONE, PL_NONE, BD), (t, 0, j))),
        PL_OUT(float, z,        (tokens, 1, width), PL_BLOCKSPEC((PL_NONE, PL_NONE, BD), (t, 0, j))))

// int embed(long words, long width, long tokens, float scale, const int32_t *id, const float *table,
//           const float *position, float *z);

static void reference(long width, long tokens, float scale, const int32_t *id, const float *table,
                      const float *position, float *z)
{
    for (long t = 0; t < tokens; t++)
        for (long d = 0; d < width; d++)
            z[t * width + d] = scale * table[id[t] * width + d] + position[t * width + d];
}

int main(void)
{
    enum { WORDS = 1000, WIDTH = 200, TOKENS = 150 };
    static int32_t id[TOKENS];
    static float table[WORDS * WIDTH], position[TOKENS * WIDTH], z[TOKENS * WIDTH], expected[TOKENS * WIDTH];
    const float scale = sqrtf(WIDTH);
    for (long t = 0; t < TOKENS; t++)
        id[t] = (int32_t)((example_random() + 1) / 2 * WORDS);
    example_fill(table, WORDS * WIDTH);
    example_fill(position, TOKENS * WIDTH);
    reference(WIDTH, TOKENS, scale, id, table, position, expected);

    double start = example_clock();
    if (embed(WORDS, WIDTH, TOKENS, scale, id, table, position, z))
        return example_failed("embedding");
    double seconds = example_clock() - start;

    // Each side rounds the product and the sum, or both at once: it is within 3 u (scale + 1) of the exact value, because
    // |table|, |position| <= 1 (3 for 2 covers second order), with 2 u = FLT_EPSILON.
    double bound = 3 * FLT_EPSILON * (scale + 1);
    return example_report("embedding", "rows of a table by token, f32", "150 of 1000x200",
                          example_error(z, expected, TOKENS * WIDTH), bound, seconds);
}

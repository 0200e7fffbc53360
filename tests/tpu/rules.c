// rules.c -- which blocks a TPU accepts, and how much VMEM windows need: a table of cases for rules.h.
//
// The rejected cases of rank 1 are those of upstream's own test (test_infeasible_1d_block_spec_raises); the
// others follow from the rule in docs/tpu.md. Bytes are computed by hand: rows times lanes, rounded up to tiles.

#include "pl_tpu.h"

enum { F32 = PL_F32_, BF16 = PL_BF16_, I8 = PL_I8_, F64 = PL_F64_, BOOL = PL_BOOL_ };

static const struct { int type, size, rank; long shape[3], block[3]; int taken; } blocks[] = {
    { F32, 4, 2, { 64, 256 }, { 8, 128 }, 1 },          { F32, 4, 2, { 64, 256 }, { 8, 256 }, 1 },
    { F32, 4, 2, { 64, 256 }, { 64, 128 }, 1 },         { F32, 4, 2, { 64, 256 }, { 8, 64 }, 0 },
    { F32, 4, 2, { 64, 256 }, { 4, 128 }, 0 },          { F32, 4, 2, { 4, 256 }, { 4, 128 }, 1 },
    { F32, 4, 2, { 64, 100 }, { 8, 100 }, 1 },          { F32, 4, 2, { 64, 100 }, { 8, 128 }, 1 },
    { F32, 4, 2, { 5, 7 }, { 5, 7 }, 1 },               { F32, 4, 2, { 64, 256 }, { 1, 256 }, 0 },
    { BF16, 2, 2, { 64, 256 }, { 8, 128 }, 1 },         { I8, 1, 2, { 64, 256 }, { 8, 128 }, 1 },
    { F32, 4, 3, { 9, 64, 256 }, { 1, 8, 128 }, 1 },    { F32, 4, 3, { 9, 64, 256 }, { 3, 8, 128 }, 1 },
    { F32, 4, 3, { 9, 64, 256 }, { 8, 1, 128 }, 0 },    { F64, 8, 2, { 64, 256 }, { 8, 128 }, 0 },
    { F32, 4, 1, { 128 }, { 64 }, 0 },                  { BF16, 2, 1, { 256 }, { 128 }, 0 },
    { I8, 1, 1, { 512 }, { 256 }, 0 },                  { F32, 4, 1, { 3072 }, { 384 }, 0 },
    { F32, 4, 1, { 2304 }, { 1152 }, 0 },               { BF16, 2, 1, { 3072 }, { 768 }, 0 },
    { BF16, 2, 1, { 2560 }, { 1280 }, 0 },              { I8, 1, 1, { 3072 }, { 1536 }, 0 },
    { F32, 4, 1, { 3072 }, { 1024 }, 1 },               { F32, 4, 1, { 9216 }, { 3072 }, 1 },
    { F32, 4, 1, { 256 }, { 128 }, 1 },                 { BF16, 2, 1, { 512 }, { 256 }, 1 },
    { I8, 1, 1, { 1024 }, { 512 }, 1 },                 { F32, 4, 1, { 77 }, { 77 }, 1 },
    { BOOL, 1, 1, { 256 }, { 128 }, 1 },
};

static const struct { int type, size, rank; long window[3]; double old, v7x; } vmem[] = {
    { F32, 4, 2, { 8, 128 }, 4096, 4096 },              { F32, 4, 2, { 128, 64 }, 65536, 65536 },
    { F32, 4, 2, { 1, 128 }, 512, 512 },                { F32, 4, 2, { 3, 128 }, 2048, 2048 },
    { F32, 4, 2, { 9, 130 }, 16 * 256 * 4, 16 * 256 * 4 },
    { BF16, 2, 2, { 8, 128 }, 2048, 2048 },             { BF16, 2, 2, { 24, 128 }, 24 * 256, 32 * 256 },
    { BF16, 2, 2, { 1, 128 }, 512, 512 },               { I8, 1, 2, { 33, 128 }, 64 * 128, 64 * 128 },
    { F32, 4, 1, { 77 }, 512, 512 },                    { I8, 1, 1, { 100 }, 512, 512 },
    { BOOL, 1, 2, { 8, 128 }, 4096, 4096 },             { F32, 4, 3, { 2, 3, 128 }, 4096, 4096 },
};

// Axes outermost first: extents, and which are PL_PARALLEL; the one that is split over two cores, and the share of each.
static const struct {
    const char *chip;
    int axes;
    long extent[3];
    bool parallel[3];
    int split;
    long first, second;
} grids[] = {
    { "v4", 2, { 4, 3 }, { 1, 0 }, 0, 2, 2 },       { "v5p", 3, { 3, 6, 5 }, { 1, 1, 0 }, 1, 3, 3 },
    { "v4", 3, { 3, 5, 8 }, { 1, 1, 0 }, 1, 3, 2 }, { "v4", 2, { 5, 3 }, { 1, 1 }, 0, 3, 2 },
    { "v4", 2, { 4, 4 }, { 0, 0 }, -1, 0, 0 },      { "v5e", 2, { 4, 4 }, { 1, 1 }, -1, 0, 0 },
    { "v7x", 2, { 4, 4 }, { 1, 1 }, -1, 0, 0 },     { "v4", 1, { 1 }, { 1 }, 0, 1, 0 },
};

static int passed, failed;

static void count(bool right, const char *what, size_t i)
{
    passed += right, failed += !right;
    if (!right)
        printf("FAILED %s %zu\n", what, i);
}

static bool is_taken(size_t i)
{
    static char nothing[1];
    struct pl_tpu tpu;
    struct pl_hbm x;
    pl_tpu_begin(&tpu, "call", "kernel", __FILE__, __LINE__);
    tpu.chip = pl_tpu_chip_("v5e", 3);
    pl_hbm_array(&x, "x", 0, (enum pl_dtype)blocks[i].type, (size_t)blocks[i].size, nothing, blocks[i].rank,
                 blocks[i].shape, blocks[i].block);
    pl_vmem(&x, 2);
    pl_prologue();
    return !pl_tpu_end();
}

static void try_grid(size_t i)
{
    struct pl_tpu tpu;
    pl_tpu_begin(&tpu, "call", "kernel", __FILE__, __LINE__);
    tpu.chip = pl_tpu_chip_(grids[i].chip, strlen(grids[i].chip));
    for (int a = 0; a < grids[i].axes; a++)
        pl_tpu_axis("a", grids[i].extent[a], grids[i].parallel[a] ? PL_ANY_CORE : PL_ANY_ORDER);
    count(pl_tpu_split_(&tpu) == grids[i].split, "split", i);
    if (grids[i].split >= 0)
        count(pl_tpu_share_(&tpu, grids[i].split, 0) == grids[i].first &&
                  pl_tpu_share_(&tpu, grids[i].split, 1) == grids[i].second,
              "shares", i);
    pl_tpu_end();
}

int main(void)
{
    for (size_t i = 0; i < sizeof grids / sizeof *grids; i++)
        try_grid(i);
    for (size_t i = 0; i < sizeof blocks / sizeof *blocks; i++)
        count(is_taken(i) == blocks[i].taken, "block", i);
    for (size_t i = 0; i < sizeof vmem / sizeof *vmem; i++) {
        struct pl_hbm x = { .type = (enum pl_dtype)vmem[i].type,
                            .element = (size_t)vmem[i].size,
                            .rank = vmem[i].rank,
                            .space = "VMEM" };
        memcpy(x.window, vmem[i].window, sizeof vmem[i].window);
        count(pl_tpu_padded_bytes_(&x, 5) == vmem[i].old, "bytes on a v5e", i);
        count(pl_tpu_padded_bytes_(&x, 7) == vmem[i].v7x, "bytes on a v7x", i);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed != 0;
}

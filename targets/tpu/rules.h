/* rules.h -- what a TPU rejects, before a call runs; part of pl_tpu.h.

       PALLAS=chip=v4|v5e|v5p|v6e|v7x        this chip runs the call, and rejects what it would

   Without a chip any block will do and memory has no end: tests run with small shapes that no TPU takes. A revisit is
   rejected in any case: results depend on it.

   With a chip:

       blocks      the last two dims are multiples of 8 and 128, or the array's; PL_NONE counts as 1
       rank 1      a block is the array, a multiple of 1024, or a power of two from 128 elements of 32 bits on (16: 256)
       types       nothing of 64 bits, no structs
       PL_ATOMIC   nothing reads or writes HBM but copies
       memory      all windows with their buffers, scratch and tables, padded to tiles, fit VMEM and SMEM of a core

   chips.h has the limits. docs/tpu.md says where each rule is from. */
#ifndef PL_TPU_RULES_H
#define PL_TPU_RULES_H

struct pl_tpu_chip {                    /* a row of chips.h */
    const char *name;
    int generation, tensor_cores, cores;
    long vmem, smem;                    /* KiB, of a core */
    double gflops, mbytes;              /* per second: bf16 operations of a core; HBM bytes of the chip */
};

static inline const struct pl_tpu_chip *pl_tpu_chip_(const char *name, size_t n)
{
    static const struct pl_tpu_chip chips[] = {
#define PL_TPU_CHIP(name, ...) { #name, __VA_ARGS__ },
#define PL_TPU_CLOCK(...)
#include "chips.h"
#undef PL_TPU_CHIP
#undef PL_TPU_CLOCK
    };
    for (size_t i = 0; i < sizeof chips / sizeof *chips; i++)
        if (strlen(chips[i].name) == n && !memcmp(chips[i].name, name, n))
            return &chips[i];
    return NULL;
}

#define PL_TPU_CHIP(name, ...) "|" #name
#define PL_TPU_CLOCK(...)
static const char *const pl_tpu_chip_names_ =
#include "chips.h"
    ;
#undef PL_TPU_CHIP
#undef PL_TPU_CLOCK

/* ---- Tiles --------------------------------------------------------------------------------------------- */
enum { PL_TPU_LANES = 128, PL_TPU_SUBLANES = 8 };

/* Bits of an element in the vector unit: a bool takes a word. */
static inline long pl_tpu_bits_(const struct pl_hbm *x) { return x->type == PL_BOOL_ ? 32 : 8 * (long)x->element; }

/* The number of elements that share a word: rows of 16-bit elements are interleaved in pairs. */
static inline long pl_tpu_packing_(const struct pl_hbm *x)
{
    long bits = pl_tpu_bits_(x);
    return bits < 32 ? 32 / bits : 1;
}

static inline long pl_round_up_(long n, long to) { return (n + to - 1) / to * to; }

/* The rows of a tile: the smallest number that holds the window, doubled from one word's rows up to 8, or up to 8 words'
   rows on chips with tall tiles for narrow types. */
static inline long pl_tpu_tile_rows_(const struct pl_hbm *x, long rows, int generation)
{
    long packing = pl_tpu_packing_(x), tile = packing;
    long most = packing == 1 || (packing == 2 && generation < 7) ? PL_TPU_SUBLANES : PL_TPU_SUBLANES * packing;
    while (tile < rows && tile < most)
        tile *= 2;
    return tile;
}

/* The window in VMEM: its last two dims are padded to tiles. SMEM has no tiles. */
static inline void pl_tpu_padded_(const struct pl_hbm *x, int generation, long padded[PL_TPU_RANK])
{
    int last = x->rank - 1;
    for (int d = 0; d < x->rank; d++)
        padded[d] = x->window[d];
    if (last < 0 || !strcmp(x->space, "SMEM"))
        return;
    padded[last] = pl_round_up_(padded[last], last ? PL_TPU_LANES : PL_TPU_LANES * pl_tpu_packing_(x));
    if (last)
        padded[last - 1] = pl_round_up_(padded[last - 1], pl_tpu_tile_rows_(x, padded[last - 1], generation));
}

static inline double pl_tpu_padded_bytes_(const struct pl_hbm *x, int generation)
{
    long padded[PL_TPU_RANK];
    double bytes = (double)pl_tpu_bits_(x) / 8;
    if (!strcmp(x->space, "SMEM"))
        bytes = (double)x->element;
    pl_tpu_padded_(x, generation, padded);
    for (int d = 0; d < x->rank; d++)
        bytes *= (double)padded[d];
    return bytes;
}

/* ---- Words --------------------------------------------------------------------------------------------- */
static inline const char *pl_tpu_type_(enum pl_dtype type)
{
    static const char *const names[] = {
        [PL_STRUCT_] = "struct", [PL_BOOL_] = "bool", [PL_I8_] = "i8", [PL_I16_] = "i16", [PL_I32_] = "i32",
        [PL_I64_] = "i64", [PL_U8_] = "u8", [PL_U16_] = "u16", [PL_U32_] = "u32", [PL_U64_] = "u64",
        [PL_F32_] = "f32", [PL_F64_] = "f64", [PL_F16_] = "f16", [PL_BF16_] = "bf16",
        [PL_E4M3_] = "f8e4m3", [PL_E5M2_] = "f8e5m2",
    };
    return names[type];
}

struct pl_words { char at[96]; };
static inline struct pl_words pl_dims_words_(int rank, const long *dims)
{
    struct pl_words w = { "" };
    for (int d = 0, n = 0; d < rank && n < (int)sizeof w.at - 24; d++)
        n += snprintf(w.at + n, sizeof w.at - (size_t)n, "[%ld]", dims[d]);
    return w;
}

/* A number with so many digits after a point, in every locale. */
static inline struct pl_words pl_fixed_words_(double v, int digits)
{
    struct pl_words w;
    int length = snprintf(w.at, sizeof w.at, "%.*f", digits, v);
    size_t point = strspn(w.at, "-0123456789");
    if (w.at[point]) {                                                /* a locale's may have several bytes */
        memmove(w.at + point + 1, w.at + length - digits, (size_t)digits + 1);
        w.at[point] = '.';
    }
    return w;
}

static inline struct pl_words pl_bytes_words_(double bytes)
{
    static const char *const units[] = { "B", "KiB", "MiB", "GiB", "TiB" };
    struct pl_words w;
    int u = 0;
    while (bytes >= 1024 && u < 4)
        bytes /= 1024, u++;
    snprintf(w.at, sizeof w.at, "%.30s %s", pl_fixed_words_(bytes, bytes == floor(bytes) || bytes >= 100 ? 0 : 1).at, units[u]);
    return w;
}

/* ---- One operand --------------------------------------------------------------------------------------- */
static inline void pl_reject_type_(const struct pl_hbm *x)
{
    if (x->type == PL_STRUCT_)
        pl_reject_(x, PL_HINT_CHIP_STRUCT_, PL_MESSAGE_CHIP_STRUCT_, pl_tpu_now->chip->name);
    else if (x->element > 4)
        pl_reject_(x, pl_is_float_(x->type) ? "use float" : "use int32_t", PL_MESSAGE_CHIP_WIDE_,
                   pl_tpu_now->chip->name, pl_tpu_type_(x->type));
}

static inline void pl_reject_row_(const struct pl_hbm *x)
{
    long n = x->window[0], least = PL_TPU_LANES * pl_tpu_packing_(x), chunk = PL_TPU_LANES * PL_TPU_SUBLANES;
    char fix[160];
    if (n == x->shape[0] || n % chunk == 0 || (n >= least && (n & (n - 1)) == 0))
        return;
    snprintf(fix, sizeof fix, "take blocks of %ld elements, or the whole array of %ld",
             n < least ? least : pl_round_up_(n, chunk), x->shape[0]);
    pl_reject_(x, fix, PL_MESSAGE_CHIP_RANK_1_, pl_tpu_now->chip->name, chunk, least, n);
}

static inline void pl_reject_block_(const struct pl_hbm *x)
{
    static const long tile[] = { PL_TPU_LANES, PL_TPU_SUBLANES };
    static const char *const which[] = { "last", "last but one" };
    char fix[200];
    for (int back = 0; back < 2; back++) {
        int d = x->rank - 1 - back;
        long n = x->window[d];
        if (n == x->shape[d] || n % tile[back] == 0)
            continue;
        snprintf(fix, sizeof fix, "take %ld there, or the array's %ld%s", pl_round_up_(n, tile[back]), x->shape[d],
                 n == 1 ? "; move a dim of which each block has one element (PL_NONE) further to the front" : "");
        pl_reject_(x, fix,
                   PL_MESSAGE_CHIP_TILE_, pl_tpu_now->chip->name, PL_TPU_SUBLANES, PL_TPU_LANES, pl_dims_words_(x->rank, x->window).at,
                   pl_dims_words_(x->rank, x->shape).at, which[back], tile[back]);
        return;
    }
}

/* Of windows in SMEM only those that move are parts of the array. */
static inline void pl_reject_operand_(const struct pl_hbm *x)
{
    bool whole = true;
    for (int d = 0; d < x->rank; d++)
        whole = whole && x->window[d] == x->shape[d];
    pl_reject_type_(x);
    if (x->kind != PL_HBM_ARRAY || whole || x->left_in_hbm)
        return;
    if (x->rank == 1)
        pl_reject_row_(x);
    else if (x->rank > 1)
        pl_reject_block_(x);
}

static inline void pl_reject_atomic_(const struct pl_hbm *x)
{
    if (x->kind == PL_HBM_ARRAY && !x->buffers && !x->left_in_hbm)
        pl_reject_(x, PL_HINT_CHIP_ATOMIC_, PL_MESSAGE_CHIP_ATOMIC_, pl_tpu_now->chip->name);
}

/* ---- Memory -------------------------------------------------------------------------------------------- */
static inline double pl_tpu_vmem_bytes_(const struct pl_hbm *x, int generation)
{
    return (double)x->buffers * pl_tpu_padded_bytes_(x, generation);
}

static inline double pl_tpu_total_(const struct pl_tpu *t, const char *space, int generation)
{
    double bytes = 0;
    for (int i = 0; i < t->operands; i++)
        if (!strcmp(t->operand[i]->space, space))
            bytes += pl_tpu_vmem_bytes_(t->operand[i], generation);
    return bytes;
}

/* A line for each window, scratch and table in this memory, and their sum. */
static inline void pl_tpu_memory_table_(const struct pl_tpu *t, const char *space, int generation, char *to,
                                        size_t capacity)
{
    static const char *const kinds[] = { "window", "table", "scratch" };
    size_t n = (size_t)snprintf(to, capacity, "    %-12s %-7s  %-4s  %-18s %-18s %10s  %7s  %10s", space, "", "type",
                                "shape", "padded to tiles", "bytes", "buffers", "together");
    for (int i = 0; i < t->operands && n < capacity; i++) {
        const struct pl_hbm *x = t->operand[i];
        long padded[PL_TPU_RANK];
        if (strcmp(x->space, space) || !x->buffers)
            continue;
        pl_tpu_padded_(x, generation, padded);
        n += (size_t)snprintf(to + n, capacity - n, "\n    %-12s %-7s  %-4s  %-18s %-18s %10.0f  %7ld  %10.0f", x->name,
                              kinds[x->kind], pl_tpu_type_(x->type), pl_dims_words_(x->rank, x->window).at,
                              pl_dims_words_(x->rank, padded).at, pl_tpu_padded_bytes_(x, generation), x->buffers,
                              pl_tpu_vmem_bytes_(x, generation));
    }
    if (n < capacity)
        snprintf(to + n, capacity - n, "\n    %-12s %-7s  %-4s  %-18s %-18s %10s  %7s  %10.0f", "all", "", "", "", "", "",
                 "", pl_tpu_total_(t, space, generation));
}

static inline const struct pl_hbm *pl_tpu_largest_(const struct pl_tpu *t, const char *space)
{
    const struct pl_hbm *most = NULL;
    for (int i = 0; i < t->operands; i++)
        if (!strcmp(t->operand[i]->space, space) &&
            (!most || pl_tpu_vmem_bytes_(t->operand[i], t->chip->generation) > pl_tpu_vmem_bytes_(most, t->chip->generation)))
            most = t->operand[i];
    return most;
}

static inline void pl_reject_memory_(const struct pl_tpu *t, const char *space, long limit)
{
    double bytes = pl_tpu_total_(t, space, t->chip->generation);
    const struct pl_hbm *most = pl_tpu_largest_(t, space);
    char table[3500], fix[300];
    if (t->host.code || bytes <= (double)limit * 1024)
        return;
    pl_tpu_memory_table_(t, space, t->chip->generation, table, sizeof table);
    snprintf(fix, sizeof fix, "%s takes the most: %s%s", most->name,
             most->kind == PL_HBM_TABLE ? "leave it in HBM as a PL_IN, and prefetch what index maps read"
             : most->kind == PL_HBM_SCRATCH ? "make it smaller" : "make its blocks smaller",
             most->kind == PL_HBM_ARRAY && most->buffers > 1
             ? ", or give it PL_BUFFERED(1), which waits for each copy" : "");
    pl_reject_(NULL, fix, "a core of a %s has %s of %s, and this call needs %s [core-memory]:\n%s", t->chip->name,
               pl_bytes_words_((double)limit * 1024).at, space, pl_bytes_words_(bytes).at, table);
}

/* ---- Cores --------------------------------------------------------------------------------------------- */
/* The axis that is split over the cores that share a call: the first PL_PARALLEL one whose extent they divide, otherwise
   the longest; -1: none, and one core runs everything. */
static inline int pl_tpu_split_(const struct pl_tpu *t)
{
    int cores = t->chip ? t->chip->cores : 1, longest = -1;
    for (int a = 0; a < t->host.axes && cores > 1; a++) {
        if (t->freedom[a] != PL_ANY_CORE)
            continue;
        if (t->host.axis[a].extent && t->host.axis[a].extent % cores == 0)
            return a;
        if (longest < 0 || t->host.axis[a].extent > t->host.axis[longest].extent)
            longest = a;
    }
    return longest;
}

/* The number of indices of that axis for a core: the first cores have one more. */
static inline long pl_tpu_share_(const struct pl_tpu *t, int axis, int core)
{
    return t->host.axis[axis].extent / t->chip->cores + (core < t->host.axis[axis].extent % t->chip->cores);
}

enum { PL_TPU_CORES = 2 };              /* the largest number of cores that share a call */

static inline long pl_steps_within_(const struct pl_tpu *t, int axis)      /* from one index of the axis to the next */
{
    long steps = 1;
    for (int a = axis + 1; a < t->host.axes; a++)
        steps *= t->host.axis[a].extent;
    return steps;
}

static inline long pl_index_on_(const struct pl_tpu *t, int axis, long step)
{
    return step / pl_steps_within_(t, axis) % t->host.axis[axis].extent;
}

/* The core that runs this step; -1: there is only one, or one runs everything. */
static inline int pl_core_of_(const struct pl_tpu *t, long step)
{
    int axis = pl_tpu_split_(t);
    return axis < 0 ? -1 : pl_index_on_(t, axis, step) >= pl_tpu_share_(t, axis, 0);
}

/* ---- All of it ----------------------------------------------------------------------------------------- */
static inline void pl_reject_all_(void)
{
    const struct pl_tpu *t = pl_tpu_now;
    if (!t->chip)
        return;
    for (int i = 0; i < t->operands && !t->host.code; i++) {
        pl_reject_atomic_(t->operand[i]);
        pl_reject_operand_(t->operand[i]);
    }
    pl_reject_memory_(t, "VMEM", t->chip->vmem);
    pl_reject_memory_(t, "SMEM", t->chip->smem);
}

#endif

/* pallas_cpu.h -- PL_DOT by the instructions that x86 CPUs have for small types. pallas.h includes it where PL_CPU is 1 and checks are
   off, as `make FAST=1` does; other programs, and CPUs without these instructions, convert the operands and multiply those.

       operands                    sums               instruction             of
       int8_t or uint8_t, each     int32_t, uint32_t  vpdpbusd, 4 products    AVX512-VNNI
       pl_bf16, both               float              vdpbf16ps, 2 products   AVX512-BF16

   The program asks the CPU when it runs, so that one compiled for any x86-64 can use them. Sums of integers are the same as everywhere:
   both wrap. Sums of bf16 are not. The instruction adds two neighboring products to a sum, rounds after each of them, and takes a
   subnormal number for 0; the other path adds in ascending order, with or without FMA as the compiler likes. Both are within the bound
   of any order: (k + 1) * 2^-24 times the sum of the magnitudes of the products and of the sum before, and k * 2^-126 for what was
   taken for 0. Fewer than four rows take the other path, because packing the right operand costs more than it saves. AMX is not used.

   Both operands become words of 32 bits, with neighbors along k: four bytes, or two bf16. A tile of up to 8 rows by two vectors of sums
   stays in registers over a panel of words, as float does in pallas.h (Goto and van de Geijn, "Anatomy of High-Performance Matrix
   Multiplication", 2008). */
#ifndef PALLAS_CPU_H
#define PALLAS_CPU_H

typedef int32_t pl_cpu_i32_ __attribute__((__vector_size__(64), __aligned__(4), __may_alias__));
typedef float pl_cpu_f32_ __attribute__((__vector_size__(64), __aligned__(4), __may_alias__));
enum { PL_CPU_COLUMNS_ = 32, PL_CPU_PANEL_ = 256 };                  /* of two vectors; words of a panel along k */

/* A matrix as lines along k: line i begins i * line bytes after `at`, and its elements of `size` bytes are `step` bytes apart. Each
   byte is combined with one of `flip` by exclusive or. */
struct pl_cpu_lines { const char *at; size_t line, step, size; long count, k; uint32_t flip; };

/* Writes word number `group` of `count` lines from `first` on, `pitch` words apart. Past k there are zeros. */
__attribute__((__target__("avx512f,avx512bw,avx512vl"), __noinline__, __unused__)) static void pl_cpu_pack_(
    struct pl_cpu_lines m, long group, long first, long count, uint32_t *to, long pitch)
{
    const long of_word = 4 / (long)m.size, left = m.k - group * of_word, used = left < of_word ? left : of_word;
    const char *from = m.at + (size_t)first * m.line + (size_t)(group * of_word) * m.step;
    const uint32_t flip = m.flip & (uint32_t)((UINT64_C(1) << (8 * (size_t)used * m.size)) - 1);
    if (m.step == m.size && used == of_word) {                         /* along k */
        for (long i = 0; i < count; i++) {
            uint32_t word;
            memcpy(&word, from + (size_t)i * m.line, sizeof word);
            to[i * pitch] = word ^ flip;
        }
    } else if (m.line == 1 && used == 4) {               /* four lines of bytes, or two of bf16, across k */
        const uint8_t *a = (const uint8_t *)from, *b = a + m.step, *c = b + m.step, *d = c + m.step;
        for (long i = 0; i < count; i++)
            to[i * pitch] = ((uint32_t)a[i] | (uint32_t)b[i] << 8 | (uint32_t)c[i] << 16 | (uint32_t)d[i] << 24) ^ flip;
    } else if (m.line == 2 && used == 2) {
        const pl_bf16 *a = (const pl_bf16 *)(const void *)from, *b = (const pl_bf16 *)(const void *)(from + m.step);
        for (long i = 0; i < count; i++)
            to[i * pitch] = (uint32_t)a[i].bits | (uint32_t)b[i].bits << 16;
    } else {
        for (long i = 0; i < count; i++) {
            uint32_t word = 0;
            for (long e = 0; e < used; e++)
                memcpy((char *)&word + (size_t)e * m.size, from + (size_t)i * m.line + (size_t)e * m.step, m.size);
            to[i * pitch] = word ^ flip;
        }
    }
}

/* c[rows][32] += a[rows][groups] b[groups][32]. `add` names the operands of the instruction, x and y. */
#define PL_CPU_TILE_(suffix, features, V, T, add, rows)                                                     \
    __attribute__((__target__(features))) static inline void pl_cpu_tile_##suffix##_##rows(                 \
        long groups, const uint32_t *a, long pitch, const uint32_t *b, T *c, long ldc)                      \
    {                                                                                                       \
        V z[rows][2];                                                                                       \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                z[r][v] = *(const V *)(c + r * ldc + 16 * v);                                               \
        for (long g = 0; g < groups; g++)                                                                   \
            PL_UNROLL_ for (int r = 0; r < rows; r++) {                                                     \
                const pl_cpu_i32_ x = (int32_t)a[r * pitch + g] - (pl_cpu_i32_){ 0 };                       \
                PL_UNROLL_ for (int v = 0; v < 2; v++)                                                      \
                    __asm__(add : "+v"(z[r][v]) : [x] "v"(x), [y] "v"(*(const pl_cpu_i32_ *)(b + 32 * g + 16 * v))); \
            }                                                                                               \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                *(V *)(c + r * ldc + 16 * v) = z[r][v];                                                     \
    }

#define PL_CPU_ROWS_(suffix, rows)                                                                          \
    for (; x.count - i >= rows; i += rows)                                                                  \
        pl_cpu_tile_##suffix##_##rows(groups, a + i * all + from, all, panel, z + i * ldz, ldz);

/* c += x y. a: room for the words of x; edge: for the sums of columns that do not fill two vectors; sums: what ones times y is added
   to, as many columns as fill two vectors; NULL: nothing. */
#define PL_CPU_DOT_(suffix, features, V, T, add)                                                            \
    PL_CPU_TILE_(suffix, features, V, T, add, 8)                                                            \
    PL_CPU_TILE_(suffix, features, V, T, add, 4)                                                            \
    PL_CPU_TILE_(suffix, features, V, T, add, 1)                                                            \
    __attribute__((__target__(features))) static inline void pl_cpu_dot_##suffix(                           \
        struct pl_cpu_lines x, struct pl_cpu_lines y, uint32_t *a, T *edge, T *c, long ldc, const uint32_t *ones, T *sums) \
    {                                                                                                       \
        const long of_word = 4 / (long)x.size, all = (x.k + of_word - 1) / of_word;                         \
        uint32_t panel[PL_CPU_PANEL_ * PL_CPU_COLUMNS_] PL_ALIGNED_;                                        \
        for (long g = 0; g < all; g++)                                                                      \
            pl_cpu_pack_(x, g, 0, x.count, a + g, all);                                                     \
        for (long from = 0; from < all; from += PL_CPU_PANEL_)                                              \
            for (long j = 0; j < y.count; j += PL_CPU_COLUMNS_) {                                           \
                const long groups = all - from < PL_CPU_PANEL_ ? all - from : PL_CPU_PANEL_;                \
                const long columns = y.count - j < PL_CPU_COLUMNS_ ? y.count - j : PL_CPU_COLUMNS_;         \
                const int whole = columns == PL_CPU_COLUMNS_;                                               \
                T *const z = whole ? c + j : edge;                                                          \
                const long ldz = whole ? ldc : PL_CPU_COLUMNS_;                                             \
                long i = 0;                                                                                 \
                if (!whole)                                                                                 \
                    memset(panel, 0, sizeof panel);                                                         \
                for (long r = 0; r < x.count && !whole; r++)                                                \
                    memcpy(z + r * ldz, c + r * ldc + j, (size_t)columns * sizeof(T));                      \
                for (long g = 0; g < groups; g++)                                                           \
                    pl_cpu_pack_(y, from + g, j, columns, panel + g * PL_CPU_COLUMNS_, 1);                  \
                if (sums)                                                                                   \
                    pl_cpu_tile_##suffix##_1(groups, ones, 0, panel, sums + j, 0);                          \
                PL_CPU_ROWS_(suffix, 8)                                                                     \
                PL_CPU_ROWS_(suffix, 4)                                                                     \
                PL_CPU_ROWS_(suffix, 1)                                                                     \
                for (long r = 0; r < x.count && !whole; r++)                                                \
                    memcpy(c + r * ldc + j, z + r * ldz, (size_t)columns * sizeof(T));                      \
            }                                                                                               \
    }
PL_CPU_DOT_(of_signed, "avx512f,avx512vnni", pl_cpu_i32_, int32_t, "vpdpbusd %[y], %[x], %0")    /* the right operand is signed */
PL_CPU_DOT_(of_unsigned, "avx512f,avx512vnni", pl_cpu_i32_, int32_t, "vpdpbusd %[x], %[y], %0")
PL_CPU_DOT_(bf16, "avx512f,avx512bf16", pl_cpu_f32_, float, "vdpbf16ps %[y], %[x], %0")

static inline struct pl_cpu_lines pl_cpu_lines_of_(struct pl_matrix m, size_t size, int along)
{
    const int d = m.transposed ? 1 - along : along;
    return (struct pl_cpu_lines){ m.at, m.window->stride[1 - d], m.window->stride[d], size, m.window->dim[1 - d], m.window->dim[d], 0 };
}

/* The instruction multiplies unsigned bytes by signed ones. If both operands have the same sign, x becomes x + 128 or x - 128, by its
   highest bit, and 128 times the sum of each column of y is put right. */
static inline void pl_cpu_dot_bytes_(struct pl_matrix c, struct pl_cpu_lines x, struct pl_cpu_lines y, int x_signed, int y_signed,
                                     uint32_t *a, int32_t *edge, int32_t *sums)
{
    const long ldc = (long)(c.window->stride[0] / sizeof(int32_t));
    const int moved = x_signed == y_signed;
    uint32_t ones[PL_CPU_PANEL_];
    memset(ones, 1, sizeof ones);
    memset(sums, 0, ((size_t)y.count + PL_CPU_COLUMNS_) * sizeof *sums);
    x.flip = moved ? 0x80808080 : 0;
    (y_signed ? pl_cpu_dot_of_signed : pl_cpu_dot_of_unsigned)(x, y, a, edge, c.at, ldc, ones, moved ? sums : NULL);
    for (long i = 0; i < x.count && moved; i++)
        for (long j = 0; j < y.count; j++) {
            uint32_t *z = (uint32_t *)c.at + i * ldc + j;
            *z += (uint32_t)sums[j] * (x_signed ? -128u : 128u);
        }
}

/* Computes c += x y if an instruction can. 0: it cannot, and c is as before. */
static inline int pl_cpu_dot_(struct pl_call *call, struct pl_matrix c, struct pl_matrix x, struct pl_matrix y)
{
    const int x_byte = x.type == PL_I8_ || x.type == PL_U8_, y_byte = y.type == PL_I8_ || y.type == PL_U8_;
    const int bytes = x_byte && y_byte && (c.type == PL_I32_ || c.type == PL_U32_) && __builtin_cpu_supports("avx512vnni");
    const int bf16 = x.type == PL_BF16_ && y.type == PL_BF16_ && c.type == PL_F32_ && __builtin_cpu_supports("avx512bf16");
    const struct pl_cpu_lines a = pl_cpu_lines_of_(x, bytes ? 1 : 2, 1), b = pl_cpu_lines_of_(y, bytes ? 1 : 2, 0);
    if (!(bytes || bf16) || a.count < 4)
        return 0;
    const size_t words = (size_t)a.count * (((size_t)a.k + 3) / (bytes ? 4 : 2)), edge = (size_t)a.count * PL_CPU_COLUMNS_;
    uint32_t *room = pl_pack_(call, (words + edge + (size_t)b.count + PL_CPU_COLUMNS_) * sizeof *room);
    if (!room)
        return 1;
    if (bytes)
        pl_cpu_dot_bytes_(c, a, b, x.type == PL_I8_, y.type == PL_I8_, room, (int32_t *)room + words, (int32_t *)room + words + edge);
    else
        pl_cpu_dot_bf16(a, b, room, (float *)(void *)(room + words), c.at, (long)(c.window->stride[0] / sizeof(float)),
                        NULL, NULL);
    return 1;
}

#endif

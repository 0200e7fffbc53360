/* ---- PL_DOT ----------------------------------------------------------------------------------------------

   Each sum starts with acc and adds in ascending order. Operands are packed to float, double or uint64_t, and three loops
   multiply these; with checks off, float and double operands in row-major order are used in place, by tiles that stay in registers. */
static inline long pl_matrix_dim_(struct pl_matrix m, int d) { return m.window->dim[m.transposed ? 1 - d : d]; }

/* Converts n elements, stride bytes apart, to float, double or uint64_t. Each source type has its own simple loop. */
#define PL_DOT_ROW_(suffix, T)                                                                              \
    static inline void pl_dot_row_##suffix(const char *p, size_t stride, enum pl_dtype type, long n, T *to) \
    {                                                                                                       \
        if (type == PL_F32_)                                                                                \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)*(const float *)(const void *)(p + (size_t)i * stride);                          \
        else if (type == PL_BF16_)                                                                          \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)pl_f32_from_bf16_(*(const pl_bf16 *)(const void *)(p + (size_t)i * stride));     \
        else if (pl_is_float_(type))                                                                        \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)pl_read_float_(p + (size_t)i * stride, type);                                    \
        else                                                                                                \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)pl_read_int_(p + (size_t)i * stride, type);                                      \
    }
PL_DOT_ROW_(f32, float)
PL_DOT_ROW_(f64, double)
PL_DOT_ROW_(u64, uint64_t)                                             /* integer sums wrap */

/* Copy a whole matrix to row-major order, and back. */
#define PL_DOT_PACK_(suffix, T)                                                                             \
    static inline void pl_dot_pack_##suffix(struct pl_matrix m, T *to)                                      \
    {                                                                                                       \
        long rows = pl_matrix_dim_(m, 0), columns = pl_matrix_dim_(m, 1);                                   \
        for (long i = 0; i < rows; i++)                                                                     \
            pl_dot_row_##suffix((const char *)m.at + (size_t)i * m.window->stride[m.transposed],            \
                                m.window->stride[1 - m.transposed], m.type, columns, to + i * columns);     \
    }                                                                                                       \
    static inline void pl_dot_unpack_##suffix(struct pl_matrix m, const T *from)                            \
    {                                                                                                       \
        long rows = m.window->dim[0], columns = m.window->dim[1];                                           \
        for (long i = 0; i < rows; i++)                                                                     \
            for (long j = 0; j < columns; j++) {                                                            \
                char *p = (char *)m.at + (size_t)i * m.window->stride[0] + (size_t)j * m.window->stride[1]; \
                if (pl_is_float_(m.type))                                                                   \
                    pl_write_float_(p, m.type, (double)from[i * columns + j]);                              \
                else                                                                                        \
                    pl_write_int_(p, m.type, (int64_t)from[i * columns + j]);                               \
            }                                                                                               \
    }
PL_DOT_PACK_(f32, float)
PL_DOT_PACK_(f64, double)
PL_DOT_PACK_(u64, uint64_t)

/* c[m][n] += a[m][k] b[k][n], with each sum in ascending order of k. */
#define PL_DOT_LOOPS_(suffix, T)                                                                            \
    PL_HOT_ static inline void pl_dot_##suffix(long m, long n, long k, const T *a, long lda, const T *b, long ldb, \
                                               T *c, long ldc)                                              \
    {                                                                                                       \
        for (long i = 0; i < m; i++)                                                                        \
            for (long l = 0; l < k; l++) {                                                                  \
                T x = a[i * lda + l];                                                                       \
                const T *y = b + l * ldb;                                                                   \
                T *z = c + i * ldc;                                                                         \
                for (long j = 0; j < n; j++)                                                                \
                    z[j] += x * y[j];                                                                       \
            }                                                                                               \
    }
PL_DOT_LOOPS_(u64, uint64_t)
#if PL_CHECKS || !(defined __GNUC__ && defined __SSE2__)
PL_DOT_LOOPS_(f64, double)
PL_DOT_LOOPS_(f32, float)
#else
/* float and double: a tile of some rows by two vectors stays in registers over the loop on k. The vectors of b are packed into a
   panel, so that the inner loop reads one short, contiguous range repeatedly. Meanwhile the tile prefetches the part of c that
   the next tile accumulates into, and as many rows of the next vectors of b. */
#if defined __AVX512F__
#define PL_VECTOR_BYTES_ 64
#define PL_ROWS_(rows12, rows8, rows6) rows12 rows8                    /* 24 of 32 registers have sums */
#elif defined __AVX__
#define PL_VECTOR_BYTES_ 32
#define PL_ROWS_(rows12, rows8, rows6) rows6                           /* 12 of 16; 8 rows would spill */
#else
#define PL_VECTOR_BYTES_ 16
#define PL_ROWS_(rows12, rows8, rows6)
#endif
typedef float pl_vector_f32_ __attribute__((__vector_size__(PL_VECTOR_BYTES_), __aligned__(4), __may_alias__));
typedef double pl_vector_f64_ __attribute__((__vector_size__(PL_VECTOR_BYTES_), __aligned__(8), __may_alias__));
enum { PL_PANEL_ = 256 };                                              /* extent of a panel along k */
#define PL_LANES_(T) (PL_VECTOR_BYTES_ / (int)sizeof(T))
#define PL_UNROLL_ _Pragma("GCC unroll 16")
#ifdef __clang__
#define PL_WIDE_ __attribute__((__min_vector_width__(PL_VECTOR_BYTES_ * 8)))    /* otherwise clang halves the vectors and spills */
#else
#define PL_WIDE_
#endif

#define PL_DOT_TILE_(suffix, T, rows)                                                                       \
    PL_WIDE_ static inline void pl_dot_tile_##suffix##_##rows(long k, const T *a, long lda, const pl_vector_##suffix##_ *b, \
                                                              T *c, long ldc, const T *next, long ldb)      \
    {                                                                                                       \
        pl_vector_##suffix##_ z[rows][2];                                                                   \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                z[r][v] = *(const pl_vector_##suffix##_ *)(c + r * ldc + v * PL_LANES_(T));                 \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int line = 0; line < 2 * PL_LANES_(T); line += 64 / (int)sizeof(T)) {           \
                __builtin_prefetch(c + (rows + r) * ldc + line, 1);                                         \
                __builtin_prefetch(next + r * ldb + line);                                                  \
            }                                                                                               \
        for (long l = 0; l < k; l++)                                                                        \
            PL_UNROLL_ for (int r = 0; r < rows; r++) {                                                     \
                T x = a[r * lda + l];                                                                       \
                z[r][0] += x * b[2 * l];                                                                    \
                z[r][1] += x * b[2 * l + 1];                                                                \
            }                                                                                               \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                *(pl_vector_##suffix##_ *)(c + r * ldc + v * PL_LANES_(T)) = z[r][v];                       \
    }

/* Tiles of so many rows, while enough are left. With 16 left, 8 and 8 take less time than 12 and 4. */
#define PL_DOT_TILE_ROWS_(suffix, rows)                                                                     \
    for (; m - i >= rows && !(rows == 12 && m - i == 16); i += rows)                                        \
        pl_dot_tile_##suffix##_##rows(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);

#define PL_DOT_TILED_(suffix, T)                                                                            \
    PL_ROWS_(PL_DOT_TILE_(suffix, T, 12), PL_DOT_TILE_(suffix, T, 8), PL_DOT_TILE_(suffix, T, 6))           \
    PL_DOT_TILE_(suffix, T, 4)                                                                              \
    PL_DOT_TILE_(suffix, T, 1)                                                                              \
    /* Computes all rows of c, for columns that fill two vectors. */                                        \
    PL_WIDE_ static inline void pl_dot_columns_##suffix(long m, long k, const T *a, long lda, const pl_vector_##suffix##_ *b, T *c, \
                                                        long ldc, const T *next, long ldb)                  \
    {                                                                                                       \
        long i = 0;                                                                                         \
        PL_ROWS_(PL_DOT_TILE_ROWS_(suffix, 12), PL_DOT_TILE_ROWS_(suffix, 8), PL_DOT_TILE_ROWS_(suffix, 6)) \
        PL_DOT_TILE_ROWS_(suffix, 4)                                                                        \
        PL_DOT_TILE_ROWS_(suffix, 1)                                                                        \
    }                                                                                                       \
    PL_WIDE_ static inline void pl_dot_##suffix(long m, long n, long k, const T *a, long lda, const T *b, long ldb, T *c, long ldc) \
    {                                                                                                       \
        pl_vector_##suffix##_ panel[PL_PANEL_ * 2] PL_ALIGNED_;                                             \
        const long both = 2 * PL_LANES_(T), wide = n / both * both;                                         \
        for (long l = 0; l < k; l += PL_PANEL_) {                                                           \
            long depth = k - l < PL_PANEL_ ? k - l : PL_PANEL_;                                             \
            for (long j = 0; j < wide; j += both) {                                                         \
                for (long d = 0; d < depth; d++)                                                            \
                    memcpy(&panel[2 * d], b + (l + d) * ldb + j, 2 * sizeof *panel);                        \
                pl_dot_columns_##suffix(m, depth, a + l, lda, panel, c + j, ldc, b + l * ldb + j + both, ldb); \
            }                                                                                               \
        }                                                                                                   \
        for (long i = 0; i < m; i++)                                   /* columns that do not fill two vectors */ \
            for (long l = 0; l < k; l++)                                                                    \
                for (long j = wide; j < n; j++)                                                             \
                    c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];                                      \
    }
PL_DOT_TILED_(f64, double)
PL_DOT_TILED_(f32, float)
#endif

/* The CPU's instructions for small types, in a file of its own. */
#if PL_CPU && !PL_CHECKS && defined __GNUC__ && defined __x86_64__
#include "pallas_cpu.h"
#else
#define pl_cpu_dot_(call, c, a, b) 0
#endif

PL_ENGINE_ void pl_dot_(struct pl_matrix c, struct pl_matrix a, struct pl_matrix b, const char *file, int line)
{
    struct pl_call *call = pl_now_;
    long m = c.window->dim[0], n = c.window->dim[1], k = pl_matrix_dim_(a, 1);
    char *packed;
    int f64 = c.type == PL_F64_ || a.type == PL_F64_ || b.type == PL_F64_;
    int floats = pl_is_float_(c.type) || pl_is_float_(a.type) || pl_is_float_(b.type);
#if PL_CHECKS
    if (c.window->rank != 2 || a.window->rank != 2 || b.window->rank != 2) {
        pl_report_(file, line, c.window->operand, PL_HINT_DOT_RANK_, PL_MESSAGE_DOT_RANK_, c.window->rank, a.window->rank,
                   b.window->rank);
        return;
    }
    if (pl_matrix_dim_(a, 0) != m || pl_matrix_dim_(b, 0) != k || pl_matrix_dim_(b, 1) != n || c.transposed) {
        pl_report_(file, line, c.window->operand, PL_HINT_DOT_SHAPES_, PL_MESSAGE_DOT_SHAPES_, m, n, pl_matrix_dim_(a, 0), k,
                   pl_matrix_dim_(b, 0), pl_matrix_dim_(b, 1));
        return;
    }
    if (pl_overlap_(c.at, c.window, a.at, a.window) || pl_overlap_(c.at, c.window, b.at, b.window)) {
        pl_report_(file, line, c.window->operand, PL_HINT_DOT_INTO_OPERAND_, PL_MESSAGE_DOT_INTO_OPERAND_,
                   pl_overlap_(c.at, c.window, a.at, a.window) ? "a" : "b");
        return;
    }
    PL_TOUCHED_(c.window, 1, "added to by PL_DOT", file, line);
    PL_TOUCHED_(a.window, 0, "read by PL_DOT", file, line);
    PL_TOUCHED_(b.window, 0, "read by PL_DOT", file, line);
#else
    (void)file, (void)line;
    if (pl_cpu_dot_(call, c, a, b))
        return;
/* Packs only operands that are not row-major already. */
#define PL_DOT_IN_PLACE_(suffix, T, T_TYPE)                                                                 \
    do {                                                                                                    \
        const int x_there = a.type == T_TYPE && !a.transposed, y_there = b.type == T_TYPE && !b.transposed; \
        T *x = x_there ? a.at : NULL, *y = y_there ? b.at : NULL;                                           \
        packed = x && y ? NULL : pl_pack_(call, (size_t)(m * k + k * n) * sizeof(T));                       \
        if (!(x && y) && !packed)                                                                           \
            return;                                                                                         \
        if (!x)                                                                                             \
            pl_dot_pack_##suffix(a, x = (T *)(void *)packed);                                               \
        if (!y)                                                                                             \
            pl_dot_pack_##suffix(b, y = (T *)(void *)packed + m * k);                                       \
        pl_dot_##suffix(m, n, k, x, x_there ? (long)(a.window->stride[0] / sizeof(T)) : k,                  \
                        y, y_there ? (long)(b.window->stride[0] / sizeof(T)) : n, c.at, (long)(c.window->stride[0] / sizeof(T))); \
        return;                                                                                             \
    } while (0)
    if (c.type == PL_F32_ && !f64)
        PL_DOT_IN_PLACE_(f32, float, PL_F32_);
    if (c.type == PL_F64_)
        PL_DOT_IN_PLACE_(f64, double, PL_F64_);
#endif
    packed = pl_pack_(call, (size_t)(m * k + k * n + m * n + 3) * 8);
    if (!packed)
        return;
#define PL_DOT_PACKED_(suffix, T)                                                                           \
    do {                                                                                                    \
        T *x = (T *)packed, *y = x + m * k, *z = y + k * n;                                                   \
        pl_dot_pack_##suffix(a, x);                                                                         \
        pl_dot_pack_##suffix(b, y);                                                                         \
        pl_dot_pack_##suffix(c, z);                                                                         \
        pl_dot_##suffix(m, n, k, x, k, y, n, z, n);                                                         \
        pl_dot_unpack_##suffix(c, z);                                                                       \
    } while (0)
    if (!floats)
        PL_DOT_PACKED_(u64, uint64_t);
    else if (f64)
        PL_DOT_PACKED_(f64, double);
    else
        PL_DOT_PACKED_(f32, float);
}

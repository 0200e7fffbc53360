/* ---- PL_DOT ----------------------------------------------------------------------------------------------

   Each sum starts with acc and adds in ascending order. Operands are packed to float, double or uint64_t, and three loops
   multiply these; with checks off, float operands in row-major order are used in place, by tiles that stay in registers. */
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
PL_DOT_LOOPS_(f64, double)
PL_DOT_LOOPS_(u64, uint64_t)
#if PL_CHECKS || !(defined __GNUC__ && defined __SSE2__)
PL_DOT_LOOPS_(f32, float)
#else
/* float: a tile of some rows by two vectors stays in registers over the loop on k. The vectors of b are packed into a panel,
   so that the inner loop reads one short, contiguous range repeatedly. Meanwhile the tile prefetches the part of c that the
   next tile accumulates into, and as many rows of the next vectors of b. */
#if defined __AVX512F__
#define PL_LANES_ 16
#elif defined __AVX__
#define PL_LANES_ 8
#else
#define PL_LANES_ 4
#endif
typedef float pl_vector_ __attribute__((__vector_size__(PL_LANES_ * 4), __aligned__(4), __may_alias__));
enum { PL_PANEL_ = 256 };                                              /* extent of a panel along k */
#define PL_UNROLL_ _Pragma("GCC unroll 16")
#ifdef __clang__
#define PL_WIDE_ __attribute__((__min_vector_width__(PL_LANES_ * 32)))    /* otherwise clang halves the vectors and spills */
#else
#define PL_WIDE_
#endif

#define PL_DOT_TILE_(rows)                                                                                  \
    PL_WIDE_ static inline void pl_dot_tile_##rows(long k, const float *a, long lda, const pl_vector_ *b,   \
                                                   float *c, long ldc, const float *next, long ldb)         \
    {                                                                                                       \
        pl_vector_ z[rows][2];                                                                              \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                z[r][v] = *(const pl_vector_ *)(c + r * ldc + v * PL_LANES_);                               \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int line = 0; line < 2 * PL_LANES_; line += 16) {                               \
                __builtin_prefetch(c + (rows + r) * ldc + line, 1);                                         \
                __builtin_prefetch(next + r * ldb + line);                                                  \
            }                                                                                               \
        for (long l = 0; l < k; l++)                                                                        \
            PL_UNROLL_ for (int r = 0; r < rows; r++) {                                                     \
                float x = a[r * lda + l];                                                                   \
                z[r][0] += x * b[2 * l];                                                                    \
                z[r][1] += x * b[2 * l + 1];                                                                \
            }                                                                                               \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                *(pl_vector_ *)(c + r * ldc + v * PL_LANES_) = z[r][v];                                     \
    }
PL_DOT_TILE_(4)
PL_DOT_TILE_(1)
#if PL_LANES_ == 16
PL_DOT_TILE_(8)
PL_DOT_TILE_(12)
#elif PL_LANES_ == 8
PL_DOT_TILE_(6)
#endif

/* Computes all rows of c, for columns that fill two vectors. */
PL_WIDE_ static inline void pl_dot_columns_(long m, long k, const float *a, long lda, const pl_vector_ *b, float *c, long ldc,
                                              const float *next, long ldb)
{
    long i = 0;
#if PL_LANES_ == 16
    for (; m - i >= 12 && m - i != 16; i += 12)
        pl_dot_tile_12(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);
    for (; m - i >= 8; i += 8)
        pl_dot_tile_8(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);
#elif PL_LANES_ == 8
    for (; m - i >= 6; i += 6)                                         /* 12 of 16 registers; 8 rows would spill */
        pl_dot_tile_6(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);
#endif
    for (; m - i >= 4; i += 4)
        pl_dot_tile_4(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);
    for (; m - i >= 1; i++)
        pl_dot_tile_1(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);
}

PL_WIDE_ static inline void pl_dot_f32(long m, long n, long k, const float *a, long lda, const float *b, long ldb, float *c,
                                       long ldc)
{
    pl_vector_ panel[PL_PANEL_ * 2] PL_ALIGNED_;
    long wide = n / (2 * PL_LANES_) * (2 * PL_LANES_);
    for (long l = 0; l < k; l += PL_PANEL_) {
        long depth = k - l < PL_PANEL_ ? k - l : PL_PANEL_;
        for (long j = 0; j < wide; j += 2 * PL_LANES_) {
            for (long d = 0; d < depth; d++)
                memcpy(&panel[2 * d], b + (l + d) * ldb + j, 2 * sizeof *panel);
            pl_dot_columns_(m, depth, a + l, lda, panel, c + j, ldc, b + l * ldb + j + 2 * PL_LANES_, ldb);
        }
    }
    for (long i = 0; i < m; i++)                                       /* columns that do not fill two vectors */
        for (long l = 0; l < k; l++)
            for (long j = wide; j < n; j++)
                c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];
}
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
    if (c.type == PL_F32_ && !f64) {                                   /* pack only operands that are not row-major float */
        int x_there = a.type == PL_F32_ && !a.transposed, y_there = b.type == PL_F32_ && !b.transposed;
        float *x = x_there ? a.at : NULL, *y = y_there ? b.at : NULL;
        packed = x && y ? NULL : pl_pack_(call, (size_t)(m * k + k * n) * 4);
        if (!(x && y) && !packed)
            return;
        if (!x)
            pl_dot_pack_f32(a, x = (float *)(void *)packed);
        if (!y)
            pl_dot_pack_f32(b, y = (float *)(void *)packed + m * k);
        pl_dot_f32(m, n, k, x, x_there ? (long)(a.window->stride[0] / 4) : k, y, y_there ? (long)(b.window->stride[0] / 4) : n,
                   c.at, (long)(c.window->stride[0] / 4));
        return;
    }
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

// The kernels of tests/golden/call_inlined.c, for OpenCL; written by pallasc.
// They are at the end of the file, after the functions that they call:
//     inlined_cpu, inlined_gpu
//     viewed_cpu, viewed_gpu
//     large_cpu, large_gpu
// A kernel named _cpu is for CPU devices: each work-item runs whole programs, one after the other. In a kernel named
// _gpu the work-items of a work-group share one program. The launcher chooses.

// Each work-item runs a contiguous range of the count programs: from pl_share(count, 0) to pl_share(count, 1) - 1.
static long pl_share(long count, int end)
{
    return count * ((long)get_global_id(0) + end) / (long)get_global_size(0);
}

// Vectors of VW elements: as many floats as the device processes at once, which the launcher defines. They need only
// the alignment of their elements, like vload and vstore, which some compilers split into several stores.
#ifndef VW
#define VW 8
#endif
#define PL_JOIN_(a, b) a##b
#define PL_JOIN(a, b) PL_JOIN_(a, b)
#define PL_VECTOR(type, bytes)              \
    typedef PL_JOIN(type, VW) type##v;      \
    typedef type##v type##v_anywhere __attribute__((aligned(bytes)))
PL_VECTOR(int, 4);
PL_VECTOR(long, 8);
PL_VECTOR(float, 4);
#define convert_intv PL_JOIN(convert_int, VW)
#define loadv(p) (*(__global const floatv_anywhere *)(p))
#define storev(v, p) (*(__global floatv_anywhere *)(p) = (v))

// The number of each element.
#if VW == 16
#define PL_LANE (longv)(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif VW == 8
#define PL_LANE (longv)(0, 1, 2, 3, 4, 5, 6, 7)
#else
#define PL_LANE (longv)(0, 1, 2, 3)
#endif

#define intv_at(e) (*(__global intv_anywhere *)&(e))
#define floatv_at(e) (*(__global floatv_anywhere *)&(e))

// Stores the first report of a kernel: the message, the program and the values in the message. The caller then returns.
static void pl_report(__global int *report, int number, long program, long a, long b, long c, long d, long e)
{
    if (atomic_cmpxchg(report, 0, number) == 0) {
        __global long *values = (__global long *)report + 1;
        values[0] = program;
        values[1] = a;
        values[2] = b;
        values[3] = c;
        values[4] = d;
        values[5] = e;
    }
}

static long pl_least(long a, long b) { return a < b ? a : b; }
#if defined __x86_64__ || defined __aarch64__           // where compilers of kernels are clang
#define PL_FETCH(p, write, locality) __builtin_prefetch((const void *)(ulong)(p), write, locality)
#else
#define PL_FETCH(p, write, locality) ((void)0)
#endif

// z += x y, summed in f32, at most DOT_DEPTH terms at a time. y is copied to the workspace one panel at a time: a few
// vectors wide, with contiguous rows. Each tile of z, DOT_ROWS rows by the width of the panel, is then summed in
// registers. Data of the next tile and the next panel is prefetched.
#define DOT_ROWS 6
#if VW == 16
#define DOT_VECTORS 4                   // 24 sums, 4 vectors of y, 1 of x: they fit in 32 registers
#else
#define DOT_VECTORS 2                   // 12 sums, 2 of y, 1 of x: they fit in 16 registers
#endif
#define DOT_DEPTH 512
#define DOT_STEPS 16                    // iterations of l per prefetched cache line
#define PL_EACH_OF(i, count) _Pragma("unroll") for (int i = 0; i < count; i++)

// Memory to prefetch: rows of 1 << shift cache lines each, row bytes apart.
struct pl_ahead { __global const uchar *from; long row; int shift; };

// One tile. rows and vectors are constants at each call, so that the inlined loops have known trip counts. line: the
// cache line to prefetch first.
inline __attribute__((always_inline))
void pl_dot_tile(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                 long k, int rows, int vectors, struct pl_ahead next, long line)
{
    floatv sum[DOT_ROWS][DOT_VECTORS];
    PL_EACH_OF (r, rows)
        PL_EACH_OF (v, vectors)
            sum[r][v] = loadv(z + r * z_row + v * VW);
    for (long first = 0, ahead = 0; first < k; first += DOT_STEPS, line++, ahead++) {
        PL_FETCH(next.from + (line >> next.shift) * next.row + (line & ((1 << next.shift) - 1)) * 64, 0, 2);
        PL_FETCH(z + (rows + ahead / vectors) * z_row + ahead % vectors * VW, 1, 3);            // of the next tile
        const long end = min(first + DOT_STEPS, k);
        #pragma unroll 2
        for (long l = first; l < end; l++)
            PL_EACH_OF (r, rows) {
                const floatv each = x[r * x_row + l];
                PL_EACH_OF (v, vectors)
                    sum[r][v] = fma(each, loadv(panel + (l * vectors + v) * VW), sum[r][v]);
            }
    }
    PL_EACH_OF (r, rows)
        PL_EACH_OF (v, vectors)
            storev(sum[r][v], z + r * z_row + v * VW);
}

// Multiplies all rows of x by a panel.
inline __attribute__((always_inline))
void pl_dot_panel(__global float *z, long z_row, __global const float *x, long x_row, __global const float *panel,
                  long m, long k, int vectors, struct pl_ahead next)
{
    const long lines = k * vectors * VW / 16;
    long r = 0;
    for (; r + DOT_ROWS <= m; r += DOT_ROWS)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, DOT_ROWS, vectors, next, r * lines / m);
    for (; r + 2 <= m; r += 2)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 2, vectors, next, r * lines / m);
    for (; r < m; r++)
        pl_dot_tile(z + r * z_row, z_row, x + r * x_row, x_row, panel, k, 1, vectors, next, r * lines / m);
}

// to[r][c] = from[r][c]
inline void pl_copy_float(__global float *to, long to_row, __global const float *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}

// The columns that fill panels. z is m x n, x is m x k, y is k x n.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_f32(__global float *z, long z_row, __global const float *x, long x_row, __global const float *y,
        long y_row, long m, long n, long k, __global float *panel)
{
    const long width = DOT_VECTORS * VW;
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH * y_row) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = 0; c + width <= n; c += width) {
            // After the last panel, the next block usually follows.
            const long ahead = c + width < n ? c + width : depth * y_row;
            const int shift = 63 - (int)clz(max(width * (long)sizeof (*y) / 64, 1L));
            const struct pl_ahead next = { (__global const uchar *)(y + ahead), y_row * sizeof (*y), shift };
            pl_copy_float(panel, width, y + c, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}
#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

enum { N = 8 };
enum { R = 4 };
enum { C = 8 };
enum { D = 128 };

// inlined, from tests/golden/call_inlined.c:63.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void inlined_cpu(long n, long i_programs, __global const int *restrict v_array, __global int *z_array)
{
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        const long z_0 = i * N;
        __global int *z = z_array + z_0;

        // v
        const long v_0 = i * N;
        __global const int *v = v_array + v_0;

        // inlined_kernel
        for (long pl_at_0 = 0; pl_at_0 < N; pl_at_0++)
            z[pl_at_0] = 0;
        int coded_value;
        {
            int bound = 3;
            {
                int first_over_value;
                {
                    int bound_2 = bound;
                    {
                        for (int c_2 = 0; c_2 < N; c_2++) {
                            if (v[c_2] > bound_2) {
                                first_over_value = c_2;
                                goto end_of_first_over;
                            }
                        }
                        first_over_value = -1;
                    }
                    end_of_first_over: ;
                }
                int at = first_over_value;
                if (at < 0) {
                    coded_value = at;
                } else {
                    switch (at) {
                    case 0:
                        if (bound) {
                            coded_value = 7;
                            goto end_of_coded;
                        } else {
                            coded_value = 8;
                            goto end_of_coded;
                        }
                    default:
                        break;
                    }
                    {
                        at = at + 1;
                        if (at > 2) {
                            coded_value = at - 1;
                        } else {
                            coded_value = at;
                        }
                    }
                }
            }
            end_of_coded: ;
        }
        z[0] = coded_value;
        int coded_value_2;
        {
            int bound = 5;
            {
                int first_over_value;
                {
                    int bound_2 = bound;
                    {
                        for (int c_2 = 0; c_2 < N; c_2++) {
                            if (v[c_2] > bound_2) {
                                first_over_value = c_2;
                                goto end_of_first_over_2;
                            }
                        }
                        first_over_value = -1;
                    }
                    end_of_first_over_2: ;
                }
                int at = first_over_value;
                if (at < 0) {
                    coded_value_2 = at;
                } else {
                    switch (at) {
                    case 0:
                        if (bound) {
                            coded_value_2 = 7;
                            goto end_of_coded_2;
                        } else {
                            coded_value_2 = 8;
                            goto end_of_coded_2;
                        }
                    default:
                        break;
                    }
                    {
                        at = at + 1;
                        if (at > 2) {
                            coded_value_2 = at - 1;
                        } else {
                            coded_value_2 = at;
                        }
                    }
                }
            }
            end_of_coded_2: ;
        }
        z[1] = coded_value_2;
        {
            if (z[0] > 1) {
                if (z[1] > 0) {
                    z[1] = 2;
                } else {
                }
            } else {
                z[2] = 1;
            }
        }
        int c_end = z[0];
        {
            long c = 3;
            for (; c + VW <= c_end; c += VW)
                intv_at(z[c]) = (intv)(4);
            for (; c < c_end; c++)
                z[c] = 4;
        }
    }
}

// inlined, from tests/golden/call_inlined.c:63.  Target: opencl, the kernel for GPUs: 1 x 256 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void inlined_gpu(long n, long i_programs, __global const int *restrict v_array, __global int *z_array)
{
    const int pl_lane = get_local_id(0);
    const long i = get_group_id(0);

    // z
    const long z_0 = i * N;
    __global int *z = z_array + z_0;

    // v
    const long v_0 = i * N;
    __global const int *v = v_array + v_0;

    // inlined_kernel
    for (int pl_first_0 = pl_lane * 4; pl_first_0 < N; pl_first_0 += 1024) {
        int z_vector[4];
        PL_UNROLL for (int pl_e = 0; pl_e < 4; pl_e++)
            z_vector[pl_e] = 0;
        vstore4(vload4(0, z_vector), 0, &z[pl_first_0]);
    }
    int coded_value;
    {
        int bound = 3;
        {
            int first_over_value;
            {
                int bound_2 = bound;
                {
                    for (int c_2 = 0; c_2 < N; c_2++) {
                        if (v[c_2] > bound_2) {
                            first_over_value = c_2;
                            goto end_of_first_over;
                        }
                    }
                    first_over_value = -1;
                }
                end_of_first_over: ;
            }
            int at = first_over_value;
            if (at < 0) {
                coded_value = at;
            } else {
                switch (at) {
                case 0:
                    if (bound) {
                        coded_value = 7;
                        goto end_of_coded;
                    } else {
                        coded_value = 8;
                        goto end_of_coded;
                    }
                default:
                    break;
                }
                {
                    at = at + 1;
                    if (at > 2) {
                        coded_value = at - 1;
                    } else {
                        coded_value = at;
                    }
                }
            }
        }
        end_of_coded: ;
    }
    if (pl_lane == 0)
        z[0] = coded_value;
    int coded_value_2;
    {
        int bound = 5;
        {
            int first_over_value;
            {
                int bound_2 = bound;
                {
                    for (int c_2 = 0; c_2 < N; c_2++) {
                        if (v[c_2] > bound_2) {
                            first_over_value = c_2;
                            goto end_of_first_over_2;
                        }
                    }
                    first_over_value = -1;
                }
                end_of_first_over_2: ;
            }
            int at = first_over_value;
            if (at < 0) {
                coded_value_2 = at;
            } else {
                switch (at) {
                case 0:
                    if (bound) {
                        coded_value_2 = 7;
                        goto end_of_coded_2;
                    } else {
                        coded_value_2 = 8;
                        goto end_of_coded_2;
                    }
                default:
                    break;
                }
                {
                    at = at + 1;
                    if (at > 2) {
                        coded_value_2 = at - 1;
                    } else {
                        coded_value_2 = at;
                    }
                }
            }
        }
        end_of_coded_2: ;
    }
    barrier(CLK_GLOBAL_MEM_FENCE);        // z: written on line 55, written on line 57
    if (pl_lane == 0)
        z[1] = coded_value_2;
    {
        barrier(CLK_GLOBAL_MEM_FENCE);        // z: written on line 56, read on line 42
        if (z[0] > 1) {
            if (z[1] > 0) {
                barrier(CLK_GLOBAL_MEM_FENCE);        // z: read on line 43, written on line 44
                if (pl_lane == 0)
                    z[1] = 2;
            } else {
            }
        } else {
            if (pl_lane == 0)
                z[2] = 1;
        }
    }
    int c_end = z[0];
    barrier(CLK_GLOBAL_MEM_FENCE);        // z: read on line 59, written on line 60
    for (long pl_first_c = 3 + pl_lane * 4; pl_first_c < c_end; pl_first_c += 1024) {
        for (int pl_e = 0; pl_e < 4 && pl_first_c + pl_e < c_end; pl_e++) {
            const long c = pl_first_c + pl_e;
            z[c] = 4;
        }
    }
}

// viewed, from tests/golden/call_inlined.c:79.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void viewed_cpu(long n, long m, long i_programs, long j_programs, __global const float *restrict x_array,
        __global float *z_array, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, R * C, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, R * C, sizeof (float));
    const long pl_last = pl_share(i_programs * j_programs, 1);
    for (long pl_program = pl_share(i_programs * j_programs, 0); pl_program < pl_last; pl_program++) {
        const long i = pl_program / j_programs;
        const long j = pl_program % j_programs;

        // z
        const long z_0 = i * R;
        const long z_1 = j * C;
        const int z_whole = z_0 + R <= n && z_1 + C <= m;
        __global float *z_block = z_array + z_0 * m + z_1;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? m : C;

        // x
        const long x_0 = i * R;
        const long x_1 = j * C;
        const int x_whole = x_0 + R <= n && x_1 + C <= m;
        __global const float *x_block = x_array + x_0 * m + x_1;
        __global const float *x = x_whole ? x_block : x_window;
        const long x_row = x_whole ? m : C;
        if (!x_whole)
            pl_copy_float(x_window, C, x_block, m, pl_least(R, n - x_0), pl_least(C, m - x_1));

        // viewed_kernel
        __global const float *lower = x + x_row;
        for (long pl_at_0 = 0; pl_at_0 < R; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < C; pl_at_1++)
                z[pl_at_0 * z_row + pl_at_1] = 0.0f;
        for (long r = 0; r < 2; r++) {
            long c = 0;
            for (; c + VW <= C; c += VW)
                floatv_at(z[r * z_row + c]) =
                        select((floatv)(0.0f), floatv_at(lower[r * x_row + c]), (intv)((x_0 + 1 + r < n) ? -1 : 0)
                        & convert_intv(x_1 + (c + PL_LANE) < m));
            for (; c < C; c++)
                z[r * z_row + c] = (x_0 + 1 + r < n && x_1 + c < m) ? lower[r * x_row + c] : 0;
        }
        for (long r = 0; r < 2; r++) {
            for (long c = 0; c < C - 1; c++) {
                if (r + 2 >= 0 && r + 2 < R && z_0 + r + 2 < n && z_1 + c < m)
                    z[(r + 2) * z_row + c] = (c + 1 >= 0 && c + 1 < C && x_0 + 1 + r < n && x_1 + c + 1 < m)
                            ? lower[r * x_row + c + 1] : (float)0;
            }
        }
        if (!z_whole)
            pl_copy_float(z_block, m, z_window, C, pl_least(R, n - z_0), pl_least(C, m - z_1));
    }
}

// viewed, from tests/golden/call_inlined.c:79.  Target: opencl, the kernel for GPUs: 8 x 8 lanes.
__kernel __attribute__((reqd_work_group_size(64, 1, 1)))
void viewed_gpu(long n, long m, long i_programs, long j_programs, __global const float *restrict x_array,
        __global float *z_array)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 8;
    const int pl_column = pl_lane % 8;
    __local float x[R * C];
    __local float z[R * C];
    const long pl_program = get_group_id(0);
    const long i = pl_program / j_programs;
    const long j = pl_program % j_programs;

    // z
    const long z_0 = i * R;
    const long z_1 = j * C;
    const long z_columns = pl_least(C, m - z_1);
    const int z_whole = z_0 + R <= n && z_1 + C <= m;
    __global float *z_block = z_array + z_0 * m + z_1;

    // x
    const long x_0 = i * R;
    const long x_1 = j * C;
    const int x_whole = x_0 + R <= n && x_1 + C <= m;
    __global const float *x_block = x_array + x_0 * m + x_1;
    if (x_whole) {
        for (long pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
            const long pl_at_1 = pl_column;
            x[pl_at_0 * C + pl_at_1] = x_block[pl_at_0 * m + pl_at_1];
        }
    } else {
        for (long pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
            const long pl_at_1 = pl_column;
            if (x_0 + pl_at_0 < n && x_1 + pl_at_1 < m)
                x[pl_at_0 * C + pl_at_1] = x_block[pl_at_0 * m + pl_at_1];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);        // x: copied on line 82, read on line 74

    // viewed_kernel
    __local const float *lower = x + C;
    for (long pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
        const long pl_at_1 = pl_column;
        z[pl_at_0 * C + pl_at_1] = 0.0f;
    }
    for (long r = pl_row; r < 2; r += 8)
        for (long c = pl_column; c < z_columns; c += 8)
            z[r * C + c] = (x_0 + 1 + r < n && x_1 + c < m) ? lower[r * C + c] : 0;
    barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 72, written on line 76
    for (long r = pl_row; r < 2; r += 8) {
        for (long c = pl_column; c < C - 1; c += 8) {
            if (r + 2 >= 0 && r + 2 < R && z_0 + r + 2 < n && z_1 + c < m)
                z[(r + 2) * C + c] = (c + 1 >= 0 && c + 1 < C && x_0 + 1 + r < n && x_1 + c + 1 < m)
                        ? lower[r * C + c + 1] : (float)0;
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);        // z: written on line 76, copied on line 83
    if (z_whole) {
        for (long pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
            const long pl_at_1 = pl_column;
            z_block[pl_at_0 * m + pl_at_1] = z[pl_at_0 * C + pl_at_1];
        }
    } else {
        for (long pl_at_0 = pl_row; pl_at_0 < R; pl_at_0 += 8) {
            const long pl_at_1 = pl_column;
            if (z_0 + pl_at_0 < n && z_1 + pl_at_1 < m)
                z_block[pl_at_0 * m + pl_at_1] = z[pl_at_0 * C + pl_at_1];
        }
    }
}

// large, from tests/golden/call_inlined.c:96.  Target: opencl, the kernel for CPU devices.
__kernel __attribute__((reqd_work_group_size(1, 1, 1)))
void large_cpu(long n, long i_programs, __global const float *restrict x_array, __global float *z_array,
        __global int *pl_reports, __global uchar *restrict pl_workspace, long pl_workspace_bytes)
{
    __global uchar *pl_rest = pl_workspace + get_global_id(0) * pl_workspace_bytes;
    __global float *x_window = pl_take(&pl_rest, D * D, sizeof (float));
    __global float *z_window = pl_take(&pl_rest, D * D, sizeof (float));
    __global float *s = pl_take(&pl_rest, D * D, sizeof (float));
    __global float *z_panel = pl_take(&pl_rest, 64 * D + D * (D + 32), sizeof (float));
    const long pl_last = pl_share(i_programs, 1);
    for (long i = pl_share(i_programs, 0); i < pl_last; i++) {
        // z
        const long z_0 = i * D;
        const long z_1 = 0;
        if (z_1 >= n) {
            pl_report(pl_reports, 2, i, 0, (n + D - 1) / D, D, 0, 0);
            return;
        }
        const int z_whole = z_1 + D <= n;
        __global float *z_block = z_array + z_0 * n + z_1;
        __global float *z = z_whole ? z_block : z_window;
        const long z_row = z_whole ? n : D;

        // x
        const long x_0 = i * D;
        const long x_1 = 0;
        if (x_1 >= n) {
            pl_report(pl_reports, 1, i, 0, (n + D - 1) / D, D, 0, 0);
            return;
        }
        const int x_whole = x_1 + D <= n;
        __global const float *x_block = x_array + x_0 * n + x_1;
        __global const float *x = x_whole ? x_block : x_window;
        const long x_row = x_whole ? n : D;
        if (!x_whole)
            pl_copy_float(x_window, D, x_block, n, D, pl_least(D, n - x_1));

        // large_kernel
        for (long r = 0; r < D; r++) {
            long c = 0;
            for (; c + VW <= D; c += VW)
                floatv_at(s[r * D + c]) = floatv_at(x[r * x_row + c]) * 2.0f;
            for (; c < D; c++)
                s[r * D + c] = x[r * x_row + c] * 2;
        }
        for (long pl_at_0 = 0; pl_at_0 < D; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < D; pl_at_1++)
                z[pl_at_0 * z_row + pl_at_1] = 0.0f;
        pl_dot_f32(z, z_row, s, D, s, D, D, D, D, z_panel);
        for (long r = 0; r < D; r++) {
            long c = 0;
            for (; c + VW <= D; c += VW)
                floatv_at(s[r * D + c]) = floatv_at(z[r * z_row + c]) + 1.0f;
            for (; c < D; c++)
                s[r * D + c] = z[r * z_row + c] + 1;
        }
        for (long pl_at_0 = 0; pl_at_0 < D; pl_at_0++)
            for (long pl_at_1 = 0; pl_at_1 < D; pl_at_1++)
                z[pl_at_0 * z_row + pl_at_1] = s[pl_at_0 * D + pl_at_1];
        if (!z_whole)
            pl_copy_float(z_block, n, z_window, D, D, pl_least(D, n - z_1));
    }
}

// large, from tests/golden/call_inlined.c:96.  Target: opencl, the kernel for GPUs: 16 x 16 lanes.
__kernel __attribute__((reqd_work_group_size(256, 1, 1)))
void large_gpu(long n, long i_programs, __global const float *restrict x_array, __global float *z_array,
        __global int *pl_reports, __global uchar *pl_workspace, long pl_workspace_bytes)
{
    const int pl_lane = get_local_id(0);
    const int pl_row = pl_lane / 16;
    const int pl_column = pl_lane % 16;
    __local float s_slice[128 * 17];        // rows padded: neighbors in a column are in different banks
    __local float s_right_slice[16 * 128];
    __global uchar *pl_rest = pl_workspace + get_group_id(0) * pl_workspace_bytes;
    __global float *s = pl_take(&pl_rest, D * D, sizeof (float));
    for (long i = get_group_id(0); i < i_programs; i += get_num_groups(0)) {
        // z
        const long z_0 = i * D;
        const long z_1 = 0;
        if (z_1 >= n) {
            pl_report(pl_reports, 2, i, 0, (n + D - 1) / D, D, 0, 0);
            return;
        }
        const int z_whole = z_1 + D <= n;
        __global float *z_block = z_array + z_0 * n + z_1;
        float z[8][8];

        // x
        const long x_0 = i * D;
        const long x_1 = 0;
        if (x_1 >= n) {
            pl_report(pl_reports, 1, i, 0, (n + D - 1) / D, D, 0, 0);
            return;
        }
        const int x_whole = x_1 + D <= n;
        __global const float *x = x_array + x_0 * n + x_1;

        // large_kernel
        if (x_whole) {
            for (long r = pl_row; r < D; r += 16)
                for (long c = pl_column; c < D; c += 16)
                    s[r * D + c] = x[r * n + c] * 2;
        } else {
            for (long r = pl_row; r < D; r += 16)
                for (long c = pl_column; c < D; c += 16)
                    s[r * D + c] = (x_1 + c < n ? x[r * n + c] : 0) * 2;
        }
        PL_UNROLL for (int pl_reg_0 = 0; pl_reg_0 < 8; pl_reg_0++)
            PL_UNROLL for (int pl_reg_1 = 0; pl_reg_1 < 8; pl_reg_1++)
                z[pl_reg_0][pl_reg_1] = 0.0f;

        // z += s · s: 8 x 8 elements per lane, slices 16 deep
        for (long pl_deep = 0; pl_deep < D; pl_deep += 16) {
            for (long pl_r = pl_row; pl_r < 128; pl_r += 16)
                s_slice[pl_r * 17 + pl_column] = s[pl_r * D + pl_deep + pl_column];
            for (long pl_c = pl_column; pl_c < 128; pl_c += 16)
                s_right_slice[pl_row * 128 + pl_c] = s[(pl_deep + pl_row) * D + pl_c];
            barrier(CLK_LOCAL_MEM_FENCE);        // the slices are complete
            for (int pl_k = 0; pl_k < 16; pl_k++) {
                float pl_x[8], pl_y[8];
                PL_UNROLL for (int pl_i = 0; pl_i < 8; pl_i++)
                    pl_x[pl_i] = s_slice[(pl_row + pl_i * 16) * 17 + pl_k];
                PL_UNROLL for (int pl_j = 0; pl_j < 8; pl_j++)
                    pl_y[pl_j] = s_right_slice[pl_k * 128 + pl_column + pl_j * 16];
                PL_UNROLL for (int pl_i = 0; pl_i < 8; pl_i++)
                    PL_UNROLL for (int pl_j = 0; pl_j < 8; pl_j++)
                        z[pl_i][pl_j] += pl_x[pl_i] * pl_y[pl_j];
            }
            barrier(CLK_LOCAL_MEM_FENCE);        // no work-item reads these slices any more
        }
        PL_UNROLL for (int r = pl_row, pl_reg_r = 0; pl_reg_r < 8; r += 16, pl_reg_r++)
            PL_UNROLL for (int c = pl_column, pl_reg_c = 0; pl_reg_c < 8; c += 16, pl_reg_c++)
                s[r * D + c] = z[pl_reg_r][pl_reg_c] + 1;
        PL_UNROLL for (long pl_at_0 = pl_row, pl_reg_0 = 0; pl_reg_0 < 8; pl_at_0 += 16, pl_reg_0++)
            PL_UNROLL for (long pl_at_1 = pl_column, pl_reg_1 = 0; pl_reg_1 < 8; pl_at_1 += 16, pl_reg_1++)
                z[pl_reg_0][pl_reg_1] = s[pl_at_0 * D + pl_at_1];
        if (z_whole) {
            PL_UNROLL for (long pl_at_0 = pl_row, pl_reg_0 = 0; pl_reg_0 < 8; pl_at_0 += 16, pl_reg_0++)
                PL_UNROLL for (long pl_at_1 = pl_column, pl_reg_1 = 0; pl_reg_1 < 8; pl_at_1 += 16, pl_reg_1++)
                    z_block[pl_at_0 * n + pl_at_1] = z[pl_reg_0][pl_reg_1];
        } else {
            PL_UNROLL for (long pl_at_0 = pl_row, pl_reg_0 = 0; pl_reg_0 < 8; pl_at_0 += 16, pl_reg_0++)
                PL_UNROLL for (long pl_at_1 = pl_column, pl_reg_1 = 0; pl_reg_1 < 8; pl_at_1 += 16, pl_reg_1++)
                    if (z_1 + pl_at_1 < n)
                        z_block[pl_at_0 * n + pl_at_1] = z[pl_reg_0][pl_reg_1];
        }
    }
}
// The calls of tests/golden/call_inlined.c, for OpenCL devices; written by pallasc.
// Build: cc -c this file; link with -lOpenCL -lm. call_inlined.cl has the kernels alone, for reading.

#define PL_TARGET_OPENCL 1
#include <pallas.h>
#include "pl_opencl.h"

// The size of count elements in bytes, as a double: a product of extents can exceed an integer.
#define PL_PADDED_BYTES(count, type) pl_cl_padded_bytes(1.0 * count, sizeof (type))

static const char *pl_lines[] = {
};
static struct pl_cl_program pl_program = { .lines = pl_lines, .count = sizeof pl_lines / sizeof *pl_lines };

enum { N = 8 };
enum { R = 4 };
enum { C = 8 };
enum { D = 128 };
PL_DECLARED_BY_CALLER(inlined)
int inlined(long n, const int32_t *v_array, int32_t *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "inlined", "inlined_kernel", "tests/golden/call_inlined.c", 63);
    if (!pl_call_declared(&call.host, pl_declared_inlined, "i8 n, const i4 *v, i4 *z"))
        return call.host.code;
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", n / N);
    pl_call_covers(&call.host, "z", 1, PL_LONGS(n), PL_LONGS(N), PL_LONGS(0));
    pl_cl_in(&call, "v", v_array, sizeof *v_array, 1, (long[]){ n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 1, (long[]){ n });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "inlined_gpu", 256, 0, NULL);
    return pl_cl_items(&call, "inlined_cpu", 0);
}

static const struct pl_call_local viewed_local[] = {
    { "x", 128 },
    { "z", 128 },
    { NULL, 0 },
};

PL_DECLARED_BY_CALLER(viewed)
int viewed(long n, long m, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "viewed", "viewed_kernel", "tests/golden/call_inlined.c", 79);
    if (!pl_call_declared(&call.host, pl_declared_viewed, "i8 n, i8 m, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, n);
    pl_cl_long(&call, m);
    pl_cl_parallel(&call, "i", pl_call_cdiv(n, R));
    pl_cl_parallel(&call, "j", pl_call_cdiv(m, C));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ n, m });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ n, m });
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "viewed_gpu", 64, 0, viewed_local);
    return pl_cl_items(&call, "viewed_cpu", PL_PADDED_BYTES(R * C, float) + PL_PADDED_BYTES(R * C, float));
}

static const struct pl_call_local large_local[] = {
    { "slices of PL_DOT's first operand", 8704 },
    { "slices of PL_DOT's second operand", 8192 },
    { NULL, 0 },
};

static const struct pl_call_message large_messages[] = {
    { 96, "operand x: block index %ld is out of range on dim 1, which has %blocks; index map (i, 0) [block-index]",
            PL_NOTE_INDEX },
    { 96, "operand z: block index %ld is out of range on dim 1, which has %blocks; index map (i, 0) [block-index]",
            PL_NOTE_INDEX },
};

PL_DECLARED_BY_CALLER(large)
int large(long n, const float *x_array, float *z_array)
{
    struct pl_cl_call call;
    pl_cl_begin(&call, &pl_program, "large", "large_kernel", "tests/golden/call_inlined.c", 96);
    if (!pl_call_declared(&call.host, pl_declared_large, "i8 n, const f4 *x, f4 *z"))
        return call.host.code;
    pl_cl_long(&call, n);
    pl_cl_parallel(&call, "i", n / D);
    pl_call_covers(&call.host, "z", 2, PL_LONGS(n, n), PL_LONGS(D, D), PL_LONGS(0, -1));
    pl_cl_in(&call, "x", x_array, sizeof *x_array, 2, (long[]){ n, n });
    pl_cl_out(&call, "z", z_array, sizeof *z_array, 2, (long[]){ n, n });
    pl_cl_messages(&call, large_messages);
    if (pl_cl_for_gpu(&call))
        return pl_cl_groups(&call, "large_gpu", 256, PL_PADDED_BYTES(D * D, float), large_local);
    return pl_cl_items(&call, "large_cpu",
            PL_PADDED_BYTES(D * D, float) + PL_PADDED_BYTES(D * D, float) + PL_PADDED_BYTES(D * D, float)
            + PL_PADDED_BYTES(64 * D + D * (D + 32), float));
}

m4_dnl  dot.m4 -- PL_DOT of a program that runs alone: calls, and the functions for a type of y, for which dot.cl has the tile.
m4_dnl
m4_dnl  ==== Calls ============================================================================================
m4_dnl  cl_dot_side: the operand, and its stride that is not 1; cl_dot_kind: what the names of its functions end with.
pl_define(«side», «cl_dot_side», ««$ref, »m4_ifelse(«$column», «1», ««$row»», ««$column»»)»)m4_dnl
pl_define(«side», «cl_dot_kind», «$type«»m4_ifelse(«$column», «1», «», «_t»)»)m4_dnl
m4_dnl  cl_dot_x: x as rows of floats; where these are no rows of floats, cl_dot_copy copies them to the workspace.
pl_define(«dot», «cl_dot_x», «m4_ifelse(pl_as(«pl_side», «cl_dot_kind», «$x»), f32, «pl_as(«pl_side», «cl_dot_side», «$x»)»,
    ««$panel + 64 * »pl_factor(«$depth»)«, $depth + 16»»)»)m4_dnl
pl_define(«dot», «cl_dot_copy», «m4_ifelse(pl_as(«pl_side», «cl_dot_kind», «$x»), f32, «»,
    ««pl_floats_»pl_as(«pl_side», «cl_dot_kind», «$x»)«(»cl_dot_x($@)«, »pl_as(«pl_side», «cl_dot_side», «$x»)«, $rows, $depth);
»»)»)m4_dnl
pl_define(«dot», «cl_dot_arguments», ««($z, $z_row, »cl_dot_x($@)«, »pl_as(«pl_side», «cl_dot_side», «$y»)«,
$rows, $columns, $depth, $panel);»»)m4_dnl
pl_define(«dot», «pl_dot», «cl_dot_copy($@)«pl_dot_»pl_as(«pl_side», «cl_dot_kind», «$y»)cl_dot_arguments($@)m4_ifelse(
    «$panels», whole, «», ««
pl_dot_rest_»pl_as(«pl_side», «cl_dot_kind», «$y»)«»cl_dot_arguments($@)»)»)m4_dnl
m4_dnl
m4_dnl  ==== Functions ========================================================================================
m4_dnl  cl_dot_element, cl_dot_vector: the element at an index, or the VW elements from there on, as floats.
pl_macro(«cl_dot_element(type, index)», «m4_ifelse(
    «$type», f32, ««from[$index]»»,
    «$type», bf16, ««pl_f32_of_bf16(from[$index])»»,
    ««vload_half($index, (__global const half *)from)»»)»)m4_dnl
pl_macro(«cl_dot_vector(type, index)», «m4_ifelse(
    «$type», f32, ««loadv(from + $index)»»,
    «$type», bf16, ««pl_f32v_of_bf16(ushortv_at(from[$index]))»»,
    ««PL_JOIN(vload_half, VW)(0, (__global const half *)from + $index)»»)»)m4_dnl
m4_dnl
m4_dnl  The functions for y of a type, transposed or not. line, across: what is a factor of y's index for a summand, for a column;
m4_dnl  row: the length of the rows of y in a panel.
pl_macro(«cl_dot_functions(kind, type, copy, line, across, row)», ««%%helper pl_dot_$kind
// The columns that fill panels. z is m x n, x is m x k, y is k x n»m4_ifelse(«$across», «», «», «« and transposed»»)«.
// Rows are z_row, x_row and y_row elements apart. A panel has at most 64 k floats.
static void pl_dot_$kind(__global float *z, long z_row, __global const float *x, long x_row, __global const $type *y,
        long y_row, long m, long n, long k, __global float *panel)
{
    const long width = DOT_VECTORS * VW;
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH»$line«) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = 0; c + width <= n; c += width) {
            // After the last panel, the next block usually follows.
            const long ahead = »m4_ifelse(«$across», «», ««c + width < n ? c + width : depth * y_row»»,
    ««min(c + width, n) * y_row»»)«;
            const int shift = 63 - (int)clz(max($row * (long)sizeof (*y) / 64, 1L));
            const struct pl_ahead next = { (__global const uchar *)(y + ahead), y_row * sizeof (*y), shift };
            $copy(panel, width, y + c$across, y_row, depth, width);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, DOT_VECTORS, next);
        }
    }
}

%%helper pl_dot_rest_$kind
// The columns after these, of which the last may not fill a vector: there are zeros beside them, and z is copied.
static void pl_dot_rest_$kind(__global float *z, long z_row, __global const float *x, long x_row,
        __global const $type *y, long y_row, long m, long n, long k, __global float *panel)
{
    const long all = n - n % VW;
    __global float *edge = panel + 64 * k + m * (k + 16);
    const struct pl_ahead none = { (__global const uchar *)panel, 0, 0 };
    for (long l = 0; l < k; l += DOT_DEPTH, x += DOT_DEPTH, y += DOT_DEPTH»$line«) {
        const long depth = min(k - l, (long)DOT_DEPTH);
        for (long c = n - n % (DOT_VECTORS * VW); c < all; c += VW) {
            $copy(panel, VW, y + c$across, y_row, depth, VW);
            pl_dot_panel(z + c, z_row, x, x_row, panel, m, depth, 1, none);
        }
        if (all == n)
            continue;
        for (long i = 0; i < depth; i++)
            storev((floatv)0, panel + i * VW);
        $copy(panel, VW, y + all$across, y_row, depth, n - all);
        for (long r = 0; r < m; r++)
            storev((floatv)0, edge + r * VW);
        pl_copy_float(edge, VW, z + all, z_row, m, n - all);
        pl_dot_panel(edge, VW, x, x_row, panel, m, depth, 1, none);
        pl_copy_float(z + all, z_row, edge, VW, m, n - all);
    }
}

»»)m4_dnl
pl_macro(«cl_dot_of_type(code, type, copy)», «cl_dot_functions(«$code», «$type», «$copy», « * y_row», «», «width»)m4_dnl
cl_dot_functions(«${code}_t», «$type», «pl_floats_${code}_t», «», « * y_row», «depth»)»)m4_dnl
pl_macro(«cl_copy_function(type)», ««%%helper pl_copy_$type
// to[r][c] = from[r][c]
inline void pl_copy_$type(__global $type *to, long to_row, __global const $type *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}

»»)m4_dnl
pl_macro(«cl_floats_function(code)», ««%%helper pl_floats_$code
// to[r][c] = from[r][c], as floats
inline void pl_floats_$code(__global float *to, long to_row, __global const ushort *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++, to += to_row, from += from_row) {
        long c = 0;
        for (; c + VW <= columns; c += VW)
            storev(»cl_dot_vector(«$code», c)«, to + c);
        for (; c < columns; c++)
            to[c] = »cl_dot_element(«$code», c)«;
    }
}

»»)m4_dnl
pl_macro(«cl_transpose_function(code, type)», ««%%helper pl_floats_${code}_t
// to[r][c] = from[c][r], as floats, in squares of VW x VW: log2(VW) rounds of interleaving vector i with vector i + VW / 2
// transpose a square.
inline void pl_floats_${code}_t(__global float *to, long to_row, __global const $type *from, long from_row, long rows,
        long columns)
{
    const long square_rows = rows - rows % VW, square_columns = columns - columns % VW;
    for (long c = 0; c < square_columns; c += VW)
        for (long r = 0; r < square_rows; r += VW) {
            floatv a[VW], b[VW];
            PL_EACH_OF (i, VW)
                a[i] = »cl_dot_vector(«$code», (c + i) * from_row + r)«;
            _Pragma("unroll") for (int times = 1; times < VW; times *= 2) {
                PL_EACH_OF (i, VW / 2) {
                    b[2 * i].even = a[i].lo, b[2 * i].odd = a[i + VW / 2].lo;
                    b[2 * i + 1].even = a[i].hi, b[2 * i + 1].odd = a[i + VW / 2].hi;
                }
                PL_EACH_OF (i, VW)
                    a[i] = b[i];
            }
            PL_EACH_OF (i, VW)
                storev(a[i], to + (r + i) * to_row + c);
        }
    for (long r = 0; r < rows; r++)
        for (long c = r < square_rows ? square_columns : 0; c < columns; c++)
            to[r * to_row + c] = »cl_dot_element(«$code», c * from_row + r)«;
}

»»)m4_dnl

%%helper pl_floats_«»KIND«»_t
// to[r][c] = from[c][r], as floats, in squares of VW x VW: log2(VW) rounds of interleaving vector i with vector i + VW / 2
// transpose a square.
inline void pl_floats_«»KIND«»_t(__global float *to, long to_row, __global const TYPE *from, long from_row, long rows,
        long columns)
{
    const long square_rows = rows - rows % VW, square_columns = columns - columns % VW;
    for (long c = 0; c < square_columns; c += VW)
        for (long r = 0; r < square_rows; r += VW) {
            floatv a[VW], b[VW];
            PL_EACH_OF (i, VW)
                a[i] = VECTOR((c + i) * from_row + r);
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
            to[r * to_row + c] = ELEMENT(c * from_row + r);
}


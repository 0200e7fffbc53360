%%helper pl_floats_«»KIND
// to[r][c] = from[r][c], as floats
inline void pl_floats_«»KIND«»(__global float *to, long to_row, __global const ushort *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++, to += to_row, from += from_row) {
        long c = 0;
        for (; c + VW <= columns; c += VW)
            storev(VECTOR(c), to + c);
        for (; c < columns; c++)
            to[c] = ELEMENT(c);
    }
}


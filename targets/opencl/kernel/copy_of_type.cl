%%helper pl_copy_«»TYPE
// to[r][c] = from[r][c]
inline void pl_copy_«»TYPE«»(__global TYPE *to, long to_row, __global const TYPE *from, long from_row, long rows,
        long columns)
{
    for (long r = 0; r < rows; r++)
        for (long c = 0; c < columns; c++)
            to[r * to_row + c] = from[r * from_row + c];
}


// Windows that hang over the edge of their array live in the workspace: rows x columns of them, of which those from
// (top, left) to (bottom, right) lie in the array. `from` and `to` point to where the window would begin in the array.
static void pl_window_in_f32(__global float *window, long columns, __global const float *from, long row, long top,
                             long left, long bottom, long right)
{
    for (long r = top; r < bottom; r++)
        for (long c = left; c < right; c++)
            window[r * columns + c] = from[r * row + c];
}

static void pl_window_out_f32(__global const float *window, long columns, __global float *to, long row, long top,
                              long left, long bottom, long right)
{
    for (long r = top; r < bottom; r++)
        for (long c = left; c < right; c++)
            to[r * row + c] = window[r * columns + c];
}

static void pl_fill_f32(__global float *to, long count, float value)
{
    for (long i = 0; i < count; i++)
        to[i] = value;
}


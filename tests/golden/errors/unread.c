// What pallasc cannot read in a kernel that interpret mode runs: it says so in a line for each function, and checks the rest.
// options: --check=likely

#include <pallas.h>
#include <assert.h>

enum { M = 4, N = 8 };
static float by = 2;
struct bits { unsigned low : 3; };

static float scaled(float x) { return by * x; }
static float recursive(int n) { return n > 0 ? recursive(n - 1) : 0; }
static void fill_first(float *to, ...) { to[0] = 1; }

// Mistakes beside statements that cannot be read.
PL_KERNEL(wrong_kernel, PL_SCALAR(long, n), PL_REF(const float, x, M, N), PL_REF(float, z, M))
{
    PL_EACH ((r, M)) {
        float sum = 0;
        if (n < 0)
            printf("row %ld\n", r);
        PL_EACH ((c, N))
            sum += x[r][c];
        z[r] = sum / n;
    }
}

PL_CALL(wrong, wrong_kernel, PL_SIZES(m), PL_SCALAR(long, n), PL_GRID((i, PL_CDIV(m, M))),
        PL_IN (float, x, (m, N), PL_BLOCKSPEC((M, N), (i, 0))),
        PL_OUT(float, z, (m), PL_BLOCKSPEC((M), (i))))

PL_KERNEL(unwritten_kernel, PL_REF(const float, x, N), PL_REF(float, y, N), PL_REF(float, z, N))
{
    float value;
    assert(x[0] > 0);
    memcpy(y, x, sizeof y[0] * N);
    PL_EACH ((c, N))
        z[c] += x[c] * value;
    y[N] = scaled(x[0]);
}

PL_CALL(unwritten, unwritten_kernel, PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, y, (N), PL_WHOLE),
        PL_OUT(float, z, (N), PL_WHOLE))

// Nothing that these do is wrong, and what cannot be read may do what is missing.
PL_KERNEL(right_kernel, PL_SCALAR(int, n), PL_REF(const float, x, N), PL_REF(float, y, N), PL_REF(float, z, N), PL_REF(float, u, N))
{
    float row[n], first, second;
    struct bits low = { 1 };
    PL_LOOP (c, 0, N)
        row[c] = x[c];
    memcpy(z, row, sizeof z[0] * N);
    fill_first(&first, 1);
    sscanf("1", "%f", &second);
    PL_EACH ((c, N))
        y[c] = first + second + low.low + recursive(2);
    if (x[0] > 0)
        goto end;
    PL_FILL(u, 0);
end:
    fill_first(u, 2);
}

PL_CALL(right, right_kernel, PL_SCALAR(int, n), PL_GRID(), PL_IN(float, x, (N), PL_WHOLE), PL_OUT(float, y, (N), PL_WHOLE),
        PL_OUT(float, z, (N), PL_WHOLE), PL_OUT(float, u, (N), PL_WHOLE))

// The parameters of the kernel.
PL_KERNEL(bits_kernel, PL_SCALAR(long double, v), PL_REF(float, z, N))
{
    PL_FILL(z, (float)v);
}

PL_CALL(wide, bits_kernel, PL_SCALAR(long double, v), PL_GRID(), PL_OUT(float, z, (N), PL_WHOLE))

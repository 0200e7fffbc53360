// names.c -- names that C allows, and words of OpenCL, C++ or the templates: each keeps its meaning.

#include <pallas.h>
#include "../test.h"
typedef struct { float x, y; } float2;
struct half { int32_t global, local; };
enum { uint = 3, kernel = 2 };
static float clamp(float v, float lo, float hi) { return v < lo ? lo : v > hi ? hi : v; }
static int mix(int a, int b) { return a * 10 + b; }
static float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
static int max(int a, int b) { return a > b ? a : b; }
static const int constant[2] = { 5, 6 };
static const float half_cos[2] = { 0, 1 };
static int native_sin(int as_int4) { return as_int4; }
enum { work_group_all = 1, CL_TRUE = 3 };
struct cl_event { int CL_FALSE; };
static int pl_sum(struct cl_event e, int b) { return e.CL_FALSE + b; }
PL_KERNEL(pipe, PL_SCALAR(int, private), PL_REF(const float, half, 4), PL_REF(float, image2d_t, 4), PL_REF(int32_t, ulong, 4))
{
    int uchar = 7, ushort = 8, global = 9, local = 10, log = 11, as_float = 12, get_global_id = 13, vec = 14, bar = 15;
    struct half event_t = { uchar, ushort };
    float2 float4 = { 1, 2 };
    long size_t_ = 3, atomic_add = 4, INFINITY_ = 5;
    bool half2 = true, read_only = false;
    (void)vec;
    PL_EACH ((gentype, 4)) {
        float sampler_t = clamp(half[gentype], 1, 2);
        image2d_t[gentype] = sampler_t + dot(float4, float4) + max(uchar, 3) + mix(private, uint) + log;
        ulong[gentype] = event_t.global + event_t.local + global + local + (int32_t)size_t_ + (int32_t)atomic_add + as_float + get_global_id + bar + (half2 && !read_only) + constant[1] + kernel + native_sin(work_group_all) - (int32_t)half_cos[1] + (int32_t)INFINITY_ + pl_sum((struct cl_event){ -5 }, CL_TRUE + 2);
    }
}
PL_CALL(vload, pipe, PL_SIZES(sampler), PL_SCALAR(int, private), PL_GRID((complex, sampler)), PL_IN(float, half, (4 * sampler), PL_BLOCKSPEC((4), (complex))),
  PL_OUT(float, image2d_t, (4 * sampler), PL_BLOCKSPEC((4), (complex))), PL_OUT(int32_t, ulong, (4 * sampler), PL_BLOCKSPEC((4), (complex))))

TEST(words_of_other_languages)
{
    const float x[8] = { 0, 1, 1.5f, 3, 4, 5, 6, 7 };
    float y[8];
    int32_t z[8];
    EXPECT(vload(2, 4, x, y, z) == 0);
    for (int i = 0; i < 8; i++)
        EXPECT(y[i] == (i < 2 ? 67 : i == 2 ? 67.5f : 68) && z[i] == 95);
}

PL_KERNEL(x_array, PL_REF(const float, x, 4), PL_REF(float, z, 4))
{
    long step_programs = 3;
    PL_ASSIGN(z, x);
    PL_WHEN (PL_NUM_PROGRAMS(0) == step_programs)
        PL_PRINT("never\n");
}
PL_CALL(copy, x_array, PL_SIZES(call, failed), PL_GRID((step, PL_CDIV(call, 4))),
  PL_IN(float, x, (call), PL_BLOCKSPEC((4), (step))), PL_OUT(float, z, (failed), PL_BLOCKSPEC((4), (step))))

TEST(words_of_launchers)
{
    const float x[5] = { 1, 2, 3, 4, 5 };
    float z[5] = { 0 };
    EXPECT(copy(5, 5, x, z) == 0);
    EXPECT(z[0] == 1 && z[4] == 5);
}

// Each of these has the name of a definition below.
static int32_t weighed(int32_t weights, int32_t limit) { return weights * limit; }
static int32_t turned(int32_t constant_) { int32_t point = 3; return constant_ - point; }
PL_KERNEL(early_kernel, PL_REF(const int32_t, weights, 4), PL_REF(int32_t, point, 4))
{
    PL_EACH ((limit, 4))
        point[limit] = weighed(weights[limit], 3) + turned(limit);
}
PL_CALL(early, early_kernel, PL_SIZES(limit), PL_GRID((point, PL_CDIV(limit, 4))),
  PL_IN(int32_t, weights, (limit), PL_BLOCKSPEC((4), (point))), PL_OUT(int32_t, z, (limit), PL_BLOCKSPEC((4), (point))))

static const int32_t weights[4] = { 10, 20, 30, 40 };
enum { limit = 100 };
typedef struct { int32_t at; } point;
PL_KERNEL(late_kernel, PL_REF(const int32_t, x, 4), PL_REF(int32_t, z, 4))
{
    PL_EACH ((c, 4)) {
        point p = { weights[c] };
        z[c] = x[c] + p.at + limit + weighed(c, 2) + constant[0];
    }
}
PL_CALL(late, late_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
  PL_IN(int32_t, x, (n), PL_BLOCKSPEC((4), (i))), PL_OUT(int32_t, z, (n), PL_BLOCKSPEC((4), (i))))

TEST(names_of_what_stands_below)
{
    const int32_t x[4] = { 1, 2, 3, 4 };
    int32_t y[4], z[4];
    EXPECT(early(4, x, y) == 0 && late(4, x, z) == 0);
    for (int i = 0; i < 4; i++)
        EXPECT(y[i] == 3 * x[i] + i - 3 && z[i] == x[i] + 10 * (i + 1) + 100 + 2 * i + 5);
}

// Names made for x and for x_ differ.
PL_KERNEL(underscores_kernel, PL_REF(const float, x, 16, 16), PL_REF(const float, x_, 16, 16), PL_REF(float, z, 16, 16))
{
    PL_FILL(z, 0);
    PL_DOT(z, x, x_);
}

PL_CALL(underscores, underscores_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 16)), (j, PL_CDIV(n, 16))),
        PL_IN (float, x, (n, 16), PL_BLOCKSPEC((16, 16), (i, 0), PL_EDGE(0))),
        PL_IN (float, x_, (16, n), PL_BLOCKSPEC((16, 16), (0, j), PL_EDGE(0))),
        PL_OUT(float, z, (n, n), PL_BLOCKSPEC((16, 16), (i, j))))

TEST(names_that_differ_by_an_underscore)
{
    enum { N = 20 };
    static float x[N * 16], y[16 * N], z[N * N];
    for (int i = 0; i < N * 16; i++)
        x[i] = (float)(i % 7), y[i] = (float)(i % 5);
    EXPECT(underscores(N, x, y, z) == 0);
    int wrong = 0;
    for (int i = 0; i < N * N; i++) {
        float sum = 0;
        for (int l = 0; l < 16; l++)
            sum += x[i / N * 16 + l] * y[l * N + i % N];
        wrong += z[i] != sum;
    }
    EXPECT(wrong == 0);
}

PL_KERNEL(underscores_at_end_kernel, PL_REF(const float, x, 4), PL_REF(const float, x_, 4), PL_REF(const float, x__, 4),
          PL_REF(const float, x2, 4), PL_REF(float, _, 4))
{
    PL_EACH ((c, 4))
        _[c] = x[c] + 10 * x_[c] + 100 * x__[c] + 1000 * x2[c];
}

PL_CALL(underscores_at_end, underscores_at_end_kernel, PL_SIZES(n), PL_GRID((i, PL_CDIV(n, 4))),
        PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))), PL_IN(float, x_, (n), PL_BLOCKSPEC((4), (i))),
        PL_IN (float, x__, (n), PL_BLOCKSPEC((4), (i))), PL_IN(float, x2, (n), PL_BLOCKSPEC((4), (i))),
        PL_OUT(float, _, (n), PL_BLOCKSPEC((4), (i))))

TEST(names_that_end_with_underscores)
{
    enum { N = 6 };
    float a[N], b[N], c[N], d[N], z[N];
    for (int i = 0; i < N; i++)
        a[i] = (float)i, b[i] = (float)(i + 1), c[i] = (float)(i + 2), d[i] = (float)(i + 3);
    EXPECT(underscores_at_end(N, a, b, c, d, z) == 0);
    for (int i = 0; i < N; i++)
        EXPECT(z[i] == a[i] + 10 * b[i] + 100 * c[i] + 1000 * d[i]);
}

int main(void)
{
    RUN(words_of_other_languages);
    RUN(words_of_launchers);
    RUN(names_of_what_stands_below);
    RUN(names_that_differ_by_an_underscore);
    RUN(names_that_end_with_underscores);
    return test_end();
}

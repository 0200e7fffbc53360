// as_written.c -- C as people write it: each kernel prints its results, on this target as on every other.
//
// tests/opencl/conformance.sh compares them with the interpreter's output. Nothing here is undefined or unspecified in C.

#include <pallas.h>

enum { N = 40 };                                       // several vectors, and some more elements

static void show(const char *name, int failed, const int32_t *z)
{
    printf("%s:", name);
    for (int i = 0; i < N; i++)
        printf(" %d", z[i]);
    printf(failed ? " failed\n" : "\n");
}

#define KERNEL(name) PL_KERNEL(name##_kernel, PL_REF(const int32_t, x, N), PL_REF(int32_t, z, N))
#define CALL(name)                                                                                             \
    PL_CALL(name, name##_kernel, PL_GRID(), PL_IN(int32_t, x, (N), PL_WHOLE), PL_OUT(int32_t, z, (N), PL_WHOLE))
#define SHOW(name) show(#name, name(x, z), z)

// ---- Statements ----

KERNEL(switches)
{
    for (int i = 0; i < N; i++) {
        z[i] = 0;
        switch (x[i]) {
        case 1:
        case 3:
            z[i] += 1; /* falls through */
        case 4:
            z[i] += 2;
            break;
        case 9: {
            z[i] = 7;
        } /* falls through */
        default:
            z[i] -= 3;
            if (x[i] < 0)
                break;
            z[i] *= 2; /* falls through */
        case -5:
            z[i]++;
        }
    }
}
CALL(switches)

KERNEL(loops)
{
    int i = 0, n = 0;
    PL_FILL(z, 0);
    while (i < N && x[i] != 9)
        i++, n += x[i - 1] > 0 ? 1 : 0;
    z[0] = i;
    z[1] = n;
    for (; i < N;) {
        z[i] = i;
        i += 1;
        if (i > 6) {
            break;
        }
    }
    do
        z[2] = i--;
    while (i > 5);
    for (int a = 0, b = 9, *p = &n; a < b; a += 2, b--)
        *p += a;
    z[3] = n;
    z[4] = z[5] = z[6] = z[7] = i;
    for (int a = 0, b = N - 1; a < b; a++, b--) {
        int t = (z[a] += b, a + b);
        z[b] += t ? (void)t, 2 : 0;
    }
}
CALL(loops)

KERNEL(jumps)
{
    PL_FILL(z, 0);
    PL_LOOP (s, 0, 3) {
        if (s == 1)
            continue;
        PL_EACH ((i, N)) {
            if (x[i] < 0)
                continue;
            z[i] += (int)s + 1;
        }
        if (s == 2)
            break;
    }
    PL_EACH ((i, 2, N - 1))
        z[i] *= 10;
    PL_LOOP (q, 5, 0, 2)
        z[0] += (int)q;
    PL_WHEN (x[0] == 3) {
        z[7] += 100;
        return;
    }
    z[7] = -1;
}
CALL(jumps)

KERNEL(dangling)
{
    PL_EACH ((i, N))
        if (x[i] > 3) {
            if (x[i] > 5)
                z[i] = 1;
            else
                z[i] = 2;
        } else {
            z[i] = 3;
            ;
        }
    PL_WHEN (x[1] == 3) {
        z[0] = 5;
    } else {
        z[0] = 6;
    }
    PL_EACH ((i, N)) {
    }
    if (x[0] == 3)
        ;
    else
        z[0] = 1;
}
CALL(dangling)

KERNEL(hiding)
{
    int i = 5;
    {
        int i = 6;
        PL_EACH ((c, N)) {
            int i = (int)c;
            {
                float i = 0.5f;
                z[c] = (int)(i * 4);
            }
            z[c] += i;
        }
        z[0] += i;
    }
    z[1] += i;
    {
        PL_TILE(int32_t, t, 2);
        t[0] = 1;
        t[1] = 2;
        z[0] += t[1];
    }
    {
        PL_TILE(int32_t, t, N);
        PL_FILL(t, 9);
        z[1] += t[7];
    }
}
CALL(hiding)

// ---- Numbers ----

KERNEL(promotions)
{
    PL_EACH ((i, N)) {
        uint8_t a = (uint8_t)(x[i] * 100), b = 200;
        int8_t c = (int8_t)a;
        uint16_t d = (uint16_t)(a * b);
        unsigned u = 1;
        long l = -1;
        z[i] = (a + b) + c * d + ((unsigned)x[i] < u) * 1000 + (l < u) * 7 + (a << 3 >> 2) + ~a + -b + !c +
               (a > c) + (int)(signed char)200 + ('a' - 'b') + (int)sizeof(a + b) + (x[i] >> 1) + (x[i] / 2) +
               (x[i] % 3);
    }
}
CALL(promotions)

KERNEL(hashes)
{
    PL_EACH ((i, N)) {
        uint32_t h = (uint32_t)x[i] * 2654435761u;
        h ^= h >> 15;
        h *= 0x85ebca6bu;
        uint64_t w = (uint64_t)h * h;
        int64_t v = (int64_t)w;
        z[i] = (int32_t)(h ^ (uint32_t)(w >> 32)) / 2 + (v < 0) + (int)(0xFFFFFFFF > 1) +
               (int)(4000000000 / 1000) + 0777 + '\'' + '\x41' + (int)(1LL << 33 >> 31) + (int)(10ULL % 7);
    }
}
CALL(hashes)

KERNEL(comparisons)
{
    PL_EACH ((i, N)) {
        unsigned u = (unsigned)x[i];
        long l = x[i];
        unsigned long ul = (unsigned long)x[i];
        float f = (float)x[i];
        double d = x[i];
        short s = (short)x[i];
        z[i] = (u > 5) + 2 * (l > 5) + 4 * (ul > 5) + 8 * (f > 3e9f) + 16 * (d < (double)l) +
               64 * (int)(f / 2) + (int)(x[i] / 2.0) + (x[i] % 2 ? 1 : -1) + (int)(u % 3) + (int)(ul % 7) + s;
    }
}
CALL(comparisons)

KERNEL(booleans)
{
    PL_EACH ((i, N)) {
        bool b = x[i];
        b += 2;
        b ^= true;
        bool c = 0.3f;
        z[i] = b + c + (bool)x[i] + ((x[i] && c) || !b);
    }
}
CALL(booleans)

KERNEL(masks)
{
    const int32_t w = x[3];
    int64_t most = 0;
    PL_REDUCE (most, PL_MAX, (c, 1, N), (int64_t)!(x[c] & w));
    PL_EACH ((i, N)) {
        uint8_t b = (uint8_t)x[i];
        z[i] = !(x[i] & w) + 2 * !b + 4 * (b && (x[i] ^ 3)) + 8 * (int32_t)most;
    }
}
CALL(masks)

KERNEL(conversions)
{
    const long big = 1L << 40;
    double e = 0x1.8p3, g = 1.;
    float h = 1e-30f, m = 3.4028235e38f;
    PL_EACH ((i, N)) {
        float f = (float)x[i];
        double d = f * 0.1;
        z[i] = (int)(big >> 38) + (int)e + (int)g + (h > 0) + (m > 1e38f) + (int)(d * 1000) + (int)(1 / 3 * f) +
               (int)(1 / 3.f * 100) + (int)(f > 0 ? f : -f * 2.) + (int)(uint8_t)(f > 0 ? f : 0) +
               (int)truncf(-2.7f) + (int)-2.7f;
    }
}
CALL(conversions)

// ---- Types ----

union bits {
    int32_t i;
    float f;
    uint8_t b[4];
};

KERNEL(unions)
{
    PL_EACH ((i, N)) {
        union bits u;
        u.f = (float)x[i];
        z[i] = (u.i ^ u.b[3]) / 3;
        union bits v = { .b = { 1, 2, 3, 4 } };
        z[i] += v.i;
    }
}
CALL(unions)

struct inner {
    int c;
};
struct pair {
    int a, b[3];
    struct inner in;
};
static struct pair make_pair(int a)
{
    return (struct pair){ .a = a, .b = { [1] = 2, 3 }, .in.c = 5 };
}

KERNEL(compounds)
{
    PL_EACH ((i, N)) {
        struct pair q = make_pair(x[i]), r = q, all[2] = { q, r };
        q.b[0] = (int[]){ 4, 5, 6 }[i % 3];
        r.in.c++;
        all[1].b[0] += all[0].b[1];
        struct pair *p = &all[1];
        p->in.c = 2;
        (*p).a++;
        z[i] = q.a + q.b[0] + q.b[1] * q.b[2] + ((struct pair){ 7, { 0 }, { 0 } }).a + r.in.c + all[1].b[0] +
               all[1].a + p->in.c;
    }
}
CALL(compounds)

struct tap {
    int at;
    float w[2];
};
enum { A = 1 << 3, B = A | 1, D = A > 4 ? 10 : 20, E = -D };
static const struct tap taps[3] = { { 1, { 0.5f, 1 } }, { .at = 2, .w = { 2 } }, { 3, { 0 } } };
static const int32_t rows[2][3] = { { 1, 2, 3 }, [1][2] = 6 }, sparse[] = { A, B, [5] = E, D };

KERNEL(tables)
{
    static const short local[4] = { 9, 8, 7 };
    PL_EACH ((i, N)) {
        z[i] = x[i] + taps[i % 3].at + (int)(taps[i % 3].w[i & 1] * 10) + rows[i & 1][i % 3] + local[i & 3] +
               sparse[i % 7];
    }
}
CALL(tables)

typedef int32_t num;
typedef num vec[3];
typedef struct {
    vec v;
} holder;
typedef enum { RED = -1, GREEN, BLUE = 7 } color;
static num first_of(const num *p)
{
    return p[0];
}
static color next(color c)
{
    switch (c) {
    case RED:
        return GREEN;
    case GREEN:
        return BLUE;
    default:
        return RED;
    }
}

KERNEL(typedefs)
{
    enum { LOCAL = 4 };
    vec a = { 1, 2, 3 };
    holder h = { { 4, 5, 6 } };
    const num q = 3;
    num *p = a;
    p[1] = 9;
    PL_EACH ((i, N))
        z[i] =
            a[i % 3] + h.v[(i + 1) % 3] + q + first_of(h.v) + first_of(&x[i]) + next((color)(x[i] % 3)) + LOCAL;
}
CALL(typedefs)

// ---- Pointers and helpers ----

KERNEL(walks)
{
    const int32_t *p = x, *end = p + N;
    int32_t *q = z;
    while (p < end)
        *q++ = *p++ * 2;
    q = &z[2];
    q[-1] = 99;
    *(q + 1) = 77;
    long n = end - x;
    z[7] = (int)n;
    int t[3] = { 1, 2, 3 }, *tp = t + 1;
    tp[1] = 8;
    z[6] = *tp + t[2] + 2 [t];
    int a = 1, b = 2;
    *(x[0] > 2 ? &a : &b) = 9;
    z[5] = a * 10 + b;
}
CALL(walks)

static void split(int32_t v, int32_t *hi, int32_t *lo)
{
    *hi = v / 3;
    *lo = v % 3;
}
static void ramp(int32_t v[4], int32_t by)
{
    for (int i = 0; i < 4; i++)
        v[i] = by * i;
}
static int32_t products(int32_t (*m)[2], int n)
{
    int32_t s = 0;
    for (int i = 0; i < n; i++)
        s += m[i][0] * m[i][1];
    return s;
}

KERNEL(results)
{
    PL_EACH ((i, N)) {
        int32_t a, b, v[4], m[3][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
        split(x[i], &a, &b);
        split(a, &a, &m[1][0]);
        ramp(v, b);
        ramp(v + 0, v[1] + 1);
        m[2][1] = v[3];
        z[i] = a * 1000 + products(m, 3) + products(&m[1], 2);
    }
}
CALL(results)

static int32_t more(int32_t x)
{
    return x + 1;
}
static int32_t sum_of(const int32_t *x, int32_t z)
{
    int32_t k = 0;
    for (int32_t i = 0; i < z; i++)
        k += more(x[i]);
    return k;
}
static void sums(int32_t *z, const int32_t *x, int n)
{
    if (n <= 0)
        return;
    for (int i = 0; i < n; i++) {
        if (i == 5)
            return;
        z[i] = sum_of(x, i);
    }
}

KERNEL(nested)
{
    PL_FILL(z, -1);
    sums(z, x, N);
    sums(&z[6], x + 1, 2);
}
CALL(nested)

struct moments {
    float mean, m2;
    int32_t n;
};
static struct moments combine(struct moments a, struct moments b)
{
    struct moments r = { 0, 0, a.n + b.n };
    if (!r.n)
        return r;
    float d = b.mean - a.mean;
    r.mean = a.mean + d * (float)b.n / (float)r.n;
    r.m2 = a.m2 + b.m2 + d * d * (float)a.n * (float)b.n / (float)r.n;
    return r;
}

KERNEL(folds)
{
    struct moments s = { 0, 0, 0 };
    int32_t t[2] = { 0 };
    PL_REDUCE(s, combine, (c, N), ((struct moments){ (float)x[c], 0, 1 }));
    PL_REDUCE(t[1], PL_MAX, (i, N), x[i] * x[i]);
    PL_EACH ((i, N))
        z[i] = (int32_t)(s.mean * 100) + (int32_t)s.m2 + t[1];
    PL_REDUCE(z[0], PL_XOR, (i, 1, 3), x[i]);
    PL_REDUCE(z[1], PL_MIN, ((i, 2), (j, 3)), x[i * 3 + j]);
}
CALL(folds)

int main(void)
{
    int32_t x[N] = { 3, -1, 4, 1, -5, 9, 2, 6 }, z[N];
    for (int i = 8; i < N; i++)
        x[i] = i * 7 % 23 - 9;
    SHOW(switches);
    SHOW(loops);
    SHOW(jumps);
    SHOW(dangling);
    SHOW(hiding);
    SHOW(promotions);
    SHOW(hashes);
    SHOW(comparisons);
    SHOW(booleans);
    SHOW(masks);
    SHOW(conversions);
    SHOW(unions);
    SHOW(compounds);
    SHOW(tables);
    SHOW(typedefs);
    SHOW(walks);
    SHOW(results);
    SHOW(nested);
    SHOW(folds);
}

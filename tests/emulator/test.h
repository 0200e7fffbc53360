// test.h -- a program of tests: CASE(name) { ... } defines one, and `./program name` runs it. The exit status is 0, 1 if an
// EXPECT failed, or the low byte of the CUDA error code that the case leaves.
#include <cuda_runtime.h>
#include <string.h>

struct Case {
    const char *name;
    void (*run)();
    Case *next;
    static Case *&first()
    {
        static Case *all;
        return all;
    }
    Case(const char *n, void (*r)()) : name(n), run(r), next(first()) { first() = this; }
};
#define CASE(name)                            \
    static void case_##name();                \
    static Case the_##name(#name, case_##name); \
    static void case_##name()

static int wrong;
#define EXPECT(condition)                                                       \
    do {                                                                        \
        if (!(condition))                                                       \
            wrong = 1, printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    } while (0)

// n floats on the device: 0, 1, 2 ...
static inline float *floats(int n)
{
    float *p, *h = new float[n];
    for (int i = 0; i < n; i++)
        h[i] = (float)i;
    cudaMalloc(&p, n * sizeof(float));
    cudaMemcpy(p, h, n * sizeof(float), cudaMemcpyHostToDevice);
    delete[] h;
    return p;
}

static inline float *fetch(const float *device, int n)
{
    float *h = new float[n];
    memset(h, 0, n * sizeof(float));
    cudaMemcpy(h, device, n * sizeof(float), cudaMemcpyDeviceToHost);
    return h;
}

int main(int argc, char **argv)
{
    for (Case *c = Case::first(); c; c = c->next) {
        if (argc < 2)
            puts(c->name);
        else if (!strcmp(c->name, argv[1])) {
            c->run();
            int code = cudaDeviceSynchronize();
            return code ? code & 0xff : wrong;
        }
    }
    return argc > 1 ? 99 : 0;
}

// async.cu -- asynchronous copies and matrix instructions, correct and (with a comment `report`, as in faults.cu) wrong.
#include "test.h"
#include <cuda.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <pl_ptx.h>

// ---- cp.async ----

// A ring of slots: each thread waits for its copies, and a barrier makes them visible to the others.
template <int STAGES, int WAIT, bool BARRIER> static __device__ void ring(const float *x, float *z, int steps)
{
    __shared__ __align__(16) float slot[4][128];
    int i = threadIdx.x;
    for (int k = 0; k < STAGES - 1; k++) {
        pl_cp_async16(&slot[k][4 * i], x + k * 128 + 4 * i);
        pl_cp_async_commit();
    }
    float sum = 0;
    for (int k = 0; k < steps; k++) {
        pl_cp_async_wait<WAIT>();
        if (BARRIER)
            __syncthreads();
        if (k + STAGES - 1 < steps)
            pl_cp_async16(&slot[(k + STAGES - 1) % STAGES][4 * i], x + (k + STAGES - 1) * 128 + 4 * i); // report no_barrier: data race: writes
        pl_cp_async_commit();
        sum += slot[k % STAGES][127 - 4 * i]; // report short_wait: reads 4 bytes at byte [0-9]* of shared 'slot' while an asynchronous copy to them is in flight // report no_barrier: reads 4 bytes|data race
    }
    z[i] = sum;
}
__global__ void pipeline(const float *x, float *z, int steps) { ring<3, 1, true>(x, z, steps); }
__global__ void short_wait(const float *x, float *z, int steps) { ring<3, 2, true>(x, z, steps); }
__global__ void no_barrier(const float *x, float *z, int steps) { ring<3, 1, false>(x, z, steps); }
CASE(pipeline)
{
    float *z = floats(32);
    PL_LAUNCH(pipeline, 1, 32, 0, 0, floats(1280), z, 10);
    float *h = fetch(z, 32);
    for (int i = 0; i < 32; i++)
        EXPECT(h[i] == 45 * 128 + 10 * (127 - 4 * i));
}
CASE(short_wait) { PL_LAUNCH(short_wait, 1, 32, 0, 0, floats(1280), floats(32), 10); }
CASE(no_barrier) { PL_LAUNCH(no_barrier, 1, 32, 0, 0, floats(1280), floats(32), 10); }

__global__ void fill_zeros(const float *x, float *z)
{
    __shared__ __align__(16) float t[32];
    if (threadIdx.x < 8) {
        pl_cp_async16_zfill(&t[4 * threadIdx.x], x, threadIdx.x < 4 ? threadIdx.x * 4 : 0);
        pl_cp_async_wait_all();
    }
    __syncwarp();
    z[threadIdx.x] = t[threadIdx.x];
}
CASE(fill_zeros)
{
    float *z = floats(32);
    PL_LAUNCH(fill_zeros, 1, 32, 0, 0, floats(4) , z);
    float *h = fetch(z, 32);
    EXPECT(h[4] == 0 && h[5] == 0 && h[9] == 1 && h[14] == 2 && h[15] == 0 && h[31] == 0);
}

__global__ void copy_misaligned(const float *x, float *z)
{
    __shared__ __align__(16) float t[64];
    pl_cp_async16(&t[threadIdx.x], x); // report copy_misaligned: cp.async of 16 bytes from 0x[0-9a-f]* to 0x[0-9a-f]*: both addresses must be multiples of 16
    pl_cp_async_wait_all();
    z[0] = t[0];
}
CASE(copy_misaligned) { PL_LAUNCH(copy_misaligned, 1, 2, 0, 0, floats(4), floats(1)); }

// ---- Named barriers, mbarriers ----

// Warp 0 produces, warp 1 consumes.
__global__ void producer(float *z)
{
    __shared__ float t[32];
    int lane = threadIdx.x % 32;
    for (int k = 0; k < 4; k++)
        if (threadIdx.x < 32) {
            if (k)
                pl_barrier_sync(2, 64);
            t[lane] = (float)(k * 32 + lane);
            pl_barrier_arrive(1, 64);
        } else {
            pl_barrier_sync(1, 64);
            z[k * 32 + lane] = t[31 - lane];
            if (k < 3)
                pl_barrier_arrive(2, 64);
        }
}
CASE(producer)
{
    float *z = floats(128);
    PL_LAUNCH(producer, 1, 64, 0, 0, z);
    float *h = fetch(z, 128);
    for (int i = 0; i < 128; i++)
        EXPECT(h[i] == i / 32 * 32 + 31 - i % 32);
}

__global__ void producer_ahead(float *z)
{
    __shared__ float t[32];
    int lane = threadIdx.x % 32;
    for (int k = 0; k < 4; k++)
        if (threadIdx.x < 32) {
            t[lane] = (float)(k * 32 + lane); // report producer_ahead: data race: writes
            pl_barrier_sync(1, 64);
        } else {
            pl_barrier_sync(1, 64);
            z[k * 32 + lane] = t[31 - lane]; // report producer_ahead: data race: reads
        }
}
CASE(producer_ahead) { PL_LAUNCH(producer_ahead, 1, 64, 0, 0, floats(128)); }

template <bool EMPTY> static __device__ void mbarrier_ring(float *z)
{
    __shared__ float t[2][32];
    __shared__ uint64_t full[2], empty[2];
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        for (int s = 0; s < 2; s++) {
            pl_mbarrier_init(&full[s], 32);
            pl_mbarrier_init(&empty[s], 32);
        }
    __syncthreads();
    for (int k = 0; k < 8; k++)
        if (threadIdx.x < 32) {
            if (EMPTY)
                pl_mbarrier_wait(&empty[k % 2], (k / 2 & 1) ^ 1);
            t[k % 2][lane] = (float)(k * 32 + lane); // report no_empty: data race: writes
            pl_mbarrier_arrive(&full[k % 2]);        // report no_empty: mbarrier.arrive: more than 32 arrivals
        } else {
            pl_mbarrier_wait(&full[k % 2], k / 2 & 1); // report no_empty: deadlock: waits in mbarrier.try_wait
            z[k * 32 + lane] = t[k % 2][31 - lane];  // report no_empty: data race: reads|reads 4 bytes at byte [0-9]* of shared 't', which were never written
            pl_mbarrier_arrive(&empty[k % 2]);
        }
}
__global__ void with_empty(float *z) { mbarrier_ring<true>(z); }
__global__ void no_empty(float *z) { mbarrier_ring<false>(z); }
CASE(with_empty)
{
    float *z = floats(256);
    PL_LAUNCH(with_empty, 1, 64, 0, 0, z);
    float *h = fetch(z, 256);
    for (int i = 0; i < 256; i++)
        EXPECT(h[i] == i / 32 * 32 + 31 - i % 32);
}
CASE(no_empty) { PL_LAUNCH(no_empty, 1, 64, 0, 0, floats(256)); }

__global__ void wrong_parity(float *z)
{
    __shared__ uint64_t b;
    if (threadIdx.x == 0)
        pl_mbarrier_init(&b, 32);
    __syncthreads();
    pl_mbarrier_arrive(&b);
    pl_mbarrier_wait(&b, 0);
    pl_mbarrier_arrive(&b);
    pl_mbarrier_wait(&b, 1);
    pl_mbarrier_wait(&b, 0); // report wrong_parity: deadlock: waits in mbarrier.try_wait
    z[threadIdx.x] = 1;
}
CASE(wrong_parity)
{
    PL_LAUNCH(wrong_parity, 1, 32, 0, 0, floats(32));
}

// Nothing orders the initialization before the arrivals. That is reported in whatever order threads run.
__global__ void init_unordered(float *z)
{
    __shared__ uint64_t b;
    if (threadIdx.x == 0)
        pl_mbarrier_init(&b, 32);
    z[threadIdx.x] = 1;
    pl_mbarrier_arrive(&b); // report init_unordered: mbarrier.arrive: (nothing orders it after the initialization of its mbarrier|the mbarrier at 0x[0-9a-f]* was not initialized)
}
CASE(init_unordered) { PL_LAUNCH(init_unordered, 1, 32, 0, 0, floats(32)); }

// The other warp never arrives, so the barrier does not complete.
__global__ void arrives_again(float *z)
{
    for (int k = 0; k < 2; k++) {
        z[k * 64 + threadIdx.x] = 1;
        if (threadIdx.x < 32)
            pl_barrier_arrive(1, 64); // report arrives_again: bar.arrive 1: the thread has arrived there already, and the barrier has not completed since
    }
}
CASE(arrives_again) { PL_LAUNCH(arrives_again, 1, 64, 0, 0, floats(128)); }

__global__ void store_unfinished(const float *x, float *z)
{
    __shared__ __align__(128) float t[64];
    t[threadIdx.x] = x[threadIdx.x];
    pl_fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        pl_bulk_store(z, t, 256); // report store_unfinished: the thread ends while this copy reads shared memory; pl_bulk_commit\(\) and pl_bulk_wait_read<0>\(\) wait for it
        pl_bulk_commit();
    }
}
CASE(store_unfinished) { PL_LAUNCH(store_unfinished, 1, 64, 0, 0, floats(64), floats(64)); }

// ---- setmaxnreg: with 384 threads, each begins with 168 registers ----

template <int FEWER, int MORE> static __device__ void share_registers(float *z)
{
    if (threadIdx.x < 128) {
        if (FEWER)
            pl_register_dealloc<FEWER>(); // report registers_uneven: setmaxnreg.dec 36: the number must be a multiple of 8 from 24 to 256 // report registers_rise: setmaxnreg.dec 176: the threads have 168 registers, which is less
    } else
        pl_register_alloc<MORE>(); // report registers_kept: deadlock: waits in setmaxnreg.inc // report registers_few: deadlock: waits in setmaxnreg.inc // report registers_fall: setmaxnreg.inc 160: the threads have 168 registers, which is more
    z[threadIdx.x] = 1;
}
#define REGISTERS(name, ...)                                                       \
    __global__ void name(float *z) { share_registers<__VA_ARGS__>(z); }             \
    CASE(name) { PL_LAUNCH(name, 1, 384, 0, 0, floats(384)); }
__global__ void registers_shared(float *z) { share_registers<40, 232>(z + blockIdx.x * 384); }
CASE(registers_shared)
{
    float *z = floats(768);
    PL_LAUNCH(registers_shared, 2, 384, 0, 0, z);
    float *h = fetch(z, 768);
    for (int i = 0; i < 768; i++)
        EXPECT(h[i] == 1);
}
// With 256 threads and two blocks on a multiprocessor, each begins with 128.
template <int MORE> static __device__ void share_half(float *z)
{
    if (threadIdx.x < 128)
        pl_register_dealloc<40, 2>();
    else
        pl_register_alloc<MORE, 2>(); // report half_of_registers: deadlock: waits in setmaxnreg.inc
    z[threadIdx.x] = 1;
}
__global__ void half_shared(float *z) { share_half<216>(z); }
CASE(half_shared)
{
    float *z = floats(256);
    PL_LAUNCH(half_shared, 1, 256, 0, 0, z);
    EXPECT(fetch(z, 256)[255] == 1);
}
__global__ void half_of_registers(float *z) { share_half<224>(z); }
CASE(half_of_registers) { PL_LAUNCH(half_of_registers, 1, 256, 0, 0, floats(256)); }
REGISTERS(registers_few, 40, 240)
REGISTERS(registers_kept, 0, 232)
REGISTERS(registers_uneven, 36, 232)
REGISTERS(registers_rise, 176, 232)
REGISTERS(registers_fall, 40, 160)

// A warp of a warpgroup leaves it out, or asks for another number.
template <int OTHER> static __device__ void unlike(float *z)
{
    if (threadIdx.x >= 32)
        pl_register_dealloc<40>(); // report warp_without: setmaxnreg.dec 40: this warp does not execute it, and others of its warpgroup do // report warp_unlike: setmaxnreg.dec 40: another warp of the warpgroup executes setmaxnreg.dec 48
    else if (OTHER)
        pl_register_dealloc<OTHER>(); // report warp_unlike: setmaxnreg.dec 48: another warp of the warpgroup executes setmaxnreg.dec 40
    z[threadIdx.x] = 1;
}
__global__ void warp_without(float *z) { unlike<0>(z); }
__global__ void warp_unlike(float *z) { unlike<48>(z); }
CASE(warp_without) { PL_LAUNCH(warp_without, 1, 128, 0, 0, floats(128)); }
CASE(warp_unlike) { PL_LAUNCH(warp_unlike, 1, 128, 0, 0, floats(128)); }

// ---- mma.sync ----

template <class T> static float number(int i) { return (float)T((float)(i * 7 % 13 - 6) / 4); }

// z[16][8] = x[16][16] y[16][8], through shared memory and ldmatrix.
template <class T> __global__ void small_product(const T *x, const T *y, float *z)
{
    __shared__ __align__(16) T a[16][16], b[16][8];
    int lane = threadIdx.x;
    for (int i = lane; i < 256; i += 32)
        a[i / 16][i % 16] = x[i];
    for (int i = lane; i < 128; i += 32)
        b[i / 8][i % 8] = y[i];
    __syncwarp();
    uint32_t ra[4], rb[2];
    float d[4] = { 0, 0, 0, 0 };
    pl_ldmatrix_x4(ra, &a[lane % 16][lane / 16 * 8]);
    pl_ldmatrix_x2_trans(rb, &b[lane % 16][0]);
    if (sizeof(__half) && __is_same(T, __half))
        pl_mma_m16n8k16_f16(d, ra, rb);
    else
        pl_mma_m16n8k16_bf16(d, ra, rb);
    for (int e = 0; e < 4; e++)
        z[(lane / 4 + e / 2 * 8) * 8 + lane % 4 * 2 + e % 2] = d[e];
}
template <class T> static void check_small_product()
{
    T hx[256], hy[128], *x, *y;
    float *z = floats(128);
    for (int i = 0; i < 256; i++)
        hx[i] = T(number<T>(i));
    for (int i = 0; i < 128; i++)
        hy[i] = T(number<T>(i + 3));
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&y, sizeof hy);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    cudaMemcpy(y, hy, sizeof hy, cudaMemcpyHostToDevice);
    PL_LAUNCH(small_product<T>, 1, 32, 0, 0, x, y, z);
    float *h = fetch(z, 128);
    for (int i = 0; i < 128; i++) {
        float sum = 0;
        for (int k = 0; k < 16; k++)
            sum += (float)hx[i / 8 * 16 + k] * (float)hy[k * 8 + i % 8];
        EXPECT(h[i] == sum);
    }
}
CASE(product_bf16) { check_small_product<__nv_bfloat16>(); }
CASE(product_f16) { check_small_product<__half>(); }

// tf32 and int8, from registers: x[16][K], y[K][8] as numbers of their indices.
__global__ void other_products(float *z, int *zi)
{
    int lane = threadIdx.x, row = lane / 4, column = lane % 4;
    uint32_t a[4], b[2];
    for (int r = 0; r < 4; r++)
        a[r] = pl_to_tf32((float)((row + r % 2 * 8) - (column + r / 2 * 4)));
    for (int r = 0; r < 2; r++)
        b[r] = pl_to_tf32((float)((column + r * 4) * 2 + row));
    float d[4] = { 1, 1, 1, 1 };
    pl_mma_m16n8k8_tf32(d, a, b);
    int di[4] = { 0, 0, 0, 0 };
    for (int r = 0; r < 4; r++) {
        a[r] = 0;
        for (int i = 0; i < 4; i++)
            a[r] |= (uint32_t)(uint8_t)((row + r % 2 * 8) - (column * 4 + i + r / 2 * 16)) << 8 * i;
    }
    for (int r = 0; r < 2; r++) {
        b[r] = 0;
        for (int i = 0; i < 4; i++)
            b[r] |= (uint32_t)(uint8_t)(column * 4 + i + r * 16 - row * 3) << 8 * i;
    }
    pl_mma_m16n8k32_s8(di, a, b);
    for (int e = 0; e < 4; e++) {
        int at = (row + e / 2 * 8) * 8 + column * 2 + e % 2;
        z[at] = d[e];
        zi[at] = di[e];
    }
}
CASE(other_products)
{
    float *z = floats(128);
    int *zi = (int *)floats(128), hi[128];
    PL_LAUNCH(other_products, 1, 32, 0, 0, z, zi);
    float *h = fetch(z, 128);
    cudaMemcpy(hi, zi, sizeof hi, cudaMemcpyDeviceToHost);
    for (int at = 0; at < 128; at++) {
        int i = at / 8, j = at % 8, sum = 1, whole = 0;
        for (int k = 0; k < 8; k++)
            sum += (i - k) * (k * 2 + j);
        for (int k = 0; k < 32; k++)
            whole += (i - k) * (k - j * 3);
        EXPECT(h[at] == sum && hi[at] == whole);
    }
}

__global__ void half_a_warp(float *z)
{
    uint32_t a[4] = { 0, 0, 0, 0 }, b[2] = { 0, 0 };
    float d[4] = { 0, 0, 0, 0 };
    if (threadIdx.x < 16)
        pl_mma_m16n8k16_bf16(d, a, b); // report half_a_warp: mma.sync needs all 32 lanes|deadlock: waits in mma.sync
    __syncthreads();                   // report half_a_warp: deadlock: waits in __syncthreads
    z[threadIdx.x] = d[0];
}
CASE(half_a_warp) { PL_LAUNCH(half_a_warp, 1, 32, 0, 0, floats(32)); }

// e4m3 with itself, f64, and stmatrix as the inverse of ldmatrix.
__global__ void more_products(float *z, double *zd, float *moved)
{
    __shared__ __align__(16) __half t[16][16], u[16][16];
    int lane = threadIdx.x, row = lane / 4, column = lane % 4;
    uint32_t a[4], b[2] = { 0, 0 };
    for (int r = 0; r < 4; r++)
        a[r] = 0x38383838u; // 1.0
    for (int r = 0; r < 2; r++)
        for (int i = 0; i < 4; i++)
            b[r] |= (uint32_t)(row == 0 && column * 4 + i + r * 16 == 5 ? 0x40 : 0) << 8 * i; // y[5][0] = 2.0
    float d[4] = { 0, 0, 0, 0 };
    pl_mma_m16n8k32_e4m3(d, a, b);
    for (int e = 0; e < 4; e++)
        z[(row + e / 2 * 8) * 8 + column * 2 + e % 2] = d[e];
    double dd[2] = { 0, 0 };
    pl_mma_m8n8k4_f64(dd, row + 0.5 * column, column - row);
    zd[row * 8 + column * 2] = dd[0];
    zd[row * 8 + column * 2 + 1] = dd[1];
    for (int i = lane; i < 256; i += 32)
        t[i / 16][i % 16] = __half((float)i);
    __syncwarp();
    pl_ldmatrix_x4(a, &t[lane % 16][lane / 16 * 8]);
    pl_stmatrix_x4_trans(&u[lane / 16 * 8 + lane % 8][lane % 16 / 8 * 8], a);
    __syncwarp();
    for (int i = lane; i < 256; i += 32)
        moved[i] = (float)u[i / 16][i % 16];
}
CASE(more_products)
{
    float *z = floats(128), *moved = floats(256);
    double *zd, hd[64];
    cudaMalloc(&zd, sizeof hd);
    PL_LAUNCH(more_products, 1, 32, 0, 0, z, zd, moved);
    float *h = fetch(z, 128), *m = fetch(moved, 256);
    for (int i = 0; i < 128; i++)
        EXPECT(h[i] == (i % 8 ? 0 : 2));
    cudaMemcpy(hd, zd, sizeof hd, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64; i++) {
        double sum = 0;
        for (int k = 0; k < 4; k++)
            sum += (i / 8 + 0.5 * k) * (k - i % 8);
        EXPECT(hd[i] == sum);
    }
    for (int i = 0; i < 256; i++)
        EXPECT(m[i] == i % 16 * 16 + i / 16);
}

// Copies without a map, and cp.async that arrives at an mbarrier.
__global__ void bulk(const float *x, float *z)
{
    __shared__ __align__(128) float t[64], u[64];
    __shared__ uint64_t full[2];
    if (threadIdx.x == 0) {
        pl_mbarrier_init(&full[0], 1);
        pl_mbarrier_init(&full[1], 16);
        pl_fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        pl_mbarrier_arrive_expect(&full[0], 256);
        pl_bulk_load(t, x + blockIdx.x * 64, 256, &full[0]);
    }
    if (threadIdx.x < 16) {
        pl_cp_async16(&u[threadIdx.x * 4], x + blockIdx.x * 64 + threadIdx.x * 4);
        pl_cp_async_mbarrier_arrive(&full[1]);
    }
    pl_mbarrier_wait(&full[0], 0);
    pl_mbarrier_wait(&full[1], 0);
    float v = u[63 - threadIdx.x];
    __syncthreads();
    t[threadIdx.x] += v;
    pl_fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        pl_bulk_store(z + blockIdx.x * 64, t, 256);
        pl_bulk_commit();
        pl_bulk_wait<0>();
    }
}
CASE(bulk)
{
    float *z = floats(64);
    PL_LAUNCH(bulk, 1, 64, 0, 0, floats(64), z);
    float *h = fetch(z, 64);
    for (int i = 0; i < 64; i++)
        EXPECT(h[i] == 63);
}
// Copies to variables of blocks that take turns.
CASE(bulk_cooperative)
{
    float *x = floats(192), *z = floats(192);
    void *values[] = { &x, &z };
    EXPECT(!cudaLaunchCooperativeKernel(bulk, 3, 64, values));
    float *h = fetch(z, 192);
    for (int i = 0; i < 192; i++)
        EXPECT(h[i] == i / 64 * 128 + 63);
}

__global__ void overwritten(const float *x, float *z)
{
    __shared__ __align__(128) float t[64];
    t[threadIdx.x] = x[threadIdx.x];
    pl_fence_proxy_async();
    __syncthreads();
    if (threadIdx.x == 0) {
        pl_bulk_store(z, t, 256); // report overwritten: data race|the thread ends while this copy reads shared memory
        pl_bulk_commit();
    }
    __syncthreads();
    t[threadIdx.x] = 0;           // report overwritten: data race: writes 4 bytes at byte [0-9]* of shared 't'
}
CASE(overwritten) { PL_LAUNCH(overwritten, 1, 64, 0, 0, floats(64), floats(64)); }

// tf32, both operands K-major, in each swizzle and without: one instruction, m64n16k8.
template <int SPAN> __global__ void wgmma_layouts(float *z)
{
    PL_DYNAMIC_SHARED(unsigned char, shared);
    enum { CODE = SPAN == 128 ? 1 : SPAN == 64 ? 2 : SPAN == 32 ? 3 : 0, ROW = SPAN ? SPAN : 16 };
    for (int i = threadIdx.x; i < 80 * 8; i += 128) {
        int row = i / 8, k = i % 8;
        // Without a swizzle: eight rows of 16 bytes, and the next 16 bytes of k after all rows.
        unsigned at = SPAN ? row * ROW + k * 4 : row * 16 + k % 4 * 4 + k / 4 * 80 * 16;
        if (SPAN)
            at ^= (at >> 7 & (SPAN / 16 - 1)) << 4;
        *(float *)(shared + at) = row < 64 ? (float)(row - 3 * k) : (float)(k * k - (row - 64));
    }
    pl_fence_proxy_async();
    __syncthreads();
    uint64_t a = (uint64_t)(80 * 16 >> 4) << 16 | (uint64_t)(8 * ROW >> 4) << 32 | (uint64_t)CODE << 62;
    uint64_t b = a | 64 * ROW >> 4;
    float d[8];
    pl_wgmma_fence();
    pl_wgmma_tf32<16>(d, a, b, 0);
    pl_wgmma_commit();
    pl_wgmma_wait<0>();
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
    for (int e = 0; e < 8; e++)
        z[(row + e / 2 % 2 * 8) * 16 + e / 4 * 8 + lane % 4 * 2 + e % 2] = d[e];
}
CASE(wgmma_layouts)
{
    void (*kernels[])(float *) = { wgmma_layouts<0>, wgmma_layouts<32>, wgmma_layouts<64>, wgmma_layouts<128> };
    for (auto kernel : kernels) {
        float *z = floats(64 * 16);
        PL_LAUNCH(kernel, 1, 128, 80 * 128, 0, z);
        float *h = fetch(z, 64 * 16);
        for (int i = 0; i < 64 * 16; i++) {
            float sum = 0;
            for (int k = 0; k < 8; k++)
                sum += (float)((i / 16 - 3 * k) * (k * k - i % 16));
            EXPECT(h[i] == sum);
        }
    }
}

// Operands of 8 bits, whose lines are 64 rows of x and 64 columns of y; one instruction each, m64n64k32. Values are small integers.
enum Type8 { S8, U8, E4M3, E5M2 };
static __host__ __device__ int value8(Type8 type, int i)
{
    static const int values[4][5] = { { -128, -3, 0, 5, 127 }, { 0, 7, 128, 200, 255 }, { -2, -1, 0, 1, 2 }, { -2, -1, 0, 1, 2 } };
    return values[type][i % 5];
}
static __device__ unsigned char bits8(Type8 type, int i)
{
    int v = value8(type, i), of_one = type == E4M3 ? 0x38 : 0x3c, of_two = 0x40; // 1.0 and 2.0; 0x80 is the sign
    return (unsigned char)(type < E4M3 ? v : v == 0 ? 0 : (v < 0 ? 0x80 : 0) | (v == 1 || v == -1 ? of_one : of_two));
}
static __host__ __device__ int at8(int line, int k) { return line * 3 + k * 7 + line * k; }

// Product 10 * x's type + y's, from shared memory and from registers. OWN: x is in registers.
template <int X, int Y, bool OWN, class T, class Multiply> static __device__ void product8(T *z, Multiply multiply)
{
    PL_DYNAMIC_SHARED(unsigned char, shared);
    for (int i = threadIdx.x; i < 128 * 32; i += 128) {
        int line = i / 32, k = i % 32, at = line * 128 + (k ^ (line % 8 << 4));
        shared[at] = bits8(line < 64 ? (Type8)X : (Type8)Y, at8(line, k));
    }
    pl_fence_proxy_async();
    __syncthreads();
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 * 16 + lane / 4;
    uint32_t own[4] = { 0, 0, 0, 0 };
    for (int r = 0; OWN && r < 4; r++)
        for (int e = 0; e < 4; e++)
            own[r] |= (uint32_t)bits8((Type8)X, at8(row + r % 2 * 8, r / 2 * 16 + lane % 4 * 4 + e)) << 8 * e;
    T sums[32];
    pl_wgmma_fence();
    multiply(sums, own, pl_matrix(shared), pl_matrix(shared + 64 * 128));
    pl_wgmma_commit();
    pl_wgmma_wait<0>();
    for (int e = 0; e < 32; e++)
        z[(row + e / 2 % 2 * 8) * 64 + e / 4 * 8 + lane % 4 * 2 + e % 2] = sums[e];
}
template <class T> static void check8(void (*kernel)(T *), Type8 x, Type8 y)
{
    static T h[64 * 64];
    T *z = (T *)floats(64 * 64);
    PL_LAUNCH(kernel, 1, 128, 128 * 128, 0, z);
    cudaMemcpy(h, z, sizeof h, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 64 * 64; i++) {
        int sum = 0;
        for (int k = 0; k < 32; k++)
            sum += value8(x, at8(i / 64, k)) * value8(y, at8(64 + i % 64, k));
        EXPECT(h[i] == (T)sum);
    }
}
#define PRODUCT8(name, T, x, y)                                                                                        \
    __global__ void name##_shared(T *z)                                                                                \
    {                                                                                                                  \
        product8<x, y, false>(z, [](T(&d)[32], uint32_t(&)[4], uint64_t a, uint64_t b) { pl_wgmma_##name<64>(d, a, b, 0); }); \
    }                                                                                                                  \
    __global__ void name##_own(T *z)                                                                                   \
    {                                                                                                                  \
        product8<x, y, true>(z, [](T(&d)[32], uint32_t(&a)[4], uint64_t, uint64_t b) { pl_wgmma_##name<64>(d, a, b, 0); }); \
    }                                                                                                                  \
    CASE(wgmma_##name)                                                                                                 \
    {                                                                                                                  \
        check8(name##_shared, x, y);                                                                                   \
        check8(name##_own, x, y);                                                                                      \
    }
PRODUCT8(s8, int, S8, S8)
PRODUCT8(s8_u8, int, S8, U8)
PRODUCT8(u8_s8, int, U8, S8)
PRODUCT8(u8, int, U8, U8)
PRODUCT8(e4m3, float, E4M3, E4M3)
PRODUCT8(e4m3_e5m2, float, E4M3, E5M2)
PRODUCT8(e5m2_e4m3, float, E5M2, E4M3)
PRODUCT8(e5m2, float, E5M2, E5M2)

__global__ void turned8(int *z)
{
    int sums[32];
    pl_wgmma_fence();
    pl_wgmma_u8<64, 0, 1>(sums, 1ull << 62, 1ull << 62, 0); // report turned8: wgmma: only operands of 16 bits may be MN-major
    pl_wgmma_wait<0>();
    z[threadIdx.x] = sums[0];
}
CASE(turned8) { PL_LAUNCH(turned8, 1, 128, 32768, 0, (int *)floats(128)); }

__global__ void odd_columns8(int *z)
{
    int sums[20];
    pl_wgmma_fence();
    pl_wgmma_s8<40>(sums, 1ull << 62, 1ull << 62, 0); // report odd_columns8: wgmma: N of integers must be 8, 24 or a multiple of 16, not 40
    pl_wgmma_wait<0>();
    z[threadIdx.x] = sums[0];
}
CASE(odd_columns8) { PL_LAUNCH(odd_columns8, 1, 128, 32768, 0, (int *)floats(128)); }

// ---- sm_90: TMA and wgmma, with a producer warpgroup and a consumer ----

enum { BM = 64, BN = 64, BK = 64, STAGES = 2, X_BYTES = BM * BK * 2, Y_BYTES = BK * BN * 2 };
#define DESCRIPTOR(at, leading, stride) \
    ((uint64_t)(((at) & 0x3ffff) >> 4) | (uint64_t)((leading) >> 4) << 16 | (uint64_t)((stride) >> 4) << 32 | 1ull << 62)

// Without FULL, EMPTY or FENCE the kernel is wrong.
template <bool EMPTY, bool FULL, bool FENCE>
static __device__ void product90(const CUtensorMap *x_map, const CUtensorMap *y_map, const CUtensorMap *z_map, int steps)
{
    PL_DYNAMIC_SHARED(unsigned char, shared);
    unsigned char *x = shared, *y = shared + STAGES * X_BYTES, *z = y + STAGES * Y_BYTES;
    uint64_t *full = (uint64_t *)(z + BM * BN * 2), *empty = full + STAGES;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            pl_mbarrier_init(&full[s], 1);
            pl_mbarrier_init(&empty[s], 1);
        }
        pl_fence_mbarrier_init();
    }
    __syncthreads();
    if (threadIdx.x < 128) {
        if (threadIdx.x == 0)
            for (int k = 0; k < steps; k++) {
                int s = k % STAGES;
                if (EMPTY)
                    pl_mbarrier_wait(&empty[s], (k / STAGES & 1) ^ 1);
                pl_mbarrier_arrive_expect(&full[s], X_BYTES + Y_BYTES); // report no_wait_empty: mbarrier.arrive: more than 1 arrivals
                pl_tma_load_2d(x + s * X_BYTES, x_map, k * BK, blockIdx.x * BM, &full[s]); // report no_wait_empty: data race: writes|writes [0-9]* bytes at
                pl_tma_load_2d(y + s * Y_BYTES, y_map, 0, k * BK, &full[s]);
            }
        return;
    }
    float acc[BN / 2];
    int t = threadIdx.x - 128, lane = t % 32, row = t / 32 * 16 + lane / 4;
    for (int k = 0; k < steps; k++) {
        int s = k % STAGES;
        uint64_t a = DESCRIPTOR(__cvta_generic_to_shared(x + s * X_BYTES), 16, 1024);
        uint64_t b = DESCRIPTOR(__cvta_generic_to_shared(y + s * Y_BYTES), BK * 128, 1024);
        if (FULL)
            pl_mbarrier_wait(&full[s], k / STAGES & 1);
        pl_wgmma_fence();
        for (int kk = 0; kk < BK / 16; kk++)
            pl_wgmma_bf16<BN, 0, 1>(acc, a + kk * 2, b + kk * 128, k + kk > 0); // report no_wait_full: reads 16 bytes at byte [0-9]* of dynamic shared memory while an asynchronous copy|reads 16 bytes at byte [0-9]* of dynamic shared memory, which were never|data race // report no_wait_empty: data race: reads|reads 16 bytes
        pl_wgmma_commit();
        pl_wgmma_wait<0>();
        if (t == 0)
            pl_mbarrier_arrive(&empty[s]);
    }
    for (int c = 0; c < BN / 8; c++) {
        unsigned char *to = z + lane % 4 * 4;
        __nv_bfloat162 v = __floats2bfloat162_rn(acc[c * 4], acc[c * 4 + 1]), w = __floats2bfloat162_rn(acc[c * 4 + 2], acc[c * 4 + 3]);
        *(__nv_bfloat162 *)(to + row * 128 + ((c ^ (row & 7)) << 4)) = v;
        *(__nv_bfloat162 *)(to + (row + 8) * 128 + ((c ^ (row & 7)) << 4)) = w;
    }
    if (FENCE)
        pl_fence_proxy_async();
    pl_barrier_sync(1, 128);
    if (t == 0) {
        pl_tma_store_2d(z_map, 0, blockIdx.x * BM, z); // report no_fence: an asynchronous operation reads
        pl_bulk_commit();
        pl_bulk_wait_read<0>();
    }
}
__global__ void product_sm90(const CUtensorMap x, const CUtensorMap y, const CUtensorMap z, int steps)
{
    product90<true, true, true>(&x, &y, &z, steps);
}
__global__ void no_wait_empty(const CUtensorMap x, const CUtensorMap y, const CUtensorMap z, int steps)
{
    product90<false, true, true>(&x, &y, &z, steps);
}
__global__ void no_wait_full(const CUtensorMap x, const CUtensorMap y, const CUtensorMap z, int steps)
{
    product90<true, false, true>(&x, &y, &z, steps);
}
__global__ void no_fence(const CUtensorMap x, const CUtensorMap y, const CUtensorMap z, int steps)
{
    product90<true, true, false>(&x, &y, &z, steps);
}

static CUtensorMap map_of(void *p, uint64_t rows, uint64_t columns)
{
    CUtensorMap map;
    uint64_t extents[2] = { columns, rows }, strides[1] = { columns * 2 };
    uint32_t box[2] = { 64, 64 }, ones[2] = { 1, 1 };
    EXPECT(!cuTensorMapEncodeTiled(&map, CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, p, extents, strides, box, ones,
                                   CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                                   CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

typedef void Product(CUtensorMap, CUtensorMap, CUtensorMap, int);
static void check_product90(Product *kernel)
{
    enum { M = 100, K = 256, N = 64 };
    static __nv_bfloat16 hx[M * K], hy[K * N], hz[M * N];
    __nv_bfloat16 *x, *y, *z;
    for (int i = 0; i < M * K; i++)
        hx[i] = __nv_bfloat16(number<__nv_bfloat16>(i));
    for (int i = 0; i < K * N; i++)
        hy[i] = __nv_bfloat16(number<__nv_bfloat16>(i / 3));
    cudaMalloc(&x, sizeof hx);
    cudaMalloc(&y, sizeof hy);
    cudaMalloc(&z, sizeof hz);
    cudaMemcpy(x, hx, sizeof hx, cudaMemcpyHostToDevice);
    cudaMemcpy(y, hy, sizeof hy, cudaMemcpyHostToDevice);
    int bytes = STAGES * (X_BYTES + Y_BYTES) + BM * BN * 2 + 64;
    EXPECT(!cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    PL_LAUNCH(kernel, (M + BM - 1) / BM, 256, bytes, 0, map_of(x, M, K), map_of(y, K, N), map_of(z, M, N), K / BK);
    if (cudaDeviceSynchronize())
        return;
    cudaMemcpy(hz, z, sizeof hz, cudaMemcpyDeviceToHost);
    for (int i = 0; i < M * N; i++) {
        float sum = 0;
        for (int k = 0; k < K; k++)
            sum += (float)hx[i / N * K + k] * (float)hy[k * N + i % N];
        EXPECT((float)hz[i] == (float)__nv_bfloat16(sum));
    }
}
CASE(product_sm90) { check_product90(product_sm90); }
CASE(no_wait_empty) { check_product90(no_wait_empty); }
CASE(no_wait_full) { check_product90(no_wait_full); }
CASE(no_fence) { check_product90(no_fence); }

// ---- wgmma whose left operand is in registers ----

// Column 0 of x has the number of the row, and row 0 of y that of the column; the rest of x is 0. The product is added twice.
// Without WAIT or KEPT the kernel is wrong.
template <bool WAIT, bool KEPT> static __device__ void own(float *z)
{
    PL_DYNAMIC_SHARED(unsigned char, shared);
    int t = threadIdx.x, row = t / 32 * 16 + t % 32 / 4;
    for (int k = 0; k < 16; k++)
        if (t < 64)
            *(__nv_bfloat16 *)(shared + ((k * 128 + t * 2) ^ (k % 8 << 4))) = __nv_bfloat16(k == 0 ? (float)t : 1.0f);
    pl_fence_proxy_async();
    __syncthreads();
    float sums[2][16] = {};
    uint32_t x[4] = {};
    if (t % 4 == 0)
        x[0] = __float_as_uint((float)row) >> 16, x[1] = __float_as_uint((float)(row + 8)) >> 16;
    pl_wgmma_fence();
    pl_wgmma_m64n64k16_bf16<1>(sums, x, shared);
    pl_wgmma_m64n64k16_bf16<1>(sums, x, shared);
    pl_wgmma_commit();
    if (!KEPT)
        x[0] = 1; // report left_changes_local: writes the left operand of a wgmma in flight
    if (WAIT)
        pl_wgmma_wait<0>();
    for (int j = 0; j < 16; j++)
        for (int i = 0; i < 2; i++)
            z[(row + 8 * i) * 64 + j / 2 * 8 + t % 4 * 2 + j % 2] = sums[i][j]; // report sums_early_local: reads sums of a wgmma in flight
    pl_wgmma_wait<0>();
}
__global__ void left_own(float *z) { own<true, true>(z); }
__global__ void left_changes_local(float *z) { own<true, false>(z); }
__global__ void sums_early_local(float *z) { own<false, true>(z); }
CASE(left_own)
{
    float *z = floats(64 * 64);
    PL_LAUNCH(left_own, 1, 128, 2048, 0, z);
    float *h = fetch(z, 64 * 64);
    for (int i = 0; i < 64 * 64; i++)
        EXPECT(h[i] == 2 * (i / 64) * (i % 64));
}
CASE(left_changes_local) { PL_LAUNCH(left_changes_local, 1, 128, 2048, 0, floats(64 * 64)); }
CASE(sums_early_local) { PL_LAUNCH(sums_early_local, 1, 128, 2048, 0, floats(64 * 64)); }

// protocols.cu -- three kernels for sm_90a, in small sizes, with the whole protocol by which their threads, blocks and copies work
// together. protocols.sh runs them in every order, and without each step.
//
// In the emulator, WITHOUT=n omits the step on line n, or alters a number there.
#include "test.h"
#include <cuda.h>
#include <cuda_bf16.h>
#include <math.h>
#include "words.h"

#ifdef PL_EMULATOR
static const int without = getenv("WITHOUT") ? atoi(getenv("WITHOUT")) : 0;
#define IS_WITHOUT(line) (without == line)
#else
#define IS_WITHOUT(line) false
#endif
#define STEP(...)                  \
    do                             \
        if (!IS_WITHOUT(__LINE__)) \
            __VA_ARGS__;           \
    while (0)
#define ALTERED IS_WITHOUT(__LINE__)  // a step; 1 if it is the one

enum { GROUP = 128, THREADS = 3 * GROUP, ROWS = 64, LINE = 128, BM = 2 * ROWS, STAGES = 2, PAIR = 2 };

typedef __nv_bfloat16 bf16;

// Two neighbors as one word.
static __device__ uint32_t pair(float low, float high)
{
    bf16 both[2] = { bf16(low), bf16(high) };
    uint32_t word;
    memcpy(&word, both, sizeof word);
    return word;
}

// ---- protocol product: z = x y in bf16. Pairs of blocks share y by multicast, and take tiles in turn; results leave by TMA ----

enum { BN = 128, BK = 64, X_BYTES = BM * LINE, Y_BYTES = BK * BN * 2, Z_BYTES = BM * LINE,
       PRODUCT_BYTES = STAGES * (X_BYTES + Y_BYTES) + Z_BYTES + 2 * STAGES * 8 };

__global__ void __cluster_dims__(2) __launch_bounds__(THREADS, 1)
product(const __grid_constant__ CUtensorMap x_map, const __grid_constant__ CUtensorMap y_map, const __grid_constant__ CUtensorMap z_map,
        int tiles, int across, int steps)
{
    PL_DYNAMIC_SHARED(unsigned char, x);
    unsigned char *y = x + STAGES * X_BYTES, *z = y + STAGES * Y_BYTES;
    uint64_t *full = (uint64_t *)(z + Z_BYTES), *empty = full + STAGES;
    int group = threadIdx.x / GROUP, t = threadIdx.x % GROUP, me = (int)pl_cluster_rank(), clusters = gridDim.x / PAIR;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            pl_mbarrier_init(&full[s], 1 + ALTERED);
            pl_mbarrier_init(&empty[s], 2 * PAIR - ALTERED);
        }
        STEP(pl_fence_mbarrier_init());
    }
    STEP(pl_cluster_sync());
    if (group == 0) {
        STEP(pl_register_dealloc<40>());
        for (int tile = blockIdx.x / PAIR, n = 0; t == 0 && tile < tiles; tile += clusters)
            for (int k = 0; k < steps; k++, n++) {
                int s = n % STAGES, row = (tile / across * PAIR + me) * BM, column = tile % across * BN;
                unsigned is_free = (n / STAGES & 1) ^ 1 ^ ALTERED;
                STEP(pl_mbarrier_wait(&empty[s], is_free));
                unsigned bytes = X_BYTES + Y_BYTES - 64 * ALTERED;
                STEP(pl_mbarrier_arrive_expect(&full[s], bytes));
                STEP(pl_tma_load_2d(x + s * X_BYTES, &x_map, k * BK, row, &full[s]));
                uint16_t blocks = ALTERED ? 1 << me : 3;
                STEP(pl_tma_load_multicast_2d(y + s * Y_BYTES + me * (BK * LINE), &y_map, column + me * 64, k * BK, &full[s], blocks));
            }
    } else {
        pl_register_alloc<232>();
        float sums[2][BN / 4];
        unsigned char *staged = z + (group - 1) * (ROWS * LINE);
        int line = t / 32 * 16 + t % 32 / 4;
        for (int tile = blockIdx.x / PAIR, n = 0; tile < tiles; tile += clusters) {
            for (int k = 0; k < steps; k++, n++) {
                int s = n % STAGES;
                unsigned is_there = (n / STAGES & 1) ^ ALTERED;
                STEP(pl_mbarrier_wait(&full[s], is_there));
                STEP(pl_wgmma_fence());
                for (int kk = 0; kk < BK / 16; kk++)
                    pl_wgmma_m64n128k16_bf16<0, 1>(sums, x + s * X_BYTES + (group - 1) * (ROWS * LINE) + kk * 32,
                                                   y + s * Y_BYTES + kk * 16 * LINE, k + kk > 0);
                STEP(pl_wgmma_commit());
                STEP(pl_wgmma_wait<0>());
                if (t < PAIR)
                    STEP(pl_mbarrier_arrive_at(&empty[s], (unsigned)t));
            }
            for (int half = 0; half < BN / 64; half++) {
                if (t == 0)
                    STEP(pl_bulk_wait_read<0>());
                STEP(pl_barrier_sync((unsigned)group, GROUP));
                for (int c = 0; c < 8; c++)
                    for (int r = 0; r < 2; r++) {
                        const float *two = &sums[r][(half * 8 + c) * 2];
                        *(uint32_t *)(staged + (line + 8 * r) * LINE + ((c ^ (line & 7)) << 4) + t % 4 * 4) = pair(two[0], two[1]);
                    }
                STEP(pl_fence_proxy_async());
                STEP(pl_barrier_sync((unsigned)group, GROUP));
                if (t == 0) {
                    pl_tma_store_2d(&z_map, tile % across * BN + half * 64, (tile / across * PAIR + me) * BM + (group - 1) * ROWS, staged);
                    STEP(pl_bulk_commit());
                }
            }
        }
        if (t == 0)
            STEP(pl_bulk_wait_read<0>());
    }
    STEP(pl_cluster_sync());
}

// ---- protocol attention: o = softmax(q kᵀ) v. Scores and weights stay in registers, and two groups take turns at the matrix unit ----

enum { D = 64, KEYS = 64, Q_BYTES = BM * LINE, KEYS_BYTES = KEYS * LINE,
       ATTENTION_BYTES = Q_BYTES + 2 * STAGES * KEYS_BYTES + (4 * STAGES + 1) * 8 };

struct Row {
    float highest, sum, scale;  // scale: what the sums of earlier keys are multiplied by
};

static __device__ float across_row(float v, bool adds)
{
    for (int by = 1; by < 4; by *= 2) {
        float other = __shfl_xor_sync(0xffffffffu, v, by);
        v = adds ? v + other : fmaxf(v, other);
    }
    return v;
}

static __device__ void weigh(float (&scores)[2][KEYS / 4], Row (&rows)[2])
{
    for (int r = 0; r < 2; r++) {
        float highest = rows[r].highest, sum = 0;
        for (float v : scores[r])
            highest = fmaxf(highest, v);
        highest = across_row(highest, false);
        for (float &v : scores[r])
            sum += v = exp2f(v - highest);
        rows[r].scale = exp2f(rows[r].highest - highest);
        rows[r].sum = rows[r].sum * rows[r].scale + across_row(sum, true);
        rows[r].highest = highest;
    }
}

// The weights as left operands.
static __device__ void convert(uint32_t (&weights)[KEYS / 16][4], const float (&scores)[2][KEYS / 4])
{
    for (int kk = 0; kk < KEYS / 16; kk++)
        for (int r = 0; r < 4; r++) {
            const float *two = &scores[r % 2][(kk * 2 + r / 2) * 2];
            weights[kk][r] = pair(two[0], two[1]);
        }
}

static __device__ void multiply_keys(float (&scores)[2][KEYS / 4], const unsigned char *q, const unsigned char *k)
{
    for (int kk = 0; kk < D / 16; kk++)
        pl_wgmma_m64n64k16_bf16<0, 0>(scores, q + kk * 32, k + kk * 32, kk > 0);
}

static __device__ void multiply_values(float (&sums)[2][D / 4], const uint32_t (&weights)[KEYS / 16][4], const unsigned char *v, bool first)
{
    for (int kk = 0; kk < KEYS / 16; kk++)
        pl_wgmma_m64n64k16_bf16<1>(sums, weights[kk], v + kk * 16 * LINE, !first || kk > 0);
}

__global__ void __launch_bounds__(THREADS, 1)
attention(const __grid_constant__ CUtensorMap q_map, const __grid_constant__ CUtensorMap k_map, const __grid_constant__ CUtensorMap v_map,
          float *o, int steps)
{
    PL_DYNAMIC_SHARED(unsigned char, q);
    unsigned char *k = q + Q_BYTES, *v = k + STAGES * KEYS_BYTES;
    uint64_t *full_q = (uint64_t *)(v + STAGES * KEYS_BYTES);
    uint64_t *full_k = full_q + 1, *full_v = full_k + STAGES, *empty_k = full_v + STAGES, *empty_v = empty_k + STAGES;
    int group = threadIdx.x / GROUP, t = threadIdx.x % GROUP, first = blockIdx.x * BM;
    if (threadIdx.x == 0) {
        pl_mbarrier_init(full_q, 1 + ALTERED);
        for (int s = 0; s < STAGES; s++) {
            pl_mbarrier_init(&full_k[s], 1 + ALTERED);
            pl_mbarrier_init(&full_v[s], 1 + ALTERED);
            pl_mbarrier_init(&empty_k[s], 2 - ALTERED);
            pl_mbarrier_init(&empty_v[s], 2 - ALTERED);
        }
        STEP(pl_fence_mbarrier_init());
    }
    STEP(__syncthreads());
    if (group == 0) {
        STEP(pl_register_dealloc<24>());
        if (t)
            return;
        STEP(pl_mbarrier_arrive_expect(full_q, Q_BYTES));
        STEP(pl_tma_load_2d(q, &q_map, 0, first, full_q));
        for (int j = 0; j < steps; j++) {
            int s = j % STAGES;
            unsigned k_is_free = (j / STAGES & 1) ^ 1 ^ ALTERED;
            STEP(pl_mbarrier_wait(&empty_k[s], k_is_free));
            STEP(pl_mbarrier_arrive_expect(&full_k[s], KEYS_BYTES));
            STEP(pl_tma_load_2d(k + s * KEYS_BYTES, &k_map, 0, j * KEYS, &full_k[s]));
            unsigned v_is_free = (j / STAGES & 1) ^ 1 ^ ALTERED;
            STEP(pl_mbarrier_wait(&empty_v[s], v_is_free));
            STEP(pl_mbarrier_arrive_expect(&full_v[s], KEYS_BYTES));
            STEP(pl_tma_load_2d(v + s * KEYS_BYTES, &v_map, 0, j * KEYS, &full_v[s]));
        }
        return;
    }
    pl_register_alloc<240>();
    float scores[2][KEYS / 4], sums[2][D / 4];
    uint32_t weights[KEYS / 16][4];
    Row rows[2] = { { -INFINITY, 0, 0 }, { -INFINITY, 0, 0 } };
    const unsigned char *own = q + (group - 1) * (ROWS * LINE);
    STEP(pl_mbarrier_wait(full_q, 0));
    if (group == 2)
        STEP(pl_barrier_arrive(3, 2 * GROUP));  // the first turn is that of group 1
    STEP(pl_mbarrier_wait(&full_k[0], 0));
    STEP(pl_wgmma_fence());
    multiply_keys(scores, own, k);
    STEP(pl_wgmma_commit());
    STEP(pl_wgmma_wait<0>());
    if (t == 0)
        STEP(pl_mbarrier_arrive(&empty_k[0]));
    weigh(scores, rows);
    convert(weights, scores);
    for (int j = 1; j < steps; j++) {
        int s = j % STAGES, before = (j - 1) % STAGES;
        unsigned k_is_there = (j / STAGES & 1) ^ ALTERED;
        STEP(pl_mbarrier_wait(&full_k[s], k_is_there));
        STEP(pl_barrier_sync(2 + (unsigned)group, 2 * GROUP));
        STEP(pl_wgmma_fence());
        multiply_keys(scores, own, k + s * KEYS_BYTES);
        STEP(pl_wgmma_commit());
        unsigned v_is_there = ((j - 1) / STAGES & 1) ^ ALTERED;
        STEP(pl_mbarrier_wait(&full_v[before], v_is_there));
        multiply_values(sums, weights, v + before * KEYS_BYTES, j == 1);
        STEP(pl_wgmma_commit());
        STEP(pl_barrier_arrive(5 - (unsigned)group, 2 * GROUP));
        STEP(pl_wgmma_wait<1>());
        if (t == 0)
            STEP(pl_mbarrier_arrive(&empty_k[s]));
        weigh(scores, rows);  // while the second product is computed
        STEP(pl_wgmma_wait<0>());
        if (t == 0)
            STEP(pl_mbarrier_arrive(&empty_v[before]));
        for (int r = 0; r < 2; r++)
            for (float &sum : sums[r])
                sum *= rows[r].scale;
        convert(weights, scores);
    }
    int last = (steps - 1) % STAGES;
    unsigned v_is_there = ((steps - 1) / STAGES & 1) ^ ALTERED;
    STEP(pl_mbarrier_wait(&full_v[last], v_is_there));
    STEP(pl_wgmma_fence());
    multiply_values(sums, weights, v + last * KEYS_BYTES, steps == 1);
    STEP(pl_wgmma_commit());
    STEP(pl_wgmma_wait<0>());
    int line = first + (group - 1) * ROWS + t / 32 * 16 + t % 32 / 4;
    for (int r = 0; r < 2; r++) {
        for (float &sum : sums[r])
            sum /= rows[r].sum;
        for (int c = 0; c < D / 4; c++)
            o[(line + 8 * r) * D + c / 2 * 8 + t % 4 * 2 + c % 2] = sums[r][c];
    }
}

// ---- protocol product8: z = x yᵀ of int8. A stage is given back one step later, while the next product is computed ----

enum { BN8 = 64, BK8 = LINE, X8_BYTES = BM * BK8, Y8_BYTES = BN8 * BK8, PRODUCT8_BYTES = STAGES * (X8_BYTES + Y8_BYTES) + 2 * STAGES * 8 };

__global__ void __cluster_dims__(2) __launch_bounds__(THREADS, 1)
product8(const __grid_constant__ CUtensorMap x_map, const __grid_constant__ CUtensorMap y_map, int *z, int tiles, int across, int steps)
{
    PL_DYNAMIC_SHARED(unsigned char, x);
    unsigned char *y = x + STAGES * X8_BYTES;
    uint64_t *full = (uint64_t *)(y + STAGES * Y8_BYTES), *empty = full + STAGES;
    int group = threadIdx.x / GROUP, t = threadIdx.x % GROUP, me = (int)pl_cluster_rank(), clusters = gridDim.x / PAIR;
    if (threadIdx.x == 0) {
        for (int s = 0; s < STAGES; s++) {
            pl_mbarrier_init(&full[s], 1 + ALTERED);
            pl_mbarrier_init(&empty[s], 2 * PAIR - ALTERED);
        }
        STEP(pl_fence_mbarrier_init());
    }
    STEP(pl_cluster_sync());
    if (group == 0) {
        STEP(pl_register_dealloc<40>());
        for (int tile = blockIdx.x / PAIR, n = 0; t == 0 && tile < tiles; tile += clusters)
            for (int k = 0; k < steps; k++, n++) {
                int s = n % STAGES, row = (tile / across * PAIR + me) * BM, column = tile % across * BN8;
                unsigned is_free = (n / STAGES & 1) ^ 1 ^ ALTERED;
                STEP(pl_mbarrier_wait(&empty[s], is_free));
                STEP(pl_mbarrier_arrive_expect(&full[s], X8_BYTES + Y8_BYTES));
                STEP(pl_tma_load_2d(x + s * X8_BYTES, &x_map, k * BK8, row, &full[s]));
                STEP(pl_tma_load_multicast_2d(y + s * Y8_BYTES + me * (Y8_BYTES / PAIR), &y_map, k * BK8, column + me * (BN8 / PAIR), &full[s], 3));
            }
    } else {
        pl_register_alloc<232>();
        for (int tile = blockIdx.x / PAIR, n = 0; tile < tiles; tile += clusters) {
            int sums[2][BN8 / 4] = {};
            for (int k = 0; k < steps; k++, n++) {
                int s = n % STAGES;
                unsigned is_there = (n / STAGES & 1) ^ ALTERED;
                STEP(pl_mbarrier_wait(&full[s], is_there));
                STEP(pl_wgmma_fence());
                for (int kk = 0; kk < BK8 / 32; kk++)
                    pl_wgmma_m64n64k32_s8(sums, x + s * X8_BYTES + (group - 1) * (ROWS * LINE) + kk * 32, y + s * Y8_BYTES + kk * 32);
                STEP(pl_wgmma_commit());
                STEP(pl_wgmma_wait<1>());
                int complete = (n - 1 + ALTERED) % STAGES;
                if (k > 0 && t < PAIR)
                    STEP(pl_mbarrier_arrive_at(&empty[complete], (unsigned)t));
            }
            STEP(pl_wgmma_wait<0>());
            if (t < PAIR)
                STEP(pl_mbarrier_arrive_at(&empty[(n - 1) % STAGES], (unsigned)t));
            int line = (tile / across * PAIR + me) * BM + (group - 1) * ROWS + t / 32 * 16 + t % 32 / 4;
            for (int r = 0; r < 2; r++)
                for (int c = 0; c < BN8 / 4; c++)
                    z[(line + 8 * r) * across * BN8 + tile % across * BN8 + c / 2 * 8 + t % 4 * 2 + c % 2] = sums[r][c];
        }
    }
    STEP(pl_cluster_sync());
}

// ---- The results ----

// Three tiles for two pairs of blocks.
enum { M = PAIR * BM, ACROSS = 3, STEPS = 3 };

// Returns a map of rows x columns elements, in swizzled boxes of 128 bytes of a row.
template <class T> static CUtensorMap map_of(T *at, int rows, int columns, int box_rows)
{
    CUtensorMap map;
    uint64_t extents[2] = { (uint64_t)columns, (uint64_t)rows }, strides[1] = { columns * sizeof(T) };
    uint32_t box[2] = { LINE / sizeof(T), (uint32_t)box_rows }, ones[2] = { 1, 1 };
    EXPECT(!cuTensorMapEncodeTiled(&map, sizeof(T) == 1 ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, 2, at, extents,
                                   strides, box, ones, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                   CU_TENSOR_MAP_L2_PROMOTION_NONE, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE));
    return map;
}

template <class T> static T *on_device(const T *values, int n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    cudaMemcpy(p, values, n * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}

static int small(int i, int seed, int range) { return (i * 7 + i / 11 + seed) % (2 * range + 1) - range; }

CASE(product)
{
    enum { K = STEPS * BK, N = ACROSS * BN };
    static bf16 x[M * K], y[K * N], z[M * N];
    for (int i = 0; i < M * K; i++)
        x[i] = bf16((float)small(i, 1, 1));  // no sum exceeds 256, so bf16 has it
    for (int i = 0; i < K * N; i++)
        y[i] = bf16((float)small(i, 2, 1));
    bf16 *to = on_device(z, M * N);
    EXPECT(!cudaFuncSetAttribute(product, cudaFuncAttributeMaxDynamicSharedMemorySize, PRODUCT_BYTES));
    PL_LAUNCH(product, 2 * PAIR, THREADS, PRODUCT_BYTES, 0, map_of(on_device(x, M * K), M, K, BM), map_of(on_device(y, K * N), K, N, BK),
              map_of(to, M, N, ROWS), ACROSS, ACROSS, STEPS);
    if (cudaDeviceSynchronize())
        return;
    cudaMemcpy(z, to, sizeof z, cudaMemcpyDeviceToHost);
    for (int i = 0; i < M * N; i++) {
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += small(i / N * K + k, 1, 1) * small(k * N + i % N, 2, 1);
        EXPECT((float)z[i] == (float)sum);
    }
}

CASE(attention)
{
    enum { S = 2 * BM };
    static bf16 q[S * D], k[S * D], v[S * D];
    static float o[S * D];
    for (int i = 0; i < S * D; i++) {
        q[i] = bf16((float)small(i, 1, 2) / 4);
        k[i] = bf16((float)small(i, 2, 2) / 4);
        v[i] = bf16((float)small(i, 3, 4));
    }
    float *to = on_device(o, S * D);
    EXPECT(!cudaFuncSetAttribute(attention, cudaFuncAttributeMaxDynamicSharedMemorySize, ATTENTION_BYTES));
    PL_LAUNCH(attention, S / BM, THREADS, ATTENTION_BYTES, 0, map_of(on_device(q, S * D), S, D, BM), map_of(on_device(k, S * D), S, D, KEYS),
              map_of(on_device(v, S * D), S, D, KEYS), to, S / KEYS);
    if (cudaDeviceSynchronize())
        return;
    cudaMemcpy(o, to, sizeof o, cudaMemcpyDeviceToHost);
    for (int i = 0; i < S; i++) {
        double weights[S], sum = 0;
        for (int j = 0; j < S; j++) {
            double score = 0;
            for (int d = 0; d < D; d++)
                score += (double)(float)q[i * D + d] * (float)k[j * D + d];
            sum += weights[j] = exp2(score);
        }
        for (int d = 0; d < D; d++) {
            double mean = 0;
            for (int j = 0; j < S; j++)
                mean += weights[j] / sum * (float)v[j * D + d];
            // A weight in bf16 is off by 2^-9 of itself at most, and no value exceeds 4.
            EXPECT(fabs(o[i * D + d] - mean) <= 4 * (1.0 / 512 + 1e-5));
        }
    }
}

CASE(product8)
{
    enum { K = STEPS * BK8, N = ACROSS * BN8 };
    static signed char x[M * K], y[N * K];
    static int z[M * N];
    for (int i = 0; i < M * K; i++)
        x[i] = (signed char)small(i, 1, 128);
    for (int i = 0; i < N * K; i++)
        y[i] = (signed char)small(i, 2, 127);
    int *to = on_device(z, M * N);
    EXPECT(!cudaFuncSetAttribute(product8, cudaFuncAttributeMaxDynamicSharedMemorySize, PRODUCT8_BYTES));
    PL_LAUNCH(product8, 2 * PAIR, THREADS, PRODUCT8_BYTES, 0, map_of(on_device(x, M * K), M, K, BM),
              map_of(on_device(y, N * K), N, K, BN8 / PAIR), to, ACROSS, ACROSS, STEPS);
    if (cudaDeviceSynchronize())
        return;
    cudaMemcpy(z, to, sizeof z, cudaMemcpyDeviceToHost);
    for (int i = 0; i < M * N; i++) {
        int sum = 0;
        for (int k = 0; k < K; k++)
            sum += x[i / N * K + k] * y[i % N * K + k];
        EXPECT(z[i] == sum);
    }
}

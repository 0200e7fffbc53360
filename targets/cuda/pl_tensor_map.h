/* pl_tensor_map.h -- what the launcher of a call with a kernel for sm_90a uses: whether that kernel can run, and the tensor maps of
   the arrays that it fetches by TMA.

       CUtensorMap x_map;
       if (pl_cuda_has_sm_90a(&call, matmul_kernel_sm_90a, 384, 192 * 1024 + 64) &&
           pl_cuda_map(&call, "x", &x_map, x_array, 2, PL_LONGS(m, k), PL_LONGS(64, 128)))
           pl_cuda_launch_sm_90a(&call, matmul_kernel_sm_90a, …);
       else
           pl_cuda_launch(&call, matmul_kernel, …);                 // for sm_80; the results are the same

   In the environment:

       PALLAS=schedule=sm_80|sm_90a    take this kernel, where a call has both; sm_90a: it fails where the kernel cannot run
       PALLAS=cluster=1|2              1: a block runs one program, alone; 2: pairs of blocks take programs in turn, and share what both
                                       need. Default: pairs, unless they would take longer because some have one program only
       PALLAS=groups=N                 at most about N blocks take programs in turn; default: as pairs, one for each multiprocessor
       PALLAS=stores=direct            threads store results themselves, rather than the copy engine
       PALLAS=trace                    print which kernel each such call takes, and why */
#ifndef PL_TENSOR_MAP_H
#define PL_TENSOR_MAP_H

#include "pl_cuda.h"
#include <cuda.h>

enum { PL_CUDA_BOX_DIMS = 5 };

inline bool pl_cuda_says_(const char *setting, const char *value)
{
    const char *said = pl_call_setting(setting);
    return said && strlen(value) == strcspn(said, ",; ") && !strncmp(said, value, strlen(value));
}

/* The kernel for sm_90a does not run: that for sm_80 does, unless the user wants the other. */
inline bool pl_cuda_not_sm_90a_(pl_cuda_call *call, const char *why)
{
    if (pl_cuda_says_("schedule=", "sm_90a"))
        pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_SCHEDULE_OF_CUDA_, why);
    else
        pl_cuda_trace_(call, "sm_80", why);
    return false;
}

#ifdef PL_EMULATOR
#define PL_CUDA_OTHER_CODE_ "the loaded code is not for sm_90a; PALLAS=arch=sm_90a makes the emulator run that"
#else
#define PL_CUDA_OTHER_CODE_ "the loaded code is not for sm_90a, or the device is another; nvcc -arch=sm_90a compiles it"
#endif

/* Whether the loaded code is for sm_90a, not for another GPU, where this kernel is empty: then it takes blocks of one thread. */
template <typename... Wanted>
bool pl_cuda_has_sm_90a(pl_cuda_call *call, void (*kernel)(Wanted...), int threads, size_t shared)
{
    if (pl_cuda_says_("schedule=", "sm_80"))
        return pl_cuda_not_sm_90a_(call, "PALLAS says so");
    const pl_cuda_known *loaded = pl_cuda_know_(call, (const void *)kernel);
    size_t most = 0;
    if (!loaded || !pl_cuda_ask_most_shared_(call, &most))
        return false;
    if (loaded->version != 90 || loaded->threads < threads)
        return pl_cuda_not_sm_90a_(call, PL_CUDA_OTHER_CODE_);
    if (shared > most)
        return pl_cuda_not_sm_90a_(call, "a block has too little shared memory");
    return true;
}

/* For a kernel whose blocks take programs in turn, and share what two neighbors among `rows` programs need. One block fits on a
   multiprocessor. Pairs save an eighth of the time (docs/performance.md), unless programs without a neighbor cost more rounds.
   PL_SCHEDULE may say how many blocks run together (0: it does not), and whether they take programs in turn (-1: as pairs only). */
inline void pl_cuda_pair(pl_cuda_call *call, long rows, int cluster = 0, int persistent = -1)
{
    int units = 2;
    pl_cuda_ask_device_(call, cudaDevAttrMultiProcessorCount, &units);
    const size_t programs = (size_t)call->host.programs, pairs = programs / rows * ((rows + 1) / 2), at_once = units > 1 ? units / 2 : 1;
    const size_t rounds = (pairs + at_once - 1) / at_once, rounds_alone = (programs + units - 1) / units;
    const bool pays = rows > 1 && 7 * rounds <= 8 * rounds_alone;
    call->cluster = pl_cuda_says_("cluster=", "2") ? 2 : pl_cuda_says_("cluster=", "1") ? 1 : cluster ? cluster : pays ? 2 : 1;
    const bool in_turn = persistent < 0 ? call->cluster > 1 : persistent;
    const size_t most = pl_cuda_setting_("groups=", in_turn ? (size_t)units : 2 * programs) / call->cluster;
    const size_t clusters = call->cluster > 1 ? pairs : programs;
    call->in_turn = true;
    call->blocks = call->cluster * (clusters < most ? clusters : most > 1 ? most : 1);
}

template <typename... Wanted, typename... Given>
void pl_cuda_launch_sm_90a(pl_cuda_call *call, void (*kernel)(Wanted...), unsigned threads, size_t shared, Given... arguments)
{
    if (!call->in_turn)                 /* the kernel for sm_80 may have fewer, for each of which there is memory */
        call->blocks = (size_t)call->host.programs;
    const bool in_turn = call->blocks < (size_t)call->host.programs;
    pl_cuda_trace_(call, "sm_90a", call->cluster > 1 ? in_turn ? "blocks in pairs take programs in turn" : "blocks in pairs"
                                                     : in_turn ? "blocks take programs in turn" : "");
    pl_cuda_launch(call, kernel, threads, shared, arguments...);
}

/* ==== Tensor maps ======================================================================================== */

/* What a map is made of. */
struct pl_cuda_boxes {
    const void *at;
    long rank, element, extents[PL_CUDA_BOX_DIMS], box[PL_CUDA_BOX_DIMS];       /* the innermost first */
};

inline CUtensorMapDataType pl_cuda_map_type_(const pl_f16 *) { return CU_TENSOR_MAP_DATA_TYPE_FLOAT16; }
inline CUtensorMapDataType pl_cuda_map_type_(const pl_bf16 *) { return CU_TENSOR_MAP_DATA_TYPE_BFLOAT16; }
inline CUtensorMapDataType pl_cuda_map_type_(const pl_f8e4m3 *) { return CU_TENSOR_MAP_DATA_TYPE_UINT8; }
inline CUtensorMapDataType pl_cuda_map_type_(const pl_f8e5m2 *) { return CU_TENSOR_MAP_DATA_TYPE_UINT8; }
template <typename T> CUtensorMapDataType pl_cuda_map_type_(const T *)
{
    return sizeof(T) == 1 ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : sizeof(T) == 2 ? CU_TENSOR_MAP_DATA_TYPE_UINT16 : CU_TENSOR_MAP_DATA_TYPE_UINT32;
}

/* Why TMA cannot copy from the array; NULL: it can. */
inline const char *pl_cuda_no_boxes_(const pl_cuda_boxes *b)
{
    if ((uintptr_t)b->at % 16)
        return "begins at no multiple of 16 bytes";
    if (b->rank > 1 && b->extents[0] * b->element % 16)
        return "has rows that are no multiple of 16 bytes";
    for (long d = 0, bytes = b->element; d < b->rank; d++, bytes *= b->extents[d - 1])
        if (b->extents[d] < 1 || b->extents[d] > INT_MAX || bytes >= 1L << 40)
            return "has an extent that TMA cannot count";
    return NULL;
}

typedef CUresult pl_cuda_encode(CUtensorMap *, CUtensorMapDataType, cuuint32_t, void *, const cuuint64_t *, const cuuint64_t *,
                                const cuuint32_t *, const cuuint32_t *, CUtensorMapInterleave, CUtensorMapSwizzle,
                                CUtensorMapL2promotion, CUtensorMapFloatOOBfill);

/* The driver's function that makes maps; NULL: it has none. The program is not linked with the driver. */
inline pl_cuda_encode *pl_cuda_find_encode_()
{
    void *found = NULL;
    cudaDriverEntryPointQueryResult result = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    cudaError_t error = cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &found, 12000, cudaEnableDefault, &result);
#else
    cudaError_t error = cudaGetDriverEntryPoint("cuTensorMapEncodeTiled", &found, cudaEnableDefault, &result);
#endif
    if (error != cudaSuccess)
        cudaGetLastError();
    return error == cudaSuccess && result == cudaDriverEntryPointSuccess ? (pl_cuda_encode *)found : NULL;
}

inline bool pl_cuda_encode_(CUtensorMap *map, CUtensorMapDataType type, const pl_cuda_boxes *b)
{
    static pl_cuda_encode *const encode = pl_cuda_find_encode_();
    cuuint64_t extents[PL_CUDA_BOX_DIMS], strides[PL_CUDA_BOX_DIMS], bytes = (cuuint64_t)b->element;
    cuuint32_t box[PL_CUDA_BOX_DIMS], steps[PL_CUDA_BOX_DIMS];
    for (long d = 0; d < b->rank; d++) {
        extents[d] = (cuuint64_t)b->extents[d], box[d] = (cuuint32_t)b->box[d], steps[d] = 1;
        strides[d] = bytes *= extents[d];
    }
    return encode && encode(map, type, (cuuint32_t)b->rank, (void *)(uintptr_t)b->at, extents, strides, box, steps,
                            CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B, CU_TENSOR_MAP_L2_PROMOTION_L2_256B,
                            CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}

/* Maps that this thread has made last: programs often call with the same arrays. A map has the address, not what is there. */
struct pl_cuda_known_map {
    pl_cuda_boxes of;
    CUtensorMap map;
};
enum { PL_CUDA_KNOWN_MAPS = 16 };
inline thread_local pl_cuda_known_map pl_cuda_known_maps_[PL_CUDA_KNOWN_MAPS];
inline thread_local unsigned pl_cuda_next_map_;

inline bool pl_cuda_find_map_(CUtensorMap *map, const pl_cuda_boxes *b)
{
    for (const pl_cuda_known_map &k : pl_cuda_known_maps_)
        if (!memcmp(&k.of, b, sizeof *b)) {
            *map = k.map;
            return true;
        }
    return false;
}

inline void pl_cuda_keep_map_(const CUtensorMap *map, const pl_cuda_boxes *b)
{
    pl_cuda_known_map *k = &pl_cuda_known_maps_[pl_cuda_next_map_++ % PL_CUDA_KNOWN_MAPS];
    k->of = *b;
    k->map = *map;
}

/* Makes the map of an array: boxes of these extents, the innermost first, in lines of 128 bytes that are swizzled. Returns why there is
   none; NULL: there is one. */
template <typename T>
const char *pl_cuda_make_map_(CUtensorMap *map, const T *at, int rank, const long *extents, const long *box)
{
    pl_cuda_boxes b = {};
    b.at = at, b.rank = rank, b.element = sizeof(T);
    for (int d = 0; d < rank; d++)
        b.extents[d] = extents[rank - 1 - d], b.box[d] = box[d];
    const char *wrong = pl_cuda_no_boxes_(&b);
    if (wrong || pl_cuda_find_map_(map, &b))
        return wrong;
    if (!pl_cuda_encode_(map, pl_cuda_map_type_(at), &b))
        return "has no tensor map: the driver makes none";
    pl_cuda_keep_map_(map, &b);
    return NULL;
}

/* Of an array that the kernel fetches: without a map, that for sm_80 runs. */
template <typename T>
bool pl_cuda_map(pl_cuda_call *call, const char *name, CUtensorMap *map, const T *at, int rank, const long *extents, const long *box)
{
    char why[200];
    const char *wrong = pl_cuda_make_map_(map, at, rank, extents, box);
    if (!wrong)
        return true;
    snprintf(why, sizeof why, "'%s' %s", name, wrong);
    return pl_cuda_not_sm_90a_(call, why);
}

/* Of an array of results: without a map, threads store them. */
template <typename T>
bool pl_cuda_map_results(pl_cuda_call *call, const char *name, CUtensorMap *map, const T *at, int rank, const long *extents, const long *box)
{
    const char *wrong = pl_cuda_says_("stores=", "direct") ? "is stored so, as PALLAS says" : pl_cuda_make_map_(map, at, rank, extents, box);
    if (!wrong)
        return true;
    *map = CUtensorMap();
    if (pl_call_setting("trace"))
        fprintf(stderr, "pallas: call %s, %s:%d: threads store results: '%s' %s\n", call->host.name, call->host.file, call->host.line, name,
                wrong);
    return false;
}

#endif

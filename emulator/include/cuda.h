/* cuda.h -- the part of the driver API that TMA needs: CUtensorMap and cuTensorMapEncodeTiled. */
#ifndef PL_EMULATOR_CUDA_H
#define PL_EMULATOR_CUDA_H

#include "cuda_runtime_api.h"
#include <stdint.h>

typedef uint32_t cuuint32_t;
typedef uint64_t cuuint64_t;
typedef enum { CUDA_SUCCESS = 0, CUDA_ERROR_INVALID_VALUE = 1 } CUresult;

#if defined __cplusplus
struct alignas(64) CUtensorMap { uint64_t opaque[16]; };
#else
typedef struct { _Alignas(64) uint64_t opaque[16]; } CUtensorMap;
#endif

typedef enum {
    CU_TENSOR_MAP_DATA_TYPE_UINT8 = 0, CU_TENSOR_MAP_DATA_TYPE_UINT16, CU_TENSOR_MAP_DATA_TYPE_UINT32,
    CU_TENSOR_MAP_DATA_TYPE_INT32, CU_TENSOR_MAP_DATA_TYPE_UINT64, CU_TENSOR_MAP_DATA_TYPE_INT64,
    CU_TENSOR_MAP_DATA_TYPE_FLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, CU_TENSOR_MAP_DATA_TYPE_FLOAT64,
    CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ, CU_TENSOR_MAP_DATA_TYPE_TFLOAT32,
    CU_TENSOR_MAP_DATA_TYPE_TFLOAT32_FTZ
} CUtensorMapDataType;
typedef enum { CU_TENSOR_MAP_INTERLEAVE_NONE = 0 } CUtensorMapInterleave;
typedef enum {
    CU_TENSOR_MAP_SWIZZLE_NONE = 0, CU_TENSOR_MAP_SWIZZLE_32B, CU_TENSOR_MAP_SWIZZLE_64B, CU_TENSOR_MAP_SWIZZLE_128B
} CUtensorMapSwizzle;
typedef enum {
    CU_TENSOR_MAP_L2_PROMOTION_NONE = 0, CU_TENSOR_MAP_L2_PROMOTION_L2_64B, CU_TENSOR_MAP_L2_PROMOTION_L2_128B,
    CU_TENSOR_MAP_L2_PROMOTION_L2_256B
} CUtensorMapL2promotion;
typedef enum {
    CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE = 0, CU_TENSOR_MAP_FLOAT_OOB_FILL_NAN_REQUEST_ZERO_FMA
} CUtensorMapFloatOOBfill;

#ifdef __cplusplus
extern "C" {
#endif
CUresult cuTensorMapEncodeTiled(CUtensorMap *, CUtensorMapDataType, cuuint32_t rank, void *address, const cuuint64_t *extents,
                                const cuuint64_t *strides, const cuuint32_t *box, const cuuint32_t *element_strides,
                                CUtensorMapInterleave, CUtensorMapSwizzle, CUtensorMapL2promotion, CUtensorMapFloatOOBfill);
enum cudaDriverEntryPointQueryResult { cudaDriverEntryPointSuccess = 0, cudaDriverEntryPointSymbolNotFound = 1 };
enum { cudaEnableDefault = 0 };
cudaError_t pl_emulator_entry_point(const char *name, void **function, int *result);
#ifdef __cplusplus
}
static inline cudaError_t cudaGetDriverEntryPoint(const char *name, void **function, unsigned long long,
                                                  cudaDriverEntryPointQueryResult *result = nullptr)
{
    int found;
    cudaError_t e = pl_emulator_entry_point(name, function, &found);
    if (result)
        *result = static_cast<cudaDriverEntryPointQueryResult>(found);
    return e;
}
static inline cudaError_t cudaGetDriverEntryPointByVersion(const char *name, void **function, unsigned, unsigned long long flags,
                                                           cudaDriverEntryPointQueryResult *result = nullptr)
{
    return cudaGetDriverEntryPoint(name, function, flags, result);
}
#endif
#endif

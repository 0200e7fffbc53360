// vector_types.h -- included by cuda_runtime.h in CUDA.
#include "cuda_runtime.h"

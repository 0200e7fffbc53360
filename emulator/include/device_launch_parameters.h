// device_launch_parameters.h -- included by cuda_runtime.h in CUDA.
#include "cuda_runtime.h"

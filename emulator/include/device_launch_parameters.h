// device_launch_parameters.h -- in CUDA a part of cuda_runtime.h.
#include "cuda_runtime.h"

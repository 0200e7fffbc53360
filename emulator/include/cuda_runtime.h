// cuda_runtime.h -- CUDA C++ for the emulator. Compile a .cu file as C++17 with this folder on the include path; see
// docs/emulator.md.
#ifndef PL_EMULATOR_CUDA_RUNTIME_H
#define PL_EMULATOR_CUDA_RUNTIME_H

#ifndef __cplusplus
#include "cuda_runtime_api.h"
#else
#include "emulator/keywords.h"
#include "cuda_runtime_api.h"
#include "emulator/launch.h"
#include "emulator/math.h"
#include "emulator/threads.h"
#include "emulator/atomics.h"
#endif

#endif

// cooperative_groups.h -- groups that synchronize a block or a grid: this_thread_block() and this_grid().
#ifndef PL_EMULATOR_COOPERATIVE_GROUPS_H
#define PL_EMULATOR_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

struct thread_block {
    PL_EMULATOR_MEMBER void sync() const { pl_emulator_syncthreads(PL_VOTE_NONE, 0, PL_HERE); }
    unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
    unsigned thread_rank() const { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
};
struct grid_group {
    PL_EMULATOR_MEMBER void sync() const { pl_emulator_grid_sync(PL_HERE); }
    unsigned long long size() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_block().size(); }
    unsigned long long thread_rank() const
    {
        return (blockIdx.x + gridDim.x * (blockIdx.y + (unsigned long long)gridDim.y * blockIdx.z)) * thread_block().size() +
               thread_block().thread_rank();
    }
    bool is_valid() const { return true; }
};
static inline thread_block this_thread_block() { return thread_block(); }
static inline grid_group this_grid() { return grid_group(); }
static inline void sync(const thread_block &g) { g.sync(); }
static inline void sync(const grid_group &g) { g.sync(); }

}  // namespace cooperative_groups

#endif

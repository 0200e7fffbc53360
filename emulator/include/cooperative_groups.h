// cooperative_groups.h -- groups that synchronize: this_thread_block(), this_cluster() and this_grid().
#ifndef PL_EMULATOR_COOPERATIVE_GROUPS_H
#define PL_EMULATOR_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

namespace cooperative_groups {

struct thread_block {
    PL_EMULATOR_MEMBER void sync() const { pl_emulator_syncthreads(PL_VOTE_NONE, 0, PL_HERE); }
    unsigned size() const { return blockDim.x * blockDim.y * blockDim.z; }
    unsigned thread_rank() const { return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z); }
};
struct cluster_group {
    PL_EMULATOR_MEMBER void sync() const
    {
        pl_emulator_cluster_arrive(PL_HERE);
        pl_emulator_cluster_wait(PL_HERE);
    }
    PL_EMULATOR_MEMBER void barrier_arrive() const { pl_emulator_cluster_arrive(PL_HERE); }
    PL_EMULATOR_MEMBER void barrier_wait() const { pl_emulator_cluster_wait(PL_HERE); }
    unsigned block_rank() const { return pl_emulator_cluster_rank(); }
    unsigned num_blocks() const { return pl_emulator_cluster_blocks(); }
    template <class T> PL_EMULATOR_MEMBER T *map_shared_rank(T *p, unsigned rank) const
    {
        return static_cast<T *>(pl_emulator_cluster_map(p, rank, PL_HERE));
    }
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
static inline cluster_group this_cluster() { return cluster_group(); }
static inline grid_group this_grid() { return grid_group(); }
static inline void sync(const thread_block &g) { g.sync(); }
static inline void sync(const cluster_group &g) { g.sync(); }
static inline void sync(const grid_group &g) { g.sync(); }

}  // namespace cooperative_groups

#endif

// protocol.h -- the functions of the emulator that the headers call. `here` is the return address of the user's call.
#ifndef PL_EMULATOR_PROTOCOL_H
#define PL_EMULATOR_PROTOCOL_H

#include <stddef.h>
#include <stdint.h>

extern "C" {
enum pl_emulator_vote { PL_VOTE_NONE, PL_VOTE_COUNT, PL_VOTE_AND, PL_VOTE_OR };
int pl_emulator_syncthreads(enum pl_emulator_vote, int predicate, const void *here);
void pl_emulator_syncwarp(unsigned mask, const void *here);
void pl_emulator_grid_sync(const void *here);
void pl_emulator_cluster_arrive(const void *here);
void pl_emulator_cluster_wait(const void *here);
unsigned pl_emulator_cluster_rank(void);
unsigned pl_emulator_cluster_blocks(void);
void *pl_emulator_cluster_map(const void *, unsigned rank, const void *here);
enum pl_emulator_shuffle { PL_SHUFFLE_INDEX, PL_SHUFFLE_UP, PL_SHUFFLE_DOWN, PL_SHUFFLE_XOR };
unsigned long long pl_emulator_shuffle(enum pl_emulator_shuffle, unsigned mask, unsigned long long value, int lane, int width,
                                       const void *here);
enum pl_emulator_ballot { PL_BALLOT, PL_BALLOT_ANY, PL_BALLOT_ALL };
unsigned pl_emulator_ballot(enum pl_emulator_ballot, unsigned mask, int predicate, const void *here);
enum pl_emulator_reduce { PL_REDUCE_ADD, PL_REDUCE_MIN, PL_REDUCE_MAX, PL_REDUCE_UMIN, PL_REDUCE_UMAX, PL_REDUCE_BIT_AND,
                          PL_REDUCE_BIT_OR, PL_REDUCE_BIT_XOR };
unsigned pl_emulator_reduce(enum pl_emulator_reduce, unsigned mask, unsigned value, const void *here);
unsigned pl_emulator_match(int all, unsigned mask, unsigned long long value, int *same, const void *here);
unsigned pl_emulator_lane_bit(void);
void pl_emulator_fence(void);
void pl_emulator_trap(const char *what, const void *here);
void pl_emulator_sleep(void);
long long pl_emulator_clock(void);

unsigned long long pl_emulator_shared_offset(const void *);
void *pl_emulator_shared_pointer(unsigned long long offset);
unsigned pl_emulator_space(const void *);

void pl_emulator_atomic(void *p, size_t bytes, const void *here);
void *pl_emulator_dynamic_shared(void);

void pl_emulator_cp_async(void *to, const void *from, unsigned bytes, unsigned all, const void *here);
void pl_emulator_cp_async_commit(void);
void pl_emulator_cp_async_wait(unsigned groups, const void *here);
void pl_emulator_cp_async_wait_all(const void *here);
void pl_emulator_cp_async_mbarrier_arrive(void *barrier, const void *here);

void pl_emulator_tensor_load(void *to, const void *map, const int *at, int rank, void *barrier, const void *here);
void pl_emulator_tensor_store(const void *map, const int *at, int rank, const void *from, const void *here);
void pl_emulator_bulk_load(void *to, const void *from, unsigned bytes, void *barrier, const void *here);
void pl_emulator_bulk_store(void *to, const void *from, unsigned bytes, const void *here);
void pl_emulator_tensor_multicast(void *to, const void *map, const int *at, int rank, void *barrier, unsigned blocks, const void *here);
void pl_emulator_bulk_commit(void);
void pl_emulator_bulk_wait(unsigned groups, const void *here);
void pl_emulator_proxy_fence(void);

void pl_emulator_ldmatrix(unsigned *registers, int matrices, int transpose, const void *row, const void *here);
void pl_emulator_stmatrix(const unsigned *registers, int matrices, int transpose, void *row, const void *here);
enum pl_emulator_number { PL_BF16, PL_F16, PL_TF32, PL_S8, PL_U8, PL_E4M3, PL_E5M2 };
void pl_emulator_mma(enum pl_emulator_number, void *d, const unsigned *a, const unsigned *b, const void *here);
void pl_emulator_mma_f64(double *d, double a, double b, const void *here);
// d: of floats, or of ints for integers. rows: the sums of a lane are two rows of an array, not as the instruction counts them.
void pl_emulator_wgmma(enum pl_emulator_number of_a, enum pl_emulator_number of_b, int n, int rows, void *d, const unsigned *a_registers,
                       unsigned long long a, unsigned long long b, int scale_d, int transpose_a, int transpose_b, const void *here);
void pl_emulator_wgmma_fence(const void *here);
void pl_emulator_wgmma_commit(const void *here);
void pl_emulator_wgmma_wait(unsigned groups, const void *here);

void pl_emulator_change_registers(int more, unsigned registers, unsigned blocks, const void *here);
void pl_emulator_named_barrier(unsigned id, unsigned threads, int waits, const void *here);
void pl_emulator_mbarrier_init(void *, unsigned count, const void *here);
void pl_emulator_fence_mbarrier_init(void);
void pl_emulator_mbarrier_invalidate(void *, const void *here);
void pl_emulator_mbarrier_arrive_at(void *, unsigned rank, const void *here);
void pl_emulator_mbarrier_arrive(void *, unsigned arrivals, unsigned bytes, const void *here);
int pl_emulator_mbarrier_test(void *, unsigned parity, const void *here);
void pl_emulator_mbarrier_wait(void *, unsigned parity, const void *here);
}

#endif

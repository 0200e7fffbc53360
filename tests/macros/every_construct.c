// every_construct.c -- each construct of pallas.h once, with names that begin with my_. tests/commands/macros.sh compiles and
// runs it among macros of other names: BEFORE is a file of them for the first line, AFTER one for after the #include.
#ifdef BEFORE
#include BEFORE
#endif
#include <pallas.h>
#ifdef AFTER
#include AFTER
#endif

enum { MY_B = 4 };
struct my_pair { int32_t my_low, my_high; };

static inline int32_t my_larger(int32_t my_p, int32_t my_q) { return my_p > my_q ? my_p : my_q; }

PL_FUNCTION(void, my_add_to, PL_REF(float, my_to, MY_B, MY_B), PL_REF(const float, my_from, MY_B, MY_B), PL_SCALAR(float, my_by))
{
    PL_EACH ((my_r, MY_B), (my_c, 0, MY_B))
        my_to[my_r][my_c] += my_by * my_from[my_r][my_c];
}

PL_KERNEL(my_whole_kernel, PL_SCALAR(float, my_by), PL_REF(const float, my_x, MY_B, MY_B), PL_REF(float, my_z, MY_B, MY_B),
          PL_REF(float, my_kept, MY_B, MY_B), PL_SMEM_REF(int32_t, my_few, 2))
{
    PL_TRACE("whole");
    PL_TILE(float, my_tile, MY_B, MY_B);
    PL_VIEW(const float, my_row, my_x[1], MY_B);
    PL_WHEN (PL_FIRST(0))
        PL_FILL(my_kept, 0);
    PL_FILL(my_tile, 1);
    PL_ASSIGN(my_z, my_x);
    PL_DOT(my_tile, my_x, PL_T(my_x));
    PL_DOT(my_tile, my_x, my_x, PL_TF32);
    my_add_to(PL_PASS(my_z), PL_PASS(my_tile), my_by);
    my_add_to(PL_PASS(my_kept), PL_PASS(my_tile), 1);
    my_few[0] = (int32_t)PL_DIM(my_x, 1), my_few[1] = 0;
    PL_LOOP (my_k, 0, MY_B, 2)
        my_few[1] += (int32_t)PL_MULTIPLE_OF(my_k, 2);
    PL_LOOP (my_k, 0, MY_B)
        my_few[1] += my_row[my_k] > 0;
    PL_CHECK(my_few[0] == MY_B, "%d", my_few[0]);
    PL_CHECK(my_few[1] >= 2);
    PL_WHEN (PL_LAST(0) && PL_PROGRAM_ID(0) + 1 == PL_NUM_PROGRAMS(0) && PL_AXIS(my_i) == 1)
        my_z[0][0] += my_kept[0][0];
}

PL_CALL(my_whole, my_whole_kernel, PL_SIZES(my_m, my_n), PL_SCALAR(float, my_by),
        PL_GRID(PL_ARBITRARY(my_i, PL_CDIV(my_m, MY_B))),
        PL_IN (float, my_x, (my_m, my_n), PL_BLOCKSPEC((MY_B, MY_B), (my_i, 0), PL_EDGE(1), PL_SPACE(ANY))),
        PL_OUT(float, my_z, (my_m, my_n), PL_BLOCKSPEC((MY_B, PL_FULL), (my_i, 0), PL_BUFFERED(2))),
        PL_SCRATCH(float, (MY_B, MY_B)), PL_SCRATCH_SMEM(int32_t, (2)))

PL_KERNEL(my_table_kernel, PL_SMEM_REF(const int32_t, my_at, 4), PL_REF(const int32_t, my_x, MY_B), PL_REF(const int32_t, my_w, 3),
          PL_REF(const int32_t, my_u, 3), PL_REF(const int32_t, my_v, MY_B), PL_REF(int32_t, my_z, MY_B),
          PL_REF(int32_t, my_sum, 8))
{
    int32_t my_top = 0, my_all = 0;
    PL_REDUCE (my_top, PL_MAX, (my_c, MY_B), my_x[my_c]);
    PL_REDUCE (my_all, PL_ADD, ((my_c, MY_B), (my_d, 1, 3)), my_x[my_c] * my_w[my_d]);
    PL_REDUCE (my_all, my_larger, (my_c, 2), my_u[my_c]);
    PL_EACH ((my_c, MY_B)) {
        int32_t my_here = PL_LOAD(my_v[my_c], my_c < PL_SIZE(my_v, 0), 0);
        PL_STORE(my_z[my_c], PL_MIN(my_top, my_all) + my_here + PL_MUL(my_at[0], 2), PL_INSIDE(my_z, my_c));
        PL_ATOMIC_ADD(&my_sum[0], my_x[my_c]);
        PL_ATOMIC_MAX(&my_sum[1], my_x[my_c]);
        PL_ATOMIC_MIN(&my_sum[2], my_x[my_c]);
        PL_ATOMIC_AND(&my_sum[3], ~my_x[my_c]);
        PL_ATOMIC_OR(&my_sum[4], PL_OR(my_x[my_c], 1));
        PL_ATOMIC_XOR(&my_sum[5], PL_XOR(PL_AND(my_x[my_c], 3), 0));
    }
    PL_ATOMIC_XCHG(&my_sum[6], 7);
    PL_ATOMIC_CAS(&my_sum[7], 0, 9);
    PL_WHEN (PL_PROGRAM_ID(0) == 99)
        PL_PRINT("%ld\n", PL_PROGRAM_ID(0));
}

PL_CALL(my_table, my_table_kernel, PL_SIZES(my_n, my_b), PL_GRID(PL_PARALLEL(my_i, PL_CDIV(my_n, MY_B)), (my_j, 1)),
        PL_PREFETCH(int32_t, my_at, (4)),
        PL_IN(int32_t, my_x, (my_n), PL_BLOCKSPEC((MY_B), (my_at[my_i] + 0 * my_j), PL_EDGE(0), PL_LOOKAHEAD)),
        PL_IN(int32_t, my_w, (my_n), PL_BLOCKSPEC((PL_ELEMENT(3, 1, 1)), (my_i))),
        PL_IN(int32_t, my_u, (my_n), PL_BLOCKSPEC(PL_UNBLOCKED((3), ((1, 1))), (my_i))),
        PL_IN(int32_t, my_v, (3, my_n), PL_BLOCKSPEC((PL_NONE, PL_BOUNDED(MY_B)), (1, PL_DS(my_i, 2)))),
        PL_OUT(int32_t, my_z, (my_n), PL_BLOCKSPEC((MY_B), (my_i), PL_REVISIT_ANY)),
        PL_INOUT(int32_t, my_sum, (8), PL_ATOMIC),
        PL_BATCH(my_h, my_b, my_x, my_z))

PL_KERNEL(my_small_kernel, PL_REF(const pl_bf16, my_x, MY_B), PL_REF(pl_f16, my_z, MY_B))
{
    PL_EACH ((my_c, MY_B))
        my_z[my_c] = pl_to_f16(expf(pl_to_f32(my_x[my_c])) + sqrtf(4));
}

PL_CALL(my_small, my_small_kernel, PL_GRID(), PL_IN(pl_bf16, my_x, (MY_B), PL_WHOLE), PL_OUT(pl_f16, my_z, (MY_B), PL_WHOLE))
PL_SCHEDULE(my_small, PL_THREADS(64), PL_STAGES(2), PL_CLUSTER(1), PL_PERSISTENT(0))

PL_KERNEL(my_pairs_kernel, PL_REF(const struct my_pair, my_x, MY_B), PL_REF(struct my_pair, my_z, MY_B))
{
    PL_EACH ((my_c, MY_B))
        my_z[my_c] = (struct my_pair){ my_x[my_c].my_high, my_x[my_c].my_low };
}

PL_CALL(my_pairs, my_pairs_kernel, PL_GRID(), PL_IN(struct my_pair, my_x, (MY_B), PL_WHOLE),
        PL_OUT(struct my_pair, my_z, (MY_B), PL_BLOCKSPEC((MY_B), (0), PL_ALIAS(my_x))))

int main(void)
{
    enum { MY_M = 6, MY_N = 4 };
    static float my_x[MY_M * MY_N], my_z[MY_M * MY_N];
    for (int my_i = 0; my_i < MY_M * MY_N; my_i++)
        my_x[my_i] = 0.5f * (float)(my_i % 5);
    int32_t my_at[4] = { 1, 0, 0, 0 }, my_t[16], my_u[16] = { 0 }, my_sum[8] = { 0, 0, 0, -1, 0, 0, 0, 0 };
    int32_t my_v[24] = { 0 }, my_w[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    for (int my_i = 0; my_i < 16; my_i++)
        my_t[my_i] = my_i;
    pl_bf16 my_b[MY_B] = { pl_to_bf16(0), pl_to_bf16(1), pl_to_bf16(0), pl_to_bf16(0) };
    pl_f16 my_f[MY_B];
    struct my_pair my_p[MY_B] = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } };
    if (my_whole(MY_M, MY_N, 2, my_x, my_z) || my_table(8, 2, my_at, my_t, my_w, my_w, my_v, my_u, my_sum) ||
        my_small(my_b, my_f) || my_pairs(my_p, my_p))
        return 1;
    printf("%g %g %d %d %d %d %d %g %d\n", (double)my_z[0], (double)my_z[16], (int)my_u[0], (int)my_u[9], (int)my_sum[0],
           (int)my_sum[4], (int)my_sum[7], (double)pl_to_f32(my_f[0]), (int)my_p[3].my_low);
    return pl_error()[0] != 0 || pl_sync();
}

m4_dnl  words.m4 -- a kernel with each word of gen/prove/words.c, for words.sh. Argument number n is in the array sn, gn or hn, from
m4_dnl  the fifth element on. word_case(WORD, ELEMENTS, TEXT): ELEMENTS: as many as it accesses.
m4_define(«word_case», ««    word_begins(pl_lane, "$1", $2);
    __syncthreads();
    »$3«    __syncthreads();
    word_ends(pl_lane);
»»)m4_dnl
extern "C" void word_memory(int lane, int argument, const void *first, int bytes);
extern "C" void word_begins(int lane, const char *word, int elements);
extern "C" void word_ends(int lane);
extern "C" void word_copy_begins(int lane);

namespace pallas {
__global__ void words_kernel(float *global)
{
    __shared__ __align__(16) float s0[512], s1[512], s2[512], beside[32];
    __shared__ __align__(16) unsigned short h1[512];
    float *const g0 = global, *const g1 = global + 512, *const g2 = global + 1024;
    const int pl_lane = threadIdx.x;
    word_memory(pl_lane, 0, s0, 4);
    word_memory(pl_lane, 1, s1, 4);
    word_memory(pl_lane, 2, s2, 4);
    word_memory(pl_lane, 0, g0, 4);
    word_memory(pl_lane, 1, g1, 4);
    word_memory(pl_lane, 2, g2, 4);
    word_memory(pl_lane, 1, h1, 2);
    for (int e = pl_lane; e < 512; e += 32)
        s0[e] = s1[e] = s2[e] = h1[e] = 0;
    __syncthreads();
word_case(«say_fetch_slice», 376, «say_fetch_slice(«&s0[4]», «&g1[4]», «20», «16», «16», «24», «32», «», «», «», «»)»)
word_case(«say_load_fragment», 124, ««unsigned fragment[4];
»say_load_fragment(«fragment», «h1[8 + pl_lane % 8 * 16]»)»)
word_case(«say_load_turned», 124, ««unsigned turned[4];
»say_load_turned(«turned», «h1[8 + pl_lane % 8 * 16]»)»)
    if (pl_lane == 0) {
m4_define(«word_case», ««    word_begins(0, "$1", $2);
    word_copy_begins(0);
    pl_cp_async4(&beside[0], global + 1536);
»$3«    word_ends(0);
    pl_cp_async_wait_all();
»»)m4_dnl
word_case(«say_load», 4, «say_load(«f32», «loaded», «s2[4]», «», «4», «»)«pl_store(&global[2000], loaded);
»»)
word_case(«say_reload», 4, «say_reload(«f32», «loaded», «s2[4]», «4»)«pl_store(&global[2000], loaded);
»»)
word_case(«say_store», 4, «say_store(«f32», «reinterpret_cast<pl_packed<float, 4> &>(s1[4])», «s2[4]», «4», «»)»)
word_case(«say_store_piece», 4, «say_store_piece(«s0[4]», «s1[4]», «4»)»)
word_case(«say_fetch_element», 1, «say_fetch_element(«f32», «s1[4]», «g2[4]»)»)
word_case(«say_fetch_masked», 1, «say_fetch_masked(«f32», «s1[4]», «g2[4]», «pl_lane < 1»)»)
word_case(«say_fetch_piece», 4, «say_fetch_piece(«s0[4]», «g1[4]», «4», «16»)»)
word_case(«say_fetch_run», 4, «say_fetch_run(«s0[4]», «g1[4]», «4»)»)
m4_dnl  Four copies, each after the one before is committed, and one more.
m4_define(«copies», ««for (int copy = 1; copy <= 4; copy++) {
pl_cp_async_commit();
word_copy_begins(0);
pl_cp_async4(&beside[copy], global + 1536 + copy);
}
»»)m4_dnl
word_case(«say_copied», 0, «copies()say_copied()»)
word_case(«say_arrived», 0, «copies()say_arrived(«1»)»)
word_case(«say_fetched», 0, «say_fetched()«word_copy_begins(0);
pl_cp_async4(&beside[1], global + 1537);
pl_cp_async_wait<0>();
»»)
    }
}
} // namespace pallas

extern "C" void run_words(float *global)
{
    void *arguments[] = { &global };
    cudaLaunchKernel(pallas::words_kernel, dim3(1), dim3(32), arguments);
}

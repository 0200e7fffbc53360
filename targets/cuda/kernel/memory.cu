%%helper pl_zeroed
template <typename T> static __device__ T pl_zeroed() { return {}; }
%%helper pl_shuffled
// The value of another thread of the warp, in words of four bytes.
template <typename T> static __device__ T pl_shuffled(T value, int lane)
{
    unsigned words[(sizeof(T) + 3) / 4] = {};
    memcpy(words, &value, sizeof(T));
#pragma unroll
    for (unsigned &word : words)
        word = __shfl_sync(~0u, word, lane);
    memcpy(&value, words, sizeof(T));
    return value;
}
%%helper pl_is_aligned
static __device__ bool pl_is_aligned(const void *first) { return (uintptr_t)first % 16 == 0; }
%%helper pl_load pl_store pl_packed
// Elements that are loaded and stored at once, 16 bytes by one instruction.
template <typename T, int N> struct alignas(N * sizeof(T) < 16 ? N * sizeof(T) : 16) pl_packed {
    T at[N];
    __device__ T &operator[](int e) { return at[e]; }
    __device__ const T &operator[](int e) const { return at[e]; }
};
template <int N, typename T> static __device__ pl_packed<T, N> pl_load(const T *from)
{
    return *(const pl_packed<T, N> *)from;
}
template <int N, typename T> static __device__ void pl_store(T *to, const pl_packed<T, N> &from)
{
    *(pl_packed<T, N> *)to = from;
}
%%helper pl_take
// Returns the first elements of the rest of a workspace. The others begin at the next multiple of 64 bytes.
template <typename T> static __device__ T *pl_take(unsigned char *&rest, long count)
{
    T *taken = (T *)rest;
    rest += (count * (long)sizeof(T) + 63) / 64 * 64;
    return taken;
}
%%helper PL_LINES
// Lines of 16 bytes that so many elements take in shared memory.
#define PL_LINES(count, type) (((count) * sizeof (type) + 15) / 16)

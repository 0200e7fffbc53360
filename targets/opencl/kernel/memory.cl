%%helper pl_take
// Returns the first elements of the rest of a workspace. The others begin at the next cache line, of 64 bytes.
static __global void *pl_take(__global uchar **rest, long count, long size)
{
    __global uchar *taken = *rest;
    *rest += (count * size + 63) / 64 * 64;
    return taken;
}
%%helper PL_UNROLL
#ifndef PL_UNROLL                        // empty on CPU devices, whose compilers take their time over it
#define PL_UNROLL _Pragma("unroll")
#endif

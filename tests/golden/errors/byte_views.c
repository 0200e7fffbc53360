// A PL_VIEW of another element type is only read, and its rows have the bytes of the block's.

#include <pallas.h>

struct three { uint8_t r, g, b; };

PL_KERNEL(bytes_kernel, PL_REF(const uint16_t, x, 4, 8), PL_REF(float, z, 4, 4))
{
    PL_VIEW(uint32_t, written, (uint32_t (*)[4])&z[0], 4, 4);
    PL_VIEW(const struct three, colors, (const struct three (*)[5])&x[0], 4, 5);
    PL_VIEW(const float, shorter, (const float (*)[3])&x[0], 4, 3);
    PL_EACH ((r, 4))
        written[r][0] = colors[r][0].r + (uint32_t)shorter[r][0];
}

PL_CALL(bytes, bytes_kernel, PL_GRID(), PL_IN(uint16_t, x, (4, 8), PL_WHOLE), PL_OUT(float, z, (4, 4), PL_WHOLE))

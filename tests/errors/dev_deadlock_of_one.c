// Device 0 signals device 1 and waits for a signal that nobody sends. Device 1 goes on, and waits for device 0 at the end of the
// call: the report begins with device 0.
#include <pallas.h>

PL_KERNEL(count_kernel, PL_REF(int32_t, o, 1), PL_SEM(s))
{
    PL_WHEN (PL_DEVICE_ID() == 0)
        PL_SIGNAL(s, 1, 1);
    PL_SEM_WAIT(s, 1);
    o[0] = 1;
}

PL_CALL(count, count_kernel, PL_MESH((d, 2)), PL_GRID(), PL_OUT(int32_t, o, (1), PL_WHOLE), PL_SCRATCH_SEM())

static int32_t o[2];
static int share(void *unused)
{
    (void)unused;
    return count(o + pl_device_id());
}

int main(void)
{
    return pl_on_devices(2, share, NULL);
}

// ends.c -- a program on four devices that ends well, or in the way that its argument names, on device 1. run.sh runs it.

#include <pallas.h>

static const char *how = "well";

PL_KERNEL(turn_kernel, PL_REF(float, o, 4), PL_SCALAR(int, ends), PL_SEM(s))
{
    long right = PL_NEIGHBOR(ring, 1);
    PL_BARRIER(0, right);
    PL_FILL(o, 1);
    PL_CHECK(ends != 1, "device %ld ends", PL_DEVICE_ID());
    PL_WHEN (ends != 2)
        PL_SIGNAL(s, 1, right);
    PL_SEM_WAIT(s, 1);
}

PL_CALL(turn, turn_kernel, PL_SIZES(n), PL_MESH((ring, n)), PL_GRID(),
        PL_OUT(float, o, (4), PL_WHOLE), PL_SCALAR(int, ends), PL_SCRATCH_SEM())

static int share(void *unused)
{
    float o[4];
    int ends = 0, code;
    (void)unused;
    printf("device %ld of %ld begins\n", pl_device_id(), pl_num_devices());
    if (pl_device_id() == 1) {
        ends = !strcmp(how, "check") ? 1 : !strcmp(how, "deadlock") ? 2 : 0;
        if (!strcmp(how, "return"))
            return 5;
        if (!strcmp(how, "exit"))
            exit(0);
        if (!strcmp(how, "crash"))
            *(volatile int *)(uintptr_t)8 = 1;
        while (!strcmp(how, "loop"))
            ;
    }
    code = turn(pl_num_devices(), o, ends);
    printf("device %ld ends with %d\n", pl_device_id(), code);
    return code;
}

int main(int argc, char **argv)
{
    int code;
    how = argc > 1 ? argv[1] : how;
    printf("main begins\n");
    code = pl_on_devices(4, share, NULL);
    printf("main ends with %d: %s\n", code, pl_error());
    return code;
}

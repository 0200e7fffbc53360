/* pl_opencl.h -- what an emitted OpenCL launcher stands on: device, memory, programs, errors.

   pallasc --target=opencl writes matmul.opencl.c, which includes this header and defines the call. Build it with

       cc -c -I targets/opencl matmul.opencl.c          and link with  -lOpenCL -lm

   Several emitted files of one program share one device, one context and one queue: all here is weak, so that the
   linker keeps one of each. Any OpenCL 1.2 device will do.

   ---- For the user ----

       pl_alloc  pl_free  pl_upload  pl_download  pl_sync  pl_error      as pallas.h says

       cl_command_queue pl_cl_queue(void)           the queue all calls go to, in order; NULL: see pl_error()
       int pl_cl_use_queue(cl_command_queue)        take this one instead; before the first call or pl_alloc
       double pl_cl_seconds_preparing(void)         spent so far on opening the device and building programs, which
                                                    is part of the first calls

   A call whose arrays are all pl_alloc'ed may return before it is done; the queue keeps the order, pl_download and
   pl_sync wait. A call with host arrays returns when they are written. When a call fails before its kernel runs,
   nothing has been written.

   In the environment, read once:

       PALLAS_DEVICE=cpu|gpu|N:M|word       a type; device M of platform N; part of a device's or platform's name.
                                            Default: the first GPU, else the first CPU, else the first there is
       PALLAS=schedule=cpu|gpu              which of the two kernels of a call runs; default: by the device's type.
                                            sequential and pipelined are interpret mode's and mean the default here;
                                            with any other word calls fail and say so
       PALLAS=local=BYTES                   take the device for one with so much local memory
       PALLAS=groups=N                      at most N work-groups take turns with the programs of a call that needs
                                            memory for each group
       PALLAS=parts=N                       divide the steps of a PL_REDUCTION axis among N parts; 1: do not; default: as
                                            many as keep the device busy. The same number gives the same results
       PALLAS=width=4|8|16                  floats in a vector; default: what the device says
       PALLAS=memory=shared|separate        shared: host arrays are used where they lie (default on CPU devices);
                                            separate: copied, and pl_alloc is memory of the device alone

   ---- For emitted code: a call as the generator writes it ----

       static struct pl_cl_program program = { .lines = lines, .count = sizeof lines / sizeof *lines };

       int scale(long n, float by, const float *x, float *z)
       {
           struct pl_cl_call call;
           pl_cl_begin(&call, &program, "scale", "scale_kernel", "scale.c", 12);
           pl_cl_long(&call, n);                                     the kernel's arguments, in their order
           pl_cl_value(&call, &by, sizeof by);
           pl_cl_parallel(&call, "i", (n + 255) / 256);              a grid axis is an argument, too: how many programs
           pl_cl_in(&call, "x", x, sizeof *x, 1, (long[]){ n });
           pl_cl_out(&call, "z", z, sizeof *z, 1, (long[]){ n });
           if (pl_cl_for_gpu(&call))
               return pl_cl_groups(&call, "scale_gpu", 256, 0, NULL);
           return pl_cl_items(&call, "scale_cpu", 0);
       }
*/
#ifndef PL_OPENCL_H
#define PL_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>           // No such file? make setup, or: apt-get install ocl-icd-opencl-dev pocl-opencl-icd
#include <ctype.h>
#ifndef __STDC_NO_THREADS__
#include <threads.h>
#endif
#include <time.h>
#include "../shared/call.h"
#include "trace.h"

#ifndef PALLAS_H
void *pl_alloc(size_t bytes);
void pl_free(void *device);
int pl_upload(void *device, const void *host, size_t bytes);
int pl_download(void *host, const void *device, size_t bytes);
int pl_sync(void);
const char *pl_error(void);
long pl_device_id(void);
long pl_num_devices(void);
int pl_on_devices(long n, int (*body)(void *), void *arg);
#endif

cl_command_queue pl_cl_queue(void);
int pl_cl_use_queue(cl_command_queue queue);
double pl_cl_seconds_preparing(void);

struct pl_cl_call;
int pl_cl_for_gpu(struct pl_cl_call *call);

/* ==== Data structures ==================================================================================== */
enum { PL_CL_ARGUMENTS = 128 };

/* The source of all kernels of one emitted file, in lines. Built when first called, and kept. */
struct pl_cl_program {
    const char **lines;
    unsigned count;
    cl_program built;
    struct pl_cl_program *next;
    const char *options;        /* build options besides ours; NULL: none */
};

/* A kernel that has run: the device has compiled it for its work-group size. */
struct pl_cl_ready {
    const struct pl_cl_program *program;
    const char *kernel;
    struct pl_cl_ready *next;
};

/* Memory of pl_alloc. With separate memory, base is only an address that identifies it, and buffer has the bytes. */
struct pl_cl_memory {
    char *base;
    size_t bytes;
    cl_mem buffer;
    struct pl_cl_memory *next;
};

/* Where an array of the call is on the device. */
struct pl_cl_array {
    struct pl_cl_memory *memory;        /* NULL: a host array */
    cl_mem buffer;
    int shared;                         /* buffer belongs to an earlier operand with the same array */
    int copied;                         /* buffer is a copy; it is copied back if it was written */
};

struct pl_cl_argument {
    const void *value;
    size_t bytes;
    struct pl_cl_array *array;          /* or NULL: value */
};

struct pl_cl_call {
    struct pl_host_call host;
    struct pl_cl_program *program;
    int axis[PL_CALL_AXES];             /* the numbers of these arguments */
    struct pl_cl_array array[PL_CALL_ARRAYS];
    struct pl_cl_argument argument[PL_CL_ARGUMENTS];
    cl_long number[PL_CL_ARGUMENTS];    /* values of long arguments */
    int arguments;
    int shared;                         /* there are parallel axes: work-items share their programs */
    const struct pl_call_local *local;  /* of the kernel for GPUs */
    cl_mem report;
};

/* The device, shared by the whole program. */
struct pl_cl_state {
    int opened, code;                   /* code: why it could not be opened; text: the same in words */
    char text[1024];
    cl_platform_id platform;
    cl_device_id device;
    cl_context context;
    cl_command_queue queue;
    cl_device_type type;
    cl_uint units, width, align;        /* width: floats in a vector; align: bytes, of a part of a buffer */
    cl_ulong cache;                     /* bytes of the last-level cache */
    int gpu_kernels, separate;
    struct pl_cl_program *programs;
    struct pl_cl_ready *ready;
    struct pl_cl_memory *memories;
    cl_mem workspace;                   /* shared by all calls: the queue is in order, so no two use it at once */
    size_t workspace_bytes;
    double preparing;                   /* seconds */
};

PL_CALL_SHARED_ struct pl_cl_state pl_cl_;

/* ==== One thread at a time =============================================================================== */
#ifndef __STDC_NO_THREADS__
PL_CALL_SHARED_ once_flag pl_cl_once_ = ONCE_FLAG_INIT;
PL_CALL_SHARED_ mtx_t pl_cl_mutex_;
PL_CALL_SHARED_ void pl_cl_make_mutex_(void) { mtx_init(&pl_cl_mutex_, mtx_plain); }
PL_CALL_SHARED_ void pl_cl_lock_(void)
{
    call_once(&pl_cl_once_, pl_cl_make_mutex_);
    mtx_lock(&pl_cl_mutex_);
}
PL_CALL_SHARED_ void pl_cl_unlock_(void) { mtx_unlock(&pl_cl_mutex_); }
#else
PL_CALL_SHARED_ void pl_cl_lock_(void) { }
PL_CALL_SHARED_ void pl_cl_unlock_(void) { }
#endif

/* ==== Errors ============================================================================================= */
PL_CALL_SHARED_ const char *pl_error(void) { return pl_call_error_; }

#define PL_CL_CASE_(code, words) case code: return words ", " #code
PL_CALL_SHARED_ const char *pl_cl_words_(cl_int code)
{
    switch (code) {
    PL_CL_CASE_(CL_DEVICE_NOT_FOUND, "no such device");
    PL_CL_CASE_(CL_COMPILER_NOT_AVAILABLE, "the device has no compiler");
    PL_CL_CASE_(CL_MEM_OBJECT_ALLOCATION_FAILURE, "the device is out of memory");
    PL_CL_CASE_(CL_OUT_OF_RESOURCES, "the device is out of resources");
    PL_CL_CASE_(CL_OUT_OF_HOST_MEMORY, "out of host memory");
    PL_CL_CASE_(CL_BUILD_PROGRAM_FAILURE, "the program does not build");
    PL_CL_CASE_(CL_INVALID_BUFFER_SIZE, "the device is out of memory: the array is larger than the device allows");
    PL_CL_CASE_(CL_INVALID_KERNEL_NAME, "no such kernel");
    PL_CL_CASE_(CL_INVALID_KERNEL_ARGS, "kernel arguments are missing");
    PL_CL_CASE_(CL_INVALID_ARG_SIZE, "a kernel argument has another size");
    PL_CL_CASE_(CL_INVALID_WORK_GROUP_SIZE, "the device does not take work-groups of this size");
    PL_CL_CASE_(CL_INVALID_COMMAND_QUEUE, "not a command queue");
    case -1001: return "no OpenCL platform is installed";
    default: return "an OpenCL error; CL/cl.h has its name";
    }
}

PL_CALL_SHARED_ int pl_cl_is_memory_(cl_int code)
{
    return code == CL_MEM_OBJECT_ALLOCATION_FAILURE || code == CL_OUT_OF_HOST_MEMORY || code == CL_INVALID_BUFFER_SIZE;
}

/* Whether an OpenCL function's code is an error, which is then reported. */
PL_CALL_SHARED_ int pl_cl_bad_(struct pl_cl_call *call, cl_int code, const char *what, const char *which)
{
    if (code != CL_SUCCESS)
        pl_call_fail(&call->host, pl_cl_is_memory_(code) ? PL_NO_MEMORY : PL_FAILED, "%s%s: %s (OpenCL %d) [opencl-error]", what, which,
                    pl_cl_words_(code), (int)code);
    return code != CL_SUCCESS;
}

/* ==== The device ========================================================================================= */

/* Whether the text contains the word, ignoring case. */
PL_CALL_SHARED_ int pl_cl_contains_(const char *text, const char *word)
{
    size_t n = strlen(word);
    for (; *text; text++) {
        size_t i = 0;
        while (i < n && text[i] && tolower((unsigned char)text[i]) == tolower((unsigned char)word[i]))
            i++;
        if (i == n)
            return 1;
    }
    return 0;
}

/* How well device d of platform p matches PALLAS_DEVICE: 0: not at all. */
PL_CALL_SHARED_ int pl_cl_suits_(const char *wish, unsigned p, unsigned d, cl_device_id device, const char *names)
{
    cl_device_type type = 0;
    unsigned platform, number;
    char rest;
    clGetDeviceInfo(device, CL_DEVICE_TYPE, sizeof type, &type, NULL);
    if (!wish || !*wish)
        return type & CL_DEVICE_TYPE_GPU ? 3 : type & CL_DEVICE_TYPE_CPU ? 2 : 1;
    if (!strcmp(wish, "cpu"))
        return (type & CL_DEVICE_TYPE_CPU) != 0;
    if (!strcmp(wish, "gpu"))
        return (type & CL_DEVICE_TYPE_GPU) != 0;
    if (sscanf(wish, "%u:%u%c", &platform, &number, &rest) == 2)
        return platform == p && number == d;
    return pl_cl_contains_(names, wish);
}

PL_CALL_SHARED_ void pl_cl_give_up_(int code, const char *text, const char *more)
{
    pl_cl_.code = code;
    snprintf(pl_cl_.text, sizeof pl_cl_.text, "%s%s", text, more);
}

/* All devices, and the one that matches best. */
PL_CALL_SHARED_ void pl_cl_choose_(void)
{
    const char *wish = getenv("PALLAS_DEVICE");
    char names[512], all[700] = "";
    cl_platform_id platform[16];
    cl_uint platforms = 0;
    int best = 0;
    if (clGetPlatformIDs(16, platform, &platforms) != CL_SUCCESS || !platforms) {
        pl_cl_give_up_(PL_FAILED, PL_MESSAGE_OPENCL_PLATFORM_, "");
        return;
    }
    for (cl_uint p = 0; p < platforms && p < 16; p++) {
        cl_device_id device[16];
        cl_uint devices = 0;
        if (clGetDeviceIDs(platform[p], CL_DEVICE_TYPE_ALL, 16, device, &devices) != CL_SUCCESS)
            continue;
        for (cl_uint d = 0; d < devices && d < 16; d++) {
            char of[200] = "", name[200] = "";
            clGetPlatformInfo(platform[p], CL_PLATFORM_NAME, sizeof of, of, NULL);
            clGetDeviceInfo(device[d], CL_DEVICE_NAME, sizeof name, name, NULL);
            snprintf(names, sizeof names, " %u:%u %s (%s)", p, d, name, of);
            if (strlen(all) + strlen(names) + 2 < sizeof all)
                strcat(strcat(all, *all ? "," : ""), names);
            int fit = pl_cl_suits_(wish, p, d, device[d], names);
            if (fit > best)
                best = fit, pl_cl_.platform = platform[p], pl_cl_.device = device[d];
        }
    }
    if (!best)
        pl_cl_give_up_(PL_FAILED, *all ? "no OpenCL device matches PALLAS_DEVICE [opencl-device]; there are:"
                                       : "no OpenCL device", all);
}

/* Whether the value of a setting is this word. */
PL_CALL_SHARED_ int pl_cl_set_(const char *key, const char *word)
{
    const char *found = pl_call_setting(key);
    size_t n = strlen(word);
    return found && !strncmp(found, word, n) && (!found[n] || strchr(",; ", found[n]));
}

/* PoCL, which presents CPUs as devices, miscompiles a barrier() in an if or a loop since some version after 3: with 6.0
   work-items pass it, or repeat it, without the others. GPUs and Oclgrind are not affected. */
PL_CALL_SHARED_ int pl_cl_loses_barriers_(void)
{
    char version[128] = "";
    clGetPlatformInfo(pl_cl_.platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    version[sizeof version - 1] = '\0';
    const char *pocl = strstr(version, "PoCL ");
    return pocl && (pl_cl_.type & CL_DEVICE_TYPE_CPU) && strtol(pocl + 5, NULL, 10) > 3;
}

PL_CALL_SHARED_ void pl_cl_ask_device_(void)
{
    clGetDeviceInfo(pl_cl_.device, CL_DEVICE_TYPE, sizeof pl_cl_.type, &pl_cl_.type, NULL);
    clGetDeviceInfo(pl_cl_.device, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof pl_cl_.units, &pl_cl_.units, NULL);
    clGetDeviceInfo(pl_cl_.device, CL_DEVICE_NATIVE_VECTOR_WIDTH_FLOAT, sizeof pl_cl_.width, &pl_cl_.width, NULL);
    clGetDeviceInfo(pl_cl_.device, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof pl_cl_.align, &pl_cl_.align, NULL);
    clGetDeviceInfo(pl_cl_.device, CL_DEVICE_GLOBAL_MEM_CACHE_SIZE, sizeof pl_cl_.cache, &pl_cl_.cache, NULL);
    pl_cl_.width = pl_cl_.width >= 16 ? 16 : pl_cl_.width >= 8 ? 8 : 4;
    pl_cl_.width = pl_cl_set_("width=", "4") ? 4 : pl_cl_set_("width=", "8") ? 8 : pl_cl_set_("width=", "16") ? 16
                                                                                              : pl_cl_.width;
    pl_cl_.align = pl_cl_.align >= 8 ? pl_cl_.align / 8 : 1;        /* the device reports bits */
    int cpu = (pl_cl_.type & CL_DEVICE_TYPE_CPU) != 0;
    pl_cl_.gpu_kernels = pl_cl_set_("schedule=", "gpu") || (!cpu && !pl_cl_set_("schedule=", "cpu"));
    if (pl_cl_.gpu_kernels && pl_cl_loses_barriers_())
        pl_cl_give_up_(PL_FAILED, PL_MESSAGE_OPENCL_BARRIERS_, "");
    pl_cl_.separate = pl_cl_set_("memory=", "separate") || (!cpu && !pl_cl_set_("memory=", "shared"));
}

/* At exit: releases everything. Oclgrind does not survive this: its functions use data that the main thread has already
   freed. */
PL_CALL_SHARED_ void pl_cl_close_(void)
{
    char platform[64] = "";
    clGetPlatformInfo(pl_cl_.platform, CL_PLATFORM_NAME, sizeof platform, platform, NULL);
    if (!strcmp(platform, "Oclgrind"))
        return;
    pl_cl_lock_();
    if (pl_cl_.queue)
        clFinish(pl_cl_.queue);
    for (struct pl_cl_program *p = pl_cl_.programs; p; p = p->next) {
        clReleaseProgram(p->built);
        p->built = NULL;
    }
    while (pl_cl_.ready) {
        struct pl_cl_ready *r = pl_cl_.ready;
        pl_cl_.ready = r->next;
        free(r);
    }
    while (pl_cl_.memories) {
        struct pl_cl_memory *m = pl_cl_.memories;
        pl_cl_.memories = m->next;
        if (m->buffer)
            clReleaseMemObject(m->buffer);
        free(m->base);
        free(m);
    }
    if (pl_cl_.workspace)
        clReleaseMemObject(pl_cl_.workspace);
    if (pl_cl_.queue)
        clReleaseCommandQueue(pl_cl_.queue);
    if (pl_cl_.context)
        clReleaseContext(pl_cl_.context);
    memset(&pl_cl_, 0, sizeof pl_cl_);
    pl_cl_.opened = 1;
    pl_cl_give_up_(PL_FAILED, "the program is at its end", "");
    pl_cl_unlock_();
}

PL_CALL_SHARED_ double pl_cl_clock_(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

PL_CALL_SHARED_ void pl_cl_open_device_(void)
{
    cl_int error = CL_SUCCESS;
    pl_cl_choose_();
    if (pl_cl_.code)
        return;
    pl_cl_ask_device_();
    cl_context_properties properties[] = { CL_CONTEXT_PLATFORM, (cl_context_properties)pl_cl_.platform, 0 };
    pl_cl_.context = clCreateContext(properties, 1, &pl_cl_.device, NULL, NULL, &error);
    if (error == CL_SUCCESS)
        pl_cl_.queue = clCreateCommandQueue(pl_cl_.context, pl_cl_.device, pl_call_setting("trace=") ? CL_QUEUE_PROFILING_ENABLE : 0, &error);
    if (error != CL_SUCCESS)
        pl_cl_give_up_(PL_FAILED, "the OpenCL device cannot be opened: ", pl_cl_words_(error));
    atexit(pl_cl_close_);
}

/* Opens the device if that has not been tried; 0, or a code with pl_cl_.text. The caller holds the lock. */
PL_CALL_SHARED_ int pl_cl_open_(void)
{
    if (!pl_cl_.opened) {
        double start = pl_cl_clock_();
        pl_cl_.opened = 1;
        pl_cl_open_device_();
        pl_cl_.preparing += pl_cl_clock_() - start;
    }
    return pl_cl_.code;
}

PL_CALL_SHARED_ double pl_cl_seconds_preparing(void)
{
    pl_cl_lock_();
    double seconds = pl_cl_.preparing;
    pl_cl_unlock_();
    return seconds;
}

PL_CALL_SHARED_ cl_command_queue pl_cl_queue(void)
{
    pl_cl_lock_();
    if (pl_cl_open_())
        pl_call_say(PL_FAILED, "pl_cl_queue: %s", pl_cl_.text);
    cl_command_queue queue = pl_cl_.queue;
    pl_cl_unlock_();
    return queue;
}

PL_CALL_SHARED_ int pl_cl_use_queue_(cl_command_queue queue)
{
    cl_context context;
    cl_device_id device;
    cl_command_queue_properties order = 0;
    if (pl_cl_.opened)
        return pl_call_say(PL_FAILED, PL_MESSAGE_QUEUE_LATE_);
    if (clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL) != CL_SUCCESS ||
        clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL) != CL_SUCCESS ||
        clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof order, &order, NULL) != CL_SUCCESS)
        return pl_call_say(PL_FAILED, PL_MESSAGE_QUEUE_UNKNOWN_);
    if (order & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        return pl_call_say(PL_FAILED, PL_MESSAGE_QUEUE_ORDER_);
    clRetainCommandQueue(queue);
    clRetainContext(context);
    pl_cl_.opened = 1;
    pl_cl_.queue = queue, pl_cl_.context = context, pl_cl_.device = device;
    clGetDeviceInfo(device, CL_DEVICE_PLATFORM, sizeof pl_cl_.platform, &pl_cl_.platform, NULL);
    pl_cl_ask_device_();
    atexit(pl_cl_close_);
    return PL_OK;
}

PL_CALL_SHARED_ int pl_cl_use_queue(cl_command_queue queue)
{
    pl_cl_lock_();
    int code = pl_cl_use_queue_(queue);
    pl_cl_unlock_();
    return code;
}

/* ==== Memory of the device =============================================================================== */

/* Host memory, at least one byte, aligned to a cache line. */
PL_CALL_SHARED_ void *pl_cl_host_(size_t bytes)
{
    return bytes > SIZE_MAX - 128 ? NULL : aligned_alloc(64, (bytes + 64) / 64 * 64);
}

PL_CALL_SHARED_ struct pl_cl_memory *pl_cl_find_(const void *p)
{
    for (struct pl_cl_memory *m = pl_cl_.memories; m; m = m->next)
        if ((const char *)p >= m->base && (const char *)p < m->base + (m->bytes ? m->bytes : 1))
            return m;
    return NULL;
}

/* An address without pages costs nothing if the system allocates pages on first access. */
PL_CALL_SHARED_ void *pl_cl_alloc_(size_t bytes)
{
    cl_int error = CL_SUCCESS;
    struct pl_cl_memory *m = calloc(1, sizeof *m);
    if (pl_cl_open_()) {
        free(m);
        pl_call_say(PL_FAILED, "pl_alloc: %s", pl_cl_.text);
        return NULL;
    }
    if (m)
        m->bytes = bytes, m->base = pl_cl_host_(bytes);
    if (m && m->base && pl_cl_.separate)
        m->buffer = clCreateBuffer(pl_cl_.context, CL_MEM_READ_WRITE, bytes ? bytes : 1, NULL, &error);
    if (!m || !m->base || error != CL_SUCCESS) {
        if (m)
            free(m->base);
        free(m);
        pl_call_say(PL_NO_MEMORY, "pl_alloc: %zu bytes: %s", bytes,
                   error == CL_SUCCESS ? "out of memory" : pl_cl_words_(error));
        return NULL;
    }
    m->next = pl_cl_.memories;
    pl_cl_.memories = m;
    return m->base;
}

PL_CALL_SHARED_ void *pl_alloc(size_t bytes)
{
    pl_call_error_[0] = 0;
    pl_cl_lock_();
    void *p = pl_cl_alloc_(bytes);
    pl_cl_unlock_();
    return p;
}

PL_CALL_SHARED_ void pl_free(void *device)
{
    pl_cl_lock_();
    for (struct pl_cl_memory **m = &pl_cl_.memories; device && *m; m = &(*m)->next)
        if ((*m)->base == device) {
            struct pl_cl_memory *gone = *m;
            *m = gone->next;
            clFinish(pl_cl_.queue);                                 /* a call may still use it */
            if (gone->buffer)
                clReleaseMemObject(gone->buffer);
            free(gone->base);
            free(gone);
            break;
        }
    pl_cl_unlock_();
}

/* The memory that contains these bytes, or NULL and the reason. */
PL_CALL_SHARED_ struct pl_cl_memory *pl_cl_holds_(const char *who, const void *device, size_t bytes)
{
    struct pl_cl_memory *m = pl_cl_find_(device);
    if (!m)
        pl_call_say(PL_FAILED, PL_MESSAGE_NOT_ALLOCATED_, who);
    else if (bytes > m->bytes - (size_t)((const char *)device - m->base)) {
        pl_call_say(PL_FAILED, PL_MESSAGE_MOVE_TOO_LARGE_, who, bytes, m->bytes,
                   (size_t)((const char *)device - m->base));
        return NULL;
    }
    return m;
}

/* Up: device is written from host. Both wait for all commands in the queue. */
PL_CALL_SHARED_ int pl_cl_move_(const char *who, char *device, void *to, const void *from, size_t bytes, int up)
{
    cl_int error = CL_SUCCESS;
    pl_call_error_[0] = 0;
    if (!bytes)                                                     /* the end of an array is a place to copy nothing to */
        return PL_OK;
    struct pl_cl_memory *m = pl_cl_holds_(who, device, bytes);
    if (!m)
        return PL_FAILED;
    size_t start = (size_t)(device - m->base);
    if (!m->buffer) {
        error = clFinish(pl_cl_.queue);
        if (error == CL_SUCCESS)
            memcpy(to, from, bytes);
    } else if (up)
        error = clEnqueueWriteBuffer(pl_cl_.queue, m->buffer, CL_TRUE, start, bytes, from, 0, NULL, NULL);
    else
        error = clEnqueueReadBuffer(pl_cl_.queue, m->buffer, CL_TRUE, start, bytes, to, 0, NULL, NULL);
    if (error == CL_SUCCESS)
        return PL_OK;
    return pl_call_say(pl_cl_is_memory_(error) ? PL_NO_MEMORY : PL_FAILED, "%s: %s (OpenCL %d) [opencl-error]", who,
                      pl_cl_words_(error), (int)error);
}

PL_CALL_SHARED_ int pl_upload(void *device, const void *host, size_t bytes)
{
    pl_cl_lock_();
    int code = pl_cl_move_("pl_upload", device, device, host, bytes, 1);
    pl_cl_unlock_();
    return code;
}

PL_CALL_SHARED_ int pl_download(void *host, const void *device, size_t bytes)
{
    pl_cl_lock_();
    int code = pl_cl_move_("pl_download", (char *)(uintptr_t)device, host, device, bytes, 0);
    pl_cl_unlock_();
    return code;
}

PL_CALL_SHARED_ int pl_sync(void)
{
    pl_cl_lock_();
    cl_int error = pl_cl_.queue ? clFinish(pl_cl_.queue) : CL_SUCCESS;
    pl_cl_unlock_();
    pl_call_error_[0] = 0;
    if (error == CL_SUCCESS)
        return PL_OK;
    return pl_call_say(PL_FAILED, "pl_sync: %s (OpenCL %d) [opencl-error]", pl_cl_words_(error), (int)error);
}

/* There is one device: body runs on it. */
PL_CALL_SHARED_ long pl_device_id(void) { return 0; }
PL_CALL_SHARED_ long pl_num_devices(void) { return 1; }
PL_CALL_SHARED_ int pl_on_devices(long n, int (*body)(void *), void *arg)
{
    pl_call_error_[0] = 0;
    if (n > 1 || n < 0)
        return pl_call_say(PL_FAILED, PL_MESSAGE_DEVICES_ONE_, n);
    return body(arg);
}

/* ==== A call: what the launcher passes =================================================================== */

/* Begins a call; name, kernel, file and line are for messages. The following functions only record, until the call runs. */
PL_CALL_SHARED_ void pl_cl_begin(struct pl_cl_call *call, struct pl_cl_program *program, const char *name,
                               const char *kernel, const char *file, int line)
{
    pl_call_begin(&call->host, name, kernel, file, line);
    pl_call_check_settings(&call->host, "schedule=cpu|gpu|sequential|pipelined groups=N parts=N width=4|8|16 memory=shared|separate local=N trace=*");
    call->program = program;
    call->arguments = call->shared = 0;
    call->report = NULL;
}

PL_CALL_SHARED_ struct pl_cl_argument *pl_cl_argument_(struct pl_cl_call *call)
{
    if (call->arguments == PL_CL_ARGUMENTS) {
        pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_MOST_ARGUMENTS_, PL_CL_ARGUMENTS);
        call->arguments--;                                          /* not used: the call has failed */
    }
    struct pl_cl_argument *a = &call->argument[call->arguments++];
    a->array = NULL;
    return a;
}

/* A value of any type except long, which the launcher keeps until the call has run. */
PL_CALL_SHARED_ void pl_cl_value(struct pl_cl_call *call, const void *value, size_t bytes)
{
    struct pl_cl_argument *a = pl_cl_argument_(call);
    a->value = value, a->bytes = bytes;
}

/* A long: 64 bits on every device. */
PL_CALL_SHARED_ void pl_cl_long(struct pl_cl_call *call, long value)
{
    struct pl_cl_argument *a = pl_cl_argument_(call);
    cl_long *number = &call->number[a - call->argument];
    *number = value;
    a->value = number, a->bytes = sizeof *number;
}

/* The next grid axis, outermost first: an argument, and one of (i=1, j=0) in messages. */
PL_CALL_SHARED_ void pl_cl_axis_(struct pl_cl_call *call, const char *name, long extent, int parallel)
{
    if (call->host.axes < PL_CALL_AXES)
        call->axis[call->host.axes] = call->arguments;
    pl_call_axis(&call->host, name, extent, parallel);
    pl_cl_long(call, extent);
}

/* Programs of this axis are distributed over the device. */
PL_CALL_SHARED_ void pl_cl_parallel(struct pl_cl_call *call, const char *name, long extent)
{
    pl_cl_axis_(call, name, extent, 1);
    call->shared = 1;
}

/* This axis is a loop in the kernel. */
PL_CALL_SHARED_ void pl_cl_sequential(struct pl_cl_call *call, const char *name, long extent)
{
    pl_cl_axis_(call, name, extent, 0);
}

PL_CALL_SHARED_ void pl_cl_array_(struct pl_cl_call *call, const char *name, const void *at, size_t size, int rank,
                                  const long *shape, int read, int written)
{
    struct pl_cl_argument *argument = pl_cl_argument_(call);
    if (call->host.arrays < PL_CALL_ARRAYS) {
        argument->array = &call->array[call->host.arrays];
        *argument->array = (struct pl_cl_array){ NULL, NULL, 0, 0 };
    }
    pl_call_operand(&call->host, name, at, size, 1, rank, shape, read, written);
}

/* An array of the kernel: the size of its elements, its shape. Tables are pl_cl_in, too. An output that is not written in
   full (PL_REVISIT_ANY, PL_INOUT) is pl_cl_inout. */
PL_CALL_SHARED_ void pl_cl_in(struct pl_cl_call *call, const char *name, const void *at, size_t size, int rank,
                            const long *shape)
{
    pl_cl_array_(call, name, at, size, rank, shape, 1, 0);
}
PL_CALL_SHARED_ void pl_cl_out(struct pl_cl_call *call, const char *name, void *at, size_t size, int rank,
                             const long *shape)
{
    pl_cl_array_(call, name, at, size, rank, shape, 0, 1);
}
PL_CALL_SHARED_ void pl_cl_inout(struct pl_cl_call *call, const char *name, void *at, size_t size, int rank,
                               const long *shape)
{
    pl_cl_array_(call, name, at, size, rank, shape, 1, 1);
}

/* As an argument, `const long past_cache`: whether all arrays so far together exceed the cache. Stores of data that is
   not read again should then bypass it. */
PL_CALL_SHARED_ void pl_cl_past_cache(struct pl_cl_call *call)
{
    size_t bytes = 0;
    pl_cl_for_gpu(call);
    for (int i = 0; i < call->host.arrays; i++)
        bytes += call->host.array[i].bytes;
    pl_cl_long(call, pl_cl_.cache && bytes > pl_cl_.cache);
}

/* The report of the kernel; as an argument, `__global int *report`. A call that may report is waited for. */
PL_CALL_SHARED_ void pl_cl_messages(struct pl_cl_call *call, const struct pl_call_message *messages)
{
    call->host.messages = messages;
    pl_cl_value(call, &call->report, sizeof call->report);
}

/* ==== A call: checks, copies, the kernel ================================================================= */

/* Finds the arrays that pl_alloc returned; 0, or a code. */
PL_CALL_SHARED_ int pl_cl_check_(struct pl_cl_call *call)
{
    for (int i = 0; i < call->host.arrays; i++) {
        const struct pl_call_array *a = &call->host.array[i];
        const struct pl_cl_memory *m = call->array[i].memory = pl_cl_find_(a->at);
        if (m)
            pl_call_check_allocation(&call->host, a, m->base, m->bytes);
    }
    return pl_call_check(&call->host);
}

/* The compiler's messages, truncated to their first part; all of them are printed to stderr. */
PL_CALL_SHARED_ void pl_cl_tell_log_(struct pl_cl_call *call, cl_program built, cl_int error)
{
    size_t bytes = 0;
    clGetProgramBuildInfo(built, pl_cl_.device, CL_PROGRAM_BUILD_LOG, 0, NULL, &bytes);
    char *log = calloc(1, bytes + 1);
    if (log)
        clGetProgramBuildInfo(built, pl_cl_.device, CL_PROGRAM_BUILD_LOG, bytes, log, NULL);
    pl_call_fail(&call->host, PL_FAILED, "its OpenCL program: %s (OpenCL %d) [opencl-program]:\n%.3000s", pl_cl_words_(error), (int)error,
                log ? log : "");
    if (bytes > 3000 && log)
        fprintf(stderr, "%s\n", log + 3000);
    free(log);
}

/* The program, for the compiler. Its messages name softmax.cl, the file that pallasc writes for reading, which has these lines;
   with pallasc -g they name the user's file. */
PL_CALL_SHARED_ cl_program pl_cl_create_(const struct pl_cl_call *call, cl_int *error)
{
    const struct pl_cl_program *p = call->program;
    const char *file = strrchr(call->host.file, '/'), **lines = malloc((p->count + 1) * sizeof *lines);
    char first[256];
    size_t stem;
    cl_program made;
    file = file ? file + 1 : call->host.file;
    stem = strcspn(file, ".\"\\");
    *error = CL_OUT_OF_HOST_MEMORY;
    if (!lines)
        return NULL;
    snprintf(first, sizeof first, "#line 1 \"%.*s.cl\"\n", stem < 200 ? (int)stem : 200, file);
    lines[0] = first;
    memcpy(lines + 1, p->lines, p->count * sizeof *lines);
    made = clCreateProgramWithSource(pl_cl_.context, p->count + 1, lines, NULL, error);
    free(lines);
    return made;
}

PL_CALL_SHARED_ void pl_cl_build_(struct pl_cl_call *call)
{
    struct pl_cl_program *p = call->program;
    char options[160];
    cl_int error;
    if (p->built || call->host.code)
        return;
    double start = pl_cl_clock_();
    cl_program built = pl_cl_create_(call, &error);
    if (pl_cl_bad_(call, error, "its OpenCL program", ""))
        return;
    /* The schedule for GPUs runs on CPUs only in tests, and need not be fast there. PoCL turns work-items into parallel
       loops; its optimizer confuses a struct of one work-item with that of another. -w: warnings about generated code (a
       loop of one iteration that was not unrolled) do not help the user */
    snprintf(options, sizeof options, "-cl-std=CL1.2 -w -DVW=%u %s%s", (unsigned)pl_cl_.width, p->options ? p->options : "",
             pl_cl_.gpu_kernels && pl_cl_.type & CL_DEVICE_TYPE_CPU ? " -cl-opt-disable -DPL_UNROLL=" : "");
    error = clBuildProgram(built, 1, &pl_cl_.device, options, NULL, NULL);
    if (error != CL_SUCCESS) {
        pl_cl_tell_log_(call, built, error);
        clReleaseProgram(built);
        return;
    }
    p->built = built;
    p->next = pl_cl_.programs;
    pl_cl_.programs = p;
    pl_cl_.preparing += pl_cl_clock_() - start;
}

/* A buffer for the array: in place, or (separate memory) its own, or a part of pl_alloc's. A part that begins at an
   offset that the device does not allow is copied within the device. */
PL_CALL_SHARED_ void pl_cl_bring_(struct pl_cl_call *call, int i)
{
    cl_int error = CL_SUCCESS;
    const struct pl_call_array *a = &call->host.array[i];
    struct pl_cl_array *d = &call->array[i];
    size_t start = d->memory ? (size_t)(a->at - d->memory->base) : 0;
    cl_buffer_region part = { start, a->bytes };
    for (int j = 0; j < i; j++) {
        struct pl_call_array *b = &call->host.array[j];
        if (b->at == a->at && b->bytes == a->bytes && call->array[j].buffer) {
            b->read |= a->read, b->written |= a->written;
            d->buffer = call->array[j].buffer, d->shared = 1;
            return;
        }
    }
    if (!a->bytes)
        d->buffer = clCreateBuffer(pl_cl_.context, CL_MEM_READ_WRITE, 1, NULL, &error);
    else if (!pl_cl_.separate)
        d->buffer = clCreateBuffer(pl_cl_.context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, a->bytes, a->at, &error);
    else if (d->memory && start % pl_cl_.align == 0)
        d->buffer = clCreateSubBuffer(d->memory->buffer, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &part,
                                      &error);
    else {
        d->buffer = clCreateBuffer(pl_cl_.context, CL_MEM_READ_WRITE, a->bytes, NULL, &error);
        d->copied = 1;
    }
    if (pl_cl_bad_(call, error, "operand ", a->name))
        d->buffer = NULL;
}

/* Copies the arrays that are read to the device. */
PL_CALL_SHARED_ void pl_cl_fill_(struct pl_cl_call *call, int i)
{
    cl_int error;
    const struct pl_call_array *a = &call->host.array[i];
    const struct pl_cl_array *d = &call->array[i];
    if (call->host.code || d->shared || !d->copied || !a->read)
        return;
    if (d->memory)
        error = clEnqueueCopyBuffer(pl_cl_.queue, d->memory->buffer, d->buffer, (size_t)(a->at - d->memory->base), 0,
                                    a->bytes, 0, NULL, NULL);
    else
        error = clEnqueueWriteBuffer(pl_cl_.queue, d->buffer, CL_FALSE, 0, a->bytes, a->at, 0, NULL, NULL);
    pl_cl_bad_(call, error, "copying in ", a->name);
}

/* Makes written arrays visible to the host: copies are copied back, arrays in place are mapped. */
PL_CALL_SHARED_ void pl_cl_drain_(struct pl_cl_call *call, int i)
{
    cl_int error = CL_SUCCESS;
    const struct pl_call_array *a = &call->host.array[i];
    const struct pl_cl_array *d = &call->array[i];
    if (call->host.code || d->shared || !a->written || !a->bytes)
        return;
    if (d->copied && d->memory)
        error = clEnqueueCopyBuffer(pl_cl_.queue, d->buffer, d->memory->buffer, 0, (size_t)(a->at - d->memory->base),
                                    a->bytes, 0, NULL, NULL);
    else if (d->copied)
        error = clEnqueueReadBuffer(pl_cl_.queue, d->buffer, CL_FALSE, 0, a->bytes, a->at, 0, NULL, NULL);
    else if (!pl_cl_.separate) {
        void *map = clEnqueueMapBuffer(pl_cl_.queue, d->buffer, CL_FALSE, CL_MAP_READ, 0, a->bytes, 0, NULL, NULL,
                                       &error);
        if (error == CL_SUCCESS)
            error = clEnqueueUnmapMemObject(pl_cl_.queue, d->buffer, map, 0, NULL, NULL);
    }
    pl_cl_bad_(call, error, "copying out ", a->name);
}

/* The bytes of so many elements, in lines of 64; if the product overflows, more than any device has. None take a line, too:
   only the workspace of a kernel that has no such argument has 0 bytes. */
PL_CALL_SHARED_ size_t pl_cl_padded_bytes(double count, size_t size)
{
    return count * (double)size < 0x1p57 ? ((size_t)count * size + 63 + !count) / 64 * 64 : (size_t)1 << 57;
}

/* Workspace for each work-item, grown and kept: calls are ordered in the queue. */
PL_CALL_SHARED_ void pl_cl_grow_(struct pl_cl_call *call, size_t slices, size_t slice)
{
    size_t bytes = slices * slice;
    cl_int error;
    if (slices && slice > ((size_t)1 << 60) / slices)
        pl_call_fail(&call->host, PL_NO_MEMORY, PL_MESSAGE_NO_MEMORY_PROGRAMS_, slices);
    if (call->host.code || bytes <= pl_cl_.workspace_bytes)
        return;
    if (pl_cl_.workspace)
        clReleaseMemObject(pl_cl_.workspace);
    pl_cl_.workspace_bytes = 0;
    pl_cl_.workspace = clCreateBuffer(pl_cl_.context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    if (pl_cl_bad_(call, error, "its workspace", ""))
        pl_cl_.workspace = NULL;
    else
        pl_cl_.workspace_bytes = bytes;
}

/* ---- The kernel's own reports ---- */
PL_CALL_SHARED_ void pl_cl_open_report_(struct pl_cl_call *call)
{
    struct pl_call_report none = { 0 };
    cl_int error;
    if (!call->host.messages || call->host.code)
        return;
    call->report = clCreateBuffer(pl_cl_.context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof none, &none, &error);
    if (pl_cl_bad_(call, error, "its report", ""))
        call->report = NULL;
}

PL_CALL_SHARED_ void pl_cl_read_report_(struct pl_cl_call *call)
{
    struct pl_call_report report;
    if (!call->report || call->host.code)
        return;
    cl_int error = clEnqueueReadBuffer(pl_cl_.queue, call->report, CL_TRUE, 0, sizeof report, &report, 0, NULL, NULL);
    if (!pl_cl_bad_(call, error, "its report", ""))
        pl_call_tell(&call->host, &report);
}

/* ---- Whether the device has what a work-group needs ---- */
PL_CALL_SHARED_ void pl_cl_check_local_(struct pl_cl_call *call)
{
    const char *pretended = pl_call_setting("local=");
    cl_ulong there = 0;
    clGetDeviceInfo(pl_cl_.device, CL_DEVICE_LOCAL_MEM_SIZE, sizeof there, &there, NULL);
    if (pretended && atol(pretended) > 0)
        there = (cl_ulong)atol(pretended);
    pl_call_check_local(&call->host, call->local, (size_t)there);
}

PL_CALL_SHARED_ void pl_cl_check_group_(struct pl_cl_call *call, cl_kernel kernel, size_t threads)
{
    size_t most = 0;
    if (call->local)
        pl_cl_check_local_(call);
    if (clGetKernelWorkGroupInfo(kernel, pl_cl_.device, CL_KERNEL_WORK_GROUP_SIZE, sizeof most, &most, NULL) == CL_SUCCESS &&
        most && threads > most)
        pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_WORK_GROUP_, threads, most);
}

/* ---- Running it ---- */

/* Some devices compile a kernel when it first runs. So a kernel for CPUs first runs without programs, with its arguments
   set, so that compiling counts as preparation, not as part of the call. A kernel without parallel axes has no such run:
   it always runs a program, and would leave windows unwritten. */
PL_CALL_SHARED_ void pl_cl_make_ready_(const struct pl_cl_call *call, const char *name, cl_kernel kernel, size_t items)
{
    const cl_long none = 0;
    const size_t one = 1;
    cl_int error = CL_SUCCESS;
    for (struct pl_cl_ready *r = pl_cl_.ready; r; r = r->next)
        if (r->program == call->program && !strcmp(r->kernel, name))
            return;
    struct pl_cl_ready *r = malloc(sizeof *r);
    if (!r)
        return;
    r->program = call->program, r->kernel = name, r->next = pl_cl_.ready;
    pl_cl_.ready = r;
    double start = pl_cl_clock_();
    for (int i = 0; i < call->host.axes; i++)
        error |= clSetKernelArg(kernel, (cl_uint)call->axis[i], sizeof none, &none);
    if (error == CL_SUCCESS &&
        clEnqueueNDRangeKernel(pl_cl_.queue, kernel, 1, NULL, &items, &one, 0, NULL, NULL) == CL_SUCCESS)
        clFinish(pl_cl_.queue);
    for (int i = 0; i < call->host.axes; i++) {
        const struct pl_cl_argument *a = &call->argument[call->axis[i]];
        clSetKernelArg(kernel, (cl_uint)call->axis[i], a->bytes, a->value);
    }
    pl_cl_.preparing += pl_cl_clock_() - start;
}

PL_CALL_SHARED_ void pl_cl_launch_(struct pl_cl_call *call, const char *name, size_t groups, size_t threads,
                                 size_t workspace)
{
    cl_int error = CL_SUCCESS;
    cl_uint i = 0;
    if (call->host.code)
        return;
    cl_kernel kernel = clCreateKernel(call->program->built, name, &error);
    if (pl_cl_bad_(call, error, "kernel ", name))
        return;
    if (threads > 1)
        pl_cl_check_group_(call, kernel, threads);
    for (; i < (cl_uint)call->arguments && error == CL_SUCCESS; i++) {
        const struct pl_cl_argument *a = &call->argument[i];
        error = a->array ? clSetKernelArg(kernel, i, sizeof a->array->buffer, &a->array->buffer)
                         : clSetKernelArg(kernel, i, a->bytes, a->value);
    }
    cl_long slice = (cl_long)workspace;
    if (error == CL_SUCCESS && workspace)
        error = clSetKernelArg(kernel, i++, sizeof pl_cl_.workspace, &pl_cl_.workspace);
    if (error == CL_SUCCESS && workspace)
        error = clSetKernelArg(kernel, i, sizeof slice, &slice);
    size_t global = groups * threads;
    cl_event ran = NULL;
    const int traces = pl_cl_traces_(&call->host);
    if (error == CL_SUCCESS && threads == 1 && call->shared && !pl_cl_.gpu_kernels)
        pl_cl_make_ready_(call, name, kernel, groups);
    if (error == CL_SUCCESS && !call->host.code)
        error = clEnqueueNDRangeKernel(pl_cl_.queue, kernel, 1, NULL, &global, &threads, 0, NULL, traces ? &ran : NULL);
    pl_cl_bad_(call, error, "kernel ", name);
    if (ran)
        pl_cl_trace_kernel_(&call->host, ran);
    clReleaseKernel(kernel);
}

PL_CALL_SHARED_ void pl_cl_run_(struct pl_cl_call *call, const char *name, size_t groups, size_t threads,
                              size_t workspace)
{
    int wait = call->host.messages != NULL, arrays = call->host.arrays;
    for (int i = 0; i < arrays && !call->host.code; i++)
        pl_cl_bring_(call, i);
    pl_cl_build_(call);
    pl_cl_grow_(call, groups, workspace);
    pl_cl_open_report_(call);
    for (int i = 0; i < arrays; i++)
        pl_cl_fill_(call, i);
    pl_cl_launch_(call, name, groups, threads, workspace);
    pl_cl_read_report_(call);
    for (int i = 0; i < arrays; i++) {
        pl_cl_drain_(call, i);
        wait |= !call->array[i].memory;
    }
    cl_int error = wait || call->host.code ? clFinish(pl_cl_.queue) : clFlush(pl_cl_.queue);
    pl_cl_bad_(call, error, "running the kernel ", name);
    for (int i = 0; i < arrays; i++)
        if (call->array[i].buffer && !call->array[i].shared)
            clReleaseMemObject(call->array[i].buffer);
    if (call->report)
        clReleaseMemObject(call->report);
}

/* Opens the device; 1 if the call should use its kernel for GPUs. */
PL_CALL_SHARED_ int pl_cl_for_gpu(struct pl_cl_call *call)
{
    pl_cl_lock_();
    if (pl_cl_open_())
        pl_call_fail(&call->host, pl_cl_.code, "%s", pl_cl_.text);
    int gpu = pl_cl_.gpu_kernels;
    pl_cl_unlock_();
    return gpu;
}

/* Runs the kernel with this many groups of threads, none if the grid is empty; 0 or a code. */
PL_CALL_SHARED_ int pl_cl_go_(struct pl_cl_call *call, const char *name, size_t groups, size_t threads, size_t workspace)
{
    pl_cl_lock_();
    if (!call->host.code && !pl_cl_check_(call) && !call->host.empty)
        pl_cl_run_(call, name, groups, threads, workspace);
    pl_cl_unlock_();
    return call->host.code;
}

/* The kernel for GPUs: one work-group per program of the parallel axes. If work-groups need memory of their own, with
   this many bytes of workspace, there are several for each unit of the device, and they loop over the programs. */
PL_CALL_SHARED_ int pl_cl_groups(struct pl_cl_call *call, const char *name, size_t threads, size_t workspace,
                               const struct pl_call_local *local)
{
    call->local = local;
    pl_cl_for_gpu(call);
    const char *most = pl_call_setting("groups=");
    size_t groups = (size_t)call->host.programs, slots = most && atol(most) > 0 ? (size_t)atol(most) : 16 * (size_t)pl_cl_.units;
    return pl_cl_go_(call, name, workspace && groups > slots ? slots : groups, threads, (workspace + 63) / 64 * 64);
}

/* The parts among which the steps of a PL_REDUCTION axis are divided, for groups of so many threads; shares: the groups that then
   combine a program's; a part has these bytes. wanted: what the call demands, or 0. */
PL_CALL_SHARED_ long pl_cl_parts(struct pl_cl_call *call, long wanted, int threads, long shares, double bytes)
{
    int gpu = pl_cl_for_gpu(call);
    long steps = call->host.axes ? call->host.axis[call->host.axes - 1].extent : 0;
    return pl_call_parts(&call->host, wanted, steps, (long)pl_cl_.units, gpu ? threads : 0, shares, bytes);
}

/* Memory for what parts accumulate: of this call, to be freed by it. */
PL_CALL_SHARED_ void *pl_cl_partial(struct pl_cl_call *call, double count, size_t size)
{
    void *at = !call->host.code && count * (double)size < 0x1p57 ? pl_alloc((size_t)count * size) : NULL;
    if (!at)
        call->host.code = PL_NO_MEMORY;
    return at;
}

/* There is no kernel for GPUs, and why. The other kernel runs on any device; if PALLAS demands this one, the call fails. */
PL_CALL_SHARED_ void pl_cl_no_groups(struct pl_cl_call *call, const char *why)
{
    if (pl_cl_set_("schedule=", "gpu"))
        pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_NO_GPU_SCHEDULE_, why);
}

/* The kernel for CPUs: work-items that share the programs, each with so many bytes of workspace. If that is not 0, the
   last arguments are `__global uchar *workspace, const long workspace_bytes`: a slice for each work-item. There are
   several work-items per core, so that a slow core leaves work to others. */
PL_CALL_SHARED_ int pl_cl_items(struct pl_cl_call *call, const char *name, size_t workspace)
{
    pl_cl_for_gpu(call);
    size_t programs = (size_t)call->host.programs, items = 8 * (size_t)pl_cl_.units;
    return pl_cl_go_(call, name, programs < items ? programs : items, 1, (workspace + 63) / 64 * 64);
}

#endif

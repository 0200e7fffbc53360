/* pl_cuda.h -- what the host side of an emitted .cu uses: memory, copies, launches, errors.

   pallasc --target=cuda writes matmul.cu, which includes this header and defines the call. Build and link with

       nvcc -arch=sm_80 -I targets/cuda -c matmul.cu

   or -arch=sm_90a for an H100: what multiplies matrices is several times faster there, and -arch=native leaves it out.

   ---- For the user ----

       pl_alloc  pl_free  pl_upload  pl_download  pl_sync  pl_error      as pallas.h says

       void pl_cuda_use_stream(cudaStream_t)        calls and copies of this thread go to this stream from now on; 0, where
                                                    every thread begins, is the default stream
       cudaStream_t pl_cuda_stream(void)            the stream that this thread uses
       void pl_cuda_trim(void)                      frees the memory that is kept for the next call

   An array may be the host's, or the device's: what pl_alloc or cudaMalloc gave is used in place. Copies of host arrays
   live in device memory that is kept from call to call, one piece a stream.

   A call that writes device arrays only returns when its kernel is launched, unless the kernel can report (a PL_CHECK, an
   index map that is not proved) or reads a pinned host array: pl_sync and pl_download wait. A call that writes host
   arrays returns when they are written. When a call fails, no host array has been written. A kernel that fails after its call
   returned is reported by pl_sync, which names the last kernel that this thread launched in the stream.

   In the environment:

       PALLAS=groups=N         at most N blocks take turns with the programs of a call that needs memory for each block
       PALLAS=grid=N           at most N blocks in the first dim of a launch; default: what CUDA allows
       PALLAS=parts=N          divide the steps of a PL_REDUCTION axis among N parts; 1: do not; default: as many as keep the
                               device busy. The same number gives the same results
       PALLAS=local=BYTES      take the device for one with so much shared memory for a block
       PALLAS=schedule=…, PALLAS=cluster=…, PALLAS=stores=…, PALLAS=trace        pl_tensor_map.h describes them

   ---- For emitted code: a call as the generator writes it ----

       extern "C" int scale(long n, float by, const float *x_array, float *z_array)
       {
           struct pl_cuda_call call;
           pl_cuda_begin(&call, "scale", "scale_kernel", "scale.c", 12);
           const long i_programs = pl_cuda_parallel(&call, "i", pl_call_cdiv(n, 256));
           pl_cuda_in(&call, "x", &x_array, n);
           pl_cuda_out(&call, "z", &z_array, n);
           if (pl_cuda_prepare(&call, 0))                           // from here on x_array and z_array point to the device
               pl_cuda_launch(&call, scale_kernel, 256, 0, n, by, i_programs, x_array, z_array);
           return pl_cuda_finish(&call);
       }
*/
#ifndef PL_CUDA_H
#define PL_CUDA_H

#ifndef __cplusplus
/* C programs see only the functions above that pallas.h does not declare; cudaStream_t is as in CUDA's own headers. */
typedef struct CUstream_st *cudaStream_t;
void pl_cuda_use_stream(cudaStream_t stream);
cudaStream_t pl_cuda_stream(void);
void pl_cuda_trim(void);
#else

#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
#error "emitted code needs sm_80 or later: compile it with -arch=sm_80, or -arch=sm_90a for an H100"
#endif

#include <cuda_runtime.h>
#if defined __has_include
#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>
#endif
#endif
#include <float.h>
#include <limits.h>
#include <math.h>
#include <mutex>
#include <stdint.h>
#include <stdio.h>
#include "../shared/call.h"

static_assert(sizeof(long) == 8, "pallasc counts elements in longs of 64 bits");

/* Without nvcc, NAME.cuh declares kernels for cudaLaunchKernel. */
#ifndef __launch_bounds__
#define __launch_bounds__(...)
#endif

/* The emitted code contains the user's expressions, and the C compiler has already warned about them in the user's own
   file: an unused variable, an unsigned value that is compared with 0, a conversion that changes the sign or is in an
   initializer. */
#if defined __NVCC__
#pragma nv_diag_suppress 68, 177, 186, 550, 2361
#endif
#if defined __GNUC__
#pragma GCC diagnostic ignored "-Wnarrowing"
#endif

/* Shared memory whose size the launch determines. The emulator has its own. */
#ifndef PL_EMULATOR
#define PL_DYNAMIC_SHARED(type, name) extern __shared__ __align__(16) type name[]
#endif

/* The bytes of so many elements, in lines of 64; if the product overflows, more than any device has. */
constexpr size_t pl_cuda_padded_bytes(double count, size_t size)
{
    return count * (double)size < 0x1p57 ? ((size_t)count * size + 63) / 64 * 64 : (size_t)1 << 57;
}

extern "C" {
const char *pl_error(void);
void *pl_alloc(size_t bytes);
void pl_free(void *device);
int pl_upload(void *device, const void *host, size_t bytes);
int pl_download(void *host, const void *device, size_t bytes);
int pl_sync(void);
long pl_device_id(void);
long pl_num_devices(void);
int pl_on_devices(long n, int (*body)(void *), void *arg);
void pl_cuda_use_stream(cudaStream_t stream);
cudaStream_t pl_cuda_stream(void);
void pl_cuda_trim(void);
}

/* As in pallas.h. */
#ifndef PALLAS_SMALL_FLOATS
#define PALLAS_SMALL_FLOATS
struct pl_f16 { uint16_t bits; };
struct pl_bf16 { uint16_t bits; };
struct pl_f8e4m3 { uint8_t bits; };
struct pl_f8e5m2 { uint8_t bits; };
#endif

/* ==== Data structures ==================================================================================== */

/* Memory of one stream of a device, kept from call to call. The holder of the lock is running a call. */
struct pl_cuda_scratch {
    int device;
    cudaStream_t stream;
    bool partials;                      /* it has what the parts of a call have accumulated */
    std::mutex lock;
    char *at;                           /* copies of host arrays, then the workspace */
    size_t bytes;
    pl_call_report *report, *host_report;
    pl_cuda_scratch *next;
};

/* Memory of pl_alloc, and what the launcher has for parts. */
struct pl_cuda_memory {
    char *at;
    size_t bytes;
    pl_cuda_memory *next;
};

/* An array of a call: the launcher's variable that points to it, and where its copy is in the scratch memory. */
struct pl_cuda_moved {
    char *variable;
    size_t start;
    char *at;                           /* the copy */
    bool copied;                        /* it is a host array */
    bool read_late;                     /* the copy may read it after cudaMemcpyAsync has returned */
    const pl_cuda_moved *same;          /* the earlier operand whose copy it shares; NULL: it has its own */
};

struct pl_cuda_call {
    pl_host_call host;
    pl_cuda_moved moved[PL_CALL_ARRAYS];
    pl_cuda_scratch *scratch;           /* locked; NULL: nothing was needed */
    const pl_call_local *local;
    cudaStream_t stream;
    size_t blocks;
    unsigned cluster;                   /* blocks that run together */
    int *reports;                       /* where the kernel reports */
    unsigned char *workspace;           /* in the scratch memory; if that is NULL, memory of the CUDA graph */
    long workspace_bytes;               /* of each block */
    bool in_turn;                       /* blocks of a kernel for sm_90a take programs in turn */
    bool ranged;                        /* its ranges have begun */
    bool prints;                        /* it waits for the output of the kernel */
};

struct pl_cuda_state {
    std::mutex lock;                    /* of the lists */
    pl_cuda_scratch *scratches;
    pl_cuda_memory *memories;
};

inline pl_cuda_state pl_cuda_;
inline thread_local cudaStream_t pl_cuda_stream_;

/* The last kernel that this thread launched; call: NULL if its end has been waited for. */
struct pl_cuda_launched {
    cudaStream_t stream;
    const char *call, *kernel, *file;
    int line;
};
inline thread_local pl_cuda_launched pl_cuda_launched_;

/* ==== Errors ============================================================================================= */

inline int pl_cuda_code_(cudaError_t error)
{
    return error == cudaErrorMemoryAllocation ? PL_NO_MEMORY : PL_FAILED;
}

/* pallas.mk, which also builds programs for the emulator, defines PL_CUDA_BY_MAKE. */
#ifdef PL_CUDA_BY_MAKE
#define PL_CUDA_WITHOUT_GPU_ "; is there a GPU, and its driver? CUDA=emulator builds the program for this CPU"
#else
#define PL_CUDA_WITHOUT_GPU_ "; is there a GPU, and its driver?"
#endif

inline const char *pl_cuda_advice_(cudaError_t error)
{
    return error == cudaErrorNoKernelImageForDevice ? "; compile for this device: nvcc -arch=native" :
           error == cudaErrorInvalidValue ? "; if pl_free has freed one of the arrays, CUDA takes it for a host array" :
           error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver ? PL_CUDA_WITHOUT_GPU_ : "";
}

/* Whether a CUDA function's code is an error, which is then reported. */
inline bool pl_cuda_bad_(pl_cuda_call *call, cudaError_t error, const char *what, const char *which)
{
    if (error != cudaSuccess) {
        cudaGetLastError();             /* otherwise the next call would get it, too */
        pl_call_fail(&call->host, pl_cuda_code_(error), "%s%s: %s (%s)%s [cuda-error]", what, which, cudaGetErrorString(error),
                     cudaGetErrorName(error), pl_cuda_advice_(error));
    }
    return error != cudaSuccess;
}

/* After the stream has been waited for: 0, or a code, which is reported. An error may be that of an earlier kernel. */
inline int pl_cuda_done_(const char *who, cudaError_t error)
{
    pl_cuda_launched *last = &pl_cuda_launched_;
    const bool known = last->call && last->stream == pl_cuda_stream_;
    if (error == cudaSuccess) {
        last->call = known ? NULL : last->call;
        return PL_OK;
    }
    cudaGetLastError();
    if (!known)
        return pl_call_say(pl_cuda_code_(error), "%s: %s (%s)%s [cuda-error]", who, cudaGetErrorString(error), cudaGetErrorName(error),
                           pl_cuda_advice_(error));
    return pl_call_say(pl_cuda_code_(error), "%s: %s (%s)%s; the last launch was call %s, kernel %s, %s:%d [cuda-error]", who,
                       cudaGetErrorString(error), cudaGetErrorName(error), pl_cuda_advice_(error), last->call, last->kernel,
                       last->file, last->line);
}

/* ==== Memory of the device =============================================================================== */

/* The memory of pl_alloc that this points into; NULL: none. */
inline pl_cuda_memory *pl_cuda_find_(const void *p)
{
    for (pl_cuda_memory *m = pl_cuda_.memories; m; m = m->next)
        if ((const char *)p >= m->at && (const char *)p < m->at + (m->bytes ? m->bytes : 1))
            return m;
    return NULL;
}

inline void pl_cuda_remember_(void *at, size_t bytes)
{
    std::lock_guard<std::mutex> hold(pl_cuda_.lock);
    pl_cuda_.memories = new pl_cuda_memory{ (char *)at, bytes, pl_cuda_.memories };
}

/* False: no memory that is remembered begins there. */
inline bool pl_cuda_forget_(const void *at)
{
    std::lock_guard<std::mutex> hold(pl_cuda_.lock);
    for (pl_cuda_memory **m = &pl_cuda_.memories; at && *m; m = &(*m)->next)
        if ((*m)->at == at) {
            pl_cuda_memory *gone = *m;
            *m = gone->next;
            delete gone;
            return true;
        }
    return false;
}

inline cudaMemoryType pl_cuda_kind_(const void *p)
{
    cudaPointerAttributes about;
    if (cudaPointerGetAttributes(&about, p) != cudaSuccess) {
        cudaGetLastError();
        return cudaMemoryTypeUnregistered;
    }
    return about.type;
}

inline bool pl_cuda_is_device_(const void *p)
{
    const cudaMemoryType kind = pl_cuda_kind_(p);
    return kind == cudaMemoryTypeDevice || kind == cudaMemoryTypeManaged;
}

/* Whether cudaMemcpyAsync may read this host array after it has returned: pinned memory, and all memory that the device reads
   by the host's page tables. Other memory is staged first. */
inline bool pl_cuda_is_read_late_(const void *p)
{
    int device = 0, shared = 0;
    if (pl_cuda_kind_(p) == cudaMemoryTypeHost)
        return true;
    if (cudaGetDevice(&device) != cudaSuccess ||
        cudaDeviceGetAttribute(&shared, cudaDevAttrPageableMemoryAccessUsesHostPageTables, device) != cudaSuccess)
        cudaGetLastError();
    return shared;
}

/* Whether so many bytes from device on are in device memory. 0, or a code, which is reported. */
inline int pl_cuda_check_range_(const char *who, const void *device, size_t bytes)
{
    if (!bytes)                                                     /* the end of an array is a place to copy nothing to */
        return PL_OK;
    std::lock_guard<std::mutex> hold(pl_cuda_.lock);
    pl_cuda_memory *m = pl_cuda_find_(device);
    if (!m && !pl_cuda_is_device_(device))
        return pl_call_say(PL_FAILED, PL_MESSAGE_NOT_ALLOCATED_, who);
    if (m && bytes > m->bytes - (size_t)((const char *)device - m->at))
        return pl_call_say(PL_FAILED, PL_MESSAGE_MOVE_TOO_LARGE_, who, bytes, m->bytes,
                           (size_t)((const char *)device - m->at));
    return PL_OK;
}

/* The six functions of pallas.h that a C program calls: one definition each, even if several files include this header. */
#define PL_CUDA_PUBLIC_ extern "C" __attribute__((weak))

PL_CUDA_PUBLIC_ const char *pl_error(void) { return pl_call_error_; }

PL_CUDA_PUBLIC_ void *pl_alloc(size_t bytes)
{
    void *at = NULL;
    pl_call_error_[0] = 0;
    cudaError_t error = cudaMalloc(&at, bytes ? bytes : 1);
    if (error != cudaSuccess) {
        cudaGetLastError();
        pl_call_say(pl_cuda_code_(error), "pl_alloc: %zu bytes: %s (%s)%s [cuda-error]", bytes, cudaGetErrorString(error),
                    cudaGetErrorName(error), pl_cuda_advice_(error));
        return NULL;
    }
    pl_cuda_remember_(at, bytes);
    return at;
}

PL_CUDA_PUBLIC_ void pl_free(void *device)
{
    if (pl_cuda_forget_(device))
        cudaFree(device);                                           /* waits for calls that may still use it */
}

PL_CUDA_PUBLIC_ int pl_upload(void *device, const void *host, size_t bytes)
{
    pl_call_error_[0] = 0;
    if (pl_cuda_check_range_("pl_upload", device, bytes))
        return PL_FAILED;
    cudaError_t error = cudaMemcpyAsync(device, host, bytes, cudaMemcpyHostToDevice, pl_cuda_stream_);
    return pl_cuda_done_("pl_upload", error == cudaSuccess ? cudaStreamSynchronize(pl_cuda_stream_) : error);
}

PL_CUDA_PUBLIC_ int pl_download(void *host, const void *device, size_t bytes)
{
    pl_call_error_[0] = 0;
    if (pl_cuda_check_range_("pl_download", device, bytes))
        return PL_FAILED;
    cudaError_t error = cudaMemcpyAsync(host, device, bytes, cudaMemcpyDeviceToHost, pl_cuda_stream_);
    return pl_cuda_done_("pl_download", error == cudaSuccess ? cudaStreamSynchronize(pl_cuda_stream_) : error);
}

PL_CUDA_PUBLIC_ int pl_sync(void)
{
    pl_call_error_[0] = 0;
    return pl_cuda_done_("pl_sync", cudaStreamSynchronize(pl_cuda_stream_));
}

/* There is one device: body runs on it. */
PL_CUDA_PUBLIC_ long pl_device_id(void) { return 0; }
PL_CUDA_PUBLIC_ long pl_num_devices(void) { return 1; }
PL_CUDA_PUBLIC_ int pl_on_devices(long n, int (*body)(void *), void *arg)
{
    pl_call_error_[0] = 0;
    if (n > 1 || n < 0)
        return pl_call_say(PL_FAILED, PL_MESSAGE_DEVICES_ONE_, n);
    return body(arg);
}

PL_CUDA_PUBLIC_ void pl_cuda_use_stream(cudaStream_t stream) { pl_cuda_stream_ = stream; }
PL_CUDA_PUBLIC_ cudaStream_t pl_cuda_stream(void) { return pl_cuda_stream_; }

PL_CUDA_PUBLIC_ void pl_cuda_trim(void)
{
    std::lock_guard<std::mutex> hold(pl_cuda_.lock);
    for (pl_cuda_scratch *s = pl_cuda_.scratches; s; s = s->next) {
        std::lock_guard<std::mutex> mine(s->lock);
        cudaFree(s->at);
        s->at = NULL;
        s->bytes = 0;
    }
}

/* ==== A call: what the launcher passes =================================================================== */

#ifdef PL_EMULATOR
#define PL_CUDA_EMULATED_                                                                                                \
    " order=forward|seq|reverse|random|greedy copies=early|late|random seed=D arch=sm_80|sm_90|sm_90a on_error=return|trap" \
    " uninitialized=report|ignore maps=withheld"
#else
#define PL_CUDA_EMULATED_ ""
#endif

inline void pl_cuda_begin(pl_cuda_call *call, const char *name, const char *kernel, const char *file, int line)
{
    pl_call_begin(&call->host, name, kernel, file, line);
    pl_call_check_settings(&call->host, "groups=N grid=N parts=N local=N schedule=sm_80|sm_90a cluster=1|2 stores=direct trace" PL_CUDA_EMULATED_);
    call->scratch = NULL;
    call->local = NULL;
    call->stream = pl_cuda_stream_;
    call->cluster = 1;
    call->reports = NULL;
    call->workspace = NULL;
    call->workspace_bytes = 0;
    call->in_turn = call->ranged = call->prints = false;
}

/* ---- Ranges of NVTX, which Nsight Systems shows and projects on the kernel: one for each PL_TRACE, around the call. A
   range is of the host's time; a kernel has none of its own. The header needs no library: it looks for the profiler's. ---- */
#if defined __has_include
#if __has_include(<nvtx3/nvToolsExt.h>)
#define PL_CUDA_BEGIN_RANGE_(name) nvtxRangePushA(name)
#define PL_CUDA_END_RANGE_() nvtxRangePop()
#endif
#endif
#ifndef PL_CUDA_BEGIN_RANGE_
#define PL_CUDA_BEGIN_RANGE_(name) (void)(name)
#define PL_CUDA_END_RANGE_() (void)0
#endif
inline void pl_cuda_begin_ranges_(pl_cuda_call *call)
{
    call->ranged = call->host.spans != NULL;
    for (const char *const *name = call->host.spans; name && *name; name++)
        PL_CUDA_BEGIN_RANGE_(*name);
}
inline void pl_cuda_end_ranges_(const pl_cuda_call *call)
{
    for (const char *const *name = call->host.spans; call->ranged && *name; name++)
        PL_CUDA_END_RANGE_();
}

/* The next grid axis, outermost first; its number of programs. Those of a parallel axis are distributed over blocks,
   those of a sequential axis are a loop in the kernel. */
inline long pl_cuda_parallel(pl_cuda_call *call, const char *name, long extent)
{
    pl_call_axis(&call->host, name, extent, 1);
    return extent;
}
inline long pl_cuda_sequential(pl_cuda_call *call, const char *name, long extent)
{
    pl_call_axis(&call->host, name, extent, 0);
    return extent;
}

/* An array of the kernel: the launcher's variable that points to it, its shape. */
template <typename T, typename... Extent>
void pl_cuda_array_(pl_cuda_call *call, const char *name, T **at, int read, int written, Extent... shape)
{
    const long extents[] = { (long)shape..., 0 };
    if (call->host.arrays < PL_CALL_ARRAYS)
        call->moved[call->host.arrays] = { (char *)at, 0, NULL, false, false, NULL };
    pl_call_operand(&call->host, name, (const void *)*at, sizeof **at, alignof(T), (int)sizeof...(shape), extents, read, written);
}

/* Tables are pl_cuda_in, too. An output that is not written in full (PL_REVISIT_ANY, PL_INOUT) is pl_cuda_inout. */
template <typename T, typename... Extent>
void pl_cuda_in(pl_cuda_call *call, const char *name, T **at, Extent... shape)
{
    pl_cuda_array_(call, name, at, 1, 0, shape...);
}
template <typename T, typename... Extent>
void pl_cuda_out(pl_cuda_call *call, const char *name, T **at, Extent... shape)
{
    pl_cuda_array_(call, name, at, 0, 1, shape...);
}
template <typename T, typename... Extent>
void pl_cuda_inout(pl_cuda_call *call, const char *name, T **at, Extent... shape)
{
    pl_cuda_array_(call, name, at, 1, 1, shape...);
}

/* ==== A call: checks, copies, the kernel ================================================================= */

/* Finds the host arrays and the places of their copies; the total bytes of the copies. */
inline size_t pl_cuda_place_(pl_cuda_call *call)
{
    size_t bytes = 0;
    for (int i = 0; i < call->host.arrays; i++) {
        pl_call_array *a = &call->host.array[i];
        pl_cuda_moved *m = &call->moved[i];
        pl_cuda_memory *from = pl_cuda_find_(a->at);
        if (from)
            pl_call_check_allocation(&call->host, a, from->at, from->bytes);
        if (!a->bytes)
            continue;
        if (from || pl_cuda_is_device_(a->at)) {
            if ((uintptr_t)a->at % a->align)
                pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_ALIGNMENT_, a->name, (void *)a->at, a->align);
            continue;
        }
        m->copied = true;
        m->read_late = a->read && pl_cuda_is_read_late_(a->at);
        m->start = bytes;
        for (int j = 0; j < i && !m->same; j++)
            if (call->host.array[j].at == a->at && call->host.array[j].bytes == a->bytes) {
                call->host.array[j].read |= a->read, call->host.array[j].written |= a->written;
                m->same = &call->moved[j];
            }
        bytes += m->same ? 0 : (a->bytes + 255) / 256 * 256;
    }
    return bytes;
}

inline bool pl_cuda_ask_device_(pl_cuda_call *call, cudaDeviceAttr attribute, int *value)
{
    int device = 0;
    return !pl_cuda_bad_(call, cudaGetDevice(&device), "the device", "") &&
           !pl_cuda_bad_(call, cudaDeviceGetAttribute(value, attribute, device), "the device", "");
}

/* The scratch memory of this device and stream, locked. */
inline pl_cuda_scratch *pl_cuda_find_scratch_(pl_cuda_call *call, bool partials)
{
    int device = 0;
    if (pl_cuda_bad_(call, cudaGetDevice(&device), "the device", ""))
        return NULL;
    pl_cuda_.lock.lock();
    pl_cuda_scratch *s = pl_cuda_.scratches;
    while (s && (s->device != device || s->stream != call->stream || s->partials != partials))
        s = s->next;
    if (!s) {
        s = new pl_cuda_scratch;
        s->device = device, s->stream = call->stream, s->partials = partials;
        s->at = NULL, s->bytes = 0, s->report = s->host_report = NULL;
        s->next = pl_cuda_.scratches;
        pl_cuda_.scratches = s;
    }
    pl_cuda_.lock.unlock();
    s->lock.lock();
    return s;
}

inline void pl_cuda_grow_(pl_cuda_call *call, pl_cuda_scratch *s, size_t bytes)
{
    if (bytes <= s->bytes)
        return;
    cudaFree(s->at);                                                /* waits for calls that still use it */
    s->at = NULL;
    s->bytes = 0;
    if (!pl_cuda_bad_(call, cudaMalloc((void **)&s->at, bytes), "its arrays and workspace on the device", ""))
        s->bytes = bytes;
}

/* The report is empty between calls: the reader of a report clears it. */
inline void pl_cuda_open_report_(pl_cuda_call *call, pl_cuda_scratch *s)
{
    if (!s->report) {
        if (pl_cuda_bad_(call, cudaHostAlloc((void **)&s->host_report, sizeof *s->host_report, cudaHostAllocDefault), "its report", "") ||
            pl_cuda_bad_(call, cudaMalloc((void **)&s->report, sizeof *s->report), "its report", "") ||
            pl_cuda_bad_(call, cudaMemsetAsync(s->report, 0, sizeof *s->report, s->stream), "its report", ""))
            return;
    }
    call->reports = (int *)s->report;
}

inline size_t pl_cuda_setting_(const char *key, size_t otherwise)
{
    const char *said = pl_call_setting(key);
    return said && atol(said) > 0 ? (size_t)atol(said) : otherwise;
}

/* The blocks that a multiprocessor holds of a product: those of the kernel for sm_90a take all of its shared memory. */
inline int pl_cuda_producers_resident(pl_cuda_call *call)
{
    int major = 0;
    return pl_cuda_ask_device_(call, cudaDevAttrComputeCapabilityMajor, &major) && major == 9 ? 1 : 2;
}

/* The parts among which the steps of a PL_REDUCTION axis are divided. threads: those of a block; 0: `resident` blocks fill a
   multiprocessor. resident: the blocks that a multiprocessor should hold; 1: any number. shares: the blocks that combine the parts of
   a program. bytes: those of a part. wanted: what the call demands, or 0. */
inline long pl_cuda_parts(pl_cuda_call *call, long wanted, long steps, int threads, int resident, long shares, double bytes)
{
    int units = 1;
    if (call->host.code || call->host.empty || !pl_cuda_ask_device_(call, cudaDevAttrMultiProcessorCount, &units))
        return 1;
    return resident > 1 || !threads ? pl_call_parts(&call->host, wanted, steps, (long)units * resident, 0, shares, bytes)
                                    : pl_call_parts(&call->host, wanted, steps, units, threads, shares, bytes);
}

/* ---- CUDA graphs: what a stream that is being captured runs is launched later, perhaps many times. So a call may not wait there,
   and not use memory of the stream, which later calls share; memory that is allocated in the stream belongs to the graph. The
   stream is asked only where a call needs any of these. ---- */
inline bool pl_cuda_is_captured_(pl_cuda_call *call)
{
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    return !pl_cuda_bad_(call, cudaStreamIsCapturing(call->stream, &status), "its stream", "") && status != cudaStreamCaptureStatusNone;
}

/* Fails a call that waits. */
inline void pl_cuda_check_graph_(pl_cuda_call *call)
{
    const char *rule = "a CUDA graph cannot capture this call, because ";
    for (int i = 0; i < call->host.arrays; i++)
        if (call->moved[i].copied)
            pl_call_fail(&call->host, PL_FAILED, "operand %s: %sit is a host array, which is copied; pass memory of pl_alloc or cudaMalloc "
                         "[cuda-graph]", call->host.array[i].name, rule);
    if (call->prints)
        pl_call_fail(&call->host, PL_FAILED, "%sits kernel prints, and the call waits for the output [cuda-graph]", rule);
    if (call->host.messages)
        pl_call_fail(&call->host, PL_FAILED, "%sits kernel may report a mistake, and the call waits for the report; pallasc --explain lists "
                     "what it may report [cuda-graph]", rule);
}

/* Memory that the stream allocates now and frees by cudaFreeAsync. */
inline void *pl_cuda_take_(pl_cuda_call *call, size_t bytes)
{
    void *at = NULL;
    return pl_cuda_bad_(call, cudaMallocAsync(&at, bytes, call->stream), "its workspace on the device", "") ? NULL : at;
}

/* Memory for what parts accumulate, of this call until the end of the block: two streams have different memory, and the
   kernels of one run one after the other. The two calls that use it find it among what is remembered: CUDA does not know memory of a
   graph before the graph is launched. */
struct pl_cuda_partials {
    pl_cuda_scratch *memory;                                        /* NULL: the graph has it, or there is none */
    cudaStream_t stream;
    char *all;
    size_t used;
    pl_cuda_partials(pl_cuda_call *call, size_t bytes) : memory(NULL), stream(call->stream), all(NULL), used(0)
    {
        if (pl_cuda_is_captured_(call)) {
            all = (char *)pl_cuda_take_(call, bytes);
        } else if ((memory = pl_cuda_find_scratch_(call, true))) {
#ifdef PL_EMULATOR
            memory->bytes = 0;                                      /* fresh memory, so that it reports uninitialized parts */
#endif
            pl_cuda_grow_(call, memory, bytes);
            all = memory->at;
        }
        if (all)
            pl_cuda_remember_(all, bytes);
    }
    ~pl_cuda_partials()
    {
        pl_cuda_forget_(all);
        if (memory)
            memory->lock.unlock();
        else if (all)
            cudaFreeAsync(all, stream);
    }
    template <typename T> T *take(double count)
    {
        T *at = all ? (T *)(all + used) : NULL;
        used += pl_cuda_padded_bytes(count, sizeof(T));
        return at;
    }
};

/* The number of blocks: one per program; if each needs memory of its own, several per multiprocessor, which loop over
   programs. */
inline void pl_cuda_count_blocks_(pl_cuda_call *call)
{
    int units = 1;
    call->blocks = (size_t)call->host.programs;
    if (!call->workspace_bytes)
        return;
    pl_cuda_ask_device_(call, cudaDevAttrMultiProcessorCount, &units);
    size_t most = pl_cuda_setting_("groups=", 16 * (size_t)units);
    call->blocks = call->blocks > most ? most : call->blocks;
    if ((size_t)call->workspace_bytes > ((size_t)1 << 60) / call->blocks)
        pl_call_fail(&call->host, PL_NO_MEMORY, PL_MESSAGE_NO_MEMORY_PROGRAMS_, call->blocks);
}

/* Where the copy of an array is. The emulator checks the bounds of allocations: there each copy is a separate one. */
inline void pl_cuda_locate_(pl_cuda_call *call, pl_cuda_moved *m, const pl_call_array *a)
{
#ifdef PL_EMULATOR
    if (!m->same)
        pl_cuda_bad_(call, cudaMalloc((void **)&m->at, a->bytes), "operand ", a->name);
#else
    (void)a;
    m->at = call->scratch->at + m->start;
#endif
    m->at = m->same ? m->same->at : m->at;
}

inline void pl_cuda_copy_in_(pl_cuda_call *call)
{
    for (int i = 0; i < call->host.arrays && !call->host.code; i++) {
        const pl_call_array *a = &call->host.array[i];
        pl_cuda_moved *m = &call->moved[i];
        if (!m->copied)
            continue;
        pl_cuda_locate_(call, m, a);
        if (!m->same && a->read && !call->host.code)
            pl_cuda_bad_(call, cudaMemcpyAsync(m->at, a->at, a->bytes, cudaMemcpyHostToDevice, call->stream), "copying in ", a->name);
        memcpy(m->variable, &m->at, sizeof m->at);
    }
}

/* Allocates the memory of a call: for copies, the workspace of its blocks, a report. */
inline void pl_cuda_allocate_(pl_cuda_call *call, size_t copies)
{
    const size_t own = call->blocks * (size_t)call->workspace_bytes;
    const bool needed = copies || own || call->host.messages;
    const bool captured = (needed || call->prints) && pl_cuda_is_captured_(call);
    if (captured)
        pl_cuda_check_graph_(call);
    if (call->host.code || !needed)
        return;
    if (captured) {                                                 /* the call has passed the check: own is all that it needs */
        call->workspace = (unsigned char *)pl_cuda_take_(call, own);
        return;
    }
    call->scratch = pl_cuda_find_scratch_(call, false);
    if (!call->host.code)
        pl_cuda_grow_(call, call->scratch, copies + own);
    if (!call->host.code && call->host.messages)
        pl_cuda_open_report_(call, call->scratch);
    if (!call->host.code)
        call->workspace = (unsigned char *)call->scratch->at + copies;
}

/* Prepares a launch: checks what was passed to the call, allocates memory, copies in the host arrays that the kernel
   reads, and makes the launcher's variables point to the device. False: there is nothing to launch. workspace: bytes for
   each block. */
inline bool pl_cuda_prepare(pl_cuda_call *call, size_t workspace)
{
    call->workspace_bytes = (long)((workspace + 63) / 64 * 64);
    if (call->host.code || pl_call_check(&call->host) || call->host.empty)
        return false;
    pl_cuda_begin_ranges_(call);
    pl_cuda_.lock.lock();
    size_t copies = pl_cuda_place_(call);
    pl_cuda_.lock.unlock();
    pl_cuda_count_blocks_(call);
    if (!call->host.code)
        pl_cuda_allocate_(call, copies);
    pl_cuda_copy_in_(call);
#ifdef PL_EMULATOR
    for (int i = 0; i < call->host.arrays && !call->host.code; i++)
        pl_emulator_name(*(void **)call->moved[i].variable, call->host.array[i].name);
#endif
    return !call->host.code;
}

/* A kernel on a device: its loaded code, and the shared memory that was requested for it. The driver takes long to say so: each
   thread asks once, as long as no other kernel takes the place. */
struct pl_cuda_known {
    const void *kernel;
    int device, version, threads;
    size_t shared;
};
enum { PL_CUDA_KERNELS = 64 };
inline thread_local pl_cuda_known pl_cuda_known_[PL_CUDA_KERNELS];

/* NULL: the call has failed. */
inline pl_cuda_known *pl_cuda_know_(pl_cuda_call *call, const void *kernel)
{
    cudaFuncAttributes loaded;
    int device = 0;
    if (pl_cuda_bad_(call, cudaGetDevice(&device), "the device", ""))
        return NULL;
    pl_cuda_known *k = &pl_cuda_known_[(uintptr_t)kernel / 16 % PL_CUDA_KERNELS];
    if (k->kernel == kernel && k->device == device)
        return k;
    if (pl_cuda_bad_(call, cudaFuncGetAttributes(&loaded, kernel), "its kernel", ""))
        return NULL;
    *k = { kernel, device, loaded.binaryVersion, loaded.maxThreadsPerBlock, 0 };
    return k;
}

/* Asks how much shared memory a block may have; false: the call has failed. */
inline bool pl_cuda_ask_most_shared_(pl_cuda_call *call, size_t *most)
{
    int of_device = 0;
    const bool asked = pl_cuda_ask_device_(call, cudaDevAttrMaxSharedMemoryPerBlockOptin, &of_device);
    *most = pl_cuda_setting_("local=", (size_t)of_device);
    if (asked && *most > (size_t)of_device)
        pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_SETTING_LOCAL_, *most, of_device);
    return asked && !call->host.code;
}

/* More than 48 KB of shared memory must be requested, and a device may have less. */
inline bool pl_cuda_ask_shared_(pl_cuda_call *call, const void *kernel, size_t shared)
{
    pl_cuda_known *k = pl_cuda_know_(call, kernel);
    size_t most = 0;
    if (!k || !pl_cuda_ask_most_shared_(call, &most))
        return false;
    pl_call_check_local(&call->host, call->local, most);
    if (!call->host.code && k->shared < shared &&
        !pl_cuda_bad_(call, cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)shared), "its shared memory", ""))
        k->shared = shared;
    return !call->host.code;
}

/* PALLAS=trace: which of its kernels a call takes, and why. */
inline void pl_cuda_trace_(const pl_cuda_call *call, const char *schedule, const char *why)
{
    if (pl_call_setting("trace"))
        fprintf(stderr, "pallas: call %s, %s:%d: kernel for %s%s%s\n", call->host.name, call->host.file, call->host.line, schedule,
                *why ? ": " : "", why);
}

/* Rows that are held are run one after the other by the few threads of a block. A multiprocessor has up to 32 blocks: if the grid has
   that many for each, rows of `least` elements are long. With fewer, shorter ones than `of_few` are better run side by side. */
inline bool pl_cuda_is_short_(pl_cuda_call *call, long row, long least, long of_few)
{
    int units = 1;
    if (row < least || row >= of_few || !pl_cuda_ask_device_(call, cudaDevAttrMultiProcessorCount, &units))
        return row < least;
    return call->blocks < 32 * (size_t)units;
}

/* Whether rows are held, of which a part is if there is no room for more; PALLAS=trace prints it. */
inline bool pl_cuda_are_held_(const pl_cuda_call *call, bool is_short, bool fits, bool in_part)
{
    const bool held = !is_short && fits;
    pl_cuda_trace_(call, held ? "long rows" : "any rows", is_short ? "they are short" : !fits ? "a block has too little shared memory for one"
                                                        : in_part ? "a block has shared memory for a part of one" : "");
    return held;
}

/* How many elements of a row the threads of a block hold in shared memory, beside so many bytes: all of them, or as many as there is
   room for, a multiple of 16. 0: the row is short, or there is room for less than an eighth of it, so that little would be saved. */
inline int pl_cuda_held(pl_cuda_call *call, long row, long least, long of_few, size_t beside, size_t element)
{
    size_t most = 0;
    if (!pl_cuda_ask_most_shared_(call, &most))
        return 0;
    const long room = most > beside ? (most - beside) / element / 16 * 16 : 0, held = row < room ? row : room;
    const bool is_short = pl_cuda_is_short_(call, row, least, of_few), fits = held >= row / 8 && held > 0;
    return pl_cuda_are_held_(call, is_short, fits, held < row) ? (int)held : 0;
}

/* Whether rows are held that fit whole, or not at all, where they need so much shared memory. */
inline bool pl_cuda_holds_rows(pl_cuda_call *call, long row, long least, long of_few, size_t shared)
{
    size_t most = 0;
    if (!pl_cuda_ask_most_shared_(call, &most))
        return false;
    return pl_cuda_are_held_(call, pl_cuda_is_short_(call, row, least, of_few), shared <= most, false);
}

/* The threads that hold a row of so many elements, a power of two: with less than 16 elements each, they mainly wait for each
   other. */
constexpr unsigned pl_cuda_threads_of_row(long elements, unsigned most)
{
    unsigned threads = 32;
    while (threads < most && 32 * (long)threads <= elements)
        threads *= 2;
    return threads;
}

/* Launches the kernel. If there are more blocks than the grid's first dim takes, the second dim is used, too. */
template <typename... Wanted, typename... Given>
void pl_cuda_launch(pl_cuda_call *call, void (*kernel)(Wanted...), unsigned threads, size_t shared, Given... arguments)
{
    const size_t most = pl_cuda_setting_("grid=", 2147483647), rows = (call->blocks + most - 1) / most;
    const size_t columns = (call->blocks + rows - 1) / rows + call->cluster - 1;
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster;
    if (rows > 65535)
        pl_call_fail(&call->host, PL_FAILED, PL_MESSAGE_GRID_OF_CUDA_, call->blocks);
    if (call->host.code || ((shared > 48 * 1024 || pl_call_setting("local=")) &&
                            !pl_cuda_ask_shared_(call, (const void *)kernel, shared)))
        return;
    config.gridDim = dim3((unsigned)(columns - columns % call->cluster), (unsigned)rows);
    config.blockDim = dim3(threads);
    config.dynamicSmemBytes = shared;
    config.stream = call->stream;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim = { call->cluster, 1, 1 };
    config.attrs = &cluster;
    config.numAttrs = call->cluster > 1;
    if (!pl_cuda_bad_(call, cudaLaunchKernelEx(&config, kernel, static_cast<Wanted>(arguments)...), "the launch", ""))
        pl_cuda_launched_ = { call->stream, call->host.name, call->host.kernel, call->host.file, call->host.line };
}

/* Whether the kernel reported anything; waits for it. */
inline void pl_cuda_read_report_(pl_cuda_call *call)
{
    pl_cuda_scratch *s = call->scratch;
    if (!call->reports || call->host.code)
        return;
    if (pl_cuda_bad_(call, cudaMemcpyAsync(s->host_report, s->report, sizeof *s->report, cudaMemcpyDeviceToHost, call->stream),
                     "running the kernel", "") ||
        pl_cuda_bad_(call, cudaStreamSynchronize(call->stream), "running the kernel", "") || !s->host_report->number)
        return;
    pl_cuda_bad_(call, cudaMemsetAsync(s->report, 0, sizeof *s->report, call->stream), "its report", "");
    pl_call_tell(&call->host, s->host_report);
}

/* Copies written arrays back to the host; 0, or a code. */
inline int pl_cuda_finish(pl_cuda_call *call)
{
    bool wait = false;
    pl_cuda_read_report_(call);
    for (int i = 0; i < call->host.arrays && !call->host.code && call->scratch; i++) {
        const pl_call_array *a = &call->host.array[i];
        const pl_cuda_moved *m = &call->moved[i];
        wait |= m->copied && (a->written || m->read_late);
        if (m->copied && !m->same && a->written)
            pl_cuda_bad_(call, cudaMemcpyAsync(a->at, m->at, a->bytes, cudaMemcpyDeviceToHost, call->stream), "copying out ", a->name);
    }
#ifdef PL_EMULATOR
    for (int i = 0; i < call->host.arrays; i++)
        if (!call->moved[i].same)
            cudaFreeAsync(call->moved[i].at, call->stream);
#endif
    if (wait || (call->host.code && call->scratch)) {               /* host arrays may be used as soon as the call returns */
        cudaError_t error = cudaStreamSynchronize(call->stream);
        pl_cuda_bad_(call, error, "running the kernel", "");
    }
    if (call->scratch)
        call->scratch->lock.unlock();
    else if (call->workspace)
        cudaFreeAsync(call->workspace, call->stream);
    pl_cuda_end_ranges_(call);
    return call->host.code;
}

#endif /* __cplusplus */
#endif

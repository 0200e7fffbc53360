// launch.h -- launching kernels, and the parts of the runtime API that are C++.
#ifndef PL_EMULATOR_LAUNCH_H
#define PL_EMULATOR_LAUNCH_H

#include <tuple>
#include <utility>

// A pointer that a kernel gets: the number of its parameter, from 1, and whether that is __restrict__.
struct pl_emulator_pointer {
    const volatile void *at;
    unsigned parameter;
    bool restricted;
};

// A launch. The emulator calls run(arguments) once in each thread, and release(arguments) at the end.
struct pl_emulator_call {
    const void *kernel;
    dim3 grid, block, cluster;  // cluster: 0 blocks if the launch does not say
    size_t shared_bytes;
    cudaStream_t stream;
    bool cooperative;
    void *arguments;
    size_t arguments_bytes;
    void (*run)(void *arguments);
    void (*release)(void *arguments);
    const pl_emulator_pointer *pointers;
    unsigned pointers_count;
};
extern "C" cudaError_t pl_emulator_launch_call(const pl_emulator_call *);
// Reports call the allocation that has this address by the name.
extern "C" void pl_emulator_name(const void *p, const char *name);

template <class... P> struct pl_emulator_arguments {
    void (*kernel)(P...);
    std::tuple<std::decay_t<P>...> values;
    pl_emulator_pointer pointers[sizeof...(P) + 1];
    unsigned pointers_count = 0, parameters = 0;

    template <class T> void add_pointer(const T &, bool) { parameters++; }
    template <class T> void add_pointer(T *const &p, bool restricted) { pointers[pointers_count++] = { p, ++parameters, restricted }; }
    void find_pointers()
    {
        std::apply([this](const auto &...value) { (add_pointer(value, std::is_reference_v<P>), ...); }, values);
    }

    // The thread's own copy of the values, made of bytes: the copy is not an access of the kernel.
    __attribute__((no_sanitize("thread"))) static void run(void *self)
    {
        typedef std::tuple<std::decay_t<P>...> Values;
        pl_emulator_arguments *a = static_cast<pl_emulator_arguments *>(self);
        void (*kernel)(P...) = a->kernel;
        alignas(Values) char mine[sizeof(Values)];
        __builtin_memcpy(mine, &a->values, sizeof mine);
        std::apply(kernel, *reinterpret_cast<Values *>(mine));
    }
    static void release(void *self) { delete static_cast<pl_emulator_arguments *>(self); }
};

template <class... P, class... A>
cudaError_t pl_emulator_launch_as(bool cooperative, dim3 cluster, void (*kernel)(P...), dim3 grid, dim3 block, size_t shared_bytes,
                                  cudaStream_t stream, A &&...values)
{
    auto *arguments = new pl_emulator_arguments<P...>{ kernel, std::tuple<std::decay_t<P>...>(std::forward<A>(values)...), {} };
    arguments->find_pointers();
    pl_emulator_call call = { reinterpret_cast<const void *>(kernel), grid, block, cluster, shared_bytes, stream, cooperative,
                              arguments, sizeof *arguments, pl_emulator_arguments<P...>::run, pl_emulator_arguments<P...>::release,
                              arguments->pointers, arguments->pointers_count };
    return pl_emulator_launch_call(&call);
}

// PL_LAUNCH(kernel, grid, block, shared_bytes, stream, arguments...) is kernel<<<grid, block, shared_bytes, stream>>>(arguments...),
// which is not C++.
#define PL_LAUNCH(kernel, grid, block, shared_bytes, ...) \
    ((void)pl_emulator_launch_as(false, dim3(0, 0, 0), kernel, grid, block, shared_bytes, __VA_ARGS__))

// ---- CUDA's own ways to launch without <<< >>> ----

enum cudaLaunchAttributeID { cudaLaunchAttributeIgnore = 0, cudaLaunchAttributeCooperative = 2, cudaLaunchAttributeClusterDimension = 4 };
union cudaLaunchAttributeValue {
    char pad[64];
    int cooperative;
    struct {
        unsigned x, y, z;
    } clusterDim;
};
struct cudaLaunchAttribute {
    cudaLaunchAttributeID id;
    cudaLaunchAttributeValue val;
};
struct cudaLaunchConfig_t {
    dim3 gridDim, blockDim;
    size_t dynamicSmemBytes;
    cudaStream_t stream;
    cudaLaunchAttribute *attrs;
    unsigned numAttrs;
};

template <class... P, class... A>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t *config, void (*kernel)(P...), A &&...values)
{
    bool cooperative = false;
    dim3 cluster(0, 0, 0);
    for (unsigned i = 0; i < config->numAttrs; i++) {
        const cudaLaunchAttributeValue &v = config->attrs[i].val;
        if (config->attrs[i].id == cudaLaunchAttributeCooperative)
            cooperative = v.cooperative != 0;
        else if (config->attrs[i].id == cudaLaunchAttributeClusterDimension)
            cluster = dim3(v.clusterDim.x, v.clusterDim.y, v.clusterDim.z);
    }
    return pl_emulator_launch_as(cooperative, cluster, kernel, config->gridDim, config->blockDim, config->dynamicSmemBytes,
                                 config->stream, std::forward<A>(values)...);
}

template <class... P, size_t... I>
cudaError_t pl_emulator_launch_from(bool cooperative, void (*kernel)(P...), dim3 grid, dim3 block, void **values,
                                    size_t shared_bytes, cudaStream_t stream, std::index_sequence<I...>)
{
    (void)values;
    return pl_emulator_launch_as(cooperative, dim3(0, 0, 0), kernel, grid, block, shared_bytes, stream,
                                 *static_cast<std::decay_t<P> *>(values[I])...);
}

// The kernel must not be cast to const void *, because the types of its parameters are needed.
template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **values, size_t shared_bytes = 0,
                             cudaStream_t stream = 0)
{
    return pl_emulator_launch_from(false, kernel, grid, block, values, shared_bytes, stream, std::index_sequence_for<P...>());
}

template <class... P>
cudaError_t cudaLaunchCooperativeKernel(void (*kernel)(P...), dim3 grid, dim3 block, void **values, size_t shared_bytes = 0,
                                        cudaStream_t stream = 0)
{
    return pl_emulator_launch_from(true, kernel, grid, block, values, shared_bytes, stream, std::index_sequence_for<P...>());
}

template <class F> cudaError_t cudaFuncSetAttribute(F *kernel, cudaFuncAttribute attribute, int value)
{
    return cudaFuncSetAttribute(reinterpret_cast<const void *>(kernel), attribute, value);
}
template <class F> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, F *kernel)
{
    return cudaFuncGetAttributes(attributes, reinterpret_cast<const void *>(kernel));
}
template <class F>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, F *kernel, int threads, size_t shared_bytes)
{
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, reinterpret_cast<const void *>(kernel), threads, shared_bytes);
}

// ---- Memory, typed ----

template <class T> cudaError_t cudaMalloc(T **p, size_t bytes) { return cudaMalloc(reinterpret_cast<void **>(p), bytes); }
template <class T> cudaError_t cudaMallocAsync(T **p, size_t bytes, cudaStream_t stream)
{
    return cudaMallocAsync(reinterpret_cast<void **>(p), bytes, stream);
}
template <class T> cudaError_t cudaMallocHost(T **p, size_t bytes)
{
    return cudaMallocHost(reinterpret_cast<void **>(p), bytes);
}
static inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned flags = cudaEventDefault)
{
    return cudaEventCreateWithFlags(event, flags);
}

extern "C" cudaError_t pl_emulator_symbol_copy(const void *symbol, size_t offset, void *host, size_t bytes, int to_symbol);
template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *source, size_t bytes, size_t offset = 0,
                                                  cudaMemcpyKind = cudaMemcpyHostToDevice)
{
    return pl_emulator_symbol_copy(&symbol, offset, const_cast<void *>(source), bytes, 1);
}
template <class T> cudaError_t cudaMemcpyFromSymbol(void *destination, const T &symbol, size_t bytes, size_t offset = 0,
                                                    cudaMemcpyKind = cudaMemcpyDeviceToHost)
{
    return pl_emulator_symbol_copy(&symbol, offset, destination, bytes, 0);
}

#endif

// graphs.c -- calls on a stream that is being captured: those that a CUDA graph can hold, and why others fail. graphs.sh runs it in
// the emulator, where a capture ends with an error if anything was called that no graph can hold.

#include <pallas.h>
#include "../test.h"

enum { B = 64, N = 12 * B };

PL_KERNEL(add_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[c] + 1;
}

PL_CALL(add, add_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))), PL_IN(float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

PL_KERNEL(sum_kernel, PL_REF(const float, x, B), PL_REF(float, z, 1))
{
    PL_WHEN (PL_FIRST(0))
        z[0] = 0;
    PL_REDUCE (z[0], PL_ADD, (c, B), x[c]);
}

PL_CALL(sum, sum_kernel, PL_SIZES(n), PL_GRID(PL_REDUCTION(l, PL_CDIV(n, B), 3)),
        PL_IN(float, x, (n), PL_BLOCKSPEC((B), (l), PL_EDGE(0))), PL_OUT(float, z, (1), PL_WHOLE))

// The scratch of each program is in global memory.
PL_KERNEL(backwards_kernel, PL_SCALAR(long, n), PL_REF(const float, x, n), PL_REF(float, z, n), PL_REF(float, t, n))
{
    PL_EACH ((c, n))
        t[n - 1 - c] = x[c];
    PL_EACH ((c, n))
        z[c] = t[c];
}

PL_CALL(backwards, backwards_kernel, PL_SCALAR(long, n), PL_GRID(PL_PARALLEL(i, 1)), PL_IN(float, x, (n), PL_WHOLE),
        PL_OUT(float, z, (n), PL_WHOLE), PL_SCRATCH(float, (n)))

PL_KERNEL(checked_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_CHECK(x[0] >= 0, "negative");
    PL_EACH ((c, B))
        z[c] = x[c];
}

PL_CALL(checked, checked_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))), PL_IN(float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

PL_KERNEL(printed_kernel, PL_REF(const float, x, B), PL_REF(float, z, B))
{
    PL_EACH ((c, B))
        z[c] = x[c];
    PL_PRINT("%g\n", (double)x[0]);
}

PL_CALL(printed, printed_kernel, PL_SIZES(n), PL_GRID(PL_PARALLEL(i, PL_CDIV(n, B))), PL_IN(float, x, (n), PL_BLOCKSPEC((B), (i))),
        PL_OUT(float, z, (n), PL_BLOCKSPEC((B), (i))))

#ifndef __PALLASC__                    // which needs the calls alone
#include <cuda_runtime_api.h>

void pl_cuda_use_stream(cudaStream_t stream);
static float host[N], back[N];
static float *x, *y, *z, *total;
static cudaStream_t stream;

static void begin(void)
{
    EXPECT(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) == cudaSuccess);
}

static cudaGraphExec_t end(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready = NULL;
    EXPECT(cudaStreamEndCapture(stream, &graph) == cudaSuccess && graph);
    if (graph) {
        EXPECT(cudaGraphInstantiate(&ready, graph, 0) == cudaSuccess);
        EXPECT(cudaGraphDestroy(graph) == cudaSuccess);
    }
    return ready;
}

// Whether the graph, launched with new numbers, makes of x + 1 its sum and its reverse.
static void expect_results(cudaGraphExec_t ready, float by)
{
    float sum = 0, wanted = 0;
    for (long i = 0; i < N; i++) {
        host[i] = by * (float)(i % 13);
        wanted += host[i] + 1;
    }
    EXPECT(pl_upload(x, host, sizeof host) == 0);
    EXPECT(cudaGraphLaunch(ready, stream) == cudaSuccess);
    EXPECT(pl_download(&sum, total, sizeof sum) == 0 && sum == wanted);
    EXPECT(pl_download(back, z, sizeof back) == 0);
    for (long i = 0; i < N; i++)
        EXPECT(back[i] == host[N - 1 - i] + 1);
}

TEST(calls_that_a_graph_holds)
{
    begin();
    EXPECT(add(N, x, y) == 0);
    EXPECT(sum(N, y, total) == 0);
    EXPECT(backwards(N, y, z) == 0);
    cudaGraphExec_t ready = end();
    if (!ready)
        return;
    expect_results(ready, 1);
    // Calls outside of the graph have other memory.
    EXPECT(sum(N, x, total) == 0 && backwards(N, x, z) == 0);
    expect_results(ready, 2);
    EXPECT(cudaGraphExecDestroy(ready) == cudaSuccess);
}

// A call that fails has called nothing that breaks the capture.
static void expect_refused(int (*call)(long n, const float *x, float *z), const float *from, const char *why)
{
    begin();
    EXPECT(call(N, from, z) != 0);
    EXPECT(strstr(pl_error(), "a CUDA graph cannot capture this call") && strstr(pl_error(), why) && strstr(pl_error(), "[cuda-graph]"));
    EXPECT(add(N, x, y) == 0);
    EXPECT(cudaGraphExecDestroy(end()) == cudaSuccess);
}

TEST(calls_that_wait_say_why)
{
    expect_refused(checked, x, "may report a mistake");
    expect_refused(printed, x, "prints");
    expect_refused(add, host, "operand x: ");
    EXPECT(checked(N, x, z) == 0);
}

TEST(the_emulator_notices_what_breaks_a_capture)
{
    cudaGraph_t graph;
    void *memory;
    begin();
    EXPECT(cudaMalloc(&memory, 4) == cudaErrorStreamCaptureUnsupported);
    EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated && !graph);
    begin();
    EXPECT(pl_sync() != 0);
    EXPECT(cudaStreamEndCapture(stream, &graph) == cudaErrorStreamCaptureInvalidated);
    EXPECT(add(N, x, y) == 0 && pl_sync() == 0);
}

int main(void)
{
    x = pl_alloc(sizeof host), y = pl_alloc(sizeof host), z = pl_alloc(sizeof host), total = pl_alloc(sizeof *total);
    if (!x || !y || !z || !total || cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) || pl_upload(x, host, sizeof host))
        return 1;
    pl_cuda_use_stream(stream);
    RUN(calls_that_a_graph_holds);
    RUN(calls_that_wait_say_why);
    RUN(the_emulator_notices_what_breaks_a_capture);
    return test_end();
}
#endif

// hand.c -- a handwritten softmax of rows in OpenCL C, for processors with vectors of 16 floats; and a plain C loop that must not
// include pallas.h.
//
// The kernel runs on the queue of the calls, and so on the same device and threads. A work-item computes as many rows as a block
// of opencl.c; the length of a row is a multiple of 16. There are no masks, partial blocks or checks.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include "hand.h"

cl_command_queue pl_cl_queue(void);                     // as pl_opencl.h declares it

#define AS_TEXT(...) #__VA_ARGS__
static const char *const text = AS_TEXT(
    __kernel __attribute__((reqd_work_group_size(1, 1, 1)))
    void softmax(const long columns, __global const float16 *restrict x, __global float16 *restrict o)
    {
        const long n = columns / 16;
        for (long r = get_global_id(0) * 16; r < get_global_id(0) * 16 + 16; r++) {
            __global const float16 *in = x + r * n;
            __global float16 *out = o + r * n;
            float16 most = -INFINITY;
            for (long c = 0; c < n; c++)
                most = fmax(most, in[c]);
            float8 most8 = fmax(most.lo, most.hi);
            float4 most4 = fmax(most8.lo, most8.hi);
            const float top = fmax(fmax(most4.x, most4.y), fmax(most4.z, most4.w));
            float16 sums = 0;
            for (long c = 0; c < n; c++) {
                const float16 e = exp(in[c] - top);
                out[c] = e;
                sums += e;
            }
            float8 sums8 = sums.lo + sums.hi;
            float4 sums4 = sums8.lo + sums8.hi;
            const float scale = 1 / ((sums4.x + sums4.y) + (sums4.z + sums4.w));
            for (long c = 0; c < n; c++)
                out[c] *= scale;
        }
    });

static void must(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "hand.c: %s: OpenCL error %d\n", what, (int)error);
    exit(1);
}

static cl_mem buffer_of(cl_context context, const float *array, long count)
{
    cl_int error;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, (size_t)count * sizeof *array,
                                   (void *)array, &error);
    must(error, "a buffer");
    return buffer;
}

static cl_kernel kernel_on(cl_command_queue queue, cl_context context)
{
    cl_device_id device;
    cl_int error;
    const char *line = text;
    must(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof device, &device, NULL), "the queue's device");
    cl_program program = clCreateProgramWithSource(context, 1, &line, NULL, &error);
    must(error, "the program");
    must(clBuildProgram(program, 1, &device, "-cl-std=CL1.2", NULL, NULL), "building the program");
    cl_kernel kernel = clCreateKernel(program, "softmax", &error);
    must(error, "the kernel");
    return kernel;
}

void hand_softmax(long rows, long columns, const float *x, float *o)
{
    static cl_kernel kernel;
    static cl_mem in, out;
    cl_command_queue queue = pl_cl_queue();
    cl_context context;
    must(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL), "the queue's context");
    if (!kernel) {
        kernel = kernel_on(queue, context);
        in = buffer_of(context, x, rows * columns);
        out = buffer_of(context, o, rows * columns);
    }
    const cl_long length = columns;
    const size_t items = (size_t)rows / 16, one = 1;
    must(clSetKernelArg(kernel, 0, sizeof length, &length), "its first argument");
    must(clSetKernelArg(kernel, 1, sizeof in, &in), "its second argument");
    must(clSetKernelArg(kernel, 2, sizeof out, &out), "its third argument");
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, &one, 0, NULL, NULL), "running it");
    must(clFinish(queue), "running it");
}

void plain_gelu(long n, const float *restrict x, float *restrict z)
{
    for (long i = 0; i < n; i++)
        z[i] = 0.5f * x[i] * (1 + tanhf(0.7978845608f * (x[i] + 0.044715f * x[i] * x[i] * x[i])));
}

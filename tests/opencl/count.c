// count.c -- counts the OpenCL objects of a program, which is linked with -Wl,--wrap=clCreateBuffer and so on. Objects that are
// not released at the end are reported, and the exit status is then 9. (Tools that find leaks cannot do this, because OpenCL
// itself keeps memory.)

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "count.h"

static int made, given_back;
int contexts_made;

#define MAKES(type, name, parameters, arguments)    \
    type __real_##name parameters;                  \
    type __wrap_##name parameters;                  \
    type __wrap_##name parameters                   \
    {                                               \
        type made_here = __real_##name arguments;   \
        made += made_here != NULL;                  \
        return made_here;                           \
    }
#define COUNTS(name, type, counter)                 \
    cl_int __real_##name(type object);              \
    cl_int __wrap_##name(type object);              \
    cl_int __wrap_##name(type object)               \
    {                                               \
        counter++;                                  \
        return __real_##name(object);               \
    }

cl_context __real_clCreateContext(const cl_context_properties *, cl_uint, const cl_device_id *,
                                  void (CL_CALLBACK *)(const char *, const void *, size_t, void *), void *, cl_int *);
cl_context __wrap_clCreateContext(const cl_context_properties *, cl_uint, const cl_device_id *,
                                  void (CL_CALLBACK *)(const char *, const void *, size_t, void *), void *, cl_int *);
cl_context __wrap_clCreateContext(const cl_context_properties *p, cl_uint n, const cl_device_id *d,
                                  void (CL_CALLBACK *f)(const char *, const void *, size_t, void *), void *u, cl_int *e)
{
    cl_context c = __real_clCreateContext(p, n, d, f, u, e);
    made += c != NULL;
    contexts_made += c != NULL;
    return c;
}

MAKES(cl_command_queue, clCreateCommandQueue, (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *e),
      (c, d, p, e))
MAKES(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags f, size_t n, void *h, cl_int *e), (c, f, n, h, e))
MAKES(cl_mem, clCreateSubBuffer, (cl_mem m, cl_mem_flags f, cl_buffer_create_type t, const void *r, cl_int *e),
      (m, f, t, r, e))
MAKES(cl_program, clCreateProgramWithSource, (cl_context c, cl_uint n, const char **s, const size_t *l, cl_int *e),
      (c, n, s, l, e))
MAKES(cl_kernel, clCreateKernel, (cl_program p, const char *n, cl_int *e), (p, n, e))
COUNTS(clRetainContext, cl_context, made)
COUNTS(clRetainCommandQueue, cl_command_queue, made)
COUNTS(clReleaseContext, cl_context, given_back)
COUNTS(clReleaseCommandQueue, cl_command_queue, given_back)
COUNTS(clReleaseMemObject, cl_mem, given_back)
COUNTS(clReleaseProgram, cl_program, given_back)
COUNTS(clReleaseKernel, cl_kernel, given_back)

static void compare(void)
{
    if (made == given_back)
        return;
    printf("%d OpenCL objects made, %d given back\n", made, given_back);
    fflush(NULL);
    _Exit(9);
}

void count_objects(void) { atexit(compare); }

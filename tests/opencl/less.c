// less.c -- removes a barrier from a program, which is linked with -Wl,--wrap=clCreateProgramWithSource. With BARRIER=n in
// the environment, `;` replaces the n-th line that has a barrier. With SCALAR=1 no kernel runs its version for vectors.

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

cl_program __real_clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);
cl_program __wrap_clCreateProgramWithSource(cl_context, cl_uint, const char **, const size_t *, cl_int *);

// Returns the line, such as "if (n % 4 == 0) {        // 4 elements at a time", with a condition that is never true.
static const char *never(const char *line)
{
    char *text = malloc(strlen(line) + sizeof "0 && ");
    const char *condition = strstr(line, "if (") + 4;
    if (text)
        sprintf(text, "%.*s0 && %s", (int)(condition - line), line, condition);
    return text;
}

cl_program __wrap_clCreateProgramWithSource(cl_context context, cl_uint count, const char **lines, const size_t *sizes,
                                            cl_int *error)
{
    const char *wanted = getenv("BARRIER");
    long left = wanted ? atol(wanted) : 0;
    for (cl_uint i = 0; i < count; i++)
        if (strstr(lines[i], "barrier(CLK") && --left == 0)
            lines[i] = ";\n";
        else if (getenv("SCALAR") && strstr(lines[i], "if (") && strstr(lines[i], " elements at a time"))
            lines[i] = never(lines[i]);
    return __real_clCreateProgramWithSource(context, count, lines, sizes, error);
}

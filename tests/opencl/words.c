// words.c -- compares what gen/prove/words.c declares of words with what kernels do that consist of one word each: words.sh. Prints
// `N passed, N failed` last.   words KERNELS TABLE: lines NAME ARGUMENTS ELEMENTS
//
// An element is written if the kernel leaves another value in it, and read if another value in it changes what the kernel leaves in
// other elements.
#include <CL/cl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ARGUMENTS = 3, ALL = 4, FIRST = 4, ELEMENTS = 16 };               // the last array has what the kernel makes of values

static cl_context context;
static cl_command_queue queue;
static cl_kernel kernel;
static cl_mem memory[ALL];
static int passed, failed;

static void must(cl_int error, const char *what)
{
    if (error == CL_SUCCESS)
        return;
    fprintf(stderr, "%s: OpenCL error %d\n", what, (int)error);
    exit(2);
}

static cl_program build(const char *path)
{
    static char text[1 << 20];
    const char *start = text;
    cl_platform_id platform;
    cl_device_id device;
    cl_int error;
    FILE *file = fopen(path, "r");
    if (!file)
        exit(2);
    fread(text, 1, sizeof text - 1, file);
    fclose(file);
    must(clGetPlatformIDs(1, &platform, NULL), "platform");
    must(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL), "device");
    context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    must(error, "context");
    queue = clCreateCommandQueue(context, device, 0, &error);
    must(error, "queue");
    cl_program program = clCreateProgramWithSource(context, 1, &start, NULL, &error);
    must(error, "source");
    must(clBuildProgram(program, 1, &device, "", NULL, NULL), "build");
    for (int a = 0; a < ALL; a++)
        memory[a] = clCreateBuffer(context, CL_MEM_READ_WRITE, ELEMENTS * sizeof(float), NULL, &error);
    must(error, "buffers");
    return program;
}

// Runs the kernel on these values, and returns what it leaves.
static void run(float values[ALL][ELEMENTS])
{
    const size_t one = 1;
    for (cl_uint a = 0; a < ALL; a++) {
        must(clEnqueueWriteBuffer(queue, memory[a], CL_TRUE, 0, sizeof values[a], values[a], 0, NULL, NULL), "write");
        must(clSetKernelArg(kernel, a, sizeof memory[a], &memory[a]), "argument");
    }
    must(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL), "run");
    for (int a = 0; a < ALL; a++)
        must(clEnqueueReadBuffer(queue, memory[a], CL_TRUE, 0, sizeof values[a], values[a], 0, NULL, NULL), "read");
}

static void begin(float values[ALL][ELEMENTS])
{
    for (int a = 0; a < ALL; a++)
        for (int e = 0; e < ELEMENTS; e++)
            values[a][e] = (float)(1 + a * ELEMENTS + e);
}

// Whether other elements than this one have other values now.
static bool changes_others(float now[ALL][ELEMENTS], float then[ALL][ELEMENTS], int argument, int element)
{
    bool changes = false;
    for (int a = 0; a < ALL; a++)
        for (int e = 0; e < ELEMENTS; e++)
            changes |= now[a][e] != then[a][e] && (a != argument || e != element);
    return changes;
}

static void verdict(bool holds, const char *word, const char *what, int argument, int element)
{
    passed += holds, failed += !holds;
    if (!holds)
        printf("%s: argument %d, element %d: the kernel does otherwise: %s\n", word, argument, element, what);
}

static void compare(const char *word, const char *arguments, int elements)
{
    float before[ALL][ELEMENTS], after[ALL][ELEMENTS], other[ALL][ELEMENTS];
    begin(before);
    begin(after);
    run(after);
    for (int a = 0; a < ARGUMENTS; a++)
        for (int e = 0; e < ELEMENTS; e++) {
            const char letter = a < (int)strlen(arguments) ? arguments[a] : '-';
            const bool accessed = e >= FIRST && e < FIRST + elements;
            begin(other);
            other[a][e] = 1000;
            run(other);
            verdict((after[a][e] != before[a][e]) == (accessed && letter == 'w'), word, "whether it is written", a, e);
            verdict(changes_others(other, after, a, e) == (accessed && letter == 'r'), word, "whether it is read", a, e);
        }
}

int main(int count, char **arguments)
{
    char name[64], declared[32], kernel_name[80];
    int elements;
    cl_int error;
    if (count != 3)
        return 2;
    cl_program program = build(arguments[1]);
    FILE *table = fopen(arguments[2], "r");
    while (table && fscanf(table, "%63s %31s %d", name, declared, &elements) == 3) {
        snprintf(kernel_name, sizeof kernel_name, "word_%s", name + strlen("say_"));
        kernel = clCreateKernel(program, kernel_name, &error);
        must(error, kernel_name);
        compare(name, declared, elements);
        clReleaseKernel(kernel);
    }
    printf("%d passed, %d failed\n", passed, failed);
    return failed || !passed;
}

/* trace.h -- PALLAS=trace=FILE on OpenCL: when each call's kernel ran, by the device's clock, in Chrome's trace format, which
   Perfetto opens. Part of pl_opencl.h.

   One row has the calls, another the names of their kernels' PL_TRACEs, each as long as its kernel: what happens within a
   kernel, a profile of OpenCL does not tell. Each call waits for its kernel. */
#ifndef PL_OPENCL_TRACE_H
#define PL_OPENCL_TRACE_H

PL_CALL_SHARED_ FILE *pl_cl_trace_file_;
PL_CALL_SHARED_ int pl_cl_trace_events_;
PL_CALL_SHARED_ cl_ulong pl_cl_trace_began_;                            /* the first kernel */

enum { PL_CL_ROW_CALLS, PL_CL_ROW_SPANS };

/* A name without characters that JSON does not permit; microseconds with a point, in every locale. */
PL_CALL_SHARED_ void pl_cl_trace_name_(const char *name)
{
    for (; *name; name++)
        fputc(*name == '"' || *name == '\\' || (unsigned char)*name < ' ' ? '_' : *name, pl_cl_trace_file_);
}

PL_CALL_SHARED_ void pl_cl_trace_time_(const char *key, cl_ulong nanoseconds)
{
    fprintf(pl_cl_trace_file_, ",\"%s\":%llu.%03llu", key, (unsigned long long)nanoseconds / 1000, (unsigned long long)nanoseconds % 1000);
}

PL_CALL_SHARED_ void pl_cl_trace_span_(int row, const char *name, cl_ulong begin, cl_ulong end)
{
    fputs(pl_cl_trace_events_++ ? ",\n" : "[\n", pl_cl_trace_file_);
    fputs("{\"ph\":\"X\",\"name\":\"", pl_cl_trace_file_);
    pl_cl_trace_name_(name);
    fprintf(pl_cl_trace_file_, "\",\"pid\":1,\"tid\":%d", row);
    pl_cl_trace_time_("ts", begin - pl_cl_trace_began_);
    pl_cl_trace_time_("dur", end - begin);
    fputc('}', pl_cl_trace_file_);
}

PL_CALL_SHARED_ void pl_cl_trace_row_(int row, const char *name)
{
    fprintf(pl_cl_trace_file_, "%s{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":1,\"tid\":%d,\"args\":{\"name\":\"%s\"}}",
            pl_cl_trace_events_++ ? ",\n" : "[\n", row, name);
}

PL_CALL_SHARED_ void pl_cl_trace_end_(void)
{
    if (!pl_cl_trace_file_)
        return;
    fputs("\n]\n", pl_cl_trace_file_);
    fclose(pl_cl_trace_file_);
    pl_cl_trace_file_ = NULL;
}

/* Opens the file at the first call, and returns whether there is one. */
PL_CALL_SHARED_ int pl_cl_traces_(struct pl_host_call *call)
{
    const char *name = pl_call_setting("trace=");
    char path[1024];
    if (!name || pl_cl_trace_file_)
        return name != NULL;
    snprintf(path, sizeof path, "%.*s", (int)strcspn(name, ",; "), name);
    pl_cl_trace_file_ = fopen(path, "w");
    if (!pl_cl_trace_file_) {
        pl_call_fail(call, PL_FAILED, PL_MESSAGE_TRACE_FILE_, path);
        return 0;
    }
    atexit(pl_cl_trace_end_);
    pl_cl_trace_row_(PL_CL_ROW_CALLS, "calls");
    pl_cl_trace_row_(PL_CL_ROW_SPANS, "PL_TRACE");
    return 1;
}

/* A kernel that was launched; waits for it. A queue of the user's own may not measure. */
PL_CALL_SHARED_ void pl_cl_trace_kernel_(const struct pl_host_call *call, cl_event ran)
{
    cl_ulong begin = 0, end = 0;
    if (clWaitForEvents(1, &ran) == CL_SUCCESS &&
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL) == CL_SUCCESS &&
        clGetEventProfilingInfo(ran, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL) == CL_SUCCESS) {
        pl_cl_trace_began_ = pl_cl_trace_began_ ? pl_cl_trace_began_ : begin;
        pl_cl_trace_span_(PL_CL_ROW_CALLS, call->name, begin, end);
        for (const char *const *name = call->spans; name && *name; name++)
            pl_cl_trace_span_(PL_CL_ROW_SPANS, *name, begin, end);
    }
    clReleaseEvent(ran);
}

#endif

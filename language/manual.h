/* pallas.h -- accelerator kernels in plain C: the model of JAX Pallas, in one header.

   A kernel is a C function over blocks. A call says how arrays are cut into blocks, and in which order the
   blocks are processed. A complete program:

       #include <pallas.h>

       PL_KERNEL(add_kernel,
                 PL_REF(const float, x, 4),
                 PL_REF(const float, y, 4),
                 PL_REF(float, z, 4))
       {
           PL_EACH ((c, 4))
               z[c] = x[c] + y[c];
       }

       PL_CALL(add, add_kernel,
               PL_SIZES(n),
               PL_GRID((i, PL_CDIV(n, 4))),
               PL_IN (float, x, (n), PL_BLOCKSPEC((4), (i))),
               PL_IN (float, y, (n), PL_BLOCKSPEC((4), (i))),
               PL_OUT(float, z, (n), PL_BLOCKSPEC((4), (i))))

       int main(void)
       {
           float x[10], y[10], z[10];
           for (int i = 0; i < 10; i++)
               x[i] = i, y[i] = 100;
           if (add(10, x, y, z))
               return 1;
           for (int i = 0; i < 10; i++)
               printf("%g%c", z[i], i == 9 ? '\n' : ' ');
       }

   Save it as add.c, then

       cc -std=c11 -I. add.c -lm && ./a.out                                  build and run, with checks
       make run SRC=add.c                                                    with more checks
       make run SRC=add.c FAST=1                                             -O3, without checks
       make run SRC=add.c FAST=1 CFLAGS=-fopenmp                             and parallel axes on all cores

   prints  100 101 102 103 104 105 106 107 108 109.  PL_CALL has defined

       int add(long n, const float *x, const float *y, float *z);            0, or a code; pl_error() says why

   Program i of the grid used block i of each array: x[4 i] to x[4 i + 3]. The last block extends past the end.
   Elements read past the end are unspecified; elements written past the end are dropped.

   The header needs libc, libm and a C11 compiler; it is tested with gcc and clang. Several files of a program may
   include it: there is no implementation to define. docs/tutorial.md continues from here,
   docs/language.md is the reference, docs/errors.md shows mistakes and their messages.

   ---- Limits ----

   * The header does not generate code for a GPU or a TPU. pallasc does, from the same source files: docs/targets.md.
   * A call runs in the thread that makes it, on one core. Several threads may make calls.
   * It does not choose blocks, order or precision: it runs what is written.
   * Arrays are dense and row-major, with elements of fixed size.
   * The devices of pl_on_devices are threads, of which one runs at a time, or processes with -DPL_MPI.

   ---- Settings, and their defaults ----

   When it compiles:

       -DPL_CHECKS=0           no checks, no PL_CHECK, no PALLAS; mistakes are undefined behavior (1)
       -DPL_VECTOR_MATH=0      with checks off: expf and similar functions from libm, not from glibc's vector library (1)
       -DPL_IN_PLACE=1         with checks off: no copy of a block whose rows are not adjacent; kernels promise to
                               subscript every dim of a ref (0)
       -DPL_REASSOCIATE=1      with checks off: float sums and products in any order, so that they are vectorized (0)
       -DPL_LINK_HOST          pl_error, pl_alloc and similar functions for files that do not include this one, such as C++
       -DPL_TARGET_OPENCL, -DPL_TARGET_CUDA, -DPL_TARGET_TPU
                               PL_CALL only declares; another file has the definition (none of these)

   When it runs, in the environment, separated by commas:  PALLAS=check=twin,order=reverse ./a.out

       check=on|twin|off                   twin: run calls three times, with other unspecified data, and compare
       order=seq|reverse|random            order of PL_EACH and of parallel axes
       schedule=sequential|pipelined       pipelined: n buffers, with copies in flight; the same results
       copies=early|late|random            when a pipelined copy completes; which of several completes first
       devices=forward|reverse|random      which device runs next when one waits
       poison=nan|zero|off                 contents of memory that was never written
       on_error=return|trap                trap: stop at a report; under a debugger this is the default
       seed=0                              seed of all random choices
       lint=CHIP                           reject what the chip would: tpu-v4|v5e|v5p|v6e|v7x, cuda-sm80|sm90
       trace=FILE                          write a timeline, for Perfetto
       digest=FILE                         append a hash of each array a call wrote, to compare runs to the bit
       timeout=N, scoped=N                 devices that are processes: seconds without progress, MiB for PL_SCOPED

   The first value is the default; `make run` sets check=twin,order=reverse.

   ---- The constructs, one line each ----

   Kernel       PL_KERNEL(name, parameter...) { body }         a C function; the body is C
                PL_REF(T, x, d0, d1...)                        a block, T x[d0][d1]...; const if only read
                PL_SMEM_REF(T, x, d0...)                       the same in scalar memory
                PL_SCALAR(T, a)                                a value
                PL_FUNCTION(type, name, parameter...) { }      a helper that takes blocks, by PL_PASS(x)
   Indices      PL_PROGRAM_ID(a)  PL_NUM_PROGRAMS(a)           index on grid axis a; number of programs
                PL_FIRST(a)  PL_LAST(a)                        true in the first, the last program
                PL_AXIS(i)                                     index on the axis that the call names i
                PL_DIM(x, a)  PL_SIZE(x, a)                    extent of a ref; valid part of PL_BOUNDED
                PL_CDIV(a, b)                                  a / b, rounded up
   Call         PL_CALL(name, kernel, part...)                 defines  int name(...);  no semicolon
                PL_SIZES(m, n...)  PL_SCALAR(T, a)             long parameters; a value, for the kernel too
                PL_GRID((i, extent)...)                        last axis fastest; PL_PARALLEL(i, n) PL_ARBITRARY PL_REDUCTION
                PL_PREFETCH(T, t, (n...))                      a table that index maps and kernel read
                PL_IN  PL_OUT  PL_INOUT (T, x, (n...), spec)   an array, and how it is cut into blocks
                PL_SCRATCH(T, (n...))  PL_SCRATCH_SMEM         memory of the call, kept from program to program
                PL_BATCH(b, extent, x, z...)                   the call once for each b, over a leading dim
   Spec         PL_BLOCKSPEC((block...), (index...), option...)
                PL_WHOLE  PL_ATOMIC                            the array is the block; shared by all programs
   Block dim    n  PL_NONE  PL_FULL                            block number; one element, dropped; all
                PL_ELEMENT(n, lo, hi)                          windows by element, array padded by lo and hi
                PL_BOUNDED(n) with PL_DS(start, size)          start and size known at run time
                PL_UNBLOCKED((n...), ((lo, hi)...))            all dims by element
   Option       PL_EDGE(v)                                     value of elements outside the array
                PL_REVISIT_ANY  PL_ALIAS(x)                    read back when revisited; shares x's array
                PL_BUFFERED(n)  PL_LOOKAHEAD  PL_SPACE(...)    for schedules and targets; same results
   Statement    PL_WHEN (c)  PL_LOOP (i, lo, hi, step)         if, uniform in the program; for, in order
                PL_EACH ((r, m), (c, n))                       for each, in any order
                PL_REDUCE (acc, OP, (c, n), e);                reduce: PL_ADD MUL MAX MIN AND OR XOR, or yours: PL_IDENTITY(f, v)
                PL_SCAN (acc, OP, (c, n), e) z[c] = acc;       the same, and acc after each element
                PL_FILL(x, v)  PL_ASSIGN(dst, src)             whole blocks
                PL_DOT(acc, a, b)  PL_T(a)                     acc += a b; transposed
                PL_TILE(T, t, n...);  PL_VIEW(T, v, p, n...);  a block of the body; a part of a block, from p on
                PL_INSIDE(x, i, j)                             true if this element is inside the array
                PL_LOAD(e, mask, other)  PL_STORE(e, v, mask)  masked access
                PL_ATOMIC_ADD(&x[i], v)  MAX MIN AND OR XOR XCHG CAS      return the old value
                PL_CHECK(c, fmt...)  PL_PRINT(fmt...)  PL_MULTIPLE_OF(v, n)  PL_TRACE("name");
   Tuning       PL_TUNE(BM, 128, 64)  PL_TUNE_FOR(call, (sizes)...)    a constant that `make tune` chooses; no semicolon
                PL_SCHEDULE(call, PL_THREADS(n), PL_STAGES(n), PL_CLUSTER(n), PL_PERSISTENT(n)) how GPUs run the call
   Copies       PL_ANY_REF(T, x, rank) with PL_ANY             an array left in HBM; PL_AT(x, i, PL_DS(a, n), PL_ALL)
                PL_COPY(src, dst, sem)  pl_start  pl_wait      PL_ASYNC_COPY  PL_SYNC_COPY; semaphores PL_DMA_SEM(s)
                PL_SEM(s)  PL_SIGNAL(s, n)  PL_SEM_WAIT(s, n)  counters; PL_SCRATCH_SEM() and PL_SCRATCH_DMA_SEM() in the call
                PL_SCOPED(T, t, n...);  PL_SCOPED_SEM(s);      to the end of the block
                PL_PIPELINE(kernel, part...);                  a kernel over windows of refs, inside a kernel
   Devices      PL_MESH((x, n)...)  pl_on_devices(n, f, arg)   PL_REMOTE_COPY  PL_BARRIER  PL_DEVICE_ID  PL_NEIGHBOR
   Types        float double bool int8_t... uint64_t, structs; pl_f16 pl_bf16 pl_f8e4m3 pl_f8e5m2
                pl_to_f32(v)  pl_to_f16(f)  pl_to_bf16(f)  pl_to_f8e4m3(f)  pl_to_f8e5m2(f)
   Host         pl_error()  pl_alloc(n)  pl_free(p)  pl_upload(d, h, n)  pl_download(h, d, n)  pl_sync()

   ---- Errors ----

   The compiler reports parts that do not match the kernel's parameters in number, type, rank or const, and index
   maps that read an array. The message begins with the call's name. The flags
   -ftrack-macro-expansion=0 (gcc) and -fmacro-backtrace-limit=1 (clang) keep such messages short.

   The running program reports other mistakes: a block outside its array, a block of an output that is revisited
   or never written, parallel programs that write one block, arrays that overlap, unspecified data that reaches an
   output, a PL_CHECK.

       add.c:12: error: call add, kernel add_kernel, program (i=1): operand x: block index 4 on dim 0,...
       add.c:12: note: an index map returns block indices; does this one return element offsets? For offsets use PL_ELEMENT

   goes to stderr and to pl_error(). The body runs to its end (a PL_CHECK ends it at once), later programs do not run,
   and the call returns PL_FAILED, or PL_NO_MEMORY. Under a debugger the process stops at the report. A crash (SIGSEGV,
   SIGFPE) is reported before the process ends. -fsanitize=bounds and -fsanitize=address name the line of a
   subscript out of range.

   ---- Contents: each section begins with  ==== name ====  and describes its contents ----

   docs/header.md says where a construct expands, and where a mistake is found. language/ has a file for each subject.

       Names of the program                       macros that are put aside while this file is read
       The three modes                            interpret, declarations, parse
       Tools of the preprocessor                  not public; lists, tuples
       Messages                                   what is wrong, and what to write
       Requirements on arguments                  static assertions
       The parse mode                             the sections that follow, as pallasc reads them
       Element types                              small floats and their conversions
       Kernel parameters                          PL_KERNEL, PL_REF, PL_PROGRAM_ID...
       The call                                   PL_CALL, its parts, specs, options; then what it expands to, step by step
       Statements                                 PL_EACH, PL_REDUCE, PL_SCAN, PL_DOT, PL_TILE, PL_ATOMIC_..., PL_CHECK
       Copies, semaphores, pipelines, devices     PL_COPY, PL_SIGNAL, PL_PIPELINE, PL_MESH...
       The interpreter: what a call is            the data; PALLAS
       Host                                       pl_alloc, pl_error...
       Facts: the parts of PL_CALL                processed before the first program
       Geometry and copies                        where a block lies
       Functions of statements                    what statements become
       The engine, checks off                     a call as a loop, short and fast
       The engine, with checks                    reports; "never written" and other findings; schedules, twin runs
       Copies, semaphores, ...: the engine        devices as threads, copies in flight, races
*/

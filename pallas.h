/* Made by `make pallas.h` from the files of language/: edit those. */
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

#ifndef PALLAS_H
#define PALLAS_H
#define PL_VERSION "0.1"

/* The headers of C. <math.h> follows when macros of the program are aside. */
#include <limits.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifndef __PALLASC__
#include <pthread.h>                                                   /* devices: see pl_on_devices */
#endif
#if defined PL_MPI && !defined __PALLASC__                             /* devices that are processes: see pallas_mpi.h */
#include <mpi.h>
#include <threads.h>
#endif
#ifdef _OPENMP                                                         /* threads, with checks off: see PL_TEAM_ */
#include <omp.h>                                                        /* No such file? clang: apt-get install libomp-dev */
#endif

/* ==== Names of the program ===============================================================================

   Members and variables of this file have short names, such as n and size, which a program may have for macros. Such
   macros are put aside here, to the last lines; what the macros of this file leave in a program has reserved names alone.
   Parse mode has none of these names.
   ========================================================================================================= */
#define PL_PRAGMA_(...) _Pragma(#__VA_ARGS__)
#define PL_PUSH_(name) PL_PRAGMA_(push_macro(#name))
#define PL_POP_(name) PL_PRAGMA_(pop_macro(#name))

/* Made by language/names.sh: such a macro, if the program has one, is put aside; it is back at the end of this file. */
#if !defined __PALLASC__ && ( \
    defined a || defined able || defined abort || defined acc || defined access || defined access_capacity || \
    defined accesses || defined acos || defined acosh || defined address || defined after || defined ahead || \
    defined alias || defined aliased || defined aligned_alloc || defined alike || defined all || \
    defined amount || defined any || defined apart || defined arena || defined arg || defined args || \
    defined array || defined array_stride || defined arrived || defined as || defined asin || \
    defined asinh || defined asked || defined at || defined atan || defined atan2 || defined atanh || \
    defined atexit || defined atomic || defined axes || defined axis || defined b || defined back || \
    defined bad_address || defined barrier || defined base || defined batch_axis || defined batched || \
    defined batches || defined before || defined before_settling || defined began || defined begin_devices || \
    defined behind || defined between || defined bf16 || defined bias || defined bits || defined block || \
    defined block_stride || defined blocks || defined body || defined both || defined box || defined bs || \
    defined buffers || defined by || defined bytes || defined c || defined call || defined called || \
    defined caller || defined calloc || defined capacity || defined cbrt || defined ceil || defined cell || \
    defined cells || defined check || defined check_settled || defined check_step || defined chip || \
    defined chips || defined chosen || defined chosen_ || defined clock || defined close_group || \
    defined closing || defined code || defined column || defined columns || defined comes || \
    defined coming || defined condition || defined constant || defined context || defined contiguous || \
    defined copied || defined copies || defined copy || defined copysign || defined cos || defined cosf || \
    defined cosh || defined count || defined d || defined damaged || defined data || defined dense || \
    defined deposit || defined deposit_capacity || defined deposits || defined depth || defined device || \
    defined devices || defined differs || defined digest || defined dim || defined dims || defined direct || \
    defined distance || defined dma || defined double_ || defined draw || defined draw_capacity || \
    defined draw_count || defined draw_heads || defined draws || defined dst || defined dst_text || \
    defined dst_window || defined dtype || defined e || defined each_at || defined each_depth || \
    defined each_order || defined edge || defined element || defined empty || defined end || \
    defined end_pass || defined ends || defined erf || defined erfc || defined erff || defined error || \
    defined event || defined event_capacity || defined events || defined exact || defined exp || \
    defined exp2 || defined exp2f || defined expected || defined expf || defined expm1 || defined exponent || \
    defined extent || defined f || defined f16 || defined f32 || defined f64 || defined fabs || \
    defined fact || defined factor || defined failed || defined far || defined fclose || defined fdim || \
    defined fgets || defined file || defined first || defined fixed || defined flags || defined flight || \
    defined flight_capacity || defined flight_count || defined flights || defined float_ || defined floats || \
    defined floor || defined fma || defined fmaf || defined fmax || defined fmin || defined fmod || \
    defined footprint || defined fopen || defined format || defined found || defined fprintf || \
    defined fputs || defined free || defined free_scope || defined free_slot || defined frexp || \
    defined frexpf || defined from || defined from_type || defined full || defined g || defined gap || \
    defined gaps || defined garbage || defined getenv || defined given || defined gone || defined group || \
    defined guard || defined half || defined handle || defined handler || defined handles || defined hash || \
    defined head || defined heap || defined here || defined hi || defined high || defined hint || \
    defined host || defined hypot || defined i || defined i16 || defined i32 || defined i64 || \
    defined i64_ || defined id || defined ilogb || defined ilogbf || defined in_arena || defined in_front || \
    defined in_place || defined index || defined infinity || defined info || defined init || \
    defined init_value || defined inner || defined inside || defined int_ || defined intact || \
    defined is_array || defined is_const || defined is_signed || defined item || defined items || \
    defined j || defined jmp_buf || defined k || defined kept || defined kernel || defined kernel_line || \
    defined key || defined kind || defined kinds || defined known || defined l || defined large || \
    defined last || defined lda || defined ldb || defined ldc || defined ldexp || defined ldexpf || \
    defined least || defined leave_group || defined left || defined length || defined lgamma || \
    defined like || defined limit || defined line || defined linear || defined link || defined list || \
    defined llrint || defined llrintf || defined llround || defined llroundf || defined lo || \
    defined local || defined lock || defined log || defined log10 || defined log1p || defined log2 || \
    defined log2f || defined logb || defined logf || defined lone || defined long_ || defined longjmp || \
    defined lookahead || defined looks || defined low || defined lrint || defined lrintf || defined lround || \
    defined lroundf || defined m || defined malloc || defined mantissa || defined map || defined map_dim || \
    defined map_text || defined mapping || defined maps || defined mark || defined marks || defined mask || \
    defined may || defined may_init || defined me || defined members || defined memcmp || defined memcpy || \
    defined memmove || defined memory || defined memset || defined mesh || defined mesh_axis || \
    defined message || defined microseconds || defined mine || defined missing || defined modf || \
    defined modff || defined more || defined most || defined moved || defined moved_capacity || \
    defined moves || defined moving || defined n || defined name || defined named || defined nameless || \
    defined nan || defined nanf || defined nans || defined narrowed || defined nearbyint || defined needs || \
    defined news || defined next || defined nextafter || defined none || defined notes || defined now || \
    defined ns || defined number || defined o || defined of || defined offset || defined old || \
    defined omp_get_max_threads || defined omp_get_num_threads || defined omp_get_thread_num || defined on || \
    defined one || defined op || defined operand || defined operand_semaphores || defined operands || \
    defined order || defined other || defined other_tiles || defined others || defined out || \
    defined outer || defined outside || defined over || defined over_a || defined over_b || defined own || \
    defined owner || defined owns_marks || defined p || defined pack || defined pack_bytes || \
    defined packed || defined panel || defined parallel || defined parallel_now || defined parameters || \
    defined part || defined partial || defined pass || defined past || defined path || defined payload || \
    defined pipelined || defined pitch || defined place || defined poison || defined poisoned || \
    defined pop_macro || defined pow || defined powf || defined present || defined private || \
    defined processes || defined program || defined program_began || defined proved || \
    defined pthread_cond_destroy || defined pthread_cond_init || defined pthread_cond_signal || \
    defined pthread_cond_wait || defined pthread_create || defined pthread_join || \
    defined pthread_mutex_destroy || defined pthread_mutex_init || defined pthread_mutex_lock || \
    defined pthread_mutex_unlock || defined push_macro || defined q || defined quiet || defined r || \
    defined raise || defined random || defined rank || defined read || defined reads || defined ready || \
    defined realloc || defined received || defined recv || defined reduction || defined ref || \
    defined ref_dim || defined region || defined remainder || defined remquo || defined remquof || \
    defined rendezvous || defined rest || defined restart || defined restore || defined revisit || \
    defined right || defined rint || defined root || defined round || defined row || defined rows || \
    defined run || defined running || defined s || defined same || defined says || defined scalar || \
    defined scalbln || defined scalblnf || defined scalbn || defined scalbnf || defined scale || \
    defined scope || defined scoped || defined scopes || defined scratch || defined second || defined seed || \
    defined seen || defined self || defined semaphore || defined semaphores || defined sems || \
    defined send || defined sent || defined sequential || defined set || defined settle || defined shape || \
    defined shared || defined shares || defined shift || defined shown || defined side || defined sign || \
    defined signal || defined signal_info || defined signals || defined sin || defined sinf || \
    defined sinh || defined size || defined slack || defined slice || defined slides || defined slot || \
    defined slot_count || defined slots || defined smem || defined snprintf || defined some || \
    defined soon || defined soon_from || defined soon_to || defined space || defined spot || defined sqrt || \
    defined src || defined src_text || defined src_window || defined sscanf || defined start || \
    defined started || defined state || defined step || defined steps || defined stop || defined storage || \
    defined stored || defined strchr || defined strcmp || defined strcspn || defined stride || \
    defined strided || defined strides || defined strlen || defined strncmp || defined strspn || \
    defined strstr || defined strtoull || defined stuck || defined subscript || defined sum || \
    defined sum_capacity || defined sum_count || defined summed || defined sums || defined suspect || \
    defined t || defined table || defined taken || defined tan || defined tanh || defined tanhf || \
    defined team || defined text || defined tgamma || defined then || defined there || defined thread || \
    defined tile || defined tile_name || defined tiles || defined timespec || defined timespec_get || \
    defined to || defined to_type || defined top || defined total || defined touched || \
    defined touched_view || defined tpu || defined trace || defined tracer || defined transfers || \
    defined transposed || defined trap || defined trunc || defined turn || defined tv_nsec || \
    defined tv_sec || defined twin || defined twin_element || defined twin_operand || defined type || \
    defined u || defined u32_ || defined u64 || defined u64_ || defined ulong_ || defined unit || \
    defined until || defined usage || defined v || defined value || defined value_type || defined values || \
    defined verb || defined vfprintf || defined view || defined views_overlap || defined visit || \
    defined visit_capacity || defined visit_count || defined visits || defined vmem || defined vprintf || \
    defined vsnprintf || defined w || defined wait || defined waited || defined waits || defined wanted || \
    defined what || defined when || defined who || defined whole || defined why || defined wide || \
    defined width || defined window || defined with || defined word || defined words || defined writes || \
    defined written || defined wrong || defined wrote || defined x || defined x_there || defined y || \
    defined y_there || defined z || defined zero)
#define PL_ASIDE_(each) \
    each(a) each(able) each(abort) each(acc) each(access) each(access_capacity) each(accesses) each(acos) \
    each(acosh) each(address) each(after) each(ahead) each(alias) each(aliased) each(aligned_alloc) \
    each(alike) each(all) each(amount) each(any) each(apart) each(arena) each(arg) each(args) each(array) \
    each(array_stride) each(arrived) each(as) each(asin) each(asinh) each(asked) each(at) each(atan) \
    each(atan2) each(atanh) each(atexit) each(atomic) each(axes) each(axis) each(b) each(back) \
    each(bad_address) each(barrier) each(base) each(batch_axis) each(batched) each(batches) each(before) \
    each(before_settling) each(began) each(begin_devices) each(behind) each(between) each(bf16) each(bias) \
    each(bits) each(block) each(block_stride) each(blocks) each(body) each(both) each(box) each(bs) \
    each(buffers) each(by) each(bytes) each(c) each(call) each(called) each(caller) each(calloc) \
    each(capacity) each(cbrt) each(ceil) each(cell) each(cells) each(check) each(check_settled) \
    each(check_step) each(chip) each(chips) each(chosen) each(chosen_) each(clock) each(close_group) \
    each(closing) each(code) each(column) each(columns) each(comes) each(coming) each(condition) \
    each(constant) each(context) each(contiguous) each(copied) each(copies) each(copy) each(copysign) \
    each(cos) each(cosf) each(cosh) each(count) each(d) each(damaged) each(data) each(dense) each(deposit) \
    each(deposit_capacity) each(deposits) each(depth) each(device) each(devices) each(differs) each(digest) \
    each(dim) each(dims) each(direct) each(distance) each(dma) each(double_) each(draw) each(draw_capacity) \
    each(draw_count) each(draw_heads) each(draws) each(dst) each(dst_text) each(dst_window) each(dtype) \
    each(e) each(each_at) each(each_depth) each(each_order) each(edge) each(element) each(empty) each(end) \
    each(end_pass) each(ends) each(erf) each(erfc) each(erff) each(error) each(event) each(event_capacity) \
    each(events) each(exact) each(exp) each(exp2) each(exp2f) each(expected) each(expf) each(expm1) \
    each(exponent) each(extent) each(f) each(f16) each(f32) each(f64) each(fabs) each(fact) each(factor) \
    each(failed) each(far) each(fclose) each(fdim) each(fgets) each(file) each(first) each(fixed) each(flags) \
    each(flight) each(flight_capacity) each(flight_count) each(flights) each(float_) each(floats) each(floor) \
    each(fma) each(fmaf) each(fmax) each(fmin) each(fmod) each(footprint) each(fopen) each(format) \
    each(found) each(fprintf) each(fputs) each(free) each(free_scope) each(free_slot) each(frexp) \
    each(frexpf) each(from) each(from_type) each(full) each(g) each(gap) each(gaps) each(garbage) \
    each(getenv) each(given) each(gone) each(group) each(guard) each(half) each(handle) each(handler) \
    each(handles) each(hash) each(head) each(heap) each(here) each(hi) each(high) each(hint) each(host) \
    each(hypot) each(i) each(i16) each(i32) each(i64) each(i64_) each(id) each(ilogb) each(ilogbf) \
    each(in_arena) each(in_front) each(in_place) each(index) each(infinity) each(info) each(init) \
    each(init_value) each(inner) each(inside) each(int_) each(intact) each(is_array) each(is_const) \
    each(is_signed) each(item) each(items) each(j) each(jmp_buf) each(k) each(kept) each(kernel) \
    each(kernel_line) each(key) each(kind) each(kinds) each(known) each(l) each(large) each(last) each(lda) \
    each(ldb) each(ldc) each(ldexp) each(ldexpf) each(least) each(leave_group) each(left) each(length) \
    each(lgamma) each(like) each(limit) each(line) each(linear) each(link) each(list) each(llrint) \
    each(llrintf) each(llround) each(llroundf) each(lo) each(local) each(lock) each(log) each(log10) \
    each(log1p) each(log2) each(log2f) each(logb) each(logf) each(lone) each(long_) each(longjmp) \
    each(lookahead) each(looks) each(low) each(lrint) each(lrintf) each(lround) each(lroundf) each(m) \
    each(malloc) each(mantissa) each(map) each(map_dim) each(map_text) each(mapping) each(maps) each(mark) \
    each(marks) each(mask) each(may) each(may_init) each(me) each(members) each(memcmp) each(memcpy) \
    each(memmove) each(memory) each(memset) each(mesh) each(mesh_axis) each(message) each(microseconds) \
    each(mine) each(missing) each(modf) each(modff) each(more) each(most) each(moved) each(moved_capacity) \
    each(moves) each(moving) each(n) each(name) each(named) each(nameless) each(nan) each(nanf) each(nans) \
    each(narrowed) each(nearbyint) each(needs) each(news) each(next) each(nextafter) each(none) each(notes) \
    each(now) each(ns) each(number) each(o) each(of) each(offset) each(old) each(omp_get_max_threads) \
    each(omp_get_num_threads) each(omp_get_thread_num) each(on) each(one) each(op) each(operand) \
    each(operand_semaphores) each(operands) each(order) each(other) each(other_tiles) each(others) each(out) \
    each(outer) each(outside) each(over) each(over_a) each(over_b) each(own) each(owner) each(owns_marks) \
    each(p) each(pack) each(pack_bytes) each(packed) each(panel) each(parallel) each(parallel_now) \
    each(parameters) each(part) each(partial) each(pass) each(past) each(path) each(payload) each(pipelined) \
    each(pitch) each(place) each(poison) each(poisoned) each(pop_macro) each(pow) each(powf) each(present) \
    each(private) each(processes) each(program) each(program_began) each(proved) each(pthread_cond_destroy) \
    each(pthread_cond_init) each(pthread_cond_signal) each(pthread_cond_wait) each(pthread_create) \
    each(pthread_join) each(pthread_mutex_destroy) each(pthread_mutex_init) each(pthread_mutex_lock) \
    each(pthread_mutex_unlock) each(push_macro) each(q) each(quiet) each(r) each(raise) each(random) \
    each(rank) each(read) each(reads) each(ready) each(realloc) each(received) each(recv) each(reduction) \
    each(ref) each(ref_dim) each(region) each(remainder) each(remquo) each(remquof) each(rendezvous) \
    each(rest) each(restart) each(restore) each(revisit) each(right) each(rint) each(root) each(round) \
    each(row) each(rows) each(run) each(running) each(s) each(same) each(says) each(scalar) each(scalbln) \
    each(scalblnf) each(scalbn) each(scalbnf) each(scale) each(scope) each(scoped) each(scopes) each(scratch) \
    each(second) each(seed) each(seen) each(self) each(semaphore) each(semaphores) each(sems) each(send) \
    each(sent) each(sequential) each(set) each(settle) each(shape) each(shared) each(shares) each(shift) \
    each(shown) each(side) each(sign) each(signal) each(signal_info) each(signals) each(sin) each(sinf) \
    each(sinh) each(size) each(slack) each(slice) each(slides) each(slot) each(slot_count) each(slots) \
    each(smem) each(snprintf) each(some) each(soon) each(soon_from) each(soon_to) each(space) each(spot) \
    each(sqrt) each(src) each(src_text) each(src_window) each(sscanf) each(start) each(started) each(state) \
    each(step) each(steps) each(stop) each(storage) each(stored) each(strchr) each(strcmp) each(strcspn) \
    each(stride) each(strided) each(strides) each(strlen) each(strncmp) each(strspn) each(strstr) \
    each(strtoull) each(stuck) each(subscript) each(sum) each(sum_capacity) each(sum_count) each(summed) \
    each(sums) each(suspect) each(t) each(table) each(taken) each(tan) each(tanh) each(tanhf) each(team) \
    each(text) each(tgamma) each(then) each(there) each(thread) each(tile) each(tile_name) each(tiles) \
    each(timespec) each(timespec_get) each(to) each(to_type) each(top) each(total) each(touched) \
    each(touched_view) each(tpu) each(trace) each(tracer) each(transfers) each(transposed) each(trap) \
    each(trunc) each(turn) each(tv_nsec) each(tv_sec) each(twin) each(twin_element) each(twin_operand) \
    each(type) each(u) each(u32_) each(u64) each(u64_) each(ulong_) each(unit) each(until) each(usage) \
    each(v) each(value) each(value_type) each(values) each(verb) each(vfprintf) each(view) \
    each(views_overlap) each(visit) each(visit_capacity) each(visit_count) each(visits) each(vmem) \
    each(vprintf) each(vsnprintf) each(w) each(wait) each(waited) each(waits) each(wanted) each(what) \
    each(when) each(who) each(whole) each(why) each(wide) each(width) each(window) each(with) each(word) \
    each(words) each(writes) each(written) each(wrong) each(wrote) each(x) each(x_there) each(y) \
    each(y_there) each(z) each(zero)
PL_ASIDE_(PL_PUSH_)
#undef a
#undef able
#undef abort
#undef acc
#undef access
#undef access_capacity
#undef accesses
#undef acos
#undef acosh
#undef address
#undef after
#undef ahead
#undef alias
#undef aliased
#undef aligned_alloc
#undef alike
#undef all
#undef amount
#undef any
#undef apart
#undef arena
#undef arg
#undef args
#undef array
#undef array_stride
#undef arrived
#undef as
#undef asin
#undef asinh
#undef asked
#undef at
#undef atan
#undef atan2
#undef atanh
#undef atexit
#undef atomic
#undef axes
#undef axis
#undef b
#undef back
#undef bad_address
#undef barrier
#undef base
#undef batch_axis
#undef batched
#undef batches
#undef before
#undef before_settling
#undef began
#undef begin_devices
#undef behind
#undef between
#undef bf16
#undef bias
#undef bits
#undef block
#undef block_stride
#undef blocks
#undef body
#undef both
#undef box
#undef bs
#undef buffers
#undef by
#undef bytes
#undef c
#undef call
#undef called
#undef caller
#undef calloc
#undef capacity
#undef cbrt
#undef ceil
#undef cell
#undef cells
#undef check
#undef check_settled
#undef check_step
#undef chip
#undef chips
#undef chosen
#undef chosen_
#undef clock
#undef close_group
#undef closing
#undef code
#undef column
#undef columns
#undef comes
#undef coming
#undef condition
#undef constant
#undef context
#undef contiguous
#undef copied
#undef copies
#undef copy
#undef copysign
#undef cos
#undef cosf
#undef cosh
#undef count
#undef d
#undef damaged
#undef data
#undef dense
#undef deposit
#undef deposit_capacity
#undef deposits
#undef depth
#undef device
#undef devices
#undef differs
#undef digest
#undef dim
#undef dims
#undef direct
#undef distance
#undef dma
#undef double_
#undef draw
#undef draw_capacity
#undef draw_count
#undef draw_heads
#undef draws
#undef dst
#undef dst_text
#undef dst_window
#undef dtype
#undef e
#undef each_at
#undef each_depth
#undef each_order
#undef edge
#undef element
#undef empty
#undef end
#undef end_pass
#undef ends
#undef erf
#undef erfc
#undef erff
#undef error
#undef event
#undef event_capacity
#undef events
#undef exact
#undef exp
#undef exp2
#undef exp2f
#undef expected
#undef expf
#undef expm1
#undef exponent
#undef extent
#undef f
#undef f16
#undef f32
#undef f64
#undef fabs
#undef fact
#undef factor
#undef failed
#undef far
#undef fclose
#undef fdim
#undef fgets
#undef file
#undef first
#undef fixed
#undef flags
#undef flight
#undef flight_capacity
#undef flight_count
#undef flights
#undef float_
#undef floats
#undef floor
#undef fma
#undef fmaf
#undef fmax
#undef fmin
#undef fmod
#undef footprint
#undef fopen
#undef format
#undef found
#undef fprintf
#undef fputs
#undef free
#undef free_scope
#undef free_slot
#undef frexp
#undef frexpf
#undef from
#undef from_type
#undef full
#undef g
#undef gap
#undef gaps
#undef garbage
#undef getenv
#undef given
#undef gone
#undef group
#undef guard
#undef half
#undef handle
#undef handler
#undef handles
#undef hash
#undef head
#undef heap
#undef here
#undef hi
#undef high
#undef hint
#undef host
#undef hypot
#undef i
#undef i16
#undef i32
#undef i64
#undef i64_
#undef id
#undef ilogb
#undef ilogbf
#undef in_arena
#undef in_front
#undef in_place
#undef index
#undef infinity
#undef info
#undef init
#undef init_value
#undef inner
#undef inside
#undef int_
#undef intact
#undef is_array
#undef is_const
#undef is_signed
#undef item
#undef items
#undef j
#undef jmp_buf
#undef k
#undef kept
#undef kernel
#undef kernel_line
#undef key
#undef kind
#undef kinds
#undef known
#undef l
#undef large
#undef last
#undef lda
#undef ldb
#undef ldc
#undef ldexp
#undef ldexpf
#undef least
#undef leave_group
#undef left
#undef length
#undef lgamma
#undef like
#undef limit
#undef line
#undef linear
#undef link
#undef list
#undef llrint
#undef llrintf
#undef llround
#undef llroundf
#undef lo
#undef local
#undef lock
#undef log
#undef log10
#undef log1p
#undef log2
#undef log2f
#undef logb
#undef logf
#undef lone
#undef long_
#undef longjmp
#undef lookahead
#undef looks
#undef low
#undef lrint
#undef lrintf
#undef lround
#undef lroundf
#undef m
#undef malloc
#undef mantissa
#undef map
#undef map_dim
#undef map_text
#undef mapping
#undef maps
#undef mark
#undef marks
#undef mask
#undef may
#undef may_init
#undef me
#undef members
#undef memcmp
#undef memcpy
#undef memmove
#undef memory
#undef memset
#undef mesh
#undef mesh_axis
#undef message
#undef microseconds
#undef mine
#undef missing
#undef modf
#undef modff
#undef more
#undef most
#undef moved
#undef moved_capacity
#undef moves
#undef moving
#undef n
#undef name
#undef named
#undef nameless
#undef nan
#undef nanf
#undef nans
#undef narrowed
#undef nearbyint
#undef needs
#undef news
#undef next
#undef nextafter
#undef none
#undef notes
#undef now
#undef ns
#undef number
#undef o
#undef of
#undef offset
#undef old
#undef omp_get_max_threads
#undef omp_get_num_threads
#undef omp_get_thread_num
#undef on
#undef one
#undef op
#undef operand
#undef operand_semaphores
#undef operands
#undef order
#undef other
#undef other_tiles
#undef others
#undef out
#undef outer
#undef outside
#undef over
#undef over_a
#undef over_b
#undef own
#undef owner
#undef owns_marks
#undef p
#undef pack
#undef pack_bytes
#undef packed
#undef panel
#undef parallel
#undef parallel_now
#undef parameters
#undef part
#undef partial
#undef pass
#undef past
#undef path
#undef payload
#undef pipelined
#undef pitch
#undef place
#undef poison
#undef poisoned
#undef pop_macro
#undef pow
#undef powf
#undef present
#undef private
#undef processes
#undef program
#undef program_began
#undef proved
#undef pthread_cond_destroy
#undef pthread_cond_init
#undef pthread_cond_signal
#undef pthread_cond_wait
#undef pthread_create
#undef pthread_join
#undef pthread_mutex_destroy
#undef pthread_mutex_init
#undef pthread_mutex_lock
#undef pthread_mutex_unlock
#undef push_macro
#undef q
#undef quiet
#undef r
#undef raise
#undef random
#undef rank
#undef read
#undef reads
#undef ready
#undef realloc
#undef received
#undef recv
#undef reduction
#undef ref
#undef ref_dim
#undef region
#undef remainder
#undef remquo
#undef remquof
#undef rendezvous
#undef rest
#undef restart
#undef restore
#undef revisit
#undef right
#undef rint
#undef root
#undef round
#undef row
#undef rows
#undef run
#undef running
#undef s
#undef same
#undef says
#undef scalar
#undef scalbln
#undef scalblnf
#undef scalbn
#undef scalbnf
#undef scale
#undef scope
#undef scoped
#undef scopes
#undef scratch
#undef second
#undef seed
#undef seen
#undef self
#undef semaphore
#undef semaphores
#undef sems
#undef send
#undef sent
#undef sequential
#undef set
#undef settle
#undef shape
#undef shared
#undef shares
#undef shift
#undef shown
#undef side
#undef sign
#undef signal
#undef signal_info
#undef signals
#undef sin
#undef sinf
#undef sinh
#undef size
#undef slack
#undef slice
#undef slides
#undef slot
#undef slot_count
#undef slots
#undef smem
#undef snprintf
#undef some
#undef soon
#undef soon_from
#undef soon_to
#undef space
#undef spot
#undef sqrt
#undef src
#undef src_text
#undef src_window
#undef sscanf
#undef start
#undef started
#undef state
#undef step
#undef steps
#undef stop
#undef storage
#undef stored
#undef strchr
#undef strcmp
#undef strcspn
#undef stride
#undef strided
#undef strides
#undef strlen
#undef strncmp
#undef strspn
#undef strstr
#undef strtoull
#undef stuck
#undef subscript
#undef sum
#undef sum_capacity
#undef sum_count
#undef summed
#undef sums
#undef suspect
#undef t
#undef table
#undef taken
#undef tan
#undef tanh
#undef tanhf
#undef team
#undef text
#undef tgamma
#undef then
#undef there
#undef thread
#undef tile
#undef tile_name
#undef tiles
#undef timespec
#undef timespec_get
#undef to
#undef to_type
#undef top
#undef total
#undef touched
#undef touched_view
#undef tpu
#undef trace
#undef tracer
#undef transfers
#undef transposed
#undef trap
#undef trunc
#undef turn
#undef tv_nsec
#undef tv_sec
#undef twin
#undef twin_element
#undef twin_operand
#undef type
#undef u
#undef u32_
#undef u64
#undef u64_
#undef ulong_
#undef unit
#undef until
#undef usage
#undef v
#undef value
#undef value_type
#undef values
#undef verb
#undef vfprintf
#undef view
#undef views_overlap
#undef visit
#undef visit_capacity
#undef visit_count
#undef visits
#undef vmem
#undef vprintf
#undef vsnprintf
#undef w
#undef wait
#undef waited
#undef waits
#undef wanted
#undef what
#undef when
#undef who
#undef whole
#undef why
#undef wide
#undef width
#undef window
#undef with
#undef word
#undef words
#undef writes
#undef written
#undef wrong
#undef wrote
#undef x
#undef x_there
#undef y
#undef y_there
#undef z
#undef zero
#endif

#include <math.h>                                                      /* kernels may call all of it */
/* ==== The three modes ====================================================================================

   The constructs below expand in one of three modes:

     interpret      (no PL_TARGET_…)   PL_CALL defines a function that runs the grid as a loop nest
     declarations   -DPL_TARGET_CUDA…  PL_CALL only declares it; pallasc writes the definition. Kernels still compile,
                                       as unused static functions, so the compiler still reports mistakes in them
     parse          -D__PALLASC__      for pallasc, which supplies the macros (gen/read/marked.h): annotated declarations
                                       for every fact
   ========================================================================================================= */
#define PL_INTERPRET_    1
#define PL_DECLARATIONS_ 2
#define PL_PARSE_       3
#if defined __PALLASC__
#define PL_MODE_ PL_PARSE_
#elif defined PL_TARGET_OPENCL || defined PL_TARGET_CUDA || defined PL_TARGET_TPU
#define PL_MODE_ PL_DECLARATIONS_
#else
#define PL_MODE_ PL_INTERPRET_
#endif

/* PL_CHECKS: 1 (the default) checks everything that can be checked while a program runs; 0 compiles all checks out. They
   belong to the interpreter: other targets have their own. */
#ifndef PL_CHECKS
#define PL_CHECKS (PL_MODE_ == PL_INTERPRET_)
#endif
#if PL_CHECKS                                                          /* PL_CHECKED_(...): code for PL_CHECKS */
#define PL_CHECKED_(...) __VA_ARGS__
#else
#define PL_CHECKED_(...)
#endif

/* -DPL_MPI: under mpirun each device is a process. PL_MPI_(...): code for that case. */
#if defined PL_MPI && PL_MODE_ == PL_INTERPRET_
#define PL_MPI_(...) __VA_ARGS__
#else
#define PL_MPI_(...)
#endif

/* PL_IN_PLACE: 1 promises that every kernel and helper in the file only subscripts its refs, in every dim (and passes them
   to PL_FILL, PL_DOT, PL_PASS and so on). With checks off, a block that is entirely in its array is then used in place, even
   if its rows are not contiguous, and x[r][c] is element r * pitch + c of the array:

       #define PL_IN_PLACE 1
       #include <pallas.h>

       PL_KERNEL(add_kernel, PL_REF(const float, x, 64, 64), …)     const float x[restrict 64][the window's pitch]

   So sizeof x[0] and sizeof *x_ref include the pitch, and memcpy(z, x, n) copies n bytes of the array. With checks on
   there are gaps of unspecified data between the rows, which must not change: "the kernel wrote outside the block,
   between two rows", "the kernel read outside the block, ... or between two of its rows". */
#ifndef PL_IN_PLACE
#define PL_IN_PLACE 0
#endif

/* PL_CPU: 1 includes pallas_cpu.h, with which PL_DOT uses the CPU's instructions for bf16 and bytes, with checks off. */
#ifndef PL_CPU
#define PL_CPU 0
#endif

/* Requirements on a compiler beyond C11; without GNU attributes a large PL_TILE is not freed before the program ends. */
#if defined __GNUC__ || defined __clang__ || defined __TINYC__
#define PL_UNUSED_             __attribute__((__unused__))
#define PL_AT_SCOPE_END_(f)    __attribute__((__cleanup__(f)))
#define PL_SHARED_             __attribute__((__weak__))               /* one variable, even if several files include this header */
#define PL_PRINTF_(text, args) __attribute__((__format__(__printf__, text, args)))
#define PL_ALIGNED_            __attribute__((__aligned__(64)))
/* __extension__: a block may be passed to a const ref. C23 permits this conversion of rows, and gcc calls it pedantic. */
#define PL_KERNEL_STORAGE_     __extension__ __attribute__((__unused__, __noinline__)) static
#define PL_FUNCTION_STORAGE_   __extension__ __attribute__((__unused__)) static
#ifdef __OPTIMIZE__
#define PL_INLINE_             __attribute__((__always_inline__)) static inline     /* -Og alone inlines nothing */
#define PL_NOINLINE_           __attribute__((__noinline__)) static
#ifdef __clang__
#define PL_ENGINE_             __attribute__((__unused__, __noinline__)) static
#else                                                                  /* its loops are short: vectors would cost more */
#define PL_ENGINE_             __attribute__((__unused__, __noinline__, __optimize__("no-tree-vectorize,no-tree-loop-distribute-patterns"))) static
#endif
#else
#define PL_INLINE_             static inline
#define PL_NOINLINE_           static inline                           /* files that do not call it need not compile it */
#define PL_ENGINE_             static inline
#endif
#else
#define PL_UNUSED_
#define PL_AT_SCOPE_END_(f)
#define PL_SHARED_ static
#define PL_PRINTF_(text, args)
#define PL_ALIGNED_
#define PL_KERNEL_STORAGE_ static
#define PL_FUNCTION_STORAGE_ static
#define PL_INLINE_ static inline
#define PL_NOINLINE_ static
#define PL_ENGINE_ static
#endif
/* With checks off, loops over expf and similar functions use glibc's vector versions, as with -ffast-math: with errors of
   up to 4 units in the last place, and without errno. -DPL_VECTOR_MATH=0 disables this. (clang has a flag for it,
   -fveclib=libmvec.) */
#ifndef PL_VECTOR_MATH
#define PL_VECTOR_MATH (!PL_CHECKS)
#endif
#if PL_VECTOR_MATH && defined __GLIBC__ && defined __x86_64__ && defined __GNUC__ && !defined __clang__ && defined __OPTIMIZE__
#define PL_VECTOR_FUNCTION_ __attribute__((__simd__("notinbranch"), __const__))
PL_VECTOR_FUNCTION_ float expf(float);
PL_VECTOR_FUNCTION_ float logf(float);
PL_VECTOR_FUNCTION_ float sinf(float);
PL_VECTOR_FUNCTION_ float cosf(float);
PL_VECTOR_FUNCTION_ float powf(float, float);
PL_VECTOR_FUNCTION_ double exp(double);
PL_VECTOR_FUNCTION_ double log(double);
PL_VECTOR_FUNCTION_ double sin(double);
PL_VECTOR_FUNCTION_ double cos(double);
PL_VECTOR_FUNCTION_ double pow(double, double);
#if __GLIBC_PREREQ(2, 35)
PL_VECTOR_FUNCTION_ float tanhf(float);
PL_VECTOR_FUNCTION_ float erff(float);
PL_VECTOR_FUNCTION_ float exp2f(float);
PL_VECTOR_FUNCTION_ float log2f(float);
#endif
#endif
/* PL_REASSOCIATE: with checks off, the compiler may reorder float sums and products of this file, and replace a division by
   a multiplication with the reciprocal: a PL_REDUCE is then vectorized. INFINITY and NaN keep their meaning, unlike with
   -ffast-math. For one file of a program,

       #define PL_REASSOCIATE 1
       #include <pallas.h>

   and for all: make FAST=1 REASSOC=1. */
#ifndef PL_REASSOCIATE
#define PL_REASSOCIATE 0
#endif
#if PL_REASSOCIATE && !PL_CHECKS && PL_MODE_ == PL_INTERPRET_
#if defined __clang__
#pragma clang fp reassociate(on)
#elif defined __GNUC__
#pragma GCC optimize("associative-math", "no-signed-zeros", "no-trapping-math", "reciprocal-math")
#endif
#endif
/* In debug builds a few loops, among them those of PL_DOT, are still compiled with optimization, to make programs fast
   enough. They keep the order of the sums, so the bits are the same. (If gdb follows variables from register to register
   in one function of a file, it trusts every function's first instruction: a breakpoint on a kernel then stops before its
   arguments are set.) */
#if PL_CHECKS && defined __GNUC__ && !defined __clang__
#define PL_HOT_ __attribute__((__optimize__("O3", "no-var-tracking")))
#else
#define PL_HOT_
#endif
#define PL_SMALL_TILE_ (64 * 1024)                                     /* bytes; a larger PL_TILE goes to the heap */

/* Tells the sanitizers and valgrind what the interpreter knows: where blocks end, and which memory was never written.
   valgrind's requests need its header: make SAN=valgrind defines PL_VALGRIND. */
#ifdef __has_feature
#define PL_HAS_FEATURE_(x) __has_feature(x)
#else
#define PL_HAS_FEATURE_(x) 0
#endif
#if PL_CHECKS && (defined __SANITIZE_ADDRESS__ || PL_HAS_FEATURE_(address_sanitizer))
#include <sanitizer/asan_interface.h>
#define PL_HAS_ASAN_ 1
void __asan_handle_no_return(void);
#define PL_STACK_IS_LEFT_()  __asan_handle_no_return()
#define PL_RED_ZONE_(p, n)   ASAN_POISON_MEMORY_REGION(p, n)
#define PL_GREEN_ZONE_(p, n) ASAN_UNPOISON_MEMORY_REGION(p, n)
#define PL_FIRST_RED_(p, n)  ((const char *)__asan_region_is_poisoned((void *)(p), n))
#elif PL_CHECKS && defined PL_VALGRIND
#include <valgrind/memcheck.h>
#define PL_HAS_ASAN_ 1
#define PL_RED_ZONE_(p, n)   VALGRIND_MAKE_MEM_NOACCESS(p, n)
#define PL_GREEN_ZONE_(p, n) VALGRIND_MAKE_MEM_DEFINED(p, n)
#else
#define PL_HAS_ASAN_ 0
#define PL_RED_ZONE_(p, n)   ((void)(p), (void)(n))
#define PL_GREEN_ZONE_(p, n) ((void)(p), (void)(n))
#endif
#ifndef PL_FIRST_RED_
#define PL_FIRST_RED_(p, n)  ((void)(p), (const char *)0)
#endif
#ifndef PL_STACK_IS_LEFT_
#define PL_STACK_IS_LEFT_() ((void)0)
#endif
#if PL_CHECKS && PL_HAS_FEATURE_(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define PL_HAS_MSAN_ 1
#define PL_MSAN_BUILD_
#define PL_UNSEEN_ __attribute__((__no_sanitize__("memory")))
#define PL_UNDEFINED_(p, n)       __msan_poison(p, n)
#define PL_DEFINED_(p, n)         __msan_unpoison(p, n)
#define PL_FIRST_UNDEFINED_(p, n) ((long)__msan_test_shadow(p, n))
#elif PL_CHECKS && defined PL_VALGRIND
#define PL_HAS_MSAN_ (RUNNING_ON_VALGRIND != 0)
#define PL_UNDEFINED_(p, n)       VALGRIND_MAKE_MEM_UNDEFINED(p, n)
#define PL_DEFINED_(p, n)         VALGRIND_MAKE_MEM_DEFINED(p, n)
#define PL_FIRST_UNDEFINED_(p, n) pl_first_undefined_(p, n)
static inline long pl_first_undefined_(const void *p, size_t n)
{
    unsigned char bits[256];
    if (n > sizeof bits || VALGRIND_GET_VBITS(p, bits, n) != 1)
        return -1;
    for (size_t i = 0; i < n; i++)
        if (bits[i])
            return (long)i;
    return -1;
}
#else
#define PL_HAS_MSAN_ 0
#define PL_UNDEFINED_(p, n)       ((void)(p), (void)(n))
#define PL_DEFINED_(p, n)         ((void)(p), (void)(n))
#define PL_FIRST_UNDEFINED_(p, n) ((void)(p), (void)(n), -1L)
#endif
#ifndef PL_UNSEEN_
#define PL_UNSEEN_                      /* an attribute: the function may read memory that was never written */
#endif

/* ==== Tools of the preprocessor ==========================================================================

   Nothing here is public. A part, a parameter, a spec and an option are tuples whose first item is their
   kind:  PL_IN(float, x, (m), PL_WHOLE)  is  (IN_, float, x, (m), (WHOLE_, ~)).  PL_OVER_ visits the tuples of a
   list, PL_LIST_ the items of a list inside one of them (a macro cannot call itself, so there are two).
   ========================================================================================================= */
#define PL_CAT_(a, b)  PL_CAT_2_(a, b)
#define PL_CAT_2_(a, b) a##b
#define PL_TEXT_(...)  PL_TEXT_2_(__VA_ARGS__)
#define PL_TEXT_2_(...) #__VA_ARGS__
#define PL_BARE_(...)  __VA_ARGS__
#define PL_HEAD_(...)  PL_HEAD_2_(__VA_ARGS__, ~)
#define PL_HEAD_2_(a, ...) a
#define PL_TAIL_(...)  PL_TAIL_2_(__VA_ARGS__)
#define PL_TAIL_2_(a, ...) __VA_ARGS__
#define PL_SECOND_(...) PL_SECOND_2_(__VA_ARGS__, ~, ~)
#define PL_SECOND_2_(a, b, ...) b
#define PL_APPLY_(f, ...) f(__VA_ARGS__)
#define PL_NOTHING_(...)

/* PL_IS_TUPLE_(x): 1 when x begins with a parenthesis, else 0 (also when x is empty). */
#define PL_IS_TUPLE_(x) PL_SECOND_(PL_TUPLE_PROBE_ x, 0)
#define PL_TUPLE_PROBE_(...) ~, 1,
#define PL_IF_0(yes, no) no
#define PL_IF_1(yes, no) yes
#define PL_IF_TUPLE_(x, yes, no) PL_IF_(PL_IS_TUPLE_(x))(yes, no)
#define PL_IF_(b) PL_CAT_(PL_IF_, b)

/* Lists. There are two kinds:

     ~, (IN_, float, x), (OUT_, float, z)     parts and parameters, up to 32; because of the ~ a list may be empty
     m, n                                     what a part contains, such as dims, axes, names or options, 1 to 16

   PL_COUNT_(~, item...) is the length of a list of the first kind, PL_N_(item...) of one of the second. Of a list that is too
   long, both say one more than the limit, and PL_OVER_ and PL_LIST_ ignore the excess, so that the compiler's only message is
   the check of the length. PL_MANY_(item...) is 1 for one item and 2 for more, PL_FEW_(item...) 1 for up to 16 and 0 for more. */
#define PL_AT_MOST_32_(rule, ...) _Static_assert(PL_COUNT_(~, __VA_ARGS__) <= 32, rule);

/* PL_SIZES takes up to 16 names. PL_SIZES_OF_(name...) is PL_IF_1 if the names are valid and PL_IF_0 otherwise; the two
   select one of two expansions. */
#define PL_SIZES_USAGE_     "PL_SIZES(m, n, ...), of 1 to 16 names"
#define PL_SIZES_OF_(...)   PL_IF_(PL_FEW_(__VA_ARGS__))(PL_IF_GIVEN_, PL_IF_TOO_MANY_)(__VA_ARGS__)
#define PL_IF_TOO_MANY_(...) PL_IF_0

/* Iteration: expands f(number, c, item) for each item of a list. c is the same for all items.

     PL_OVER_(f, c, ~, x, y)     f(0, c, x) f(1, c, y)
     PL_LIST_(f, c, x, y)        f(0, c, x) f(1, c, y)

   There are two such macros because a macro does not expand within itself, and the parts of a list contain lists. A call
   determines the number of its parts once: PL_OVER_OF_(~, item...) is PL_OVER_n, the parameter `over` of the macros below.

     over(, PL_DO_, PL_FACT_, ~, (IN_, float, x), (OUT_, float, z))     PL_FACT_IN_(0, float, x) PL_FACT_OUT_(1, float, z)

   This is how every stage of a call visits its parts: the stage PL_FACT_ has one macro for each kind of part, and PL_DO_
   expands the one that belongs to the part.

   The rows are written out, so that the preprocessor scans each item once; a file of a hundred kernels compiles in a
   second. A row of more than ten items is ten items and a shorter row, whose numbers begin with the digit t. */
#define PL_OVER_(f, c, ...)    PL_OVER_OF_(__VA_ARGS__)(, f, c, __VA_ARGS__)
#define PL_OVER_OF_(...)       PL_CAT_(PL_OVER_, PL_COUNT_(__VA_ARGS__))
#define PL_DO_(i, stage, part) PL_DO_2_(stage, i, PL_BARE_ part)
#define PL_DO_2_(...)          PL_DO_3_(__VA_ARGS__)
#define PL_DO_3_(stage, i, kind, ...) stage##kind(i, __VA_ARGS__)
#define PL_LIST_(f, c, ...)    PL_CAT_(PL_LIST_, PL_N_(__VA_ARGS__))(, f, c, __VA_ARGS__)

/* Dims: of arrays, of their rows, their product, and as a list of extents. */
#define PL_DIMS_(...) PL_LIST_(PL_BRACKETS_, ~, __VA_ARGS__)
#define PL_BRACKETS_(i, c, d) [d]
#define PL_INNER_DIMS_(...) PL_CAT_(PL_INNER_DIMS_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_INNER_DIMS_1(a)
#define PL_INNER_DIMS_2(a, ...) PL_DIMS_(__VA_ARGS__)
#define PL_PRODUCT_(...) (1 PL_LIST_(PL_FACTOR_, ~, __VA_ARGS__))
#define PL_FACTOR_(i, c, d) * (d)
#define PL_EXTENTS_(...) PL_LIST_(PL_EXTENT_, ~, __VA_ARGS__)
#define PL_EXTENT_(i, c, d) (d),

/* Of rank n: PL_ONES_n is dims, for types of which only the rank is used; PL_STRIDES_n(v) the strides of v, from its type;
   PL_PITCHES_n(p) the dims of rows in p. */

/* Made by language/counting.sh: the rows of the macros above. */
#define PL_33RD_( a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, a19, \
    a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, n, ...) n
#define PL_66TH_( a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, a18, \
    a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, a32, a33, a34, a35, a36, a37, a38, \
    a39, a40, a41, a42, a43, a44, a45, a46, a47, a48, a49, a50, a51, a52, a53, a54, a55, a56, a57, a58, \
    a59, a60, a61, a62, a63, a64, n, ...) n
#define PL_N_(...) PL_33RD_(__VA_ARGS__, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, 17, \
    16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, ~)
#define PL_COUNT_(...) PL_66TH_(__VA_ARGS__, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, \
    33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 33, 32, 31, 30, 29, 28, 27, 26, 25, \
    24, 23, 22, 21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, ~)
#define PL_MANY_(...) PL_66TH_(__VA_ARGS__, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, \
    2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, \
    2, 2, 2, 2, 2, 2, 2, 2, 2, 1, ~)
#define PL_FEW_(...) PL_66TH_(__VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, \
    1, 1, 1, 1, 1, 1, 1, 1, 1, 1, ~)
#define PL_OVER_0(t, f, c, o)
#define PL_OVER_1(t, f, c, o, a0) f(t##0, c, a0)
#define PL_OVER_2(t, f, c, o, a0, a1) f(t##0, c, a0) f(t##1, c, a1)
#define PL_OVER_3(t, f, c, o, a0, a1, a2) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2)
#define PL_OVER_4(t, f, c, o, a0, a1, a2, a3) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) f(t##3, c, a3)
#define PL_OVER_5(t, f, c, o, a0, a1, a2, a3, a4) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4)
#define PL_OVER_6(t, f, c, o, a0, a1, a2, a3, a4, a5) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5)
#define PL_OVER_7(t, f, c, o, a0, a1, a2, a3, a4, a5, a6) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6)
#define PL_OVER_8(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7)
#define PL_OVER_9(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) \
    f(t##8, c, a8)
#define PL_OVER_10(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) \
    f(t##8, c, a8) f(t##9, c, a9)
#define PL_OVER_11(t, ...) PL_OVER_TENS_1(1, __VA_ARGS__)
#define PL_OVER_12(t, ...) PL_OVER_TENS_1(2, __VA_ARGS__)
#define PL_OVER_13(t, ...) PL_OVER_TENS_1(3, __VA_ARGS__)
#define PL_OVER_14(t, ...) PL_OVER_TENS_1(4, __VA_ARGS__)
#define PL_OVER_15(t, ...) PL_OVER_TENS_1(5, __VA_ARGS__)
#define PL_OVER_16(t, ...) PL_OVER_TENS_1(6, __VA_ARGS__)
#define PL_OVER_17(t, ...) PL_OVER_TENS_1(7, __VA_ARGS__)
#define PL_OVER_18(t, ...) PL_OVER_TENS_1(8, __VA_ARGS__)
#define PL_OVER_19(t, ...) PL_OVER_TENS_1(9, __VA_ARGS__)
#define PL_OVER_20(t, ...) PL_OVER_TENS_1(10, __VA_ARGS__)
#define PL_OVER_21(t, ...) PL_OVER_TENS_2(1, __VA_ARGS__)
#define PL_OVER_22(t, ...) PL_OVER_TENS_2(2, __VA_ARGS__)
#define PL_OVER_23(t, ...) PL_OVER_TENS_2(3, __VA_ARGS__)
#define PL_OVER_24(t, ...) PL_OVER_TENS_2(4, __VA_ARGS__)
#define PL_OVER_25(t, ...) PL_OVER_TENS_2(5, __VA_ARGS__)
#define PL_OVER_26(t, ...) PL_OVER_TENS_2(6, __VA_ARGS__)
#define PL_OVER_27(t, ...) PL_OVER_TENS_2(7, __VA_ARGS__)
#define PL_OVER_28(t, ...) PL_OVER_TENS_2(8, __VA_ARGS__)
#define PL_OVER_29(t, ...) PL_OVER_TENS_2(9, __VA_ARGS__)
#define PL_OVER_30(t, ...) PL_OVER_TENS_2(10, __VA_ARGS__)
#define PL_OVER_31(t, ...) PL_OVER_TENS_3(1, __VA_ARGS__)
#define PL_OVER_32(t, ...) PL_OVER_TENS_3(2, __VA_ARGS__)
#define PL_OVER_TENS_1(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_OVER_10(, f, c, o, a0, \
    a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_##n(1, f, c, o, __VA_ARGS__)
#define PL_OVER_TENS_2(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_OVER_10(, f, c, o, a0, \
    a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_TENS_2_1(n, f, c, o, __VA_ARGS__)
#define PL_OVER_TENS_2_1(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_OVER_10(1, f, c, o, \
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_##n(2, f, c, o, __VA_ARGS__)
#define PL_OVER_TENS_3(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_OVER_10(, f, c, o, a0, \
    a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_TENS_3_1(n, f, c, o, __VA_ARGS__)
#define PL_OVER_TENS_3_1(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_OVER_10(1, f, c, o, \
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_TENS_3_2(n, f, c, o, __VA_ARGS__)
#define PL_OVER_TENS_3_2(n, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_OVER_10(2, f, c, o, \
    a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) PL_OVER_##n(3, f, c, o, __VA_ARGS__)
#define PL_OVER_33(...) PL_OVER_CUT_(__VA_ARGS__)
#define PL_OVER_CUT_(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, \
    a16, a17, a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31, ...) \
    PL_OVER_32(t, f, c, o, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, a16, a17, \
    a18, a19, a20, a21, a22, a23, a24, a25, a26, a27, a28, a29, a30, a31)
#define PL_LIST_1(t, f, c, a0) f(t##0, c, a0)
#define PL_LIST_2(t, f, c, a0, a1) f(t##0, c, a0) f(t##1, c, a1)
#define PL_LIST_3(t, f, c, a0, a1, a2) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2)
#define PL_LIST_4(t, f, c, a0, a1, a2, a3) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) f(t##3, c, a3)
#define PL_LIST_5(t, f, c, a0, a1, a2, a3, a4) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) f(t##3, c, a3) \
    f(t##4, c, a4)
#define PL_LIST_6(t, f, c, a0, a1, a2, a3, a4, a5) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5)
#define PL_LIST_7(t, f, c, a0, a1, a2, a3, a4, a5, a6) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6)
#define PL_LIST_8(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7) f(t##0, c, a0) f(t##1, c, a1) f(t##2, c, a2) \
    f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7)
#define PL_LIST_9(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) \
    f(t##8, c, a8)
#define PL_LIST_10(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9) f(t##0, c, a0) f(t##1, c, a1) \
    f(t##2, c, a2) f(t##3, c, a3) f(t##4, c, a4) f(t##5, c, a5) f(t##6, c, a6) f(t##7, c, a7) \
    f(t##8, c, a8) f(t##9, c, a9)
#define PL_LIST_11(t, ...) PL_LIST_TENS_1(1, __VA_ARGS__)
#define PL_LIST_12(t, ...) PL_LIST_TENS_1(2, __VA_ARGS__)
#define PL_LIST_13(t, ...) PL_LIST_TENS_1(3, __VA_ARGS__)
#define PL_LIST_14(t, ...) PL_LIST_TENS_1(4, __VA_ARGS__)
#define PL_LIST_15(t, ...) PL_LIST_TENS_1(5, __VA_ARGS__)
#define PL_LIST_16(t, ...) PL_LIST_TENS_1(6, __VA_ARGS__)
#define PL_LIST_TENS_1(n, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, ...) PL_LIST_10(, f, c, a0, a1, \
    a2, a3, a4, a5, a6, a7, a8, a9) PL_LIST_##n(1, f, c, __VA_ARGS__)
#define PL_LIST_17(...) PL_LIST_CUT_(__VA_ARGS__)
#define PL_LIST_CUT_(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15, ...) \
    PL_LIST_16(t, f, c, a0, a1, a2, a3, a4, a5, a6, a7, a8, a9, a10, a11, a12, a13, a14, a15)
#define PL_ONES_1 [1]
#define PL_STRIDES_1(v) sizeof (v) [0]
#define PL_PITCHES_1(p)
#define PL_UNBLOCKED_101(a1, p1) (PL_PADDED_(a1, PL_BARE_ p1))
#define PL_ONES_2 [1] [1]
#define PL_STRIDES_2(v) sizeof (v) [0], sizeof (v) [0] [0]
#define PL_PITCHES_2(p) [p[1]]
#define PL_UNBLOCKED_202(a1, a2, p1, p2) (PL_PADDED_(a1, PL_BARE_ p1), PL_PADDED_(a2, PL_BARE_ p2))
#define PL_ONES_3 [1] [1] [1]
#define PL_STRIDES_3(v) sizeof (v) [0], sizeof (v) [0] [0], sizeof (v) [0] [0] [0]
#define PL_PITCHES_3(p) [p[1]] [p[2]]
#define PL_UNBLOCKED_303(a1, a2, a3, p1, p2, p3) (PL_PADDED_(a1, PL_BARE_ p1), \
    PL_PADDED_(a2, PL_BARE_ p2), PL_PADDED_(a3, PL_BARE_ p3))
#define PL_ONES_4 [1] [1] [1] [1]
#define PL_STRIDES_4(v) sizeof (v) [0], sizeof (v) [0] [0], sizeof (v) [0] [0] [0], sizeof (v) [0] [0] [0] [0]
#define PL_PITCHES_4(p) [p[1]] [p[2]] [p[3]]
#define PL_UNBLOCKED_404(a1, a2, a3, a4, p1, p2, p3, p4) (PL_PADDED_(a1, PL_BARE_ p1), \
    PL_PADDED_(a2, PL_BARE_ p2), PL_PADDED_(a3, PL_BARE_ p3), PL_PADDED_(a4, PL_BARE_ p4))
#define PL_ONES_5 [1] [1] [1] [1] [1]
#define PL_STRIDES_5(v) sizeof (v) [0], sizeof (v) [0] [0], sizeof (v) [0] [0] [0], sizeof (v) [0] [0] [0] [0], sizeof (v) [0] [0] [0] [0] [0]
#define PL_PITCHES_5(p) [p[1]] [p[2]] [p[3]] [p[4]]
#define PL_UNBLOCKED_505(a1, a2, a3, a4, a5, p1, p2, p3, p4, p5) (PL_PADDED_(a1, PL_BARE_ p1), \
    PL_PADDED_(a2, PL_BARE_ p2), PL_PADDED_(a3, PL_BARE_ p3), PL_PADDED_(a4, PL_BARE_ p4), \
    PL_PADDED_(a5, PL_BARE_ p5))
#define PL_ONES_6 [1] [1] [1] [1] [1] [1]
#define PL_STRIDES_6(v) sizeof (v) [0], sizeof (v) [0] [0], sizeof (v) [0] [0] [0], sizeof (v) [0] [0] [0] [0], sizeof (v) [0] [0] [0] [0] [0], sizeof (v) [0] [0] [0] [0] [0] [0]
#define PL_PITCHES_6(p) [p[1]] [p[2]] [p[3]] [p[4]] [p[5]]
#define PL_UNBLOCKED_606(a1, a2, a3, a4, a5, a6, p1, p2, p3, p4, p5, p6) (PL_PADDED_(a1, PL_BARE_ p1), \
    PL_PADDED_(a2, PL_BARE_ p2), PL_PADDED_(a3, PL_BARE_ p3), PL_PADDED_(a4, PL_BARE_ p4), \
    PL_PADDED_(a5, PL_BARE_ p5), PL_PADDED_(a6, PL_BARE_ p6))
#define PL_IF_RANGE_1 PL_IF_1
#define PL_RANGE_1_1 ~, 1
#define PL_IF_RANGE_2 PL_IF_1
#define PL_RANGE_2_2 ~, 1
#define PL_IF_RANGE_2TO3 PL_IF_1
#define PL_RANGE_2TO3_2 ~, 1
#define PL_RANGE_2TO3_3 ~, 1
#define PL_IF_RANGE_3 PL_IF_1
#define PL_RANGE_3_3 ~, 1
#define PL_IF_RANGE_5 PL_IF_1
#define PL_RANGE_5_5 ~, 1
#define PL_IF_RANGE_3TO8 PL_IF_1
#define PL_RANGE_3TO8_3 ~, 1
#define PL_RANGE_3TO8_4 ~, 1
#define PL_RANGE_3TO8_5 ~, 1
#define PL_RANGE_3TO8_6 ~, 1
#define PL_RANGE_3TO8_7 ~, 1
#define PL_RANGE_3TO8_8 ~, 1
#define PL_IF_RANGE_4TO9 PL_IF_1
#define PL_RANGE_4TO9_4 ~, 1
#define PL_RANGE_4TO9_5 ~, 1
#define PL_RANGE_4TO9_6 ~, 1
#define PL_RANGE_4TO9_7 ~, 1
#define PL_RANGE_4TO9_8 ~, 1
#define PL_RANGE_4TO9_9 ~, 1
#define PL_IF_RANGE_FEW2 PL_IF_0
#define PL_RANGE_FEW2_1 ~, 1
#define PL_IF_RANGE_FEW3 PL_IF_0
#define PL_RANGE_FEW3_1 ~, 1
#define PL_RANGE_FEW3_2 ~, 1
#define PL_IF_RANGE_FEW4 PL_IF_0
#define PL_RANGE_FEW4_1 ~, 1
#define PL_RANGE_FEW4_2 ~, 1
#define PL_RANGE_FEW4_3 ~, 1

/* ==== Messages ===========================================================================================
   What interpret mode and targets both say, once: PL_MESSAGE_id_ is what is wrong, a format of printf; PL_HINT_id_ what to
   write instead. `make pallas.h` takes this section from targets/shared/messages.h, which emitted code, C and C++, includes. */
#ifndef PL_MESSAGES_
#define PL_MESSAGES_
/* The language: what static assertions of interpret mode, and pallasc, say */
#define PL_MESSAGE_KERNEL_PARAMETERS_ "a kernel has at most 32 parameters [kernel-parameters]"
#define PL_MESSAGE_FUNCTION_PARAMETERS_ "a function has at most 32 parameters [function-parameters]"
#define PL_TEXT_WRONG_ARGUMENTS_ "wrong arguments; write "
#define PL_MESSAGE_WRONG_ARGUMENTS_(usage) PL_TEXT_WRONG_ARGUMENTS_ usage " [wrong-arguments]"
#define PL_MESSAGE_GRID_AXES_ "PL_GRID: a grid has at most 6 axes [grid-axes]"
#define PL_MESSAGE_AXIS_UNKNOWN_ "PL_AXIS(%s): the grid of call '%s' has %s [axis-unknown]"
#define PL_MESSAGE_OPTION_UNKNOWN_ \
    "PL_BLOCKSPEC: an option is PL_EDGE(v), PL_BUFFERED(n), PL_LOOKAHEAD, PL_REVISIT_ANY, PL_ALIAS(x) or " \
    "PL_SPACE(SMEM|VMEM|ANY); one is not [option-unknown]"
#define PL_MESSAGE_OPTION_PLACE_(option) option " belongs in PL_BLOCKSPEC, after the index map: PL_BLOCKSPEC((block...), (index...), " option ") [option-place]"
#define PL_MESSAGE_GRID_AXIS_ \
    "PL_GRID: an axis is (i, extent), PL_PARALLEL(i, extent), PL_ARBITRARY(i, extent) or PL_REDUCTION(i, extent) [grid-axis]"
#define PL_MESSAGE_AXIS_PLACE_(axis) axis " belongs in PL_GRID: PL_GRID(" axis ") [axis-place]"
#define PL_MESSAGE_OPTION_OF_PIPELINE_ "PL_BLOCKSPEC: PL_INIT and PL_BEFORE_FETCH are options of a PL_PIPELINE's operands [option-of-pipeline]"
#define PL_MESSAGE_SPACE_UNKNOWN_ "PL_SPACE: takes SMEM, VMEM or ANY [space-unknown]"
#define PL_TEXT_VIEW_PART_ "(view, spec): a view brings type and shape"
#define PL_MESSAGE_ATOMIC_IN_PIPELINE_ "PL_PIPELINE: PL_ATOMIC is a spec of PL_CALL [atomic-in-pipeline]"
#define PL_HINT_VIEW_IN_AND_OUT_ "to read and write one view, use PL_INOUT"
#define PL_HINT_EDGE_OF_OUTPUT_ "values written outside the array are discarded"
#define PL_HINT_STRUCT_VALUE_ "a block of structs takes a value of that struct"
#define PL_HINT_DOT_INTO_OPERAND_ "accumulate into a separate block, such as a PL_TILE"
#define PL_MESSAGE_ASSIGN_SHAPES_ "PL_ASSIGN: %s = %s [assign-shapes]"
#define PL_HINT_ASSIGN_SHAPES_ "both blocks need the same rank and extents"
#define PL_HINT_ASSIGN_OVERLAP_ "copy through a PL_TILE"

/* Memory */
#define PL_MESSAGE_NO_MEMORY_BYTES_ "out of memory (%zu bytes) [no-memory-bytes]"
#define PL_MESSAGE_NO_MEMORY_BLOCK_ "out of memory (%zu bytes), for %s, which is %s of %s [no-memory-block]"
#define PL_MESSAGE_NO_MEMORY_PROGRAMS_ "out of memory, for the blocks of %zu programs at once [no-memory-programs]"
#define PL_MESSAGE_ALLOC_NO_MEMORY_ "pl_alloc: out of memory [alloc-no-memory]"
#define PL_MESSAGE_NOT_ALLOCATED_ "%s: this pointer is not from pl_alloc [not-allocated]"
#define PL_MESSAGE_MOVE_TOO_LARGE_ "%s: %zu bytes, but pl_alloc gave %zu, and these begin at %zu [move-too-large]"

/* Arrays of a call */
#define PL_MESSAGE_NULL_ARRAY_ "the array is a null pointer [null-array]"
#define PL_MESSAGE_ARRAY_EXTENT_ "dim %d has extent %ld [array-extent]"
#define PL_MESSAGE_ARRAY_PAST_MEMORY_ "the array has %zu bytes, but pl_alloc gave %zu, and it begins at %zu [array-past-memory]"
#define PL_MESSAGE_ARRAY_TOO_SHORT_ "the array is %s of %s for this call, %zu bytes, and has %zu [array-too-short]"
#define PL_MESSAGE_ARRAY_TOO_LARGE_ "the array is %s, and no memory holds that [array-too-large]"
#define PL_HINT_ARRAY_TOO_LARGE_ "has a size overflowed? Extents are long, and a product of ints is an int"
#define PL_MESSAGE_ARRAYS_OVERLAP_ "its array overlaps the array of %s, but the call declares no alias [arrays-overlap]"
#define PL_HINT_ARRAYS_APART_ \
    "%s is %s, %s is %s, and %s begins %zu bytes after %s: do these pointers and sizes belong together?"
#define PL_HINT_IN_AND_OUT_ "to read and write one array, use PL_INOUT, or PL_ALIAS on the output"
#define PL_HINT_WRITTEN_TWICE_ "the caller passes one array for both; what is written needs one of its own"
#define PL_MESSAGE_ALIAS_SIZE_ "PL_ALIAS(%s): %s is %s, and this is %s [alias-size]"
#define PL_HINT_ALIAS_SIZE_ "both are one array: as many elements, of one type"
#define PL_MESSAGE_ALIAS_POINTER_ "PL_ALIAS(%s), but the call got another array for it [alias-pointer]"
#define PL_HINT_ALIAS_POINTER_ "pass the same pointer for both"

/* Grids, blocks and refs */
#define PL_MESSAGE_AXIS_EXTENT_ "axis %s has extent %ld [axis-extent]"
#define PL_MESSAGE_GRID_TOO_LARGE_ "the grid has more programs than a long counts [grid-too-large]"
#define PL_MESSAGE_BLOCK_EXTENT_ "the block's dim %d has extent %ld [block-extent]"
#define PL_MESSAGE_REF_EXTENTS_ "the %s block is %s, the kernel's ref %s is %s [ref-extents]"
#define PL_HINT_REF_EXTENTS_ "PL_NONE dims drop out of the ref; PL_FULL is the array's extent"
#define PL_MESSAGE_DIVISOR_ "%s divides an integer by zero [divisor]"
#define PL_MESSAGE_MAP_DIVISOR_ "index map %s divides an integer by zero on dim %d [map-divisor]"
#define PL_HINT_DIVISOR_ "is a size 0? PL_CDIV(n, b) and n / b take b > 0"
#define PL_TEXT_OVERFLOW_ "Signed integer overflow: %ld %c %ld cannot be represented in type '%s'"
#define PL_MESSAGE_INTEGER_OVERFLOW_ "%s [integer-overflow]"
#define PL_HINT_INTEGER_OVERFLOW_ "a sum or product of ints is an int; with a long in it, (long)m * n, it is a long"
#define PL_MESSAGE_MULTIPLE_OF_ "PL_MULTIPLE_OF: %ld is not a multiple of %ld [multiple-of]"
#define PL_HINT_MULTIPLE_OF_ "the promise must hold for every program"
#define PL_MESSAGE_INSIDE_SUBSCRIPT_ "PL_INSIDE: subscript %ld of dim %d, where the block has %ld elements [inside-subscript]"
#define PL_HINT_INSIDE_SUBSCRIPT_ "a program sees its block alone: enlarge the block by the halo, PL_ELEMENT(n + 2 * halo, halo, halo)"
#define PL_MESSAGE_LOOP_STEP_ "PL_LOOP: the step is %ld, and a loop counts up [loop-step]"
#define PL_HINT_LOOP_STEP_ "let i count up, and use n - 1 - i"
#define PL_HINT_REDUCTION_LAST_ \
    "the steps of a reduction run within those of the other axes: write the other axes first; of two reductions make one, " \
    "PL_REDUCTION(l, m * n), whose quotient and remainder by n the index maps take"
#define PL_MESSAGE_REDUCTION_LAST_ "PL_REDUCTION axis %s is not the last axis of the grid [reduction-last]"

/* Where a block may lie: hints, which depend on the index */
#define PL_HINT_INDEX_EMPTY_ "the grid must be empty if the array is"
#define PL_HINT_INDEX_TABLE_ "an entry of the table is not a block index"
#define PL_HINT_INDEX_ELEMENTS_ "an index map returns block indices; does this one return element offsets? For offsets use PL_ELEMENT"
#define PL_HINT_INDEX_FULL_ "a PL_FULL dim has one block: its index is 0"
#define PL_HINT_INDEX_NEGATIVE_ \
    "blocks count from 0; a map computes in the types of its terms, and an int overflows where a long does not"
#define PL_HINT_INDEX_PAST_ "at least one element of each block is inside its array; indices are not clamped"
#define PL_MESSAGE_BLOCK_INDEX_ "block index %ld is out of range on dim %d, which has %s; index map %s [block-index]"
#define PL_MESSAGE_SLICE_SIZE_ "dim %d: PL_DS(%ld, %ld), but the block holds 1 to %ld [slice-size]"
#define PL_MESSAGE_SLICE_PAST_ "dim %d: elements %ld to %ld of %ld, from the map %s [slice-past]"
#define PL_MESSAGE_ELEMENT_WINDOW_ \
    "dim %d: a block of %ld at element %ld leaves the array of %ld padded by %ld and %ld; index map %s " \
    "[element-window]"
#define PL_TEXT_BLOCKS_ONE_ "one block of %ld"
#define PL_TEXT_BLOCKS_ "%ld blocks of %ld (0 to %ld)"
#define PL_HINT_SLICE_EMPTY_ "a slice is never empty: return one element from the map, and ignore it in the kernel"
#define PL_HINT_SLICE_END_ "PL_DS(start, size): does this give the end for the size?"
#define PL_MESSAGE_TABLE_ENTRY_ "subscript %ld of dim %d of table %s, which has %ld; index map %s [table-entry]"
#define PL_HINT_ENTRY_ "the map's subscript is out of range"
#define PL_HINT_PADDING_ "start counts elements of the padded array; if the last window does not fit, increase the padding after the array (hi)"

/* The environment variable PALLAS */
#define PL_MESSAGE_SETTING_UNKNOWN_ "PALLAS: unknown setting '%.*s'; the settings are %s [setting-unknown]"
#define PL_MESSAGE_SETTING_LOCAL_ "PALLAS: local=%zu is not valid; a thread block of this device has %d bytes of shared memory [setting-local]"
#define PL_MESSAGE_SETTING_VALUE_ "PALLAS: %.*s=%.*s is not valid; use %s [setting-value]"

/* Devices and copies */
#define PL_MESSAGE_DEVICES_NESTED_ "pl_on_devices: device %ld is one of several already [devices-nested]"
#define PL_MESSAGE_DEVICES_COUNT_ "pl_on_devices: %ld devices; there are 1 to 4096 [devices-count]"
#define PL_MESSAGE_DEVICES_ONE_ "pl_on_devices: %ld devices, and this target has one; interpret mode and TARGET=tpu have more [devices-one]"
#define PL_MESSAGE_DEVICES_NO_MEMORY_ "pl_on_devices: out of memory [devices-no-memory]"
#define PL_MESSAGE_MESH_DEVICES_ "its PL_MESH has %ld devices, and %ld make the call [mesh-devices]"
#define PL_HINT_MESH_DEVICES_ "pl_on_devices(n, body, arg) runs body on n devices"
#define PL_MESSAGE_AXIS_OF_MESH_ "the PL_MESH of call %s has no axis %s [axis-of-mesh]"
#define PL_HINT_AXIS_OF_MESH_ "name an axis of the call's PL_MESH here"
#define PL_MESSAGE_DEVICE_AT_COUNT_ "PL_DEVICE_AT has %d coordinates, and the PL_MESH %d axes [device-at-count]"
#define PL_HINT_DEVICE_AT_COUNT_ "a coordinate for each axis of the call's PL_MESH"
#define PL_MESSAGE_DEVICE_AT_ "PL_DEVICE_AT: coordinate %ld on mesh axis %s, which has %ld [device-at]"
#define PL_MESSAGE_NO_DEVICE_ "no device %ld: there are %ld, from 0 [no-device]"
#define PL_HINT_NO_DEVICE_ "PL_NEIGHBOR(x, by) wraps around the ring"
#define PL_MESSAGE_NO_MESH_ "device %ld: the call %s has no PL_MESH [no-mesh]"
#define PL_HINT_NO_MESH_ "PL_MESH((x, devices)) is a part of the call that devices make together"
#define PL_MESSAGE_NO_BARRIER_ "no barrier semaphore %ld: there are %d, from 0 [no-barrier]"
#define PL_MESSAGE_WAIT_COUNT_ "PL_SEM_WAIT: waits for %lld; a wait is for 1 or more [wait-count]"
#define PL_MESSAGE_COPY_SHAPES_ "a copy of %s %s to %s %s [copy-shapes]"
#define PL_HINT_COPY_SHAPES_ "both ends of a copy have the same extents"
#define PL_MESSAGE_AT_INDEX_ "PL_AT: index %ld of dim %d of %s, which has %ld [at-index]"
#define PL_MESSAGE_AT_ELEMENTS_ "PL_AT: elements %ld to %ld of dim %d of %s, which has %ld [at-elements]"
#define PL_MESSAGE_SIGNAL_COUNT_ "PL_SIGNAL: adds %lld; a signal adds 1 or more [signal-count]"
#define PL_MESSAGE_PUSH_PRIVATE_ "a push to %s: windows and tiles are private [push-private]"
#define PL_HINT_PUSH_PRIVATE_ "push to an array left in HBM, to a PL_SCRATCH or to a PL_SCOPED"

/* Findings of interpret mode */
#define PL_HINT_REDUCE_OVERFLOW_ "give the accumulator a wider type, such as int32_t"
#define PL_MESSAGE_REDUCE_OVERFLOW_ \
    "PL_REDUCE (%s, ...): %lld does not fit %s, of %d bits, which now holds %lld [reduce-overflow]"
#define PL_HINT_AXIS_ID_ "axes count from 0; PL_AXIS(i) asks by name"
#define PL_MESSAGE_AXIS_ID_ "%s(%d): the grid has %d %s [axis-id]"
#define PL_HINT_AXIS_UNKNOWN_ "write one of these names, or that of an index in PL_BATCH"
#define PL_MESSAGE_FILL_TYPE_ "PL_FILL: the value is not of the element's type [fill-type]"
#define PL_MESSAGE_ASSIGN_OVERLAP_ "PL_ASSIGN: the two overlap, and elements are copied in any order [assign-overlap]"
#define PL_HINT_DOT_RANK_ "PL_VIEW names a part of a block that has rank 2"
#define PL_MESSAGE_DOT_RANK_ "PL_DOT: ranks %d += %d x %d, but all three must be 2 [dot-rank]"
#define PL_HINT_DOT_SHAPES_ "the shapes must be [m][n] += [m][k] x [k][n]; PL_T(x) transposes an operand"
#define PL_MESSAGE_DOT_SHAPES_ "PL_DOT: [%ld][%ld] += [%ld][%ld] x [%ld][%ld] [dot-shapes]"
#define PL_MESSAGE_DOT_INTO_OPERAND_ "PL_DOT(acc, a, b): acc is also the operand %s [dot-into-operand]"
#define PL_MESSAGE_MESH_OTHER_DEVICES_ "its PL_MESH has other devices than pl_on_devices runs [mesh-other-devices]"
#define PL_MESSAGE_CALL_READS_ "%s reads an invalid address (SIGSEGV) [call-reads]"
#define PL_HINT_LINE_OF_DIVISION_ "make run SAN=undefined stops at the line"
#define PL_MESSAGE_KERNEL_DIVIDES_ "the kernel divides an integer by zero (SIGFPE) [kernel-divides]"
#define PL_HINT_LINE_OF_ACCESS_ \
    "a subscript may be out of range or uninitialized; make run SAN=address stops at the line"
#define PL_MESSAGE_KERNEL_ACCESSES_ "the kernel accesses an invalid address (SIGSEGV) [kernel-accesses]"
#define PL_HINT_ARRAY_ACCESSES_ "do the pointer and the sizes that the caller gives belong together?"
#define PL_MESSAGE_ARRAY_ACCESSES_ \
    "the array is %s of %s for this call, and not all of that can be %s (SIGSEGV) [array-accesses]"
#define PL_HINT_NO_ARRAY_ACCESSES_ \
    "is an array shorter than its sizes? Then a write past its end has replaced data of the call, and make run SAN=address names the array"
#define PL_MESSAGE_NO_ARRAY_ACCESSES_ "an address that is in no array of the call is accessed (SIGSEGV) [no-array-accesses]"
#define PL_HINT_MAP_ACCESSES_ "is a subscript of a table out of range?"
#define PL_MESSAGE_MAP_ACCESSES_ "an index map reads an invalid address (SIGSEGV) [map-accesses]"
#define PL_HINT_NOT_IN_BLOCK_ "check the subscript first: if (0 <= i && i < PL_DIM(x, 0))"
#define PL_HINT_ARRAY_CHANGES_ \
    "is it shorter? Then what follows it has changed, and make run SAN=address prints its size. No thread may write it during the call"
#define PL_MESSAGE_ARRAY_CHANGES_ \
    "the array is %s of %s for this call, and some of it changed while the call ran, which only reads it [array-changes]"
#define PL_MESSAGE_NOT_IN_BLOCK_ "%.*s: %s is outside every block [not-in-block]"
#define PL_MESSAGE_TRACE_FILE_ "PALLAS: trace=%s: the file cannot be written [trace-file]"
#define PL_HINT_LINE_OF_WRITE_ "make run SAN=address stops at the line that writes there"
#define PL_MESSAGE_TILE_OVERRUN_ "the kernel wrote outside the PL_TILE %s, %s [tile-overrun]"
#define PL_MESSAGE_BLOCK_OVERRUN_ "the kernel wrote outside the block, %s [block-overrun]"
#define PL_MESSAGE_ROWS_OVERRUN_ "the kernel wrote outside the block, between two rows [rows-overrun]"
#define PL_HINT_PIPELINE_ELEMENTS_ "the arguments of a pipeline's kernel are in the kernel's order"
#define PL_MESSAGE_PIPELINE_ELEMENTS_ \
    "the pipeline's elements have %zu bytes, those of the kernel's ref %s %zu [pipeline-elements]"
#define PL_HINT_AXIS_ORDER_ "write parallel axes first"
#define PL_MESSAGE_AXIS_ORDER_ "parallel axis %s follows one that is not declared parallel [axis-order]"
#define PL_HINT_ALIAS_UNKNOWN_ "it takes the name of a PL_IN of the same call"
#define PL_MESSAGE_ALIAS_UNKNOWN_ "PL_ALIAS(%s): no operand of that name [alias-unknown]"
#define PL_MESSAGE_ALIAS_DIFFERS_ "PL_ALIAS(%s): %s is %s of %s, and this is %s of %s [alias-differs]"
#define PL_MESSAGE_VIEWS_OVERLAP_ "it overlaps the view of %s, but no PL_INOUT declares it [views-overlap]"
#define PL_HINT_BATCHED_UNKNOWN_ "name arrays and tables, which get one more leading dim"
#define PL_MESSAGE_BATCHED_UNKNOWN_ "PL_BATCH(%s, ...): no operand %.*s [batched-unknown]"
#define PL_MESSAGE_EDGE_OF_OUTPUT_ "PL_EDGE is for operands that are read; this is a PL_OUT [edge-of-output]"
#define PL_MESSAGE_EDGE_VALUE_ "PL_EDGE: the value is not of the element's type %s [edge-value]"
#define PL_HINT_LINT_RANK_1_ "or make the block the whole array"
#define PL_MESSAGE_LINT_RANK_1_ \
    "lint=%s: a block of rank 1 has %ld elements; it must have a multiple of 1024, or a power of two from %ld " \
    "[lint-rank-1]"
#define PL_HINT_LINT_TILE_ "the last two dims of a block must be multiples of 8 and 128, or the array's"
#define PL_MESSAGE_LINT_TILE_ \
    "lint=%s: the block's dim %d is %ld, which is no multiple of %ld, nor the array's %ld [lint-tile]"
#define PL_HINT_LINT_MEMORY_ "make blocks smaller, or give an operand PL_BUFFERED(1)"
#define PL_MESSAGE_LINT_MEMORY_ "lint=%s: the blocks need %.0f KiB of %s, which has %.0f KiB: %s [lint-memory]"
#define PL_HINT_LINT_SMEM_ "tables in scalar memory must be small"
#define PL_MESSAGE_LINT_SMEM_ "lint=%s: the tables need %.0f KiB of SMEM, which has %.0f KiB: %s [lint-smem]"
#define PL_HINT_BOUNDED_NO_SLICE_ "write PL_DS(start, size)"
#define PL_MESSAGE_BOUNDED_NO_SLICE_ "dim %d is PL_BOUNDED, but its index is not a PL_DS [bounded-no-slice]"
#define PL_HINT_SLICE_UNBOUNDED_ "PL_DS belongs to PL_BOUNDED"
#define PL_MESSAGE_SLICE_UNBOUNDED_ "dim %d: PL_DS for a dim that is not PL_BOUNDED [slice-unbounded]"
#define PL_HINT_PARALLEL_OVERLAP_ \
    "programs of a parallel axis run at once: give each its own block, or make the axis plain"
#define PL_HINT_PARALLEL_SCATTER_ \
    "programs of a parallel axis run at once. If two may get one place from the table: make the axis plain, or share the " \
    "array by PL_ATOMIC and write elements by PL_ATOMIC_XCHG. If not, leave it in HBM, PL_ANY, and copy blocks by PL_SYNC_COPY"
#define PL_HINT_OUTPUT_WINDOWS_ \
    "windows of an output must not overlap: let each begin where the one before it ends, or use PL_INOUT"
#define PL_HINT_REVISITED_ \
    "only consecutive programs may use the same block; reduce over the last axes, or use PL_INOUT or PL_REVISIT_ANY"
#define PL_MESSAGE_PARALLEL_OVERLAP_ \
    "the block at %s is also written by program %s, which may run at the same time [parallel-overlap]"
#define PL_MESSAGE_REVISITED_ "the block at %s is revisited; its last visit ended with program %s [revisited]"
#define PL_HINT_READ_AND_WRITTEN_ \
    "programs of a parallel axis run at once: none may read what another writes; make the axis plain"
#define PL_MESSAGE_READ_AND_WRITTEN_ \
    "element %s is %s here and %s by another program of a parallel axis [read-and-written]"
#define PL_HINT_BLOCKS_UNWRITTEN_ \
    "is the grid PL_CDIV(size, block)? An output that is meant to stay partly unwritten is a PL_INOUT"
#define PL_MESSAGE_BLOCKS_UNWRITTEN_ "never written: no program visits the block at %s (%ld of %ld blocks) [blocks-unwritten]"
#define PL_MESSAGE_READ_OUTSIDE_ \
    "the kernel read outside the block, before its first element or past its last%s, and computed element %s of %s " \
    "from that [read-outside]"
#define PL_MESSAGE_DEPENDS_ON_OUTSIDE_ \
    "element %s depends on memory outside %s, before its first element or past its last%s [depends-on-outside]"
#define PL_HINT_NEVER_WRITTEN_PARALLEL_ \
    "an output's block is uninitialized at each index of the parallel axes: write all of it, or begin with PL_WHEN " \
    "(PL_FIRST(a)) PL_FILL, where a is the axis that its index map does not use (two: PL_FIRST(a) && PL_FIRST(b))"
#define PL_HINT_NEVER_WRITTEN_ \
    "an output's block is uninitialized at first: write all of it, or begin with PL_WHEN (PL_FIRST(a)) PL_FILL, where " \
    "a is the axis that its index map does not use (two: PL_FIRST(a) && PL_FIRST(b))"
#define PL_MESSAGE_NEVER_WRITTEN_ \
    "element %s was never written, or depends on memory that was never written [never-written]"
#define PL_HINT_OUTSIDE_ARRAY_ \
    "give the operand PL_EDGE(v), or mask these elements, which are unspecified, in the kernel with PL_INSIDE(...) ? : " \
    "(a product does not hide them)"
#define PL_MESSAGE_OUTSIDE_ARRAY_ \
    "its elements outside the array are used, and element %s of %s is computed from them [outside-array]"
#define PL_HINT_UNINITIALIZED_ "scratch, tiles and new outputs are uninitialized until they are written"
#define PL_MESSAGE_UNINITIALIZED_ \
    "element %s was computed from elements of %s that were never written [uninitialized]"
#define PL_HINT_UNSPECIFIED_IN_PLACE_ \
    "write outputs, scratch and tiles before reading them; mask elements outside the array; under PL_IN_PLACE rows " \
    "are not contiguous"
#define PL_HINT_UNSPECIFIED_ \
    "write outputs, scratch and tiles before reading them; mask elements outside the array with PL_INSIDE, or give " \
    "the operand PL_EDGE(v)"
#define PL_MESSAGE_UNSPECIFIED_ \
    "element %s depends on unspecified data: memory never written, or elements outside an array or block " \
    "[unspecified]"
#define PL_HINT_ATOMIC_ORDER_ \
    "PL_ATOMIC_XCHG and PL_ATOMIC_CAS keep the last value; one of ADD, MAX, MIN, AND, OR or XOR, alone, gives the " \
    "same in any order"
#define PL_MESSAGE_ATOMIC_ORDER_ \
    "element %s depends on the order in which atomics change it: that of PL_EACH%s [atomic-order]"
#define PL_HINT_EACH_ORDER_ \
    "an iteration of PL_EACH may write only elements that no other accesses (PL_REDUCE combines values, PL_LOOP " \
    "keeps the order)"
#define PL_HINT_PROGRAM_ORDER_ \
    "an iteration of PL_EACH may write only elements that no other accesses (PL_REDUCE combines values, PL_LOOP " \
    "keeps the order); programs of a parallel axis likewise"
#define PL_MESSAGE_EACH_ORDER_ "element %s depends on the order in which PL_EACH visits its elements%s [each-order]"
#define PL_HINT_NOT_ASSOCIATIVE_ "targets combine elements in parts, in any grouping; PL_LOOP keeps the order of a loop"
#define PL_MESSAGE_NOT_ASSOCIATIVE_ \
    "%.*s: '%s' is not associative: %s(%s(%g, %g), %g) is %g, and %s(%g, %s(%g, %g)) is %g [not-associative]"
#define PL_MESSAGE_NO_IDENTITY_ \
    "PL_IDENTITY(%s, %s) is not the identity: %s(%s, %g) is %g, and %s(%g, %s) is %g [no-identity]"
#define PL_HINT_REDUCTION_ORDER_ \
    "over a PL_REDUCTION axis blocks are only accumulated, with +=, PL_DOT or PL_REDUCE; where the order matters, the axis is " \
    "PL_ARBITRARY"
#define PL_MESSAGE_REDUCTION_ORDER_ \
    "element %s of the block depends on the order of the steps of axis %s, which is PL_REDUCTION [reduction-order]"
#define PL_HINT_SIZE_NEGATIVE_ "a size is not negative"
#define PL_MESSAGE_DEADLOCK_ "deadlock: %s, and nothing that is under way will %s [deadlock]"
#define PL_HINT_DEVICE_UNNAMED_ "remove PL_PARALLEL and PL_BATCH, or let one device run all programs"
#define PL_MESSAGE_DEVICE_UNNAMED_ "device %ld: under a parallel axis no device is named [device-unnamed]"
#define PL_HINT_NOT_IN_SCOPE_ "write a PL_BARRIER at the start of the scope, and a last wait before it ends"
#define PL_MESSAGE_RACE_ "race on %s: %s [race]"
#define PL_TEXT_RACE_ "it is %s here while the %s is in flight"
#define PL_TEXT_READ_BY_COPY_ "read by a copy"
#define PL_TEXT_WRITTEN_BY_COPY_ "written by a copy"
#define PL_TEXT_WRITTEN_BY_PUSH_ "written by a push"
#define PL_TEXT_READ_BY_ASSIGN_ "read by PL_ASSIGN"
#define PL_TEXT_ASSIGNED_ "assigned"
#define PL_TEXT_COPY_STARTED_ "device %ld started the %s at line %d"
#define PL_TEXT_UNORDERED_ \
    "; nothing orders the two: a copy ends when a wait has taken its bytes, another device continues when it has been signaled"
#define PL_TEXT_THAT_IS_HERE_ "\n%s:%d: note: that is here"
#define PL_MESSAGE_COPY_IN_FLIGHT_ \
    "element %s was computed from the destination of the %s, which was in flight [copy-in-flight]"
#define PL_MESSAGE_READ_IN_FLIGHT_ \
    "%s was computed from the destination of the %s, which was in flight [read-in-flight]"
#define PL_MESSAGE_WRITTEN_IN_FLIGHT_ \
    "%s was written while the %s was in flight: after its start at line %d, and before this wait [written-in-flight]"
#define PL_HINT_SOURCE_WRITTEN_ "wait for it before its source is written again\n%s:%d: note: the %s was started here"
#define PL_HINT_DESTINATION_WRITTEN_ "wait for a copy before accessing its destination\n%s:%d: note: the %s was started here"
#define PL_HINT_NO_SEMAPHORE_ "semaphores of an array count from 0, to n - 1"
#define PL_MESSAGE_NO_SEMAPHORE_ "%s: there is no such semaphore [no-semaphore]"
#define PL_MESSAGE_NOT_IN_SCOPE_ "device %ld is not in the scope of %s [not-in-scope]"
#define PL_HINT_SEM_READ_FOREVER_ "use PL_SEM_WAIT: it waits, and reports if no signal can come"
#define PL_MESSAGE_SEM_READ_FOREVER_ \
    "PL_SEM_READ: read a million times, and nothing has happened since [sem-read-forever]"
#define PL_MESSAGE_BARRIER_WITHOUT_MESH_ \
    "barriers are for several devices: the call %s has no PL_MESH [barrier-without-mesh]"
#define PL_HINT_COPY_OVERLAP_ "copy through another block"
#define PL_MESSAGE_COPY_OVERLAP_ "source %s and destination %s of a copy overlap [copy-overlap]"
#define PL_HINT_LOCAL_COPY_ "write pl_wait(&c)"
#define PL_MESSAGE_LOCAL_COPY_ "pl_wait_%s: a local copy has one semaphore [local-copy]"
#define PL_MESSAGE_SEMAPHORES_NEGATIVE_ "a negative number of semaphores [semaphores-negative]"
#define PL_MESSAGE_SEMAPHORES_COUNT_ "the call has %ld semaphores for %s, the kernel takes %ld [semaphores-count]"
#define PL_TEXT_END_OF_CALL_ "at the end of the call"
#define PL_TEXT_END_OF_SCOPE_ "at the end of its scope"
#define PL_TEXT_END_OF_PROGRAM_ "at the end of this program"
#define PL_TEXT_NEVER_WAITED_ " it was never waited for"
#define PL_TEXT_ARRIVAL_NOT_WAITED_ " nobody has waited for its arrival"
#define PL_TEXT_SEND_NOT_WAITED_ " its end has not been waited for: pl_wait_send"
#define PL_TEXT_COPY_ "copy of %s to %s"
#define PL_TEXT_WAITS_TO_BEGIN_ "waits at the beginning of its call"
#define PL_TEXT_ENDED_KERNEL_ "has ended its kernel"
#define PL_TEXT_RETURNED_ "device %ld has returned"
#define PL_TEXT_WAITS_FOR_ "%s waits for %s, which is %lld of %lld"
#define PL_TEXT_SIGNAL_IT_ "signal it"
#define PL_TEXT_CHANGE_THAT_ "change that"
#define PL_TEXT_PUSH_ "push of %s to %s of device %ld"
#define PL_HINT_SEMAPHORE_VALUE_ "each signal is waited for, and so is each copy that is started"
#define PL_MESSAGE_SEMAPHORE_VALUE_ "%s%s%s %s %lld %s%s [semaphore-value]"
#define PL_HINT_COPY_OF_WINDOW_ \
    "windows and tiles take part in copies within their step: pl_wait before the kernel ends"
#define PL_HINT_COPY_NOT_WAITED_ "each copy that is started is waited for"
#define PL_MESSAGE_COPY_NOT_WAITED_ "the %s was started here, and %s%s%s [copy-not-waited]"
#define PL_MESSAGE_RACE_OF_COPY_ "race on %s%s: %s by %s; %s [race-of-copy]"
#define PL_HINT_RACE_OF_CALLS_ \
    "calls on two devices do not begin together: PL_BARRIER with a device comes before the first push to it"
#define PL_MESSAGE_RACE_OF_CALLS_ \
    "race on %s of device %d: written by %s, and nothing shows that device %d has begun the call [race-of-calls]"
#define PL_HINT_CALLS_OF_DEVICES_ "all devices make the same calls, in the same order"
#define PL_MESSAGE_CALLS_OF_DEVICES_ "device %d makes this call, and device 0 the call %s of line %d [calls-of-devices]"
#define PL_HINT_SHARES_ "shapes are those of one device's share, alike on all"
#define PL_MESSAGE_SHARES_ "its dim %d is %ld here, and %ld on device 0 [shares]"
#define PL_HINT_INIT_VALUE_ "write PL_WHEN (c) PL_FILL(x, v) in the kernel"
#define PL_MESSAGE_INIT_VALUE_ "PL_INIT: the value does not fit the element [init-value]"
#endif
/* ==== End of messages ==== */

/* ==== Requirements on arguments ==========================================================================

   What macros require of their arguments when the program compiles, so that a mistake has one message, at its line, which
   says what to write.
   ========================================================================================================= */
/* PL_REQUIRE_(c, message): an expression with the value 0; if the constant c is false, a compile error with this message. */
#define PL_REQUIRE_(c, message) (__extension__(0 * (int)sizeof(struct { _Static_assert(c, message); char pl_unused_; })))

/* PL_EXPECT_(c, message): the same. PL_EXPECT_OF_(c, message): the same in the body of a function, for the user's
   expressions. (clang treats a compound literal within a struct as part of the file, where only constants are permitted.)

   These requirements only improve the message for code that would not compile anyway. Each costs a few microseconds, so
   they are omitted at -O0 with checks off, where compile time matters, as in `make expand`. */
#if (PL_CHECKS || defined __OPTIMIZE__) && !defined PL_EXPAND_
#define PL_QUICK_ 0
#define PL_EXPECT_(c, message) PL_REQUIRE_(c, message)
#ifdef __clang__
#define PL_EXPECT_OF_(c, message) __extension__({ _Static_assert(c, message); 0; })
#else
#define PL_EXPECT_OF_(c, message) PL_REQUIRE_(c, message)
#endif
#define PL_EXPECT_NAME_(text, message) __extension__ _Static_assert(PL_IS_NAME_(text), message);
#define PL_EXPECT_STATIC_(c, message) __extension__ _Static_assert(c, message);
#else
#define PL_QUICK_ 1
#define PL_EXPECT_(c, message) 0
#define PL_EXPECT_OF_(c, message) 0
#define PL_EXPECT_NAME_(text, message)
#define PL_EXPECT_STATIC_(c, message)
#endif

/* The predicates of these requirements. Whether an argument's text is a single name: a forgotten comma after a name makes
   it "name PL_REF(…)". (gcc evaluates some functions in a constant, clang others.) Whether an expression is an integer, a
   number, a pointer, a string. Whether a tuple with this first item is an option of PL_BLOCKSPEC. */
#if defined __clang__
#define PL_IS_NAME_(text)                                                                                   \
    (sizeof(text) > 1 && __builtin_memcmp(text, "9", 1) > 0 && PL_LACKS_(text, ' ', " ") &&                 \
     PL_LACKS_(text, '(', "(") && PL_LACKS_(text, '[', "["))
#define PL_LACKS_(text, c, end) (__builtin_strlen(__builtin_strchr(text end, c)) == 1)
#elif defined __GNUC__
#define PL_IS_NAME_(text)                                                                                   \
    (__builtin_strcspn(text, "0123456789") && __builtin_strcspn(text, " ()[]&*+-.=<\"") == sizeof(text) - 1)
#endif
#ifdef __GNUC__
#define PL_IS_CONSTANT_(e) __builtin_constant_p(e)
#define PL_IF_CONSTANT_(e, yes, no) __builtin_choose_expr(__builtin_constant_p(e), yes, no)
#define PL_IS_INTEGER_(e) (__builtin_classify_type(e) <= 4)
#define PL_IS_NUMBER_(e)  (__builtin_classify_type(e) <= 4 || __builtin_classify_type(e) == 8)
#define PL_IS_POINTER_(e) (__builtin_classify_type(e) == 5)
#define PL_IS_RECORD_(e)  (__builtin_classify_type(e) == 12)
#define PL_IS_OPTION_(kind)                                                                                 \
    (!__builtin_strcmp(kind, "EDGE_") || !__builtin_strcmp(kind, "BUFFERED_") || !__builtin_strcmp(kind, "LOOKAHEAD_") || \
     !__builtin_strcmp(kind, "REVISIT_") || !__builtin_strcmp(kind, "ALIAS_") || !__builtin_strcmp(kind, "SPACE_"))
#else
#define PL_IS_NAME_(text) 1
#define PL_IS_CONSTANT_(e) 1
#define PL_IF_CONSTANT_(e, yes, no) (yes)
#define PL_IS_INTEGER_(e) 1
#define PL_IS_NUMBER_(e)  1
#define PL_IS_POINTER_(e) 0
#define PL_IS_RECORD_(e)  1
#define PL_IS_OPTION_(kind) 0
#endif
#define PL_IS_TEXT_(e) _Generic((e), char *: 1, const char *: 1, default: 0)

/* Whether a view with this many dims can begin here. The type that e points to, or of which it is an array; otherwise
   char. */
#ifdef __GNUC__
#define PL_IS_ARRAY_(e) !__builtin_types_compatible_p(__typeof__(e), __typeof__((void)0, (e)))
#define PL_WITHIN_(e) (*__builtin_choose_expr(PL_IS_POINTER_(e), (e), (char *)0))
#else
#define PL_IS_ARRAY_(e) 1
#define PL_WITHIN_(e) (*(e))
#endif
#define PL_BEGINS_1(p) PL_IS_POINTER_(p)
#define PL_BEGINS_2(p) PL_IS_ARRAY_(PL_WITHIN_(p))
#define PL_BEGINS_3(p) PL_BEGINS_2(PL_WITHIN_(p))
#define PL_BEGINS_4(p) PL_BEGINS_3(PL_WITHIN_(p))
#define PL_BEGINS_5(p) PL_BEGINS_4(PL_WITHIN_(p))
#define PL_BEGINS_6(p) PL_BEGINS_5(PL_WITHIN_(p))
#define PL_FIRST_OF_(v, ...) (v) PL_LIST_(PL_FIRST_ALONG_, ~, __VA_ARGS__)
#define PL_FIRST_ALONG_(i, c, d) [0]
#define PL_VIEW_BEGINS_(T, v, p, n)                                                                         \
    _Static_assert(!PL_IS_POINTER_(p) || PL_CAT_(PL_BEGINS_, n)(p),                                         \
                   "PL_VIEW(" #T ", " #v ", ...): " #p " points to rows of another rank; a view of rank 1 begins at an " \
                   "element, one of rank 2 at a row, &x[r]; columns from c on have no view: subscript the block, x[r][c + i] [view-rank]");

/* The number of arguments of a public macro. A macro that takes n of them, or a range of numbers, is written

       #define PL_X(...) PL_IF_N_(n, __VA_ARGS__)(PL_X_, PL_MISUSED_)("PL_X(a, b)", __VA_ARGS__)

   so that every compiler prints "PL_X(a, b): …" at the line of the misuse. PL_IF_GIVEN_(x): whether x is not empty. */
#if !PL_QUICK_
#define PL_IF_N_(range, ...) PL_IF_(PL_SECOND_(PL_CAT_(PL_RANGE_##range##_, PL_N_(__VA_ARGS__)), 0))
#define PL_IF_ONE_(...) PL_IF_N_(1, __VA_ARGS__)(PL_IF_GIVEN_, PL_IF_NOT_)(__VA_ARGS__)
#define PL_IF_NOT_(...) PL_IF_0
#else                                                                  /* wrong arguments do not compile anyway */
#define PL_IF_N_(range, ...) PL_IF_RANGE_##range
#define PL_IF_ONE_(...) PL_IF_1
#endif
#define PL_IF_GIVEN_(...) PL_IF_GIVEN_2_(PL_HEAD_(__VA_ARGS__))
#define PL_IF_GIVEN_2_(x) PL_CAT_(PL_IF_GIVEN_, PL_IS_TUPLE_(x))(x)
#define PL_IF_GIVEN_1(...) PL_IF_1
#define PL_IF_GIVEN_0(...) PL_CAT_(PL_IF_EMPTY_, PL_IS_EMPTY_(__VA_ARGS__))
#define PL_IF_EMPTY_0 PL_IF_1
#define PL_IF_EMPTY_1 PL_IF_0
#define PL_IS_EMPTY_(...) PL_SECOND_(PL_EMPTY_PROBE_ __VA_ARGS__ (), 0)
#define PL_EMPTY_PROBE_(...) ~, 1
/* A tuple with text after it: a comma is missing. */
#define PL_IF_ALONE_(axis, yes, no) PL_IF_GIVEN_(PL_NOTHING_ axis)(no, yes)
/* Whether the value of a PL_REDUCE begins with another axis. The axes of a PL_REDUCE share one pair of parentheses. */
#define PL_IF_AXES_(...) PL_CAT_(PL_IF_AXES_, PL_MANY_(__VA_ARGS__))(PL_HEAD_(__VA_ARGS__))
#define PL_IF_AXES_1(e) PL_IF_0
#define PL_IF_AXES_2(e) PL_IF_TUPLE_(e, PL_IF_AXES_3, PL_IF_AXES_1)(e)
#define PL_IF_AXES_3(e) PL_IF_ALONE_(e, PL_IF_1, PL_IF_0)
#define PL_AXES_APART_(usage, acc, op, axes, ...)                                                           \
    ((void)PL_REQUIRE_(0, "PL_REDUCE: several axes share one pair of parentheses; write PL_REDUCE (acc, OP, ((r, m), (c, n)), e) [reduce-axes]"))
#define PL_MISUSED_(usage, ...) ((void)PL_REQUIRE_(0, PL_MESSAGE_WRONG_ARGUMENTS_(usage)))
#define PL_MISUSED_VALUE_(usage, ...) PL_REQUIRE_(0, PL_MESSAGE_WRONG_ARGUMENTS_(usage))

/* ---- Constants that `make tune` chooses -------------------------------------------------------------------

   PL_TUNE(name, value, other...)
       At file scope: a constant of type int, which `make tune` may set to any of these values. The first is the default.

       Example    PL_TUNE(BM, 128, 64, 256)
       Expansion  enum { BM = 128 };    and, compiled with -DPL_TUNE_BM=,64:  enum { BM = 64 };
       Misuse     PL_TUNE(BM): error: PL_TUNE(BM, 64, 128): a constant and the values that it may have [tune-values]

   PL_TUNE_FOR(call, (size...), (size...)...)
       The sizes for which `make tune` runs a call, in the order of its PL_SIZES; values of PL_SCALAR follow them. The first
       sizes are also those of its check against interpret mode, so they should be small.

       Example    PL_TUNE_FOR(matmul, (256, 256, 256), (2048, 2048, 2048))
       Expansion  nothing

   PL_SCHEDULE(call, choice...)
       At file scope: how a target runs a call of this file, where it would choose otherwise. Results stay within the call's
       tolerance. Targets that know no such choice ignore it, interpret mode ignores all. n is a constant; with n = 0 the target chooses, except for PL_PERSISTENT.

           PL_THREADS(n)     threads of a group, a power of two from 32 to 1024, or the nearest number that the kernel can have
           PL_STAGES(n)      blocks of a window, or slices of a PL_DOT, in fast memory, one of them in use: 1 to 8, or what fits
           PL_CLUSTER(n)     1: each group runs alone; 2: groups run in pairs, and share what both need, where the kernel can
           PL_PERSISTENT(n)  1: groups take programs in turn, where the kernel can; 0: each runs one; -1: the target chooses

       Example    PL_SCHEDULE(matmul, PL_THREADS(128), PL_STAGES(3))
       Expansion  assertions about names and numbers
       Misuse     PL_SCHEDULE(matmul, PL_THREADS(100)): error: PL_THREADS(n): n is a power of two from 32 to 1024, or 0 [schedule-choice]
*/
#ifdef PL_TUNING                                                       /* tune/tune.sh reads what the preprocessor prints */
#define PL_TUNE(...)        pl_tune __VA_ARGS__ pl_tune_end
#define PL_TUNE_FOR(...)    pl_tune_for __VA_ARGS__ pl_tune_end
#define PL_SCHEDULE(...)    pl_schedule __VA_ARGS__ pl_tune_end
#else
#define PL_SCHEDULE(call, ...) PL_LIST_(PL_CHOICE_, call, __VA_ARGS__)
#define PL_TUNE(...)        PL_CAT_(PL_TUNE_OF_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_TUNE_OF_1(name)  _Static_assert(0, "PL_TUNE(BM, 64, 128): a constant and the values that it may have [tune-values]");
#define PL_TUNE_OF_2(name, ...) enum { name = PL_TUNED_(PL_TUNE_##name, __VA_ARGS__) };
#define PL_TUNED_(...)      PL_SECOND_(__VA_ARGS__)
#define PL_TUNE_FOR(...)
#endif

#define PL_THREADS(n)               (THREADS_, n)
#define PL_STAGES(n)                (STAGES_, n)
#define PL_CLUSTER(n)               (CLUSTER_, n)
#define PL_PERSISTENT(n)            (PERSISTENT_, n)
#define PL_CHOICE_(i, call, c)      PL_IF_TUPLE_(c, PL_CHOICE_OF_, PL_CHOICE_WRONG_)(call, PL_BARE_ c)
#define PL_CHOICE_OF_(...)          PL_CHOICE_OF_2_(__VA_ARGS__, ~)
#define PL_CHOICE_OF_2_(call, c, ...) PL_SECOND_(PL_CAT_(PL_CHOICE_IS_, c), PL_CHOICE_WRONG_)(call, __VA_ARGS__)
#define PL_CHOICE_IS_THREADS_       ~, PL_CHOICE_THREADS_
#define PL_CHOICE_IS_STAGES_        ~, PL_CHOICE_STAGES_
#define PL_CHOICE_IS_CLUSTER_       ~, PL_CHOICE_CLUSTER_
#define PL_CHOICE_IS_PERSISTENT_    ~, PL_CHOICE_PERSISTENT_
#define PL_CHOICE_THREADS_(call, n, ...)                                                                    \
    PL_CHOOSE_(call, "PL_THREADS", n, ((n) & ((n) - 1)) == 0 && (n) % 32 == 0 && (n) >= 0 && (n) <= 1024,   \
               "a power of two from 32 to 1024, or 0")
#define PL_CHOICE_STAGES_(call, n, ...)     PL_CHOOSE_(call, "PL_STAGES", n, (n) >= 0 && (n) <= 8, "a number from 1 to 8, or 0")
#define PL_CHOICE_CLUSTER_(call, n, ...)    PL_CHOOSE_(call, "PL_CLUSTER", n, (n) >= 0 && (n) <= 2, "1 or 2, or 0")
#define PL_CHOICE_PERSISTENT_(call, n, ...) PL_CHOOSE_(call, "PL_PERSISTENT", n, (n) >= -1 && (n) <= 1, "0 or 1, or -1")
#define PL_CHOOSE_(call, name, n, holds, rule)                                                              \
    _Static_assert(PL_IS_CONSTANT_(n), name "(n): n is a constant, such as one of PL_TUNE [schedule-choice]");  \
    _Static_assert(PL_IF_CONSTANT_(n, holds, 1), name "(n): n is " rule " [schedule-choice]");              \
    PL_CHOSEN_(call, name, PL_IF_CONSTANT_(n, n, 0))
#define PL_CHOICE_WRONG_(...)                                                                               \
    _Static_assert(0, "PL_SCHEDULE(call, choice...): a choice is PL_THREADS(n), PL_STAGES(n), PL_CLUSTER(n) or PL_PERSISTENT(n) [schedule-choice]");
#ifndef __PALLASC__
#define PL_CHOSEN_(call, name, n)
#endif

/* ==== The parse mode =====================================================================================

   pallasc reads what is above, then the constructs from its own gen/read/marked.h, and leaves out the rest of this file.
   ========================================================================================================= */
#if PL_MODE_ == PL_PARSE_
#include PL_PARSE_MODE_
#else /* interpret and declarations */

/* ==== Element types ======================================================================================

   float double bool and the integers of <stdint.h> are C's own. A small float is a struct with its bits. Functions
   convert it, so that kernels do not depend on a target's rules for half or bfloat arithmetic.

       float   pl_to_f32(v)        v: any small float, or any number
       pl_f16  pl_to_f16(float)    pl_bf16  pl_to_bf16(float)      round to nearest, ties to even
       pl_f8e4m3 pl_to_f8e4m3(float)   pl_f8e5m2 pl_to_f8e5m2(float)

   f16, bf16 and f8e5m2 overflow to infinity; f8e4m3 is the OCP format without infinity (largest value 448) and
   overflows to NaN.

       acc += pl_to_f32(x[r][c]);
       o[r][c] = pl_to_bf16(acc);
   ========================================================================================================= */
typedef struct { uint16_t bits; } pl_f16;
typedef struct { uint16_t bits; } pl_bf16;
typedef struct { uint8_t bits; } pl_f8e4m3;
typedef struct { uint8_t bits; } pl_f8e5m2;

/* The formats of the small floats: exponent bits, mantissa bits, and whether there is an infinity. */
struct pl_float_format { int exponent, mantissa, infinity; };
static const struct pl_float_format pl_format_f16_ = { 5, 10, 1 }, pl_format_e4m3_ = { 4, 3, 0 },
                                    pl_format_e5m2_ = { 5, 2, 1 };

/* Converting unspecified data is legal, and yields unspecified data: with MSan and valgrind the code below must not
   branch on it. */
#define PL_IS_GARBAGE_(v) (PL_FIRST_UNDEFINED_(&(v), sizeof(v)) >= 0)

static inline float pl_small_to_f32_(uint32_t code, struct pl_float_format f)
{
    uint32_t sign = code >> (f.exponent + f.mantissa) & 1, mask = (1u << f.exponent) - 1;
    uint32_t exponent = code >> f.mantissa & mask, mantissa = code & ((1u << f.mantissa) - 1);
    int bias = (1 << (f.exponent - 1)) - 1;
    uint32_t bits;
    float value = 0;
    if (PL_IS_GARBAGE_(code)) {
        PL_UNDEFINED_(&value, sizeof value);
        return value;
    }
    if (exponent == mask && (f.infinity || mantissa == (1u << f.mantissa) - 1)) {
        bits = 0x7f800000u | mantissa << (23 - f.mantissa);
    } else if (exponent == 0) {
        value = ldexpf((float)mantissa, 1 - bias - f.mantissa);
        return sign ? -value : value;
    } else {
        bits = (exponent + 127u - (uint32_t)bias) << 23 | mantissa << (23 - f.mantissa);
    }
    bits |= sign << 31;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static inline uint32_t pl_round_shift_(uint32_t v, int shift)          /* v >> shift, rounded to nearest even */
{
    uint32_t kept, rest, half;
    if (shift > 31)
        return 0;
    kept = v >> shift, rest = v & ((1u << shift) - 1), half = 1u << (shift - 1);
    return kept + (rest > half || (rest == half && (kept & 1)));
}

static inline uint32_t pl_f32_to_small_(float value, struct pl_float_format f)
{
    uint32_t bits, sign, top = ((1u << f.exponent) - 1) << f.mantissa, code, limit;
    int bias = (1 << (f.exponent - 1)) - 1, exponent;
    memcpy(&bits, &value, sizeof bits);
    if (PL_IS_GARBAGE_(value)) {
        PL_UNDEFINED_(&bits, sizeof bits);
        return bits;
    }
    sign = bits >> 31 << (f.exponent + f.mantissa);
    bits &= 0x7fffffffu;
    limit = f.infinity ? top : top | ((1u << f.mantissa) - 1);         /* the first code that is not a number */
    if (bits > 0x7f800000u) {                                          /* NaN: quiet, with the high bits of the payload */
        uint32_t payload = bits >> (23 - f.mantissa) & ((1u << f.mantissa) - 1);
        return sign | limit | (f.infinity ? payload | 1u << (f.mantissa - 1) : 0);
    }
    exponent = (int)(bits >> 23) - 127;
    if (exponent >= 1 - bias)
        code = pl_round_shift_(bits - ((uint32_t)(127 - bias) << 23), 23 - f.mantissa);
    else
        code = pl_round_shift_((bits & 0x7fffffu) | 0x800000u, 23 - f.mantissa + 1 - bias - exponent);
    if (bits >= 0x7f800000u || code > limit)
        code = limit;
    return sign | code;
}

static inline float pl_f32_from_f16_(pl_f16 v) { return pl_small_to_f32_(v.bits, pl_format_f16_); }
static inline float pl_f32_from_e4m3_(pl_f8e4m3 v) { return pl_small_to_f32_(v.bits, pl_format_e4m3_); }
static inline float pl_f32_from_e5m2_(pl_f8e5m2 v) { return pl_small_to_f32_(v.bits, pl_format_e5m2_); }
static inline float pl_f32_from_f32_(float v) { return v; }
static inline float pl_f32_from_bf16_(pl_bf16 v)
{
    uint32_t bits = (uint32_t)v.bits << 16;
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
#define pl_to_f32(v)                                                                                        \
    _Generic((v), pl_f16: pl_f32_from_f16_, pl_bf16: pl_f32_from_bf16_, pl_f8e4m3: pl_f32_from_e4m3_,       \
             pl_f8e5m2: pl_f32_from_e5m2_, default: pl_f32_from_f32_)(v)

static inline pl_f16 pl_to_f16(float v) { return (pl_f16){ (uint16_t)pl_f32_to_small_(v, pl_format_f16_) }; }
static inline pl_f8e4m3 pl_to_f8e4m3(float v) { return (pl_f8e4m3){ (uint8_t)pl_f32_to_small_(v, pl_format_e4m3_) }; }
static inline pl_f8e5m2 pl_to_f8e5m2(float v) { return (pl_f8e5m2){ (uint8_t)pl_f32_to_small_(v, pl_format_e5m2_) }; }
static inline pl_bf16 pl_to_bf16(float v)
{
    uint32_t bits;
    memcpy(&bits, &v, sizeof bits);
    if (PL_IS_GARBAGE_(v))
        return (pl_bf16){ (uint16_t)bits };
    if ((bits & 0x7fffffffu) > 0x7f800000u)
        return (pl_bf16){ (uint16_t)(bits >> 16 | 0x40u) };
    return (pl_bf16){ (uint16_t)((bits + 0x7fffu + (bits >> 16 & 1u)) >> 16) };
}

/* The interpreter's description of an element type. Integers of one size and signedness are one type. */
enum pl_dtype {
    PL_STRUCT_, PL_BOOL_, PL_I8_, PL_I16_, PL_I32_, PL_I64_, PL_U8_, PL_U16_, PL_U32_, PL_U64_, PL_F32_, PL_F64_,
    PL_F16_, PL_BF16_, PL_E4M3_, PL_E5M2_
};
#define PL_DTYPE_(v)                                                                                        \
    _Generic((v), _Bool: PL_BOOL_, char: (char)-1 < 0 ? PL_I8_ : PL_U8_, signed char: PL_I8_, short: PL_I16_, \
             int: PL_I32_, long: sizeof(long) == 8 ? PL_I64_ : PL_I32_, long long: PL_I64_,                 \
             unsigned char: PL_U8_, unsigned short: PL_U16_, unsigned: PL_U32_,                             \
             unsigned long: sizeof(long) == 8 ? PL_U64_ : PL_U32_, unsigned long long: PL_U64_,             \
             float: PL_F32_, double: PL_F64_, pl_f16: PL_F16_, pl_bf16: PL_BF16_, pl_f8e4m3: PL_E4M3_,      \
             pl_f8e5m2: PL_E5M2_, default: PL_STRUCT_)

/* The same for a type whose name may be one of ours; a lookup by name avoids a long _Generic, which is slow to compile. */
#define PL_TYPE_(T) PL_SECOND_(PL_CAT_2_(PL_TYPE_NAMED_, T), PL_DTYPE_OF_)(T)
#define PL_DTYPE_OF_(T) PL_DTYPE_(*(T *)NULL)
#define PL_TYPE_NAMED_float     ~, PL_F32_ PL_NOTHING_
#define PL_TYPE_NAMED_double    ~, PL_F64_ PL_NOTHING_
#define PL_TYPE_NAMED_int       ~, PL_I32_ PL_NOTHING_
#define PL_TYPE_NAMED_int8_t    ~, PL_I8_ PL_NOTHING_
#define PL_TYPE_NAMED_int16_t   ~, PL_I16_ PL_NOTHING_
#define PL_TYPE_NAMED_int32_t   ~, PL_I32_ PL_NOTHING_
#define PL_TYPE_NAMED_int64_t   ~, PL_I64_ PL_NOTHING_
#define PL_TYPE_NAMED_uint8_t   ~, PL_U8_ PL_NOTHING_
#define PL_TYPE_NAMED_uint16_t  ~, PL_U16_ PL_NOTHING_
#define PL_TYPE_NAMED_uint32_t  ~, PL_U32_ PL_NOTHING_
#define PL_TYPE_NAMED_uint64_t  ~, PL_U64_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_f16    ~, PL_F16_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_bf16   ~, PL_BF16_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_f8e4m3 ~, PL_E4M3_ PL_NOTHING_
#define PL_TYPE_NAMED_pl_f8e5m2 ~, PL_E5M2_ PL_NOTHING_

/* Which bytes of a struct are its members' and which are padding, if the compiler can tell (gcc since version 11). */
#if PL_CHECKS && defined __has_builtin
#if __has_builtin(__builtin_clear_padding)
#define PL_MEMBERS_(i, T)                                                                                   \
    PL_SECOND_(PL_CAT_(PL_MEMBERS_OF_, PL_SECOND_(PL_CAT_2_(PL_TYPE_NAMED_, T), STRUCT_)), PL_NOTHING_)(i, T)
#define PL_MEMBERS_OF_STRUCT_ ~, PL_MEMBER_BYTES_
#define PL_MEMBER_BYTES_(i, T)                                                                              \
    {                                                                                                       \
        T pl_all_;                                                                                          \
        __builtin_memset(&pl_all_, 0xff, sizeof pl_all_);                                                   \
        __builtin_clear_padding(&pl_all_);                                                                  \
        pl_members_(&pl_call_, &pl_operand_[i], &pl_all_, sizeof pl_all_);                                  \
    }
#endif
#endif
#ifndef PL_MEMBERS_
#define PL_MEMBERS_(i, T)
#endif

static inline int pl_is_float_(enum pl_dtype d) { return d >= PL_F32_; }
static inline int pl_is_integer_(enum pl_dtype d) { return d >= PL_I8_ && d <= PL_U64_; }

/* A relative error of half of this comes from each rounding; 0: integers, whose sums wrap. */
static inline double pl_rounding_(enum pl_dtype type)
{
    return type == PL_F64_ ? 0x1p-52 : type == PL_F32_ ? 0x1p-23 : type == PL_F16_ ? 0x1p-10 : type == PL_BF16_ ? 0x1p-7
         : type == PL_E4M3_ ? 0x1p-3 : type == PL_E5M2_ ? 0x1p-2 : 0;
}

/* Reads and writes one element as a double or an integer. Integers wrap, as in C conversions. */
static inline double pl_read_float_(const void *p, enum pl_dtype d)
{
    double f64;
    float f32;
    pl_f16 f16;
    pl_bf16 bf16;
    switch (d) {
    case PL_F32_: memcpy(&f32, p, 4); return (double)f32;
    case PL_F64_: memcpy(&f64, p, 8); return f64;
    case PL_F16_: memcpy(&f16, p, 2); return (double)pl_f32_from_f16_(f16);
    case PL_BF16_: memcpy(&bf16, p, 2); return (double)pl_f32_from_bf16_(bf16);
    case PL_E4M3_: return (double)pl_f32_from_e4m3_(*(const pl_f8e4m3 *)p);
    case PL_E5M2_: return (double)pl_f32_from_e5m2_(*(const pl_f8e5m2 *)p);
    default: return 0;
    }
}
static inline int64_t pl_read_int_(const void *p, enum pl_dtype d)
{
    int16_t i16;
    int32_t i32;
    int64_t i64;
    switch (d) {
    case PL_BOOL_: return *(const unsigned char *)p != 0;
    case PL_I8_: return *(const signed char *)p;
    case PL_U8_: return *(const unsigned char *)p;
    case PL_I16_: memcpy(&i16, p, 2); return i16;
    case PL_U16_: memcpy(&i16, p, 2); return (uint16_t)i16;
    case PL_I32_: memcpy(&i32, p, 4); return i32;
    case PL_U32_: memcpy(&i32, p, 4); return (uint32_t)i32;
    case PL_I64_: case PL_U64_: memcpy(&i64, p, 8); return i64;
    default: return 0;
    }
}
static inline void pl_write_float_(void *p, enum pl_dtype d, double v)
{
    float f32 = (float)v;
    switch (d) {
    case PL_F32_: memcpy(p, &f32, 4); break;
    case PL_F64_: memcpy(p, &v, 8); break;
    case PL_F16_: *(pl_f16 *)p = pl_to_f16(f32); break;
    case PL_BF16_: *(pl_bf16 *)p = pl_to_bf16(f32); break;
    case PL_E4M3_: *(pl_f8e4m3 *)p = pl_to_f8e4m3(f32); break;
    case PL_E5M2_: *(pl_f8e5m2 *)p = pl_to_f8e5m2(f32); break;
    default: break;
    }
}
static inline void pl_write_int_(void *p, enum pl_dtype d, int64_t v)
{
    switch (d) {
    case PL_BOOL_: *(_Bool *)p = v != 0; break;
    case PL_I8_: case PL_U8_: *(uint8_t *)p = (uint8_t)v; break;
    case PL_I16_: case PL_U16_: { uint16_t u = (uint16_t)v; memcpy(p, &u, 2); break; }
    case PL_I32_: case PL_U32_: { uint32_t u = (uint32_t)v; memcpy(p, &u, 4); break; }
    case PL_I64_: case PL_U64_: memcpy(p, &v, 8); break;
    default: break;
    }
}

/* *to = *from between element types, with C's conversions; a struct only converts to itself. */
static inline void pl_convert_(void *to, enum pl_dtype to_type, const void *from, enum pl_dtype from_type, size_t size)
{
    if (to_type == from_type)
        memmove(to, from, size);
    else if (pl_is_float_(to_type) && from_type == PL_U64_)
        pl_write_float_(to, to_type, (double)(uint64_t)pl_read_int_(from, from_type));
    else if (pl_is_float_(to_type))
        pl_write_float_(to, to_type,
                        pl_is_float_(from_type) ? pl_read_float_(from, from_type) : (double)pl_read_int_(from, from_type));
    else if (pl_is_float_(from_type) && to_type == PL_BOOL_)
        pl_write_int_(to, to_type, pl_read_float_(from, from_type) != 0);
    else if (pl_is_float_(from_type))
        pl_write_int_(to, to_type, (int64_t)pl_read_float_(from, from_type));
    else
        pl_write_int_(to, to_type, pl_read_int_(from, from_type));
}

/* A value of any type that is converted to an element: PL_FILL(x, v), PL_EDGE(v). */
struct pl_value { const void *at; enum pl_dtype type; size_t size; };
#define PL_VALUE_(v) ((struct pl_value){ (__typeof__(v)[1]){ v }, PL_DTYPE_(v), sizeof(v) })

/* ==== Kernel parameters ==================================================================================

   PL_KERNEL(name, parameter…) { body }
   PL_FUNCTION(type, name, parameter…) { body }        a helper on whole blocks

   open the signature of a C function; the body is ordinary C. Parameters:

       PL_REF(T, x, d0, d1…)        a block: x is a C array T x[d0][d1]…, rank 1 to 6
       PL_SMEM_REF(T, x, d0…)       the same in scalar memory; a prefetched table is const
       PL_SCALAR(T, a)              a value

       PL_KERNEL(scale, PL_SCALAR(float, by), PL_REF(const float, x, 8, N), PL_REF(float, o, 8, N))

   expands to

       static void scale(struct pl_call *pl_, float by,
                         char (*pl_window_of_x)[8][N], const float x[restrict 8][N], const float (*x_ref)[8][N],
                         …the same for o)

   A C parameter loses its first extent; x_ref points to the whole block and keeps it (in gdb: print *x_ref).
   pl_window_of_x is private to the header: its type has the extents, and it points to the description of the block's
   place in its array. (Under PL_IN_PLACE the inner extents of x and x_ref are the pitches in that description.)
   Pass blocks to a helper with PL_PASS:   step(PL_PASS(z), PL_PASS(x), 3).

   Errors when it compiles: a ref of more than six dims, and a parameter without a macro: "PL_KERNEL(scale): …".
   ========================================================================================================= */
#define PL_REF(...)      PL_PART_OF_(3TO8, REF_, "PL_REF(T, x, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_PART_OF_(n, kind, usage, ...) PL_IF_N_(n, __VA_ARGS__)(PL_PART_, PL_WRONG_)(kind, usage, __VA_ARGS__)
#define PL_PART_(kind, usage, ...)  (kind, __VA_ARGS__)
#define PL_WRONG_(kind, usage, ...) (WRONG_, usage)
#define PL_SMEM_REF(...) PL_PART_OF_(3TO8, REF_, "PL_SMEM_REF(T, x, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_SCALAR(...)   PL_PART_OF_(2, SCALAR_, "PL_SCALAR(T, a)", __VA_ARGS__)

/* Whether every parameter is one of ours. */
#define PL_CHECK_PARAMETER_(i, c, p) PL_IF_TUPLE_(p, PL_CHECK_PARAMETER_1_, PL_PARAMETER_UNKNOWN_)(c, p)
#define PL_CHECK_PARAMETER_1_(c, p) PL_IF_ALONE_(p, PL_CHECK_PARAMETER_2_, PL_COMMA_MISSING_)(c, PL_BARE_ p)
#define PL_COMMA_MISSING_(c, ...) _Static_assert(0, c ": a comma is missing [comma-missing]");
#define PL_CHECK_PARAMETER_2_(...) PL_CHECK_PARAMETER_3_(__VA_ARGS__)
#define PL_CHECK_PARAMETER_3_(c, kind, ...)                                                                 \
    PL_SECOND_(PL_CAT_(PL_PARAMETER_PROBE_, kind), PL_PARAMETER_UNKNOWN_)(c, __VA_ARGS__)
#define PL_PARAMETER_PROBE_REF_ ~, PL_NOTHING_
#define PL_PARAMETER_PROBE_SCALAR_ ~, PL_CHECK_PARAMETER_NAME_
#define PL_PARAMETER_PROBE_WRONG_ ~, PL_PARAMETER_MISUSED_
#define PL_PARAMETER_MISUSED_(c, usage) _Static_assert(0, c ": " PL_MESSAGE_WRONG_ARGUMENTS_(usage));
#define PL_CHECK_PARAMETER_NAME_(c, T, a) PL_EXPECT_NAME_(#a, c ": PL_SCALAR(T, a): " #a " is no name [no-name]")
#define PL_PARAMETER_UNKNOWN_(c, ...)                                                                       \
    _Static_assert(0, c ": each parameter is a PL_REF, PL_SMEM_REF or PL_SCALAR; one is not [parameter-kind]");

#if PL_QUICK_
#define PL_CHECK_PARAMETERS_(...)
#else
#define PL_CHECK_PARAMETERS_(c, ...) PL_OVER_(PL_CHECK_PARAMETER_, c, ~, __VA_ARGS__)
#endif
#if PL_CHECKS
#define PL_SIGNATURE_(name, over, ...)                                                                      \
    PL_UNUSED_ static inline void pl_dims_of_##name(struct pl_call *pl_ over(, PL_DO_, PL_VALUE_FORMAL_, __VA_ARGS__)) \
    {                                                                                                       \
        (void)pl_;                                                                                          \
        over(, PL_DO_, PL_DIMS_ARE_, __VA_ARGS__)                                                           \
    }                                                                                                       \
    __extension__ PL_UNUSED_ static inline void pl_signature_of_##name(struct pl_call *pl_ over(, PL_DO_, PL_FORMAL_, __VA_ARGS__)) \
    {                                                                                                       \
        pl_set_kernel_line_(pl_, __LINE__);                                                                      \
        over(, PL_DO_, PL_SIGN_, __VA_ARGS__)                                                               \
    }
#else
#define PL_SIGNATURE_(...)
#endif

#define PL_KERNEL(name, ...)                                                                                \
    PL_EXPECT_NAME_(#name, "PL_KERNEL(" #name ", ...): a comma is missing after the kernel's name [comma-missing]") \
    PL_AT_MOST_32_("PL_KERNEL(" #name "): " PL_MESSAGE_KERNEL_PARAMETERS_, __VA_ARGS__)                 \
    PL_CHECK_PARAMETERS_("PL_KERNEL(" #name ")", __VA_ARGS__)                                        \
    PL_KERNEL_2_(name, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#define PL_KERNEL_2_(name, over, ...)                                                                       \
    struct pl_types_of_##name { over(, PL_DO_, PL_TYPE_OF_, __VA_ARGS__) char pl_end_; };                   \
    enum { PL_KERNEL_named_##name = PL_COUNT_(__VA_ARGS__) };                                               \
    PL_SIGNATURE_(name, over, __VA_ARGS__)                                                                  \
    PL_KERNEL_STORAGE_ void name(PL_UNUSED_ struct pl_call *pl_ over(, PL_DO_, PL_FORMAL_, __VA_ARGS__))

#define PL_FUNCTION(type, name, ...)                                                                        \
    PL_AT_MOST_32_("PL_FUNCTION(" #type ", " #name "): " PL_MESSAGE_FUNCTION_PARAMETERS_, __VA_ARGS__)  \
    PL_CHECK_PARAMETERS_("PL_FUNCTION(" #type ", " #name ")", __VA_ARGS__)                           \
    PL_FUNCTION_2_(type, name, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#define PL_FUNCTION_2_(type, name, over, ...) \
    PL_FUNCTION_STORAGE_ type name(PL_TAIL_(~ over(, PL_DO_, PL_FORMAL_, __VA_ARGS__)))
#define PL_PASS(...) PL_IF_ONE_(__VA_ARGS__)(PL_PASS_, PL_MISUSED_VALUE_)("PL_PASS(x)", __VA_ARGS__)
#define PL_PASS_(usage, x) PL_IF_TUPLE_(x, PL_PASS_VIEW_, PL_PASS_REF_)(usage, x)
#define PL_PASS_REF_(usage, x) PL_NAME_(PL_PASS, x) pl_window_of_##x, ((void)PL_REQUIRE_REF_(usage, x), x), x##_ref, NULL
#define PL_PASS_VIEW_(usage, v_)                                                                            \
    (__typeof__(PL_HBM_DIMS_OF_(PL_CODE_OF_(v_) - 17)))(void *)(struct pl_window[1]){ pl_window_over_(PL_SEEN_(v_)) }, \
    ((void)PL_DEMAND_(PL_CODE_OF_(v_) > 17, usage ": a part of a block is named by PL_VIEW [pass-part]"), (void *)PL_SEEN_(v_)->at), \
    (PL_ELEMENT_OF_(v_) *)NULL, NULL

#define PL_TYPE_OF_REF_(i, T, x, ...)   T *pl_parameter_##i; char pl_rank_##i[PL_N_(__VA_ARGS__)];
#define PL_TYPE_OF_SCALAR_(i, T, a)     T pl_parameter_##i; char pl_rank_##i[7];

#define PL_FORMAL_SCALAR_(i, T, a) , PL_UNUSED_ T a
/* The view of a ref: see PL_AT. */
#define PL_VIEW_TYPE_(T_, name_, rank_, hbm_) T_ (*(*name_)(void))[1 + (rank_) + 16 * (hbm_)]
#define PL_FORMAL_REF_(i, T, x, ...)                                                                        \
    , PL_UNUSED_ char (*pl_window_of_##x) PL_DIMS_(__VA_ARGS__),                                            \
    PL_UNUSED_ T x[const restrict PL_HEAD_(__VA_ARGS__)] PL_ROWS_OF_(x, __VA_ARGS__),                       \
    PL_UNUSED_ T (*x##_ref)[PL_HEAD_(__VA_ARGS__)] PL_ROWS_OF_(x, __VA_ARGS__),                             \
    PL_UNUSED_ PL_VIEW_TYPE_(T, pl_type_of_##x, PL_N_(__VA_ARGS__), 0)
#if PL_IN_PLACE
#define PL_ROWS_OF_(x, ...) PL_CAT_(PL_PITCHES_, PL_N_(__VA_ARGS__))(pl_pitch_of_(PL_WINDOW_(x)))
#else
#define PL_ROWS_OF_(x, ...) PL_INNER_DIMS_(__VA_ARGS__)
#endif

/* The window of a ref; other expressions have none. A ref is recognized by its type, a const pointer. */
#define PL_WINDOW_(x) ((const struct pl_window *)(const void *)pl_window_of_##x)
#ifdef __GNUC__
#define PL_IS_REF_(x)                                                                                       \
    (PL_IS_POINTER_(x) &&                                                                                   \
     __builtin_types_compatible_p(__typeof__(x), __typeof__((void)0, (x))) &&                               \
     __builtin_types_compatible_p(__typeof__(x) *, __typeof__(x) const *))
#define PL_REQUIRE_REF_(usage, x)                                                                           \
    PL_EXPECT_(PL_IS_REF_(x), usage ": " #x " is not a ref; PL_VIEW names a part of a block, PL_TILE makes one [not-a-ref]")
#define PL_IS_CONST_(element) __builtin_types_compatible_p(__typeof__(element) *, __typeof__(element) const *)
#define PL_IS_LIKE_(p, q) __builtin_types_compatible_p(__typeof__(*(p)), __typeof__(*(q)))
#define PL_IS_DEEP_(row) _Generic(&(row)[0], char *: 0, default: 1)
#else
#define PL_REQUIRE_REF_(usage, x) 0
#define PL_IS_CONST_(element) 0
#define PL_IS_LIKE_(p, q) 1
#define PL_IS_DEEP_(row) 1
#endif
/* The rows of a ref, from its companion: row k + 1 is the first of row k; for an element it is the element again. */
#define PL_ROW_(row) _Generic(&(row)[0], char *: (row), default: *(row))
#define PL_ROW_1_(p) PL_ROW_(*(p))
#define PL_ROW_2_(p) PL_ROW_(PL_ROW_1_(p))
#define PL_ROW_3_(p) PL_ROW_(PL_ROW_2_(p))
#define PL_ROW_4_(p) PL_ROW_(PL_ROW_3_(p))
#define PL_ROW_5_(p) PL_ROW_(PL_ROW_4_(p))
#define PL_HAS_RANK_1(p) !PL_IS_DEEP_(*(p))
#define PL_HAS_RANK_2(p) (PL_IS_DEEP_(*(p)) && !PL_IS_DEEP_(PL_ROW_1_(p)))
#define PL_HAS_RANK_3(p) (PL_IS_DEEP_(PL_ROW_1_(p)) && !PL_IS_DEEP_(PL_ROW_2_(p)))
#define PL_HAS_RANK_4(p) (PL_IS_DEEP_(PL_ROW_2_(p)) && !PL_IS_DEEP_(PL_ROW_3_(p)))
#define PL_HAS_RANK_5(p) (PL_IS_DEEP_(PL_ROW_3_(p)) && !PL_IS_DEEP_(PL_ROW_4_(p)))
#define PL_HAS_RANK_6(p) PL_IS_DEEP_(PL_ROW_4_(p))
#define PL_REQUIRE_WRITABLE_(usage, x) PL_EXPECT_(!PL_IS_CONST_(*(x)), usage ": " #x " is const, so it can only be read [read-only]")
/* Requires a name: for anything else the preprocessor's error contains the name of this macro. */
#define PL_NAME_(macro, x) PL_NOTHING_(macro##_takes_a_name_##x)

/* Replaces dims before they are those of parameters, because they may depend on scalars. */
#define PL_VALUE_FORMAL_SCALAR_(i, T, a) , PL_UNUSED_ T a
#define PL_VALUE_FORMAL_REF_(...)
#define PL_VALUE_FORMAL_ANY_REF_(...)
#define PL_VALUE_FORMAL_SEM_(...)
#define PL_VALUE_FORMAL_SEMS_(...)
#define PL_DIMS_ARE_SCALAR_(...)
#define PL_DIMS_ARE_ANY_REF_(...)
#define PL_DIMS_ARE_SEM_(...)
#define PL_DIMS_ARE_SEMS_(...)
#define PL_DIMS_ARE_REF_(i, T, x, ...)                                                                      \
    PL_EXPECT_STATIC_(PL_IS_NAME_(#x) PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__),                                 \
                      "PL_REF(" #T ", " #x ", ...): a type, a name, then the dims, integers [name-and-dims]")

/* Compares the extents of the refs for these arguments with those of the windows. */
#define PL_SIGN_SCALAR_(i, T, a)
#define PL_SIGN_REF_(i, T, x, ...)                                                                          \
    pl_sign_(pl_, PL_WINDOW_(x), #x, sizeof(T), PL_N_(__VA_ARGS__), (const long[]){ PL_EXTENTS_(__VA_ARGS__) });

/* ---- Where a kernel is in the grid ---------------------------------------------------------------------

   PL_PROGRAM_ID(a), PL_NUM_PROGRAMS(a): this program's index on axis a, and the number of programs (long).
   PL_FIRST(a), PL_LAST(a): true in the first, the last program on axis a.
   PL_AXIS(i): this program's index on the axis that the call names i.
   PL_DIM(x, a): the extent of ref x on axis a (a literal).  PL_SIZE(x, a): the valid part of a PL_BOUNDED dim.
   PL_CDIV(a, b): a / b, rounded up, for a >= 0 and b > 0.

       PL_WHEN (PL_FIRST(2))
           PL_FILL(z, 0);

   Error at run time: an axis that the grid does not have. A batch axis (PL_BATCH) has no number.
   -------------------------------------------------------------------------------------------------------- */
#define PL_PROGRAM_ID(...)   PL_IF_ONE_(__VA_ARGS__)(PL_ID_, PL_MISUSED_VALUE_)("PL_PROGRAM_ID(axis)", __VA_ARGS__)
#define PL_NUM_PROGRAMS(...) PL_IF_ONE_(__VA_ARGS__)(PL_NUM_, PL_MISUSED_VALUE_)("PL_NUM_PROGRAMS(axis)", __VA_ARGS__)
#define PL_FIRST(...)        PL_IF_ONE_(__VA_ARGS__)(PL_FIRST_, PL_MISUSED_VALUE_)("PL_FIRST(axis)", __VA_ARGS__)
#define PL_LAST(...)         PL_IF_ONE_(__VA_ARGS__)(PL_LAST_, PL_MISUSED_VALUE_)("PL_LAST(axis)", __VA_ARGS__)
#define PL_AXIS(...)         PL_IF_ONE_(__VA_ARGS__)(PL_AXIS_, PL_MISUSED_VALUE_)("PL_AXIS(i)", __VA_ARGS__)
#define PL_ID_(usage, a)     pl_program_id_(PL_AXIS_NUMBER_(usage, a), __FILE__, __LINE__)
#define PL_NUM_(usage, a)    pl_num_programs_(PL_AXIS_NUMBER_(usage, a), __FILE__, __LINE__)
#define PL_FIRST_(usage, a)  (PL_ID_(usage, a) == 0)
#define PL_LAST_(usage, a)   (PL_ID_(usage, a) == PL_NUM_(usage, a) - 1)
#define PL_AXIS_(usage, i)   PL_NAME_(PL_AXIS, i) pl_axis_id_(#i, __FILE__, __LINE__)
#define PL_AXIS_NUMBER_(usage, a) ((a) + PL_EXPECT_OF_(PL_IS_INTEGER_(a), usage ": the number of an axis, from 0 [axis-number]"))
#define PL_CDIV(...)       PL_IF_N_(2, __VA_ARGS__)(PL_CDIV_, PL_MISUSED_VALUE_)("PL_CDIV(a, b)", __VA_ARGS__)
#define PL_CDIV_(usage, a, b) (((a) + (b) - 1) / (b))
#define PL_SIZE(...)       PL_IF_N_(2, __VA_ARGS__)(PL_SIZE_, PL_MISUSED_VALUE_)("PL_SIZE(x, axis)", __VA_ARGS__)
#define PL_SIZE_(usage, x, a) \
    PL_NAME_(PL_SIZE, x)((void)PL_SECOND_(PL_CAT_2_(PL_DIM_axis_, a), PL_DIM_OTHER_)(usage, x, pl_window_of_##x), \
                         pl_size_of_(PL_WINDOW_(x))[a])
#define PL_DIM(...)        PL_IF_N_(2, __VA_ARGS__)(PL_DIM_, PL_MISUSED_VALUE_)("PL_DIM(x, axis)", __VA_ARGS__)
#define PL_DIM_(usage, x, a) \
    PL_NAME_(PL_DIM, x) PL_SECOND_(PL_CAT_2_(PL_DIM_axis_, a), PL_DIM_OTHER_)(usage, x, pl_window_of_##x)
#define PL_DIM_OTHER_(usage, x, p) PL_REQUIRE_(0, usage ": the axis is a literal, 0 to 5 [dim-literal]")
#define PL_DIM_OF_(usage, x, d, deep, extent) \
    (PL_REQUIRE_REF_(usage, x) + PL_EXPECT_(deep, usage ": " #x " has fewer axes [axis-past-rank]") + PL_EXTENT_OF_REF_(x, d, (long)(extent)))
#define PL_EXTENT_OF_REF_(x_, d_, extent_)                                                                  \
    _Generic((x_), const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: pl_window_dim_(PL_WINDOW_(x_), d_),    \
             struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: pl_window_dim_(PL_WINDOW_(x_), d_), default: extent_)
#define PL_DIM_axis_0 ~, PL_DIM_0_
#define PL_DIM_axis_1 ~, PL_DIM_1_
#define PL_DIM_axis_2 ~, PL_DIM_2_
#define PL_DIM_axis_3 ~, PL_DIM_3_
#define PL_DIM_axis_4 ~, PL_DIM_4_
#define PL_DIM_axis_5 ~, PL_DIM_5_
#define PL_DIM_0_(usage, x, p) PL_DIM_OF_(usage, x, 0, 1, sizeof *(p) / sizeof (*(p))[0])
#define PL_DIM_1_(usage, x, p) PL_DIM_OF_(usage, x, 1, PL_IS_DEEP_(*(p)), sizeof PL_ROW_1_(p) / sizeof *PL_ROW_1_(p))
#define PL_DIM_2_(usage, x, p) PL_DIM_OF_(usage, x, 2, PL_IS_DEEP_(PL_ROW_1_(p)), sizeof PL_ROW_2_(p) / sizeof *PL_ROW_2_(p))
#define PL_DIM_3_(usage, x, p) PL_DIM_OF_(usage, x, 3, PL_IS_DEEP_(PL_ROW_2_(p)), sizeof PL_ROW_3_(p) / sizeof *PL_ROW_3_(p))
#define PL_DIM_4_(usage, x, p) PL_DIM_OF_(usage, x, 4, PL_IS_DEEP_(PL_ROW_3_(p)), sizeof PL_ROW_4_(p) / sizeof *PL_ROW_4_(p))
#define PL_DIM_5_(usage, x, p) PL_DIM_OF_(usage, x, 5, PL_IS_DEEP_(PL_ROW_4_(p)), sizeof PL_ROW_5_(p) / sizeof *PL_ROW_5_(p))

/* ==== The call ===========================================================================================

   PL_CALL(name, kernel, part…)          without a semicolon

   defines  int name(…),  with one C parameter for each size, scalar, table and array, in the order written. It runs
   the kernel once for each point of the grid, last axis fastest, and returns 0 or a code; pl_error() returns the message.
   Apart from sizes, grid and batch, the parts are the kernel's parameters, in the kernel's order.

       PL_SIZES(m, n…)                  long parameters for shapes, grid and index maps; not passed to the kernel
       PL_SCALAR(T, a)                  a value for the kernel, and for shapes, grid and maps
       PL_GRID(axis…)                   (i, extent), or PL_PARALLEL, PL_ARBITRARY or PL_REDUCTION(i, extent); PL_GRID(): once
       PL_PREFETCH(T, t, (n…))          a table that index maps and the kernel read
       PL_IN(T, x, (shape…), spec)      an array that is read;  PL_OUT: written;  PL_INOUT: both, through one ref
       PL_SCRATCH(T, (dims…))           memory of the call, kept across programs;  PL_SCRATCH_SMEM: in scalar memory
       PL_BATCH(b, extent, x, z…)       the call once for each b, over a leading dim of x, z…

   Specs: PL_WHOLE (the array is the block), PL_ATOMIC (an INOUT in place, for PL_ATOMIC_… only), and
   PL_BLOCKSPEC((block…), (index…), option…), where a block dim is

       n                        starts at n · index              PL_FULL            the whole dim
       PL_NONE                  one element, dropped from ref    PL_BOUNDED(n)      index is PL_DS(start, size)
       PL_ELEMENT(n, lo, hi)    starts at element index - lo: the array is padded by lo before, hi after it

   PL_REDUCTION(l, extent), the last axis: its steps only accumulate, with +=, PL_DOT or PL_REDUCE, in any order. PL_FIRST(l)
   sets the block to its initial value, PL_LAST(l) sees the result. A target may divide the steps among groups: among so many
   as the chip has work for, or among n with PL_REDUCTION(l, extent, n).

       PL_GRID(PL_PARALLEL(i, PL_CDIV(m, BM)), PL_REDUCTION(l, PL_CDIV(k, BK)))

   PL_UNBLOCKED((n…), ((lo, hi)…)) in the place of the block makes all dims PL_ELEMENT. Options: PL_EDGE(v), PL_BUFFERED(n),
   PL_LOOKAHEAD, PL_REVISIT_ANY, PL_ALIAS(x), PL_SPACE(SMEM|VMEM|ANY).

   With any target but interpret, PL_CALL only declares  int name(…);  pallasc writes the definition.

   Errors when it compiles name the part and the reason: "PL_CALL(add, add_kernel): …".
   ========================================================================================================= */
#define PL_SIZES(...)        PL_SIZES_OF_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(SIZES_, PL_SIZES_USAGE_, __VA_ARGS__)
#define PL_GRID(...) (PL_CAT_(PL_GRID_KIND_, PL_IS_TUPLE_(PL_HEAD_(__VA_ARGS__))), __VA_ARGS__)
#define PL_GRID_KIND_1 GRID_
#define PL_GRID_KIND_0 ONCE_
#define PL_PARALLEL(...)                                                                                    \
    PL_IF_N_(2, __VA_ARGS__)(PL_AXIS_PART_, PL_WRONG_)(PL_PARALLEL_, "PL_PARALLEL(i, extent)", __VA_ARGS__)
#define PL_AXIS_PART_(kind, usage, i, n) (i, n, kind)
#define PL_ARBITRARY(...)                                                                                   \
    PL_IF_N_(2, __VA_ARGS__)(PL_AXIS_PART_, PL_WRONG_)(PL_ARBITRARY_, "PL_ARBITRARY(i, extent) [grid-axis]", __VA_ARGS__)
#define PL_REDUCTION(...)                                                                                   \
    PL_IF_N_(2TO3, __VA_ARGS__)(PL_REDUCED_, PL_WRONG_)(PL_REDUCTION_, "PL_REDUCTION(i, extent[, parts])", __VA_ARGS__)
#define PL_REDUCED_(kind, usage, i, ...) PL_CAT_(PL_REDUCED_, PL_N_(__VA_ARGS__))(kind, usage, i, __VA_ARGS__)
#define PL_REDUCED_1 PL_AXIS_PART_
#define PL_REDUCED_2(kind, usage, i, n, parts) (i, PL_PARTS_(parts) + (n), kind)
#define PL_PARTS_(parts)                                                                                    \
    PL_EXPECT_(PL_IS_INTEGER_(parts), "PL_REDUCTION(i, extent, parts): the number of parts, " #parts ", is not an integer; write one, or a cast as in (int)(n / 64) [integers]")
#define PL_BATCH(...)                                                                                       \
    PL_IF_N_(FEW3, __VA_ARGS__)(PL_WRONG_, PL_PART_)(BATCH_, "PL_BATCH(b, extent, x, ...)", __VA_ARGS__)
#define PL_PREFETCH(...)     PL_PART_OF_(3, PREFETCH_, "PL_PREFETCH(T, t, (n, ...))", __VA_ARGS__)
#define PL_IN(...)           PL_ARRAY_PART_(IN_, "PL_IN(T, x, (m, ...), spec)", __VA_ARGS__)
#define PL_OUT(...)          PL_ARRAY_PART_(OUT_, "PL_OUT(T, x, (m, ...), spec)", __VA_ARGS__)
#define PL_INOUT(...)        PL_ARRAY_PART_(INOUT_, "PL_INOUT(T, x, (m, ...), spec)", __VA_ARGS__)
#define PL_ARRAY_PART_(kind_, usage_, ...) PL_SECOND_(PL_CAT_(PL_ARRAY_PART_, PL_N_(__VA_ARGS__)), PL_ARRAY_WRONG_)(kind_, usage_, __VA_ARGS__)
#define PL_ARRAY_PART_4      ~, PL_ARRAY_FORM_
#define PL_ARRAY_PART_2      ~, PL_VIEW_PART_                                   /* options of a PL_PIPELINE */
#define PL_ARRAY_FORM_(role_, usage_, ...) (ARRAY_, role_, __VA_ARGS__)
#define PL_VIEW_PART_(role_, usage_, ...)  (VIEW_, role_, usage_, __VA_ARGS__)
/* An option next to the spec is passed on as a part, which is then reported. */
#define PL_ARRAY_WRONG_(kind, usage, ...) PL_ARRAY_WRONG_2_(usage, __VA_ARGS__, ~, ~, ~, ~, ~)
#define PL_ARRAY_WRONG_2_(usage, T, x, shape, a, b, ...) PL_OPTION_OR_(a, PL_OPTION_OR_(b, (WRONG_, usage)))
#define PL_OPTION_OR_(part, other)     PL_IF_TUPLE_(part, PL_OPTION_OR_2_, PL_SECOND_)(part, other)
#define PL_OPTION_OR_2_(part, other)   PL_IF_TUPLE_(PL_HEAD_ part, PL_SECOND_, PL_OPTION_OR_3_)(part, other)
#define PL_OPTION_OR_3_(part, other)   PL_IF_(PL_SECOND_(PL_CAT_(PL_OPTION_IS_, PL_HEAD_ part), 0))((PL_HEAD_ part, ~), other)
#define PL_SCRATCH(...)                                                                                     \
    PL_IF_N_(2, __VA_ARGS__)(PL_SCRATCH_PART_, PL_WRONG_)(PL_VMEM_, "PL_SCRATCH(T, (n, ...))", __VA_ARGS__)
#define PL_SCRATCH_PART_(space, usage, T, dims) (SCRATCH_, T, dims, space)
#define PL_SCRATCH_SMEM(...)                                                                                \
    PL_IF_N_(2, __VA_ARGS__)(PL_SCRATCH_PART_, PL_WRONG_)(PL_SMEM_, "PL_SCRATCH_SMEM(T, (n, ...))", __VA_ARGS__)

/* END_: the text as the user wrote it, which no later macro has. */
#define PL_BLOCKSPEC(...)  PL_IF_N_(FEW2, __VA_ARGS__)(PL_WRONG_, PL_PART_)(BLOCKSPEC_, ~, __VA_ARGS__, (END_, #__VA_ARGS__))
#define PL_WHOLE           (WHOLE_, ~)
#define PL_ATOMIC          (ATOMIC_, ~)

#define PL_NONE               ((struct pl_none){ { 1, PL_NONE_, 0, 0 } })
#define PL_FULL               ((struct pl_dim){ 0, PL_FULL_, 0, 0 })
#define PL_ELEMENT(...)                                                                                     \
    PL_IF_N_(3, __VA_ARGS__)(PL_ELEMENT_DIM_, PL_MISUSED_VALUE_)("PL_ELEMENT(n, lo, hi)", __VA_ARGS__)
#define PL_ELEMENT_DIM_(usage, n, lo, hi) \
    ((struct pl_dim){ PL_INTEGERS_ONLY_(usage, n, lo, hi) + (n), PL_ELEMENT_, lo, hi })
#define PL_INTEGERS_ONLY_(usage, a, b, c) \
    PL_EXPECT_(PL_IS_INTEGER_(a) && PL_IS_INTEGER_(b) && PL_IS_INTEGER_(c), usage " takes integers; write a cast for another number, as in (int)(v) [integers]")
#define PL_BOUNDED(...) PL_IF_ONE_(__VA_ARGS__)(PL_BOUNDED_DIM_, PL_MISUSED_VALUE_)("PL_BOUNDED(n)", __VA_ARGS__)
#define PL_BOUNDED_DIM_(usage, n) ((struct pl_dim){ PL_INTEGERS_ONLY_(usage, n, 0, 0) + (n), PL_BOUNDED_, 0, 0 })
#define PL_DS(...)      PL_IF_N_(2, __VA_ARGS__)(PL_DS_, PL_MISUSED_VALUE_)("PL_DS(start, size)", __VA_ARGS__)
#define PL_DS_(usage, start, size) ((struct pl_index){ start, size })
#define PL_UNBLOCKED(...) PL_IF_N_(2, __VA_ARGS__)(PL_UNBLOCKED_, PL_WRONG_COUNT_)(__VA_ARGS__)
#define PL_WRONG_COUNT_(...)
#define PL_UNBLOCKED_(block, pad)                                                                           \
    PL_APPLY_(PL_CAT_(PL_UNBLOCKED_, PL_CAT_(PL_N_ block, PL_CAT_(0, PL_N_ pad))), PL_BARE_ block, PL_BARE_ pad)
#define PL_PADDED_(n, ...) PL_PADDED_2_(n, __VA_ARGS__)
#define PL_PADDED_2_(...) \
    PL_IF_N_(3, __VA_ARGS__)(PL_ELEMENT_DIM_, PL_MISUSED_VALUE_)("PL_UNBLOCKED((n, ...), ((lo, hi), ...))", __VA_ARGS__)

#define PL_EDGE(...)     PL_IF_GIVEN_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(EDGE_, ~, __VA_ARGS__)
#define PL_BUFFERED(...) PL_IF_ONE_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(BUFFERED_, ~, __VA_ARGS__)
#define PL_LOOKAHEAD    (LOOKAHEAD_, ~)
#define PL_REVISIT_ANY  (REVISIT_, ~)
#define PL_ALIAS(...)    PL_IF_ONE_(__VA_ARGS__)(PL_PART_, PL_WRONG_)(ALIAS_, ~, __VA_ARGS__)
/* Concatenates and stringizes in one step: a macro of the program may be named ANY. */
#define PL_SPACE(...) \
    PL_IF_ONE_(PL_SPACE_OF_##__VA_ARGS__)(PL_PART_, PL_WRONG_)(SPACE_, ~, #__VA_ARGS__, PL_SPACE_IS_##__VA_ARGS__)

/* The options: ~, whether a PL_BLOCKSPEC of a call has it, how it is written, what it adds to the count of options (in which
   each has a hexadecimal digit), and its check. */
#define PL_OPTION_IS_EDGE_      ~, 1, "PL_EDGE(v)",     0x1,      PL_CHECK_EDGE_
#define PL_OPTION_IS_BUFFERED_  ~, 1, "PL_BUFFERED(n)", 0x10,     PL_CHECK_BUFFERED_
#define PL_OPTION_IS_LOOKAHEAD_ ~, 1, "PL_LOOKAHEAD",   0x100,    PL_NOTHING_
#define PL_OPTION_IS_REVISIT_   ~, 1, "PL_REVISIT_ANY", 0x1000,   PL_NOTHING_
#define PL_OPTION_IS_ALIAS_     ~, 1, "PL_ALIAS(x)",    0x10000,  PL_NOTHING_
#define PL_OPTION_IS_SPACE_     ~, 1, "PL_SPACE(...)",  0x100000, PL_CHECK_SPACE_
#define PL_OPTION_IS_INIT_      ~, 0, ~,                0,        PL_OPTION_OF_PIPELINE_
#define PL_OPTION_IS_BEFORE_    ~, 0, ~,                0,        PL_OPTION_OF_PIPELINE_
#define PL_OPTION_IS_END_       ~, 0, ~,                0,        PL_NOTHING_

/* ---- From PL_CALL to its function: each step is below the one before ------------------------------------

   PL_CALL      checks that each part is one, and counts them
   PL_CALL_2_   asks each part what it gives: C parameters, axes, operands
   PL_CALL_3_   collects these: the C parameters, a list of axes, a list of operands
   PL_CALL_4_   counts axes and operands, so that PL_CALL_5_ can visit them
   PL_CALL_5_   is the function
   -------------------------------------------------------------------------------------------------------- */
#if PL_MODE_ == PL_DECLARATIONS_
#define PL_CALL(name, kernel, ...) PL_CALL_2_(name, kernel, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#else
#define PL_CALL(name, kernel, ...)                                                                          \
    PL_EXPECT_NAME_(#kernel, "PL_CALL(" #name ", " #kernel ", ...): after the name come the kernel and a comma [kernel-name]") \
    PL_CHECK_PARTS_(PL_TEXT_2_(PL_CALL(name, kernel):), __VA_ARGS__)                                        \
    PL_CALL_2_(name, kernel, PL_OVER_OF_(~, __VA_ARGS__), ~, __VA_ARGS__)
#endif

/* What a part gives, by its kind: (C parameters), (axes), (operand), (declared parameters). A part that gives an operand is a
   parameter of the kernel, in the order of parts. An array's operand is (ARRAY_, role, T, x, rank, shape, kind of spec,
   items of the spec...). */
#define PL_CALL_2_(name, kernel, over, ...) PL_CALL_3_(name, kernel, over, ~ over(, PL_PART_GIVES_, ~, __VA_ARGS__))
#define PL_PART_GIVES_(i, c, part) , (PL_DO_(i, PL_GIVES_, part), (), (), (), ())
#define PL_GIVES_SIZES_(i, ...)           (PL_LIST_(PL_SIZE_PARAMETER_, ~, __VA_ARGS__)), (), (), (PL_LIST_(PL_DECLARE_SIZE_, ~, __VA_ARGS__))
#define PL_GIVES_SCALAR_(i, T, a)         (, PL_UNUSED_ T a), (), (, (SCALAR_, T, a)), (PL_DECLARE_(T, a, 0, 0))
#define PL_GIVES_PREFETCH_(i, T, t, shape) \
    (, const T *t##_array_), (), (, (PREFETCH_, T, t, shape)), (PL_DECLARE_(T, t, 1, 1))
#define PL_GIVES_ARRAY_(i, role, T, x, shape, spec) /* x_array_: so that a map that reads x does not compile */ \
    (, PL_POINTER_##role(T) x##_array_), (), (, (ARRAY_, role, T, x, PL_N_ shape, shape, PL_SPEC_ITEMS_(spec))), \
    (PL_DECLARE_(T, x, 1, PL_IS_READ_##role))
#define PL_GIVES_GRID_(i, ...)            (), (, PL_ONE_GRID_ PL_LIST_(PL_AXIS_OF_GRID_, ~, __VA_ARGS__)), (), ()
#define PL_GIVES_ONCE_(...)               (), (, PL_ONE_GRID_), (), ()
#define PL_GIVES_BATCH_(i, ...)           (), (, (PL_BATCH_AXIS_(__VA_ARGS__))), (), ()
#define PL_GIVES_MESH_(i, ...)            (), (PL_LIST_(PL_AXIS_OF_MESH_, ~, __VA_ARGS__)), (), ()
#define PL_GIVES_SCRATCH_(i, ...)         (), (), (, (SCRATCH_, __VA_ARGS__)), ()
#define PL_GIVES_SCRATCH_ANY_(i, ...)     (), (), (, (SCRATCH_ANY_, __VA_ARGS__)), ()
#define PL_GIVES_SEM_(i, ...)             (), (), (, (SEM_, __VA_ARGS__)), ()
#define PL_GIVES_SEMS_(i, ...)            (), (), (, (SEMS_, __VA_ARGS__)), ()
#define PL_GIVES_VIEW_(...)               (), (), (), ()
#define PL_GIVES_WRONG_(...)              (), (), (), ()
#define PL_SIZE_PARAMETER_(i, c, n) , PL_UNUSED_ long n
#define PL_POINTER_IN_(T)    const T *
#define PL_POINTER_OUT_(T)   T *
#define PL_POINTER_INOUT_(T) T *
#define PL_ROLE_IN_    "PL_IN"
#define PL_ROLE_OUT_   "PL_OUT"
#define PL_ROLE_INOUT_ "PL_INOUT"
#if PL_QUICK_
#define PL_SPEC_ITEMS_(spec) PL_BARE_ spec
#else
#define PL_SPEC_ITEMS_(spec) PL_IF_TUPLE_(spec, PL_SPEC_ALONE_, PL_NO_SPEC_)(spec)
#define PL_SPEC_ALONE_(spec) PL_IF_ALONE_(spec, PL_BARE_, PL_NO_SPEC_) spec
#define PL_NO_SPEC_(...) UNKNOWN_, ~
#endif

/* What an axis gives: (1, if it is no axis but a PL_GRID), (fact), (extent), (variable in maps), (enumerator, so that names
   differ), (check), (the extent alone). A mesh's axes have no variables. */
#define PL_ONE_GRID_ ((+ 1), (), (), (), (), (), ())
#define PL_AXIS_OF_GRID_(d, c, axis) , (PL_APPLY_(PL_GRID_AXIS_, d, PL_BARE_ axis, PL_PLAIN_, ~))
#define PL_GRID_AXIS_(d, i, n, kind, ...)                                                                   \
    (), ({ #i, "", 0, kind },), (PL_SAYS_("PL_GRID: the extent of " #i, n),),                               \
    (PL_UNUSED_ const long i = pl_id_(&pl_call_, d);), (PL_GRID_axis_##i,), (PL_CHECK_EXTENT_(n, "PL_GRID", ", not " #n)), (n,)
#define PL_BATCH_AXIS_(b, n, ...)                                                                           \
    (), ({ #b, #__VA_ARGS__, 0, PL_BATCH_ },), (PL_SAYS_("PL_BATCH: the extent of " #b, n),),               \
    (PL_UNUSED_ const long b = pl_axis_named_(&pl_call_, #b);), (), (PL_CHECK_EXTENT_(n, "PL_BATCH", "")), ()
#define PL_AXIS_OF_MESH_(d, c, axis) , (PL_APPLY_(PL_MESH_PART_, PL_BARE_ axis))
#define PL_MESH_PART_(x, n)                                                                                 \
    (), ({ #x, "", 0, PL_MESH_AXIS_ },), ((pl_use_more_(), PL_SAYS_("PL_MESH: the extent of " #x, n)),),    \
    (), (), (PL_CHECK_EXTENT_(n, "PL_MESH", ", not " #n)), ()

/* over(, PL_PICK_, PL_PICK_, PL_2ND_, part...): the second of the things that each part, or each axis, gives. */
#define PL_PICK_(i, nth, gives)              nth gives
#define PL_1ST_(a, ...)                      PL_BARE_ a
#define PL_2ND_(a, b, ...)                   PL_BARE_ b
#define PL_3RD_(a, b, c, ...)                PL_BARE_ c
#define PL_4TH_(a, b, c, d, ...)             PL_BARE_ d
#define PL_5TH_(a, b, c, d, e, ...)          PL_BARE_ e
#define PL_6TH_(a, b, c, d, e, f, ...)       PL_BARE_ f
#define PL_7TH_(a, b, c, d, e, f, g, ...)    PL_BARE_ g
#define PL_8TH_(a, b, c, d, e, f, g, h, ...) PL_BARE_ h

#define PL_PARAMETERS_(...) PL_CAT_(PL_PARAMETERS_, PL_MANY_(__VA_ARGS__))(__VA_ARGS__)
#define PL_PARAMETERS_1(none) none void                                 /* text before the first part: an error */
#define PL_PARAMETERS_2(none, ...) none __VA_ARGS__
#if PL_MODE_ == PL_DECLARATIONS_
#define PL_CALL_3_(name, kernel, over, ...)                                                                 \
    int name(PL_PARAMETERS_(over(, PL_PICK_, PL_1ST_, __VA_ARGS__)));                                              \
    PL_DECLARED_(name, over, __VA_ARGS__)

/* The definition that pallasc wrote is in another file. It checks here that both have the same parameters: macros may
   differ between the compiler and pallasc, and the linker compares only names. */
struct pl_declared { const char *name, *type; enum pl_dtype dtype; size_t size; int is_array, is_const; };
#ifdef __GNUC__
#define PL_DECLARED_(name, over, ...)                                                                       \
    extern const struct pl_declared pl_declared_##name[];                                                   \
    PL_SHARED_ const struct pl_declared pl_declared_##name[] = { over(, PL_PICK_, PL_4TH_, __VA_ARGS__) { 0 } };
#define PL_DECLARED_BY_CALLER(name) PL_SHARED_ extern const struct pl_declared pl_declared_##name[];
#else
#define PL_DECLARED_(...)
#define PL_DECLARED_BY_CALLER(name) static const struct pl_declared *const pl_declared_##name = NULL;
#endif
#define PL_DECLARE_SIZE_(i, c, n)             { #n, "long", PL_I64_, sizeof(long), 0, 0 },
#define PL_DECLARE_(T, x, is_array, is_const) { #x, #T, PL_TYPE_(T), sizeof(T), is_array, is_const },
#define PL_IS_READ_IN_    1
#define PL_IS_READ_OUT_   0
#define PL_IS_READ_INOUT_ 0

/* Whether the caller's file declared these parameters: "i8 n, f4 by, const f4 *x, f4 *z", kinds of type with their sizes.
   d is NULL if no compiled file includes the call. If they differ, text receives the declared ones. */
static inline int pl_declared_alike_(const struct pl_declared *d, const char *parameters, char *text, size_t capacity)
{
    static const char kinds[] = "siiiiiiiiiffhbem";                     /* indexed by pl_dtype */
    size_t n = 0, at = 0;
    int alike = 1;
    text[0] = 0;
    for (int i = 0; d && d[i].name; i++) {
        char one[128];
        int length = snprintf(one, sizeof one, "%s%s%c%zu %s%s", i ? ", " : "", d[i].is_const ? "const " : "", kinds[d[i].dtype],
                              d[i].size, d[i].is_array ? "*" : "", d[i].name);
        alike = alike && !strncmp(parameters + at, one, (size_t)length);
        at += alike ? (size_t)length : 0;
        if (n < capacity)
            n += (size_t)snprintf(text + n, capacity - n, "%s%s%s %s%s", i ? ", " : "", d[i].is_const ? "const " : "", d[i].type,
                                  d[i].is_array ? "*" : "", d[i].name);
    }
    return !d || (alike && !parameters[at]);
}
#else
#define PL_DECLARE_SIZE_(...)
#define PL_DECLARE_(...)
#define PL_CALL_3_(name, kernel, over, ...)                                                                 \
    PL_CALL_4_(name, kernel, (PL_PARAMETERS_(over(, PL_PICK_, PL_1ST_, __VA_ARGS__))), (~ over(, PL_PICK_, PL_2ND_, __VA_ARGS__)), \
               ~ over(, PL_PICK_, PL_3RD_, __VA_ARGS__))
#define PL_CALL_4_(name, kernel, parameters, axes, ...)                                                     \
    PL_CALL_5_(name, kernel, parameters, PL_OVER_OF_ axes, axes, PL_OVER_OF_(__VA_ARGS__), __VA_ARGS__)

/* Facts that are known at compile time are in tables, the caller's values are stored in the operands, and a loop runs the
   programs. pl_next_ advances to the next program, the maps compute its blocks, pl_arrive_ fetches them (or returns that
   only the maps are needed), and the kernel runs. */
#define PL_CALL_5_(name, kernel, parameters, over_axes, axes, over, ...)                                    \
    PL_CHECK_AXES_(PL_TEXT_2_(PL_CALL(name, kernel):), PL_APPLY_(over_axes, , PL_PICK_, PL_1ST_, PL_BARE_ axes))   \
    PL_CHECK_COUNT_(PL_TEXT_2_(PL_CALL(name, kernel):), PL_COUNT_(__VA_ARGS__), kernel)                     \
    PL_HOOKS_                                                                                               \
    int name parameters;                                                                                    \
    int name parameters                                                                                     \
    {                                                                                                       \
        PL_CHECK_EXTENTS_(over_axes, PL_BARE_ axes)                                                         \
        PL_CHECK_FACTS_(PL_TEXT_2_(PL_CALL(name, kernel):), kernel, __VA_ARGS__)                            \
        static const struct pl_axis pl_axes_[] = { PL_APPLY_(over_axes, , PL_PICK_, PL_2ND_, PL_BARE_ axes) { 0 } };\
        static const struct pl_fact pl_facts_[] = { over(, PL_DO_, PL_FACT_, __VA_ARGS__) };                \
        static const struct pl_caller pl_caller_ = { #name, #kernel, __FILE__, __LINE__ };                  \
        PL_TEAM_(PL_APPLY_(over_axes, , PL_PICK_, PL_3RD_, PL_BARE_ axes) 0) {                                     \
            struct pl_operand pl_operand_[sizeof pl_facts_ / sizeof *pl_facts_];                            \
            struct pl_call pl_call_;                                                                        \
            PL_ENTER_(pl_call_, pl_caller_)                                                                 \
            pl_open_(&pl_call_, &pl_caller_, pl_axes_,                                                      \
                     (const long[]){ PL_APPLY_(over_axes, , PL_PICK_, PL_3RD_, PL_BARE_ axes) 0 },                 \
                     pl_operand_, pl_facts_, sizeof pl_facts_ / sizeof *pl_facts_);                         \
            over(, PL_DO_, PL_GIVE_, __VA_ARGS__)                                                           \
            PL_SIGN_CALL_(kernel, over, __VA_ARGS__)                                                        \
            pl_begin_(&pl_call_);                                                                           \
            while (pl_next_(&pl_call_)) {                                                                   \
                PL_APPLY_(over_axes, , PL_PICK_, PL_4TH_, PL_BARE_ axes)                                           \
                over(, PL_DO_, PL_INDEX_, __VA_ARGS__)                                                      \
                if (pl_arrive_(&pl_call_))                                                                  \
                    PL_UNLESS_STOPPED_(pl_call_)                                                            \
                        kernel(&pl_call_ over(, PL_DO_, PL_ARGUMENT_, __VA_ARGS__));                        \
            }                                                                                               \
            PL_CLOSE_(pl_call_)                                                                             \
        }                                                                                                   \
        PL_TEAM_ENDS_                                                                                       \
    }
#if PL_CHECKS && defined __GNUC__ && !defined PL_EXPAND_
#define PL_HOOKS_ const char *__ubsan_default_options(void); void __ubsan_on_report(void), __asan_on_error(void);
#else
#define PL_HOOKS_
#endif
#endif

/* With checks off and -fopenmp, threads share the programs of parallel axes. Each thread runs a call of its own, with its
   own blocks and scratch, over a part of their indices. */
#if !PL_CHECKS && defined _OPENMP
#define PL_TEAM_(...)                                                                                       \
        const int pl_team_ = pl_threads_(pl_axes_, (const long[]){ __VA_ARGS__ });                          \
        char pl_words_[sizeof pl_error_text_];                                                              \
        int pl_code_ = 0;                                                                                   \
        _Pragma("omp parallel num_threads(pl_team_) reduction(max:pl_code_)")
#define PL_CLOSE_(c)  pl_code_ = pl_close_(&(c)), pl_tell_(pl_code_, pl_words_);
#define PL_TEAM_ENDS_ return pl_team_ends_(pl_code_, pl_words_);
#else
#define PL_TEAM_(...)
#define PL_CLOSE_(c)  return pl_close_(&(c));
#define PL_TEAM_ENDS_
#endif

/* A failed PL_CHECK ends the kernel: it jumps here. (The compiler's builtin setjmp is not a function that `step` would
   enter, and costs next to nothing.) */
#if PL_CHECKS
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
typedef void *pl_stop[5];
#define PL_SET_STOP_(stop) __builtin_setjmp(stop)
#define PL_JUMP_(stop)     __builtin_longjmp(stop, 1)
#else
typedef jmp_buf pl_stop;
#define PL_SET_STOP_(stop) setjmp(stop)
#define PL_JUMP_(stop)     longjmp(stop, 1)
#endif
/* From here on a crash is attributed to this call, and a crash in an extent, a shape or a block ends the call, not the
   program. */
#define PL_ENTER_(c, caller)                                                                                \
    pl_call_begins_(&c, &caller);                                                                           \
    if (PL_SET_STOP_(*pl_stop_of_(&c)))                                                                               \
        return pl_close_(&c);
#define PL_SAYS_(text, e)       (pl_says_(&pl_call_, text), e)
#define PL_SAYS_NOW_(text)      pl_says_(&pl_call_, text);
#define PL_UNLESS_STOPPED_(c) if (!PL_SET_STOP_(*pl_stop_of_(&(c))))
#else
#define PL_ENTER_(c, caller)
#define PL_SAYS_(text, e) e
#define PL_SAYS_NOW_(text)
#define PL_UNLESS_STOPPED_(c)
#endif

/* ---- What PL_CALL makes of each part --------------------------------------------------------------------

   In the order of their use: checks of the parts, facts, the caller's values, checks against the kernel's parameters, index
   maps and arguments. */

/* Checks that every part is one of ours, that there is a grid, and that the kernel has as many parameters. */
#if PL_QUICK_
#define PL_CHECK_PARTS_(...)
#else
#define PL_CHECK_PARTS_(c, ...) PL_AT_MOST_32_(c " a call has at most 32 parts [call-parts]", __VA_ARGS__) PL_OVER_(PL_CHECK_PART_, c, ~, __VA_ARGS__)
#endif
#define PL_CHECK_AXES_(c, grids) \
    _Static_assert((0 grids) == 1, c " a call has one PL_GRID (PL_GRID() runs the kernel once) [one-grid]");
#define PL_CHECK_PART_(i, c, p) PL_IF_TUPLE_(p, PL_CHECK_PART_1_, PL_PART_UNKNOWN_)(c, p)
#define PL_CHECK_PART_1_(c, p) PL_IF_ALONE_(p, PL_CHECK_PART_2_, PL_PART_COMMA_)(c, PL_BARE_ p)
#define PL_PART_COMMA_(c, ...) _Static_assert(0, c " a comma is missing [comma-missing]");
#define PL_CHECK_PART_2_(...) PL_CHECK_PART_3_(__VA_ARGS__)
#define PL_CHECK_PART_3_(c, kind, ...) PL_SECOND_(PL_CAT_(PL_PART_PROBE_, kind), PL_CHECK_OTHER_)(c, kind, __VA_ARGS__)
#define PL_PART_PROBE_SIZES_    ~, PL_CHECK_SIZES_
#define PL_PART_PROBE_GRID_     ~, PL_CHECK_GRID_
#define PL_PART_PROBE_ONCE_     ~, PL_CHECK_GRID_
#define PL_PART_PROBE_BATCH_    ~, PL_CHECK_BATCH_
#define PL_PART_PROBE_SCALAR_   ~, PL_CHECK_SCALAR_
#define PL_PART_PROBE_PREFETCH_ ~, PL_CHECK_PREFETCH_
#define PL_PART_PROBE_ARRAY_    ~, PL_CHECK_ARRAY_NAME_
#define PL_PART_PROBE_SCRATCH_  ~, PL_NOTHING_
#define PL_PART_PROBE_WRONG_    ~, PL_PART_MISUSED_
#define PL_PART_MISUSED_(c, kind, usage)                                                                        \
    _Static_assert(0, c " " PL_MESSAGE_WRONG_ARGUMENTS_(usage));
/* Options and axes at the place of a part, and options at the place of an axis. */
#define PL_CHECK_OTHER_(c, kind, ...) \
    PL_IF_(PL_SECOND_(PL_CAT_(PL_OPTION_IS_, kind), 0))(PL_PLACE_OF_OPTION_, PL_PART_OTHER_)(c, kind, __VA_ARGS__)
#define PL_PLACE_OF_OPTION_(c, kind, ...) PL_PLACE_OF_OPTION_2_(c, PL_CAT_(PL_OPTION_IS_, kind))
#define PL_PLACE_OF_OPTION_2_(...) PL_PLACE_OF_OPTION_3_(__VA_ARGS__)
#define PL_PLACE_OF_OPTION_3_(c, none, is, usage, ...) _Static_assert(0, c " " PL_MESSAGE_OPTION_PLACE_(usage));
#define PL_PART_OTHER_(c, i, ...) PL_IF_N_(2, __VA_ARGS__)(PL_PART_OTHER_2_, PL_PART_UNKNOWN_)(c, __VA_ARGS__)
#define PL_PART_OTHER_2_(c, n, kind) PL_SECOND_(PL_CAT_(PL_PLACE_OF_, kind), PL_PART_UNKNOWN_)(c, ~)
#define PL_PLACE_OF_PL_PARALLEL_  ~, PL_PLACE_OF_PARALLEL_
#define PL_PLACE_OF_PL_ARBITRARY_ ~, PL_PLACE_OF_ARBITRARY_
#define PL_PLACE_OF_PL_REDUCTION_ ~, PL_PLACE_OF_REDUCTION_
#define PL_PLACE_OF_PARALLEL_(c, ...)  _Static_assert(0, c " " PL_MESSAGE_AXIS_PLACE_("PL_PARALLEL(i, extent)"));
#define PL_PLACE_OF_ARBITRARY_(c, ...) _Static_assert(0, c " " PL_MESSAGE_AXIS_PLACE_("PL_ARBITRARY(i, extent)"));
#define PL_PLACE_OF_REDUCTION_(c, ...) _Static_assert(0, c " " PL_MESSAGE_AXIS_PLACE_("PL_REDUCTION(i, extent)"));
#define PL_PART_UNKNOWN_(c, ...)                                                                            \
    _Static_assert(0, c " each part is PL_SIZES, PL_GRID, PL_IN, PL_OUT...; one is not [part-unknown]");
#define PL_CHECK_GRID_(c, kind, ...) PL_LIST_(PL_CHECK_AXIS_, c, __VA_ARGS__)
/* Checks that the names in parts are names. */
#define PL_CHECK_SIZES_(c, kind, ...) PL_CHECK_(1 PL_LIST_(PL_AND_NAME_, ~, __VA_ARGS__), c, "PL_SIZES", "names, of type long [sizes-names]")
#define PL_AND_NAME_(i, c, n) && PL_IS_NAME_(#n)
#define PL_CHECK_BATCH_(c, kind, b, n, ...)                                                                       \
    PL_CHECK_(PL_IS_NAME_(#b) PL_LIST_(PL_AND_NAME_, ~, __VA_ARGS__), c, "PL_BATCH", "write PL_BATCH(b, extent, x, ...), of names [batch-names]")
#define PL_CHECK_NAME_(c, what, x) PL_EXPECT_NAME_(#x, what ": " #x " is no name [no-name]")
#define PL_CHECK_SCALAR_(c, kind, T, a)                 PL_CHECK_NAME_(c, "PL_SCALAR(T, a)", a)
#define PL_CHECK_PREFETCH_(c, kind, T, t, shape)        PL_CHECK_NAME_(c, "PL_PREFETCH(T, t, ...)", t)
#define PL_CHECK_ARRAY_NAME_(c, kind, role, T, x, ...)  PL_CHECK_NAME_(c, PL_ROLE_##role "(T, x, ...)", x)
#define PL_CHECK_AXIS_(i, c, axis)                                                                          \
    PL_IF_TUPLE_(axis, PL_CHECK_AXIS_1_, PL_IF_GIVEN_(axis)(PL_AXIS_UNKNOWN_, PL_NOTHING_))(c, axis)
#define PL_CHECK_AXIS_1_(c, axis) PL_IF_ALONE_(axis, PL_CHECK_AXIS_2_, PL_AXIS_UNKNOWN_)(c, PL_BARE_ axis)
#define PL_CHECK_AXIS_2_(...) PL_CHECK_AXIS_3_(__VA_ARGS__)
#define PL_CHECK_AXIS_3_(c, ...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_AXIS_UNKNOWN_, PL_CHECK_AXIS_4_)(c, __VA_ARGS__)
#define PL_CHECK_AXIS_4_(c, i, ...)                                                                         \
    PL_SECOND_(PL_CAT_2_(PL_AXIS_PROBE_, i), PL_IF_(PL_SECOND_(PL_CAT_2_(PL_OPTION_IS_, i), 0))(PL_PLACE_OF_OPTION_, PL_CHECK_AXIS_5_)) \
    (c, i, __VA_ARGS__, PL_PLAIN_, ~)
#define PL_CHECK_AXIS_5_(c, i, n, kind, ...)                                                                \
    PL_SECOND_(PL_CAT_2_(PL_AXIS_KIND_, kind), PL_AXIS_UNKNOWN_)(c, i)                                      \
    PL_CHECK_NAME_(c, "PL_GRID", i)
#define PL_AXIS_PROBE_WRONG_     ~, PL_AXIS_UNKNOWN_
#define PL_AXIS_KIND_PL_PLAIN_     ~, PL_NOTHING_
#define PL_AXIS_KIND_PL_PARALLEL_  ~, PL_NOTHING_
#define PL_AXIS_KIND_PL_ARBITRARY_ ~, PL_NOTHING_
#define PL_AXIS_KIND_PL_REDUCTION_ ~, PL_NOTHING_
#define PL_AXIS_UNKNOWN_(c, ...) _Static_assert(0, c " " PL_MESSAGE_GRID_AXIS_);
#define PL_CHECK_COUNT_(c, n, kernel)                                                                       \
    _Static_assert((n) == (int)PL_KERNEL_named_##kernel,                                                    \
                   c " a call needs one part per kernel parameter (PL_SIZES, PL_GRID and PL_BATCH do not count) [part-per-parameter]");

/* Facts: the data of the engine before the first program. Facts that are known at compile time are in tables. */
#define PL_FACT_SCALAR_(i, T, a)                 { NULL, NULL, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },
#define PL_FACT_PREFETCH_(i, T, t, shape)        { #t, #T, NULL, sizeof(T), PL_KIND_PREFETCH_, PL_TYPE_(T), PL_N_ shape },
#define PL_FACT_SCRATCH_(i, T, dims, space)      { "scratch", #T, NULL, sizeof(T), PL_KIND_SCRATCH_, PL_TYPE_(T), PL_N_ dims },
#define PL_FACT_ARRAY_(i, role, T, x, rank, shape, spec, ...) \
    { #x, #T, PL_MAP_TEXT_##spec(__VA_ARGS__), sizeof(T), PL_KIND_##role, PL_TYPE_(T), rank },
#define PL_MAP_TEXT_WHOLE_(none)              NULL
#define PL_MAP_TEXT_ATOMIC_(none)             NULL
#define PL_MAP_TEXT_BLOCKSPEC_(block, index, ...) PL_LIST_(PL_MAP_TEXT_OPTION_, ~, __VA_ARGS__)
#define PL_MAP_TEXT_OPTION_(d, c, option)     PL_IF_TUPLE_(option, PL_MAP_TEXT_OPTION_1_, PL_NOTHING_)(option)
#define PL_MAP_TEXT_OPTION_1_(option)         PL_MAP_TEXT_OPTION_2_ option
#define PL_MAP_TEXT_OPTION_2_(kind, ...)      PL_SECOND_(PL_CAT_(PL_MAP_TEXT_IN_, kind), PL_NOTHING_)(__VA_ARGS__)
#define PL_MAP_TEXT_IN_END_                   ~, PL_PLAIN_TEXT_
#define PL_PLAIN_TEXT_(text)                  text

/* The caller's values: arrays and shapes; then blocks and options, which may depend on sizes. */
#if PL_CHECKS
#define PL_GIVE_SCALAR_(i, T, a)                                                                            \
    PL_CHECK_QUICKLY_(i, T, a, 7)                                                                           \
    pl_give_scalar_(&pl_operand_[i], (struct pl_value[1]){ { &(a), PL_TYPE_(T), sizeof(T) } });
#else
#define PL_GIVE_SCALAR_(i, T, a)              PL_CHECK_QUICKLY_(i, T, a, 7)
#endif
#define PL_GIVE_SCRATCH_(i, T, dims, space) \
    PL_CHECK_QUICKLY_(i, T *, PL_SCRATCH(T), PL_N_ dims)                                                    \
    PL_SAYS_NOW_("the shape of a PL_SCRATCH") pl_give_shape_(&pl_operand_[i], (const long[]){ PL_BARE_ dims });
#define PL_GIVE_PREFETCH_(i, T, t, shape) \
    PL_CHECK_QUICKLY_(i, const T *, t, PL_N_ shape) PL_GIVE_SHAPE_(i, t, shape)
#define PL_GIVE_ARRAY_(i, role, T, x, rank, shape, spec, ...)                                               \
    PL_CHECK_QUICKLY_(i, PL_POINTER_##role(T), x, PL_RANK_OF_##spec(rank, __VA_ARGS__))                     \
    PL_GIVE_SHAPE_(i, x, shape) PL_MEMBERS_(i, T) PL_SPEC_##spec(i, __VA_ARGS__)
#define PL_GIVE_SHAPE_(i, x, shape)                                                                         \
    PL_SAYS_NOW_("the PL_CALL part for " #x)                                                                \
    pl_give_array_(&pl_operand_[i], x##_array_);                                                            \
    pl_give_shape_(&pl_operand_[i], (const long[]){ PL_BARE_ shape });
#define PL_SPEC_WHOLE_(i, none)
#define PL_SPEC_ATOMIC_(i, none) pl_give_atomic_(&pl_operand_[i]);
#define PL_SPEC_BLOCKSPEC_(i, block, index, ...)                                                            \
    PL_LIST_(PL_BLOCK_DIM_, pl_operand_[i], PL_BARE_ block)                                                 \
    PL_LIST_(PL_OPTION_, pl_operand_[i], __VA_ARGS__)
/* A block dim is a number or a struct, and so is an index: its type selects the conversion. */
#define PL_BLOCK_DIM_(d, o, e)                                                                              \
    *_Generic((e), struct pl_none: (struct pl_none *)pl_block_dim_(&o, d), struct pl_dim: pl_block_dim_(&o, d), \
              default: (long *)pl_block_dim_(&o, d)) = e;

#define PL_OPTION_(d, o, option)    PL_OPTION_2_(o, PL_BARE_ option)
#define PL_OPTION_2_(...)           PL_OPTION_3_(__VA_ARGS__)
#define PL_OPTION_3_(o, kind, ...)  PL_OPTION_##kind(o, __VA_ARGS__)
#define PL_OPTION_END_(o, text)
#define PL_OPTION_EDGE_(o, ...)     pl_give_edge_(&o, (struct pl_value[1]){ PL_VALUE_((__VA_ARGS__)) });
#define PL_OPTION_BUFFERED_(o, n)   pl_give_buffers_(&o, n);
#define PL_OPTION_LOOKAHEAD_(o, n)  pl_give_lookahead_(&o);
#define PL_OPTION_REVISIT_(o, n)    pl_give_revisit_(&o);
#define PL_OPTION_ALIAS_(o, x)      PL_NAME_(PL_ALIAS, x) pl_give_alias_(&o, #x);
#define PL_OPTION_SPACE_(o, text, ...) pl_give_space_(&o, text);

/* Checks at compile time: extents, and each part against the kernel parameter in its position. If compile time matters
   there is one assertion per part; when it fails, a build with checks gives the reason. */
#define PL_CHECK_(condition, c, what, rule) _Static_assert(condition, c " " what ": " rule);
#if defined PL_EXPAND_
#define PL_CHECK_FACTS_(...)
#define PL_CHECK_QUICKLY_(i, P, x, rank)
#define PL_CHECK_EXTENTS_(...)
#elif PL_QUICK_
#define PL_CHECK_FACTS_(c, kernel, ...) typedef struct pl_types_of_##kernel pl_types_;
#define PL_CHECK_QUICKLY_(i, P, x, rank)                                                                    \
    _Static_assert(_Generic(((pl_types_ *)0)->pl_parameter_##i, P: sizeof ((pl_types_ *)0)->pl_rank_##i, default: 9u) == \
                   rank,                                                                                    \
                   "PL_CALL: the kernel parameter in the position of " #x " is of another type or rank, or a map has " \
                   "other dims than its array; a build with checks says which [part-mismatch]");
#define PL_RANK_OF_WHOLE_(rank, none) rank
#define PL_RANK_OF_ATOMIC_(rank, none) rank
#define PL_RANK_OF_BLOCKSPEC_(rank, block, index, ...) \
    (rank <= 6 && rank == PL_N_ block && rank == PL_N_ index ? PL_RANK_LEFT_(PL_KEPT_DIMS_ block) : 0)
#define PL_CHECK_EXTENTS_(...)
#else
#define PL_CHECK_FACTS_(c, kernel, ...)                                                                     \
    typedef struct pl_types_of_##kernel pl_types_;                                                          \
    PL_OVER_(PL_CHECK_FACT_, c, __VA_ARGS__)
#define PL_CHECK_QUICKLY_(i, P, x, rank)
#define PL_CHECK_EXTENTS_(over, ...)                                                                        \
    enum { PL_APPLY_(over, , PL_PICK_, PL_5TH_, __VA_ARGS__) PL_GRID_axes };                            \
    _Static_assert(PL_GRID_axes <= 6, PL_MESSAGE_GRID_AXES_);                                \
    PL_APPLY_(over, , PL_PICK_, PL_6TH_, __VA_ARGS__)
#endif
#define PL_CHECK_SHAPE_(c, what, shape)                                                                     \
    PL_CHECK_(PL_IS_TUPLE_(shape) PL_IF_TUPLE_(shape, PL_ARE_DIMS_, PL_NOTHING_)(PL_BARE_ shape), c, what,  \
              "a shape is written in parentheses, (m, n), and its extents are integers [shape-form]")
#define PL_CHECK_SPEC_(i, c, what, role, rank, kind, ...)                                                   \
    PL_SECOND_(PL_CAT_(PL_SPEC_PROBE_, kind), PL_SPEC_UNKNOWN_)(i, c, what, role, rank, __VA_ARGS__)
#define PL_CHECK_TYPE_(i, c, what, wanted)                                                                  \
    PL_CHECK_(_Generic(((pl_types_ *)0)->pl_parameter_##i, wanted: 1, default: 0), c, what, \
              "the kernel parameter in this position has another type (a ref that is only read is const, one " \
              "that is written is not) [parameter-type]")
#define PL_CHECK_RANK_(i, c, what, n)                                                                       \
    PL_CHECK_(sizeof ((pl_types_ *)0)->pl_rank_##i == (n), c, what,                                            \
              "the kernel's ref in this position has another rank (PL_NONE dims drop out of it) [parameter-rank]")

#define PL_CHECK_EXTENT_(n, part, other) \
    __extension__ _Static_assert(PL_IS_INTEGER_(n), part ": an extent is an integer" other " [extent-integer]");

#define PL_CHECK_FACT_(i, c, part) PL_CHECK_FACT_2_(i, c, PL_BARE_ part)
#define PL_CHECK_FACT_2_(...) PL_CHECK_FACT_3_(__VA_ARGS__)
#define PL_CHECK_FACT_3_(i, c, kind, ...) PL_CHECK_FACT_##kind(i, c, __VA_ARGS__)
#define PL_CHECK_FACT_SCALAR_(i, c, T, a) PL_CHECK_TYPE_(i, c, "PL_SCALAR(" #T ", " #a ")", T)
#define PL_CHECK_FACT_PREFETCH_(i, c, T, t, shape)                                                          \
    PL_CHECK_SHAPE_(c, PL_TEXT_2_(PL_PREFETCH(T, t, ...)), shape)                                           \
    PL_CHECK_TYPE_(i, c, PL_TEXT_2_(PL_PREFETCH(T, t, ...)), const T *)                                     \
    PL_CHECK_RANK_(i, c, PL_TEXT_2_(PL_PREFETCH(T, t, ...)), PL_N_ shape)
#define PL_CHECK_FACT_SCRATCH_(i, c, T, dims, space)                                                        \
    PL_CHECK_SHAPE_(c, PL_TEXT_2_(PL_SCRATCH(T, ...)), dims)                                                \
    PL_CHECK_TYPE_(i, c, PL_TEXT_2_(PL_SCRATCH(T, ...)), T *)                                               \
    PL_CHECK_RANK_(i, c, PL_TEXT_2_(PL_SCRATCH(T, ...)), PL_N_ dims)
#define PL_CHECK_FACT_ARRAY_(i, c, role, T, x, ...)                                                         \
    PL_CHECK_ARRAY_(i, c, PL_ROLE_##role "(" #T ", " #x ", ...)", PL_KIND_##role, PL_POINTER_##role(T), T, __VA_ARGS__)
#define PL_CHECK_ARRAY_(i, c, what, role, P, T, rank, shape, spec, ...)                                     \
    PL_CHECK_SHAPE_(c, what, shape)                                                                         \
    PL_CHECK_(rank <= 6 && !PL_IS_CONST_(*(T *)0), c, what,                                                 \
                   "an array has at most 6 dims, and its type is written without const [array-form]")       \
    PL_CHECK_TYPE_(i, c, what, P)                                                                           \
    PL_CHECK_SPEC_(i, c, what, role, rank, spec, __VA_ARGS__)
#define PL_ARE_DIMS_(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_ARE_DIMS_2_, PL_ARE_NONE_)(__VA_ARGS__)
#define PL_ARE_DIMS_2_(...) PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__)
#define PL_ARE_NONE_(...) && 0

#define PL_SPEC_PROBE_WHOLE_     ~, PL_CHECK_WHOLE_
#define PL_SPEC_PROBE_ATOMIC_    ~, PL_CHECK_ATOMIC_
#define PL_SPEC_PROBE_BLOCKSPEC_ ~, PL_CHECK_BLOCKSPEC_
#define PL_SPEC_PROBE_ANY_       ~, PL_CHECK_ANY_
#define PL_SPEC_UNKNOWN_(i, c, what, ...)                                                                   \
    PL_CHECK_(0, c, what, "a spec is PL_BLOCKSPEC((block...), (index...), option...), PL_WHOLE or PL_ATOMIC [spec-form]")
#define PL_CHECK_WHOLE_(i, c, what, role, rank, none) PL_CHECK_RANK_(i, c, what, rank)
#define PL_CHECK_ATOMIC_(i, c, what, role, rank, none)                                                      \
    PL_CHECK_(role == PL_KIND_INOUT_, c, what, "PL_ATOMIC is for a PL_INOUT, which all programs share [atomic-inout]") \
    PL_CHECK_RANK_(i, c, what, rank)
#define PL_CHECK_BLOCKSPEC_(i, c, what, role, rank, block, index, ...)                                      \
    PL_CHECK_(PL_IS_TUPLE_(block) && PL_IS_TUPLE_(index) && PL_IF_ALONE_(index, 1, 0) &&                    \
                   !PL_IS_OPTION_(PL_TEXT_(PL_HEAD_ block)) && !PL_IS_OPTION_(PL_TEXT_(PL_HEAD_ index)), c, what, \
                   "write PL_BLOCKSPEC((BM, BN), (i, j), option...); for the block also PL_UNBLOCKED((n, ...), ((lo, hi), ...)) [blockspec-form]") \
    PL_CHECK_((rank) <= 6 && (rank) == PL_N_ block && (rank) == PL_N_ index, c, what,                       \
              "array, block and index map have the same number of dims [blockspec-ranks]")                  \
    PL_CHECK_RANK_(i, c, what, PL_RANK_LEFT_(PL_KEPT_DIMS_ block))                                          \
    PL_EXPECT_STATIC_(1 PL_LIST_(PL_IS_BLOCK_DIM_, ~, PL_BARE_ block),                                      \
                      "PL_BLOCKSPEC: block dims are integers or PL_NONE, PL_FULL... [block-dims]")          \
    PL_LIST_(PL_CHECK_OPTION_, ~, __VA_ARGS__) PL_IF_N_(FEW3, __VA_ARGS__)(PL_NOTHING_, PL_CHECK_TWICE_)(c, what, __VA_ARGS__)
/* An option may occur once. A list ends with (END_, text). */
#define PL_CHECK_TWICE_(c, what, ...)         PL_CHECK_TWICE_2_(c, what, (0 PL_LIST_(PL_OPTION_PLUS_, ~, __VA_ARGS__)))
#define PL_CHECK_TWICE_2_(c, what, count)                                                                   \
    PL_CHECK_(!(count & 0xe), c, what, "more than one PL_EDGE: all elements past the edge have one value [edge-twice]") \
    PL_CHECK_(!(count & 0xe0), c, what, "more than one PL_BUFFERED: PL_BUFFERED(n) is one number of buffers [buffered-twice]") \
    PL_CHECK_(!(count & 0xe00), c, what, "more than one PL_LOOKAHEAD: once is enough [lookahead-twice]")    \
    PL_CHECK_(!(count & 0xe000), c, what, "more than one PL_REVISIT_ANY: once is enough [revisit-twice]")   \
    PL_CHECK_(!(count & 0xe0000), c, what, "more than one PL_ALIAS: an output shares the array of one input [alias-twice]") \
    PL_CHECK_(!(count & 0xe00000), c, what, "more than one PL_SPACE: a block is in one memory [space-twice]")
#define PL_OPTION_PLUS_(d, c, option)         + PL_IF_TUPLE_(option, PL_OPTION_PLUS_1_, PL_OPTION_PLUS_NO_)(option)
#define PL_OPTION_PLUS_1_(option)             PL_OPTION_PLUS_2_ option
#define PL_OPTION_PLUS_2_(kind, ...)          PL_OPTION_PLUS_3_(PL_CAT_(PL_OPTION_IS_, kind), ~, ~, 0, ~)
#define PL_OPTION_PLUS_3_(...)                PL_OPTION_PLUS_4_(__VA_ARGS__)
#define PL_OPTION_PLUS_4_(none, is, usage, plus, ...) plus
#define PL_OPTION_PLUS_NO_(option)            0
#define PL_KEPT_DIMS_(...) (0 PL_LIST_(PL_KEPT_DIM_, ~, __VA_ARGS__))
#define PL_KEPT_DIM_(d, c, n) + _Generic((n), struct pl_none: 0, default: 1)
#define PL_RANK_LEFT_(kept) (0x6543211 >> 4 * kept & 7)                /* kept, but 1 if there are none, because the macro is used once */

#define PL_CHECK_OPTION_(d, c, option) PL_IF_TUPLE_(option, PL_CHECK_OPTION_1_, PL_OPTION_UNKNOWN_)(option)
#define PL_CHECK_OPTION_1_(option) PL_IF_ALONE_(option, PL_CHECK_OPTION_2_, PL_OPTION_UNKNOWN_)(PL_BARE_ option)
#define PL_CHECK_OPTION_2_(...) PL_CHECK_OPTION_3_(__VA_ARGS__)
#define PL_CHECK_OPTION_3_(kind, ...) PL_CHECK_OPTION_4_(PL_CAT_(PL_OPTION_IS_, kind), ~, ~, ~, PL_OPTION_UNKNOWN_, ~)(__VA_ARGS__)
#define PL_CHECK_OPTION_4_(...) PL_CHECK_OPTION_5_(__VA_ARGS__)
#define PL_CHECK_OPTION_5_(none, is, usage, plus, check, ...) check
#define PL_OPTION_UNKNOWN_(...)                                                                             \
    _Static_assert(0, PL_MESSAGE_OPTION_UNKNOWN_);
#define PL_CHECK_EDGE_(...) _Static_assert(!PL_IS_POINTER_((__VA_ARGS__)), "PL_EDGE(v): v is a value, no pointer [edge-pointer]");
#define PL_CHECK_BUFFERED_(n) __extension__ _Static_assert(PL_IS_INTEGER_(n), "PL_BUFFERED(n): an integer [buffered-integer]");
#define PL_CHECK_SPACE_(text, ...) _Static_assert(PL_SECOND_(__VA_ARGS__, 0), PL_MESSAGE_SPACE_UNKNOWN_);
#define PL_SPACE_IS_SMEM ~, 1
#define PL_SPACE_IS_VMEM ~, 1
#define PL_SPACE_IS_ANY  ~, 1

/* In the loop: the tables and the index maps; then the kernel's arguments. */
#define PL_INDEX_PREFETCH_(i, T, t, shape)                                                                  \
    PL_UNUSED_ const T (*const t) PL_INNER_DIMS_ shape = (void *)pl_block_at_(&pl_operand_[i]);
#define PL_INDEX_SCALAR_(...)
#define PL_INDEX_SCRATCH_(...)
#define PL_INDEX_ARRAY_(i, role, T, x, rank, shape, spec, ...) PL_INDEX_SPEC_##spec(i, __VA_ARGS__)
#define PL_INDEX_SPEC_WHOLE_(...)
#define PL_INDEX_SPEC_ATOMIC_(...)
#define PL_INDEX_SPEC_BLOCKSPEC_(i, block, index, ...) PL_LIST_(PL_INDEX_DIM_, &pl_operand_[i], PL_BARE_ index)
#define PL_INDEX_DIM_(d, to, e)                                                                             \
    PL_CHECK_INDEX_(e, #e)                                                                                  \
    PL_MAPS_(to, d)                                                                                         \
    *_Generic((e), struct pl_index: &pl_map_(to)[d], default: (long *)&pl_map_(to)[d]) = e;
#if PL_CHECKS
#define PL_MAPS_(o, d) pl_maps_(&pl_call_, o, d);
#else
#define PL_MAPS_(o, d)
#endif
#ifdef PL_EXPAND_
#define PL_CHECK_INDEX_(e, text)
#elif PL_QUICK_ && defined __GNUC__                                    /* the type classes of integers and of structs */
#define PL_CHECK_INDEX_(e, text)                                                                            \
    __extension__ _Static_assert(0x101f >> __builtin_classify_type(e) & 1, "PL_BLOCKSPEC: an index is an integer or a PL_DS [index-integer]");
#else
#define PL_CHECK_INDEX_(e, text)                                                                            \
    __extension__ _Static_assert(PL_IS_INDEX_(e), "PL_BLOCKSPEC: an index is an integer or PL_DS(start, size), not " text " [index-integer]");
#endif
#define PL_IS_INDEX_(e) (PL_IS_INTEGER_(e) || _Generic((e), struct pl_index: 1, default: 0))

#define PL_ARGUMENT_SCALAR_(i, T, a) , a
#define PL_ARGUMENT_ARRAY_(i, role, T, x, rank, shape, spec, ...) PL_ARGUMENT_SPEC_##spec(i)
#define PL_ARGUMENT_PREFETCH_(i, ...) PL_WINDOW_ARGUMENT_(i)
#define PL_ARGUMENT_SCRATCH_(i, ...) PL_WINDOW_ARGUMENT_(i)
#define PL_WINDOW_ARGUMENT_(i)                                                                              \
    , pl_block_window_(&pl_operand_[i]), pl_block_at_(&pl_operand_[i]), pl_block_whole_(&pl_operand_[i]), NULL

/* Compares the kernel's extents with the call's blocks, before the first program; only with checks. */
#if PL_CHECKS
#define PL_SIGN_CALL_(kernel, over, ...)                                                                    \
    pl_blocks_(&pl_call_);                                                                                  \
    pl_signature_of_##kernel(&pl_call_ over(, PL_DO_, PL_ARGUMENT_, __VA_ARGS__));
#else
#define PL_SIGN_CALL_(kernel, ...)
#endif

/* ==== Statements =========================================================================================

   PL_WHEN (c) …                     run if the condition holds, which is uniform in the program; an else may follow
   PL_LOOP (i, lo, hi[, step]) …     a sequential loop
   PL_EACH ((r, BM), (c, BN)) …      for every element, in any order; an axis is (i, n) or (i, lo, hi)
   PL_REDUCE (acc, OP, (c, BN), e);  acc = OP(acc, e), ascending; several axes: ((r, BM), (c, BN))
   PL_SCAN (acc, OP, (c, BN), e) …   the same, and after each element the statement that follows, which reads acc

       PL_EACH ((r, BM)) {
           float top = -INFINITY;
           PL_REDUCE (top, PL_MAX, (c, N), x[r][c]);
           PL_EACH ((c, N))
               o[r][c] = x[r][c] - top;
           float sum = 0;
           PL_SCAN (sum, PL_ADD, (c, N), x[r][c])
               z[r][c] = sum;                          // x[r][0] + … + x[r][c]
       }

   are loops: PL_EACH ((c, N)) expands to  for (long c = 0; c < N; c++)  with checks off. With checks on it visits the
   elements in the order of PALLAS=order=.  OP is PL_ADD PL_MUL PL_MAX PL_MIN PL_AND PL_OR PL_XOR or your own
   associative function, also over structs.

   PL_IDENTITY(f, value), at file scope, for a function that a PL_REDUCTION axis reduces by: f(value, x) and f(x, value) are x.

       PL_IDENTITY(larger, -INFINITY)
   ========================================================================================================= */
#define PL_WHEN(...) PL_IF_ONE_(__VA_ARGS__)(PL_WHEN_, PL_MISUSED_IF_)("PL_WHEN (condition)", __VA_ARGS__)
#define PL_WHEN_(usage, c) if (c)
#define PL_MISUSED_IF_(usage, ...) if (PL_MISUSED_VALUE_(usage, ~))

/* The start of a loop: i must be a name, and the bounds integers. */
#define PL_FROM_(usage, i, lo, hi)                                                                          \
    ((lo) + PL_EXPECT_OF_(PL_IS_NAME_(#i) && PL_IS_INTEGER_(lo) && PL_IS_INTEGER_(hi),                        \
                        usage ": a name without a type, then integers; this begins with " #i " [loop-name]"))
#define PL_LOOP_USAGE_ "PL_LOOP (i, lo, hi[, step])"
#define PL_EACH_USAGE_ "PL_EACH ((r, rows), (c, from, to), ...)"
#define PL_REDUCE_USAGE_ "PL_REDUCE (acc, OP, (c, n), e)"
#define PL_SCAN_USAGE_ "PL_SCAN (acc, OP, (c, n), e)"

#define PL_LOOP(...) PL_CAT_(PL_LOOP_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_LOOP_1(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_2(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_5(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_6(...) PL_MISUSED_(PL_LOOP_USAGE_, ~);
#define PL_LOOP_3(i, lo, hi) PL_SECOND_(PL_CAT_2_(PL_LOOP_over_, i), PL_LOOP_UP_)(i, lo, hi)
#define PL_LOOP_4(i, lo, hi, step) PL_SECOND_(PL_CAT_2_(PL_LOOP_over_, i), PL_LOOP_BY_)(i, lo, hi, step)
#define PL_LOOP_over_0 ~, PL_LOOP_1                                    /* the name was forgotten; likewise below */
#define PL_EACH_over_0 ~, PL_EACH_1
#define PL_REDUCE_over_0 ~, PL_REDUCE_1
#define PL_LOOP_UP_(i, lo, hi) for (long i = PL_FROM_(PL_LOOP_USAGE_, i, lo, hi), i##_end_ = (hi); i < i##_end_; i++)
#define PL_LOOP_BY_(i, lo, hi, step)                                                                        \
    for (long i = PL_FROM_(PL_LOOP_USAGE_, i, lo, hi), i##_end_ = (hi), i##_step_ = PL_STEP_(step); i < i##_end_; \
         i += i##_step_)
#if PL_CHECKS
#define PL_STEP_(step) pl_step_((step), __FILE__, __LINE__)
#else
#define PL_STEP_(step) (step)
#endif

#define PL_EACH(...) PL_LIST_(PL_EACH_AXIS_, ~, __VA_ARGS__)
#define PL_EACH_AXIS_(i, c, axis) PL_IF_TUPLE_(axis, PL_EACH_AXIS_1_, PL_EACH_WRONG_)(axis)
#define PL_EACH_AXIS_1_(axis) PL_IF_ALONE_(axis, PL_EACH_AXIS_2_, PL_EACH_1)(PL_BARE_ axis)
#define PL_EACH_WRONG_(axis) PL_EACH_1(~)
#define PL_EACH_AXIS_2_(...) PL_EACH_AXIS_3_(__VA_ARGS__)
#define PL_EACH_AXIS_3_(...) PL_CAT_(PL_EACH_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_EACH_1(...) PL_MISUSED_(PL_EACH_USAGE_, ~);
#define PL_EACH_4(...) PL_MISUSED_(PL_EACH_USAGE_, ~);
#define PL_EACH_5(...) PL_MISUSED_(PL_EACH_USAGE_, ~);
#define PL_EACH_2(i, n) PL_EACH_3(i, 0, n)
#define PL_EACH_3(i, lo, hi) PL_SECOND_(PL_CAT_2_(PL_EACH_over_, i), PL_EACH_LOOP_)(i, lo, hi)
#if PL_CHECKS
#define PL_EACH_LOOP_(i, lo, hi)                                                                            \
    for (long i##_lo_ = PL_FROM_(PL_EACH_USAGE_, i, lo, hi), i##_n_ = (hi) - i##_lo_, i##_k_ = 0,           \
             i = pl_each_(i##_lo_, i##_n_, 0); i##_k_ < i##_n_;                                             \
         i = pl_each_(i##_lo_, i##_n_, ++i##_k_))
#else
#define PL_EACH_LOOP_(i, lo, hi)                                                                            \
    for (long i = PL_FROM_(PL_EACH_USAGE_, i, lo, hi), i##_end_ = (hi); i < i##_end_; i++)
#endif

#define PL_REDUCE(...)                                                                                      \
    PL_IF_N_(FEW4, __VA_ARGS__)(PL_MISUSED_, PL_REDUCE_4_)(PL_REDUCE_USAGE_, __VA_ARGS__)
#define PL_REDUCE_4_(usage, acc, op, axes, ...)                                                             \
    PL_NAME_(PL_REDUCE, op) PL_IF_TUPLE_(axes, PL_REDUCE_5_, PL_MISUSED_)(usage, acc, op, axes, __VA_ARGS__)
#define PL_REDUCE_5_(usage, acc, op, axes, ...)                                                             \
    PL_IF_AXES_(__VA_ARGS__)(PL_AXES_APART_, PL_REDUCE_OVER_)(usage, acc, op, axes, __VA_ARGS__)
#define PL_REDUCE_OVER_(usage, acc, op, axes, ...)                                                          \
    do {                                                                                                    \
        PL_IF_TUPLE_(PL_HEAD_ axes, PL_REDUCE_AXES_, PL_REDUCE_AXIS_)(PL_BARE_ axes)                        \
            PL_FOLD_BY_(usage, acc, op, (__VA_ARGS__))                                                      \
    } while (0)
#if PL_CHECKS
#define PL_FOLD_BY_(usage, acc, op, e) PL_SECOND_(PL_CAT_2_(PL_FOLD_BY_, op), PL_FOLD_OWN_)(usage, acc, op, e)
#define PL_FOLD_BY_PL_ADD ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_MUL ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_MAX ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_MIN ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_AND ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_OR  ~, PL_FOLD_OURS_
#define PL_FOLD_BY_PL_XOR ~, PL_FOLD_OURS_
#define PL_FOLD_OURS_(usage, acc, op, e) PL_FOLD_(acc, op((acc), e))
/* A function of the program's own is tried on the values at hand: with equal elements no earlier one must be kept. */
#define PL_FOLD_OWN_(usage, acc, op, e)                                                                     \
    {                                                                                                       \
        __typeof__(e) pl_e_ = (e);                                                                          \
        if (pl_tries_(&(acc), PL_DTYPE_(acc), sizeof(acc)) && pl_tries_(&pl_e_, PL_DTYPE_(pl_e_), sizeof pl_e_)) { \
            __typeof__(op((acc), pl_e_)) pl_tried_[] = { (acc), pl_e_, op(pl_e_, pl_e_), op((acc), pl_e_),  \
                                                         op(op((acc), pl_e_), pl_e_), op((acc), op(pl_e_, pl_e_)) }; \
            pl_associates_(usage, #op, PL_DTYPE_(pl_tried_[0]), sizeof pl_tried_[0], pl_tried_, __FILE__, __LINE__); \
            pl_try_identity_(#op, PL_DTYPE_(pl_tried_[0]), sizeof pl_tried_[0], &pl_tried_[1]);             \
        }                                                                                                   \
        PL_FOLD_(acc, op((acc), pl_e_))                                                                     \
    }
#define PL_FOLD_(acc, e)                                                                                    \
    {                                                                                                       \
        __typeof__(e) pl_reduced_ = (e);                                                                     \
        (acc) = pl_reduced_;                                                                                 \
        if (sizeof(acc) < sizeof pl_reduced_)                                                                \
            pl_narrow_(#acc, &(acc), PL_DTYPE_(acc), &pl_reduced_, PL_DTYPE_(pl_reduced_), __FILE__, __LINE__); \
    }
#else
#define PL_FOLD_BY_(usage, acc, op, e) (acc) = op((acc), e);
#endif
#define PL_REDUCE_AXES_(...) PL_LIST_(PL_REDUCE_AXES_1_, ~, __VA_ARGS__)
#define PL_REDUCE_AXES_1_(i, c, axis) PL_IF_ALONE_(axis, PL_REDUCE_AXIS_, PL_REDUCE_1)(PL_BARE_ axis)
#define PL_REDUCE_AXIS_(...) PL_CAT_(PL_REDUCE_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_REDUCE_1(...)       PL_MISUSED_(PL_REDUCE_USAGE_, ~);
#define PL_REDUCE_4(...)       PL_MISUSED_(PL_REDUCE_USAGE_, ~);
#define PL_REDUCE_2(i, n)      PL_REDUCE_3(i, 0, n)
#define PL_REDUCE_3(i, lo, hi) PL_SECOND_(PL_CAT_2_(PL_REDUCE_over_, i), PL_REDUCE_LOOP_)(i, lo, hi)
#define PL_REDUCE_LOOP_(i, lo, hi)                                                                          \
    for (long i = PL_FROM_(PL_REDUCE_USAGE_, i, lo, hi), i##_end_ = (hi); i < i##_end_; i++)

/* The statement that follows is the body of the loop. */
#define PL_SCAN(...) PL_IF_N_(FEW4, __VA_ARGS__)(PL_SCAN_1, PL_SCAN_4_)(PL_SCAN_USAGE_, __VA_ARGS__)
#define PL_SCAN_4_(usage, acc, op, axis, ...)                                                               \
    PL_NAME_(PL_SCAN, op) PL_IF_TUPLE_(axis, PL_SCAN_5_, PL_SCAN_1)(usage, acc, op, (__VA_ARGS__), PL_BARE_ axis)
#define PL_SCAN_5_(...) PL_CAT_(PL_SCAN_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_SCAN_1(...) PL_MISUSED_(PL_SCAN_USAGE_, ~);
#define PL_SCAN_5(...) PL_MISUSED_(PL_SCAN_USAGE_, ~);
#define PL_SCAN_8(...) PL_MISUSED_(PL_SCAN_USAGE_, ~);
#define PL_SCAN_6(usage, acc, op, e, i, n) PL_SCAN_7(usage, acc, op, e, i, 0, n)
#define PL_SCAN_7(usage, acc, op, e, i, lo, hi)                                                             \
    for (long i = PL_FROM_(usage, i, lo, hi), i##_end_ = (hi); i < i##_end_ && PL_SCANNED_(usage, acc, op, e); i++)
#if PL_CHECKS
#define PL_SCANNED_(usage, acc, op, e) __extension__({ PL_FOLD_BY_(usage, acc, op, e) 1; })
#else
#define PL_SCANNED_(usage, acc, op, e) ((acc) = op((acc), e), 1)
#endif

#define PL_IDENTITY(f, ...) \
    _Static_assert(sizeof (f((__VA_ARGS__), (__VA_ARGS__))), "PL_IDENTITY(f, value)"); PL_KNOW_IDENTITY_(f, (__VA_ARGS__), #__VA_ARGS__)
/* A constructor enters it in the list of the file: a loop by f finds it by its name. */
#if PL_CHECKS && defined __GNUC__ && PL_MODE_ == PL_INTERPRET_
#define PL_KNOW_IDENTITY_(f, value, text)                                                                   \
    static void pl_with_identity_##f(const void *pl_x_, void *pl_left_, void *pl_right_)                    \
    {                                                                                                       \
        const __typeof__(f(value, value)) pl_of_ = *(const __typeof__(f(value, value)) *)pl_x_,             \
                                          pl_l_ = f(value, pl_of_), pl_r_ = f(pl_of_, value);               \
        memcpy(pl_left_, &pl_l_, sizeof pl_l_);                                                             \
        memcpy(pl_right_, &pl_r_, sizeof pl_r_);                                                            \
    }                                                                                                       \
    __attribute__((__constructor__)) static void pl_know_identity_##f(void)                                 \
    {                                                                                                       \
        static struct pl_identity known = { #f, text, __FILE__, __LINE__, pl_with_identity_##f, NULL };     \
        pl_enter_identity_(&known);                                                                         \
    }
#else
#define PL_KNOW_IDENTITY_(f, value, text)
#endif

#define PL_ADD(a, b) (PL_NUMBERS_("PL_ADD", a, b), (a) + (b))
#define PL_MUL(a, b) (PL_NUMBERS_("PL_MUL", a, b), (a) * (b))
#define PL_AND(a, b) (PL_INTEGERS_("PL_AND", a, b), (a) & (b))
#define PL_OR(a, b)  (PL_INTEGERS_("PL_OR", a, b), (a) | (b))
#define PL_XOR(a, b) (PL_INTEGERS_("PL_XOR", a, b), (a) ^ (b))
#define PL_MAX(a, b) (PL_NUMBERS_("PL_MAX", a, b), PL_OF_TYPE_((a) + (b), pl_max_)(a, b))       /* NaN wins */
#define PL_MIN(a, b) (PL_NUMBERS_("PL_MIN", a, b), PL_OF_TYPE_((a) + (b), pl_min_)(a, b))
#define PL_NUMBERS_(op, a, b)                                                                               \
    (void)PL_EXPECT_OF_(PL_IS_NUMBER_(a) && PL_IS_NUMBER_(b), op "(a, b) takes numbers; pl_to_f32(v) makes one of a small float [numbers]")
#define PL_INTEGERS_(op, a, b) (void)PL_EXPECT_OF_(PL_IS_INTEGER_(a) && PL_IS_INTEGER_(b), op "(a, b) takes integers [integers]")
#define PL_OF_TYPE_(e, f)                                                                                   \
    _Generic((e), float: f##float_, double: f##double_, unsigned: f##u32_, long: f##long_, unsigned long: f##ulong_, \
             long long: f##i64_, unsigned long long: f##u64_, default: f##int_)
#define PL_EXTREMA_(suffix, T, nan)                                                                         \
    PL_EXTREMUM_(pl_max_##suffix, T, a > b || nan)                                                          \
    PL_EXTREMUM_(pl_min_##suffix, T, a < b || nan)
#define PL_EXTREMUM_(name, T, first)                                                                        \
    static inline T name(T a, T b) { return first ? a : b; }
#if defined PL_MSAN_BUILD_                                              /* a conditional expression is not a branch: it may depend on unspecified data */
#undef PL_EXTREMUM_
#define PL_EXTREMUM_(name, T, first)                                                                        \
    __attribute__((__no_sanitize__("memory"), __noinline__, __unused__)) static T name##chosen_(T a, T b) { return first ? a : b; } \
    static inline T name(T a, T b)                                                                          \
    {                                                                                                       \
        int garbage = __msan_test_shadow(&a, sizeof a) >= 0 || __msan_test_shadow(&b, sizeof b) >= 0;       \
        T chosen = name##chosen_(a, b);                                                                     \
        if (garbage)                                                                                        \
            __msan_poison(&chosen, sizeof chosen);                                                          \
        return chosen;                                                                                      \
    }
#endif
PL_EXTREMA_(float_, float, a != a)
PL_EXTREMA_(double_, double, a != a)
PL_EXTREMA_(int_, int, 0)
PL_EXTREMA_(u32_, unsigned, 0)
PL_EXTREMA_(long_, long, 0)
PL_EXTREMA_(ulong_, unsigned long, 0)
PL_EXTREMA_(i64_, long long, 0)
PL_EXTREMA_(u64_, unsigned long long, 0)

/* ---- Whole blocks --------------------------------------------------------------------------------------

   PL_FILL(x, v)         set every element of x to v, converted to x's type
   PL_ASSIGN(dst, src)   copy a block of the same extents, and convert it
   PL_DOT(acc, a, b)     acc += a · b, rank 2; PL_T(a) is a transposed; a fourth argument PL_TF32 or PL_BF16X1 allows
                         a target less precision. Narrow types accumulate in f32 or i32, f64 in f64, i64 in i64.

       PL_DOT(s, q, PL_T(k));

   Error at run time: extents that do not match. The report has this line, the program and both shapes.
   -------------------------------------------------------------------------------------------------------- */
#define PL_FILL(...) PL_IF_N_(2, __VA_ARGS__)(PL_FILL_, PL_MISUSED_)("PL_FILL(x, v)", __VA_ARGS__)
#define PL_FILL_(usage, x, v) PL_IF_TUPLE_(x, PL_FILL_VIEW_, PL_FILL_REF_)(usage, x, v)
#define PL_FILL_VIEW_(usage, x_, v_)                                                                        \
    __extension__({                                                                                         \
        const __auto_type pl_dst_ = x_;                                                                     \
        _Static_assert(!PL_IS_CONST_(**(pl_dst_)()), usage ": the view is const, so it can only be read [view-const]"); \
        pl_fill_view_(PL_SEEN_(pl_dst_), PL_VALUE_((v_)), PL_HERE_);                                        \
    })
#define PL_FILL_REF_(usage, x, v)                                                                           \
    PL_NAME_(PL_FILL, x) ((void)PL_REQUIRE_REF_(usage, x), (void)PL_REQUIRE_WRITABLE_(usage, x),            \
                          (void)PL_EXPECT_OF_(!PL_IS_POINTER_(v), usage ": v is a value, no pointer [edge-pointer]"), \
                          pl_fill_((x), PL_WINDOW_(x), PL_VALUE_((v)), __FILE__, __LINE__))
#define PL_ASSIGN(...) PL_IF_N_(2, __VA_ARGS__)(PL_ASSIGN_, PL_MISUSED_)("PL_ASSIGN(to, from)", __VA_ARGS__)
#define PL_ASSIGN_(usage, dst, src) \
    PL_IF_TUPLE_(dst, PL_ASSIGN_VIEW_, PL_IF_TUPLE_(src, PL_ASSIGN_VIEW_, PL_ASSIGN_REF_))(usage, dst, src)
#define PL_ASSIGN_VIEW_(usage, dst_, src_)                                                                  \
    __extension__({                                                                                         \
        const __auto_type pl_src_ = PL_SHOWN_(src_);                                                        \
        const __auto_type pl_dst_ = PL_SHOWN_(dst_);                                                        \
        _Static_assert(!PL_IS_CONST_(**(pl_dst_)()), usage ": the view is const, so it can only be read [view-const]"); \
        _Static_assert(PL_CODE_OF_(pl_dst_) % 16 == PL_CODE_OF_(pl_src_) % 16, usage ": the two differ in rank [assign-ranks]"); \
        pl_assign_view_(PL_SEEN_(pl_dst_), PL_SEEN_(pl_src_), PL_HERE_);                                    \
    })
#define PL_ASSIGN_REF_(usage, dst, src)                                                                     \
    PL_NAME_(PL_ASSIGN, dst) PL_NAME_(PL_ASSIGN, src)                                                       \
    ((void)PL_REQUIRE_REF_(usage, dst), (void)PL_REQUIRE_REF_(usage, src),                                  \
     (void)PL_REQUIRE_WRITABLE_(usage, dst),                                                                \
     (void)PL_EXPECT_(PL_IS_LIKE_(pl_window_of_##dst, pl_window_of_##src) || PL_IS_HBM_(dst) || PL_IS_HBM_(src), \
                       usage ": " #dst " and " #src " differ in rank or extents [assign-extents]"),         \
     pl_assign_((dst), PL_WINDOW_(dst), (const void *)(src), PL_WINDOW_(src), __FILE__, __LINE__))
#define PL_DOT(...) PL_CAT_(PL_DOT_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_DOT_1(...) PL_MISUSED_("PL_DOT(acc, a, b[, precision])", ~)
#define PL_DOT_2(...) PL_MISUSED_("PL_DOT(acc, a, b[, precision])", ~)
#define PL_DOT_5(...) PL_MISUSED_("PL_DOT(acc, a, b[, precision])", ~)
#define PL_DOT_3(acc, a, b) PL_DOT_4(acc, a, b, 0)
#define PL_DOT_4(acc, a, b, precision)                                                                      \
    PL_NAME_(PL_DOT, acc) PL_NAME_(PL_DOT, a) PL_NAME_(PL_DOT, b)                                           \
    ((void)PL_EXPECT_(PL_IS_INTEGER_(precision), "PL_DOT(acc, a, b[, precision]): PL_TF32 or PL_BF16X1 [dot-precision]"), \
     pl_dot_(PL_MATRIX_(acc), PL_MATRIX_(a), PL_MATRIX_(b), __FILE__,                                       \
             __LINE__ + PL_REQUIRE_WRITABLE_("PL_DOT(acc, a, b[, precision])", acc)))
#define PL_TF32   1
#define PL_BF16X1 2
#define PL_T(...) PL_IF_ONE_(__VA_ARGS__)(PL_TRANSPOSED_, PL_T_MISUSED_)(__VA_ARGS__)
#define PL_T_MISUSED_(...) PL_T_takes_one_matrix
#define PL_MATRIX_(x) PL_IF_(PL_SECOND_(PL_CAT_2_(PL_PROBE_, x), 0))(PL_MATRIX_T_, PL_MATRIX_N_)(x)
#define PL_PROBE_PL_TRANSPOSED_(x) ~, 1
#define PL_MATRIX_T_(x) PL_CAT_2_(PL_STRIP_, x)
#define PL_STRIP_PL_TRANSPOSED_(x) PL_MATRIX_OF_(x, 1)
#define PL_MATRIX_N_(x) PL_MATRIX_OF_(x, 0)
#define PL_MATRIX_OF_(x, transposed)                                                                        \
    ((void)PL_REQUIRE_REF_("PL_DOT(acc, a, b[, precision])", x),                                            \
     (void)PL_REQUIRE_(!PL_IS_HBM_(x), "PL_DOT: " #x " stays in HBM: copy it first, PL_AT, PL_COPY [dot-in-hbm]"), \
     (void)PL_EXPECT_(PL_HAS_RANK_2(pl_window_of_##x),                                                    \
                       "PL_DOT(acc, a, b[, precision]): " #x " is not of rank 2; PL_VIEW names a part that is [dot-rank-2]"), \
     pl_matrix_((void *)(x), PL_WINDOW_(x), transposed))

/* ---- Blocks of the body --------------------------------------------------------------------------------

   PL_TILE(T, t, d0, d1…);       a block of the body, with constant dims, uninitialized; on the heap if it is large
   PL_VIEW(T, v, p, d0, d1…);    a name for a part of a block: p points to its first row (x[h], &x[h][w]), and p's
                                 type gives the distance between the rows

   declare refs like any other, which PL_FILL, PL_DOT, PL_PASS and PL_INSIDE accept.

       PL_TILE(float, s, BQ, BK);
       PL_FILL(s, 0);
       PL_DOT(s, q, PL_T(k));

   PL_INSIDE(x, i, j)              true if this element of the window is inside its array
   PL_LOAD(x[i][j], mask, other)   x[i][j] if mask holds, else other;  PL_STORE(x[i][j], v, mask): x[i][j] = v if mask holds
   PL_MULTIPLE_OF(v, n)            v, with a promise that n divides it (checked)
   -------------------------------------------------------------------------------------------------------- */
/* With checks a tile is between two guards, like a block: a number of elements on each side. A loop that runs one row too
   far writes a whole row, so a guard is at least a row; it is limited to a page, because small tiles are on the stack. */
#if PL_CHECKS
#define PL_TILE_GUARD_(size, row) \
    ((((row) > PL_PAGE_ ? PL_PAGE_ : ((row) + PL_GUARD_ - (row) % PL_GUARD_)) + (size) - 1) / (size))
#else
#define PL_TILE_GUARD_(size, row) 0
#endif
#define PL_TILE(...)                                                                                        \
    PL_IF_N_(3TO8, __VA_ARGS__)(PL_TILE_, PL_MISUSED_)("PL_TILE(T, t, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_TILE_(usage, T, t, ...)                                                                          \
    PL_EXPECT_NAME_(#t, "PL_TILE(" #T ", " #t ", ...): a type, a name, then the dims [name-and-dims]")      \
    _Static_assert(1 PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__), "PL_TILE(" #T ", " #t ", ...): dims are integers [dims-integers]"); \
    _Static_assert(PL_IS_CONSTANT_(PL_PRODUCT_(__VA_ARGS__)),                                               \
                   "PL_TILE: its dims are constants; PL_SCRATCH takes others [tile-constant]");             \
    _Static_assert(1 PL_LIST_(PL_IS_POSITIVE_, ~, __VA_ARGS__), "PL_TILE(" #T ", " #t ", ...): dims are 1 or more [dims-positive]"); \
    enum { t##_count_ = PL_PRODUCT_(__VA_ARGS__) };                                                         \
    enum { t##_guard_ = PL_TILE_GUARD_(sizeof(T), sizeof(T) * t##_count_ / ((PL_HEAD_(__VA_ARGS__)) + !(PL_HEAD_(__VA_ARGS__)))) }; \
    PL_ALIGNED_ T t##_memory_[sizeof(T) * t##_count_ <= PL_SMALL_TILE_ ? t##_count_ + 2 * t##_guard_ : 1];  \
    _Static_assert(!PL_IS_CONST_(*t##_memory_), "PL_TILE(" #T ", " #t ", ...): a tile is written, so not const [tile-const]"); \
    PL_AT_SCOPE_END_(pl_tile_end_)                                                                          \
    struct pl_tile t##_tile_ = pl_tile_begin_(&t##_tile_, #t "\0" #T, t##_memory_, t##_guard_ * sizeof(T),  \
                                              sizeof(T), PL_DTYPE_(*t##_memory_), PL_N_(__VA_ARGS__),       \
                                              (const long[]){ PL_EXTENTS_(__VA_ARGS__) });                  \
    PL_UNUSED_ T (*const t##_ref) PL_DIMS_(__VA_ARGS__) = pl_tile_at_(&t##_tile_);                                    \
    PL_UNUSED_ T (*const t) PL_INNER_DIMS_(__VA_ARGS__) = pl_tile_at_(&t##_tile_);                                    \
    PL_UNUSED_ PL_VIEW_TYPE_(T, const pl_type_of_##t, PL_N_(__VA_ARGS__), 0) = NULL;                        \
    PL_UNUSED_ char (*const pl_window_of_##t) PL_DIMS_(__VA_ARGS__) = pl_tile_window_(&t##_tile_)
#define PL_IS_DIM_(i, c, d) && PL_IS_INTEGER_(d)
#define PL_IS_BLOCK_DIM_(i, c, d) && (PL_IS_INTEGER_(d) || PL_IS_RECORD_(d))
#define PL_IS_POSITIVE_(i, c, d) && (d) > 0
/* The view of a wrong place points to rows of its own rank, so that only the requirement reports the error. */
#ifdef __GNUC__
#define PL_PLACE_(n, T, p) __builtin_choose_expr(PL_CAT_(PL_BEGINS_, n)(p), (p), &(*(T (*) PL_CAT_(PL_ONES_, n))0)[0])
#else
#define PL_PLACE_(n, T, p) (p)
#endif
#define PL_VIEW(...)                                                                                        \
    PL_IF_N_(4TO9, __VA_ARGS__)(PL_VIEW_, PL_MISUSED_)("PL_VIEW(T, v, p, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_VIEW_(usage, T, v, p, ...)                                                                       \
    PL_EXPECT_NAME_(#v, "PL_VIEW(" #T ", " #v ", ...): a type, a name, where it begins, then the dims [name-and-dims]") \
    _Static_assert(1 PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__), "PL_VIEW(" #T ", " #v ", ...): dims are integers [dims-integers]"); \
    _Static_assert(PL_IS_POINTER_(p), "PL_VIEW(" #T ", " #v ", ...): " #p " is not a place in a block, such as &x[r] or x[r] [view-place]"); \
    PL_VIEW_BEGINS_(T, v, p, PL_N_(__VA_ARGS__))                                                            \
    __typeof__(&*PL_PLACE_(PL_N_(__VA_ARGS__), T, p)) const v = PL_PLACE_(PL_N_(__VA_ARGS__), T, p);        \
    _Static_assert(PL_SHOWS_(PL_FIRST_OF_(v, __VA_ARGS__), T),                                              \
                   "PL_VIEW(" #T ", " #v ", ...): it points to elements of another type [view-type]");      \
    PL_UNUSED_ T (*const v##_ref) PL_DIMS_(__VA_ARGS__) = (void *)v;                                        \
    PL_UNUSED_ PL_VIEW_TYPE_(T, const pl_type_of_##v, PL_N_(__VA_ARGS__), 0) = NULL;                        \
    PL_UNUSED_ struct pl_window v##_view_ =                                                           \
        pl_view_((void *)v, sizeof(T), PL_DTYPE_(*(T *)v), PL_N_(__VA_ARGS__),                              \
                 (const long[]){ PL_EXTENTS_(__VA_ARGS__) },                                                \
                 (const size_t[]){ PL_STRIDES_(v, __VA_ARGS__) });                                          \
    PL_UNUSED_ char (*const pl_window_of_##v) PL_DIMS_(__VA_ARGS__) = (void *)&v##_view_
/* An element of T's kind, const only if T is. (A ?: of two pointers would do this, but gcc 14 rejects it.) */
#define PL_SHOWS_(e, T)                                                                                     \
    (_Generic((const __typeof__(e) *)0, const __typeof__(T) *: 1, default: 0) && (!PL_IS_CONST_(e) || PL_IS_CONST_(*(T *)0)))
#define PL_STRIDES_(v, ...) PL_CAT_(PL_STRIDES_, PL_N_(__VA_ARGS__))(v)

#define PL_INSIDE(...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_MISUSED_VALUE_, PL_INSIDE_)("PL_INSIDE(x, i, ...)", __VA_ARGS__)
#define PL_INSIDE_(usage, x, ...)                                                                           \
    PL_NAME_(PL_INSIDE, x)                                                                                  \
    ((void)PL_REQUIRE_REF_(usage, x),                                                                       \
     (void)PL_EXPECT_(PL_CAT_(PL_HAS_RANK_, PL_N_(__VA_ARGS__))(pl_window_of_##x),             \
                       usage ": as many indices as " #x " has dims [inside-indices]"),                      \
     1 PL_LIST_(PL_INSIDE_DIM_, PL_WINDOW_(x), __VA_ARGS__))
#define PL_INSIDE_DIM_(d, w, i) \
    && pl_inside_at_(w, d, (i) + PL_EXPECT_OF_(PL_IS_INTEGER_(i), "PL_INSIDE(x, i, ...): integers"), __FILE__, __LINE__)
#define PL_LOAD(...) PL_IF_N_(3, __VA_ARGS__)(PL_LOAD_, PL_MISUSED_VALUE_)("PL_LOAD(x[i], mask, other)", __VA_ARGS__)
#define PL_LOAD_(usage, element, mask, other)                                                               \
    ((void)PL_EXPECT_OF_(!PL_IS_POINTER_(element) && !PL_IS_POINTER_(other), usage ": of an element, not of a row [load-element]"), \
     (mask) ? (element) : (other))
#define PL_STORE(...) PL_IF_N_(3, __VA_ARGS__)(PL_STORE_, PL_MISUSED_)("PL_STORE(x[i], v, mask)", __VA_ARGS__)
#define PL_STORE_(usage, element, v, mask)                                                                  \
    do {                                                                                                    \
        (void)PL_EXPECT_OF_(!PL_IS_POINTER_(element) && !PL_IS_POINTER_(v), usage ": to an element, not to a row [store-element]"); \
        (void)PL_EXPECT_OF_(!PL_IS_CONST_(element), usage ": " #element " is const, so it can only be read [read-only]"); \
        if (mask)                                                                                           \
            (element) = (v);                                                                                \
    } while (0)
#define PL_MULTIPLE_OF(...)                                                                                 \
    PL_IF_N_(2, __VA_ARGS__)(PL_MULTIPLE_OF_, PL_MISUSED_VALUE_)("PL_MULTIPLE_OF(v, n)", __VA_ARGS__)
#define PL_MULTIPLE_OF_(usage, v, n)                                                                        \
    pl_multiple_of_((v) + PL_EXPECT_OF_(PL_IS_INTEGER_(v) && PL_IS_INTEGER_(n), usage " takes integers [integers]"), n, __FILE__, __LINE__)

/* ---- Spans ---------------------------------------------------------------------------------------------

   PL_TRACE("name");   the rest of the block is a span of that name on the timeline that PALLAS=trace=FILE writes, and
                       on the TPU target's, PALLAS=timeline=FILE.svg
   -------------------------------------------------------------------------------------------------------- */
#define PL_TRACE(...) PL_IF_ONE_(__VA_ARGS__)(PL_TRACE_, PL_MISUSED_)("PL_TRACE(\"name\")", __VA_ARGS__)
#define PL_REQUIRE_TEXT_(usage, name) PL_EXPECT_(PL_IS_TEXT_(name), usage ": a string [trace-name]")
#if PL_CHECKS
#define PL_TRACE_(usage, name)                                                                              \
    PL_UNUSED_ PL_AT_SCOPE_END_(pl_trace_leave_) struct pl_span PL_CAT_(pl_span_, __LINE__) =               \
        ((void)PL_REQUIRE_TEXT_(usage, name), pl_trace_enter_(name))
#else
#define PL_TRACE_(usage, name) ((void)PL_REQUIRE_TEXT_(usage, name), (void)(name))
#endif

/* ---- Atomics, checks, prints ---------------------------------------------------------------------------

   PL_ATOMIC_ADD(&x[i], v)  MAX MIN AND OR XOR XCHG, PL_ATOMIC_CAS(&x[i], expected, v): return the old value.
   They work on int32_t, uint32_t, int64_t, uint64_t, float and double (AND OR XOR: integers).

   PL_CHECK(c, fmt, …)   a condition that must hold. Otherwise it is reported with program, line and message, the body
                         ends there, and the call fails
   PL_PRINT(fmt, …)      printf from a program

       PL_CHECK(t[i] < rows, "row %d of %ld", t[i], rows);

   With checks off PL_CHECK does nothing and does not evaluate its condition.
   -------------------------------------------------------------------------------------------------------- */
#define PL_ATOMIC_ADD(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_ADD, "PL_ATOMIC_ADD(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_MAX(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_MAX, "PL_ATOMIC_MAX(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_MIN(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_MIN, "PL_ATOMIC_MIN(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_AND(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_BITS_, PL_ATOMIC_OP_AND, "PL_ATOMIC_AND(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_OR(...)   PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_BITS_, PL_ATOMIC_OP_OR, "PL_ATOMIC_OR(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_XOR(...)  PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_BITS_, PL_ATOMIC_OP_XOR, "PL_ATOMIC_XOR(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_XCHG(...) PL_ATOMIC_ON_(2, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_XCHG, "PL_ATOMIC_XCHG(&x[i], v)", __VA_ARGS__)
#define PL_ATOMIC_CAS(...)  PL_ATOMIC_ON_(3, PL_ATOMIC_TAKES_NUMBERS_, PL_ATOMIC_OP_CAS, "PL_ATOMIC_CAS(&x[i], expected, v)", __VA_ARGS__)
#define PL_ATOMIC_ON_(n, takes, op, usage, ...)                                                             \
    PL_IF_N_(n, __VA_ARGS__)(PL_ATOMIC_ON_2_, PL_ATOMIC_MISUSED_)(takes, op, usage, __VA_ARGS__)
#define PL_ATOMIC_MISUSED_(takes, op, usage, ...) PL_MISUSED_VALUE_(usage, ~)
#define PL_ATOMIC_ON_2_(takes, op, usage, p, ...)                                                           \
    ((void)PL_REQUIRE_(takes(p), usage ": &x[i] is no address of an element that this atomic takes [atomic-address]"), \
     (void)PL_EXPECT_OF_(PL_IS_NUMBER_(PL_HEAD_(__VA_ARGS__)) && PL_IS_NUMBER_(PL_SECOND_(__VA_ARGS__, 0)),  \
                       usage ": v is a number [atomic-value]"),                                            \
     PL_ATOMIC_OF_(*(p))(PL_ATOMIC_PLACE_(p, usage), op, PL_HEAD_(__VA_ARGS__), PL_SECOND_(__VA_ARGS__, 0)))
#if PL_CHECKS
#define PL_ATOMIC_PLACE_(p, usage) pl_atomic_place_(p, sizeof *(p), __FILE__, __LINE__, usage, #p)
#else
#define PL_ATOMIC_PLACE_(p, usage) (p)
#endif
#define PL_ATOMIC_TAKES_NUMBERS_(p) _Generic((p), float *: 1, double *: 1, default: PL_ATOMIC_TAKES_BITS_(p))
#define PL_ATOMIC_TAKES_BITS_(p)                                                                             \
    _Generic((p), int *: 1, unsigned *: 1, long *: 1, unsigned long *: 1, long long *: 1,                   \
             unsigned long long *: 1, default: 0)
#define PL_ATOMIC_OF_(e)                                                                                    \
    _Generic((e), float: pl_atomic_float_, double: pl_atomic_double_, int: pl_atomic_int_,                  \
             unsigned: pl_atomic_u32_, long: pl_atomic_long_, unsigned long: pl_atomic_ulong_,              \
             long long: pl_atomic_i64_, unsigned long long: pl_atomic_u64_)

/* Calls on several threads may share an array, so these operations are atomic here, too. a is the operand; for a CAS it
   is the expected value, and b the new one. */
enum pl_atomic_op {
    PL_ATOMIC_OP_ADD, PL_ATOMIC_OP_MAX, PL_ATOMIC_OP_MIN, PL_ATOMIC_OP_AND, PL_ATOMIC_OP_OR, PL_ATOMIC_OP_XOR,
    PL_ATOMIC_OP_XCHG, PL_ATOMIC_OP_CAS
};
#if PL_CHECKS
static inline int pl_exact_sum_(void *p, size_t size, double v);
#define PL_SUMS_EXACTLY_(p, v) pl_exact_sum_(p, sizeof *(p), (double)(v))
static inline void pl_draw_(const void *p, enum pl_atomic_op op, void *old, size_t size);
#define PL_DRAW_(p, op, old) pl_draw_(p, op, &(old), sizeof (old))
#else
#define PL_SUMS_EXACTLY_(p, v) 0
#define PL_DRAW_(p, op, old) ((void)0)
#endif
#define PL_ATOMIC_FLOAT_(suffix, T)                                                                         \
    static inline T pl_atomic_##suffix(T *p, enum pl_atomic_op op, T a, T b)                                \
    {                                                                                                       \
        T old, next;                                                                                        \
        if (op == PL_ATOMIC_OP_CAS) {                                                                       \
            __atomic_compare_exchange(p, &a, &b, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                    \
            PL_DRAW_(p, op, a);                                                                             \
            return a;                                                                                       \
        }                                                                                                   \
        __atomic_load(p, &old, __ATOMIC_RELAXED);                                                           \
        if (op == PL_ATOMIC_OP_ADD && PL_SUMS_EXACTLY_(p, a)) {                                             \
            PL_DRAW_(p, op, old);                                                                           \
            return old;                                                                                     \
        }                                                                                                   \
        do                                                                                                  \
            next = op == PL_ATOMIC_OP_ADD ? old + a : op == PL_ATOMIC_OP_MAX ? pl_max_##suffix(old, a) :    \
                   op == PL_ATOMIC_OP_MIN ? pl_min_##suffix(old, a) : a;                                    \
        while (!__atomic_compare_exchange(p, &old, &next, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));          \
        PL_DRAW_(p, op, old);                                                                               \
        return old;                                                                                         \
    }
PL_ATOMIC_FLOAT_(float_, float)
PL_ATOMIC_FLOAT_(double_, double)

/* Integers wrap, so all operations use the unsigned type of their size; MAX and MIN flip the sign bit to compare. */
static inline uint64_t pl_atomic_next_(enum pl_atomic_op op, uint64_t old, uint64_t v, uint64_t sign)
{
    switch (op) {
    case PL_ATOMIC_OP_MAX: return (old ^ sign) > (v ^ sign) ? old : v;
    case PL_ATOMIC_OP_MIN: return (old ^ sign) < (v ^ sign) ? old : v;
    case PL_ATOMIC_OP_AND: return old & v;
    case PL_ATOMIC_OP_OR: return old | v;
    case PL_ATOMIC_OP_XOR: return old ^ v;
    default: return v;
    }
}
#define PL_ATOMIC_UNSIGNED_(bits)                                                                           \
    static inline uint##bits##_t pl_atomic_in_##bits(uint##bits##_t *p, enum pl_atomic_op op, uint##bits##_t a, \
                                                     uint##bits##_t b, int is_signed)                       \
    {                                                                                                       \
        uint##bits##_t old = a, next, sign = (uint##bits##_t)is_signed << (bits - 1);                       \
        if (op == PL_ATOMIC_OP_ADD)                                                                         \
            return __atomic_fetch_add(p, a, __ATOMIC_RELAXED);                                              \
        if (op == PL_ATOMIC_OP_CAS) {                                                                       \
            __atomic_compare_exchange_n(p, &old, b, 0, __ATOMIC_RELAXED, __ATOMIC_RELAXED);                 \
            return old;                                                                                     \
        }                                                                                                   \
        old = __atomic_load_n(p, __ATOMIC_RELAXED);                                                         \
        do                                                                                                  \
            next = (uint##bits##_t)pl_atomic_next_(op, old, a, sign);                                       \
        while (!__atomic_compare_exchange_n(p, &old, next, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED));         \
        return old;                                                                                         \
    }
PL_ATOMIC_UNSIGNED_(32)
PL_ATOMIC_UNSIGNED_(64)
#define PL_ATOMIC_INTEGER_(suffix, T, is_signed)                                                            \
    static inline T pl_atomic_##suffix(T *p, enum pl_atomic_op op, T a, T b)                                \
    {                                                                                                       \
        T old = sizeof(T) == 4 ? (T)pl_atomic_in_32((void *)p, op, (uint32_t)a, (uint32_t)b, is_signed)     \
                               : (T)pl_atomic_in_64((void *)p, op, (uint64_t)a, (uint64_t)b, is_signed);    \
        PL_DRAW_(p, op, old);                                                                               \
        return old;                                                                                         \
    }
PL_ATOMIC_INTEGER_(int_, int, 1)
PL_ATOMIC_INTEGER_(u32_, unsigned, 0)
PL_ATOMIC_INTEGER_(long_, long, 1)
PL_ATOMIC_INTEGER_(ulong_, unsigned long, 0)
PL_ATOMIC_INTEGER_(i64_, long long, 1)
PL_ATOMIC_INTEGER_(u64_, unsigned long long, 0)

#define PL_PRINT(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_PRINT_, PL_MISUSED_)("PL_PRINT(format, ...)", __VA_ARGS__)
#define PL_PRINT_(usage, ...)                                                                               \
    ((void)PL_EXPECT_(PL_IS_TEXT_(PL_HEAD_(__VA_ARGS__)), usage ": the format is a string [format-string]"), pl_print_(__VA_ARGS__))
#define PL_CHECK(...) \
    PL_IF_GIVEN_(__VA_ARGS__)(PL_CHECK_THAT_, PL_CHECK_MISUSED_)("PL_CHECK(condition[, format, ...])", #__VA_ARGS__, __VA_ARGS__)
#define PL_CHECK_MISUSED_(usage, ...) PL_MISUSED_(usage, ~)
#define PL_CHECK_THAT_(usage, text, ...)                                                                    \
    ((void)PL_EXPECT_(PL_IS_TEXT_(PL_SECOND_(__VA_ARGS__, "")), usage ": the format is a string [format-string]"), \
     PL_CAT_(PL_CHECK_THAT_, PL_MANY_(__VA_ARGS__))(text, __VA_ARGS__))
#if PL_CHECKS
#define PL_CHECK_THAT_1(text, c)      ((c) ? (void)0 : pl_check_failed_(__FILE__, __LINE__, text, "%s", ""))
#define PL_CHECK_THAT_2(text, c, ...) ((c) ? (void)0 : pl_check_failed_(__FILE__, __LINE__, text, __VA_ARGS__))
#else
#define PL_CHECK_THAT_1(text, c)      ((void)sizeof((c) ? 1 : 0))
#define PL_CHECK_THAT_2(text, c, ...) ((void)sizeof((c) ? 1 : 0))
#endif

/* ==== Copies, semaphores, pipelines, devices =============================================================

   Views     PL_AT(x, i, PL_DS(start, size), PL_ALL…)      a part of a ref, or of another part; an integer drops its dim,
                                                           missing indices are PL_ALL
             PL_ANY_VIEW(T, v, PL_AT(…));                  a name for a part of an array left in HBM
   Copies    PL_COPY(src, dst, sem)                        a pl_copy: both ends and the semaphore; copies nothing
             pl_start(&c)  pl_wait(&c)                     start it; wait until sem holds its bytes, and subtract them
             PL_ASYNC_COPY(…)  PL_SYNC_COPY(src, dst[, sem])   describe and start; describe, start and wait
             PL_REMOTE_COPY(src, dst, send, recv, device)  a push: dst and recv are those of that device
             pl_wait_send(&c)  pl_wait_recv(&c)            wait until the source was read; until as many bytes have arrived
   Counters  PL_SIGNAL(s, n[, device])  PL_SEM_WAIT(s, n)  PL_SEM_READ(s)
             PL_BARRIER_SEM(id)  PL_BARRIER(id, device…)   signals each device named, waits for as many signals
   Devices   PL_DEVICE_ID()  PL_NUM_DEVICES()              with (x): coordinate and extent on mesh axis x
             PL_DEVICE_AT(cy, cx)  PL_NEIGHBOR(x, by)      the id at these coordinates; the id `by` further along x
   Scopes    PL_SCOPED(T, t, d0…);  PL_SCOPED_SEM(s[, n]);  PL_SCOPED_DMA_SEM(s[, n]);      to the end of the block
   Pipeline  PL_PIPELINE(kernel, part…);                   runs a kernel over windows of refs; parts: PL_GRID,
                                                           PL_IN PL_OUT PL_INOUT (view, spec), PL_SCALAR(T, e),
                                                           PL_SCRATCH(T, (n…)), and plain arguments
             PL_INIT(v, c)  PL_BEFORE_FETCH(statement)     two more options of a spec

       pl_copy push = PL_REMOTE_COPY(PL_AT(buf, now), PL_AT(buf, 1 - now), send, recv, PL_NEIGHBOR(ring, 1));
       pl_start(&push);
       PL_PIPELINE(add_product, PL_GRID((i, m / BM), (j, n / BN)), PL_IN(PL_AT(buf, now), …), …);
       pl_wait(&push);

   A view is an expression whose C type has the properties that the compiler can check: T (*(*)(void))[n], a pointer to
   a function, which cannot be subscripted; n is 1 + rank, plus 16 in HBM. Its value is the address of a struct pl_view. The
   companion pl_type_of_x of a name x has this type. docs/language.md has the rules, docs/collectives.md explains a
   program.
   ========================================================================================================= */
typedef struct { struct pl_semaphore *at; } pl_sem;
typedef struct { struct pl_semaphore *at; } pl_dma_sem;
struct pl_all { char none; };
struct pl_slice { long start, size; };      /* size: -1, an index; -2, all */
struct pl_view {                            /* a part of a ref */
    char *at;
    const char *name;                       /* of the ref */
    const struct pl_operand *operand;       /* the owner of its memory; NULL: a tile or a scope */
    int rank;
    enum pl_dtype type;
    size_t element;
    long dim[8];
    size_t stride[8];
};
typedef struct {                            /* the description of a copy */
    struct pl_view src, dst;
    struct pl_semaphore *send, *recv;       /* a local copy has only recv */
    long device;                            /* -1: a local copy */
} pl_copy;
struct pl_spot { const char *file; int line; };
static inline struct pl_semaphore *pl_sem_at_(pl_sem s) { return s.at; }
static inline struct pl_semaphore *pl_dma_sem_at_(pl_dma_sem s) { return s.at; }
static inline struct pl_semaphore *pl_first_semaphore_(const void *handles) { return *(struct pl_semaphore *const *)handles; }
#define PL_SEMAPHORE_(s_) _Generic((s_), pl_sem: pl_sem_at_, default: pl_dma_sem_at_)(s_)
#define PL_HERE_ ((struct pl_spot){ __FILE__, __LINE__ })

/* ---- Parameters of a kernel, and their parts of a call ------------------------------------------------- */
#define PL_ANY_REF(...) \
    PL_IF_N_(3, __VA_ARGS__)(PL_PART_, PL_WRONG_)(ANY_REF_, "PL_ANY_REF(T, x, rank)", __VA_ARGS__)
#define PL_SEM(...)     PL_CAT_(PL_SEM_PART_, PL_N_(__VA_ARGS__))(pl_sem, "PL_SEM(s) or PL_SEM(s, n)", __VA_ARGS__)
#define PL_DMA_SEM(...) PL_CAT_(PL_SEM_PART_, PL_N_(__VA_ARGS__))(pl_dma_sem, "PL_DMA_SEM(s) or PL_DMA_SEM(s, n)", __VA_ARGS__)
#define PL_SEM_PART_1(S_, usage, s_)      (SEM_, S_, s_)
#define PL_SEM_PART_2(S_, usage, s_, n_)  (SEMS_, S_, s_, n_)
#define PL_SEM_PART_3(S_, usage, ...)     (WRONG_, usage)
#define PL_PARAMETER_PROBE_ANY_REF_ ~, PL_NOTHING_
#define PL_PARAMETER_PROBE_SEM_     ~, PL_NOTHING_
#define PL_PARAMETER_PROBE_SEMS_    ~, PL_NOTHING_

/* The kind of a parameter, encoded as a rank: a block 1 to 6, a value 7, semaphores 8 and 9; an array that stays in HBM
   adds 16. */
#define PL_RANK_HBM_(n_) ((n_) + 16)
#define PL_TYPE_OF_ANY_REF_(i_, T_, x_, n_)    T_ *pl_parameter_##i_; char pl_rank_##i_[PL_RANK_HBM_(n_)];
#define PL_TYPE_OF_SEM_(i_, S_, s_)            S_ pl_parameter_##i_; char pl_rank_##i_[8];
#define PL_TYPE_OF_SEMS_(i_, S_, s_, n_)       S_ pl_parameter_##i_; char pl_rank_##i_[9];

/* An array left in HBM: its name points to a type that cannot be subscripted, and that names the reason. */
struct pl_left_in_HBM_copy_it_first_with_PL_COPY;
#define PL_LEFT_IN_HBM_(T_)                                                                                 \
    __typeof__(__builtin_choose_expr(PL_IS_CONST_(*(T_ *)0), (const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *)0, \
                                     (struct pl_left_in_HBM_copy_it_first_with_PL_COPY *)0))
#define PL_IS_HBM_(x_)                                                                                      \
    _Generic((x_), const struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: 1,                                \
             struct pl_left_in_HBM_copy_it_first_with_PL_COPY *: 1, default: 0)
#define PL_FORMAL_ANY_REF_(i_, T_, x_, rank_)                                                               \
    , PL_UNUSED_ char (*pl_window_of_##x_) PL_CAT_(PL_ONES_, rank_),                                    \
    PL_UNUSED_ PL_LEFT_IN_HBM_(T_) const x_, PL_UNUSED_ T_ *x_##_ref, PL_UNUSED_ PL_VIEW_TYPE_(T_, pl_type_of_##x_, rank_, 1)
#define PL_FORMAL_SEM_(i_, S_, s_)      , PL_UNUSED_ const S_ s_
#define PL_FORMAL_SEMS_(i_, S_, s_, n_) , PL_UNUSED_ const S_ *const s_
#define PL_SIGN_ANY_REF_(i_, T_, x_, rank_) pl_sign_hbm_(PL_WINDOW_(x_), #x_);
#define PL_SIGN_SEM_(i_, S_, s_)            pl_sign_semaphores_(pl_, PL_SEMAPHORE_(s_), #s_, -1);
#define PL_SIGN_SEMS_(i_, S_, s_, n_)       pl_sign_semaphores_(pl_, pl_first_semaphore_(s_), #s_, n_);

#define PL_ANY             (ANY_, ~)
#define PL_SCRATCH_ANY(...) \
    PL_IF_N_(2, __VA_ARGS__)(PL_PART_, PL_WRONG_)(SCRATCH_ANY_, "PL_SCRATCH_ANY(T, (n, ...))", __VA_ARGS__)
#define PL_SCRATCH_SEM(...)     PL_IF_GIVEN_(__VA_ARGS__)(PL_SEMS_PART_, PL_SEM_PART_)(pl_sem, __VA_ARGS__)
#define PL_SCRATCH_DMA_SEM(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_SEMS_PART_, PL_SEM_PART_)(pl_dma_sem, __VA_ARGS__)
#define PL_SEM_PART_(S_, ...)   (SEM_, S_, 1)
#define PL_SEMS_PART_(S_, n_)   (SEMS_, S_, n_)
#define PL_MESH(...)            (MESH_, __VA_ARGS__)

#define PL_PART_PROBE_SCRATCH_ANY_ ~, PL_NOTHING_
#define PL_PART_PROBE_SEM_         ~, PL_NOTHING_
#define PL_PART_PROBE_SEMS_        ~, PL_NOTHING_
#define PL_PART_PROBE_MESH_        ~, PL_CHECK_MESH_
#define PL_PART_PROBE_VIEW_        ~, PL_PART_MISUSED_VIEW_
#define PL_PART_MISUSED_VIEW_(c_, kind_, role_, usage_, ...) PL_PART_MISUSED_(c_, kind_, usage_)
#define PL_CHECK_MESH_(c_, kind_, ...) PL_LIST_(PL_CHECK_MESH_AXIS_, c_, __VA_ARGS__)
#define PL_CHECK_MESH_AXIS_(d_, c_, axis_) PL_IF_TUPLE_(axis_, PL_NOTHING_, PL_MESH_WRONG_)(c_)
#define PL_MESH_WRONG_(c_) _Static_assert(0, c_ " PL_MESH: write PL_MESH((x, devices), ...), the names of the axes and their extents [mesh-axes]");
#define PL_FACT_SCRATCH_ANY_(i_, T_, dims_)  { "scratch", #T_, NULL, sizeof(T_), PL_KIND_SCRATCH_, PL_TYPE_(T_), PL_N_ dims_ },
#define PL_FACT_SEM_(i_, S_, n_)             { "semaphore", #S_, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },
#define PL_FACT_SEMS_(i_, S_, n_)            { "semaphore", #S_, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },
#define PL_GIVE_SCRATCH_ANY_(i_, T_, dims_)                                                                 \
    PL_CHECK_QUICKLY_(i_, T_ *, PL_SCRATCH_ANY(T_), PL_RANK_HBM_(PL_N_ dims_))                              \
    PL_SAYS_NOW_("the shape of a PL_SCRATCH_ANY")                                                           \
    pl_give_shape_(&pl_operand_[i_], (const long[]){ PL_BARE_ dims_ }), pl_give_any_(&pl_operand_[i_]);
#define PL_GIVE_SEM_(i_, S_, n_)                                                                            \
    PL_CHECK_QUICKLY_(i_, S_, PL_SCRATCH_SEM(), 8)                                                          \
    pl_give_semaphores_(&pl_operand_[i_], 1, PL_IS_DMA_((S_){ 0 }));
#define PL_GIVE_SEMS_(i_, S_, n_)                                                                           \
    PL_CHECK_QUICKLY_(i_, S_, PL_SCRATCH_SEM(n_), 9)                                                        \
    PL_SAYS_NOW_("the number of semaphores")                                                                \
    pl_give_semaphores_(&pl_operand_[i_], n_, PL_IS_DMA_((S_){ 0 }));
#define PL_IS_DMA_(s_) _Generic((s_), pl_dma_sem: 1, default: 0)
#define PL_SPEC_ANY_(i_, none_)          pl_give_any_(&pl_operand_[i_]);
#define PL_MAP_TEXT_ANY_(none_)          NULL
#define PL_RANK_OF_ANY_(rank_, none_)    PL_RANK_HBM_(rank_)
#define PL_INDEX_SPEC_ANY_(...)
#define PL_INDEX_SCRATCH_ANY_(...)
#define PL_INDEX_SEM_(...)
#define PL_INDEX_SEMS_(...)
#define PL_CHECK_FACT_SCRATCH_ANY_(i_, c_, T_, dims_)                                                       \
    PL_CHECK_SHAPE_(c_, PL_TEXT_2_(PL_SCRATCH_ANY(T_, ...)), dims_)                                         \
    PL_CHECK_TYPE_(i_, c_, PL_TEXT_2_(PL_SCRATCH_ANY(T_, ...)), T_ *)                                       \
    PL_CHECK_(sizeof ((pl_types_ *)0)->pl_rank_##i_ == PL_RANK_HBM_(PL_N_ dims_), c_, PL_TEXT_2_(PL_SCRATCH_ANY(T_, ...)), \
              "the kernel parameter in this position is not a PL_ANY_REF of that rank [part-any-ref]")
#define PL_CHECK_FACT_SEM_(i_, c_, S_, n_)                                                                  \
    PL_CHECK_(_Generic(((pl_types_ *)0)->pl_parameter_##i_, S_: 1, default: 0) &&                              \
              sizeof ((pl_types_ *)0)->pl_rank_##i_ == 8, c_, "PL_SCRATCH_SEM(), PL_SCRATCH_DMA_SEM()",        \
              "the kernel parameter in this position is not a semaphore of that kind, or is an array [part-semaphore]")
#define PL_CHECK_FACT_SEMS_(i_, c_, S_, n_)                                                                 \
    PL_CHECK_(_Generic(((pl_types_ *)0)->pl_parameter_##i_, S_: 1, default: 0) &&                              \
              sizeof ((pl_types_ *)0)->pl_rank_##i_ == 9, c_, "PL_SCRATCH_SEM(n), PL_SCRATCH_DMA_SEM(n)",      \
              "the kernel parameter in this position is not an array of semaphores of that kind [part-semaphores]")
#define PL_CHECK_ANY_(i_, c_, what_, role_, n_, none_)                                                      \
    PL_CHECK_(sizeof ((pl_types_ *)0)->pl_rank_##i_ == PL_RANK_HBM_(n_), c_, what_,                            \
              "an array left in HBM is a PL_ANY_REF(T, x, rank) of the kernel, of the array's rank [part-in-hbm]")
#define PL_ARGUMENT_SCRATCH_ANY_(i_, ...) PL_HBM_ARGUMENT_(i_)
#define PL_HBM_ARGUMENT_(i_) , pl_block_window_(&pl_operand_[i_]), pl_block_at_(&pl_operand_[i_]), NULL, NULL
#define PL_ARGUMENT_SEM_(i_, S_, n_)   , ((const S_ *)pl_handles_(&pl_operand_[i_]))[0]
#define PL_ARGUMENT_SEMS_(i_, S_, n_)  , (const S_ *)pl_handles_(&pl_operand_[i_])

/* ---- Views --------------------------------------------------------------------------------------------- */
#define PL_ALL ((struct pl_all){ 0 })
#define PL_AT(...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_MISUSED_VALUE_, PL_AT_OF_)("PL_AT(x, i, PL_DS(start, size), PL_ALL...)", __VA_ARGS__)
#define PL_AT_OF_(usage_, x_, ...) PL_AT_VIEW_(usage_, PL_SHOWN_(x_), __VA_ARGS__)
#define PL_AT_VIEW_(usage_, v_, ...)                                                                        \
    ((PL_ELEMENT_OF_(v_) (*(*)(void))[PL_CODE_OF_(v_) - (0 PL_LIST_(PL_DROPS_, ~, __VA_ARGS__))])(uintptr_t) \
     (struct pl_view[1]){ pl_at_(PL_DEMAND_(PL_N_(__VA_ARGS__) < PL_CODE_OF_(v_) % 16, usage_ ": more indices than dims [at-dims]") + \
                                 PL_SEEN_(v_), PL_N_(__VA_ARGS__),                                           \
                                 (const struct pl_slice[]){ PL_LIST_(PL_SLICE_, ~, __VA_ARGS__) }, PL_HERE_) })
#define PL_DROPS_(d_, c_, e_) + _Generic((e_), struct pl_index: 0, struct pl_all: 0, default: 1)
#define PL_SLICE_(d_, c_, e_) \
    _Generic((e_), struct pl_index: pl_slice_some_, struct pl_all: pl_slice_all_, default: pl_slice_one_)(e_),

/* A requirement on a view; clang accepts its expression in a block, but not in a struct. */
#define PL_DEMAND_(c_, message_) (__extension__({ _Static_assert(c_, message_); 0; }))

/* The view of a name or an expression: the element type, the code of its rank, its value. */
#define PL_SHOWN_(x_) PL_IF_TUPLE_(x_, PL_BARE_, PL_SHOWN_NAME_)(x_)
#define PL_SHOWN_NAME_(x_)                                                                                  \
    ((__typeof__(pl_type_of_##x_))(uintptr_t)(struct pl_view[1]){ pl_view_of_(PL_WINDOW_(x_), #x_) })
#define PL_ELEMENT_OF_(v_) __typeof__(**(v_)())
#define PL_CODE_OF_(v_)    ((int)(sizeof *(v_)() / sizeof **(v_)()))
#define PL_SEEN_(v_)       ((const struct pl_view *)(uintptr_t)(v_))
#define PL_ANY_VIEW(...) \
    PL_IF_N_(3, __VA_ARGS__)(PL_ANY_VIEW_, PL_MISUSED_)("PL_ANY_VIEW(T, v, PL_AT(...))", __VA_ARGS__)
#define PL_ANY_VIEW_(usage_, T_, v_, x_)                                                                    \
    PL_EXPECT_NAME_(#v_, "PL_ANY_VIEW(" #T_ ", " #v_ ", ...): a type, a name, then a PL_AT(...) [name-and-dims]") \
    PL_ANY_VIEW_2_(usage_, T_, v_, PL_SHOWN_(x_))
#define PL_ANY_VIEW_2_(usage_, T_, v_, h_)                                                                  \
    _Static_assert(PL_CODE_OF_(h_) > 17, usage_ ": this is no part of an array left in HBM, of one dim or more; " \
                   "PL_VIEW names a part of a block [any-view-place]");                                     \
    _Static_assert(PL_SHOWS_(**(h_)(), T_), usage_ ": its elements are of another type, or const [any-view-type]"); \
    PL_UNUSED_ struct pl_window v_##_view_ = pl_window_over_(PL_SEEN_(h_));                                 \
    PL_UNUSED_ __typeof__(PL_HBM_DIMS_OF_(PL_CODE_OF_(h_) - 17)) const pl_window_of_##v_ = (void *)&v_##_view_; \
    PL_UNUSED_ PL_LEFT_IN_HBM_(T_) const v_ = pl_window_at_(&v_##_view_);                                        \
    PL_UNUSED_ T_ (*(*const pl_type_of_##v_)(void))[PL_CODE_OF_(h_)] = NULL;                                \
    PL_UNUSED_ T_ *const v_##_ref = NULL
#define PL_HBM_DIMS_OF_(rank_)                                                                              \
    __builtin_choose_expr((rank_) == 1, (char (*)[1])0, __builtin_choose_expr((rank_) == 2, (char (*)[1][1])0, \
    __builtin_choose_expr((rank_) == 3, (char (*)[1][1][1])0, __builtin_choose_expr((rank_) == 4, (char (*)[1][1][1][1])0, \
    __builtin_choose_expr((rank_) == 5, (char (*)[1][1][1][1][1])0, (char (*)[1][1][1][1][1][1])0)))))

/* ---- Copies -------------------------------------------------------------------------------------------- */
#define PL_COPY(...) PL_IF_N_(3, __VA_ARGS__)(PL_COPY_, PL_MISUSED_VALUE_)("PL_COPY(src, dst, sem)", __VA_ARGS__)
#define PL_COPY_(usage_, src_, dst_, sem_) (*(pl_copy[1]){ PL_LOCAL_(usage_, src_, dst_, sem_) })
/* Both ends as variables, so that queries of their types need not repeat the expressions. */
#define PL_ENDS_(usage_, src_, dst_)                                                                        \
    const __auto_type pl_src_ = PL_SHOWN_(src_);                                                            \
    const __auto_type pl_dst_ = PL_SHOWN_(dst_);                                                            \
    _Static_assert(_Generic((const PL_ELEMENT_OF_(pl_src_) *)0, const PL_ELEMENT_OF_(pl_dst_) *: 1, default: 0), \
                   usage_ ": src and dst have elements of different types [copy-elements]");                \
    _Static_assert(PL_CODE_OF_(pl_src_) % 16 == PL_CODE_OF_(pl_dst_) % 16, usage_ ": src and dst differ in rank [copy-dims]"); \
    _Static_assert(!PL_IS_CONST_(**(pl_dst_)()), usage_ ": dst is const, so it can only be read [copy-const]");
#define PL_LOCAL_(usage_, src_, dst_, sem_)                                                                 \
    __extension__({                                                                                         \
        PL_ENDS_(usage_, src_, dst_)                                                                        \
        pl_copy_(PL_SEEN_(pl_src_), PL_SEEN_(pl_dst_), NULL, PL_DMA_SEM_OF_(usage_, sem_), -1, PL_HERE_);   \
    })
#define PL_DMA_SEM_OF_(usage_, sem_) \
    (PL_REQUIRE_(PL_IS_DMA_(sem_), usage_ ": a copy's semaphore is a PL_DMA_SEM [copy-semaphore]") + PL_SEMAPHORE_(sem_))
#define PL_ASYNC_COPY(...) PL_IF_N_(3, __VA_ARGS__)(PL_ASYNC_COPY_, PL_MISUSED_VALUE_)("PL_ASYNC_COPY(src, dst, sem)", __VA_ARGS__)
#define PL_ASYNC_COPY_(usage_, src_, dst_, sem_) pl_started_(PL_LOCAL_(usage_, src_, dst_, sem_), PL_HERE_)
#define PL_SYNC_COPY(...) PL_CAT_(PL_SYNC_COPY_, PL_N_(__VA_ARGS__))(__VA_ARGS__)
#define PL_SYNC_COPY_1(...) PL_MISUSED_("PL_SYNC_COPY(src, dst[, sem])", ~)
#define PL_SYNC_COPY_4(...) PL_MISUSED_("PL_SYNC_COPY(src, dst[, sem])", ~)
#define PL_SYNC_COPY_2(src_, dst_)                                                                          \
    __extension__({                                                                                         \
        PL_ENDS_("PL_SYNC_COPY(src, dst)", src_, dst_)                                                      \
        pl_sync_copy_(PL_SEEN_(pl_src_), PL_SEEN_(pl_dst_), PL_HERE_);                                      \
    })
#define PL_SYNC_COPY_3(src_, dst_, sem_) pl_waited_(PL_LOCAL_("PL_SYNC_COPY(src, dst, sem)", src_, dst_, sem_), PL_HERE_)
#define PL_REMOTE_COPY(...) \
    PL_IF_N_(5, __VA_ARGS__)(PL_REMOTE_COPY_, PL_MISUSED_VALUE_)("PL_REMOTE_COPY(src, dst, send, recv, device)", __VA_ARGS__)
#define PL_ASYNC_REMOTE_COPY(...) \
    PL_IF_N_(5, __VA_ARGS__)(PL_ASYNC_REMOTE_, PL_MISUSED_VALUE_)("PL_ASYNC_REMOTE_COPY(src, dst, send, recv, device)", __VA_ARGS__)
#define PL_REMOTE_COPY_(usage_, src_, dst_, send_, recv_, device_) \
    (*(pl_copy[1]){ PL_REMOTE_OF_(usage_, src_, dst_, send_, recv_, device_) })
#define PL_ASYNC_REMOTE_(usage_, src_, dst_, send_, recv_, device_) \
    pl_started_(PL_REMOTE_OF_(usage_, src_, dst_, send_, recv_, device_), PL_HERE_)
#define PL_REMOTE_OF_(usage_, src_, dst_, send_, recv_, device_)                                                 \
    __extension__({                                                                                         \
        PL_ENDS_(usage_, src_, dst_)                                                                        \
        pl_copy_(PL_SEEN_(pl_src_), PL_SEEN_(pl_dst_), PL_DMA_SEM_OF_(usage_, send_), PL_DMA_SEM_OF_(usage_, recv_), \
                 pl_device_named_(device_, PL_HERE_), PL_HERE_);                                            \
    })
#define pl_start(c_)     pl_start_copy_((c_), PL_HERE_)
#define pl_wait(c_)      pl_wait_copy_((c_), 3, PL_HERE_)
#define pl_wait_send(c_) pl_wait_copy_((c_), 1, PL_HERE_)
#define pl_wait_recv(c_) pl_wait_copy_((c_), 2, PL_HERE_)

/* ---- Semaphores ---------------------------------------------------------------------------------------- */
#define PL_SIGNAL(...) PL_CAT_(PL_SIGNAL_, PL_N_(__VA_ARGS__))("PL_SIGNAL(s, n[, device])", __VA_ARGS__)
#define PL_SIGNAL_1(usage_, ...) PL_MISUSED_(usage_, ~)
#define PL_SIGNAL_4(usage_, ...) PL_MISUSED_(usage_, ~)
#define PL_SIGNAL_2(usage_, s_, n_) pl_signal_sem_(PL_SEM_OF_(usage_, s_), n_, -1, PL_HERE_)
#define PL_SIGNAL_3(usage_, s_, n_, device_) pl_signal_sem_(PL_SEM_OF_(usage_, s_), n_, pl_device_named_(device_, PL_HERE_), PL_HERE_)
#define PL_SEM_OF_(usage_, s_) \
    (PL_REQUIRE_(_Generic((s_), pl_sem: 1, default: 0), usage_ ": s is a PL_SEM; a PL_DMA_SEM belongs to copies [sem-kind]") + PL_SEMAPHORE_(s_))
#define PL_SEM_WAIT(...) PL_IF_N_(2, __VA_ARGS__)(PL_SEM_WAIT_, PL_MISUSED_)("PL_SEM_WAIT(s, n)", __VA_ARGS__)
#define PL_SEM_WAIT_(usage_, s_, n_) pl_wait_sem_(PL_SEM_OF_(usage_, s_), n_, PL_HERE_)
#define PL_SEM_READ(...) PL_IF_ONE_(__VA_ARGS__)(PL_SEM_READ_, PL_MISUSED_VALUE_)("PL_SEM_READ(s)", __VA_ARGS__)
#define PL_SEM_READ_(usage_, s_) \
    pl_read_sem_(PL_REQUIRE_(_Generic((s_), pl_sem: 1, pl_dma_sem: 1, default: 0), usage_ ": of a semaphore [sem-read]") + PL_SEMAPHORE_(s_), PL_HERE_)
#define PL_BARRIER_SEM(id_) pl_barrier_sem_(id_, PL_HERE_)
#define PL_BARRIER(...) PL_IF_N_(FEW2, __VA_ARGS__)(PL_MISUSED_, PL_BARRIER_)("PL_BARRIER(id, device...)", __VA_ARGS__)
#define PL_BARRIER_(usage_, id_, ...) pl_barrier_(id_, PL_N_(__VA_ARGS__), (const long[]){ __VA_ARGS__ }, PL_HERE_)

/* ---- Devices ------------------------------------------------------------------------------------------- */
#define PL_DEVICE_ID(...)   PL_IF_GIVEN_(__VA_ARGS__)(PL_MESH_NAMED_, PL_MESH_WHOLE_)(pl_device_of_mesh_, __VA_ARGS__)
#define PL_NUM_DEVICES(...) PL_IF_GIVEN_(__VA_ARGS__)(PL_MESH_NAMED_, PL_MESH_WHOLE_)(pl_devices_of_mesh_, __VA_ARGS__)
#define PL_MESH_NAMED_(f_, x_)   f_(#x_, PL_HERE_)
#define PL_MESH_WHOLE_(f_, ...)  f_(NULL, PL_HERE_)
#define PL_DEVICE_AT(...)   pl_device_at_(PL_N_(__VA_ARGS__), (const long[]){ __VA_ARGS__ }, PL_HERE_)
#define PL_NEIGHBOR(...)    PL_IF_N_(2, __VA_ARGS__)(PL_NEIGHBOR_, PL_MISUSED_VALUE_)("PL_NEIGHBOR(x, by)", __VA_ARGS__)
#define PL_NEIGHBOR_(usage_, x_, by_) pl_neighbor_(#x_, by_, PL_HERE_)

/* ---- Scopes -------------------------------------------------------------------------------------------- */
#define PL_SCOPED(...) \
    PL_IF_N_(3TO8, __VA_ARGS__)(PL_SCOPED_, PL_MISUSED_)("PL_SCOPED(T, t, d0, ...), of 1 to 6 dims", __VA_ARGS__)
#define PL_SCOPED_(usage_, T_, t_, ...)                                                                     \
    PL_EXPECT_NAME_(#t_, "PL_SCOPED(" #T_ ", " #t_ ", ...): a type, a name, then the dims [name-and-dims]") \
    _Static_assert(1 PL_LIST_(PL_IS_DIM_, ~, __VA_ARGS__), "PL_SCOPED(" #T_ ", " #t_ ", ...): dims are integers [dims-integers]"); \
    PL_AT_SCOPE_END_(pl_scoped_end_)                                                                        \
    struct pl_scoped t_##_scope_;                                                                           \
    pl_scoped_begin_(&t_##_scope_, #t_ "\0" #T_, sizeof(T_), PL_DTYPE_(*(T_ *)0), PL_N_(__VA_ARGS__),        \
                     (const long[]){ PL_EXTENTS_(__VA_ARGS__) }, PL_HERE_);                                 \
    PL_UNUSED_ T_ (*const t_##_ref) PL_DIMS_(__VA_ARGS__) = pl_scoped_at_(&t_##_scope_);                            \
    PL_UNUSED_ T_ (*const t_) PL_INNER_DIMS_(__VA_ARGS__) = pl_scoped_at_(&t_##_scope_);                            \
    PL_UNUSED_ PL_VIEW_TYPE_(T_, const pl_type_of_##t_, PL_N_(__VA_ARGS__), 0) = NULL;                      \
    PL_UNUSED_ char (*const pl_window_of_##t_) PL_DIMS_(__VA_ARGS__) = pl_scoped_window_(&t_##_scope_)
#define PL_SCOPED_SEM(...)     PL_CAT_(PL_SCOPED_SEM_, PL_N_(__VA_ARGS__))(pl_sem, __VA_ARGS__)
#define PL_SCOPED_DMA_SEM(...) PL_CAT_(PL_SCOPED_SEM_, PL_N_(__VA_ARGS__))(pl_dma_sem, __VA_ARGS__)
#define PL_SCOPED_SEM_1(S_, s_)                                                                             \
    PL_SCOPED_SEMS_(S_, s_, -1)                                                                             \
    PL_UNUSED_ const S_ s_ = ((const S_ *)pl_scoped_handles_(&s_##_scope_))[0]
#define PL_SCOPED_SEM_2(S_, s_, n_)                                                                         \
    PL_SCOPED_SEMS_(S_, s_, n_)                                                                             \
    PL_UNUSED_ const S_ *const s_ = (const S_ *)pl_scoped_handles_(&s_##_scope_)
#define PL_SCOPED_SEM_3(S_, ...) PL_MISUSED_("PL_SCOPED_SEM(s[, n]), PL_SCOPED_DMA_SEM(s[, n])", ~)
#define PL_SCOPED_SEMS_(S_, s_, n_)                                                                         \
    PL_AT_SCOPE_END_(pl_scoped_sems_end_)                                                                   \
    struct pl_scoped s_##_scope_;                                                                           \
    pl_scoped_sems_begin_(&s_##_scope_, #s_, PL_IS_DMA_((S_){ 0 }), n_, PL_HERE_);

/* ---- Pipelines: a call inside a kernel ------------------------------------------------------------------

   Its loop is that of PL_CALL. The first item of a part is its kind. Arguments without parentheses, and those of PL_PASS, are
   passed to the kernel unchanged.
   -------------------------------------------------------------------------------------------------------- */
#define PL_INIT(...) PL_IF_N_(2, __VA_ARGS__)(PL_PART_, PL_WRONG_)(INIT_, "PL_INIT(v, condition)", __VA_ARGS__)
#define PL_BEFORE_FETCH(...) (BEFORE_, __VA_ARGS__)
#define PL_OPTION_OF_PIPELINE_(...) _Static_assert(0, PL_MESSAGE_OPTION_OF_PIPELINE_);
#define PL_OPTION_INIT_(o_, ...)   pl_give_init_(&o_);
#define PL_OPTION_BEFORE_(o_, ...)

#define PL_PIPELINE(kernel_, ...) \
    PL_PIPELINE_2_(kernel_, #kernel_, PL_OVER_OF_(~, __VA_ARGS__), ~ PL_OVER_(PL_PIPE_, ~, ~, __VA_ARGS__))

/* What a part gives, by its kind: (values before the loop), (checks), (axes), (fact), (what is given to the operand),
   (index maps), (what comes before a fetch), (arguments of the kernel). Each part is an operand, so each has a fact. */
#define PL_PIPE_(i_, c_, part_) , (PL_IF_TUPLE_(part_, PL_PIPE_TUPLE_, PL_PIPE_BARE_)(i_, part_), (), (), (), (), (), (), (), ())
#define PL_PIPE_TUPLE_(i_, part_) PL_IF_TUPLE_(PL_HEAD_ part_, PL_PIPE_BARE_, PL_PIPE_PART_)(i_, part_)
#define PL_PIPE_PART_(i_, part_) PL_DO_(i_, PL_PIPE_GIVES_, part_)
#define PL_PIPE_BARE_(i_, e_)            (), (), (), (PL_PIPE_NO_FACT_), (), (), (), (, e_)
#define PL_PIPE_GIVES_SCALAR_(i_, T_, e_)                                                                   \
    (const T_ pl_scalar_##i_ = (e_);), (), (), (PL_PIPE_NO_FACT_), (), (), (), (, pl_scalar_##i_)
#define PL_PIPE_GIVES_GRID_(i_, ...)                                                                        \
    (), (PL_CHECK_GRID_("PL_PIPELINE:", ~, __VA_ARGS__)), (, PL_ONE_GRID_ PL_LIST_(PL_AXIS_OF_GRID_, ~, __VA_ARGS__)), \
    (PL_PIPE_NO_FACT_), (), (), (), ()
#define PL_PIPE_GIVES_ONCE_(...)         (), (), (, PL_ONE_GRID_), (PL_PIPE_NO_FACT_), (), (), (), ()
#define PL_PIPE_GIVES_SCRATCH_(i_, T_, dims_, space_)                                                       \
    (), (), (), (PL_FACT_SCRATCH_(i_, T_, dims_, space_)),                                                  \
    (pl_give_shape_(&pl_operand_[i_], (const long[]){ PL_BARE_ dims_ });), (), (), (PL_WINDOW_ARGUMENT_(i_))
#define PL_PIPE_GIVES_VIEW_(i_, role_, usage_, x_, spec_) PL_PIPE_VIEW_(i_, role_, pl_view_##i_, x_, PL_SPEC_ITEMS_(spec_))
#define PL_PIPE_VIEW_(...) PL_PIPE_VIEW_2_(__VA_ARGS__)
#define PL_PIPE_VIEW_2_(i_, role_, v_, x_, kind_, ...)                                                      \
    (PL_UNUSED_ const __auto_type v_ = PL_SHOWN_(x_);),                                                     \
    (PL_PIPE_CHECK_ROLE_##role_(v_) PL_CAT_(PL_PIPE_CHECK_SPEC_, kind_)(v_, __VA_ARGS__)), (),              \
    ({ "", "", PL_CAT_(PL_MAP_TEXT_, kind_)(__VA_ARGS__), sizeof **(v_)(), PL_KIND_##role_,                 \
       PL_DTYPE_(*(PL_ELEMENT_OF_(v_) *)0), PL_CODE_OF_(v_) % 16 - 1 },),                                   \
    (pl_give_view_(&pl_operand_[i_], PL_SEEN_(v_)); PL_CAT_(PL_SPEC_, kind_)(i_, __VA_ARGS__)),             \
    (PL_CAT_(PL_INDEX_SPEC_, kind_)(i_, __VA_ARGS__) PL_CAT_(PL_PIPE_OPTIONS_, kind_)(i_, PL_PIPE_LIVE_OF_, __VA_ARGS__)), \
    (PL_CAT_(PL_PIPE_OPTIONS_, kind_)(i_, PL_PIPE_BEFORE_OF_, __VA_ARGS__)), (PL_CAT_(PL_ARGUMENT_SPEC_, kind_)(i_))
#define PL_PIPE_GIVES_ARRAY_(i_, role_, ...) PL_PIPE_GIVES_WRONG_(~, PL_ROLE_##role_ PL_TEXT_VIEW_PART_)
#define PL_PIPE_GIVES_WRONG_(i_, usage_) \
    (), (_Static_assert(0, "PL_PIPELINE: " PL_MESSAGE_WRONG_ARGUMENTS_(usage_));), (), (PL_PIPE_NO_FACT_), (), (), (), ()
#define PL_PIPE_NO_FACT_                 { NULL, NULL, NULL, 0, PL_KIND_SCALAR_, PL_STRUCT_, 0 },

#define PL_PIPELINE_2_(kernel_, text_, over_, ...) \
    PL_PIPELINE_3_(kernel_, text_, (~ over_(, PL_PICK_, PL_3RD_, __VA_ARGS__)), over_, __VA_ARGS__)
#define PL_PIPELINE_3_(kernel_, text_, axes_, ...) PL_PIPELINE_4_(kernel_, text_, PL_OVER_OF_ axes_, axes_, __VA_ARGS__)
#define PL_PIPELINE_4_(kernel_, text_, over_axes_, axes_, over_, ...)                                       \
    do {                                                                                                    \
        over_(, PL_PICK_, PL_1ST_, __VA_ARGS__)                                                                    \
        over_(, PL_PICK_, PL_2ND_, __VA_ARGS__)                                                                    \
        _Static_assert((0 PL_APPLY_(over_axes_, , PL_PICK_, PL_1ST_, PL_BARE_ axes_)) == 1,                        \
                       "PL_PIPELINE(" text_ ", ...): it has one PL_GRID [pipeline-grid]");                  \
        static const struct pl_axis pl_axes_[] = { PL_APPLY_(over_axes_, , PL_PICK_, PL_2ND_, PL_BARE_ axes_) { 0 } }; \
        static const struct pl_caller pl_caller_ = { "", text_, __FILE__, __LINE__ };                       \
        const struct pl_fact pl_facts_[] = { over_(, PL_PICK_, PL_4TH_, __VA_ARGS__) };                            \
        struct pl_operand pl_operand_[sizeof pl_facts_ / sizeof *pl_facts_];                                \
        struct pl_call pl_call_;                                                                            \
        pl_pipeline_begins_(&pl_call_, &pl_caller_);                                                        \
        pl_open_(&pl_call_, NULL, pl_axes_, (const long[]){ PL_APPLY_(over_axes_, , PL_PICK_, PL_7TH_, PL_BARE_ axes_) 0 }, \
                 pl_operand_, pl_facts_, sizeof pl_facts_ / sizeof *pl_facts_);                             \
        over_(, PL_PICK_, PL_5TH_, __VA_ARGS__)                                                                    \
        PL_PIPE_SIGN_(kernel_, over_(, PL_PICK_, PL_8TH_, __VA_ARGS__))                                            \
        pl_begin_(&pl_call_);                                                                               \
        while (pl_next_(&pl_call_)) {                                                                       \
            PL_APPLY_(over_axes_, , PL_PICK_, PL_4TH_, PL_BARE_ axes_)                                             \
            pl_call_.apart = 1;                                                                             \
            over_(, PL_PICK_, PL_6TH_, __VA_ARGS__)                                                                \
            over_(, PL_PICK_, PL_7TH_, __VA_ARGS__)                                                                \
            pl_call_.apart = 0;                                                                             \
            if (pl_arrive_(&pl_call_))                                                                      \
                PL_UNLESS_STOPPED_(pl_call_)                                                                \
                    kernel_(&pl_call_ over_(, PL_PICK_, PL_8TH_, __VA_ARGS__));                                    \
        }                                                                                                   \
        pl_pipeline_ends_(&pl_call_);                                                                       \
    } while (0)
#if PL_CHECKS
#define PL_PIPE_SIGN_(kernel_, ...)                                                                         \
    pl_blocks_(&pl_call_);                                                                                  \
    pl_signature_of_##kernel_(&pl_call_ __VA_ARGS__);
#else
#define PL_PIPE_SIGN_(kernel_, ...)
#endif

/* Checks of a view and its spec. */
#define PL_PIPE_CHECK_ROLE_IN_(v_)
#define PL_PIPE_CHECK_ROLE_OUT_(v_)   _Static_assert(!PL_IS_CONST_(**(v_)()), "PL_PIPELINE, PL_OUT(view, spec): the view is const [pipeline-const]");
#define PL_PIPE_CHECK_ROLE_INOUT_(v_) _Static_assert(!PL_IS_CONST_(**(v_)()), "PL_PIPELINE, PL_INOUT(view, spec): the view is const [pipeline-const]");
#define PL_PIPE_CHECK_SPEC_WHOLE_(...)
#define PL_PIPE_CHECK_SPEC_ANY_(...)
#define PL_PIPE_CHECK_SPEC_ATOMIC_(...) _Static_assert(0, PL_MESSAGE_ATOMIC_IN_PIPELINE_);
#define PL_PIPE_CHECK_SPEC_UNKNOWN_(...) _Static_assert(0, "PL_PIPELINE: a spec is PL_BLOCKSPEC((block...), (index...), option...), PL_WHOLE or PL_ANY [pipeline-spec]");
#define PL_PIPE_CHECK_SPEC_BLOCKSPEC_(v_, block_, index_, ...)                                              \
    _Static_assert(PL_N_ block_ == PL_CODE_OF_(v_) % 16 - 1 && PL_N_ index_ == PL_CODE_OF_(v_) % 16 - 1,    \
                   "PL_PIPELINE: view, block and index map have the same number of dims [pipeline-dims]");

/* The options PL_INIT, after the index maps, and PL_BEFORE_FETCH. */
#define PL_PIPE_OPTIONS_WHOLE_(...)
#define PL_PIPE_OPTIONS_ANY_(...)
#define PL_PIPE_OPTIONS_ATOMIC_(...)
#define PL_PIPE_OPTIONS_UNKNOWN_(...)
#define PL_PIPE_OPTIONS_BLOCKSPEC_(i_, what_, block_, index_, ...) PL_LIST_(PL_PIPE_OPTION_, (i_, what_), __VA_ARGS__)
#define PL_PIPE_OPTION_(d_, c_, option_) PL_PIPE_OPTION_2_(PL_BARE_ c_, PL_BARE_ option_)
#define PL_PIPE_OPTION_2_(...) PL_PIPE_OPTION_3_(__VA_ARGS__)
#define PL_PIPE_OPTION_3_(i_, what_, kind_, ...) PL_SECOND_(PL_CAT_(what_, kind_), PL_NOTHING_)(i_, __VA_ARGS__)
#define PL_PIPE_LIVE_OF_INIT_ ~, PL_PIPE_INIT_
#define PL_PIPE_INIT_(i_, v_, c_) pl_init_(&pl_call_, &pl_operand_[i_], PL_VALUE_((v_)), !!(c_));
#define PL_PIPE_BEFORE_OF_BEFORE_ ~, PL_PIPE_BEFORE_DO_
#define PL_PIPE_BEFORE_DO_(i_, ...)                                                                         \
    if (pl_will_fetch_(&pl_call_, &pl_operand_[i_])) {                                                      \
        __VA_ARGS__;                                                                                        \
    }

#define PL_ARGUMENT_SPEC_BLOCKSPEC_(i_)     PL_WINDOW_ARGUMENT_(i_)
#define PL_ARGUMENT_SPEC_WHOLE_(i_)         PL_WINDOW_ARGUMENT_(i_)
#define PL_ARGUMENT_SPEC_ATOMIC_(i_)        PL_WINDOW_ARGUMENT_(i_)
#define PL_ARGUMENT_SPEC_ANY_(i_)           PL_HBM_ARGUMENT_(i_)

/* ==== The interpreter: what a call is ====================================================================

   The code below runs a call, and none of it is public. In order: data structures, host functions, facts, geometry (the
   position of a block) and copies, functions of statements, and two engines: a short and fast one (checks off), and one
   with checks.
   ========================================================================================================= */
enum { PL_GUARD_ = 64, PL_PAGE_ = 4096 };           /* bytes: a block's guard; the largest guard of a tile */
enum { PL_MAX_RANK_ = 8, PL_MAX_AXES_ = 8 };                            /* six of the grid and two batches */
enum { PL_BEHIND_ = PL_MAX_AXES_ };
enum pl_axis_kind { PL_PLAIN_, PL_PARALLEL_, PL_ARBITRARY_, PL_REDUCTION_, PL_BATCH_, PL_MESH_AXIS_ };
enum pl_dim_kind { PL_BLOCKED_, PL_NONE_, PL_FULL_, PL_ELEMENT_, PL_BOUNDED_ };
enum pl_kind { PL_KIND_SCALAR_, PL_KIND_PREFETCH_, PL_KIND_IN_, PL_KIND_OUT_, PL_KIND_INOUT_, PL_KIND_SCRATCH_ };

struct pl_axis {
    const char *name, *batched;         /* batched: names of the operands that a batch axis applies to */
    long extent;
    enum pl_axis_kind kind;
};
struct pl_caller { const char *name, *kernel, *file; int line; };
struct pl_fact {                        /* properties of an operand that are known at compile time */
    const char *name, *type, *map;      /* map: text of the PL_BLOCKSPEC; NULL: the block is the whole array */
    size_t size;                        /* bytes of an element */
    enum pl_kind kind;
    enum pl_dtype dtype;
    int rank;
};

struct pl_dim {                         /* a dim of a block, as given to PL_BLOCKSPEC */
    long n;                             /* extent, in elements */
    enum pl_dim_kind kind;
    long lo, hi;                        /* PL_ELEMENT: padding before and after */
};
struct pl_none { struct pl_dim dim; };   /* PL_NONE has its own type because the ref does not have the dim */

struct pl_index { long start, size; };  /* result of an index map for one dim; size: for PL_DS, otherwise -1 */

struct pl_box {                         /* position of a block, per array dim, in elements */
    long start[PL_MAX_RANK_];           /* first element of the block; negative in front padding */
    long lo[PL_MAX_RANK_], hi[PL_MAX_RANK_];   /* elements lo <= i < hi of the block are inside the array */
    int whole;                          /* whether the whole block is inside the array */
};

struct pl_window {                      /* memory of a ref's block, per ref dim */
    void *at, *whole;                   /* first element, twice: for x and for x_ref */
    const struct pl_operand *operand;   /* NULL for a tile */
    int rank;
    enum pl_dtype type;
    size_t element;                     /* bytes */
    long dim[PL_MAX_RANK_];             /* extents */
    size_t stride[PL_MAX_RANK_];        /* bytes between consecutive indices */
    long pitch[PL_MAX_RANK_];           /* distance between rows of dim r, in steps of dim r: its extent, or more */
    long start[PL_MAX_RANK_];           /* first index in the array */
    long inside[PL_MAX_RANK_][2];       /* first index inside the array, and one past the last */
    long size[PL_MAX_RANK_];            /* PL_SIZE */
};

#if PL_CHECKS
struct pl_chip { const char *name; int tpu; double shared, scalar; };      /* bytes: VMEM or shared memory; SMEM */
struct pl_settings {                    /* PALLAS, as the manual describes it */
    const struct pl_chip *chip;
    int order, pipelined, copies, check, poison, trap, devices;
    unsigned long long seed;
};
struct pl_span { const char *name; double began; };                    /* PL_TRACE */
struct pl_slot { char *block, *memory, *heap; }; /* a buffer of an operand: the block, guards around it, slack around them */
struct pl_visit {                       /* a block of an operand, and the steps that use it */
    long first, last;
    struct pl_index index[8];
    struct pl_box box;
    int received, sent;                 /* whether its copy in has completed; whether its copy out has */
    int init;                           /* whether it starts with init_value (PL_INIT) */
    long long init_value[2];
};
struct pl_flight {                      /* a copy that was started and has not completed */
    struct pl_operand *operand;
    long visit, step;                   /* index of the operand's visit; the step that started the copy */
    int out;
    double began;
};

/* Phases of a call with PL_ATOMIC operands whose result depends on the order: see pl_begin_settling_. */
enum pl_settle { PL_NOT_SETTLED_, PL_RECORDS_, PL_FLIPS_, PL_REPLAYS_, PL_SETTLED_ };
struct pl_draw { uint64_t key, value; long next; };

struct pl_sum {                      /* sum of the floats added to one element, as high + low, which doubles its precision */
    const void *at;                     /* NULL: this entry of the table is free */
    double high, low, stored;           /* stored: value written to the element; a different value there starts a new sum */
};
#endif

struct pl_path {                        /* for a dim of an array: how an index determines the start of its block */
    long scale, lo;                     /* elements per index; padding before the array */
    unsigned long limit;                /* largest start at which the block is entirely inside the array */
    long stride;                        /* bytes between consecutive elements */
    long *start;                       /* where to store the start: in the window, or in the box if the ref lacks this dim */
};

struct pl_operand {                     /* a part of the call that is a parameter of the kernel */
    char *array;                        /* the caller's array; every step uses this and the members below */
    struct pl_index *next;              /* results of the index maps for the next program, from the first dim on */
    int rank, batches;                  /* batches: number of leading dims that PL_BATCH added */
    int present, in_place;
#if !PL_CHECKS
    int moving, fixed;                  /* whether the map must be evaluated again; whether its result is constant */
    int slides, shown;             /* whether a step in place only moves the window; whether the window is set up for that */
    int far;                            /* whether prefetching rows is worthwhile */
    int direct, in_arena;               /* whether windows may be in place; whether it has memory in the call's arena */
    const char *soon;                   /* rows of the array that were prefetched, and which bytes of them */
    long soon_from, soon_to;
#endif
    const char *name, *type, *map_text, *alias, *space;
    enum pl_kind kind;
    enum pl_dtype dtype;
    size_t size;                        /* bytes of an element */
    const long *given;                  /* shape that the caller gave */
    int any;                            /* whether it stays in HBM and has no windows */
    long semaphores;                    /* number of semaphores, and whether they are for DMA */
    int dma;
    struct pl_semaphore *sems;
    void *handles;
    const struct pl_view *view;         /* pipeline: view of its array, and its strides; NULL: dense */
    PL_MPI_(char *outside;)             /* the caller's array, while `array` is in memory that other processes may write */
    const size_t *distance;
    int waits;                          /* pipeline: it has a PL_BEFORE_FETCH, so no block is fetched ahead */
    int may_init, init;                 /* PL_INIT: whether there is one; whether this window starts with init_value */
    long long init_value[2];
    const struct pl_value *edge;
    long buffers;                       /* 0: not specified */
    int lookahead, revisit, atomic;
    int contiguous, strided;            /* a block has no gaps in the array; it may have some that C can express */
    char *memory;
    size_t bytes;                       /* bytes of a block */
    long shape[PL_MAX_RANK_];           /* with checks off, pl_known_ does not clear the members from here on */
    struct pl_dim block[PL_MAX_RANK_];
    int ref_dim[PL_MAX_RANK_];          /* array dim -> ref dim; -1 if PL_NONE dropped it */
    int batch_axis[PL_MAX_RANK_];
    union {                             /* results of the index maps for the next program, after the indices of batches */
        struct pl_index maps[PL_BEHIND_ + 6];
        struct { struct pl_index behind[PL_BEHIND_], map[6]; };
    };
    struct pl_path path[PL_MAX_RANK_];
    struct pl_index now[PL_MAX_RANK_];  /* the same for the current window */
    struct pl_box box;
    long pitch[PL_MAX_RANK_];           /* distance between rows of the array, per ref dim */
    struct pl_window window;
#if PL_CHECKS
    int id;                             /* index of the parameter, which its poison contains */
    struct pl_value scalar;             /* PL_SCALAR */
    size_t footprint;                     /* bytes of a block with gaps between its rows */
    struct pl_slot *slots;
    long slot_count, slot;
    struct pl_visit *visits;            /* schedule=pipelined: all visits of this operand, in order */
    long visit_count, visit_capacity, visit, started, written;
    unsigned *owner;                    /* one entry per cell of an output: the step (+ 1) that visited it */
    long cells;
    int owns_marks;
    unsigned char *members;             /* struct type: a mask with ones at its members; NULL: not known */
    unsigned char *garbage[2];          /* struct type: an element of unspecified data, for the first run and for this one */
    int *marks;                         /* array with several names: for each element, who wrote it and who read it */
    long seen;                          /* last program that used the window */
    char *part;                         /* table or atomic array: the part of the current batch */
    uint64_t sum;                       /* check=twin: of the bytes of an array that is only read */
    char *before, *first;               /* check=twin: the array before the call, and after the first run that is compared */
    char *asked;                        /* … and after the very first run, when the runs compared have exact sums */
    char *copy;                         /* PL_ATOMIC array that threads share: private copy for the later runs */
    long moved;                         /* element whose value depends on the order; -1: none */
    long copies;                        /* number of blocks copied, for the trace and statistics */
    double most;                        /* largest magnitude in the block, after any step over a reduction axis */
#endif
};

struct pl_call {
    const char *name, *kernel, *file;
    int line, kernel_line;
    int axes, batches, operands;
    long *id;                           /* program ids of the axes of the grid: id[0] is PL_PROGRAM_ID(0) */
    long at[PL_MAX_AXES_];              /* the same, after the ids of the batch axes */
    struct pl_operand *operand;
    long step, steps;
    int code;                           /* return value of the call */
    char *arena;                        /* checks off: memory of all blocks that are copied */
    void *pack;                         /* workspace of PL_DOT, for packed panels */
    size_t pack_bytes;
    struct pl_call *outer;
    struct pl_tile *tiles;              /* tiles in scope, the last one first; checks off: the large ones */
    int inner;                          /* whether this is a PL_PIPELINE in a kernel of `outer` */
    int apart;                          /* … whose extents, views and maps are evaluated: program ids are those of `outer` */
    int mesh;                           /* number of axes of the mesh */
    struct pl_axis mesh_axis[6];
    struct pl_device *device;           /* device that runs the call; NULL: not needed yet */
    struct pl_group *lone;              /* the device, if it belongs to the call */
    void (*subscript)(void), (*bad_address)(void);                     /* called when a sanitizer finds an error; or NULL */
    struct pl_axis axis[PL_MAX_AXES_];  /* with checks off, pl_call_begins_ does not clear the members from here on */
#if PL_CHECKS
    struct pl_settings set;
    pl_stop stop;                       /* where a failed PL_CHECK jumps: after the kernel's body */
    long parallel;                      /* product of the extents of the parallel axes */
    long parallel_now;
    int trace;                          /* number of this call in the trace; 0: not traced */
    double began, program_began;
    char digest[512];
    const struct pl_operand *copied;     /* operand whose array the engine is reading or writing */
    const char *says;                   /* part of PL_CALL that is being evaluated: "PL_GRID: the extent of i"; NULL: none */
    const struct pl_operand *maps;      /* operand whose index map is being evaluated; NULL: none */
    int map_dim;
    const char *tile_name;              /* name of the first tile that was opened */
    int other_tiles;                      /* whether tiles of other names followed */
    long program;                       /* program that reports name, counted in grid order; -1: none */
    int nans;                           /* data that may look like poison: 0: unknown, 1: some, -1: none */
    int damaged;                        /* a guard was overwritten: the heap may be corrupt, so nothing is freed */
    int failed, mapping, running, pass, each_order, quiet, shares, narrowed, nameless;
    enum pl_settle settle;
    int before_settling;                /* the pass that found a difference */
    long each_at[PL_MAX_AXES_];         /* settling: current indices of the enclosing PL_EACH loops */
    int each_depth;
    struct pl_draw *draws;              /* … and the values that atomics returned */
    long *draw_heads, draw_count, draw_capacity;
    int twin_operand;                   /* where pass 1 differs from pass 0 */
    long twin_element;
    long reduction;                     /* extent of the PL_REDUCTION axis; 0: there is none */
    char *partial;                      /* accumulated blocks before the last step of each reduction */
    int suspect;                        /* repeated pass 2: whose guards or data are pass 1's (pl_suspect_, pl_is_suspect_); 0: none */
    int summed, exact;                  /* whether PL_ATOMIC_ADD added floats; whether the sums are exact, in any order */
    struct pl_sum *sums;                /* exact: hash table of sums, by address */
    size_t sum_count, sum_capacity;
    struct pl_flight *flights;          /* copies that were started and have not completed */
    long flight_count, flight_capacity;
    unsigned long long random;
#endif
};

struct pl_tile {
    void *at;
    struct pl_window window;
    void *heap;                         /* memory to free at the end of the scope, or NULL */
    size_t bytes;
    struct pl_tile *outer;
#if PL_CHECKS
    const char *name;
    size_t guard;                       /* bytes of the guard on each side */
    struct pl_scoped *scoped;           /* whose memory the tile is, or whose semaphores it represents */
#endif
};

struct pl_scoped {                      /* a PL_SCOPED, or scoped semaphores */
    struct pl_tile tile;
    struct pl_semaphore *sems;
    void *handles;
    const char *name;
    long n;
    int depth;
    struct pl_spot spot;
    struct pl_device *device;
    struct pl_scoped *outer;
    PL_MPI_(size_t mark;)               /* end of the heap for writes of other processes, before this scope */
};

struct pl_matrix {
    void *at;
    const struct pl_window *window;
    enum pl_dtype type;
    int transposed;
};

/* The code that PL_CALL, a kernel or a tile expands to accesses these structs only through functions, because a program may
   define macros with the names of members. */
static inline const long *pl_pitch_of_(const struct pl_window *w) { return w->pitch; }
static inline const long *pl_size_of_(const struct pl_window *w) { return w->size; }
static inline void pl_give_array_(struct pl_operand *o, const void *array) { o->array = (char *)(uintptr_t)array; }
static inline void pl_give_shape_(struct pl_operand *o, const long *shape) { o->given = shape; }
static inline void pl_give_atomic_(struct pl_operand *o) { o->atomic = 1; }
static inline void pl_give_edge_(struct pl_operand *o, const struct pl_value *v) { o->edge = v; }
#if PL_CHECKS
static inline void pl_give_scalar_(struct pl_operand *o, const struct pl_value *v) { o->scalar = *v; }
#endif
static inline void pl_give_buffers_(struct pl_operand *o, long n) { o->buffers = n; }
static inline void pl_give_lookahead_(struct pl_operand *o) { o->lookahead = 1; }
static inline void pl_give_revisit_(struct pl_operand *o) { o->revisit = 1; }
static inline void pl_give_alias_(struct pl_operand *o, const char *name) { o->alias = name; }
static inline void pl_give_space_(struct pl_operand *o, const char *name) { o->space = name; }
static inline void pl_give_any_(struct pl_operand *o) { o->any = 1; }
static inline void pl_give_init_(struct pl_operand *o) { o->may_init = 1; }
static inline void pl_use_more_(void);
static inline void pl_give_semaphores_(struct pl_operand *o, long n, int dma)
{
    pl_use_more_();
    o->semaphores = n, o->dma = dma;
}
static inline void *pl_handles_(const struct pl_operand *o) { return o->handles; }
static inline void *pl_window_at_(const struct pl_window *w) { return w->at; }
static inline long pl_window_dim_(const struct pl_window *w, int d) { return w->dim[d]; }
static inline void *pl_scoped_at_(const struct pl_scoped *s) { return s->tile.at; }
static inline void *pl_scoped_window_(struct pl_scoped *s) { return &s->tile.window; }
static inline void *pl_scoped_handles_(const struct pl_scoped *s) { return s->handles; }
static inline struct pl_dim *pl_block_dim_(struct pl_operand *o, int d) { return &o->block[d]; }
static inline struct pl_index *pl_map_(struct pl_operand *o) { return o->map; }

/* The length of the first item of a list. */
static inline size_t pl_item_length_(const char *list)
{
    size_t n = 0;
    for (int depth = 0; list[n] && (depth || list[n] != ','); n++)
        depth += (list[n] == '(') - (list[n] == ')');
    return n;
}

/* The index map as the user wrote it: the second item of the PL_BLOCKSPEC; empty if there is none. */
static inline const char *pl_map_text_(const struct pl_operand *o, char *text, size_t capacity)
{
    const char *s = o->map_text ? o->map_text : "";
    size_t block = pl_item_length_(s);
    if (s[block])                                       /* otherwise a macro of the user's stands for both */
        s += block + 1 + strspn(s + block + 1, " ");
    snprintf(text, capacity, "%.*s", (int)pl_item_length_(s), s);
    return text;
}
static inline void *pl_block_window_(struct pl_operand *o) { return &o->window; }
static inline void *pl_block_at_(struct pl_operand *o) { return o->window.at; }
static inline void *pl_block_whole_(struct pl_operand *o) { return o->window.whole; }
static inline long pl_id_(const struct pl_call *c, int a) { return c->id[a]; }
static inline void *pl_tile_at_(struct pl_tile *t) { return t->at; }
static inline void *pl_tile_window_(struct pl_tile *t) { return &t->window; }
static inline struct pl_matrix pl_matrix_(void *at, const struct pl_window *w, int transposed)
{
    return (struct pl_matrix){ at, w, w->type, transposed };
}
#if PL_CHECKS
static inline void pl_set_kernel_line_(struct pl_call *c, int line) { c->kernel_line = line; }
/* The handler of a crash reads what is being evaluated. Without the fence an optimizing compiler may move a division by 0
   past the store that says so. */
#ifdef __GNUC__
static inline void pl_signal_fence_(void) { __atomic_signal_fence(__ATOMIC_SEQ_CST); }
#else
static inline void pl_signal_fence_(void) { }
#endif
static inline void pl_says_(struct pl_call *c, const char *what)
{
    pl_signal_fence_();
    c->says = what;
    pl_signal_fence_();
}
static inline void pl_maps_(struct pl_call *c, const struct pl_operand *o, int d)
{
    pl_signal_fence_();
    c->maps = o, c->map_dim = d;
    pl_signal_fence_();
}
static inline pl_stop *pl_stop_of_(struct pl_call *c) { return &c->stop; }
#endif

/* The call that this thread runs, for code without a parameter for it, such as PL_PROGRAM_ID in a helper. All files of a
   program share this variable. */
PL_SHARED_ _Thread_local struct pl_call *pl_now_;
PL_SHARED_ _Thread_local char pl_error_text_[2048];

/* ==== Host ===============================================================================================

   void *pl_alloc(size_t bytes)         memory of the device, here the heap; 64-byte aligned; NULL: out of memory
   void pl_free(void *)
   int pl_upload(void *device, const void *host, size_t bytes)       0 or an error code
   int pl_download(void *host, const void *device, size_t bytes)
   int pl_sync(void)                    wait until all calls are done
   const char *pl_error(void)           message of this thread's last call or function if it failed, otherwise ""
   ========================================================================================================= */
enum { PL_OK, PL_FAILED, PL_NO_MEMORY };

/* With -DPL_LINK_HOST, files that do not include this header, such as C++ files, may call these functions. make and
   pallas.mk define it. Without it, a file that calls none of them does not compile them. */
#if PL_MODE_ == PL_DECLARATIONS_ || defined PL_LINK_HOST || defined PALLAS_HOST  /* the last: headers of pallasc */
const char *pl_error(void);
void *pl_alloc(size_t bytes);
void pl_free(void *device);
int pl_upload(void *device, const void *host, size_t bytes);
int pl_download(void *host, const void *device, size_t bytes);
int pl_sync(void);
long pl_device_id(void);
long pl_num_devices(void);
int pl_on_devices(long n, int (*body)(void *), void *arg);
#define PL_HOST_ PL_SHARED_
#else
#define PL_HOST_ static inline
#endif

/* Allocations of pl_alloc, which let a call detect an array that is larger than its memory. A lock serializes the
   threads. */
struct pl_memory_ { char *base; size_t bytes; struct pl_memory_ *next; };
PL_SHARED_ struct pl_memory_ *pl_memories_;
PL_SHARED_ int pl_memories_busy_;
#ifdef __GNUC__
static inline void pl_lock_memories_(void)
{
    while (__atomic_exchange_n(&pl_memories_busy_, 1, __ATOMIC_ACQUIRE))
        ;
}
static inline void pl_unlock_memories_(void) { __atomic_store_n(&pl_memories_busy_, 0, __ATOMIC_RELEASE); }
#else
static inline void pl_lock_memories_(void) { }
static inline void pl_unlock_memories_(void) { }
#endif

static inline void *pl_get_memory_(size_t bytes)
{
    char *p = bytes < SIZE_MAX / 2 ? aligned_alloc(64, (bytes + 64) / 64 * 64) : NULL;
    struct pl_memory_ *m = p ? malloc(sizeof *m) : NULL;
    if (!m) {
        free(p);
        return NULL;
    }
    pl_lock_memories_();
    *m = (struct pl_memory_){ p, bytes, pl_memories_ };
    pl_memories_ = m;
    pl_unlock_memories_();
    return p;
}

static inline void pl_give_back_(void *p)
{
    struct pl_memory_ *gone = NULL;
    pl_lock_memories_();
    for (struct pl_memory_ **m = &pl_memories_; p && !gone && *m;)
        if ((*m)->base == p)
            gone = *m, *m = gone->next;
        else
            m = &(*m)->next;
    pl_unlock_memories_();
    free(gone);
    free(p);
}

/* Whether these bytes start in an allocation of pl_alloc and extend past its end. Sets *given to its size and *at to their
   offset. */
static inline int pl_past_memory_(const void *p, size_t bytes, size_t *given, size_t *at)
{
    const char *first = p;
    int past = 0;
    pl_lock_memories_();
    for (const struct pl_memory_ *m = pl_memories_; m && !past; m = m->next)
        if (first >= m->base && first < m->base + (m->bytes ? m->bytes : 1)) {
            *given = m->bytes, *at = (size_t)(first - m->base);
            past = bytes > *given - *at;
        }
    pl_unlock_memories_();
    return past;
}

/* Implements pl_upload and pl_download. text receives the message for pl_error(). */
static inline int pl_move_memory_(const char *who, const void *device, void *to, const void *from, size_t bytes, char *text, size_t capacity)
{
    size_t given = 0, at = 0;
    text[0] = 0;
    if (pl_past_memory_(device, bytes, &given, &at)) {
        snprintf(text, capacity, PL_MESSAGE_MOVE_TOO_LARGE_, who, bytes, given, at);
        fprintf(stderr, "%s\n", text);
        return PL_FAILED;
    }
    memcpy(to, from, bytes);
    return PL_OK;
}

#if PL_MODE_ != PL_DECLARATIONS_                                       /* otherwise the target's runtime defines these */
PL_HOST_ const char *pl_error(void) { return pl_error_text_; }

PL_HOST_ void *pl_alloc(size_t bytes)
{
    void *p = pl_get_memory_(bytes);
    snprintf(pl_error_text_, sizeof pl_error_text_, "%s", p ? "" : PL_MESSAGE_ALLOC_NO_MEMORY_);
    return p;
}
PL_HOST_ void pl_free(void *p) { pl_give_back_(p); }
PL_HOST_ int pl_upload(void *device, const void *host, size_t bytes)
{
    return pl_move_memory_("pl_upload", device, device, host, bytes, pl_error_text_, sizeof pl_error_text_);
}
PL_HOST_ int pl_download(void *host, const void *device, size_t bytes)
{
    return pl_move_memory_("pl_download", device, host, device, bytes, pl_error_text_, sizeof pl_error_text_);
}
PL_HOST_ int pl_sync(void)
{
    pl_error_text_[0] = 0;
    return PL_OK;
}
#endif

/* Ends a call before any program runs, with checks on or off. */
PL_ENGINE_ void pl_fail_(struct pl_call *c, int code, const char *why)
{
    if (c->code)
        return;
    c->code = code;
    snprintf(pl_error_text_, sizeof pl_error_text_, "%s:%d: error: call %s, kernel %s: %s", c->file, c->line, c->name, c->kernel,
             why);
#if PL_CHECKS || !defined _OPENMP                                      /* with OpenMP, pl_team_ends_ prints the message */
    fprintf(stderr, "%s\n", pl_error_text_);
#endif
}

PL_ENGINE_ int pl_no_memory_(struct pl_call *c, size_t bytes)
{
    char why[64];
    snprintf(why, sizeof why, PL_MESSAGE_NO_MEMORY_BYTES_, bytes);
    pl_fail_(c, PL_NO_MEMORY, why);
    return 0;
}

static inline struct pl_device *pl_device_(struct pl_call *c);
PL_ENGINE_ void pl_operand_semaphores_(struct pl_call *c, struct pl_operand *o);
static inline void pl_free_semaphores_(struct pl_semaphore *sems, void *handles);
static inline int pl_rendezvous_(struct pl_call *root);
static inline int pl_any_(struct pl_call *root, int c);
static inline void pl_leave_group_(struct pl_call *root);
static inline long pl_mesh_size_(const struct pl_call *root);
static inline void pl_fill_init_(const struct pl_operand *o, char *block);
static inline long pl_mesh_devices_(const struct pl_call *c);
#if defined PL_MPI && PL_MODE_ == PL_INTERPRET_
static inline void pl_mpi_open_(struct pl_call *c);
static inline void pl_mpi_show_places_(struct pl_call *c);
static inline void pl_mpi_close_(struct pl_call *c);
static inline void *pl_mpi_scratch_(const struct pl_call *c, const struct pl_operand *o, size_t bytes);
static inline void pl_mpi_free_(void *p);
static inline void pl_mpi_step_(void);
static inline int pl_mpi_is_process_(const struct pl_call *c);
static inline void pl_mpi_learn_(const struct pl_call *c);
#define PL_FREE_(p_) pl_mpi_free_(p_)
#else
#define PL_FREE_(p_) free(p_)
#endif

/* Interface of the engine to the section on copies, semaphores, pipelines and devices. Only macros of that section set
   pl_more_of_, so a file that does not use them compiles none of that section. */
struct pl_more_of {
    struct pl_device *(*device)(struct pl_call *);
    void (*operand_semaphores)(struct pl_call *, struct pl_operand *);
    int (*rendezvous)(struct pl_call *);
    void (*leave_group)(struct pl_call *);
#if PL_CHECKS
    void (*touched)(const struct pl_window *, int writes, const char *verb, const char *file, int line);
    void (*touched_view)(struct pl_call *, const struct pl_view *, int writes, const char *verb, struct pl_spot);
    int (*any)(struct pl_call *, int c), (*views_overlap)(const struct pl_view *, const struct pl_view *);
    void (*begin_devices)(struct pl_call *), (*end_pass)(struct pl_call *), (*close_group)(struct pl_call *);
    void (*check_settled)(struct pl_call *, const char *when), (*check_step)(struct pl_call *);
    void (*free_scope)(struct pl_scoped *);
#endif
};
static const struct pl_more_of *pl_more_of_;
static inline void pl_use_more_(void);
#define PL_TOUCHED_(...)    (pl_more_of_ ? pl_more_of_->touched(__VA_ARGS__) : (void)0)
#define PL_ANY_OF_(c_, x_)  (pl_more_of_ ? pl_more_of_->any(c_, x_) : (x_))

#if PL_CHECKS
static inline void pl_reset_semaphores_(struct pl_operand *o);
static inline int pl_device_number_(const struct pl_device *d);
static inline void pl_settings_(struct pl_call *c);
static inline void pl_hear_(struct pl_call *c);
static inline long pl_shuffled_(long k, long n, unsigned long long seed);
#endif

/* ==== Facts: the parts of PL_CALL, processed before the first program ====================================

   PL_CALL gives each part to a function pl_give_..., after pl_open_; pl_begin_ completes the operands and starts the call.
   ========================================================================================================= */
static inline void pl_axis_(struct pl_call *c, const struct pl_axis *axis, long extent)
{
    int a = c->axes;
    if (axis->kind == PL_MESH_AXIS_) {
        if (c->mesh < 6) {
            c->mesh_axis[c->mesh] = *axis;
            c->mesh_axis[c->mesh++].extent = extent;
        }
        return;
    }
    if (c->axes == PL_MAX_AXES_)
        return;
    if (axis->kind == PL_BATCH_) {                                     /* before the grid, after earlier batches */
        for (; a > c->batches; a--)
            c->axis[a] = c->axis[a - 1];
        c->batches++;
        c->id = c->at + c->batches;
    }
    c->axes++;
    c->axis[a] = *axis;
    c->axis[a].extent = extent;
    if (extent > 0 && (c->steps | extent) > 0x7fffffff && c->steps > LONG_MAX / extent)
        pl_fail_(c, PL_FAILED, PL_MESSAGE_GRID_TOO_LARGE_);
    else
        c->steps = extent > 0 ? c->steps * extent : 0;
}

/* Whether name is one of the words of list, as in "x, z". */
static inline int pl_names_(const char *list, const char *name)
{
    size_t n = strlen(name);
    while (*list) {
        size_t word = strcspn(list, ", ");
        if (word == n && !memcmp(list, name, n))
            return 1;
        list += word;
        list += strspn(list, ", ");
    }
    return 0;
}

static const struct pl_dim pl_none_ = { 1, PL_NONE_, 0, 0 };

static inline void pl_known_(struct pl_operand *o, const struct pl_fact *fact, int i)
{
    memset(o, 0, PL_CHECKS ? sizeof *o : offsetof(struct pl_operand, shape));
    o->window.at = NULL;
    o->name = fact->name, o->type = fact->type, o->map_text = fact->map;
    o->size = fact->size, o->kind = fact->kind, o->dtype = fact->dtype, o->rank = fact->rank;
    o->next = o->maps + PL_BEHIND_;
    PL_CHECKED_(o->id = i;)
    (void)i;
    for (int d = 0; d < o->rank; d++) {
        o->block[d] = (struct pl_dim){ 0, PL_BLOCKED_, 0, 0 };
        o->next[d] = (struct pl_index){ 0, -1 };
    }
}

/* Makes c the current call of this thread. */
PL_ENGINE_ void pl_call_begins_(struct pl_call *c, const struct pl_caller *caller)
{
    memset(c, 0, PL_CHECKS ? sizeof *c : offsetof(struct pl_call, axis));
    c->name = caller->name, c->kernel = caller->kernel, c->file = caller->file, c->line = caller->line;
    c->outer = pl_now_;
    pl_now_ = c;
    pl_error_text_[0] = 0;
#if PL_CHECKS
    c->program = -1;
    pl_settings_(c);
    pl_hear_(c);
#endif
}

PL_ENGINE_ void pl_open_(struct pl_call *c, const struct pl_caller *caller, const struct pl_axis *axis, const long *extent,
                            struct pl_operand *operand, const struct pl_fact *fact, size_t operands)
{
#if PL_CHECKS
    (void)caller;                                                      /* PL_ENTER_ has already started the call */
#else
    if (caller)                                                        /* NULL: a pipeline, which has already been started */
        pl_call_begins_(c, caller);
#endif
    c->operand = operand, c->operands = (int)operands;
    c->id = c->at;
    c->step = -1, c->steps = 1;
    for (; axis->name; axis++, extent++)
        pl_axis_(c, axis, *extent);
    for (int i = 0; i < c->operands; i++)
        pl_known_(&operand[i], &fact[i], i);
}

/* Bytes of a block with these dims. A size that overflows becomes one that no allocation can satisfy. */
static inline size_t pl_bytes_(size_t size, int rank, const long *dims)
{
    for (int d = 0; d < rank; d++) {
        if (dims[d] <= 0)
            return 0;
        if ((size | (size_t)dims[d]) >> 31)                            /* divide only if the product might overflow */
            size = size > (size_t)LONG_MAX / (size_t)dims[d] ? (size_t)LONG_MAX : size * (size_t)dims[d];
        else
            size *= (size_t)dims[d];
    }
    return size > (size_t)LONG_MAX - 4096 ? (size_t)LONG_MAX - 4096 : size;
}

/* Sets the strides of a window's elements from the pitches of its rows. */
static inline void pl_pitches_(struct pl_window *w, const long *pitch)
{
    size_t stride = w->element;
    for (int r = w->rank; r-- > 0; stride *= (size_t)pitch[r])
        w->pitch[r] = pitch[r], w->stride[r] = stride;
}

/* Sets the pitches of the rows in the array. A C array type can describe the block in place unless a dim after the ref's
   last dim was dropped. */
static inline void pl_array_pitches_(struct pl_operand *o)
{
    long pitch = 1;
    int r = 0;
    if (!PL_IN_PLACE)
        return;
    for (int d = 0; d < o->rank; d++) {
        pitch *= o->shape[d];
        if (o->ref_dim[d] >= 0)
            o->pitch[r++] = pitch, pitch = 1;
    }
    if (r == 0)
        o->pitch[0] = pitch = 1;
    o->strided = PL_IN_PLACE && pitch == 1;
}

/* Derives the dims of the ref from those of the block: PL_NONE dims are dropped, and a ref without dims is one element. */
static inline void pl_ref_dims_(struct pl_operand *o)
{
    struct pl_window *w = &o->window;
    int rank = 0, seen = 0;
    w->operand = o, w->type = o->dtype, w->element = o->size;
    o->contiguous = 1;                          /* every dim after the first with an extent other than 1 is whole */
    for (int d = 0; d < o->rank; d++) {
        long n = o->block[d].n;
        if (seen && n != o->shape[d])
            o->contiguous = 0;
        seen |= n != 1;
        o->ref_dim[d] = o->block[d].kind == PL_NONE_ ? -1 : rank;
        if (o->block[d].kind != PL_NONE_)
            w->dim[rank++] = n;
    }
    if (rank == 0)
        w->dim[rank++] = 1;
    for (int r = 0; r < rank; r++)
        w->inside[r][0] = 0, w->inside[r][1] = w->size[r] = w->dim[r];
    w->rank = rank;
    pl_pitches_(w, w->dim);
    o->bytes = pl_bytes_(o->size, w->rank, w->dim);
    pl_array_pitches_(o);
    if (o->distance)
        o->contiguous = o->strided = 0;
    if (o->any && o->kind != PL_KIND_SCRATCH_)
        w->at = w->whole = o->array;
    if (o->any && o->view)
        w->operand = o->view->operand, memcpy(w->stride, o->view->stride, sizeof o->view->stride);
}

/* Adds to an operand that PL_BATCH names one leading dim per batch, indexed by the batch. */
static inline void pl_batched_(const struct pl_call *c, struct pl_operand *o)
{
    int n = 0;
    for (int a = 0; a < c->batches; a++)
        if (pl_names_(c->axis[a].batched, o->name))
            o->batch_axis[n++] = a;
    memmove(o->shape + n, o->shape, (size_t)o->rank * sizeof *o->shape);
    memmove(o->block + n, o->block, (size_t)o->rank * sizeof *o->block);
    for (int b = 0; b < n; b++)
        o->shape[b] = c->axis[o->batch_axis[b]].extent, o->block[b] = pl_none_;
    o->batches = n, o->rank += n, o->next -= n;
}

/* Start of the current batch's part of an array that has no windows (PL_ATOMIC, PL_PREFETCH). */
static inline char *pl_batch_part_(const struct pl_call *c, const struct pl_operand *o, char *array)
{
    size_t part = 0;
    for (int b = 0; b < o->batches; b++)
        part = part * (size_t)c->axis[o->batch_axis[b]].extent + (size_t)c->at[o->batch_axis[b]];
    return array + part * o->bytes;
}

static inline int pl_has_parts_(const struct pl_operand *o)
{
    return o->batches && (o->atomic || o->kind == PL_KIND_PREFETCH_);
}

/* Completes the shapes and blocks that the caller gave. */
PL_ENGINE_ void pl_blocks_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        for (int d = 0; d < o->rank; d++)
            o->shape[d] = o->given[d];
        if (c->batches && o->name && o->kind != PL_KIND_SCRATCH_)
            pl_batched_(c, o);
        for (int d = o->batches; d < o->rank; d++) {
            if (!o->map_text)
                o->block[d].kind = PL_FULL_;
            if (o->block[d].kind == PL_FULL_)
                o->block[d].n = o->shape[d];
        }
        if (o->kind != PL_KIND_SCALAR_)
            pl_ref_dims_(o);
        if (o->semaphores && !o->sems)
            pl_more_of_->operand_semaphores(c, o);
    }
}

/* ==== Geometry and copies ================================================================================

   From the index that a map returns to the place of a block: which part of it is inside the array, and copies of that
   part between array and block.
   ========================================================================================================= */
static inline int pl_reads_(const struct pl_operand *o) { return o->kind == PL_KIND_IN_ || o->kind == PL_KIND_INOUT_; }
static inline int pl_writes_(const struct pl_operand *o) { return o->kind == PL_KIND_OUT_ || o->kind == PL_KIND_INOUT_; }
static inline int pl_fetches_(const struct pl_operand *o) { return pl_reads_(o) || o->revisit || o->alias; }
static inline int pl_has_windows_(const struct pl_operand *o) { return (pl_reads_(o) || pl_writes_(o)) && !o->atomic && !o->any; }
static inline size_t pl_array_bytes_(const struct pl_operand *o) { return pl_bytes_(o->size, o->rank, o->shape); }

/* Computes the position of the block with these indices, as the reference semantics define it: block · index, element, or
   slice. */
static inline void pl_place_(const struct pl_operand *o, const struct pl_index *index, struct pl_box *box)
{
    box->whole = 1;
    for (int d = 0; d < o->rank; d++) {
        const struct pl_dim *b = &o->block[d];
        long start = index[d].start, n = b->n;
        if (b->kind == PL_BLOCKED_ || b->kind == PL_FULL_)
            start *= n;
        else if (b->kind == PL_ELEMENT_)
            start -= b->lo;
        else if (b->kind == PL_BOUNDED_)
            n = index[d].size;
        box->start[d] = start;
        box->lo[d] = start < 0 ? -start : 0;
        box->hi[d] = start + n > o->shape[d] ? o->shape[d] - start : n;
        if (box->hi[d] < box->lo[d])
            box->hi[d] = box->lo[d];
        if (box->lo[d] != 0 || box->hi[d] != b->n)
            box->whole = 0;
    }
}

/* Sets the position of the ref's window to that of this box. */
static inline void pl_show_(struct pl_operand *o, const struct pl_box *box, const struct pl_index *index)
{
    struct pl_window *w = &o->window;
    int empty = 0;
    for (int d = 0; d < o->rank; d++) {
        int r = o->ref_dim[d];
        if (r < 0) {
            empty |= box->hi[d] <= box->lo[d];
            continue;
        }
        w->start[r] = box->start[d];
        w->inside[r][0] = box->lo[d];
        w->inside[r][1] = box->hi[d];
        w->size[r] = o->block[d].kind == PL_BOUNDED_ ? index[d].size : w->dim[r];
    }
    if (empty)
        w->inside[0][0] = w->inside[0][1] = 0;
}

/* Copies a row of a block. Most rows are a few cache lines long, and a call of memcpy would cost as much as the copy. */
static inline void pl_copy_row_(char *restrict to, const char *restrict from, size_t bytes)
{
    if (bytes <= 2048)
        for (; bytes >= 64; bytes -= 64, to += 64, from += 64)
            memcpy(to, from, 64);
    if (bytes)
        memcpy(to, from, bytes);
}

/* A block consists of pieces of many rows, which are more streams than the hardware prefetcher can follow. So a copy
   prefetches the rows that follow. This pays off if the array is larger than a cache. */
enum { PL_FAR_ = 1 << 20, PL_WIDE_ROW_ = 512 };
static inline void pl_row_soon_(const char *row, size_t bytes)
{
#ifdef __GNUC__
    for (size_t b = 0; b < bytes && b < 2048; b += 64)
        __builtin_prefetch(row + b, 0, 2);
#else
    (void)row, (void)bytes;
#endif
}

/* Copies the part of a block that is inside its array, in (array to block) or out. Contiguous trailing dims are merged into
   long rows; at[] counts through the remaining dims. */
PL_ENGINE_ void pl_copy_box_(const struct pl_operand *o, const struct pl_box *box, char *block, int out)
{
    size_t array_stride[PL_MAX_RANK_], block_stride[PL_MAX_RANK_], a = o->size, b = o->size, run;
    long ahead;                       /* distance of the prefetch in rows, about 4 KB; none for an array that fits a cache */
    long at[PL_MAX_RANK_] = { 0 };
    char *array = o->array;
    int rank = o->rank;
    for (int d = rank; d-- > 0;) {
        if (box->hi[d] <= box->lo[d])
            return;
        if (o->ref_dim[d] >= 0)                                        /* a dropped dim has one element */
            b = o->window.stride[o->ref_dim[d]];
        if (o->distance)
            a = o->distance[d];
        array_stride[d] = a, block_stride[d] = b;
        array += (box->start[d] + box->lo[d]) * (long)a;
        block += (size_t)box->lo[d] * b;
        a *= (size_t)o->shape[d], b *= (size_t)o->block[d].n;
    }
    run = (size_t)(box->hi[rank - 1] - box->lo[rank - 1]) * o->size;
    if (o->distance && o->distance[rank - 1] != o->size)               /* a view whose elements are not adjacent */
        run = o->size;
    else
        rank--;
    for (; rank > 0 && run == array_stride[rank - 1] && run == block_stride[rank - 1]; rank--)
        run *= (size_t)(box->hi[rank - 1] - box->lo[rank - 1]);
    ahead = run >= PL_WIDE_ROW_ && rank && !o->distance && o->shape[0] * (long)array_stride[0] > PL_FAR_ ? 4096 / (long)run + 1 : PTRDIFF_MAX;
    for (;;) {
        int d = rank - 1;
        long rows = rank ? box->hi[d] - box->lo[d] : 1;
        size_t as = rank ? array_stride[d] : 0, bs = rank ? block_stride[d] : 0;
        for (long r = 0; r < rows; r++) {
            if (r < rows - ahead)
                pl_row_soon_(array + (size_t)(r + ahead) * as, run);
            if (out)
                pl_copy_row_(array + (size_t)r * as, block + (size_t)r * bs, run);
            else
                pl_copy_row_(block + (size_t)r * bs, array + (size_t)r * as, run);
        }
        for (d = rank - 2; d >= 0; d--) {
            array += array_stride[d], block += block_stride[d];
            if (++at[d] < box->hi[d] - box->lo[d])
                break;
            array -= (size_t)at[d] * array_stride[d], block -= (size_t)at[d] * block_stride[d];
            at[d] = 0;
        }
        if (d < 0)
            return;
    }
}

PL_NOINLINE_ PL_UNUSED_ void pl_fill_bytes_(char *to, const void *element, size_t size, size_t count)
{
    const unsigned char *first = element;
    size_t i, same = 1;
    while (same < size && first[same] == first[0])
        same++;
    if (same == size)
        memset(to, first[0], size * count);
    else if (size == 4)
        for (i = 0; i < count; i++)
            memcpy(to + 4 * i, element, 4);
    else
        for (i = 0; i < count; i++)
            memcpy(to + size * i, element, size);
}

#if PL_CHECKS
static inline void pl_fill_rim_(const struct pl_operand *o, char *block, const char *value)
{
    pl_fill_bytes_(block, value, o->size, o->bytes / o->size);         /* includes the gaps */
}
#else
/* Fills a few elements, mostly one. */
static inline void pl_fill_few_(char *to, const char *value, size_t size, long count)
{
    if (size == 4 && count < 8)
        for (; count > 0; count--, to += 4)
            memcpy(to, value, 4);
    else if (count > 0)
        pl_fill_bytes_(to, value, size, (size_t)count);
}

/* Fills the part of a block that is outside the array, or the whole block if it is not fetched. */
static inline void pl_fill_rim_(const struct pl_operand *o, char *block, const char *value)
{
    int last = o->rank - 1, d = 0;
    long at[PL_MAX_RANK_] = { 0 }, n = o->rank ? o->block[last].n : 1;
    if (!o->bytes)
        return;
    if (!o->rank || !pl_fetches_(o)) {
        pl_fill_bytes_(block, value, o->size, o->bytes / o->size);
        return;
    }
    do {
        int inside = 1;
        for (d = 0; d < last; d++)
            inside &= at[d] >= o->box.lo[d] && at[d] < o->box.hi[d];
        pl_fill_few_(block, value, o->size, inside ? o->box.lo[last] : n);
        if (inside)
            pl_fill_few_(block + (size_t)o->box.hi[last] * o->size, value, o->size, n - o->box.hi[last]);
        block += (size_t)n * o->size;
        for (d = last - 1; d >= 0 && ++at[d] == o->block[d].n; d--)
            at[d] = 0;
    } while (d >= 0);
}
#endif

PL_ENGINE_ void pl_fill_edge_(const struct pl_operand *o, char *block)
{
    long long element[32];
    char *value = o->size <= sizeof element ? (char *)element : malloc(o->size);
    if (!value)
        return;
    pl_convert_(value, o->dtype, o->edge->at, o->edge->type, o->size);
    pl_fill_rim_(o, block, value);
    if (value != (char *)element)
        free(value);
}

/* Computing on unspecified data and dropping the result must not trap. So integers are 1, which is a valid divisor, and
   structs are copies of an element of the array. */
static inline const char *pl_like_(const struct pl_operand *o)
{
    return o->array + pl_array_bytes_(o) / o->size / 2 * o->size;
}

PL_ENGINE_ void pl_fill_ones_(const struct pl_operand *o, char *block)
{
    int64_t one[1];
    if (!pl_array_bytes_(o))
        return;
    pl_write_int_(one, o->dtype, 1);
    pl_fill_rim_(o, block, o->dtype == PL_STRUCT_ ? pl_like_(o) : (const char *)one);
}

PL_ENGINE_ void *pl_pack_(struct pl_call *c, size_t bytes)
{
    if (c->pack_bytes < bytes) {
        free(c->pack);
        c->pack = aligned_alloc(64, (bytes + 63) / 64 * 64);
        c->pack_bytes = c->pack ? bytes : 0;
        if (!c->pack)
            pl_no_memory_(c, bytes);
    }
    return c->pack;
}

#if PL_CHECKS
static inline void pl_append_(char *text, size_t capacity, const char *format, ...) PL_PRINTF_(3, 4);
static inline void pl_append_(char *text, size_t capacity, const char *format, ...)
{
    size_t n = strlen(text);
    va_list args;
    va_start(args, format);
    vsnprintf(text + n, capacity - n, format, args);
    va_end(args);
}

static inline void pl_dims_text_(const long *dims, int rank, char *text, size_t capacity)
{
    text[0] = 0;
    for (int d = 0; d < rank; d++)
        pl_append_(text, capacity, "[%ld]", dims[d]);
}

/* Appends a cleared item of this size to *array, which grows. NULL: out of memory. */
static inline void *pl_append_item_(void *array, long *count, long *capacity, size_t size)
{
    char *items;
    memcpy(&items, array, sizeof items);                               /* a pointer to any type of item */
    if (*count == *capacity) {
        long n = *capacity ? 2 * *capacity : 64;
        items = realloc(items, (size_t)n * size);
        if (!items)
            return NULL;
        memcpy(array, &items, sizeof items);
        *capacity = n;
    }
    return memset(items + (size_t)(*count)++ * size, 0, size);
}
#endif

/* ==== Functions of statements ============================================================================

   What PL_EACH, PL_FILL, PL_ASSIGN, PL_INSIDE, PL_PROGRAM_ID and their like call.
   ========================================================================================================= */
/* The call whose grid program ids are of: the index maps of a PL_PIPELINE are in a kernel of the outer one. */
static inline const struct pl_call *pl_asked_(void)
{
    return pl_now_->apart ? pl_now_->outer : pl_now_;
}

#if PL_CHECKS
static inline void pl_report_(const char *file, int line, const struct pl_operand *o, const char *hint, const char *format, ...)
    PL_PRINTF_(5, 6);
static inline void pl_open_tile_(struct pl_tile *t, size_t guard);
static inline void pl_close_tile_(const struct pl_tile *t);

/* Notes that a reduction's sum does not fit its accumulator. Unspecified data whose result is dropped may overflow too, so
   this only sets a flag. Pass 3 of the twin run repeats the call with zeros as unspecified data, and reports it. */
static inline void pl_narrow_(const char *name, const void *acc, enum pl_dtype type, const void *value,
                              enum pl_dtype value_type, const char *file, int line)
{
    struct pl_call *c = pl_now_;
    if (!c || (type != PL_I8_ && type != PL_I16_ && type != PL_I32_) || pl_is_float_(value_type))
        return;
    if (pl_read_int_(acc, type) == pl_read_int_(value, value_type))
        return;
    c->narrowed = 1;
    if (c->pass == 3)
        pl_report_(file, line, NULL, PL_HINT_REDUCE_OVERFLOW_, PL_MESSAGE_REDUCE_OVERFLOW_, name,
                   (long long)pl_read_int_(value, value_type), name, type == PL_I8_ ? 8 : type == PL_I16_ ? 16 : 32,
                   (long long)pl_read_int_(acc, type));
}

/* Whether check=twin tries an operation on this value, in the first run. Of integers only small ones are: no sum or product of
   three overflows that the program would not compute. Members of a struct may be floats, so structs are not compared. */
static inline int pl_tries_(const void *value, enum pl_dtype type, size_t size)
{
    const struct pl_call *c = pl_now_;
    int64_t most = size < 8 ? 1000 : 1000000, v;
    if (!c || c->set.check != 1 || c->pass || type == PL_STRUCT_ || PL_FIRST_UNDEFINED_(value, size) >= 0)
        return 0;
    v = pl_is_float_(type) ? 0 : pl_read_int_(value, type);
    return v >= -most && v <= most;
}

/* Whether two values, among others, differ by more than roundings: those of floats are much less than half of their digits. */
static inline int pl_disagree_(enum pl_dtype type, size_t size, const void *values, int count, const void *one, const void *other)
{
    double most = 0, v;
    if (type == PL_STRUCT_ || !memcmp(one, other, size) || !pl_is_float_(type))
        return type != PL_STRUCT_ && memcmp(one, other, size) != 0;
    for (int i = 0; i < count; i++) {
        v = fabs(pl_read_float_((const char *)values + (size_t)i * size, type));
        most = v > most ? v : most;
    }
    return fabs(pl_read_float_(one, type) - pl_read_float_(other, type)) > sqrt(pl_rounding_(type)) * most;
}

static inline double pl_read_number_(const void *p, enum pl_dtype type)
{
    return pl_is_float_(type) ? pl_read_float_(p, type) : (double)pl_read_int_(p, type);
}

/* Reports an operation that is not associative: op(op(a, e), e), the last but one value, is not op(a, op(e, e)), the last. */
static inline void pl_associates_(const char *usage, const char *op, enum pl_dtype type, size_t size, const void *values,
                                  const char *file, int line)
{
    const char *at = values;
    double v[6];
    if (!pl_disagree_(type, size, at, 6, at + 4 * size, at + 5 * size))
        return;
    for (size_t i = 0; i < 6; i++)
        v[i] = pl_read_number_(at + i * size, type);
    pl_report_(file, line, NULL, PL_HINT_NOT_ASSOCIATIVE_, PL_MESSAGE_NOT_ASSOCIATIVE_, (int)strcspn(usage, " "), usage, op, op, op,
               v[0], v[1], v[1], v[4], op, v[0], op, v[1], v[1], v[5]);
}

/* The PL_IDENTITYs of a file. with: computes f(value, x) and f(x, value). */
struct pl_identity {
    const char *name, *value, *file;
    int line;
    void (*with)(const void *x, void *left, void *right);
    struct pl_identity *next;
};
static struct pl_identity *pl_identities_;
static inline void pl_enter_identity_(struct pl_identity *known)
{
    known->next = pl_identities_, pl_identities_ = known;
}

/* Reports a PL_IDENTITY of this operation that changes x. */
static inline void pl_try_identity_(const char *op, enum pl_dtype type, size_t size, const void *x)
{
    long long values[2];
    const struct pl_identity *f = pl_identities_;
    while (f && strcmp(f->name, op))
        f = f->next;
    if (!f || type == PL_STRUCT_)
        return;
    f->with(x, &values[0], &values[1]);
    if (pl_disagree_(type, size, x, 1, &values[0], x) || pl_disagree_(type, size, x, 1, &values[1], x))
        pl_report_(f->file, f->line, NULL, NULL, PL_MESSAGE_NO_IDENTITY_, op, f->value, op, f->value, pl_read_number_(x, type),
                   pl_read_number_(&values[0], type), op, pl_read_number_(x, type), f->value, pl_read_number_(&values[1], type));
}

/* Whether the grid has axis a. what: the macro, for the report. Outside a call there is no grid and nothing to return to. */
static inline int pl_has_axis_(const char *what, int a, const char *file, int line)
{
    int axes;
    if (!pl_now_) {
        fprintf(stderr, "%s:%d: error: %s outside a kernel [outside-a-kernel]\n", file, line, what);
        abort();
    }
    axes = pl_asked_()->axes - pl_asked_()->batches;
    if (a < 0 || a >= axes)
        pl_report_(file, line, NULL, PL_HINT_AXIS_ID_, PL_MESSAGE_AXIS_ID_, what, a, axes, axes == 1 ? "axis" : "axes");
    return a >= 0 && a < axes;
}
#endif

static inline long pl_program_id_(int a, const char *file, int line)
{
    PL_CHECKED_(if (!pl_has_axis_("PL_PROGRAM_ID", a, file, line)) return 0;)
    (void)file, (void)line;
    return pl_asked_()->id[a];
}

static inline long pl_num_programs_(int a, const char *file, int line)
{
    PL_CHECKED_(if (!pl_has_axis_("PL_NUM_PROGRAMS", a, file, line)) return 1;)
    (void)file, (void)line;
    return pl_asked_()->axis[pl_asked_()->batches + a].extent;
}

static inline long pl_axis_named_(const struct pl_call *c, const char *name)
{
    for (int a = 0; a < c->axes; a++)
        if (!strcmp(c->axis[a].name, name))
            return c->at[a];
    return -1;
}

#if PL_CHECKS
/* Formats "the axes (i, j)", with the wording of pallasc. */
static inline const char *pl_axes_text_(const struct pl_call *c, char *text, size_t capacity)
{
    size_t n = (size_t)snprintf(text, capacity, "no axis");
    for (int a = 0, first = 1; a < c->axes && n < capacity; a++)
        if (c->axis[a].kind != PL_BATCH_) {
            n = first ? 0 : n - 1;
            n += (size_t)snprintf(text + n, capacity - n, "%s%s)", first ? "the axes (" : ", ", c->axis[a].name);
            first = 0;
        }
    return text;
}
#endif
static inline long pl_axis_id_(const char *name, const char *file, int line)
{
    long id = pl_now_ ? pl_axis_named_(pl_asked_(), name) : -1;
#if PL_CHECKS
    char axes[200];
    if (!pl_now_)
        pl_has_axis_("PL_AXIS", 0, file, line);
    if (id < 0)
        pl_report_(file, line, NULL, PL_HINT_AXIS_UNKNOWN_, PL_MESSAGE_AXIS_UNKNOWN_, name, pl_now_->name,
                   pl_axes_text_(pl_asked_(), axes, sizeof axes));
#else
    (void)file, (void)line;
#endif
    return id;
}

static inline int pl_inside_(const struct pl_window *w, int d, long i)
{
    return i >= w->inside[d][0] && i < w->inside[d][1];
}

/* The same of a subscript of PL_INSIDE, which must be one of the block. */
static inline int pl_inside_at_(const struct pl_window *w, int d, long i, const char *file, int line)
{
#if PL_CHECKS
    if (i < 0 || i >= w->dim[d])
        pl_report_(file, line, w->operand, PL_HINT_INSIDE_SUBSCRIPT_, PL_MESSAGE_INSIDE_SUBSCRIPT_, i, d, w->dim[d]);
#else
    (void)file, (void)line;
#endif
    return pl_inside_(w, d, i);
}

static inline long pl_multiple_of_(long v, long n, const char *file, int line)
{
    PL_CHECKED_(if (n == 0 || v % n != 0)
        pl_report_(file, line, NULL, PL_HINT_MULTIPLE_OF_, PL_MESSAGE_MULTIPLE_OF_, v, n);)
    (void)n, (void)file, (void)line;
    return v;
}

#if PL_CHECKS
/* Checks the step of PL_EACH: a negative one would end the loop before its first iteration, and zero would never end it. */
static inline long pl_step_(long step, const char *file, int line)
{
    if (step <= 0)
        pl_report_(file, line, NULL, PL_HINT_LOOP_STEP_, PL_MESSAGE_LOOP_STEP_, step);
    return step > 0 ? step : 1;
}

/* While a call settles: returns what pl_each_ returns, and records the iteration. */
enum { PL_TRACKED_ = 4 };
static inline long pl_each_tracked_(struct pl_call *c, long lo, long n, long k)
{
    int order = c->each_order & ~PL_TRACKED_;
    long e = lo + (k >= n || order == 0 ? k : order == 1 ? n - 1 - k : pl_shuffled_(k, n, c->set.seed));
    if (k == 0 && n > 0)
        c->each_depth++;
    else if (k >= n && k > 0)
        c->each_depth -= c->each_depth > 0;
    if (k < n && c->each_depth <= PL_MAX_AXES_)
        c->each_at[c->each_depth - 1] = e;
    return e;
}

/* The k-th element that PL_EACH visits: in order, in reverse, or in a seeded random order. */
PL_INLINE_ long pl_each_(long lo, long n, long k)
{
    struct pl_call *c = pl_now_;
    if (!c || c->each_order == 0)
        return lo + k;
    if (c->each_order & PL_TRACKED_)
        return pl_each_tracked_(c, lo, n, k);
    if (k >= n)
        return lo + k;
    return c->each_order == 1 ? lo + n - 1 - k : lo + pl_shuffled_(k, n, c->set.seed);
}
#endif

static inline int pl_same_rows_(const struct pl_window *w)             /* whether the block has no gaps */
{
    for (int r = w->rank - 1; r > 0; r--)
        if (w->stride[r - 1] != w->stride[r] * (size_t)w->dim[r])
            return 0;
    return 1;
}

/* The number of rows of the last dim, and the offset of a row in bytes. */
static inline long pl_rows_(const struct pl_window *w)
{
    long rows = 1;
    for (int r = 0; r < w->rank - 1; r++)
        rows *= w->dim[r];
    return rows;
}
static inline size_t pl_row_(const struct pl_window *w, long row)
{
    size_t at = 0;
    for (int r = w->rank - 2; r >= 0; r--) {
        at += (size_t)(row % w->dim[r]) * w->stride[r];
        row /= w->dim[r];
    }
    return at;
}

/* Represents a view whose elements are not adjacent as rows of one element each. */
static inline int pl_lies_apart_(const struct pl_window *w) { return !w->rank || w->stride[w->rank - 1] != w->element; }
static inline const struct pl_window *pl_with_rows_(const struct pl_window *w, int apart, struct pl_window *storage)
{
    if (!apart)
        return w;
    *storage = *w;
    storage->dim[w->rank] = 1, storage->stride[w->rank] = w->element;
    storage->rank++;
    return storage;
}

static inline void pl_fill_(void *x, const struct pl_window *window, struct pl_value v, const char *file, int line)
{
    struct pl_window storage;
    const struct pl_window *w = pl_with_rows_(window, pl_lies_apart_(window), &storage);
    size_t size = w->element;
    long long element[32];
    char *value = size <= sizeof element ? (char *)element : (char *)(uintptr_t)v.at;
    long rows = pl_rows_(w), columns = w->dim[w->rank - 1];
#if PL_CHECKS
    if ((w->type == PL_STRUCT_ || v.type == PL_STRUCT_) && (w->type != v.type || size != v.size)) {
        pl_report_(pl_now_->file, pl_now_->kernel_line, w->operand, PL_HINT_STRUCT_VALUE_, PL_MESSAGE_FILL_TYPE_);
        return;
    }
    PL_TOUCHED_(w, 1, "filled", file, line);
#else
    (void)file, (void)line;
#endif
    if (value == (char *)element)
        pl_convert_(value, w->type, v.at, v.type, size);
    if (pl_same_rows_(w))
        columns *= rows, rows = 1;
    for (long r = 0; r < rows; r++)
        pl_fill_bytes_((char *)x + (rows == 1 ? 0 : pl_row_(w, r)), value, size, (size_t)columns);
}

#if PL_CHECKS
/* Whether two blocks share an element. Parts of one block may be side by side without sharing one. */
static inline int pl_overlap_(const char *a, const struct pl_window *v, const char *b, const struct pl_window *w)
{
    size_t mine = v->element * (size_t)v->dim[v->rank - 1], other = w->element * (size_t)w->dim[w->rank - 1];
    long rows = pl_rows_(v), more = pl_rows_(w);
    if (rows < 1 || more < 1 || a + pl_row_(v, rows - 1) + mine <= b || b + pl_row_(w, more - 1) + other <= a)
        return 0;
    for (long r = 0; r < rows; r++)
        for (long q = 0; q < more; q++)
            if (a + pl_row_(v, r) < b + pl_row_(w, q) + other && b + pl_row_(w, q) < a + pl_row_(v, r) + mine)
                return 1;
    return 0;
}
#endif

static inline void pl_assign_(void *dst, const struct pl_window *dst_window, const void *src, const struct pl_window *src_window,
                              const char *file, int line)
{
    struct pl_window storage[2];
    int apart = pl_lies_apart_(dst_window) || pl_lies_apart_(src_window);
    const struct pl_window *to = pl_with_rows_(dst_window, apart, &storage[0]), *from = pl_with_rows_(src_window, apart, &storage[1]);
    long rows = pl_rows_(to), columns = to->dim[to->rank - 1];
#if PL_CHECKS
    int same = dst_window->rank == src_window->rank && (to->type != PL_STRUCT_ || to->element == from->element);
    for (int r = 0; same && r < dst_window->rank; r++)
        same = to->dim[r] == from->dim[r];
    if (!same) {
        char left[128], right[128];
        pl_dims_text_(to->dim, dst_window->rank, left, sizeof left);
        pl_dims_text_(from->dim, src_window->rank, right, sizeof right);
        pl_report_(file, line, to->operand, PL_HINT_ASSIGN_SHAPES_, PL_MESSAGE_ASSIGN_SHAPES_, left, right);
        return;
    }
    if (dst != src && pl_overlap_(dst, to, src, from)) {
        pl_report_(file, line, to->operand, PL_HINT_ASSIGN_OVERLAP_, PL_MESSAGE_ASSIGN_OVERLAP_);
        return;
    }
    PL_TOUCHED_(to, 1, PL_TEXT_ASSIGNED_, file, line);
    PL_TOUCHED_(from, 0, PL_TEXT_READ_BY_ASSIGN_, file, line);
#else
    (void)file, (void)line;
#endif
    for (long r = 0; r < rows; r++) {
        char *d = (char *)dst + pl_row_(to, r);
        const char *s = (const char *)src + pl_row_(from, r);
        if (to->type == from->type)
            memmove(d, s, to->element * (size_t)columns);
        else
            for (long i = 0; i < columns; i++)
                pl_convert_(d + (size_t)i * to->element, to->type, s + (size_t)i * from->element, from->type, to->element);
    }
}

/* ---- PL_DOT ----------------------------------------------------------------------------------------------

   Each sum starts with acc and adds in ascending order. Operands are packed to float, double or uint64_t, and three loops
   multiply these; with checks off, float and double operands in row-major order are used in place, by tiles that stay in registers. */
static inline long pl_matrix_dim_(struct pl_matrix m, int d) { return m.window->dim[m.transposed ? 1 - d : d]; }

/* Converts n elements, stride bytes apart, to float, double or uint64_t. Each source type has its own simple loop. */
#define PL_DOT_ROW_(suffix, T)                                                                              \
    static inline void pl_dot_row_##suffix(const char *p, size_t stride, enum pl_dtype type, long n, T *to) \
    {                                                                                                       \
        if (type == PL_F32_)                                                                                \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)*(const float *)(const void *)(p + (size_t)i * stride);                          \
        else if (type == PL_BF16_)                                                                          \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)pl_f32_from_bf16_(*(const pl_bf16 *)(const void *)(p + (size_t)i * stride));     \
        else if (pl_is_float_(type))                                                                        \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)pl_read_float_(p + (size_t)i * stride, type);                                    \
        else                                                                                                \
            for (long i = 0; i < n; i++)                                                                    \
                to[i] = (T)pl_read_int_(p + (size_t)i * stride, type);                                      \
    }
PL_DOT_ROW_(f32, float)
PL_DOT_ROW_(f64, double)
PL_DOT_ROW_(u64, uint64_t)                                             /* integer sums wrap */

/* Copy a whole matrix to row-major order, and back. */
#define PL_DOT_PACK_(suffix, T)                                                                             \
    static inline void pl_dot_pack_##suffix(struct pl_matrix m, T *to)                                      \
    {                                                                                                       \
        long rows = pl_matrix_dim_(m, 0), columns = pl_matrix_dim_(m, 1);                                   \
        for (long i = 0; i < rows; i++)                                                                     \
            pl_dot_row_##suffix((const char *)m.at + (size_t)i * m.window->stride[m.transposed],            \
                                m.window->stride[1 - m.transposed], m.type, columns, to + i * columns);     \
    }                                                                                                       \
    static inline void pl_dot_unpack_##suffix(struct pl_matrix m, const T *from)                            \
    {                                                                                                       \
        long rows = m.window->dim[0], columns = m.window->dim[1];                                           \
        for (long i = 0; i < rows; i++)                                                                     \
            for (long j = 0; j < columns; j++) {                                                            \
                char *p = (char *)m.at + (size_t)i * m.window->stride[0] + (size_t)j * m.window->stride[1]; \
                if (pl_is_float_(m.type))                                                                   \
                    pl_write_float_(p, m.type, (double)from[i * columns + j]);                              \
                else                                                                                        \
                    pl_write_int_(p, m.type, (int64_t)from[i * columns + j]);                               \
            }                                                                                               \
    }
PL_DOT_PACK_(f32, float)
PL_DOT_PACK_(f64, double)
PL_DOT_PACK_(u64, uint64_t)

/* c[m][n] += a[m][k] b[k][n], with each sum in ascending order of k. */
#define PL_DOT_LOOPS_(suffix, T)                                                                            \
    PL_HOT_ static inline void pl_dot_##suffix(long m, long n, long k, const T *a, long lda, const T *b, long ldb, \
                                               T *c, long ldc)                                              \
    {                                                                                                       \
        for (long i = 0; i < m; i++)                                                                        \
            for (long l = 0; l < k; l++) {                                                                  \
                T x = a[i * lda + l];                                                                       \
                const T *y = b + l * ldb;                                                                   \
                T *z = c + i * ldc;                                                                         \
                for (long j = 0; j < n; j++)                                                                \
                    z[j] += x * y[j];                                                                       \
            }                                                                                               \
    }
PL_DOT_LOOPS_(u64, uint64_t)
#if PL_CHECKS || !(defined __GNUC__ && defined __SSE2__)
PL_DOT_LOOPS_(f64, double)
PL_DOT_LOOPS_(f32, float)
#else
/* float and double: a tile of some rows by two vectors stays in registers over the loop on k. The vectors of b are packed into a
   panel, so that the inner loop reads one short, contiguous range repeatedly. Meanwhile the tile prefetches the part of c that
   the next tile accumulates into, and as many rows of the next vectors of b. */
#if defined __AVX512F__
#define PL_VECTOR_BYTES_ 64
#define PL_ROWS_(rows12, rows8, rows6) rows12 rows8                    /* 24 of 32 registers have sums */
#elif defined __AVX__
#define PL_VECTOR_BYTES_ 32
#define PL_ROWS_(rows12, rows8, rows6) rows6                           /* 12 of 16; 8 rows would spill */
#else
#define PL_VECTOR_BYTES_ 16
#define PL_ROWS_(rows12, rows8, rows6)
#endif
typedef float pl_vector_f32_ __attribute__((__vector_size__(PL_VECTOR_BYTES_), __aligned__(4), __may_alias__));
typedef double pl_vector_f64_ __attribute__((__vector_size__(PL_VECTOR_BYTES_), __aligned__(8), __may_alias__));
enum { PL_PANEL_ = 256 };                                              /* extent of a panel along k */
#define PL_LANES_(T) (PL_VECTOR_BYTES_ / (int)sizeof(T))
#define PL_UNROLL_ _Pragma("GCC unroll 16")
#ifdef __clang__
#define PL_WIDE_ __attribute__((__min_vector_width__(PL_VECTOR_BYTES_ * 8)))    /* otherwise clang halves the vectors and spills */
#else
#define PL_WIDE_
#endif

#define PL_DOT_TILE_(suffix, T, rows)                                                                       \
    PL_WIDE_ static inline void pl_dot_tile_##suffix##_##rows(long k, const T *a, long lda, const pl_vector_##suffix##_ *b, \
                                                              T *c, long ldc, const T *next, long ldb)      \
    {                                                                                                       \
        pl_vector_##suffix##_ z[rows][2];                                                                   \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                z[r][v] = *(const pl_vector_##suffix##_ *)(c + r * ldc + v * PL_LANES_(T));                 \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int line = 0; line < 2 * PL_LANES_(T); line += 64 / (int)sizeof(T)) {           \
                __builtin_prefetch(c + (rows + r) * ldc + line, 1);                                         \
                __builtin_prefetch(next + r * ldb + line);                                                  \
            }                                                                                               \
        for (long l = 0; l < k; l++)                                                                        \
            PL_UNROLL_ for (int r = 0; r < rows; r++) {                                                     \
                T x = a[r * lda + l];                                                                       \
                z[r][0] += x * b[2 * l];                                                                    \
                z[r][1] += x * b[2 * l + 1];                                                                \
            }                                                                                               \
        PL_UNROLL_ for (int r = 0; r < rows; r++)                                                           \
            PL_UNROLL_ for (int v = 0; v < 2; v++)                                                          \
                *(pl_vector_##suffix##_ *)(c + r * ldc + v * PL_LANES_(T)) = z[r][v];                       \
    }

/* Tiles of so many rows, while enough are left. With 16 left, 8 and 8 take less time than 12 and 4. */
#define PL_DOT_TILE_ROWS_(suffix, rows)                                                                     \
    for (; m - i >= rows && !(rows == 12 && m - i == 16); i += rows)                                        \
        pl_dot_tile_##suffix##_##rows(k, a + i * lda, lda, b, c + i * ldc, ldc, next + i * ldb, ldb);

#define PL_DOT_TILED_(suffix, T)                                                                            \
    PL_ROWS_(PL_DOT_TILE_(suffix, T, 12), PL_DOT_TILE_(suffix, T, 8), PL_DOT_TILE_(suffix, T, 6))           \
    PL_DOT_TILE_(suffix, T, 4)                                                                              \
    PL_DOT_TILE_(suffix, T, 1)                                                                              \
    /* Computes all rows of c, for columns that fill two vectors. */                                        \
    PL_WIDE_ static inline void pl_dot_columns_##suffix(long m, long k, const T *a, long lda, const pl_vector_##suffix##_ *b, T *c, \
                                                        long ldc, const T *next, long ldb)                  \
    {                                                                                                       \
        long i = 0;                                                                                         \
        PL_ROWS_(PL_DOT_TILE_ROWS_(suffix, 12), PL_DOT_TILE_ROWS_(suffix, 8), PL_DOT_TILE_ROWS_(suffix, 6)) \
        PL_DOT_TILE_ROWS_(suffix, 4)                                                                        \
        PL_DOT_TILE_ROWS_(suffix, 1)                                                                        \
    }                                                                                                       \
    PL_WIDE_ static inline void pl_dot_##suffix(long m, long n, long k, const T *a, long lda, const T *b, long ldb, T *c, long ldc) \
    {                                                                                                       \
        pl_vector_##suffix##_ panel[PL_PANEL_ * 2] PL_ALIGNED_;                                             \
        const long both = 2 * PL_LANES_(T), wide = n / both * both;                                         \
        for (long l = 0; l < k; l += PL_PANEL_) {                                                           \
            long depth = k - l < PL_PANEL_ ? k - l : PL_PANEL_;                                             \
            for (long j = 0; j < wide; j += both) {                                                         \
                for (long d = 0; d < depth; d++)                                                            \
                    memcpy(&panel[2 * d], b + (l + d) * ldb + j, 2 * sizeof *panel);                        \
                pl_dot_columns_##suffix(m, depth, a + l, lda, panel, c + j, ldc, b + l * ldb + j + both, ldb); \
            }                                                                                               \
        }                                                                                                   \
        for (long i = 0; i < m; i++)                                   /* columns that do not fill two vectors */ \
            for (long l = 0; l < k; l++)                                                                    \
                for (long j = wide; j < n; j++)                                                             \
                    c[i * ldc + j] += a[i * lda + l] * b[l * ldb + j];                                      \
    }
PL_DOT_TILED_(f64, double)
PL_DOT_TILED_(f32, float)
#endif

/* The CPU's instructions for small types, in a file of its own. */
#if PL_CPU && !PL_CHECKS && defined __GNUC__ && defined __x86_64__
#include "pallas_cpu.h"
#else
#define pl_cpu_dot_(call, c, a, b) 0
#endif

PL_ENGINE_ void pl_dot_(struct pl_matrix c, struct pl_matrix a, struct pl_matrix b, const char *file, int line)
{
    struct pl_call *call = pl_now_;
    long m = c.window->dim[0], n = c.window->dim[1], k = pl_matrix_dim_(a, 1);
    char *packed;
    int f64 = c.type == PL_F64_ || a.type == PL_F64_ || b.type == PL_F64_;
    int floats = pl_is_float_(c.type) || pl_is_float_(a.type) || pl_is_float_(b.type);
#if PL_CHECKS
    if (c.window->rank != 2 || a.window->rank != 2 || b.window->rank != 2) {
        pl_report_(file, line, c.window->operand, PL_HINT_DOT_RANK_, PL_MESSAGE_DOT_RANK_, c.window->rank, a.window->rank,
                   b.window->rank);
        return;
    }
    if (pl_matrix_dim_(a, 0) != m || pl_matrix_dim_(b, 0) != k || pl_matrix_dim_(b, 1) != n || c.transposed) {
        pl_report_(file, line, c.window->operand, PL_HINT_DOT_SHAPES_, PL_MESSAGE_DOT_SHAPES_, m, n, pl_matrix_dim_(a, 0), k,
                   pl_matrix_dim_(b, 0), pl_matrix_dim_(b, 1));
        return;
    }
    if (pl_overlap_(c.at, c.window, a.at, a.window) || pl_overlap_(c.at, c.window, b.at, b.window)) {
        pl_report_(file, line, c.window->operand, PL_HINT_DOT_INTO_OPERAND_, PL_MESSAGE_DOT_INTO_OPERAND_,
                   pl_overlap_(c.at, c.window, a.at, a.window) ? "a" : "b");
        return;
    }
    PL_TOUCHED_(c.window, 1, "added to by PL_DOT", file, line);
    PL_TOUCHED_(a.window, 0, "read by PL_DOT", file, line);
    PL_TOUCHED_(b.window, 0, "read by PL_DOT", file, line);
#else
    (void)file, (void)line;
    if (pl_cpu_dot_(call, c, a, b))
        return;
/* Packs only operands that are not row-major already. */
#define PL_DOT_IN_PLACE_(suffix, T, T_TYPE)                                                                 \
    do {                                                                                                    \
        const int x_there = a.type == T_TYPE && !a.transposed, y_there = b.type == T_TYPE && !b.transposed; \
        T *x = x_there ? a.at : NULL, *y = y_there ? b.at : NULL;                                           \
        packed = x && y ? NULL : pl_pack_(call, (size_t)(m * k + k * n) * sizeof(T));                       \
        if (!(x && y) && !packed)                                                                           \
            return;                                                                                         \
        if (!x)                                                                                             \
            pl_dot_pack_##suffix(a, x = (T *)(void *)packed);                                               \
        if (!y)                                                                                             \
            pl_dot_pack_##suffix(b, y = (T *)(void *)packed + m * k);                                       \
        pl_dot_##suffix(m, n, k, x, x_there ? (long)(a.window->stride[0] / sizeof(T)) : k,                  \
                        y, y_there ? (long)(b.window->stride[0] / sizeof(T)) : n, c.at, (long)(c.window->stride[0] / sizeof(T))); \
        return;                                                                                             \
    } while (0)
    if (c.type == PL_F32_ && !f64)
        PL_DOT_IN_PLACE_(f32, float, PL_F32_);
    if (c.type == PL_F64_)
        PL_DOT_IN_PLACE_(f64, double, PL_F64_);
#endif
    packed = pl_pack_(call, (size_t)(m * k + k * n + m * n + 3) * 8);
    if (!packed)
        return;
#define PL_DOT_PACKED_(suffix, T)                                                                           \
    do {                                                                                                    \
        T *x = (T *)packed, *y = x + m * k, *z = y + k * n;                                                   \
        pl_dot_pack_##suffix(a, x);                                                                         \
        pl_dot_pack_##suffix(b, y);                                                                         \
        pl_dot_pack_##suffix(c, z);                                                                         \
        pl_dot_##suffix(m, n, k, x, k, y, n, z, n);                                                         \
        pl_dot_unpack_##suffix(c, z);                                                                       \
    } while (0)
    if (!floats)
        PL_DOT_PACKED_(u64, uint64_t);
    else if (f64)
        PL_DOT_PACKED_(f64, double);
    else
        PL_DOT_PACKED_(f32, float);
}

/* ---- Tiles and views --------------------------------------------------------------------------------------

   What PL_TILE and PL_VIEW declare, which ends with the block; and PL_PRINT. */
static inline void pl_window_dims_(struct pl_window *w, void *at, size_t size, enum pl_dtype type, int rank, const long *dims)
{
    w->at = w->whole = at, w->operand = NULL, w->rank = rank, w->type = type, w->element = size;
    for (int r = rank; r-- > 0;) {
        w->dim[r] = w->size[r] = w->inside[r][1] = dims[r];
        w->start[r] = w->inside[r][0] = 0;
    }
    pl_pitches_(w, dims);
}

/* name: the name of the tile, a null character, and the name of its type. */
static inline struct pl_tile pl_tile_begin_(struct pl_tile *self, const char *name, void *memory, size_t guard, size_t size,
                                            enum pl_dtype type, int rank, const long *dims)
{
    struct pl_tile t;
    t.bytes = size;
    for (int r = 0; r < rank; r++)
        t.bytes *= (size_t)dims[r];
    t.heap = t.bytes > PL_SMALL_TILE_ ? aligned_alloc(64, (t.bytes + 2 * guard + (guard ? PL_PAGE_ : 0) + 63) / 64 * 64) : NULL;
    t.at = t.bytes > PL_SMALL_TILE_ ? t.heap : memory;
    (void)name;
    if (!t.at) {                                                       /* cannot continue, and cannot return */
        fprintf(stderr, "%s:%d: error: call %s: out of memory for the PL_TILE %s of %zu bytes [tile-no-memory]\n", pl_now_->file, pl_now_->line,
                pl_now_->name, name, t.bytes);
        abort();
    }
    t.at = (char *)t.at + guard;
    pl_window_dims_(&t.window, t.at, size, type, rank, dims);
    PL_CHECKED_(t.name = name, t.scoped = NULL;)
    t.outer = NULL;
    if (pl_now_ && (PL_CHECKS || t.bytes > PL_SMALL_TILE_))
        t.outer = pl_now_->tiles, pl_now_->tiles = self;
    PL_CHECKED_(pl_open_tile_(&t, guard);)
    return t;
}

static inline void pl_tile_end_(struct pl_tile *t)
{
    if (!PL_CHECKS && t->bytes <= PL_SMALL_TILE_)
        return;
    if (pl_now_ && pl_now_->tiles != t)                                /* a switch went past its declaration, and it was never opened */
        return;
    if (pl_now_)
        pl_now_->tiles = t->outer;
#if PL_CHECKS
    pl_close_tile_(t);
    if (pl_now_ && pl_now_->damaged)
        return;
#endif
    free(t->heap);
}

/* Makes the window of a view. Its dims are the last ones of the window that it points into, which determines the elements
   inside the array. */
PL_ENGINE_ struct pl_window pl_view_(void *at, size_t size, enum pl_dtype type, int rank, const long *dims, const size_t *strides)
{
    struct pl_window v;
    const struct pl_call *c = pl_now_;
    pl_window_dims_(&v, at, size, type, rank, dims);
    for (int r = 0; r < rank; r++) {
        v.stride[r] = strides[r];
        v.pitch[r] = r ? (long)(strides[r - 1] / strides[r]) : dims[r];
    }
    for (int i = 0; c && i < c->operands; i++) {
        const struct pl_window *w = &c->operand[i].window;
        size_t offset;
        long index[PL_MAX_RANK_];
        int outside = 0, between = 0;
        if (!w->at || (char *)at < (char *)w->at || (char *)at >= (char *)w->at + w->stride[0] * (size_t)w->dim[0] || w->rank < rank)
            continue;
        offset = (size_t)((char *)at - (char *)w->at);
        for (int r = 0; r < w->rank; r++) {
            index[r] = (long)(offset / w->stride[r]);
            offset %= w->stride[r];
            between |= index[r] >= w->dim[r];
            if (r < w->rank - rank)
                outside |= !pl_inside_(w, r, index[r]);
        }
        if (between)                                                   /* in a gap between rows */
            continue;
        v.operand = w->operand;
        for (int r = 0; r < rank; r++) {
            int p = w->rank - rank + r;
            v.start[r] = w->start[p] + index[p];
            v.inside[r][0] = w->inside[p][0] > index[p] ? w->inside[p][0] - index[p] : 0;
            v.inside[r][1] = outside ? 0 : w->inside[p][1] - index[p] < dims[r] ? w->inside[p][1] - index[p] : dims[r];
        }
        break;
    }
    return v;
}

static inline void pl_print_(const char *format, ...) PL_PRINTF_(1, 2);
static inline void pl_print_(const char *format, ...)
{
    va_list args;
    PL_CHECKED_(if (pl_now_ && pl_now_->quiet) return;)
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
}

/* ==== The engine, checks off =============================================================================

   A call as a loop: pl_next_ counts through the grid, pl_arrive_ copies the blocks whose index has changed, or uses them in
   place, and pl_close_ writes the last ones back. Nothing is checked.
   ========================================================================================================= */
#if !PL_CHECKS
static inline int pl_reserve_(struct pl_call *c, struct pl_operand *o)
{
    if (!o->memory && o->bytes < (size_t)LONG_MAX / 2)
        o->memory = aligned_alloc(64, (o->bytes + 64) / 64 * 64);
    return o->memory ? 1 : pl_no_memory_(c, o->bytes);
}

/* Whether rows of a window should be prefetched when its visit starts: rows too short for pl_copy_box_ to prefetch one by
   one, and all rows of a block used in place. The end of a prefetch is rounded up to a multiple of PL_RUN_ bytes, which
   also covers neighboring windows. */
enum { PL_RUN_ = 1024, PL_NEAR_ = 1 << 18 };
static inline int pl_is_far_(const struct pl_operand *o)
{
    long row = o->rank ? o->block[o->rank - 1].n * (long)o->size : 0;
    return row > 0 && !o->contiguous && (o->strided || row < PL_WIDE_ROW_) &&
           pl_bytes_(o->size, o->rank, o->shape) > PL_FAR_ &&
           (long)o->bytes / row * (row > PL_RUN_ ? row : PL_RUN_) <= PL_NEAR_;
}

PL_ENGINE_ void pl_soon_(struct pl_operand *o)
{
#ifdef __GNUC__
    const struct pl_box *box = &o->box;
    int last = o->rank - 1, d, writes = pl_writes_(o);
    long size = (long)o->size, row = o->shape[last] * size, at[PL_MAX_RANK_] = { 0 }, stride[PL_MAX_RANK_];
    long from = (box->start[last] + box->lo[last]) * size, to = (box->start[last] + box->hi[last]) * size;
    const char *p = o->array;
    stride[last] = row;
    for (d = last - 1; d >= 0; d--) {
        stride[d] = d == last - 1 ? row : stride[d + 1] * o->shape[d + 1];
        p += (box->start[d] + box->lo[d]) * stride[d];
    }
    if (p == o->soon && from >= o->soon_from && from <= o->soon_to)
        from = o->soon_to;
    else
        o->soon = p, o->soon_from = from;
    if (to <= from)
        return;
    to = (to + PL_RUN_ - 1) / PL_RUN_ * PL_RUN_;
    o->soon_to = to = to < row ? to : row;
    do {
        for (long b = from / 64 * 64; b < to; b += 64)
            if (writes)
                __builtin_prefetch(p + b, 1, 3);
            else
                __builtin_prefetch(p + b, 0, 2);
        for (d = last - 1; d >= 0; d--) {
            p += stride[d];
            if (++at[d] < box->hi[d] - box->lo[d])
                break;
            p -= at[d] * stride[d];
            at[d] = 0;
        }
    } while (d >= 0);
#else
    (void)o;
#endif
}

/* Does the same for a block of which only next and path are known. */
static inline void pl_soon_whole_(struct pl_operand *o)
{
    for (int d = 0; d < o->rank; d++) {
        o->box.start[d] = o->next[d].start * o->path[d].scale - o->path[d].lo;
        o->box.lo[d] = 0, o->box.hi[d] = o->block[d].n;
    }
    pl_soon_(o);
}

static inline int pl_may_hang_(const struct pl_operand *o)
{
    for (int d = 0; d < o->rank; d++) {
        const struct pl_dim *b = &o->block[d];
        if (b->kind == PL_BLOCKED_ ? b->n < 1 || o->shape[d] % b->n : b->kind == PL_ELEMENT_ ? b->lo || b->hi : b->kind == PL_BOUNDED_)
            return 1;
    }
    return 0;
}

/* Allocates one arena for scratch and for all blocks that will be copied. With several small allocations, malloc would
   return memory to the system at the end of each call. A block used in place is in the arena only if it may extend past the
   array. */
static inline void pl_arena_(struct pl_call *c, size_t bytes)
{
    PL_MPI_(c->arena = pl_mpi_scratch_(c, NULL, bytes); if (!c->arena))
    c->arena = bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, bytes) : NULL;
    if (!c->arena) {
        pl_no_memory_(c, bytes);
        return;
    }
    bytes = 0;
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (!o->in_arena)
            continue;
        o->memory = c->arena + bytes;
        bytes += (o->bytes + 63) / 64 * 64;
        if (o->kind == PL_KIND_SCRATCH_)
            o->window.at = o->window.whole = o->memory;
    }
}

/* Initializes an operand's windows before the first step. Until a block is copied, windows are treated as in place. */
static inline void pl_windows_begin_(struct pl_operand *o)
{
    long stride = (long)o->size;
    int slides = o->contiguous | o->strided;
    o->moving = 1;
    o->fixed = !o->map_text && !o->batches;
    o->direct = slides;
    o->in_arena = !o->contiguous && (!o->strided || pl_may_hang_(o));
    o->far = pl_is_far_(o);
    for (int d = o->rank; d-- > 0; stride *= o->shape[d]) {
        const struct pl_dim *b = &o->block[d];
        o->path[d] = (struct pl_path){ b->kind == PL_BLOCKED_ || b->kind == PL_FULL_ ? b->n : 1, b->lo,
                                       (unsigned long)(o->shape[d] - b->n), stride,
                                       o->ref_dim[d] < 0 ? &o->box.start[d] : &o->window.start[o->ref_dim[d]] };
        slides &= b->kind != PL_BOUNDED_ && o->shape[d] >= b->n;
    }
    if (o->strided && !o->contiguous)
        pl_pitches_(&o->window, o->pitch);
    o->in_place = o->shown = o->slides = slides & !o->may_init & !o->waits;
    if (o->distance)
        for (int d = 0; d < o->rank; d++)
            o->path[d].stride = (long)o->distance[d];
}

/* Makes both operands of an aliased array copied rather than in place: neither may see what the other writes before the end
   of a visit. */
static inline void pl_keep_apart_(struct pl_call *c, struct pl_operand *o)
{
    o->contiguous = o->strided = 0;
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].name && !strcmp(c->operand[i].name, o->alias))
            c->operand[i].contiguous = c->operand[i].strided = 0;
}

#ifdef _OPENMP
/* ---- Threads ------------------------------------------------------------------------------------------- */
static inline int pl_runs_at_once_(const struct pl_axis *axis) { return axis->kind == PL_PARALLEL_ || axis->kind == PL_BATCH_; }

/* Number of threads that have work: at most one per combination of indices of the parallel axes. */
PL_ENGINE_ int pl_threads_(const struct pl_axis *axis, const long *extent)
{
    int most = omp_get_max_threads(), in_front = 1;
    long count = 1;
    for (; axis->name; axis++, extent++) {
        if (axis->kind == PL_MESH_AXIS_)
            continue;
        in_front &= pl_runs_at_once_(axis);
        if ((in_front || axis->kind == PL_BATCH_) && count < most)
            count *= *extent;
        if (*extent <= 0)
            return 1;
    }
    return count < most ? (int)count : most;
}

/* Restricts the call to this thread's share: a contiguous range of the parallel axes' indices. */
PL_ENGINE_ void pl_share_(struct pl_call *c)
{
    long team = omp_get_num_threads(), me = omp_get_thread_num(), count = 1, first, inner, rest;
    for (int a = 0; a < c->axes && pl_runs_at_once_(&c->axis[a]); a++)
        count *= c->axis[a].extent;
    if (team == 1 || !c->steps)
        return;
    inner = c->steps / count;
    first = count / team * me + (me < count % team ? me : count % team);
    c->step = rest = first * inner;
    c->steps = rest + (count / team + (me < count % team)) * inner;
    for (int a = c->axes - 1; a >= 0; rest /= c->axis[a].extent, a--)
        c->at[a] = rest % c->axis[a].extent;
    c->step--;
    if (c->axes)
        c->at[c->axes - 1]--;
}

/* Passes the message of a failed thread to pl_team_ends_, which prints it once and leaves it for pl_error(). */
PL_ENGINE_ void pl_tell_(int code, char *words)
{
    if (code) {
#pragma omp critical(pl_tell)
        memcpy(words, pl_error_text_, sizeof pl_error_text_);
    }
}

PL_ENGINE_ int pl_team_ends_(int code, const char *words)
{
    if (code) {
        memcpy(pl_error_text_, words, sizeof pl_error_text_);
        fprintf(stderr, "%s\n", words);
    }
    return code;
}
#endif

PL_ENGINE_ void pl_begin_(struct pl_call *c)
{
    size_t bytes = 0;
    pl_blocks_(c);
    PL_MPI_(if (c->mesh && pl_mesh_size_(c) == pl_mesh_devices_(c)) pl_mpi_open_(c);)
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].alias)
            pl_keep_apart_(c, &c->operand[i]);
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (o->kind == PL_KIND_SCRATCH_)
            o->in_arena = 1;
        else if (o->kind == PL_KIND_PREFETCH_ || o->atomic || o->any)
            o->window.at = o->window.whole = o->array;
        else if (o->kind != PL_KIND_SCALAR_)
            pl_windows_begin_(o);

        if (o->in_arena && bytes < (size_t)LONG_MAX / 2)
            bytes += (o->bytes + 63) / 64 * 64;
    }
    if (bytes && c->steps && !c->code)
        pl_arena_(c, bytes);
    if (c->axes)
        c->at[c->axes - 1] = -1;                                       /* start of pl_next_'s count */
    if (c->mesh && !c->code && pl_mesh_size_(c) != pl_mesh_devices_(c))
        pl_fail_(c, PL_FAILED, PL_MESSAGE_MESH_OTHER_DEVICES_);
    PL_MPI_(pl_mpi_show_places_(c);)
    if (c->mesh && pl_more_of_ && pl_more_of_->device(c))
        pl_more_of_->rendezvous(c);
    PL_MPI_(pl_mpi_learn_(c);)
#ifdef _OPENMP
    if (!c->inner)                                                     /* each thread runs all steps of a pipeline of its programs */
        pl_share_(c);
#endif
}

static inline int pl_next_(struct pl_call *c)
{
    PL_MPI_(pl_mpi_step_();)
    if (++c->step >= c->steps || c->code)
        return 0;
    for (int a = c->axes - 1; a >= 0 && ++c->at[a] == c->axis[a].extent; a--)
        c->at[a] = 0;
    for (int i = 0; c->batches && i < c->operands; i++)
        if (pl_has_parts_(&c->operand[i]))
            c->operand[i].window.at = c->operand[i].window.whole = pl_batch_part_(c, &c->operand[i], c->operand[i].array);
    return 1;
}

static inline int pl_moves_(const struct pl_operand *o)
{
    for (int d = 0; o->present && d < o->rank; d++)
        if (o->next[d].start != o->now[d].start || o->next[d].size != o->now[d].size)
            return 1;
    return !o->present;
}

static inline void pl_leave_(struct pl_operand *o)
{
    if (o->present && !o->in_place && pl_writes_(o))
        pl_copy_box_(o, &o->box, o->memory, 1);
    o->present = 0;
}

/* Moves the window if, like the one before, it is entirely inside the array and used in place; returns 0 otherwise. Only its
   start changes then, so indices are not compared, and such windows need no order of arrival and departure. */
static inline int pl_slides_(struct pl_operand *o)
{
    char *at = o->array;
    for (int d = 0; d < o->rank; d++) {
        const struct pl_path *path = &o->path[d];
        unsigned long start = (unsigned long)(o->next[d].start * path->scale - path->lo);
        if (start > path->limit)                                       /* a negative start is large as unsigned */
            return 0;
        at += (long)start * path->stride;
        *path->start = (long)start;
    }
    if (o->far && at != o->window.at)
        pl_soon_whole_(o);
    o->window.at = o->window.whole = at;
    return 1;
}

PL_ENGINE_ void pl_enter_(struct pl_call *c, struct pl_operand *o)
{
    int init = o->may_init && o->init;
    for (int d = 0; d < o->rank; d++)
        o->now[d] = o->next[d];
    pl_place_(o, o->now, &o->box);
    pl_show_(o, &o->box, o->now);
    o->present = 1;
    o->in_place = o->direct && o->box.whole && !init;
    o->shown = o->in_place && o->slides;
    if (o->strided && !o->contiguous)
        pl_pitches_(&o->window, o->in_place ? o->pitch : o->window.dim);
    if (o->in_place) {
        o->window.at = o->array;
        for (int d = 0; d < o->rank; d++)
            o->window.at = (char *)o->window.at + o->box.start[d] * o->path[d].stride;
        o->window.whole = o->window.at;
    }
    if (o->far)
        pl_soon_(o);
    if (o->in_place)
        return;
    if (!pl_reserve_(c, o)) {
        o->present = 0;
        return;
    }
    o->window.at = o->window.whole = o->memory;
    if (o->edge && !o->box.whole)
        pl_fill_edge_(o, o->memory);
    else if (!o->box.whole && (pl_is_integer_(o->dtype) || (o->dtype == PL_STRUCT_ && pl_reads_(o))))
        pl_fill_ones_(o, o->memory);
    if (init)
        pl_fill_init_(o, o->memory);
    else if (pl_fetches_(o))
        pl_copy_box_(o, &o->box, o->memory, 0);
}

/* PL_BEFORE_FETCH: whether the next program fetches a new window of this operand. Writes back windows whose visit ends
   first. */
PL_ENGINE_ int pl_will_fetch_(struct pl_call *c, struct pl_operand *o)
{
    int moves = pl_moves_(o);
    for (int i = 0; moves && i < c->operands; i++)
        if (c->operand[i].moving && c->operand[i].present && !c->operand[i].shown && pl_moves_(&c->operand[i]))
            pl_leave_(&c->operand[i]);
    return moves && pl_fetches_(o) && !(o->may_init && o->init);
}

PL_ENGINE_ int pl_arrive_(struct pl_call *c)
{
    unsigned long long copies = 0;                                     /* mask of the operands whose window changes */
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        if (!o->moving)
            continue;
        if (o->fixed)
            o->moving = 0;
        for (int b = 0; b < o->batches; b++)
            o->next[b] = (struct pl_index){ c->at[o->batch_axis[b]], -1 };
        if (o->shown ? !pl_slides_(o) : pl_moves_(o))
            copies |= 1ull << i;
    }
    for (int i = 0; copies >> i; i++)                                  /* write back before fetching */
        if (copies >> i & 1)
            pl_leave_(&c->operand[i]);
    for (int i = 0; copies >> i; i++)
        if (copies >> i & 1)
            pl_enter_(c, &c->operand[i]);
    return c->code == 0;
}

PL_ENGINE_ int pl_close_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++) {
        pl_leave_(&c->operand[i]);
        if (c->operand[i].memory && !(c->arena && c->operand[i].in_arena))
            free(c->operand[i].memory);
    }
    PL_MPI_(pl_mpi_close_(c);)
    if (c->device && !c->inner && pl_more_of_)
        pl_more_of_->leave_group(c);
    for (int i = 0; i < c->operands; i++)
        if (c->operand[i].sems)
            pl_free_semaphores_(c->operand[i].sems, c->operand[i].handles);
    if (c->lone)
        free(c->lone);
    if (c->arena)
        PL_FREE_(c->arena);
    if (c->pack)
        free(c->pack);
    pl_now_ = c->outer;
    return c->code;
}
#endif

/* ==== The engine, with checks ============================================================================

   One loop runs a call in several passes over the grid. With schedule=pipelined, a first pass only evaluates the index
   maps. With check=twin, further passes repeat the run with other unspecified data. pl_next_ advances to the next program
   or pass, and pl_arrive_ fetches the windows of the program.
   ========================================================================================================= */

/* ---- Reports --------------------------------------------------------------------------------------------

   How a mistake is reported: the message, the program that made it, crashes, and what sanitizers find. */
#if PL_CHECKS
static inline int pl_debugged_(void)    /* Whether a debugger traces this process. Only Linux can tell; elsewhere 0. */
{
    char line[256];
    int tracer = 0;
    FILE *f = fopen("/proc/self/status", "r");
    while (f && fgets(line, sizeof line, f))
        if (sscanf(line, "TracerPid: %d", &tracer) == 1)
            break;
    if (f)
        fclose(f);
    return tracer != 0;
}

/* Stops a debugger in the function that reports, not deep inside libc. */
#if defined __GNUC__ && (defined __x86_64__ || defined __i386__)
#define PL_STOP_() __asm__ volatile("int3")
#else
#define PL_STOP_() raise(SIGTRAP)
#endif

static inline void pl_ids_(const struct pl_call *c, long linear, long *at)
{
    for (int a = c->axes; a-- > 0; linear /= c->axis[a].extent)
        at[a] = linear % c->axis[a].extent;
}

/* Appends `before` and a program, "(i=1, j=0)"; nothing if there is no program or the grid has no axis. */
static inline void pl_append_program_(const struct pl_call *c, const char *before, long program, char *text, size_t capacity)
{
    long at[PL_MAX_AXES_];
    if (program < 0 || !c->axes)
        return;
    pl_ids_(c, program, at);
    pl_append_(text, capacity, "%s(", before);
    for (int a = 0; a < c->axes; a++)
        pl_append_(text, capacity, "%s%s=%ld", a ? ", " : "", c->axis[a].name, at[a]);
    pl_append_(text, capacity, ")");
}

/* Reports an error, which ends the call: sets the message of pl_error(), prints it to stderr, and stops in the debugger if
   there is one. Only the first report of a call is printed. */
static inline void pl_report_(const char *file, int line, const struct pl_operand *o, const char *hint, const char *format, ...)
{
    struct pl_call *c = pl_now_;
    char *text = pl_error_text_;
    size_t capacity = sizeof pl_error_text_, n;
    va_list args;
    if (!c) {                                                          /* outside a call, no call can fail */
        fprintf(stderr, "%s:%d: error: ", file, line);
        va_start(args, format);
        vfprintf(stderr, format, args);
        va_end(args);
        fprintf(stderr, " (outside a kernel)\n");
        abort();
    }
    if (c->failed)
        return;
    c->failed = 1, c->code = PL_FAILED;
    text[0] = 0;
    pl_append_(text, capacity, "%s:%d: error: call %s, %s %s", file, line, c->name, c->inner ? "pipeline of" : "kernel", c->kernel);
    if (c->device && !c->nameless && pl_device_number_(c->device) >= 0)
        pl_append_(text, capacity, ", device %d", pl_device_number_(c->device));
    pl_append_program_(c, ", program ", c->program, text, capacity);
    pl_append_(text, capacity, o ? ": operand %s: " : ": ", o ? o->name : "");
    n = strlen(text);
    va_start(args, format);
    vsnprintf(text + n, capacity - n, format, args);
    va_end(args);
    if (hint)
        pl_append_(text, capacity, "\n%s:%d: note: %s", file, line, hint);
    fprintf(stderr, "%s\n", text);
    if (c->set.trap || pl_debugged_())
        PL_STOP_();
}

/* Called by the sanitizers before they print their report, so that kernel and program are printed first. A bad subscript
   aborts, so that a debugger stops at its line. */
#ifdef __GNUC__
void __ubsan_get_current_report_data(const char **, const char **, const char **, unsigned *, unsigned *, char **);
__attribute__((__weak__)) void __ubsan_get_current_report_data(const char **kind, const char **message, const char **file,
                                                           unsigned *line, unsigned *column, char **address);
static inline void pl_subscript_(void)
{
    const char *kind, *message, *file;
    char *address;
    unsigned line, column;
    if (!__ubsan_get_current_report_data)
        return;
    __ubsan_get_current_report_data(&kind, &message, &file, &line, &column, &address);
    if (file && !strcmp(kind, "signed-integer-overflow"))
        pl_report_(file, (int)line, NULL, strstr(message, "'int'") ? PL_HINT_INTEGER_OVERFLOW_ : NULL, PL_MESSAGE_INTEGER_OVERFLOW_, message);
    else if (file)
        pl_report_(file, (int)line, NULL, NULL, "%s", message);
}
static inline void pl_bad_address_(void)
{
    char text[300] = "";
    pl_append_(text, sizeof text, "%s:%d: error: call %s, kernel %s", pl_now_->file,
               pl_now_->kernel_line ? pl_now_->kernel_line : pl_now_->line, pl_now_->name, pl_now_->kernel);
    pl_append_program_(pl_now_, ", program ", pl_now_->program, text, sizeof text);
    fprintf(stderr, "%s: the address sanitizer says:\n", text);
}

/* Reports the kernel, the program and the likely cause of a crash, and then lets it happen. A sanitizer's or a user's own
   handler of these signals keeps working, and a debugger stops before this handler. sigaction detects a handler that is
   already installed without replacing it. It and sigprocmask have declarations of their own, because -std=c11 hides them in
   <signal.h>. */
#if defined __linux__ && (defined __x86_64__ || defined __i386__ || defined __aarch64__)
int pl_sigaction_(int, const void *, void *) __asm__("sigaction");
int pl_sigprocmask_(int, const void *, void *) __asm__("sigprocmask");
/* Whether this address may be in the operand's array, as the sizes describe it. The signal has no address, NULL, if it would
   have more than 47 bits: it is in an array whose pointer has. */
static inline int pl_may_be_in_(const struct pl_operand *o, const char *address)
{
    if (!address)
        return (unsigned long long)(uintptr_t)o->array >> 47 != 0;
    return address >= o->array && (size_t)(address - o->array) < pl_array_bytes_(o);
}

/* The operand with this address. A kernel accesses only arrays without blocks. */
static inline const struct pl_operand *pl_operand_at_(const struct pl_call *c, const char *address)
{
    for (const struct pl_operand *o = c->operand; o && o < c->operand + c->operands; o++)
        if (o->array && !o->view && (!c->running || o->any || o->atomic) && pl_may_be_in_(o, address))
            return o;
    return NULL;
}

static inline void pl_report_access_(const struct pl_call *c, const char *address)
{
    const struct pl_operand *o = pl_operand_at_(c, address);
    char dims[128];
    if (o) {
        pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
        pl_report_(c->file, c->line, o, PL_HINT_ARRAY_ACCESSES_, PL_MESSAGE_ARRAY_ACCESSES_, dims, o->type,
                   pl_writes_(o) ? "written" : "read");
    } else if (c->running) {
        pl_report_(c->file, c->kernel_line, NULL, PL_HINT_LINE_OF_ACCESS_, PL_MESSAGE_KERNEL_ACCESSES_);
    } else if (c->copied) {
        pl_report_(c->file, c->line, NULL, PL_HINT_NO_ARRAY_ACCESSES_, PL_MESSAGE_NO_ARRAY_ACCESSES_);
    } else {
        pl_report_(c->file, c->line, NULL, PL_HINT_MAP_ACCESSES_, PL_MESSAGE_MAP_ACCESSES_);
    }
}

static inline void pl_report_crash_(const struct pl_call *c, int code, const char *address)
{
    char map[500];
    if (c->says) {
        pl_report_(c->file, c->line, NULL, code == SIGFPE ? PL_HINT_DIVISOR_ : NULL, code == SIGFPE ? PL_MESSAGE_DIVISOR_
                   : PL_MESSAGE_CALL_READS_, c->says);
    } else if (code == SIGFPE && c->maps) {
        pl_report_(c->file, c->line, c->maps, PL_HINT_DIVISOR_,
                   PL_MESSAGE_MAP_DIVISOR_, pl_map_text_(c->maps, map, sizeof map), c->map_dim);
    } else if (code == SIGFPE) {
        pl_report_(c->file, c->kernel_line, NULL, PL_HINT_LINE_OF_DIVISION_, PL_MESSAGE_KERNEL_DIVIDES_);
    } else {
        pl_report_access_(c, address);
    }
}

static inline void pl_crashed_(int code, const void *info, void *context)
{
    const struct { int number, error, code; const char *address; } *signal_info = info;     /* as a siginfo_t begins */
    (void)context;
    if (pl_now_)
        pl_report_crash_(pl_now_, code, signal_info->code > 0 ? signal_info->address : NULL);
    if (pl_now_ && (pl_now_->says || (pl_now_->maps && !pl_now_->inner)) && code == SIGFPE) {
        long signals[16] = { 1L << (code - 1) };                       /* as a sigset_t; 1: SIG_UNBLOCK */
        pl_sigprocmask_(1, signals, NULL);
        PL_STACK_IS_LEFT_();
        PL_JUMP_(pl_now_->stop);
    }
    signal(code, SIG_DFL);
    raise(code);                                                       /* delivered when this handler returns */
}

PL_SHARED_ int pl_awaits_crashes_;
static inline void pl_await_crash_(int code)
{
    struct { void (*handler)(int, const void *, void *); long mask[1024 / 8 / sizeof(long)]; int flags; void (*restore)(void); }
        mine = { pl_crashed_, { 0 }, 4, NULL }, now = mine;            /* as a struct sigaction of glibc; 4: SA_SIGINFO */
    if (pl_sigaction_(code, NULL, &now) == 0 && !now.handler)
        pl_sigaction_(code, &mine, NULL);
}
static inline void pl_await_crashes_(void)
{
    if (__atomic_exchange_n(&pl_awaits_crashes_, 1, __ATOMIC_RELAXED))
        return;
    pl_await_crash_(SIGSEGV);
    pl_await_crash_(SIGFPE);
}
#else
static inline void pl_await_crashes_(void) { }
#endif

static inline void pl_hear_(struct pl_call *c)
{
    c->subscript = pl_subscript_, c->bad_address = pl_bad_address_;
    pl_await_crashes_();
}

/* Functions that the sanitizers call. They are weak so that a definition of the sanitizer's runtime takes precedence. They
   are inline so that C emits them only in files that also declare them without `inline`, as PL_CALL does: a file without a
   call compiles none of this. */
inline const char *__ubsan_default_options(void);
inline void __ubsan_on_report(void);
inline void __asan_on_error(void);
#pragma weak __ubsan_default_options
#pragma weak __ubsan_on_report
#pragma weak __asan_on_error
inline const char *__ubsan_default_options(void) { return "abort_on_error=1"; }
inline void __ubsan_on_report(void)
{
    if (pl_now_ && pl_now_->subscript)
        pl_now_->subscript();
}
inline void __asan_on_error(void)
{
    if (pl_now_ && pl_now_->bad_address)
        pl_now_->bad_address();
}
#else
static inline void pl_hear_(struct pl_call *c) { (void)c; }
#endif

/* Ends the kernel; the call fails. */
static inline void pl_leave_kernel_(void)
{
    for (struct pl_tile *t = pl_now_->tiles, *outer; t; t = outer) {   /* end the scopes of tiles */
        outer = t->outer;
        if (t->at)
            pl_close_tile_(t);
        if (!pl_now_->damaged)
            PL_FREE_(t->heap);
        if (t->scoped && pl_more_of_)
            pl_more_of_->free_scope(t->scoped);
    }
    pl_now_->tiles = NULL;
    PL_STACK_IS_LEFT_();
    PL_JUMP_(pl_now_->stop);
}

static inline void pl_check_failed_(const char *file, int line, const char *condition, const char *format, ...) PL_PRINTF_(4, 5);
static inline void pl_check_failed_(const char *file, int line, const char *condition, const char *format, ...)
{
    char message[512];
    int n = 0, depth = 0;
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    for (; condition[n] && !(condition[n] == ',' && depth == 0); n++)  /* argument text, up to the first comma */
        depth += (condition[n] == '(') - (condition[n] == ')');
    pl_report_(file, line, NULL, NULL, "PL_CHECK(%.*s)%s%s", n, condition, message[0] ? ": " : "", message);
    if (pl_now_->running)
        pl_leave_kernel_();
}

/* The element of an atomic must be in a block, a tile or scratch, because an array that programs share has no guards. */
static inline int pl_in_window_(const struct pl_window *w, const char *p, size_t size)
{
    size_t last = 0;
    for (int r = 0; r < w->rank; r++)
        last += w->dim[r] > 0 ? (size_t)(w->dim[r] - 1) * w->stride[r] : 0;
    return w->at && p >= (const char *)w->at && p + size <= (const char *)w->at + last + w->element;
}

static inline void *pl_atomic_place_(void *p, size_t size, const char *file, int line, const char *usage, const char *text)
{
    if (!pl_now_ || !pl_now_->running || pl_now_->set.check == 2)
        return p;
    for (int i = 0; i < pl_now_->operands; i++)
        if (pl_in_window_(&pl_now_->operand[i].window, p, size))
            return p;
    for (const struct pl_tile *t = pl_now_->tiles; t; t = t->outer)
        if (pl_in_window_(&t->window, p, size))
            return p;
    pl_report_(file, line, NULL, PL_HINT_NOT_IN_BLOCK_, PL_MESSAGE_NOT_IN_BLOCK_, (int)strcspn(usage, "("), usage, text);
    pl_leave_kernel_();
    return p;
}
#endif

/* ---- Float sums by PL_ATOMIC_ADD ------------------------------------------------------------------------

   Because of rounding, the last bits of such a sum depend on the order of PL_EACH, which is not a mistake. If two runs
   differ and contain such sums, both are repeated with exact sums: high + low is the sum so far, with an error of 2^-106 of
   the sum of |v|, and the element is that sum, rounded. The order then affects the values that PL_ATOMIC_ADD returns and
   those read between two additions, but not the sum. So the runs must agree to the bit, and no tolerance is needed. (They
   can still differ if the true sum is within n 2^-106 sum |v| of the midpoint of two floats without being that midpoint.) */
#if PL_CHECKS
static inline struct pl_sum *pl_sum_at_(struct pl_sum *sums, size_t capacity, const void *p)
{
    size_t i = (size_t)(((uintptr_t)p >> 2) * 0x9e3779b97f4a7c15u >> 20) % capacity;
    while (sums[i].at && sums[i].at != p)
        i = (i + 1) % capacity;
    return &sums[i];
}

static inline int pl_grow_sums_(struct pl_call *c)
{
    size_t capacity = c->sum_capacity ? 2 * c->sum_capacity : 256;
    struct pl_sum *sums = calloc(capacity, sizeof *sums);
    for (size_t i = 0; sums && i < c->sum_capacity; i++)
        if (c->sums[i].at)
            *pl_sum_at_(sums, capacity, c->sums[i].at) = c->sums[i];
    if (!sums)
        return 0;
    free(c->sums);
    c->sums = sums, c->sum_capacity = capacity;
    return 1;
}

static inline int pl_exact_sum_(void *p, size_t size, double v)
{
    struct pl_call *c = pl_now_;
    enum pl_dtype type = size == 4 ? PL_F32_ : PL_F64_;
    double now, high, back, low;
    struct pl_sum *sum;
    if (!c || !c->running)
        return 0;
    c->summed = 1;
    if (!c->exact || (2 * c->sum_count >= c->sum_capacity && !pl_grow_sums_(c)))
        return 0;
    now = pl_read_float_(p, type);
    sum = pl_sum_at_(c->sums, c->sum_capacity, p);
    c->sum_count += !sum->at;
    if (!sum->at || memcmp(&sum->stored, &now, sizeof now))
        *sum = (struct pl_sum){ p, now, 0, now };
    high = sum->high + v, back = high - sum->high;
    low = sum->low + ((sum->high - (high - back)) + (v - back));
    if (!isfinite(high))
        return 0;
    sum->high = high + low, sum->low = low - (sum->high - high);
    pl_write_float_(p, type, sum->high);
    sum->stored = pl_read_float_(p, type);
    return 1;
}

/* ---- Return values of atomics while a call settles (pl_begin_settling_) ---------------------------------- */
static inline uint64_t pl_mixed_(uint64_t hash, uint64_t v)
{
    hash = (hash ^ v) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Identifies the atomic, the iteration and the program. Draws with the same key are replayed in the order in which they were
   recorded. */
static inline uint64_t pl_draw_key_(const struct pl_call *c, const void *p, enum pl_atomic_op op)
{
    uint64_t hash = pl_mixed_((uint64_t)(uintptr_t)p, op);
    for (; c; c = c->inner ? c->outer : NULL) {
        hash = pl_mixed_(hash, (uint64_t)c->program);
        for (int d = 0; d < c->each_depth && d < PL_MAX_AXES_; d++)
            hash = pl_mixed_(hash, (uint64_t)c->each_at[d]);
    }
    return hash;
}

static inline void pl_draw_(const void *p, enum pl_atomic_op op, void *old, size_t size)
{
    struct pl_call *c = pl_now_, *root = c;
    uint64_t key, value = 0;
    int shared = 0;
    if (!c || !c->running || (c->settle != PL_RECORDS_ && c->settle != PL_REPLAYS_))
        return;
    while (root->inner)
        root = root->outer;
    for (const struct pl_operand *o = root->operand; o < root->operand + root->operands; o++)
        shared |= o->copy && (const char *)p >= o->copy && (const char *)p < o->copy + pl_array_bytes_(o);
    if (!shared)
        return;
    key = pl_draw_key_(c, p, op);
    if (c->settle == PL_RECORDS_) {
        struct pl_draw *draw = pl_append_item_(&root->draws, &root->draw_count, &root->draw_capacity, sizeof *draw);
        memcpy(&value, old, size);
        if (draw)
            *draw = (struct pl_draw){ key, value, -1 };
        return;
    }
    for (long *at = root->draw_heads ? &root->draw_heads[key & (uint64_t)(root->draw_capacity - 1)] : NULL; at && *at >= 0;
         at = &root->draws[*at].next)
        if (root->draws[*at].key == key) {
            memcpy(old, &root->draws[*at].value, size);
            *at = root->draws[*at].next;
            return;
        }
}
#endif

/* ---- trace=FILE: a timeline in Chrome's trace format, which Perfetto opens ------------------------------

   Each call is a process, with a row for its programs and PL_TRACE spans, and a row for each buffer of an operand. */
#if PL_CHECKS
PL_SHARED_ FILE *pl_trace_file_;
PL_SHARED_ int pl_trace_calls_, pl_trace_events_, pl_trace_opened_, pl_trace_busy_;
static inline void pl_trace_end_(void)
{
    if (pl_trace_file_) {
        fprintf(pl_trace_file_, "\n]\n");
        fclose(pl_trace_file_);
        pl_trace_file_ = NULL;
    }
}

/* Writes one event, after a comma unless it is the first. A lock serializes the threads. */
static inline void pl_trace_event_(const char *format, ...) PL_PRINTF_(1, 2);
static inline void pl_trace_event_(const char *format, ...)
{
    va_list args;
    while (__atomic_exchange_n(&pl_trace_busy_, 1, __ATOMIC_ACQUIRE))
        ;
    if (pl_trace_file_) {
        fputs(pl_trace_events_++ ? ",\n" : "[\n", pl_trace_file_);
        va_start(args, format);
        vfprintf(pl_trace_file_, format, args);
        va_end(args);
    }
    __atomic_store_n(&pl_trace_busy_, 0, __ATOMIC_RELEASE);
}

static inline void pl_trace_open_(struct pl_call *c, const char *name, size_t n)
{
    char path[1024];
    int expected = 0;
    snprintf(path, sizeof path, "%.*s", (int)n, name);
    if (__atomic_compare_exchange_n(&pl_trace_opened_, &expected, 1, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
        FILE *f = fopen(path, "w");
        if (!f)
            pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_TRACE_FILE_, path);
        else
            atexit(pl_trace_end_);
        while (__atomic_exchange_n(&pl_trace_busy_, 1, __ATOMIC_ACQUIRE))
            ;
        pl_trace_file_ = f;
        __atomic_store_n(&pl_trace_busy_, 0, __ATOMIC_RELEASE);
    }
    c->trace = __atomic_add_fetch(&pl_trace_calls_, 1, __ATOMIC_RELAXED);
    pl_trace_event_("{\"ph\":\"M\",\"name\":\"process_name\",\"pid\":%d,\"tid\":0,\"args\":{\"name\":\"%s\"}}", c->trace, c->name);
    pl_trace_event_("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":0,\"args\":{\"name\":\"programs\"}}", c->trace);
}

static inline double pl_microseconds_(void)
{
    struct timespec t;
    timespec_get(&t, TIME_UTC);
    return (double)(t.tv_sec % 1000000) * 1e6 + (double)t.tv_nsec * 1e-3;
}

static inline double pl_trace_now_(const struct pl_call *c) { return c->trace ? pl_microseconds_() - c->began : 0; }

/* Microseconds as JSON has numbers: with a point, in every locale. */
struct pl_decimal { char text[32]; };
static inline struct pl_decimal pl_decimal_(double microseconds)
{
    struct pl_decimal d;
    long long ns = microseconds > 0 ? (long long)(microseconds * 1e3 + 0.5) : 0;
    snprintf(d.text, sizeof d.text, "%lld.%03lld", ns / 1000, ns % 1000);
    return d;
}

/* Writes a span on a row. Row 0 is for programs; each buffer of an operand has its own row. */
static inline void pl_trace_span_(const struct pl_call *c, int row, const char *name, double from, const char *args)
{
    if (c->trace)
        pl_trace_event_("{\"ph\":\"X\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"ts\":%s,\"dur\":%s,\"args\":{%s}}", name, c->trace, row,
                        pl_decimal_(from).text, pl_decimal_(pl_trace_now_(c) - from).text, args);
}

static inline void pl_trace_copy_(const struct pl_call *c, const struct pl_operand *o, const struct pl_box *box, long slot,
                                  int out, double from)
{
    char args[256] = "\"block\":\"";
    int row = (o->id + 1) * 16 + (int)slot;
    if (!c->trace)
        return;
    for (int d = 0; d < o->rank; d++)
        pl_append_(args, sizeof args, "[%ld]", box->start[d]);
    pl_append_(args, sizeof args, "\",\"bytes\":%zu,\"step\":%ld", o->bytes, c->step);
    if (o->copies <= o->slot_count)
        pl_trace_event_("{\"ph\":\"M\",\"name\":\"thread_name\",\"pid\":%d,\"tid\":%d,\"args\":{\"name\":\"%s %ld\"}}", c->trace, row,
                        o->name, slot);
    pl_trace_span_(c, row, out ? "copy out" : "copy in", from, args);
}

static inline struct pl_span pl_trace_enter_(const char *name)
{
    return (struct pl_span){ name, pl_now_ ? pl_trace_now_(pl_now_) : 0 };
}
static inline void pl_trace_leave_(struct pl_span *s)
{
    char name[128];
    if (!pl_now_)
        return;
    snprintf(name, sizeof name, "%s", s->name);
    for (char *p = name; *p; p++)                                      /* characters that JSON requires to be escaped */
        if (*p == '"' || *p == '\\' || (unsigned char)*p < ' ')
            *p = '_';
    pl_trace_span_(pl_now_, 0, name, s->began, "");
}

static inline void pl_trace_program_(struct pl_call *c)
{
    char name[200] = "";
    if (!c->trace)
        return;
    pl_append_program_(c, "", c->program, name, sizeof name);
    pl_trace_span_(c, 0, c->axes ? name : "()", c->program_began, "");
}
#endif

/* The TPUs: chip(name, KiB of VMEM, KiB of SMEM). Made by language/chips.sh. */
#define PL_TPU_CHIPS_(chip) \
    chip("v4", 16 * 1024, 1024) \
    chip("v5e", 128 * 1024, 1024) \
    chip("v5p", 64 * 1024, 1024) \
    chip("v6e", 128 * 1024, 1024) \
    chip("v7x", 64 * 1024, 1024)

/* ---- Settings -------------------------------------------------------------------------------------------

   The environment variable PALLAS, which each call reads: order=, check=, poison=... and the chips of lint=. */
#if PL_CHECKS
static inline void pl_members_(struct pl_call *c, struct pl_operand *o, const void *members, size_t size)
{
    o->members = malloc(size);
    if (o->members)
        memcpy(o->members, members, size);
    else
        pl_no_memory_(c, size);
}

static inline int pl_is_word_(const char *word, const char *value, size_t n) { return strlen(word) == n && !memcmp(word, value, n); }
static inline int pl_word_(const char *value, size_t n, const char *words)      /* index of value in "a|b|c", or -1 */
{
    for (int i = 0; *words; i++) {
        size_t m = strcspn(words, "|");
        if (m == n && !memcmp(words, value, n))
            return i;
        words += m + (words[m] == '|');
    }
    return -1;
}

static inline void pl_bad_setting_(struct pl_call *c, const char *key, size_t k, const char *value, size_t v, const char *wanted)
{
    pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_SETTING_VALUE_, (int)k, key, (int)v, value, wanted);
}

/* Sets the chip for lint=. TPU: VMEM and SMEM of a TensorCore. CUDA: maximum shared memory of one thread block, from the CUDA
   C++ programming guide's table of compute capabilities. */
#define PL_LINT_CHIP_(name, vmem, smem) { "tpu-" name, 1, 1024. * (vmem), 1024. * (smem) },
#define PL_LINT_NAME_(name, vmem, smem) "tpu-" name ", "
static inline void pl_lint_chip_(struct pl_call *c, const char *name, size_t n)
{
    static const struct pl_chip chips[] = {
        PL_TPU_CHIPS_(PL_LINT_CHIP_)
        { "cuda-sm80", 0, 163. * 1024, 0 },    { "cuda-sm90", 0, 227. * 1024, 0 },
    };
    for (size_t i = 0; i < sizeof chips / sizeof chips[0]; i++)
        if (pl_is_word_(chips[i].name, name, n))
            c->set.chip = &chips[i];
    if (!c->set.chip)
        pl_bad_setting_(c, "lint", 4, name, n, PL_TPU_CHIPS_(PL_LINT_NAME_) "cuda-sm80, cuda-sm90");
}

/* Whether the setting is one of several words; then sets it. */
static inline int pl_is_choice_(struct pl_call *c, const char *key, size_t k, const char *value, size_t v)
{
    static const struct { const char *key, *words; } known[] = {
        { "order", "seq|reverse|random" }, { "schedule", "sequential|pipelined" }, { "copies", "early|late|random" },
        { "check", "on|twin|off" }, { "poison", "nan|zero|off" }, { "on_error", "return|trap" }, { "devices", "forward|reverse|random" },
    };
    int *to[] = { &c->set.order, &c->set.pipelined, &c->set.copies, &c->set.check, &c->set.poison, &c->set.trap, &c->set.devices };
    for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
        if (pl_is_word_(known[i].key, key, k)) {
            int word = pl_word_(value, v, known[i].words);
            *to[i] = word < 0 ? 0 : word;
            if (word < 0)
                pl_bad_setting_(c, key, k, value, v, known[i].words);
            return 1;
        }
    return 0;
}

static inline void pl_setting_(struct pl_call *c, const char *key, size_t k, const char *value, size_t v)
{
    if (pl_is_word_("seed", key, k)) {
        char *end;
        c->set.seed = strtoull(value, &end, 10);
        if (v == 0 || end != value + v)
            pl_bad_setting_(c, key, k, value, v, "a number");
    } else if (pl_is_word_("lint", key, k)) {
        pl_lint_chip_(c, value, v);
    } else if (pl_is_word_("timeout", key, k) || pl_is_word_("scoped", key, k)) {       /* read by pallas_mpi.h */
        if (!v || strspn(value, "0123456789.") < v)
            pl_bad_setting_(c, key, k, value, v, "a number");
    } else if (pl_is_word_("digest", key, k)) {
        snprintf(c->digest, sizeof c->digest, "%.*s", (int)v, value);
        if (v == 0 || v >= sizeof c->digest)
            pl_bad_setting_(c, key, k, value, v, "the name of a file");
    } else if (pl_is_word_("trace", key, k)) {
        pl_trace_open_(c, value, v);
    } else if (!pl_is_choice_(c, key, k, value, v) &&                  /* others may be settings of a target */
               pl_word_(key, k, "groups|grid|parts|local|maps|width|memory|arch|uninitialized|chip|dry|summary|report|timeline|call|events") < 0) {
        pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_SETTING_UNKNOWN_, (int)k, key,
                   "order, schedule, copies, devices, check, poison, on_error, seed, lint, trace, digest");
    }
}

static inline void pl_settings_(struct pl_call *c)
{
    const char *s = getenv("PALLAS");
    while (s && *s) {
        size_t n = strcspn(s, ",; "), k = strcspn(s, "=,; ");
        if (n)
            pl_setting_(c, s, k, k < n ? s + k + 1 : s + n, k < n ? n - k - 1 : 0);
        s += n;
        s += strspn(s, ",; ");
    }
}

/* splitmix64: short, and it accepts any seed. */
static inline unsigned long long pl_random_(unsigned long long *state)
{
    unsigned long long z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return z ^ z >> 31;
}

/* Element k of a seeded permutation of 0 <= k < n: an affine map whose factor is coprime to n. */
static inline long pl_shuffled_(long k, long n, unsigned long long seed)
{
    unsigned long long state = seed * 2 + 1, m = (unsigned long long)n, factor, shift;
    if (n < 2 || n > 0x7fffffff)
        return k;
    shift = pl_random_(&state) % m;
    for (;;) {
        unsigned long long a = factor = pl_random_(&state) % m, b = m;
        while (a) {
            unsigned long long r = b % a;
            b = a, a = r;
        }
        if (b == 1)
            break;
    }
    return (long)((factor * (unsigned long long)k + shift) % m);
}
#endif

/* ---- Poison: contents of memory that was never written -------------------------------------------------

   The poison of floats is a NaN whose payload is the operand's id, so that a report can name the operand. Other types have
   no spare value. Their poison is small and odd, and the twin runs use other values: one larger than most data, to change
   a maximum, and one that differs from the first two in each bit in which they agree, to change a mask. (Two sums over the
   same elements differ by a multiple of an odd number. So they cannot agree by chance, unless 256 or more elements are
   added in 8 bits.) For floats the twin runs use a large number and a negative one, because comparisons drop a NaN. */
#if PL_CHECKS
enum { PL_TILE_ID_ = 0x7f, PL_GUARD_ID_ = 0x7e, PL_TILE_GUARD_ID_ = 0x7d, PL_GUARD_OF_ = 0x40 };   /* + the operand's id */
enum { PL_FLIGHT_ID_ = 0x50, PL_FLIGHT_IDS_ = 45 };                   /* + the copy's id, while it is in flight */
#define PL_WIDENED_      0x7fe00000u                                  /* an f16 or bf16 poison, converted to float */
#define PL_WIDENED_MASK_ 0x7ff01fffu
enum { PL_STRUCT_POISON_ = 1, PL_STRUCT_TWIN_ = 0 };                   /* bytes that are also valid bools */

static inline void pl_poison_value_(unsigned char *element, enum pl_dtype type, size_t size, int id, int twin)
{
    uint64_t payload = 0x750000u | (uint64_t)(id & 0xff);
    uint32_t f32 = (uint32_t)(0x7f800000u | payload);
    uint64_t f64 = 0x7ff0000000000000u | payload << 29;
    uint16_t f16 = (uint16_t)(0x7f00 | (id & 0x7f)), bf16 = (uint16_t)(0x7fe0 | (id & 0xf));
    if (twin && pl_is_float_(type)) {
        double large = type == PL_F16_ ? 31000. : type == PL_E4M3_ || type == PL_E5M2_ ? 352. : 7.5e29;
        pl_write_float_(element, type, twin == 1 ? large : -large);
        return;
    }
    switch (type) {
    case PL_F32_: memcpy(element, &f32, 4); break;
    case PL_F64_: memcpy(element, &f64, 8); break;
    case PL_F16_: memcpy(element, &f16, 2); break;
    case PL_BF16_: memcpy(element, &bf16, 2); break;
    case PL_E4M3_: case PL_E5M2_: element[0] = 0x7f; break;
    case PL_BOOL_: element[0] = twin != 1; break;
    case PL_STRUCT_: memset(element, twin == 1 ? PL_STRUCT_TWIN_ : PL_STRUCT_POISON_, size); break;
    case PL_I8_: pl_write_int_(element, type, twin == 0 ? -99 : twin == 1 ? 112 : 2); break;
    case PL_U8_: pl_write_int_(element, type, twin == 0 ? -99 : twin == 1 ? 254 : 97); break;
    default: pl_write_int_(element, type, twin == 0 ? -99 : twin == 1 ? 30008 : 66); break;
    }
}
static inline int pl_twin_(const struct pl_call *c) { return c->pass == 4 ? 2 : c->pass & 1; }

/* Whether this run looks for the operand with this id (PL_TILE_ID_: for tiles): its unspecified data is that of pass 1. */
static inline int pl_is_suspect_(const struct pl_call *c, int id)
{
    return c->suspect > c->operands + 1 && c->suspect - c->operands - 2 == (id == PL_TILE_ID_ ? c->operands : id);
}

/* The operand id in a poisoned float; -1: not poison; -2: poison without a usable id. */
static inline int pl_poison_id_(const void *element, enum pl_dtype type)
{
    uint64_t f64;
    uint32_t f32;
    uint16_t f16;
    switch (type) {
    case PL_F32_:
        memcpy(&f32, element, 4);
        return (f32 & 0x7fffff00u) == 0x7ff50000u ? (int)(f32 & 0xff) : -1;
    case PL_F64_:
        memcpy(&f64, element, 8);
        return (f64 << 1 >> 1 & ~((uint64_t)0xff << 29)) == (0x7ff0000000000000u | (uint64_t)0x750000u << 29)
                   ? (int)(f64 >> 29 & 0xff) : -1;
    case PL_F16_:
        memcpy(&f16, element, 2);
        return (f16 & 0x7fff) == 0x7fa8 ? -2 : (f16 & 0x7f80) == 0x7f00 ? f16 & 0x7f : -1;
    case PL_BF16_:
        memcpy(&f16, element, 2);
        return (f16 & 0x7fff) == 0x7ff5 ? -2 : (f16 & 0x7ff0) == 0x7fe0 ? f16 & 0xf : -1;
    default:
        return -1;
    }
}

/* Whether an element of data may look like poison, by itself or converted to another float type: a NaN other than that of
   arithmetic; of an f8, any. Of an integer or a struct, any two bytes that are the first of such a float. The bytes between the
   members of a struct need not have been written. */
PL_UNSEEN_ static inline int pl_looks_poisoned_(const unsigned char *element, enum pl_dtype type, size_t size)
{
    uint64_t f64;
    uint32_t f32;
    uint16_t f16;
    switch (type) {
    case PL_BOOL_: return 0;
    case PL_E4M3_: return (*element & 0x7f) == 0x7f;
    case PL_E5M2_: return (*element & 0x7f) > 0x7c;
    case PL_F16_: memcpy(&f16, element, 2); return (f16 & 0x7fff) > 0x7c00 && (f16 & 0x7fff) != 0x7e00;
    case PL_BF16_: memcpy(&f16, element, 2); return (f16 & 0x7fff) > 0x7f80 && (f16 & 0x7fff) != 0x7fc0;
    case PL_F32_: memcpy(&f32, element, 4), f32 &= 0x7fffffffu; return f32 > 0x7f800000u && f32 != 0x7fc00000u;
    case PL_F64_:
        memcpy(&f64, element, 8), f64 &= 0x7fffffffffffffffu;
        return f64 > 0x7ff0000000000000u && f64 != 0x7ff8000000000000u;
    default: break;
    }
    for (size_t b = 0; b + 2 <= size; b += 2) {
        memcpy(&f16, element + b, 2), f16 &= 0x7fff;
        if ((f16 & 0x7f80) == 0x7f00 || f16 == 0x7fa8 || (f16 & 0x7ff0) == 0x7fe0 || f16 == 0x7ff5 || (f16 >= 0x7ffc && f16 <= 0x7ffe))
            return 1;
    }
    return 0;
}

PL_HOT_ static inline int pl_some_look_poisoned_(const void *data, enum pl_dtype type, size_t size, size_t bytes)
{
    for (size_t b = 0; size && b + size <= bytes; b += size)
        if (pl_looks_poisoned_((const unsigned char *)data + b, type, size))
            return 1;
    return 0;
}

/* Whether data of this operand may look like poison. What the call changes was looked at before: pl_prepare_. */
static inline int pl_operand_looks_poisoned_(const struct pl_operand *o)
{
    if (o->scalar.at)
        return pl_some_look_poisoned_(o->scalar.at, o->scalar.type, o->scalar.size, o->scalar.size);
    if (o->edge && pl_looks_poisoned_(o->edge->at, o->edge->type, o->edge->size))
        return 1;
    return (o->kind == PL_KIND_IN_ || o->kind == PL_KIND_PREFETCH_) && pl_some_look_poisoned_(o->array, o->dtype, o->size, pl_array_bytes_(o));
}

/* Whether a NaN in a result may come from data, of this call or of a device that runs it with others. Then nothing is
   reported because of its value: the runs of check=twin decide. */
PL_UNSEEN_ static inline int pl_data_looks_poisoned_(struct pl_call *c);

static inline void pl_poison_(struct pl_call *c, void *memory, enum pl_dtype type, size_t size, size_t bytes, int id)
{
    long long element[32];
    int zero = c->set.poison == 1 || c->pass == 3, twin = pl_is_suspect_(c, id) ? 1 : pl_twin_(c);
    if (!bytes)
        return;
    if (c->set.poison == 2) {
        PL_UNDEFINED_(memory, bytes);
        return;
    }
    if (zero && pl_is_integer_(type)) {                               /* 1 is a valid divisor */
        pl_write_int_(element, type, 1);
        pl_fill_bytes_(memory, element, size, bytes / size);
    } else if (zero || size > sizeof element) {
        memset(memory, zero ? 0 : twin & 1 ? PL_STRUCT_TWIN_ : PL_STRUCT_POISON_, bytes);
    } else {
        pl_poison_value_((unsigned char *)element, type, size, id, twin);
        pl_fill_bytes_(memory, element, size, bytes / size);
    }
    PL_UNDEFINED_(memory, bytes);
}

/* Makes an element of unspecified data for an operand with a struct type. A struct may contain floats, bools, enums and
   subscripts, and C does not tell where. So the element is made from valid ones: elements of its array, or of the first
   run's result. The first run uses one of them. In the next run, each byte is the maximum over all elements: floats and ints
   become about as large as the largest, and bools stay valid. In the third kind (pass 4), each byte of an input becomes 1 if
   it is above 1, otherwise 0; each byte above 1 of a result is decremented, since the same value might reproduce the result.
   If no valid element is known, all bytes are 1, or 0. A PL_TILE uses the element of an operand with the same type. */
PL_UNSEEN_ static inline void pl_make_garbage_(struct pl_call *c, struct pl_operand *o)
{
    int reads = pl_reads_(o) || o->alias, scratch = o->kind == PL_KIND_SCRATCH_, some = 0;
    const char *known = reads ? o->array : c->pass < 3 ? NULL : scratch ? o->slots[0].block : o->first;
    size_t count = (scratch ? o->bytes : pl_array_bytes_(o)) / o->size;
    int pass = pl_is_suspect_(c, o->id) ? 1 : c->pass;
    unsigned char *garbage = o->garbage[c->pass > 0];
    memset(garbage, pass & 1 ? PL_STRUCT_TWIN_ : PL_STRUCT_POISON_, o->size);
    if (!known || !count)
        return;
    c->copied = o;
    if (pass == 0 || pass == 2) {
        memcpy(garbage, known + count / 2 * o->size, o->size);
        PL_DEFINED_(garbage, o->size);
        return;
    }
    memset(garbage, 0, o->size);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < o->size; b++) {                       /* no branch: valgrind may track padding as undefined */
            unsigned mine = garbage[b], other = (unsigned char)known[i * o->size + b];
            garbage[b] = (unsigned char)(mine ^ ((mine ^ other) & (0u - (mine < other))));
        }
    PL_DEFINED_(garbage, o->size);
    for (size_t b = 0; b < o->size; b++) {
        some |= garbage[b];
        if (reads ? c->pass == 4 : garbage[b] > 1)
            garbage[b] = reads ? garbage[b] > 1 : (unsigned char)(garbage[b] - 1);
    }
    if (!some)
        memset(garbage, PL_STRUCT_POISON_, o->size);
}

/* Fills memory with unspecified data of operand o. */
static inline void pl_spoil_as_(struct pl_call *c, const struct pl_operand *o, char *block, size_t bytes, const unsigned char *garbage)
{
    if (!o->garbage[0] || c->set.poison || c->pass == 3) {
        pl_poison_(c, block, o->dtype, o->size, bytes, o->id);
        return;
    }
    pl_fill_bytes_(block, garbage, o->size, bytes / o->size);
    PL_UNDEFINED_(block, bytes);
}

static inline void pl_spoil_(struct pl_call *c, const struct pl_operand *o, char *block, size_t bytes)
{
    pl_spoil_as_(c, o, block, bytes, o->garbage[c->pass > 0]);
}
#endif

/* ---- Memory: a block between two guards -----------------------------------------------------------------

   Blocks are allocated with guards before and after them, and gaps between rows where the array has some; when a guard
   has changed, the kernel wrote outside the block. */
#if PL_CHECKS
/* Value of c->suspect that stands for the guards of operand o, or of tiles if o is NULL. */
static inline int pl_suspect_(const struct pl_call *c, const struct pl_operand *o) { return 1 + (o ? o->id : c->operands); }

/* Whether these guards have the second run's bytes, which differ from those of the first. */
static inline int pl_twin_guards_(const struct pl_call *c, const struct pl_operand *o)
{
    return c->pass & 1 || c->suspect == pl_suspect_(c, o);
}

/* Id of a guard's NaN. It does not identify the owner if a bf16 has too few bits, if many operands use up the ids, or in a
   pipeline, which numbers its own operands. */
static inline int pl_guard_id_(const struct pl_call *c, const struct pl_operand *o, enum pl_dtype type)
{
    if (type == PL_BF16_ || c->inner || c->operands > (c->device ? PL_FLIGHT_ID_ : PL_TILE_GUARD_ID_) - PL_GUARD_OF_)
        return PL_GUARD_ID_;
    return o ? PL_GUARD_OF_ + o->id : PL_TILE_GUARD_ID_;
}

/* Contents of a guard. Floats: a NaN that identifies the owner. Other types: bytes that are not a valid index. The twin
   run's bytes differ. */
static inline void pl_guard_bytes_(const struct pl_call *c, const struct pl_operand *o, enum pl_dtype type, size_t size,
                                   unsigned char *guard)
{
    int twin = pl_twin_guards_(c, o);
    if (!pl_is_float_(type) || twin)
        memset(guard, twin ? 0x4a : 0xb5, PL_GUARD_);
    for (size_t b = 0; pl_is_float_(type) && !twin && b < PL_GUARD_; b += size)
        pl_poison_value_(guard + b, type, size, pl_guard_id_(c, o, type), 0);
}

/* PL_IN_PLACE: separates the rows of a block by gaps, which are also guards. With checks off, other elements of the array
   follow each row. Pass 0 of a twin run has no gaps, so that -fsanitize=bounds knows the end of a row; runs with other
   unspecified data have them. */
static inline void pl_set_gaps_(struct pl_operand *o, int gaps)
{
    struct pl_window *w = &o->window;
    int last = w->rank - 1;
    long pitch[PL_MAX_RANK_];
    gaps = gaps && PL_IN_PLACE && pl_has_windows_(o);
    for (int r = 0; r <= last; r++)
        pitch[r] = w->dim[r] + (gaps && r > 0 && r < last);
    if (gaps && last > 0)                                              /* a red zone ends at a multiple of 8 bytes */
        pitch[last] = (w->dim[last] + 4 + 7) / 8 * 8;
    pl_pitches_(w, pitch);
    o->bytes = pl_bytes_(o->size, w->rank, pitch);
}

enum pl_gaps { PL_CLOSE_GAPS_, PL_OPEN_GAPS_, PL_CHECK_GAPS_ };
static inline int pl_gap_(const struct pl_call *c, const struct pl_operand *o, char *gap, size_t bytes, enum pl_gaps what)
{
    unsigned char guard[PL_GUARD_], mine = (unsigned char)((pl_twin_guards_(c, o) ? 0x40 : 0x80) | (o->id & 0x3f));
    size_t named = pl_is_float_(o->dtype) ? o->size : 0;            /* poison of a float, then bytes unique to the operand */
    int whole = 1;
    pl_guard_bytes_(c, o, o->dtype, o->size, guard);
    if (what != PL_CHECK_GAPS_)
        PL_GREEN_ZONE_(gap, bytes);
    PL_DEFINED_(gap, bytes);
    if (what == PL_CLOSE_GAPS_) {
        memset(gap, mine, bytes);
        memcpy(gap, guard, named);
    }
    for (size_t b = 0; b < bytes && what == PL_CHECK_GAPS_; b++)
        whole &= (unsigned char)gap[b] == (b < named ? guard[b] : mine);
    PL_UNDEFINED_(gap, bytes);
    if (what == PL_CLOSE_GAPS_)
        PL_RED_ZONE_(gap, bytes);
    return whole;
}

/* Applies `what` to each gap of a block. Returns whether all gaps are intact. */
static inline int pl_gaps_(const struct pl_call *c, const struct pl_operand *o, char *block, enum pl_gaps what)
{
    const struct pl_window *w = &o->window;
    int whole = 1;
    for (int r = 1; PL_IN_PLACE && r < w->rank; r++) {
        size_t bytes = (size_t)(w->pitch[r] - w->dim[r]) * w->stride[r];
        long rows = 1;
        for (int q = 0; q < r; q++)
            rows *= w->dim[q];
        for (long row = 0; bytes && row < rows; row++) {
            char *gap = block + (size_t)w->dim[r] * w->stride[r];
            long rest = row;
            for (int q = r; q-- > 0; rest /= w->dim[q])
                gap += (size_t)(rest % w->dim[q]) * w->stride[q];
            whole &= pl_gap_(c, o, gap, bytes, what);
        }
    }
    return whole;
}

static inline void pl_guard_(const struct pl_call *c, const struct pl_operand *o, const struct pl_slot *slot)
{
    unsigned char guard[PL_GUARD_];
    size_t slack = (size_t)(slot->memory - slot->heap);
    pl_guard_bytes_(c, o, o->dtype, o->size, guard);
    pl_fill_bytes_(slot->heap, guard, PL_GUARD_, slack / PL_GUARD_);
    pl_fill_bytes_(slot->block + o->bytes + PL_GUARD_, guard, PL_GUARD_, slack / PL_GUARD_);
    PL_UNDEFINED_(slot->heap, slack);
    PL_UNDEFINED_(slot->block + o->bytes + PL_GUARD_, slack);
    PL_GREEN_ZONE_(slot->memory, PL_GUARD_);
    PL_GREEN_ZONE_(slot->block + o->bytes, PL_GUARD_);
    memcpy(slot->memory, guard, PL_GUARD_);
    memcpy(slot->block + o->bytes, guard, PL_GUARD_);
    PL_RED_ZONE_(slot->memory, PL_GUARD_);
    PL_RED_ZONE_(slot->block + o->bytes, PL_GUARD_);
    pl_gaps_(c, o, slot->block, PL_CLOSE_GAPS_);
}

/* An operand whose struct elements (pl_make_garbage_) may fill the tile, because it has the same type name; NULL: none. */
static inline const struct pl_operand *pl_tile_like_(const struct pl_call *c, const struct pl_tile *t)
{
    const char *type = t->name + strlen(t->name) + 1;
    for (const struct pl_operand *o = c->operand; t->window.type == PL_STRUCT_ && o < c->operand + c->operands; o++)
        if (o->garbage[0] && o->size == t->window.element && !strcmp(o->type, type))
            return o;
    return NULL;
}

/* Names the tile that unspecified data came from, if the call had only one: the data distinguishes tiles from blocks, but
   not from each other. */
static inline const char *pl_tile_text_(const struct pl_call *c, char *text, size_t capacity)
{
    snprintf(text, capacity, c->tile_name && !c->other_tiles ? "PL_TILE %s" : "a PL_TILE%s", c->tile_name && !c->other_tiles ? c->tile_name : "");
    return text;
}

/* Fills a tile with unspecified data, and the memory on each side with guards, which must be intact when its scope ends. */
static inline void pl_open_tile_(struct pl_tile *t, size_t guard)
{
    unsigned char bytes[PL_GUARD_];
    const struct pl_operand *like;
    if (!pl_now_)
        return;
    if (!pl_now_->tile_name && !t->scoped)
        pl_now_->tile_name = t->name;
    pl_now_->other_tiles |= t->scoped || strcmp(pl_now_->tile_name, t->name) != 0;
    pl_guard_bytes_(pl_now_, NULL, t->window.type, t->window.element, bytes);
    if ((like = pl_tile_like_(pl_now_, t)))
        pl_spoil_as_(pl_now_, like, t->at, t->bytes, like->garbage[pl_now_->pass > 0 && !pl_is_suspect_(pl_now_, like->id)]);
    else
        pl_poison_(pl_now_, t->at, t->window.type, t->window.element, t->bytes, PL_TILE_ID_);
    for (size_t b = 0; b < guard; b += PL_GUARD_) {
        size_t n = guard - b < PL_GUARD_ ? guard - b : PL_GUARD_;
        memcpy((char *)t->at - guard + b, bytes, n);
        memcpy((char *)t->at + t->bytes + b, bytes, n);
    }
    t->guard = guard;
    PL_RED_ZONE_((char *)t->at - guard, guard);
    PL_RED_ZONE_((char *)t->at + t->bytes, guard);
}

static inline void pl_close_tile_(const struct pl_tile *t)
{
    unsigned char bytes[PL_GUARD_];
    if (!pl_now_)
        return;
    pl_guard_bytes_(pl_now_, NULL, t->window.type, t->window.element, bytes);
    PL_GREEN_ZONE_((char *)t->at - t->guard, t->guard);
    PL_GREEN_ZONE_((char *)t->at + t->bytes, t->guard);
    for (size_t b = 0; b < t->guard && !PL_HAS_ASAN_; b += PL_GUARD_) {
        size_t n = t->guard - b < PL_GUARD_ ? t->guard - b : PL_GUARD_;
        int before = memcmp((char *)t->at - t->guard + b, bytes, n) != 0;
        if (before || memcmp((char *)t->at + t->bytes + b, bytes, n)) {
            pl_now_->damaged = 1;
            pl_report_(pl_now_->file, pl_now_->kernel_line, NULL, PL_HINT_LINE_OF_WRITE_, PL_MESSAGE_TILE_OVERRUN_, t->name,
                       before ? "before its first element" : "past its last element");
            return;
        }
    }
}

/* Names the operand in the message, because a wrong size may be the cause. */
static inline int pl_no_memory_of_(struct pl_call *c, const struct pl_operand *o, size_t bytes)
{
    int scratch = o->kind == PL_KIND_SCRATCH_;
    char dims[96], why[256];
    pl_dims_text_(scratch ? o->window.dim : o->shape, scratch ? o->window.rank : o->rank, dims, sizeof dims);
    snprintf(why, sizeof why, PL_MESSAGE_NO_MEMORY_BLOCK_, bytes, o->name, dims, o->type);
    pl_fail_(c, PL_NO_MEMORY, why);
    return 0;
}

/* Allocates a slot. The slack around it, up to a page on each side, keeps a kernel that writes past a block from corrupting
   the heap. The address sanitizer stops at the first such byte and needs no slack. */
static inline int pl_slot_(struct pl_call *c, struct pl_operand *o, struct pl_slot *slot)
{
    size_t slack = PL_HAS_ASAN_ ? 0 : (o->footprint < PL_PAGE_ ? o->footprint : PL_PAGE_) / 64 * 64 + 64;
    size_t bytes = (PL_GUARD_ + o->footprint + PL_GUARD_ + 63) / 64 * 64 + 2 * slack;
    PL_MPI_(slot->heap = pl_mpi_scratch_(c, o, bytes); if (!slot->heap))
    slot->heap = bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, bytes) : NULL;
    if (!slot->heap)
        return pl_no_memory_of_(c, o, bytes);
    slot->memory = slot->heap + slack;
    slot->block = slot->memory + PL_GUARD_;
    pl_guard_(c, o, slot);
    return 1;
}

static inline void pl_free_slots_(struct pl_operand *o)
{
    for (long s = 0; o->slots && s < o->slot_count; s++) {
        if (!o->slots[s].memory)
            continue;
        PL_GREEN_ZONE_(o->slots[s].memory, PL_GUARD_ + o->footprint + PL_GUARD_);
        PL_FREE_(o->slots[s].heap);
    }
    free(o->slots);
    o->slots = NULL;
}

static inline int pl_slots_(struct pl_call *c, struct pl_operand *o, long count)
{
    pl_free_slots_(o);
    o->slots = calloc((size_t)count, sizeof *o->slots);
    o->slot_count = count;
    if (!o->slots)
        return pl_no_memory_(c, (size_t)count * sizeof *o->slots);
    for (long s = 0; s < count; s++)
        if (!pl_slot_(c, o, &o->slots[s]))
            return 0;
    return 1;
}

#define PL_ROWS_HINT_                                                                                       \
    "under PL_IN_PLACE rows are not contiguous: write a subscript for each dim, and no sizeof of a row; or " \
    "leave PL_IN_PLACE out"
static inline void pl_check_guards_(struct pl_call *c)
{
    unsigned char guard[PL_GUARD_];
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands && !PL_HAS_ASAN_ && c->set.check != 2; o++) {
        pl_guard_bytes_(c, o, o->dtype, o->size, guard);
        for (long s = 0; s < o->slot_count; s++) {
            const struct pl_slot *slot = &o->slots[s];
            int before = slot->block && memcmp(slot->memory, guard, PL_GUARD_);
            if (slot->block && (before || memcmp(slot->block + o->bytes, guard, PL_GUARD_)))
                c->damaged = 1, pl_report_(c->file, c->kernel_line, o, PL_HINT_LINE_OF_WRITE_, PL_MESSAGE_BLOCK_OVERRUN_, before
                                           ? "before its first element" : "past its last element");
            if (slot->block && !pl_gaps_(c, o, slot->block, PL_CHECK_GAPS_))
                pl_report_(c->file, c->kernel_line, o, PL_ROWS_HINT_, PL_MESSAGE_ROWS_OVERRUN_);
        }
    }
}
#endif

/* ---- Checks of a call's facts ---------------------------------------------------------------------------

   What can be wrong before the first program: extents of the kernel against those of the call, the order of axes,
   aliases, arrays that overlap, null pointers, PL_EDGE of an output. */
#if PL_CHECKS
static inline void pl_sign_(struct pl_call *c, const struct pl_window *w, const char *name, size_t size, int rank, const long *dims)
{
    struct pl_operand *o = (struct pl_operand *)(uintptr_t)w->operand;
    char block[128], ref[128];
    int same = rank == w->rank && size == w->element;
    if (o && o->kind == PL_KIND_SCRATCH_)
        o->name = name;
    for (int r = 0; same && r < rank; r++)
        same = dims[r] == w->dim[r];
    if (same)
        return;
    pl_dims_text_(w->dim, w->rank, block, sizeof block);
    pl_dims_text_(dims, rank, ref, sizeof ref);
    if (size != w->element)
        pl_report_(c->file, c->line, o, PL_HINT_PIPELINE_ELEMENTS_, PL_MESSAGE_PIPELINE_ELEMENTS_, w->element, name, size);
    else
        pl_report_(c->file, c->line, o, PL_HINT_REF_EXTENTS_,
                   PL_MESSAGE_REF_EXTENTS_, c->inner ? "pipeline's" : "call's", block, name, ref);
}

static inline void pl_check_axes_(struct pl_call *c)
{
    int sequential = 0;
    c->parallel = 1;
    for (int a = 0; a < c->axes; a++) {
        int parallel = c->axis[a].kind == PL_PARALLEL_ || c->axis[a].kind == PL_BATCH_;
        if (parallel && sequential)
            pl_report_(c->file, c->line, NULL, PL_HINT_AXIS_ORDER_, PL_MESSAGE_AXIS_ORDER_, c->axis[a].name);
        sequential |= !parallel;
        if (c->axis[a].kind == PL_REDUCTION_ && a + 1 < c->axes)
            pl_report_(c->file, c->line, NULL, PL_HINT_REDUCTION_LAST_, PL_MESSAGE_REDUCTION_LAST_, c->axis[a].name);
        else if (c->axis[a].kind == PL_REDUCTION_)
            c->reduction = c->axis[a].extent;
        if (parallel && !sequential)
            c->parallel *= c->axis[a].extent;
        if (c->axis[a].extent < 0)
            pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_AXIS_EXTENT_, c->axis[a].name, c->axis[a].extent);
    }
}

static inline int pl_aliased_(const struct pl_operand *a, const struct pl_operand *b)
{
    return (a->alias && !strcmp(a->alias, b->name)) || (b->alias && !strcmp(b->alias, a->name));
}

static inline void pl_check_aliases_(struct pl_call *c)
{
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        const struct pl_operand *x = NULL;
        char mine[96], other[96];
        for (int j = 0; o->alias && j < c->operands; j++)
            if (c->operand[j].name && !strcmp(o->alias, c->operand[j].name))
                x = &c->operand[j];
        if (o->alias && !x)
            pl_report_(c->file, c->line, o, PL_HINT_ALIAS_UNKNOWN_, PL_MESSAGE_ALIAS_UNKNOWN_, o->alias);
        if (!x || (x->dtype == o->dtype && pl_array_bytes_(x) == pl_array_bytes_(o)))
            continue;
        pl_dims_text_(o->shape, o->rank, mine, sizeof mine);
        pl_dims_text_(x->shape, x->rank, other, sizeof other);
        if (x->dtype == o->dtype)
            pl_report_(c->file, c->line, o, PL_HINT_ALIAS_SIZE_,
                       PL_MESSAGE_ALIAS_SIZE_, o->alias, o->alias, other, mine);
        else
            pl_report_(c->file, c->line, o, PL_HINT_ALIAS_SIZE_, PL_MESSAGE_ALIAS_DIFFERS_, o->alias, o->alias, other, x->type,
                       mine, o->type);
    }
}

/* Checks two arrays for overlap. The hint distinguishes one array that was passed twice from sizes that do not match the
   pointers. */
static inline void pl_check_overlap_(struct pl_call *c, const struct pl_operand *o, const struct pl_operand *p)
{
    char hint[400], mine[96], other[96];
    size_t bytes = pl_array_bytes_(o), more = pl_array_bytes_(p);
    const struct pl_operand *first = o->array < p->array ? o : p, *second = first == o ? p : o;
    if ((!pl_writes_(o) && !pl_writes_(p)) || pl_aliased_(o, p))
        return;
    if (o->view && p->view) {
        if (pl_more_of_->views_overlap(o->view, p->view))
            pl_report_(c->file, c->line, o, PL_HINT_VIEW_IN_AND_OUT_, PL_MESSAGE_VIEWS_OVERLAP_, p->name);
        return;
    }
    if (!bytes || !more || o->array >= p->array + more || p->array >= o->array + bytes)
        return;
    pl_dims_text_(o->shape, o->rank, mine, sizeof mine);
    pl_dims_text_(p->shape, p->rank, other, sizeof other);
    if (o->array != p->array)
        snprintf(hint, sizeof hint, PL_HINT_ARRAYS_APART_, o->name, mine, p->name, other, second->name,
                 (size_t)(second->array - first->array), first->name);
    else if (o->kind == PL_KIND_IN_ || p->kind == PL_KIND_IN_)
        snprintf(hint, sizeof hint, "%s", PL_HINT_IN_AND_OUT_);
    else
        snprintf(hint, sizeof hint, "%s", PL_HINT_WRITTEN_TWICE_);
    pl_report_(c->file, c->line, o, hint, PL_MESSAGE_ARRAYS_OVERLAP_, p->name);
}

/* Checks that pl_bytes_, which saturates, can represent the bytes of the array. */
static inline void pl_check_bytes_(struct pl_call *c, const struct pl_operand *o)
{
    char dims[96];
    if (pl_array_bytes_(o) < pl_bytes_(1, 1, (const long[]){ LONG_MAX }))
        return;
    pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
    pl_report_(c->file, c->line, o, PL_HINT_ARRAY_TOO_LARGE_, PL_MESSAGE_ARRAY_TOO_LARGE_, dims);
}

/* Only AddressSanitizer knows the size of any array. */
static inline void pl_check_length_(struct pl_call *c, const struct pl_operand *o)
{
    char dims[128];
    const char *end = o->array && !o->view && !c->inner ? PL_FIRST_RED_(o->array, pl_array_bytes_(o)) : NULL;
    if (!end)
        return;
    pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
    pl_report_(c->file, c->line, o, PL_HINT_ARRAY_ACCESSES_, PL_MESSAGE_ARRAY_TOO_SHORT_, dims, o->type, pl_array_bytes_(o),
               (size_t)(end - o->array));
}

/* A sum of the bytes of an array that the call only reads, and that no other operand writes; otherwise 0. */
static inline uint64_t pl_sum_of_(const struct pl_call *c, const struct pl_operand *o)
{
    uint64_t sum = 0;
    if ((o->kind != PL_KIND_IN_ && o->kind != PL_KIND_PREFETCH_) || o->view || o->atomic || c->mesh || c->inner)
        return 0;
    for (const struct pl_operand *p = c->operand; p < c->operand + c->operands; p++)
        if (p != o && p->array == o->array && pl_writes_(p))
            return 0;
    for (size_t b = 0, n = pl_array_bytes_(o); b < n; b++)
        sum = (sum ^ (unsigned char)o->array[b]) * 0x100000001b3u;
    return sum;
}

/* Whether such an array has changed during the call: then results differ for a reason outside the kernel. */
static inline int pl_report_changed_(struct pl_call *c)
{
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands; o++)
        if (pl_sum_of_(c, o) != o->sum) {
            char dims[128];
            pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
            pl_report_(c->file, c->line, o, PL_HINT_ARRAY_CHANGES_, PL_MESSAGE_ARRAY_CHANGES_, dims, o->type);
            return 1;
        }
    return 0;
}

static inline void pl_check_arrays_(struct pl_call *c)
{
    size_t given = 0, at = 0;
    for (int i = 0; i < c->operands; i++) {
        const struct pl_operand *o = &c->operand[i];
        int scratch = o->kind == PL_KIND_SCRATCH_;
        if (!scratch && !o->array && pl_array_bytes_(o))
            pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_NULL_ARRAY_);
        for (int d = 0; d < o->rank; d++)
            if (o->shape[d] < 0)
                pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_ARRAY_EXTENT_, d - o->batches, o->shape[d]);
            else if (!scratch && o->block[d].n <= 0 && c->steps && o->block[d].kind != PL_FULL_)
                pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_BLOCK_EXTENT_, d - o->batches, o->block[d].n);
        if (scratch || o->kind == PL_KIND_SCALAR_)
            continue;
        pl_check_bytes_(c, o);
        if (pl_past_memory_(o->array, pl_array_bytes_(o), &given, &at))
            pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_ARRAY_PAST_MEMORY_,
                       pl_array_bytes_(o), given, at);
        pl_check_length_(c, o);
        for (int j = 0; j < c->operands; j++) {
            const struct pl_operand *p = &c->operand[j];
            int aliased = o->alias && p->name && !strcmp(o->alias, p->name);
            if (j == i || p->kind == PL_KIND_SCALAR_ || p->kind == PL_KIND_SCRATCH_)
                continue;
            if (aliased && o->array != p->array)
                pl_report_(c->file, c->line, o, PL_HINT_ALIAS_POINTER_, PL_MESSAGE_ALIAS_POINTER_, o->alias);
            if (j > i)
                pl_check_overlap_(c, o, p);
        }
    }
}

/* Rejects options and batches that would have no effect. */
static inline void pl_check_options_(struct pl_call *c)
{
    for (int a = 0; a < c->batches; a++) {
        const char *word = c->axis[a].batched;
        while (*word) {
            size_t n = strcspn(word, ", ");
            int found = 0;
            for (int i = 0; i < c->operands; i++)
                found |= c->operand[i].name && pl_is_word_(c->operand[i].name, word, n) &&
                         c->operand[i].kind != PL_KIND_SCALAR_ && c->operand[i].kind != PL_KIND_SCRATCH_;
            if (!found)
                pl_report_(c->file, c->line, NULL, PL_HINT_BATCHED_UNKNOWN_, PL_MESSAGE_BATCHED_UNKNOWN_, c->axis[a].name, (int)n, word);
            word += n;
            word += strspn(word, ", ");
        }
    }
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (o->edge && !pl_reads_(o))
            pl_report_(c->file, c->line, o, PL_HINT_EDGE_OF_OUTPUT_, PL_MESSAGE_EDGE_OF_OUTPUT_);
        if (o->edge && (o->dtype == PL_STRUCT_ || o->edge->type == PL_STRUCT_) &&
            (o->dtype != o->edge->type || o->size != o->edge->size))
            pl_report_(c->file, c->line, o, PL_HINT_STRUCT_VALUE_, PL_MESSAGE_EDGE_VALUE_, o->type);
    }
}
#endif

/* ---- lint=: limits of a chip ---------------------------------------------------------------------------

   TPU: the last two dims of a block must be multiples of 8 and 128, or equal the array's. A block of rank 1 must be the
   whole array, a multiple of 1024, or a power of two from 128 * 32 / bits. VMEM contains the buffers of each window (two,
   unless it never changes), padded to whole tiles, and one copy of scratch and tables. CUDA: scratch and a buffer of each
   staged window share the shared memory of a thread block. The target decides which windows are staged, so only scratch
   counts. */
#if PL_CHECKS
static inline double pl_lint_bytes_(const struct pl_call *c, const struct pl_operand *o)
{
    double bytes = (double)o->size;
    long rows = 32 / (long)(8 * o->size > 32 ? 32 : 8 * o->size) * 8;   /* a tile has 8 rows of 32 bits, 16 of 16 bits, … */
    for (int d = o->rank - 1, back = 0; d >= 0; d--) {
        long tile = !c->set.chip->tpu ? 1 : back == 0 ? 128 : back == 1 ? rows : 1;
        if (o->block[d].kind == PL_NONE_)
            continue;
        bytes *= (double)((o->block[d].n + tile - 1) / tile * tile);
        back++;
    }
    return bytes;
}

static inline void pl_lint_tiles_(struct pl_call *c, const struct pl_operand *o)
{
    static const long tile[] = { 128, 8 };
    long n = o->block[o->rank - 1].n, least = 128 * 32 / (8 * (long)o->size);
    if (o->space && strcmp(o->space, "VMEM"))
        return;
    if (o->rank - o->batches == 1 && o->block[o->rank - 1].kind != PL_ELEMENT_) {
        if (n != o->shape[o->rank - 1] && n % 1024 && (n < least || (n & (n - 1))))
            pl_report_(c->file, c->line, o, PL_HINT_LINT_RANK_1_, PL_MESSAGE_LINT_RANK_1_, c->set.chip->name, n, least);
        return;
    }
    for (int back = 0; back < 2 && back < o->rank - o->batches; back++) {
        int d = o->rank - 1 - back;
        if (o->block[d].kind != PL_ELEMENT_ && o->block[d].n != o->shape[d] && o->block[d].n % tile[back])
            pl_report_(c->file, c->line, o, PL_HINT_LINT_TILE_, PL_MESSAGE_LINT_TILE_, c->set.chip->name, d - o->batches,
                       o->block[d].n, tile[back], o->shape[d]);
    }
}

static inline void pl_lint_(struct pl_call *c)
{
    const struct pl_chip *chip = c->set.chip;
    double vmem = 0, smem = 0;
    char table[1024] = "";
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        int constant = o->map_text == NULL, window = pl_has_windows_(o);
        int scalar = o->kind == PL_KIND_PREFETCH_ || (o->space && !strcmp(o->space, "SMEM"));
        long buffers = !window || constant ? 1 : o->buffers ? o->buffers : 2;
        double bytes;
        if (o->kind == PL_KIND_SCALAR_ || o->atomic || (!chip->tpu && window))
            continue;
        bytes = pl_lint_bytes_(c, o) * (double)buffers;
        if (chip->tpu && window)
            pl_lint_tiles_(c, o);
        *(scalar && chip->tpu ? &smem : &vmem) += bytes;
        pl_append_(table, sizeof table, "%s%s %ld x %.0f KiB", table[0] ? ", " : "", o->name, buffers,
                   bytes / (double)buffers / 1024);
    }
    if (vmem > chip->shared)
        pl_report_(c->file, c->line, NULL, PL_HINT_LINT_MEMORY_, PL_MESSAGE_LINT_MEMORY_, chip->name, vmem / 1024, chip->tpu
                   ? "VMEM" : "shared memory", chip->shared / 1024, table);
    else if (chip->tpu && smem > chip->scalar)
        pl_report_(c->file, c->line, NULL, PL_HINT_LINT_SMEM_, PL_MESSAGE_LINT_SMEM_, chip->name, smem / 1024,
                   chip->scalar / 1024, table);
}
#endif

/* ---- Valid positions of a block -------------------------------------------------------------------------

   The index that a map returned must be that of a block of the array; PL_DS and PL_ELEMENT have rules of their own. */
#if PL_CHECKS
static inline int pl_is_guard_(const struct pl_call *c, long i)        /* whether this index was read next to a table */
{
    unsigned char bytes[sizeof i];
    memset(bytes, c->pass & 1 ? 0x4a : 0xb5, sizeof bytes);
    return !memcmp(&i, bytes, sizeof i) || (int32_t)i == pl_read_int_(bytes, PL_I32_) || i == pl_read_int_(bytes, PL_I16_);
}

/* Guesses from the value of a block index why it is wrong. */
static inline const char *pl_index_hint_(const struct pl_call *c, const struct pl_operand *o, int d, long i, long n)
{
    char map[500];
    if (!o->shape[d])
        return PL_HINT_INDEX_EMPTY_;
    if (pl_is_guard_(c, i))
        return "this value lies past the end of a table: " PL_HINT_ENTRY_;
    if (strchr(pl_map_text_(o, map, sizeof map), '['))
        return PL_HINT_INDEX_TABLE_;
    for (int a = 0; a < c->axes; a++)
        if (n > 1 && c->at[a] > 0 && i == n * c->at[a])
            return PL_HINT_INDEX_ELEMENTS_;
    if (o->block[d].kind == PL_FULL_)
        return PL_HINT_INDEX_FULL_;
    if (i < 0)
        return PL_HINT_INDEX_NEGATIVE_;
    return PL_HINT_INDEX_PAST_;
}

/* Hint for a wrong slice: it is empty, or its end was given instead of its size. */
static inline const char *pl_slice_hint_(long start, long slice, long most, long extent)
{
    if (slice == 0)
        return PL_HINT_SLICE_EMPTY_;
    if (slice > start && slice <= extent && slice - start <= most && start + slice > extent)
        return PL_HINT_SLICE_END_;
    return NULL;
}

static inline void pl_check_place_(struct pl_call *c, const struct pl_operand *o, const struct pl_index *index)
{
    char map[500];
    for (int d = 0; d < o->rank && c->set.check != 2; d++) {
        const struct pl_dim *b = &o->block[d];
        long i = index[d].start, n = b->kind == PL_NONE_ ? 1 : b->n, size = o->shape[d];
        long blocks = b->kind == PL_FULL_ ? 1 : n > 0 ? (size + n - 1) / n : 0;
        int at = d - o->batches;
        if (b->kind == PL_BOUNDED_) {
            if (index[d].size < 0)
                pl_report_(c->file, c->line, o, PL_HINT_BOUNDED_NO_SLICE_, PL_MESSAGE_BOUNDED_NO_SLICE_, at);
            else if (index[d].size > n || index[d].size == 0)
                pl_report_(c->file, c->line, o, pl_slice_hint_(i, index[d].size, n, size),
                           PL_MESSAGE_SLICE_SIZE_, at, i, index[d].size, n);
            else if (i < 0 || i + index[d].size > size)
                pl_report_(c->file, c->line, o, pl_slice_hint_(i, index[d].size, n, size), PL_MESSAGE_SLICE_PAST_, at, i,
                           i + index[d].size - 1, size, pl_map_text_(o, map, sizeof map));
        } else if (index[d].size >= 0) {
            pl_report_(c->file, c->line, o, PL_HINT_SLICE_UNBOUNDED_, PL_MESSAGE_SLICE_UNBOUNDED_, at);
        } else if (b->kind == PL_ELEMENT_) {
            if (i < 0 || i + n > b->lo + size + b->hi)
                pl_report_(c->file, c->line, o, PL_HINT_PADDING_, PL_MESSAGE_ELEMENT_WINDOW_, at, n, i, size, b->lo, b->hi,
                           pl_map_text_(o, map, sizeof map));
        } else if (i < 0 || i >= blocks) {
            char there[96];
            if (blocks == 0)
                snprintf(there, sizeof there, "no elements");
            else if (blocks == 1)
                snprintf(there, sizeof there, PL_TEXT_BLOCKS_ONE_, n);
            else
                snprintf(there, sizeof there, PL_TEXT_BLOCKS_, blocks, n, blocks - 1);
            pl_report_(c->file, c->line, o, pl_index_hint_(c, o, d, i, n),
                       PL_MESSAGE_BLOCK_INDEX_, i, at, there,
                       o->map_text ? pl_map_text_(o, map, sizeof map) : "of the whole array");
        }
    }
}
#endif

/* ---- Outputs: which program visited which block --------------------------------------------------------

   A cell is a block, along a dim with block indices, or an element, along a dim with element indices. */
#if PL_CHECKS
static inline long pl_cells_(const struct pl_operand *o, int d)
{
    const struct pl_dim *b = &o->block[d];
    if (b->kind == PL_ELEMENT_ || b->kind == PL_BOUNDED_ || b->kind == PL_NONE_)
        return o->shape[d];
    return b->n > 0 ? (o->shape[d] + b->n - 1) / b->n : 0;
}

static inline long pl_parallel_of_(const struct pl_call *c, long step) { return step / (c->steps / c->parallel); }

static inline long pl_linear_(const struct pl_call *c)
{
    long linear = 0;
    for (int a = 0; a < c->axes; a++)
        linear = linear * c->axis[a].extent + c->at[a];
    return linear;
}

static inline int pl_windows_may_overlap_(const struct pl_operand *o)
{
    int may = 0;
    for (int d = 0; d < o->rank; d++)
        may |= o->block[d].kind == PL_ELEMENT_ || o->block[d].kind == PL_BOUNDED_;
    return may;
}

static inline int pl_reads_table_(const struct pl_operand *o) { return o->map_text && strchr(o->map_text, '['); }

static inline void pl_visited_cells_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box)
{
    long cell[PL_MAX_RANK_], from[PL_MAX_RANK_], to[PL_MAX_RANK_];
    unsigned mine = (unsigned)pl_linear_(c) + 1;
    char text[256] = "", place[160] = "";
    int d;
    if (!o->owner)
        return;
    for (d = 0; d < o->rank; d++) {
        long unit = pl_cells_(o, d) == o->shape[d] ? 1 : o->block[d].n;
        from[d] = cell[d] = (box->start[d] + box->lo[d]) / unit;
        to[d] = (box->start[d] + box->hi[d] + unit - 1) / unit;
        if (to[d] <= from[d])
            return;
    }
    do {
        long i = 0;
        for (d = 0; d < o->rank; d++)
            i = i * pl_cells_(o, d) + cell[d];
        if (o->owner[i] && o->owner[i] != mine) {
            int parallel = pl_parallel_of_(c, o->owner[i] - 1) != pl_parallel_of_(c, mine - 1);
            if (parallel || (o->kind == PL_KIND_OUT_ && !o->revisit && !o->alias)) {
                pl_append_program_(c, "", o->owner[i] - 1, text, sizeof text);
                for (d = 0; d < o->rank; d++)
                    pl_append_(place, sizeof place, "[%ld]", box->start[d] + box->lo[d]);
                pl_report_(c->file, c->line, o, parallel ? pl_reads_table_(o) ? PL_HINT_PARALLEL_SCATTER_ : PL_HINT_PARALLEL_OVERLAP_ : pl_windows_may_overlap_(o)
                           ? PL_HINT_OUTPUT_WINDOWS_ : PL_HINT_REVISITED_, parallel ? PL_MESSAGE_PARALLEL_OVERLAP_
                           : PL_MESSAGE_REVISITED_, place, text);
                return;
            }
        }
        o->owner[i] = mine;
        for (d = o->rank - 1; d >= 0 && ++cell[d] == to[d]; d--)
            cell[d] = from[d];
    } while (d >= 0);
}

static inline void pl_place_text_(const struct pl_operand *o, size_t element, char *place, size_t capacity)
{
    long at[PL_MAX_RANK_];
    for (int d = o->rank; d-- > 0; element /= (size_t)o->shape[d])
        at[d] = (long)(element % (size_t)o->shape[d]);
    pl_dims_text_(at, o->rank, place, capacity);
}

/* Checks an array that one operand writes and another reads (PL_ALIAS): programs that may run at once must not access the
   same element, unless both only read it. marks contains, for each element, its writer and its reader: the parallel index +
   1, or PL_ALL_ for several. */
enum { PL_ALL_ = 0x7fffffff };
static inline void pl_check_shared_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box)
{
    long at[PL_MAX_RANK_];
    int mine = (int)pl_parallel_of_(c, pl_linear_(c)) + 1, d;
    char place[160] = "";
    if (!o->marks || c->parallel < 2)
        return;
    for (d = 0; d < o->rank; d++) {
        at[d] = box->start[d] + box->lo[d];
        if (box->hi[d] <= box->lo[d])
            return;
    }
    do {
        size_t element = 0;
        int *wrote, *read;
        for (d = 0; d < o->rank; d++)
            element = element * (size_t)o->shape[d] + (size_t)at[d];
        wrote = &o->marks[2 * element], read = wrote + 1;
        if ((*wrote && *wrote != mine) || (pl_writes_(o) && *read && *read != mine)) {
            pl_place_text_(o, element, place, sizeof place);
            pl_report_(c->file, c->line, o, PL_HINT_READ_AND_WRITTEN_, PL_MESSAGE_READ_AND_WRITTEN_, place, pl_writes_(o)
                       ? "written" : "read", *wrote && *wrote != mine ? "written" : "read");
            return;
        }
        if (pl_reads_(o))
            *read = *read && *read != mine ? PL_ALL_ : mine;
        if (pl_writes_(o))
            *wrote = mine;
        for (d = o->rank - 1; d >= 0 && ++at[d] == box->start[d] + box->hi[d]; d--)
            at[d] = box->start[d] + box->lo[d];
    } while (d >= 0);
}

static inline void pl_visited_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box)
{
    if (c->set.check == 2)
        return;
    pl_check_shared_(c, o, box);
    pl_visited_cells_(c, o, box);
}

static inline void pl_check_covered_(struct pl_call *c, struct pl_operand *o)
{
    char place[160];
    long missing = 0, first = -1, at[PL_MAX_RANK_];
    for (long i = 0; i < o->cells; i++)
        if (!o->owner[i] && missing++ == 0)
            first = i;
    if (!missing || c->set.check == 2 || o->kind != PL_KIND_OUT_ || o->alias)
        return;
    for (int d = o->rank; d-- > 0; first /= pl_cells_(o, d))
        at[d] = first % pl_cells_(o, d) * (pl_cells_(o, d) == o->shape[d] ? 1 : o->block[d].n);
    pl_dims_text_(at, o->rank, place, sizeof place);
    pl_report_(c->file, c->line, o, PL_HINT_BLOCKS_UNWRITTEN_, PL_MESSAGE_BLOCKS_UNWRITTEN_, place, missing, o->cells);
}
#endif

/* ---- Unspecified data in an output ----------------------------------------------------------------------

   Poison that reached an output is reported here: "never written", "computed from elements that are outside its array",
   "read outside the block". */
#if PL_CHECKS
/* Reports an element computed from data outside the block of `from`. from == NULL: the block is not known, and `of` is its
   description. */
static inline void pl_report_outside_(struct pl_call *c, const struct pl_operand *o, const char *place, const struct pl_operand *from,
                                      const char *of)
{
    of = of ? of : "its block";
    const char *hint = PL_IN_PLACE ? PL_ROWS_HINT_ : "make run SAN=address stops at the line that reads there";
    const char *rows = PL_IN_PLACE ? ", or between two of its rows" : "";
    if (from)
        pl_report_(c->file, c->kernel_line, from, hint, PL_MESSAGE_READ_OUTSIDE_, rows, place, o->name);
    else
        pl_report_(c->file, c->kernel_line, o, hint, PL_MESSAGE_DEPENDS_ON_OUTSIDE_, place, of, rows);
}

/* If the element was computed from the destination of a copy in flight, reports that and returns 1. */
static inline int pl_report_flight_(struct pl_call *c, const struct pl_operand *o, const char *place, int id);

static inline void pl_report_garbage_(struct pl_call *c, const struct pl_operand *o, size_t element, int id)
{
    char place[160], tile[160];
    const struct pl_operand *from = id >= 0 && id < c->operands ? &c->operand[id] : NULL;
    int guard = id - PL_GUARD_OF_;
    pl_place_text_(o, element, place, sizeof place);
    if (pl_report_flight_(c, o, place, id))
        return;
    if (id == PL_GUARD_ID_ || id == PL_TILE_GUARD_ID_)
        pl_report_outside_(c, o, place, NULL, id == PL_GUARD_ID_ ? "a block" : pl_tile_text_(c, tile, sizeof tile));
    else if (!from && guard >= 0 && guard < c->operands)
        pl_report_outside_(c, o, place, &c->operand[guard], NULL);
    else if (from == o)
        pl_report_(c->file, c->kernel_line, o, c->parallel > 1 ? PL_HINT_NEVER_WRITTEN_PARALLEL_ : PL_HINT_NEVER_WRITTEN_,
                   PL_MESSAGE_NEVER_WRITTEN_, place);
    else if (from && pl_reads_(from))
        pl_report_(c->file, c->line, from, PL_HINT_OUTSIDE_ARRAY_, PL_MESSAGE_OUTSIDE_ARRAY_, place, o->name);
    else
        pl_report_(c->file, c->kernel_line, o, PL_HINT_UNINITIALIZED_, PL_MESSAGE_UNINITIALIZED_, place, from ? from->name
                   : id == PL_TILE_ID_ ? pl_tile_text_(c, tile, sizeof tile) : "memory");
}

/* Whether this element was written. One byte of a struct is enough, because C never writes the bytes between members. */
static inline int pl_defined_(const struct pl_operand *o, const char *element)
{
    int defined = PL_FIRST_UNDEFINED_(element, o->size) < 0;
    for (size_t b = 0; o->dtype == PL_STRUCT_ && !defined && b < o->size; b++)
        defined = PL_FIRST_UNDEFINED_(element + b, 1) < 0;
    return defined;
}

/* The operand id of an element that a sanitizer knows to be undefined, if its value contains one; -1: defined; -2:
   unknown. */
static inline int pl_undefined_id_(const struct pl_operand *o, const char *element)
{
    long long copy[1];
    int id = -1;
    if (pl_defined_(o, element))
        return -1;
    if (o->size <= sizeof copy) {
        memcpy(copy, element, o->size);
        PL_DEFINED_(copy, sizeof copy);
        id = pl_poison_id_(copy, o->dtype);
    }
    return id == -1 ? -2 : id;
}

/* Extends the low four bits of an id, which fit into a bf16: the id of an operand, a tile or a guard, or -2 if it is
   ambiguous. */
static inline int pl_bf16_id_(const struct pl_call *c, int id)
{
    return c->operands > 14 ? -2 : id == (PL_TILE_ID_ & 0xf) ? PL_TILE_ID_ : id == (PL_GUARD_ID_ & 0xf) ? PL_GUARD_ID_ : id;
}

/* The id in a float that was computed from the poison of an f16 or bf16; otherwise -1 or -2, as for pl_poison_id_. The
   conversion keeps the high bits and the id of seven or four bits after them. */
static inline int pl_widened_id_(const struct pl_call *c, const void *element, enum pl_dtype type)
{
    uint64_t f64 = 0;
    uint32_t f32 = 0;
    int id;
    if (type == PL_F32_)
        memcpy(&f32, element, 4);
    else if (type == PL_F64_) {
        memcpy(&f64, element, 8);
        f32 = (f64 & 0x7ff000001fffffffu) == 0x7ff0000000000000u ? (uint32_t)(0x7f800000u | (f64 >> 29 & 0x7fffffu)) : 0;
    }
    if ((f32 & PL_WIDENED_MASK_) != PL_WIDENED_)
        return -1;
    id = (int)(f32 >> 13 & 0x7f);
    return id % 8 ? id : c->operands > 8 ? -2 : pl_bf16_id_(c, id / 8);
}

/* Whether none of n consecutive elements is poison. Checks whole rows, because nearly all are clean. */
PL_HOT_ static inline int pl_is_clean_(const void *row, long n, enum pl_dtype type)
{
    const unsigned char *p = row;
    uint32_t bits, poisoned = 0;
    if (type != PL_F32_)
        return 0;
    for (long i = 0; i < n; i++) {
        memcpy(&bits, p + 4 * i, 4);
        poisoned |= ((bits & 0x7fffff00u) == 0x7ff50000u) | ((bits & PL_WIDENED_MASK_) == PL_WIDENED_);
    }
    return !poisoned;
}

/* Reports poison in the part of an output's window that is inside the array. Until its visit ends (left), the output's own
   poison may still be overwritten. */
static inline void pl_check_window_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, const char *block, int left)
{
    long at[PL_MAX_RANK_];
    long long poison[32];
    int d, own = -3;
    if (c->set.check == 2 || (PL_HAS_MSAN_ ? !left : c->set.poison != 0 || pl_twin_(c) || !pl_is_float_(o->dtype)))
        return;
    for (d = 0; d < o->rank; d++) {
        at[d] = box->lo[d];
        if (box->hi[d] <= box->lo[d])
            return;
    }
    if (o->size <= sizeof poison) {
        pl_poison_value_((unsigned char *)poison, o->dtype, o->size, o->id, 0);
        own = pl_poison_id_(poison, o->dtype);
    }
    do {
        size_t offset = 0, element = 0;
        int id, last = o->rank - 1;
        for (d = 0; d < o->rank; d++) {
            if (o->ref_dim[d] >= 0)
                offset += (size_t)at[d] * o->window.stride[o->ref_dim[d]];
            element = element * (size_t)o->shape[d] + (size_t)(box->start[d] + at[d]);
        }
        if (!PL_HAS_MSAN_ && last >= 0 && at[last] == box->lo[last] && o->ref_dim[last] >= 0 &&
            o->window.stride[o->ref_dim[last]] == o->size && pl_is_clean_(block + offset, box->hi[last] - at[last], o->dtype)) {
            at[last] = box->hi[last] - 1;
            id = -1;
        } else {
            id = PL_HAS_MSAN_ ? pl_undefined_id_(o, block + offset) : pl_poison_id_(block + offset, o->dtype);
            id = id == -1 && !PL_HAS_MSAN_ ? pl_widened_id_(c, block + offset, o->dtype) : id;
        }
        if (id != -1 && (left || id != own)) {
            if (!PL_HAS_MSAN_ && pl_data_looks_poisoned_(c))
                return;
            pl_report_garbage_(c, o, element, id == own ? o->id : o->dtype == PL_BF16_ && id >= 0 ? pl_bf16_id_(c, id) : id);
            return;
        }
        for (d = o->rank - 1; d >= 0 && ++at[d] == box->hi[d]; d--)
            at[d] = box->lo[d];
    } while (d >= 0);
}

/* Does the same for a whole array that stays in HBM, at the end of a pass. */
static inline void pl_check_array_(struct pl_call *c, struct pl_operand *o)
{
    struct pl_box box;
    memset(&box, 0, sizeof box);
    for (int d = 0; d < o->rank; d++)
        box.hi[d] = o->shape[d];
    c->program = -1;
    pl_check_window_(c, o, &box, o->array, 1);
}
#endif

/* ---- Fetch and write back -------------------------------------------------------------------------------

   When the window of an operand is fetched and written back, in the sequential schedule and in the pipelined one, which
   has n buffers and copies in flight. */
#if PL_CHECKS
static inline void pl_fresh_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, char *block)
{
    if (pl_reads_(o) && box->whole && !(c->set.pipelined && c->set.copies))
        return;
    pl_gaps_(c, o, block, PL_OPEN_GAPS_);
    if (o->edge && pl_reads_(o))
        pl_fill_edge_(o, block);
    else
        pl_spoil_(c, o, block, o->bytes);
    pl_gaps_(c, o, block, PL_CLOSE_GAPS_);
}

/* Records that a pipeline fetches or writes back a part of its view. */
static inline void pl_touched_box_(struct pl_call *c, const struct pl_operand *o, const struct pl_box *box, int writes)
{
    struct pl_view v;
    if (!c->device || !o->view || !pl_more_of_)
        return;
    v = *o->view;
    for (int d = 0; d < o->rank; d++) {
        v.dim[d] = box->hi[d] > box->lo[d] ? box->hi[d] - box->lo[d] : 0;
        v.at += (box->start[d] + box->lo[d]) * (long)v.stride[d];
    }
    pl_more_of_->touched_view(c, &v, writes, writes ? "written back by the pipeline" : "fetched by the pipeline", (struct pl_spot){ c->file, c->line });
}

/* PL_INIT: initializes a window instead of fetching it. */
static inline void pl_begin_init_(struct pl_call *c, struct pl_operand *o, char *block)
{
    pl_gaps_(c, o, block, PL_OPEN_GAPS_);
    pl_fill_init_(o, block);
    PL_DEFINED_(block, o->bytes);
    pl_gaps_(c, o, block, PL_CLOSE_GAPS_);
}

static inline void pl_fetch_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, char *block)
{
    double began = pl_trace_now_(c);
    if (o->may_init && o->init) {
        pl_begin_init_(c, o, block);
        return;
    }
    pl_fresh_(c, o, box, block);
    if (pl_fetches_(o)) {
        c->copied = o;
        pl_touched_box_(c, o, box, 0);
        pl_copy_box_(o, box, block, 0);
        o->copies++;
        pl_trace_copy_(c, o, box, 0, 0, began);
    }
}

static inline void pl_flush_(struct pl_call *c, struct pl_operand *o, const struct pl_box *box, char *block)
{
    long program = c->program;
    double began = pl_trace_now_(c);
    if (c->failed)
        return;
    c->program = o->seen;
    pl_check_window_(c, o, box, block, 1);
    c->program = program;
    if (c->failed)
        return;
    c->copied = o;
    pl_touched_box_(c, o, box, 1);
    pl_copy_box_(o, box, block, 1);
    o->copies++;
    pl_trace_copy_(c, o, box, 0, 1, began);
}

/* At each new index of the parallel axes, the contents of scratch are unspecified again. */
static inline void pl_restart_scratch_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++)
        if (o->kind == PL_KIND_SCRATCH_)
            pl_spoil_(c, o, o->slots[0].block, o->bytes);
    if (c->device && !c->inner && c->parallel > 1 && pl_more_of_)
        pl_more_of_->check_settled(c, "at the end of an index of the parallel axes");
}

static inline int pl_moves_(const struct pl_operand *o, const struct pl_index *now)
{
    for (int d = 0; d < o->rank; d++)
        if (o->next[d].start != now[d].start || o->next[d].size != now[d].size)
            return 1;
    return 0;
}

/* ---- schedule=sequential: one buffer per operand; blocks are written back before others are fetched ---- */
static inline void pl_depart_(struct pl_call *c, int restart)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (!pl_has_windows_(o))
            continue;
        if (o->present && !pl_moves_(o, o->now) && !(restart && pl_writes_(o)))
            continue;
        if (o->present && pl_writes_(o))
            pl_flush_(c, o, &o->box, o->slots[o->slot].block);
        o->present = 0;
    }
}

static inline void pl_arrive_sequential_(struct pl_call *c, int restart)
{
    pl_depart_(c, restart);
    if (restart)
        pl_restart_scratch_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || o->present)
            continue;
        pl_check_place_(c, o, o->next);
        if (c->failed)
            return;
        memcpy(o->now, o->next, (size_t)o->rank * sizeof *o->now);
        pl_place_(o, o->now, &o->box);
        pl_visited_(c, o, &o->box);
        o->slot = o->slot_count - 1 - o->slot;                         /* with the address sanitizer, two slots alternate */
        o->window.at = o->window.whole = o->slots[o->slot].block;
        pl_fetch_(c, o, &o->box, o->slots[o->slot].block);
        pl_show_(o, &o->box, o->now);
        o->present = 1;
    }
}

static inline void pl_finish_sequential_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (pl_has_windows_(o) && o->present && pl_writes_(o))
            pl_flush_(c, o, &o->box, o->slots[o->slot].block);
        o->present = 0;
    }
}

/* ---- schedule=pipelined: n buffers per operand; copies are in flight while programs run -----------------

   The schedule of JAX (jax/_src/pallas/mosaic/pipeline.py), in terms of visits: a visit is a block of an operand and the
   steps that use it. Visit v uses buffer v % n. Its copy in starts n - 1 steps before its first step (with PL_LOOKAHEAD,
   as soon as the buffer is free), which waits for it. The copy out of an output starts after the last step of the visit,
   and the first step of the next visit waits for it at its end. Two differences are deliberate: the prologue stops at the
   end of the grid, and a copy in waits for the copy out that reads its buffer. A fetch of data that a window has not
   written back yet (PL_INOUT, PL_ALIAS) is delayed until it is. */
static inline int pl_record_(struct pl_call *c, int restart)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        struct pl_visit *v = o->visit_count ? &o->visits[o->visit_count - 1] : NULL;
        if (!pl_has_windows_(o))
            continue;
        if (v && !pl_moves_(o, v->index) && !(restart && pl_writes_(o))) {
            v->last = c->step;
            continue;
        }
        pl_check_place_(c, o, o->next);
        if (c->failed)
            break;
        v = pl_append_item_(&o->visits, &o->visit_count, &o->visit_capacity, sizeof *v);
        if (!v)
            return pl_no_memory_(c, 2 * (size_t)o->visit_capacity * sizeof *v);
        v->first = v->last = c->step;
        memcpy(v->index, o->next, (size_t)o->rank * sizeof *v->index);
        pl_place_(o, v->index, &v->box);
        v->init = o->may_init && o->init;
        memcpy(v->init_value, o->init_value, sizeof v->init_value);
    }
    return 0;
}

static inline int pl_plan_pipeline_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        long n = o->buffers > 0 ? o->buffers : 2;
        if (!pl_has_windows_(o))
            continue;
        if (o->kind == PL_KIND_OUT_ && n > 2)
            n = 2;                                                  /* a wait covers only the copy out of the visit before */
        if (o->visit_count == 1 && !o->buffers)
            n = 1;                                                     /* a window that never changes */
        if (!pl_slots_(c, o, n))
            return 0;
    }
    return 1;
}

/* Completes a copy in flight. The data is moved only now. */
static inline void pl_land_(struct pl_call *c, long flight)
{
    struct pl_flight f = c->flights[flight];
    struct pl_operand *o = f.operand;
    struct pl_visit *v = &o->visits[f.visit];
    char *block = o->slots[f.visit % o->slot_count].block;
    memmove(&c->flights[flight], &c->flights[flight + 1], (size_t)(--c->flight_count - flight) * sizeof f);
    c->copied = o;
    pl_copy_box_(o, &v->box, block, f.out);
    o->copies++;
    pl_trace_copy_(c, o, &v->box, f.visit % o->slot_count, f.out, f.began);
    *(f.out ? &v->sent : &v->received) = 1;
}

static inline void pl_land_some_(struct pl_call *c)                    /* copies=random: any copy may complete now */
{
    for (long f = c->flight_count; c->set.copies == 2 && f-- > 0;)
        if (pl_random_(&c->random) % 3 == 0)
            pl_land_(c, f);
}

static inline void pl_start_(struct pl_call *c, struct pl_operand *o, long visit, int out)
{
    struct pl_flight *flight = pl_append_item_(&c->flights, &c->flight_count, &c->flight_capacity, sizeof *flight);
    if (!flight) {
        pl_no_memory_(c, 2 * (size_t)c->flight_capacity * sizeof *flight);
        return;
    }
    *flight = (struct pl_flight){ o, visit, c->step, out, pl_trace_now_(c) };
    if (c->set.copies == 0)
        pl_land_(c, c->flight_count - 1);
    else
        pl_land_some_(c);
}

static inline void pl_wait_(struct pl_call *c, struct pl_operand *o, long visit, int out)
{
    pl_land_some_(c);
    for (long f = c->flight_count; f-- > 0;)
        if (c->flights[f].operand == o && c->flights[f].visit == visit && c->flights[f].out == out)
            pl_land_(c, f);
}

static inline int pl_boxes_overlap_(const struct pl_operand *o, const struct pl_box *a, const struct pl_box *b)
{
    for (int d = 0; d < o->rank; d++)
        if (a->start[d] + a->hi[d] <= b->start[d] + b->lo[d] || b->start[d] + b->hi[d] <= a->start[d] + a->lo[d])
            return 0;
    return 1;
}

static inline int pl_same_shape_(const struct pl_operand *o, const struct pl_operand *w)
{
    for (int d = 0; d < o->rank && o->rank == w->rank; d++)
        if (o->shape[d] != w->shape[d])
            return 0;
    return o->rank == w->rank;
}

/* Whether a fetch of this visit would miss data that an earlier window of the same array has not written back yet. */
static inline int pl_too_early_(struct pl_call *c, const struct pl_operand *o, const struct pl_visit *v)
{
    for (const struct pl_operand *w = c->operand; w < c->operand + c->operands; w++) {
        if (!pl_has_windows_(w) || !pl_writes_(w) || w->array != o->array)
            continue;
        for (long u = w->written; u < w->visit_count && w->visits[u].last < v->first; u++)
            if (!w->visits[u].sent && (!pl_same_shape_(o, w) || pl_boxes_overlap_(o, &w->visits[u].box, &v->box)))
                return 1;
    }
    return 0;
}

static inline void pl_start_fetch_(struct pl_call *c, struct pl_operand *o, long visit)
{
    struct pl_visit *v = &o->visits[visit];
    long n = o->slot_count;
    if (visit >= n && pl_writes_(o))
        pl_wait_(c, o, visit - n, 1);
    if (v->init) {
        memcpy(o->init_value, v->init_value, sizeof o->init_value);
        pl_begin_init_(c, o, o->slots[visit % n].block);
        return;
    }
    pl_fresh_(c, o, &v->box, o->slots[visit % n].block);
    pl_touched_box_(c, o, &v->box, 0);
    pl_start_(c, o, visit, 0);
}

/* Starts the copies in that may start in this step. */
static inline void pl_fetch_ahead_(struct pl_call *c, struct pl_operand *o, long until)
{
    while (o->started < o->visit_count) {
        const struct pl_visit *v = &o->visits[o->started];
        long n = o->slot_count;
        int free_slot = o->started < n || o->visits[o->started - n].last < c->step;
        if (!free_slot || (!o->lookahead && v->first > until) || (o->waits && v->first > c->step) || (v->first > c->step && pl_too_early_(c, o, v)))
            return;
        pl_start_fetch_(c, o, o->started++);
    }
}

/* Waits until the data of all earlier windows of this array is written back, before this block is fetched. */
static inline void pl_settle_(struct pl_call *c, const struct pl_operand *o, const struct pl_visit *v)
{
    for (struct pl_operand *w = c->operand; w < c->operand + c->operands; w++) {
        if (!pl_has_windows_(w) || !pl_writes_(w) || w->array != o->array)
            continue;
        for (long u = w->written; u < w->visit_count && w->visits[u].last < v->first; u++)
            pl_wait_(c, w, u, 1);
    }
}

static inline void pl_arrive_pipelined_(struct pl_call *c, int restart)
{
    long s = c->step;
    if (restart)
        pl_restart_scratch_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (pl_has_windows_(o) && (o->visit < 0 || s > o->visits[o->visit].last)) {
            o->visit++;
            pl_visited_(c, o, &o->visits[o->visit].box);
        }
    }
    for (long k = 0; s == 0 && k < c->steps; k++) {         /* prologue: first copies of all operands, then second copies… */
        int more = 0;
        for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
            if (pl_has_windows_(o) && pl_fetches_(o) && k < o->slot_count - 1) {
                pl_fetch_ahead_(c, o, k);
                more = 1;
            }
        }
        if (!more)
            break;
    }
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || !pl_fetches_(o))
            continue;
        if (o->started <= o->visit)
            pl_settle_(c, o, &o->visits[o->visit]);
        pl_fetch_ahead_(c, o, s + o->slot_count - 1);
    }
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        struct pl_visit *v;
        if (!pl_has_windows_(o))
            continue;
        v = &o->visits[o->visit];
        o->window.at = o->window.whole = o->slots[o->visit % o->slot_count].block;
        if (s == v->first) {
            if (pl_fetches_(o))
                pl_wait_(c, o, o->visit, 0);
            else
                pl_fresh_(c, o, &v->box, o->window.at);
            memcpy(o->now, v->index, sizeof o->now);
            o->box = v->box;
            pl_show_(o, &v->box, v->index);
        }
    }
}

/* While the body runs, the address sanitizer rejects access to all buffers but the ones passed to it. */
static inline void pl_veil_(struct pl_call *c, int on)
{
    for (struct pl_operand *o = c->operand; PL_HAS_ASAN_ && o < c->operand + c->operands; o++)
        for (long s = 0; pl_has_windows_(o) && s < o->slot_count; s++)
            if (o->slots[s].block == o->window.at)
                continue;
            else if (on)
                PL_RED_ZONE_(o->slots[s].block, o->bytes);
            else {
                PL_GREEN_ZONE_(o->slots[s].block, o->bytes);
                pl_gaps_(c, o, o->slots[s].block, PL_CLOSE_GAPS_);
            }
}

/* After the body: starts the copy out of a block whose visit ends, and waits for the copy out of the visit before. */
static inline void pl_leave_step_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || !pl_writes_(o) || o->visits[o->visit].last != c->step)
            continue;
        pl_check_window_(c, o, &o->visits[o->visit].box, o->window.at, 1);
        if (c->failed)
            return;
        pl_touched_box_(c, o, &o->visits[o->visit].box, 1);
        pl_start_(c, o, o->visit, 1);
        if (o->slot_count == 1)
            pl_wait_(c, o, o->visit, 1);
    }
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        if (!pl_has_windows_(o) || !pl_writes_(o) || o->visits[o->visit].first != c->step)
            continue;
        for (; o->written < o->visit; o->written++)
            pl_wait_(c, o, o->written, 1);
    }
}

static inline void pl_finish_pipelined_(struct pl_call *c)
{
    for (int i = 0; i < c->operands; i++)
        for (long v = c->operand[i].written; v < c->operand[i].visit_count; v++)
            pl_wait_(c, &c->operand[i], v, 1);
    if (c->flight_count)
        pl_report_(c->file, c->line, c->flights[0].operand, NULL, "internal error: a copy was never waited for");
}
#endif

/* ---- Steps of a PL_REDUCTION axis in another order -------------------------------------------------------

   Each step only accumulates, so the accumulated blocks are the same in any order of the steps, apart from rounding. The
   first pass of check=twin keeps these blocks, before the last step: what PL_LAST makes of them may magnify a difference in
   rounding. The last pass runs the steps between the first and the last in another order, and compares. */
#if PL_CHECKS
enum { PL_REORDERS_ = 6 };               /* this pass: even, so that unspecified data is that of pass 0 */

static inline int pl_reorders_(const struct pl_call *c) { return c->reduction > 3 && c->partial; }

/* Position p within an index of the parallel axes, whose steps of the reduction axis are the fastest. */
static inline long pl_reduction_position_(const struct pl_call *c, long p)
{
    long n = c->reduction, l = n ? p % n : 0;
    if (c->pass != PL_REORDERS_ || l == 0 || l == n - 1)
        return p;
    return p - l + 1 + (c->set.order == 2 ? pl_shuffled_(l - 1, n - 2, c->set.seed) : n - 2 - l);
}

/* Whether steps accumulate in this block. Members of a struct may be floats, so structs are not compared. */
static inline int pl_accumulates_(const struct pl_operand *o)
{
    return o->dtype != PL_STRUCT_ && !o->any && !o->semaphores && (o->kind == PL_KIND_SCRATCH_ || (o->owner && pl_has_windows_(o)));
}

static inline size_t pl_partial_bytes_(const struct pl_call *c)
{
    size_t bytes = 0;
    for (int i = 0; i < c->operands; i++)
        bytes += pl_accumulates_(&c->operand[i]) ? c->operand[i].bytes : 0;
    return bytes;
}

static inline void pl_note_magnitude_(struct pl_operand *o, const char *block)
{
    for (size_t at = 0; at < o->bytes && pl_is_float_(o->dtype); at += o->size) {
        double v = fabs(pl_read_float_(block + at, o->dtype));
        if (v > o->most && v - v == 0)
            o->most = v;
    }
}

/* Whether this element differs by more than the roundings of the sums that it is may explain: one in each step, of a sum no
   larger than a few times the largest that was seen. */
static inline int pl_order_matters_(const struct pl_call *c, const struct pl_operand *o, const char *now, const char *then)
{
    double a, b;
    if (!memcmp(now, then, o->size))
        return 0;
    if (!pl_is_float_(o->dtype))
        return 1;
    a = pl_read_float_(now, o->dtype), b = pl_read_float_(then, o->dtype);
    return a - a == 0 && b - b == 0 && fabs(a - b) > 8 * (double)c->reduction * pl_rounding_(o->dtype) * o->most;
}

static inline void pl_compare_partial_(struct pl_call *c, const struct pl_operand *o, const char *block, const char *then)
{
    char place[160];
    long at[PL_MAX_RANK_];
    size_t element = 0, count = o->bytes / o->size;
    while (element < count && !pl_order_matters_(c, o, block + element * o->size, then + element * o->size))
        element++;
    if (element == count)
        return;
    for (int d = o->window.rank; d-- > 0; element /= (size_t)o->window.dim[d])
        at[d] = (long)(element % (size_t)o->window.dim[d]);
    pl_dims_text_(at, o->window.rank, place, sizeof place);
    pl_report_(c->file, c->kernel_line, o, PL_HINT_REDUCTION_ORDER_, PL_MESSAGE_REDUCTION_ORDER_, place, c->axis[c->axes - 1].name);
}

/* After each step: keeps, or compares, what the steps before the last one have accumulated. */
static inline void pl_reduction_step_(struct pl_call *c)
{
    long n = c->reduction;
    size_t bytes = n > 3 && c->set.check == 1 && (c->pass == 0 || c->pass == PL_REORDERS_) ? pl_partial_bytes_(c) : 0;
    char *kept;
    if (!bytes)
        return;
    if (!c->partial && !(c->partial = malloc((size_t)(c->steps / n) * bytes))) {
        pl_no_memory_(c, (size_t)(c->steps / n) * bytes);
        return;
    }
    kept = c->partial + (size_t)(c->program / n) * bytes;
    for (int i = 0; i < c->operands && !c->failed; i++) {
        struct pl_operand *o = &c->operand[i];
        const char *block = o->window.at;
        if (!pl_accumulates_(o))
            continue;
        pl_note_magnitude_(o, block);
        if (c->step % n == n - 2 && c->pass)
            pl_compare_partial_(c, o, block, kept);
        else if (c->step % n == n - 2)
            memcpy(kept, block, o->bytes);
        kept += o->bytes;
    }
}
#endif

/* ---- Passes ---------------------------------------------------------------------------------------------

   A call is one or more passes over the grid: the loop of PL_CALL asks pl_next_ for the next program or pass, and
   pl_arrive_ for its windows; pl_close_ ends the last one. */
#if PL_CHECKS
static inline int pl_rewind_(struct pl_call *c)
{
    c->step = c->program = -1;
    c->parallel_now = -1;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        o->present = 0;
        o->visit = -1, o->started = o->written = 0;
        if (o->owner)
            memset(o->owner, 0, (size_t)o->cells * sizeof *o->owner);
        if (o->owns_marks)
            memset(o->marks, 0, 2 * pl_array_bytes_(o) / o->size * sizeof *o->marks);
    }
    return 1;
}

static inline int pl_begin_pass_(struct pl_call *c)
{
    c->random = c->set.seed;
    if (c->sums)
        memset(c->sums, 0, c->sum_capacity * sizeof *c->sums);
    c->sum_count = 0;
    c->each_order = c->pass && c->pass != 4 && c->pass != PL_REORDERS_ && c->settle != PL_RECORDS_ ? c->set.order == 0 : c->set.order;
    c->each_order |= c->settle == PL_RECORDS_ || c->settle == PL_REPLAYS_ ? PL_TRACKED_ : 0;
    c->mapping = c->set.pipelined;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        o->visit_count = 0;
        for (long slot = 0; PL_IN_PLACE && slot < o->slot_count; slot++)   /* only some passes have gaps */
            PL_GREEN_ZONE_(o->slots[slot].memory, PL_GUARD_ + o->footprint + PL_GUARD_);
        if (o->kind != PL_KIND_SCALAR_)
            pl_set_gaps_(o, c->set.check != 1 || c->pass == 4 || pl_twin_guards_(c, o));
        if (o->garbage[0])
            pl_make_garbage_(c, o);
        for (long slot = 0; slot < o->slot_count; slot++)
            pl_guard_(c, o, &o->slots[slot]);
        if (o->any && o->kind == PL_KIND_OUT_ && !o->view && c->steps)
            pl_spoil_(c, o, o->array, pl_array_bytes_(o));
        pl_reset_semaphores_(o);
    }
    if (c->mesh && pl_more_of_)
        pl_more_of_->rendezvous(c);
    return pl_rewind_(c);
}

static inline int pl_prepare_(struct pl_call *c, struct pl_operand *o)
{
    size_t bytes = pl_array_bytes_(o);
    if (o->kind == PL_KIND_SCALAR_)
        return 1;
    pl_set_gaps_(o, 1);
    o->footprint = o->bytes;
    if (o->kind == PL_KIND_PREFETCH_ || o->kind == PL_KIND_SCRATCH_ || pl_has_windows_(o))
        if (!pl_slots_(c, o, PL_HAS_ASAN_ && pl_has_windows_(o) ? 2 : 1))
            return 0;
    if (!(o->any && o->view))
        o->window.at = o->window.whole = o->atomic || (o->any && o->kind != PL_KIND_SCRATCH_) ? o->array : o->slots[0].block;
    c->shares |= o->atomic;
    c->copied = o;
    if (o->kind == PL_KIND_PREFETCH_ && !o->batches && bytes)
        memcpy(o->slots[0].block, o->array, bytes);
    if (o->dtype == PL_STRUCT_ && o->kind != PL_KIND_PREFETCH_ && !o->atomic && !(o->any && o->view)) {
        o->garbage[0] = malloc(2 * o->size);
        if (!o->garbage[0])
            return pl_no_memory_(c, 2 * o->size);
        o->garbage[1] = o->garbage[0] + o->size;
    }
    if (pl_writes_(o) && !o->atomic && !o->any) {
        o->cells = 1;
        for (int d = 0; d < o->rank; d++)
            o->cells *= pl_cells_(o, d);
        o->owner = calloc((size_t)o->cells + 1, sizeof *o->owner);
        if (!o->owner)
            return pl_no_memory_(c, (size_t)o->cells * sizeof *o->owner);
    }
    for (int i = 0; i < o->id && c->parallel > 1 && !o->marks && pl_has_windows_(o); i++)   /* one set for both operands */
        if (pl_has_windows_(&c->operand[i]) && c->operand[i].array == o->array && pl_aliased_(&c->operand[i], o)) {
            o->marks = c->operand[i].marks = calloc(2 * bytes / o->size + 1, sizeof *o->marks);
            o->owns_marks = 1;
            if (!o->marks)
                return pl_no_memory_(c, 2 * bytes);
        }
    if (pl_writes_(o) && (pl_reads_(o) || o->alias) && !o->view && pl_some_look_poisoned_(o->array, o->dtype, o->size, bytes))
        c->nans = 1;
    if (c->set.check == 1)
        o->sum = pl_sum_of_(c, o);
    if (pl_writes_(o) && c->set.check == 1) {
        o->before = malloc(bytes + 1);
        o->first = malloc(bytes + 1);
        o->copy = o->atomic ? malloc(bytes + 1) : NULL;
        if (!o->before || !o->first || (o->atomic && !o->copy))
            return pl_no_memory_of_(c, o, (o->atomic ? 3 : 2) * bytes);
        if (bytes)
            memcpy(o->before, o->array, bytes);
    }
    return 1;
}

static inline void pl_begin_(struct pl_call *c)
{
    pl_says_(c, NULL);
    if (c->failed || c->code)
        return;
    c->began = c->inner ? c->began : c->trace ? pl_microseconds_() : 0;
    pl_check_aliases_(c);
    pl_check_arrays_(c);
    if (!c->failed)
        pl_check_axes_(c);
    if (!c->failed)
        pl_check_options_(c);
    if (!c->failed && c->set.chip)
        pl_lint_(c);
    PL_MPI_(if (c->mesh && !c->failed && !c->code && pl_mesh_size_(c) == pl_mesh_devices_(c)) pl_mpi_open_(c);)
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->code && c->steps; o++)
        pl_prepare_(c, o);
    if (c->mesh && !c->code && pl_more_of_)
        pl_more_of_->begin_devices(c);
    if (!c->code)
        pl_begin_pass_(c);
}

/* Selects the current batch's part of an atomic array or a table. An atomic array is used in place, or as a copy in the
   later runs of check=twin. The part of a table is copied between guards when it changes. */
static inline void pl_enter_batch_(struct pl_call *c, struct pl_operand *o)
{
    char *part = pl_batch_part_(c, o, o->atomic && o->copy && (c->pass || c->exact) ? o->copy : o->array);
    if (o->atomic) {
        o->window.at = o->window.whole = part;
    } else if (!o->present || o->part != part) {
        c->copied = o;
        memcpy(o->slots[0].block, part, o->bytes);
        c->copied = NULL;
    }
    o->part = part, o->present = 1;
}

/* Sets the ids of the current step, with the parallel axes in the order of the settings. */
static inline void pl_enter_step_(struct pl_call *c)
{
    long inner = c->steps / c->parallel, p = c->step / inner;
    c->each_depth = 0;
    if ((c->each_order & ~PL_TRACKED_) == 1)
        p = c->parallel - 1 - p;
    else if ((c->each_order & ~PL_TRACKED_) == 2)
        p = pl_shuffled_(p, c->parallel, c->set.seed);
    c->program = p * inner + pl_reduction_position_(c, c->step % inner);
    pl_ids_(c, c->program, c->at);
    for (struct pl_operand *o = c->operand; c->batches && o < c->operand + c->operands; o++)
        if (pl_has_parts_(o))
            pl_enter_batch_(c, o);
}

static inline int pl_next_pass_(struct pl_call *c);

static inline int pl_next_(struct pl_call *c)
{
    PL_MPI_(pl_mpi_step_();)
    for (;;) {
        c->running = 0;
        if (c->code || c->steps == 0)
            return 0;
        if (c->step >= 0 && !c->mapping) {
            pl_trace_program_(c);
            if (pl_more_of_)
                pl_more_of_->check_step(c);
            pl_veil_(c, 0);
            pl_check_guards_(c);
            for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++)
                if (o->owner)
                    pl_check_window_(c, o, &o->box, o->window.at, 0);
            pl_reduction_step_(c);
            if (c->set.pipelined && !c->failed)
                pl_leave_step_(c);
        }
        if (c->failed)
            return 0;
        c->copied = NULL;
        if (++c->step < c->steps) {
            pl_enter_step_(c);
            return 1;
        }
        if (!pl_next_pass_(c))
            return 0;
    }
}

static inline int pl_arrive_(struct pl_call *c)
{
    long parallel = pl_parallel_of_(c, pl_linear_(c));
    int restart = parallel != c->parallel_now;
    c->parallel_now = parallel;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++)
        for (int b = 0; b < o->batches; b++)
            o->next[b] = (struct pl_index){ c->at[o->batch_axis[b]], -1 };
    pl_maps_(c, NULL, 0);
    if (c->mapping)
        return pl_record_(c, restart);
    if (c->set.pipelined)
        pl_arrive_pipelined_(c, restart);
    else
        pl_arrive_sequential_(c, restart);
    pl_veil_(c, 1);
    c->running = 1;
    c->program_began = pl_trace_now_(c);
    for (int i = 0; i < c->operands; i++)
        c->operand[i].seen = c->program;
    return !c->code;
}

/* PL_BEFORE_FETCH: whether the next program fetches a new window of this operand. With schedule=sequential, first writes
   back the windows whose visit ends. */
static inline int pl_will_fetch_(struct pl_call *c, struct pl_operand *o)
{
    if (c->mapping || c->failed || c->code || !pl_fetches_(o))
        return 0;
    o->waits = 1;
    if (c->set.pipelined) {
        long next = o->visit + (o->visit < 0 || c->step > o->visits[o->visit].last);
        return next != o->visit && !o->visits[next].init;
    }
    pl_depart_(c, pl_parallel_of_(c, pl_linear_(c)) != c->parallel_now);
    return !o->present && !(o->may_init && o->init) && !c->failed;
}
#endif

/* ---- check=twin -----------------------------------------------------------------------------------------

   The same call again, with other unspecified data and in another order: elements that differ depend on one of the two. */
#if PL_CHECKS
/* Whether two runs differ in this element. C never writes the bytes between the members of a struct. If the compiler cannot
   tell which bytes these are, bytes that contain poison in both runs count only if the whole element is poison. */
PL_UNSEEN_ static inline int pl_differs_(const struct pl_operand *o, const char *now, const char *then)
{
    size_t poison = 0, same = 0;
    if (o->dtype != PL_STRUCT_) {
        while (same < o->size && now[same] == then[same])
            same++;
        return same < o->size;
    }
    for (size_t b = 0; b < o->size; b++)
        if (o->members ? (now[b] ^ then[b]) & o->members[b] : now[b] != then[b]) {
            if (o->members || (unsigned char)then[b] != o->garbage[0][b] || (unsigned char)now[b] != o->garbage[1][b])
                return 1;
            poison++;
        }
    return poison == o->size;
}

/* The array that a run wrote. Other threads may be using an array of PL_ATOMIC, so only the later runs, which have a copy,
   are compared. */
static inline char *pl_result_(const struct pl_operand *o) { return o->copy ? o->copy : o->array; }

static inline long pl_first_difference_(const struct pl_operand *o)
{
    size_t bytes = pl_array_bytes_(o);
    if (o->dtype != PL_STRUCT_ && !memcmp(pl_result_(o), o->first, bytes))
        return -1;
    for (size_t at = 0; at < bytes; at += o->size)
        if (pl_differs_(o, pl_result_(o) + at, o->first + at))
            return (long)(at / o->size);
    return -1;
}

static inline void pl_owner_text_(struct pl_call *c, const struct pl_operand *o, long element, char *text, size_t capacity)
{
    long at[PL_MAX_RANK_], cell = 0;
    for (int d = o->rank; d-- > 0; element /= o->shape[d])
        at[d] = element % o->shape[d];
    for (int d = 0; d < o->rank; d++)
        cell = cell * pl_cells_(o, d) + at[d] / (pl_cells_(o, d) == o->shape[d] ? 1 : o->block[d].n);
    text[0] = 0;
    if (!o->owner || !o->owner[cell] || !c->axes)
        return;
    pl_append_program_(c, " (of the block that began at program ", o->owner[cell] - 1, text, capacity);
    pl_append_(text, capacity, ")");
}

static inline void pl_report_twin_(struct pl_call *c, const struct pl_operand *o, long element, int garbage)
{
    char place[160 + 256], owner[256], tile[160];
    if (pl_report_changed_(c))
        return;
    pl_place_text_(o, (size_t)element, place, sizeof place);
    pl_owner_text_(c, o, element, owner, sizeof owner);
    pl_append_(place, sizeof place, "%s", owner);
    if (c->suspect > c->operands + 1)
        pl_report_garbage_(c, o, (size_t)element, c->suspect > 2 * c->operands + 1 ? PL_TILE_ID_ : c->suspect - c->operands - 2);
    else if (c->suspect)
        pl_report_outside_(c, o, place, c->suspect <= c->operands ? &c->operand[c->suspect - 1] : NULL,
                           pl_tile_text_(c, tile, sizeof tile));
    else if (garbage)
        pl_report_(c->file, c->kernel_line, o, PL_IN_PLACE ? PL_HINT_UNSPECIFIED_IN_PLACE_ : PL_HINT_UNSPECIFIED_,
                   PL_MESSAGE_UNSPECIFIED_, place);
    else if (o->atomic)
        pl_report_(c->file, c->kernel_line, o, PL_HINT_ATOMIC_ORDER_, PL_MESSAGE_ATOMIC_ORDER_, place, c->parallel == 1 ? ""
                   : ", or of parallel programs");
    else
        pl_report_(c->file, c->kernel_line, o, c->parallel == 1 ? PL_HINT_EACH_ORDER_ : PL_HINT_PROGRAM_ORDER_,
                   PL_MESSAGE_EACH_ORDER_, place, c->parallel == 1 ? "" : ", or parallel programs run");
}

/* The pass after this one. Pass 0 runs as the settings say; pass 1 with other unspecified data, in another order. If they
   differ, pass 2 finds out why: data as in pass 0, order as in pass 1. If PL_ATOMIC_ADD added floats, passes 0 and 1 are
   first repeated with exact sums. If passes 0 and 1 agree, pass 3 follows if a reduction overflowed, with zeros as
   unspecified data (integers: ones). Then pass 4 uses a third kind of unspecified data, and with a PL_REDUCTION axis a last
   pass runs its steps in another order. */
enum { PL_LAST_PASS_ = -1 };
static inline int pl_twin_after_(const struct pl_call *c, int differs)
{
    if (c->pass == 0)
        return 1;
    if (c->pass == 4 && differs && c->shares && c->summed && !c->exact)
        return 0;
    if (c->pass == 1 && differs)
        return c->summed && !c->exact ? 0 : 2;
    if (c->pass == 1 && c->narrowed)
        return 3;
    if (c->pass == 1 || c->pass == 3)
        return 4;
    return c->pass == 4 && !differs && pl_reorders_(c) ? PL_REORDERS_ : PL_LAST_PASS_;
}

/* Saves the result of the first run, which the caller gets. */
static inline int pl_keep_first_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        size_t bytes = o->first ? pl_array_bytes_(o) : 0;
        if (o->asked)
            continue;
        if (o->first && !(o->asked = malloc(bytes + 1)))
            return pl_no_memory_(c, bytes);
        if (o->first)
            memcpy(o->asked, o->first, bytes);
    }
    return 1;
}

/* Restores the arrays for the next pass, or after the last pass sets them to the result of pass 0, which the caller gets. */
static inline void pl_reset_arrays_(struct pl_call *c, int last)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (o->copy) {
            memcpy(o->copy, o->before, pl_array_bytes_(o));
            o->window.at = o->window.whole = o->copy;
        } else if (o->first && pl_array_bytes_(o))
            memcpy(o->array, !last ? o->before : o->asked ? o->asked : o->first, pl_array_bytes_(o));
    }
}
#endif

/* ---- Settling: whether a result that depends on the order is a mistake ----------------------------------

   The value that an atomic returns depends on the order, and a kernel may use it, for example as the index of an element
   that no other iteration gets. So if runs of a call with PL_ATOMIC operands differ, it runs three more times, each with
   the unspecified data of the first run: in the order of the settings, recording the value that each atomic on these
   operands returns; in the other order; and in the other order again, with each atomic returning the recorded value. An
   element that differs in both of the latter runs is a mistake. */
#if PL_CHECKS
static inline int pl_begin_settling_(struct pl_call *c)
{
    c->before_settling = c->pass;
    c->settle = PL_RECORDS_;
    c->pass = 2, c->quiet = 1;
    c->draw_count = 0;
    if (!pl_keep_first_(c))
        return 0;
    pl_reset_arrays_(c, 0);
    return pl_begin_pass_(c);
}

/* Builds the hash table of draws. Draws with the same key stay in the order in which they were made. */
static inline void pl_index_draws_(struct pl_call *c)
{
    c->draw_capacity = 1;
    while (c->draw_capacity < c->draw_count)
        c->draw_capacity *= 2;
    free(c->draw_heads);
    c->draw_heads = malloc((size_t)c->draw_capacity * sizeof *c->draw_heads);
    for (long i = 0; c->draw_heads && i < c->draw_capacity; i++)
        c->draw_heads[i] = -1;
    for (long i = c->draw_count; c->draw_heads && i-- > 0;) {
        long *head = &c->draw_heads[c->draws[i].key & (uint64_t)(c->draw_capacity - 1)];
        c->draws[i].next = *head;
        *head = i;
    }
}

/* Compares the results of one of the three settling runs, and starts the next one. */
static inline int pl_next_settling_(struct pl_call *c)
{
    const struct pl_operand *wrong = NULL;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (!o->first || !pl_array_bytes_(o))
            continue;
        if (c->settle == PL_RECORDS_) {
            memcpy(o->first, pl_result_(o), pl_array_bytes_(o));
            o->moved = -1;
        } else if (c->settle == PL_FLIPS_ || o->moved >= 0)
            o->moved = pl_first_difference_(o);
        if (o->moved >= 0 && !wrong)
            wrong = o;
    }
    int any = PL_ANY_OF_(c, wrong != NULL), garbage = 0;
    if (c->settle == PL_REPLAYS_ && wrong)
        pl_report_twin_(c, wrong, wrong->moved, 0);
    pl_reset_arrays_(c, c->settle == PL_REPLAYS_ && any);
    if (c->settle == PL_REPLAYS_ && any)
        return 0;
    garbage = c->settle == PL_FLIPS_ && !any && c->before_settling == 1;
    c->settle = c->settle == PL_RECORDS_ ? PL_FLIPS_ : c->settle == PL_FLIPS_ && any ? PL_REPLAYS_ : PL_SETTLED_;
    if (c->settle == PL_REPLAYS_)
        pl_index_draws_(c);
    if (c->settle == PL_SETTLED_)
        c->pass = garbage ? 2 : c->before_settling == 1 && c->narrowed ? 3 : 4;
    return pl_begin_pass_(c);
}

/* Finds out where the unspecified data in an output was read. Pass 2 is repeated with the other guards of each operand in
   turn, and then of tiles; after these, with the other data of each; until an output differs. */
static inline int pl_next_suspect_(struct pl_call *c)
{
    while (++c->suspect <= 2 * c->operands + 2) {
        int i = (c->suspect - 1) % (c->operands + 1);
        if (i == c->operands || c->operand[i].kind != PL_KIND_SCALAR_)
            return 1;
    }
    return c->suspect = 0;
}

static inline int pl_next_twin_(struct pl_call *c)
{
    long element = -1;
    int garbage, found = 0, next, any;
    const struct pl_operand *differs = NULL;
    if (c->settle == PL_RECORDS_ || c->settle == PL_FLIPS_ || c->settle == PL_REPLAYS_)
        return pl_next_settling_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (!o->first || !pl_array_bytes_(o))
            continue;
        if (c->pass == (o->copy ? 1 : 0) && !c->settle)
            memcpy(o->first, pl_result_(o), pl_array_bytes_(o));
        else if ((o->copy ? c->pass == 4 : c->pass > 0 && c->pass != 3 && c->pass != PL_REORDERS_) && !differs && (element = pl_first_difference_(o)) >= 0)
            differs = o;
    }
    c->narrowed = PL_ANY_OF_(c, c->narrowed);
    any = PL_ANY_OF_(c, differs != NULL);
    next = pl_twin_after_(c, any);
    if (any && c->shares && !c->settle && next && c->pass != 0) {
        c->twin_operand = differs ? differs->id : -1, c->twin_element = element;
        return pl_begin_settling_(c);
    }
    c->exact |= next == 0;
    if (next == 0 && !pl_keep_first_(c))
        return 0;
    if (c->pass == 2)                                                  /* data as in pass 0, order as in pass 1 */
        found = PL_ANY_OF_(c, differs != NULL);
    garbage = c->suspect || !found;
    if (c->pass == 2 && garbage && !(c->suspect && found) && pl_next_suspect_(c))
        next = 2;
    if (c->pass == 2 && !differs && !(c->suspect && found) && c->twin_operand >= 0)
        differs = &c->operand[c->twin_operand], element = c->twin_element;
    if ((c->pass == 2 || c->pass == 4) && next == PL_LAST_PASS_ && differs)
        pl_report_twin_(c, differs, element, garbage);
    pl_reset_arrays_(c, next == PL_LAST_PASS_);
    if (next == PL_LAST_PASS_)
        return 0;
    c->twin_operand = differs ? differs->id : -1, c->twin_element = element;
    c->pass = next;
    c->quiet = 1;
    return pl_begin_pass_(c);
}
/* Ends a pass over the grid. Returns whether another follows. */
static inline int pl_next_pass_(struct pl_call *c)
{
    c->program = -1;
    if (c->mapping) {
        c->mapping = 0;
        return pl_plan_pipeline_(c) && pl_rewind_(c);
    }
    if (c->set.pipelined)
        pl_finish_pipelined_(c);
    else
        pl_finish_sequential_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++)
        if (o->owner && !o->view)                                      /* what a pipeline leaves out, another program may write */
            pl_check_covered_(c, o);
    if (!c->inner && pl_more_of_)
        pl_more_of_->end_pass(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed && c->steps; o++)
        if (o->any && !o->view && pl_writes_(o))
            pl_check_array_(c, o);
    return !c->failed && c->set.check == 1 && pl_next_twin_(c);
}

/* digest=: appends the FNV-1a hash of each array that was written. */
static inline void pl_digest_(const struct pl_call *c)
{
    FILE *f = fopen(c->digest, "a");
    for (const struct pl_operand *o = c->operand; f && o < c->operand + c->operands; o++) {
        unsigned long long hash = 0xcbf29ce484222325u;
        for (size_t b = 0, n = pl_writes_(o) ? pl_array_bytes_(o) : 0; b < n; b++)
            hash = (hash ^ (unsigned char)o->array[b]) * 0x100000001b3u;
        if (pl_writes_(o))
            fprintf(f, "%s %s %016llx\n", c->name, o->name, hash);
    }
    if (f)
        fclose(f);
}

static inline int pl_close_(struct pl_call *c)
{
    if (c->digest[0] && !c->code && !c->inner)
        pl_digest_(c);
    PL_MPI_(pl_mpi_close_(c);)
    if (c->damaged) {
        pl_now_ = c->outer;
        return c->code;
    }
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        pl_free_slots_(o);
        free(o->visits);
        free(o->owner);
        if (o->owns_marks)
            free(o->marks);
        free(o->members);
        free(o->garbage[0]);
        free(o->before);
        free(o->first);
        free(o->asked);
        free(o->copy);
    }
    free(c->draws);
    free(c->draw_heads);
    if (c->device && !c->inner && pl_more_of_)
        pl_more_of_->close_group(c);
    free(c->flights);
    free(c->partial);
    free(c->sums);
    free(c->pack);
    pl_now_ = c->outer;
    return c->code;
}
#endif

/* ==== Copies, semaphores, pipelines, devices: the engine =================================================

   Devices are threads, of which one runs at a time. The others wait for their turn, which passes to another device at
   waits. A copy completes at the wait that takes its bytes. Until then its destination is unspecified, and its source
   must not change. With checks on, a pass logs the events of each device. When all devices have reached its end, the
   order that holds in every schedule is computed from the log, and two accesses without an order are a race.
   ========================================================================================================= */
enum pl_state { PL_RUNS_, PL_WAITS_, PL_AT_RENDEZVOUS_, PL_RETURNED_ };
enum { PL_BARRIERS_ = 16 };

/* Identity of a semaphore, on this and on other devices: its position in an operand, a scope, or the barriers. */
struct pl_semaphore {
    const char *name;
    long index;                         /* in an array of semaphores; -1: not in one */
    int dma;
    struct pl_device *device;
    const struct pl_operand *operand;
    const struct pl_scoped *scope;
    long long count, coming;            /* coming: bytes of copies in flight that will be added to count */
    PL_MPI_(long long *arrived, taken;) /* total that other processes added; part of it that count includes */
    struct pl_spot last;                /* last signal, or last start of a copy, that adds to count */
    PL_CHECKED_(struct pl_spot waited;)
    PL_CHECKED_(int number;)            /* number in the log; 0: not logged yet */
};

struct pl_device {
    int id;
    enum pl_state state;
    struct pl_group *group;
    struct pl_call *call;               /* outermost call that it runs; NULL: none */
    const struct pl_semaphore *waits;   /* state PL_WAITS_ */
    long long needs;
    struct pl_spot spot;
    struct pl_semaphore barrier[PL_BARRIERS_];
    struct pl_scoped *scopes;
    const char *rendezvous;             /* state PL_AT_RENDEZVOUS_: "waits at the beginning of its call" */
    int closing;
    int (*body)(void *);
    void *arg;
    int code;
    pthread_t thread;
    pthread_cond_t turn;
    PL_MPI_(int looks;)                 /* number of PL_SEM_READs without a change */
    PL_CHECKED_(long events;)           /* number of its events in the log */
    PL_CHECKED_(long reads;)            /* number of semaphore reads since the last change */
};

struct pl_group {                       /* devices that run calls together */
    int n, now;                         /* now: the device whose turn it is */
    PL_MPI_(int processes;)             /* devices are processes; only the one of this process is complete */
    int order;                          /* devices=forward|reverse|random */
    unsigned long long random;
    int stuck;                          /* no device can continue */
    int failed, by;                     /* a device of the common call has failed, and which */
    int any;                            /* result of pl_any_ */
    char text[2048];
    pthread_mutex_t lock;
    struct pl_device *device;
#if PL_CHECKS
    struct pl_transfer *transfers;      /* copies in flight, in the order of their starts */
    int started;                        /* number of copies started */
    struct pl_transfer *last;
    struct { char what[64]; struct pl_spot spot; int device; } garbage[PL_FLIGHT_IDS_];    /* copies by poison id */
    struct pl_log *log;
#endif
};
PL_SHARED_ struct pl_group *pl_group_;                  /* the last group, for the debugger */
PL_SHARED_ _Thread_local struct pl_device *pl_me_;      /* device of this thread, in pl_on_devices */

/* ---- Views ----------------------------------------------------------------------------------------------

   What PL_AT and the name of a ref become: a part of a block or of an array, with its strides. */
static inline struct pl_view pl_view_of_(const struct pl_window *w, const char *name)
{
    struct pl_view v = { w->at, name, w->operand, w->rank, w->type, w->element, { 0 }, { 0 } };
    memcpy(v.dim, w->dim, sizeof v.dim);
    memcpy(v.stride, w->stride, sizeof v.stride);
    return v;
}

static inline struct pl_window pl_window_over_(const struct pl_view *v)
{
    struct pl_window w;
    memset(&w, 0, sizeof w);
    w.at = w.whole = v->at, w.operand = v->operand, w.rank = v->rank, w.type = v->type, w.element = v->element;
    for (int r = 0; r < v->rank; r++) {
        w.dim[r] = w.size[r] = w.inside[r][1] = w.pitch[r] = v->dim[r];
        w.stride[r] = v->stride[r];
    }
    return w;
}

static inline struct pl_slice pl_slice_one_(long i) { return (struct pl_slice){ i, -1 }; }
static inline struct pl_slice pl_slice_some_(struct pl_index i) { return (struct pl_slice){ i.start, i.size < 0 ? -3 : i.size }; }
static inline struct pl_slice pl_slice_all_(struct pl_all all) { (void)all; return (struct pl_slice){ 0, -2 }; }

#if PL_CHECKS
/* Reports an error in a kernel and ends the kernel, because the code that follows has nothing valid to work on. */
#define PL_FAIL_(spot_, operand_, hint_, ...)                                                               \
    (pl_report_((spot_).file, (spot_).line, operand_, hint_, __VA_ARGS__), pl_stop_())
static inline void pl_stop_(void)
{
    if (pl_now_ && pl_now_->running)
        pl_leave_kernel_();
}
#endif

static inline struct pl_view pl_at_(const struct pl_view *x, int n, const struct pl_slice *slice, struct pl_spot spot)
{
    struct pl_view v = *x;
    v.rank = 0;
    for (int d = 0; d < x->rank; d++) {
        struct pl_slice s = d < n ? slice[d] : (struct pl_slice){ 0, -2 };
        long size = s.size == -2 ? x->dim[d] : s.size == -1 ? 1 : s.size;
#if PL_CHECKS
        if (s.start < 0 || size < 0 || size > x->dim[d] || s.start > x->dim[d] - size) {
            if (s.size == -1)
                PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_AT_INDEX_, s.start, d, x->name, x->dim[d]);
            else
                PL_FAIL_(spot, NULL, s.size == -3 ? PL_HINT_SIZE_NEGATIVE_ : s.size > s.start && s.size <= x->dim[d]
                         ? PL_HINT_SLICE_END_ : NULL, PL_MESSAGE_AT_ELEMENTS_, s.start, s.start + size - 1, d, x->name, x->dim[d]);
            s.start = 0, size = 0;
        }
#else
        (void)spot;
#endif
        v.at += s.start * (long)x->stride[d];
        if (s.size != -1)
            v.dim[v.rank] = size, v.stride[v.rank++] = x->stride[d];
    }
    return v;
}

static inline size_t pl_view_bytes_(const struct pl_view *v) { return pl_bytes_(v->element, v->rank, v->dim); }

/* Iterates over the rows of a view. A row is a maximal range without gaps. */
struct pl_rows { long at[8]; char *row; size_t bytes; int outer; };
static inline struct pl_rows pl_rows_of_(const struct pl_view *v)
{
    struct pl_rows r;
    memset(&r, 0, sizeof r);
    r.row = v->at, r.bytes = v->element, r.outer = v->rank;
    while (r.outer > 0 && (v->stride[r.outer - 1] == r.bytes || v->dim[r.outer - 1] == 1))
        r.bytes *= (size_t)v->dim[--r.outer];
    for (int d = 0; d < v->rank; d++)
        if (v->dim[d] <= 0)
            r.bytes = 0;
    return r;
}
static inline int pl_next_row_(const struct pl_view *v, struct pl_rows *r)
{
    int d = r->outer - 1;
    for (; d >= 0; d--) {
        r->row += v->stride[d];
        if (++r->at[d] < v->dim[d])
            return 1;
        r->row -= (size_t)r->at[d] * v->stride[d];
        r->at[d] = 0;
    }
    return 0;
}

/* Copy between a view and dense memory. */
static inline void pl_gather_(char *to, const struct pl_view *v)
{
    struct pl_rows r = pl_rows_of_(v);
    if (r.bytes)
        do {
            memcpy(to, r.row, r.bytes);
            to += r.bytes;
        } while (pl_next_row_(v, &r));
}
static inline void pl_scatter_(const struct pl_view *v, const char *from)
{
    struct pl_rows r = pl_rows_of_(v);
    if (r.bytes)
        do {
            memcpy(r.row, from, r.bytes);
            from += r.bytes;
        } while (pl_next_row_(v, &r));
}

/* ---- Devices: scheduling --------------------------------------------------------------------------------

   pl_on_devices runs its devices as threads, of which one has the turn. Here are turns, waits, the meeting of all
   devices at the start of a call and at the end of a pass, and deadlocks. */
static inline void pl_group_begins_(struct pl_group *g, struct pl_device *device, int n)
{
    memset(g, 0, sizeof *g);
    memset(device, 0, (size_t)n * sizeof *device);
    g->n = n, g->device = device;
    for (int d = 0; d < n; d++) {
        device[d].id = d, device[d].group = g;
        for (int b = 0; b < PL_BARRIERS_; b++)
            device[d].barrier[b] = (struct pl_semaphore){ .name = "barrier semaphore", .index = b, .device = &device[d] };
    }
}

/* The outermost call around c, which is not a pipeline. */
static inline struct pl_call *pl_root_(struct pl_call *c)
{
    while (c->inner && c->outer)
        c = c->outer;
    return c;
}

/* The device that runs c: one of pl_on_devices if the outermost call has a mesh, otherwise that call's own. */
static inline struct pl_device *pl_device_(struct pl_call *c)
{
    struct pl_call *root = pl_root_(c);
    struct pl_group *g;
    pl_use_more_();
    if (root->device)
        return c->device = root->device;
    if (root->mesh && pl_me_) {
        root->device = pl_me_;
    } else {
        g = malloc(sizeof *g + sizeof(struct pl_device));
        if (!g) {
            fprintf(stderr, "%s:%d: error: call %s: out of memory [no-memory]\n", c->file, c->line, c->name);
            abort();
        }
        pl_group_begins_(g, (struct pl_device *)(void *)(g + 1), 1);
        root->device = g->device;
        root->lone = g;
        PL_CHECKED_(g->random = root->set.seed;)
    }
    root->device->call = root;
    return c->device = root->device;
}

/* The device that runs next, after `me` in the order of the settings; -1: none can. */
static inline int pl_next_ready_(struct pl_group *g, int me)
{
    int ready = 0, order = g->order;
    for (int d = 0; d < g->n; d++)
        ready += g->device[d].state == PL_RUNS_;
    if (!ready)
        return -1;
    if (order == 2) {
        unsigned long long z = (g->random += 0x9e3779b97f4a7c15u);
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        ready = (int)((z ^ z >> 31) % (unsigned)ready);
        for (int d = 0; d < g->n; d++)
            if (g->device[d].state == PL_RUNS_ && ready-- == 0)
                return d;
    }
    for (int k = 1; k <= g->n; k++) {
        int d = order == 1 ? (me - k + 2 * g->n) % g->n : (me + k) % g->n;
        if (g->device[d].state == PL_RUNS_)
            return d;
    }
    return -1;
}

/* No device can continue: selects a waiting one to report it. */
static inline int pl_spokesman_(struct pl_group *g)
{
    g->stuck = 1;
    for (int pass = 0; pass < 2; pass++)
        for (int d = 0; d < g->n; d++)
            if (g->device[d].state == (pass ? PL_AT_RENDEZVOUS_ : PL_WAITS_)) {
                g->device[d].state = PL_RUNS_;
                return d;
            }
    return -1;
}

static inline void pl_give_turn_(struct pl_group *g, int next)
{
    pthread_mutex_lock(&g->lock);
    g->now = next;
    pthread_cond_signal(&g->device[next].turn);
    pthread_mutex_unlock(&g->lock);
}
static inline void pl_await_turn_(struct pl_device *d)
{
    pthread_mutex_lock(&d->group->lock);
    while (d->group->now != d->id)
        pthread_cond_wait(&d->turn, &d->group->lock);
    pthread_mutex_unlock(&d->group->lock);
}

/* Lets other devices run. Returns when this one can continue, or is to report that none can. */
PL_MPI_(static inline void pl_mpi_wait_(struct pl_device *me);)
static inline void pl_switch_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    int next;
    PL_MPI_(if (g->processes) { pl_mpi_wait_(me); return; })
    next = pl_next_ready_(g, me->id);
    if (next < 0)
        next = pl_spokesman_(g);
    if (next == me->id || g->n == 1) {
        me->state = PL_RUNS_;
        return;
    }
    pl_give_turn_(g, next);
    pl_await_turn_(me);
}

/* Called after an event that others may wait for. With devices=reverse they run at once, with random perhaps. */
static inline void pl_turn_over_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    PL_MPI_(if (g->processes) return;)
    if (g->n > 1 && g->order && (g->order == 1 || (g->random = g->random * 6364136223846793005u + 1442695040888963407u) >> 63))
        pl_switch_(me);
}

static inline void pl_free_all_(struct pl_group *g)
{
    for (int d = 0; d < g->n; d++)
        if (g->device[d].state == PL_WAITS_ || g->device[d].state == PL_AT_RENDEZVOUS_)
            g->device[d].state = PL_RUNS_;
}

static inline void pl_wake_(const struct pl_semaphore *s)
{
    struct pl_device *d = s->device;
    if (d->state == PL_WAITS_ && d->waits == s && s->count + s->coming >= d->needs)
        d->state = PL_RUNS_;
}

static inline void pl_semaphore_text_(const struct pl_semaphore *s, char *text, size_t capacity)
{
    if (s->index < 0)
        snprintf(text, capacity, "%s", s->name);
    else if (s >= s->device->barrier && s < s->device->barrier + PL_BARRIERS_)
        snprintf(text, capacity, "barrier semaphore %ld", s->index);
    else
        snprintf(text, capacity, "%s[%ld]", s->name, s->index);
}

/* Appends "device 0 waits for ...", for the report of a deadlock and its notes. */
static inline void pl_waits_text_(const struct pl_device *d, char *text, size_t capacity)
{
    char name[80];
    size_t n = strlen(text);
    if (d->state == PL_RETURNED_) {
        snprintf(text + n, capacity - n, PL_TEXT_RETURNED_, (long)d->id);
    } else if (d->waits) {
        char who[24] = "it";
        pl_semaphore_text_(d->waits, name, sizeof name);
        if (d->group->n > 1)
            snprintf(who, sizeof who, "device %d", d->id);
        snprintf(text + n, capacity - n, PL_TEXT_WAITS_FOR_, who, name, d->waits->count, d->needs);
    } else {
        snprintf(text + n, capacity - n, "device %d %s", d->id, d->rendezvous);
    }
}

static inline void pl_deadlock_(struct pl_device *me, struct pl_spot spot)
{
    struct pl_group *g = me->group;
    char first[300] = "", notes[1600] = "", name[80];
    pl_waits_text_(me, first, sizeof first);
    for (int d = 0; d < g->n; d++) {
        const struct pl_device *other = &g->device[d];
        size_t n = strlen(notes);
        if (d != me->id) {
            struct pl_spot at = other->state == PL_RETURNED_ || !other->spot.file ? spot : other->spot;
            snprintf(notes + n, sizeof notes - n, "%s%s%s%.0d%s", n ? "\n" : "", n ? at.file : "", n ? ":" : "",
                     n ? at.line : 0, n ? ": note: " : "");
            pl_waits_text_(other, notes, sizeof notes);
            if (!n && other->state != PL_RETURNED_)
                snprintf(notes + strlen(notes), sizeof notes - strlen(notes), " (line %d)", at.line);
        }
        for (int b = 0; b < PL_BARRIERS_; b++)
            if (other->barrier[b].count && &other->barrier[b] != me->waits) {
                pl_semaphore_text_(&other->barrier[b], name, sizeof name);
                n = strlen(notes);
                snprintf(notes + n, sizeof notes - n, "%s%s of device %d is %lld", n ? ", " : "", name, d, other->barrier[b].count);
            }
    }
#if PL_CHECKS
    pl_report_(spot.file, spot.line, NULL, notes[0] ? notes : NULL, PL_MESSAGE_DEADLOCK_, first,
               me->waits ? PL_TEXT_SIGNAL_IT_ : PL_TEXT_CHANGE_THAT_);
#else
    fprintf(stderr, "%s:%d: error: deadlock: %s [deadlock]\n%s%s", spot.file, spot.line, first, notes, notes[0] ? "\n" : "");
    abort();
#endif
}

/* Value of a setting of PALLAS, before there is a call. */
static inline const char *pl_setting_of_(const char *key)
{
    const char *s = getenv("PALLAS");
    size_t n = strlen(key);
    for (; s && *s; s += strcspn(s, ",; "), s += strspn(s, ",; "))
        if (!strncmp(s, key, n) && s[n] == '=')
            return s + n + 1;
    return "";
}

static inline const struct pl_scoped *pl_scope_of_(const struct pl_device *d, const char *at)
{
    for (const struct pl_scoped *s = d->scopes; s; s = s->outer)
        if (!s->sems && at >= (char *)s->tile.at && at < (char *)s->tile.at + s->tile.bytes + !s->tile.bytes)
            return s;
    return NULL;
}

#if defined PL_MPI && PL_MODE_ == PL_INTERPRET_
static inline int pl_rendezvous_at_(struct pl_call *root, const char *rendezvous);
#include "pallas_mpi.h"
#endif

#if PL_CHECKS
/* A call of several devices fails on all of them, with the message of the first that failed. */
static inline void pl_fail_group_(struct pl_call *root)
{
    struct pl_group *g = root->device->group;
    if (g->n == 1 || g->failed || !root->mesh)
        return;
    g->failed = 1, g->by = root->device->id;
    memcpy(g->text, pl_error_text_, sizeof g->text);
    pl_free_all_(g);
    PL_MPI_(if (g->processes) pl_mpi_fail_(g);)
}
static inline void pl_fail_with_group_(struct pl_call *root)
{
    struct pl_group *g = root->device->group;
    if (root->failed || !g->failed)
        return;
    root->failed = 1, root->code = PL_FAILED;
    snprintf(pl_error_text_, sizeof pl_error_text_, "%.*s", (int)sizeof pl_error_text_ - 1, g->text);
}
#else
#define pl_fail_group_(root_)      ((void)0)
#define pl_fail_with_group_(root_) ((void)0)
#endif

/* Ends the kernel and the kernels around it. */
static inline void pl_abandon_(struct pl_device *me)
{
#if PL_CHECKS
    struct pl_call *c = pl_now_;
    pl_fail_group_(me->call);
    pl_fail_with_group_(me->call);
    if (c && c != me->call)
        c->failed = 1, c->code = PL_FAILED;
    pl_stop_();
#else
    (void)me;
#endif
}

/* Waits until all devices of the call are here. Returns 0 if one of them has failed. */
static inline int pl_rendezvous_at_(struct pl_call *root, const char *rendezvous)
{
    struct pl_device *me = root->device;
    struct pl_group *g = me->group;
    int here = 1;
    if (g->n == 1)
        return 1;
    PL_MPI_(if (g->processes) {
        me->spot = (struct pl_spot){ root->file, root->line };
        if (!pl_mpi_come_(me, pl_mpi_next_rendezvous_(), rendezvous)) {
            g->stuck = 0;
            pl_deadlock_(me, me->spot);
            pl_fail_group_(root);
        }
        pl_fail_with_group_(root);
        return !root->code;
    })
    for (int d = 0; d < g->n; d++)
        here += g->device[d].state == PL_AT_RENDEZVOUS_;
    if (here == g->n && !g->failed) {
        pl_free_all_(g);
    } else if (!g->failed) {
        me->spot = (struct pl_spot){ root->file, root->line };
        me->waits = NULL, me->rendezvous = rendezvous;
        me->state = PL_AT_RENDEZVOUS_;
        pl_switch_(me);
        if (g->stuck) {
            g->stuck = 0;
            pl_deadlock_(me, me->spot);
            pl_fail_group_(root);
        }
    }
    pl_fail_with_group_(root);
    return !root->code;
}
static inline int pl_rendezvous_(struct pl_call *root) { return pl_rendezvous_at_(root, PL_TEXT_ENDED_KERNEL_); }

/* Whether c is true on any device. */
static inline int pl_any_(struct pl_call *root, int c)
{
    struct pl_group *g;
    int any;
    if (!root->device || root->device->group->n == 1 || !root->mesh)
        return c;
    g = root->device->group;
    g->any |= c;
    if (!pl_rendezvous_(root))
        return c;
    PL_MPI_(if (g->processes) g->any = pl_mpi_any_(g);)
    any = g->any;
    if (!pl_rendezvous_(root))
        return c;
    g->any = 0;
    return any;
}

static inline void pl_leave_group_(struct pl_call *root)
{
    struct pl_device *me = root->device;
    struct pl_group *g = me->group;
    int all = 1;
    me->closing = 1;
    if (root->mesh && g->n > 1) {
        PL_CHECKED_(if (root->failed) pl_fail_group_(root);)
        PL_MPI_(if (g->processes) {
            pl_mpi_leaves_(root);
            g->failed = g->any = 0;
            me->closing = 0, me->call = NULL;
            return;
        })
        for (int d = 0; d < g->n; d++)
            all &= !g->device[d].call || g->device[d].closing;
        if (all) {
            for (int d = 0; d < g->n; d++)
                g->device[d].call = NULL;
            g->failed = g->stuck = g->any = 0;
            pl_free_all_(g);
        } else {
            me->spot = (struct pl_spot){ root->file, root->line };
            me->waits = NULL, me->rendezvous = "has ended its call";
            while (me->call && !g->stuck) {
                me->state = PL_AT_RENDEZVOUS_;
                pl_switch_(me);
                pl_fail_with_group_(root);
            }
        }
    }
    me->closing = 0;
    me->call = NULL;
}

static inline void *pl_device_runs_(void *device)
{
    struct pl_device *me = device;
    int next;
    pl_me_ = me;
    pl_await_turn_(me);
    me->code = me->body(me->arg);
    me->state = PL_RETURNED_;
    if (me->code && !me->group->text[0]) {
        me->group->by = me->id;
        memcpy(me->group->text, pl_error_text_, sizeof pl_error_text_);
    }
    next = pl_next_ready_(me->group, me->id);
    if (next < 0)
        next = pl_spokesman_(me->group);
    if (next >= 0)
        pl_give_turn_(me->group, next);
    return NULL;
}

static inline long pl_mesh_devices_(const struct pl_call *c) { (void)c; return pl_me_ ? pl_me_->group->n : 1; }

#if PL_MODE_ != PL_DECLARATIONS_
PL_HOST_ long pl_device_id(void) { return pl_me_ ? pl_me_->id : 0; }
PL_HOST_ long pl_num_devices(void) { return pl_me_ ? pl_me_->group->n : 1; }

PL_HOST_ int pl_on_devices(long n, int (*body)(void *), void *arg)
{
    struct pl_group *g;
    int code = PL_OK;
    const char *order = pl_setting_of_("devices");
    PL_MPI_(int given = n != 0;)
    pl_error_text_[0] = 0;
    if (n == 0)
        n = 1;
    if (n < 0 || n > 4096 || pl_me_) {
        snprintf(pl_error_text_, sizeof pl_error_text_, pl_me_ ? PL_MESSAGE_DEVICES_NESTED_ : PL_MESSAGE_DEVICES_COUNT_,
                 pl_me_ ? (long)pl_me_->id : n);
        fprintf(stderr, "%s\n", pl_error_text_);
        return PL_FAILED;
    }
    PL_MPI_(if (pl_mpi_.n > 1 && given && n != pl_mpi_.n) {
        snprintf(pl_error_text_, sizeof pl_error_text_, "pl_on_devices: %ld devices, but there are %d processes: mpirun -n %ld starts one for each device [mpi-processes]",
                 n, pl_mpi_.n, n);
        fprintf(stderr, "%s\n", pl_error_text_);
        return PL_FAILED;
    })
    PL_MPI_(if (pl_mpi_.n > 1) return pl_mpi_on_devices_(body, arg);)
    g = malloc(sizeof *g + (size_t)n * sizeof(struct pl_device));
    if (!g) {
        snprintf(pl_error_text_, sizeof pl_error_text_, PL_MESSAGE_DEVICES_NO_MEMORY_);
        return PL_NO_MEMORY;
    }
    pl_group_begins_(g, (struct pl_device *)(void *)(g + 1), (int)n);
    g->order = !strncmp(order, "reverse", 7) ? 1 : !strncmp(order, "random", 6) ? 2 : 0;
    g->random = strtoull(pl_setting_of_("seed"), NULL, 10) * 2 + 1;
    g->now = -1;
    pthread_mutex_init(&g->lock, NULL);
    pl_group_ = g;
    for (int d = 0; d < n; d++) {
        struct pl_device *device = &g->device[d];
        device->body = body, device->arg = arg;
        pthread_cond_init(&device->turn, NULL);
        if (pthread_create(&device->thread, NULL, pl_device_runs_, device)) {
            fprintf(stderr, "pl_on_devices: no thread for device %d [device-thread]\n", d);
            abort();
        }
    }
    pl_give_turn_(g, pl_next_ready_(g, g->order == 1 ? 0 : (int)n - 1));
    for (int d = 0; d < n; d++) {
        pthread_join(g->device[d].thread, NULL);
        code = code ? code : g->device[d].code;
    }
    if (code)
        memcpy(pl_error_text_, g->text, sizeof pl_error_text_);
    for (int d = 0; d < n; d++)
        pthread_cond_destroy(&g->device[d].turn);
    pthread_mutex_destroy(&g->lock);
    pl_group_ = NULL;
    free(g);
    return code;
}
#endif

/* ---- The mesh -------------------------------------------------------------------------------------------

   PL_DEVICE_ID, PL_NEIGHBOR and PL_DEVICE_AT; and the address, on another device, of what a copy or a signal names on
   this one. */
static inline long pl_mesh_size_(const struct pl_call *root)
{
    long n = 1;
    for (int a = 0; a < root->mesh; a++)
        n *= root->mesh_axis[a].extent;
    return n;
}

/* Index of the mesh axis with this name, or -1 after a report. stride: distance between neighbors on it, in device ids. */
static inline int pl_mesh_axis_(const char *name, long *stride, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    *stride = 1;
    for (int a = root->mesh; a-- > 0; *stride *= root->mesh_axis[a].extent)
        if (!strcmp(root->mesh_axis[a].name, name))
            return a;
    PL_CHECKED_(PL_FAIL_(spot, NULL, PL_HINT_AXIS_OF_MESH_, PL_MESSAGE_AXIS_OF_MESH_, root->name, name);)
    (void)spot;
    return -1;
}

static inline long pl_device_of_mesh_(const char *axis, struct pl_spot spot)
{
    long id = pl_device_(pl_now_)->id, stride;
    int a = axis ? pl_mesh_axis_(axis, &stride, spot) : -1;
    return !axis ? id : a < 0 ? 0 : id / stride % pl_root_(pl_now_)->mesh_axis[a].extent;
}

static inline long pl_devices_of_mesh_(const char *axis, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    long stride;
    int a = axis ? pl_mesh_axis_(axis, &stride, spot) : -1;
    return !axis ? pl_mesh_size_(root) : a < 0 ? 1 : root->mesh_axis[a].extent;
}

static inline long pl_device_at_(int n, const long *at, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    long id = 0;
    PL_CHECKED_(if (n != root->mesh)
        PL_FAIL_(spot, NULL, PL_HINT_DEVICE_AT_COUNT_, PL_MESSAGE_DEVICE_AT_COUNT_, n, root->mesh);)
    for (int a = 0; a < n && a < root->mesh; a++) {
#if PL_CHECKS
        if (at[a] < 0 || at[a] >= root->mesh_axis[a].extent)
            PL_FAIL_(spot, NULL, PL_HINT_NO_DEVICE_, PL_MESSAGE_DEVICE_AT_, at[a],
                     root->mesh_axis[a].name, root->mesh_axis[a].extent);
#endif
        id = id * root->mesh_axis[a].extent + at[a];
    }
    (void)spot;
    return id;
}

static inline long pl_neighbor_(const char *axis, long by, struct pl_spot spot)
{
    struct pl_call *root = pl_root_(pl_now_);
    long id = pl_device_(pl_now_)->id, stride, n, at;
    int a = pl_mesh_axis_(axis, &stride, spot);
    if (a < 0)
        return id;
    n = root->mesh_axis[a].extent, at = id / stride % n;
    return id + (((at + by) % n + n) % n - at) * stride;
}

/* Checks that a device exists and that the kernel may refer to devices. */
static inline long pl_device_named_(long device, struct pl_spot spot)
{
#if PL_CHECKS
    struct pl_call *root = pl_root_(pl_now_);
    struct pl_device *me = pl_device_(pl_now_);
    if (!root->mesh)
        PL_FAIL_(spot, NULL, PL_HINT_NO_MESH_, PL_MESSAGE_NO_MESH_, device, root->name);
    else if (root->parallel > 1)
        PL_FAIL_(spot, NULL, PL_HINT_DEVICE_UNNAMED_, PL_MESSAGE_DEVICE_UNNAMED_, device);
    else if (device < 0 || device >= me->group->n)
        PL_FAIL_(spot, NULL, PL_HINT_NO_DEVICE_, PL_MESSAGE_NO_DEVICE_, device, (long)me->group->n);
#else
    (void)spot;
#endif
    return device;
}

/* ---- Addresses on another device ----------------------------------------------------------------------- */
static inline const struct pl_scoped *pl_scope_there_(const struct pl_scoped *mine, const struct pl_device *there)
{
    for (const struct pl_scoped *s = there->scopes; s; s = s->outer)
        if (s->depth == mine->depth && s->spot.line == mine->spot.line && !strcmp(s->name, mine->name) && s->n == mine->n &&
            s->tile.bytes == mine->tile.bytes)
            return s;
    return NULL;
}

static inline struct pl_semaphore *pl_semaphore_there_(const struct pl_semaphore *s, struct pl_device *there, struct pl_spot spot)
{
    long i = s->index < 0 ? 0 : s->index;
    if (there == s->device)
        return (struct pl_semaphore *)(uintptr_t)s;
    if (s->operand)
        return there->call->operand[s->operand - s->device->call->operand].sems + i;
    if (s->scope) {
        const struct pl_scoped *scope = pl_scope_there_(s->scope, there);
        PL_CHECKED_(if (!scope)
            PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, (long)there->id, s->name);)
        (void)spot;
        return scope ? scope->sems + i : (struct pl_semaphore *)(uintptr_t)s;
    }
    return &there->barrier[i];
}

/* The address on another device that corresponds to v; NULL: v is private to this device. */
static inline char *pl_place_there_(const struct pl_view *v, const struct pl_device *me, const struct pl_device *there, struct pl_spot spot)
{
    const struct pl_scoped *mine, *other;
    const struct pl_operand *o = v->operand, *first = me->call->operand;
    if (me == there)
        return v->at;
    if (o && o >= first && o < first + me->call->operands && (o->any || o->kind == PL_KIND_SCRATCH_))
        return (char *)there->call->operand[o - first].window.at + (v->at - (char *)o->window.at);
    mine = pl_scope_of_(me, v->at);
    if (!mine)
        return NULL;
    other = pl_scope_there_(mine, there);
    PL_CHECKED_(if (!other)
        PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, (long)there->id, v->name);)
    (void)spot;
    return other ? (char *)other->tile.at + (v->at - (char *)mine->tile.at) : v->at;
}

/* ---- The log --------------------------------------------------------------------------------------------

   The events of each device in one pass over the grid, and the names of places in reports. devices/order.h reads it. */
#if PL_CHECKS
struct pl_region {                      /* rows of `width` bytes each; rank 0: a single row */
    char *at;
    int rank;
    long dim[8];
    size_t stride[8], width;
};
struct pl_access {                      /* an access by the program of a device */
    int device, writes;
    long after;                         /* number of events of the device before it */
    struct pl_region region;
    struct pl_spot spot;
    const char *verb;
    char what[56], program[64];
};
struct pl_event {
    int device, semaphore, waits;
    long number;                        /* number among the events of its device, from 1 */
    long long amount, before;           /* wait: the amount it takes, and the sum of earlier waits */
    long proved;                        /* wait: first of the deposits that it proves; -1: none */
    unsigned *clock;
};
struct pl_deposit {                     /* a signal, or the completion of a copy */
    int semaphore, event, copy;         /* copy: it happens at an unknown time after the event */
    long long amount;
    long wait, next, proved;           /* wait that proves it, or -1; next deposit of its semaphore; next one of that wait */
};
struct pl_moved {                       /* a copy: regions read and written, and events before and after it */
    int from, to, start, deposit[2];    /* deposit: of the read, of the write */
    struct pl_region read, written;
    struct pl_spot spot;
    char src[56], dst[56], program[64];
};
struct pl_log {
    struct pl_event *event;
    struct pl_deposit *deposit;
    struct pl_moved *moved;
    struct pl_access *access;
    long events, event_capacity, deposits, deposit_capacity, moves, moved_capacity, accesses, access_capacity;
    int semaphores, full;
};

/* Appends a cleared item to an array of the log. NULL: out of memory or too long, and the log ends. */
static inline void *pl_more_(struct pl_log *log, void *array, long *count, long *capacity, size_t size)
{
    void *item = *count < 1 << 21 ? pl_append_item_(array, count, capacity, size) : NULL;
    log->full |= !item;
    return item;
}

static inline void pl_log_free_(struct pl_log *log)
{
    if (!log)
        return;
    for (long e = 0; e < log->events; e++)
        free(log->event[e].clock);
    free(log->event), free(log->deposit), free(log->moved), free(log->access);
    free(log);
}

/* Log of this pass; NULL: not logged. */
static inline struct pl_log *pl_log_of_(struct pl_device *me)
{
    struct pl_group *g = me->group;
    if (!me->call || me->call->pass || me->call->set.check == 2)
        return NULL;
    PL_MPI_(if (g->processes) return NULL;)                            /* the log would lack the other devices */
    if (!g->log)
        g->log = calloc(1, sizeof *g->log);
    return g->log && !g->log->full ? g->log : NULL;
}

static inline int pl_log_event_(struct pl_device *me, struct pl_semaphore *s, long long amount, int waits)
{
    struct pl_log *log = pl_log_of_(me);
    struct pl_event *e = log ? pl_more_(log, &log->event, &log->events, &log->event_capacity, sizeof *e) : NULL;
    if (!e)
        return -1;
    if (s && !s->number)
        s->number = ++log->semaphores;
    e->device = me->id, e->number = ++me->events, e->semaphore = s ? s->number : 0, e->amount = amount, e->waits = waits, e->proved = -1;
    return (int)log->events - 1;
}

static inline int pl_log_deposit_(struct pl_device *me, struct pl_semaphore *s, int event, int copy, long long amount)
{
    struct pl_log *log = pl_log_of_(me);
    struct pl_deposit *d = log && event >= 0 ? pl_more_(log, &log->deposit, &log->deposits, &log->deposit_capacity, sizeof *d) : NULL;
    if (!d)
        return -1;
    if (!s->number)
        s->number = ++log->semaphores;
    d->semaphore = s->number, d->event = event, d->copy = copy, d->amount = amount, d->wait = d->next = d->proved = -1;
    return (int)log->deposits - 1;
}

static inline struct pl_region pl_region_(const struct pl_view *v)
{
    struct pl_rows rows = pl_rows_of_(v);
    struct pl_region r;
    memset(&r, 0, sizeof r);
    r.at = v->at, r.width = rows.bytes, r.rank = rows.outer;
    memcpy(r.dim, v->dim, (size_t)v->rank * sizeof *r.dim);
    memcpy(r.stride, v->stride, (size_t)v->rank * sizeof *r.stride);
    return r;
}

/* The bytes from the first to the last of a region, restricted to the dims from d on. */
static inline size_t pl_extent_(const struct pl_region *r, int d)
{
    size_t extent = r->width;
    for (; d < r->rank; d++)
        extent += (size_t)(r->dim[d] - 1) * r->stride[d];
    return extent;
}

/* Whether [lo, hi) intersects region r, restricted to the dims from d on and starting at `at`. */
static inline int pl_hits_(const struct pl_region *r, int d, const char *at, const char *lo, const char *hi)
{
    long extent, from, to;
    if (lo >= at + pl_extent_(r, d) || hi <= at)
        return 0;
    if (d == r->rank)
        return 1;
    extent = (long)pl_extent_(r, d + 1);
    from = lo - at < extent ? 0 : (lo - at - extent) / (long)r->stride[d] + 1;
    to = (hi - at + (long)r->stride[d] - 1) / (long)r->stride[d];
    for (long i = from; i < to && i < r->dim[d]; i++)
        if (pl_hits_(r, d + 1, at + (size_t)i * r->stride[d], lo, hi))
            return 1;
    return 0;
}

/* Whether b intersects region a, restricted in the same way. */
static inline int pl_meets_(const struct pl_region *a, int d, const char *at, const struct pl_region *b)
{
    if (!pl_hits_(b, 0, b->at, at, at + pl_extent_(a, d)))
        return 0;
    for (long i = 0; d < a->rank && i < a->dim[d]; i++)
        if (pl_meets_(a, d + 1, at + (size_t)i * a->stride[d], b))
            return 1;
    return d == a->rank;
}
static inline int pl_regions_overlap_(const struct pl_region *a, const struct pl_region *b)
{
    return a->width && b->width && pl_meets_(a, 0, a->at, b);
}

/* ---- Names of places: "buf[1][0..8]" ------------------------------------------------------------------- */
static inline void pl_view_text_(const struct pl_device *me, const struct pl_view *v, char *text, size_t capacity)
{
    const struct pl_window *w = v->operand ? &v->operand->window : NULL;
    const struct pl_scoped *scope = w ? NULL : pl_scope_of_(me, v->at);
    size_t offset;
    int r = 0, last = -1;
    long from[8], size[8];
    snprintf(text, capacity, "%s", v->operand && v->operand->name && v->operand->name[0] ? v->operand->name : v->name ? v->name : "?");
    for (const struct pl_tile *t = pl_now_ ? pl_now_->tiles : NULL; t && !w && !scope; t = t->outer)
        if (pl_in_window_(&t->window, v->at, v->element))
            w = &t->window;
    if (scope)
        w = &scope->tile.window;
    if (!w || (char *)w->at > v->at)
        return;
    offset = (size_t)(v->at - (char *)w->at);
    for (int d = 0; d < w->rank; d++) {
        from[d] = w->stride[d] ? (long)(offset / w->stride[d]) : 0;
        offset = w->stride[d] ? offset % w->stride[d] : offset;
        size[d] = -1;
        if (r < v->rank && v->stride[r] == w->stride[d] && (v->rank - r == w->rank - d || v->stride[r] > (d + 1 < w->rank ? w->stride[d + 1] : 0)))
            size[d] = v->dim[r++];
        if (size[d] != w->dim[d])
            last = d;
    }
    for (int d = 0; d <= last; d++)
        if (size[d] < 0 || size[d] == 1)
            pl_append_(text, capacity, "[%ld]", from[d]);
        else
            pl_append_(text, capacity, "[%ld..%ld]", from[d], from[d] + size[d] - 1);
}

static inline void pl_where_text_(char *text, size_t capacity)
{
    text[0] = 0;
    if (pl_now_)
        pl_append_program_(pl_now_, " in program ", pl_now_->program, text, capacity);
}
#endif

/* ---- Copies in flight -----------------------------------------------------------------------------------

   A copy that was started and not waited for: its destination is poison and its source must not change; both are
   checked at its wait, and whatever touches either before is reported. */
#if PL_CHECKS
struct pl_transfer {
    struct pl_transfer *next;
    struct pl_view src, dst;            /* dst: the address on its own device */
    struct pl_device *from, *to;
    struct pl_semaphore *send, *recv;
    char *data;                         /* contents of the source at the start */
    size_t bytes;
    int read, written;                  /* whether a wait has covered the read; the write */
    int private;                        /* one end is a window or a tile, so the copy must complete in this step */
    int number, garbage;
    long program;
    struct pl_spot spot;
    char src_text[56], dst_text[56];
};

/* Formats "copy of x[0..8] to xbuf[0]" or "push of buf to buf of device 1". */
static inline void pl_transfer_text_(const struct pl_transfer *t, char *text, size_t capacity)
{
    snprintf(text, capacity, t->send ? PL_TEXT_PUSH_ : PL_TEXT_COPY_, t->src_text, t->dst_text, (long)t->to->id);
}

/* Makes an element of the unspecified data in a destination. For floats it is a NaN that identifies the copy. */
static inline void pl_flight_garbage_(struct pl_call *c, const struct pl_view *v, int id, unsigned char *element)
{
    if (pl_is_float_(v->type) && !pl_twin_(c) && v->element >= 4)
        pl_poison_value_(element, v->type, v->element, PL_FLIGHT_ID_ + id, 0);
    else if (v->type == PL_STRUCT_)
        memset(element, PL_STRUCT_POISON_, v->element);
    else
        pl_poison_value_(element, v->type, v->element, PL_TILE_ID_, pl_twin_(c));
}

enum pl_in_flight { PL_BEGIN_FLIGHT_, PL_IS_INTACT_, PL_END_FLIGHT_ };
PL_UNSEEN_ static inline int pl_flight_(struct pl_call *c, const struct pl_view *v, int id, enum pl_in_flight what)
{
    struct pl_rows r = pl_rows_of_(v);
    unsigned char element[256];
    int intact = 1;
    if (!r.bytes)
        return 1;
    if (v->element <= sizeof element)
        pl_flight_garbage_(c, v, id, element);
    do {
        if (what != PL_BEGIN_FLIGHT_)
            PL_GREEN_ZONE_(r.row, r.bytes);
        if (what == PL_BEGIN_FLIGHT_ && c->set.poison == 0 && v->element <= sizeof element)
            pl_fill_bytes_(r.row, element, v->element, r.bytes / v->element);
        if (what == PL_BEGIN_FLIGHT_)
            PL_UNDEFINED_(r.row, r.bytes);
        if (what == PL_BEGIN_FLIGHT_ && c->set.check != 2)
            PL_RED_ZONE_(r.row, r.bytes);
        for (size_t b = 0; what == PL_IS_INTACT_ && b < r.bytes && v->element <= sizeof element; b++)
            intact &= (unsigned char)r.row[b] == element[b % v->element];
    } while (pl_next_row_(v, &r));
    return intact || c->set.poison || PL_HAS_MSAN_ || PL_HAS_ASAN_ || c->set.check == 2;
}

/* Reports two accesses to the same place that nothing orders. */
static inline void pl_report_race_(struct pl_spot spot, struct pl_spot other, const char *what, const char *first, const char *second)
{
    char hint[560];
    snprintf(hint, sizeof hint, "%s" PL_TEXT_UNORDERED_, second);
    if (other.line != spot.line || strcmp(other.file, spot.file)) {
        size_t n = strlen(hint);
        snprintf(hint + n, sizeof hint - n, PL_TEXT_THAT_IS_HERE_, other.file, other.line);
    }
    PL_FAIL_(spot, NULL, hint, PL_MESSAGE_RACE_, what, first);
}

/* Checks whether a block operation, a fetch or a copy accesses memory of a copy in flight, and logs the access.
   v: the memory, on device me; called: the same memory in terms of this device; verb: "filled". */
static inline void pl_touched_memory_(struct pl_call *c, struct pl_device *me, const struct pl_view *v, const struct pl_view *called,
                                      int writes, const char *verb, struct pl_spot spot)
{
    struct pl_region region;
    struct pl_log *log;
    struct pl_access *a;
    char text[80], first[300], second[300], what[200];
    if (!me->call || me->call->set.check == 2)
        return;
    region = pl_region_(v);
    for (struct pl_transfer *t = me->group->transfers; t; t = t->next) {
        struct pl_region src = pl_region_(&t->src), dst = pl_region_(&t->dst);
        int reads = t->from == me && !t->read && writes && pl_regions_overlap_(&region, &src);
        int comes = t->to == me && !t->written && pl_regions_overlap_(&region, &dst);
        if (!reads && !comes)
            continue;
        pl_view_text_(c->device, called, text, sizeof text);
        pl_transfer_text_(t, what, sizeof what);
        if (me->group->n > 1)
            pl_append_(text, sizeof text, " of device %d", me->id);
        snprintf(first, sizeof first, PL_TEXT_RACE_, verb, what);
        snprintf(second, sizeof second, PL_TEXT_COPY_STARTED_, (long)t->from->id, what, t->spot.line);
        pl_report_race_(spot, t->spot, text, first, second);
        return;
    }
    if (me != c->device)                                               /* a push has its own log entry */
        return;
    log = pl_log_of_(me);
    if (!log || !region.width)
        return;
    for (long i = log->accesses - 1; i >= 0 && i > log->accesses - 64; i--) {     /* repeated, without an event in between */
        a = &log->access[i];
        if (a->device == me->id && a->after == me->events && a->writes == writes && a->spot.line == spot.line &&
            !memcmp(&a->region, &region, sizeof region))
            return;
    }
    a = pl_more_(log, &log->access, &log->accesses, &log->access_capacity, sizeof *a);
    if (!a)
        return;
    a->device = me->id, a->writes = writes, a->after = me->events, a->region = region, a->spot = spot, a->verb = verb;
    pl_view_text_(me, v, a->what, sizeof a->what);
    pl_where_text_(a->program, sizeof a->program);
}
static inline void pl_touched_view_(struct pl_call *c, const struct pl_view *v, int writes, const char *verb, struct pl_spot spot)
{
    if (c->device)
        pl_touched_memory_(c, c->device, v, v, writes, verb, spot);
}

static inline void pl_touched_(const struct pl_window *w, int writes, const char *verb, const char *file, int line)
{
    struct pl_view v;
    if (!pl_now_ || !pl_now_->device)
        return;
    v = pl_view_of_(w, w->operand ? w->operand->name : "the block");
    pl_touched_view_(pl_now_, &v, writes, verb, (struct pl_spot){ file, line });
}

static inline int pl_call_looks_poisoned_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->nans; o++)
        c->nans = pl_operand_looks_poisoned_(o);
    c->nans = c->nans ? c->nans : -1;
    return c->nans > 0;
}

PL_UNSEEN_ static inline int pl_data_looks_poisoned_(struct pl_call *c)
{
    struct pl_group *g = c->device ? c->device->group : NULL;
    while (c->inner)
        c = c->outer;
    if (pl_call_looks_poisoned_(c))
        return 1;
    for (int i = 0; g && i < g->n; i++)
        if (g->device[i].call && pl_call_looks_poisoned_(g->device[i].call))
            return 1;
    return 0;
}

/* Index in g->garbage of the copy whose destination contains this poison; -1: none. */
static inline int pl_flight_with_id_(const struct pl_group *g, int id)
{
    return id >= PL_FLIGHT_ID_ && id < PL_FLIGHT_ID_ + PL_FLIGHT_IDS_ && g->garbage[id - PL_FLIGHT_ID_].spot.file ? id - PL_FLIGHT_ID_ : -1;
}

#define PL_FLIGHT_HINT_ "wait for that copy first; until then its destination is unspecified\n%s:%d: note: the copy was started here"
static inline int pl_report_flight_(struct pl_call *c, const struct pl_operand *o, const char *place, int id)
{
    const struct pl_group *g = c->device ? c->device->group : NULL;
    char notes[300];
    id = g ? pl_flight_with_id_(g, id) : -1;
    if (id < 0)
        return 0;
    snprintf(notes, sizeof notes, PL_FLIGHT_HINT_, g->garbage[id].spot.file, g->garbage[id].spot.line);
    pl_report_(c->file, c->kernel_line, o, notes, PL_MESSAGE_COPY_IN_FLIGHT_, place, g->garbage[id].what);
    return 1;
}

static inline void pl_check_source_(struct pl_call *c, const struct pl_view *v, const char *data, size_t bytes, struct pl_spot spot)
{
    struct pl_group *g = c->device->group;
    char text[56], notes[300];
    if (!pl_is_float_(v->type) || v->element < 4 || c->set.poison || PL_HAS_MSAN_ || pl_twin_(c) || c->set.check == 2)
        return;
    for (size_t b = 0; b < bytes; b += v->element) {
        int id = pl_flight_with_id_(g, pl_poison_id_(data + b, v->type));
        if (id < 0)
            continue;
        if (pl_data_looks_poisoned_(c))
            return;
        pl_view_text_(c->device, v, text, sizeof text);
        snprintf(notes, sizeof notes, PL_FLIGHT_HINT_, g->garbage[id].spot.file, g->garbage[id].spot.line);
        PL_FAIL_(spot, NULL, notes, PL_MESSAGE_READ_IN_FLIGHT_, text, g->garbage[id].what);
        return;
    }
}

/* Checks that the source of a copy has not changed since its start. */
PL_UNSEEN_ static inline void pl_check_unchanged_(struct pl_call *c, const struct pl_transfer *t, struct pl_spot spot)
{
    struct pl_rows r = pl_rows_of_(&t->src);
    const char *data = t->data;
    int same = 1;
    char what[200], notes[300];
    if (c->set.check == 2 || PL_HAS_MSAN_ || !r.bytes)
        return;
    do {
        for (size_t b = 0; b < r.bytes; b++)
            same &= r.row[b] == data[b];
        data += r.bytes;
    } while (pl_next_row_(&t->src, &r));
    if (same)
        return;
    pl_transfer_text_(t, what, sizeof what);
    snprintf(notes, sizeof notes, PL_HINT_SOURCE_WRITTEN_, t->spot.file, t->spot.line, t->send ? "push" : "copy");
    PL_FAIL_(spot, NULL, notes, PL_MESSAGE_WRITTEN_IN_FLIGHT_, t->src_text, what, t->spot.line);
}

/* Completes the read of a copy's source. */
static inline void pl_land_read_(struct pl_call *c, struct pl_transfer *t, struct pl_spot spot)
{
    if (t->read)
        return;
    t->read = 1;
    pl_check_unchanged_(c, t, spot);
    if (t->send)
        t->send->count += (long long)t->bytes, t->send->coming -= (long long)t->bytes;
}

/* If the receiver overwrote the destination when it began its call, because nothing orders the push after that, reports it
   and returns 1. */
static inline int pl_came_unasked_(struct pl_call *c, const struct pl_transfer *t);

/* Completes the write of a copy's destination. */
static inline void pl_land_written_(struct pl_call *c, struct pl_transfer *t, struct pl_spot spot)
{
    char what[200], notes[300];
    int intact;
    if (t->written)
        return;
    t->written = 1;
    if (!t->send)
        pl_land_read_(c, t, spot);
    pl_flight_(c, &t->dst, t->garbage, PL_END_FLIGHT_);
    intact = pl_flight_(c, &t->dst, t->garbage, PL_IS_INTACT_);
    pl_scatter_(&t->dst, t->data);
    t->recv->count += (long long)t->bytes, t->recv->coming -= (long long)t->bytes;
    if (intact)
        return;
    if (pl_came_unasked_(c, t)) {
        pl_stop_();
        return;
    }
    pl_transfer_text_(t, what, sizeof what);
    snprintf(notes, sizeof notes, PL_HINT_DESTINATION_WRITTEN_, t->spot.file, t->spot.line, t->send ? "push" : "copy");
    PL_FAIL_(spot, NULL, notes, PL_MESSAGE_WRITTEN_IN_FLIGHT_, t->dst_text, what, t->spot.line);
}

static inline void pl_drop_landed_(struct pl_group *g)
{
    for (struct pl_transfer **t = &g->transfers; *t;) {
        struct pl_transfer *gone = *t;
        if (!gone->read || !gone->written) {
            t = &gone->next;
            continue;
        }
        *t = gone->next;
        free(gone->data);
        free(gone);
    }
    g->last = g->transfers;
    while (g->last && g->last->next)
        g->last = g->last->next;
}

static inline int pl_copies_order_(const struct pl_call *c)            /* the twin run reverses early and late */
{
    return c->pass && c->pass != 4 && c->set.copies < 2 ? !c->set.copies : c->set.copies;
}

/* The copy to complete next among those that count on this semaphore: the oldest, the newest, or any. */
static inline struct pl_transfer *pl_next_landing_(struct pl_call *c, const struct pl_semaphore *s)
{
    struct pl_transfer *found = NULL;
    unsigned seen = 0;
    for (struct pl_transfer *t = c->device->group->transfers; t; t = t->next)
        if ((t->recv == s && !t->written) || (t->send == s && !t->read)) {
            int order = pl_copies_order_(c);
            seen++;
            if (!found || order == 1 || (order == 2 && pl_random_(&c->device->group->random) % seen == 0))
                found = t;
        }
    return found;
}

static inline void pl_forget_transfers_(struct pl_group *g)
{
    for (struct pl_transfer *t = g->transfers, *next; t; t = next) {
        next = t->next;
        pl_flight_(t->to->call ? t->to->call : t->from->call, &t->dst, t->garbage, PL_END_FLIGHT_);
        free(t->data);
        free(t);
    }
    g->transfers = g->last = NULL;
}
#else
#define pl_touched_(...) ((void)0)
#endif

/* ---- Semaphores -----------------------------------------------------------------------------------------

   PL_SIGNAL, PL_SEM_WAIT and PL_BARRIER: counters, and what was deposited in them. */
static inline int pl_is_none_(const struct pl_semaphore *s, const char *what, struct pl_spot spot)
{
    PL_CHECKED_(if (!pl_now_ || !s) PL_FAIL_(spot, NULL, PL_HINT_NO_SEMAPHORE_, PL_MESSAGE_NO_SEMAPHORE_, what);)
    (void)what, (void)spot;
    return !s;
}

static inline void pl_await_(struct pl_semaphore *s, long long n, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    while (s->count < n) {
#if PL_CHECKS
        struct pl_transfer *t = pl_next_landing_(pl_now_, s);
        if (t) {
            if (t->recv == s && !t->written)
                pl_land_written_(pl_now_, t, spot);
            else
                pl_land_read_(pl_now_, t, spot);
            continue;
        }
#endif
        me->waits = s, me->needs = n, me->spot = spot;
        me->state = PL_WAITS_;
        pl_switch_(me);
        if (s->count + s->coming < n && (me->group->stuck || me->group->n == 1)) {
            me->group->stuck = 0;
            me->state = PL_WAITS_;
            pl_deadlock_(me, spot);
            me->state = PL_RUNS_;
            pl_abandon_(me);
            return;
        }
        me->waits = NULL;
        if (me->group->failed && me->call->mesh) {
            pl_abandon_(me);
            return;
        }
    }
    s->count -= n;
    me->waits = NULL;
#if PL_CHECKS
    s->waited = spot;
    pl_drop_landed_(me->group);
    me->reads = 0;
    pl_log_event_(me, s, n, 1);
#endif
}

static inline void pl_wait_sem_(struct pl_semaphore *s, long long n, struct pl_spot spot)
{
    if (pl_is_none_(s, "PL_SEM_WAIT", spot))
        return;
    PL_CHECKED_(if (n < 1) PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_WAIT_COUNT_, n);)
    pl_await_(s, n, spot);
}

#ifdef PL_MPI
/* Signals a semaphore on another device that is another process. */
static inline void pl_signal_process_(const struct pl_semaphore *s, long long n, long device, struct pl_spot spot)
{
    if (pl_mpi_add_(s, n, (int)device))
        return;
#if PL_CHECKS
    PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, device, s->name);
#else
    fprintf(stderr, "%s:%d: error: " PL_MESSAGE_NOT_IN_SCOPE_ "\n", spot.file, spot.line, device, s->name);
    abort();
#endif
}
#endif

static inline void pl_signal_sem_(struct pl_semaphore *s, long long n, long device, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_), *there = device < 0 ? me : &me->group->device[device];
    if (pl_is_none_(s, "PL_SIGNAL", spot))
        return;
    PL_CHECKED_(if (n < 1) PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_SIGNAL_COUNT_, n);)
    PL_MPI_(if (there != me && me->group->processes) { pl_signal_process_(s, n, device, spot); return; })
    s = pl_semaphore_there_(s, there, spot);
    s->count += n;
    s->last = spot;
    PL_CHECKED_(me->reads = 0; pl_log_deposit_(me, s, pl_log_event_(me, NULL, 0, 0), 0, n);)
    pl_wake_(s);
    if (there != me)
        pl_turn_over_(me);
}

static inline long long pl_read_sem_(struct pl_semaphore *s, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    if (pl_is_none_(s, "PL_SEM_READ", spot))
        return 0;
    PL_MPI_(if (me->group->processes) pl_mpi_look_(me, s); else)
    if (me->group->n > 1 && pl_next_ready_(me->group, me->id) != me->id)   /* a loop that polls must let others run */
        pl_switch_(me);
    if (me->group->failed && me->call->mesh)
        pl_abandon_(me);
#if PL_CHECKS
    if (++me->reads > 1000000)
        PL_FAIL_(spot, NULL, PL_HINT_SEM_READ_FOREVER_, PL_MESSAGE_SEM_READ_FOREVER_);
    if (s->coming && (pl_copies_order_(pl_now_) == 0 || me->reads > 100))
        return s->count + s->coming;
#endif
    return s->count;
}

static inline pl_sem pl_barrier_sem_(long id, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    int none = id < 0 || id >= PL_BARRIERS_;
#if PL_CHECKS
    if (!pl_root_(pl_now_)->mesh)
        PL_FAIL_(spot, NULL, PL_HINT_NO_MESH_, PL_MESSAGE_BARRIER_WITHOUT_MESH_, pl_root_(pl_now_)->name);
    if (none)
        PL_FAIL_(spot, NULL, NULL, PL_MESSAGE_NO_BARRIER_, id, PL_BARRIERS_);
#else
    (void)spot;
#endif
    return (pl_sem){ &me->barrier[none ? 0 : id] };
}

static inline void pl_barrier_(long id, int n, const long *device, struct pl_spot spot)
{
    pl_sem s = pl_barrier_sem_(id, spot);
    for (int d = 0; d < n; d++)
        pl_signal_sem_(s.at, 1, pl_device_named_(device[d], spot), spot);
    pl_wait_sem_(s.at, n, spot);
}

/* ---- Copies ---------------------------------------------------------------------------------------------

   PL_COPY, pl_start and pl_wait, on one device and to another. */
static inline pl_copy pl_copy_(const struct pl_view *src, const struct pl_view *dst, struct pl_semaphore *send,
                               struct pl_semaphore *recv, long device, struct pl_spot spot)
{
    pl_copy c = { *src, *dst, send, recv, device };
    (void)spot;
    if (device >= 0)
        pl_is_none_(send, "PL_REMOTE_COPY", spot);
    pl_is_none_(recv, device >= 0 ? "PL_REMOTE_COPY" : "PL_COPY", spot);
#if PL_CHECKS
    for (int d = 0; d < src->rank; d++)
        if (src->dim[d] != dst->dim[d]) {
            char from[128], to[128];
            pl_dims_text_(src->dim, src->rank, from, sizeof from);
            pl_dims_text_(dst->dim, dst->rank, to, sizeof to);
            PL_FAIL_(spot, NULL, PL_HINT_COPY_SHAPES_, PL_MESSAGE_COPY_SHAPES_, src->name, from, dst->name, to);
        }
#endif
    return c;
}

#if PL_CHECKS
/* Checks both ends of a copy before any data moves. */
static inline void pl_check_ends_(struct pl_call *c, const pl_copy *copy, const struct pl_view *dst, struct pl_device *there,
                                  struct pl_spot spot)
{
    int local = there == c->device;
    struct pl_region from = pl_region_(&copy->src), to = pl_region_(dst);
    char a[56], b[56];
    if (local && pl_regions_overlap_(&from, &to)) {
        pl_view_text_(c->device, &copy->src, a, sizeof a);
        pl_view_text_(c->device, dst, b, sizeof b);
        PL_FAIL_(spot, NULL, PL_HINT_COPY_OVERLAP_, PL_MESSAGE_COPY_OVERLAP_, a, b);
    }
    pl_touched_view_(c, &copy->src, 0, PL_TEXT_READ_BY_COPY_, spot);
    if (local)
        pl_touched_view_(c, dst, 1, PL_TEXT_WRITTEN_BY_COPY_, spot);
    else
        pl_touched_memory_(c, there, dst, &copy->dst, 1, PL_TEXT_WRITTEN_BY_PUSH_, spot);
}

static inline int pl_is_private_(const struct pl_device *me, const struct pl_view *v)
{
    const struct pl_operand *o = v->operand;
    const struct pl_operand *first = me->call->operand;
    if (o)
        return !(o >= first && o < first + me->call->operands && (o->any || o->kind == PL_KIND_SCRATCH_));
    return !pl_scope_of_(me, v->at);
}

static inline void pl_log_copy_(struct pl_device *me, const struct pl_transfer *t)
{
    struct pl_log *log = pl_log_of_(me);
    int event = pl_log_event_(me, NULL, 0, 0);
    struct pl_moved *m = log && event >= 0 ? pl_more_(log, &log->moved, &log->moves, &log->moved_capacity, sizeof *m) : NULL;
    if (!m)
        return;
    m->from = t->from->id, m->to = t->to->id, m->start = event, m->spot = t->spot;
    m->read = pl_region_(&t->src), m->written = pl_region_(&t->dst);
    memcpy(m->src, t->src_text, sizeof m->src);
    memcpy(m->dst, t->dst_text, sizeof m->dst);
    pl_where_text_(m->program, sizeof m->program);
    m->deposit[1] = pl_log_deposit_(me, t->recv, event, 1, (long long)t->bytes);
    m->deposit[0] = t->send ? pl_log_deposit_(me, t->send, event, 1, (long long)t->bytes) : m->deposit[1];
}
#endif

#ifdef PL_MPI
/* Pushes to a device that is another process. The data has arrived when this function returns. */
static inline void pl_push_to_process_(const pl_copy *copy, struct pl_spot spot)
{
    struct pl_call *c = pl_now_;
    struct pl_device *me = pl_device_(c);
    long long bytes = (long long)pl_view_bytes_(&copy->src);
    char *data;
    int there;
#if PL_CHECKS
    if (pl_is_private_(me, &copy->dst))
        PL_FAIL_(spot, NULL, PL_HINT_PUSH_PRIVATE_, PL_MESSAGE_PUSH_PRIVATE_, copy->dst.name);
    if (me->call->failed)
        return;
    pl_touched_view_(c, &copy->src, 0, PL_TEXT_READ_BY_COPY_, spot);
    if (pl_now_->failed)
        return;
#endif
    data = malloc((size_t)bytes + 1);
    if (!data) {
        pl_no_memory_(me->call, (size_t)bytes);
        return;
    }
    pl_gather_(data, &copy->src);
    PL_CHECKED_(pl_check_source_(c, &copy->src, data, (size_t)bytes, spot);)
    there = pl_mpi_write_(&copy->dst, data, (int)copy->device);
    free(data);
    if (there)
        pl_signal_process_(copy->recv, bytes, copy->device, spot);
    PL_CHECKED_(else PL_FAIL_(spot, NULL, PL_HINT_NOT_IN_SCOPE_, PL_MESSAGE_NOT_IN_SCOPE_, copy->device, copy->dst.name);)
    copy->send->count += bytes, copy->send->last = spot;
}
#endif

static inline void pl_start_copy_(const pl_copy *copy, struct pl_spot spot)
{
    struct pl_call *c = pl_now_;
    struct pl_device *me = pl_device_(c), *there = copy->device < 0 ? me : &me->group->device[copy->device];
    struct pl_semaphore *recv;
    struct pl_view dst = copy->dst;
    PL_MPI_(if (there != me && me->group->processes) { pl_push_to_process_(copy, spot); return; })
    recv = pl_semaphore_there_(copy->recv, there, spot);
    dst.at = pl_place_there_(&dst, me, there, spot);
#if PL_CHECKS
    struct pl_transfer *t;
    if (copy->device >= 0 && pl_is_private_(me, &copy->dst))
        PL_FAIL_(spot, NULL, PL_HINT_PUSH_PRIVATE_, PL_MESSAGE_PUSH_PRIVATE_, copy->dst.name);
    if (!dst.at || me->call->failed || !pl_view_bytes_(&copy->src))     /* no wait is needed for a copy of nothing */
        return;
    t = calloc(1, sizeof *t);
    if (t)
        t->data = malloc(pl_view_bytes_(&copy->src) + 1);
    if (!t || !t->data) {
        free(t);
        pl_no_memory_(me->call, pl_view_bytes_(&copy->src));
        return;
    }
    t->src = copy->src, t->dst = dst, t->from = me, t->to = there, t->send = copy->send, t->recv = recv;
    t->bytes = pl_view_bytes_(&copy->src), t->spot = spot, t->program = c->program;
    t->private = pl_is_private_(me, &copy->src) || pl_is_private_(me, &copy->dst);
    pl_view_text_(me, &copy->src, t->src_text, sizeof t->src_text);
    pl_view_text_(me, &copy->dst, t->dst_text, sizeof t->dst_text);
    pl_check_ends_(c, copy, &dst, there, spot);
    pl_gather_(t->data, &t->src);
    pl_check_source_(c, &t->src, t->data, t->bytes, spot);
    t->number = me->group->started++;
    t->garbage = t->number % PL_FLIGHT_IDS_;
    pl_transfer_text_(t, me->group->garbage[t->garbage].what, sizeof me->group->garbage[t->garbage].what);
    me->group->garbage[t->garbage].spot = spot;
    pl_log_copy_(me, t);
    pl_flight_(c, &t->dst, t->garbage, PL_BEGIN_FLIGHT_);
    recv->coming += (long long)t->bytes, recv->last = spot;
    if (t->send)
        t->send->coming += (long long)t->bytes, t->send->last = spot;
    if (me->group->last)
        me->group->last->next = t;
    else
        me->group->transfers = t;
    me->group->last = t;
    me->reads = 0;
#else
    {
        struct pl_rows from = pl_rows_of_(&copy->src), to = pl_rows_of_(&dst);
        if (from.bytes == to.bytes && from.bytes) {
            do
                memmove(to.row, from.row, from.bytes);
            while (pl_next_row_(&copy->src, &from) && pl_next_row_(&dst, &to));
        } else if (from.bytes) {
            char *data = malloc(pl_view_bytes_(&copy->src));
            if (!data) {
                pl_no_memory_(c, pl_view_bytes_(&copy->src));
                return;
            }
            pl_gather_(data, &copy->src);
            pl_scatter_(&dst, data);
            free(data);
        }
    }
    recv->count += (long long)pl_view_bytes_(&dst), recv->last = spot;
    if (copy->send)
        copy->send->count += (long long)pl_view_bytes_(&dst), copy->send->last = spot;
#endif
    pl_wake_(recv);
    if (there != me)
        pl_turn_over_(me);
}

/* ends: 1: wait until the source has been read; 2: until the bytes of the destination have arrived here; 3: both. */
static inline void pl_wait_copy_(const pl_copy *copy, int ends, struct pl_spot spot)
{
    long long bytes = (long long)pl_view_bytes_(&copy->dst);
    PL_CHECKED_(if (copy->device < 0 && ends != 3)
        PL_FAIL_(spot, NULL, PL_HINT_LOCAL_COPY_, PL_MESSAGE_LOCAL_COPY_, ends == 1 ? "send" : "recv");)
    if (copy->device < 0)
        ends = 2;
    if (ends & 1)
        pl_await_(copy->send, bytes, spot);
    if (ends & 2)
        pl_await_(copy->recv, bytes, spot);
}

static inline pl_copy pl_started_(pl_copy c, struct pl_spot spot)
{
    pl_start_copy_(&c, spot);
    return c;
}
static inline void pl_waited_(pl_copy c, struct pl_spot spot)
{
    pl_start_copy_(&c, spot);
    pl_wait_copy_(&c, 3, spot);
}

/* Copies without a semaphore. The copy is complete when the function returns. */
static inline void pl_sync_copy_(const struct pl_view *src, const struct pl_view *dst, struct pl_spot spot)
{
    struct pl_semaphore none = { .name = "", .index = -1 };
    pl_copy c;
    char *data;
    pl_device_(pl_now_);
    c = pl_copy_(src, dst, NULL, &none, -1, spot);
    PL_CHECKED_(pl_check_ends_(pl_now_, &c, dst, pl_now_->device, spot);)
    (void)c;
    data = malloc(pl_view_bytes_(src) + 1);
    if (!data) {
        pl_no_memory_(pl_now_, pl_view_bytes_(src));
        return;
    }
    pl_gather_(data, src);
    PL_CHECKED_(pl_check_source_(pl_now_, src, data, pl_view_bytes_(src), spot);)
    pl_scatter_(dst, data);
    free(data);
}

/* Implement PL_FILL and PL_ASSIGN for views. */
static inline void pl_fill_view_(const struct pl_view *x, struct pl_value v, struct pl_spot spot)
{
    struct pl_window w = pl_window_over_(x);
    pl_fill_(x->at, &w, v, spot.file, spot.line);
}
static inline void pl_assign_view_(const struct pl_view *dst, const struct pl_view *src, struct pl_spot spot)
{
    struct pl_window to = pl_window_over_(dst), from = pl_window_over_(src);
    pl_assign_(dst->at, &to, src->at, &from, spot.file, spot.line);
}

/* Makes n semaphores and their handles, with NULL handles before and after them to detect a wrong subscript. */
enum { PL_NO_HANDLES_ = 8 };
static inline void pl_make_semaphores_(struct pl_call *c, long n, const char *name, int dma, struct pl_semaphore **sems, void **handles)
{
    struct pl_device *me = pl_device_(c);
    long count = n < 0 ? 1 : n;
    struct pl_semaphore **handle;
    *sems = count < LONG_MAX / 256 ? calloc((size_t)count + 1, sizeof **sems) : NULL;
    handle = *sems ? calloc((size_t)count + 2 * PL_NO_HANDLES_, sizeof *handle) : NULL;
    *handles = handle ? handle + PL_NO_HANDLES_ : NULL;
    if (!handle) {
        free(*sems);
        *sems = NULL;
        pl_no_memory_(pl_root_(c), (size_t)count * sizeof **sems);
        return;
    }
    for (long i = 0; i < count; i++) {
        (*sems)[i] = (struct pl_semaphore){ .name = name, .index = n < 0 ? -1 : i, .dma = dma, .device = me };
        handle[PL_NO_HANDLES_ + i] = &(*sems)[i];
    }
}
static inline void pl_free_semaphores_(struct pl_semaphore *sems, void *handles)
{
    free(sems);
    if (handles)
        free((struct pl_semaphore **)handles - PL_NO_HANDLES_);
}

PL_ENGINE_ void pl_operand_semaphores_(struct pl_call *c, struct pl_operand *o)
{
    if (o->semaphores < 0)
        pl_fail_(c, PL_FAILED, PL_MESSAGE_SEMAPHORES_NEGATIVE_);
    pl_make_semaphores_(c, o->semaphores < 0 ? 0 : o->semaphores, o->name, o->dma, &o->sems, &o->handles);
    for (long i = 0; o->sems && i < o->semaphores; i++)
        o->sems[i].operand = o;
}

static inline void pl_sign_hbm_(const struct pl_window *w, const char *name)
{
    struct pl_operand *o = (struct pl_operand *)(uintptr_t)w->operand;
    if (o && o->kind == PL_KIND_SCRATCH_)
        o->name = name;
}
static inline void pl_sign_semaphores_(struct pl_call *c, struct pl_semaphore *s, const char *name, long n)
{
    struct pl_operand *o = s ? (struct pl_operand *)(uintptr_t)s->operand : NULL;
    if (!o || c->inner)
        return;
    o->name = name;
    for (long i = 0; i < o->semaphores; i++)
        o->sems[i].name = name, o->sems[i].index = n < 0 ? -1 : i;
    PL_CHECKED_(if (n >= 0 && n != o->semaphores)
        pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_SEMAPHORES_COUNT_, o->semaphores, name, n);)
}

/* ---- Checks at the end of a program, scope or pass ------------------------------------------------------

   Semaphores that are not zero, and copies that nobody waited for. */
#if PL_CHECKS
static inline void pl_check_semaphore_(const struct pl_semaphore *s, const char *when, struct pl_spot spot)
{
    char name[80], hint[200], of[32] = "";
    int n = s->device->group->n;
    PL_MPI_(pl_mpi_take_((struct pl_semaphore *)(uintptr_t)s);)
    if (!s->count || (pl_now_ && pl_now_->failed))
        return;
    pl_semaphore_text_(s, name, sizeof name);
    if (n > 1)
        snprintf(of, sizeof of, " of device %d", s->device->id);
    if (!s->last.file)
        snprintf(hint, sizeof hint, s->dma ? "another device pushed here; its bytes are waited for" : "another device signaled it; each signal is waited for");
    else if (s->dma)
        snprintf(hint, sizeof hint, "a copy that counts on it was last started at line %d%s%.0d%s", s->last.line,
                 s->waited.line ? ", a wait on line " : "", s->waited.line, s->waited.line ? " took less: its shape is smaller" : "");
    else
        snprintf(hint, sizeof hint, "it was last signaled here; each signal is waited for");
    PL_FAIL_(s->last.file ? s->last : spot, NULL, hint, PL_MESSAGE_SEMAPHORE_VALUE_, strncmp(name, "barrier", 7) ? "semaphore " : "",
             name, of, s->dma ? "holds" : "is", s->count, s->dma ? "bytes " : "", when);
}

/* Whether the end of this device's step finds the copy unfinished: a window or a tile is read, or is written by a local copy. */
static inline int pl_needs_step_(const struct pl_transfer *t, const struct pl_device *me)
{
    return t->private && t->from == me && !(t->send ? t->read : t->written);
}

/* The same for the end of a scope, whose memory or semaphores the copy still uses. A local copy has been read when it is written. */
static inline int pl_needs_scope_(const struct pl_transfer *t, const struct pl_scoped *scope)
{
    int reads = !t->read && (pl_scope_of_(t->from, t->src.at) == scope || (t->send && t->send->scope == scope));
    return reads || (!t->written && (pl_scope_of_(t->to, t->dst.at) == scope || t->recv->scope == scope));
}

/* Reports copies in flight that must have completed by now: those of a step of this device, or of a scope; both NULL: all. */
static inline void pl_check_flights_(struct pl_group *g, const struct pl_device *step, const struct pl_scoped *scope, const char *when)
{
    const struct pl_transfer *first = NULL;
    char what[200], notes[700] = "";
    long count = 0;
    for (const struct pl_transfer *t = g->transfers; t; t = t->next) {
        if ((step && !pl_needs_step_(t, step)) || (scope && !pl_needs_scope_(t, scope)))
            continue;
        count++;
        if (!first) {
            first = t;
        } else if (strlen(notes) < sizeof notes - 300) {
            size_t n = strlen(notes);
            pl_transfer_text_(t, what, sizeof what);
            snprintf(notes + n, sizeof notes - n, "%s%s%s%.0d%s%s, too", n ? "\n" : "", n ? t->spot.file : "", n ? ":" : "", n ? t->spot.line : 0,
                     n ? ": note: " : "", what);
        }
    }
    if (!first || (pl_now_ && pl_now_->failed))
        return;
    pl_transfer_text_(first, what, sizeof what);
    PL_FAIL_(first->spot, NULL, notes[0] ? notes : step ? PL_HINT_COPY_OF_WINDOW_ : PL_HINT_COPY_NOT_WAITED_,
             PL_MESSAGE_COPY_NOT_WAITED_, what, when, first->read && first->send ? PL_TEXT_ARRIVAL_NOT_WAITED_
             : first->written && first->send ? PL_TEXT_SEND_NOT_WAITED_ : PL_TEXT_NEVER_WAITED_,
             count > 1 ? "; it is not the only one" : "");
}

/* Checks the copies and semaphores of all devices, at the end of a pass or of an index of the parallel axes. */
static inline void pl_check_settled_(struct pl_call *c, const char *when)
{
    struct pl_group *g = c->device->group;
    struct pl_spot spot = { c->file, c->line };
    pl_check_flights_(g, NULL, NULL, when);
    for (int d = 0; d < g->n && !c->failed; d++) {
        const struct pl_call *other = g->device[d].call;
        for (int i = 0; other && i < other->operands; i++)
            for (long s = 0; s < other->operand[i].semaphores && !c->failed; s++)
                pl_check_semaphore_(&other->operand[i].sems[s], when, spot);
        for (int b = 0; b < PL_BARRIERS_ && !c->failed; b++)
            pl_check_semaphore_(&g->device[d].barrier[b], when, spot);
    }
}
#endif

/* ---- The order that holds in every schedule --------------------------------------------------------------

   Each event of a device has a vector clock: the number of events of each device that complete before it. The events of one
   device are ordered. A wait comes after those deposits (signals, and completions of copies) that it could not have been
   satisfied without, which need not be the ones that satisfied it in this run. A wait proves a deposit d if all other
   deposits that could be there by then, except those that come after d anyway, are too few. A deposit could be there
   unless its clock shows that it comes after the wait. The clocks only grow, so this repeats until no wait proves a new
   deposit. A copy is complete at the wait that proves its deposit.
   -------------------------------------------------------------------------------------------------------- */
#if PL_CHECKS
static inline int pl_knows_(const struct pl_log *log, int event, int other)    /* whether `other` completes before `event` */
{
    return log->event[event].clock[log->event[other].device] >= (unsigned)log->event[other].number;
}

static inline void pl_join_(unsigned *clock, const unsigned *other, int n)
{
    for (int d = 0; d < n; d++)
        if (other[d] > clock[d])
            clock[d] = other[d];
}

/* Computes the clocks from the proved deposits. 0: out of memory. */
static inline int pl_clocks_(struct pl_log *log, int n)
{
    long *last = malloc((size_t)n * sizeof *last);
    int able = last != NULL;
    for (int d = 0; able && d < n; d++)
        last[d] = -1;
    for (long e = 0; able && e < log->events; e++) {
        struct pl_event *event = &log->event[e];
        if (!event->clock && !(event->clock = malloc((size_t)n * sizeof *event->clock))) {
            able = 0;
            break;
        }
        memset(event->clock, 0, (size_t)n * sizeof *event->clock);
        if (last[event->device] >= 0)
            pl_join_(event->clock, log->event[last[event->device]].clock, n);
        event->clock[event->device] = (unsigned)event->number;
        for (long i = event->proved; i >= 0; i = log->deposit[i].proved)
            pl_join_(event->clock, log->event[log->deposit[i].event].clock, n);
        last[event->device] = e;
    }
    free(last);
    return able;
}

/* Whether deposit d is always there when x is. */
static inline int pl_comes_before_(const struct pl_log *log, const struct pl_deposit *d, const struct pl_deposit *x)
{
    return d->copy ? d->wait >= 0 && pl_knows_(log, x->event, (int)d->wait) : x->event != d->event && pl_knows_(log, x->event, d->event);
}

/* Finds the deposits that a wait proves, and returns whether any is new. *from: first deposit of its semaphore that earlier
   waits do not prove; *sum: the amount of the deposits before it. */
static inline int pl_prove_(struct pl_log *log, long e, long *from, long long *sum)
{
    struct pl_event *wait = &log->event[e];
    long long total;
    int news = 0;
    while (*from >= 0 && log->deposit[*from].wait >= 0 && log->deposit[*from].wait < e) {
        *sum += log->deposit[*from].amount;
        *from = log->deposit[*from].next;
    }
    total = *sum;
    for (long i = *from; i >= 0; i = log->deposit[i].next)
        if (!pl_knows_(log, log->deposit[i].event, (int)e))
            total += log->deposit[i].amount;
    for (long i = *from; i >= 0; i = log->deposit[i].next) {
        struct pl_deposit *d = &log->deposit[i];
        long long others = total - d->amount;
        if (d->event > e || (d->wait >= 0 && d->wait <= e) || pl_knows_(log, d->event, (int)e))
            continue;
        for (long k = *from; k >= 0; k = log->deposit[k].next)
            if (k != i && !pl_knows_(log, log->deposit[k].event, (int)e) && pl_comes_before_(log, d, &log->deposit[k]))
                others -= log->deposit[k].amount;
        if (others >= wait->before + wait->amount)
            continue;
        if (d->wait >= 0) {                                            /* unlink it from the later wait */
            long *link = &log->event[d->wait].proved;
            while (*link != i)
                link = &log->deposit[*link].proved;
            *link = d->proved;
        }
        d->wait = e, d->proved = wait->proved, wait->proved = i;
        news = 1;
    }
    return news;
}

/* Computes the order of all events. 0: out of memory. */
static inline int pl_order_(struct pl_log *log, int n)
{
    size_t count = (size_t)log->semaphores + 1;
    long *first = malloc(count * sizeof *first), *last = malloc(count * sizeof *last);
    long long *sum = malloc(count * sizeof *sum);
    int news = 1, able = first && last && sum;
    for (size_t s = 0; able && s < count; s++)
        first[s] = last[s] = -1, sum[s] = 0;
    for (long i = 0; able && i < log->deposits; i++) {
        int s = log->deposit[i].semaphore;
        if (last[s] < 0)
            first[s] = i;
        else
            log->deposit[last[s]].next = i;
        last[s] = i;
    }
    for (long e = 0; able && e < log->events; e++)
        if (log->event[e].waits) {
            log->event[e].before = sum[log->event[e].semaphore];
            sum[log->event[e].semaphore] += log->event[e].amount;
        }
    while (able && news) {
        news = 0;
        able = pl_clocks_(log, n);
        for (size_t s = 0; s < count; s++)
            last[s] = first[s], sum[s] = 0;
        for (long e = 0; able && e < log->events; e++)
            if (log->event[e].waits)
                news |= pl_prove_(log, e, &last[log->event[e].semaphore], &sum[log->event[e].semaphore]);
    }
    free(first), free(last), free(sum);
    return able;
}

/* Event that completes this side of a copy; -1: no wait proves that it is complete. */
static inline long pl_over_(const struct pl_log *log, const struct pl_moved *m, int side)
{
    return m->deposit[side] < 0 ? -1 : log->deposit[m->deposit[side]].wait;
}

static inline void pl_moved_text_(const struct pl_moved *m, char *text, size_t capacity)
{
    snprintf(text, capacity, "the %s of %s to %s, started at line %d", m->from == m->to ? "copy" : "push", m->src, m->dst, m->spot.line);
    if (m->from != m->to)
        pl_append_(text, capacity, " by device %d", m->from);
    pl_append_(text, capacity, "%s", m->program);
}

static inline void pl_report_pair_(struct pl_call *c, const struct pl_moved *m, int side, const char *other, struct pl_spot spot)
{
    char text[240], hint[500], of[32] = "";
    pl_moved_text_(m, text, sizeof text);
    snprintf(hint, sizeof hint, "nothing orders the two in every run: a copy ends when a wait has taken its bytes, another device "
             "continues when it has been signaled\n%s:%d: note: the other one is here", spot.file, spot.line);
    if (c->device->group->n > 1)
        snprintf(of, sizeof of, " of device %d", side ? m->to : m->from);
    c->program = -1, c->nameless = 1;
    pl_report_(m->spot.file, m->spot.line, NULL, hint, PL_MESSAGE_RACE_OF_COPY_, side ? m->dst : m->src, of, side ? "written"
               : "read", text, other);
    c->nameless = 0;
}

static inline int pl_races_with_access_(struct pl_call *c, const struct pl_log *log, const struct pl_moved *m, int side,
                                        const struct pl_access *a, long event)
{
    long over = pl_over_(log, m, side);
    char other[260];
    if (a->device != (side ? m->to : m->from) || (!side && !a->writes) || log->event[m->start].clock[a->device] > (unsigned)a->after)
        return 0;
    if (over >= 0 && event >= 0 && pl_knows_(log, (int)event, (int)over))
        return 0;
    if (!pl_regions_overlap_(side ? &m->written : &m->read, &a->region))
        return 0;
    snprintf(other, sizeof other, "%s at line %d", a->verb, a->spot.line);
    if (c->device->group->n > 1)
        pl_append_(other, sizeof other, " by device %d", a->device);
    pl_append_(other, sizeof other, "%s", a->program);
    pl_report_pair_(c, m, side, other, a->spot);
    return 1;
}

static inline int pl_races_with_copy_(struct pl_call *c, const struct pl_log *log, const struct pl_moved *a, const struct pl_moved *b)
{
    for (int s = 1; s < 4; s++) {
        int x = s & 1, y = s >> 1;
        long over_a = pl_over_(log, a, x), over_b = pl_over_(log, b, y);
        char text[240], other[280];
        if ((x ? a->to : a->from) != (y ? b->to : b->from))
            continue;
        if ((over_a >= 0 && pl_knows_(log, b->start, (int)over_a)) || (over_b >= 0 && pl_knows_(log, a->start, (int)over_b)))
            continue;
        if (!pl_regions_overlap_(x ? &a->written : &a->read, y ? &b->written : &b->read))
            continue;
        pl_moved_text_(b, text, sizeof text);
        snprintf(other, sizeof other, "%s by %s", y ? "written" : "read", text);
        pl_report_pair_(c, a, x, other, b->spot);
        return 1;
    }
    return 0;
}

/* Reports a push to a device that no event of the receiver in this call precedes. */
static inline int pl_comes_unasked_(struct pl_call *c, const struct pl_log *log, const struct pl_moved *m)
{
    char text[240];
    if (m->from == m->to || log->event[m->start].clock[m->to] > 0)
        return 0;
    pl_moved_text_(m, text, sizeof text);
    c->program = -1, c->nameless = 1;
    pl_report_(m->spot.file, m->spot.line, NULL, PL_HINT_RACE_OF_CALLS_, PL_MESSAGE_RACE_OF_CALLS_, m->dst, m->to, text, m->to);
    c->nameless = 0;
    return 1;
}

static inline int pl_came_unasked_(struct pl_call *c, const struct pl_transfer *t)
{
    struct pl_log *log = t->from->group->log;
    int found = 0;
    if (!log || t->from == t->to || !pl_order_(log, t->from->group->n))
        return 0;
    for (long m = 0; m < log->moves && !found; m++)
        found = log->moved[m].spot.line == t->spot.line && log->moved[m].to == t->to->id && pl_comes_unasked_(c, log, &log->moved[m]);
    return found;
}

static inline void pl_find_races_(struct pl_call *c)
{
    struct pl_group *g = c->device->group;
    struct pl_log *log = g->log;
    long *before = malloc((size_t)(log->accesses + 1) * sizeof *before), *at = malloc((size_t)g->n * sizeof *at);
    int found = 0;
    for (int d = 0; at && d < g->n; d++)
        at[d] = -1;
    if (before && at && pl_order_(log, g->n)) {
        for (long a = 0; a < log->accesses; a++) {                     /* last event of the device before it */
            int d = log->access[a].device;
            for (long e = at[d] + 1; e < log->events && (log->event[e].device != d || log->event[e].number <= log->access[a].after); e++)
                if (log->event[e].device == d)
                    at[d] = e;
            before[a] = at[d];
        }
        for (long m = 0; m < log->moves && !found; m++)
            for (int side = 0; side < 2 && !found; side++)
                for (long a = 0; a < log->accesses && !found; a++)
                    found = pl_races_with_access_(c, log, &log->moved[m], side, &log->access[a], before[a]);
        for (long m = 0; m < log->moves && !found; m++)
            for (long k = 0; k < m && !found; k++)
                found = pl_races_with_copy_(c, log, &log->moved[k], &log->moved[m]);
        for (long m = 0; m < log->moves && !found; m++)
            found = pl_comes_unasked_(c, log, &log->moved[m]);
    }
    free(before), free(at);
}

static inline int pl_views_overlap_(const struct pl_view *a, const struct pl_view *b)
{
    struct pl_region x = pl_region_(a), y = pl_region_(b);
    return pl_regions_overlap_(&x, &y);
}

static inline int pl_device_number_(const struct pl_device *d) { return d->group->n > 1 ? d->id : -1; }

/* Checks that all devices make the same call, with as many devices as its mesh has. */
static inline void pl_begin_devices_(struct pl_call *c)
{
    const struct pl_call *first;
    if (pl_mesh_size_(c) != pl_mesh_devices_(c)) {
        pl_report_(c->file, c->line, NULL, PL_HINT_MESH_DEVICES_, PL_MESSAGE_MESH_DEVICES_,
                   pl_mesh_size_(c), pl_mesh_devices_(c));
        return;
    }
    pl_device_(c)->group->order = c->set.devices;
    PL_MPI_(if (pl_mpi_is_process_(c)) {
        pl_mpi_show_places_(c);
        pl_rendezvous_(c);
        pl_mpi_learn_(c);
        return;
    })
    if (!pl_rendezvous_at_(c, PL_TEXT_WAITS_TO_BEGIN_))
        return;
    first = c->device->group->device[0].call;
    if (first && (first->line != c->line || strcmp(first->name, c->name)))
        pl_report_(c->file, c->line, NULL, PL_HINT_CALLS_OF_DEVICES_, PL_MESSAGE_CALLS_OF_DEVICES_, c->device->id, first->name,
                   first->line);
    for (int i = 0; first && !c->failed && i < c->operands; i++)
        for (int d = 0; d < c->operand[i].rank && c->operand[i].any; d++)
            if (c->operand[i].shape[d] != first->operand[i].shape[d] && !c->failed)
                pl_report_(c->file, c->line, &c->operand[i], PL_HINT_SHARES_, PL_MESSAGE_SHARES_, d, c->operand[i].shape[d],
                           first->operand[i].shape[d]);
    if (c->failed)
        pl_fail_group_(c);
    pl_rendezvous_(c);
}

static inline void pl_reset_semaphores_(struct pl_operand *o)
{
    for (long s = 0; o->sems && s < o->semaphores; s++) {
        PL_MPI_(pl_mpi_take_(&o->sems[s]);)
        o->sems[s].count = o->sems[s].coming = o->sems[s].number = 0;
    }
}

/* Checks the end of a program. */
static inline void pl_check_step_(struct pl_call *c)
{
    if (c->device && !c->failed && c->device->group->transfers)
        pl_check_flights_(c->device->group, c->device, NULL, PL_TEXT_END_OF_PROGRAM_);
}

static inline void pl_close_group_(struct pl_call *c)
{
    struct pl_group *g = c->device->group;
    if (c->failed || c->code)
        pl_fail_group_(c);
    if (g->n == 1 || c->code)
        pl_forget_transfers_(g);
    pl_leave_group_(c);
    for (int i = 0; i < c->operands; i++)
        pl_free_semaphores_(c->operand[i].sems, c->operand[i].handles);
    if (g->n == 1) {
        pl_log_free_(g->log);
        g->log = NULL;
    }
    free(c->lone);
}

static inline void pl_free_scope_(struct pl_scoped *s)
{
    PL_MPI_(pl_mpi_leave_scope_(s);)
    s->device->scopes = s->outer;
    if (s->sems)
        pl_free_semaphores_(s->sems, s->handles);
    s->sems = NULL;
}

/* Ends a pass, when all devices have reached its end. */
static inline void pl_end_pass_(struct pl_call *c)
{
    struct pl_group *g;
    if (!c->device || c->failed)
        return;
    g = c->device->group;
    if (!pl_rendezvous_(c))
        return;
    if (c->device->id == 0 || g->n == 1 PL_MPI_(|| g->processes)) {
        pl_check_settled_(c, PL_TEXT_END_OF_CALL_);
        if (!c->failed && g->log)
            pl_find_races_(c);
        pl_log_free_(g->log);
        g->log = NULL;
        for (int d = 0; d < g->n; d++)
            g->device[d].events = 0;
        if (c->failed)
            pl_fail_group_(c);
    }
    pl_rendezvous_(c);
}
#endif

/* ---- Scopes and pipelines -------------------------------------------------------------------------------

   PL_SCOPED and PL_PIPELINE: memory to the end of a block, and a call inside a kernel. */
static inline void pl_enter_scope_(struct pl_scoped *s, const char *name, struct pl_spot spot)
{
    struct pl_device *me = pl_device_(pl_now_);
    s->name = name, s->spot = spot, s->device = me;
    s->outer = me->scopes, s->depth = s->outer ? s->outer->depth + 1 : 0;
    me->scopes = s;
    PL_MPI_(pl_mpi_enter_scope_(s);)
}
static inline void pl_leave_scope_(struct pl_scoped *s)
{
#if PL_CHECKS
    struct pl_call *c = pl_now_;
    if (c && c->running && !c->failed) {                               /* a report must not jump past the end of the scope */
        c->running = 0;
        pl_check_flights_(s->device->group, NULL, s, PL_TEXT_END_OF_SCOPE_);
        for (long i = 0; s->sems && i < s->n && !c->failed; i++)
            pl_check_semaphore_(&s->sems[i], PL_TEXT_END_OF_SCOPE_, s->spot);
        c->running = 1;
    }
#endif
    PL_MPI_(pl_mpi_leave_scope_(s);)
    s->device->scopes = s->outer;
}

static inline void pl_scoped_begin_(struct pl_scoped *s, const char *name, size_t size, enum pl_dtype type, int rank, const long *dims,
                                    struct pl_spot spot)
{
    size_t guard = PL_CHECKS ? (size + 63) / 64 * 64 * (size_t)PL_GUARD_ : 0;
    memset(s, 0, sizeof *s);
    guard = guard > 4096 ? (size + 63) / 64 * 64 : guard;
#if PL_CHECKS
    for (int d = 0; d < rank; d++)
        if (dims[d] < 1)
            PL_FAIL_(spot, NULL, NULL, "PL_SCOPED %s: " PL_MESSAGE_ARRAY_EXTENT_, name, d, dims[d]);
#endif
    s->tile.bytes = pl_bytes_(size, rank, dims);
    PL_MPI_(s->tile.heap = pl_mpi_scoped_(s, s->tile.bytes + 2 * guard + 64, name, spot); if (!s->tile.heap))
    s->tile.heap = s->tile.bytes < (size_t)LONG_MAX / 2 ? aligned_alloc(64, (s->tile.bytes + 2 * guard + 64) / 64 * 64) : NULL;
    if (!s->tile.heap) {
        fprintf(stderr, "%s:%d: error: out of memory for the PL_SCOPED %s of %zu bytes [scoped-no-memory]\n", spot.file, spot.line, name, s->tile.bytes);
        abort();
    }
    s->tile.at = (char *)s->tile.heap + guard;
    pl_window_dims_(&s->tile.window, s->tile.at, size, type, rank, dims);
#if PL_CHECKS
    s->tile.name = name, s->tile.scoped = s;
    s->tile.outer = pl_now_->tiles;
    pl_now_->tiles = &s->tile;
    pl_open_tile_(&s->tile, guard);
#endif
    pl_enter_scope_(s, name, spot);
    pl_touched_(&s->tile.window, 1, "declared", spot.file, spot.line);
}
static inline void pl_scoped_end_(struct pl_scoped *s)
{
#if PL_CHECKS
    if (pl_now_)
        pl_now_->tiles = s->tile.outer;
    pl_close_tile_(&s->tile);
#endif
    pl_leave_scope_(s);
    PL_FREE_(s->tile.heap);
}

static inline void pl_scoped_sems_begin_(struct pl_scoped *s, const char *name, int dma, long n, struct pl_spot spot)
{
    memset(s, 0, sizeof *s);
    s->n = n < 0 ? 1 : n;
    pl_make_semaphores_(pl_now_, n, name, dma, &s->sems, &s->handles);
    for (long i = 0; s->sems && i < s->n; i++)
        s->sems[i].scope = s;
    PL_MPI_(if (s->sems) pl_mpi_scoped_counters_(s);)
#if PL_CHECKS
    s->tile.scoped = s;
    s->tile.outer = pl_now_->tiles;
    pl_now_->tiles = &s->tile;
#endif
    pl_enter_scope_(s, name, spot);
}
static inline void pl_scoped_sems_end_(struct pl_scoped *s)
{
    PL_CHECKED_(if (pl_now_) pl_now_->tiles = s->tile.outer;)
    pl_leave_scope_(s);
    pl_free_semaphores_(s->sems, s->handles);
    s->sems = NULL;
}

/* ---- Pipelines ------------------------------------------------------------------------------------------ */
static inline void pl_pipeline_begins_(struct pl_call *c, const struct pl_caller *caller)
{
    struct pl_call *outer = pl_now_;
    pl_use_more_();
    memset(c, 0, PL_CHECKS ? sizeof *c : offsetof(struct pl_call, axis));
    c->inner = c->apart = 1;
    c->name = outer->name, c->kernel = caller->kernel, c->file = caller->file, c->line = caller->line;
    c->outer = outer, c->device = outer->device;
    pl_now_ = c;
#if PL_CHECKS
    c->program = -1;
    c->set = outer->set;
    c->set.check = outer->set.check == 2 ? 2 : 0;
    c->set.chip = NULL;
    c->pass = outer->pass, c->quiet = outer->quiet, c->settle = outer->settle;
    c->trace = outer->trace, c->began = outer->began;
    c->subscript = outer->subscript, c->bad_address = outer->bad_address;
#endif
}

/* Sets address, shape and strides of an operand from a view. */
static inline void pl_give_view_(struct pl_operand *o, const struct pl_view *v)
{
    size_t dense = v->element;
    o->view = v;
    o->array = v->at, o->given = v->dim, o->name = v->name;
    o->type = v->operand && v->operand->type ? v->operand->type : "its elements";
    for (int d = v->rank; d-- > 0; dense *= (size_t)v->dim[d])
        if (v->stride[d] != dense && v->dim[d] != 1)
            o->distance = v->stride;
}

static inline void pl_init_(struct pl_call *c, struct pl_operand *o, struct pl_value v, int now)
{
    o->init = now;
    if (now && o->size <= sizeof o->init_value)
        pl_convert_(o->init_value, o->dtype, v.at, v.type, o->size);
    PL_CHECKED_(if (o->size > sizeof o->init_value || (o->dtype == PL_STRUCT_) != (v.type == PL_STRUCT_))
        pl_report_(c->file, c->line, o, PL_HINT_INIT_VALUE_, PL_MESSAGE_INIT_VALUE_);)
    (void)c;
}

static inline void pl_fill_init_(const struct pl_operand *o, char *block)
{
    pl_fill_bytes_(block, o->init_value, o->size, o->bytes / o->size);
}

static inline void pl_pipeline_ends_(struct pl_call *c)
{
    int code = pl_close_(c);
    struct pl_call *outer = pl_now_;
    if (!code)
        return;
    outer->code = code;
    PL_CHECKED_(outer->failed = 1; pl_stop_();)
}

static inline void pl_use_more_(void)
{
    static const struct pl_more_of all = {
        pl_device_, pl_operand_semaphores_, pl_rendezvous_, pl_leave_group_,
        PL_CHECKED_(pl_touched_, pl_touched_view_, pl_any_, pl_views_overlap_, pl_begin_devices_, pl_end_pass_,
                    pl_close_group_, pl_check_settled_, pl_check_step_, pl_free_scope_,)
    };
    pl_more_of_ = &all;
}

#endif /* modes */

/* ==== Names of the program, once more: its macros are back =============================================== */
#ifdef PL_ASIDE_
PL_ASIDE_(PL_POP_)
#endif
#endif /* PALLAS_H */

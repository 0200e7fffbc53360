// base/facts.h -- the facts of the plan: each argument has a name, its field.
//
// One table for both sides: emit prints a fact with more than four arguments by the names of its fields (base/facts.c), and
// a template reads $name in a macro that pl_define defines (render/source.c). No include guard: each reader defines FACT,
// FIELD and LIKE. LIKE is a fact with the fields of another.
//
// `make docs/facts.md` makes a page from this file (base/facts.awk): a row from each fact, and all that follows `//: `. A row
// that is too long for a line goes on in the next ones. tests/commands/facts.sh makes the page again and compares.

//: # Facts, definitions and words
//:
//: `gen/` prints a plan as m4 definitions; a template gives the facts in them a text. [templates.md](templates.md) shows
//: how. `make docs/facts.md` makes this page from `gen/base/facts.h`.
//:
//: * A *definition*, `PL_` with upper case, is a list of facts, a text or a number. A template may expand it any number of
//:   times, each time with other definitions of its facts.
//: * A *fact*, `pl_` with lower case, is a macro that the template defines. Its arguments have names, its fields. A field
//:   without an explanation is what its name says.
//: * A *word*, `say_`, is a macro for something that each language spells in its own way. The trees of `gen/schedule` have
//:   words as leaves.
//:
//: Types are codes: `void bool i8 i16 i32 i64 u8 u16 u32 u64 f16 bf16 e4m3 e5m2 f32 f64`, or a struct's name. A *ref* is the
//: kernel's name for an operand's window, a scratch or a tile. The *base* of an operand is the prefix of the names that
//: templates make for it, `x` in `x_array`.
//:
//: ## Definitions
//:
//: Of the file:
//:
//: | definition | what it holds |
//: |---|---|
//: | `PL_FILE`, `PL_STEM` | the user's file (within a call, the file of its `PL_CALL`); its name without folder and extension |
//: | `PL_GLOBALS` | facts of the file: enumerators, structs, constant tables, helpers, in the order that C requires |
//: | `PL_CALLS` | for each call the definitions below, followed by `pl_call()` |
//: | `PL_NAMES` | `pl_name` for every user name, because a target reserves names |
//: | `PL_DEBUG` | `lines` with `-g`, otherwise empty |
//:
//: Of each call:
//:
//: | definition | what it holds |
//: |---|---|
//: | `PL_NAME`, `PL_KERNEL_NAME`, `PL_LINE` | its name, its kernel's name, its line |
//: | `PL_CALLED` | its name in messages: the user's, also if `lower/parts.c` has made the call |
//: | `PL_PREFIX` | the prefix of names that a template makes for the call in the file, such as `add` in `add_gpu`. It is the
//:   call's name, unless the user has such a name, too. After it comes a `_`, and an axis, a parameter of the kernel, or a
//:   word of `file_words` in `gen/plan/names.c` |
//: | `PL_LINE_OF_CALL`, `PL_LINE_OF_` | with `-g`: `pl_line` for the call as a whole, and in `PL_LINE_OF_x` for the part
//:   of x. Without `-g` the latter is not defined |
//: | `PL_ARGUMENTS` | `pl_argument` for each parameter of the C function, in its order |
//: | `PL_DECLARED` | these parameters, as `pl_declared_alike_` of `pallas.h` compares them with those of the caller's build |
//: | `PL_AXES` | `pl_axis` for each axis of the grid, the slowest first |
//: | `PL_PROGRAM_COUNT` | the number of programs on the parallel axes: `i_programs * j_programs` |
//: | `PL_OPERANDS`, `PL_OPERAND_` | `pl_operand` for each operand; `PL_OPERAND_x` is that of the ref x |
//: | `PL_DIMS_` | `PL_DIMS_x`: a `pl_dim` for each dim of the array of x, outermost first |
//: | `PL_BUFFERS`, `PL_BUFFERS_WORKSPACE` | `pl_buffer` for all memory that `PL_PROGRAMS` needs; its bytes, as the launcher computes them, or
//:   nothing |
//: | `PL_MESH` | `pl_mesh` for each axis of the call's mesh |
//: | `PL_AGREEMENTS` | the launcher's checks of extents: calls of the functions of `targets/shared/call.h` |
//: | `PL_DIVISORS` | likewise those of index maps' divisors that are the same for all programs; after the grid is known |
//: | `PL_COVERS` | those that programs visit all blocks of outputs; likewise |
//: | `PL_ENTRIES` | `pl_entry`, `pl_divisor`: what index maps read and divide by, and must be checked |
//: | `PL_MESSAGES` | the reports that the kernel can make: a row of `struct pl_call_message` for each |
//: | `PL_SPANS` | the names of the kernel's `PL_TRACE`s, as C strings, for a target that does not start copies |
//: | `PL_PROGRAMS` | what one thread runs, of a target whose kernels or functions run whole programs: a share of all programs, one
//:   after the other, with their windows |
//: | `PL_STATEMENTS` | the body of the kernel alone, for a target that moves blocks itself |
//: | `PL_PRINTS`, `PL_STREAMS` | `yes`: the body has a `pl_print`, a `say_vector_stream` |
//: | `PL_REDUCTIONS` | `pl_reduction_of` for each kind of reduction in vector loops |
//: | `PL_INNER` | `parts`: `lower/parts.c` has made the call from one with a `PL_REDUCTION` axis, whose launcher calls it; `empty`: `lower/flatten.c` has, from one with a pipeline |
//: | `PL_DIVISION`, `PL_PARTIALS` | of a call with a `PL_REDUCTION` axis: its `pl_division`, and a `pl_partial` for each array
//:   between the two calls that divide its work |
//: | `PL_PARTIALS_BYTES`, `PL_PART_BYTES` | of such a call: the bytes of these arrays, and what each part has of them, as a double |
//:
//: Of each call that a group of lanes can run:
//:
//: | definition | what it holds |
//: |---|---|
//: | `PL_GROUP`, `PL_GROUP_ALONE` | the body of the kernel: all programs of a group with their windows. The second is without
//:   vectors, if there are two forms |
//: | `PL_LANES_REJECTED` | `file:line:column: ` and the reason, if lanes cannot run the kernel; otherwise empty |
//: | `PL_LANES`, `PL_LANES_ARRANGED` | the number of lanes, and their rows and columns |
//: | `PL_RESIDENT` | the number of groups that should be resident together; 1: any number |
//: | `PL_PERSISTENT` | `yes`: a work-group has its own memory, and loops over programs |
//: | `PL_HELD` | `yes`: the kernel has a parameter `pl_held`: so many elements of each row are held in local memory |
//: | `PL_LANE_VECTOR` | the number of neighbors that a lane loads and stores at once, in the first form of the body |
//: | `PL_VECTOR_CONDITION` | what the kernel must check before it uses vectors, or nothing |
//: | `PL_VARIABLES` | declarations for the body: `pl_lane`, `pl_row` and `pl_column`, local memory, global memory, registers |
//: | `PL_WORKSPACE` | the bytes of a group's global memory, as the launcher computes them; or nothing |
//: | `PL_LOCAL_CONTENTS` | the contents of a group's local memory, with their bytes: a row of `struct pl_call_local` for each |
//: | `PL_LOCAL_BYTES`, `PL_LOCAL_LINES` | their total, each rounded up to 16 bytes; if they are parts of one array, its lines of
//:   16 bytes, as a sum of `PL_LINES(count, type)`, otherwise nothing |
//: | `pl_next_kernel` | this is the place for the kernel of a further machine. Until here the definitions of lanes are those
//:   of that machine |
//: | `PL_MACHINE`, `PL_PRODUCER_LANES`, `PL_TOGETHER` | of such a kernel: the machine's name, the number of lanes that fetch, and of
//:   groups that a multiprocessor runs together |
//: | `PL_BOXES` | `pl_box` for each array whose slices a producer copies |
//: | `PL_RESULTS` | `pl_box` for each array whose blocks are copied back, if groups take programs in pairs; or nothing |
//: | `pl_held_kernel` | this is the place for the kernel for long rows, which lanes hold in local memory (`gen/plan/held.c`) |
//: | `PL_FURTHER` | `pl_held_launch`, `pl_producer_launch`: a kernel that the launcher may choose instead; or nothing |
//:
//: ## Facts of the file
//:
//: | fact | |
//: |---|---|
FACT(enumerator, "a constant of an enum") FIELD(name, "") FIELD(value, "")
FACT(record, "a struct or union as a C declaration") FIELD(text, "")
    FIELD(name, "one without a tag is named after the object that has this type") FIELD(bytes, "its size on the host")
    FIELD(tagged, "`struct NAME` or `union NAME`, as a declaration in C++ needs it")
    FIELD(numbers, "the text without constants of the file")
FACT(constant, "a constant object: its declaration with its value") FIELD(text, "")
FACT(function, "a helper") FIELD(name, "") FIELD(head, "its declaration") FIELD(body, "")
FACT(name, "a user name") FIELD(name, "")
FACT(call, "all definitions of a call are complete: write it")

//:
//: ## Facts of a call
//:
//: | fact | |
//: |---|---|
FACT(argument, "a parameter of the C function; scalars and sizes have only kind, type and name")
FIELD(kind, "`size scalar table in out inout`")
FIELD(type, "the element type")
FIELD(name, "the kernel's name for it")
FIELD(base, "the prefix of generated names")
FIELD(rank, "the number of dims of the array, batch dims included")
FIELD(shape, "its extents, separated by commas")
FIELD(user_name, "the call's name for it")
FIELD(alias, "the operand whose memory it shares, or nothing")
FIELD(restrict, "`restrict`: nothing in the launch writes the array, by any name; or nothing")
FIELD(batch, "for a table that `PL_BATCH` names: the offset of this program's part")
FACT(axis, "an axis of the grid") FIELD(variable, "") FIELD(kind, "`parallel sequential`") FIELD(extent, "")
    FIELD(name, "the user's name for it") FIELD(parts, "the axis that counts the parts among which its steps are divided; or nothing")
FACT(division, "a call whose sequential axis may be divided: two calls do the same")
FIELD(axis, "the axis")
FIELD(wanted, "the number of parts that the call demands; 0: none")
FIELD(parts, "the name of the call that divides its steps among parts")
FIELD(passed, "what to pass to it, separated by commas")
FIELD(combined, "the name of the call that combines what the parts have accumulated")
FIELD(then, "what to pass to that")
FIELD(shares, "how many of its programs have a part of a block of the whole call")
FIELD(alone, "`yes`: on a machine with a producer a group takes all of the hardware that runs groups side by side; or nothing")
FACT(partial, "an array for what parts accumulate")
FIELD(name, "")
FIELD(type, "the element type")
FIELD(count, "the number of elements of each part")
FACT(operand, "an array that the call reads or writes in windows")
FIELD(ref, "the kernel's name for its window")
FIELD(base, "the prefix of generated names")
FIELD(mode, "`in out inout`")
FIELD(type, "the element type")
FIELD(outside, "the value of `PL_EDGE`, or nothing")

FACT(dim, "a dim of an operand's array")
FIELD(number, "from 0, outermost first")
FIELD(kind, "`block one full element bounded`")
FIELD(size, "the extent of the window")
FIELD(index, "the expression of the index map")
FIELD(extent, "the extent of the array")
FIELD(message, "the number of the message to report if the index is out of range")
FIELD(low, "padding before the array")
FIELD(high, "padding after it")
FIELD(count, "`bounded`: the number of elements in this program")
FACT(buffer, "memory of a program that runs alone, for windows, scratch, tiles and panels of `PL_DOT`")
FIELD(name, "")
FIELD(type, "the element type")
FIELD(count, "the number of elements")
FACT(box, "for lanes: an array whose slices for `PL_DOT` a producer copies, in boxes") FIELD(ref, "") FIELD(base, "the prefix of generated names")
    FIELD(rank, "of the array, batch dims included") FIELD(shape, "its extents, separated by commas")
    FIELD(box, "the extents of a copy, those of the innermost dim first")
FACT(held_launch, "in `PL_FURTHER`: the kernel for long rows is launched if the device has room for a row")
    FIELD(count, "the number of elements of a row") FIELD(least, "those of the shortest row")
    FIELD(of_few, "likewise, if a grid of few programs leaves lanes idle")
    FIELD(lanes, "") FIELD(fewer, "`yes`: the launcher may choose fewer, a power of two") FIELD(lines, "its `PL_LOCAL_LINES`")
    FIELD(part, "`yes`: the launcher chooses how many elements of each row lanes hold, `pl_held`")
    FIELD(beside, "the lines without rows") FIELD(element, "the bytes that an element of each row takes, as a sum")
FACT(producer_launch, "in `PL_FURTHER`: the kernel with a producer is launched if the device is such a machine")
    FIELD(machine, "") FIELD(lanes, "those that fetch, too") FIELD(bytes, "of local memory")
    FIELD(pairs, "how many programs the axis has on which they are taken in pairs, and what PL_SCHEDULE chooses; nothing: not in pairs")
FACT(entry, "a table element that an index map reads and that is not proved to exist")
FIELD(ref, "the operand with that index map")
FIELD(condition, "the condition under which the map reads it, or nothing")
FIELD(subscript, "")
FIELD(extent, "the extent of the table")
FIELD(message, "the number of the message")
FACT(divisor, "a divisor of an index map that is not proved to be nonzero")
FIELD(ref, "the operand with that index map")
FIELD(text, "the text of the message, for use in a C string")
FIELD(condition, "the condition under which the map divides, or nothing")
FIELD(divisor, "")
FACT(line, "with `-g`: the following code belongs to that line of the user's file") FIELD(number, "") FIELD(file, "")

//:
//: ## Facts of the pipeline
//:
//: These facts describe the same call as copies with a start and a wait, for targets that move blocks. A step is one
//: program. A block is in a slot of the operand's buffers.
//:
//: | definition | what it holds |
//: |---|---|
//: | `PL_PARAMETERS` | `pl_parameter` for each parameter of the kernel, in its order |
//: | `PL_FLOW_`, `PL_AFTER_` | `PL_FLOW_x`: its `pl_flow`; `PL_AFTER_x`: a `pl_after` for each output that shares its array
//:   |
//: | `PL_USES`, `PL_USES_` | `pl_use` for each name that the kernel's body uses, and `PL_USES_x` for the names in the
//:   windows of x |
//: | `PL_STAGES` | the largest number of steps that an operand is fetched ahead |
//: | `PL_NEEDS_DATA` | `yes`: control flow, checks or reports of the kernel may depend on elements, so a run without data
//:   cannot follow it; or nothing |
//: | `PL_RESET_AXIS` | the last of the leading axes that were declared parallel: at each new index of it, written windows
//:   and scratch are reset |
//: | `PL_PROLOGUE`, `PL_STEADY`, `PL_EPILOGUE` | `pl_do`s: the operations before the first step, in each step, after the
//:   last |
//:
//: | fact | |
//: |---|---|
FACT(parameter, "a parameter of the kernel; scalars have only the first four fields")
FIELD(kind, "`scalar table scratch atomic any semaphore window`")
FIELD(ref, "its name")
FIELD(type, "the element type")
FIELD(number, "from 0")
FIELD(const, "`const `, or nothing")
FIELD(extents, "as the kernel writes them, `[BM][BK]`")
FIELD(call_extents, "as the call writes them")
FIELD(rank, "")
FIELD(base, "the prefix of generated names")
FIELD(memory, "`vmem smem hbm`")
FIELD(inner_extents, "all but the first")
FIELD(shape, "extents, separated by commas")
FIELD(batch, "for tables and atomic arrays that `PL_BATCH` names: the offset of this program's part")
FIELD(user_name, "the call's name for its array")
FIELD(alias, "the operand whose memory it shares, or nothing")
FACT(batch_index, "the batch's index, in the offset of a program's part") FIELD(axis, "")
FACT(flow, "when blocks of an operand are fetched and written back")
FIELD(flush, "`flushed`, or `dropped`")
FIELD(buffers, "")
FIELD(varies, "whether steps see different blocks: `never`; `buffered`: the call gives the number of buffers; or `maybe`")
FIELD(order, "`plain`; `lookahead`: fetched as soon as a buffer is free; `after`: fetched after write-backs of other operands")
FIELD(windows, "`windows`; or nothing: all programs use it in place")
FACT(after, "is fetched after this one's write-backs") FIELD(ref, "")
    FIELD(overlap, "`apart`: windows of the two overlap only if they are equal; or `overlap`")
FACT(use, "a name that the kernel's body, or the windows of an operand, use: a target passes only these") FIELD(name, "")
FACT(do, "an operation of a pipeline") FIELD(verb, "`fetch await_fetch fresh body flush await_flush advance`")
    FIELD(ref, "")

//:
//: ## Facts of statements
//:
//: | fact | |
//: |---|---|
FACT(reduction_of, "a kind of reduction in vector loops") FIELD(op, "") FIELD(type, "")
FACT(dot, "`PL_DOT`: z += x y, of `rows` x `depth` by `depth` x `columns`, for machines with `copies` or `dot_panels`")
FIELD(panel, "memory for a panel: 64 * `depth` + `rows` * (`depth` + 32) floats")
FIELD(panels, "`whole`: it is known that `columns` is a multiple of 64; or `any`")
FIELD(rows, "")
FIELD(columns, "")
FIELD(depth, "")
FIELD(z, "the ref")
FIELD(z_row, "the stride from row to row")
FIELD(x, "its `pl_side`")
FIELD(y, "likewise")
FACT(side, "an operand of `pl_dot`: x or y")
FIELD(ref, "")
FIELD(type, "")
FIELD(row, "the stride from row to row")
FIELD(column, "the stride from column to column")
FIELD(form, "`plain`; or `transposed`: the strides are exchanged")
FACT(print, "`PL_PRINT`") FIELD(format, "a C string") FIELD(values, "each preceded by a comma")
FACT(trace, "`PL_TRACE`, for a target that starts copies, to the end of the enclosing block") FIELD(name, "a C string")
FACT(return, "of the kernel")

//:
//: ## Facts of copies
//:
//: Only a target whose machine has `copies 1` needs these. For other targets `lower/copies.c` replaces copies by loops that
//: complete where they start, and semaphores by scratch that counts up and down.
//:
//: | fact | |
//: |---|---|
FACT(mesh, "an axis of the mesh") FIELD(name, "") FIELD(extent, "")
FACT(region, "memory that copies move: an array left in HBM, a block, or a named part of one")
FIELD(ref, "")
FIELD(kind, "`hbm`: the kernel's parameter; `block`: as a C array; `view`: a `pl_any_view`")
FIELD(type, "the element type")
FIELD(rank, "")
FIELD(extents, "for a block, separated by commas")
FIELD(name, "the user's name for it")
FACT(part, "`PL_AT`") FIELD(region, "") FIELD(line, "for reports, as in the facts below") FIELD(count, "")
    FIELD(indices, "each is a `pl_pick`, a `pl_span` or a `pl_every`")
FACT(pick, "an index") FIELD(index, "")
FACT(span, "a `PL_DS`") FIELD(start, "") FIELD(size, "")
FACT(every, "`PL_ALL`")
FACT(any_view, "`PL_ANY_VIEW`") FIELD(name, "") FIELD(region, "")
FACT(semaphore, "one of an array, with index 0 for a single one") FIELD(name, "") FIELD(index, "") FIELD(line, "")
FACT(barrier_semaphore, "a barrier semaphore of the device") FIELD(id, "") FIELD(line, "")
FACT(copy, "the description of a `PL_COPY`") FIELD(source, "") FIELD(destination, "") FIELD(semaphore, "")
FACT(push, "the description of a `PL_REMOTE_COPY`") FIELD(source, "") FIELD(destination, "") FIELD(send, "")
    FIELD(recv, "") FIELD(device, "")
FACT(describe, "`pl_copy c = …;`") FIELD(name, "") FIELD(copy, "")
FACT(copy_named, "a copy that has a name") FIELD(name, "")
FACT(copy_here, "a copy without a name") FIELD(copy, "")
FACT(copy_start, "starts a copy") FIELD(copy, "") FIELD(line, "")
//: | `pl_copy_sync(copy, line)` | `PL_SYNC_COPY` with a semaphore |
LIKE(copy_sync, copy_start)
FACT(copy_wait, "waits for a copy") FIELD(copy, "") FIELD(end, "`both send recv`") FIELD(line, "")
FACT(copy_now, "`PL_SYNC_COPY` without a semaphore") FIELD(source, "") FIELD(destination, "") FIELD(line, "")
FACT(fill_region, "`PL_FILL` of a part") FIELD(region, "") FIELD(value_type, "") FIELD(type, "") FIELD(value, "")
FACT(assign_region, "`PL_ASSIGN` of parts") FIELD(destination, "") FIELD(source, "") FIELD(line, "")
FACT(signal, "`PL_SIGNAL`") FIELD(semaphore, "") FIELD(count, "") FIELD(device, "or nothing") FIELD(line, "")
FACT(sem_wait, "`PL_SEM_WAIT`") FIELD(semaphore, "") FIELD(count, "") FIELD(line, "")
FACT(sem_read, "the value of a semaphore") FIELD(semaphore, "")
FACT(scoped, "`PL_SCOPED`: memory until the end of the block")
FIELD(ref, "")
FIELD(type, "the element type")
FIELD(rank, "")
FIELD(extents, "separated by commas")
FIELD(inner_extents, "all but the first")
FACT(scoped_semaphore, "`PL_SCOPED` of semaphores") FIELD(name, "")
    FIELD(count, "-1: a single semaphore, not an array") FIELD(line, "")
FACT(device, "a device, or the number of devices")
    FIELD(macro, "`PL_DEVICE_ID PL_NUM_DEVICES PL_DEVICE_AT PL_NEIGHBOR`") FIELD(axis, "of the mesh, or nothing")
    FIELD(count, "") FIELD(arguments, "separated by commas") FIELD(line, "")
FACT(device_barrier, "`PL_BARRIER`") FIELD(id, "") FIELD(count, "") FIELD(devices, "separated by commas")
    FIELD(line, "")

//:
//: ## Facts of expressions
//:
//: | fact | |
//: |---|---|
FACT(type, "a type") FIELD(code, "")
//: | `pl_host_type(code)` | likewise, in the launcher; `common.m4` defines it as `pl_type`, and so the next ones |
LIKE(host_type, type)
FACT(space, "the memory that a pointer points into") FIELD(memory, "`block table`; `group`: that lanes share; or nothing")
FACT(element, "an element of a ref")
FIELD(ref, "")
FIELD(offset, "")
FIELD(subscripts, "the subscripts in C")
FACT(address, "the address of an element") FIELD(ref, "") FIELD(offset, "") FIELD(text, "the same in C")
FACT(convert, "a conversion between types, small floats included") FIELD(from, "") FIELD(to, "") FIELD(value, "")
FACT(bits, "the bits of a value that a report prints") FIELD(type, "`f32 f64`") FIELD(value, "")
//: | `pl_zero(code)` | zero as a small float |
LIKE(zero, type)
FACT(small_bits, "the bits of a small float, as an lvalue") FIELD(value, "")
FACT(max, "the larger of two; NaN if one is NaN") FIELD(type, "") FIELD(a, "") FIELD(b, "")
//: | `pl_min(type, a, b)` | the smaller of two; NaN if one is NaN |
LIKE(min, max)
FACT(math, "a function of `math.h`") FIELD(function, "its name for double") FIELD(type, "") FIELD(arguments, "")
FACT(cdiv, "a / b, rounded up") FIELD(a, "") FIELD(b, "")
//: | `pl_host_cdiv(a, b)` | likewise, in the launcher |
//: | `pl_host_multiple_of(…)`, `pl_map_multiple_of(…)` | the same fields as `pl_multiple_of`, in the launcher; in an index map |
LIKE(host_cdiv, cdiv)
LIKE(map_multiple_of, multiple_of)
LIKE(host_multiple_of, multiple_of)
FACT(multiple_of, "value; a report if n does not divide it") FIELD(message, "the number of the message")
    FIELD(value, "") FIELD(n, "") FIELD(line, "")
FACT(atomic, "an atomic operation") FIELD(op, "`ADD MAX MIN AND OR XOR XCHG CAS`") FIELD(type, "") FIELD(element, "")
    FIELD(memory, "of the element, for a group: `global`, `local`, or `private` to a lane")
    FIELD(place, "in the user's file") FIELD(value, "for `CAS`, the expected one")
    FIELD(swapped, "for `CAS`, the new value")

//:
//: ## Words of every target
//:
//: A program that runs alone, without lanes, needs these. A target without one of them rejects the programs that use it;
//: `say_works` and `say_branch` are nothing unless the target defines them.
//:
//: | word | |
//: |---|---|
//: | `say_works(work…)` | before loops over elements that are in no others: what they do, a `say_work` for each shape and type |
//: | `say_work(rows, columns, type, vector, transcendental, cross_lane, loads, stores)` | operations on each element, cross-lane
//:   ones on each row (`gen/plan/work.c`) |
//: | `say_branch(axis…)` | at the beginning of what depends on a condition, if it has such loops or a `PL_DOT`; the numbers of the
//:   grid's axes if nothing else decides |
//: | `say_tile(name, type, extents, inner_extents, place)` | `PL_TILE`: a name for memory; `extents`: `[8][128]`;
//:   `inner_extents`: all but the first; `place`: its memory |
//: | `say_view(name, type, const, inner_extents, place, pointer, adds_const)` | `PL_VIEW`: a name for a part of a block;
//:   `const`: `const `, or nothing; `place`: where it begins, `x + 8 * n`; `pointer`: the same as in C, `x[8]`; `adds_const`:
//:   `const`: the memory that it is a part of is not const |
//: | `say_copy_lines(type, to, to_line, from, from_line, lines, elements)` | copies so many lines of so many elements, whose lines
//:   are `to_line` and `from_line` elements apart, for machines with `vector_loops` |
//: | `say_begin_of_share(programs)`, `say_end_of_share(programs)` | in `PL_PROGRAMS`: the first program that this thread runs, and
//:   the first that it does not run any more |
//: | `say_host()`, `say_end_of_call()` | in the launcher: the address of its `struct pl_host_call`; the statement that ends it |
//: | `say_report(message, number, a, b, c, d, e)` | a `PL_CHECK` fails in the program of this number: report the message with
//:   these values |
//:
//: ## Words of vector loops
//:
//: For a target whose machine has `vector_loops 1`. Arithmetic on vectors is infix, as in C.
//:
//: | word | |
//: |---|---|
//: | `say_vector_type(type)` | the type in a declaration |
//: | `say_vector_at(type, element)`, `say_vector_ahead(…)` | the elements from this one on; the same, with a prefetch of the
//:   following ones |
//: | `say_vector_stream(type, element, value, past)` | stores elements that are not read soon, past the cache if that condition
//:   holds |
//: | `say_vector_splat(type, value)` | the same value in all elements |
//: | `say_vector_convert(from, to, value)` | a conversion that is implicit in C |
//: | `say_vector_compare(type, text)`, `say_vector_mask(type, value)` | a mask: where the comparison of values of this type holds;
//:   where the value is not 0 |
//: | `say_vector_number(type, mask)` | 1 where the mask is set, otherwise 0 |
//: | `say_vector_select(type, mask, a, b)` | a where the mask is set, otherwise b; both are computed |
//: | `say_vector_max(type, a, b)`, `say_vector_min(…)`, `say_vector_math(function, type, a, b, c)` | as `pl_max`, `pl_min`,
//:   `pl_math` |
//: | `say_each_chain(k)` | the head of the loop over the partial results of a reduction |
//: | `say_reduced(op, type, chains)` | all elements of all of them, combined |
//:
//: ## Words of lanes
//:
//: For kernels in which a group of lanes runs a program: `gen/schedule` builds their bodies, and `targets/shared/lanes.m4` writes
//: what is around them. Such a target also has the facts of expressions, and `pl_report`, `pl_multiple`, `pl_most_f32` and
//: similar, `pl_f32_of_bf16` and similar, which kernels call.
//:
//: | word | |
//: |---|---|
//: | `say_target()`, `say_kernel(lanes, resident)` | the target's name; the text before a kernel's
//:   name, of whose groups so many should be resident together |
//: | `say_space(memory)`, `say_restrict()` | before the type of a pointer to `local`, `global` or other memory; after a pointer's `*` |
//: | `say_local_array(type, name, elements, alignment)` | declares an array in local memory; `alignment`: in bytes, or nothing |
//: | `say_local_part(type, name, before)` | the same as a part of one array, for machines with `static_bytes`; `before`: the lines that
//:   the parts before it take, as in `PL_LOCAL_LINES`, or nothing |
//: | `say_stages()`, `say_slice(type, name, part)`, `say_stage_barriers(part, stages, fetched)` | the same for machines with `producer_lanes`:
//:   memory for all slices; that of one, which begins with this part of 1 KiB; the barriers behind them; `fetched`: with those of slices
//:   that are then transposed, or nothing |
//: | `say_padded_bytes(type, count)` | in the launcher: the bytes of a part of the workspace |
//: | `say_take(type, count)` | the next count elements of the workspace, whose rest `pl_rest` points to |
//: | `say_lane()`, `say_group()`, `say_groups()` | this lane's number in its group, this group's number, the number of groups |
//: | `say_only_programs(program, programs)` | if there may be more groups than programs: the excess groups end |
//: | `say_place(number, height, rows, columns)` | declares `pl_place`, the `row` and `column` of a program among so many, in bands of
//:   `height` rows |
//: | `say_barrier(memory)` | all lanes of the group wait, and see `local` memory, `global` memory, or `both`; `warp`: the lanes of a
//:   warp, if the machine has warps |
//: | `say_function(name, parameter)` | the head of a function within the kernel, up to its `{`, for machines with `functions` |
//: | `say_unroll(times)`, `say_rolled()` | before a loop whose index selects registers (no times), or of which so many iterations should be
//:   one; before one that should not be unrolled |
//: | `say_least(type)`, `say_most(type)` | the least and the greatest value |
//: | `say_is_struct(type, then, else)`, `say_is_small(…)` | a choice: structs; floats of 16 or 8 bits |
//: | `say_if_by_pointer(type, then, else)`, `say_value_type(type)` | whether a kernel receives a value by pointer; its type |
//:
//: Vectors and pieces, of several neighbors:
//:
//: | word | |
//: |---|---|
//: | `say_widths(width, condition, text, alone)` | the text with this width, if the condition holds; otherwise `alone`, a form
//:   without vectors, or the text with width 1 if the machine has `generic_width` |
//: | `say_is_aligned(array)` | the condition that it begins at a multiple of 16 bytes, for machines with `vector_aligned` |
//: | `say_vector(type, name, width)` | declares that many elements of a run, which `name[pl_e]` refers to |
//: | `say_load(type, name, at, const, width, form)`, `say_store(type, name, at, width, form)` | declares and loads them, `const` if
//:   they are not stored; stores them. `form`: `whole`: the name, or the value to store, is a vector, for machines with
//:   `vector_loops`; or nothing |
//: | `say_vector_of(type, width, a, b, c, d, e, f, g, h)` | a vector of these two, four or eight elements, for machines with `vector_loops` |
//: | `say_reduced_run(op, type, width, value)` | the elements of a vector combined by `PL_ADD` or another one, for machines with
//:   `vector_loops` |
//: | `say_reload(type, name, at, width)` | loads them, after `say_vector` |
//: | `say_in_pieces(block, row, bytes)` | the condition that a block begins at a multiple of so many bytes, and so do its rows, which
//:   are `row` elements apart, or nothing if that is known; for machines with `vector_aligned` |
//: | `say_store_piece(to, from, length)` | copies a piece back from local memory |
//:
//: Copies to local memory that may still run when the lane goes on:
//:
//: | word | |
//: |---|---|
//: | `say_fetch_element(type, to, from)`, `say_fetch_masked(type, to, from, inside)` | starts to copy an element; 0 if it is not
//:   inside the array |
//: | `say_fetch_piece(to, from, length, bytes)` | starts to copy a piece |
//: | `say_lanes()` | the number of lanes, for machines with `held_least` |
//: | `say_fetch_slice(to, from, row, lines, line, pitch, lanes, whole, line_name, element_name, inside)` | starts to copy a slice of so
//:   many lines of `line` elements, which are `row` elements apart in the array and `pitch` in the slice; `lanes` lanes share it.
//:   Where `whole` is false, elements are 0 for which the condition `inside` does not hold, in which these names are the numbers of
//:   the line and of the element; if all are inside, both are nothing. For machines with `templates` |
//: | `say_fill(registers, value)` | sets all elements of an array, for machines with `templates` |
//: | `say_fetch_run(to, from, width)` | starts to copy a run, for machines with `held_least` |
//: | `say_zeroed(type)` | a struct of zeros, for machines with `zeros_outside` |
//: | `say_copied()` | waits until the copies are complete that this lane has started |
//: | `say_fetched()`, `say_arrived(groups)` | after the copies of a slice, or of a step, have started; waits until all but so many of
//:   the last such groups are complete. Nothing if copies complete at once |
//:
//: Registers of a warp and matrix instructions:
//:
//: | word | |
//: |---|---|
//: | `say_swapped(value, bit)`, `say_from_lane(type, value, lane)` | the value of the lane of the warp whose number differs in this
//:   bit; of that lane; for machines with a warp |
//: | `say_shifted(value, distance)` | the value of the lane so many before this one in the warp |
//: | `say_cleared()` | a value for a variable that is exchanged before it is used |
//: | `say_load_fragment(to, from)`, `say_load_turned(to, from)`, `say_add_product(type, upper, lower, x, y)` | parts of a product by
//:   matrix instructions, for machines with `mma_words`; `type`: `f16`, or `e4m3_e5m2` if those of `x` and `y` differ |
//: | `say_begin_products()`, `say_add_slices(type, y_type, columns, x_turned, y_turned, sums, x, y)` | for machines with
//:   `producer_lanes`: before the parts of a slice; a part of the product of two slices that a producer copied |
//: | `say_add_blocks(type, columns, x_turned, y_turned, sums, x, y, adds)` | the same for whole blocks; `x_turned` is `own` if x is
//:   words of `say_pairs`; `adds`: whether the product is added, or the sums begin with it |
//: | `say_pairs(to, above, below)` | words of two neighbors each, of two rows in registers: a left operand |
//: | `say_products_issued()`, `say_products_complete(but)` | what has begun since `say_begin_products` is one group; all groups but so
//:   many are complete |
//: | `say_barriers_made()`, `say_all_meet()` | the barriers of the stages are initialized; all lanes wait, the producer too |
//: | `say_clusters_meet()` | the lanes of all groups that run together wait for each other; those that have ended do not |
//: | `say_boxed(base)` | the condition that results are copied from local memory |
//: | `say_copy_results(results, copy)` | copies a lane's results from there, by this call for the panel `pl_panel`, which begins in
//:   column `pl_c` |
//: | `say_store_results(block, row, rows, columns, results, apart, across, room, bytes)` | stores a lane's sums, those in so many rows and
//:   columns of the block; its own rows are so far apart, and so many lanes share one; `room`: memory for lines of them, or nothing |
//: | `say_results_copied()` | waits until local memory has been read |
//: | `say_team_barrier(memory)` | `say_barrier` without the producer |
//: | `say_transpose(lines, to, from)`, `say_slice_written()` | lanes of the producer transpose a slice of so many lines, of one-byte elements;
//:   what they have written is there for matrix instructions |
//: | `say_few_registers(count, together)`, `say_more_registers(count, together)` | what the producer does to have so many registers, while
//:   so many groups run together; what the others do |
//:
//: ## Facts for explain.m4
//:
//: `pallasc --explain --target=T` runs `targets/T/explain.m4`, if it exists, over these facts, and prints its output last.
//: `gen/show/explain_target.c` prints them for each call: the users of memory, with each extent as text and, if the source or
//: `--size=NAME=N` (of a size or a scalar) gives it, as a number.
//:
//: | fact | |
//: |---|---|
FACT(memory_call, "a call, before its `pl_memory`s") FIELD(name, "") FIELD(place, "its file and line")
FACT(memory, "a block in the memory of a machine that copies all windows")
FIELD(kind, "`window table scratch atomic`")
FIELD(name, "the user's name")
FIELD(type, "the element type")
FIELD(bytes, "of an element")
FIELD(space, "`vmem smem`")
FIELD(buffers, "")
FIELD(extents, "a `pl_memory_extent` for each dim")
FIELD(struct, "`struct`: the elements are structs")
FACT(memory_extent, "an extent of a window or array") FIELD(text, "") FIELD(number, "if it is known") FIELD(array, "the text of the array's")
    FIELD(array_number, "likewise")
FACT(memory_end, "after the last `pl_memory` of a call")

/* messages.h -- what calls, runtimes and kernels say: the table of pallas.h, for files that do not include that. */
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

/* What the runtime of one target says */
#ifndef PL_TARGET_MESSAGES_
#define PL_TARGET_MESSAGES_
#define PL_MESSAGE_DEVICE_THREAD_ "pl_on_devices: no thread for device %ld [device-thread]"
#define PL_MESSAGE_ELEMENT_BLOCK_ "dim %d: a block at element %ld leaves the array of %ld [element-block]"
#define PL_MESSAGE_WINDOW_IN_FLIGHT_ \
    "%s window %ld, while the copy %s that step %ld started was not waited for [window-in-flight]"
#define PL_MESSAGE_WINDOW_NOT_COPIED_ "a wait for a copy %s window %ld, and none was started [window-not-copied]"
#define PL_MESSAGE_BODY_IN_FLIGHT_ \
    "the body uses window %ld, while the copy %s it that step %ld started was not waited for [body-in-flight]"
#define PL_MESSAGE_WINDOW_NOT_WAITED_ \
    "the copy %s window %ld that step %ld started was never waited for [window-not-waited]"
#define PL_MESSAGE_CHIP_STRUCT_ "a %s has no structs [chip-struct]"
#define PL_HINT_CHIP_STRUCT_ "give each field an array of its own"
#define PL_MESSAGE_CHIP_WIDE_ "a %s has no elements of 64 bits, as %s is [chip-wide]"
#define PL_MESSAGE_CHIP_RANK_1_ \
    "a %s takes blocks of rank 1 that are the array, a multiple of %ld elements, or a power of two from %ld on; this " \
    "one has %ld [chip-rank-1]"
#define PL_MESSAGE_CHIP_TILE_ \
    "a %s takes blocks whose last two dims are multiples of %d and %d, or the array's; in %s of %s the %s is no " \
    "multiple of %ld [chip-tile]"
#define PL_MESSAGE_CHIP_ATOMIC_ "nothing on a %s reads or writes HBM but copies: there is no PL_ATOMIC [chip-atomic]"
#define PL_HINT_CHIP_ATOMIC_ \
    "programs run in order here: a PL_INOUT with blocks accumulates, and is read back when it is revisited"
#define PL_MESSAGE_REVISITED_BY_AXIS_ \
    "the block at element %s was finished and written back after step %ld, and the next index of axis %s revisits it; " \
    "it would begin uninitialized [revisited-by-axis]"
#define PL_MESSAGE_REVISITED_BY_MAP_ \
    "the block at element %s was finished and written back after step %ld, and the index map returns to it; it would " \
    "begin uninitialized [revisited-by-map]"
#define PL_MESSAGE_REPORT_FILE_ "PALLAS: report=%s cannot be written [report-file]"
#define PL_MESSAGE_TIMELINE_FILE_ "PALLAS: timeline=%s cannot be written [timeline-file]"
#define PL_MESSAGE_MOST_ARRAYS_ "more than %d arrays [most-arrays]"
#define PL_MESSAGE_OPENCL_PLATFORM_ \
    "no OpenCL platform is installed; on Debian: apt-get install pocl-opencl-icd [opencl-platform]"
#define PL_MESSAGE_OPENCL_BARRIERS_ \
    "schedule=gpu runs on GPUs, on PoCL 3 and in Oclgrind: later PoCL makes wrong code of barriers in an if or a " \
    "loop [opencl-barriers]"
#define PL_MESSAGE_QUEUE_LATE_ \
    "pl_cl_use_queue: a queue is in use already; give yours before the first call [queue-late]"
#define PL_MESSAGE_QUEUE_UNKNOWN_ "pl_cl_use_queue: this is no command queue [queue-unknown]"
#define PL_MESSAGE_QUEUE_ORDER_ "pl_cl_use_queue: the queue must keep the order of its commands [queue-order]"
#define PL_MESSAGE_MOST_ARGUMENTS_ "more than %d kernel arguments [most-arguments]"
#define PL_MESSAGE_WORK_GROUP_ \
    "its groups have %zu work-items, and the device runs at most %zu of this kernel in a group; PALLAS=schedule=cpu " \
    "needs no groups [work-group]"
#define PL_MESSAGE_NO_GPU_SCHEDULE_ \
    "it has no schedule for GPUs, for %s; without PALLAS=schedule=gpu it runs the one for CPUs, on GPUs, too " \
    "[no-gpu-schedule]"
#define PL_MESSAGE_ALIGNMENT_ \
    "operand %s: the array begins at %p, and its elements begin at multiples of %zu bytes [alignment]"
#define PL_MESSAGE_SCHEDULE_OF_CUDA_ "PALLAS=schedule=sm_90a, and that kernel cannot run: %s [schedule-of-cuda]"
#define PL_MESSAGE_GRID_OF_CUDA_ "the grid has %zu programs at once, more than CUDA counts [grid-of-cuda]"
#define PL_HINT_PARAMETERS_DIFFER_ "give pallasc and the C compiler the same -D, -U and -include"
#endif

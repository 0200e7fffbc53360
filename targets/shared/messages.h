/* messages.h -- what calls, runtimes and kernels say: the table of pallas.h, for files that do not include that. */
/* ==== Messages ===========================================================================================
   What interpret mode and targets both say, once: PL_MESSAGE_id_ is what is wrong, a format of printf; PL_HINT_id_ what to
   write instead. This section is the same in pallas.h, which is installed alone, and in targets/shared/messages.h, for
   emitted code, C and C++: tests/commands/messages.sh compares them. */
#ifndef PL_MESSAGES_
#define PL_MESSAGES_
/* The language: what static assertions of interpret mode, and pallasc, say */
#define PL_MESSAGE_KERNEL_PARAMETERS_ "a kernel has at most 32 parameters"
#define PL_MESSAGE_FUNCTION_PARAMETERS_ "a function has at most 32 parameters"
#define PL_MESSAGE_WRONG_ARGUMENTS_ "wrong arguments; write "
#define PL_MESSAGE_GRID_AXES_ "PL_GRID: a grid has at most 6 axes"
#define PL_MESSAGE_AXIS_UNKNOWN_ "PL_AXIS(%s): the grid of call '%s' has %s"
#define PL_MESSAGE_OPTION_UNKNOWN_ \
    "PL_BLOCKSPEC: an option is PL_EDGE(v), PL_BUFFERED(n), PL_LOOKAHEAD, PL_REVISIT_ANY, PL_ALIAS(x) or " \
    "PL_SPACE(SMEM|VMEM|ANY); one is not"
#define PL_MESSAGE_OPTION_OF_PIPELINE_ "PL_BLOCKSPEC: PL_INIT and PL_BEFORE_FETCH are options of a PL_PIPELINE's operands"
#define PL_MESSAGE_SPACE_UNKNOWN_ "PL_SPACE: takes SMEM, VMEM or ANY"
#define PL_MESSAGE_VIEW_PART_ "(view, spec): a view brings type and shape"
#define PL_MESSAGE_ATOMIC_IN_PIPELINE_ "PL_PIPELINE: PL_ATOMIC is a spec of PL_CALL"
#define PL_HINT_VIEW_IN_AND_OUT_ "to read and write one view, use PL_INOUT"
#define PL_HINT_EDGE_OF_OUTPUT_ "values written outside the array are discarded"
#define PL_HINT_STRUCT_VALUE_ "a block of structs takes a value of that struct"
#define PL_HINT_DOT_INTO_OPERAND_ "accumulate into a separate block, such as a PL_TILE"
#define PL_MESSAGE_ASSIGN_SHAPES_ "PL_ASSIGN: %s = %s"
#define PL_HINT_ASSIGN_SHAPES_ "both blocks need the same rank and extents"
#define PL_HINT_ASSIGN_OVERLAP_ "copy through a PL_TILE"

/* Memory */
#define PL_MESSAGE_NO_MEMORY_BYTES_ "out of memory (%zu bytes)"
#define PL_MESSAGE_NO_MEMORY_PROGRAMS_ "out of memory, for the blocks of %zu programs at once"
#define PL_MESSAGE_ALLOC_NO_MEMORY_ "pl_alloc: out of memory"
#define PL_MESSAGE_NOT_ALLOCATED_ "%s: this pointer is not from pl_alloc"
#define PL_MESSAGE_MOVE_TOO_LARGE_ "%s: %zu bytes, but pl_alloc gave %zu, and these begin at %zu"

/* Arrays of a call */
#define PL_MESSAGE_NULL_ARRAY_ "the array is a null pointer"
#define PL_MESSAGE_ARRAY_EXTENT_ "dim %d has extent %ld"
#define PL_MESSAGE_ARRAY_PAST_MEMORY_ "the array has %zu bytes, but pl_alloc gave %zu, and it begins at %zu"
#define PL_MESSAGE_ARRAY_TOO_LARGE_ "the array is %s, and no memory holds that"
#define PL_HINT_ARRAY_TOO_LARGE_ "has a size overflowed? Extents are long, and a product of ints is an int"
#define PL_MESSAGE_ARRAYS_OVERLAP_ "its array overlaps the array of %s, but the call declares no alias"
#define PL_HINT_ARRAYS_APART_ \
    "%s is %s, %s is %s, and %s begins %zu bytes after %s: do these pointers and sizes belong together?"
#define PL_HINT_IN_AND_OUT_ "to read and write one array, use PL_INOUT, or PL_ALIAS on the output"
#define PL_HINT_WRITTEN_TWICE_ "the caller passes one array for both; what is written needs one of its own"
#define PL_MESSAGE_ALIAS_SIZE_ "PL_ALIAS(%s): %s is %s, and this is %s"
#define PL_HINT_ALIAS_SIZE_ "both are one array: as many elements, of one type"
#define PL_MESSAGE_ALIAS_POINTER_ "PL_ALIAS(%s), but the call got another array for it"
#define PL_HINT_ALIAS_POINTER_ "pass the same pointer for both"

/* Grids, blocks and refs */
#define PL_MESSAGE_AXIS_EXTENT_ "axis %s has extent %ld"
#define PL_MESSAGE_GRID_TOO_LARGE_ "the grid has more programs than a long counts"
#define PL_MESSAGE_BLOCK_EXTENT_ "the block's dim %d has extent %ld"
#define PL_MESSAGE_REF_EXTENTS_ "the %s block is %s, the kernel's ref %s is %s"
#define PL_HINT_REF_EXTENTS_ "PL_NONE dims drop out of the ref; PL_FULL is the array's extent"
#define PL_MESSAGE_DIVISOR_ "%s divides an integer by zero"
#define PL_HINT_DIVISOR_ "is a size 0? PL_CDIV(n, b) and n / b take b > 0"
#define PL_MESSAGE_MULTIPLE_OF_ "PL_MULTIPLE_OF: %ld is not a multiple of %ld"
#define PL_HINT_MULTIPLE_OF_ "the promise must hold for every program"
#define PL_MESSAGE_STEP_ "PL_LOOP: the step is %ld, and a loop counts up"
#define PL_HINT_STEP_ "let i count up, and use n - 1 - i"

/* Where a block may lie: hints, which depend on the index */
#define PL_HINT_INDEX_EMPTY_ "the grid must be empty if the array is"
#define PL_HINT_INDEX_TABLE_ "an entry of the table is not a block index"
#define PL_HINT_INDEX_ELEMENTS_ "an index map returns block indices; does this one return element offsets? For offsets use PL_ELEMENT"
#define PL_HINT_INDEX_FULL_ "a PL_FULL dim has one block: its index is 0"
#define PL_HINT_INDEX_NEGATIVE_ \
    "blocks count from 0; a map computes in the types of its terms, and an int overflows where a long does not"
#define PL_HINT_INDEX_PAST_ "at least one element of each block must lie inside its array"
#define PL_MESSAGE_INDEX_ "block index %ld is out of range on dim "
#define PL_MESSAGE_SLICE_SIZE_ "PL_DS(%ld, %ld), but the block holds 1 to %ld"
#define PL_MESSAGE_BLOCKS_ONE_ "one block of %ld"
#define PL_MESSAGE_BLOCKS_ "%ld blocks of %ld (0 to %ld)"
#define PL_HINT_SLICE_EMPTY_ "a slice is never empty: return one element from the map, and ignore it in the kernel"
#define PL_HINT_SLICE_END_ "PL_DS(start, size): does this give the end for the size?"
#define PL_HINT_ENTRY_ "the map's subscript is out of range"
#define PL_HINT_PADDING_ "start counts elements of the padded array; if the last window does not fit, increase the padding after the array (hi)"

/* The environment variable PALLAS */
#define PL_MESSAGE_SETTING_UNKNOWN_ "PALLAS: unknown setting '%.*s'; the settings are %s"
#define PL_MESSAGE_SETTING_VALUE_ "PALLAS: %.*s=%.*s is not valid; use %s"

/* Devices and copies */
#define PL_MESSAGE_DEVICES_NESTED_ "pl_on_devices: device %ld is one of several already"
#define PL_MESSAGE_DEVICES_COUNT_ "pl_on_devices: %ld devices; there are 1 to 4096"
#define PL_MESSAGE_DEVICES_ONE_ "pl_on_devices: %ld devices, and this target has one; interpret mode and TARGET=tpu have more"
#define PL_MESSAGE_DEVICES_NO_MEMORY_ "pl_on_devices: out of memory"
#define PL_MESSAGE_MESH_DEVICES_ "its PL_MESH has %ld devices, and %ld make the call"
#define PL_HINT_MESH_DEVICES_ "pl_on_devices(n, body, arg) runs body on n devices"
#define PL_MESSAGE_AXIS_OF_MESH_ "the PL_MESH of call %s has no axis %s"
#define PL_HINT_AXIS_OF_MESH_ "name an axis of the call's PL_MESH here"
#define PL_MESSAGE_DEVICE_AT_COUNT_ "PL_DEVICE_AT has %d coordinates, and the PL_MESH %d axes"
#define PL_HINT_DEVICE_AT_COUNT_ "a coordinate for each axis of the call's PL_MESH"
#define PL_MESSAGE_DEVICE_AT_ "PL_DEVICE_AT: coordinate %ld on mesh axis %s, which has %ld"
#define PL_MESSAGE_NO_DEVICE_ "no device %ld: there are %ld, from 0"
#define PL_HINT_NO_DEVICE_ "PL_NEIGHBOR(x, by) wraps around the ring"
#define PL_MESSAGE_NO_MESH_ "device %ld: the call %s has no PL_MESH"
#define PL_HINT_NO_MESH_ "PL_MESH((x, devices)) is a part of the call that devices make together"
#define PL_MESSAGE_NO_BARRIER_ "no barrier semaphore %ld: there are %d, from 0"
#define PL_MESSAGE_WAIT_COUNT_ "PL_SEM_WAIT: waits for %lld; a wait is for 1 or more"
#define PL_MESSAGE_COPY_SHAPES_ "a copy of %s %s to %s %s"
#define PL_HINT_COPY_SHAPES_ "both ends of a copy have the same extents"
#define PL_MESSAGE_AT_INDEX_ "PL_AT: index %ld of dim %d of %s, which has %ld"
#define PL_MESSAGE_AT_ELEMENTS_ "PL_AT: elements %ld to %ld of dim %d of %s, which has %ld"
#define PL_MESSAGE_SIGNAL_COUNT_ "PL_SIGNAL: adds %lld; a signal adds 1 or more"
#define PL_MESSAGE_PUSH_PRIVATE_ "a push to %s: windows and tiles are private"
#define PL_HINT_PUSH_PRIVATE_ "push to an array left in HBM, to a PL_SCRATCH or to a PL_SCOPED"
#endif
/* ==== End of messages ==== */

// base/messages.h -- what pallasc says about a program: the table of messages.
//
// MESSAGE_ID is what is wrong, a format of printf that ends with the id in brackets; HINT_ID is what to write instead, if a
// note says so. What interpret mode or the targets' runtimes say, too, is in targets/shared/messages.h, as PL_MESSAGE_ID_.
// docs/errors/messages.md lists both by their ids, with the mistakes that print them; tests/commands/messages.sh checks that
// each has its id, that ids differ, and that no text is spelled a second time.

#ifndef MESSAGES_H
#define MESSAGES_H

// ---- read/: what a kernel may be written with ---------------------------------------------------------------------------

// base/error.c
#define TEXT_UNREAD "pallasc checks the rest of '%s', but not %s: %s"
#define TEXT_REST_CHECKED "the rest of %s was checked, without what depends on the code above"

// base/conversions.c, called by read/
#define MESSAGE_CONVERSION_TYPE "%%%c of %s is given a value of type %s [conversion-type]"
#define HINT_CONVERSION_FLOAT "write %g for a float, and %d for an integer"
#define HINT_CONVERSION_INTEGER "write %d for an integer; pl_to_f32(v) of a small float"
#define MESSAGE_CONVERSION_STRING "%%s of %s needs a string literal [conversion-string]"
#define HINT_CONVERSION_STRING "kernels have no strings"
#define MESSAGE_FORMAT_LITERAL "the format of %s must be a string literal [format-literal]"
#define HINT_FORMAT_LITERAL "write its text here"
#define MESSAGE_CONVERSION_UNKNOWN "%s has no %%%.*s [conversion-unknown]"
#define HINT_CONVERSION_UNKNOWN \
    "its conversions are %d %i %o %u %x %c %f %e %g %a, with numbers for width and precision"
#define MESSAGE_FORMAT_VALUES_MISSING "%s has more conversions than values [format-values-missing]"
#define HINT_FORMAT_VALUES_MISSING "give each a value"
#define MESSAGE_FORMAT_VALUES_EXTRA "%s has more values than conversions [format-values-extra]"
#define HINT_FORMAT_VALUES_EXTRA "give each a conversion"
#define MESSAGE_CHECK_VALUES "PL_CHECK prints at most five values; this one has %d [check-values]"
#define HINT_CHECK_VALUES "keep those that matter, or print the others with PL_PRINT"

// read/call.c
#define MESSAGE_SPEC_RANKS \
    "'%s' has %d dims, its block %d and its index map %d; all three must be the same [spec-ranks]"
#define MESSAGE_NAME_TWICE "call '%s' has an array '%s' and a %s '%s' [name-twice]"
#define HINT_NAME_TWICE "rename one of them"
#define MESSAGE_PART_COUNT "kernel '%s' has %d parameters, and this call %d parts for them [part-count]"
#define HINT_PART_COUNT "apart from sizes, grid and batch, the parts are its parameters, in its order"
#define HINT_PART_MISSING "'%s' has no part; apart from sizes, grid and batch, the parts are the kernel's parameters, in its order"
#define HINT_PART_SIZE "'%s' has no part: a kernel gets no size; write PL_SCALAR(%s, %s) as its part, and remove it from PL_SIZES"
#define MESSAGE_BATCHED_SCALAR "PL_BATCH names '%s', which is a PL_SCALAR [batched-scalar]"
#define HINT_BATCHED_SCALAR \
    "a PL_SCALAR is the same for the whole batch; PL_PREFETCH(%s, %s, (1)) is a value for each index"
#define MESSAGE_BATCHED_IN_HBM "not in this version of pallasc: PL_BATCH names '%s', which is left in HBM [batched-in-hbm]"
#define HINT_BATCHED_IN_HBM "give the array a leading dim, and use PL_AT(%s, PL_PROGRAM_ID(a)) of an axis a of PL_GRID"
#define MESSAGE_BATCHED_UNKNOWN "PL_BATCH names '%s', and the call has no such part [batched-unknown]"
#define MESSAGE_NOT_A_KERNEL "'%s' is not a kernel; define one with PL_KERNEL [not-a-kernel]"

// read/copies.c
#define MESSAGE_AT_INDICES "PL_AT has %d indices, but its ref has %d dims [at-indices]"
#define HINT_AT_INDICES "an index, PL_DS(start, size) or PL_ALL for each dim; those at the end may be left out"
#define MESSAGE_SEM_NAME "a semaphore is a parameter or a PL_SCOPED_SEM, by its name, s or s[i] [sem-name]"
#define HINT_SEM_NAME "pass its number, and write s[i] here"
#define MESSAGE_COPY_TYPES "%s: the source has elements of type %s, the destination of %s [copy-types]"
#define HINT_COPY_TYPES "a copy moves bytes: PL_EACH or PL_ASSIGN converts"
#define MESSAGE_COPY_RANKS "%s: the source has %d dims, the destination %d [copy-ranks]"
#define HINT_COPY_RANKS "an index in PL_AT drops its dim, PL_DS(i, 1) keeps it"
#define MESSAGE_COPY_TO_CONST "%s: the destination is const [copy-to-const]"
#define HINT_COPY_TO_CONST "to write it, use PL_OUT or PL_INOUT in the call, and remove const here"
#define MESSAGE_NOT_A_DMA_SEM "%s needs a PL_DMA_SEM; '%s' counts signals [not-a-dma-sem]"
#define HINT_NOT_A_DMA_SEM "declare it PL_DMA_SEM"
#define MESSAGE_COPY_ADDRESS \
    "%s takes the address of a pl_copy that is declared in this function: &c, or &PL_COPY(...) [copy-address]"
#define HINT_COPY_ADDRESS \
    "targets cannot follow a pl_copy that is passed to a helper or returned by one; describe the copy again here"
#define MESSAGE_COPY_STARTED "%s starts the copy immediately [copy-started]"
#define HINT_COPY_STARTED "return PL_COPY(...), and start what the call returns"
#define MESSAGE_COPY_ASSIGNED \
    "initialize a pl_copy in its declaration: pl_copy c = PL_COPY(src, dst, sem); [copy-assigned]"
#define HINT_COPY_ASSIGNED "no target follows one that is assigned later: describe the copy here"

// read/diagnostics.c
#define HINT_KERNEL_UNDECLARED "PL_CALL(name, kernel, ...): no PL_KERNEL of this name is defined above"
#define HINT_SIZE_UNDECLARED \
    "extents read sizes and scalars of the call, index maps also axes and tables: name a size in PL_SIZES, a " \
    "table in PL_PREFETCH"

#define HINT_UNDECLARED_IN_KERNEL \
    "a kernel sees its parameters: PL_AXIS(i) is the index of axis i, PL_DIM(x, dim) an extent of a block, PL_SIZE(x, dim) " \
    "of an array; other values come by PL_SCALAR, before the refs whose extents they are"
#define HINT_ENDED_LOOP "this semicolon ends the loop over '%.*s': remove it, and the next statement is the loop's body"
#define HINT_IDENTITY_EARLY "write PL_IDENTITY below the function that it names"
#define HINT_SMALL_FLOAT_MADE "write pl_to_%s(v), which converts a float to a pl_%s"
#define HINT_SMALL_FLOAT_READ "write pl_to_f32(v), which converts a small float to a float"
#define HINT_INPUT_ASSIGNED "a const ref is an input; to write it, too, use PL_INOUT in the call, and a ref without const here"
#define HINT_ARRAY_ASSIGNED "this is a row or a block: write each element, z[r][c] in a PL_EACH, or all of a block by PL_ASSIGN(z, x)"

// read/expression.c
#define MESSAGE_ROW_SIZE_IN_PLACE \
    "under PL_IN_PLACE the size of a row of '%s' is how far its rows lie apart [row-size-in-place]"
#define HINT_ROW_SIZE_IN_PLACE "PL_DIM(%s, %d) is how long one is"
#define MESSAGE_SIZE_UNKNOWN "this size is known at run time only, or is no size at all [size-unknown]"
#define HINT_SIZE_UNKNOWN "PL_DIM(x, axis) is the extent of a block, at run time too"
#define MESSAGE_DEBUGGER_NAME "'%s_ref' is for debuggers; write '%s', or PL_DIM(%s, axis) [debugger-name]"
#define MESSAGE_FUNCTION_ADDRESS \
    "the address of function '%s': no target calls functions by address [function-address]"
#define HINT_CALL_BY_NAME "call functions by name, chosen by if or switch"
#define MESSAGE_LITERAL_ADDRESS \
    "the address of a compound literal: only a variable has one in every emitted language [literal-address]"
#define HINT_LITERAL_ADDRESS "declare a variable with this value"
#define MESSAGE_LITERAL_CHANGED "this changes a compound literal, which only C can [literal-changed]"
#define MESSAGE_NOT_READABLE \
    "'%s' cannot be read here; shapes and grid read sizes and scalars, maps also axes and tables [not-readable]"
#define MESSAGE_BLOCK_NAME "%s takes the name of a block [block-name]"
#define HINT_BLOCK_NAME \
    "a block is a parameter PL_REF, a PL_TILE or a PL_VIEW; PL_VIEW(T, v, p, dims) names a part of one"
#define MESSAGE_OPERATOR_UNKNOWN "kernels have no operator '%s' [operator-unknown]"
#define MESSAGE_AXIS_CONSTANT "the axis of %s is a constant [axis-constant]"
#define MESSAGE_INTEGERS "PL_MULTIPLE_OF(v, n) takes integers [integers]"
#define MESSAGE_ATOMIC_VALUE "PL_ATOMIC_%s(&x[i], v): v is a number [atomic-value]"
#define MESSAGE_HBM_PART_PASSED \
    "PL_PASS(PL_AT(...)) passes a part of an array left in HBM, and '%s' of '%s' is a block [hbm-part-passed]"
#define HINT_HBM_PART_PASSED "a part of a block is named by PL_VIEW, and passed by its name"
#define MESSAGE_KERNEL_CALLED "kernel '%s' is run by PL_CALL alone [kernel-called]"
#define HINT_KERNEL_CALLED "to share code between kernels, write a PL_FUNCTION or a plain C function"
#define MESSAGE_CALL_THROUGH_POINTER \
    "a call through a pointer: no target calls functions by address [call-through-pointer]"
#define MESSAGE_COPY_NOT_DECLARED "initialize a pl_copy in its declaration: pl_copy c = %s(...); [copy-not-declared]"
#define HINT_COPY_NOT_DECLARED \
    "no target follows one that is assigned later, is an element of an array, or is returned"
#define MESSAGE_NO_VALUE "%s is a statement of its own, and has no value [no-value]"
#define MESSAGE_ELVIS "'a ?: b' is not C [elvis]"
#define HINT_ELVIS "write 'a ? a : b'"
#define MESSAGE_EXPRESSION_UNKNOWN "pallasc does not know this expression [expression-unknown]"
#define MESSAGE_STATEMENT_EXPRESSION "a block in parentheses, '({ … })', is not C [statement-expression]"
#define HINT_STATEMENT_EXPRESSION "write a function, 'static inline'"
#define MESSAGE_GENERIC "kernels have no _Generic [generic]"
#define HINT_GENERIC "write the function or operator that it chooses"
#define MESSAGE_CURSOR_UNKNOWN "pallasc does not know this: %s [cursor-unknown]"
#define MESSAGE_NESTED_EXPRESSION "an expression is nested more than %d deep [nested-expression]"
#define HINT_NESTED_EXPRESSION "assign parts of it to variables"

// read/file.c
#define MESSAGE_CHOICE_TWICE "PL_SCHEDULE chooses %s of call %s a second time; line %u chooses it, too [choice-twice]"
#define MESSAGE_CHOICE_CALL "PL_SCHEDULE: this file has no PL_CALL(%s, ...) [choice-call]"
#define MESSAGE_NO_EXTENTS "a block has 1 to 6 extents; this one has none [no-extents]"
#define MESSAGE_TOO_MANY_EXTENTS "a block has 1 to 6 extents; this one has %d [too-many-extents]"
#define HINT_NO_EXTENTS "a block of a single element has the extent 1"
#define MESSAGE_ROWS_OF_RUN_TIME_LENGTH \
    "a pointer to rows of '%s', whose length is known at run time only [rows-of-run-time-length]"
#define HINT_ROWS_OF_RUN_TIME_LENGTH "pass one row, or write the helper as a PL_FUNCTION"
#define MESSAGE_VARIADIC \
    "'%s' takes any number of arguments, which no target can pass: give it a fixed list [variadic]"
#define MESSAGE_RECURSIVE "'%s' is recursive: no target has a stack for that [recursive]"
#define HINT_RECURSIVE "write '%s' as a loop"
#define MESSAGE_NO_BODY "kernels cannot call '%s': its body is not in this file or what it includes [no-body]"
#define HINT_NO_ALLOCATION "kernels allocate nothing: PL_TILE is memory of the body, PL_SCRATCH of the call"
#define HINT_NO_STDIO "kernels print by PL_PRINT"
#define HINT_NO_MEMCPY \
    "PL_ASSIGN copies and PL_FILL sets a block; PL_EACH does it by element, structs are assigned, and a union " \
    "gives the bits of a value"
#define HINT_NO_RANDOM "pass random numbers, or compute them from PL_PROGRAM_ID and the element's place"
#define HINT_NO_ASSERT "PL_CHECK(c) is the assert of kernels, and its report names the program"
#define HINT_HOST_FUNCTION "'%s' is for the host, around calls"
#define HINT_LIBRARY_FUNCTION "kernels call math.h, functions of your own, and no others"
#define HINT_NO_BODY "a kernel needs its body: define it 'static inline' in a header that this file includes"
#define MESSAGE_FILE_VARIABLE "'%s' is a variable of the file, and not const [file-variable]"
#define HINT_FILE_VARIABLE "declare it const, or pass it: PL_SCALAR for a value, PL_IN for an array"
#define MESSAGE_VALUE_UNKNOWN "the value of '%s' is not known in this file [value-unknown]"
#define HINT_VALUE_UNKNOWN "define it here, 'static const', or pass it: PL_SCALAR for a value, PL_IN for an array"

// read/pipeline.c
#define MESSAGE_PIPELINE_VIEW_CONST "PL_PIPELINE, %s(view, spec): the view is const [pipeline-view-const]"
#define MESSAGE_PIPELINE_SCRATCH \
    "PL_SCRATCH_ANY is a part of a PL_CALL: a pipeline has scratch in VMEM [pipeline-scratch]"
#define HINT_PIPELINE_SCRATCH "write PL_SCRATCH, or give it to the kernel by PL_PASS"
#define MESSAGE_PIPELINE_OPTION_TWICE "%s appears twice [pipeline-option-twice]"
#define MESSAGE_ALIAS_IN_PIPELINE "PL_ALIAS is an option of a PL_CALL's outputs [alias-in-pipeline]"
#define MESSAGE_PIPELINE_RANKS \
    "the view has %d dims, its block %d and its index map %d; all three must be the same [pipeline-ranks]"
#define MESSAGE_PIPELINE_PART_COUNT \
    "kernel '%s' has %d parameters, and this pipeline %d parts for them [pipeline-part-count]"
#define HINT_PIPELINE_PART_COUNT "apart from the grid, the parts are its parameters, in its order"

// read/statement.c
#define MESSAGE_STATIC_VARIABLE \
    "a static variable outlives the program, and programs may run at once: '%s' [static-variable]"
#define HINT_STATIC_VARIABLE "PL_SCRATCH is memory of the call that is kept from program to program"
#define MESSAGE_EXTERN_VARIABLE \
    "kernels read constants of the file and their parameters, nothing extern [extern-variable]"
#define MESSAGE_CLEANUP "targets run no cleanup function at the end of the scope of '%s'; call it there [cleanup]"
#define MESSAGE_RUN_TIME_EXTENTS "the extents of '%s' are known at run time only [run-time-extents]"
#define HINT_RUN_TIME_EXTENTS "give it constant extents, or make it a PL_SCRATCH of the call"
#define MESSAGE_TILE_EXTENT "PL_TILE '%s': extent %d is known at run time only [tile-extent]"
#define HINT_TILE_EXTENT "a tile has constant extents; PL_SCRATCH may have others"
#define MESSAGE_VIEW_OF_NO_BLOCK "PL_VIEW of something that is not part of a block [view-of-no-block]"
#define HINT_VIEW_OF_NO_BLOCK "name a block, a row of it, or the address of an element: x, x[h], &x[h][w], x[h] + 2"
#define MESSAGE_VIEW_WRITTEN "PL_VIEW: '%s' shows the bytes of elements of another type, %s, and is only read [view-written]"
#define HINT_VIEW_WRITTEN "write PL_VIEW(const %s, ...); to write bytes, assign through a union"
#define MESSAGE_VIEW_SIZES "PL_VIEW: neither of %d bytes, of an element, and %d, of one of its block, is a multiple of the other [view-sizes]"
#define MESSAGE_VIEW_ROWS "PL_VIEW: rows of '%s' have other bytes than those of its block [view-rows]"
#define HINT_VIEW_ROWS "8 floats are 16 values of 2 bytes: (const uint16_t (*)[16])&x[r], with constants as extents"
#define MESSAGE_VIEW_BY_ELEMENTS "'%s' is a PL_VIEW of another type: only its elements are read, and PL_ASSIGN copies it [view-by-elements]"
#define HINT_VIEW_BY_ELEMENTS "copy it to a block of its type: PL_TILE(T, t, ...); PL_ASSIGN(t, %s);"
#define MESSAGE_VIEW_SUBSCRIPT \
    "'%s' is a PL_VIEW of another type: this subscript is computed more than once, and must not call or change anything [view-subscript]"
#define HINT_VIEW_SUBSCRIPT "compute it in a statement before: long i = ...;"
#define MESSAGE_DECLARATION_UNKNOWN "pallasc does not know this declaration: %s [declaration-unknown]"
#define MESSAGE_REDUCE_OPERATOR "the operator of %s must be a function; '%s' is not [reduce-operator]"
#define HINT_REDUCE_OPERATOR \
    "write PL_ADD, PL_MUL, PL_MAX, PL_MIN, PL_AND, PL_OR or PL_XOR, or the name of a function of two values"
#define MESSAGE_CASE_RANGE "'case a ... b' is not C [case-range]"
#define HINT_CASE_RANGE "write each case, or an if"
#define MESSAGE_DOT_ARGUMENTS \
    "PL_DOT takes an accumulator, two operands and perhaps a precision: PL_DOT(acc, a, b) [dot-arguments]"
#define MESSAGE_DOT_PRECISION "the precision of PL_DOT is PL_TF32 or PL_BF16X1 [dot-precision]"
#define MESSAGE_FORMAT_STRING "PL_CHECK(condition[, format, ...]): the format is a string [format-string]"
#define MESSAGE_GOTO "kernels have no goto and no labels [goto]"
#define HINT_GOTO "write a loop, or a function that returns"
#define MESSAGE_ASM "kernels have no asm: it would belong to one machine [asm]"
#define MESSAGE_STATEMENT_UNKNOWN "pallasc does not know this statement: %s [statement-unknown]"
#define MESSAGE_NESTED_STATEMENTS "statements are nested more than %d deep [nested-statements]"
#define HINT_NESTED_STATEMENTS "move the inner ones into a helper or a PL_FUNCTION"

// read/type.c
#define MESSAGE_TYPE_UNSUPPORTED "kernels have no type '%s': %s [type-unsupported]"
#define MESSAGE_PACKED_STRUCT \
    "'%s' is packed or aligned, which no target can promise: order its members by size [packed-struct]"
#define MESSAGE_UNNAMED_MEMBER \
    "a member without a name, which not every target has: write struct { … } name; [unnamed-member]"
#define MESSAGE_BIT_FIELD "kernels have no bit-fields; use an integer with shifts and masks [bit-field]"
#define MESSAGE_UNNAMED_STRUCT "a struct or union without a name: give it one, or a typedef [unnamed-struct]"
#define MESSAGE_STRUCT_UNDEFINED "'%s' is not defined here [struct-undefined]"
#define MESSAGE_STRUCT_TWICE "another '%s' exists; give this one a different name [struct-twice]"
#define MESSAGE_STRUCT_EMPTY "'%s' has no members, and so in C++ another size than in C [struct-empty]"
#define HINT_STRUCT_EMPTY "give it one, or do without it"
#define HINT_TYPE_FUNCTION "no target calls functions by their addresses; call them by name, chosen by if or switch"
#define HINT_TYPE_VOLATILE "kernels have no volatile; remove it"
#define HINT_TYPE_LONG_DOUBLE "take double"
#define HINT_TYPE_SMALL_FLOAT "take pl_f16 or pl_bf16"
#define HINT_TYPE_OTHER "take float, double, bool, an integer of <stdint.h>, or a struct of them"

// ---- lower/: what targets cannot run ------------------------------------------------------------------------------------

// lower/cpp.c
#define MESSAGE_BOOL_STEP "the value of ++ of this bool, which C++ does not have [bool-step]"
#define HINT_BOOL_STEP "copy the bool into a variable first, and set it to true in a statement of its own"
#define MESSAGE_CASE_DECLARES \
    "a later label of the switch jumps past the initializer of '%s', and its statements use it; C++ has no such jump [case-declares]"
#define HINT_CASE_DECLARES "declare it before the switch"

// lower/address_spaces.c
#define MESSAGE_POINTER_TWO_SPACES "this pointer may refer to a block or to a variable or table [pointer-two-spaces]"
#define HINT_POINTER_TWO_SPACES "targets have separate address spaces; use two pointers, or read the value here"
#define MESSAGE_POINTER_UNKNOWN "'%s' is null here, or was not set: no statement before this one says what it points to [pointer-unknown]"
#define HINT_POINTER_UNKNOWN "initialize it with the address of a block, a variable or a table"
#define MESSAGE_POINTER_CAST "a cast to a pointer of another type [pointer-cast]"
#define HINT_POINTER_CAST "memory is read as its own type; convert values instead"
#define MESSAGE_POINTER_RETURNED "a helper that returns a pointer [pointer-returned]"
#define HINT_POINTER_RETURNED "return the value, or an index"
#define MESSAGE_STRING "a string that is no format of PL_PRINT or PL_CHECK [string]"
#define HINT_STRING "kernels have no strings; use numbers"
#define MESSAGE_POINTER_NESTED "pointers to pointers, or in arrays and structs [pointer-nested]"
#define HINT_TAKE_INDICES "take indices instead"
#define MESSAGE_POINTER_OTHER_SPACE \
    "'%s' already points to memory of another kind: a block, a variable, or a table [pointer-other-space]"
#define HINT_POINTER_OTHER_SPACE "targets have separate address spaces; use another pointer"
#define MESSAGE_POINTER_TO_POINTERS "a pointer to pointers [pointer-to-pointers]"
#define HINT_POINTER_TO_POINTERS "point to the elements themselves, or take indices"
#define MESSAGE_ARRAY_OF_POINTERS "an array or a struct of pointers [array-of-pointers]"
#define MESSAGE_ATOMIC_ON_VARIABLE "an atomic on a variable, which no other program sees [atomic-on-variable]"
#define HINT_ATOMIC_ON_VARIABLE "write it as usual: v += 1"
#define MESSAGE_POINTER_IN_ARRAY "a pointer in an array or a struct [pointer-in-array]"
#define MESSAGE_CONSTANT_ADDRESSES "'%s' is a constant that holds addresses [constant-addresses]"
#define HINT_CONSTANT_ADDRESSES "use the table itself and indices"
#define MESSAGE_STRUCT_OF_POINTERS "'%s' holds pointers [struct-of-pointers]"

// lower/copies.c
#define MESSAGE_CALLS_DIFFER \
    "not in this version of pallasc: kernel '%s' has '%s', and two calls with other words for %s [calls-differ]"
#define HINT_CALLS_DIFFER "write both calls with the same names and extents, or one kernel for each"
#define MESSAGE_ONE_DEVICE "%s: this target has one device [one-device]"
#define HINT_ONE_DEVICE "interpret mode runs the devices of a PL_MESH, and so do the targets that docs/collectives.md names"
#define MESSAGE_COPY_NOT_WAITED "the copy of %s to %s is started here, and %s ends without a wait for it [copy-not-waited]"
#define HINT_COPY_NOT_WAITED "wait for each copy, and for one of a window or a tile within its step: pl_wait before the kernel ends, under the same condition as pl_start"
#define MESSAGE_COPY_SHAPES "the source has %lld elements on dim %d, the destination %lld [copy-shapes]"
#define HINT_COPY_SHAPES "PL_AT(x, PL_DS(start, size)) takes a part"
#define MESSAGE_RUN_TIME_MEMORY \
    "%s '%s': extent %d is known at run time only, and this target has no such memory [run-time-memory]"
#define HINT_RUN_TIME_MEMORY \
    "use a constant, for example from -D; or a PL_SCRATCH of the call, whose extents may vary"
#define MESSAGE_SEM_READ_BYTES \
    "PL_SEM_READ of %s: this target does not count the bytes of copies, which complete when they start " \
    "[sem-read-bytes]"
#define HINT_SEM_READ_BYTES "pl_wait waits for the copy; interpret mode, and targets with asynchronous copies, count its bytes"
#define MESSAGE_MESH_ONE_DEVICE \
    "PL_MESH: this target has one device, and axis '%s' of the mesh has %s [mesh-one-device]"

// lower/hoist.c
#define MESSAGE_CONTINUE_TO_CONDITION \
    "this condition needs statements of its own, but a continue above jumps to it [continue-to-condition]"
#define HINT_CONTINUE_TO_CONDITION \
    "assign its value to a variable at the end of the body, and replace the continue by an if"

// lower/inline.c
#define MESSAGE_ARGUMENT_RANK "'%s' has %d dims, and '%s' of '%s' %d [argument-rank]"
#define MESSAGE_ARGUMENT_TYPE "'%s' has elements of type %s, and '%s' of '%s' of %s [argument-type]"
#define MESSAGE_ARGUMENT_CONST "'%s' is const, and '%s' of '%s' is not [argument-const]"
#define MESSAGE_ARGUMENT_EXTENT "dim %d of '%s' is %lld, and of '%s' of '%s' %lld [argument-extent]"
#define MESSAGE_FUNCTION_IN_CONDITION \
    "'%s' is called in an expression that may run many times or not at all [function-in-condition]"
#define HINT_FUNCTION_IN_CONDITION \
    "%s works on whole blocks or uses the program's index: assign its result to a variable in a statement before"
#define MESSAGE_COPIES_TO_CHOOSE \
    "'%s' returns one of several copies, and targets cannot tell which [copies-to-choose]"
#define HINT_COPIES_TO_CHOOSE "describe each copy by a function of its own that ends with return PL_COPY(...);"

// lower/pipeline.c
#define MESSAGE_WINDOW_TO_VALUE "'%s' of '%s' is not a block, but the pipeline passes a window [window-to-value]"
#define MESSAGE_WINDOW_NOT_CONST "'%s' of '%s' is not const, but the pipeline passes a PL_IN [window-not-const]"
#define MESSAGE_WINDOW_RANK "the block of '%s' has %d dims for the kernel, and '%s' of '%s' has %d [window-rank]"
#define MESSAGE_WINDOW_EXTENT \
    "the block of '%s' has %lld elements on dim %d, and '%s' of '%s' has %lld [window-extent]"
#define MESSAGE_WINDOW_IN_PLACE \
    "'%s' of '%s' is not a PL_ANY_REF, but the pipeline leaves this view in place [window-in-place]"
#define MESSAGE_PIPELINE_PART "'%s' of '%s' is %s, and this is %s [pipeline-part]"
#define HINT_PIPELINE_PART "the parts of a PL_PIPELINE are its kernel's parameters, in their order"
#define MESSAGE_PIPELINE_AXIS "the PL_PIPELINE that runs this kernel has %s [pipeline-axis]"

// lower/reserved.c; the note is that of check/call.c, too
#define MESSAGE_CALL_NAME "with --target=%s a call cannot have the name '%s': %s [call-name]"
#define HINT_CALL_NAME "give it another here and where it is called, such as 'call_%s'"

// ---- check/: mistakes ---------------------------------------------------------------------------------------------------

// check/body.c
#define MESSAGE_SUBSCRIPT_IF_RUN "subscript %lld of %s, which has %lld: wrong where it runs [subscript-if-run]"
#define MESSAGE_SUBSCRIPT "subscript %lld of %s, which has %lld [subscript]"
#define MESSAGE_COMMA_SUBSCRIPT "in C, the subscript [%s] is only its last part, [%s] [comma-subscript]"
#define HINT_COMMA_SUBSCRIPT "give each dim a subscript of its own: x[r][c]"
#define MESSAGE_WRITES_CONST "%s writes '%s', which is const: an input or a table [writes-const]"
#define HINT_WRITES_CONST "to write it, too, use PL_INOUT in the call and 'PL_REF(%s, %s, ...)' here"
#define MESSAGE_DOT_SHAPES "PL_DOT: '%s' has %lld %s, and '%s' %lld %s [dot-shapes]"
#define HINT_DOT_SHAPES \
    "PL_DOT(acc, a, b): acc has the rows of a and the columns of b, and a as many columns as b has rows"
#define MESSAGE_DOT_IN_HBM "PL_DOT: %s stays in HBM: copy it first, PL_AT, PL_COPY [dot-in-hbm]"
#define MESSAGE_DOT_RANK "PL_DOT takes blocks of 2 dims, and '%s' has %d [dot-rank]"
#define HINT_DOT_RANK "PL_VIEW(T, v, p, rows, columns) makes a block of 2 dims of a part"
#define MESSAGE_DOT_INTO_OPERAND "PL_DOT accumulates into '%s', which is also an operand [dot-into-operand]"
#define MESSAGE_ASSIGN_OVERLAP_IF_RUN \
    "PL_ASSIGN: '%s' and '%s' overlap in '%s'; elements are copied in any order: wrong where it runs " \
    "[assign-overlap-if-run]"
#define MESSAGE_ASSIGN_OVERLAP \
    "PL_ASSIGN: '%s' and '%s' overlap in '%s'; elements are copied in any order [assign-overlap]"
#define MESSAGE_ATOMIC_TYPE "PL_ATOMIC_%s takes %s, and this is '%s' [atomic-type]"
#define HINT_ATOMIC_BITS "only integers have bits to combine"
#define HINT_ATOMIC_SIZE "no machine changes a smaller element by itself"
#define MESSAGE_DIM_UNKNOWN "%s: '%s' has %s, counted from 0 [dim-unknown]"
#define MESSAGE_INSIDE_SUBSCRIPT "PL_INSIDE: subscript %lld of dim %d of '%s', which has %lld elements there [inside-subscript]"
#define MESSAGE_INSIDE_SUBSCRIPTS \
    "PL_INSIDE(%s, ...) takes a subscript for each dim of '%s', which has %d; this has %d [inside-subscripts]"
#define MESSAGE_REF_TWICE "'%s' is passed for both '%s' and '%s' of '%s', which writes '%s' [ref-twice]"
#define MESSAGE_REFS_OVERLAP "'%s' and '%s' share memory, and '%s' writes '%s' [refs-overlap]"
#define HINT_REFS_OVERLAP "two refs never share memory: pass another block, or let '%s' take one ref for both"
#define MESSAGE_LOOP_STEP_IF_RUN \
    "the step of PL_LOOP is %lld, and a loop counts up: wrong where it runs [loop-step-if-run]"
#define MESSAGE_LOOP_STEP "the step of PL_LOOP is %lld, and a loop counts up [loop-step]"
#define HINT_LOOP_STEP "let %s count up from 0, and use end - 1 - %s"
#define MESSAGE_REDUCE_READS_ACCUMULATOR \
    "%s reads its accumulator '%s': elements are combined in any order, several at the same time " \
    "[reduce-reads-accumulator]"
#define HINT_REDUCE_READS_ACCUMULATOR "keep the old value in a local, or use PL_LOOP, which runs in order"
#define MESSAGE_SCAN_LOCAL "PL_SCAN accumulates into '%s', which is not a local variable [scan-local]"
#define HINT_SCAN_LOCAL "declare one that begins as '%s', and store it after PL_SCAN"
#define MESSAGE_ROWS_NOT_CONTIGUOUS \
    "several rows of '%s' are used as one piece, but under PL_IN_PLACE rows are not contiguous " \
    "[rows-not-contiguous]"
#define HINT_ROWS_NOT_CONTIGUOUS \
    "pass the block to a PL_FUNCTION with PL_PASS(%s), or one row to a helper; or remove PL_IN_PLACE"

// check/call.c
#define MESSAGE_SYSTEM_NAME \
    "a call cannot have the name '%s': the system has a function of this name, and its libraries would call this one [system-name]"
#define HINT_PART_ORDER "parts are in the order of the kernel's parameters; its '%s' is number %d"
#define MESSAGE_PARTS_SWAPPED "'%s' is the kernel's '%s', and '%s' its '%s': are they swapped? [parts-swapped]"
#define MESSAGE_EDGE_POINTER "%s(%s): v is a value, no pointer [edge-pointer]"
#define MESSAGE_EDGE_TYPE "%s: the value is not of the type of '%s', %s [edge-type]"
#define HINT_EDGE_TYPE "a block of numbers takes a number, no struct"
#define MESSAGE_PART_KIND "%s is given where kernel '%s' has %s [part-kind]"
#define MESSAGE_PART_TYPE "%s %s '%s', and the kernel's '%s' %s %s [part-type]"
#define MESSAGE_PART_CONST "%s is given where kernel '%s' has '%s', which is %sconst [part-const]"
#define MESSAGE_REF_NOT_CONST "call '%s' passes '%s' as a %s, but this is not const [ref-not-const]"
#define MESSAGE_REF_CONST "call '%s' passes '%s' as a %s, but this is const [ref-const]"
#define HINT_REF_NOT_CONST \
    "if the kernel only reads it, declare 'const %s' there; if it also writes it, use PL_INOUT here"
#define HINT_REF_CONST "if the kernel only reads it, use PL_IN; if it writes it, declare '%s' there, without const"
#define MESSAGE_PART_RANK "%s of '%s' %s %s, and the kernel's '%s' has %d [part-rank]"
#define HINT_PART_RANK_0 "a block whose dims are all PL_NONE is PL_REF(%s, %s, 1)"
#define HINT_PART_RANK_NONE "a PL_NONE dim drops out of the ref; a dim of extent 1 stays"
#define MESSAGE_REF_EXTENTS "dim %d of %s'%s' is %lld, and of the kernel's '%s' %lld [ref-extents]"
#define HINT_REF_EXTENTS "both must be the same: the kernel's array type is the block"
#define MESSAGE_TABLE_IN_SMEM "'%s' is a table in scalar memory: write PL_SMEM_REF(%s, %s, ...) [table-in-smem]"
#define MESSAGE_SPACE_OF_REF "call '%s' has '%s' in scalar memory: write PL_SMEM_REF(%s, %s, ...) [space-of-ref]"
#define MESSAGE_SPACE_OF_PART "the kernel's '%s' is a PL_SMEM_REF: %s [space-of-part]"
#define MESSAGE_EDGE_OF_OUTPUT "PL_EDGE is for operands that are read; '%s' is a PL_OUT [edge-of-output]"
#define MESSAGE_SEM_IS_BLOCK "a semaphore is given where kernel '%s' has '%s' [sem-is-block]"
#define MESSAGE_SEM_EXPECTED "kernel '%s' has a semaphore '%s' in this position [sem-expected]"
#define HINT_SEM_IS_BLOCK "%s here and PL_SCRATCH_%s%s in the call go together"
#define MESSAGE_HBM_IS_BLOCK "'%s' is left in HBM, and the kernel's '%s' is a block [hbm-is-block]"
#define MESSAGE_HBM_EXPECTED "the kernel's '%s' is left in HBM, and '%s' comes in blocks [hbm-expected]"
#define HINT_HBM_IS_BLOCK "an array left in HBM is a PL_ANY_REF(T, x, rank) here, and has the spec PL_ANY in the call"
#define MESSAGE_ATOMIC_PART "PL_ATOMIC is for a PL_INOUT, which all programs share: '%s' is a %s [atomic-part]"
#define MESSAGE_TABLE_ENTRY "subscript %lld of dim %d of table '%s' in %s%s [table-entry]"
#define MESSAGE_ELEMENT_WINDOW "a window of '%s' %s on dim %d in %s%s [element-window]"
#define HINT_ELEMENT_WINDOW "PL_ELEMENT(n, lo, hi) counts from the beginning of the padding: lo, the array, hi"
#define MESSAGE_BLOCK_INDEX "block index %lld of '%s' in %s is out of range on dim %d, %s [block-index]"
#define MESSAGE_LAST_PROGRAM_PAST \
    "the last program of axis %s asks for block %s of '%s' on dim %d, which is past the end [last-program-past]"
#define HINT_LAST_PROGRAM_PAST "%s runs to below %s: no block follows the last one, and indices are not clamped"
#define MESSAGE_BLOCKS_UNWRITTEN "%s of '%s' on dim %d %s never written: %s runs to below %s [blocks-unwritten]"
#define HINT_BLOCKS_UNWRITTEN "an output is written in full; one that is to stay partly unwritten is a PL_INOUT"
#define MESSAGE_BLOCKS_UNVISITED "no program visits %s of '%s' on dim %d: %s runs to below %s [blocks-unvisited]"
#define MESSAGE_ELEMENT_STEP \
    "windows of '%s' advance by 1 element per program, and blocks of '%s' by %s: PL_ELEMENT counts elements; is " \
    "it %s * %s? [element-step]"
#define MESSAGE_BLOCK_EXTENT "a block of %lld elements on dim %d of '%s' [block-extent]"
#define MESSAGE_ELEMENT_OFFSETS "%s; or the window counts elements: PL_ELEMENT(%s, 0, 0) [element-offsets]"
#define MESSAGE_AXIS_ORDER \
    "parallel axis '%s' follows '%s', which is not declared parallel [axis-order]"
#define HINT_AXIS_ORDER "write parallel axes before '%s'%s"
#define MESSAGE_AXIS_ID "there is no axis %lld: the grid of call '%s' has %s [axis-id]"
#define HINT_AXIS_NAME "the call that runs this kernel; write one of these names, or that of an index in PL_BATCH"
#define HINT_AXIS_ID "the call that runs this kernel; axes are numbered from 0, the slowest first"
#define MESSAGE_ATOMIC_PLAIN_ACCESS \
    "'%s' is shared by all programs, and this is no PL_ATOMIC_... of it [atomic-plain-access]"
#define HINT_ATOMIC_PLAIN_ACCESS \
    "PL_ATOMIC leaves it in place for PL_ATOMIC_ADD and its like alone, which also return what was there"
#define MESSAGE_AXIS_UNUSED \
    "no index map depends on axis %s, and the kernel does not read its index: all its programs do the same " \
    "[axis-unused]"
#define MESSAGE_ALIAS_DIFFERS "PL_ALIAS(%s) of '%s': '%s' is %s of '%s', and this is %s of '%s' [alias-differs]"
#define MESSAGE_ALIAS_PART "PL_ALIAS(%s) of '%s': '%s' is a %s [alias-part]"
#define MESSAGE_ALIAS_UNKNOWN "PL_ALIAS(%s) of '%s': the call has no '%s' [alias-unknown]"
#define HINT_ALIAS_UNKNOWN "name the PL_IN for which the caller passes the same array as for '%s'"
#define MESSAGE_OPTION_TWICE "'%s' has more than one %s [option-twice]"

// check/copies.c
#define MESSAGE_COPY_IN_EACH "%s is inside %s, where every iteration would repeat it [copy-in-each]"
#define HINT_COPY_IN_EACH \
    "copies, semaphores and scopes belong to the program: write them before or after the %s"
#define MESSAGE_PART_IN_EACH "%s of a part is inside %s, where every iteration would repeat it [part-in-each]"
#define MESSAGE_AXIS_OF_MESH "%s: call '%s' has no mesh axis '%s' [axis-of-mesh]"
#define HINT_AXIS_OF_MESH "PL_MESH((%s, devices)) is a part of a call that devices make together"
#define MESSAGE_DEVICE_AT_COUNT "PL_DEVICE_AT has %s, and the PL_MESH of call '%s' %s [device-at-count]"
#define HINT_DEVICE_AT_COUNT "a coordinate for each axis of the mesh, in its order"

// check/each.c
#define MESSAGE_EACH_BREAK "break in %s: its iterations run in any order, or at once [each-break]"
#define HINT_EACH_BREAK "use PL_LOOP, which runs in order, or an if in the body"
#define MESSAGE_EACH_WRITES_LOCAL "%s %s '%s', which is declared outside it [each-writes-local]"
#define HINT_EACH_WRITES_ARRAY "use a PL_TILE, or declare '%s' inside %s"
#define HINT_EACH_WRITES_LOCAL "%s, or declare '%s' inside %s"
#define HINT_USE_REDUCE "use PL_REDUCE"
#define HINT_USE_LOOP "use PL_LOOP, which runs in order"
#define MESSAGE_WHEN_VARIES "the condition of PL_WHEN varies between iterations of %s [when-varies]"
#define HINT_WHEN_VARIES "PL_WHEN needs a condition that is uniform in the program; use if"
#define MESSAGE_WHOLE_BLOCK_IN_EACH \
    "%s in %s: every iteration overwrites the whole block '%s' [whole-block-in-each]"
#define HINT_WHOLE_BLOCK_IN_EACH "move %s out of %s, or write single elements"

// check/flow.c
#define MESSAGE_OVERWRITTEN \
    "every program of axis %s overwrites the same block of '%s': only the last one's values remain [overwritten]"
#define HINT_OVERWRITTEN "clear it under PL_WHEN (%s) and add to it, or write it only under PL_LAST"
#define MESSAGE_OUTPUT_UNWRITTEN "output '%s' is never written [output-unwritten]"
#define HINT_OUTPUT_UNWRITTEN "use PL_IN for an array that is only read, and PL_INOUT for one that keeps its contents"

// check/flow_state.c
#define HINT_UNINITIALIZED_LOCAL "'%s' is declared without a value; initialize it, for example with %s = %s"
#define HINT_UNINITIALIZED_TILE "a new tile is uninitialized; write, for example, %s first"
#define HINT_UNINITIALIZED_SUM \
    "a new output block is uninitialized; write PL_WHEN (%s) %s; first, or make it a PL_INOUT"
#define HINT_UNINITIALIZED_OUTPUT \
    "a new output block is uninitialized, and each program has one; write it first, or make it a PL_INOUT"
#define HINT_UNINITIALIZED_SCRATCH "scratch is uninitialized at first; write PL_WHEN (%s) %s; first"
#define HINT_UNINITIALIZED_SCRATCH_KEPT \
    "scratch is uninitialized at first; write %s; first, under PL_WHEN (PL_FIRST(a)) if axis a carries it"
#define MESSAGE_UNINITIALIZED "%s uninitialized '%s'%s [uninitialized]"
#define MESSAGE_UNINITIALIZED_IF_RUN \
    "this reads uninitialized '%s' if the condition around it holds [uninitialized-if-run]"
#define HINT_UNINITIALIZED_IF_RUN \
    "a new output block is uninitialized, and each program has one; an operand that is also read is a PL_INOUT"
#define MESSAGE_CLEARED_AGAIN \
    "this %s '%s' again in %s, where its block is unchanged: the sum so far is lost [cleared-again]"
#define HINT_CLEARED_AGAIN "PL_WHEN (%s) %s it at the start only"
#define MESSAGE_SCRATCH_CLEARED_AGAIN \
    "this %s '%s' again in %s: the sum of the previous program is lost, because nothing has read it " \
    "[scratch-cleared-again]"
#define HINT_SCRATCH_CLEARED_AGAIN \
    "axis %s carries scratch: PL_WHEN (%s) %s it at the start of the sum only"

// check/reductions.c
#define MESSAGE_REDUCTION_WRITTEN \
    "'%s' is written in a step of '%s', which is PL_REDUCTION: its steps only accumulate [reduction-written]"
#define HINT_REDUCTION_WRITTEN \
    "accumulate with +=, PL_DOT, PL_REDUCE or x = PL_MAX(x, v); other writes belong under PL_WHEN (%s) or " \
    "PL_LAST(%d), and what belongs to one step in a PL_TILE"
#define MESSAGE_REDUCTION_READ \
    "'%s' is read in a step of '%s', which is PL_REDUCTION: only a part of the steps is in it [reduction-read]"
#define HINT_REDUCTION_READ "read it under PL_WHEN (PL_LAST(%d)), where all of them are"
#define MESSAGE_REDUCTION_OPERATORS "'%s' is accumulated by %s, and by %s on line %u [reduction-operators]"
#define HINT_REDUCTION_OPERATORS "accumulate in a block for each, such as another PL_SCRATCH"
#define MESSAGE_REDUCTION_FUNCTION \
    "'%s' is accumulated by '%s' in a step of '%s', which is PL_REDUCTION: its parts begin with the identity of this " \
    "function, which is not known [reduction-function]"
#define HINT_REDUCTION_FUNCTION "write PL_IDENTITY(%s, value) below it, with the value for which %s(value, x) and %s(x, value) are x"
#define MESSAGE_REDUCTION_MOVES \
    "the block of '%s' changes along '%s', which is PL_REDUCTION: nothing is accumulated in it [reduction-moves]"
#define HINT_REDUCTION_MOVES "an axis with separate blocks is PL_PARALLEL(%s, %s)"
#define MESSAGE_REDUCTION_COPIES "copies and semaphores have an order, and the steps of '%s' have none [reduction-copies]"
#define HINT_REDUCTION_COPIES "an axis whose steps run in order is PL_ARBITRARY(%s, %s)"

// check/likely.c
#define MESSAGE_EXTENT_OF_OTHER_AXIS \
    "axis %s counts blocks of '%s', and dim %d of '%s' has extent '%s', which axis %s counts " \
    "[extent-of-other-axis]"
#define HINT_EXTENT_OF_OTHER_AXIS "right only if both are equal; did you mean %s?"
#define MESSAGE_AXIS_COUNTS_OTHER_BLOCKS \
    "axis %s counts blocks of %lld, and those of '%s' on dim %d have %lld: the last ones are never used " \
    "[axis-counts-other-blocks]"
#define HINT_AXIS_COUNTS_OTHER_BLOCKS "did you mean PL_CDIV(%s, %s)?"
#define MESSAGE_PADDING_UNUSED \
    "no window of '%s' reaches the front padding on dim %d: the first begins at %lld, after the padding of %lld " \
    "[padding-unused]"
#define HINT_PADDING_UNUSED \
    "PL_ELEMENT(n, lo, hi) counts from the start of the padding: a map without the constant starts there"
#define MESSAGE_REDUCTION_STAYS_ZERO "%s reduces into '%s', which starts at 0: it stays 0 [reduction-stays-zero]"
#define MESSAGE_REDUCTION_FROM_ZERO \
    "%s reduces into '%s', which starts at 0: if all values are %s 0, the result is this 0 [reduction-from-zero]"
#define HINT_REDUCTION_FROM_ZERO "start at %s"
#define MESSAGE_FRACTION_DROPPED "'%s' has type '%s': each addition drops the fraction [fraction-dropped]"
#define HINT_FRACTION_DROPPED "accumulate a float in a float, or cast it to an integer if this is intended"
#define MESSAGE_REDUCES_OUTSIDE \
    "where a window of '%s' extends past the array, %s includes %g for each element outside [reduces-outside]"
#define MESSAGE_REDUCES_EDGE \
    "where a window of '%s' extends past the array, %s includes the value of this for elements outside, which " \
    "are %s [reduces-edge]"
#define HINT_REDUCES_EDGE "exclude them: PL_INSIDE(%s%s) ? %s : %s"
#define MESSAGE_SUM_ROUNDED "every program that adds to '%s' rounds it to %s, where %s [sum-rounded]"
#define HINT_SUM_ROUNDED "accumulate in float, for example in a PL_SCRATCH(float, ...), and convert it under PL_LAST"
#define MESSAGE_FLOAT_EQUALS_DOUBLE \
    "no float equals the double %s: this comparison is always %s [float-equals-double]"
#define HINT_FLOAT_EQUALS_DOUBLE "write %sf; to compare computed floats, test fabsf(a - b) < tolerance"
#define MESSAGE_BOUND_OF_OTHER_DIM \
    "this is compared with '%s', and '%s' is a subscript of dim %d of '%s', whose extent is '%s' " \
    "[bound-of-other-dim]"
#define HINT_BOUND_OF_OTHER_DIM "did you mean %s?"
#define MESSAGE_ID_OF_OTHER_AXIS \
    "'%s' is a subscript of dim %d of '%s', whose blocks follow axis %s, and this is the id on axis %s " \
    "[id-of-other-axis]"
#define HINT_ID_OF_OTHER_AXIS "did you mean PL_PROGRAM_ID(%d)?"

// check/race.c
#define MESSAGE_SAME_ELEMENT "every iteration of %s %s the same element of '%s' [same-element]"
#define HINT_ACCUMULATE_OUTSIDE "use PL_REDUCE, outside of %s"
#define HINT_SAME_ELEMENT "write it once, outside of %s"
#define MESSAGE_WRITE_COLLISION "iterations %s and %s of %s write the same element of '%s' [write-collision]"
#define HINT_WRITE_COLLISION \
    "iterations run in any order, so the final value is unspecified; use PL_LOOP if the order matters"
#define MESSAGE_READ_COLLISION \
    "iteration %s of %s reads the element of '%s' that iteration %s writes [read-collision]"
#define HINT_READ_COLLISION "iterations run in any order; use PL_LOOP, or read from a copy"
#define MESSAGE_ELEMENT_UNPROVED "two iterations of %s may write the same element: '%s' [element-unproved]"
#define MESSAGE_ELEMENTS_UNPROVED \
    "cannot prove that '%s' and '%s' are different elements in two iterations of %s [elements-unproved]"
#define HINT_ELEMENTS_UNPROVED "if they do, an update can be lost; use PL_ATOMIC_ADD, or PL_LOOP to run them in order"

// check/spec.c
#define MESSAGE_NOT_A_NUMBER "%s is not a number [not-a-number]"
#define HINT_NOT_A_NUMBER "it is a block dim by itself: PL_BLOCKSPEC((%s), (index))"
#define MESSAGE_SLICE_NOT_A_NUMBER "PL_DS is not a number [slice-not-a-number]"
#define HINT_SLICE_NOT_A_NUMBER "PL_DS(start, size) is the whole index of a PL_BOUNDED dim"
#define MESSAGE_NOT_AN_INTEGER "%s is an integer, and this is of type '%s' [not-an-integer]"
#define HINT_NOT_AN_INTEGER "write an integer, or a cast: (int)(%s)"
#define MESSAGE_SLICE_UNBOUNDED \
    "dim %d of '%s': the index is a PL_DS, but the block dim is not PL_BOUNDED [slice-unbounded]"
#define HINT_SLICE_UNBOUNDED "write PL_BOUNDED(n) here, or an integer as the index"
#define MESSAGE_BOUNDED_NO_SLICE \
    "dim %d of '%s': the block dim is PL_BOUNDED, but the index is not a PL_DS [bounded-no-slice]"
#define HINT_BOUNDED_NO_SLICE "write PL_DS(start, size): the first element and how many elements there are"
#define MESSAGE_INDEX_TYPE "an index is an integer, and this is of type '%s' [index-type]"
#define HINT_INDEX_TYPE "a map counts blocks, in long: i / 2, not 0.5 * i"

// check/windows.c
#define MESSAGE_PARALLEL_OVERLAP "axis %s is parallel, and %s and %s write %s of '%s' [parallel-overlap]"
#define HINT_PARALLEL_OVERLAP_BATCH "name '%s' in PL_BATCH, too: each program of the batch then has a '%s' of its own"
#define HINT_PARALLEL_OVERLAP_INOUT \
    "give each program a block of its own, make %s a plain axis, or share '%s' by PL_ATOMIC"
#define HINT_PARALLEL_OVERLAP \
    "programs of a parallel axis run at once: give each a block of its own, or make %s a plain axis, after the " \
    "parallel ones"
#define MESSAGE_REVISITED "the block of '%s' that %s finished is revisited by %s [revisited]"
#define MESSAGE_WINDOWS_OVERLAP "a window of '%s' that %s finished overlaps a window of %s [windows-overlap]"
#define HINT_REVISITED \
    "the block is not read back: put the axes that '%s' does not depend on last in the grid, or use PL_INOUT or " \
    "PL_REVISIT_ANY"
#define HINT_WINDOWS_OVERLAP "windows of an output must not overlap; windows of a PL_INOUT are read back"
#define MESSAGE_PARALLEL_UNPROVED \
    "treated as parallel because it is PL_PARALLEL: whether its programs write separate blocks of '%s' depends " \
    "on data [parallel-unproved]"
#define MESSAGE_AXIS_SEQUENTIAL \
    "axis %s is treated as sequential: %s; declare it PL_PARALLEL or PL_ARBITRARY [axis-sequential]"

// ---- plan/: memory and machines -----------------------------------------------------------------------------------------

// plan/local.c
#define MESSAGE_BUDGET \
    "call '%s' needs %lld bytes of local memory per work-group, but --budget allows %lld: %s [budget]"
#define MESSAGE_LOCAL_MEMORY \
    "call '%s' needs %lld bytes of local memory per work-group, and only %lld are guaranteed: %s [local-memory]"
#define HINT_LOCAL_MEMORY "for GPUs only: %s; %s, or set --budget=BYTES to the size of yours"

// plan/machine.c
#define MESSAGE_MACHINE_SETTING "a machine has no '%s' [machine-setting]"
#define HINT_MACHINE_SETTING "it has %s"
#define MESSAGE_MACHINE_VALUE "'%s' is a number from %lld to %lld [machine-value]"
#define MESSAGE_MACHINE_CODE "the templates of this target have no code for '%s' %lld [machine-code]"
#define HINT_MACHINE_CODE "they have code for %lld; templates with code for another number say so in %s"
#define MESSAGE_MACHINE_SUMS "the %lld x %lld sums of a matrix instruction cannot be shared evenly by %lld lanes: mma_across must " \
    "divide mma_lanes, the rows of lanes mma_rows, and mma_across * mma_run mma_columns [machine-sums]"
#define MESSAGE_MACHINE_LANES "lanes_least is more than lanes_most [machine-lanes]"

// plan/pipeline.c
#define MESSAGE_BUFFERED_CONSTANT \
    "not in this version of pallasc: PL_BUFFERED of a number that is not constant [buffered-constant]"

// plan/operands.c
#define MESSAGE_PLAN_BLOCK_RANK "'%s' has blocks of %d dims, and the kernel's '%s' %d [plan-block-rank]"

// plan/plan.c
#define MESSAGE_CALLED_IN_CALL \
    "not in this version of pallasc: the grid, shapes and maps of a call cannot call '%s' [called-in-call]"
#define HINT_CALLED_IN_CALL "write out what it computes; a macro may do that"

// ---- render/: templates and targets -------------------------------------------------------------------------------------

// render/source.c
#define MESSAGE_TEMPLATE_HOLE "'$%.*s' is not in a pl_define or pl_macro [template-hole]"
#define MESSAGE_TEMPLATE_FACT "there is no fact or macro %s whose arguments have names [template-fact]"
#define MESSAGE_TEMPLATE_FIELD "%s has no '%.*s'; it has %s [template-field]"
#define MESSAGE_TEMPLATE_ARGUMENT "%s lacks '%.*s' [template-argument]"
#define MESSAGE_TEMPLATE_END "%.*s has no end: a ')' or '»' is missing [template-end]"
#define MESSAGE_TEMPLATE_QUOTE "this '»' has no '«' [template-quote]"
#define MESSAGE_NO_TEMPLATE "there is no template %s [no-template]"

// render/template.c
#define MESSAGE_TARGET_UNSUPPORTED "not in this version of the %s target: %s [target-unsupported]"

#endif

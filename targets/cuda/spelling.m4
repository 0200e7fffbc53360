m4_dnl  spelling.m4 -- the words that shared/lanes.m4 and shared/arguments.m4 leave to the target, in CUDA C++.
m4_dnl
m4_define(«say_target», ««cuda»»)m4_dnl
m4_dnl  One block per multiprocessor is enough: without the 1, ptxas spills registers to fit more blocks.
pl_macro(«say_kernel(lanes, resident)», ««__global__ void __launch_bounds__($lanes, $resident) »»)m4_dnl
m4_define(«say_space», «»)m4_dnl
pl_macro(«say_take(type, count)», ««pl_take<$type>(pl_rest, $count)»»)m4_dnl
m4_define(«say_restrict», ««__restrict__ »»)m4_dnl
pl_macro(«say_if_by_pointer(type, then, else)», «$else»)m4_dnl
pl_macro(«say_value_type(type)», «pl_type(«$type»)»)m4_dnl
m4_dnl
m4_dnl  More than static_bytes must be requested at the launch.
pl_macro(«say_local_array(type, name, elements, alignment)»,
    ««__shared__ »m4_ifelse(«$alignment», «», «», ««__align__($alignment) »»)«$type $name[$elements];»»)m4_dnl
pl_macro(«say_local_part(type, name, before)», «m4_ifelse(«$before», «», ««PL_DYNAMIC_SHARED(uint4, pl_shared);
$type *const $name = ($type *)pl_shared;»»,
    ««$type *const $name = ($type *)(pl_shared + $before);»»)»)m4_dnl
m4_dnl
m4_dnl  A program is a block of the grid; the grid's first dim holds 2^31 - 1, and the second dim holds the rest.
m4_define(«say_lane», ««threadIdx.x»»)m4_dnl
m4_define(«say_group», «m4_ifelse(PL_PERSISTENT(), «yes», ««blockIdx.x»», ««(blockIdx.x + (long)gridDim.x * blockIdx.y)»»)»)m4_dnl
m4_define(«say_groups», ««gridDim.x»»)m4_dnl
pl_macro(«say_only_programs(program, programs)», ««if ($program >= $programs)
return;
»»)m4_dnl
pl_macro(«say_barrier(memory)», «m4_ifelse(«$memory», «warp», ««__syncwarp();»», ««__syncthreads();»»)»)m4_dnl
m4_dnl  Vectors are pl_packed, whose width the compiler knows: the same code for 16 bytes at once and for single elements.
pl_macro(«say_widths(width, condition, text, alone)», ««
// $width elements at a time if rows are a multiple of $width and arrays begin at a multiple of 16 bytes; else one.
const auto pl_by_width = [&](auto pl_elements) {
constexpr int pl_width = decltype(pl_elements)::value;
»$text«};
if ($condition) {
pl_by_width(std::integral_constant<int, $width>());
} else {
pl_by_width(std::integral_constant<int, 1>());
}
»»)m4_dnl
pl_macro(«say_is_aligned(array)», ««pl_is_aligned($array)»»)m4_dnl
pl_macro(«say_vector(type, name, width)», ««pl_packed<$type, $width> $name;
»»)m4_dnl
pl_macro(«say_load(type, name, at, const, width, form)», «m4_ifelse(«$const», «const», «const »)«auto $name = pl_load<$width>(&$at);
»»)m4_dnl
pl_macro(«say_reload(type, name, at, width)», ««$name = pl_load<$width>(&$at);
»»)m4_dnl
m4_define(«say_lanes», ««(int)blockDim.x»»)m4_dnl
pl_macro(«say_fetch_run(to, from, width)», ««pl_cp_async<$width>(&$to, &$from);
»»)m4_dnl
pl_macro(«say_store(type, name, at, width, form)», ««pl_store(&$at, $name);
»»)m4_dnl
m4_dnl
m4_dnl  Registers of other threads of the warp; structs word by word.
pl_macro(«say_swapped(value, bit)», ««__shfl_xor_sync(~0u, $value, $bit)»»)m4_dnl
pl_macro(«say_shifted(value, distance)», ««__shfl_up_sync(~0u, $value, $distance)»»)m4_dnl
pl_macro(«say_from_lane(type, value, lane)», «m4_ifelse(say_is_struct(«$type», «x», «say_is_small(«$type», «x»)»), «»,
    ««__shfl_sync(~0u, $value, $lane)»»,
    ««pl_shuffled($value, $lane)»»)»)m4_dnl
m4_define(«say_cleared», ««{}»»)m4_dnl
m4_dnl
pl_macro(«say_zeroed(type)», ««pl_zeroed<$type>()»»)m4_dnl
pl_macro(«say_function(name, parameter)», ««const auto $name = [&]($parameter)»»)m4_dnl
m4_dnl
m4_dnl  cp.async fetches slices and windows.
pl_macro(«cuda_copied_bytes(type)», «pl_if_among(«$type», «|f64|i64|u64|», 8, 4)»)m4_dnl
pl_macro(«say_fetch_element(type, to, from)», «pl_if_among(«$type», «|f64|i64|u64|f32|i32|u32|»,
    ««pl_cp_async»cuda_copied_bytes(«$type»)«(&$to, &$from);
»», ««$to = $from;
»»)»)m4_dnl
pl_macro(«say_fetch_masked(type, to, from, inside)», ««pl_cp_async»cuda_copied_bytes(«$type»)m4_dnl
«_zfill(&$to, &$from, $inside ? »cuda_copied_bytes(«$type»)« : 0);
»»)m4_dnl
m4_dnl
m4_dnl  Pieces of 4, 8 or 16 bytes.
pl_macro(«say_in_pieces(block, row, bytes)», ««pl_in_pieces»m4_dnl
m4_ifelse(«$bytes», 16, «», ««<$bytes>»»)«($block»m4_ifelse(«$row», «», «», ««, $row»»)«)»»)m4_dnl
pl_macro(«say_fetch_piece(to, from, length, bytes)», ««pl_cp_async$bytes(&$to, &$from);
»»)m4_dnl
pl_macro(«say_fetch_slice(to, from, row, lines, line, pitch, lanes, whole, line_name, element_name, inside)», m4_dnl
««pl_fetch_slice<$lines, $line, $pitch, $lanes>($to, $from, $row, pl_lane»m4_ifelse(«$whole», «», ««);
»», ««, $whole, [&](int $line_name, int $element_name) { return $inside; });
»»)»)m4_dnl
pl_macro(«say_fill(registers, value)», ««pl_fill($registers, $value);
»»)m4_dnl
pl_macro(«say_store_piece(to, from, length)», ««pl_store(&$to, pl_load<$length>(&$from));
»»)m4_dnl
m4_define(«say_copied», ««pl_cp_async_wait_all();
»»)m4_dnl
m4_define(«say_fetched», ««pl_cp_async_commit();
»»)m4_dnl
pl_macro(«say_arrived(groups)», ««pl_cp_async_wait<$groups>();
»»)m4_dnl
m4_dnl
pl_macro(«say_unroll(times)», ««#pragma unroll»m4_ifelse(«$times», «», «», «« $times»»)«
»»)m4_dnl
m4_dnl  Unrolled, a loop that copies lines takes registers for the addresses of all trips: 168 instead of 107 in matmul, for sm_80.
m4_define(«say_rolled», ««#pragma unroll 1
»»)m4_dnl
m4_dnl
m4_dnl  Fragments of mma.sync.
pl_macro(«say_load_fragment(to, from)», ««pl_ldmatrix_x4($to, &$from);
»»)m4_dnl
pl_macro(«say_load_turned(to, from)», ««pl_ldmatrix_x4_trans($to, &$from);
»»)m4_dnl
pl_macro(«say_add_product(type, upper, lower, x, y)», ««pl_mma_$type(&$upper, &$lower, $x, $y);
»»)m4_dnl
pl_macro(«say_store_results(block, row, rows, columns, results, apart, across, room, bytes)», m4_dnl
««pl_store_»m4_ifelse(«$room», «», ««rows<$apart, $across>(»», ««lines<$apart, $across, $bytes>($room, »»)m4_dnl
«$block, $row, $rows, $columns, $results, pl_row, pl_column);
»»)m4_dnl

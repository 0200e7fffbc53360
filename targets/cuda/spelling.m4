m4_dnl  spelling.m4 -- the words that shared/lanes.m4 and shared/windows.m4 leave to the target, in CUDA C++.
m4_dnl
m4_define(«say_target», ««cuda»»)m4_dnl
m4_dnl  One block per multiprocessor is enough: without the 1, ptxas spills registers to fit more blocks.
m4_define(«say_kernel», «m4_define(«cuda_arena», «»)«__global__ void __launch_bounds__($1, 1) »»)m4_dnl
m4_define(«say_suffix», ««_kernel»»)m4_dnl
m4_define(«say_space», «»)m4_dnl
m4_define(«say_restrict», ««__restrict__ »»)m4_dnl
m4_define(«say_if_by_pointer», «$3»)m4_dnl
m4_define(«say_value_type», «pl_type(«$1»)»)m4_dnl
m4_dnl
m4_dnl  say_local_array(type, name, elements, alignment or nothing)
m4_dnl  Up to 48 KB are declared as arrays. More must be requested at the launch: they are parts of one array, in order.
m4_define(«cuda_if_arena», «m4_ifelse(m4_eval(PL_LOCAL_BYTES() > 49152), 1, «$1», «$2»)»)m4_dnl
m4_define(«say_local_array», «cuda_if_arena(«cuda_part($@)», ««__shared__ »m4_ifelse(«$4», «», «», ««__align__($4) »»)«$1 $2[$3];»»)»)m4_dnl
m4_define(«cuda_part», «m4_ifelse(m4_defn(«cuda_arena»), «», ««PL_DYNAMIC_SHARED(uint4, pl_shared);
$1 *const $2 = ($1 *)pl_shared;»», ««$1 *const $2 = ($1 *)(pl_shared + »m4_defn(«cuda_arena»)«);»»)m4_dnl
m4_define(«cuda_arena», m4_ifelse(m4_defn(«cuda_arena»), «», «», «m4_defn(«cuda_arena»)« + »»)«PL_LINES($3, $1)»)»)m4_dnl
m4_dnl
m4_dnl  A program is a block of the grid; the grid's first dim holds 2^31 - 1, and the second dim holds the rest.
m4_define(«say_lane», ««threadIdx.x»»)m4_dnl
m4_define(«say_group», «m4_ifelse(PL_PERSISTENT(), «yes», ««blockIdx.x»», ««(blockIdx.x + (long)gridDim.x * blockIdx.y)»»)»)m4_dnl
m4_define(«say_groups», ««gridDim.x»»)m4_dnl
m4_define(«say_only_programs», ««if ($1 >= $2)
return;
»»)m4_dnl
m4_define(«say_barrier», «m4_ifelse(«$1», «warp», ««__syncwarp();»», ««__syncthreads();»»)»)m4_dnl
m4_dnl  Vectors are pl_packed, whose width the compiler knows: the same code for 16 bytes at once and for single elements.
m4_define(«say_widths», ««
// $1 elements at a time if rows are a multiple of $1 and arrays begin at a multiple of 16 bytes; else one.
const auto pl_by_width = [&](auto pl_elements) {
constexpr int pl_width = decltype(pl_elements)::value;
»m4_pushdef(«lane_width», ««pl_width»»)$3«»m4_popdef(«lane_width»)«};
if ($2) {
pl_by_width(std::integral_constant<int, $1>());
} else {
pl_by_width(std::integral_constant<int, 1>());
}
»»)m4_dnl
m4_define(«say_aligned», «« && pl_is_aligned($1)»»)m4_dnl
m4_define(«say_vector», ««pl_packed<$1, »lane_width«> $2;
»»)m4_dnl
m4_define(«say_load», «m4_ifelse(«$4», «const», «const »)«auto $2 = pl_load<»lane_width«>(&$3);
»»)m4_define(«say_store», ««pl_store(&$3, $2);
»»)m4_dnl
m4_define(«say_worker», ««thread»»)m4_dnl
m4_dnl  cp.async fetches slices and windows.
m4_define(«say_fetch_function», «$5«const auto $1 = [&]($2 $3) {
»$4«};
»»)m4_dnl
m4_define(«say_fetch», ««$1(»$4«);
»»)m4_dnl
m4_define(«say_fetch_run», ««pl_cp_async<»lane_width«>(&$1, &$2);
»»)m4_dnl
m4_define(«say_fetch_element», ««pl_cp_async»m4_ifelse(«$1», «f64», 8, «$1», «i64», 8, «$1», «u64», 8, 4)«(&$2, &$3);
»»)m4_dnl
m4_define(«say_fetched», ««pl_cp_async_commit();
»»)m4_define(«say_arrived», ««pl_cp_async_wait<$1>();
»»)m4_dnl
m4_dnl
m4_define(«say_unroll», ««#pragma unroll
»»)m4_dnl
m4_define(«pl_dot_buffer», «»)m4_dnl
m4_dnl
m4_define(«say_is_struct», m4_defn(«cl_is_struct»))m4_define(«say_is_small», m4_defn(«cl_is_small»))m4_dnl
m4_define(«say_sum», «m4_indir(«cl_sum_$1»)»)m4_dnl
m4_define(«say_least», «m4_indir(«cl_least_of_$1»)»)m4_define(«say_most», «m4_indir(«cl_most_of_$1»)»)m4_dnl
m4_define(«cl_limit», «m4_define(«cl_least_of_$1», ««$2»»)m4_define(«cl_most_of_$1», ««$3»»)»)m4_dnl
cl_limit(bool, 0, 1)cl_limit(i8, SCHAR_MIN, SCHAR_MAX)cl_limit(i16, SHRT_MIN, SHRT_MAX)cl_limit(i32, INT_MIN, INT_MAX)m4_dnl
cl_limit(i64, LONG_MIN, LONG_MAX)cl_limit(u8, 0, UCHAR_MAX)cl_limit(u16, 0, USHRT_MAX)cl_limit(u32, 0, UINT_MAX)m4_dnl
cl_limit(u64, 0, ULONG_MAX)cl_limit(f32, -INFINITY, INFINITY)cl_limit(f64, -INFINITY, INFINITY)m4_dnl
m4_dnl

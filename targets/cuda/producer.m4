m4_dnl  producer.m4 -- kernels for sm_90a, in which a warp group fetches slices of PL_DOT by TMA, and the others multiply by wgmma.
m4_dnl
m4_dnl      PL_MACHINE(), PL_PRODUCER_LANES()                    sm_90a; the threads that fetch
m4_dnl      PL_TOGETHER()                                        the thread blocks that a multiprocessor runs together
m4_dnl      pl_box(ref, base, rank, shape, box)                  an array whose slices come by TMA, and what one copy has
m4_dnl
m4_dnl  The threads that fetch have left the body when the others wait.
m4_define(«say_team_barrier», ««pl_barrier_sync(1, »PL_LANES()«);»»)m4_dnl
m4_define(«say_all_meet», ««__syncthreads();
»»)m4_dnl
m4_dnl  Blocks that take programs in pairs: a cluster has two blocks, or one.
m4_define(«say_clusters_meet», ««pl_cluster_sync();
»»)m4_dnl
pl_macro(«say_boxed(base)», ««${base}_boxed»»)m4_dnl
pl_macro(«say_copy_results(results, copy)», ««pl_copy_rows(pl_results, $results, pl_lane, [&](int pl_c, const void *pl_panel) {
$copy;
});
»»)m4_dnl
m4_define(«say_results_copied», ««pl_bulk_wait_read<0>();
»»)m4_dnl
m4_dnl
m4_define(«say_barriers_made», ««pl_fence_mbarrier_init();
»»)m4_dnl
m4_dnl
pl_macro(«cuda_registers(count, together)», ««$count»m4_ifelse($together, 1, «», ««, $together»»)»)m4_dnl
pl_macro(«say_few_registers(count, together)», ««pl_register_dealloc<»cuda_registers($count, $together)«>();
»»)m4_dnl
pl_macro(«say_more_registers(count, together)», ««pl_register_alloc<»cuda_registers($count, $together)«>();
»»)m4_dnl
m4_define(«say_begin_products», ««pl_wgmma_fence();
»»)m4_dnl
m4_dnl  Slices of one-byte elements that warps of the producer transpose, and that wgmma reads.
pl_macro(«say_transpose(lines, to, from)», ««pl_transpose_slice<$lines>($to, $from, pl_lane - »m4_eval(PL_LANES() + 32)«, »m4_dnl
m4_eval(PL_PRODUCER_LANES() - 32)«);
»»)m4_dnl
m4_define(«say_slice_written», ««pl_fence_proxy_async();
__syncwarp();
»»)m4_dnl
pl_macro(«say_add_slices(type, y_type, columns, x_turned, y_turned, sums, x, y)», «m4_ifelse(
    «$type», i8, ««pl_wgmma_m64n${columns}k32_s8»»,
    «$type», e4m3, ««pl_wgmma_m64n${columns}k32_e4m3_$y_type»»,
    «$type», e5m2, ««pl_wgmma_m64n${columns}k32_e5m2_$y_type»»,
    ««pl_wgmma_m64n${columns}k16_$type<$x_turned, $y_turned>»»)«($sums, $x, $y);
»»)m4_dnl
m4_dnl  The same for blocks of a chain; the left one may be in registers. adds: 0 where the sums begin with the product.
pl_macro(«say_pairs(to, above, below)», ««pl_pairs($to, $above, $below);
»»)m4_dnl
pl_macro(«say_add_blocks(type, columns, x_turned, y_turned, sums, x, y, adds)», ««pl_wgmma_m64n${columns}k16_$type<»m4_dnl
m4_ifelse(«$x_turned», own, «», ««$x_turned, »»)«$y_turned>($sums, $x, $y»m4_ifelse(«$adds», 1, «», ««, $adds»»)«);
»»)m4_dnl
m4_define(«say_products_issued», ««pl_wgmma_commit();
»»)m4_dnl
pl_macro(«say_products_complete(but)», ««pl_wgmma_wait<$but>();
»»)m4_dnl
m4_dnl
m4_dnl  Shared memory, in parts of 1 KiB; the barriers of the stages are its end.
m4_define(«say_stages», ««// In parts of 1 KiB: pl_stages + 32 is 32 KiB after its beginning.
PL_SWIZZLED_SHARED(pl_stages);»»)m4_dnl
pl_macro(«say_slice(type, name, part)», ««$type *const $name = ($type *)»m4_ifelse(
    $part, 0, ««pl_stages»»,
    ««(pl_stages + $part)»»)«;»»)m4_dnl
pl_macro(«say_stage_barriers(part, stages, fetched)», ««uint64_t *const pl_full = (uint64_t *)(pl_stages + $part), »m4_dnl
«*const pl_empty = pl_full + $stages»m4_ifelse(«$fetched», «», «», ««, *const pl_fetched = pl_empty + $stages»»)«;»»)m4_dnl
m4_dnl
m4_dnl  A kernel has the map of an array instead of its address; of results it has both.
pl_define(«box», «cuda_box_name», ««|$ref»»)m4_dnl
m4_define(«cuda_boxed», «pl_as(«pl_box», «cuda_box_name», «pl_flat(«PL_BOXES()»)»)«|»»)m4_dnl
m4_define(«cuda_copied_back», «pl_as(«pl_box», «cuda_box_name», «pl_flat(«PL_RESULTS()»)»)«|»»)m4_dnl
pl_define(«argument», «cuda_map_or_array», «pl_if_among(«$name», cuda_boxed,
    «pl_comma()«const __grid_constant__ CUtensorMap ${base}_map»»,
    «pl_if_among(«$name», cuda_copied_back,
        «pl_comma()«const __grid_constant__ CUtensorMap ${base}_map, bool ${base}_boxed»», «»)c_array($@)»)»)m4_dnl
m4_define(«pl_next_kernel», ««
// »PL_NAME()«, from »PL_FILE()«:»PL_LINE()«.  Target: »say_target()«, the kernel for »PL_MACHINE()«: »m4_dnl
PL_LANES()« threads multiply, and one of »PL_PRODUCER_LANES()« others fetches.
__global__ void __launch_bounds__(PL_SM_90A ? »m4_eval(PL_LANES() + PL_PRODUCER_LANES())« : 1, »PL_TOGETHER()«) »m4_dnl
PL_PREFIX()«_kernel_»PL_MACHINE()«(»m4_dnl
pl_begin_list()c_arguments(«c_argument»)c_axes(«c_axis_argument»)c_arguments(«cuda_map_or_array»)m4_dnl
pl_if_any(«PL_MESSAGES», «pl_comma()«int *pl_reports»»)«)
{
#if PL_SM_90A
»PL_VARIABLES()PL_GROUP()«#endif
}
%%scope
»»)m4_dnl
m4_dnl
m4_dnl  The launch of that kernel instead of the other, where the code for sm_90a is loaded and all maps can be made.
pl_define(«box», «cuda_declare_map», ««CUtensorMap ${base}_map;
»»)m4_dnl
pl_define(«box», «cuda_make_map», ««
&& pl_cuda_map(&@call, "$ref", &${base}_map, ${base}_array, $rank, PL_LONGS($shape), PL_LONGS($box))»»)m4_dnl
pl_define(«box», «cuda_map_results», ««
CUtensorMap ${base}_map;
const bool ${base}_boxed = pl_cuda_map_results(&@call, "$ref", &${base}_map, ${base}_array, $rank, »m4_dnl
«PL_LONGS($shape), PL_LONGS($box));
»»)m4_dnl
pl_define(«argument», «cuda_pass_map_or_array», «pl_if_among(«$name», cuda_boxed, ««, ${base}_map»»,
    «pl_if_among(«$name», cuda_copied_back, ««, ${base}_map, ${base}_boxed»», «»)cuda_pass_array($@)»)»)m4_dnl
pl_define(«producer_launch», «pl_producer_launch», «pl_as(«pl_box», «cuda_declare_map», «PL_BOXES()»)m4_dnl
«if (pl_cuda_has_$machine(&@call, »PL_PREFIX()«_kernel_$machine, $lanes, $bytes)»m4_dnl
pl_as(«pl_box», «cuda_make_map», «PL_BOXES()»)«) {
»pl_as(«pl_box», «cuda_map_results», «pl_if_any(«PL_RESULTS», «PL_RESULTS()», «»)»)m4_dnl
m4_ifelse(«$pairs», «», «», ««pl_cuda_pair(&@call, $pairs);
»»)«pl_cuda_launch_$machine(&@call, »PL_PREFIX()«_kernel_$machine, $lanes, $bytes»m4_dnl
m4_define(«pl_comma», ««, »»)c_arguments(«cuda_pass»)c_axes(«cuda_pass_axis»)c_arguments(«cuda_pass_map_or_array»)m4_dnl
pl_if_any(«PL_MESSAGES», ««, @call.reports»»)«);
»»)m4_dnl

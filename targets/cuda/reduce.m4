m4_dnl  reduce.m4 -- PL_REDUCE by shuffles: the lanes of a warp exchange their partial results, and several warps use shared
m4_dnl  memory. It replaces the halving in shared/lanes.m4, with a single barrier, or none.
m4_dnl
pl_define(«reduce», «lane_reduce_shares», ««{
»pl_type(«$type»)« pl_part = »lane_neutral(«$type», «$op»)«;
»lane_loops(«$overs», «lane_op(«$type», «pl_part», «$op», «$function», $value)«;
»»)m4_ifelse(«$how», «warps», «cuda_shuffle(16, «$type», «$op», «$function»)cuda_reduce_warps($@)»,
    «cuda_shuffle(m4_eval(lane_sharers(«$lanes») / 2), «$type», «$op», «$function»)»)m4_dnl
m4_ifelse(«$target», «element», ««if (»lane_sharing(«$lanes»)« == 0)
»»)lane_op(«$type», «$into», «$op», «$function», «pl_part»)«;
}»»)m4_dnl
pl_define(«reduce», «cuda_reduce_warps», ««if (pl_lane % 32 == 0)
»lane_reduction(«$type»)«[pl_lane / 32] = pl_part;
»$stored«
pl_part = »lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», 0)«];
»say_unroll()«for (int pl_warp = 1; pl_warp < »m4_eval(lane_sharers(«$lanes») / 32)«; pl_warp++)
»lane_op(«$type», «pl_part», «$op», «$function», lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», «pl_warp»)«]»)«;
»»)m4_dnl
m4_dnl
m4_dnl  cuda_shuffle: afterwards all lanes have the result.
pl_macro(«cuda_shuffle(from, type, op, function)», «m4_ifelse(«$from», 0, «»,
    «say_unroll()«for (int pl_half = $from; pl_half > 0; pl_half /= 2)
»lane_op(«$type», «pl_part», «$op», «$function», «__shfl_xor_sync(~0u, pl_part, pl_half)»)«;
»»)»)m4_dnl
m4_dnl
m4_dnl  cuda_first_warp: the first of the warps that share.
pl_macro(«cuda_first_warp(lanes, number)», «m4_ifelse(«$lanes», «row»,
    «lane_in_rows(««(pl_lane - pl_column) / 32»m4_ifelse(«$number», 0, «», «« + $number»»)», ««$number»»)»,
    ««$number»»)»)m4_dnl
m4_dnl
m4_dnl
m4_dnl  A user's function need not commute: neighbors are combined in their order, until the first lane of a warp has the result.
m4_define(«lane_part_start», «« = {}»»)m4_dnl
pl_define(«reduce», «lane_combine_parts»,
    ««for (int pl_half = 1; pl_half < »cuda_in_warp(lane_sharers(«$lanes»))«; pl_half *= 2) {
const »pl_type(«$type»)« pl_next = »cuda_from_lane(«$type», ««pl_lane + pl_half»»)«;
if (»m4_ifelse(m4_eval(lane_sharers(«$lanes») > 32), 1, ««pl_lane % 32 + pl_half < 32 && »»)m4_dnl
lane_sharing(«$lanes»)« + pl_half < pl_used)
pl_part = $function(pl_part, pl_next);
}
»m4_ifelse(«$how», «warps», «cuda_combine_warps($@)», «cuda_share_parts($@)»)lane_if_parts($@)m4_dnl
lane_op(«$type», «$into», «$op», «$function», «pl_part»)«;
»»)m4_dnl
pl_macro(«cuda_in_warp(sharers)», «m4_ifelse(m4_eval($sharers > 32), 1, 32, «$sharers»)»)m4_dnl
pl_define(«reduce», «cuda_share_parts», «m4_ifelse(«$target», «element», «»,
    ««pl_part = »cuda_from_lane(«$type», lane_first_sharer(«$lanes»))«;
»»)»)m4_dnl
pl_define(«reduce», «cuda_combine_warps», ««if (pl_lane % 32 == 0)
»lane_reduction(«$type»)«[pl_lane / 32] = pl_part;
»$stored«
pl_part = »lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», 0)«];
for (int pl_warp = 1; 32 * pl_warp < pl_used; pl_warp++)
pl_part = $function(pl_part, »lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», «pl_warp»)«]);
»»)m4_dnl
m4_dnl  cuda_from_lane: the part of another lane of the warp; structs word by word.
pl_macro(«cuda_from_lane(type, lane)», «m4_ifelse(say_is_struct(«$type», «x», «say_is_small(«$type», «x»)»), «»,
    ««__shfl_sync(~0u, pl_part, »$lane«)»»,
    ««pl_shuffled(pl_part, »$lane«)»»)»)m4_dnl

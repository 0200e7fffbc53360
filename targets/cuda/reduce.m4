m4_dnl  reduce.m4 -- PL_REDUCE by shuffles: the lanes of a warp exchange their partial results, and several warps use shared
m4_dnl  memory. It replaces the halving in shared/lanes.m4, with a single barrier, or none.
m4_dnl
pl_define(«reduce», «lane_reduce_shares», ««{
»pl_type(«$type»)« pl_part = »lane_neutral(«$type», «$op»)«;
»lane_loops(«$overs», «lane_op(«$type», «pl_part», «$op», «$function», $value)«;
»»)m4_ifelse(«$memory», «none», «cuda_shuffle(m4_eval(lane_sharers(«$lanes») / 2), «$type», «$op», «$function»)»,
    «cuda_shuffle(16, «$type», «$op», «$function»)cuda_reduce_warps($@)»)m4_dnl
m4_ifelse(«$target», «element», ««if (»lane_sharing(«$lanes»)« == 0)
»»)lane_op(«$type», «$into», «$op», «$function», «pl_part»)«;
}»»)m4_dnl
pl_define(«reduce», «cuda_reduce_warps», ««if (pl_lane % 32 == 0)
»lane_reduction(«$type»)«[pl_lane / 32] = pl_part;
»lanes_barrier(«$memory», «each warp has stored its partial result»)«
pl_part = »lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», 0)«];
»say_unroll()«for (int pl_warp = 1; pl_warp < »m4_eval(lane_sharers(«$lanes») / 32)«; pl_warp++)
»lane_op(«$type», «pl_part», «$op», «$function», lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», «pl_warp»)«]»)«;
»»)m4_dnl
m4_dnl
m4_dnl  cuda_shuffle(distance of the first exchange, type, op, function): afterwards all lanes have the result.
m4_define(«cuda_shuffle», «m4_ifelse(«$1», 0, «», «say_unroll()«for (int pl_half = $1; pl_half > 0; pl_half /= 2)
»lane_op(«$2», «pl_part», «$3», «$4», «__shfl_xor_sync(~0u, pl_part, pl_half)»)«;
»»)»)m4_dnl
m4_dnl
m4_dnl  cuda_first_warp(row|group, number): the first of the warps that share.
m4_define(«cuda_first_warp», «m4_ifelse(«$1», «row», ««(pl_lane - pl_column) / 32»m4_ifelse(«$2», 0, «», «« + $2»»)», ««$2»»)»)m4_dnl
m4_dnl
m4_dnl
m4_dnl  A user's function need not commute: neighbors are combined in their order, until the first lane of a warp has the result.
m4_define(«lane_part_start», «« = {}»»)m4_dnl
pl_define(«reduce», «lane_combine_parts», ««for (int pl_half = 1; pl_half < »cuda_in_warp(lane_sharers(«$lanes»))«; pl_half *= 2) {
const »pl_type(«$type»)« pl_next = »cuda_from_lane(«$type», ««pl_lane + pl_half»»)«;
if (»m4_ifelse(m4_eval(lane_sharers(«$lanes») > 32), 1, ««pl_lane % 32 + pl_half < 32 && »»)lane_sharing(«$lanes»)« + pl_half < pl_used)
pl_part = $function(pl_part, pl_next);
}
»m4_ifelse(«$memory», «none», «cuda_share_parts($@)», «cuda_combine_warps($@)»)lane_if_parts($@)lane_op(«$type», «$into», «$op», «$function», «pl_part»)«;
»»)m4_dnl
m4_define(«cuda_in_warp», «m4_ifelse(m4_eval($1 > 32), 1, 32, «$1»)»)m4_dnl
pl_define(«reduce», «cuda_share_parts», «m4_ifelse(«$target», «element», «», ««pl_part = »cuda_from_lane(«$type», lane_first_sharer(«$lanes»))«;
»»)»)m4_dnl
pl_define(«reduce», «cuda_combine_warps», ««if (pl_lane % 32 == 0)
»lane_reduction(«$type»)«[pl_lane / 32] = pl_part;
»lanes_barrier(«$memory», «each warp has stored its partial result»)«
pl_part = »lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», 0)«];
for (int pl_warp = 1; 32 * pl_warp < pl_used; pl_warp++)
pl_part = $function(pl_part, »lane_reduction(«$type»)«[»cuda_first_warp(«$lanes», «pl_warp»)«]);
»»)m4_dnl
m4_dnl  cuda_from_lane(type, lane): the part of another lane of the warp; structs word by word.
m4_define(«cuda_from_lane», «m4_ifelse(say_is_struct(«$1», «x», «say_is_small(«$1», «x»)»), «», ««__shfl_sync(~0u, pl_part, »$2«)»», ««pl_shuffled(pl_part, »$2«)»»)»)m4_dnl

m4_dnl  reduce.m4 -- PL_REDUCE by shuffles: lanes of a warp exchange their parts, warps meet in shared memory. It takes the place
m4_dnl  of the halving in shared/lanes.m4, with one barrier, which orders the same memories, for all of those.
m4_dnl
m4_dnl  pl_reduce(type, accumulator, op, name, overs, type of e, e, row|group, local|element, memories)
m4_define(«cuda_of_warps», «m4_ifelse(m4_eval(lane_sharers(«$8») > 32), 1, 1, 0)»)m4_dnl
m4_define(«lane_fold_shares», ««{
»pl_type(«$1»)« pl_part = »lane_neutral(«$1», «$3»)«;
»$5«
»lane_op(«$1», «pl_part», «$3», «$4», «$7»)«;
»cuda_shuffle(m4_ifelse(cuda_of_warps($@), 1, 16, m4_eval(lane_sharers(«$8») / 2)), $@)m4_dnl
m4_ifelse(cuda_of_warps($@), 1, ««if (pl_lane % 32 == 0)
»lane_tree(«$1»)«[pl_lane / 32] = pl_part;
»»)say_barrier(«$10»)«
»m4_ifelse(cuda_of_warps($@), 1, ««pl_part = »lane_tree(«$1»)«[»cuda_first_warp(«$8», 0)«];
»say_unroll()«for (int pl_warp = 1; pl_warp < »m4_eval(lane_sharers(«$8») / 32)«; pl_warp++)
»lane_op(«$1», «pl_part», «$3», «$4», lane_tree(«$1»)«[»cuda_first_warp(«$8», «pl_warp»)«]»)«;
»»)m4_ifelse(«$9», «element», ««if (»lane_sharing(«$8»)« == 0)
»»)lane_op(«$1», «$2», «$3», «$4», «pl_part»)«;
}»»)m4_dnl
m4_dnl
m4_dnl  cuda_shuffle(distance of the first exchange, the arguments of pl_reduce): afterwards all of them have the whole.
m4_define(«cuda_shuffle», «m4_ifelse(«$1», 0, «», «say_unroll()«for (int pl_half = $1; pl_half > 0; pl_half /= 2)
»lane_op(«$2», «pl_part», «$4», «$5», «__shfl_xor_sync(~0u, pl_part, pl_half)»)«;
»»)»)m4_dnl
m4_dnl
m4_dnl  cuda_first_warp(row|group, number): of the warps that share, this one.
m4_define(«cuda_first_warp», «m4_ifelse(«$1», «row», ««(pl_lane - pl_column) / 32»m4_ifelse(«$2», 0, «», «« + $2»»)», ««$2»»)»)m4_dnl
m4_dnl

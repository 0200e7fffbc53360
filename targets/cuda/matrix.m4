m4_dnl  matrix.m4 -- PL_DOT by mma.sync, m16n8k16: for slices in the operands' own type. A warp has eight rows of z per trip over
m4_dnl  the rows, two trips are the 16 rows of a fragment, and its sums are arranged like the lanes' elements of z (plan/plan.h, run).
m4_dnl
m4_define(«cuda_scalar_copies», m4_defn(«lane_dot_copies»))m4_define(«cuda_scalar_products», m4_defn(«lane_dot_products»))m4_dnl
pl_define(«dot», «lane_dot_copies», «lane_if(«$mma», «cuda_copy_x($@)cuda_copy_y($@)lane_if(«$stages», «», ««pl_cp_async_wait_all();
»»)», «cuda_scalar_copies($@)»)»)m4_dnl
pl_define(«dot», «lane_dot_products», «lane_if(«$mma», «cuda_matrix_products($@)», «cuda_scalar_products($@)»)»)m4_dnl
pl_define(«dot», «cuda_matrix_products», «m4_dnl
m4_dnl  ldmatrix: each lane gives the address of 16 bytes of a line, and receives the elements that the instruction needs.
cuda_lines_x(«$x_form», pl_type(«$mma»), «$x_slice», «$x_pitch»)cuda_lines_y(«$y_form», pl_type(«$mma»), «$y_slice», «$y_pitch»)m4_dnl
«for (int pl_k = 0; pl_k < $slice; pl_k += 16) {
uint32_t pl_x[»m4_eval($tile_rows / 2)«][4], pl_y[4];
»say_unroll()«for (int pl_i = 0; pl_i < »m4_eval($tile_rows / 2)«; pl_i++)
»m4_ifelse(«$x_form», «plain», ««pl_ldmatrix_x4(pl_x[pl_i], &pl_x_line[pl_i * »m4_eval(2 * PL_LANE_ROWS())« * $x_pitch + pl_k]);»», ««pl_ldmatrix_x4_trans(pl_x[pl_i], &pl_x_line[pl_k * $x_pitch + pl_i * »m4_eval(2 * PL_LANE_ROWS())«]);»»)«
»say_unroll()«for (int pl_j = 0; pl_j < »m4_eval($tile_columns / 4)«; pl_j++) {
»m4_ifelse(«$y_form», «plain», ««pl_ldmatrix_x4_trans(pl_y, &pl_y_line[pl_k * $y_pitch + pl_j * 16]);»», ««pl_ldmatrix_x4(pl_y, &pl_y_line[pl_j * 16 * $y_pitch + pl_k]);»»)«
»say_unroll()«for (int pl_i = 0; pl_i < »m4_eval($tile_rows / 2)«; pl_i++) {
pl_mma_$mma(&»cuda_sums(«$sums», «$z»)«[2 * pl_i][4 * pl_j], &»cuda_sums(«$sums», «$z»)«[2 * pl_i + 1][4 * pl_j], pl_x[pl_i], pl_y);
pl_mma_$mma(&»cuda_sums(«$sums», «$z»)«[2 * pl_i][4 * pl_j + 2], &»cuda_sums(«$sums», «$z»)«[2 * pl_i + 1][4 * pl_j + 2], pl_x[pl_i], pl_y + 2);
}
}
}
»»)m4_dnl
m4_define(«cuda_sums», «m4_ifelse(«$1», «registers», ««$2»», ««pl_sum»»)»)m4_dnl
m4_dnl
m4_dnl  cuda_lines_x(form, type, slice, pitch): the start of this lane's first line; the four parts of a fragment are rows g of two
m4_dnl  trips, at two depths.
m4_define(«cuda_lines_x», ««const $2 *const pl_x_line = &$3[»m4_ifelse(«$1», «plain»,
    ««(pl_lane / 32 * 8 + pl_lane % 8 + pl_lane / 8 % 2 * »PL_LANE_ROWS()«) * $4 + pl_lane / 16 % 2 * 8»»,
    ««(pl_lane % 8 + pl_lane / 16 % 2 * 8) * $4 + pl_lane / 32 * 8 + pl_lane / 8 % 2 * »PL_LANE_ROWS()»)«];
»»)m4_dnl
m4_define(«cuda_lines_y», ««const $2 *const pl_y_line = &$3[»m4_ifelse(«$1», «plain»,
    ««pl_lane % 16 * $4 + pl_lane / 16 % 2 * 8»», ««(pl_lane % 8 + pl_lane / 16 % 2 * 8) * $4 + pl_lane / 8 % 2 * 8»»)«];
»»)m4_dnl
m4_dnl
m4_dnl  A slice is copied in pieces of 16 bytes if all its lines begin at a multiple of that; otherwise by elements, with masks.
pl_define(«dot», «cuda_copy_x», «cuda_copy_lines(«$mma», «$x», «$x_whole», «$x_stride», «$x_lines», «$x_line», «$x_index», «$x_in_line», «$x_to», «$x_of», «$x_inside_array», «$x_outside»)»)m4_dnl
pl_define(«dot», «cuda_copy_y», «cuda_copy_lines(«$mma», «$y», «$y_whole», «$y_stride», «$y_lines», «$y_line», «$y_index», «$y_in_line», «$y_to», «$y_of», «$y_inside_array», «$y_outside»)»)m4_dnl
m4_dnl  cuda_copy_lines(type, ref, whole, stride, lines, elements of a line, names of their numbers (two), to, of, inside, outside)
m4_define(«cuda_copy_lines», ««if (»lane_if(«$3», ««$3 && »»)«pl_in_pieces($2, $4)) {
»cuda_copy_loop(m4_eval($5 * $6 / 8))«const int $7 = pl_piece / »m4_eval($6 / 8)«, $8 = pl_piece % »m4_eval($6 / 8)« * 8;
pl_cp_async16(&$9, &$10);
}
} else {
»cuda_copy_loop(m4_eval($5 * $6))«const int $7 = pl_piece / $6, $8 = pl_piece % $6;
$9 = »lane_if(«$11», ««$11 ? $10 : »lane_if(«$12», ««$12»», «pl_zero(«$1»)»)», ««$10»»)«;
}
}
»»)m4_dnl
m4_define(«cuda_copy_loop», ««for (int pl_piece = pl_lane; pl_piece < $1; pl_piece += »lane_count()«) {
»»)m4_dnl
m4_dnl
m4_dnl  Prefetched slices: cp.async fetches the next one while one is used. The number of a slice determines its stage.
m4_define(«cuda_in_step_depth», m4_defn(«lane_dot_depth»))m4_dnl
pl_define(«dot», «lane_dot_depth», «m4_ifelse(«$stages», «», «cuda_in_step_depth($@)», «$axis», «», «cuda_staged($@)», «cuda_over_steps($@)»)»)m4_dnl
pl_define(«dot», «cuda_staged», ««const auto pl_fetch = [&]($counter pl_deep) {
»cuda_stage(lane_slice_type(«$mma», «$z_type»), $@)m4_pushdef(«lane_dot_copy_plain», m4_defn(«cuda_copy_async»))lane_dot_copies($@)m4_popdef(«lane_dot_copy_plain»)«};
»cuda_prologue(m4_eval(($stages - 1) * $slice), «$slice», «$stages», «$counter»)«for ($counter pl_deep = 0; pl_deep < $depth; pl_deep += $slice) {
pl_cp_async_wait<»m4_eval($stages - 2)«>();
»say_barrier(«$copied»)«        // the slice has arrived, and no thread reads the one before it any more
if (pl_deep + »m4_eval(($stages - 1) * $slice)« < $depth)
pl_fetch(pl_deep + »m4_eval(($stages - 1) * $slice)«);
pl_cp_async_commit();
»cuda_stage(lane_slice_type(«$mma», «$z_type»), $@)lane_dot_products($@)«}
»lane_if(«$used», «say_barrier(«$used»)«        // no thread reads the last slice any more
»»)»)m4_dnl
m4_dnl  cuda_prologue(depth of the slices fetched first, of a slice, stages, counter)
m4_define(«cuda_prologue», «m4_ifelse(«$3», 2, ««pl_fetch(0);
pl_cp_async_commit();
»», ««for ($4 pl_deep = 0; pl_deep < $1; pl_deep += $2) {
pl_fetch(pl_deep);
pl_cp_async_commit();
}
»»)»)m4_dnl
m4_dnl  cuda_stage(type, fields of pl_dot): where this slice is.
m4_define(«cuda_stage», «cuda_places(«$1», m4_shift($@))»)m4_dnl
m4_define(«cuda_places», «m4_pushdef(«cuda_slice_type», «$1»)cuda_stage_places(m4_shift($@))m4_popdef(«cuda_slice_type»)»)m4_dnl
pl_define(«dot», «cuda_stage_places», «m4_define(«cuda_number», m4_ifelse(«$axis», «», ««pl_deep / $slice»», ««pl_slice»»))m4_dnl
cuda_place_slice(«$x_slice», «$x_memory», «$stages», «$x_size»)cuda_place_slice(«$y_slice», «$y_memory», «$stages», «$y_size»)»)m4_dnl
m4_define(«cuda_place_slice», «lane_if(«$1», «cuda_slice_type« *const $1 = $2 + »cuda_number« % $3 * $4;
»»)»)m4_dnl
m4_dnl
m4_dnl  The same over the steps of an axis: slices are numbered across steps. The code that fetches one, by its number, precedes
m4_dnl  the loop over the axis, and computes the windows of its operands; the loop's body does not.
pl_define(«dot», «pl_dot_ahead», «m4_pushdef(«cuda_fetches», «yes»)«
// fetches a slice of »m4_ifelse(«$x_slice», «», ««$y»», «$y_slice», «», ««$x»», ««$x and of $y»»)«: they are numbered from the first of all steps
const auto pl_fetch = [&](long pl_slice) {
%%local $axis
const long $axis = pl_slice»lane_if(«$deep», «« / $steps»»)«;
%%local pl_deep
»lane_if(«$deep», ««const $counter pl_deep = pl_slice % $steps * $slice;
»»)lane_if(«$x_slice», «pl_visit(«$x»)»)lane_if(«$y_slice», «pl_visit(«$y»)»)«
// to its stage
»cuda_stage(lane_slice_type(«$mma», «$z_type»), $@)m4_pushdef(«lane_dot_copy_plain», m4_defn(«cuda_copy_async»))lane_dot_copies($@)m4_popdef(«lane_dot_copy_plain»)«};

// the first slices
»m4_ifelse(«$stages», 2, ««if (${axis}_programs > 0)
pl_fetch(0);
pl_cp_async_commit();
»», ««for (int pl_slice = 0; pl_slice < »m4_eval($stages - 1)«; pl_slice++) {
if (pl_slice < »cuda_slices($@)«)
pl_fetch(pl_slice);
pl_cp_async_commit();
}
»»)m4_popdef(«cuda_fetches»)»)m4_dnl
pl_define(«dot», «cuda_slices», ««${axis}_programs»lane_if(«$deep», «« * $steps»»)»)m4_dnl
pl_define(«dot», «cuda_over_steps», «lane_if(«$deep», ««for ($counter pl_deep = 0; pl_deep < $depth; pl_deep += $slice) {
»»)«const long pl_slice = $axis»lane_if(«$deep», «« * $steps + pl_deep / $slice»»)«;
pl_cp_async_wait<»m4_eval($stages - 2)«>();
»say_barrier(«$copied»)«        // the slice has arrived, and no thread reads the one before it any more
if (pl_slice + »m4_eval($stages - 1)« < »cuda_slices($@)«)
pl_fetch(pl_slice + »m4_eval($stages - 1)«);
pl_cp_async_commit();
»cuda_stage(lane_slice_type(«$mma», «$z_type»), $@)lane_dot_products($@)lane_if(«$deep», ««}
»»)»)m4_dnl
m4_define(«cuda_visit_here», m4_defn(«lanes_visited»))m4_dnl
pl_define(«operand», «lanes_visited», «m4_ifelse(m4_ifdef(«cuda_fetches», «», ««$ahead»»), «yes», «», «cuda_visit_here($@)»)»)m4_dnl
m4_define(«cuda_steps», m4_defn(«pl_sequential»))m4_define(«pl_sequential», «PL_AHEAD()cuda_steps($@)»)m4_dnl
m4_dnl
m4_define(«cuda_copy_async», ««pl_cp_async»m4_ifelse(«$2», «f64», 8, «$2», «i64», 8, «$2», «u64», 8, 4)«(&$4, &$5);
»»)m4_dnl

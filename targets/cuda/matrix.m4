m4_dnl  matrix.m4 -- PL_DOT by mma.sync, m16n8k16: for slices in the operands' own type. A warp has eight rows of z per trip over
m4_dnl  the rows, two trips are the 16 rows of a fragment, and its sums are arranged like the lanes' elements of z (plan/plan.h, run).
m4_dnl
m4_define(«cuda_scalar_products», m4_defn(«lane_dot_products»))m4_dnl
pl_define(«dot», «lane_dot_products», «lane_if(«$mma», «cuda_matrix_products($@)», «cuda_scalar_products($@)»)»)m4_dnl
pl_define(«dot», «cuda_matrix_products», «m4_dnl
m4_dnl  ldmatrix: each lane gives the address of 16 bytes of a line, and receives the elements that the instruction needs.
cuda_lines_x(«$x_form», pl_type(«$mma»), m4_ifelse(«$x_from», «sliced», ««$x_slice»», ««$x»»), «$x_pitch», «$x_begin»)m4_dnl
cuda_lines_y(«$y_form», pl_type(«$mma»), m4_ifelse(«$y_from», «sliced», ««$y_slice»», ««$y»»), «$y_pitch», «$y_begin»)m4_dnl
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
m4_dnl  cuda_lines_x(form, type, slice or block, pitch, where it begins): the start of this lane's first line; the four parts of a
m4_dnl  fragment are rows g of two trips, at two depths.
m4_define(«cuda_lines_x», ««const $2 *const pl_x_line = &$3[»m4_ifelse(«$1», «plain»,
    ««(pl_lane / 32 * 8 + pl_lane % 8 + pl_lane / 8 % 2 * »PL_LANE_ROWS()«) * $4 + pl_lane / 16 % 2 * 8»»,
    ««(pl_lane % 8 + pl_lane / 16 % 2 * 8) * $4 + pl_lane / 32 * 8 + pl_lane / 8 % 2 * »PL_LANE_ROWS()»)lane_if(«$5», «« + $5»»)«];
»»)m4_dnl
m4_define(«cuda_lines_y», ««const $2 *const pl_y_line = &$3[»m4_ifelse(«$1», «plain»,
    ««pl_lane % 16 * $4 + pl_lane / 16 % 2 * 8»», ««(pl_lane % 8 + pl_lane / 16 % 2 * 8) * $4 + pl_lane / 8 % 2 * 8»»)lane_if(«$5», «« + $5»»)«];
»»)m4_dnl
m4_dnl
m4_dnl  Slices with the lines of memory are copied in pieces of 16 bytes if the lines begin at multiples of that; otherwise by
m4_dnl  elements, with masks at the edge.
m4_define(«cuda_copies», m4_defn(«lane_dot_copies»))m4_define(«cuda_copy_rows_x», m4_defn(«lane_dot_copy_x»))m4_define(«cuda_copy_rows_y», m4_defn(«lane_dot_copy_y»))m4_dnl
pl_define(«dot», «lane_dot_copies», «cuda_copies($@)m4_ifelse(«$stages$x_piece$y_piece», «», «», «$stages», «», ««pl_cp_async_wait_all();
»»)»)m4_dnl
pl_define(«dot», «lane_dot_copy_x», «lane_if(«$x_lines», «cuda_copy_lines(«$mma», «$z_type», «$x_type», «$x», «$x_whole», «$x_stride», «$x_lines», «$x_line», «$x_piece», «$x_index», «$x_in_line», «$x_to», «$x_of», «$x_inside_array», «$x_outside»)», «cuda_copy_rows_x($@)»)»)m4_dnl
pl_define(«dot», «lane_dot_copy_y», «lane_if(«$y_lines», «cuda_copy_lines(«$mma», «$z_type», «$y_type», «$y», «$y_whole», «$y_stride», «$y_lines», «$y_line», «$y_piece», «$y_index», «$y_in_line», «$y_to», «$y_of», «$y_inside_array», «$y_outside»)», «cuda_copy_rows_y($@)»)»)m4_dnl
m4_dnl  cuda_copy_lines(mma, type of sums, type, ref, whole, stride, lines, elements of a line, of a piece, names of their numbers
m4_dnl  (two), to, of, inside, outside). If slices are fetched ahead, cp.async copies elements of four bytes, too: without masks.
m4_define(«cuda_copy_lines», «lane_if(«$9», ««if (»lane_if(«$5», ««$5 && »»)«pl_in_pieces($4, $6)) {
»cuda_copy_loop(«$7», «$8», «$9», «$10», «$11»)«pl_cp_async16(&$12, &$13);
}
»m4_ifelse(«$1», «», «lane_if(m4_ifdef(«lane_dot_fetches», «$5»), ««} else if ($5) {
»cuda_copy_elements(«$1», «$2», «$3», «$7», «$8», «$10», «$11», «$12», «$13»)»)»)«} else {
»cuda_copy_elements(«$1», «$2», «$3», «$7», «$8», «$10», «$11», «$12», «$13», «$14», «$15»)«}
»», «cuda_copy_elements(«$1», «$2», «$3», «$7», «$8», «$10», «$11», «$12», «$13», «$14», «$15»)»)»)m4_dnl
m4_dnl  cuda_copy_elements(mma, type of sums, type, lines, elements of a line, names (two), to, of, inside, outside)
m4_define(«cuda_copy_elements», «cuda_copy_loop(«$4», «$5», 1, «$6», «$7»)m4_ifelse(«$1», «», «lane_dot_copy(«$2», «$3», «», «$8», «$9», «$10», «$11»)»,
    ««$8 = »lane_if(«$10», ««$10 ? $9 : »lane_if(«$11», ««$11»», «pl_zero(«$3»)»)», ««$9»»)«;
»»)«}
»»)m4_dnl
m4_dnl  cuda_copy_loop(lines, elements of a line, of a piece, names (two)). Unrolled, it takes registers for the addresses of all trips:
m4_dnl  168 instead of 107 in matmul, for sm_80.
m4_define(«cuda_copy_loop», «m4_ifelse(m4_eval($1 * $2 / $3 > lane_count()), 1, ««#pragma unroll 1
»»)«for (int pl_piece = pl_lane; pl_piece < »m4_eval($1 * $2 / $3)«; pl_piece += »lane_count()«) {
const int $4 = pl_piece»m4_ifelse($2, $3, ««, $5 = 0»», «« / »m4_eval($2 / $3)«, $5 = pl_piece % »m4_eval($2 / $3)«»m4_ifelse($3, 1, «», «« * $3»»)«»»)«;
»»)m4_dnl

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

m4_dnl  matrix.m4 -- PL_DOT by mma.sync, m16n8k16: for slices in the operands' own type. A warp has eight rows of z per trip over
m4_dnl  the rows, two trips are the 16 rows of a fragment, and its sums are arranged like the lanes' elements of z (mma_… in
m4_dnl  machine).
m4_dnl
m4_define(«cuda_scalar_products», m4_defn(«lane_dot_products»))m4_dnl
pl_define(«dot», «lane_dot_products», «lane_if(«$mma», «cuda_matrix_products($@)», «cuda_scalar_products($@)»)»)m4_dnl
pl_define(«dot», «cuda_matrix_products», «m4_dnl
m4_dnl  ldmatrix: each lane gives the address of 16 bytes of a line, and receives the elements that the instruction needs.
lane_x(«lines_x», «$x»)lane_y(«lines_y», «$y»)m4_dnl
«for (int pl_k = 0; pl_k < $slice; pl_k += 16) {
uint32_t pl_x[»m4_eval($tile_rows / 2)«][4], pl_y[4];
»say_unroll()«for (int pl_i = 0; pl_i < »m4_eval($tile_rows / 2)«; pl_i++)
»lane_x(«load_x», «$x»)«
»say_unroll()«for (int pl_j = 0; pl_j < »m4_eval($tile_columns / 4)«; pl_j++) {
»lane_y(«load_y», «$y»)«
»say_unroll()«for (int pl_i = 0; pl_i < »m4_eval($tile_rows / 2)«; pl_i++) {
»cuda_add_product(mma=«$mma», sums=cuda_sums(«$sums», «$z»), column=«4 * pl_j», y=«pl_y»)m4_dnl
cuda_add_product(mma=«$mma», sums=cuda_sums(«$sums», «$z»), column=«4 * pl_j + 2», y=«pl_y + 2»)«}
}
}
»»)m4_dnl
pl_macro(«cuda_add_product(mma, sums, column, y)»,
    ««pl_mma_$mma(&$sums[2 * pl_i][$column], &$sums[2 * pl_i + 1][$column], pl_x[pl_i], $y);
»»)m4_dnl
pl_macro(«cuda_sums(sums, z)», «m4_ifelse(«$sums», «registers», ««$z»», ««pl_sum»»)»)m4_dnl
m4_dnl
m4_dnl  lines_x, lines_y: the start of this lane's first line; the four parts of a fragment are rows g of two trips, at two depths.
m4_dnl  cuda_begin_x, cuda_begin_y: where the part of a block begins that is read in place.
pl_define(«side», «cuda_begin_x», «m4_ifelse(«$from», «sliced», «»,
    «lane_if(lane_deep, «« + »lane_times(pl_deep, «$column»)»)»)»)m4_dnl
pl_define(«side», «cuda_begin_y», «m4_ifelse(«$from», «sliced», «»,
    «lane_if(lane_deep, «« + »lane_times(pl_deep, «$row»)»)»)»)m4_dnl
pl_define(«side», «cuda_block», «m4_ifelse(«$from», «sliced», ««$slice»», ««$ref»»)»)m4_dnl
pl_define(«side», «lane_side_lines_x»,
    ««const »pl_type(«$type»)« *const pl_x_line = &»cuda_block($@)«[»m4_ifelse(«$form», «plain»,
    ««(pl_lane / 32 * 8 + pl_lane % 8 + pl_lane / 8 % 2 * »PL_LANE_ROWS()«) * $pitch + pl_lane / 16 % 2 * 8»»,
    ««(pl_lane % 8 + pl_lane / 16 % 2 * 8) * $pitch + pl_lane / 32 * 8 + pl_lane / 8 % 2 * »PL_LANE_ROWS()»)m4_dnl
cuda_begin_x($@)«];
»»)m4_dnl
pl_define(«side», «lane_side_lines_y»,
    ««const »pl_type(«$type»)« *const pl_y_line = &»cuda_block($@)«[»m4_ifelse(«$form», «plain»,
    ««pl_lane % 16 * $pitch + pl_lane / 16 % 2 * 8»»,
    ««(pl_lane % 8 + pl_lane / 16 % 2 * 8) * $pitch + pl_lane / 8 % 2 * 8»»)m4_dnl
cuda_begin_y($@)«];
»»)m4_dnl
pl_define(«side», «lane_side_load_x», «m4_ifelse(«$form», «plain»,
    ««pl_ldmatrix_x4(pl_x[pl_i], &pl_x_line[pl_i * »m4_eval(2 * PL_LANE_ROWS())« * $pitch + pl_k]);»»,
    ««pl_ldmatrix_x4_trans(pl_x[pl_i], &pl_x_line[pl_k * $pitch + pl_i * »m4_eval(2 * PL_LANE_ROWS())«]);»»)»)m4_dnl
pl_define(«side», «lane_side_load_y», «m4_ifelse(«$form», «plain»,
    ««pl_ldmatrix_x4_trans(pl_y, &pl_y_line[pl_k * $pitch + pl_j * 16]);»»,
    ««pl_ldmatrix_x4(pl_y, &pl_y_line[pl_j * 16 * $pitch + pl_k]);»»)»)m4_dnl
m4_dnl
m4_dnl  Slices with the lines of memory are copied in pieces of 16 bytes if the lines begin at multiples of that; otherwise by
m4_dnl  elements, with masks at the edge.
m4_define(«cuda_copies», m4_defn(«lane_dot_copies»))m4_dnl
m4_define(«cuda_copy_lines», m4_defn(«lane_copy_lines»))m4_dnl
pl_define(«side», «lane_side_piece», «$piece»)m4_dnl
pl_define(«dot», «lane_dot_copies», «cuda_copies($@)m4_dnl
m4_ifelse(
    «$stages»lane_side(«piece», «$x»)lane_side(«piece», «$y»), «», «»,
    «$stages», «», ««pl_cp_async_wait_all();
»»)»)m4_dnl
pl_define(«side», «lane_copy_lines», «lane_if(«$piece», «cuda_copy_pieces($@)», «cuda_copy_lines($@)»)»)m4_dnl
m4_dnl  If the block extends past its array, cp.async fills with zeros what it does not copy; another value is stored, element by
m4_dnl  element. If slices are fetched ahead, cp.async copies elements of four bytes, too.
pl_define(«side», «cuda_copy_pieces», ««if (»lane_if(«$whole», ««$whole && »»)cuda_in_pieces($@)«) {
»lane_line_loop(«$lines», «$line», «$piece», «$form»)«pl_cp_async16(&»lane_to($@)«, &»lane_of($@)«);
}
»m4_ifelse(
    «$whole», «», «»,
    «$outside», «», ««} else if (»cuda_in_pieces($@)«) {
»lane_line_loop(«$lines», «$line», «$piece», «$form»)lane_if(«$ends», «cuda_masked_piece($@)», «cuda_masked_line($@)»)«}
»»)lane_if(m4_ifdef(«lane_dot_fetches», «lane_if(lane_mma, «», «$whole»)»), ««} else if ($whole) {
»lane_line_loop(«$lines», «$line», 1, «$form»)m4_dnl
lane_copy_element(type=«$type», to=lane_to($@), of=lane_of($@), inside=«», outside=«»)«}
»»)«} else {
»cuda_copy_lines($@)«}
»»)m4_dnl
pl_define(«side», «cuda_in_pieces», ««pl_in_pieces($ref, »m4_ifelse(«$form», «plain», ««$row»», ««$column»»)«)»»)m4_dnl
m4_dnl  The array ends after a line, or before this piece; or also within the piece: then it has the first pl_inside elements.
pl_define(«side», «cuda_masked_line», ««pl_cp_async16_zfill(&»lane_to($@)«, &»lane_of($@)«, »$mask« ? 16 : 0);
»»)m4_dnl
pl_define(«side», «cuda_masked_piece», ««int pl_inside = 0;
»say_unroll()«for (int pl_e = 0; pl_e < $piece; pl_e++)
pl_inside += »cuda_next_in_line(«$form»)$mask«»lane_copied_by(«»)«;
pl_cp_async16_zfill(&»lane_to($@)«, &»lane_of($@)«, pl_inside * »m4_eval(16 / $piece)«);
»»)m4_dnl
m4_dnl  cuda_next_in_line: pl_copied means the element pl_e of the piece.
pl_macro(«cuda_next_in_line(form)», «m4_ifelse(«$form», «plain»,
    «m4_define(«lane_column_index», ««»lane_column_name« + pl_e»»)»,
    «m4_define(«lane_row_index», ««»lane_row_name« + pl_e»»)»)»)m4_dnl

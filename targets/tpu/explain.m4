m4_dnl  explain.m4 -- pallasc --explain --target=tpu: the contents of VMEM and SMEM, padded to tiles, and the chips that they fit.
m4_dnl  The rules are those of rules.h, which rejects when a call is made; the chips are those of chips.h.
m4_dnl
pl_macro(«tpu_line(name, kind, type, shape, padded, bytes, buffers, total)»,
    «m4_format(«    %-*s %-7s  %-*s  %-*s %-*s %10s  %7s  %10s»,
    pl_width(«$name», 12), «$name», «$kind», pl_width(«$type», 4), «$type»,
    pl_width(«$shape», 18), «$shape», pl_width(«$padded», 18), «$padded», «$bytes», «$buffers», «$total»)»)m4_dnl
pl_macro(«tpu_round_up(number, multiple)», «m4_eval(($number + $multiple - 1) / $multiple * $multiple)»)m4_dnl
m4_dnl
m4_dnl  tpu_times: their product; empty if one is unknown, or if it overflows m4's integers.
pl_macro(«tpu_times(a, b)», «m4_ifelse(
    «$a», «», «»,
    «$b», «», «»,
    «$b», 0, 0,
    «m4_ifelse(m4_eval($a > 2147483647 / $b), 1, «», «m4_eval($a * $b)»)»)»)m4_dnl
pl_macro(«tpu_plus(a, b)», «m4_ifelse(
    «$a», «», «»,
    «$b», «», «»,
    «m4_ifelse(m4_eval($a > 2147483647 - $b), 1, «», «m4_eval($a + $b)»)»)»)m4_dnl
pl_macro(«tpu_or(text, else)», «m4_ifelse(«$text», «», ««$else»», ««$text»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Tiles ============================================================================================
m4_dnl  tpu_bits(type, bytes), tpu_packing(bits); tpu_tile_rows(tile, rows, most): doubled until the rows fit.
pl_macro(«tpu_bits(type, bytes)», «m4_ifelse(«$type», bool, 32, m4_eval($bytes * 8))»)m4_dnl
pl_macro(«tpu_packing(bits)», «m4_ifelse(m4_eval($bits < 32), 1, m4_eval(32 / $bits), 1)»)m4_dnl
pl_macro(«tpu_tile_rows(tile, rows, most)», «m4_ifelse(m4_eval($tile < $rows && $tile < $most), 1,
    «tpu_tile_rows(m4_eval($tile * 2), $rows, $most)»,
    $tile)»)m4_dnl
pl_macro(«tpu_most_rows(packing, height)», «m4_ifelse($packing, 1, 8, $packing$height, 2short, 8, m4_eval(8 * $packing))»)m4_dnl
m4_dnl
m4_dnl  pl_memory_extent(text, number, array's text, its number), with several meanings; tpu_last counts dims from the end.
pl_macro(«tpu_extents(extents, macro)», «m4_define(«tpu_left», 0)m4_dnl
m4_define(«pl_memory_extent», «m4_define(«tpu_left», m4_incr(tpu_left))»)$extents«»m4_define(«tpu_rank», tpu_left)m4_dnl
m4_define(«pl_memory_extent», m4_defn(«$macro»))$extents»)m4_dnl
pl_define(«memory_extent», «tpu_shape», «[tpu_or(«$number», «$text»)]»)m4_dnl
pl_define(«memory_extent», «tpu_pad»,
    «m4_define(«tpu_padded_one», m4_ifelse(
    «$number», «», «»,
    tpu_space, smem, «$number»,
    tpu_left, 1, «tpu_round_up($number, m4_ifelse(tpu_rank, 1, m4_eval(128 * tpu_pack), 128))»,
    tpu_left, 2, «tpu_round_up($number, tpu_tile_rows(tpu_pack, $number, tpu_most_rows(tpu_pack, tpu_height)))»,
    «$number»))m4_dnl
m4_define(«tpu_left», m4_decr(tpu_left))»)m4_dnl
m4_define(«tpu_padded», «tpu_pad($@)[tpu_or(tpu_padded_one, ?)]»)m4_dnl
m4_define(«tpu_count», «tpu_pad($@)m4_define(«tpu_bytes», tpu_times(tpu_bytes, tpu_padded_one))»)m4_dnl
m4_dnl
m4_dnl  tpu_bytes_of: of a window; short: rows of 16 bits are padded to 8, up to generation 6.
pl_macro(«tpu_bytes_of(extents, height)», «m4_define(«tpu_height», $height)m4_define(«tpu_bytes», tpu_element)m4_dnl
tpu_extents(«$extents», «tpu_count»)tpu_bytes»)m4_dnl
m4_dnl
m4_dnl  ==== What is rejected ==================================================================================
m4_define(«tpu_check_dim», «m4_ifelse(
    tpu_left, 1, «tpu_check($@, m4_ifelse(tpu_rank, 1, row, 128))»,
    tpu_left, 2, «tpu_check($@, 8)»)m4_dnl
m4_define(«tpu_left», m4_decr(tpu_left))»)m4_dnl
pl_macro(«tpu_check(text, number, array, array_number, multiple)», «m4_ifelse(
    «$number», «», «»,
    «$text», «$array», «»,
    «$number», «$array_number», «»,
    $multiple, row, «tpu_check_row($@)»,
    «m4_ifelse(m4_eval($number % $multiple), 0, «»,
        «tpu_complain(«$text», «$number», «$array», «$array_number», «no multiple of $multiple»)»)»)»)m4_dnl
pl_macro(«tpu_check_row(text, number, array, array_number)»,
    «m4_ifelse(m4_eval($number % 1024 == 0 || ($number >= 128 * tpu_pack && ($number & ($number - 1)) == 0)), 1, «»,
    «tpu_complain(«$text», «$number», «$array», «$array_number»,
        «no multiple of 1024, nor a power of two from m4_eval(128 * tpu_pack) on»)»)»)m4_dnl
pl_macro(«tpu_complain(text, number, array, array_number, what)»,
    «m4_divert(2)    tpu_name: rejected«»m4_ifelse(«$array_number», «»,
    « unless $array is $number»): a block of $number is $what«»m4_ifelse(«$array_number», «», «»,
    «, nor the array's $array_number»)
m4_divert(0)»)m4_dnl
pl_macro(«tpu_reject(what)», «m4_divert(2)    tpu_name: rejected: $what
m4_divert(0)»)m4_dnl
pl_macro(«tpu_check_type(struct, bytes)», «m4_ifelse(
    «$struct», «struct», «tpu_reject(«a TPU has no structs»)»,
    m4_eval($bytes > 4), 1, «tpu_reject(«a TPU has no elements of 64 bits»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== A call ===========================================================================================
pl_macro(«tpu_heading(name)», «tpu_line(«$name», «», «type», «shape», «padded to tiles», «bytes», «buffers», «together»)
»)m4_dnl
m4_define(«pl_memory_call», «m4_define(«tpu_vmem_short», 0)m4_define(«tpu_vmem_tall», 0)m4_define(«tpu_smem_short», 0)m4_dnl
m4_define(«tpu_smem_tall», 0)m4_dnl
  a TPU's memory
tpu_heading(«»)»)m4_dnl
m4_dnl
pl_macro(«tpu_sum(space, height, buffers, extents)»,
    «m4_define(«tpu_${space}_$height», tpu_plus(tpu_${space}_$height,
        tpu_times(tpu_bytes_of(«$extents», $height), $buffers)))»)m4_dnl
pl_define(«memory», «pl_memory», «m4_define(«tpu_name», «$name»)m4_define(«tpu_space», $space)m4_dnl
m4_define(«tpu_element», m4_ifelse($space, smem, $bytes, m4_eval(tpu_bits(«$type», $bytes) / 8)))m4_dnl
m4_define(«tpu_pack», tpu_packing(tpu_bits(«$type», $bytes)))m4_dnl
m4_ifelse($kind, atomic, «tpu_reject(«nothing reads or writes HBM but copies: there is no PL_ATOMIC»)m4_dnl
», «tpu_check_type(«$struct», $bytes)m4_define(«tpu_height», short)m4_dnl
m4_ifelse($kind, window, «tpu_extents(«$extents», «tpu_check_dim»)»)tpu_sum($space, short, $buffers, «$extents»)m4_dnl
tpu_sum($space, tall, $buffers, «$extents»)m4_dnl
tpu_line(«$name», «$kind», «$type», tpu_extents(«$extents», «tpu_shape»), tpu_extents(«$extents», «tpu_padded»),
        tpu_or(tpu_bytes_of(«$extents», short), ?), $buffers,
        tpu_or(tpu_times(tpu_bytes_of(«$extents», short), $buffers), ?))
»)»)m4_dnl
m4_dnl
m4_dnl  PL_TPU_CHIP(name, generation, tensor cores, cores, VMEM, SMEM in KiB, …): the first one is the table's own head.
pl_macro(«tpu_of(bytes, kib)», «m4_ifelse(m4_eval($bytes > $kib * 1024), 1, «too small»,
    «m4_eval($bytes / 1024 * 100 / ($kib)) %»)»)m4_dnl
pl_macro(«PL_TPU_CHIP(name, generation, tensor_cores, cores, vmem, smem)», «m4_ifelse(«$name», «name», «»,
    «m4_divert(1)m4_dnl
tpu_comma $name tpu_of(m4_indir(«tpu_»tpu_space«_»m4_ifelse(m4_eval($generation < 7), 1, short, tall)),
        m4_ifelse(tpu_space, vmem, «$vmem», «$smem»))«»m4_define(«tpu_comma», «,»)m4_dnl
m4_divert(-1)»)»)m4_dnl
pl_macro(«tpu_chips(bytes, name, space)», «m4_ifelse(
    $bytes, 0, «»,
    $bytes, «», «m4_divert(1)    $name: known when the call is made; --size=NAME=N sets a size
m4_divert(0)»,
    «m4_divert(1)    $name $bytes bytes:m4_define(«tpu_space», $space)m4_define(«tpu_comma», «»)m4_divert(-1)m4_dnl
m4_define(«PL_TPU_CLOCK», «»)m4_include(«chips.h»)m4_divert(1)
m4_divert(0)»)»)m4_dnl
m4_define(«pl_memory_end», «tpu_chips(tpu_vmem_short, VMEM, vmem)tpu_chips(tpu_smem_short, SMEM, smem)m4_undivert(1)m4_dnl
m4_undivert(2)m4_dnl
»)m4_dnl

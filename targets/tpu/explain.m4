m4_dnl  explain.m4 -- pallasc --explain --target=tpu: the contents of VMEM and SMEM, padded to tiles, and the chips that they fit.
m4_dnl  The rules are those of rules.h, which rejects when a call is made; the chips are those of chips.h.
m4_dnl
m4_define(«tpu_line», «m4_format(«    %-*s %-7s  %-*s  %-*s %-*s %10s  %7s  %10s», pl_width(«$1», 12), «$1», «$2», pl_width(«$3», 4), «$3»,
    pl_width(«$4», 18), «$4», pl_width(«$5», 18), «$5», «$6», «$7», «$8»)»)m4_dnl
m4_define(«tpu_round_up», «m4_eval(($1 + $2 - 1) / $2 * $2)»)m4_dnl
m4_dnl
m4_dnl  tpu_times(a, b): their product; empty if one is unknown, or if it overflows m4's integers.
m4_define(«tpu_times», «m4_ifelse(«$1», «», «», «$2», «», «», «$2», 0, 0, «m4_ifelse(m4_eval($1 > 2147483647 / $2), 1, «», «m4_eval($1 * $2)»)»)»)m4_dnl
m4_define(«tpu_plus», «m4_ifelse(«$1», «», «», «$2», «», «», «m4_ifelse(m4_eval($1 > 2147483647 - $2), 1, «», «m4_eval($1 + $2)»)»)»)m4_dnl
m4_define(«tpu_or», «m4_ifelse(«$1», «», ««$2»», ««$1»»)»)m4_dnl
m4_dnl
m4_dnl  ==== Tiles ============================================================================================
m4_dnl  tpu_bits(type, bytes), tpu_packing(bits); tpu_tile_rows(tile, rows, most): doubled until the rows fit.
m4_define(«tpu_bits», «m4_ifelse(«$1», bool, 32, m4_eval($2 * 8))»)m4_dnl
m4_define(«tpu_packing», «m4_ifelse(m4_eval($1 < 32), 1, m4_eval(32 / $1), 1)»)m4_dnl
m4_define(«tpu_tile_rows», «m4_ifelse(m4_eval($1 < $2 && $1 < $3), 1, «tpu_tile_rows(m4_eval($1 * 2), $2, $3)», $1)»)m4_dnl
m4_define(«tpu_most_rows», «m4_ifelse($1, 1, 8, $1$2, 2short, 8, m4_eval(8 * $1))»)m4_dnl
m4_dnl
m4_dnl  pl_memory_extent(text, number, array's text, its number), with several meanings; tpu_last counts dims from the end.
m4_define(«tpu_extents», «m4_define(«tpu_left», 0)m4_define(«pl_memory_extent», «m4_define(«tpu_left», m4_incr(tpu_left))»)$1«»m4_define(«tpu_rank», tpu_left)m4_define(«pl_memory_extent», m4_defn(«$2»))$1»)m4_dnl
m4_define(«tpu_shape», «[tpu_or(«$2», «$1»)]»)m4_dnl
m4_define(«tpu_pad», «m4_define(«tpu_padded_one», m4_ifelse(«$2», «», «», tpu_space, smem, «$2», tpu_left, 1, «tpu_round_up($2, m4_ifelse(tpu_rank, 1, m4_eval(128 * tpu_pack), 128))», tpu_left, 2, «tpu_round_up($2, tpu_tile_rows(tpu_pack, $2, tpu_most_rows(tpu_pack, tpu_height)))», «$2»))m4_define(«tpu_left», m4_decr(tpu_left))»)m4_dnl
m4_define(«tpu_padded», «tpu_pad($@)[tpu_or(tpu_padded_one, ?)]»)m4_dnl
m4_define(«tpu_count», «tpu_pad($@)m4_define(«tpu_bytes», tpu_times(tpu_bytes, tpu_padded_one))»)m4_dnl
m4_dnl
m4_dnl  tpu_bytes_of(extents, short|tall): of a window; short: rows of 16 bits are padded to 8, up to generation 6.
m4_define(«tpu_bytes_of», «m4_define(«tpu_height», $2)m4_define(«tpu_bytes», tpu_element)tpu_extents(«$1», «tpu_count»)tpu_bytes»)m4_dnl
m4_dnl
m4_dnl  ==== What is rejected ==================================================================================
m4_define(«tpu_check_dim», «m4_ifelse(tpu_left, 1, «tpu_check($@, m4_ifelse(tpu_rank, 1, row, 128))», tpu_left, 2, «tpu_check($@, 8)»)m4_define(«tpu_left», m4_decr(tpu_left))»)m4_dnl
m4_define(«tpu_check», «m4_ifelse(«$2», «», «», «$1», «$3», «», «$2», «$4», «», $5, row, «tpu_check_row($@)», «m4_ifelse(m4_eval($2 % $5), 0, «», «tpu_complain(«$1», «$2», «$3», «$4», «no multiple of $5»)»)»)»)m4_dnl
m4_define(«tpu_check_row», «m4_ifelse(m4_eval($2 % 1024 == 0 || ($2 >= 128 * tpu_pack && ($2 & ($2 - 1)) == 0)), 1, «», «tpu_complain(«$1», «$2», «$3», «$4», «no multiple of 1024, nor a power of two from m4_eval(128 * tpu_pack) on»)»)»)m4_dnl
m4_define(«tpu_complain», «m4_divert(2)    tpu_name: rejected«»m4_ifelse(«$4», «», « unless $3 is $2»): a block of $2 is $5«»m4_ifelse(«$4», «», «», «, nor the array's $4»)
m4_divert(0)»)m4_dnl
m4_define(«tpu_reject», «m4_divert(2)    tpu_name: rejected: $1
m4_divert(0)»)m4_dnl
m4_define(«tpu_check_type», «m4_ifelse(«$1», «struct», «tpu_reject(«a TPU has no structs»)», m4_eval($2 > 4), 1, «tpu_reject(«a TPU has no elements of 64 bits»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== A call ===========================================================================================
m4_define(«tpu_heading», «tpu_line(«$1», «», «type», «shape», «padded to tiles», «bytes», «buffers», «together»)
»)m4_dnl
m4_define(«pl_memory_call», «m4_define(«tpu_vmem_short», 0)m4_define(«tpu_vmem_tall», 0)m4_define(«tpu_smem_short», 0)m4_define(«tpu_smem_tall», 0)m4_dnl
  a TPU's memory
tpu_heading(«»)»)m4_dnl
m4_dnl
m4_define(«tpu_sum», «m4_define(«tpu_$1_$2», tpu_plus(tpu_$1_$2, tpu_times(tpu_bytes_of(«$4», $2), $3)))»)m4_dnl
pl_define(«memory», «pl_memory», «m4_define(«tpu_name», «$name»)m4_define(«tpu_space», $space)m4_define(«tpu_element», m4_ifelse($space, smem, $bytes, m4_eval(tpu_bits(«$type», $bytes) / 8)))m4_define(«tpu_pack», tpu_packing(tpu_bits(«$type», $bytes)))m4_ifelse($kind, atomic, «tpu_reject(«nothing reads or writes HBM but copies: there is no PL_ATOMIC»)m4_dnl
», «tpu_check_type(«$struct», $bytes)m4_define(«tpu_height», short)m4_ifelse($kind, window, «tpu_extents(«$extents», «tpu_check_dim»)»)tpu_sum($space, short, $buffers, «$extents»)tpu_sum($space, tall, $buffers, «$extents»)m4_dnl
tpu_line(«$name», «$kind», «$type», tpu_extents(«$extents», «tpu_shape»), tpu_extents(«$extents», «tpu_padded»), tpu_or(tpu_bytes_of(«$extents», short), ?), $buffers, tpu_or(tpu_times(tpu_bytes_of(«$extents», short), $buffers), ?))
»)»)m4_dnl
m4_dnl
m4_dnl  PL_TPU_CHIP(name, generation, tensor cores, cores, VMEM, SMEM in KiB, …): the first one is the table's own head.
m4_define(«tpu_of», «m4_ifelse(m4_eval($1 > $2 * 1024), 1, «too small», «m4_eval($1 / 1024 * 100 / ($2)) %»)»)m4_dnl
m4_define(«PL_TPU_CHIP», «m4_ifelse(«$1», «name», «», «m4_divert(1)tpu_comma $1 tpu_of(m4_indir(«tpu_»tpu_space«_»m4_ifelse(m4_eval($2 < 7), 1, short, tall)), m4_ifelse(tpu_space, vmem, «$5», «$6»))«»m4_define(«tpu_comma», «,»)m4_divert(-1)»)»)m4_dnl
m4_define(«tpu_chips», «m4_ifelse($1, 0, «», $1, «», «m4_divert(1)    $2: known when the call is made; --size=NAME=N sets a size
m4_divert(0)», «m4_divert(1)    $2 $1 bytes:m4_define(«tpu_space», $3)m4_define(«tpu_comma», «»)m4_divert(-1)m4_include(«chips.h»)m4_divert(1)
m4_divert(0)»)»)m4_dnl
m4_define(«pl_memory_end», «tpu_chips(tpu_vmem_short, VMEM, vmem)tpu_chips(tpu_smem_short, SMEM, smem)m4_undivert(1)m4_undivert(2)m4_dnl
»)m4_dnl

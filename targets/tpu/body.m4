m4_dnl  body.m4 -- the statements of a kernel: C over windows in VMEM and SMEM, and calls of the units.
m4_dnl
m4_dnl  ==== Types ============================================================================================
pl_macro(«tpu_type(code, type)», «m4_define(«tpu_type_$code», ««$type»»)»)m4_dnl
tpu_type(void, void)tpu_type(bool, bool)tpu_type(i8, int8_t)tpu_type(i16, int16_t)tpu_type(i32, int)m4_dnl
tpu_type(i64, long)tpu_type(u8, uint8_t)tpu_type(u16, uint16_t)tpu_type(u32, unsigned)tpu_type(u64, unsigned long)m4_dnl
tpu_type(f32, float)tpu_type(f64, double)tpu_type(f16, pl_f16)tpu_type(bf16, pl_bf16)m4_dnl
tpu_type(e4m3, pl_f8e4m3)tpu_type(e5m2, pl_f8e5m2)m4_dnl
pl_define(«type», «pl_type», «m4_ifdef(«tpu_type_$code», «m4_indir(«tpu_type_$code»)», ««$code»»)»)m4_dnl
m4_dnl
m4_dnl  tpu_is_small: a float of 16 or 8 bits, which has a struct of its own.
m4_define(«tpu_small_f16», «f16»)m4_define(«tpu_small_bf16», «bf16»)m4_define(«tpu_small_e4m3»,
    «f8e4m3»)m4_define(«tpu_small_e5m2», «f8e5m2»)m4_dnl
pl_macro(«tpu_is_small(type, then, else)», «m4_ifdef(«tpu_small_$type», «$then», «$else»)»)m4_dnl
m4_dnl
pl_define(«small_bits», «pl_small_bits», ««$value.bits»»)m4_dnl
m4_dnl  pl_convert: an integer literal that becomes a float is written as a float.
pl_define(«convert», «pl_convert», «m4_ifelse(«$from», «$to», ««$value»»,
    «tpu_is_small(«$from», «tpu_convert(«f32», «$to», «pl_to_f32($value)»)», «tpu_convert($@)»)»)»)m4_dnl
pl_macro(«tpu_convert(from, to, value)», «tpu_is_small(«$to», ««pl_to_»m4_indir(«tpu_small_$to»)«($value)»»,
    «m4_ifelse(«$from», «$to», ««$value»», «pl_cast(«$to», «$value»)»)»)»)m4_dnl
m4_dnl
m4_dnl  ==== Expressions ======================================================================================
pl_define(«element», «pl_element», ««$ref$subscripts»»)m4_dnl
m4_dnl
m4_dnl  pl_address(ref, offset, as in C); all memory is one address space.
pl_define(«address», «pl_address», ««$text»»)m4_define(«pl_space», «»)m4_dnl
pl_define(«cdiv», «pl_cdiv», ««PL_CDIV($a, $b)»»)m4_define(«pl_host_cdiv», m4_defn(«pl_cdiv»))m4_dnl
pl_define(«max», «pl_max», ««PL_MAX($a, $b)»»)m4_dnl
pl_define(«min», «pl_min», ««PL_MIN($a, $b)»»)m4_dnl
pl_define(«math», «pl_math», «m4_ifelse(«$type», «f32», ««${function}f($arguments)»», ««$function($arguments)»»)»)m4_dnl
m4_dnl
pl_define(«atomic», «pl_atomic», ««PL_ATOMIC_$op(&$element, $value»m4_ifelse(«$swapped», «», «», ««, $swapped»»)«)»»)m4_dnl
m4_dnl
m4_dnl  ==== Statements =======================================================================================
m4_dnl  say_works: what the loops after it do on the vector unit. A dry run does not enter them.
pl_macro(«say_works(work)», ««if (PL_VPU($work»tpu_more_works(m4_shift($@))«))
»»)m4_dnl
pl_macro(«say_branch(axis)», ««PL_BRANCH($axis»tpu_more_works(m4_shift($@))«);
»»)m4_dnl
pl_macro(«tpu_more_works(work)», «m4_ifelse(«$work», «», «», ««, $work»tpu_more_works(m4_shift($@))»)»)m4_dnl
pl_macro(«say_work(rows, columns, type, vector, transcendental, cross_lane, loads, stores)»,
    ««{ $rows, $columns, PL_»m4_translit(«$type», «a-z», «A-Z»)«_»m4_dnl
tpu_operations(«vector», $vector)tpu_operations(«transcendental», $transcendental)m4_dnl
tpu_operations(«cross_lane», $cross_lane)tpu_operations(«loads», $loads)tpu_operations(«stores», $stores)« }»»)m4_dnl
pl_macro(«tpu_operations(unit, number)», «m4_ifelse($number, 0, «», ««, .$unit = $number»»)»)m4_dnl
m4_dnl
m4_define(«tpu_tiles», «0»)m4_dnl
pl_macro(«tpu_pointer(name, extents)», «m4_ifelse(«$extents», «», ««*const $name»», ««(*const $name)$extents»»)»)m4_dnl
pl_macro(«say_tile(name, type, extents, inner_extents, place)», «pl_type(«$type»)« »tpu_pointer(«$name»,
    «$inner_extents»)« = PL_TILE_MEMORY(»tpu_tiles()«, »pl_type(«$type»)«, $extents);
»m4_define(«tpu_tiles»,
    m4_incr(tpu_tiles()))»)m4_dnl
m4_dnl
pl_macro(«say_view(name, type, const, inner_extents, place, pointer, adds_const)»,
    ««$const»pl_type(«$type»)« »tpu_pointer(«$name»,
    «$inner_extents»)« = »m4_ifelse(
    «$adds_const$inner_extents», «const», «»,
    «$adds_const», «const», ««(void *)»»)«$pointer;
»»)m4_dnl
m4_define(«pl_return», ««return;»»)m4_dnl
m4_dnl
pl_macro(«say_report(message, number, a, b, c, d, e)», ««pl_report($message, $a, $b, $c, $d, $e)»»)m4_dnl
m4_dnl  pl_bits: the bits of a value that a report prints.
pl_define(«bits», «pl_bits», «m4_ifelse(«$type», «f32», ««pl_float_bits($value)»», ««pl_double_bits($value)»»)»)m4_dnl
m4_dnl  pl_multiple_of(number, v, n, line); pl_map_multiple_of: in a map it belongs to the step that the map is evaluated for.
pl_define(«multiple_of», «pl_multiple_of», ««pl_multiple($message, $value, $n)»»)m4_dnl
m4_define(«pl_host_multiple_of», m4_defn(«pl_multiple_of»))m4_dnl
pl_define(«map_multiple_of», «pl_map_multiple_of», ««pl_multiple_at(@step, $message, $value, $n)»»)m4_dnl
pl_define(«print», «pl_print», ««printf($format$values);»»)m4_dnl
m4_dnl
pl_define(«side», «tpu_side», «m4_ifelse(«$form», «transposed», ««PL_MXU_T($ref)»», ««PL_MXU($ref)»»)»)m4_dnl
pl_define(«dot», «pl_dot», ««pl_mxu_dot($rows, $columns, $depth, PL_MXU($z), »pl_as(«pl_side», «tpu_side»,
    «$x»)«, »pl_as(«pl_side», «tpu_side», «$y»)«);»»)m4_dnl

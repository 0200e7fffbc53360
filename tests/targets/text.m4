m4_dnl  text.m4 -- a target that runs nothing: the plan as text, and its schedule. It stands here to show that a target
m4_dnl  needs no more than a template, and to compare: what it writes is a C program that walks the schedule by the plan's
m4_dnl  facts and prints, for the sizes it is called with, which copy starts and which is waited for at which step.
m4_dnl
m4_dnl  pallasc --templates=tests/targets --target=text in.c -o in.text.c writes that, and beside it in.text, to be read.
m4_dnl
m4_dnl  ==== What expressions say =============================================================================
pl_define(«type», «pl_type», ««$code»»)m4_define(«pl_space», «»)m4_dnl
pl_define(«element», «pl_element», ««$ref$subscripts»»)m4_dnl
pl_define(«convert», «pl_convert», «m4_ifelse(«$from», «$to», ««$value»», ««$to($value)»»)»)m4_dnl
pl_define(«cdiv», «pl_cdiv», ««((($a) + ($b) - 1) / ($b))»»)m4_dnl
pl_define(«max», «pl_max», ««max($a, $b)»»)m4_dnl
pl_define(«min», «pl_min», ««min($a, $b)»»)m4_dnl
pl_define(«math», «pl_math», ««$function($arguments)»»)m4_dnl
m4_dnl
m4_dnl  ==== The plan, to be read =============================================================================
pl_define(«axis», «text_axis», ««axis $name, $kind: $variable < $extent
»»)m4_dnl
pl_define(«dim», «text_dim», ««dim $number: $kind of $size in $extent, index $index»m4_ifelse(«$count», «», «»,
    «« count $count»»)«
»»)m4_dnl
pl_define(«flow», «text_flow», ««$flush, buffers $buffers ($varies), $order
»»)m4_dnl
pl_macro(«text_flow_of(ref)», ««$ref: »pl_as(«pl_flow», «text_flow», «m4_indir(«PL_FLOW_$ref»)»)»)m4_dnl
pl_define(«do», «text_do», ««$verb $ref
»»)m4_dnl
pl_define(«operand», «text_operand», ««$ref, $mode of $type
»m4_define(«pl_dim», m4_defn(«text_dim»))m4_indir(«PL_DIMS_$ref»)»)m4_dnl
m4_define(«text_read», ««
call »PL_NAME()« of »PL_KERNEL_NAME()« {
»m4_define(«pl_axis», m4_defn(«text_axis»))PL_AXES()m4_define(«pl_operand», m4_defn(«text_operand»))PL_OPERANDS()«blocks {
»pl_as(«pl_operand», «text_flow_of», «PL_OPERANDS()»)«}
»m4_define(«pl_do», m4_defn(«text_do»))«before the first step {
»m4_define(«pl_do», m4_defn(«text_do»))PL_PROLOGUE()«
}
each step {
»PL_STEADY()«
}
behind the last {
»PL_EPILOGUE()«
}
}
»»)m4_dnl
m4_dnl
m4_dnl  ==== The walk =========================================================================================
pl_define(«argument», «walk_argument», «pl_comma()m4_dnl
m4_ifelse(
    «$kind», «size», ««long $name»»,
    «$kind», «scalar», «walk_type(«$type»)« $name»»,
    «$kind», «table», ««const »walk_type(«$type»)« *$name»»,
    «m4_ifelse(«$kind», «in», «const »)walk_type(«$type»)« *${base}_array»»)»)m4_dnl
pl_macro(«walk_of(code, type)», «m4_define(«walk_type_$code», ««$type»»)»)m4_dnl
walk_of(bool, bool)walk_of(i8, int8_t)walk_of(i16, int16_t)walk_of(i32, int32_t)walk_of(i64, int64_t)m4_dnl
walk_of(u8, uint8_t)walk_of(u16, uint16_t)walk_of(u32, uint32_t)walk_of(u64, uint64_t)walk_of(f32, float)m4_dnl
walk_of(f64, double)walk_of(f16, pl_f16)walk_of(bf16, pl_bf16)walk_of(e4m3, pl_f8e4m3)walk_of(e5m2, pl_f8e5m2)m4_dnl
pl_macro(«walk_type(code)», «m4_ifdef(«walk_type_$code», «m4_indir(«walk_type_$code»)», ««$code»»)»)m4_dnl
pl_define(«axis», «walk_axis», ««const long ${variable}_programs = $extent;
@steps *= ${variable}_programs;
»»)m4_dnl
pl_define(«axis», «walk_id», «m4_define(«walk_ids», ««const long $variable = @rest % ${variable}_programs;
@rest /= ${variable}_programs;
»»m4_defn(«walk_ids»))»)m4_dnl
m4_dnl  pl_dim: from here to there, of the array.
pl_macro(«walk_start(kind, index, size, low)», «m4_ifelse(
    «$kind», «full», «0»,
    «$kind», «block», ««($index) * ($size)»»,
    «$kind», «element», ««($index) - ($low)»»,
    ««$index»»)»)m4_dnl
pl_define(«dim», «walk_dim», ««walk_place(&@w[»walk_number«], @step, $number, »walk_start(«$kind», «$index», «$size», «$low»)«, »m4_ifelse(
    «$kind», «one», «1»,
    «$kind», «bounded», ««$count»»,
    ««$size»»)«, $extent);
»»)m4_dnl
pl_macro(«walk_map(ref)», «m4_define(«walk_number», m4_defn(«walk_next»))m4_define(«walk_next», m4_incr(walk_next))m4_dnl
m4_define(«pl_dim», m4_defn(«walk_dim»))m4_indir(«PL_DIMS_$ref»)»)m4_dnl
pl_define(«flow», «walk_flow», ««walk_window(&@w[@count++], "»walk_ref«", »m4_ifelse(«$flush», «flushed», 1,
    0)«, $buffers, "$varies", "$order", @steps);
»»)m4_dnl
pl_define(«after», «pl_after», ««walk_after(&@w[@count - 1], "$ref");
»»)m4_dnl
pl_define(«operand», «walk_operand», «m4_define(«walk_ref», ««$ref»»)m4_define(«pl_flow», m4_defn(«walk_flow»))m4_indir(«PL_FLOW_$ref»)m4_dnl
m4_indir(«PL_AFTER_$ref»)»)m4_dnl
pl_define(«argument», «walk_called», «m4_ifelse(
    «$kind», «size», «»,
    «$kind», «scalar», «»,
    «$kind», «table», «»,
    ««walk_call_it(@w, @count, "$name", "$user_name");
»»)»)m4_dnl
pl_define(«do», «walk_do», ««walk_$verb(&walk, "$ref");
»»)m4_dnl
pl_define(«axis», «walk_inner», «m4_ifelse(m4_defn(«walk_open»), «x», «« * ${variable}_programs»»)m4_dnl
m4_ifelse(«$variable», m4_defn(«PL_RESET_AXIS»), «m4_define(«walk_open», «x»)»)»)m4_dnl
m4_define(«walk_call», ««
int »PL_NAME()«(»m4_define(«pl_argument», «x»)m4_ifelse(m4_translit(PL_ARGUMENTS(), « 
»), «», ««void»»)«»pl_begin_list()m4_define(«pl_argument», m4_defn(«walk_argument»))PL_ARGUMENTS()«)
{
static struct walk_window @w[64];
long @steps = 1, @count = 0;
»m4_define(«pl_axis», m4_defn(«walk_axis»))PL_AXES()m4_define(«pl_operand», m4_defn(«walk_operand»))PL_OPERANDS()m4_dnl
m4_define(«pl_argument», m4_defn(«walk_called»))PL_ARGUMENTS()«
for (long @step = 0; @step < @steps; @step++) {
long @rest = @step;
»m4_define(«walk_ids», «»)pl_quiet(«m4_define(«pl_axis», m4_defn(«walk_id»))PL_AXES()»)walk_ids()m4_dnl
m4_define(«walk_next», 0)m4_define(«pl_operand», m4_defn(«walk_map»))PL_OPERANDS()«}
struct walk walk = { "»PL_NAME()«", @w, @count, @steps, »m4_ifelse(PL_RESET_AXIS(), «», ««@steps»»,
    ««1»m4_define(«walk_open», «»)m4_define(«pl_axis», m4_defn(«walk_inner»))m4_translit(PL_AXES(), «
»)»)«, 0, 0, 0, NULL };
walk_begin(&walk);
for (walk.ahead = 0; walk.ahead + 1 < »PL_STAGES()«; walk.ahead++) {
»m4_define(«pl_do», m4_defn(«walk_do»))PL_PROLOGUE()«
}
for (walk.running = 1; walk.step < @steps; walk.step++) {
»PL_STEADY()«
}
»PL_EPILOGUE()«
walk_end(&walk);
return 0;
}
»»)m4_dnl
pl_define(«enumerator», «pl_enumerator», ««enum { $name = $value };
»»)m4_dnl
pl_define(«record», «pl_record», «$text«
»»)m4_dnl
pl_define(«constant», «pl_constant», ««static »$text«;
»»)m4_dnl
pl_define(«function», «pl_function», ««static »$head« {
»$body«}
»»)m4_dnl
%%file text
%%indent
// The plan of PL_FILE(), as text.
m4_define(«pl_call», «text_read()»)PL_CALLS()
%%back
%%as_is
// The schedule of PL_FILE(), walked by the facts of its plan; written by pallasc.
#include "walk.h"

%%indent
pl_define(«name», «pl_name», «
%%name $name
»)PL_NAMES()m4_dnl
pl_define(«type», «pl_type», «walk_type(«$code»)»)m4_dnl
pl_define(«element», «pl_element», ««$ref[$offset]»»)m4_dnl
m4_define(«pl_function», «»)PL_GLOBALS()m4_dnl
m4_define(«pl_call», «walk_call()»)m4_dnl
PL_CALLS()

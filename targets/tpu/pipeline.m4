m4_dnl  pipeline.m4 -- a call: where its blocks are, the kernel as a function of windows, and the pipeline around it.
m4_dnl
m4_dnl  ==== Reading the facts ================================================================================
m4_define(«tpu_operands», «m4_define(«pl_operand», m4_defn(«$1»))PL_OPERANDS()»)m4_dnl
m4_define(«tpu_dims», «m4_define(«pl_dim», m4_defn(«$2»))m4_indir(«PL_DIMS_$1»)»)m4_dnl
m4_define(«tpu_axes», «m4_define(«pl_axis», m4_defn(«$1»))PL_AXES()»)m4_dnl
m4_define(«tpu_arguments», «m4_define(«pl_argument», m4_defn(«$1»))PL_ARGUMENTS()»)m4_dnl
m4_define(«tpu_parameters», «m4_define(«pl_parameter», m4_defn(«$1»))PL_PARAMETERS()»)m4_dnl
m4_define(«tpu_after», «m4_define(«pl_after», m4_defn(«$2»))m4_indir(«PL_AFTER_$1»)»)m4_dnl
m4_dnl
m4_dnl  A field of pl_flow:
m4_define(«tpu_flow», «m4_define(«pl_flow», «$$2»)m4_indir(«PL_FLOW_$1»)»)m4_dnl
m4_define(«tpu_flushed», «tpu_flow(«$1», 3)»)m4_define(«tpu_buffers», «tpu_flow(«$1», 4)»)m4_dnl
m4_define(«tpu_varies», «tpu_flow(«$1», 5)»)m4_define(«tpu_how», «tpu_flow(«$1», 6)»)m4_dnl
m4_dnl
m4_dnl  tpu_single(ref, then, else): whether it always has only one window. tpu_slot(ref, block): the window of that block.
m4_define(«tpu_single», «m4_ifelse(tpu_buffers(«$1»)«»tpu_how(«$1»), «1plain», «$2», «$3»)»)m4_dnl
m4_define(«tpu_slot», «tpu_single(«$1», «0», ««$1.$2 % $1.buffers»»)»)m4_dnl
m4_define(«tpu_if_last_use», «m4_ifelse(tpu_flushed(«$1»), «flushed», «$2», «tpu_single(«$1», «», «$2»)»)»)m4_dnl
m4_dnl
m4_dnl  tpu_if_uses(list of names, name, then, else)
m4_define(«tpu_if_uses», «m4_ifelse(m4_index(m4_defn(«$1»), « $2 »), -1, «$4», «$3»)»)m4_dnl
m4_dnl
m4_dnl  tpu_has_windows(ref, then, else): all except those that programs share in place.
m4_define(«tpu_has_windows», «m4_ifelse(tpu_flow(«$1», 7), «windows», «$2», «$3»)»)m4_dnl
m4_dnl
m4_dnl  ==== Where blocks are ==================================================================================
m4_dnl  The struct of a call, for the functions below: its sizes, values, tables, and the number of steps per index of an axis.
pl_define(«argument», «tpu_field», «m4_ifelse(«$kind», «size», ««long $name;
»», «$kind», «scalar», «pl_type(«$type»)« $name;
»», «$kind», «table», ««void *$name;
»»)»)m4_dnl
m4_define(«tpu_axis_field», ««long $1_programs, $1_steps;
»»)m4_dnl
m4_define(«tpu_struct», ««
// A call: its sizes, scalars and tables; for each axis the number of programs, and of steps per program.
struct »PL_NAME()«_call {
»tpu_arguments(«tpu_field»)tpu_axes(«tpu_axis_field»)«long @steps;
};
»»)m4_dnl
m4_dnl
m4_dnl  The program's index on an axis, if something uses it.
pl_define(«operand», «tpu_add_uses», «m4_define(«tpu_all_uses», m4_defn(«tpu_all_uses»)m4_defn(«PL_USES_$ref»))»)m4_dnl
m4_define(«tpu_axis_function», «tpu_if_uses(«tpu_all_uses», «$1», ««
static long »PL_NAME()«_$1(const struct »PL_NAME()«_call *@call, long @step)
{
return @step / @call->$1_steps % @call->$1_programs;
}
»»)»)m4_dnl
m4_dnl  The start of a batch's part of a table or an atomic array depends on the batch's index: tpu_with_batch(the index here,
m4_dnl  macro) reads the parameters. The index has a name in a map, and is computed in the call.
m4_define(«tpu_with_batch», «m4_define(«pl_batch_index», m4_defn(«$1»))tpu_parameters(«$2»)»)m4_dnl
m4_define(«tpu_batch_use», «m4_define(«tpu_all_uses», m4_defn(«tpu_all_uses»)« $1 »)»)m4_dnl
m4_define(«tpu_batch_in_map», ««$1»»)m4_dnl
m4_define(«tpu_batch_in_call», «PL_NAME()«_$1(&@call, @step)»»)m4_dnl
m4_define(«tpu_nothing», «»)m4_dnl
m4_define(«tpu_axis_functions», ««
// The position of a step in the grid.
»m4_define(«tpu_all_uses», m4_defn(«PL_USES»))tpu_operands(«tpu_add_uses»)pl_quiet(«tpu_with_batch(«tpu_batch_use», «tpu_nothing»)»)tpu_axes(«tpu_axis_function»)»)m4_dnl
m4_dnl
m4_dnl  The names that the index map of tpu_ref uses.
m4_define(«tpu_local_axis», «tpu_if_uses(«tpu_these_uses», «$1», ««const long $1 = »PL_NAME()«_$1(@call, @step);
»»)»)m4_dnl
pl_define(«argument», «tpu_local», «tpu_if_uses(«tpu_these_uses», «$name», «m4_ifelse(«$kind», «size», ««const long $name = @call->$name;
»», «$kind», «scalar», ««const »pl_type(«$type»)« $name = @call->$name;
»»)»)»)m4_dnl
pl_define(«parameter», «tpu_local_table», «m4_ifelse(«$kind», «table», «tpu_if_uses(«tpu_these_uses», «$ref», ««const »pl_type(«$type»)« »m4_ifelse(«$inner_extents», «», ««*$ref»», ««(*$ref)$inner_extents»»)« = »m4_dnl
tpu_part(«@call->$ref», «$type», «$inner_extents», «$batch»)«;
»»)»)»)m4_dnl
m4_dnl  tpu_part(table, type, extents except the first, start of the batch's part)
m4_define(«tpu_part», «m4_ifelse(«$4», «», ««$1»», «$3», «», ««(»pl_type(«$2»)« *)$1 + $4»», ««(void *)((»pl_type(«$2»)« *)$1 + $4)»»)»)m4_dnl
m4_define(«tpu_any_axis», «tpu_if_uses(«tpu_these_uses», «$1», «m4_define(«tpu_any_step», «x»)m4_define(«tpu_any_call», «x»)»)»)m4_dnl
pl_define(«argument», «tpu_any_argument», «tpu_if_uses(«tpu_these_uses», «$name», «m4_define(«tpu_any_call», «x»)»)»)m4_dnl
m4_define(«tpu_locals», «m4_define(«tpu_these_uses», m4_defn(«PL_USES_$1»))m4_define(«tpu_any_step», «»)m4_define(«tpu_any_call», «»)m4_dnl
tpu_axes(«tpu_any_axis»)tpu_arguments(«tpu_any_argument»)m4_dnl
m4_ifelse(tpu_any_call, «», ««(void)@given;
»», ««const struct »PL_NAME()«_call *@call = @given;
»»)m4_ifelse(tpu_any_step, «», ««(void)@step;
»»)tpu_arguments(«tpu_local»)tpu_axes(«tpu_local_axis»)tpu_with_batch(«tpu_batch_in_map», «tpu_local_table»)»)m4_dnl
m4_dnl
m4_dnl  tpu_flat(text without commas): the facts of a list are on lines of their own; the line ends are removed.
m4_define(«tpu_flat», «m4_translit($1, «
»)»)m4_dnl
pl_define(«dim», «tpu_dim_part», «pl_comma()m4_ifelse(
«$kind», «block», ««pl_blocked($index, $size, $extent)»», «$kind», «one», ««pl_single($index, $extent)»», «$kind», «full», ««pl_all($extent)»»,
«$kind», «element», ««pl_padded($index, $size, $low, $high, $extent)»», ««pl_bounded($index, $count, $size, $extent)»»)»)m4_dnl
m4_define(«tpu_count_dim», «m4_define(«tpu_dims_so_far», m4_incr(tpu_dims_so_far))»)m4_dnl
m4_define(«tpu_rank», «m4_define(«tpu_dims_so_far», 0)tpu_flat(«tpu_dims(«$1», «tpu_count_dim»)»)tpu_dims_so_far»)m4_dnl
m4_dnl
m4_dnl  A table subscript that may be out of range is checked first.
pl_define(«entry», «tpu_entry», «m4_ifelse(«$ref», m4_defn(«tpu_of_map»), ««if (»m4_ifelse(«$condition», «», «», ««$condition && »»)«!pl_in_table(@step, $message, $subscript, $extent))
return PL_NO_BLOCK;
»»)»)m4_dnl
pl_define(«divisor», «tpu_divisor», «m4_ifelse(«$ref», m4_defn(«tpu_of_map»), ««if (»m4_ifelse(«$condition», «», «», ««$condition && »»)«!pl_divides(@step, $divisor, "$text"))
return PL_NO_BLOCK;
»»)»)m4_dnl
m4_define(«tpu_entries», «m4_define(«tpu_of_map», «$1»)m4_define(«pl_entry», m4_defn(«tpu_entry»))m4_define(«pl_divisor», m4_defn(«tpu_divisor»))PL_ENTRIES()»)m4_dnl
pl_define(«operand», «tpu_block_function», ««
// The block of $ref in a step.
static struct pl_block »PL_NAME()«_$ref(const void *@given, long @step)
{
»tpu_locals(«$ref»)m4_pushdef(«pl_multiple_of», m4_defn(«tpu_multiple_in_map»))tpu_entries(«$ref»)«return PL_BLOCK(»pl_begin_list()tpu_dims(«$ref», «tpu_dim_part»)«);
}
»m4_popdef(«pl_multiple_of»)»)m4_dnl
pl_define(«operand», «tpu_block_functions», «tpu_has_windows(«$ref», «tpu_block_function(«$ref»)»)»)m4_dnl
pl_define(«operand», «tpu_fetch_functions», «m4_ifelse(tpu_how(«$ref»), «plain», «», «tpu_has_windows(«$ref», «tpu_fetch_function(«$ref»)»)»)»)m4_dnl
m4_dnl
m4_dnl  ---- Fetches that look further ahead, or that must see earlier writes ----
m4_define(«tpu_others», «m4_define(«tpu_ref», «$1»)m4_define(«tpu_with», «$2»)tpu_after(«$1», «tpu_other»)»)m4_dnl
m4_define(«tpu_other», «m4_ifelse(«$1», m4_defn(«tpu_ref»), «», «tpu_with«»«$1»»)»)m4_dnl
m4_define(«tpu_pending», ««if (pl_on_its_way($1, »tpu_ref«, @block))
return true;
for (long @at = @first - 1, @left = 0; @at >= @step; @at--) {
@left = @left || pl_changed($1, @at + 1);
if (@left && pl_touch($1, »PL_NAME()«_$1(@call, @at), »tpu_ref«, @block))
return true;
}
»»)m4_dnl
m4_dnl  pl_after(ref, apart|overlap): separate windows conflict only if they are equal, and then the fetch would be too early.
m4_define(«tpu_overlaps», «m4_ifelse(«$2», «overlap», «x»)»)m4_dnl
m4_define(«tpu_drain», «m4_ifelse(«$2», «apart», «», ««for (; @drain && $1->waits_out < $1->current; $1->waits_out++)
pl_dma_out_wait($1, $1->waits_out % $1->buffers);
»»)»)m4_dnl
m4_define(«tpu_sees_writes», «m4_ifelse(m4_defn(«PL_AFTER_$1»), «», «», «$2»)»)m4_dnl
pl_define(«operand», «tpu_too_early_function», ««
// Would a fetch, during step, of the block that step first begins with miss what is not back in HBM by then?
static bool »PL_NAME()«_${ref}_too_early(const struct »PL_NAME()«_call *@call, const struct pl_hbm *$ref»tpu_others(«$ref», ««, const struct pl_hbm *»»)«, long @step,
long @first)
{
const struct pl_block @block = »PL_NAME()«_$ref(@call, @first);
»m4_define(«tpu_ref», «$ref»)tpu_after(«$ref», «tpu_pending»)«return false;
}
»»)m4_dnl
pl_define(«operand», «tpu_fetch_function», «tpu_sees_writes(«$ref», «tpu_too_early_function(«$ref»)»)«
// $ref: start to fetch what comes up to step until, while there are windows free.
static void »PL_NAME()«_${ref}_fetch(const struct »PL_NAME()«_call *@call, struct pl_hbm *$ref»tpu_others(«$ref», ««, struct pl_hbm *»»)«, long @step,
long @until)
{
»m4_ifelse(tpu_after(«$ref», «tpu_overlaps»), «», «», ««const bool @drain = $ref->copies_in == $ref->current && pl_changed($ref, @step);
»tpu_after(«$ref», «tpu_drain»)»)«while ($ref->copies_in < $ref->current + $ref->buffers) {
for (; $ref->ahead <= @until && $ref->ahead < @call->@steps; $ref->ahead++)
if (pl_changed($ref, $ref->ahead))
break;
if ($ref->ahead > @until || $ref->ahead >= @call->@steps)
return;
»tpu_sees_writes(«$ref», ««if ($ref->ahead > @step && »PL_NAME()«_${ref}_too_early(@call, $ref»tpu_others(«$ref», ««, »»)«, @step, $ref->ahead))
return;
»»)m4_ifelse(tpu_flushed(«$ref»), «flushed», ««for (; $ref->waits_out + $ref->buffers <= $ref->copies_in; $ref->waits_out++)
pl_dma_out_wait($ref, $ref->waits_out % $ref->buffers);
»»)«pl_dma_in($ref, $ref->copies_in % $ref->buffers, »PL_NAME()«_$ref(@call, $ref->ahead));
$ref->copies_in++;
$ref->ahead++;
}
»m4_ifelse(m4_defn(«PL_AFTER_$ref»), «», ««(void)@step;
»»)«}
»»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_dnl  Its parameters are what it uses: ids, extents, the starts of its windows; then the kernel's own. tpu_item: one of them.
m4_define(«tpu_item», «m4_define(«tpu_any», «x»)pl_comma()$1»)m4_dnl
m4_define(«tpu_body_axis», «tpu_if_uses(«PL_USES», «$1», «tpu_item(««const long $1»»)»)tpu_if_uses(«PL_USES», «$1_programs», «tpu_item(««const long $1_programs»»)»)»)m4_dnl
pl_define(«argument», «tpu_body_size», «m4_ifelse(«$kind», «size», «tpu_if_uses(«PL_USES», «$name», «tpu_item(««const long $name»»)»)»)»)m4_dnl
pl_define(«operand», «tpu_body_start», «m4_define(«tpu_base», «$base»)tpu_dims(«$ref», «tpu_body_dim»)»)m4_dnl
pl_define(«dim», «tpu_body_dim», «tpu_body_name(m4_defn(«tpu_base»)«_$number»)tpu_body_name(m4_defn(«tpu_base»)«_count_$number»)»)m4_dnl
m4_define(«tpu_body_name», «tpu_if_uses(«PL_USES», «$1», «tpu_item(««const long $1»»)»)»)m4_dnl
pl_define(«parameter», «tpu_body_parameter», «tpu_if_uses(«PL_USES», «$ref», «tpu_item(m4_ifelse(«$kind», «scalar», «««const »»pl_type(«$type»)«« $ref»»», «$kind», «semaphore», «««const struct pl_tpu_sem *$ref»»»,
«$kind», «any», «««const struct pl_hbm *$ref»»», «$memory», «hbm», «««const struct pl_hbm *$ref»»», «««$const»»pl_type(«$type»)«« $ref$extents»»»))»)»)m4_dnl
m4_define(«tpu_body_parameters», «pl_begin_list()tpu_axes(«tpu_body_axis»)tpu_arguments(«tpu_body_size»)tpu_operands(«tpu_body_start»)tpu_parameters(«tpu_body_parameter»)»)m4_dnl
m4_define(«tpu_body», «m4_define(«tpu_tiles», 0)m4_define(«tpu_any», «»)pl_quiet(«tpu_body_parameters()»)«
// One program: what »PL_KERNEL_NAME()« does with its windows.
static void »PL_NAME()«_body(»m4_ifelse(tpu_any, «», «void», «tpu_body_parameters()»)«)
{
»PL_STATEMENTS()«}
»»)m4_dnl
m4_dnl
m4_dnl  The arguments of its call.
m4_define(«tpu_pass_axis», «tpu_if_uses(«PL_USES», «$1», «tpu_item(«PL_NAME()«_$1(&@call, @step)»»)»)tpu_if_uses(«PL_USES», «$1_programs», «tpu_item(««@call.$1_programs»»)»)»)m4_dnl
pl_define(«argument», «tpu_pass_size», «m4_ifelse(«$kind», «size», «tpu_if_uses(«PL_USES», «$name», «tpu_item(««$name»»)»)»)»)m4_dnl
pl_define(«operand», «tpu_pass_start», «m4_define(«tpu_base», «$base»)m4_define(«tpu_ref», «$ref»)tpu_dims(«$ref», «tpu_pass_dim»)»)m4_dnl
pl_define(«dim», «tpu_pass_dim», «tpu_if_uses(«PL_USES», m4_defn(«tpu_base»)«_$number», «tpu_item(«PL_NAME()«_»tpu_ref«(&@call, @step).dim[$number].start»»)»)m4_dnl
tpu_if_uses(«PL_USES», m4_defn(«tpu_base»)«_count_$number», «tpu_item(««pl_inside»«(»PL_NAME()«_»tpu_ref«(&@call, @step).dim[$number])»»)»)»)m4_dnl
pl_define(«parameter», «tpu_pass», «tpu_if_uses(«PL_USES», «$ref», «tpu_item(m4_ifelse(
«$kind», «scalar», «««$ref»»», «$kind», «window», «««${base}_$memory[pl_see(&$ref, »»tpu_slot(«$ref», «current»)««)]»»»,
«$kind», «atomic», «m4_ifelse(«$batch», «», «««(void *)${base}_array»»», «««(void *)(${base}_array + $batch)»»»)»,
«$kind», «any», «««&$ref»»», «$kind», «semaphore», «««&$ref»»», «$memory», «hbm», «««&$ref»»»,
«$kind», «scratch», «««*${ref}_$memory»»», «$batch», «», «««${ref}_smem»»», «tpu_part(«@call.$ref», «$type», «$inner_extents», «$batch»)»))»)»)m4_dnl
m4_define(«tpu_body_arguments», «pl_begin_list()tpu_axes(«tpu_pass_axis»)tpu_arguments(«tpu_pass_size»)tpu_operands(«tpu_pass_start»)tpu_with_batch(«tpu_batch_in_call», «tpu_pass»)»)m4_dnl
m4_dnl
m4_dnl  ==== The pipeline =====================================================================================
m4_dnl  tpu_say(phase, words): a comment at the start of a phase.
m4_define(«tpu_say», «m4_ifelse(m4_defn(«tpu_said»), «$1», «», «m4_define(«tpu_said», «$1»)«
// $2
»»)»)m4_dnl
m4_dnl
m4_dnl  pl_do(verb, ref)
m4_define(«tpu_do», «m4_indir(«tpu_do_$1», «$2»)»)m4_dnl
m4_define(«tpu_addresses», «tpu_others(«$1», ««, &»»)»)m4_dnl
m4_define(«tpu_until», «m4_ifelse(tpu_how(«$1»), «lookahead», ««@call.@steps»», «$2»)»)m4_dnl
m4_define(«tpu_plain_fetch», ««pl_dma_in(&$1, »tpu_slot(«$1», «copies_in»)«, »PL_NAME()«_$1(&@call, $2));
»tpu_single(«$1», «», ««$1.copies_in++;
»»)»)m4_dnl
m4_define(«tpu_reach», «tpu_single(«$1», ««@step»», ««@step + $1.buffers - 1»»)»)m4_dnl
m4_define(«tpu_braced», «tpu_single(«$1», «$2», ««{
»$2«}
»»)»)m4_dnl
m4_define(«tpu_do_fetch», «tpu_say(«fetch», «Start the copies of blocks that later steps use.»)m4_ifelse(tpu_how(«$1»), «plain», ««if (pl_changed(&$1, »tpu_reach(«$1»)«))
»tpu_braced(«$1», «tpu_plain_fetch(«$1», tpu_reach(«$1»))»)», «PL_NAME()«_$1_fetch(&@call, &$1»tpu_addresses(«$1»)«, @step, »tpu_until(«$1», ««@step + $1.buffers - 1»»)«);
»»)»)m4_dnl
m4_define(«tpu_do_await_fetch», «tpu_say(«begin», «Wait for the blocks that this step is the first to use. A block that is not fetched begins as garbage.»)«if ($1_changed)
pl_dma_in_wait(&$1, »tpu_slot(«$1», «current»)«);
»»)m4_dnl
m4_define(«tpu_do_fresh», «tpu_say(«begin», «A block that is not fetched begins as garbage.»)«if ($1_changed)
pl_fresh(&$1, »tpu_slot(«$1», «current»)«, »PL_NAME()«_$1(&@call, @step));
»»)m4_dnl
m4_define(«tpu_do_body», «tpu_say(«body», «The program.»)«if (pl_computes())
»PL_NAME()«_body(»tpu_body_arguments()«);
»»)m4_dnl
m4_dnl  With one buffer, or possibly one, there is no later step.
m4_define(«tpu_at_once», «m4_ifelse(tpu_buffers(«$1»), 1, ««pl_dma_out_wait(&$1, 0);
»tpu_single(«$1», «», ««$1.waits_out++;
»»)», tpu_varies(«$1»), «maybe», ««if ($1.buffers == 1) {
pl_dma_out_wait(&$1, 0);
$1.waits_out++;
}
»»)»)m4_dnl
m4_define(«tpu_do_flush», «tpu_say(«flush», «Start to write back the blocks that this step is the last to use.»)«if ($1_last_use) {
pl_dma_out(&$1, »tpu_slot(«$1», «current»)«, »PL_NAME()«_$1(&@call, @step));
»tpu_at_once(«$1»)«}
»»)m4_dnl
m4_define(«tpu_do_await_flush», «tpu_single(«$1», «», «tpu_await_flush(«$1»)»)»)m4_dnl
m4_define(«tpu_await_flush», «tpu_say(«await_flush», «Wait for the previous write-back: the next block uses its window.»)«if ($1.waits_out < $1.current) {
pl_dma_out_wait(&$1, $1.waits_out % $1.buffers);
$1.waits_out++;
}
»»)m4_dnl
m4_define(«tpu_do_advance», «tpu_single(«$1», «», «tpu_advance(«$1»)»)»)m4_dnl
m4_define(«tpu_advance», «tpu_say(«advance», «The next step uses the next windows.»)«if ($1_last_use)
$1.current++;
»»)m4_dnl
m4_dnl
m4_dnl  The prologue has one fewer rounds than there are buffers.
m4_define(«tpu_do_first», «m4_ifelse(tpu_buffers(«$2»), 1, «», «m4_ifelse(tpu_how(«$2»), «plain», «tpu_first_plain(«$2»)», «tpu_first_ahead(«$2»)»)»)»)m4_dnl
m4_define(«tpu_round», «m4_ifelse(tpu_ahead, 0, ««$1.buffers > 1»», «tpu_ahead« + 1 < $1.buffers»»)»)m4_dnl
m4_define(«tpu_first_plain», ««if (»m4_ifelse(tpu_varies(«$1»)«»PL_STAGES(), «said2», «», «tpu_round(«$1»)« && »»)«pl_changed(&$1, »tpu_ahead«)) {
»tpu_plain_fetch(«$1», tpu_ahead)«}
»»)m4_dnl
m4_define(«tpu_first_ahead», «m4_ifelse(tpu_varies(«$1»)«»PL_STAGES(), «said2», «», ««if (»tpu_round(«$1»)«)
»»)PL_NAME()«_$1_fetch(&@call, &$1»tpu_addresses(«$1»)«, 0, »tpu_until(«$1», tpu_ahead)«);
»»)m4_dnl
m4_define(«tpu_prologue», «m4_ifelse(PL_STAGES(), 1, «», ««
// Prologue: the first copies start before the first step.
pl_prologue();
»m4_define(«pl_do», m4_defn(«tpu_do_first»))m4_ifelse(PL_STAGES(), 2, «m4_define(«tpu_ahead», «0»)PL_PROLOGUE()», «m4_define(«tpu_ahead», «@ahead»)«for (long @ahead = 0; @ahead + 1 < »PL_STAGES()«; @ahead++) {
»PL_PROLOGUE()«
}
»»)»)»)m4_dnl
pl_define(«operand», «tpu_step_state», «tpu_has_windows(«$ref», ««const bool ${ref}_changed = pl_changed(&$ref, @step)»tpu_if_last_use(«$ref», ««, ${ref}_last_use = pl_last_use(&$ref, @step)»»)«;
»»)»)m4_dnl
pl_define(«parameter», «tpu_reset», «m4_ifelse(«$kind», «scratch», «m4_define(«tpu_any», «x»)«pl_scratch_reset(&$ref);
»»)»)m4_dnl
m4_define(«tpu_reset_scratch», «m4_define(«tpu_any», «»)pl_quiet(«tpu_parameters(«tpu_reset»)»)m4_ifelse(PL_RESET_AXIS(), «», «», tpu_any, «», «», ««
// A new index of the parallel axes: scratch begins anew.
if (@step % @call.»PL_RESET_AXIS()«_steps == 0) {
»tpu_parameters(«tpu_reset»)«}
»»)»)m4_dnl
m4_define(«tpu_steady», «m4_define(«tpu_said», «»)m4_define(«pl_do», m4_defn(«tpu_do»))«
// Steady state.
for (long @step = 0; @step < @call.@steps && pl_step(@step); @step++) {
»tpu_operands(«tpu_step_state»)tpu_reset_scratch()PL_STEADY()«
}
»»)m4_dnl
m4_define(«tpu_do_last», «tpu_single(«$2», «», ««if ($2.waits_out < $2.current)
pl_dma_out_wait(&$2, $2.waits_out % $2.buffers);
»»)»)m4_dnl
m4_define(«tpu_epilogue», «m4_ifelse(m4_defn(«PL_EPILOGUE»), «», «», «m4_define(«pl_do», m4_defn(«tpu_do_last»))«
// Epilogue: the last blocks are written back.
pl_epilogue();
»PL_EPILOGUE()»)»)m4_dnl
m4_dnl
m4_dnl  ==== The call =========================================================================================
pl_define(«argument», «tpu_formal», «pl_comma()m4_ifelse(«$kind», «size», ««long $name»», «$kind», «scalar», «pl_type(«$type»)« $name»»,
«m4_ifelse(«$kind», «in», ««const »», «$kind», «table», ««const »»)pl_type(«$type»)« *${base}_array»»)»)m4_dnl
pl_define(«argument», «tpu_set», «m4_ifelse(«$kind», «size», ««@call.$name = $name;
»», «$kind», «scalar», ««@call.$name = $name;
»»)»)m4_dnl
m4_dnl  Leading axes that were declared parallel may be split over cores; others are independent if that was proved.
m4_define(«tpu_freedom», «m4_ifelse(m4_defn(«tpu_split»), «», «m4_ifelse(«$2», «parallel», ««PL_ANY_ORDER»», ««PL_IN_ORDER»»)», ««PL_ANY_CORE»»)tpu_split_until(«$1»)»)m4_dnl
m4_define(«tpu_split_until», «m4_ifelse(m4_defn(«tpu_split»), «$1», «m4_define(«tpu_split», «»)»)»)m4_dnl
m4_define(«tpu_begin_axis», ««@call.$1_programs = $3;
pl_tpu_axis("$4", @call.$1_programs, »tpu_freedom($@)«);
»»)m4_dnl
m4_dnl
m4_dnl  The number of steps from one index of an axis to the next: the last axis first.
m4_define(«tpu_axis_steps», «m4_ifelse(m4_defn(«tpu_outer»), «», «», «m4_define(«tpu_steps_text», ««@call.»»m4_dquote(m4_defn(«tpu_outer»))««_steps = @call.$1_programs * @call.$1_steps;
»»m4_defn(«tpu_steps_text»))»)m4_define(«tpu_outer», «$1»)»)m4_dnl
m4_define(«m4_dquote», ««$1»»)m4_dnl
m4_define(«tpu_steps», «m4_define(«tpu_steps_text», «»)m4_define(«tpu_outer», «»)tpu_axes(«tpu_axis_steps»)m4_ifelse(m4_defn(«tpu_outer»), «», «», ««@call.»tpu_outer«_steps = 1;
»»)tpu_steps_text«@call.@steps = @tpu.steps;
»tpu_if_any(«window», ««@tpu.call = &@call;
»m4_ifelse(PL_RESET_AXIS(), «», «», ««@tpu.restart = @call.»PL_RESET_AXIS()«_steps;
»»)»)»)m4_dnl
m4_dnl
m4_dnl  The user's name for it.
m4_define(«tpu_user_name», «m4_define(«tpu_wanted», «$1»)tpu_flat(«tpu_arguments(«tpu_find_name»)»)»)m4_dnl
pl_define(«argument», «tpu_find_name», «m4_ifelse(«$name», m4_defn(«tpu_wanted»), ««$user_name»»)»)m4_dnl
m4_define(«tpu_alias», «m4_define(«tpu_wanted», «$1»)tpu_flat(«tpu_arguments(«tpu_find_alias»)»)»)m4_dnl
pl_define(«argument», «tpu_find_alias», «m4_ifelse(«$name», m4_defn(«tpu_wanted»), «m4_ifelse(«$alias», «», «», ««pl_call_alias(»host_call()«, "$alias");
»»)»)»)m4_dnl
pl_define(«parameter», «tpu_struct_name», «m4_ifelse(«$kind», «scalar», «», «$kind», «semaphore», ««struct pl_tpu_sem $ref;
»», ««struct pl_hbm $ref;
»»)»)m4_dnl
pl_define(«dim», «tpu_extent», «pl_comma()«$extent»»)pl_define(«dim», «tpu_size», «pl_comma()m4_ifelse(«$kind», «one», «1», ««$size»»)»)m4_dnl
pl_define(«operand», «tpu_mode», «m4_ifelse(«$ref», m4_defn(«tpu_wanted»), ««$mode»»)»)m4_dnl
pl_define(«operand», «tpu_edge», «m4_ifelse(«$outside», «», «», ««$ref.edge = (const »pl_type(«$type»)«[]){ $outside };
»»)»)m4_dnl
pl_define(«operand», «tpu_writes», «m4_ifelse(«$mode», «in», «», ««$ref.written = true;
»»)»)m4_dnl
pl_define(«operand», «tpu_block», «tpu_has_windows(«$ref», ««$ref.block = »PL_NAME()«_$ref;
»»)»)m4_dnl
pl_define(«operand», «tpu_one_operand», «m4_ifelse(«$ref», m4_defn(«tpu_wanted»), «tpu_edge($@)tpu_writes($@)tpu_block($@)»)»)m4_dnl
m4_dnl  Arrays, tables, windows.
pl_define(«parameter», «tpu_array», «m4_ifelse(«$kind», «window», «tpu_hbm_array($@)», «$kind», «atomic», «tpu_hbm_array($@)», «$kind», «any», «tpu_hbm_array($@)«pl_left_in_hbm(&$ref);
»»)»)m4_dnl
m4_dnl  tpu_block_messages(ref): the messages for blocks outside the array, one number per dim; 0: there are none.
pl_define(«dim», «tpu_dim_message», «pl_comma()«$message»»)m4_dnl
pl_define(«dim», «tpu_dim_has_message», «m4_ifelse(«$message», 0, «», «x»)»)m4_dnl
m4_define(«tpu_block_messages», «m4_ifelse(tpu_flat(«tpu_dims(«$1», «tpu_dim_has_message»)»), «», «», ««$1.messages = PL_NUMBERS(»pl_begin_list()tpu_dims(«$1», «tpu_dim_message»)«);
»»)»)m4_dnl
pl_define(«parameter», «tpu_hbm_array», ««pl_hbm_array(&$ref, "»tpu_user_name(«$ref»)«", $number, PL_ELEMENTS(${base}_array), »tpu_rank(«$ref»)«, PL_LONGS(»pl_begin_list()tpu_dims(«$ref», «tpu_extent»)«), PL_LONGS(»pl_begin_list()tpu_dims(«$ref», «tpu_size»)«));
»tpu_alias(«$ref»)«
»tpu_block_messages(«$ref»)m4_define(«tpu_wanted», «$ref»)tpu_operands(«tpu_one_operand»)»)m4_dnl
pl_define(«parameter», «tpu_table», «m4_ifelse(«$kind», «table», ««pl_hbm_array(&$ref, "»tpu_user_name(«$ref»)«", $number, PL_ELEMENTS(${base}_array), $rank, PL_LONGS($shape), PL_LONGS($shape));
@call.$ref = pl_smem_table(&$ref);
»m4_ifelse(«$batch», «», «tpu_if_uses(«PL_USES», «$ref», ««const »pl_type(«$type»)« »m4_ifelse(«$inner_extents», «», ««*${ref}_smem»», ««(*${ref}_smem)$inner_extents»»)« = @call.$ref;
»»)»)»)»)m4_dnl
m4_define(«tpu_buffer_count», «m4_ifelse(tpu_varies(«$1»), «maybe», ««pl_varies(&$1) ? 2 : 1»», «tpu_buffers(«$1»)»)»)m4_dnl
pl_define(«parameter», «tpu_window», «m4_ifelse(
«$kind», «window», «tpu_if_uses(«PL_USES», «$ref», ««$const»pl_type(«$type»)« (*${base}_$memory)$call_extents = »»)«pl_$memory(&$ref, »tpu_buffer_count(«$ref»)«);
»»,
«$kind», «scratch», ««pl_scratch_of(&$ref, "$ref", $number, PL_ELEMENTS((»pl_type(«$type»)« *)NULL), $rank, PL_LONGS($shape));
»m4_ifelse(«$memory», «hbm», ««pl_left_in_hbm(&$ref);
»», «tpu_if_uses(«PL_USES», «$ref», «pl_type(«$type»)« (*${ref}_$memory)$call_extents = »»)«pl_$memory(&$ref, 1);
»»)»,
«$kind», «semaphore», ««pl_tpu_semaphores(&$ref, "$ref", $shape);
»»)»)m4_dnl
m4_dnl  tpu_if_any(table|scratch|smem, then): whether the call has such a parameter.
m4_define(«tpu_if_any», «m4_define(«tpu_any», «»)m4_define(«tpu_wanted», «$1»)pl_quiet(«tpu_parameters(«tpu_is_any»)»)m4_ifelse(tpu_any, «», «», «$2»)»)m4_dnl
pl_define(«parameter», «tpu_is_any», «m4_ifelse(«$kind», m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)», «$kind $memory», «scratch »m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»,
    «$kind $memory», «window »m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»)»)m4_dnl
m4_define(«tpu_none_given», «m4_define(«pl_argument», «x»)m4_ifelse(tpu_flat(«PL_ARGUMENTS()»), «», «void»)»)m4_dnl
m4_define(«host_call», ««&@tpu.host»»)m4_define(«host_return», ««return pl_tpu_end();»»)m4_dnl
m4_define(«tpu_call», «host_messages()«
PL_DECLARED_BY_CALLER(»PL_NAME()«)

int »PL_NAME()«(»tpu_none_given()«»pl_begin_list()tpu_arguments(«tpu_formal»)«)
{
struct »PL_NAME()«_call @call;
struct pl_tpu @tpu;
»tpu_parameters(«tpu_struct_name»)PL_LINE_OF_CALL()«pl_tpu_begin(&@tpu, "»PL_NAME()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
»pl_if_any(«PL_MESSAGES», ««@tpu.host.messages = »PL_NAME()«_messages;
»»)«if (!pl_call_declared(&@tpu.host, pl_declared_»PL_NAME()«, "»PL_DECLARED()«"))
return pl_tpu_end();
»PL_AGREEMENTS()«
// HBM: the caller's arrays»tpu_if_any(«table», ««; tables are copied to SMEM»»)«.
»tpu_parameters(«tpu_array»)tpu_parameters(«tpu_table»)tpu_arguments(«tpu_set»)«
// The grid, the last axis fastest.
»m4_define(«tpu_split», PL_RESET_AXIS())tpu_axes(«tpu_begin_axis»)host_divisors()tpu_steps()«
// VMEM»tpu_if_any(«smem», «« and SMEM»»)«: the windows, with their number and shape»tpu_if_any(«scratch», ««; scratch»»)«.
»tpu_parameters(«tpu_window»)tpu_rendezvous()tpu_prologue()tpu_steady()tpu_epilogue()«
return pl_tpu_end();
}
»»)m4_dnl
m4_dnl
m4_define(«tpu_everything», «tpu_struct()tpu_axis_functions()tpu_operands(«tpu_block_functions»)tpu_operands(«tpu_fetch_functions»)tpu_body()tpu_call()»)m4_dnl

m4_dnl  pipeline.m4 -- a call: where its blocks are, the kernel as a function of windows, and the pipeline around it.
m4_dnl
m4_dnl  ==== Reading the facts ================================================================================
pl_macro(«tpu_operands(macro)», «m4_define(«pl_operand», m4_defn(«$macro»))PL_OPERANDS()»)m4_dnl
pl_macro(«tpu_dims(ref, macro)», «m4_define(«pl_dim», m4_defn(«$macro»))m4_indir(«PL_DIMS_$ref»)»)m4_dnl
pl_macro(«tpu_parameters(macro)», «m4_define(«pl_parameter», m4_defn(«$macro»))PL_PARAMETERS()»)m4_dnl
pl_macro(«tpu_after(ref, macro)», «m4_define(«pl_after», m4_defn(«$macro»))m4_indir(«PL_AFTER_$ref»)»)m4_dnl
m4_dnl
m4_dnl  A field of pl_flow:
pl_macro(«tpu_flow(ref, macro)», «m4_define(«pl_flow», m4_defn(«$macro»))m4_indir(«PL_FLOW_$ref»)»)m4_dnl
pl_macro(«tpu_flushed(ref)», «tpu_flow(«$ref», «tpu_flow_flush»)»)m4_dnl
pl_define(«flow», «tpu_flow_flush», «$flush»)m4_dnl
pl_macro(«tpu_buffers(ref)», «tpu_flow(«$ref», «tpu_flow_buffers»)»)m4_dnl
pl_define(«flow», «tpu_flow_buffers», «$buffers»)m4_dnl
pl_macro(«tpu_varies(ref)», «tpu_flow(«$ref», «tpu_flow_varies»)»)m4_dnl
pl_define(«flow», «tpu_flow_varies», «$varies»)m4_dnl
pl_macro(«tpu_how(ref)», «tpu_flow(«$ref», «tpu_flow_order»)»)m4_dnl
pl_define(«flow», «tpu_flow_order», «$order»)m4_dnl
pl_define(«flow», «tpu_flow_windows», «$windows»)m4_dnl
m4_dnl
m4_dnl  tpu_single: whether it always has only one window. tpu_slot(ref, block): the window of that block.
pl_macro(«tpu_single(ref, then, else)», «m4_ifelse(tpu_buffers(«$ref»)«»tpu_how(«$ref»), «1plain», «$then», «$else»)»)m4_dnl
pl_macro(«tpu_slot(ref, block)», «tpu_single(«$ref», «0», ««$ref.$block % $ref.buffers»»)»)m4_dnl
pl_macro(«tpu_if_last_use(ref, text)», «m4_ifelse(tpu_flushed(«$ref»), «flushed», «$text»,
    «tpu_single(«$ref», «», «$text»)»)»)m4_dnl
m4_dnl
pl_macro(«tpu_if_uses(list, name, then, else)», «m4_define(«tpu_sought», «$name»)m4_dnl
m4_ifelse(m4_indir(«$list»), «», «$else», «$then»)»)m4_dnl
pl_define(«use», «pl_use», «m4_ifelse(«$name», m4_defn(«tpu_sought»), «x»)»)m4_dnl
m4_dnl
m4_dnl  tpu_has_windows: all except those that programs share in place.
pl_macro(«tpu_has_windows(ref, then, else)», «m4_ifelse(tpu_flow(«$ref», «tpu_flow_windows»), «windows», «$then», «$else»)»)m4_dnl
m4_dnl
m4_dnl  ==== Where blocks are ==================================================================================
m4_dnl  The struct of a call, for the functions below: its sizes, values, tables, and the number of steps per index of an axis.
pl_define(«argument», «tpu_field», «pl_if_among(«$kind», «|size|scalar|», «pl_type(«$type»)« $name;
»»)m4_ifelse(«$kind», «table», ««void *$name;
»»)»)m4_dnl
pl_define(«axis», «tpu_axis_field», ««long ${variable}_programs, ${variable}_steps»m4_dnl
m4_ifelse(«$parts», «», «», ««, ${variable}_of_part»»)«;
»»)m4_dnl
m4_dnl  tpu_steps_of: the number of indices of an axis within a program of the axes before it; tpu_first: the first one.
pl_define(«axis», «tpu_steps_of», ««${variable}_»m4_ifelse(«$parts», «», «programs», «of_part»)»)m4_dnl
pl_macro(«tpu_first(call, axis, parts)», ««@step / $call${parts}_steps % $call${parts}_programs * $call${axis}_of_part»»)m4_dnl
m4_define(«tpu_struct», ««
// A call: its sizes, scalars and tables; for each axis the number of programs, and of steps per program.
struct »PL_PREFIX()«_call {
»c_arguments(«tpu_field»)c_axes(«tpu_axis_field»)«long @steps;
};
»»)m4_dnl
m4_dnl
m4_dnl  The program's index on an axis, if something uses it.
pl_define(«operand», «tpu_add_uses», «m4_define(«tpu_all_uses», m4_defn(«tpu_all_uses»)m4_defn(«PL_USES_$ref»))»)m4_dnl
pl_define(«axis», «tpu_axis_function», «tpu_if_uses(«tpu_all_uses», «$variable», ««
static long »PL_PREFIX()«_$variable(const struct »PL_PREFIX()«_call *@call, long @step)
{
return »m4_ifelse(«$parts», «», «», «tpu_first(«@call->», «$variable», «$parts»)« + »»)«@step »m4_dnl
«/ @call->${variable}_steps % @call->»m4_dnl
tpu_steps_of($@)«;
}
»»)»)m4_dnl
m4_dnl  The start of a batch's part of a table or an atomic array depends on the batch's index: tpu_with_batch(the index here,
m4_dnl  macro) reads the parameters. The index has a name in a map, and is computed in the call.
pl_macro(«tpu_with_batch(index, macro)», «m4_define(«pl_batch_index», m4_defn(«$index»))tpu_parameters(«$macro»)»)m4_dnl
pl_define(«batch_index», «tpu_batch_use», «m4_define(«tpu_all_uses», m4_defn(«tpu_all_uses»)«pl_use(«$axis»)»)»)m4_dnl
pl_define(«batch_index», «tpu_batch_in_map», ««$axis»»)m4_dnl
pl_define(«batch_index», «tpu_batch_in_call», «PL_PREFIX()«_$axis(&@call, @step)»»)m4_dnl
m4_define(«tpu_nothing», «»)m4_dnl
m4_define(«tpu_axis_functions», ««
// The position of a step in the grid.
»m4_define(«tpu_all_uses», m4_defn(«PL_USES»))tpu_operands(«tpu_add_uses»)m4_dnl
pl_quiet(«tpu_with_batch(«tpu_batch_use», «tpu_nothing»)»)c_axes(«tpu_axis_function»)»)m4_dnl
m4_dnl
m4_dnl  The names that the index map of tpu_ref uses.
pl_define(«axis», «tpu_local_axis», «tpu_if_uses(«tpu_these_uses», «$variable»,
    ««const long $variable = »PL_PREFIX()«_$variable(@call, @step);
»»)»)m4_dnl
pl_define(«argument», «tpu_local», «tpu_if_uses(«tpu_these_uses», «$name»,
    «pl_if_among(«$kind», «|size|scalar|», ««const »pl_type(«$type»)« $name = @call->$name;
»»)»)»)m4_dnl
pl_define(«parameter», «tpu_local_table», «m4_ifelse(«$kind», «table»,
    «tpu_if_uses(«tpu_these_uses», «$ref»,
        ««const »pl_type(«$type»)« »m4_ifelse(«$inner_extents», «», ««*$ref»», ««(*$ref)$inner_extents»»)« = »m4_dnl
tpu_part(«@call->$ref», «$type», «$inner_extents», «$batch»)«;
»»)»)»)m4_dnl
pl_macro(«tpu_part(table, type, extents, batch)», «m4_ifelse(
    «$batch», «», ««$table»»,
    «$extents», «», ««(»pl_type(«$type»)« *)$table + $batch»»,
    ««(void *)((»pl_type(«$type»)« *)$table + $batch)»»)»)m4_dnl
pl_define(«axis», «tpu_any_axis», «tpu_if_uses(«tpu_these_uses», «$variable»,
    «m4_define(«tpu_any_step», «x»)m4_define(«tpu_any_call», «x»)»)»)m4_dnl
pl_define(«argument», «tpu_any_argument», «tpu_if_uses(«tpu_these_uses», «$name», «m4_define(«tpu_any_call», «x»)»)»)m4_dnl
pl_macro(«tpu_locals(ref)», «m4_define(«tpu_these_uses», m4_defn(«PL_USES_$ref»))m4_define(«tpu_any_step», «»)m4_dnl
m4_define(«tpu_any_call», «»)m4_dnl
c_axes(«tpu_any_axis»)c_arguments(«tpu_any_argument»)m4_dnl
m4_ifelse(tpu_any_call, «», ««(void)@given;
»», ««const struct »PL_PREFIX()«_call *@call = @given;
»»)m4_ifelse(tpu_any_step, «», ««(void)@step;
»»)c_arguments(«tpu_local»)c_axes(«tpu_local_axis»)tpu_with_batch(«tpu_batch_in_map», «tpu_local_table»)»)m4_dnl
m4_dnl
pl_define(«dim», «tpu_dim_part», «pl_comma()m4_ifelse(
    «$kind», «block», ««pl_blocked($index, $size, $extent)»»,
    «$kind», «one», ««pl_one($index, $extent)»»,
    «$kind», «full», ««pl_all($extent)»»,
    «$kind», «element», ««pl_padded($index, $size, $low, $high, $extent)»»,
    ««pl_bounded($index, $count, $size, $extent)»»)»)m4_dnl
m4_define(«tpu_count_dim», «m4_define(«tpu_dims_so_far», m4_incr(tpu_dims_so_far))»)m4_dnl
pl_macro(«tpu_rank(ref)», «m4_define(«tpu_dims_so_far», 0)pl_flat(«tpu_dims(«$ref», «tpu_count_dim»)»)tpu_dims_so_far»)m4_dnl
m4_dnl
m4_dnl  A table subscript that may be out of range is checked first.
pl_define(«entry», «tpu_entry», «m4_ifelse(«$ref», m4_defn(«tpu_of_map»),
    ««if (»m4_ifelse(«$condition», «», «», ««$condition && »»)«!pl_in_table(@step, $message, $subscript, $extent))
return PL_NO_BLOCK;
»»)»)m4_dnl
pl_define(«divisor», «tpu_divisor», «m4_ifelse(«$ref», m4_defn(«tpu_of_map»),
    ««if (»m4_ifelse(«$condition», «», «», ««$condition && »»)«!pl_is_divisor(@step, $divisor, "$text"))
return PL_NO_BLOCK;
»»)»)m4_dnl
pl_macro(«tpu_entries(ref)», «m4_define(«tpu_of_map», «$ref»)m4_define(«pl_entry», m4_defn(«tpu_entry»))m4_dnl
m4_define(«pl_divisor», m4_defn(«tpu_divisor»))PL_ENTRIES()»)m4_dnl
pl_define(«operand», «tpu_block_function», ««
// The block of $ref in a step.
static struct pl_block »PL_PREFIX()«_$ref(const void *@given, long @step)
{
»tpu_locals(«$ref»)tpu_entries(«$ref»)«return PL_BLOCK(»pl_begin_list()tpu_dims(«$ref», «tpu_dim_part»)«);
}
»»)m4_dnl
pl_define(«operand», «tpu_block_functions», «tpu_has_windows(«$ref», «tpu_block_function(«$ref»)»)»)m4_dnl
pl_define(«operand», «tpu_fetch_functions», «m4_ifelse(tpu_how(«$ref»), «plain», «»,
    «tpu_has_windows(«$ref», «tpu_fetch_function(«$ref»)»)»)»)m4_dnl
m4_dnl
m4_dnl  ---- Fetches that look further ahead, or that must see earlier writes ----
pl_macro(«tpu_others(ref, before)», «m4_define(«tpu_ref», «$ref»)m4_define(«tpu_with», «$before»)m4_dnl
tpu_after(«$ref», «tpu_other»)»)m4_dnl
pl_define(«after», «tpu_other», «m4_ifelse(«$ref», m4_defn(«tpu_ref»), «», «tpu_with«»«$ref»»)»)m4_dnl
pl_define(«after», «tpu_pending», ««if (pl_on_its_way($ref, »tpu_ref«, @block))
return true;
for (long @at = @first - 1, @left = 0; @at >= @step; @at--) {
@left = @left || pl_changed($ref, @at + 1);
if (@left && pl_touch($ref, »PL_PREFIX()«_$ref(@call, @at), »tpu_ref«, @block))
return true;
}
»»)m4_dnl
m4_dnl  pl_after: separate windows conflict only if they are equal, and then the fetch would be too early.
pl_define(«after», «tpu_overlaps», «m4_ifelse(«$overlap», «overlap», «x»)»)m4_dnl
pl_define(«after», «tpu_drain», «m4_ifelse(«$overlap», «apart», «»,
    ««for (; @drain && $ref->waits_out < $ref->current; $ref->waits_out++)
pl_dma_out_wait($ref, $ref->waits_out % $ref->buffers);
»»)»)m4_dnl
pl_macro(«tpu_sees_writes(ref, then)», «m4_ifelse(m4_defn(«PL_AFTER_$ref»), «», «», «$then»)»)m4_dnl
pl_define(«operand», «tpu_too_early_function», ««
// Would a fetch, during step, of the block that step first begins with miss what is not back in HBM by then?
static bool »PL_PREFIX()«_${ref}_too_early(const struct »PL_PREFIX()«_call *@call, »m4_dnl
«const struct pl_hbm *$ref»tpu_others(«$ref», ««, const struct pl_hbm *»»)«, long @step,
long @first)
{
const struct pl_block @block = »PL_PREFIX()«_$ref(@call, @first);
»m4_define(«tpu_ref», «$ref»)tpu_after(«$ref», «tpu_pending»)«return false;
}
»»)m4_dnl
pl_define(«operand», «tpu_fetch_function», «tpu_sees_writes(«$ref», «tpu_too_early_function(«$ref»)»)«
// $ref: start to fetch what comes up to step until, while there are windows free.
static void »PL_PREFIX()«_${ref}_fetch(const struct »PL_PREFIX()«_call *@call, »m4_dnl
«struct pl_hbm *$ref»tpu_others(«$ref», ««, struct pl_hbm *»»)«, long @step,
long @until)
{
»m4_ifelse(tpu_after(«$ref», «tpu_overlaps»), «», «»,
    ««const bool @drain = $ref->copies_in == $ref->current && pl_changed($ref, @step);
»tpu_after(«$ref», «tpu_drain»)»)«while ($ref->copies_in < $ref->current + $ref->buffers) {
for (; $ref->ahead <= @until && $ref->ahead < @call->@steps; $ref->ahead++)
if (pl_changed($ref, $ref->ahead))
break;
if ($ref->ahead > @until || $ref->ahead >= @call->@steps)
return;
»tpu_sees_writes(«$ref», ««if ($ref->ahead > @step && »m4_dnl
PL_PREFIX()«_${ref}_too_early(@call, $ref»tpu_others(«$ref», ««, »»)«, @step, $ref->ahead))
return;
»»)m4_ifelse(tpu_flushed(«$ref»), «flushed», ««for (; $ref->waits_out + $ref->buffers <= $ref->copies_in; $ref->waits_out++)
pl_dma_out_wait($ref, $ref->waits_out % $ref->buffers);
»»)«pl_dma_in($ref, $ref->copies_in % $ref->buffers, »PL_PREFIX()«_$ref(@call, $ref->ahead));
$ref->copies_in++;
$ref->ahead++;
}
»m4_ifelse(m4_defn(«PL_AFTER_$ref»), «», ««(void)@step;
»»)«}
»»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_dnl  Its parameters are what it uses: ids, extents, the starts of its windows; then the kernel's own. tpu_item: one of them.
pl_macro(«tpu_item(text)», «m4_define(«tpu_any», «x»)pl_comma()$text»)m4_dnl
pl_define(«axis», «tpu_body_axis», «tpu_if_uses(«PL_USES», «$variable», «tpu_item(««const long $variable»»)»)m4_dnl
tpu_if_uses(«PL_USES», «${variable}_programs», «tpu_item(««const long ${variable}_programs»»)»)m4_dnl
tpu_if_uses(«PL_USES», «${variable}_first», «tpu_item(««const long ${variable}_first»»)»)»)m4_dnl
pl_define(«argument», «tpu_body_size», «m4_ifelse(«$kind», «size»,
    «tpu_if_uses(«PL_USES», «$name», «tpu_item(««const long $name»»)»)»)»)m4_dnl
pl_define(«operand», «tpu_body_start», «m4_define(«tpu_base», «$base»)tpu_dims(«$ref», «tpu_body_dim»)»)m4_dnl
pl_define(«dim», «tpu_body_dim», «tpu_body_name(m4_defn(«tpu_base»)«_$number»)m4_dnl
tpu_body_name(m4_defn(«tpu_base»)«_count_$number»)»)m4_dnl
pl_macro(«tpu_body_name(name)», «tpu_if_uses(«PL_USES», «$name», «tpu_item(««const long $name»»)»)»)m4_dnl
pl_define(«parameter», «tpu_body_parameter», «tpu_if_uses(«PL_USES», «$ref»,
    «tpu_item(m4_ifelse(
    «$kind», «scalar», «««const »»pl_type(«$type»)«« $ref»»»,
    «$kind», «semaphore», «««const struct pl_tpu_sem *$ref»»»,
    «$kind», «any», «««const struct pl_hbm *$ref»»»,
    «$memory», «hbm», «««const struct pl_hbm *$ref»»»,
    «««$const»»pl_type(«$type»)«« $ref$extents»»»))»)»)m4_dnl
m4_define(«tpu_body_parameters», «pl_begin_list()c_axes(«tpu_body_axis»)c_arguments(«tpu_body_size»)m4_dnl
tpu_operands(«tpu_body_start»)tpu_parameters(«tpu_body_parameter»)»)m4_dnl
m4_define(«tpu_body», «m4_define(«tpu_tiles», 0)m4_define(«tpu_any», «»)pl_quiet(«tpu_body_parameters()»)«
// One program: what »PL_KERNEL_NAME()« does with its windows.
static void »PL_PREFIX()«_body(»m4_ifelse(tpu_any, «», «void», «tpu_body_parameters()»)«)
{
»PL_STATEMENTS()«}
»»)m4_dnl
m4_dnl
m4_dnl  The arguments of its call.
pl_define(«axis», «tpu_pass_axis», «tpu_if_uses(«PL_USES», «$variable»,
    «tpu_item(«PL_PREFIX()«_$variable(&@call, @step)»»)»)m4_dnl
tpu_if_uses(«PL_USES», «${variable}_programs», «tpu_item(««@call.${variable}_programs»»)»)m4_dnl
tpu_if_uses(«PL_USES», «${variable}_first», «tpu_item(«tpu_first(«@call.», «$variable», «$parts»)»)»)»)m4_dnl
pl_define(«argument», «tpu_pass_size», «m4_ifelse(«$kind», «size»,
    «tpu_if_uses(«PL_USES», «$name», «tpu_item(««$name»»)»)»)»)m4_dnl
pl_define(«operand», «tpu_pass_start», «m4_define(«tpu_base», «$base»)m4_define(«tpu_ref», «$ref»)m4_dnl
tpu_dims(«$ref», «tpu_pass_dim»)»)m4_dnl
pl_define(«dim», «tpu_pass_dim», «tpu_if_uses(«PL_USES», m4_defn(«tpu_base»)«_$number»,
    «tpu_item(«PL_PREFIX()«_»tpu_ref«(&@call, @step).dim[$number].start»»)»)m4_dnl
tpu_if_uses(«PL_USES», m4_defn(«tpu_base»)«_count_$number»,
    «tpu_item(««pl_count_inside»«(»PL_PREFIX()«_»tpu_ref«(&@call, @step).dim[$number])»»)»)»)m4_dnl
pl_define(«parameter», «tpu_pass», «tpu_if_uses(«PL_USES», «$ref», «tpu_item(m4_ifelse(
    «$kind», «scalar», «««$ref»»»,
    «$kind», «window», «««${base}_$memory[pl_see(&$ref, »»tpu_slot(«$ref», «current»)««)]»»»,
    «$kind», «atomic», «m4_ifelse(«$batch», «», «««(void *)${base}_array»»», «««(void *)(${base}_array + $batch)»»»)»,
    «$kind», «any», «««&$ref»»»,
    «$kind», «semaphore», «««&$ref»»»,
    «$memory», «hbm», «««&$ref»»»,
    «$kind», «scratch», «««*${ref}_$memory»»»,
    «$batch», «», «««${ref}_smem»»»,
    «tpu_part(«@call.$ref», «$type», «$inner_extents», «$batch»)»))»)»)m4_dnl
m4_define(«tpu_body_arguments», «pl_begin_list()c_axes(«tpu_pass_axis»)c_arguments(«tpu_pass_size»)m4_dnl
tpu_operands(«tpu_pass_start»)tpu_with_batch(«tpu_batch_in_call», «tpu_pass»)»)m4_dnl
m4_dnl
m4_dnl  ==== The pipeline =====================================================================================
m4_dnl  tpu_say: a comment at the start of a phase.
pl_macro(«tpu_say(phase, words)», «m4_ifelse(m4_defn(«tpu_said»), «$phase», «», «m4_define(«tpu_said», «$phase»)«
// $words
»»)»)m4_dnl
m4_dnl
pl_define(«do», «tpu_do», «m4_indir(«tpu_do_$verb», «$ref»)»)m4_dnl
pl_macro(«tpu_addresses(ref)», «tpu_others(«$ref», ««, &»»)»)m4_dnl
pl_macro(«tpu_until(ref, step)», «m4_ifelse(tpu_how(«$ref»), «lookahead», ««@call.@steps»», «$step»)»)m4_dnl
pl_macro(«tpu_plain_fetch(ref, step)», ««pl_dma_in(&$ref, »tpu_slot(«$ref», «copies_in»)«, »PL_PREFIX()«_$ref(&@call, $step));
»tpu_single(«$ref», «», ««$ref.copies_in++;
»»)»)m4_dnl
pl_macro(«tpu_reach(ref)», «tpu_single(«$ref», ««@step»», ««@step + $ref.buffers - 1»»)»)m4_dnl
pl_macro(«tpu_braced(ref, text)», «tpu_single(«$ref», «$text», ««{
»$text«}
»»)»)m4_dnl
pl_macro(«tpu_do_fetch(ref)», «tpu_say(«fetch», «Start the copies of blocks that later steps use.»)m4_dnl
m4_ifelse(tpu_how(«$ref»), «plain», ««if (pl_changed(&$ref, »tpu_reach(«$ref»)«))
»tpu_braced(«$ref», «tpu_plain_fetch(«$ref», tpu_reach(«$ref»))»)»,
    «PL_PREFIX()«_${ref}_fetch(&@call, &$ref»tpu_addresses(«$ref»)«, @step, »tpu_until(«$ref»,
        ««@step + $ref.buffers - 1»»)«);
»»)»)m4_dnl
pl_macro(«tpu_do_await_fetch(ref)», «tpu_say(«begin»,
    «Wait for the blocks that this step is the first to use. A block that is not fetched begins as garbage.»)«if (${ref}_changed)
pl_dma_in_wait(&$ref, »tpu_slot(«$ref», «current»)«);
»»)m4_dnl
pl_macro(«tpu_do_fresh(ref)», «tpu_say(«begin», «A block that is not fetched begins as garbage.»)«if (${ref}_changed)
pl_fresh(&$ref, »tpu_slot(«$ref», «current»)«, »PL_PREFIX()«_$ref(&@call, @step));
»»)m4_dnl
m4_define(«tpu_do_body», «tpu_say(«body», «The program.»)m4_ifelse(PL_NEEDS_DATA(), «», «», ««if (pl_computes())
»»)PL_PREFIX()«_body(»tpu_body_arguments()«);
»»)m4_dnl
m4_dnl  With one buffer, or possibly one, there is no later step.
pl_macro(«tpu_at_once(ref)», «m4_ifelse(tpu_buffers(«$ref»), 1, ««pl_dma_out_wait(&$ref, 0);
»tpu_single(«$ref», «», ««$ref.waits_out++;
»»)», tpu_varies(«$ref»), «maybe», ««if ($ref.buffers == 1) {
pl_dma_out_wait(&$ref, 0);
$ref.waits_out++;
}
»»)»)m4_dnl
pl_macro(«tpu_do_flush(ref)», «tpu_say(«flush»,
    «Start to write back the blocks that this step is the last to use.»)«if (${ref}_last_use) {
pl_dma_out(&$ref, »tpu_slot(«$ref», «current»)«, »PL_PREFIX()«_$ref(&@call, @step));
»tpu_at_once(«$ref»)«}
»»)m4_dnl
pl_macro(«tpu_do_await_flush(ref)», «tpu_single(«$ref», «», «tpu_await_flush(«$ref»)»)»)m4_dnl
pl_macro(«tpu_await_flush(ref)», «tpu_say(«await_flush»,
    «Wait for the previous write-back: the next block uses its window.»)«if ($ref.waits_out < $ref.current) {
pl_dma_out_wait(&$ref, $ref.waits_out % $ref.buffers);
$ref.waits_out++;
}
»»)m4_dnl
pl_macro(«tpu_do_advance(ref)», «tpu_single(«$ref», «», «tpu_advance(«$ref»)»)»)m4_dnl
pl_macro(«tpu_advance(ref)», «tpu_say(«advance», «The next step uses the next windows.»)«if (${ref}_last_use)
$ref.current++;
»»)m4_dnl
m4_dnl
m4_dnl  The prologue has one fewer rounds than there are buffers.
pl_define(«do», «tpu_do_first», «m4_ifelse(tpu_buffers(«$ref»), 1, «»,
    «m4_ifelse(tpu_how(«$ref»), «plain», «tpu_first_plain(«$ref»)», «tpu_first_ahead(«$ref»)»)»)»)m4_dnl
pl_macro(«tpu_round(ref)», «m4_ifelse(tpu_ahead, 0, ««$ref.buffers > 1»», «tpu_ahead« + 1 < $ref.buffers»»)»)m4_dnl
pl_macro(«tpu_first_plain(ref)», ««if (»m4_ifelse(tpu_varies(«$ref»)«»PL_STAGES(), «said2», «»,
    «tpu_round(«$ref»)« && »»)«pl_changed(&$ref, »tpu_ahead«)) {
»tpu_plain_fetch(«$ref», tpu_ahead)«}
»»)m4_dnl
pl_macro(«tpu_first_ahead(ref)», «m4_ifelse(tpu_varies(«$ref»)«»PL_STAGES(), «said2», «», ««if (»tpu_round(«$ref»)«)
»»)PL_PREFIX()«_${ref}_fetch(&@call, &$ref»tpu_addresses(«$ref»)«, 0, »tpu_until(«$ref», tpu_ahead)«);
»»)m4_dnl
m4_define(«tpu_prologue», «m4_ifelse(PL_STAGES(), 1, «», ««
// Prologue: the first copies start before the first step.
pl_prologue();
»m4_define(«pl_do», m4_defn(«tpu_do_first»))m4_dnl
m4_ifelse(PL_STAGES(), 2, «m4_define(«tpu_ahead», «0»)PL_PROLOGUE()»,
        «m4_define(«tpu_ahead», «@ahead»)«for (long @ahead = 0; @ahead + 1 < »PL_STAGES()«; @ahead++) {
»PL_PROLOGUE()«
}
»»)»)»)m4_dnl
pl_define(«operand», «tpu_step_state», «tpu_has_windows(«$ref»,
    ««const bool ${ref}_changed = pl_changed(&$ref, @step)»tpu_if_last_use(«$ref»,
        ««, ${ref}_last_use = pl_last_use(&$ref, @step)»»)«;
»»)»)m4_dnl
pl_define(«parameter», «tpu_reset», «m4_ifelse(«$kind», «scratch», «m4_define(«tpu_any», «x»)«pl_scratch_reset(&$ref);
»»)»)m4_dnl
m4_define(«tpu_reset_scratch», «m4_define(«tpu_any», «»)pl_quiet(«tpu_parameters(«tpu_reset»)»)m4_dnl
m4_ifelse(PL_RESET_AXIS(), «», «», tpu_any, «», «», ««
// A new index of the parallel axes: scratch begins anew.
if (@step % @call.»PL_RESET_AXIS()«_steps == 0) {
»tpu_parameters(«tpu_reset»)«}
»»)»)m4_dnl
m4_define(«tpu_steady», «m4_define(«tpu_said», «»)m4_define(«pl_do», m4_defn(«tpu_do»))«
// Steady state.
for (long @step = 0; @step < @call.@steps && pl_step_begins(@step); @step++) {
»tpu_operands(«tpu_step_state»)tpu_reset_scratch()PL_STEADY()«
}
»»)m4_dnl
pl_define(«do», «tpu_do_last», «tpu_single(«$ref», «», ««if ($ref.waits_out < $ref.current)
pl_dma_out_wait(&$ref, $ref.waits_out % $ref.buffers);
»»)»)m4_dnl
m4_define(«tpu_epilogue», «m4_ifelse(m4_defn(«PL_EPILOGUE»), «», «», «m4_define(«pl_do», m4_defn(«tpu_do_last»))«
// Epilogue: the last blocks are written back.
pl_epilogue();
»PL_EPILOGUE()»)»)m4_dnl
m4_dnl
m4_dnl  ==== The call =========================================================================================
pl_define(«argument», «tpu_set», «pl_if_among(«$kind», «|size|scalar|», ««@call.$name = $name;
»»)»)m4_dnl
m4_dnl  Leading axes that were declared parallel may be split over cores; others are independent if that was proved.
pl_define(«axis», «tpu_freedom», «m4_ifelse(m4_defn(«tpu_split»), «»,
    «m4_ifelse(«$kind», «parallel», ««PL_ANY_ORDER»», ««PL_IN_ORDER»»)»,
    ««PL_ANY_CORE»»)m4_dnl
tpu_split_until(«$variable»)»)m4_dnl
pl_macro(«tpu_split_until(axis)», «m4_ifelse(m4_defn(«tpu_split»), «$axis», «m4_define(«tpu_split», «»)»)»)m4_dnl
pl_define(«axis», «tpu_begin_axis», ««@call.${variable}_programs = $extent;
»m4_ifelse(«$parts», «», «», ««@call.${variable}_of_part = @call.${variable}_programs / @call.${parts}_programs;
»»)«pl_tpu_axis("$name", @call.»tpu_steps_of($@)«, »tpu_freedom($@)«);
»»)m4_dnl
m4_dnl
m4_dnl  The number of steps from one index of an axis to the next: the last axis first.
pl_macro(«tpu_quoted(text)», ««$text»»)m4_dnl
pl_define(«axis», «tpu_axis_steps», «m4_ifelse(m4_defn(«tpu_outer»), «», «»,
    «m4_define(«tpu_steps_text»,
        ««@call.»»tpu_quoted(m4_defn(«tpu_outer»))««_steps = @call.»»tpu_steps_of($@)«« * @call.${variable}_steps;
»»m4_defn(«tpu_steps_text»))»)m4_define(«tpu_outer», «$variable»)»)m4_dnl
m4_define(«tpu_steps», «m4_define(«tpu_steps_text», «»)m4_define(«tpu_outer», «»)c_axes(«tpu_axis_steps»)m4_dnl
m4_ifelse(m4_defn(«tpu_outer»), «», «», ««@call.»tpu_outer«_steps = 1;
»»)tpu_steps_text«@call.@steps = @tpu.steps;
»tpu_if_any(«window», ««@tpu.call = &@call;
»m4_ifelse(PL_RESET_AXIS(), «», «», ««@tpu.restart = @call.»PL_RESET_AXIS()«_steps;
»»)»)»)m4_dnl
m4_dnl
pl_define(«parameter», «tpu_struct_name», «m4_ifelse(«$kind», «scalar», «», «$kind», «semaphore», ««struct pl_tpu_sem $ref;
»», ««struct pl_hbm $ref;
»»)»)m4_dnl
pl_define(«dim», «tpu_extent», «pl_comma()«$extent»»)m4_dnl
pl_define(«dim», «tpu_size», «pl_comma()m4_dnl
m4_ifelse(«$kind», «one», «1», ««$size»»)»)m4_dnl
pl_define(«operand», «tpu_edge», «m4_ifelse(«$outside», «», «», ««$ref.edge = (const »pl_type(«$type»)«[]){ $outside };
»»)»)m4_dnl
pl_define(«operand», «tpu_writes», «m4_ifelse(«$mode», «in», «», ««$ref.written = true;
»»)»)m4_dnl
pl_define(«operand», «tpu_block», «tpu_has_windows(«$ref», ««$ref.block = »PL_PREFIX()«_$ref;
»»)»)m4_dnl
pl_define(«operand», «tpu_operand», «tpu_edge($@)tpu_writes($@)tpu_block($@)»)m4_dnl
m4_dnl  Arrays, tables, windows.
pl_define(«parameter», «tpu_array», «pl_if_among(«$kind», «|window|atomic|any|», «tpu_hbm_array($@)»)m4_dnl
m4_ifelse(«$kind», «any», ««pl_left_in_hbm(&$ref);
»»)»)m4_dnl
m4_dnl  tpu_block_messages: the messages for blocks outside the array, one number per dim; 0: there are none.
pl_define(«dim», «tpu_dim_message», «pl_comma()«$message»»)m4_dnl
pl_define(«dim», «tpu_dim_has_message», «m4_ifelse(«$message», 0, «», «x»)»)m4_dnl
pl_macro(«tpu_block_messages(ref)», «m4_ifelse(pl_flat(«tpu_dims(«$ref», «tpu_dim_has_message»)»), «», «»,
    ««$ref.messages = PL_NUMBERS(»pl_begin_list()tpu_dims(«$ref», «tpu_dim_message»)«);
»»)»)m4_dnl
pl_define(«parameter», «tpu_hbm_array»,
    ««pl_hbm_array(&$ref, "$user_name", $number, PL_ELEMENTS(${base}_array), »tpu_rank(«$ref»)«, »m4_dnl
«PL_LONGS(»pl_begin_list()tpu_dims(«$ref», «tpu_extent»)«), PL_LONGS(»pl_begin_list()tpu_dims(«$ref», «tpu_size»)«));
»m4_ifelse(«$alias», «», «», ««pl_call_alias(»say_host()«, "$alias");
»»)«
»tpu_block_messages(«$ref»)pl_as(«pl_operand», «tpu_operand», «m4_indir(«PL_OPERAND_$ref»)»)»)m4_dnl
pl_define(«parameter», «tpu_table», «m4_ifelse(«$kind», «table»,
    ««pl_hbm_array(&$ref, "$user_name", $number, PL_ELEMENTS(${base}_array), $rank, »m4_dnl
«PL_LONGS($shape), PL_LONGS($shape));
@call.$ref = pl_smem_table(&$ref);
»m4_ifelse(«$batch», «»,
        «tpu_if_uses(«PL_USES», «$ref»,
            ««const »pl_type(«$type»)« »m4_ifelse(«$inner_extents», «», ««*${ref}_smem»»,
                ««(*${ref}_smem)$inner_extents»»)« = @call.$ref;
»»)»)»)»)m4_dnl
pl_macro(«tpu_buffer_count(ref)», «m4_ifelse(tpu_varies(«$ref»), «maybe», ««pl_varies(&$ref) ? 2 : 1»»,
    «tpu_buffers(«$ref»)»)»)m4_dnl
pl_define(«parameter», «tpu_window», «m4_ifelse(
    «$kind», «window», «tpu_if_uses(«PL_USES», «$ref»,
        ««$const»pl_type(«$type»)« (*${base}_$memory)$call_extents = »»)«pl_$memory(&$ref, »tpu_buffer_count(«$ref»)«);
»»,
    «$kind», «scratch», ««pl_scratch_of(&$ref, "$ref", $number, PL_ELEMENTS((»pl_type(«$type»)« *)NULL), $rank, PL_LONGS($shape));
»m4_ifelse(«$memory», «hbm», ««pl_left_in_hbm(&$ref);
»», «tpu_if_uses(«PL_USES», «$ref», «pl_type(«$type»)« (*${ref}_$memory)$call_extents = »»)«pl_$memory(&$ref, 1);
»»)»,
    «$kind», «semaphore», ««pl_tpu_semaphores(&$ref, "$ref", $shape);
»»)»)m4_dnl
m4_dnl  tpu_if_any: whether the call has such a parameter.
pl_macro(«tpu_if_any(kind, then)», «m4_define(«tpu_any», «»)m4_define(«tpu_wanted», «$kind»)m4_dnl
pl_quiet(«tpu_parameters(«tpu_is_any»)»)m4_ifelse(tpu_any, «», «», «$then»)»)m4_dnl
pl_define(«parameter», «tpu_is_any», «m4_ifelse(
    «$kind», m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»,
    «$kind $memory», «scratch »m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»,
    «$kind $memory», «window »m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»)»)m4_dnl
m4_define(«say_host», ««&@tpu.host»»)m4_define(«say_end_of_call», ««return pl_tpu_end();»»)m4_dnl
m4_dnl  pl_division: the call as two others, between which the parts of a PL_REDUCTION axis are in HBM.
pl_define(«partial», «host_partial», ««»pl_type(«$type»)« *const $name = pl_tpu_partial(1.0 * @part_count * $count, sizeof *$name);
»»)m4_dnl
pl_define(«partial», «host_partial_free», ««free($name);
»»)m4_dnl
pl_define(«division», «pl_division», ««
»host_division(««pl_tpu_parts($wanted, »PL_PART_BYTES()«)»», ««pl_tpu_leave()»»,
    «$parts», «$passed», «$combined», «$then»)»)m4_dnl
m4_define(«tpu_call», «host_messages()host_c_head()«
{
struct »PL_PREFIX()«_call @call;
struct pl_tpu @tpu;
»tpu_parameters(«tpu_struct_name»)m4_dnl
PL_LINE_OF_CALL()«pl_tpu_begin(&@tpu, "»PL_CALLED()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
»pl_if_any(«PL_MESSAGES», ««@tpu.host.messages = »PL_PREFIX()«_messages;
»»)host_declared()PL_AGREEMENTS()«
// HBM: the caller's arrays»tpu_if_any(«table», ««; tables are copied to SMEM»»)«.
»tpu_parameters(«tpu_array»)tpu_parameters(«tpu_table»)c_arguments(«tpu_set»)«
// The grid, the last axis fastest.
»m4_define(«tpu_split», PL_RESET_AXIS())c_axes(«tpu_begin_axis»)PL_COVERS()PL_DIVISORS()PL_DIVISION()tpu_steps()«
// VMEM»tpu_if_any(«smem», «« and SMEM»»)«: the windows, with their number and shape»tpu_if_any(«scratch», ««; scratch»»)«.
»tpu_parameters(«tpu_window»)tpu_rendezvous()tpu_prologue()tpu_steady()tpu_epilogue()«
return pl_tpu_end();
}
»»)m4_dnl
m4_dnl
m4_define(«tpu_everything», «tpu_struct()tpu_axis_functions()tpu_operands(«tpu_block_functions»)m4_dnl
tpu_operands(«tpu_fetch_functions»)tpu_body()tpu_call()»)m4_dnl

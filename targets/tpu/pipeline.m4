m4_dnl  pipeline.m4 -- a call: where its blocks lie, the kernel as a function of windows, and the pipeline that feeds it.
m4_dnl
m4_dnl  ==== Reading the facts ================================================================================
m4_define(«tpu_operands», «m4_define(«pl_operand», m4_defn(«$1»))PL_OPERANDS()»)m4_dnl
m4_define(«tpu_dims», «m4_define(«pl_dim», m4_defn(«$2»))m4_indir(«PL_DIMS_$1»)»)m4_dnl
m4_define(«tpu_axes», «m4_define(«pl_axis», m4_defn(«$1»))PL_AXES()»)m4_dnl
m4_define(«tpu_arguments», «m4_define(«pl_argument», m4_defn(«$1»))PL_ARGUMENTS()»)m4_dnl
m4_define(«tpu_parameters», «m4_define(«pl_parameter», m4_defn(«$1»))PL_PARAMETERS()»)m4_dnl
m4_define(«tpu_after», «m4_define(«pl_after», m4_defn(«$2»))m4_indir(«PL_AFTER_$1»)»)m4_dnl
m4_dnl
m4_dnl  pl_flow(ref, fetched|fresh, flushed|kept, buffers, stays|said|moves, plain|lookahead|after), a word of it:
m4_define(«tpu_flow», «m4_define(«pl_flow», «$$2»)m4_indir(«PL_FLOW_$1»)»)m4_dnl
m4_define(«tpu_flushed», «tpu_flow(«$1», 3)»)m4_define(«tpu_buffers», «tpu_flow(«$1», 4)»)m4_dnl
m4_define(«tpu_moves», «tpu_flow(«$1», 5)»)m4_define(«tpu_how», «tpu_flow(«$1», 6)»)m4_dnl
m4_dnl
m4_dnl  tpu_single(ref, then, else): has it one window, whatever happens? tpu_slot(ref, block): which window that block is in.
m4_define(«tpu_single», «m4_ifelse(tpu_buffers(«$1»)«»tpu_how(«$1»), «1plain», «$2», «$3»)»)m4_dnl
m4_define(«tpu_slot», «tpu_single(«$1», «0», ««$1.$2 % $1.buffers»»)»)m4_dnl
m4_define(«tpu_if_leaves», «m4_ifelse(tpu_flushed(«$1»), «flushed», «$2», «tpu_single(«$1», «», «$2»)»)»)m4_dnl
m4_dnl
m4_dnl  tpu_if_uses(list of names, name, then, else)
m4_define(«tpu_if_uses», «m4_ifelse(m4_index(m4_defn(«$1»), « $2 »), -1, «$4», «$3»)»)m4_dnl
m4_dnl
m4_dnl  tpu_has_windows(ref, then, else): all but what is shared in place.
m4_define(«tpu_has_windows», «m4_ifelse(m4_index(m4_defn(«PL_STEADY»), «pl_do(advance, «$1»)»), -1, «$3», «$2»)»)m4_dnl
m4_dnl
m4_dnl  ==== Where blocks lie =================================================================================
m4_dnl  What a call is, for the functions below: its sizes, values, tables, and how many steps an index of an axis lasts.
m4_define(«tpu_field», «m4_ifelse(«$1», «size», ««long $3;
»», «$1», «scalar», «pl_type(«$2»)« $3;
»», «$1», «table», ««void *$3;
»»)»)m4_dnl
m4_define(«tpu_axis_field», ««long $1_programs, $1_steps;
»»)m4_dnl
m4_define(«tpu_struct», ««
// A call: its sizes, values and tables, and of each axis how many programs there are and how many steps each lasts.
struct »PL_NAME()«_call {
»tpu_arguments(«tpu_field»)tpu_axes(«tpu_axis_field»)«long @steps;
};
»»)m4_dnl
m4_dnl
m4_dnl  The program's index on an axis, where something asks for it.
m4_define(«tpu_add_uses», «m4_define(«tpu_all_uses», m4_defn(«tpu_all_uses»)m4_defn(«PL_USES_$1»))»)m4_dnl
m4_define(«tpu_axis_function», «tpu_if_uses(«tpu_all_uses», «$1», ««
static long »PL_NAME()«_$1(const struct »PL_NAME()«_call *@call, long @step)
{
return @step / @call->$1_steps % @call->$1_programs;
}
»»)»)m4_dnl
m4_dnl  Where a batch's part of a table or an atomic array begins depends on the batch's index: tpu_with_batch(what an index
m4_dnl  is here, macro) reads the parameters. It is used at all; it has a name in a map, and is computed in the call.
m4_define(«tpu_with_batch», «m4_define(«pl_batch_index», m4_defn(«$1»))tpu_parameters(«$2»)»)m4_dnl
m4_define(«tpu_batch_use», «m4_define(«tpu_all_uses», m4_defn(«tpu_all_uses»)« $1 »)»)m4_dnl
m4_define(«tpu_batch_in_map», ««$1»»)m4_dnl
m4_define(«tpu_batch_in_call», «PL_NAME()«_$1(&@call, @step)»»)m4_dnl
m4_define(«tpu_nothing», «»)m4_dnl
m4_define(«tpu_axis_functions», ««
// Where a step is in the grid.
»m4_define(«tpu_all_uses», m4_defn(«PL_USES»))tpu_operands(«tpu_add_uses»)pl_quiet(«tpu_with_batch(«tpu_batch_use», «tpu_nothing»)»)tpu_axes(«tpu_axis_function»)»)m4_dnl
m4_dnl
m4_dnl  What the index map of tpu_ref names.
m4_define(«tpu_local_axis», «tpu_if_uses(«tpu_these_uses», «$1», ««const long $1 = »PL_NAME()«_$1(@call, @step);
»»)»)m4_dnl
m4_define(«tpu_local», «tpu_if_uses(«tpu_these_uses», «$3», «m4_ifelse(«$1», «size», ««const long $3 = @call->$3;
»», «$1», «scalar», ««const »pl_type(«$2»)« $3 = @call->$3;
»»)»)»)m4_dnl
m4_define(«tpu_local_table», «m4_ifelse(«$1», «table», «tpu_if_uses(«tpu_these_uses», «$2», ««const »pl_type(«$3»)« »m4_ifelse(«$11», «», ««*$2»», ««(*$2)$11»»)« = »m4_dnl
tpu_part(«@call->$2», «$3», «$11», «$13»)«;
»»)»)»)m4_dnl
m4_dnl  tpu_part(table, type, extents but the first, where the batch's part begins)
m4_define(«tpu_part», «m4_ifelse(«$4», «», ««$1»», «$3», «», ««(»pl_type(«$2»)« *)$1 + $4»», ««(void *)((»pl_type(«$2»)« *)$1 + $4)»»)»)m4_dnl
m4_define(«tpu_any_axis», «tpu_if_uses(«tpu_these_uses», «$1», «m4_define(«tpu_any_step», «x»)m4_define(«tpu_any_call», «x»)»)»)m4_dnl
m4_define(«tpu_any_argument», «tpu_if_uses(«tpu_these_uses», «$3», «m4_define(«tpu_any_call», «x»)»)»)m4_dnl
m4_define(«tpu_locals», «m4_define(«tpu_these_uses», m4_defn(«PL_USES_$1»))m4_define(«tpu_any_step», «»)m4_define(«tpu_any_call», «»)m4_dnl
tpu_axes(«tpu_any_axis»)tpu_arguments(«tpu_any_argument»)m4_dnl
m4_ifelse(tpu_any_call, «», ««(void)@call;
»»)m4_ifelse(tpu_any_step, «», ««(void)@step;
»»)tpu_arguments(«tpu_local»)tpu_axes(«tpu_local_axis»)tpu_with_batch(«tpu_batch_in_map», «tpu_local_table»)»)m4_dnl
m4_dnl
m4_dnl  tpu_flat(text without commas): the facts of a list stand on lines of their own, which go.
m4_define(«tpu_flat», «m4_translit($1, «
»)»)m4_dnl
m4_define(«tpu_dim_part», «pl_comma()m4_ifelse(
«$2», «block», ««pl_blocked($4, $3, $5)»», «$2», «one», ««pl_single($4, $5)»», «$2», «full», ««pl_all($5)»»,
«$2», «element», ««pl_padded($4, $3, $10, $11, $5)»», ««pl_bounded($4, $12, $3, $5)»»)»)m4_dnl
m4_define(«tpu_count_dim», «m4_define(«tpu_dims_so_far», m4_incr(tpu_dims_so_far))»)m4_dnl
m4_define(«tpu_rank», «m4_define(«tpu_dims_so_far», 0)tpu_flat(«tpu_dims(«$1», «tpu_count_dim»)»)tpu_dims_so_far»)m4_dnl
m4_dnl
m4_dnl  pl_operand(ref, …): the block that a step sees, and whether another comes or this one goes.
m4_define(«tpu_comes_anew», «m4_ifelse(tpu_flushed(«$1»)«»PL_RESTARTS(), «flushed», «», tpu_flushed(«$1»), «flushed», «« || @step % @call->»PL_RESTARTS()«_steps == 0»»)»)m4_dnl
m4_define(«tpu_comes_other», «m4_ifelse(tpu_moves(«$1»), «stays», «», «« || pl_differ(»tpu_rank(«$1»)«, »PL_NAME()«_$1(@call, @step - 1), »PL_NAME()«_$1(@call, @step))»»)»)m4_dnl
m4_define(«tpu_first_or», «m4_ifelse(«$1», «», ««@step == 0»», ««(@step == 0$1)»»)»)m4_dnl
m4_define(«tpu_moves_function», «m4_ifelse(tpu_moves(«$1»), «moves», ««
// Does any step bring another block of $1? A window that stays needs no second buffer.
static bool »PL_NAME()«_$1_moves(const struct »PL_NAME()«_call *@call)
{
for (long @step = 1; @step < @call->@steps; @step++)
if (»PL_NAME()«_$1_comes(@call, @step))
return true;
return false;
}
»»)»)m4_dnl
m4_dnl  pl_entry(ref, subscript, extent, table, dim, message): a subscript of a table that may be past its end is looked at first.
m4_define(«tpu_entry», «m4_ifelse(«$1», m4_defn(«tpu_of_map»), ««if (!pl_in_table(@step, "»tpu_user_name(«$1»)«", "$4", $5, $2, $3))
return PL_NO_BLOCK;
»»)»)m4_dnl
m4_define(«tpu_entries», «m4_define(«tpu_of_map», «$1»)m4_define(«pl_entry», m4_defn(«tpu_entry»))PL_ENTRIES()»)m4_dnl
m4_define(«tpu_block_function», ««
// $1: the block that a step sees.
static struct pl_block »PL_NAME()«_$1(const struct »PL_NAME()«_call *@call, long @step)
{
»tpu_locals(«$1»)tpu_entries(«$1»)«return PL_BLOCK(»pl_begin_list()tpu_dims(«$1», «tpu_dim_part»)«);
}
»»)m4_dnl
m4_define(«tpu_visit_functions», ««
// Does another block of $1 come with this step?
static bool »PL_NAME()«_$1_comes(const struct »PL_NAME()«_call *@call, long @step)
{
return @step < @call->@steps && »tpu_first_or(tpu_comes_anew(«$1»)tpu_comes_other(«$1»))«;
}
»tpu_if_leaves(«$1», ««
// Is this step the last that sees its block of $1?
static bool »PL_NAME()«_$1_leaves(const struct »PL_NAME()«_call *@call, long @step)
{
return @step + 1 == @call->@steps || »PL_NAME()«_$1_comes(@call, @step + 1);
}
»»)tpu_moves_function(«$1»)»)m4_dnl
m4_define(«tpu_block_functions», «tpu_has_windows(«$1», «tpu_block_function(«$1»)tpu_visit_functions(«$1»)»)»)m4_dnl
m4_define(«tpu_fetch_functions», «m4_ifelse(tpu_how(«$1»), «plain», «», «tpu_has_windows(«$1», «tpu_fetch_function(«$1»)»)»)»)m4_dnl
m4_dnl
m4_dnl  ---- Fetches that look further ahead, or that must see what was written ----
m4_define(«tpu_others», «m4_define(«tpu_ref», «$1»)m4_define(«tpu_with», «$2»)tpu_after(«$1», «tpu_other»)»)m4_dnl
m4_define(«tpu_other», «m4_ifelse(«$1», m4_defn(«tpu_ref»), «», «tpu_with«»«$1»»)»)m4_dnl
m4_define(«tpu_pending», ««if (pl_on_its_way($1, »tpu_ref«, @block))
return true;
for (long @at = @first - 1, @left = 0; @at >= @step; @at--) {
@left = @left || »PL_NAME()«_$1_comes(@call, @at + 1);
if (@left && pl_touch($1, »PL_NAME()«_$1(@call, @at), »tpu_ref«, @block))
return true;
}
»»)m4_dnl
m4_dnl  pl_after(ref, apart|overlap): windows that are apart are in each other's way only where they are one, and then too early.
m4_define(«tpu_overlaps», «m4_ifelse(«$2», «overlap», «x»)»)m4_dnl
m4_define(«tpu_settle», «m4_ifelse(«$2», «apart», «», ««for (; @settle && $1->gone < $1->here; $1->gone++)
pl_dma_out_wait($1, $1->gone % $1->buffers);
»»)»)m4_dnl
m4_define(«tpu_sees_writes», «m4_ifelse(m4_defn(«PL_AFTER_$1»), «», «», «$2»)»)m4_dnl
m4_define(«tpu_too_early_function», ««
// Would a fetch, during step, of the block that step first begins with miss what is not back in HBM by then?
static bool »PL_NAME()«_$1_too_early(const struct »PL_NAME()«_call *@call, const struct pl_hbm *$1»tpu_others(«$1», ««, const struct pl_hbm *»»)«, long @step,
long @first)
{
const struct pl_block @block = »PL_NAME()«_$1(@call, @first);
»m4_define(«tpu_ref», «$1»)tpu_after(«$1», «tpu_pending»)«return false;
}
»»)m4_dnl
m4_define(«tpu_fetch_function», «tpu_sees_writes(«$1», «tpu_too_early_function(«$1»)»)«
// $1: start to fetch what comes up to step until, while there are windows free.
static void »PL_NAME()«_$1_fetch(const struct »PL_NAME()«_call *@call, struct pl_hbm *$1»tpu_others(«$1», ««, struct pl_hbm *»»)«, long @step,
long @until)
{
»m4_ifelse(tpu_after(«$1», «tpu_overlaps»), «», «», ««const bool @settle = $1->coming == $1->here && »PL_NAME()«_$1_comes(@call, @step);
»tpu_after(«$1», «tpu_settle»)»)«while ($1->coming < $1->here + $1->buffers) {
for (; $1->ahead <= @until && $1->ahead < @call->@steps; $1->ahead++)
if (»PL_NAME()«_$1_comes(@call, $1->ahead))
break;
if ($1->ahead > @until || $1->ahead >= @call->@steps)
return;
»tpu_sees_writes(«$1», ««if ($1->ahead > @step && »PL_NAME()«_$1_too_early(@call, $1»tpu_others(«$1», ««, »»)«, @step, $1->ahead))
return;
»»)m4_ifelse(tpu_flushed(«$1»), «flushed», ««for (; $1->gone + $1->buffers <= $1->coming; $1->gone++)
pl_dma_out_wait($1, $1->gone % $1->buffers);
»»)«pl_dma_in($1, $1->coming % $1->buffers, »PL_NAME()«_$1(@call, $1->ahead));
$1->coming++;
$1->ahead++;
}
»m4_ifelse(m4_defn(«PL_AFTER_$1»), «», ««(void)@step;
»»)«}
»»)m4_dnl
m4_dnl
m4_dnl  ==== The kernel =======================================================================================
m4_dnl  It is given what it uses: ids, extents, where its windows begin; then its own parameters. tpu_item: one of them.
m4_define(«tpu_item», «m4_define(«tpu_any», «x»)pl_comma()$1»)m4_dnl
m4_define(«tpu_body_axis», «tpu_if_uses(«PL_USES», «$1», «tpu_item(««const long $1»»)»)tpu_if_uses(«PL_USES», «$1_programs», «tpu_item(««const long $1_programs»»)»)»)m4_dnl
m4_define(«tpu_body_size», «m4_ifelse(«$1», «size», «tpu_if_uses(«PL_USES», «$3», «tpu_item(««const long $3»»)»)»)»)m4_dnl
m4_define(«tpu_body_start», «m4_define(«tpu_base», «$2»)tpu_dims(«$1», «tpu_body_dim»)»)m4_dnl
m4_define(«tpu_body_dim», «tpu_body_name(m4_defn(«tpu_base»)«_$1»)tpu_body_name(m4_defn(«tpu_base»)«_count_$1»)»)m4_dnl
m4_define(«tpu_body_name», «tpu_if_uses(«PL_USES», «$1», «tpu_item(««const long $1»»)»)»)m4_dnl
m4_define(«tpu_body_parameter», «tpu_if_uses(«PL_USES», «$2», «tpu_item(m4_ifelse(«$1», «scalar», «««const »»pl_type(«$3»)«« $2»»», «««$5»»pl_type(«$3»)«« $2$6»»»))»)»)m4_dnl
m4_define(«tpu_body_parameters», «pl_begin_list()tpu_axes(«tpu_body_axis»)tpu_arguments(«tpu_body_size»)tpu_operands(«tpu_body_start»)tpu_parameters(«tpu_body_parameter»)»)m4_dnl
m4_define(«tpu_body», «m4_define(«tpu_tiles», 0)m4_define(«tpu_any», «»)pl_quiet(«tpu_body_parameters()»)«
// One program: what »PL_KERNEL_NAME()« does with its windows.
static void »PL_NAME()«_body(»m4_ifelse(tpu_any, «», «void», «tpu_body_parameters()»)«)
{
»PL_STATEMENTS()«}
»»)m4_dnl
m4_dnl
m4_dnl  What it is called with.
m4_define(«tpu_give_axis», «tpu_if_uses(«PL_USES», «$1», «tpu_item(«PL_NAME()«_$1(&@call, @step)»»)»)tpu_if_uses(«PL_USES», «$1_programs», «tpu_item(««@call.$1_programs»»)»)»)m4_dnl
m4_define(«tpu_give_size», «m4_ifelse(«$1», «size», «tpu_if_uses(«PL_USES», «$3», «tpu_item(««$3»»)»)»)»)m4_dnl
m4_define(«tpu_give_start», «m4_define(«tpu_base», «$2»)m4_define(«tpu_ref», «$1»)tpu_dims(«$1», «tpu_give_dim»)»)m4_dnl
m4_define(«tpu_give_dim», «tpu_if_uses(«PL_USES», m4_defn(«tpu_base»)«_$1», «tpu_item(«PL_NAME()«_»tpu_ref«(&@call, @step).dim[$1].start»»)»)m4_dnl
tpu_if_uses(«PL_USES», m4_defn(«tpu_base»)«_count_$1», «tpu_item(««pl_inside(»PL_NAME()«_»tpu_ref«(&@call, @step).dim[$1])»»)»)»)m4_dnl
m4_define(«tpu_give», «tpu_if_uses(«PL_USES», «$2», «tpu_item(m4_ifelse(
«$1», «scalar», «««$2»»», «$1», «window», «««$9_$10[pl_see(&$2, »»tpu_slot(«$2», «here»)««)]»»»,
«$1», «atomic», «m4_ifelse(«$13», «», «««(void *)$9_array»»», «««(void *)($9_array + $13)»»»)»,
«$1», «scratch», «««*$2_$10»»», «$13», «», «««$2_smem»»», «tpu_part(«@call.$2», «$3», «$11», «$13»)»))»)»)m4_dnl
m4_define(«tpu_gifts», «pl_begin_list()tpu_axes(«tpu_give_axis»)tpu_arguments(«tpu_give_size»)tpu_operands(«tpu_give_start»)tpu_with_batch(«tpu_batch_in_call», «tpu_give»)»)m4_dnl
m4_dnl
m4_dnl  ==== The pipeline =====================================================================================
m4_dnl  tpu_say(phase, words): a comment where a phase begins.
m4_define(«tpu_say», «m4_ifelse(m4_defn(«tpu_said»), «$1», «», «m4_define(«tpu_said», «$1»)«
// $2
»»)»)m4_dnl
m4_dnl
m4_dnl  pl_do(verb, ref)
m4_define(«tpu_do», «m4_indir(«tpu_do_$1», «$2»)»)m4_dnl
m4_define(«tpu_addresses», «tpu_others(«$1», ««, &»»)»)m4_dnl
m4_define(«tpu_until», «m4_ifelse(tpu_how(«$1»), «lookahead», ««@call.@steps»», «$2»)»)m4_dnl
m4_define(«tpu_plain_fetch», ««pl_dma_in(&$1, »tpu_slot(«$1», «coming»)«, »PL_NAME()«_$1(&@call, $2));
»tpu_single(«$1», «», ««$1.coming++;
»»)»)m4_dnl
m4_define(«tpu_reach», «tpu_single(«$1», ««@step»», ««@step + $1.buffers - 1»»)»)m4_dnl
m4_define(«tpu_braced», «tpu_single(«$1», «$2», ««{
»$2«}
»»)»)m4_dnl
m4_define(«tpu_do_fetch», «tpu_say(«fetch», «Start to fetch what later steps see.»)m4_ifelse(tpu_how(«$1»), «plain», ««if (»PL_NAME()«_$1_comes(&@call, »tpu_reach(«$1»)«))
»tpu_braced(«$1», «tpu_plain_fetch(«$1», tpu_reach(«$1»))»)», «PL_NAME()«_$1_fetch(&@call, &$1»tpu_addresses(«$1»)«, @step, »tpu_until(«$1», ««@step + $1.buffers - 1»»)«);
»»)»)m4_dnl
m4_define(«tpu_do_await_fetch», «tpu_say(«begin», «Wait for what this step is the first to see. What is not fetched begins as garbage.»)«if ($1_comes)
pl_dma_in_wait(&$1, »tpu_slot(«$1», «here»)«);
»»)m4_dnl
m4_define(«tpu_do_fresh», «tpu_say(«begin», «What is not fetched begins as garbage.»)«if ($1_comes)
pl_fresh(&$1, »tpu_slot(«$1», «here»)«, »PL_NAME()«_$1(&@call, @step));
»»)m4_dnl
m4_define(«tpu_do_body», «tpu_say(«body», «The program.»)«if (pl_computes())
»PL_NAME()«_body(»tpu_gifts()«);
»»)m4_dnl
m4_dnl  With one buffer, or where there may be one, there is no later.
m4_define(«tpu_at_once», «m4_ifelse(tpu_buffers(«$1»), 1, ««pl_dma_out_wait(&$1, 0);
»tpu_single(«$1», «», ««$1.gone++;
»»)», tpu_moves(«$1»), «moves», ««if ($1.buffers == 1) {
pl_dma_out_wait(&$1, 0);
$1.gone++;
}
»»)»)m4_dnl
m4_define(«tpu_do_flush», «tpu_say(«flush», «Start to write back what this step is the last to see.»)«if ($1_leaves) {
pl_dma_out(&$1, »tpu_slot(«$1», «here»)«, »PL_NAME()«_$1(&@call, @step));
»tpu_at_once(«$1»)«}
»»)m4_dnl
m4_define(«tpu_do_await_flush», «tpu_single(«$1», «», «tpu_await_flush(«$1»)»)»)m4_dnl
m4_define(«tpu_await_flush», «tpu_say(«await_flush», «Wait for the write-back before it: its window is the next one's.»)«if ($1.gone < $1.here) {
pl_dma_out_wait(&$1, $1.gone % $1.buffers);
$1.gone++;
}
»»)m4_dnl
m4_define(«tpu_do_advance», «tpu_single(«$1», «», «tpu_advance(«$1»)»)»)m4_dnl
m4_define(«tpu_advance», «tpu_say(«advance», «The next step sees the next windows.»)«if ($1_leaves)
$1.here++;
»»)m4_dnl
m4_dnl
m4_dnl  The prologue has one round less than there are buffers.
m4_define(«tpu_do_first», «m4_ifelse(tpu_buffers(«$2»), 1, «», «m4_ifelse(tpu_how(«$2»), «plain», «tpu_first_plain(«$2»)», «tpu_first_ahead(«$2»)»)»)»)m4_dnl
m4_define(«tpu_round», «m4_ifelse(tpu_ahead, 0, ««$1.buffers > 1»», «tpu_ahead« + 1 < $1.buffers»»)»)m4_dnl
m4_define(«tpu_first_plain», ««if (»m4_ifelse(tpu_moves(«$1»)«»PL_STAGES(), «said2», «», «tpu_round(«$1»)« && »»)PL_NAME()«_$1_comes(&@call, »tpu_ahead«)) {
»tpu_plain_fetch(«$1», tpu_ahead)«}
»»)m4_dnl
m4_define(«tpu_first_ahead», «m4_ifelse(tpu_moves(«$1»)«»PL_STAGES(), «said2», «», ««if (»tpu_round(«$1»)«)
»»)PL_NAME()«_$1_fetch(&@call, &$1»tpu_addresses(«$1»)«, 0, »tpu_until(«$1», tpu_ahead)«);
»»)m4_dnl
m4_define(«tpu_prologue», «m4_ifelse(PL_STAGES(), 1, «», ««
// Prologue: the first blocks are on their way before the first step.
pl_prologue();
»m4_define(«pl_do», m4_defn(«tpu_do_first»))m4_ifelse(PL_STAGES(), 2, «m4_define(«tpu_ahead», «0»)PL_PROLOGUE()», «m4_define(«tpu_ahead», «@ahead»)«for (long @ahead = 0; @ahead + 1 < »PL_STAGES()«; @ahead++) {
»PL_PROLOGUE()«
}
»»)»)»)m4_dnl
m4_define(«tpu_step_state», «tpu_has_windows(«$1», ««const bool $1_comes = »PL_NAME()«_$1_comes(&@call, @step)»tpu_if_leaves(«$1», ««, $1_leaves = »PL_NAME()«_$1_leaves(&@call, @step)»»)«;
»»)»)m4_dnl
m4_define(«tpu_anew», «m4_ifelse(«$1», «scratch», «m4_define(«tpu_any», «x»)«pl_scratch_anew(&$2);
»»)»)m4_dnl
m4_define(«tpu_restart», «m4_define(«tpu_any», «»)pl_quiet(«tpu_parameters(«tpu_anew»)»)m4_ifelse(PL_RESTARTS(), «», «», tpu_any, «», «», ««
// A new index of the parallel axes: scratch begins anew.
if (@step % @call.»PL_RESTARTS()«_steps == 0) {
»tpu_parameters(«tpu_anew»)«}
»»)»)m4_dnl
m4_define(«tpu_steady», «m4_define(«tpu_said», «»)m4_define(«pl_do», m4_defn(«tpu_do»))«
// Steady state.
for (long @step = 0; @step < @call.@steps && pl_step(@step); @step++) {
»tpu_operands(«tpu_step_state»)tpu_restart()PL_STEADY()«
}
»»)m4_dnl
m4_define(«tpu_do_last», «tpu_single(«$2», «», ««if ($2.gone < $2.here)
pl_dma_out_wait(&$2, $2.gone % $2.buffers);
»»)»)m4_dnl
m4_define(«tpu_epilogue», «m4_ifelse(m4_defn(«PL_EPILOGUE»), «», «», «m4_define(«pl_do», m4_defn(«tpu_do_last»))«
// Epilogue: the last blocks are written back.
pl_epilogue();
»PL_EPILOGUE()»)»)m4_dnl
m4_dnl
m4_dnl  ==== The call =========================================================================================
m4_define(«tpu_formal», «pl_comma()m4_ifelse(«$1», «size», ««long $3»», «$1», «scalar», «pl_type(«$2»)« $3»»,
«m4_ifelse(«$1», «in», ««const »», «$1», «table», ««const »»)pl_type(«$2»)« *$4_array»»)»)m4_dnl
m4_define(«tpu_set», «m4_ifelse(«$1», «size», ««@call.$3 = $3;
»», «$1», «scalar», ««@call.$3 = $3;
»»)»)m4_dnl
m4_dnl  Axes in front that were declared parallel may be split over cores; others are independent where that was proved.
m4_define(«tpu_freedom», «m4_ifelse(m4_defn(«tpu_split»), «», «m4_ifelse(«$2», «parallel», ««PL_ANY_ORDER»», ««PL_IN_ORDER»»)», ««PL_ANY_CORE»»)tpu_split_until(«$1»)»)m4_dnl
m4_define(«tpu_split_until», «m4_ifelse(m4_defn(«tpu_split»), «$1», «m4_define(«tpu_split», «»)»)»)m4_dnl
m4_define(«tpu_begin_axis», ««pl_tpu_axis("$4", @call.$1_programs = $3, »tpu_freedom($@)«);
»»)m4_dnl
m4_dnl
m4_dnl  Steps from one index of an axis to its next: the last axis first.
m4_define(«tpu_axis_steps», «m4_ifelse(m4_defn(«tpu_outer»), «», «», «m4_define(«tpu_steps_text», ««@call.»»m4_dquote(m4_defn(«tpu_outer»))««_steps = @call.$1_programs * @call.$1_steps;
»»m4_defn(«tpu_steps_text»))»)m4_define(«tpu_outer», «$1»)»)m4_dnl
m4_define(«m4_dquote», ««$1»»)m4_dnl
m4_define(«tpu_steps», «m4_define(«tpu_steps_text», «»)m4_define(«tpu_outer», «»)tpu_axes(«tpu_axis_steps»)m4_ifelse(m4_defn(«tpu_outer»), «», «», ««@call.»tpu_outer«_steps = 1;
»»)tpu_steps_text«@call.@steps = @tpu.steps;
»»)m4_dnl
m4_dnl
m4_dnl  pl_argument(kind, type, name, base, rank, shape, the user's name, alias) tells what the user calls it.
m4_define(«tpu_user_name», «m4_define(«tpu_wanted», «$1»)tpu_flat(«tpu_arguments(«tpu_find_name»)»)»)m4_dnl
m4_define(«tpu_find_name», «m4_ifelse(«$3», m4_defn(«tpu_wanted»), ««$7»»)»)m4_dnl
m4_define(«tpu_alias», «m4_define(«tpu_wanted», «$1»)tpu_flat(«tpu_arguments(«tpu_find_alias»)»)»)m4_dnl
m4_define(«tpu_find_alias», «m4_ifelse(«$3», m4_defn(«tpu_wanted»), «m4_ifelse(«$8», «», «», ««$3.alias = "$8";»»)»)»)m4_dnl
m4_define(«tpu_struct_name», «m4_ifelse(«$1», «scalar», «», ««struct pl_hbm $2;
»»)»)m4_dnl
m4_define(«tpu_extent», «pl_comma()«$5»»)m4_define(«tpu_size», «pl_comma()m4_ifelse(«$2», «one», «1», ««$3»»)»)m4_dnl
m4_define(«tpu_mode», «m4_ifelse(«$1», m4_defn(«tpu_wanted»), ««$3»»)»)m4_dnl
m4_define(«tpu_edge», «m4_ifelse(«$9», «», «», ««$1.edge = (const »pl_type(«$4»)«[]){ $9 };
»»)»)m4_dnl
m4_define(«tpu_writes», «m4_ifelse(«$3», «in», «», ««$1.written = true;
»»)»)m4_dnl
m4_define(«tpu_one_operand», «m4_ifelse(«$1», m4_defn(«tpu_wanted»), «tpu_edge($@)tpu_writes($@)»)»)m4_dnl
m4_dnl  pl_parameter(kind, ref, type, id, const, kernel's extents, call's extents, rank, base, vmem|smem, the call's but
m4_dnl  the first, and as a list, where the batch's part begins)
m4_define(«tpu_array», «m4_ifelse(«$1», «window», «tpu_hbm_array($@)», «$1», «atomic», «tpu_hbm_array($@)»)»)m4_dnl
m4_define(«tpu_hbm_array», ««pl_hbm_array(&$2, "»tpu_user_name(«$2»)«", $4, PL_ELEMENTS($9_array), »tpu_rank(«$2»)«, PL_LONGS(»pl_begin_list()tpu_dims(«$2», «tpu_extent»)«), PL_LONGS(»pl_begin_list()tpu_dims(«$2», «tpu_size»)«));
»tpu_alias(«$2»)«
»m4_define(«tpu_wanted», «$2»)tpu_operands(«tpu_one_operand»)»)m4_dnl
m4_define(«tpu_table», «m4_ifelse(«$1», «table», ««pl_hbm_array(&$2, "»tpu_user_name(«$2»)«", $4, PL_ELEMENTS($9_array), $8, PL_LONGS($12), PL_LONGS($12));
@call.$2 = pl_smem_table(&$2);
»m4_ifelse(«$13», «», «tpu_if_uses(«PL_USES», «$2», ««const »pl_type(«$3»)« »m4_ifelse(«$11», «», ««*$2_smem»», ««(*$2_smem)$11»»)« = @call.$2;
»»)»)»)»)m4_dnl
m4_define(«tpu_buffer_count», «m4_ifelse(tpu_moves(«$1»), «moves», «PL_NAME()«_$1_moves(&@call) ? 2 : 1»», «tpu_buffers(«$1»)»)»)m4_dnl
m4_define(«tpu_window», «m4_ifelse(
«$1», «window», «tpu_if_uses(«PL_USES», «$2», ««$5»pl_type(«$3»)« (*$9_$10)$7 = »»)«pl_$10(&$2, »tpu_buffer_count(«$2»)«);
»»,
«$1», «scratch», ««pl_scratch_of(&$2, "$2", $4, PL_ELEMENTS((»pl_type(«$3»)« *)NULL), $8, PL_LONGS($12));
»tpu_if_uses(«PL_USES», «$2», «pl_type(«$3»)« (*$2_$10)$7 = »»)«pl_$10(&$2, 1);
»»)»)m4_dnl
m4_dnl  tpu_if_any(table|scratch|smem, then): has the call such a parameter?
m4_define(«tpu_if_any», «m4_define(«tpu_any», «»)m4_define(«tpu_wanted», «$1»)pl_quiet(«tpu_parameters(«tpu_is_any»)»)m4_ifelse(tpu_any, «», «», «$2»)»)m4_dnl
m4_define(«tpu_is_any», «m4_ifelse(«$1», m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)», «$1 $10», «scratch »m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»,
    «$1 $10», «window »m4_defn(«tpu_wanted»), «m4_define(«tpu_any», «x»)»)»)m4_dnl
m4_define(«tpu_none_given», «pl_if_says(«PL_ARGUMENTS», «pl_argument(», «», «void»)»)m4_dnl
m4_define(«tpu_call», ««
PL_DECLARED_BY_CALLER(»PL_NAME()«)

int »PL_NAME()«(»tpu_none_given()«»pl_begin_list()tpu_arguments(«tpu_formal»)«)
{
struct »PL_NAME()«_call @call;
struct pl_tpu @tpu;
»tpu_parameters(«tpu_struct_name»)PL_LINE_OF_CALL()«pl_tpu_begin(&@tpu, "»PL_NAME()«", "»PL_KERNEL_NAME()«", "»PL_FILE()«", »PL_LINE()«);
if (!pl_tpu_declared(pl_declared_»PL_NAME()«, "»PL_DECLARED()«"))
return pl_tpu_end();
»PL_AGREEMENTS()«
// HBM: the caller's arrays»tpu_if_any(«table», ««; tables are copied to SMEM»»)«.
»tpu_parameters(«tpu_array»)tpu_parameters(«tpu_table»)tpu_arguments(«tpu_set»)«
// The grid, the last axis fastest.
»m4_define(«tpu_split», PL_RESTARTS())tpu_axes(«tpu_begin_axis»)tpu_steps()«
// VMEM»tpu_if_any(«smem», «« and SMEM»»)«: so many windows of each shape»tpu_if_any(«scratch», ««; scratch»»)«.
»tpu_parameters(«tpu_window»)tpu_prologue()tpu_steady()tpu_epilogue()«
return pl_tpu_end();
}
»»)m4_dnl
m4_define(«pl_agree», ««pl_tpu_agree("$1", $2, $3, $4);
»»)m4_dnl
m4_dnl
m4_define(«tpu_everything», «tpu_struct()tpu_axis_functions()tpu_operands(«tpu_block_functions»)tpu_operands(«tpu_fetch_functions»)tpu_body()tpu_call()»)m4_dnl

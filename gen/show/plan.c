// show/plan.c -- the plan of a call for people: pallasc --emit=plan. The templates read the same plan as facts.

#include "show/show.h"

// ---- The call -------------------------------------------------------------------------------------------------------

static void put_axes(FILE *to, const Plan *plan)
{
    fprintf(to, "  axes, slowest first\n");
    for (int a = 0; a < plan->axis_count; a++) {
        const PlannedAxis *p = &plan->axes[a];
        fprintf(to, "    %s < %s: %s\n", p->axis->name, expression_text(p->axis->extent),
                p->parallel ? "parallel" : text("sequential, level %d", p->level));
    }
}

static const char *dim_text(const WindowDim *w)
{
    const char *index = w->index ? expression_text(w->index) : "0", *size = w->size ? expression_text(w->size) : "1";
    const char *checks = text("%s%s", w->inside ? "" : ", checked", w->partial ? ", may extend past the array" : "");
    switch (w->kind) {
    case WINDOW_ONE:        return text("[%s%s]", index, checks);
    case WINDOW_FULL:       return "[all]";
    case WINDOW_ELEMENT:    return text("[%s from %s - %s%s]", size, index, expression_text(w->low), checks);
    case WINDOW_BOUNDED:    return text("[%s from %s, at most %s%s]", expression_text(w->count), index, size, checks);
    default:                return text("[block %s of %s%s]", index, size, checks);
    }
}

static const char *loop_text(const StepLoop *s, const char *name);

static void put_barrier(FILE *to, int depth, const Plan *plan, const char *where, const Barrier *b)
{
    static const char *const memories[] = {
        [0] = "local memory", [MEMORY_LOCAL] = "local memory", [MEMORY_GLOBAL] = "global memory",
        [MEMORY_LOCAL | MEMORY_GLOBAL] = "local memory and global memory",
    };
    if (b->placed)
        fprintf(to, "%*s// barrier%s: the lanes of %s, %s%s%s\n", depth, "", where, b->row ? "a row" : b->warp ? "the warp" : "the group",
                in_words(plan->lanes->group.machine, memories[b->memories]), b->why && *b->why ? "; " : "", b->why ? b->why : "");
}

// Where the lanes access a window, and the code for CPUs.
static const char *place_text(const Plan *plan, const Operand *o)
{
    static const char *const places[] = {
        [WINDOW_IN_PLACE] = "in place", [WINDOW_MASKED] = "in place, masked", [WINDOW_LOCAL] = "in local memory",
        [WINDOW_REGISTERS] = "in registers", [WINDOW_COPIED] = "copied to global memory",
    };
    Placement how = window_placement(&plan->lanes->placements, o);
    bool partial = o->copy == COPY_PARTIAL;
    const char *lanes = in_words(plan->lanes->group.machine, places[how]), *for_cpus = "";
    if (o->copy != COPY_NEVER && how != WINDOW_COPIED)
        for_cpus = text("; in code for CPUs copied%s", partial ? " if it extends past the array" : "");
    return text("%s%s%s", lanes, how == WINDOW_COPIED && partial ? " if it extends past the array, otherwise in place" : "", for_cpus);
}

// Prints which elements the pieces are that lanes share by number.
static void put_pieces(FILE *to, const Pieces *p, const char *then)
{
    if (!p->count)
        return;
    const char *first = "";
    for (int d = 0; d < MOST_DIMS; d++)
        first = p->first[d] ? text("%s[%s]", first, expression_text(p->first[d])) : first;
    fprintf(to, "        copied across the lanes: %lld pieces of %lld element%s, each at %s%s\n", p->count, p->length,
            p->length == 1 ? "" : "s", first, then);
    if (p->row >= 0)
        fprintf(to, "        for that, the distance of dim %d must be a multiple of %lld elements\n", p->row, p->length);
}

// Where a window begins in its array, or how many elements it has there, by the name in emitted code.
static const char *bound_text(const Printer *p, const Node *e)
{
    return e->kind == ND_BOUND ? name_of_bound(p->of, e) : NULL;
}

static const char *in_names(const Plan *plan, const Node *e)
{
    return expression_as(&(Printer){ .fact = bound_text, .of = (void *)(size_t)plan }, e);
}

// Prints where the window begins in its array, and where an element of it is from there, and in a copy.
static void put_place(FILE *to, const Plan *plan, const Operand *o)
{
    const WindowPlace *p = place_of_window(plan, o);
    const char *at = "", *starts = "";
    for (int d = 0; d < o->rank; d++) {
        if (o->dims[d].dim >= 0)
            at = text("%s[pl_at_%d]", at, d);
        if (p->variables[d])
            starts = listed(starts, text("%s = %s", p->variables[d], in_names(plan, p->starts[d])));
    }
    fprintf(to, "        begins at element %s of its array%s%s\n", in_names(plan, p->offset), *starts ? ", where " : "", starts);
    if (!*at)
        return;
    fprintf(to, "        %s is %s after that", at, in_names(plan, p->in_array));
    if (!same_expression(p->in_array, p->in_window))
        fprintf(to, ", and at %s in a copy", in_names(plan, p->in_window));
    if (!same_expression(p->in_local, p->in_window))
        fprintf(to, ", and at %s in %s", in_names(plan, p->in_local), in_words(plan->lanes->group.machine, "local memory"));
    fprintf(to, "\n");
    for (const struct NamedStride *s = p->strides; s < p->strides + p->stride_count; s++)
        fprintf(to, "        %s is %s in the array, %s in a copy, %s in %s\n", s->name->symbol->name, in_names(plan, s->array),
                in_names(plan, s->window), in_names(plan, s->local), in_words(plan->lanes->group.machine, "local memory"));
    if (p->buffer)
        fprintf(to, "        the block of a step begins at element %s of %s_buffers\n", in_names(plan, p->buffer),
                base_of(plan, o->ref));
    if (o->copy == COPY_PARTIAL)
        fprintf(to, "        elements outside the array have the value %s\n", expression_text(p->outside));
}

// Prints when its index may change, and what its fetch waits for.
static void put_visits(FILE *to, const Plan *plan, const Operand *o, const Flow *f)
{
    const char *after = "";
    for (int i = 0; i < f->after_count; i++)
        after = listed(after, plan->operands[f->after[i]].part->name);
    if (o->visits == VISIT_MOVED)
        fprintf(to, "        visited only when its index changes\n");
    if (f->ahead)
        fprintf(to, "        fetched as soon as a buffer is free\n");
    if (*after)
        fprintf(to, "        fetched after the writes to %s\n", after);
}

// Prints what must hold for vectors in the copy, if only the copy needs it.
static void put_conditions(FILE *to, const Plan *plan, const WindowCopy *copy)
{
    if (copy->divided)
        fprintf(to, "        with vectors if %s is a multiple of %d\n", in_names(plan, copy->divided), plan->lanes->group.run);
    if (copy->aligned && plan->lanes->group.machine->vector_aligned)
        fprintf(to, "        with vectors if it is aligned\n");
}

static void put_window(FILE *to, const Plan *plan, const Operand *o)
{
    const Flow *f = &plan->flows[o - plan->operands];
    const WindowCopy *copy = &plan->lanes->copies[o - plan->operands];
    const char *dims = "", *loops = "";
    for (int d = 0; d < o->rank; d++) {
        dims = text("%s%s", dims, dim_text(&o->dims[d]));
        if (o->dims[d].dim >= 0)
            loops = listed(loops, loop_text(&copy->loops[d], text("dim %d", d)));
    }
    Placement how = window_placement(&plan->lanes->placements, o);
    const char *as = is_text(o->part->name, unmarked(o->ref->name)) ? "" : text(", in the kernel %s", o->ref->name);
    fprintf(to, "    %s%s%s: %s%s%s, level %d; %d buffer%s; %s\n", o->part->name, dims, as, o->read ? "read" : "",
            o->read && o->written ? ", " : "", o->written ? "written" : "", o->level, f->buffers, f->buffers == 1 ? "" : "s",
            place_text(plan, o));
    put_place(to, plan, o);
    put_visits(to, plan, o, f);
    put_pieces(to, &copy->pieces, "; otherwise");
    put_pieces(to, &copy->elements, "");
    if (!copy->elements.count && how != WINDOW_IN_PLACE && how != WINDOW_MASKED)
        fprintf(to, "        copied by loops over %s\n", loops);
    put_conditions(to, plan, copy);
    put_barrier(to, 8, plan, " before the copy", copy->fetch);
    put_barrier(to, 8, plan, " between the copies back and in", copy->between);
    if (copy->waits)
        fprintf(to, "        waits for these copies, and for those of windows above that have not been waited for\n");
    put_barrier(to, 8, plan, " after the copy", copy->fetched);
    put_barrier(to, 8, plan, " before the copy back", copy->end);
}

static void put_actions(FILE *to, const Plan *plan, const char *title, const Action *actions, int count)
{
    static const char *const verbs[] = {
        [ACTION_FETCH] = "fetch", [ACTION_AWAIT_FETCH] = "await the fetch of", [ACTION_FRESH] = "begin a fresh",
        [ACTION_BODY] = "run the body", [ACTION_FLUSH] = "flush", [ACTION_AWAIT_FLUSH] = "await the flush of",
        [ACTION_ADVANCE] = "advance",
    };
    const char *all = "";
    for (int i = 0; i < count; i++) {
        int o = actions[i].operand;
        all = listed(all, text("%s%s%s", verbs[actions[i].kind], o < 0 ? "" : " ", o < 0 ? "" : plan->operands[o].part->name));
    }
    if (count)
        fprintf(to, "    %s: %s\n", title, all);
}

static void put_pipeline(FILE *to, const Plan *plan, const Pipeline *p)
{
    put_actions(to, plan, "prologue", p->prologue, p->prologue_count);
    put_actions(to, plan, "each step", p->steady, p->steady_count);
    put_actions(to, plan, "epilogue", p->epilogue, p->epilogue_count);
}

// ---- Steps ----------------------------------------------------------------------------------------------------------

static const char *loop_text(const StepLoop *s, const char *name)
{
    static const char *const shared[] = {
        [NOT_DISTRIBUTED] = "all of it in each lane", [CYCLIC_LANES] = "across the lanes", [CYCLIC_ROWS] = "across rows of lanes",
        [CYCLIC_COLUMNS] = "across columns of lanes", [CONTIGUOUS_LANES] = "a part for each lane",
        [CONTIGUOUS_COLUMNS] = "a part for each column of lanes",
    };
    const char *trips = s->trips ? text(", %lld trip%s%s", s->trips, s->trips == 1 ? "" : "s", s->full ? "" : ", the last incomplete") : "";
    const char *runs = s->runs ? text(", in %sruns", s->runs == RUNS_SHORT ? "" : "whole ") : "", *vectors = "";
    for (int i = 0; i < s->vector_count; i++)
        vectors = text("%s%s%s", vectors, i ? ", " : " with vectors ", s->vectors[i]->name);
    return text("%s: %s%s%s%s%s%s%s", name, shared[s->how], trips, s->unrolled ? ", unrolled" : "",
                s->clip ? text(", to the end of %s", s->clip->operand->part->name) : "", runs, vectors,
                s->narrow ? ", counted by an int" : "");
}

static void put_slice(FILE *to, int depth, const Plan *plan, const DotSide *d)
{
    if (!d->sliced)
        return;
    fprintf(to, "%*s// slices in %s, lines %lld elements apart", depth, "", plan->lanes->local.uses[d->use].array, d->pitch);
    if (d->piece > 1)
        fprintf(to, ", copied %lld elements at a time", d->piece);
    if (d->mask)
        fprintf(to, ", only if %s", in_names(plan, d->mask));
    fprintf(to, "\n");
}

static void put_dot(FILE *to, int depth, const Plan *plan, const Step *s)
{
    const DotSchedule *d = s->dot;
    const char *sides = d->x.sliced && d->y.sliced ? "both operands" : d->x.sliced ? "the first operand" : "the second operand";
    fprintf(to, "%*s// %lld x %lld sums at a time, %lld x %lld in each lane%s%s\n", depth, "", d->height, d->width, d->tile_rows,
            d->tile_columns, d->from_zero ? ", beginning at 0" : "", d->mma ? ", by matrix instructions" : "");
    if (d->sliced)
        fprintf(to, "%*s// %s in %lld slice%s of depth %lld, %lld in memory%s\n", depth, "", sides, d->slices,
                d->slices == 1 ? "" : "s", d->slice, stages_of(plan->lanes, d),
                plan->lanes->local.across == s->node ? ", fetched ahead over all steps"
                : stages_of(plan->lanes, d) > 1 ? ", fetched ahead" : "");
    put_slice(to, depth, plan, &d->x);
    put_slice(to, depth, plan, &d->y);
}

static void put_block_mask(FILE *to, int depth, const Plan *plan, const char *name, const BlockPlace *p)
{
    if (p && p->mask)
        fprintf(to, "%*s// %s: only elements for which %s\n", depth, "", name, in_names(plan, p->mask));
}

// Whether the element is in the form with several elements per iteration: the body has it, too.
static bool is_in_form(const Step *s, const Element *e)
{
    return s->form && s->node->kind == ND_EACH && find_node(s->form->body, is_node, e->node);
}

static void put_condition(FILE *to, int depth, const Plan *plan, const Element *e)
{
    const char *what = expression_text(e->node), *when = e->condition ? in_names(plan, e->condition) : "";
    if (e->node->kind == ND_INSIDE)
        fprintf(to, "%*s// %s: %s\n", depth, "", what, *when ? when : "always");
    else if (e->node->kind == ND_ACCESS && *when)
        fprintf(to, "%*s// %s only if %s\n", depth, "", what, when);
    else if (e->guards)
        fprintf(to, "%*s// one check for PL_INSIDE and for the elements that it guards\n", depth, "");
}

// A value that a step evaluates twice has one line.
static bool is_repeated(const Step *s, int i)
{
    for (int earlier = 0; earlier < i; earlier++)
        if (same_expression(s->elements[earlier].node, s->elements[i].node))
            return true;
    return false;
}

static void put_details(FILE *to, int depth, const Plan *plan, const Step *s)
{
    static const char *const together[] = { [BY_LANE] = "each lane", [BY_ROW] = "the lanes of a row", [BY_GROUP] = "the group",
                                            [BY_ELEMENT] = "the lane of each element" };
    static const char *const reductions[] = {
        [REDUCED_IN_ORDER] = ", one after the other", [REDUCED_BY_SHUFFLES] = ", by shuffles in a warp",
        [REDUCED_BY_WARPS] = ", by shuffles in each warp; their results in local memory", [REDUCED_BY_HALVES] = ", by halves in local memory",
    };
    const char *masked = "";
    for (int i = 0; i < s->masked_count; i++)
        masked = listed(masked, text("%s is whole", s->masked[i]->part->name));
    for (int i = 0; i < s->aligned_count && plan->lanes->group.machine->vector_aligned; i++)
        masked = listed(masked, text("%s is aligned", s->aligned[i]->part->name));
    for (int i = 0; i < s->loop_count; i++)
        fprintf(to, "%*s// %s\n", depth, "",
                loop_text(&s->loops[i], s->loops[i].axis ? s->loops[i].axis->index->name : text("dim %d", s->loops[i].dim)));
    if (s->node->kind == ND_REDUCE || s->node->kind == ND_CHECK)
        fprintf(to, "%*s// by %s%s\n", depth, "", together[s->sharing], s->node->kind == ND_REDUCE ? reductions[s->reduction] : "");
    if (s->single)
        fprintf(to, "%*s// by one lane of %s\n", depth, "", s->single == SINGLE_ROW ? "each row" : "the group");
    if (*masked)
        fprintf(to, "%*s// another version if %s\n", depth, "", masked);
    if (s->certain_if)
        fprintf(to, "%*s// a version without conditions if %s\n", depth, "", in_names(plan, s->certain_if));
    if (s->mask)
        fprintf(to, "%*s// if %s\n", depth, "", in_names(plan, s->mask));
    for (int i = 0; i < s->element_count; i++)
        if (!is_in_form(s, &s->elements[i]) && !is_repeated(s, i))
            put_condition(to, depth, plan, &s->elements[i]);
    if (s->form)
        fprintf(to, "%*s// in code for CPUs: several elements per iteration, except with -g\n", depth, "");
    if (s->outside != STEP_EACH)
        fprintf(to, "%*s// %s the loop over the steps\n", depth, "", s->outside == STEP_FIRST ? "before" : "after");
    if (s->absorbed)
        fprintf(to, "%*s// nothing to do: the next PL_DOT begins with it\n", depth, "");
    if (s->dot)
        put_dot(to, depth, plan, s);
    if (s->to)
        put_block_mask(to, depth, plan, s->node->a->symbol->name, s->to);
    if (s->from)
        put_block_mask(to, depth, plan, block_of(s->node->b)->name, s->from);
    put_barrier(to, depth, plan, s->node->kind == ND_DOT ? " after the copies" : " after each of its parts", s->within);
    put_barrier(to, depth, plan, s->node->kind == ND_DOT ? " after the products" : " after the last part", s->final);
}

static void put_step(FILE *to, int depth, const Plan *plan, const Step *s)
{
    if (s->node->kind == ND_BLOCK) {
        for (int i = 0; i < s->item_count; i++)
            put_step(to, depth, plan, s->items[i]);
        return;
    }
    put_barrier(to, depth, plan, "", s->before);
    fprintf(to, "%*s%s\n", depth, "", head_text(s->node));
    put_details(to, depth + 4, plan, s);
    if (s->body)
        put_step(to, depth + 4, plan, s->body);
    if (s->otherwise) {
        fprintf(to, "%*selse\n", depth, "");
        put_step(to, depth + 4, plan, s->otherwise);
    }
    put_barrier(to, depth + 4, plan, " at the end", s->at_end);
}

// The versions of the whole kernel.
static void put_versions(FILE *to, const Lanes *l)
{
    const char *when = "";
    for (int i = 0; i < l->vectors.divided_count; i++)
        when = listed(when, text("%s is a multiple of %d", expression_text(l->vectors.divided[i]), l->group.run));
    for (int i = 0; i < l->vectors.aligned_count && l->group.machine->vector_aligned; i++)
        when = listed(when, text("%s is aligned", l->vectors.aligned[i]->part->name));
    if (*when && !l->group.tiled)
        fprintf(to, "    vectors if %s; else another version, element by element and with the masks that it needs\n", when);
}

// Prints what memory the kernel needs.
static void put_memory(FILE *to, const Plan *plan)
{
    static const char *const memories[] = {
        [0] = "in code for CPUs", [MEMORY_GLOBAL] = "global memory", [MEMORY_LOCAL] = "local memory", [MEMORY_PRIVATE] = "registers",
    };
    if (plan->buffer_count)
        fprintf(to, "  memory\n");
    for (const struct Buffer *b = plan->buffers; b < plan->buffers + plan->buffer_count; b++)
        fprintf(to, "    %s[%s]: %s%s\n", b->name, in_names(plan, b->count), in_words(plan->lanes->group.machine, memories[b->memory]),
                b->gap.elements ? text(", rows %lld elements apart", b->of->dims[b->of->rank - 1]->value + b->gap.elements) : "");
}

static const char *names_text(const Names *names)
{
    const char *all = "";
    for (int i = 0; i < names->count; i++)
        all = listed(all, names->at[i]);
    return all;
}

static void put_uses(FILE *to, const Plan *plan)
{
    fprintf(to, "  names in use\n    by the body: %s\n", names_text(&plan->used));
    for (int i = 0; i < plan->operand_count; i++)
        if (plan->places[i].used.count)
            fprintf(to, "    by the window of %s: %s\n", plan->operands[i].part->name, names_text(&plan->places[i].used));
}

static void show_plan(FILE *to, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    fprintf(to, "call %s of %s, line %u\n", plan->call->name, plan->call->kernel->name, plan->call->at.line);
    put_axes(to, plan);
    fprintf(to, "  windows, in the order of their visits\n");
    for (int i = 0; i < 2 * plan->operand_count; i++)
        if (in_visit_order(plan, i))
            put_window(to, plan, in_visit_order(plan, i));
    fprintf(to, "  pipeline, for targets that copy all windows\n");
    put_pipeline(to, plan, &plan->pipeline);
    put_memory(to, plan);
    put_uses(to, plan);
    if (l->group.rejected)
        fprintf(to, "  not shared by lanes: %s\n", l->group.rejected);
    else
        fprintf(to, "  shared by %d x %d lanes%s%s\n", l->group.rows, l->group.columns, l->group.run > 1 ? text(", in runs of %d", l->group.run) : "",
                l->persistent ? "; a group runs several programs" : "");
    put_versions(to, l);
    for (int level = 1; level <= plan->levels; level++)
        if (pipeline_of(&l->fetches, level)) {
            fprintf(to, "    %d blocks in %s, in the loop of level %d\n", pipeline_of(&l->fetches, level)->stages,
                    in_words(l->group.machine, "local memory"), level);
            put_pipeline(to, plan, pipeline_of(&l->fetches, level));
        }
    for (int i = 0; i < l->local.use_count; i++)
        fprintf(to, "    %s: %s, %s\n", in_words(l->group.machine, "local memory"), local_text(&l->local.uses[i]),
                l->local.uses[i].bytes < 0 ? "at run time" : text("%lld bytes", l->local.uses[i].bytes));
    put_step(to, 4, plan, plan->lanes->body);
    if (plan->not_next)
        fprintf(to, "no other schedule for %s\n", plan->not_next);
    if (plan->next) {
        fprintf(to, "the same for %s\n", plan->next->lanes->held.place_count ? "long rows" : plan->next->lanes->group.machine->name);
        show_plan(to, plan->next);
    }
}

void show_plans(FILE *to, Plan *const *plans, int count)
{
    for (int i = 0; i < count; i++)
        show_plan(to, plans[i]);
}

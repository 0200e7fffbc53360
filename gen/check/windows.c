// check/windows.c -- windows of an output that overlap in parallel programs, or are revisited after they were left.
//
// Index maps are evaluated for the first few programs of the grid. Results for programs that exist are certain, for
// others (an axis may be shorter) likely; a map that reads a table or a size is unproved.

#include "check/check.h"
#include <string.h>

enum { MOST_PROGRAMS = 4096 };

typedef struct {
    const Call *call;
    const Part *part;
    Window *windows;            // of the first programs, in their order
    int count;
} Visits;

// ---- The windows of the first programs ------------------------------------------------------------------------------

// Whether the windows of all these programs are known.
static bool place_windows(Visits *v)
{
    static const long long most[] = { 1, 8, 8, 8, 5, 4, 3 };
    Window w = { .ids = { 0 } };
    int axes = v->call->axis_count;
    do {
        if (!place_window(v->call, v->part, &w))
            return false;
        list_add(v->windows, v->count, w);
    } while (v->count < MOST_PROGRAMS && next_program(v->call, w.ids, axes < 7 ? most[axes] : 2));
    return true;
}

// ---- What is wrong with them ----------------------------------------------------------------------------------------

// The declared parallel axis on which these programs differ; NULL: they run in order.
static const Axis *parallel_between(const Call *call, const Window *a, const Window *b)
{
    for (int i = 0; i < call->axis_count; i++)
        if (is_marked_parallel(&call->axes[i]) && a->ids[i] != b->ids[i])
            return &call->axes[i];
    return NULL;
}

// The place of the map, on the dim that could depend on the axis.
static Loc map_place(const Part *part)
{
    return part->spec == SPEC_BLOCKS && part->rank ? part->index[0]->at : part->at;
}

// Whether that is so for all arguments. The extent of an axis may be known only at run time, and a map can be written
// for one extent. An axis that the map does not depend on is different: with extent 1 it would be left out.
static bool is_certain(const Visits *v, const Window *first, const Window *again)
{
    for (int a = 0; a < v->call->axis_count; a++) {
        const Axis *axis = &v->call->axes[a];
        bool named = part_names_axis(v->part, axis) || first->ids[a] > 1 || again->ids[a] > 1;
        if (named && !extent_of(axis).known && (first->ids[a] || again->ids[a]))
            return false;
    }
    return true;
}

// PL_ELEMENT counts elements, but this map counts blocks: what to write; NULL: this is not the case.
static const char *element_advice(const Visits *v)
{
    for (int d = 0; v->part->spec == SPEC_BLOCKS && d < v->part->rank; d++) {
        const Node *block = v->part->block[d], *index = v->part->index[d];
        Linear l = index->kind == ND_SLICE ? (Linear){ 0 } : linear_of(index);
        for (int a = 0; block->kind == ND_ELEMENT && a < v->call->axis_count; a++)
            if (factor_of(&l, v->call->axes[a].symbol) == 1 && !(block->items[0]->known && block->items[0]->value == 1))
                return text("PL_ELEMENT counts elements, not blocks: write %s * %s",
                            l.count == 1 && !l.constant ? expression_text(index) : v->call->axes[a].name,
                            expression_text(block->items[0]));
    }
    return NULL;
}

static void report_overlap(const Visits *v, const Window *a, const Window *b, const Axis *axis)
{
    const char *name = v->part->name;
    bool certain = is_certain(v, a, b);
    Saying what = certain ? SAY_ERROR : SAY_WARNING, advice = certain ? SAY_NOTE : SAY_WARNING_NOTE;
    say_at(what, axis->at, MESSAGE_PARALLEL_OVERLAP, axis->name, program_text(v->call, a->ids),
           program_text(v->call, b->ids), is_same_window(a, b) ? "the same block" : "overlapping windows", name);
    if (axis->kind == AXIS_BATCH)
        say_at(advice, v->part->at, HINT_PARALLEL_OVERLAP_BATCH, name, name);
    else if (element_advice(v))
        say_at(advice, map_place(v->part), "%s", element_advice(v));
    else if (v->part->kind == PART_INOUT)
        say_at(advice, map_place(v->part), HINT_PARALLEL_OVERLAP_INOUT, axis->name, name);
    else
        say_at(advice, map_place(v->part), HINT_PARALLEL_OVERLAP, axis->name);
}

static void report_return(const Visits *v, const Window *first, const Window *again)
{
    bool same = is_same_window(first, again), certain = is_certain(v, first, again);
    Saying what = certain ? SAY_ERROR : SAY_WARNING, advice = certain ? SAY_NOTE : SAY_WARNING_NOTE;
    say_at(what, map_place(v->part), same ? MESSAGE_REVISITED : MESSAGE_WINDOWS_OVERLAP, v->part->name,
           program_text(v->call, first->ids), program_text(v->call, again->ids));
    if (element_advice(v))
        say_at(advice, map_place(v->part), "%s", element_advice(v));
    else if (same)
        say_at(advice, v->call->at, HINT_REVISITED, v->part->name);
    else
        say_at(advice, v->call->at, HINT_WINDOWS_OVERLAP);
}

// One report per output is enough.
static void check_windows(const Visits *v)
{
    bool once = is_output(v->part);
    for (int b = 1; b < v->count; b++)
        for (int a = b - 1; a >= 0; a--) {
            const Window *first = &v->windows[a], *again = &v->windows[b];
            if (!windows_overlap(first, again))
                continue;
            const Axis *axis = parallel_between(v->call, first, again);
            if (axis) {
                report_overlap(v, first, again, axis);
                return;
            }
            bool stays = is_same_window(first, again);
            for (int m = a + 1; stays && m < b; m++)
                stays = is_same_window(&v->windows[m], first);
            if (once && !stays) {
                report_return(v, first, again);
                return;
            }
            if (stays)
                break;                                  // earlier ones were compared when this one was the second
        }
}

// Axes that are declared parallel, and cannot be proved to be.
static void check_declared(const Call *call, const Part *part)
{
    for (int a = 0; a < call->axis_count; a++) {
        const Axis *axis = &call->axes[a];
        if (axis_remarks && axis->kind == AXIS_PARALLEL && part->spec == SPEC_BLOCKS && separating_dim(call, part, axis) < 0)
            remark_at(axis->at, MESSAGE_PARALLEL_UNPROVED, part->name);
    }
}

void check_axes(const Call *call)
{
    int before = errors;
    if (call->axis_count > MOST_AXES || runs_never(call))
        return;
    for (int i = 0; i < call->part_count; i++) {
        const Part *part = &call->parts[i];
        Visits visits = { .call = call, .part = part };
        if ((part->kind != PART_OUT && part->kind != PART_INOUT) || stays_in_place(part))
            continue;
        if (place_windows(&visits))
            check_windows(&visits);
        else
            check_declared(call, part);
    }
    for (int a = 0; errors == before && a < call->axis_count; a++) {
        AxisProof p = prove_axis(call, &call->axes[a]);
        if (p.unproved && axis_remarks)
            remark_at(call->axes[a].at, MESSAGE_AXIS_SEQUENTIAL, call->axes[a].name, p.why);
    }
}

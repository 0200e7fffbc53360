// emit/memory.c -- the variables of a kernel: a lane's numbers, the memory of its group, its registers; what a launcher allocates.

#include "emit/emit.h"
#include <string.h>

// ---- Local memory ---------------------------------------------------------------------------------------------------

typedef struct {                // an array in local memory
    const char *code;           // its type's
    const char *name, *count;
    bool aligned;               // at a multiple of 16 bytes
    const char *padded;         // what the gaps between its rows achieve: "otherwise up to 4 elements of one bank would be accessed at
                                // a time on line 7"; or nothing
    const char *holds;          // "a row of x, then of o"; or nothing
} LocalArray;

typedef struct {                // while arrays are declared
    bool parts;                 // they are parts of one array
    const char *lines;          // of 16 bytes, that those before take, as a sum; empty: none
    int count;
    const char *beside;         // those of them that hold no rows
    const char *padded;         // the reason of the last one, or nothing
} Before;

static const char *with_lines(const char *sum, const LocalArray *a)
{
    return text("%s%sPL_LINES(%s, »pl_type(%s)«)", sum, *sum ? " + " : "", a->count, a->code);
}

// Neighbors with one reason, perhaps on different lines, say it once.
static const char *padding_text(const char *why, const char *before)
{
    const char *line = strstr(why, " on line ");
    size_t length = line ? (size_t)(line - why) : strlen(why);
    if (!before || strncmp(before, why, length) || !strchr(" ", before[length]))
        return text("rows padded: %s", why);
    return is_text(before, why) ? "rows padded likewise" : text("rows padded likewise:%s", line);
}

static void put_local_array(Emitter *em, const LocalArray *a, Before *before)
{
    if (before->parts)
        put(em, "»say_local_part(pl_type(%s), «%s», «%s»)«", a->code, a->name, before->lines);
    else
        put(em, "»say_local_array(pl_type(%s), «%s», «%s», %s)«", a->code, a->name, a->count, a->aligned ? "16" : "");
    put(em, *a->padded ? "        // %s" : "%s", *a->padded ? padding_text(a->padded, before->padded) : "");
    before->padded = a->padded;
    put(em, *a->holds ? "        // holds %s\n" : "%s\n", a->holds);
    before->lines = with_lines(before->lines, a), before->count++;
    before->beside = *a->holds ? before->beside : with_lines(before->beside, a);
}

// Returns the number of elements: of a slice as "2 * 16 * 33", stages, rows and columns.
static const char *local_count_text(const struct LocalUse *use)
{
    const char *stages = use->stages > 1 ? text("%lld * ", use->stages) : "";
    return use->rows > 1 ? text("%s%lld * %lld", stages, use->rows, use->elements / use->rows)
                         : text("%s%lld", stages, use->elements);
}

static const char *held_count_text(Emitter *em, const struct LocalUse *use)
{
    return em->plan->lanes->held.in_part ? "pl_held" : printed(em, use->held->extent);
}

// Memory that reductions share, whose name is that of its type, slices, or a row.
static void put_local_use(Emitter *em, const struct LocalUse *use, Before *before)
{
    static const Replacement blank = { " ", "_" };
    const Type *type = use->of && !use->narrow ? sum_type(use->type) : use->type;
    put_local_array(em, &(LocalArray){ .code = type_code(type),
        .name = use->of ? use->array : text("pl_reduction_%s", replaced(type_code(type), &blank, 1)),
        .count = use->held ? held_count_text(em, use) : local_count_text(use), .aligned = use->aligned,
        .padded = use->of ? gap_text(use->gap) : "", .holds = use->held ? local_text(use) : "" }, before);
}

static void put_local_window(Emitter *em, const Operand *o, Before *before)
{
    const struct WindowPlacement *k = placement_of(&em->plan->lanes->placements, o);
    const WindowPlace *p = place_of_window(em->plan, o);
    const struct WindowFetch *f = fetch_of(&em->plan->lanes->fetches, o);
    int buffers = f ? f->buffers : 0;
    const char *all = p->constant && !k->gap.elements ? printed_factor(em, p->count)
                                                      : text("%lld", element_count(o->ref) + gap_count(o->ref, k->gap));
    put_local_array(em, &(LocalArray){ .code = type_code(o->part->type),
        .name = buffers ? text("%s_buffers", base_of(em->plan, o->ref)) : o->ref->name,
        .count = buffers ? text("%d * %s", buffers, all) : all,
        .aligned = has_aligned_lines(&em->plan->lanes->dots, o->ref) || k->piece > 1, .padded = gap_text(k->gap), .holds = "" }, before);
}

// Scratch and tiles, in local memory or in the workspace.
static void put_block(Emitter *em, const struct Buffer *b, Before *before)
{
    const char *code = type_code(b->of->type);
    if (b->memory == MEMORY_LOCAL)
        put_local_array(em, &(LocalArray){ .code = code, .name = b->name, .count = text("%lld", b->elements), .padded = gap_text(b->gap), .holds = "",
                                           .aligned = has_aligned_lines(&em->plan->lanes->dots, b->of) }, before);
    else if (b->memory == MEMORY_GLOBAL)
        put(em, "»say_space(global)pl_type(%s)« *%s = »say_take(pl_type(%s), «%s»)«;\n", code, b->name, code, printed_factor(em, b->count));
}

// A swizzled box begins at a multiple of 1 KiB.
static long long parts_of_slice(const struct LocalUse *use)
{
    return use->ref ? 0 : use->bytes / 1024;
}

static long long parts_of_slices(const Lanes *l)
{
    long long parts = 0;
    for (int i = 0; i < l->local.use_count; i++)
        parts += parts_of_slice(&l->local.uses[i]);
    return parts;
}

// Slices that a producer fetches, and the barriers of their stages.
static void put_stages(Emitter *em, const Lanes *l)
{
    long long parts = 0;
    put(em, "»say_stages()«\n");
    for (const struct LocalUse *use = l->local.uses; use < l->local.uses + l->local.use_count; use++) {
        if (!use->ref)
            put(em, "»say_slice(pl_type(%s), «%s», %lld)«\n", use->of ? type_code(use->type) : "u8", use->of ? use->array : "pl_results",
                parts);
        parts += parts_of_slice(use);
    }
    put(em, "»say_stage_barriers(%lld, %lld, %s)«\n", parts, stage_count(l), transposes_slices(l) ? "yes" : "");
}

// ---- Other variables ------------------------------------------------------------------------------------------------

static const char *number_text(LaneNumber n)
{
    const char *sum = "";
    for (const struct LaneTerm *t = n.terms; t < n.terms + 3 && t->times; t++)
        sum = text("%s%spl_lane%s%s%s", sum, *sum ? " + " : "", t->over > 1 ? text(" / %d", t->over) : "",
                   t->of ? text(" %% %d", t->of) : "", t->times > 1 ? text(" * %d", t->times) : "");
    return sum;
}

// A producer's machine multiplies by the warps of an instruction, each of which has two rows of a lane.
static const char *row_text(const LaneGroup *l)
{
    const Machine *m = l->machine;
    return m->producer_lanes ? text("pl_lane / %lld * %lld + pl_lane %% %lld / %lld", m->warp, 2 * m->mma_apart, m->warp, m->mma_across)
                             : number_text(row_number(l));
}

static void put_lane_numbers(Emitter *em, const LaneGroup *l)
{
    put(em, "%%%%local pl_lane pl_row pl_column\nconst int pl_lane = »say_lane()«;\n");
    if (l->shrinks)
        put(em, "const int pl_lanes = »say_lanes()«;\n");
    put(em, "%%%%local pl_row\nconst int pl_row = %s;\n%%%%local pl_column\nconst int pl_column = %s;\n%%%%end\n", row_text(l),
        number_text(column_number(l)));
}

static bool has_workspace(const Plan *plan)
{
    for (int i = 0; i < plan->buffer_count; i++)
        if (plan->buffers[i].memory == MEMORY_GLOBAL)
            return true;
    return false;
}

// Returns a lane's part of a block: "[8][4]"; or nothing.
static const char *register_extents(const Plan *plan, const Symbol *ref)
{
    const char *s = "";
    for (int d = 0; in_registers(&plan->lanes->layouts, ref) && d < ref->rank; d++) {
        long long extent = register_extent(plan, ref, d);
        s = extent ? text("%s[%lld]", s, extent) : s;
    }
    return s;
}

static void put_registers(Emitter *em, const Plan *plan)
{
    for (int i = 0; i < plan->call->part_count; i++) {
        const Part *part = &plan->call->parts[i];
        const Symbol *ref = plan->call->kernel->parameters[i];
        if (part->kind == PART_SCRATCH && memory_of(&plan->lanes->placements, ref) == MEMORY_PRIVATE)
            put(em, "»pl_type(%s)« %s%s;\n", type_code(part->type), ref->name, register_extents(plan, ref));
    }
}

static void put_memory(Emitter *em, const Plan *plan, Before *before)
{
    const Lanes *l = plan->lanes;
    for (int i = 0; i < l->local.use_count && !has_producer(l); i++)
        if (!l->local.uses[i].ref)
            put_local_use(em, &l->local.uses[i], before);
    if (has_producer(l))
        put_stages(em, l);
    else if (has_workspace(plan))
        put(em, "»say_space(global)pl_type(u8)« *pl_rest = pl_workspace + »say_group()« * pl_workspace_bytes;\n");
    for (int i = 0; i < plan->buffer_count; i++)
        put_block(em, &plan->buffers[i], before);
    for (int i = 0; i < plan->operand_count; i++)
        if (window_placement(&l->placements, &plan->operands[i]) == WINDOW_LOCAL)
            put_local_window(em, &plan->operands[i], before);
}

// Defines PL_LOCAL_CONTENTS, what is in local memory, as rows of a table.
static void put_contents(Emitter *em, const LocalMemory *l)
{
    put(em, "m4_define(«PL_LOCAL_CONTENTS», «");
    for (const struct LocalUse *use = l->uses; use < l->uses + l->use_count; use++)
        put(em, "«{ \"%s\", %lld },»\n", use->ref ? use->ref->name : local_text(use), use->bytes);
    put(em, "»)m4_dnl\n");
}

// Returns the bytes that the parts of an array take.
static long long bytes_of_parts(const LocalMemory *l)
{
    long long bytes = 0;
    for (const struct LocalUse *use = l->uses; use < l->uses + l->use_count; use++)
        bytes += (use->bytes + 15) / 16 * 16;
    return bytes;
}

// Defines PL_VARIABLES; and PL_LOCAL_BYTES and PL_LOCAL_LINES, of the array whose parts local memory is.
LocalLines put_variables(Emitter *em, const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const Machine *m = l->group.machine;
    Before before = { .parts = m->static_bytes && (held_bytes(&l->held) < 0 || l->local.bytes > m->static_bytes), .lines = "", .beside = "" };
    put(em, "m4_define(«PL_VARIABLES», ««");
    if (!l->group.rejected && !m->copies) {
        put_lane_numbers(em, &l->group);
        put_memory(em, plan, &before);
        put_registers(em, plan);
    }
    const char *lines = !before.parts ? "" : before.count > 1 ? text("(%s)", before.lines) : before.lines;
    const char *beside = !*before.beside ? "0" : strstr(before.beside, " + ") ? text("(%s)", before.beside) : before.beside;
    put(em, "»»)m4_define(«PL_LOCAL_BYTES», «%lld»)m4_define(«PL_LOCAL_LINES», «%s»)m4_dnl\n", bytes_of_parts(&l->local),
        before.parts ? text("«%s»", lines) : "");
    put_contents(em, &l->local);
    return (LocalLines){ lines, beside };
}

// ---- Buffers of a program that runs alone, and workspaces -----------------------------------------------------------

void put_buffers(Emitter *em, const Plan *plan)
{
    put(em, "m4_define(«PL_BUFFERS», «\n");
    for (const struct Buffer *b = plan->buffers; b < plan->buffers + plan->buffer_count; b++)
        put(em, "pl_buffer(«%s», %s, «%s»)\n", b->name, type_code(b->of->type), printed_factor(em, b->count));
    put(em, "»)m4_dnl\n");
}

// Returns the sum of the buffers; nothing: there are none.
static const char *workspace_text(Emitter *em, const Plan *plan, bool of_lanes)
{
    const char *sum = "";
    for (const struct Buffer *b = plan->buffers; b < plan->buffers + plan->buffer_count; b++)
        if (b->memory == MEMORY_GLOBAL || !of_lanes)
            sum = text("%s%s»say_padded_bytes(%s, «%s»)«", sum, *sum ? " + " : "", type_code(b->of->type), printed_factor(em, b->count));
    return *sum ? text("«%s»", sum) : "";
}

void put_workspaces(Emitter *em, const Plan *plan)
{
    print_for_host(em);
    put(em, "m4_define(«PL_WORKSPACE», «%s»)m4_dnl\n", workspace_text(em, plan, true));
    put(em, "m4_define(«PL_BUFFERS_WORKSPACE», «%s»)m4_dnl\n", workspace_text(em, plan, false));
    print_for_kernel(em);
}

// ---- Further kernels of a call --------------------------------------------------------------------------------------

const char *producer_launch(const Plan *plan)
{
    const Lanes *l = plan->lanes;
    const Machine *m = l->group.machine;
    const long long together = chosen_value(plan->call, "PL_CLUSTER", 0), persistent = chosen_value(plan->call, "PL_PERSISTENT", -1);
    const char *chosen = together || persistent >= 0 ? text(", %lld, %lld", together, persistent) : "";
    const char *pairs = has_pairs(l) ? text("%s_programs%s", plan->axes[l->pairs.axis].axis->symbol->name, chosen) : "";
    return fact("producer_launch", "machine=%s, lanes=%lld, bytes=«%lld * 1024 + %lld», pairs=«%s»", m->name,
                l->group.rows * l->group.columns + m->producer_lanes, parts_of_slices(l), (transposes_slices(l) ? 24 : 16) * stage_count(l),
                pairs);
}

// What an element of each row that is held takes.
static const char *element_text(const HeldRows *h)
{
    const char *sum = "";
    for (int i = 0; i < h->place_count; i++)
        sum = text("%s%ssizeof (»pl_host_type(«%s»)«)", sum, *sum ? " + " : "", type_code(h->places[i].first->ref->type));
    return sum;
}

// A row that gives each of its lanes enough elements is worth the kernel.
const char *held_launch(Emitter *em, const Lanes *l, LocalLines lines)
{
    const struct HeldPlace *row = &l->held.places[0];
    const int bytes = type_size(row->first->ref->type);
    print_for_host(em);
    const char *made = fact("held_launch", "count=«%s», least=%lld, of_few=%lld, lanes=%d, fewer=%s, lines=«%s», part=%s, beside=«%s», element=«%s»",
                            printed_factor(em, row->extent), held_least(l, true) / bytes, held_least(l, false) / bytes,
                            l->group.rows * l->group.columns, l->group.shrinks ? "yes" : "", lines.all, l->held.in_part ? "yes" : "",
                            lines.beside, element_text(&l->held));
    print_for_kernel(em);
    return made;
}

// plan/placements.c -- the memory of blocks: scratch and tiles first, then windows (plan/windows.c).

#include "plan/plan.h"
#include <string.h>

typedef struct {
    const LaneGroup *lanes;
    const Layouts *layouts;
    const Node *body;           // of the kernel
    Placements made;
} Placing;

static void place(Placements *to, const Symbol *ref, MemoryKind memory, const char *what, const char *why, long long bytes)
{
    struct BlockPlacement p = { .ref = ref, .memory = memory, .what = what, .why = why, .bytes = bytes };
    list_add(to->blocks, to->block_count, p);
    if (memory == MEMORY_LOCAL)
        to->local_bytes += bytes;
}

static void place_shared(Placements *to, const Symbol *ref, RowGap gap, const char *kind, const char *why)
{
    place(to, ref, MEMORY_LOCAL, kind, why, block_bytes(ref) + gap_bytes(ref, gap));
    to->blocks[to->block_count - 1].gap = gap;
}

static void place_block(Placing *p, const Symbol *ref, const char *what)
{
    const Machine *m = p->lanes->machine;
    Placements *to = &p->made;
    long long bytes = block_bytes(ref);
    const char *kind = strcmp(what, "scratch") ? "tile" : what;
    if (in_registers(p->layouts, ref))
        place(to, ref, MEMORY_PRIVATE, kind, NULL, bytes);
    else if (bytes < 0)
        place(to, ref, MEMORY_GLOBAL, kind, text("%s whose size is known at run time", what), bytes);
    else if (is_pointed_into(ref, p->body) && !m->pointers)
        place(to, ref, MEMORY_GLOBAL, kind, text("%s that helpers get a pointer to", what), bytes);
    else if (to->local_bytes + bytes > m->local_bytes) {
        place(to, ref, MEMORY_GLOBAL, kind,
              text("%s that does not fit next to the others in %lld bytes", what, m->local_bytes), bytes);
        to->blocks[to->block_count - 1].left_out = true;
    } else
        place_shared(to, ref, row_gap(p->lanes, ref, p->body, false, to->local_bytes + to->slice_gaps), kind,
                     text("%s that the work-items share", what));
}

// Tiles of one iteration are already placed.
static void place_declared(void *to, const Node *n)
{
    Placing *p = to;
    if (n->kind == ND_TILE && !find_by(p->made.blocks, p->made.block_count, n->symbol))
        place_block(p, n->symbol, "a tile");
}

// Windows that are read only once are placed last, because they need local memory least.
static void record_window(Placements *to, const struct WindowPlacement *k)
{
    const Symbol *ref = k->operand->ref;
    to->local_bytes -= k->bytes;                        // place counts it
    if (k->how == WINDOW_REGISTERS)
        place(to, ref, MEMORY_PRIVATE, "window", NULL, block_bytes(ref));
    if (k->how == WINDOW_LOCAL)
        place_shared(to, ref, k->gap, "window", k->why);
}

Placements plan_placements(const Plan *plan, const LaneGroup *l, const Layouts *layouts, const Clips *clips)
{
    const Function *kernel = plan->call->kernel;
    Placing placing = { .lanes = l, .layouts = layouts, .body = kernel->body }, *p = &placing;
    p->made.local_bytes = l->slice_bytes;
    p->made.slice_gaps = l->mma ? 0 : 4 * l->slice_bytes / l->slice;
    for (int i = 0; i < l->iteration_tile_count; i++)
        place(&p->made, l->iteration_tiles[i], MEMORY_PRIVATE, "tile", "a tile of one iteration, which one work-item runs",
              block_bytes(l->iteration_tiles[i]));
    for (int i = 0; i < plan->call->part_count; i++)
        if (plan->call->parts[i].kind == PART_SCRATCH)
            place_block(p, kernel->parameters[i], "scratch");
    each_node(kernel->body, place_declared, p);
    plan_windows(plan, l, layouts, clips, &p->made);
    for (int i = 0; i < p->made.window_count; i++)
        record_window(&p->made, &p->made.windows[i]);
    return p->made;
}

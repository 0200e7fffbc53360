// plan/placements.c -- the memory of blocks: scratch and tiles first, then windows (plan/windows.c).

#include "plan/plan.h"
#include <string.h>

static void place(Lanes *l, const Symbol *ref, MemoryKind memory, const char *what, const char *why,
                  long long bytes)
{
    struct BlockPlacement p = { .ref = ref, .memory = memory, .what = what, .why = why, .bytes = bytes };
    list_add(l->block_placements, l->block_placement_count, p);
    if (memory == MEMORY_LOCAL)
        l->local_bytes += bytes;
}

typedef struct { Lanes *lanes; const Node *body; } Placing;     // the body of the kernel

static void place_shared(Lanes *l, const Symbol *ref, RowGap gap, const char *kind, const char *why)
{
    place(l, ref, MEMORY_LOCAL, kind, why, block_bytes(ref) + gap_bytes(ref, gap));
    l->block_placements[l->block_placement_count - 1].gap = gap;
}

static void place_block(Lanes *l, const Symbol *ref, const Node *body, const char *what)
{
    long long bytes = block_bytes(ref);
    const char *kind = strcmp(what, "scratch") ? "tile" : what;
    if (in_registers(&l->layouts, ref))
        place(l, ref, MEMORY_PRIVATE, kind, NULL, bytes);
    else if (bytes < 0)
        place(l, ref, MEMORY_GLOBAL, kind, text("%s whose size is known at run time", what), bytes);
    else if (is_pointed_into(ref, body) && !l->group.machine->pointers)
        place(l, ref, MEMORY_GLOBAL, kind, text("%s that helpers get a pointer to", what), bytes);
    else if (l->local_bytes + bytes > l->group.machine->local_bytes) {
        place(l, ref, MEMORY_GLOBAL, kind,
              text("%s that does not fit next to the others in %lld bytes", what, l->group.machine->local_bytes), bytes);
        l->block_placements[l->block_placement_count - 1].left_out = true;
    } else
        place_shared(l, ref, row_gap(&l->group, ref, body, false, l->local_bytes + l->slice_gaps), kind,
                     text("%s that the work-items share", what));
}

// Tiles of one iteration are already placed.
static void place_declared(void *to, const Node *n)
{
    const Placing *p = to;
    if (n->kind == ND_TILE && !find_by(p->lanes->block_placements, p->lanes->block_placement_count, n->symbol))
        place_block(p->lanes, n->symbol, p->body, "a tile");
}

// Windows that are read only once are placed last, because they need local memory least.
static void record_window(Lanes *l, const struct WindowPlacement *k)
{
    const Symbol *ref = k->operand->ref;
    l->local_bytes -= k->bytes;                         // place counts it
    if (k->how == WINDOW_REGISTERS)
        place(l, ref, MEMORY_PRIVATE, "window", NULL, block_bytes(ref));
    if (k->how == WINDOW_LOCAL)
        place_shared(l, ref, k->gap, "window", k->why);
}

void plan_placements(const Plan *plan, Lanes *l)
{
    const Function *kernel = plan->call->kernel;
    l->local_bytes = l->group.slice_bytes;
    l->slice_gaps = l->group.mma ? 0 : 4 * l->local_bytes / l->group.machine->dot_slice;
    for (int i = 0; i < l->group.iteration_tile_count; i++)
        place(l, l->group.iteration_tiles[i], MEMORY_PRIVATE, "tile", "a tile of one iteration, which one work-item runs",
              block_bytes(l->group.iteration_tiles[i]));
    Placing placing = { l, kernel->body };
    for (int i = 0; i < plan->call->part_count; i++)
        if (plan->call->parts[i].kind == PART_SCRATCH)
            place_block(l, kernel->parameters[i], kernel->body, "scratch");
    each_node(kernel->body, place_declared, &placing);
    plan_windows(plan, l);
    for (int i = 0; i < l->placement_count; i++)
        record_window(l, &l->placements[i]);
}

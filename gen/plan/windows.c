// plan/windows.c -- where the lanes of a group meet the window of an operand, and why there.
//
//     in registers           what is read again, and only by the lane that wrote it (plan/layouts.c)
//     in place               each element is met by one lane, neighbours next to each other: nothing to gain
//     in place, masked       the same where the window may hang over the edge: a block that does is met by masks
//     a copy, local memory   elements that several lanes read, or that lie across for them; what PL_DOT folds into
//                            part by part
//     a copy, global memory as that, but the copy has no room in local memory, or is needed as an alias
//
// PL_DOT brings slices of what lies in an array to local memory itself, with masks where the window hangs over.

#include "plan/plan.h"
#include <string.h>

typedef struct { int dim; long long shift; } Shift;

typedef struct {                // how a kernel meets a window
    const char *unmasked;       // why masks will not do; NULL: they will
    const char *pays;           // why a copy near by pays; NULL: it does not
    bool folded;                // PL_DOT folds into a part of it
    Shift *shifts;              // of its elements against the lanes that read them
    int shift_count;
} Meeting;

static struct {
    const Lanes *lanes;
    const Operand *operand;
    Meeting met;
    const Node *loops[16];
    int loop_count;
    bool masked;                // in a statement that comes in two forms, one with masks
    const Node *stored;         // what it stores to
} go;

static void no_masks(const char *why)
{
    if (!go.met.unmasked)
        go.met.unmasked = why;
}

static void copy_pays(const char *why)
{
    if (!go.met.pays)
        go.met.pays = why;
}

// The window itself, or a view of it.
static bool is_part(const Symbol *ref)
{
    return ref && view_of(ref).of == go.operand->ref;
}

// ---- Elements -----------------------------------------------------------------------------------------------------

// Do several places of the subscript come by one lane: x[r + dy], with dy counted by a loop of its own?
static bool sweeps(const Node *subscript)
{
    for (int l = 0; l < go.loop_count; l++)
        for (int a = 0; a < go.loops[l]->axis_count; a++)
            if (spread_of(go.lanes, go.loops[l]->axes[a].index) == SPREAD_NONE &&
                uses(subscript, go.loops[l]->axes[a].index))
                return true;
    return false;
}

static void meet_shift(const Node *access, Along along)
{
    for (int i = 0; i < go.met.shift_count; i++)
        if (go.met.shifts[i].dim == along.dim && along.known && go.met.shifts[i].shift != along.shift)
            copy_pays(text("lanes read elements of their neighbours' in line %u", access->at.line));
    if (!along.known && sweeps(access->items[along.dim]))
        copy_pays(text("lanes read elements around their own in line %u", access->at.line));
    list_add(go.met.shifts, go.met.shift_count, ((Shift){ along.dim, along.shift }));
}

static void meet_axis(const Node *access, const Node *loop, const Symbol *index)
{
    Spread how = spread_of(go.lanes, index);
    Along along = access_along(access, loop, index);
    if (how == SPREAD_NONE || (along.kind != ALONG_IDENTITY && along.kind != ALONG_SHIFT))
        return;
    if (how != SPREAD_ROWS && along.dim != access->ref->rank - 1)
        copy_pays(text("lanes that are neighbours read across its rows in line %u", access->at.line));
    meet_shift(access, along);
}

static void meet_access(const Node *n)
{
    const char *line = text("line %u", n->at.line);
    if (n->item_count < n->ref->rank)
        no_masks(text("%s passes a row of it on", line));
    else if (n->ref != go.operand->ref)
        no_masks(text("%s meets it by a PL_VIEW", line));
    else if (!go.masked)
        no_masks(text("%s takes an element of it outside PL_EACH", line));
    else if (go.operand->written && n != go.stored)
        no_masks(text("%s does more than to store to it", line));
    for (int l = 0; l < go.loop_count; l++)
        for (int a = 0; a < go.loops[l]->axis_count; a++)
            meet_axis(n, go.loops[l], go.loops[l]->axes[a].index);
}

// ---- Whole blocks -------------------------------------------------------------------------------------------------

static bool has_element_dims(const Operand *o)
{
    for (int d = 0; d < o->rank; d++)
        if (o->dims[d].ragged && o->dims[d].kind == WINDOW_ELEMENT)
            return true;
    return false;
}

static void meet(void *unused, const Node *n);

// The window itself is filled, assigned to or from, element by element.
static void meet_whole(const Node *n)
{
    const Node *const blocks[] = { n->a, n->kind == ND_ASSIGN ? n->b : NULL };
    for (int i = 0; i < 2; i++)
        if (blocks[i] && (blocks[i]->kind != ND_NAME ||
                          (is_part(blocks[i]->symbol) && blocks[i]->symbol != go.operand->ref)))
            no_masks(text("line %u meets it by a part", n->at.line));
    if (n->kind == ND_FILL)
        meet(NULL, n->b);
}

static void meet_operand(const Node *dot, const Node *operand)
{
    const Symbol *ref = block_of(operand);
    if (!is_part(ref))
        return;
    if (ref != go.operand->ref)
        copy_pays(text("PL_DOT in line %u multiplies parts of it, and lanes share them", dot->at.line));
    if (ref != go.operand->ref || !dot_slice(go.lanes, dot) || go.loop_count)
        no_masks(text("PL_DOT in line %u brings no slices of it", dot->at.line));
    else if (has_element_dims(go.operand))
        no_masks("its window may begin before the array");
}

static bool is_pointer(const Node *n, const void *unused)
{
    (void)unused;
    return n->type && n->type->kind == TY_POINTER;
}

// A store that does nothing else may be left out where its element is outside.
static bool has_effects(const Node *n, const void *unused)
{
    (void)unused;
    return effect_of(n).target || stores_through_pointer(n) ||
           (n->kind == ND_CALL && n->symbol && find_node(n, is_pointer, NULL));
}

const Node *masked_store(const Node *n)
{
    const Node *store = n->kind == ND_EXPRESSION ? n->a : n;
    if (n->kind == ND_EXPRESSION ? !(store->kind == ND_BINARY && is_op(store, "=")) : n->kind != ND_STORE)
        return NULL;
    const Node *root = root_of(store->a);
    bool plain = !find_node(store->b, has_effects, NULL) && !find_node(store->a, has_effects, NULL) &&
                 !find_node(store->c, has_effects, NULL);
    return plain && root->kind == ND_ACCESS ? root : NULL;
}

// Statements by themselves, which is what comes in two forms.
bool masks_statement(const Node *n)
{
    return n->kind == ND_EACH || n->kind == ND_REDUCE || n->kind == ND_EXPRESSION || n->kind == ND_STORE ||
           n->kind == ND_FILL || n->kind == ND_ASSIGN;
}

static void meet_parts(const Node *n);

static void meet(void *unused, const Node *n)
{
    (void)unused;
    const Node *outer_stored = go.stored;
    bool outer_masked = go.masked;
    go.masked |= masks_statement(n);
    if (n->kind == ND_EXPRESSION || n->kind == ND_STORE)
        go.stored = masked_store(n);
    meet_parts(n);
    go.masked = outer_masked;
    go.stored = outer_stored;
}

static void meet_parts(const Node *n)
{
    if (n->kind == ND_INSIDE || n->kind == ND_DIM || n->kind == ND_SIZE)
        return;
    if (n->kind == ND_DOT) {
        meet_operand(n, n->b);
        meet_operand(n, n->c);
        if (is_part(n->a->symbol)) {
            go.met.folded = true;
            no_masks(text("PL_DOT in line %u folds into it", n->at.line));
        }
        return;
    }
    if (n->kind == ND_VIEW && is_part(n->symbol))
        return;
    if (n->kind == ND_ACCESS && is_part(n->ref))
        meet_access(n);
    if ((n->kind == ND_FILL || n->kind == ND_ASSIGN) && go.loop_count == 0) {
        meet_whole(n);
        return;
    }
    if (n->kind == ND_NAME && is_part(n->symbol))
        no_masks(text("line %u takes all of it", n->at.line));
    bool loop = n->kind == ND_EACH || n->kind == ND_REDUCE;
    if (loop && go.loop_count == (int)(sizeof go.loops / sizeof *go.loops))
        INTERNAL("loops too deep");
    if (loop)
        go.loops[go.loop_count++] = n;
    visit_parts(n, meet, NULL);
    go.loop_count -= loop;
}

// ---- Where it is kept ---------------------------------------------------------------------------------------------

static const char *no_copy(const Lanes *l, const Operand *o, const Node *body)
{
    long long bytes = block_bytes(o->ref);
    if (o->ref->type->kind == TY_STRUCT)
        return "its elements are structs";
    if (bytes < 0)
        return "its size is known at run time";
    if (is_pointed_into(o->ref, body))
        return "a pointer points into it";
    if (o->written && (o->level || o->visits == VISIT_MOVED))
        return "it comes and goes while programs run";
    if (l->local_bytes + bytes > l->machine->local_bytes)
        return text("%lld bytes of it do not fit beside the others in %lld", bytes, l->machine->local_bytes);
    return NULL;
}

// Of what stays in its array, or is copied to global memory. unmasked: why masks will not do, where they are wanted.
static const char *why_far(const Operand *o, const char *pays, const char *unmasked, const char *against)
{
    if (unmasked && !strcmp(unmasked, against))
        return text("neither masks nor a copy near by will do, as %s", against);
    if (unmasked)
        return text("masks will not do, as %s, nor a copy near by, as %s", unmasked, against);
    return pays ? text("a copy near by would pay, as %s, but %s", pays, against)
         : o->written ? "each element is written by one lane" : "each element is read by one lane, or by all of a row";
}

static struct Kept kept(const Lanes *l, const Operand *o, const Node *body)
{
    struct Kept k = { o, o->stage == STAGE_NEVER ? WINDOW_IN_PLACE : WINDOW_COPIED, 0, "" };
    if (in_registers(l, o->ref)) {
        k.how = WINDOW_HELD;
        k.why = laid_out(l, o->ref)->why;
        return k;
    }
    if (o->part->spec == SPEC_ATOMIC) {
        k.why = "all programs share it";
        return k;
    }
    if (o->stage == STAGE_ALWAYS) {
        k.why = "PL_ALIAS, or a pointer to rows, needs one";
        return k;
    }
    memset(&go, 0, sizeof go);
    go.lanes = l;
    go.operand = o;
    if (o->ref->type->kind == TY_STRUCT)
        no_masks("its elements are structs");
    if (is_pointed_into(o->ref, body))
        no_masks("a pointer points into it");
    if (has_kind(body, ND_LABEL))
        no_masks("the kernel has jumps");
    meet(NULL, body);
    bool again = o->written && reads_again(o->ref, body);
    const char *pays = o->written ? (go.met.folded ? "PL_DOT folds into parts of it" : NULL) : go.met.pays;
    const char *unmasked = again ? "it is read again" : go.met.unmasked;
    const char *against = no_copy(l, o, body);
    bool wants_masks = o->stage == STAGE_EDGE && unmasked && !pays;
    if (wants_masks)
        pays = text("it may hang over the edge, and masks will not do, as %s", unmasked);
    if (pays && !against) {
        k.how = WINDOW_STAGED;
        k.why = pays;
        k.bytes = block_bytes(o->ref);
    } else if (o->stage == STAGE_EDGE && !unmasked) {
        k.how = WINDOW_MASKED;
        k.why = "it may hang over the edge, which masks see to";
    } else {
        k.why = why_far(o, pays, wants_masks ? unmasked : NULL, against);
    }
    return k;
}

void plan_windows(const Plan *plan, Lanes *l)
{
    for (int i = 0; i < plan->operand_count; i++) {
        struct Kept k = kept(l, &plan->operands[i], plan->call->kernel->body);
        list_add(l->kept, l->kept_count, k);
        l->local_bytes += k.bytes;
    }
}

const struct Kept *kept_window(const Lanes *l, const Operand *o)
{
    for (int i = 0; i < l->kept_count; i++)
        if (l->kept[i].operand == o)
            return &l->kept[i];
    INTERNAL("a window that was not planned");
}

WindowKept window_kept(const Lanes *l, const Operand *o)
{
    return kept_window(l, o)->how;
}

const char *kept_name(WindowKept how)
{
    static const char *const names[] = {
        [WINDOW_IN_PLACE] = "in_place", [WINDOW_MASKED] = "masked", [WINDOW_STAGED] = "staged", [WINDOW_HELD] = "held",
        [WINDOW_COPIED] = "copied",
    };
    return names[how];
}

// read/pipeline.c -- PL_PIPELINE: a block with one declaration per fact. See "Pipelines" in marked.h.

#include "../../targets/shared/messages.h"
#include "read/read.h"
#include <stdlib.h>
#include <string.h>

static Node *make(NodeKind kind, CXCursor c, const char *op)
{
    Node *n = new_node(kind, place(c));
    n->op = op;
    return n;
}

static Node *read_list_of(Reader *r, CXCursor declaration)
{
    Node *list = make(ND_LIST, declaration, NULL);
    list->items = read_tuple(r, declaration, &list->item_count);
    return list;
}

// ---- Parts ----------------------------------------------------------------------------------------------------------

static void read_axis(Reader *r, Node *pipeline, CXCursor c, const char *mark)
{
    LoopAxis axis = { .index = new_symbol(SY_INDEX, c), .lo = literal_node(0), .hi = read_value(r, c) };
    axis.index->name = strchr(mark, ':') + 1;
    axis.index->type = read_type(r, clang_getCursorType(c), axis.index->at);
    list_add(pipeline->axes, pipeline->axis_count, axis);
}

// pl_window_(2, "PL_IN", x): the facts about it have this number.
static void read_window(Reader *r, Node *pipeline, Kids k)
{
    bool known;
    Node *n = make(ND_WINDOW, k.at[3], words_in(k.at[2]));
    n->value = evaluate(k.at[1], &known);
    n->a = read_view(r, k.at[3], "PL_PIPELINE");
    n->type = n->a->type;
    n->at = n->a->at;
    if (strcmp(n->op, "PL_IN") && n->type && n->type->constant) {
        error_at(n->at, MESSAGE_PIPELINE_VIEW_CONST, n->op);
        note_at(n->at, HINT_COPY_TO_CONST);
    }
    add_item(pipeline, n);
}

// T pl_scratch_3[8][N]: the kernel's name.
static void read_scratch(Reader *r, Node *pipeline, CXCursor c, const char *mark)
{
    Node *n = make(ND_TILE, c, "scoped");
    n->symbol = new_symbol(SY_REF, c);
    n->symbol->rank = atoi(strchr(mark, ':') + 1);
    n->symbol->dims = read_dims(r, c, n->symbol->rank);
    n->symbol->type = element_type(r, clang_getCursorType(c), n->symbol->rank, n->at);
    if (has_prefix(mark, "scratch_any")) {
        error_at(n->at, MESSAGE_PIPELINE_SCRATCH);
        note_at(n->at, HINT_PIPELINE_SCRATCH);
    }
    add_item(pipeline, n);
}

// An argument in source form; the companion that PL_PASS adds to a block carries no information.
static void read_argument(Reader *r, Node *pipeline, CXCursor c)
{
    CXCursor e = bare(c);
    const Known *known = e.kind == CXCursor_DeclRefExpr ? find_known(r, clang_getCursorReferenced(e)) : NULL;
    if (known && known->companion)
        return;
    Node *semaphore = read_semaphore_if_any(r, e);
    bool block = known && known->symbol && known->symbol->kind == SY_REF;
    add_item(pipeline, semaphore ? semaphore : block ? read_view(r, e, "PL_PASS") : read_expression(r, c));
}

static Node *last_part(const Node *pipeline)
{
    return pipeline->items[pipeline->item_count - 1];
}

static void read_fact(Reader *r, Node *pipeline, CXCursor c)
{
    const char *mark = mark_of(c);
    if (!strcmp(mark, "pipeline"))
        return;
    if (marks_axis(mark)) {
        read_axis(r, pipeline, c, mark);
    } else if (!strcmp(mark, "block")) {
        last_part(pipeline)->b = read_list_of(r, c);
    } else if (!strcmp(mark, "whole") || !strcmp(mark, "any")) {
        last_part(pipeline)->name = *mark == 'w' ? "PL_WHOLE" : "PL_ANY";
    } else if (!strcmp(mark, "scalar")) {
        add_item(pipeline, read_value(r, c));
    } else if (has_prefix(mark, "scratch")) {
        read_scratch(r, pipeline, c, mark);
    } else {
        INTERNAL(text("a fact of a pipeline marked '%s'", mark));
    }
}

// ---- Maps and options -----------------------------------------------------------------------------------------------

static Node *window_of(const Node *pipeline, int number)
{
    for (int i = 0; i < pipeline->item_count; i++)
        if (pipeline->items[i]->kind == ND_WINDOW && pipeline->items[i]->value == number)
            return pipeline->items[i];
    INTERNAL("a map of no window");
}

static Node *add_option(Node *window, CXCursor c, const char *op)
{
    Node *n = make(ND_OPTION, c, op);
    for (int i = 0; i < window->item_count; i++)
        if (is_op(window->items[i], op))
            error_at(n->at, MESSAGE_PIPELINE_OPTION_TWICE, op);
    add_item(window, n);
    return n;
}

static void read_id(Reader *r, const Node *pipeline, CXCursor c)
{
    const char *name = keep(clang_getCursorSpelling(c));
    for (int a = 0; a < pipeline->axis_count; a++)
        if (!strcmp(pipeline->axes[a].index->name, name)) {
            pipeline->axes[a].index->at = place(c);
            add_symbol(r, c, pipeline->axes[a].index, false);
        }
}

static void read_map_fact(Reader *r, const Node *pipeline, Node **window, CXCursor c)
{
    static const struct { const char *mark, *option; } options[] = {
        { "edge", "PL_EDGE" }, { "buffered", "PL_BUFFERED" }, { "lookahead", "PL_LOOKAHEAD" }, { "revisit", "PL_REVISIT_ANY" },
        { "alias:", "PL_ALIAS" }, { "space:", "PL_SPACE" }, { "init", "PL_INIT" },
    };
    const char *mark = mark_of(c);
    if (!strcmp(mark, "id")) {
        read_id(r, pipeline, c);
    } else if (has_prefix(mark, "index:")) {
        *window = window_of(pipeline, atoi(strchr(mark, ':') + 1));
        (*window)->c = read_list_of(r, c);
        for (int d = 0; d < (*window)->c->item_count; d++)
            (*window)->c->items[d] = as_slice((*window)->c->items[d]);
    } else if (!strcmp(mark, "init_where")) {
        (*window)->items[(*window)->item_count - 1]->b = read_value(r, c);
    } else {
        for (size_t i = 0; i < sizeof options / sizeof *options; i++)
            if (has_prefix(mark, options[i].mark)) {
                CXCursor value = clang_Cursor_getVarDeclInitializer(c);
                Node *option = add_option(*window, c, options[i].option);
                if (is_op(option, "PL_ALIAS")) {
                    error_at(option->at, MESSAGE_ALIAS_IN_PIPELINE);
                    note_at((*window)->at, PL_HINT_VIEW_IN_AND_OUT_);
                }
                option->a = clang_Cursor_isNull(value) ? NULL : read_expression(r, value);
                option->name = strchr(mark, ':') ? strchr(mark, ':') + 1 : NULL;
                return;
            }
        INTERNAL(text("a map of a pipeline marked '%s'", mark));
    }
}

static void read_maps(Reader *r, const Node *pipeline, CXCursor c)
{
    Kids k = kids(c);
    Node *window = NULL;
    for (int i = 0; i < k.count; i++) {
        if (k.at[i].kind == CXCursor_DeclStmt && last_kid(k.at[i]).kind == CXCursor_VarDecl) {
            read_map_fact(r, pipeline, &window, last_kid(k.at[i]));
        } else if (k.at[i].kind == CXCursor_CompoundStmt) {             // { [pl:before_fetch] char pl_before_; … }
            Node *option = add_option(window, k.at[i], "PL_BEFORE_FETCH");
            option->body = read_statements(r, k.at[i], 1);
        }
    }
}

// ---- What must agree ------------------------------------------------------------------------------------------------

static void check_window(const Node *n)
{
    int rank = view_rank(n->a), block = n->b ? n->b->item_count : rank, index = n->c ? n->c->item_count : rank;
    if (block != rank || index != rank) {
        error_at(n->at, MESSAGE_PIPELINE_RANKS, rank, block, index);
        note_at(n->at, HINT_COPY_RANKS);
    }
}

static void check_kernel(const Node *n, const Function *f)
{
    for (int i = 0; i < n->item_count; i++)
        if (n->items[i]->kind == ND_WINDOW)
            check_window(n->items[i]);
    if (f->parameter_count == n->item_count)
        return;
    error_at(n->at, MESSAGE_PIPELINE_PART_COUNT, f->name, f->parameter_count, n->item_count);
    note_at(f->at, HINT_PIPELINE_PART_COUNT);
}

Node *read_pipeline(Reader *r, CXCursor c, Kids body)
{
    Node *n = make(ND_PIPELINE, c, NULL);
    for (int i = 0; i < body.count; i++) {
        CXCursor s = body.at[i];
        Kids k = kids(s);
        if (is_call_of(s, "pl_kernel_"))
            n->symbol = read_kernel(r, s);
        else if (is_call_of(s, "pl_window_"))
            read_window(r, n, k);
        else if (is_call_of(s, "pl_argument_"))
            read_argument(r, n, k.at[2]);
        else if (s.kind == CXCursor_CompoundStmt)
            read_maps(r, n, s);
        else if (s.kind == CXCursor_DeclStmt && last_kid(s).kind == CXCursor_VarDecl)
            read_fact(r, n, last_kid(s));
    }
    if (n->symbol)
        check_kernel(n, n->symbol->function);
    return n;
}

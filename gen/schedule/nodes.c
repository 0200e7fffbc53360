// schedule/nodes.c -- makes the nodes of a schedule.

#include "schedule/schedule.h"
#include <stdarg.h>

static const Loc nowhere = { "", 0, 0 };

Node *new_block(void)
{
    return new_node(ND_BLOCK, nowhere);
}

Node *alone_or_block(Node *block)
{
    return block->item_count == 1 ? block->items[0] : block;
}

Type *plain_type(const Type *t)
{
    Type *made = copy_type(t);
    made->constant = false;
    return made;
}

const Type *const_type(const Type *t)
{
    Type *made = copy_type(t);
    made->constant = true;
    return made;
}

Type *pointer_to(const Type *of, const char *space)
{
    Type *made = copy_type(&(Type){ .kind = TY_POINTER, .of = (Type *)(size_t)of });
    made->space = space;
    return made;
}

Type *array_of(const Type *of, long long extent)
{
    Type *made = copy_type(&(Type){ .kind = TY_ARRAY, .of = (Type *)(size_t)of });
    made->extent = literal_node(extent);
    return made;
}

Node *code_of_type(const Type *t)
{
    return word_node(type_code(t));
}

Node *variable(const char *name, const Type *type, Node *value)
{
    Node *of = word_node(name);
    of->symbol->type = (Type *)(size_t)type;
    return declaration_node(of->symbol, value, nowhere);
}

Node *also(Node *declaration, const char *name, Node *value)
{
    declaration->c = variable(name, declaration->symbol->type, value);
    return declaration;
}

Node *for_node(Node *init, Node *condition, Node *step, Node *body)
{
    Node *n = new_node(ND_FOR, nowhere);
    n->init = init, n->a = condition, n->b = step, n->body = body;
    return n;
}

Node *loop_from(const char *index, const Type *type, Node *first, Node *end, long long step, Node *body)
{
    return for_node(variable(index, type, first), compare_node("<", word_node(index), end), add_to(index, literal_node(step)), body);
}

Node *loop_to(const char *index, const Type *type, Node *end, long long step, Node *body)
{
    return loop_from(index, type, literal_node(0), end, step, body);
}

Node *unrolled(Node *loop)
{
    loop->op = "unrolled";
    return loop;
}

Node *unrolled_by(long long times, Node *loop)
{
    loop->value = times;
    return unrolled(loop);
}

Node *number_to(const char *index, long long end)
{
    return end == 1 ? literal_node(0) : word_node(index);
}

Node *unrolled_to(const char *index, long long end, Node *body)
{
    return end == 1 && body ? body : unrolled(loop_to(index, &int_type, literal_node(end), 1, body));
}

Node *if_node(Node *condition, Node *then)
{
    return branch_node(ND_IF, condition, then, NULL, nowhere);
}

Node *assign(const char *op, Node *to, Node *value)
{
    return statement_node(assignment_node(op, to, value));
}

Node *add_to(const char *name, Node *value)
{
    return is_literal(value, 1) ? unary_node("x++", word_node(name)) : assignment_node("+=", word_node(name), value);
}

Node *say(const char *word, int count, ...)
{
    Node *n = new_node(ND_SAY, nowhere);
    va_list list;
    va_start(list, count);
    n->name = word;
    n->type = (Type *)(size_t)&long_type;
    for (int i = 0; i < count; i++)
        add_item(n, va_arg(list, Node *));
    va_end(list);
    return n;
}

Node *call_of(const char *function, Node *arguments)
{
    Node *n = new_node(ND_CALL, nowhere);
    n->name = function;
    n->symbol = word_node(function)->symbol;
    n->type = n->symbol->type;
    add_items(n, arguments);
    return n;
}

Node *call_on(const char *function, Node *value)
{
    Node *arguments = new_block();
    add_item(arguments, value);
    return call_of(function, arguments);
}

Node *call_with(const char *function, Node *a, Node *b)
{
    Node *both = new_block();
    add_item(both, a);
    add_item(both, b);
    return call_of(function, both);
}

Node *divided_up(Node *a, Node *b)
{
    Node *n = new_node(ND_CDIV, a->at);
    n->a = a, n->b = b, n->type = a->type;
    return n;
}

Node *is_multiple(Node *n, long long of)
{
    return compare_node("==", binary_node("%", n, literal_node(of)), literal_node(0));
}

const char *assigning_op(const char *op)
{
    static const struct { const char *name, *op; } all[] = {
        { "PL_ADD", "+=" }, { "PL_MUL", "*=" }, { "PL_AND", "&=" }, { "PL_OR", "|=" }, { "PL_XOR", "^=" },
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (is_text(op, all[i].name))
            return all[i].op;
    return NULL;
}

Node *reduced(const Node *reduce, Node *into, Node *value)
{
    const char *type = type_code(reduce->a->type);
    if (reduce->symbol)
        return assign("=", into, call_with(reduce->symbol->name, into, value));
    if (assigning_op(reduce->op))
        return assign(assigning_op(reduce->op), into, value);
    return assign("=", into, say(is_op(reduce, "PL_MAX") ? "pl_max" : "pl_min", 3, word_node(type), into, value));
}

Node *wrapped(Node *n)
{
    Node *made = new_node(ND_WRAPPED, n->at);
    made->a = n;
    made->type = n->type;
    return made;
}

Node *converted(Node *n, const Type *to)
{
    Node *made = cast_to(to, n);
    made->kind = ND_CONVERT;
    return made;
}

Node *memory_named(const char *name)
{
    Node *n = new_node(ND_PLACE, nowhere);
    n->name = name;
    return n;
}

Node *element_among(const char *name, long long count, const char *index)
{
    return count == 1 ? word_node(name) : element_at(name, word_node(index));
}

Node *element_at(const char *name, Node *subscript)
{
    Node *n = memory_named(name);
    n->type = subscript->type;
    add_item(n, subscript);
    return n;
}

Node *access_node(const Symbol *ref, Node *const *at)
{
    Node *n = new_node(ND_ACCESS, nowhere);
    n->ref = (Symbol *)(size_t)ref;
    n->type = ref->type;
    for (int d = 0; d < ref->rank; d++)
        add_item(n, at[d]);
    return n;
}

Node *comment(const char *words)
{
    Node *n = new_node(ND_COMMENT, nowhere);
    n->spelling = words;
    return n;
}

Node *line_of(Loc at)
{
    Node *n = new_node(ND_ORIGIN, at);
    n->op = "line";
    return n;
}

void add_if_used(const char *names, Node *statement, Node *to)
{
    Node *n = new_node(ND_IF_USED, nowhere);
    n->name = names;
    n->body = statement;
    add_item(to, n);
}

Node *function_node(const char *name, Node *parameter, Node *body)
{
    Node *n = new_node(ND_FUNCTION, nowhere);
    n->name = name;
    n->init = parameter, n->body = body;
    return n;
}

// "local", "global", "both", or "warp".
static const char *memory_of_barrier(const Barrier *b)
{
    bool local = b->memories & MEMORY_LOCAL, global = b->memories & MEMORY_GLOBAL;
    return b->warp ? "warp" : local && global ? "both" : global ? "global" : "local";
}

void add_wait(const Around *at, Barrier *b, Node *to)
{
    if (!b || !(b->placed || (at->group->places && !at->parted)))
        return;
    Node *n = new_node(ND_WAIT, nowhere);
    n->barrier = b;
    n->name = memory_of_barrier(b);
    n->spelling = b->why;
    add_item(to, n);
}

void add_own_wait(const Around *at, Barrier *b, const char *why, Node *to)
{
    b->why = b->why ? b->why : in_words(at->group->lanes->group.machine, why);
    add_wait(at, b, to);
}

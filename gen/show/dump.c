// show/dump.c -- prints the tree node by node, as the later stages see it: pallasc --emit=nodes, for finding bugs.
//
//     access x : float  @12:5             kind, operator or name, type; = value if it is constant; place
//         name r : long  @12:7            its parts, in the order a, b, c, init, axes, items, body

#include "show/show.h"

static const char *const names[] = {
    [ND_INT] = "int",
    [ND_FLOAT] = "float",
    [ND_STRING] = "string",
    [ND_NAME] = "name",
    [ND_UNARY] = "unary",
    [ND_BINARY] = "binary",
    [ND_CONDITIONAL] = "conditional",
    [ND_SUBSCRIPT] = "subscript",
    [ND_ACCESS] = "access",
    [ND_MEMBER] = "member",
    [ND_CALL] = "call",
    [ND_CAST] = "cast",
    [ND_LIST] = "list",
    [ND_COMPOUND] = "compound",
    [ND_DESIGNATED] = "designated",
    [ND_PROGRAM_ID] = "program_id",
    [ND_NUM_PROGRAMS] = "num_programs",
    [ND_FIRST_STEP] = "first_step",
    [ND_AXIS] = "axis",
    [ND_CDIV] = "cdiv",
    [ND_DIM] = "dim",
    [ND_SIZE] = "size",
    [ND_INSIDE] = "inside",
    [ND_LOAD] = "load",
    [ND_ATOMIC] = "atomic",
    [ND_MULTIPLE_OF] = "multiple_of",
    [ND_PASS] = "pass",
    [ND_NONE] = "none",
    [ND_FULL] = "full",
    [ND_ELEMENT] = "element",
    [ND_BOUNDED] = "bounded",
    [ND_SLICE] = "slice",
    [ND_BLOCK] = "block",
    [ND_DECLARE] = "declare",
    [ND_EXPRESSION] = "expression",
    [ND_IF] = "if",
    [ND_WHEN] = "when",
    [ND_FOR] = "for",
    [ND_WHILE] = "while",
    [ND_DO] = "do",
    [ND_SWITCH] = "switch",
    [ND_CASE] = "case",
    [ND_DEFAULT] = "default",
    [ND_BREAK] = "break",
    [ND_CONTINUE] = "continue",
    [ND_GOTO] = "goto",
    [ND_LABEL] = "label",
    [ND_RETURN] = "return",
    [ND_LOOP] = "loop",
    [ND_EACH] = "each",
    [ND_REDUCE] = "reduce",
    [ND_SCAN] = "scan",
    [ND_DOT] = "dot",
    [ND_TRANSPOSE] = "transpose",
    [ND_FILL] = "fill",
    [ND_ASSIGN] = "assign",
    [ND_TILE] = "tile",
    [ND_VIEW] = "view",
    [ND_STORE] = "store",
    [ND_CHECK] = "check",
    [ND_PRINT] = "print",
    [ND_TRACE] = "trace",
    [ND_ALL] = "all",
    [ND_AT] = "at",
    [ND_COPY] = "copy",
    [ND_SEM] = "semaphore",
    [ND_SEM_READ] = "sem_read",
    [ND_DEVICE] = "device",
    [ND_DESCRIBE] = "describe",
    [ND_START] = "start",
    [ND_AWAIT] = "await",
    [ND_SIGNAL] = "signal",
    [ND_SEM_WAIT] = "sem_wait",
    [ND_BARRIER] = "barrier",
    [ND_SCOPED_SEM] = "scoped_semaphore",
    [ND_ANY_VIEW] = "any_view",
    [ND_PIPELINE] = "pipeline",
    [ND_WINDOW] = "window",
    [ND_OPTION] = "option",
};

static void dump(FILE *to, const Node *n, int depth, const char *label);

static void dump_symbol(FILE *to, const Symbol *s, int depth, const char *label)
{
    fprintf(to, "%*s%s%s : %s  @%u:%u\n", 4 * depth, "", label, s->name, type_text(s->type, ""), s->at.line,
            s->at.column);
    for (int d = 0; d < s->rank; d++)
        dump(to, s->dims[d], depth + 1, "dim ");
}

static void dump_parts(FILE *to, const Node *n, int depth)
{
    const Node *const first[] = { n->a, n->b, n->c, n->init };
    for (int i = 0; i < 4; i++)
        if (first[i])
            dump(to, first[i], depth, "");
    for (int i = 0; i < n->axis_count; i++) {
        dump_symbol(to, n->axes[i].index, depth, "index ");
        dump(to, n->axes[i].lo, depth + 1, "lo ");
        dump(to, n->axes[i].hi, depth + 1, "hi ");
        if (n->axes[i].step)
            dump(to, n->axes[i].step, depth + 1, "step ");
    }
    for (int i = 0; i < n->item_count; i++)
        dump(to, n->items[i], depth, "");
    if (n->body)
        dump(to, n->body, depth, "");
}

static void dump(FILE *to, const Node *n, int depth, const char *label)
{
    fprintf(to, "%*s%s%s", 4 * depth, "", label, names[n->kind]);
    if (n->op)
        fprintf(to, " %s", n->op);
    if (n->ref)
        fprintf(to, " %s", n->ref->name);
    if (n->kind == ND_NAME)
        fprintf(to, " %s", n->symbol->name);
    else if (n->name)
        fprintf(to, " %s", n->name);
    if (n->spelling)
        fprintf(to, " %s", n->spelling);
    if (n->type)
        fprintf(to, " : %s", type_text(n->type, ""));
    if (n->known)
        fprintf(to, " = %lld", n->value);
    fprintf(to, "  @%u:%u\n", n->at.line, n->at.column);
    if (declares(n) && n->symbol->type)
        dump_symbol(to, n->symbol, depth + 1, "");
    dump_parts(to, n, depth + 1);
}

static void dump_list(FILE *to, Node *const *list, int count, const char *label)
{
    for (int i = 0; i < count; i++)
        dump(to, list[i], 2, label);
}

static void dump_part(FILE *to, const Part *part)
{
    static const char *const kinds[] = {
        [PART_SCALAR] = "scalar", [PART_TABLE] = "table", [PART_IN] = "in", [PART_OUT] = "out", [PART_INOUT] = "inout",
        [PART_SCRATCH] = "scratch", [PART_SEM] = "semaphore",
    };
    fprintf(to, "    %s %s : %s%s  @%u:%u\n", kinds[part->kind], part->name, type_text(part->type, ""),
            part->scalar_memory ? " in scalar memory" : "", part->at.line, part->at.column);
    dump_list(to, part->shape, part->rank, "shape ");
    if (part->spec == SPEC_BLOCKS) {
        dump_list(to, part->block, part->rank, "block ");
        dump_list(to, part->index, part->rank, "index ");
    }
    if (part->edge)
        dump(to, part->edge, 2, "edge ");
}

void dump_source(FILE *to, const Source *s)
{
    for (int i = 0; i < s->function_count; i++) {
        const Function *f = s->functions[i];
        const char *kind = f->kind == FN_KERNEL ? "kernel" : f->kind == FN_BLOCKS ? "function" : "helper";
        fprintf(to, "%s %s : %s%s  @%u:%u\n", kind, f->name, type_text(f->result, ""), f->used ? "" : " unused",
                f->at.line, f->at.column);
        for (int p = 0; p < f->parameter_count; p++)
            dump_symbol(to, f->parameters[p], 1, "parameter ");
        dump(to, f->body, 1, "");
    }
    for (int i = 0; i < s->call_count; i++) {
        const Call *call = &s->calls[i];
        fprintf(to, "call %s of %s  @%u:%u\n", call->name, call->kernel->name, call->at.line, call->at.column);
        for (int p = 0; p < call->parameter_count; p++)
            fprintf(to, "    parameter %s : %s\n", call->parameters[p]->name, type_text(call->parameters[p]->type, ""));
        for (int a = 0; a < call->axis_count; a++)
            dump(to, call->axes[a].extent, 1, text("axis %s ", call->axes[a].name));
        for (int p = 0; p < call->part_count; p++)
            dump_part(to, &call->parts[p]);
    }
}

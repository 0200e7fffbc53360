/* ---- Checks of a call's facts ---------------------------------------------------------------------------

   What can be wrong before the first program: extents of the kernel against those of the call, the order of axes,
   aliases, arrays that overlap, null pointers, PL_EDGE of an output. */
#if PL_CHECKS
static inline void pl_sign_(struct pl_call *c, const struct pl_window *w, const char *name, size_t size, int rank, const long *dims)
{
    struct pl_operand *o = (struct pl_operand *)(uintptr_t)w->operand;
    char block[128], ref[128];
    int same = rank == w->rank && size == w->element;
    if (o && o->kind == PL_KIND_SCRATCH_)
        o->name = name;
    for (int r = 0; same && r < rank; r++)
        same = dims[r] == w->dim[r];
    if (same)
        return;
    pl_dims_text_(w->dim, w->rank, block, sizeof block);
    pl_dims_text_(dims, rank, ref, sizeof ref);
    if (size != w->element)
        pl_report_(c->file, c->line, o, PL_HINT_PIPELINE_ELEMENTS_, PL_MESSAGE_PIPELINE_ELEMENTS_, w->element, name, size);
    else
        pl_report_(c->file, c->line, o, PL_HINT_REF_EXTENTS_,
                   PL_MESSAGE_REF_EXTENTS_, c->inner ? "pipeline's" : "call's", block, name, ref);
}

static inline void pl_check_axes_(struct pl_call *c)
{
    int sequential = 0;
    c->parallel = 1;
    for (int a = 0; a < c->axes; a++) {
        int parallel = c->axis[a].kind == PL_PARALLEL_ || c->axis[a].kind == PL_BATCH_;
        if (parallel && sequential)
            pl_report_(c->file, c->line, NULL, PL_HINT_AXIS_ORDER_, PL_MESSAGE_AXIS_ORDER_, c->axis[a].name);
        sequential |= !parallel;
        if (c->axis[a].kind == PL_REDUCTION_ && a + 1 < c->axes)
            pl_report_(c->file, c->line, NULL, PL_HINT_REDUCTION_LAST_, PL_MESSAGE_REDUCTION_LAST_, c->axis[a].name);
        else if (c->axis[a].kind == PL_REDUCTION_)
            c->reduction = c->axis[a].extent;
        if (parallel && !sequential)
            c->parallel *= c->axis[a].extent;
        if (c->axis[a].extent < 0)
            pl_report_(c->file, c->line, NULL, NULL, PL_MESSAGE_AXIS_EXTENT_, c->axis[a].name, c->axis[a].extent);
    }
}

static inline int pl_aliased_(const struct pl_operand *a, const struct pl_operand *b)
{
    return (a->alias && !strcmp(a->alias, b->name)) || (b->alias && !strcmp(b->alias, a->name));
}

static inline void pl_check_aliases_(struct pl_call *c)
{
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        const struct pl_operand *x = NULL;
        char mine[96], other[96];
        for (int j = 0; o->alias && j < c->operands; j++)
            if (c->operand[j].name && !strcmp(o->alias, c->operand[j].name))
                x = &c->operand[j];
        if (o->alias && !x)
            pl_report_(c->file, c->line, o, PL_HINT_ALIAS_UNKNOWN_, PL_MESSAGE_ALIAS_UNKNOWN_, o->alias);
        if (!x || (x->dtype == o->dtype && pl_array_bytes_(x) == pl_array_bytes_(o)))
            continue;
        pl_dims_text_(o->shape, o->rank, mine, sizeof mine);
        pl_dims_text_(x->shape, x->rank, other, sizeof other);
        if (x->dtype == o->dtype)
            pl_report_(c->file, c->line, o, PL_HINT_ALIAS_SIZE_,
                       PL_MESSAGE_ALIAS_SIZE_, o->alias, o->alias, other, mine);
        else
            pl_report_(c->file, c->line, o, PL_HINT_ALIAS_SIZE_, PL_MESSAGE_ALIAS_DIFFERS_, o->alias, o->alias, other, x->type,
                       mine, o->type);
    }
}

/* Checks two arrays for overlap. The hint distinguishes one array that was passed twice from sizes that do not match the
   pointers. */
static inline void pl_check_overlap_(struct pl_call *c, const struct pl_operand *o, const struct pl_operand *p)
{
    char hint[400], mine[96], other[96];
    size_t bytes = pl_array_bytes_(o), more = pl_array_bytes_(p);
    const struct pl_operand *first = o->array < p->array ? o : p, *second = first == o ? p : o;
    if ((!pl_writes_(o) && !pl_writes_(p)) || pl_aliased_(o, p))
        return;
    if (o->view && p->view) {
        if (pl_more_of_->views_overlap(o->view, p->view))
            pl_report_(c->file, c->line, o, PL_HINT_VIEW_IN_AND_OUT_, PL_MESSAGE_VIEWS_OVERLAP_, p->name);
        return;
    }
    if (!bytes || !more || o->array >= p->array + more || p->array >= o->array + bytes)
        return;
    pl_dims_text_(o->shape, o->rank, mine, sizeof mine);
    pl_dims_text_(p->shape, p->rank, other, sizeof other);
    if (o->array != p->array)
        snprintf(hint, sizeof hint, PL_HINT_ARRAYS_APART_, o->name, mine, p->name, other, second->name,
                 (size_t)(second->array - first->array), first->name);
    else if (o->kind == PL_KIND_IN_ || p->kind == PL_KIND_IN_)
        snprintf(hint, sizeof hint, "%s", PL_HINT_IN_AND_OUT_);
    else
        snprintf(hint, sizeof hint, "%s", PL_HINT_WRITTEN_TWICE_);
    pl_report_(c->file, c->line, o, hint, PL_MESSAGE_ARRAYS_OVERLAP_, p->name);
}

/* Checks that pl_bytes_, which saturates, can represent the bytes of the array. */
static inline void pl_check_bytes_(struct pl_call *c, const struct pl_operand *o)
{
    char dims[96];
    if (pl_array_bytes_(o) < pl_bytes_(1, 1, (const long[]){ LONG_MAX }))
        return;
    pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
    pl_report_(c->file, c->line, o, PL_HINT_ARRAY_TOO_LARGE_, PL_MESSAGE_ARRAY_TOO_LARGE_, dims);
}

/* Only AddressSanitizer knows the size of any array. */
static inline void pl_check_length_(struct pl_call *c, const struct pl_operand *o)
{
    char dims[128];
    const char *end = o->array && !o->view && !c->inner ? PL_FIRST_RED_(o->array, pl_array_bytes_(o)) : NULL;
    if (!end)
        return;
    pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
    pl_report_(c->file, c->line, o, PL_HINT_ARRAY_ACCESSES_, PL_MESSAGE_ARRAY_TOO_SHORT_, dims, o->type, pl_array_bytes_(o),
               (size_t)(end - o->array));
}

/* A sum of the bytes of an array that the call only reads, and that no other operand writes; otherwise 0. */
static inline uint64_t pl_sum_of_(const struct pl_call *c, const struct pl_operand *o)
{
    uint64_t sum = 0;
    if ((o->kind != PL_KIND_IN_ && o->kind != PL_KIND_PREFETCH_) || o->view || o->atomic || c->mesh || c->inner)
        return 0;
    for (const struct pl_operand *p = c->operand; p < c->operand + c->operands; p++)
        if (p != o && p->array == o->array && pl_writes_(p))
            return 0;
    for (size_t b = 0, n = pl_array_bytes_(o); b < n; b++)
        sum = (sum ^ (unsigned char)o->array[b]) * 0x100000001b3u;
    return sum;
}

/* Whether such an array has changed during the call: then results differ for a reason outside the kernel. */
static inline int pl_report_changed_(struct pl_call *c)
{
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands; o++)
        if (pl_sum_of_(c, o) != o->sum) {
            char dims[128];
            pl_dims_text_(o->shape, o->rank, dims, sizeof dims);
            pl_report_(c->file, c->line, o, PL_HINT_ARRAY_CHANGES_, PL_MESSAGE_ARRAY_CHANGES_, dims, o->type);
            return 1;
        }
    return 0;
}

static inline void pl_check_arrays_(struct pl_call *c)
{
    size_t given = 0, at = 0;
    for (int i = 0; i < c->operands; i++) {
        const struct pl_operand *o = &c->operand[i];
        int scratch = o->kind == PL_KIND_SCRATCH_;
        if (!scratch && !o->array && pl_array_bytes_(o))
            pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_NULL_ARRAY_);
        for (int d = 0; d < o->rank; d++)
            if (o->shape[d] < 0)
                pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_ARRAY_EXTENT_, d - o->batches, o->shape[d]);
            else if (!scratch && o->block[d].n <= 0 && c->steps && o->block[d].kind != PL_FULL_)
                pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_BLOCK_EXTENT_, d - o->batches, o->block[d].n);
        if (scratch || o->kind == PL_KIND_SCALAR_)
            continue;
        pl_check_bytes_(c, o);
        if (pl_past_memory_(o->array, pl_array_bytes_(o), &given, &at))
            pl_report_(c->file, c->line, o, NULL, PL_MESSAGE_ARRAY_PAST_MEMORY_,
                       pl_array_bytes_(o), given, at);
        pl_check_length_(c, o);
        for (int j = 0; j < c->operands; j++) {
            const struct pl_operand *p = &c->operand[j];
            int aliased = o->alias && p->name && !strcmp(o->alias, p->name);
            if (j == i || p->kind == PL_KIND_SCALAR_ || p->kind == PL_KIND_SCRATCH_)
                continue;
            if (aliased && o->array != p->array)
                pl_report_(c->file, c->line, o, PL_HINT_ALIAS_POINTER_, PL_MESSAGE_ALIAS_POINTER_, o->alias);
            if (j > i)
                pl_check_overlap_(c, o, p);
        }
    }
}

/* Rejects options and batches that would have no effect. */
static inline void pl_check_options_(struct pl_call *c)
{
    for (int a = 0; a < c->batches; a++) {
        const char *word = c->axis[a].batched;
        while (*word) {
            size_t n = strcspn(word, ", ");
            int found = 0;
            for (int i = 0; i < c->operands; i++)
                found |= c->operand[i].name && pl_is_word_(c->operand[i].name, word, n) &&
                         c->operand[i].kind != PL_KIND_SCALAR_ && c->operand[i].kind != PL_KIND_SCRATCH_;
            if (!found)
                pl_report_(c->file, c->line, NULL, PL_HINT_BATCHED_UNKNOWN_, PL_MESSAGE_BATCHED_UNKNOWN_, c->axis[a].name, (int)n, word);
            word += n;
            word += strspn(word, ", ");
        }
    }
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (o->edge && !pl_reads_(o))
            pl_report_(c->file, c->line, o, PL_HINT_EDGE_OF_OUTPUT_, PL_MESSAGE_EDGE_OF_OUTPUT_);
        if (o->edge && (o->dtype == PL_STRUCT_ || o->edge->type == PL_STRUCT_) &&
            (o->dtype != o->edge->type || o->size != o->edge->size))
            pl_report_(c->file, c->line, o, PL_HINT_STRUCT_VALUE_, PL_MESSAGE_EDGE_VALUE_, o->type);
    }
}
#endif

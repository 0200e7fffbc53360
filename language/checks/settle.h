/* ---- Settling: whether a result that depends on the order is a mistake ----------------------------------

   The value that an atomic returns depends on the order, and a kernel may use it, for example as the index of an element
   that no other iteration gets. So if runs of a call with PL_ATOMIC operands differ, it runs three more times, each with
   the unspecified data of the first run: in the order of the settings, recording the value that each atomic on these
   operands returns; in the other order; and in the other order again, with each atomic returning the recorded value. An
   element that differs in both of the latter runs is a mistake. */
#if PL_CHECKS
static inline int pl_begin_settling_(struct pl_call *c)
{
    c->before_settling = c->pass;
    c->settle = PL_RECORDS_;
    c->pass = 2, c->quiet = 1;
    c->draw_count = 0;
    if (!pl_keep_first_(c))
        return 0;
    pl_reset_arrays_(c, 0);
    return pl_begin_pass_(c);
}

/* Builds the hash table of draws. Draws with the same key stay in the order in which they were made. */
static inline void pl_index_draws_(struct pl_call *c)
{
    c->draw_capacity = 1;
    while (c->draw_capacity < c->draw_count)
        c->draw_capacity *= 2;
    free(c->draw_heads);
    c->draw_heads = malloc((size_t)c->draw_capacity * sizeof *c->draw_heads);
    for (long i = 0; c->draw_heads && i < c->draw_capacity; i++)
        c->draw_heads[i] = -1;
    for (long i = c->draw_count; c->draw_heads && i-- > 0;) {
        long *head = &c->draw_heads[c->draws[i].key & (uint64_t)(c->draw_capacity - 1)];
        c->draws[i].next = *head;
        *head = i;
    }
}

/* Compares the results of one of the three settling runs, and starts the next one. */
static inline int pl_next_settling_(struct pl_call *c)
{
    const struct pl_operand *wrong = NULL;
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (!o->first || !pl_array_bytes_(o))
            continue;
        if (c->settle == PL_RECORDS_) {
            memcpy(o->first, pl_result_(o), pl_array_bytes_(o));
            o->moved = -1;
        } else if (c->settle == PL_FLIPS_ || o->moved >= 0)
            o->moved = pl_first_difference_(o);
        if (o->moved >= 0 && !wrong)
            wrong = o;
    }
    int any = PL_ANY_OF_(c, wrong != NULL), garbage = 0;
    if (c->settle == PL_REPLAYS_ && wrong)
        pl_report_twin_(c, wrong, wrong->moved, 0);
    pl_reset_arrays_(c, c->settle == PL_REPLAYS_ && any);
    if (c->settle == PL_REPLAYS_ && any)
        return 0;
    garbage = c->settle == PL_FLIPS_ && !any && c->before_settling == 1;
    c->settle = c->settle == PL_RECORDS_ ? PL_FLIPS_ : c->settle == PL_FLIPS_ && any ? PL_REPLAYS_ : PL_SETTLED_;
    if (c->settle == PL_REPLAYS_)
        pl_index_draws_(c);
    if (c->settle == PL_SETTLED_)
        c->pass = garbage ? 2 : c->before_settling == 1 && c->narrowed ? 3 : 4;
    return pl_begin_pass_(c);
}

/* Finds out where the unspecified data in an output was read. Pass 2 is repeated with the other guards of each operand in
   turn, and then of tiles; after these, with the other data of each; until an output differs. */
static inline int pl_next_suspect_(struct pl_call *c)
{
    while (++c->suspect <= 2 * c->operands + 2) {
        int i = (c->suspect - 1) % (c->operands + 1);
        if (i == c->operands || c->operand[i].kind != PL_KIND_SCALAR_)
            return 1;
    }
    return c->suspect = 0;
}

static inline int pl_next_twin_(struct pl_call *c)
{
    long element = -1;
    int garbage, found = 0, next, any;
    const struct pl_operand *differs = NULL;
    if (c->settle == PL_RECORDS_ || c->settle == PL_FLIPS_ || c->settle == PL_REPLAYS_)
        return pl_next_settling_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (!o->first || !pl_array_bytes_(o))
            continue;
        if (c->pass == (o->copy ? 1 : 0) && !c->settle)
            memcpy(o->first, pl_result_(o), pl_array_bytes_(o));
        else if ((o->copy ? c->pass == 4 : c->pass > 0 && c->pass != 3 && c->pass != PL_REORDERS_) && !differs && (element = pl_first_difference_(o)) >= 0)
            differs = o;
    }
    c->narrowed = PL_ANY_OF_(c, c->narrowed);
    any = PL_ANY_OF_(c, differs != NULL);
    next = pl_twin_after_(c, any);
    if (any && c->shares && !c->settle && next && c->pass != 0) {
        c->twin_operand = differs ? differs->id : -1, c->twin_element = element;
        return pl_begin_settling_(c);
    }
    c->exact |= next == 0;
    if (next == 0 && !pl_keep_first_(c))
        return 0;
    if (c->pass == 2)                                                  /* data as in pass 0, order as in pass 1 */
        found = PL_ANY_OF_(c, differs != NULL);
    garbage = c->suspect || !found;
    if (c->pass == 2 && garbage && !(c->suspect && found) && pl_next_suspect_(c))
        next = 2;
    if (c->pass == 2 && !differs && !(c->suspect && found) && c->twin_operand >= 0)
        differs = &c->operand[c->twin_operand], element = c->twin_element;
    if ((c->pass == 2 || c->pass == 4) && next == PL_LAST_PASS_ && differs)
        pl_report_twin_(c, differs, element, garbage);
    pl_reset_arrays_(c, next == PL_LAST_PASS_);
    if (next == PL_LAST_PASS_)
        return 0;
    c->twin_operand = differs ? differs->id : -1, c->twin_element = element;
    c->pass = next;
    c->quiet = 1;
    return pl_begin_pass_(c);
}
/* Ends a pass over the grid. Returns whether another follows. */
static inline int pl_next_pass_(struct pl_call *c)
{
    c->program = -1;
    if (c->mapping) {
        c->mapping = 0;
        return pl_plan_pipeline_(c) && pl_rewind_(c);
    }
    if (c->set.pipelined)
        pl_finish_pipelined_(c);
    else
        pl_finish_sequential_(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++)
        if (o->owner && !o->view)                                      /* what a pipeline leaves out, another program may write */
            pl_check_covered_(c, o);
    if (!c->inner && pl_more_of_)
        pl_more_of_->end_pass(c);
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed && c->steps; o++)
        if (o->any && !o->view && pl_writes_(o))
            pl_check_array_(c, o);
    return !c->failed && c->set.check == 1 && pl_next_twin_(c);
}

/* digest=: appends the FNV-1a hash of each array that was written. */
static inline void pl_digest_(const struct pl_call *c)
{
    FILE *f = fopen(c->digest, "a");
    for (const struct pl_operand *o = c->operand; f && o < c->operand + c->operands; o++) {
        unsigned long long hash = 0xcbf29ce484222325u;
        for (size_t b = 0, n = pl_writes_(o) ? pl_array_bytes_(o) : 0; b < n; b++)
            hash = (hash ^ (unsigned char)o->array[b]) * 0x100000001b3u;
        if (pl_writes_(o))
            fprintf(f, "%s %s %016llx\n", c->name, o->name, hash);
    }
    if (f)
        fclose(f);
}

static inline int pl_close_(struct pl_call *c)
{
    if (c->digest[0] && !c->code && !c->inner)
        pl_digest_(c);
    PL_MPI_(pl_mpi_close_(c);)
    if (c->damaged) {
        pl_now_ = c->outer;
        return c->code;
    }
    for (int i = 0; i < c->operands; i++) {
        struct pl_operand *o = &c->operand[i];
        pl_free_slots_(o);
        free(o->visits);
        free(o->owner);
        if (o->owns_marks)
            free(o->marks);
        free(o->members);
        free(o->garbage[0]);
        free(o->before);
        free(o->first);
        free(o->asked);
        free(o->copy);
    }
    free(c->draws);
    free(c->draw_heads);
    if (c->device && !c->inner && pl_more_of_)
        pl_more_of_->close_group(c);
    free(c->flights);
    free(c->partial);
    free(c->sums);
    free(c->pack);
    pl_now_ = c->outer;
    return c->code;
}
#endif

/* ---- check=twin -----------------------------------------------------------------------------------------

   The same call again, with other unspecified data and in another order: elements that differ depend on one of the two. */
#if PL_CHECKS
/* Whether two runs differ in this element. C never writes the bytes between the members of a struct. If the compiler cannot
   tell which bytes these are, bytes that contain poison in both runs count only if the whole element is poison. */
PL_UNSEEN_ static inline int pl_differs_(const struct pl_operand *o, const char *now, const char *then)
{
    size_t poison = 0, same = 0;
    if (o->dtype != PL_STRUCT_) {
        while (same < o->size && now[same] == then[same])
            same++;
        return same < o->size;
    }
    for (size_t b = 0; b < o->size; b++)
        if (o->members ? (now[b] ^ then[b]) & o->members[b] : now[b] != then[b]) {
            if (o->members || (unsigned char)then[b] != o->garbage[0][b] || (unsigned char)now[b] != o->garbage[1][b])
                return 1;
            poison++;
        }
    return poison == o->size;
}

/* The array that a run wrote. Other threads may be using an array of PL_ATOMIC, so only the later runs, which have a copy,
   are compared. */
static inline char *pl_result_(const struct pl_operand *o) { return o->copy ? o->copy : o->array; }

static inline long pl_first_difference_(const struct pl_operand *o)
{
    size_t bytes = pl_array_bytes_(o);
    if (o->dtype != PL_STRUCT_ && !memcmp(pl_result_(o), o->first, bytes))
        return -1;
    for (size_t at = 0; at < bytes; at += o->size)
        if (pl_differs_(o, pl_result_(o) + at, o->first + at))
            return (long)(at / o->size);
    return -1;
}

static inline void pl_owner_text_(struct pl_call *c, const struct pl_operand *o, long element, char *text, size_t capacity)
{
    long at[PL_MAX_RANK_], cell = 0;
    for (int d = o->rank; d-- > 0; element /= o->shape[d])
        at[d] = element % o->shape[d];
    for (int d = 0; d < o->rank; d++)
        cell = cell * pl_cells_(o, d) + at[d] / (pl_cells_(o, d) == o->shape[d] ? 1 : o->block[d].n);
    text[0] = 0;
    if (!o->owner || !o->owner[cell] || !c->axes)
        return;
    pl_append_program_(c, " (of the block that began at program ", o->owner[cell] - 1, text, capacity);
    pl_append_(text, capacity, ")");
}

static inline void pl_report_twin_(struct pl_call *c, const struct pl_operand *o, long element, int garbage)
{
    char place[160 + 256], owner[256], tile[160];
    if (pl_report_changed_(c))
        return;
    pl_place_text_(o, (size_t)element, place, sizeof place);
    pl_owner_text_(c, o, element, owner, sizeof owner);
    pl_append_(place, sizeof place, "%s", owner);
    if (c->suspect > c->operands + 1)
        pl_report_garbage_(c, o, (size_t)element, c->suspect > 2 * c->operands + 1 ? PL_TILE_ID_ : c->suspect - c->operands - 2);
    else if (c->suspect)
        pl_report_outside_(c, o, place, c->suspect <= c->operands ? &c->operand[c->suspect - 1] : NULL,
                           pl_tile_text_(c, tile, sizeof tile));
    else if (garbage)
        pl_report_(c->file, c->kernel_line, o, PL_IN_PLACE ? PL_HINT_UNSPECIFIED_IN_PLACE_ : PL_HINT_UNSPECIFIED_,
                   PL_MESSAGE_UNSPECIFIED_, place);
    else if (o->atomic)
        pl_report_(c->file, c->kernel_line, o, PL_HINT_ATOMIC_ORDER_, PL_MESSAGE_ATOMIC_ORDER_, place, c->parallel == 1 ? ""
                   : ", or of parallel programs");
    else
        pl_report_(c->file, c->kernel_line, o, c->parallel == 1 ? PL_HINT_EACH_ORDER_ : PL_HINT_PROGRAM_ORDER_,
                   PL_MESSAGE_EACH_ORDER_, place, c->parallel == 1 ? "" : ", or parallel programs run");
}

/* The pass after this one. Pass 0 runs as the settings say; pass 1 with other unspecified data, in another order. If they
   differ, pass 2 finds out why: data as in pass 0, order as in pass 1. If PL_ATOMIC_ADD added floats, passes 0 and 1 are
   first repeated with exact sums. If passes 0 and 1 agree, pass 3 follows if a reduction overflowed, with zeros as
   unspecified data (integers: ones). Then pass 4 uses a third kind of unspecified data, and with a PL_REDUCTION axis a last
   pass runs its steps in another order. */
enum { PL_LAST_PASS_ = -1 };
static inline int pl_twin_after_(const struct pl_call *c, int differs)
{
    if (c->pass == 0)
        return 1;
    if (c->pass == 4 && differs && c->shares && c->summed && !c->exact)
        return 0;
    if (c->pass == 1 && differs)
        return c->summed && !c->exact ? 0 : 2;
    if (c->pass == 1 && c->narrowed)
        return 3;
    if (c->pass == 1 || c->pass == 3)
        return 4;
    return c->pass == 4 && !differs && pl_reorders_(c) ? PL_REORDERS_ : PL_LAST_PASS_;
}

/* Saves the result of the first run, which the caller gets. */
static inline int pl_keep_first_(struct pl_call *c)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        size_t bytes = o->first ? pl_array_bytes_(o) : 0;
        if (o->asked)
            continue;
        if (o->first && !(o->asked = malloc(bytes + 1)))
            return pl_no_memory_(c, bytes);
        if (o->first)
            memcpy(o->asked, o->first, bytes);
    }
    return 1;
}

/* Restores the arrays for the next pass, or after the last pass sets them to the result of pass 0, which the caller gets. */
static inline void pl_reset_arrays_(struct pl_call *c, int last)
{
    for (struct pl_operand *o = c->operand; o < c->operand + c->operands; o++) {
        if (o->copy) {
            memcpy(o->copy, o->before, pl_array_bytes_(o));
            o->window.at = o->window.whole = o->copy;
        } else if (o->first && pl_array_bytes_(o))
            memcpy(o->array, !last ? o->before : o->asked ? o->asked : o->first, pl_array_bytes_(o));
    }
}
#endif

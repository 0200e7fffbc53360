/* ---- Checks at the end of a program, scope or pass ------------------------------------------------------

   Semaphores that are not zero, and copies that nobody waited for. */
#if PL_CHECKS
static inline void pl_check_semaphore_(const struct pl_semaphore *s, const char *when, struct pl_spot spot)
{
    char name[80], hint[200], of[32] = "";
    int n = s->device->group->n;
    PL_MPI_(pl_mpi_take_((struct pl_semaphore *)(uintptr_t)s);)
    if (!s->count || (pl_now_ && pl_now_->failed))
        return;
    pl_semaphore_text_(s, name, sizeof name);
    if (n > 1)
        snprintf(of, sizeof of, " of device %d", s->device->id);
    if (!s->last.file)
        snprintf(hint, sizeof hint, s->dma ? "another device pushed here; its bytes are waited for" : "another device signaled it; each signal is waited for");
    else if (s->dma)
        snprintf(hint, sizeof hint, "a copy that counts on it was last started at line %d%s%.0d%s", s->last.line,
                 s->waited.line ? ", a wait on line " : "", s->waited.line, s->waited.line ? " took less: its shape is smaller" : "");
    else
        snprintf(hint, sizeof hint, "it was last signaled here; each signal is waited for");
    PL_FAIL_(s->last.file ? s->last : spot, NULL, hint, PL_MESSAGE_SEMAPHORE_VALUE_, strncmp(name, "barrier", 7) ? "semaphore " : "",
             name, of, s->dma ? "holds" : "is", s->count, s->dma ? "bytes " : "", when);
}

/* Whether the end of this device's step finds the copy unfinished: a window or a tile is read, or is written by a local copy. */
static inline int pl_needs_step_(const struct pl_transfer *t, const struct pl_device *me)
{
    return t->private && t->from == me && !(t->send ? t->read : t->written);
}

/* The same for the end of a scope, whose memory or semaphores the copy still uses. A local copy has been read when it is written. */
static inline int pl_needs_scope_(const struct pl_transfer *t, const struct pl_scoped *scope)
{
    int reads = !t->read && (pl_scope_of_(t->from, t->src.at) == scope || (t->send && t->send->scope == scope));
    return reads || (!t->written && (pl_scope_of_(t->to, t->dst.at) == scope || t->recv->scope == scope));
}

/* Reports copies in flight that must have completed by now: those of a step of this device, or of a scope; both NULL: all. */
static inline void pl_check_flights_(struct pl_group *g, const struct pl_device *step, const struct pl_scoped *scope, const char *when)
{
    const struct pl_transfer *first = NULL;
    char what[200], notes[700] = "";
    long count = 0;
    for (const struct pl_transfer *t = g->transfers; t; t = t->next) {
        if ((step && !pl_needs_step_(t, step)) || (scope && !pl_needs_scope_(t, scope)))
            continue;
        count++;
        if (!first) {
            first = t;
        } else if (strlen(notes) < sizeof notes - 300) {
            size_t n = strlen(notes);
            pl_transfer_text_(t, what, sizeof what);
            snprintf(notes + n, sizeof notes - n, "%s%s%s%.0d%s%s, too", n ? "\n" : "", n ? t->spot.file : "", n ? ":" : "", n ? t->spot.line : 0,
                     n ? ": note: " : "", what);
        }
    }
    if (!first || (pl_now_ && pl_now_->failed))
        return;
    pl_transfer_text_(first, what, sizeof what);
    PL_FAIL_(first->spot, NULL, notes[0] ? notes : step ? PL_HINT_COPY_OF_WINDOW_ : PL_HINT_COPY_NOT_WAITED_,
             PL_MESSAGE_COPY_NOT_WAITED_, what, when, first->read && first->send ? PL_TEXT_ARRIVAL_NOT_WAITED_
             : first->written && first->send ? PL_TEXT_SEND_NOT_WAITED_ : PL_TEXT_NEVER_WAITED_,
             count > 1 ? "; it is not the only one" : "");
}

/* Checks the copies and semaphores of all devices, at the end of a pass or of an index of the parallel axes. */
static inline void pl_check_settled_(struct pl_call *c, const char *when)
{
    struct pl_group *g = c->device->group;
    struct pl_spot spot = { c->file, c->line };
    pl_check_flights_(g, NULL, NULL, when);
    for (int d = 0; d < g->n && !c->failed; d++) {
        const struct pl_call *other = g->device[d].call;
        for (int i = 0; other && i < other->operands; i++)
            for (long s = 0; s < other->operand[i].semaphores && !c->failed; s++)
                pl_check_semaphore_(&other->operand[i].sems[s], when, spot);
        for (int b = 0; b < PL_BARRIERS_ && !c->failed; b++)
            pl_check_semaphore_(&g->device[d].barrier[b], when, spot);
    }
}
#endif

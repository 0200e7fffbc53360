/* ---- Steps of a PL_REDUCTION axis in another order -------------------------------------------------------

   Each step only accumulates, so the accumulated blocks are the same in any order of the steps, apart from rounding. The
   first pass of check=twin keeps these blocks, before the last step: what PL_LAST makes of them may magnify a difference in
   rounding. The last pass runs the steps between the first and the last in another order, and compares. */
#if PL_CHECKS
enum { PL_REORDERS_ = 6 };               /* this pass: even, so that unspecified data is that of pass 0 */

static inline int pl_reorders_(const struct pl_call *c) { return c->reduction > 3 && c->partial; }

/* Position p within an index of the parallel axes, whose steps of the reduction axis are the fastest. */
static inline long pl_reduction_position_(const struct pl_call *c, long p)
{
    long n = c->reduction, l = n ? p % n : 0;
    if (c->pass != PL_REORDERS_ || l == 0 || l == n - 1)
        return p;
    return p - l + 1 + (c->set.order == 2 ? pl_shuffled_(l - 1, n - 2, c->set.seed) : n - 2 - l);
}

/* Whether steps accumulate in this block. Members of a struct may be floats, so structs are not compared. */
static inline int pl_accumulates_(const struct pl_operand *o)
{
    return o->dtype != PL_STRUCT_ && !o->any && !o->semaphores && (o->kind == PL_KIND_SCRATCH_ || (o->owner && pl_has_windows_(o)));
}

static inline size_t pl_partial_bytes_(const struct pl_call *c)
{
    size_t bytes = 0;
    for (int i = 0; i < c->operands; i++)
        bytes += pl_accumulates_(&c->operand[i]) ? c->operand[i].bytes : 0;
    return bytes;
}

static inline void pl_note_magnitude_(struct pl_operand *o, const char *block)
{
    for (size_t at = 0; at < o->bytes && pl_is_float_(o->dtype); at += o->size) {
        double v = fabs(pl_read_float_(block + at, o->dtype));
        if (v > o->most && v - v == 0)
            o->most = v;
    }
}

/* Whether this element differs by more than the roundings of the sums that it is may explain: one in each step, of a sum no
   larger than a few times the largest that was seen. */
static inline int pl_order_matters_(const struct pl_call *c, const struct pl_operand *o, const char *now, const char *then)
{
    double a, b;
    if (!memcmp(now, then, o->size))
        return 0;
    if (!pl_is_float_(o->dtype))
        return 1;
    a = pl_read_float_(now, o->dtype), b = pl_read_float_(then, o->dtype);
    return a - a == 0 && b - b == 0 && fabs(a - b) > 8 * (double)c->reduction * pl_rounding_(o->dtype) * o->most;
}

static inline void pl_compare_partial_(struct pl_call *c, const struct pl_operand *o, const char *block, const char *then)
{
    char place[160];
    long at[PL_MAX_RANK_];
    size_t element = 0, count = o->bytes / o->size;
    while (element < count && !pl_order_matters_(c, o, block + element * o->size, then + element * o->size))
        element++;
    if (element == count)
        return;
    for (int d = o->window.rank; d-- > 0; element /= (size_t)o->window.dim[d])
        at[d] = (long)(element % (size_t)o->window.dim[d]);
    pl_dims_text_(at, o->window.rank, place, sizeof place);
    pl_report_(c->file, c->kernel_line, o, PL_HINT_REDUCTION_ORDER_, PL_MESSAGE_REDUCTION_ORDER_, place, c->axis[c->axes - 1].name);
}

/* After each step: keeps, or compares, what the steps before the last one have accumulated. */
static inline void pl_reduction_step_(struct pl_call *c)
{
    long n = c->reduction;
    size_t bytes = n > 3 && c->set.check == 1 && (c->pass == 0 || c->pass == PL_REORDERS_) ? pl_partial_bytes_(c) : 0;
    char *kept;
    if (!bytes)
        return;
    if (!c->partial && !(c->partial = malloc((size_t)(c->steps / n) * bytes))) {
        pl_no_memory_(c, (size_t)(c->steps / n) * bytes);
        return;
    }
    kept = c->partial + (size_t)(c->program / n) * bytes;
    for (int i = 0; i < c->operands && !c->failed; i++) {
        struct pl_operand *o = &c->operand[i];
        const char *block = o->window.at;
        if (!pl_accumulates_(o))
            continue;
        pl_note_magnitude_(o, block);
        if (c->step % n == n - 2 && c->pass)
            pl_compare_partial_(c, o, block, kept);
        else if (c->step % n == n - 2)
            memcpy(kept, block, o->bytes);
        kept += o->bytes;
    }
}
#endif

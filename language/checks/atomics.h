/* ---- Float sums by PL_ATOMIC_ADD ------------------------------------------------------------------------

   Because of rounding, the last bits of such a sum depend on the order of PL_EACH, which is not a mistake. If two runs
   differ and contain such sums, both are repeated with exact sums: high + low is the sum so far, with an error of 2^-106 of
   the sum of |v|, and the element is that sum, rounded. The order then affects the values that PL_ATOMIC_ADD returns and
   those read between two additions, but not the sum. So the runs must agree to the bit, and no tolerance is needed. (They
   can still differ if the true sum is within n 2^-106 sum |v| of the midpoint of two floats without being that midpoint.) */
#if PL_CHECKS
static inline struct pl_sum *pl_sum_at_(struct pl_sum *sums, size_t capacity, const void *p)
{
    size_t i = (size_t)(((uintptr_t)p >> 2) * 0x9e3779b97f4a7c15u >> 20) % capacity;
    while (sums[i].at && sums[i].at != p)
        i = (i + 1) % capacity;
    return &sums[i];
}

static inline int pl_grow_sums_(struct pl_call *c)
{
    size_t capacity = c->sum_capacity ? 2 * c->sum_capacity : 256;
    struct pl_sum *sums = calloc(capacity, sizeof *sums);
    for (size_t i = 0; sums && i < c->sum_capacity; i++)
        if (c->sums[i].at)
            *pl_sum_at_(sums, capacity, c->sums[i].at) = c->sums[i];
    if (!sums)
        return 0;
    free(c->sums);
    c->sums = sums, c->sum_capacity = capacity;
    return 1;
}

static inline int pl_exact_sum_(void *p, size_t size, double v)
{
    struct pl_call *c = pl_now_;
    enum pl_dtype type = size == 4 ? PL_F32_ : PL_F64_;
    double now, high, back, low;
    struct pl_sum *sum;
    if (!c || !c->running)
        return 0;
    c->summed = 1;
    if (!c->exact || (2 * c->sum_count >= c->sum_capacity && !pl_grow_sums_(c)))
        return 0;
    now = pl_read_float_(p, type);
    sum = pl_sum_at_(c->sums, c->sum_capacity, p);
    c->sum_count += !sum->at;
    if (!sum->at || memcmp(&sum->stored, &now, sizeof now))
        *sum = (struct pl_sum){ p, now, 0, now };
    high = sum->high + v, back = high - sum->high;
    low = sum->low + ((sum->high - (high - back)) + (v - back));
    if (!isfinite(high))
        return 0;
    sum->high = high + low, sum->low = low - (sum->high - high);
    pl_write_float_(p, type, sum->high);
    sum->stored = pl_read_float_(p, type);
    return 1;
}

/* ---- Return values of atomics while a call settles (pl_begin_settling_) ---------------------------------- */
static inline uint64_t pl_mixed_(uint64_t hash, uint64_t v)
{
    hash = (hash ^ v) * 0x9e3779b97f4a7c15u;
    return hash ^ hash >> 29;
}

/* Identifies the atomic, the iteration and the program. Draws with the same key are replayed in the order in which they were
   recorded. */
static inline uint64_t pl_draw_key_(const struct pl_call *c, const void *p, enum pl_atomic_op op)
{
    uint64_t hash = pl_mixed_((uint64_t)(uintptr_t)p, op);
    for (; c; c = c->inner ? c->outer : NULL) {
        hash = pl_mixed_(hash, (uint64_t)c->program);
        for (int d = 0; d < c->each_depth && d < PL_MAX_AXES_; d++)
            hash = pl_mixed_(hash, (uint64_t)c->each_at[d]);
    }
    return hash;
}

static inline void pl_draw_(const void *p, enum pl_atomic_op op, void *old, size_t size)
{
    struct pl_call *c = pl_now_, *root = c;
    uint64_t key, value = 0;
    int shared = 0;
    if (!c || !c->running || (c->settle != PL_RECORDS_ && c->settle != PL_REPLAYS_))
        return;
    while (root->inner)
        root = root->outer;
    for (const struct pl_operand *o = root->operand; o < root->operand + root->operands; o++)
        shared |= o->copy && (const char *)p >= o->copy && (const char *)p < o->copy + pl_array_bytes_(o);
    if (!shared)
        return;
    key = pl_draw_key_(c, p, op);
    if (c->settle == PL_RECORDS_) {
        struct pl_draw *draw = pl_append_item_(&root->draws, &root->draw_count, &root->draw_capacity, sizeof *draw);
        memcpy(&value, old, size);
        if (draw)
            *draw = (struct pl_draw){ key, value, -1 };
        return;
    }
    for (long *at = root->draw_heads ? &root->draw_heads[key & (uint64_t)(root->draw_capacity - 1)] : NULL; at && *at >= 0;
         at = &root->draws[*at].next)
        if (root->draws[*at].key == key) {
            memcpy(old, &root->draws[*at].value, size);
            *at = root->draws[*at].next;
            return;
        }
}
#endif

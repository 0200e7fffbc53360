/* ---- Valid positions of a block -------------------------------------------------------------------------

   The index that a map returned must be that of a block of the array; PL_DS and PL_ELEMENT have rules of their own. */
#if PL_CHECKS
static inline int pl_is_guard_(const struct pl_call *c, long i)        /* whether this index was read next to a table */
{
    unsigned char bytes[sizeof i];
    memset(bytes, c->pass & 1 ? 0x4a : 0xb5, sizeof bytes);
    return !memcmp(&i, bytes, sizeof i) || (int32_t)i == pl_read_int_(bytes, PL_I32_) || i == pl_read_int_(bytes, PL_I16_);
}

/* Guesses from the value of a block index why it is wrong. */
static inline const char *pl_index_hint_(const struct pl_call *c, const struct pl_operand *o, int d, long i, long n)
{
    char map[500];
    if (!o->shape[d])
        return PL_HINT_INDEX_EMPTY_;
    if (pl_is_guard_(c, i))
        return "this value lies past the end of a table: " PL_HINT_ENTRY_;
    if (strchr(pl_map_text_(o, map, sizeof map), '['))
        return PL_HINT_INDEX_TABLE_;
    for (int a = 0; a < c->axes; a++)
        if (n > 1 && c->at[a] > 0 && i == n * c->at[a])
            return PL_HINT_INDEX_ELEMENTS_;
    if (o->block[d].kind == PL_FULL_)
        return PL_HINT_INDEX_FULL_;
    if (i < 0)
        return PL_HINT_INDEX_NEGATIVE_;
    return PL_HINT_INDEX_PAST_;
}

/* Hint for a wrong slice: it is empty, or its end was given instead of its size. */
static inline const char *pl_slice_hint_(long start, long slice, long most, long extent)
{
    if (slice == 0)
        return PL_HINT_SLICE_EMPTY_;
    if (slice > start && slice <= extent && slice - start <= most && start + slice > extent)
        return PL_HINT_SLICE_END_;
    return NULL;
}

static inline void pl_check_place_(struct pl_call *c, const struct pl_operand *o, const struct pl_index *index)
{
    char map[500];
    for (int d = 0; d < o->rank && c->set.check != 2; d++) {
        const struct pl_dim *b = &o->block[d];
        long i = index[d].start, n = b->kind == PL_NONE_ ? 1 : b->n, size = o->shape[d];
        long blocks = b->kind == PL_FULL_ ? 1 : n > 0 ? (size + n - 1) / n : 0;
        int at = d - o->batches;
        if (b->kind == PL_BOUNDED_) {
            if (index[d].size < 0)
                pl_report_(c->file, c->line, o, PL_HINT_BOUNDED_NO_SLICE_, PL_MESSAGE_BOUNDED_NO_SLICE_, at);
            else if (index[d].size > n || index[d].size == 0)
                pl_report_(c->file, c->line, o, pl_slice_hint_(i, index[d].size, n, size),
                           PL_MESSAGE_SLICE_SIZE_, at, i, index[d].size, n);
            else if (i < 0 || i + index[d].size > size)
                pl_report_(c->file, c->line, o, pl_slice_hint_(i, index[d].size, n, size), PL_MESSAGE_SLICE_PAST_, at, i,
                           i + index[d].size - 1, size, pl_map_text_(o, map, sizeof map));
        } else if (index[d].size >= 0) {
            pl_report_(c->file, c->line, o, PL_HINT_SLICE_UNBOUNDED_, PL_MESSAGE_SLICE_UNBOUNDED_, at);
        } else if (b->kind == PL_ELEMENT_) {
            if (i < 0 || i + n > b->lo + size + b->hi)
                pl_report_(c->file, c->line, o, PL_HINT_PADDING_, PL_MESSAGE_ELEMENT_WINDOW_, at, n, i, size, b->lo, b->hi,
                           pl_map_text_(o, map, sizeof map));
        } else if (i < 0 || i >= blocks) {
            char there[96];
            if (blocks == 0)
                snprintf(there, sizeof there, "no elements");
            else if (blocks == 1)
                snprintf(there, sizeof there, PL_TEXT_BLOCKS_ONE_, n);
            else
                snprintf(there, sizeof there, PL_TEXT_BLOCKS_, blocks, n, blocks - 1);
            pl_report_(c->file, c->line, o, pl_index_hint_(c, o, d, i, n),
                       PL_MESSAGE_BLOCK_INDEX_, i, at, there,
                       o->map_text ? pl_map_text_(o, map, sizeof map) : "of the whole array");
        }
    }
}
#endif

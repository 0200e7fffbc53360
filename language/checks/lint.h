/* ---- lint=: limits of a chip ---------------------------------------------------------------------------

   TPU: the last two dims of a block must be multiples of 8 and 128, or equal the array's. A block of rank 1 must be the
   whole array, a multiple of 1024, or a power of two from 128 * 32 / bits. VMEM contains the buffers of each window (two,
   unless it never changes), padded to whole tiles, and one copy of scratch and tables. CUDA: scratch and a buffer of each
   staged window share the shared memory of a thread block. The target decides which windows are staged, so only scratch
   counts. */
#if PL_CHECKS
static inline double pl_lint_bytes_(const struct pl_call *c, const struct pl_operand *o)
{
    double bytes = (double)o->size;
    long rows = 32 / (long)(8 * o->size > 32 ? 32 : 8 * o->size) * 8;   /* a tile has 8 rows of 32 bits, 16 of 16 bits, … */
    for (int d = o->rank - 1, back = 0; d >= 0; d--) {
        long tile = !c->set.chip->tpu ? 1 : back == 0 ? 128 : back == 1 ? rows : 1;
        if (o->block[d].kind == PL_NONE_)
            continue;
        bytes *= (double)((o->block[d].n + tile - 1) / tile * tile);
        back++;
    }
    return bytes;
}

static inline void pl_lint_tiles_(struct pl_call *c, const struct pl_operand *o)
{
    static const long tile[] = { 128, 8 };
    long n = o->block[o->rank - 1].n, least = 128 * 32 / (8 * (long)o->size);
    if (o->space && strcmp(o->space, "VMEM"))
        return;
    if (o->rank - o->batches == 1 && o->block[o->rank - 1].kind != PL_ELEMENT_) {
        if (n != o->shape[o->rank - 1] && n % 1024 && (n < least || (n & (n - 1))))
            pl_report_(c->file, c->line, o, PL_HINT_LINT_RANK_1_, PL_MESSAGE_LINT_RANK_1_, c->set.chip->name, n, least);
        return;
    }
    for (int back = 0; back < 2 && back < o->rank - o->batches; back++) {
        int d = o->rank - 1 - back;
        if (o->block[d].kind != PL_ELEMENT_ && o->block[d].n != o->shape[d] && o->block[d].n % tile[back])
            pl_report_(c->file, c->line, o, PL_HINT_LINT_TILE_, PL_MESSAGE_LINT_TILE_, c->set.chip->name, d - o->batches,
                       o->block[d].n, tile[back], o->shape[d]);
    }
}

static inline void pl_lint_(struct pl_call *c)
{
    const struct pl_chip *chip = c->set.chip;
    double vmem = 0, smem = 0;
    char table[1024] = "";
    for (const struct pl_operand *o = c->operand; o < c->operand + c->operands && !c->failed; o++) {
        int constant = o->map_text == NULL, window = pl_has_windows_(o);
        int scalar = o->kind == PL_KIND_PREFETCH_ || (o->space && !strcmp(o->space, "SMEM"));
        long buffers = !window || constant ? 1 : o->buffers ? o->buffers : 2;
        double bytes;
        if (o->kind == PL_KIND_SCALAR_ || o->atomic || (!chip->tpu && window))
            continue;
        bytes = pl_lint_bytes_(c, o) * (double)buffers;
        if (chip->tpu && window)
            pl_lint_tiles_(c, o);
        *(scalar && chip->tpu ? &smem : &vmem) += bytes;
        pl_append_(table, sizeof table, "%s%s %ld x %.0f KiB", table[0] ? ", " : "", o->name, buffers,
                   bytes / (double)buffers / 1024);
    }
    if (vmem > chip->shared)
        pl_report_(c->file, c->line, NULL, PL_HINT_LINT_MEMORY_, PL_MESSAGE_LINT_MEMORY_, chip->name, vmem / 1024, chip->tpu
                   ? "VMEM" : "shared memory", chip->shared / 1024, table);
    else if (chip->tpu && smem > chip->scalar)
        pl_report_(c->file, c->line, NULL, PL_HINT_LINT_SMEM_, PL_MESSAGE_LINT_SMEM_, chip->name, smem / 1024,
                   chip->scalar / 1024, table);
}
#endif

/* ---- Poison: contents of memory that was never written -------------------------------------------------

   The poison of floats is a NaN whose payload is the operand's id, so that a report can name the operand. Other types have
   no spare value. Their poison is small and odd, and the twin runs use other values: one larger than most data, to change
   a maximum, and one that differs from the first two in each bit in which they agree, to change a mask. (Two sums over the
   same elements differ by a multiple of an odd number. So they cannot agree by chance, unless 256 or more elements are
   added in 8 bits.) For floats the twin runs use a large number and a negative one, because comparisons drop a NaN. */
#if PL_CHECKS
enum { PL_TILE_ID_ = 0x7f, PL_GUARD_ID_ = 0x7e, PL_TILE_GUARD_ID_ = 0x7d, PL_GUARD_OF_ = 0x40 };   /* + the operand's id */
enum { PL_FLIGHT_ID_ = 0x50, PL_FLIGHT_IDS_ = 45 };                   /* + the copy's id, while it is in flight */
#define PL_WIDENED_      0x7fe00000u                                  /* an f16 or bf16 poison, converted to float */
#define PL_WIDENED_MASK_ 0x7ff01fffu
enum { PL_STRUCT_POISON_ = 1, PL_STRUCT_TWIN_ = 0 };                   /* bytes that are also valid bools */

static inline void pl_poison_value_(unsigned char *element, enum pl_dtype type, size_t size, int id, int twin)
{
    uint64_t payload = 0x750000u | (uint64_t)(id & 0xff);
    uint32_t f32 = (uint32_t)(0x7f800000u | payload);
    uint64_t f64 = 0x7ff0000000000000u | payload << 29;
    uint16_t f16 = (uint16_t)(0x7f00 | (id & 0x7f)), bf16 = (uint16_t)(0x7fe0 | (id & 0xf));
    if (twin && pl_is_float_(type)) {
        double large = type == PL_F16_ ? 31000. : type == PL_E4M3_ || type == PL_E5M2_ ? 352. : 7.5e29;
        pl_write_float_(element, type, twin == 1 ? large : -large);
        return;
    }
    switch (type) {
    case PL_F32_: memcpy(element, &f32, 4); break;
    case PL_F64_: memcpy(element, &f64, 8); break;
    case PL_F16_: memcpy(element, &f16, 2); break;
    case PL_BF16_: memcpy(element, &bf16, 2); break;
    case PL_E4M3_: case PL_E5M2_: element[0] = 0x7f; break;
    case PL_BOOL_: element[0] = twin != 1; break;
    case PL_STRUCT_: memset(element, twin == 1 ? PL_STRUCT_TWIN_ : PL_STRUCT_POISON_, size); break;
    case PL_I8_: pl_write_int_(element, type, twin == 0 ? -99 : twin == 1 ? 112 : 2); break;
    case PL_U8_: pl_write_int_(element, type, twin == 0 ? -99 : twin == 1 ? 254 : 97); break;
    default: pl_write_int_(element, type, twin == 0 ? -99 : twin == 1 ? 30008 : 66); break;
    }
}
static inline int pl_twin_(const struct pl_call *c) { return c->pass == 4 ? 2 : c->pass & 1; }

/* Whether this run looks for the operand with this id (PL_TILE_ID_: for tiles): its unspecified data is that of pass 1. */
static inline int pl_is_suspect_(const struct pl_call *c, int id)
{
    return c->suspect > c->operands + 1 && c->suspect - c->operands - 2 == (id == PL_TILE_ID_ ? c->operands : id);
}

/* The operand id in a poisoned float; -1: not poison; -2: poison without a usable id. */
static inline int pl_poison_id_(const void *element, enum pl_dtype type)
{
    uint64_t f64;
    uint32_t f32;
    uint16_t f16;
    switch (type) {
    case PL_F32_:
        memcpy(&f32, element, 4);
        return (f32 & 0x7fffff00u) == 0x7ff50000u ? (int)(f32 & 0xff) : -1;
    case PL_F64_:
        memcpy(&f64, element, 8);
        return (f64 << 1 >> 1 & ~((uint64_t)0xff << 29)) == (0x7ff0000000000000u | (uint64_t)0x750000u << 29)
                   ? (int)(f64 >> 29 & 0xff) : -1;
    case PL_F16_:
        memcpy(&f16, element, 2);
        return (f16 & 0x7fff) == 0x7fa8 ? -2 : (f16 & 0x7f80) == 0x7f00 ? f16 & 0x7f : -1;
    case PL_BF16_:
        memcpy(&f16, element, 2);
        return (f16 & 0x7fff) == 0x7ff5 ? -2 : (f16 & 0x7ff0) == 0x7fe0 ? f16 & 0xf : -1;
    default:
        return -1;
    }
}

/* Whether an element of data may look like poison, by itself or converted to another float type: a NaN other than that of
   arithmetic; of an f8, any. Of an integer or a struct, any two bytes that are the first of such a float. The bytes between the
   members of a struct need not have been written. */
PL_UNSEEN_ static inline int pl_looks_poisoned_(const unsigned char *element, enum pl_dtype type, size_t size)
{
    uint64_t f64;
    uint32_t f32;
    uint16_t f16;
    switch (type) {
    case PL_BOOL_: return 0;
    case PL_E4M3_: return (*element & 0x7f) == 0x7f;
    case PL_E5M2_: return (*element & 0x7f) > 0x7c;
    case PL_F16_: memcpy(&f16, element, 2); return (f16 & 0x7fff) > 0x7c00 && (f16 & 0x7fff) != 0x7e00;
    case PL_BF16_: memcpy(&f16, element, 2); return (f16 & 0x7fff) > 0x7f80 && (f16 & 0x7fff) != 0x7fc0;
    case PL_F32_: memcpy(&f32, element, 4), f32 &= 0x7fffffffu; return f32 > 0x7f800000u && f32 != 0x7fc00000u;
    case PL_F64_:
        memcpy(&f64, element, 8), f64 &= 0x7fffffffffffffffu;
        return f64 > 0x7ff0000000000000u && f64 != 0x7ff8000000000000u;
    default: break;
    }
    for (size_t b = 0; b + 2 <= size; b += 2) {
        memcpy(&f16, element + b, 2), f16 &= 0x7fff;
        if ((f16 & 0x7f80) == 0x7f00 || f16 == 0x7fa8 || (f16 & 0x7ff0) == 0x7fe0 || f16 == 0x7ff5 || (f16 >= 0x7ffc && f16 <= 0x7ffe))
            return 1;
    }
    return 0;
}

PL_HOT_ static inline int pl_some_look_poisoned_(const void *data, enum pl_dtype type, size_t size, size_t bytes)
{
    for (size_t b = 0; size && b + size <= bytes; b += size)
        if (pl_looks_poisoned_((const unsigned char *)data + b, type, size))
            return 1;
    return 0;
}

/* Whether data of this operand may look like poison. What the call changes was looked at before: pl_prepare_. */
static inline int pl_operand_looks_poisoned_(const struct pl_operand *o)
{
    if (o->scalar.at)
        return pl_some_look_poisoned_(o->scalar.at, o->scalar.type, o->scalar.size, o->scalar.size);
    if (o->edge && pl_looks_poisoned_(o->edge->at, o->edge->type, o->edge->size))
        return 1;
    return (o->kind == PL_KIND_IN_ || o->kind == PL_KIND_PREFETCH_) && pl_some_look_poisoned_(o->array, o->dtype, o->size, pl_array_bytes_(o));
}

/* Whether a NaN in a result may come from data, of this call or of a device that runs it with others. Then nothing is
   reported because of its value: the runs of check=twin decide. */
PL_UNSEEN_ static inline int pl_data_looks_poisoned_(struct pl_call *c);

static inline void pl_poison_(struct pl_call *c, void *memory, enum pl_dtype type, size_t size, size_t bytes, int id)
{
    long long element[32];
    int zero = c->set.poison == 1 || c->pass == 3, twin = pl_is_suspect_(c, id) ? 1 : pl_twin_(c);
    if (!bytes)
        return;
    if (c->set.poison == 2) {
        PL_UNDEFINED_(memory, bytes);
        return;
    }
    if (zero && pl_is_integer_(type)) {                               /* 1 is a valid divisor */
        pl_write_int_(element, type, 1);
        pl_fill_bytes_(memory, element, size, bytes / size);
    } else if (zero || size > sizeof element) {
        memset(memory, zero ? 0 : twin & 1 ? PL_STRUCT_TWIN_ : PL_STRUCT_POISON_, bytes);
    } else {
        pl_poison_value_((unsigned char *)element, type, size, id, twin);
        pl_fill_bytes_(memory, element, size, bytes / size);
    }
    PL_UNDEFINED_(memory, bytes);
}

/* Makes an element of unspecified data for an operand with a struct type. A struct may contain floats, bools, enums and
   subscripts, and C does not tell where. So the element is made from valid ones: elements of its array, or of the first
   run's result. The first run uses one of them. In the next run, each byte is the maximum over all elements: floats and ints
   become about as large as the largest, and bools stay valid. In the third kind (pass 4), each byte of an input becomes 1 if
   it is above 1, otherwise 0; each byte above 1 of a result is decremented, since the same value might reproduce the result.
   If no valid element is known, all bytes are 1, or 0. A PL_TILE uses the element of an operand with the same type. */
PL_UNSEEN_ static inline void pl_make_garbage_(struct pl_call *c, struct pl_operand *o)
{
    int reads = pl_reads_(o) || o->alias, scratch = o->kind == PL_KIND_SCRATCH_, some = 0;
    const char *known = reads ? o->array : c->pass < 3 ? NULL : scratch ? o->slots[0].block : o->first;
    size_t count = (scratch ? o->bytes : pl_array_bytes_(o)) / o->size;
    int pass = pl_is_suspect_(c, o->id) ? 1 : c->pass;
    unsigned char *garbage = o->garbage[c->pass > 0];
    memset(garbage, pass & 1 ? PL_STRUCT_TWIN_ : PL_STRUCT_POISON_, o->size);
    if (!known || !count)
        return;
    c->copied = o;
    if (pass == 0 || pass == 2) {
        memcpy(garbage, known + count / 2 * o->size, o->size);
        PL_DEFINED_(garbage, o->size);
        return;
    }
    memset(garbage, 0, o->size);
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < o->size; b++) {                       /* no branch: valgrind may track padding as undefined */
            unsigned mine = garbage[b], other = (unsigned char)known[i * o->size + b];
            garbage[b] = (unsigned char)(mine ^ ((mine ^ other) & (0u - (mine < other))));
        }
    PL_DEFINED_(garbage, o->size);
    for (size_t b = 0; b < o->size; b++) {
        some |= garbage[b];
        if (reads ? c->pass == 4 : garbage[b] > 1)
            garbage[b] = reads ? garbage[b] > 1 : (unsigned char)(garbage[b] - 1);
    }
    if (!some)
        memset(garbage, PL_STRUCT_POISON_, o->size);
}

/* Fills memory with unspecified data of operand o. */
static inline void pl_spoil_as_(struct pl_call *c, const struct pl_operand *o, char *block, size_t bytes, const unsigned char *garbage)
{
    if (!o->garbage[0] || c->set.poison || c->pass == 3) {
        pl_poison_(c, block, o->dtype, o->size, bytes, o->id);
        return;
    }
    pl_fill_bytes_(block, garbage, o->size, bytes / o->size);
    PL_UNDEFINED_(block, bytes);
}

static inline void pl_spoil_(struct pl_call *c, const struct pl_operand *o, char *block, size_t bytes)
{
    pl_spoil_as_(c, o, block, bytes, o->garbage[c->pass > 0]);
}
#endif

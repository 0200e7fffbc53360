// read/usage.c -- a construct that was given other arguments than it takes: what to write instead.
//
// A macro of pallas.h that is misused expands to something of its own, and what libclang then says is about that. The words
// here are those of interpret mode; tests/commands/facts.sh compares them with pallas.h.

#include "read/read.h"
#include <ctype.h>
#include <string.h>

static const char *const usages[] = {
    "PL_EACH ((r, rows), (c, from, to), ...)", "PL_LOOP (i, lo, hi[, step])", "PL_WHEN (condition)",
    "PL_REDUCE (acc, OP, (c, n), e)", "PL_DOT(acc, a, b[, precision])", "PL_FILL(x, v)", "PL_ASSIGN(dst, src)",
    "PL_TILE(T, t, d0, ...), of 1 to 6 dims", "PL_VIEW(T, v, p, d0, ...), of 1 to 6 dims", "PL_LOAD(x[i], mask, other)",
    "PL_STORE(x[i], v, mask)", "PL_INSIDE(x, i, ...)", "PL_CHECK(condition[, format, ...])", "PL_PRINT(format, ...)",
    "PL_MULTIPLE_OF(v, n)", "PL_CDIV(a, b)", "PL_DIM(x, axis)",
    "PL_ATOMIC_ADD(&x[i], v), of elements of 32 or 64 bits", "PL_ATOMIC_MAX(&x[i], v), of elements of 32 or 64 bits",
    "PL_ATOMIC_MIN(&x[i], v), of elements of 32 or 64 bits", "PL_ATOMIC_AND(&x[i], v), of integers of 32 or 64 bits",
    "PL_ATOMIC_OR(&x[i], v), of integers of 32 or 64 bits", "PL_ATOMIC_XOR(&x[i], v), of integers of 32 or 64 bits",
    "PL_ATOMIC_XCHG(&x[i], v), of elements of 32 or 64 bits", "PL_ATOMIC_CAS(&x[i], expected, v), of elements of 32 or 64 bits",
    "PL_IN(T, x, (m, ...), spec)", "PL_OUT(T, x, (m, ...), spec)", "PL_INOUT(T, x, (m, ...), spec)",
    "PL_PREFETCH(T, t, (n, ...))", "PL_SCRATCH(T, (n, ...))", "PL_SCALAR(T, a)", "PL_BATCH(b, extent, x, ...)",
    "PL_BLOCKSPEC((block...), (index...), option...)", "PL_ELEMENT(n, lo, hi)", "PL_BOUNDED(n)", "PL_DS(start, size)",
    "PL_UNBLOCKED((n, ...), ((lo, hi), ...)) in the place of a PL_BLOCKSPEC's block",
    "PL_CALL(name, kernel, part...), where shapes, blocks and"
    " index maps stand in parentheses: PL_IN(T, x, (n), PL_BLOCKSPEC((b), (i)))",
};

static size_t name_length(const char *s)
{
    size_t n = 0;
    while (isalnum((unsigned char)s[n]) || s[n] == '_')
        n++;
    return n;
}

const char *usage_of(const char *at)
{
    size_t n = name_length(at);
    for (size_t i = 0; i < sizeof usages / sizeof usages[0]; i++)
        if (n && name_length(usages[i]) == n && !strncmp(usages[i], at, n))
            return usages[i];
    return NULL;
}

// PL_N_, PL_EACH_2: a name that no user writes.
static bool is_internal(const char *name, size_t n)
{
    size_t end = n;
    while (end && isdigit((unsigned char)name[end - 1]))
        end--;
    return n > 3 && (!strncmp(name, "PL_", 3) || !strncmp(name, "pl_", 3)) && name[end - 1] == '_';
}

bool names_internals(const char *words)
{
    for (const char *s = words; *s; s += name_length(s) + !name_length(s))
        if (is_internal(s, name_length(s)))
            return true;
    return strstr(words, "typeof (");
}

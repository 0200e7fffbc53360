// options: --check
// PL_EACH writes a local that is declared outside it: the same in any order, but each work-item may have a copy of the local.
#include <pallas.h>

enum { N = 8 };

struct seen { int any; };

static void set(int *flag)
{
    *flag = 1;
}

static int is(const int *flag)
{
    return *flag;
}

PL_KERNEL(seen_kernel, PL_REF(const int, x, N), PL_REF(int, o, N))
{
    int found = 0, last = 0, turned[N];
    struct seen seen = { 0 };
    int *row = o;
    PL_EACH ((c, N)) {
        int own[2] = { 0, x[c] };
        if (x[c] > 5)
            found = 1;
        if (x[c] > 6)
            seen.any = 1;
        if (x[c] > 7)
            set(&last);
        turned[N - 1 - c] = x[c];
        set(&own[0]);
        row[c] = own[0] + is(&last);                    // a block's element, one's own, and what is only read
    }
    PL_EACH ((c, N))
        o[c] += turned[c] + found + seen.any;
}

PL_CALL(all_seen, seen_kernel, PL_GRID(), PL_IN(int, x, (N), PL_WHOLE), PL_OUT(int, o, (N), PL_WHOLE))

// emit/work.c -- what loops do on a vector unit, as facts.

#include "emit/emit.h"

const char *works_text(Emitter *em, const Node *nest)
{
    const char *all = "";
    if (!em->plan || em->in_nest)
        return all;
    const NestWorks works = works_of(nest);
    for (int i = 0; i < works.count; i++) {
        const NestWork *w = &works.all[i];
        all = text("%s%s", all, fact("work", "rows=«%s», columns=«%s», type=%s, vector=%d, transcendental=%d, cross_lane=%d, "
                                     "loads=%d, stores=%d", printed(em, w->rows), printed(em, w->columns), type_code(w->type),
                                     w->vector, w->transcendental, w->cross_lane, w->loads, w->stores));
    }
    return all;
}

// render/format.h -- lines of what is written, between render/template.c, which has them from m4, and render/format.c, which lays them out.

#ifndef SHAPE_H
#define SHAPE_H

#include "pallasc.h"

typedef struct {
    char *text;
    const char *place;          // in the user's source, as #line has it: 17 "a.c"; NULL: none
    bool shaped;                // ours to break and to indent
} Line;

typedef struct { Line *at; int count; } Lines;

void add_line(Lines *l, const char *s, const char *place);
Lines shape(Lines all);

#endif

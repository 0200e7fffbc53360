// render/render.h -- runs m4 over a target's template and the facts, and lays out what it writes.
//
//     render/source.c    what m4 reads: templates, fields of facts by name
//     render/template.c  m4, rejections and leftovers, files
//     render/format.c    indents and breaks lines as a person would

#ifndef RENDER_H
#define RENDER_H

#include "pallasc.h"

// target's template over the plan, to output (NULL: standard output) and, what it keeps beside that (a .cl), next to it.
// plan: the definitions that emit_plan writes. Errors are counted; after one nothing is written.
void render_code(const char *plan, const char *output, const char *target, const char *templates);
void render_check(const char *plan, const char *target, const char *templates);       // the same, unwritten
// target's explain.m4 over the facts of put_memory_facts, where it has one.
void render_memory(FILE *to, const char *facts, const char *target, const char *templates);
void write_file(const char *name, const char *made);                    // NULL: standard output

// ---- Between the files ----

typedef struct {
    char *text;
    const char *place;          // in the user's source, as #line has it: 17 "a.c"; of a template's: its own; NULL: none
    bool shaped;                // ours to break and to indent
} Line;

typedef struct { Line *at; int count; } Lines;

Lines read_lines(FILE *from);
void read_template(Lines *to, const char *name, const char *target, const char *templates);   // errors are counted
void add_line(Lines *l, const char *s, const char *place);
Lines shape(Lines all);

#endif

// render/render.h -- runs m4 over a target's template and the facts, and formats its output.
//
//     render/source.c    m4's input: templates, fields of facts by name
//     render/template.c  m4, rejections and leftovers, files
//     render/format.c    indents and breaks lines as a person would

#ifndef RENDER_H
#define RENDER_H

#include "pallasc.h"

typedef struct {
    char *text;
    const char *place;          // in the user's source, as in #line: 17 "a.c"; NULL: a line of the template's own
    bool formatted;             // after %%indent: it is indented, and broken if it is too long
    Loc at;                     // in a template, for a line of m4's input
} Line;

typedef struct { Line *at; int count; } Lines;

typedef struct {
    Lines lines;
    Lines second;               // of a second file, such as a .cl
    const char *ending;         // of its name; NULL: there is none
} Code;

// Runs target's template over the plan, the definitions that emit_file writes. Errors are counted; after one there is no code.
Code render_code(const char *plan, const char *target, const char *templates);
// Writes it to output (NULL: standard output), and a second file next to it. places: with #line directives.
void write_code(const Code *code, const char *output, const char *target, bool places);
const char *name_of_second(const Code *code, const char *output, const char *target);
void render_check(const char *plan, const char *target, const char *templates);       // the errors alone
// Returns what the target's report.m4, if it has one, says of its machines in JSON; otherwise nothing.
const char *render_machines(const char *target, const char *templates);
// Runs the target's explain.m4, if it has one, over the facts of put_memory_facts, and prints its output.
void render_memory(FILE *to, const char *facts, const char *target, const char *templates);
void write_file(const char *name, const char *made);                    // NULL: standard output

// ---- Between the files ----------------------------------------------------------------------------------------------

typedef struct {
    const char *name;
    size_t length;              // of the name
    const char *parameters;     // "base, index"; NULL: it has no names
} Macro;

typedef struct {                // the templates of a target
    const char *target, *folders[3];
    Macro *macros;              // that the files read so far define
    int macro_count;
} Template;

Lines read_lines(FILE *from);
void read_template(Lines *to, Template *t, const char *name);          // and what it includes; errors are counted
void add_line(Lines *l, const char *s, const char *place);
Lines format_lines(Lines all);                                          // without %%indent, %%as_is and %%line

#endif

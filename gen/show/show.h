// show/show.h -- output for people: the tree, the plan, the prototypes of the calls, and the report of --explain.

#ifndef SHOW_H
#define SHOW_H

#include "plan/plan.h"

void dump_source(FILE *to, const Source *s);                            // pallasc --emit=nodes: for finding bugs
void emit_header(FILE *to, const Source *s);                            // pallasc --emit=header: prototypes for C and C++
extern const Printer prototype_words;                                   // how types and extents are printed there
void emit_trial(FILE *to, const Source *s);                             // pallasc --emit=trial: a program for make tune
// pallasc -MF: a rule of make that says which files the target depends on.
void show_dependencies(FILE *to, const char *target, const Names *files);
void show_plans(FILE *to, Plan *const *plans, int count);               // pallasc --emit=plan

typedef struct { const char *name; long long value; } KnownSize;        // --size m=1024

// ---- show/explain.c: the reasons of a plan --------------------------------------------------------------------------

enum { MOST_CELLS = 8 };
typedef struct { Loc at; const char *cells[MOST_CELLS]; } ExplainedRow;                 // line 0: it belongs to no line
typedef struct { const char *title; ExplainedRow *rows; int row_count; } Explained;     // NULL: the table has no title
typedef struct {
    Explained *parts;
    int count;
    int lanes;                  // from this one on, they are about the schedule for a group of lanes
} Explanation;

Explanation explanation_of(const Plan *plan, const KnownSize *sizes, int size_count);
void explain(FILE *to, const Call *call, const Explanation *e);         // pallasc --explain
bool is_size_of(const Call *call, int parameter, const char *name);     // whether it is a size or scalar that --size names so
Given given_sizes(const Call *call, const KnownSize *sizes, int size_count);

// Prints a call's windows, tables and scratch as facts for the target's explain.m4.
void put_memory_facts(FILE *to, const Plan *plan, const KnownSize *sizes, int size_count);

// ---- show/report.c, show/report_call.c: pallasc --report ------------------------------------------------------------

typedef struct {                // a file of emitted code
    const char *name;
    struct CodeLine { const char *text, *place; } *lines;       // place: of the user's line, as in #line: 17 "a.c"; NULL: none
    int count;
} CodeFile;

typedef struct {
    const Source *source;
    const char *version, *target;       // target NULL: none was given
    const char *machines;               // JSON of the target's, or nothing
    const char *calls;                  // JSON: a list of what report_of_call returns
    const char *timeline;               // the text of an SVG or of a trace; NULL: none was given
    CodeFile *code;
    int code_count;
} Report;

// Returns a call as JSON. target: or NULL; memory: what --explain --target=T says of its memory.
const char *report_of_call(const Plan *plan, const KnownSize *sizes, int size_count, const char *target, const char *memory);
void put_report(FILE *to, const Report *r);

#endif

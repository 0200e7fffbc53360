// show/json.h -- writes JSON for the page of --report. A member has a name; an item of a list has none: NULL.

#ifndef JSON_H
#define JSON_H

#include "pallasc.h"

typedef struct { FILE *to; bool follows; } Json;                        // follows: a comma precedes what comes next

void json_open(Json *j, const char *name, char bracket);                // { or [
void json_close(Json *j, char bracket);                                 // } or ]
void json_text(Json *j, const char *name, const char *s);               // NULL: null
void json_number(Json *j, const char *name, long long n);
void json_flag(Json *j, const char *name, bool flag);
void json_made(Json *j, const char *name, const char *made);            // JSON already; empty: null

// An expression as the page computes it: 3, "i", ["+", A, B], ["cdiv", A, B], ["[]", "table", A]; null: it cannot.
void json_expression(Json *j, const char *name, const Call *call, const Node *e);

#endif

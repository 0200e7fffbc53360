// show/dependencies.c -- pallasc -MF: a rule for make, ninja and CMake that lists the files which the output is made from.

#include "show/show.h"
#include <string.h>

// Prints a path as make reads it: blanks and `#` follow a backslash, and a dollar is doubled.
static void put_path(FILE *to, const char *path)
{
    for (const char *c = path; *c; c++) {
        if (strchr(" \t#", *c))
            putc('\\', to);
        if (*c == '$')
            putc('$', to);
        putc(*c, to);
    }
}

void show_dependencies(FILE *to, const char *target, const Names *files)
{
    put_path(to, target);
    putc(':', to);
    for (int i = 0; i < files->count; i++) {
        fputs(" \\\n ", to);
        put_path(to, files->at[i]);
    }
    putc('\n', to);
}

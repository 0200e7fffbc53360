// read/marked.c -- the text of read/marked.h, which libclang receives as a file with this name.

#include "read/read.h"
#include <string.h>

static const char *const lines[] = {
#include "read/marked.inc"
};

struct CXUnsavedFile parse_mode(void)
{
    Buffer all = { NULL, 0, 0 };
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
        add_text(&all, lines[i], strlen(lines[i]));
    return (struct CXUnsavedFile){ PARSE_MODE, text_in(&all), (unsigned long)all.length };
}

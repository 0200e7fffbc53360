// prove/words.c -- what a target's words read, write and await in memory that lanes share. Words that are not listed have only values.
// tests/cuda/words.sh compares this with what the emulator observes.

#include "prove/prove.h"
#include <string.h>

static const Word words[] = {
    { "say_load", "--r--", false, NO_ORDER },
    { "say_reload", "--r-", false, NO_ORDER },
    { "say_store", "-rw-", false, NO_ORDER },
    { "say_store_piece", "wrn", false, NO_ORDER },
    { "say_fetch_element", "-wr", true, NO_ORDER },
    { "say_fetch_masked", "-wr-", true, NO_ORDER },
    { "say_fetch_piece", "wrn-", true, NO_ORDER },
    { "say_fetch_slice", "WR", true, NO_ORDER },
    { "say_fetch_run", "wr-", true, NO_ORDER },
    { "say_fetched", "", false, COMMITS },
    { "say_arrived", "-", false, AWAITS_ALL_BUT },
    { "say_copied", "", false, AWAITS_ALL },
    { "say_load_fragment", "-r", false, NO_ORDER },
    { "say_load_turned", "-r", false, NO_ORDER },
};

const Word *word_named(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (!strcmp(words[i].name, name))
            return &words[i];
    return NULL;
}

bool is_wait(const Node *n, const void *unused)
{
    const Word *word = n->kind == ND_SAY ? word_named(n->name) : NULL;
    (void)unused;
    return n->kind == ND_WAIT || (word && word->order >= AWAITS_ALL);
}

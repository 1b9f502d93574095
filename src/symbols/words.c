/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* tdestroy */
#include "symbols/words.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

static int order(const void *a, const void *b)
{
    return strcmp(a, b);
}

const char *mz_words_keep(struct mz_words *words, const char *word)
{
    char **found = tfind(word, &words->tree, order);
    char *copy;

    if (found)
        return *found;
    copy = strdup(word);
    if (!copy)
        return NULL;
    found = tsearch(copy, &words->tree, order);
    if (found)
        return *found;
    free(copy);
    return NULL;
}

void mz_words_free(struct mz_words *words)
{
    tdestroy(words->tree, free);
    words->tree = NULL;
}

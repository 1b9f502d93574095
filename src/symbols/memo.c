/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* tdestroy */
#include "symbols/memo.h"

#include <search.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

/* Behind it lie the answer, and behind that the question; of one that is sought
 * the question lies elsewhere. */
struct kept {
    const void *question;
    size_t question_size, size;
    alignas(max_align_t) char answer[];
};

static int order(const void *a, const void *b)
{
    const struct kept *x = a, *y = b;

    if (x->question_size != y->question_size)
        return x->question_size < y->question_size ? -1 : 1;
    return memcmp(x->question, y->question, x->question_size);
}

const void *mz_memo_find(const struct mz_memo *memo, const void *question,
                         size_t question_size, size_t *size)
{
    const struct kept sought = {question, question_size, 0};
    struct kept *const *found = tfind(&sought, &memo->tree, order);

    if (!found)
        return NULL;
    if (size)
        *size = (*found)->size;
    return (*found)->answer;
}

void mz_memo_keep(struct mz_memo *memo, const void *question,
                  size_t question_size, const void *answer, size_t size)
{
    struct kept *entry = malloc(sizeof *entry + size + question_size);

    if (!entry)
        return;
    *entry = (struct kept){entry->answer + size, question_size, size};
    memcpy(entry->answer, answer, size);
    memcpy(entry->answer + size, question, question_size);
    if (!tsearch(entry, &memo->tree, order))
        free(entry);
}

void mz_memo_free(struct mz_memo *memo)
{
    tdestroy(memo->tree, free);
    memo->tree = NULL;
}

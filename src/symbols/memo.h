/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Answers, each kept under what was asked, until their owner goes: debug
 * information is slow to read, and the steps of an execution ask the same of
 * it over and over. Questions and answers are bytes: a struct that is a
 * question has no padding. A zeroed memo is empty. Where there is no memory
 * an answer is not kept, and is found again.
 */
#ifndef MZ_SYMBOLS_MEMO_H
#define MZ_SYMBOLS_MEMO_H

#include <stddef.h>

struct mz_memo {
    void *tree;
};

/* Aligned for whatever it is; `*size`, if it is not NULL, is its size. NULL:
 * there is none. */
const void *mz_memo_find(const struct mz_memo *, const void *question,
                         size_t question_size, size_t *size);

/* Of a question that has no answer yet. */
void mz_memo_keep(struct mz_memo *, const void *question, size_t question_size,
                  const void *answer, size_t size);

void mz_memo_free(struct mz_memo *);

#endif

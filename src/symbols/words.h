/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Strings kept once each, until their owner goes. A zeroed struct is empty.
 */
#ifndef MZ_SYMBOLS_WORDS_H
#define MZ_SYMBOLS_WORDS_H

struct mz_words {
    void *tree;
};

/* The kept copy of `word`, or NULL when there is no memory. */
const char *mz_words_keep(struct mz_words *, const char *word);

void mz_words_free(struct mz_words *);

#endif

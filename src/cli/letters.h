/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What ranks send one another. Messages of a search that is under way are for
 * ranks/rank.h, and are handed on; others are letters, and are kept until they
 * are waited for.
 */
#ifndef MZ_CLI_LETTERS_H
#define MZ_CLI_LETTERS_H

#include "ranks/rank.h"

struct mz_ranks; /* ranks.h */

/* What goes from rank to rank beside that of ranks/rank.h. */
enum mz_letter_kind {
    MZ_LETTER_COMMAND = MZ_RANK_KINDS, /* the folder, words, the environment:
                                          texts */
    MZ_LETTER_BEGIN,                   /* struct mz_settings */
    MZ_LETTER_LEFT,   /* struct mz_rest; nothing: it is not known */
    MZ_LETTER_RESULT, /* struct found (ranks.c), and pages */
    MZ_LETTER_END,
};

struct mz_letter {
    struct mz_letter *next;
    size_t size; /* of the content */
    struct mz_rank_message head;
    char content[];
};

struct mz_rank_message mz_ranks_head(const struct mz_ranks *,
                                     enum mz_letter_kind);

/* The content is copied. */
void mz_ranks_send(struct mz_ranks *, uint32_t to,
                   const struct mz_rank_message *, const void *content,
                   size_t size);

/* To those that this rank is the parent of. */
void mz_ranks_send_down(struct mz_ranks *, enum mz_letter_kind,
                        const void *content, size_t size);

/* One message, if there is one. What comes between two searches is of one that
 * is over: none of the next is on its way before that has been announced. */
bool mz_ranks_hear_one(struct mz_ranks *);

/* The next letter, of one of both kinds, from malloc. No more than that is
 * heard: what comes behind it may be of what it begins. */
struct mz_letter *mz_ranks_wait_for(struct mz_ranks *, enum mz_letter_kind one,
                                    enum mz_letter_kind other);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The undo log of the race detector: before some of its memory is changed, what
 * is there is saved here. To go back is to put all of that back, the latest
 * first; so the state is, to the byte, what it was when the log was so long.
 *
 * There is room for so much. When it is used up nothing can be undone any more
 * until the log begins anew; and nothing at all when that has happened often.
 */
#ifndef MZ_RACE_UNDO_H
#define MZ_RACE_UNDO_H

#include "base/base.h"

typedef uint64_t mz_undo_word __attribute__((may_alias));

/* What was saved precedes it. */
struct mz_undo_entry {
    mz_undo_word *at;
    uint64_t words; /* 0: something new is there, to be forgotten */
};

extern struct mz_undo {
    char *start, *top, *end;
    bool is_lost;
} mz_undo __attribute__((visibility("hidden")));

void mz_undo_init(void);
void mz_undo_begin(void);

/* There is no room left. */
void mz_undo_lose(void) MZ_COLD;

static inline uint64_t mz_undo_length(void)
{
    return mz_undo.top - mz_undo.start;
}

/* To where the log had this length; `forget` is given what was new. */
void mz_undo_go_back(uint64_t length, void (*forget)(void *));

/* These bytes, which are whole words, are about to be changed. */
MZ_INLINED void mz_undo_save(void *at, size_t size)
{
    size_t room = mz_undo.end - mz_undo.top, words = size / 8;
    mz_undo_word *to = (mz_undo_word *)mz_undo.top;
    struct mz_undo_entry *entry = (struct mz_undo_entry *)(to + words);

    if (MZ_UNLIKELY(room < size + sizeof *entry)) {
        mz_undo_lose();
        return;
    }
    for (size_t i = 0; i < words; i++)
        to[i] = ((mz_undo_word *)at)[i];
    entry->at = at;
    entry->words = words;
    mz_undo.top = (char *)(entry + 1);
}

MZ_INLINED void mz_undo_note_new(void *at)
{
    mz_undo_save(at, 0);
}

#endif

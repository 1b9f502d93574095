/* SPDX-License-Identifier: Apache-2.0 */
#include "race/undo.h"

#include <sys/mman.h>

#include "base/system_call.h"

enum {
    ROOM = 1 << 25,  /* bytes, of which memory is as much as was ever used */
    MOST_LOSSES = 8, /* more of them, and it is not worth the while */
};

struct mz_undo mz_undo;
static unsigned losses;

void mz_undo_init(void)
{
    long memory;

    if (mz_undo.start)
        return;
    memory = MZ_SYSTEM(mmap, 0, ROOM, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    MZ_ASSERT(memory > 0);
    mz_undo.start = mz_undo.top = (char *)memory;
}

void mz_undo_begin(void)
{
    bool is_on = losses < MOST_LOSSES;

    mz_undo.top = mz_undo.start;
    mz_undo.end = mz_undo.start + (is_on ? ROOM : 0);
    mz_undo.is_lost = !is_on;
}

void mz_undo_lose(void)
{
    losses += !mz_undo.is_lost;
    mz_undo.is_lost = true;
    mz_undo.top = mz_undo.end = mz_undo.start;
}

void mz_undo_go_back(uint64_t length, void (*forget)(void *))
{
    char *top = mz_undo.top, *to = mz_undo.start + length;

    while (top > to) {
        struct mz_undo_entry *entry = (struct mz_undo_entry *)top - 1;
        /* The processor need not wait for what is written to read these. */
        uint64_t words = entry->words;
        mz_undo_word *at = entry->at, *saved = (mz_undo_word *)entry - words;

        for (uint64_t i = 0; i < words; i++)
            at[i] = saved[i];
        if (!words)
            forget(at);
        top = (char *)saved;
    }
    mz_undo.top = top;
    MZ_ASSERT(top == to);
}

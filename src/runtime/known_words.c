/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/known_words.h"

#include "runtime/loop.h"
#include "runtime/turn.h"

enum {
    WORDS = 64,    /* of a thread, that others have written */
    COPIED = 2048, /* of a thread; where it has more none are */
};

struct word {
    uint64_t *at;
    uint64_t of_others; /* a bit each: bytes that others have written last */
    uint64_t known;     /* these bytes, as the thread had left them */
    uint64_t left;      /* and as others have */
};

struct knowledge {
    struct word words[WORDS];
    uint32_t count;
    bool is_full; /* others have written more */
};

static struct knowledge knowledge[MZ_MAX_THREADS];
static uint64_t copies[MZ_MAX_THREADS][COPIED];

/* ---- what others write --------------------------------------------------- */

static void forget(struct knowledge *of, uint32_t i)
{
    of->words[i] = of->words[--of->count];
}

static uint32_t find(const struct knowledge *of, const uint64_t *at)
{
    uint32_t i = 0;

    while (i < of->count && of->words[i].at != at)
        i++;
    return i;
}

/* The bits of all bytes that have some of these. */
static uint64_t whole_bytes(uint64_t bits)
{
    uint64_t bytes = 0;

    for (uint64_t byte = 0xff; byte; byte <<= 8)
        if (bits & byte)
            bytes |= byte;
    return bytes;
}

/* Others have changed it. What they had left may be the thread's since. */
static MZ_NOINLINE void note(struct knowledge *of, uint64_t *at,
                             uint64_t before)
{
    uint32_t i = find(of, at);
    struct word *word = &of->words[i];

    if (i == WORDS) {
        of->is_full = true;
        return;
    }
    if (i == of->count)
        of->words[of->count++] = (struct word){.at = at};
    word->of_others &= ~whole_bytes(word->left ^ before);
    word->known =
        (word->known & word->of_others) | (before & ~word->of_others);
    word->of_others |= whole_bytes(*at ^ before);
    word->left = *at;
}

static uint64_t *copy(uint64_t *to, uint64_t from, uint64_t end)
{
    for (const uint64_t *at = (const uint64_t *)from; at < (uint64_t *)end;)
        *to++ = *at++;
    return to;
}

static const uint64_t *compare(struct knowledge *of, const uint64_t *old,
                               uint64_t from, uint64_t end)
{
    for (uint64_t *at = (uint64_t *)from; at < (uint64_t *)end; at++, old++)
        if (MZ_UNLIKELY(*at != *old))
            note(of, at, *old);
    return old;
}

MZ_NOINLINE void mz_known_switch(mz_tid to)
{
    mz_tid self = mz_rt.self;
    struct mz_fiber_own own =
        mz_fiber_own((uint64_t)__builtin_frame_address(0));
    uint64_t size = own.frames_end - own.frames +
                    own.storage_end - own.storage;

    if (own.frames_end < own.frames || size > sizeof copies[self]) {
        mz_turn_switch(to);
        return;
    }
    copy(copy(copies[self], own.frames, own.frames_end), own.storage,
         own.storage_end);
    mz_turn_switch(to);
    compare(&knowledge[self],
            compare(&knowledge[self], copies[self], own.frames,
                    own.frames_end),
            own.storage, own.storage_end);
}

/* ---- what the thread itself writes --------------------------------------- */

/* The bits of the word's bytes that lie there. */
static uint64_t bytes_within(const uint64_t *at, uint64_t address,
                             uint64_t size)
{
    uint64_t from = (uint64_t)at, bytes = ~0ull;

    if (address >= from + 8 || address + size <= from)
        return 0;
    if (address > from)
        bytes <<= 8 * (address - from);
    if (address + size < from + 8)
        bytes &= ~0ull >> (8 * (from + 8 - address - size));
    return bytes;
}

void mz_known_write(uint64_t address, uint64_t size)
{
    struct knowledge *of = &knowledge[mz_rt.self];

    for (uint32_t i = of->count; i--;) {
        struct word *word = &of->words[i];

        word->of_others &= ~bytes_within(word->at, address, size);
        if (!word->of_others)
            forget(of, i);
    }
}

/* Frames that were left, and words that are others by now, are forgotten. */
bool mz_known_show(const struct mz_fiber_own *own)
{
    struct knowledge *of = &knowledge[mz_rt.self];

    for (uint32_t i = of->count; i--;) {
        struct word *word = &of->words[i];
        uint64_t at = (uint64_t)word->at;

        if ((at >= own->frames && at < own->frames_end) ||
            (at >= own->storage && at < own->storage_end))
            word->of_others &= ~whole_bytes(*word->at ^ word->left);
        else
            word->of_others = 0;
        if (!word->of_others)
            forget(of, i);
        else
            *word->at ^= (word->known ^ word->left) & word->of_others;
    }
    return !of->is_full;
}

void mz_known_hide(void)
{
    const struct knowledge *of = &knowledge[mz_rt.self];

    for (uint32_t i = 0; i < of->count; i++)
        *of->words[i].at ^= (of->words[i].known ^ of->words[i].left) &
                            of->words[i].of_others;
}

void mz_known_born(mz_tid t)
{
    knowledge[t].count = 0;
    knowledge[t].is_full = false;
}

void mz_known_reset(void)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++)
        mz_known_born(t);
}

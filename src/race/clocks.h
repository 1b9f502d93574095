/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The clocks of the detector of races: what each thread of the checked program
 * has seen of the others. Only the detector's own files include this.
 *
 * Entry u of a clock is the last epoch of thread u that was seen: an access
 * happens before what a thread does next if the thread's clock has reached its
 * epoch. Entries from earlier executions are lower than all epochs of this one,
 * so that nothing has to be reset; loops run over `width` entries.
 *
 * Whenever a thread's clock is published the thread enters a new epoch. So the
 * epoch stands for the clock: who has seen it has seen all of the clock.
 *
 * Whatever is about to be changed is saved in the undo log before. But not
 * `last`, which only grows, so that no epoch is used twice; nor clocks that had
 * been given up, which were saved then; nor what marks have of the thread that
 * goes on.
 */
#ifndef MZ_RACE_CLOCKS_H
#define MZ_RACE_CLOCKS_H

#include "race/shadow.h"

/* A clock that a thread or a fence has published. */
struct mz_published {
    mz_epoch epoch; /* 0: none */
    unsigned width;
    mz_epoch clock[MZ_MAX_THREADS];
};

struct mz_race_thread {
    mz_epoch epoch; /* = clock[thread] */
    uint32_t ordinal;
    uint32_t before;   /* the same, as the epoch began */
    mz_epoch previous; /* before this one */
    bool has_pending;
    mz_epoch clock[MZ_MAX_THREADS];
    mz_epoch pending[MZ_MAX_THREADS]; /* for the next acquire fence */
    struct mz_published fence;        /* by the last release fence */
};

extern struct mz_race_clocks {
    mz_epoch last;  /* the thread aside, the latest epoch there is */
    uint64_t width; /* threads of this execution, a multiple of 4 */
    uint64_t has_skipped; /* see mz_race_detector_has_skipped */
    struct mz_published sc_fence;
    struct mz_race_thread threads[MZ_MAX_THREADS];
} mz_race_clocks __attribute__((visibility("hidden")));

static inline void mz_clock_save(mz_epoch *clock, uint64_t width)
{
    mz_undo_save(clock, width * sizeof *clock);
}

static inline void mz_published_save(struct mz_published *published)
{
    uint64_t width = published->epoch ? published->width : 0;

    mz_undo_save(published, offsetof(struct mz_published, clock) +
                                width * sizeof *published->clock);
}

static inline bool mz_clock_has_seen(const mz_epoch *clock, mz_epoch epoch)
{
    return epoch <= clock[mz_epoch_thread(epoch)];
}

static inline mz_epoch mz_later_epoch(mz_epoch a, mz_epoch b)
{
    return a > b ? a : b;
}

static inline void mz_clock_join(mz_epoch *into, const mz_epoch *from,
                                 unsigned width)
{
    for (unsigned i = 0; i < width; i += 4) {
        into[i] = mz_later_epoch(into[i], from[i]);
        into[i + 1] = mz_later_epoch(into[i + 1], from[i + 1]);
        into[i + 2] = mz_later_epoch(into[i + 2], from[i + 2]);
        into[i + 3] = mz_later_epoch(into[i + 3], from[i + 3]);
    }
}

/* The same, of a clock that is saved as far as it changes. */
static inline void mz_clock_learn(mz_epoch *clock, const mz_epoch *from,
                                  unsigned width)
{
    for (unsigned i = 0; i < width; i += 4)
        if (from[i] > clock[i] || from[i + 1] > clock[i + 1] ||
            from[i + 2] > clock[i + 2] || from[i + 3] > clock[i + 3]) {
            mz_clock_save(clock + i, 4);
            mz_clock_join(clock + i, from + i, 4);
        }
}

static inline void mz_clock_copy(mz_epoch *to, const mz_epoch *from,
                                 unsigned width)
{
    for (unsigned i = 0; i < width; i += 4) {
        to[i] = from[i];
        to[i + 1] = from[i + 1];
        to[i + 2] = from[i + 2];
        to[i + 3] = from[i + 3];
    }
}

static inline void mz_race_thread_enter_epoch(struct mz_race_thread *thread,
                                              mz_tid t)
{
    mz_race_clocks.last += MZ_MAX_THREADS;
    thread->before = thread->ordinal;
    thread->previous = thread->epoch;
    thread->epoch = thread->clock[t] = mz_race_clocks.last | t;
}

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads come and go, executions begin, the detector goes back to a mark: what
 * concerns clocks, and no access.
 */
#include "race/clocks.h"

#include "race/allocation.h"
#include "race/detector.h"
#include "race/epoch_names.h"

struct mz_race_clocks mz_race_clocks;

/* ---- threads and executions ---------------------------------------------- */

static void start_thread(struct mz_race_thread *thread, mz_tid t)
{
    mz_undo_save(thread, offsetof(struct mz_race_thread, clock));
    mz_published_save(&thread->fence);
    thread->ordinal = 0;
    thread->has_pending = false;
    thread->fence.epoch = 0;
    mz_race_thread_enter_epoch(thread, t);
    thread->previous = 0;
}

void mz_race_detector_create(mz_tid parent, mz_tid child)
{
    struct mz_race_thread *creator = &mz_race_clocks.threads[parent];
    struct mz_race_thread *created = &mz_race_clocks.threads[child];

    MZ_ASSERT(child < MZ_MAX_THREADS);
    if (child >= mz_race_clocks.width) {
        mz_undo_save(&mz_race_clocks.width, sizeof mz_race_clocks.width);
        mz_race_clocks.width = (child + 4) & ~3u;
    }
    mz_clock_save(created->clock, mz_race_clocks.width);
    mz_clock_copy(created->clock, creator->clock, mz_race_clocks.width);
    start_thread(created, child);
    mz_race_thread_enter_epoch(creator, parent);
}

void mz_race_detector_create_again(mz_tid parent, mz_tid child)
{
    uint32_t ordinal = mz_race_clocks.threads[child].ordinal;

    mz_race_detector_create(parent, child);
    mz_race_clocks.threads[child].ordinal =
        mz_race_clocks.threads[child].before = ordinal;
}

void mz_race_detector_join(mz_tid parent, mz_tid child)
{
    mz_clock_learn(mz_race_clocks.threads[parent].clock,
                   mz_race_clocks.threads[child].clock, mz_race_clocks.width);
}

/* Who has gone back is ahead of the program, and would answer otherwise. So an
 * execution that has asked is never gone back to: the next one asks again. */
bool mz_race_detector_has_seen(mz_tid t, mz_tid other)
{
    const struct mz_race_thread *thread = &mz_race_clocks.threads[other];

    mz_undo_lose();
    return mz_clock_has_seen(
        mz_race_clocks.threads[t].clock,
        thread->ordinal == thread->before ? thread->previous : thread->epoch);
}

void mz_race_detector_begin(void)
{
#if MZ_CHECK
    mz_shadow_check();
#endif
    mz_race_clocks.last += MZ_MAX_THREADS;
    mz_shadow_begin(mz_race_clocks.last);
    mz_allocation_begin();
    mz_race_clocks.width = 4;
    mz_race_clocks.has_skipped = false;
    mz_race_clocks.sc_fence.epoch = 0;
    start_thread(&mz_race_clocks.threads[0], 0);
}

void mz_race_detector_set_heap(uint64_t start, uint64_t end, unsigned shift)
{
    mz_allocation_init(start, end, shift);
}

void mz_race_detector_init(void)
{
    mz_shadow_init();
    mz_race_detector_begin();
}

/* ---- going back ---------------------------------------------------------- */

void mz_race_detector_mark(struct mz_race_mark *mark, mz_tid t)
{
    const struct mz_race_thread *thread = &mz_race_clocks.threads[t];

    *mark = (struct mz_race_mark){
        .log = mz_undo_length(),
        .epoch = thread->epoch,
        .previous = thread->previous,
        .ordinal = thread->ordinal,
        .before = thread->before,
        .thread = t,
        .has_pending = thread->has_pending,
    };
}

bool mz_race_detector_can_go_back(void)
{
    return !mz_undo.is_lost;
}

void mz_race_detector_go_back(const struct mz_race_mark *mark)
{
    struct mz_race_thread *thread = &mz_race_clocks.threads[mark->thread];

#if MZ_CHECK
    mz_shadow_check();
#endif
    mz_shadow_go_back(mark->log);
    thread->epoch = thread->clock[mark->thread] = mark->epoch;
    thread->previous = mark->previous;
    thread->ordinal = mark->ordinal;
    thread->before = mark->before;
    thread->has_pending = mark->has_pending;
}

bool mz_race_detector_has_skipped(void)
{
    return mz_race_clocks.has_skipped;
}

uint64_t mz_race_detector_point(mz_tid t)
{
    return mz_race_clocks.threads[t].epoch;
}

uint64_t mz_race_detector_seen_point(mz_tid t, mz_tid other)
{
    return mz_race_clocks.threads[t].clock[other];
}

uint32_t mz_race_detector_ordinal(mz_tid t)
{
    return mz_race_clocks.threads[t].ordinal;
}

/* ---- what it knows ------------------------------------------------------- */

static void tell_clock(struct mz_epoch_names *n, const mz_epoch *clock,
                       unsigned width)
{
    for (unsigned i = 0; i < width; i++)
        mz_epoch_names_tell_epoch(n, clock[i]);
}

static void tell_published(struct mz_epoch_names *n,
                           const struct mz_published *published)
{
    mz_epoch_names_tell_epoch(n, published->epoch);
    if (published->epoch)
        tell_clock(n, published->clock, published->width);
}

static void tell_thread(struct mz_epoch_names *n,
                        const struct mz_race_thread *thread)
{
    mz_epoch_names_tell(n, thread->ordinal | (uint64_t)thread->before << 32);
    mz_epoch_names_tell_epoch(n, thread->epoch);
    mz_epoch_names_tell_epoch(n, thread->previous);
    tell_clock(n, thread->clock, mz_race_clocks.width);
    mz_epoch_names_tell(n, thread->has_pending);
    if (thread->has_pending)
        tell_clock(n, thread->pending, mz_race_clocks.width);
    tell_published(n, &thread->fence);
}

static void tell(struct mz_epoch_names *n, mz_tset threads)
{
    mz_epoch_names_tell(n, mz_race_clocks.width);
    mz_epoch_names_tell(n, mz_race_clocks.has_skipped);
    tell_published(n, &mz_race_clocks.sc_fence);
    MZ_EACH(rest, threads)
        tell_thread(n, &mz_race_clocks.threads[mz_tset_first(rest)]);
    mz_shadow_tell(n);
    mz_allocation_tell(n);
}

uint64_t mz_race_detector_fingerprint(mz_tset threads)
{
    struct mz_epoch_names names = {0};

    tell(&names, threads);
    mz_epoch_names_know(&names);
    tell(&names, threads);
    mz_epoch_names_end(&names);
    return names.hash;
}

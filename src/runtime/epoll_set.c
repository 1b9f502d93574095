/* SPDX-License-Identifier: Apache-2.0 */
/* What is in sets of epoll, and a look at all of it. */
#include "runtime/descriptor_event.h"

#include <poll.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/timerfd.h"

enum { WATCHES = 128 };

/* Descriptions. */
static struct {
    uint16_t set, member;
} watches[WATCHES];
static unsigned watch_count;

void mz_epoll_set_reset(void)
{
    watch_count = 0;
}

void mz_epoll_set_checkpoint(void)
{
    mz_checkpoint_need(!watch_count);
}

void mz_epoll_set_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < watch_count; i++)
        mz_state_add_word(f, watches[i].set | watches[i].member << 16);
}

static int index_of(int fd)
{
    return mz_description_of(fd) - mz_descriptions;
}

void mz_io_watch(int set, int fd)
{
    if (watch_count == MZ_COUNT(watches))
        mz_unsupported(EPOLL_SETS);
    watches[watch_count].set = index_of(set);
    watches[watch_count++].member = index_of(fd);
}

static void forget_watch(unsigned i)
{
    watches[i] = watches[--watch_count];
}

void mz_io_unwatch(int set, int fd)
{
    for (unsigned i = watch_count; i-- > 0;)
        if (watches[i].set == index_of(set) &&
            watches[i].member == index_of(fd)) {
            forget_watch(i);
            return;
        }
}

void mz_io_watched(int set, struct mz_descriptors *all)
{
    for (unsigned i = 0; i < watch_count; i++) {
        int fd = mz_number_of(&mz_descriptions[watches[i].member]);

        if (watches[i].set == index_of(set) && fd >= 0)
            mz_descriptors_add(all, fd);
    }
}

/* A description is no more. */
void mz_io_forget_watches(int description)
{
    for (unsigned i = watch_count; i-- > 0;)
        if (watches[i].set == description || watches[i].member == description)
            forget_watch(i);
}

static bool is_among(const struct mz_io_access *a, unsigned count,
                     const void *object)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].object == object)
            return true;
    return false;
}

unsigned mz_epoll_sets_of(const struct mz_description *d,
                          struct mz_io_access a[MZ_SETS_OF_ONE])
{
    unsigned count = 0;

    for (unsigned i = 0; i < watch_count; i++) {
        const void *set = &mz_descriptions[watches[i].set];

        if (&mz_descriptions[watches[i].member] != d || is_among(a, count, set))
            continue;
        if (count == MZ_SETS_OF_ONE)
            mz_unsupported(EPOLL_SETS_OF_ONE);
        a[count++] = (struct mz_io_access){set, MZ_FILE_CHANGE};
    }
    return count;
}

static const void *object_of(const struct mz_description *d)
{
    return mz_is_pipe(d) ? (const void *)&mz_pipes[d->pipe] : d;
}

/* How often each timer will have expired, by its description. */
struct expiries {
    uint8_t times[MZ_DESCRIPTIONS];
};

/* The set itself, which is changed, and what is looked at. */
static unsigned access_set(int set, const struct expiries *expiries,
                           struct mz_io_access *a, bool *all_pipes)
{
    unsigned count = 0;

    *all_pipes = true;
    a[count++] = (struct mz_io_access){mz_description_of(set), MZ_FILE_CHANGE};
    for (unsigned i = 0; i < watch_count; i++) {
        const struct mz_description *d = &mz_descriptions[watches[i].member];

        if (watches[i].set != index_of(set))
            continue;
        *all_pipes &= mz_is_pipe(d);
        a[count++] = (struct mz_io_access){
            object_of(d),
            expiries->times[watches[i].member] ? MZ_FILE_CHANGE : MZ_FILE_LOOK};
    }
    return count;
}

static void acquire(int set)
{
    for (unsigned i = 0; i < watch_count && mz_rt.detecting; i++) {
        const struct mz_description *d = &mz_descriptions[watches[i].member];

        if (watches[i].set == index_of(set) && mz_is_pipe(d))
            mz_race_detector_synchronise(
                mz_self(), mz_description_clock(d, false), MZ_SYNC_ACQUIRE);
    }
}

/* Which of its descriptions are timers; of the set that it is now. */
static unsigned timers_of(int set, uint16_t timers[WATCHES])
{
    unsigned count = 0;

    for (unsigned i = 0; i < watch_count; i++) {
        const struct mz_description *d = &mz_descriptions[watches[i].member];
        bool is_known = false;

        for (unsigned n = 0; n < count; n++)
            is_known |= timers[n] == watches[i].member;
        if (watches[i].set == index_of(set) && !is_known &&
            d->kind == MZ_DESCRIPTOR_TIMER)
            timers[count++] = watches[i].member;
    }
    return count;
}

/* A look at the set and its timers, and what is chosen of them (timerfd.h). */
static void foresee(int set, struct expiries *expiries)
{
    struct mz_io_access a[WATCHES + 1];
    uint16_t timers[WATCHES];
    unsigned count;

    mz_fill(expiries, 0, sizeof *expiries);
    mz_io_touch_one(mz_description_of(set), MZ_FILE_LOOK);
    count = timers_of(set, timers);
    if (!count)
        return;
    for (unsigned i = 0; i < count; i++)
        a[i] = (struct mz_io_access){object_of(&mz_descriptions[timers[i]]),
                                     MZ_FILE_LOOK};
    mz_io_touch(a, count);
    for (unsigned i = 0; i < count; i++)
        expiries->times[timers[i]] =
            mz_timerfd_choices(&mz_descriptions[timers[i]]);
    for (unsigned i = 0; i < count; i++)
        expiries->times[timers[i]] =
            mz_timerfd_choose(expiries->times[timers[i]]);
}

/* May one of them still expire? */
static bool expire(int set, const struct expiries *expiries)
{
    bool may_expire = false;

    for (unsigned i = 0; i < watch_count; i++) {
        const struct mz_description *d = &mz_descriptions[watches[i].member];

        if (watches[i].set != index_of(set))
            continue;
        mz_timerfd_expire(d, expiries->times[watches[i].member]);
        may_expire |= mz_timerfd_may_expire(d);
    }
    return may_expire;
}

/* Would something be found in it by now? */
static bool is_ready(int set)
{
    struct pollfd one = {.fd = set, .events = POLLIN};

    return MZ_SYSTEM(poll, &one, 1, 0) != 0;
}

/* Who finds nothing leaves the set as it was: the kernel forgets that there was
 * something, of which there is no more. That is said of pipes alone, of which
 * nothing expires. */
static bool is_in_vain(int set, bool all_pipes)
{
    return all_pipes && !mz_rt.interleaving && !is_ready(set);
}

/* What is in the set depends on who has changed it before; so it is found
 * before, and once more when it is this call's turn. */
bool mz_io_epoll(int set, bool *all_pipes, bool *may_expire)
{
    struct mz_io_access before[WATCHES + 1], now[WATCHES + 1];
    struct expiries expiries;
    unsigned count, was;

    *may_expire = false;
    if (!mz_io_look_up(set))
        return false;
    if (mz_description_of(set) == &mz_descriptions[MZ_INHERITED] &&
        mz_descriptor_keeps(set, true))
        mz_unsupported(EPOLL_BEFORE_MAIN);
    if (!mz_has_number(set))
        return true;
    mz_io_begin_to_use(set);
    foresee(set, &expiries);
    count = access_set(set, &expiries, now, all_pipes);
    do {
        was = count;
        mz_copy(before, now, sizeof now);
        mz_io_end();
        if (!mz_turn_is_alone()) {
            mz_atomic_block_begin();
            mz_io_gather_first(before, was, is_in_vain(set, *all_pipes));
        }
        count = access_set(set, &expiries, now, all_pipes);
    } while (count != was || !mz_io_is_same(before, now, count));
    if (!mz_rt.interleaving)
        mz_io_end();
    if (mz_io_end_to_use(set) != set)
        mz_unsupported(EPOLL_CLOSED);
    acquire(set);
    *may_expire = expire(set, &expiries);
    return true;
}

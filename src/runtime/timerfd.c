/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/timerfd.h"

#include <errno.h>
#include <poll.h>
#include <sys/timerfd.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/duration.h"
#include "runtime/libc_family.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/state.h"

/* Three years: the kernel's own time is no less, and nobody waits so long. */
#define AGES (100000000ull * MZ_SECOND)

/* By the number of its object, a pipe. */
static struct timer {
    int32_t clock;
    bool is_armed;
    uint64_t end;      /* as the clocks of threads have it (libc_time.c) */
    uint64_t interval; /* in nanoseconds; 0: it expires once */
} timers[MZ_PIPES];
static bool has_any;

void mz_timerfd_reset(void)
{
    if (has_any)
        mz_fill(timers, 0, sizeof timers);
    has_any = false;
}

void mz_timerfd_checkpoint(void)
{
    mz_checkpoint_need(!has_any);
}

static bool is_timer(const struct mz_description *d)
{
    return d->kind == MZ_DESCRIPTOR_TIMER;
}

static struct timer *timer_of(const struct mz_description *d)
{
    return &timers[d->pipe];
}

static bool has_expired(const struct mz_description *d)
{
    struct pollfd one = {.fd = mz_number_of(d), .events = POLLIN};
    struct timespec none = {0};

    return MZ_SYSTEM(ppoll, &one, 1, &none) > 0;
}

void mz_timerfd_fingerprint(struct mz_fingerprint *f)
{
    if (!has_any)
        return;
    mz_state_add(f, timers, sizeof timers);
    for (unsigned i = 0; i < MZ_DESCRIPTIONS; i++)
        if (mz_descriptions[i].references && is_timer(&mz_descriptions[i]))
            mz_state_add_word(f, has_expired(&mz_descriptions[i]));
}

bool mz_timerfd_is_armed(const struct mz_description *d)
{
    return is_timer(d) && timer_of(d)->is_armed;
}

/* ---- the kernel's timer -------------------------------------------------- */

static void set_kernels(int fd, uint64_t end, uint64_t interval)
{
    struct itimerspec to = {mz_timespec_of(interval), mz_timespec_of(end)};

    MZ_SYSTEM(timerfd_settime, fd, TFD_TIMER_ABSTIME, &to, NULL);
}

/* The kernel's own clock tells that it has expired so often: an end, and
 * perhaps the next one, that are long past. */
static void make_expired(int fd, bool twice)
{
    struct pollfd one = {.fd = fd, .events = POLLIN};
    struct timespec now;

    MZ_SYSTEM(clock_gettime, CLOCK_REALTIME, &now);
    set_kernels(fd, mz_nanoseconds_of(&now) - AGES - AGES / 2,
                twice ? AGES : 0);
    MZ_SYSTEM(ppoll, &one, 1, NULL);
}

/* ---- it expires ---------------------------------------------------------- */

/* Whoever learns of it is not earlier. */
static void expire(const struct mz_description *d, bool twice)
{
    struct timer *t = timer_of(d);

    mz_time_reaches(t->end);
    make_expired(mz_number_of(d), twice && t->interval);
    t->is_armed = t->interval;
    t->end += t->interval;
}

bool mz_timerfd_may_expire(const struct mz_description *d)
{
    return mz_timerfd_is_armed(d) && !has_expired(d);
}

uint32_t mz_timerfd_choices(const struct mz_description *d)
{
    if (!mz_timerfd_may_expire(d))
        return 0;
    return timer_of(d)->interval ? 2 : 1;
}

uint32_t mz_timerfd_choose(uint32_t most)
{
    uint32_t value = most ? mz_local_choice(most + 1) : most;

    return value < most ? value + 1 : 0;
}

static void look(const struct mz_description *d)
{
    mz_io_touch_one(&mz_pipes[d->pipe], MZ_FILE_LOOK);
}

static void check_number(int fd, const struct mz_description *d)
{
    if (mz_description_of(fd) != d || mz_descriptor_uses[mz_self()].instead)
        mz_unsupported(TIMERFD_CLOSED);
}

uint32_t mz_timerfd_foresee(const struct mz_io *io, bool waits)
{
    const struct mz_description *d = mz_description_of(io->fd);
    uint32_t most, times;

    if (!is_timer(d))
        return 0;
    look(d);
    most = mz_timerfd_choices(d);
    if (io->use == MZ_IO_CHANGES && most > 1)
        most = 0; /* its time is told as if it had not */
    if (!waits)
        times = mz_timerfd_choose(most);
    else
        times = 1 + (most > 1 && mz_local_choice(2));
    check_number(io->fd, d);
    return times;
}

void mz_timerfd_expire(const struct mz_description *d, uint32_t times)
{
    mz_time_reaches(0);
    if (times && mz_timerfd_may_expire(d))
        expire(d, times > 1);
}

/* ---- calls --------------------------------------------------------------- */

static bool is_clock(int clock)
{
    return clock == CLOCK_REALTIME || clock == CLOCK_MONOTONIC ||
           clock == CLOCK_BOOTTIME;
}

int mz_timerfd_create(int clock, int flags, uint64_t pc)
{
    int fd;

    if (clock == CLOCK_REALTIME_ALARM || clock == CLOCK_BOOTTIME_ALARM)
        mz_unsupported(TIMERFD_CLOCK);
    mz_descriptors_opened = true;
    mz_descriptor_before_open();
    fd = MZ_SYSTEM(timerfd_create, is_clock(clock) ? CLOCK_REALTIME : -1,
                   flags);
    if (fd < 0)
        return fd;
    mz_descriptor_opens(fd, MZ_DESCRIPTOR_TIMER, pc);
    has_any = true;
    timers[mz_description_of(fd)->pipe] = (struct timer){.clock = clock};
    return fd;
}

/* Its turn, to look at it or to change it. NULL: what is given is no timer, and
 * the kernel's error says what else. */
static const struct mz_description *take_turn(struct mz_io *io, int *error)
{
    const struct mz_description *d;
    struct itimerspec left;

    if (!mz_io_begin(io))
        io->fd = -1;
    mz_io_end();
    d = mz_description_of(io->fd);
    if (is_timer(d))
        return d;
    *error = MZ_SYSTEM(timerfd_gettime, io->fd, &left);
    if (!*error)
        mz_unsupported(TIMERFD_BEFORE_MAIN);
    return NULL;
}

/* All that is left of its time, if it has not expired: else one that expires
 * once is at rest. */
static void tell(const struct mz_description *d, struct itimerspec *out)
{
    const struct timer *t = timer_of(d);
    uint64_t now = mz_time_elapsed(), left = t->end > now ? t->end - now : 1;

    *out = (struct itimerspec){mz_timespec_of(t->interval),
                               mz_timespec_of(t->is_armed ? left : 0)};
}

int mz_timerfd_get(int fd, struct itimerspec *out, uint64_t pc)
{
    struct mz_io io = {.fd = fd, .use = MZ_IO_CHANGES, .asks = true, .pc = pc};
    int error = 0;
    const struct mz_description *d = take_turn(&io, &error);

    if (d)
        tell(d, out);
    return error;
}

static void arm(const struct mz_description *d, bool is_absolute,
                const struct itimerspec *to)
{
    struct timer *t = timer_of(d);
    uint64_t value = mz_nanoseconds_of(&to->it_value);

    if (value && mz_rt.interleaving)
        mz_unsupported(TIMERFD_INTERLEAVED);
    set_kernels(mz_number_of(d), 0, 0);
    t->is_armed = value;
    t->interval = mz_nanoseconds_of(&to->it_interval);
    t->end = is_absolute ? mz_time_elapsed_at(t->clock, value)
                         : mz_time_elapsed() + value;
    mz_descriptor_orders(mz_number_of(d));
}

int mz_timerfd_set(int fd, int flags, const struct itimerspec *to,
                   struct itimerspec *old, uint64_t pc)
{
    struct mz_io io = {.fd = fd, .use = MZ_IO_CHANGES, .asks = old, .pc = pc};
    int error = 0;
    const struct mz_description *d;

    if (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET) ||
        !mz_duration_is_one(&to->it_value) ||
        !mz_duration_is_one(&to->it_interval))
        return -EINVAL;
    d = take_turn(&io, &error);
    if (!d)
        return error;
    if (old)
        tell(d, old);
    arm(d, flags & TFD_TIMER_ABSTIME, to);
    return 0;
}

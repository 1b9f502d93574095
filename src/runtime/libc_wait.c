/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for descriptors. No call may really wait: one kernel thread runs all
 * threads of the program, so that none could end the wait. So each descriptor
 * is looked at, one after the other, which is an event each; what is ready is
 * told.
 *
 * If nothing is, and there is a time limit, the time has passed: the execution
 * in which something is ready in time is another one. Without a limit the
 * thread waits for good for something of what it has looked at to change, since
 * where that changes in time it is found by another execution, too (loop.h).
 * Where others of the program could not end the wait it is refused. If there is
 * a timer that has not expired yet, time ends the wait, so that this execution
 * is none: it stands for one in which the timer has.
 */
#define _GNU_SOURCE
#include "base/system_call.h"
#include "runtime/libc_announce.h"

#include <errno.h>
#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

#include "runtime/duration.h"
#include "runtime/local.h"
#include "runtime/loop.h"
#include "runtime/sent_signal.h"
#include "runtime/spinning.h"
#include "runtime/visible.h"

#define FOR_EVER (-1ll)

/* A call that waits, from its first event on. */
struct waiting {
    const char *name;
    uint64_t pc;
    int64_t nanoseconds;
    uint32_t since;
    bool looks_only; /* if it is not to wait no signal ends it */
    struct mz_descriptors looked_at;
    int set; /* of epoll; else -1 */
    bool is_ours; /* all of them, so that others may end the wait */
    bool may_expire; /* a timer among them, which ends it for sure */
};

/* With these signals blocked meanwhile, unless NULL. Handlers run before that,
 * or where it would wait. */
static struct waiting begin(const char *name, int64_t nanoseconds,
                            const sigset_t *mask, uint64_t pc)
{
    mz_sent_signal_enter(mask, pc);
    return (struct waiting){
        .name = name,
        .pc = pc,
        .nanoseconds = nanoseconds,
        .since = mz_turns.position,
        .set = -1,
        .is_ours = true,
    };
}

static void note(struct waiting *w, int fd)
{
    mz_descriptors_add(&w->looked_at, fd);
    w->is_ours &= mz_io_is_pipe(fd);
}

/* What is in a set says more than the set, unless that is empty. */
static struct mz_descriptors awaited_by(const struct waiting *w)
{
    struct mz_descriptors awaited = w->looked_at;

    if (w->set >= 0)
        mz_io_watched(w->set, &awaited);
    if (!awaited.count)
        mz_descriptors_add(&awaited, w->set);
    return awaited;
}

static _Noreturn void wait_for_ever(const struct waiting *w)
{
    const struct mz_descriptors awaited = awaited_by(w);
    const struct mz_visible v = {
        .kind = MZ_READ,
        .address = MZ_DESCRIPTOR_ADDRESS + awaited.first[0],
        .action = MZ_ACTION_POLL,
        .pc = w->pc,
    };

    if (!w->is_ours || awaited.first[0] < 0)
        mz_unsupported(SEVERAL_FOR_EVER, .text = w->name);
    mz_spinning_wait_for_descriptors(&v, w->since, &awaited);
}

static bool is_broken(const struct waiting *w)
{
    bool breaks;

    if (w->looks_only && !w->nanoseconds)
        return false;
    mz_sent_signal_takes(w->nanoseconds > 0 ? w->nanoseconds : 0);
    breaks = mz_sent_signal_breaks(w->pc);
    mz_sent_signal_takes(0);
    return breaks;
}

/* Nothing is ready. */
static int end_in_vain(const struct waiting *w)
{
    if (is_broken(w)) {
        errno = EINTR;
        return -1;
    }
    if (w->nanoseconds < 0 && w->may_expire)
        mz_local_stick();
    if (w->nanoseconds < 0)
        wait_for_ever(w);
    if (w->nanoseconds > 0)
        mz_time_sleep(w->nanoseconds);
    return 0;
}

/* Has the call but looked at pipes and sockets of the program's, and found
 * nothing? */
static bool has_only_looked(const struct waiting *w, int ready)
{
    return !ready && w->is_ours && w->nanoseconds >= 0 && !w->may_expire &&
           !mz_rt.signalling;
}

static int end(const struct waiting *w, int ready)
{
    if (!has_only_looked(w, ready))
        mz_effect_note();
    if (!ready)
        ready = end_in_vain(w);
    mz_sent_signal_leave();
    return ready;
}

static int64_t milliseconds(int timeout)
{
    return timeout < 0 ? FOR_EVER : (int64_t)(timeout * MZ_MILLISECOND);
}

static int64_t duration(const struct timespec *t)
{
    return t ? (int64_t)mz_nanoseconds_of(t) : FOR_EVER;
}

/* ---- poll --------------------------------------------------------------- */

/* For loops: what the call was given. Where signals may end it there is more to
 * it. */
static void tell_call(const struct waiting *w, uint64_t what, uint64_t count,
                      int fd)
{
    const uint64_t given[] = {what, count, w->nanoseconds};

    if (MZ_UNLIKELY(mz_rt.watching) && !mz_rt.signalling)
        mz_loop_note_call(w->pc, MZ_DESCRIPTOR_ADDRESS + fd, given,
                          MZ_COUNT(given));
}

/* The turn of a look at one descriptor, and what poll says of it then. */
static short look_at(struct waiting *w, int fd, short events)
{
    struct mz_io io = {
        .fd = fd,
        .use = MZ_IO_LOOKS,
        .asks = events & (POLLIN | POLLRDNORM),
        .pc = w->pc,
    };
    struct pollfd one = {.fd = -1, .events = events};

    mz_descriptor_before_dup(fd);
    note(w, fd);
    if (mz_rt.interleaving || mz_io_begin(&io))
        one.fd = io.fd;
    if (one.fd < 0)
        return POLLNVAL;
    if (io.asks)
        w->may_expire |= mz_io_may_expire(one.fd);
    MZ_SYSTEM(poll, &one, 1, 0);
    return one.revents;
}

static int look_at_all(struct waiting *w, struct pollfd *fds, nfds_t count)
{
    int ready = 0;

    for (nfds_t i = 0; i < count; i++) {
        fds[i].revents =
            fds[i].fd < 0 ? 0 : look_at(w, fds[i].fd, fds[i].events);
        ready += fds[i].revents != 0;
    }
    return ready;
}

/* For one end of a pipe to wait is an operation like any other. */
static bool is_simple(const struct pollfd *fds, nfds_t count)
{
    return count == 1 && fds->fd >= 0 && mz_io_is_pipe(fds->fd) &&
           (fds->events == POLLIN ||
            (fds->events == POLLOUT && !mz_io_is_socket(fds->fd)));
}

static int poll_simply(struct pollfd *one, uint64_t pc)
{
    struct mz_io io = {
        .fd = one->fd,
        .use = MZ_IO_AWAITS,
        .ways = one->events == POLLIN ? 1 << MZ_FILE_IN : 1 << MZ_FILE_OUT,
        .pc = pc,
    };

    mz_effect_note();
    if (mz_io_begin(&io))
        return MZ_REAL(poll)(one, 1, 0);
    one->revents = POLLNVAL;
    return 1;
}

/* If all looks are one event, what comes in between them is missed. */
static MZ_COLD void need_one(nfds_t count)
{
    if (count > 1)
        mz_unsupported(SEVERAL_INTERLEAVED);
}

static void begin_look(int fd)
{
    mz_io_looks_up(fd);
    mz_io_begin_looks();
}

/*
 * With --plain=interleave a call is one event with the memory that it accesses,
 * and so is its look at a descriptor then: before the memory is announced,
 * which ends the event. Another thread may change what is asked for until then.
 * `only` says which descriptor that is; -1: there is none.
 */
static void look_together(int (*only)(const void *, nfds_t), const void *given,
                          nfds_t count, uint64_t pc)
{
    int fd, now;

    if (!mz_rt.interleaving || mz_turn_is_alone())
        return;
    fd = only(given, count);
    begin_look(fd);
    while ((now = only(given, count)) != fd) {
        mz_io_end();
        fd = now;
        begin_look(fd);
    }
    if (fd >= 0)
        mz_io_adds_look(fd, pc);
}

static int only_polled(const void *fds, nfds_t count)
{
    need_one(count);
    return count ? ((const struct pollfd *)fds)->fd : -1;
}

static int poll_for(struct waiting *w, struct pollfd *fds, nfds_t count)
{
    mz_snapshot_touch(fds, count * sizeof *fds);
    if (w->nanoseconds < 0 && is_simple(fds, count) && !mz_rt.interleaving &&
        !mz_rt.signalling && !mz_sent_signal_has_mask())
        return poll_simply(fds, w->pc);
    tell_call(w, (uint64_t)fds, count, count ? fds->fd : 0);
    return end(w, look_at_all(w, fds, count));
}

MZ_EXPORT int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    struct waiting w;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(poll)(fds, count, timeout);
    w = begin("poll", milliseconds(timeout), NULL, MZ_PC);
    look_together(only_polled, fds, count, MZ_PC);
    MZ_ANNOUNCE(poll, fds, count, timeout);
    return poll_for(&w, fds, count);
}

MZ_EXPORT int __poll_chk(struct pollfd *, nfds_t, int, size_t);
MZ_EXPORT int __poll_chk(struct pollfd *fds, nfds_t count, int timeout,
                         size_t size)
{
    struct waiting w;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(__poll_chk)(fds, count, timeout, size);
    w = begin("poll", milliseconds(timeout), NULL, MZ_PC);
    look_together(only_polled, fds, count, MZ_PC);
    MZ_ANNOUNCE(__poll_chk, fds, count, timeout, size);
    return poll_for(&w, fds, count);
}

MZ_EXPORT int ppoll(struct pollfd *fds, nfds_t count,
                    const struct timespec *timeout, const sigset_t *mask)
{
    struct waiting w;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(ppoll)(fds, count, timeout, mask);
    w = begin("ppoll", duration(timeout), mask, MZ_PC);
    look_together(only_polled, fds, count, MZ_PC);
    MZ_ANNOUNCE(ppoll, fds, count, timeout, mask);
    return poll_for(&w, fds, count);
}

MZ_EXPORT int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *,
                          const sigset_t *, size_t);
MZ_EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t count,
                          const struct timespec *timeout, const sigset_t *mask,
                          size_t size)
{
    struct waiting w;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(__ppoll_chk)(fds, count, timeout, mask, size);
    w = begin("ppoll", duration(timeout), mask, MZ_PC);
    look_together(only_polled, fds, count, MZ_PC);
    MZ_ANNOUNCE(__ppoll_chk, fds, count, timeout, mask, size);
    return poll_for(&w, fds, count);
}

/* ---- select ------------------------------------------------------------- */

/* Three sets, each there or not: what is asked, and told, through pointers. And
 * what each is of poll's events. */
struct sets {
    fd_set *at[3];
    fd_set asked[3];
};
static const short asked[] = {POLLIN, POLLOUT, POLLPRI};
static const short told[] = {
    POLLIN | POLLRDNORM | POLLRDBAND | POLLHUP | POLLERR,
    POLLOUT | POLLWRNORM | POLLWRBAND | POLLERR,
    POLLPRI,
};

static void remember(struct sets *sets)
{
    for (int i = 0; i < 3; i++) {
        mz_snapshot_touch(sets->at[i], sizeof(fd_set));
        if (!sets->at[i])
            continue;
        sets->asked[i] = *sets->at[i];
        *sets->at[i] = (fd_set){0};
    }
}

static bool is_asked(const struct sets *sets, int set, int fd)
{
    return sets->at[set] && FD_ISSET(fd, &sets->asked[set]);
}

/* How many bits are set; -1: the descriptor is none. */
static int select_one(struct waiting *w, struct sets *sets, int fd)
{
    short events = 0, revents;
    int count = 0;

    for (int i = 0; i < 3; i++)
        events |= is_asked(sets, i, fd) ? asked[i] : 0;
    if (!events)
        return 0;
    revents = look_at(w, fd, events);
    if (revents & POLLNVAL)
        return -1;
    for (int i = 0; i < 3; i++)
        if (is_asked(sets, i, fd) && revents & told[i]) {
            FD_SET(fd, sets->at[i]);
            count++;
        }
    return count;
}

static int select_all(struct waiting *w, struct sets *sets, int count)
{
    int ready = 0;

    for (int fd = 0; fd < count && fd < FD_SETSIZE; fd++) {
        int bits = select_one(w, sets, fd);

        if (bits < 0) {
            errno = EBADF;
            return -1;
        }
        ready += bits;
    }
    return ready;
}

/* An error leaves them as they were. */
static void restore(const struct sets *sets)
{
    for (int i = 0; i < 3; i++)
        if (sets->at[i])
            *sets->at[i] = sets->asked[i];
}

static int only_selected(const void *given, nfds_t count)
{
    const struct sets *sets = given;
    int found = -1;

    for (int fd = 0; fd < (int)count && fd < FD_SETSIZE; fd++) {
        bool is_in = false;

        for (int i = 0; i < 3; i++)
            is_in |= sets->at[i] && FD_ISSET(fd, sets->at[i]);
        if (!is_in)
            continue;
        need_one(found < 0 ? 1 : 2);
        found = fd;
    }
    return found;
}

static int select_for(struct waiting *w, struct sets *sets, int count)
{
    int ready;

    remember(sets);
    tell_call(w, (uint64_t)sets->at[0] ^ (uint64_t)sets->at[1] << 1 ^
                     (uint64_t)sets->at[2] << 2,
              count, count - 1);
    ready = end(w, select_all(w, sets, count));
    if (ready < 0)
        restore(sets);
    return ready;
}

static int64_t duration_of(const struct timeval *t)
{
    const int64_t each = MZ_MICROSECOND;

    return t ? duration(&(struct timespec){t->tv_sec, t->tv_usec * each})
             : FOR_EVER;
}

MZ_EXPORT int select(int count, fd_set *restrict in, fd_set *restrict out,
                     fd_set *restrict other, struct timeval *restrict timeout)
{
    struct sets sets = {.at = {in, out, other}};
    struct waiting w;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(select)(count, in, out, other, timeout);
    w = begin("select", duration_of(timeout), NULL, MZ_PC);
    look_together(only_selected, &sets, count, MZ_PC);
    MZ_ANNOUNCE(select, count, in, out, other, timeout);
    return select_for(&w, &sets, count);
}

MZ_EXPORT int pselect(int count, fd_set *restrict in, fd_set *restrict out,
                      fd_set *restrict other,
                      const struct timespec *restrict timeout,
                      const sigset_t *restrict mask)
{
    struct sets sets = {.at = {in, out, other}};
    struct waiting w;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(pselect)(count, in, out, other, timeout, mask);
    w = begin("pselect", duration(timeout), mask, MZ_PC);
    look_together(only_selected, &sets, count, MZ_PC);
    MZ_ANNOUNCE(pselect, count, in, out, other, timeout, mask);
    return select_for(&w, &sets, count);
}

/* ---- epoll -------------------------------------------------------------- */

/* A call that waits, and its one look at all that is in a set, before memory is
 * announced. `events` is where it tells of that, and `most` of how much. */
struct seen {
    struct waiting w;
    bool is_open;
};

static struct seen look_at_set(const char *name, int fd,
                               uint64_t events, int most, int64_t nanoseconds,
                               const sigset_t *mask, uint64_t pc)
{
    struct seen seen = {.w = begin(name, nanoseconds, mask, pc)};

    seen.w.set = fd;
    seen.w.looks_only = true;
    tell_call(&seen.w, events, most, fd);
    seen.is_open = mz_io_epoll(fd, &seen.w.is_ours, &seen.w.may_expire);
    return seen;
}

static int epoll_for(const struct seen *seen, int fd,
                     struct epoll_event *events, int most)
{
    long ready = -EBADF;

    if (most > 0)
        mz_snapshot_touch(events, most * sizeof *events);
    if (seen->is_open)
        ready = MZ_SYSTEM(epoll_pwait, fd, events, most, 0, NULL, 0);
    if (ready < 0)
        errno = -ready;
    return end(&seen->w, ready < 0 ? -1 : ready);
}

/* Such an event comes each time that it expires, read or not. */
static void refuse_edges(const struct mz_call *call)
{
    const struct epoll_event *event = (void *)call->arguments[3];

    if (call->arguments[1] != EPOLL_CTL_DEL && event &&
        event->events & EPOLLET && mz_io_is_timer(call->arguments[2]))
        mz_unsupported(TIMERFD_EDGE);
}

static void take_turn_to_watch(struct mz_call *call,
                               const struct mz_forward *row)
{
    struct mz_io io = {
        .fd = call->arguments[0],
        .use = MZ_IO_CHANGES,
        .besides = (int)call->arguments[2] + 1,
        .pc = call->caller,
    };

    (void)row;
    refuse_edges(call);
    if (!mz_io_begin(&io))
        call->arguments[0] = -1;
}

static void note_watched(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if ((int)call->result)
        return;
    if (call->arguments[1] == EPOLL_CTL_ADD)
        mz_io_watch(call->arguments[0], call->arguments[2]);
    if (call->arguments[1] == EPOLL_CTL_DEL)
        mz_io_unwatch(call->arguments[0], call->arguments[2]);
}
MZ_FORWARD_IN_TURN(epoll_ctl, take_turn_to_watch, NULL, note_watched)

MZ_EXPORT int epoll_wait(int fd, struct epoll_event *events, int most,
                         int timeout)
{
    struct seen seen;
    int ready;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(epoll_wait)(fd, events, most, timeout);
    seen = look_at_set("epoll_wait", fd, (uint64_t)events, most,
                       milliseconds(timeout), NULL, MZ_PC);
    MZ_ANNOUNCE(epoll_wait, fd, events, most, timeout);
    ready = epoll_for(&seen, fd, events, most);
    MZ_ANNOUNCE_RESULT(epoll_wait, ready, fd, events, most, timeout);
    return ready;
}

MZ_EXPORT int epoll_pwait(int fd, struct epoll_event *events, int most,
                          int timeout, const sigset_t *mask)
{
    struct seen seen;
    int ready;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(epoll_pwait)(fd, events, most, timeout, mask);
    seen = look_at_set("epoll_pwait", fd, (uint64_t)events, most,
                       milliseconds(timeout), mask, MZ_PC);
    MZ_ANNOUNCE(epoll_pwait, fd, events, most, timeout, mask);
    ready = epoll_for(&seen, fd, events, most);
    MZ_ANNOUNCE_RESULT(epoll_pwait, ready, fd, events, most, timeout, mask);
    return ready;
}

MZ_EXPORT int epoll_pwait2(int fd, struct epoll_event *events, int most,
                           const struct timespec *timeout,
                           const sigset_t *mask)
{
    struct seen seen;
    int ready;

    if (!MZ_PROGRAM_RESTS)
        return MZ_REAL(epoll_pwait2)(fd, events, most, timeout, mask);
    seen = look_at_set("epoll_pwait2", fd, (uint64_t)events, most,
                       duration(timeout), mask, MZ_PC);
    MZ_ANNOUNCE(epoll_pwait2, fd, events, most, timeout, mask);
    ready = epoll_for(&seen, fd, events, most);
    MZ_ANNOUNCE_RESULT(epoll_pwait2, ready, fd, events, most, timeout, mask);
    return ready;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Waiting for descriptors. No call may really wait: one kernel thread runs all
 * threads of the program, so that none could end the wait. What is ready now is
 * told; if nothing is, the time passes (on the thread's clock), others go
 * first, and what is ready then is told. Without an end to the wait the call is
 * refused.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <poll.h>
#include <sys/epoll.h>
#include <sys/select.h>
#include <time.h>

#define MICROSECOND 1000ll
#define MILLISECOND 1000000ll
#define SECOND 1000000000ll
#define FOR_EVER (-1ll)

/* True: the time has passed, ask again. False: there was none to wait. */
static bool pass(int64_t nanoseconds, const char *name)
{
    char text[64];

    if (nanoseconds == 0)
        return false;
    if (nanoseconds < 0) {
        mz_format(text, sizeof text, "%s that waits for ever", name);
        mz_unsupported(text);
    }
    mz_time_sleep(nanoseconds);
    return true;
}

static int64_t milliseconds(int timeout)
{
    return timeout < 0 ? FOR_EVER : timeout * MILLISECOND;
}

static int64_t duration(const struct timespec *t)
{
    return t ? t->tv_sec * SECOND + t->tv_nsec : FOR_EVER;
}

/* ---- poll --------------------------------------------------------------- */

static int poll_for(struct pollfd *fds, nfds_t count, int64_t nanoseconds,
                    const char *name)
{
    int ready;

    mz_snapshot_touch(fds, count * sizeof *fds);
    for (nfds_t i = 0; i < count; i++)
        mz_descriptor_before_dup(fds[i].fd);
    ready = MZ_REAL(poll)(fds, count, 0);
    if (!ready && pass(nanoseconds, name))
        ready = MZ_REAL(poll)(fds, count, 0);
    return ready;
}

MZ_EXPORT int poll(struct pollfd *fds, nfds_t count, int timeout)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(poll)(fds, count, timeout);
    MZ_ANNOUNCE(poll, fds, count, timeout);
    return poll_for(fds, count, milliseconds(timeout), "poll");
}

MZ_EXPORT int __poll_chk(struct pollfd *, nfds_t, int, size_t);
MZ_EXPORT int __poll_chk(struct pollfd *fds, nfds_t count, int timeout,
                         size_t size)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(__poll_chk)(fds, count, timeout, size);
    MZ_ANNOUNCE(__poll_chk, fds, count, timeout, size);
    return poll_for(fds, count, milliseconds(timeout), "poll");
}

MZ_EXPORT int ppoll(struct pollfd *fds, nfds_t count,
                    const struct timespec *timeout, const sigset_t *mask)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(ppoll)(fds, count, timeout, mask);
    MZ_ANNOUNCE(ppoll, fds, count, timeout, mask);
    return poll_for(fds, count, duration(timeout), "ppoll");
}

MZ_EXPORT int __ppoll_chk(struct pollfd *, nfds_t, const struct timespec *,
                          const sigset_t *, size_t);
MZ_EXPORT int __ppoll_chk(struct pollfd *fds, nfds_t count,
                          const struct timespec *timeout, const sigset_t *mask,
                          size_t size)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(__ppoll_chk)(fds, count, timeout, mask, size);
    MZ_ANNOUNCE(__ppoll_chk, fds, count, timeout, mask, size);
    return poll_for(fds, count, duration(timeout), "ppoll");
}

/* ---- select ------------------------------------------------------------- */

/* Three sets, each there or not: what is asked, and told, through pointers. */
struct sets {
    fd_set *at[3];
    fd_set asked[3];
};

static void restore(struct sets *sets)
{
    for (int i = 0; i < 3; i++)
        if (sets->at[i])
            *sets->at[i] = sets->asked[i];
}

static void remember(struct sets *sets)
{
    for (int i = 0; i < 3; i++) {
        mz_snapshot_touch(sets->at[i], sizeof(fd_set));
        if (sets->at[i])
            sets->asked[i] = *sets->at[i];
    }
}

static int select_now(struct sets *sets, int count)
{
    struct timeval none = {0};

    return MZ_REAL(select)(count, sets->at[0], sets->at[1], sets->at[2], &none);
}

static int select_for(struct sets *sets, int count, int64_t nanoseconds,
                      const char *name)
{
    int ready;

    remember(sets);
    if (count > 0 && sets->at[0] && FD_ISSET(0, sets->at[0]))
        mz_descriptor_before_dup(0);
    ready = select_now(sets, count);
    if (!ready && pass(nanoseconds, name)) {
        restore(sets);
        ready = select_now(sets, count);
    }
    return ready;
}

MZ_EXPORT int select(int count, fd_set *restrict in, fd_set *restrict out,
                     fd_set *restrict other, struct timeval *restrict timeout)
{
    struct sets sets = {.at = {in, out, other}};
    int64_t time = FOR_EVER;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(select)(count, in, out, other, timeout);
    MZ_ANNOUNCE(select, count, in, out, other, timeout);
    if (timeout)
        time = timeout->tv_sec * SECOND + timeout->tv_usec * MICROSECOND;
    return select_for(&sets, count, time, "select");
}

MZ_EXPORT int pselect(int count, fd_set *restrict in, fd_set *restrict out,
                      fd_set *restrict other,
                      const struct timespec *restrict timeout,
                      const sigset_t *restrict mask)
{
    struct sets sets = {.at = {in, out, other}};

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pselect)(count, in, out, other, timeout, mask);
    MZ_ANNOUNCE(pselect, count, in, out, other, timeout, mask);
    return select_for(&sets, count, duration(timeout), "pselect");
}

/* ---- epoll -------------------------------------------------------------- */

static int epoll_for(int fd, struct epoll_event *events, int most,
                     int64_t nanoseconds, const char *name)
{
    int ready;

    if (most > 0)
        mz_snapshot_touch(events, most * sizeof *events);
    ready = MZ_REAL(epoll_wait)(fd, events, most, 0);
    if (!ready && pass(nanoseconds, name))
        ready = MZ_REAL(epoll_wait)(fd, events, most, 0);
    return ready;
}

MZ_EXPORT int epoll_wait(int fd, struct epoll_event *events, int most,
                         int timeout)
{
    int ready;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(epoll_wait)(fd, events, most, timeout);
    MZ_ANNOUNCE(epoll_wait, fd, events, most, timeout);
    ready = epoll_for(fd, events, most, milliseconds(timeout), "epoll_wait");
    MZ_ANNOUNCE_RESULT(epoll_wait, ready, fd, events, most, timeout);
    return ready;
}

MZ_EXPORT int epoll_pwait(int fd, struct epoll_event *events, int most,
                          int timeout, const sigset_t *mask)
{
    int ready;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(epoll_pwait)(fd, events, most, timeout, mask);
    MZ_ANNOUNCE(epoll_pwait, fd, events, most, timeout, mask);
    ready = epoll_for(fd, events, most, milliseconds(timeout), "epoll_pwait");
    MZ_ANNOUNCE_RESULT(epoll_pwait, ready, fd, events, most, timeout, mask);
    return ready;
}

MZ_EXPORT int epoll_pwait2(int fd, struct epoll_event *events, int most,
                           const struct timespec *timeout,
                           const sigset_t *mask)
{
    int ready;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(epoll_pwait2)(fd, events, most, timeout, mask);
    MZ_ANNOUNCE(epoll_pwait2, fd, events, most, timeout, mask);
    ready = epoll_for(fd, events, most, duration(timeout), "epoll_pwait2");
    MZ_ANNOUNCE_RESULT(epoll_pwait2, ready, fd, events, most, timeout, mask);
    return ready;
}

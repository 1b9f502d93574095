/* SPDX-License-Identifier: Apache-2.0 */
/* Calls on timers that are descriptors (timerfd.h). */
#include "runtime/libc_announce.h"

#include <errno.h>
#include <sys/timerfd.h>

#include "runtime/libc.h"
#include "runtime/timerfd.h"
#include "runtime/visible.h"

MZ_EXPORT int timerfd_create(clockid_t clock, int flags)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timerfd_create)(clock, flags);
    return mz_answer(mz_timerfd_create(clock, flags, MZ_PC));
}

MZ_EXPORT int timerfd_settime(int fd, int flags, const struct itimerspec *to,
                              struct itimerspec *old)
{
    struct itimerspec is, was;
    int status;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timerfd_settime)(fd, flags, to, old);
    MZ_ANNOUNCE(timerfd_settime, fd, flags, to, NULL);
    is = *to;
    status = mz_timerfd_set(fd, flags, &is, old ? &was : NULL, MZ_PC);
    if (old && !status) {
        MZ_ANNOUNCE(timerfd_settime, fd, flags, NULL, old);
        *old = was;
    }
    MZ_ANNOUNCE_RESULT(timerfd_settime, status, fd, flags, to, old);
    return mz_answer(status);
}

MZ_EXPORT int timerfd_gettime(int fd, struct itimerspec *out)
{
    struct itimerspec is;
    int status;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(timerfd_gettime)(fd, out);
    status = mz_timerfd_get(fd, &is, MZ_PC);
    if (!status) {
        MZ_ANNOUNCE(timerfd_gettime, fd, out);
        *out = is;
    }
    MZ_ANNOUNCE_RESULT(timerfd_gettime, status, fd, out);
    return mz_answer(status);
}

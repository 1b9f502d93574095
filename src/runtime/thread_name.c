/* SPDX-License-Identifier: Apache-2.0 */
/* The calls by which threads are given names, and asked for them. */
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <sys/prctl.h>

#include "runtime/descriptor_event.h"
#include "runtime/frame.h"
#include "runtime/libc_announce.h"
#include "runtime/local.h"
#include "runtime/thread.h"
#include "runtime/visible.h"

static uint64_t named[MZ_MAX_THREADS]; /* only their addresses matter */

static void take_turn(mz_tid whose, bool changes)
{
    mz_io_touch_one(&named[whose], changes ? MZ_FILE_CHANGE : MZ_FILE_LOOK);
}

/* glibc asks the kernel, in which a thread that has ended is no more, before it
 * is joined: it is not found any more, or ends while it is asked for. (It may
 * still be there for a while: as if it had not ended yet. The first one stays
 * until the process ends.) */
static int error_of(mz_tid t, uint64_t pc)
{
    if (!t || t == mz_self() || !mz_frame_has_ended(t, pc))
        return 0;
    return mz_local_choice(2) ? ESRCH : ENOENT;
}

MZ_EXPORT int pthread_setname_np(pthread_t handle, const char *name)
{
    char called[MZ_THREAD_NAME];
    unsigned i = 0;
    mz_tid to;
    int error;

    if (!mz_rt.active)
        return MZ_REAL(pthread_setname_np)(handle, name);
    mz_effect_note();
    MZ_ANNOUNCE(pthread_setname_np, handle, name);
    to = mz_thread_find(handle, MZ_PC);
    while (name[i] && i < MZ_THREAD_NAME)
        i++;
    if (i == MZ_THREAD_NAME)
        return ERANGE;
    mz_copy(called, name, i);
    if ((error = error_of(to, MZ_PC)))
        return error;
    take_turn(to, true);
    mz_thread_set_name(to, called, i);
    return 0;
}

MZ_EXPORT int pthread_getname_np(pthread_t handle, char *name, size_t size)
{
    char called[MZ_THREAD_NAME];
    mz_tid whose;
    int error;

    if (!mz_rt.active)
        return MZ_REAL(pthread_getname_np)(handle, name, size);
    if (size < MZ_THREAD_NAME)
        return ERANGE;
    whose = mz_thread_find(handle, MZ_PC);
    if ((error = error_of(whose, MZ_PC)))
        return error;
    take_turn(whose, false);
    mz_copy(called, mz_thread_called(whose), MZ_THREAD_NAME);
    MZ_ANNOUNCE(pthread_getname_np, handle, name, size);
    mz_copy(name, called, MZ_THREAD_NAME);
    return 0;
}

/* Other flags of the process would outlast the execution; asking for one is the
 * kernel's. (PR_GET_NAME writes all 16 bytes.) */
static long answer_prctl(const uint64_t a[5], uint64_t pc)
{
    char *name = (char *)a[1], called[MZ_THREAD_NAME];
    unsigned i = 0;

    switch (a[0]) {
    case PR_SET_NAME:
        while (i < MZ_THREAD_NAME - 1 && name[i])
            i++;
        mz_plain_read(name, name[i] ? i : i + 1, (void *)pc);
        mz_copy(called, name, i);
        take_turn(mz_self(), true);
        mz_thread_set_name(mz_self(), called, i);
        return 0;
    case PR_GET_NAME:
        take_turn(mz_self(), false);
        mz_copy(called, mz_thread_called(mz_self()), MZ_THREAD_NAME);
        mz_plain_write(name, MZ_THREAD_NAME, (void *)pc);
        mz_copy(name, called, MZ_THREAD_NAME);
        return 0;
    case PR_GET_DUMPABLE:
    case PR_GET_KEEPCAPS:
    case PR_GET_NO_NEW_PRIVS:
    case PR_GET_SECCOMP:
    case PR_GET_SECUREBITS:
    case PR_GET_THP_DISABLE:
    case PR_GET_TIMERSLACK:
    case PR_CAPBSET_READ:
        return MZ_REAL(prctl)(a[0], a[1], a[2], a[3], a[4]);
    case PR_GET_PDEATHSIG: /* the kernel's is the tool's own */
        mz_plain_write((int *)a[1], sizeof(int), (void *)pc);
        *(int *)a[1] = 0;
        return 0;
    case PR_SET_PDEATHSIG:
        if (a[1])
            mz_unsupported(PRCTL, .numbers = {(int)a[0]});
        return 0;
    case PR_SET_VMA: /* gives memory a name */
        return 0;
    default:
        mz_unsupported(PRCTL, .numbers = {(int)a[0]});
    }
}

MZ_EXPORT int prctl(int option, ...)
{
    uint64_t a[5] = {option};
    va_list list;

    va_start(list, option);
    for (int i = 1; i < 5; i++)
        a[i] = va_arg(list, uint64_t);
    va_end(list);
    if (!mz_rt.active)
        return MZ_REAL(prctl)(option, a[1], a[2], a[3], a[4]);
    mz_effect_note();
    return answer_prctl(a, MZ_PC);
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Who the process is and what it runs on: the same answer in every execution,
 * also in one that a forked child runs.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <sched.h>
#include <stdlib.h>
#include <pthread.h>
#include <sys/resource.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "base/system_call.h"
#include "runtime/libc_limits.h"

enum { PROCESSORS = 4 }; /* enough to make programs start threads */

static pid_t pid, parent;
static struct sysinfo machine;

void mz_libc_identity_snapshot(void)
{
    pid = MZ_SYSTEM(getpid);
    parent = MZ_SYSTEM(getppid);
    MZ_SYSTEM(sysinfo, &machine);
}

int mz_identity_pid(void)
{
    return pid;
}

int mz_identity_tid(void)
{
    return pid + mz_rt.self;
}

MZ_EXPORT pid_t getpid(void)
{
    return MZ_PROGRAM_CALLS ? pid : MZ_REAL(getpid)();
}

MZ_EXPORT pid_t getppid(void)
{
    return MZ_PROGRAM_CALLS ? parent : MZ_REAL(getppid)();
}

MZ_EXPORT pid_t gettid(void)
{
    return MZ_PROGRAM_CALLS ? mz_identity_tid() : MZ_REAL(gettid)();
}

/* ---- processors --------------------------------------------------------- */

MZ_EXPORT int sched_getcpu(void)
{
    return MZ_PROGRAM_CALLS ? 0 : MZ_REAL(sched_getcpu)();
}

MZ_EXPORT int getcpu(unsigned *cpu, unsigned *node)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getcpu)(cpu, node);
    MZ_ANNOUNCE(getcpu, cpu, node);
    if (cpu)
        *cpu = 0;
    if (node)
        *node = 0;
    return 0;
}

MZ_EXPORT int get_nprocs(void)
{
    return MZ_PROGRAM_CALLS ? PROCESSORS : MZ_REAL(get_nprocs)();
}

MZ_EXPORT int get_nprocs_conf(void)
{
    return MZ_PROGRAM_CALLS ? PROCESSORS : MZ_REAL(get_nprocs_conf)();
}

MZ_EXPORT long sysconf(int name)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sysconf)(name);
    switch (name) {
    case _SC_NPROCESSORS_CONF:
    case _SC_NPROCESSORS_ONLN:
        return PROCESSORS;
    case _SC_OPEN_MAX:
        return mz_limits_soft(RLIMIT_NOFILE);
    case _SC_AVPHYS_PAGES: /* free now: as if all were */
        name = _SC_PHYS_PAGES;
        break;
    }
    return MZ_REAL(sysconf)(name);
}

/* Old C++ programs declare it so. */
MZ_EXPORT __typeof__(sysconf) __sysconf __attribute__((alias("sysconf")));

/* The first PROCESSORS of a set, whatever the program has asked for: affinity
 * restricts no interleaving. */
static void all_processors(size_t size, cpu_set_t *out)
{
    mz_fill(out, 0, size);
    if (size)
        *(unsigned char *)out = (1 << PROCESSORS) - 1;
}

MZ_EXPORT int sched_getaffinity(pid_t thread, size_t size, cpu_set_t *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sched_getaffinity)(thread, size, out);
    MZ_ANNOUNCE(sched_getaffinity, thread, size, out);
    all_processors(size, out);
    return 0;
}

MZ_EXPORT int sched_setaffinity(pid_t thread, size_t size, const cpu_set_t *set)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sched_setaffinity)(thread, size, set);
    MZ_ANNOUNCE(sched_setaffinity, thread, size, set);
    return 0;
}

MZ_EXPORT int pthread_getaffinity_np(pthread_t thread, size_t size,
                                     cpu_set_t *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_getaffinity_np)(thread, size, out);
    MZ_ANNOUNCE(pthread_getaffinity_np, thread, size, out);
    all_processors(size, out);
    return 0;
}

MZ_EXPORT int pthread_setaffinity_np(pthread_t thread, size_t size,
                                     const cpu_set_t *set)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pthread_setaffinity_np)(thread, size, set);
    MZ_ANNOUNCE(pthread_setaffinity_np, thread, size, set);
    return 0;
}

MZ_EXPORT int getloadavg(double *out, int count)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(getloadavg)(out, count);
    MZ_ANNOUNCE(getloadavg, out, count < 3 ? count : 3);
    for (int i = 0; i < count && i < 3; i++)
        out[i] = 0;
    return count < 3 ? count : 3;
}

MZ_EXPORT int sysinfo(struct sysinfo *out)
{
    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(sysinfo)(out);
    MZ_ANNOUNCE(sysinfo, out);
    *out = machine;
    return 0;
}

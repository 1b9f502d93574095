/* SPDX-License-Identifier: Apache-2.0 */
/* Durations and times of POSIX as nanoseconds, and back. */
#ifndef MZ_RUNTIME_DURATION_H
#define MZ_RUNTIME_DURATION_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/time.h>
#include <time.h>

#define MZ_MICROSECOND 1000ull
#define MZ_MILLISECOND 1000000ull
#define MZ_SECOND 1000000000ull

static inline bool mz_duration_is_one(const struct timespec *t)
{
    return t->tv_sec >= 0 && (uint64_t)t->tv_nsec < MZ_SECOND;
}

/* Of such a one; a century at most, and a part of a second. */
static inline uint64_t mz_nanoseconds_of(const struct timespec *t)
{
    const int64_t century = 100ll * 366 * 24 * 3600;

    return (t->tv_sec < century ? t->tv_sec : century) * MZ_SECOND +
           t->tv_nsec;
}

static inline struct timespec mz_timespec_of(uint64_t nanoseconds)
{
    return (struct timespec){.tv_sec = nanoseconds / MZ_SECOND,
                             .tv_nsec = nanoseconds % MZ_SECOND};
}

static inline struct timeval mz_timeval_of(uint64_t nanoseconds)
{
    return (struct timeval){.tv_sec = nanoseconds / MZ_SECOND,
                            .tv_usec =
                                nanoseconds % MZ_SECOND / MZ_MICROSECOND};
}

#endif

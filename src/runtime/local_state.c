/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/local_state.h"

#include <time.h>

#include "runtime/duration.h"
#include "runtime/libc_family.h"

void mz_local_state_add_words(struct mz_local_state *state,
                              const uint64_t *from, const uint64_t *to)
{
    struct mz_local_state sum = *state; /* in registers */

    for (; from < to; from++)
        mz_local_state_add(&sum, *from);
    *state = sum;
}

/* ---- apart from the time ------------------------------------------------- */

#define NEAR (3600 * MZ_SECOND) /* so far from now a word may be a time */
#define GRAIN (100 * MZ_MICROSECOND) /* what was rounded drifts by as much as
                                        clocks go on when they are read */

/* A word in that unit, in nanoseconds, is it a time close to now? Then it is
 * told as how far from now it is, in grains; or in seconds, if it was cut down
 * to a whole one. */
static bool is_near(uint64_t word, uint64_t now, uint64_t unit, uint64_t *apart)
{
    uint64_t far = word - now / unit + NEAR / unit; /* from an hour ago */

    *apart = far * unit / GRAIN;
    if (unit == 1 && word % MZ_SECOND == 0)
        *apart = word / MZ_SECOND - now / MZ_SECOND;
    return far <= 2 * (NEAR / unit);
}

/* Seconds, and nanoseconds or microseconds, as timespec and timeval have them.
 * The clocks go by whole microseconds. */
static bool is_pair(const uint64_t *at, const uint64_t *to, uint64_t now,
                    uint64_t *apart)
{
    uint64_t unit;

    if (to - at < 2 || at[1] >= MZ_SECOND ||
        is_near(at[1], now, MZ_SECOND, apart) || /* which begins a pair */
        !is_near(at[0], now, MZ_SECOND, apart))
        return false;
    unit = at[1] % MZ_MICROSECOND ? MZ_MICROSECOND : 1;
    return is_near(at[0] * MZ_SECOND + at[1] * unit, now, 1, apart);
}

/* Of what is there, by that clock: how many words are a time. */
static unsigned find_by(const uint64_t *at, const uint64_t *to, uint64_t now,
                        uint64_t *apart)
{
    static const uint64_t units[] = {1, MZ_MICROSECOND, MZ_MILLISECOND,
                                     MZ_SECOND};

    if (is_pair(at, to, now, apart))
        return 2;
    for (unsigned i = 0; i < MZ_COUNT(units); i++)
        if (is_near(*at, now, units[i], apart))
            return 1;
    return 0;
}

static unsigned find_time(const struct mz_times *times, const uint64_t *at,
                          const uint64_t *to, uint64_t *apart)
{
    unsigned count = find_by(at, to, times->since_epoch, apart);

    return count ? count : find_by(at, to, times->since_boot, apart);
}

void mz_times_begin(struct mz_times *times)
{
    times->since_epoch = mz_time_at(CLOCK_REALTIME);
    times->since_boot = mz_time_at(CLOCK_MONOTONIC);
    times->count = 0;
}

void mz_times_find(struct mz_times *times, const uint64_t *from,
                   const uint64_t *to)
{
    uint64_t apart;

    for (; from < to && times->count < MZ_COUNT(times->fractions); from++)
        if (find_time(times, from, to, &apart) == 2 && from[1])
            times->fractions[times->count++] = from[1];
}

static bool is_fraction(const struct mz_times *times, uint64_t word)
{
    for (unsigned i = 0; i < times->count; i++)
        if (times->fractions[i] == word)
            return true;
    return false;
}

void mz_local_state_add_late(struct mz_local_state *state,
                             const struct mz_times *times, const uint64_t *from,
                             const uint64_t *to)
{
    struct mz_local_state sum = *state;
    uint64_t apart;

    while (from < to) {
        unsigned count = find_time(times, from, to, &apart);

        if (!count && is_fraction(times, *from))
            apart = 0;
        else if (!count)
            apart = *from;
        mz_local_state_add(&sum, apart);
        mz_local_state_add(&sum, count);
        from += count ? count : 1;
    }
    *state = sum;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/time_left.h"

#include <stdio.h>

static const double MINUTE = 60, HOUR = 3600, DAY = 86400;

/* What there must be to go by: some time, and some share; after a minute any
 * share will do, since it is worth knowing that a search is hopeless. */
static const double LEAST_SECONDS = 2, LEAST_EXPLORED = 0.001;

/* In so many seconds most of a leap of the estimate is taken over. */
static const double PATIENCE = 5;

static bool is_enough(const struct mz_explored *now)
{
    if (!(now->share > 0 && now->share <= 1) || now->seconds < LEAST_SECONDS)
        return false;
    return now->share >= LEAST_EXPLORED || now->seconds >= MINUTE;
}

/* What was explored in a second, since a quarter to a half of the time. */
static double lately(const struct mz_time_left *t,
                     const struct mz_explored *now)
{
    return (now->share - t->older.share) / (now->seconds - t->older.seconds);
}

static bool is_steady(double rate, const struct mz_explored *now)
{
    double mean = now->share / now->seconds;

    return rate > mean / 2 && rate < mean * 2;
}

static void mark(struct mz_time_left *t, const struct mz_explored *now)
{
    if (now->seconds < 2 * t->newer.seconds)
        return;
    t->older = t->newer;
    t->newer = *now;
}

void mz_time_left_note(struct mz_time_left *t, double seconds, double share)
{
    const struct mz_explored now = {seconds, share};
    double passed = seconds - t->last, rate, left;

    mark(t, &now);
    rate = lately(t, &now);
    t->last = seconds;
    if (!is_enough(&now) || !is_steady(rate, &now)) {
        t->is_known = false;
        return;
    }
    left = (1 - share) / rate;
    if (t->is_known) {
        t->left = t->left > passed ? t->left - passed : 0;
        t->left += (left - t->left) * passed / (passed + PATIENCE);
    } else {
        t->left = left;
    }
    t->is_known = true;
    if (!t->has_told || t->left < t->told)
        t->told = t->left;
    t->has_told = true;
}

/* Far more than was told: that was wrong, and is not told on. */
static bool was_wrong(const struct mz_time_left *t)
{
    return t->left > 1.5 * t->told + PATIENCE;
}

/* To the nearest. */
static unsigned many(double seconds, double unit)
{
    return (unsigned)(seconds / unit + 0.5);
}

void mz_time_left_tell(const struct mz_time_left *t, char *text, size_t size)
{
    if (!t->is_known || was_wrong(t))
        snprintf(text, size, "%s", "");
    else if (t->told < 5)
        snprintf(text, size, "a few seconds left");
    else if (t->told < MINUTE)
        snprintf(text, size, "about %u s left", 10 * many(t->told + 4, 10));
    else if (t->told < 90 * MINUTE)
        snprintf(text, size, "about %u min left", many(t->told, MINUTE));
    else if (t->told < 2 * DAY)
        snprintf(text, size, "about %u h left", many(t->told, HOUR));
    else if (t->told < 100 * DAY)
        snprintf(text, size, "about %u days left", many(t->told, DAY));
    else
        snprintf(text, size, "over 100 days left");
}

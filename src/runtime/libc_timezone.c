/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The time zone. Libc has one for all threads, and tells of it by the variables
 * timezone, daylight and tzname. Some functions look whether TZ is another one
 * by now; others take what there is. Libc has a lock for that, so they do not
 * race with one another, but with who uses the variables (POSIX, tzset); and
 * where TZ has been changed the order of the one and the other kind matters.
 */
#define _GNU_SOURCE
#include "runtime/libc_timezone.h"

#include <time.h>
#include <unistd.h>

#include "base/text.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/libc_forward.h"
#include "runtime/parts.h"
#include "runtime/plain.h"
#include "runtime/state.h"

/* Does a function look what TZ is? To format a time it need not. */
enum look { LOOKS, LOOKS_PERHAPS, LOOKS_NEVER };

/* A hash of what TZ is: at the start; and when libc last looked for sure. */
static uint64_t at_snapshot;
static struct {
    uint64_t zone;
    bool varies; /* TZ has been another one than at the start */
} now;
static bool variables_are_used;
static uint64_t object; /* only its address matters */

void mz_timezone_note_variable(const char *name)
{
    static const char *const names[] = {"timezone", "__timezone", "daylight",
                                        "__daylight", "tzname", "__tzname"};

    for (unsigned i = 0; i < MZ_COUNT(names); i++)
        variables_are_used |= mz_text_equals(name, names[i]);
}

static uint64_t zone_of_environment(void)
{
    const char *text = mz_text_variable(environ, "TZ");
    uint64_t hash = !!text;

    for (; text && *text; text++)
        hash = mz_hash_word(hash, *text);
    return hash;
}

void mz_libc_timezone_snapshot(void)
{
    now.zone = at_snapshot = zone_of_environment();
}

void mz_libc_timezone_rollback(void)
{
    now.zone = at_snapshot;
    now.varies = false;
}

void mz_libc_timezone_checkpoint(void)
{
    mz_checkpoint_keep(&now, sizeof now);
}

void mz_libc_timezone_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_word(f, now.zone);
}

/* ---- turns --------------------------------------------------------------- */

static void use_variable(const void *variable, size_t size, uint64_t pc)
{
    struct mz_race race;

    if (mz_rt.interleaving)
        mz_plain_write((void *)variable, size, (void *)pc);
    else if (mz_rt.detecting &&
             mz_race_detector_update(mz_self(), (uint64_t)variable, size,
                                     MZ_RELAXED, pc, &race))
        mz_plain_race(&race);
}

static void use_variables(uint64_t pc)
{
    if (!variables_are_used)
        return;
    if (MZ_UNLIKELY(mz_rt.armed))
        mz_plain_wake();
    use_variable(&timezone, sizeof timezone, pc);
    use_variable(&daylight, sizeof daylight, pc);
    use_variable(&tzname[0], sizeof tzname[0], pc);
    use_variable(&tzname[1], sizeof tzname[1], pc);
    if (MZ_UNLIKELY(mz_rt.tracing && mz_rt.detecting))
        mz_plain_watch();
}

/* Nobody changes TZ beside this: that is an error, or an operation. */
static bool is_ordered(void)
{
    now.varies |= zone_of_environment() != at_snapshot;
    return !mz_turn_is_alone() && mz_turns.atomic != mz_rt.self &&
           (now.varies || mz_rt.interleaving);
}

/* Whether it changes anything is known when it is its turn. */
static void take_turn(enum look look, uint64_t pc)
{
    bool is_event = is_ordered();
    uint64_t zone = now.zone;

    if (is_event)
        mz_io_begin_together();
    if (look != LOOKS_NEVER)
        zone = zone_of_environment();
    if (is_event)
        mz_io_gather(
            &(struct mz_io_access){&object, zone != now.zone ? MZ_FILE_CHANGE
                                                             : MZ_FILE_LOOK},
            1);
    if (look == LOOKS)
        now.zone = zone;
    if (!mz_rt.interleaving)
        mz_io_end();
    use_variables(pc);
}

#define TURN(name, look)                                                 \
    static void name(struct mz_call *call, const struct mz_forward *row) \
    {                                                                    \
        (void)row;                                                       \
        take_turn(look, call->caller);                                   \
    }
TURN(turn_to_look, LOOKS)
TURN(turn_that_may_look, LOOKS_PERHAPS)
TURN(turn_to_use, LOOKS_NEVER)

/* clang-format off */
#define LOOK(X) X(tzset) X(localtime) X(ctime) X(mktime) X(timelocal)
#define MAY_LOOK(X)                                                           \
    X(strftime) X(strftime_l) X(__strftime_l)                                 \
    X(wcsftime) X(wcsftime_l) X(__wcsftime_l) X(getdate) X(getdate_r)
#define USE(X) X(localtime_r) X(ctime_r) X(strptime) X(strptime_l)
/* clang-format on */

#define X(name) MZ_FORWARD_IN_TURN(name, turn_to_look, NULL, NULL)
LOOK(X)
#undef X

#define X(name) MZ_FORWARD_IN_TURN(name, turn_that_may_look, NULL, NULL)
MAY_LOOK(X)
#undef X

#define X(name) MZ_FORWARD_IN_TURN(name, turn_to_use, NULL, NULL)
USE(X)
#undef X

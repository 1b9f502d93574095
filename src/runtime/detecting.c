/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/detecting.h"

#include "race/detector.h"
#include "runtime/parts.h"
#include "runtime/state.h"

bool mz_detecting_has_begun;

static struct {
    const struct mz_execution *execution; /* that was run last; NULL: it has no
                                             marks that count */
    struct mz_race_mark *marks;
    uint32_t count;
    uint32_t *at; /* [position]: in marks, the first one when the execution had
                     come there */
    uint32_t first, end; /* positions that have marks */
    bool is_ahead; /* the detector is where the execution leaves the last one */
    bool is_asked; /* what threads have seen decides what they may do */
} detecting;

static uint32_t most_marks(void)
{
    return mz_rt.region->settings.max_events + 2 * MZ_MAX_THREADS;
}

void mz_detecting_take(struct mz_arena *arena)
{
    size_t n = most_marks();

    detecting.marks = mz_arena_take(arena, n * sizeof *detecting.marks);
    detecting.at = mz_arena_take(arena, n * sizeof *detecting.at);
}

/* The last position up to which the execution at hand is as the last one, and
 * that has a mark. False: there is none.
 *
 * Nor where loops are looked at that wait: what the detector leaves on stacks,
 * where frames of the program come to lie, is part of a thread's local state,
 * which is to be the same whichever execution came before. Nor where threads
 * are sent signals: what handlers may come amid is to be known of all accesses.
 * Nor where it was asked what a thread has seen.
 */
static bool find_common(uint32_t *position)
{
    const struct mz_execution *x = mz_turns.execution;

    if (mz_rt.region->settings.loops.count || mz_rt.signalling ||
        detecting.is_asked)
        return false;
    if (detecting.execution != x || detecting.first == detecting.end ||
        !mz_race_detector_can_go_back())
        return false;
    *position = detecting.end - 1;
    if (x->same < *position)
        *position = x->same;
    return *position >= detecting.first;
}

static void go_back(uint32_t position)
{
    while (detecting.count > detecting.at[position])
        mz_race_detector_go_back(&detecting.marks[--detecting.count]);
    detecting.end = position;
    if (mz_turns.straight > position)
        mz_turns.straight = position;
}

bool mz_detecting_goes_on_from(uint32_t position)
{
    uint32_t common;

    return !mz_rt.checks_races || (find_common(&common) && common >= position);
}

void mz_detecting_reset(void)
{
    bool counts = mz_rt.checks_races && !mz_rt.tracing;
    uint32_t common;

    mz_rt.detecting = false;
    detecting.is_ahead = counts && find_common(&common);
    mz_detecting_has_begun = detecting.is_ahead;
    detecting.execution = counts ? mz_turns.execution : NULL;
    if (detecting.is_ahead)
        go_back(common);
    else
        detecting.count = detecting.first = detecting.end = 0;
}

void mz_detecting_is_asked(void)
{
    detecting.is_asked = true;
}

void mz_detecting_forget(void)
{
    detecting.execution = NULL;
}

/* What it knows of memory decides nothing that the program does. */
void mz_detecting_fingerprint(struct mz_fingerprint *f)
{
    if (!f->has_races || !mz_detecting_has_begun)
        return;
    mz_state_add_word(f, mz_rt.detecting);
    mz_state_add_word(f, mz_race_detector_fingerprint(
                             mz_turns.execution->born));
}

static bool is_one_alone(void)
{
    mz_tset live = mz_turns.live;

    return mz_tset_some(live) &&
           mz_tset_equal(live, mz_tset_of(mz_tset_first(live))) &&
           mz_turn_has_seen_all_end(mz_tset_first(live));
}

void mz_detecting_come(void)
{
    if (!detecting.is_ahead)
        return;
    MZ_ASSERT(mz_turns.position == detecting.end);
    detecting.is_ahead = false;
    mz_rt.detecting = !is_one_alone();
}

/* More than once at a position, if a thread goes on there without an event: the
 * first time counts, at which a later execution may leave this one. */
void mz_detecting_go_on(mz_tid t)
{
    uint32_t at = mz_turns.position;

    if (detecting.first == detecting.end || at > detecting.end)
        detecting.first = detecting.end = at;
    if (at == detecting.end)
        detecting.at[detecting.end++] = detecting.count;
    if (detecting.count == most_marks()) {
        detecting.execution = NULL;
        return;
    }
    mz_race_detector_mark(&detecting.marks[detecting.count++], t);
}

/* From now on each event gets a mark. */
static void begin(void)
{
    mz_race_detector_begin();
    mz_detecting_has_begun = true;
    if (mz_turns.straight > mz_turns.position)
        mz_turns.straight = mz_turns.position;
}

void mz_detecting_born(mz_tid parent, mz_tid child)
{
    if (detecting.is_ahead)
        return;
    if (!mz_detecting_has_begun)
        begin();
    mz_rt.detecting = true;
    if (MZ_UNLIKELY(mz_tset_has(mz_turns.ended_once, child)))
        mz_race_detector_create_again(parent, child);
    else
        mz_race_detector_create(parent, child);
}

void mz_detecting_joined(mz_tid parent, mz_tid child)
{
    mz_race_detector_join(parent, child);
    if (mz_turn_is_alone())
        mz_rt.detecting = false;
}

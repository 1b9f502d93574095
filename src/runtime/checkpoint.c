/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/checkpoint.h"

#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/cancel.h"
#include "runtime/heap.h"
#include "runtime/loop.h"
#include "runtime/parts.h"
#include "runtime/pieces.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/waypoint.h"

enum {
    MOST_PIECES = 1 << 9,
    MOST_KEPT = 1 << 18,   /* bytes: more would cost too much each time */
    LOOKS = 8,             /* executions from the beginning, at first, */
    EQUAL = 4,             /* the last of which are to come there alike, */
    MOST_LOOKS = 16,       /* or some more of them */
    TRIALS = 16,           /* executions from there that are measured */
    FIRST_SAMPLE = 64,     /* of them this is from the beginning, then each that
                              is twice as late */
    SHORT = 8,             /* executions that a checkpoint must have served, */
    MOST_SHORT = 16,       /* or so often it may be taken in vain */
};

static struct mz_pieces pieces; /* what parts keep */
static struct {
    struct mz_pieces *into;
    bool is_waypoint;
    bool refused; /* by some part */
} collection; /* under way */
static struct {
    uint64_t start, end;
} tracked[4];
static unsigned tracked_count;

bool mz_checkpoint_is_due;

static struct {
    enum { LOOKING, TRYING, PAYS, NEVER } phase;
    bool in_force;   /* memory is restored as it was there */
    bool stopped;    /* the execution is at it, for it to be taken */
    bool used;       /* by the execution at hand */
    bool is_proven;  /* that the program comes there alike each time */
    uint32_t position;     /* events before it */
    struct mz_event last;  /* of them, if there is any */
    bool checks_races, armed; /* there */
    uint64_t state;        /* its fingerprint */
    unsigned looks, equal; /* how often it was looked at; was as before */
    uint64_t served;       /* executions, in all */
    uint64_t served_once;  /* since it was taken */
    unsigned in_vain;
    uint64_t began;        /* the execution at hand, in ticks */
    uint64_t from_start, from_there; /* the least that it took to come there */
} checkpoint = {.from_start = UINT64_MAX, .from_there = UINT64_MAX};

/* ---- what is kept -------------------------------------------------------- */

void mz_checkpoint_need(bool is_so)
{
    collection.refused |= !is_so;
}

void mz_checkpoint_keep(const void *at, size_t size)
{
    mz_pieces_add(collection.into, at, size, false);
}

static bool is_zero(const char *at, size_t size)
{
    size_t i = 0;
    uint64_t word;

    for (; i + sizeof word <= size; i += sizeof word) {
        mz_copy(&word, at + i, sizeof word);
        if (word)
            return false;
    }
    while (i < size && !at[i])
        i++;
    return i == size;
}

void mz_checkpoint_keep_unless_zero(const void *at, size_t size)
{
    if (!is_zero(at, size))
        mz_checkpoint_keep(at, size);
}

void mz_checkpoint_keep_stack(const void *at, size_t size)
{
    mz_pieces_add(collection.into, at, size, true);
}

/* Whole pages are tracked, but for a few, which are sooner copied. */
void mz_checkpoint_track(uint64_t start, uint64_t end)
{
    uint64_t whole = mz_page_down(end);

    if (start >= end)
        return;
    if (end - start <= 4 * MZ_PAGE || start % MZ_PAGE) {
        mz_checkpoint_keep((void *)start, end - start);
        return;
    }
    if (tracked_count == MZ_COUNT(tracked)) {
        collection.refused = true;
        return;
    }
    tracked[tracked_count].start = start;
    tracked[tracked_count++].end = whole;
    mz_checkpoint_keep((void *)whole, end - whole);
}

/* What is put back to be as it was at set-up's end is so at a waypoint, too.
 * Most of it is kept there anyway, and in the same order. */
static void keep_the_same(void)
{
    const struct mz_pieces *into = collection.into;
    unsigned count = into->count, next = 0;

    for (unsigned i = 0; i < pieces.count; i++) {
        const struct mz_piece *p = &pieces.list[i];

        if (p->is_stack)
            continue;
        next = mz_pieces_find(into, next, count, p);
        if (next == count)
            mz_checkpoint_keep(p->at, p->size);
    }
}

bool mz_checkpoint_collect(struct mz_pieces *into, bool is_waypoint)
{
    mz_pieces_clear(into);
    collection.into = into;
    collection.is_waypoint = is_waypoint;
    collection.refused = false;
    mz_turn_checkpoint();
    mz_parts_checkpoint();
    if (is_waypoint && checkpoint.in_force)
        keep_the_same();
    return !collection.refused && !into->are_too_many;
}

bool mz_checkpoint_is_waypoint(void)
{
    return collection.is_waypoint;
}

unsigned mz_checkpoint_threads(void)
{
    return mz_tset_end(mz_turns.execution->born);
}

bool mz_checkpoint_is_always(void)
{
    return mz_rt.region->settings.checkpoints == MZ_CHECKPOINTS_ALWAYS;
}

/* Of all that a checkpoint has but the stack: two that are equal are the
 * same. */
static uint64_t fingerprint(void)
{
    struct mz_fingerprint f = {.is_known = true};

    mz_snapshot_differences(&f);
    mz_pieces_fingerprint(&pieces, &f);
    for (unsigned i = 0; i < tracked_count; i++)
        mz_state_add(&f, (void *)tracked[i].start,
                     tracked[i].end - tracked[i].start);
    mz_state_add_word(&f, mz_turns.position);
    return f.hash;
}

/* ---- it is taken --------------------------------------------------------- */

void mz_checkpoint_stop(void)
{
    mz_checkpoint_is_due = false;
    if (mz_turns.execution->thread_count > 1 || mz_rt.self ||
        mz_rt.auditing || mz_rt.signalling || mz_rt.cancelling)
        return;
    checkpoint.stopped = true;
    mz_rt.active = false;
    mz_switch(&mz_fibers[0].left, &mz_turns.search);
}

static void take(void)
{
    const struct mz_event *events = mz_turns.execution->events;

    mz_waypoint_leave_all();
    mz_pieces_copy(&pieces);
    for (unsigned i = 0; i < tracked_count; i++)
        mz_snapshot_track(tracked[i].start, tracked[i].end);
    mz_snapshot_mark();
    mz_heap_mark();
    checkpoint.position = mz_turns.position;
    if (checkpoint.position)
        checkpoint.last = events[checkpoint.position - 1];
    checkpoint.checks_races = mz_rt.checks_races;
    checkpoint.armed = mz_rt.armed;
    checkpoint.in_force = true;
    checkpoint.served_once = 0;
}

/* Is the state the one that executions have always had here? */
static bool is_same_state(void)
{
    uint64_t state = fingerprint();
    bool is_same = state == checkpoint.state;

    checkpoint.equal = is_same ? checkpoint.equal + 1 : 0;
    checkpoint.state = state;
    checkpoint.looks++;
    return is_same;
}

static void never(void)
{
    checkpoint.phase = NEVER;
}

static void distrust(void)
{
    never();
    checkpoint.is_proven = false;
}

static void look(void)
{
    bool is_same = is_same_state();

    if (checkpoint.phase != LOOKING) {
        if (mz_checkpoint_is_always())
            MZ_ASSERT(is_same); /* restored = replayed */
        if (is_same)
            take();
        else
            distrust();
    } else if (checkpoint.equal >= EQUAL &&
               (checkpoint.looks >= LOOKS || mz_checkpoint_is_always())) {
        checkpoint.phase = mz_checkpoint_is_always() ? PAYS : TRYING;
        checkpoint.is_proven = true;
        take();
    } else if (checkpoint.looks == MOST_LOOKS) {
        never();
    }
}

bool mz_checkpoint_take(void)
{
    uint64_t ticks;

    if (MZ_LIKELY(!checkpoint.stopped))
        return false;
    checkpoint.stopped = false;
    ticks = mz_ticks() - checkpoint.began;
    if (ticks < checkpoint.from_start)
        checkpoint.from_start = ticks;
    tracked_count = 0;
    if (mz_checkpoint_collect(&pieces, false))
        look();
    else
        never();
    return true;
}

/* ---- it is gone back to -------------------------------------------------- */

bool mz_checkpoint_is_possible(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    return settings->checkpoints != MZ_CHECKPOINTS_OFF &&
           settings->mode == MZ_MODE_CHECK &&
           settings->isolation == MZ_ISOLATION_PROCESS &&
           settings->audit != MZ_AUDIT_ALL && !settings->loops.count &&
           !mz_loop_may_take_locks() && !settings->loops.is_strict &&
           !settings->cancelled.count && !settings->atomic_blocks &&
           !settings->clean_stacks && !settings->uninitialised &&
           !settings->crossings.count &&
           !mz_samples_races(settings);
}

/* A few are replayed from the beginning, to see that it is the same. */
static bool is_sample(void)
{
    uint64_t served = checkpoint.served;

    if (mz_checkpoint_is_always())
        return checkpoint.served_once;
    return checkpoint.served_once && served >= FIRST_SAMPLE &&
           !(served & (served - 1));
}

static bool is_its_prefix(const struct mz_execution *x)
{
    const struct mz_event *last = &checkpoint.last, *e;

    if (!checkpoint.position || x->length < checkpoint.position)
        return !checkpoint.position;
    e = &x->events[checkpoint.position - 1];
    return e->thread == last->thread && e->kind == last->kind &&
           e->mask == last->mask && e->object == last->object &&
           e->value == last->value;
}

static bool serves(const struct mz_execution *x)
{
    return checkpoint.in_force && checkpoint.phase != NEVER &&
           !mz_rt.tracing && !mz_cancel_is_on() &&
           mz_rt.checks_races == checkpoint.checks_races &&
           mz_rt.armed == checkpoint.armed && is_its_prefix(x) && !is_sample();
}

/* Too often something else was to be run before it had served. */
static void note_vain(void)
{
    if (checkpoint.served_once < SHORT && !mz_checkpoint_is_always() &&
        ++checkpoint.in_vain == MOST_SHORT)
        never();
}

void mz_checkpoint_drop(void)
{
    if (!checkpoint.in_force)
        return;
    mz_waypoint_drop_all();
    checkpoint.in_force = false;
    mz_heap_unmark();
    mz_snapshot_unmark();
}

/* What is copied from dead bytes is the same each time. */
static void clean_stack(void)
{
    if (mz_checkpoint_is_always())
        MZ_SYSTEM(madvise, mz_fibers[0].stack, mz_fibers[0].stack_size,
                  MADV_DONTNEED);
}

void mz_checkpoint_begin(const struct mz_execution *x, bool audited)
{
    checkpoint.used = false;
    mz_checkpoint_is_due = false;
    if (MZ_LIKELY(checkpoint.phase == NEVER && !checkpoint.in_force))
        return;
    if (!pieces.list) {
        if (!mz_checkpoint_is_possible()) {
            never();
            return;
        }
        mz_pieces_init(&pieces, MOST_PIECES, MOST_KEPT);
    }
    if (checkpoint.phase != PAYS)
        checkpoint.began = mz_ticks();
    if (!audited && serves(x)) {
        checkpoint.used = true;
        return;
    }
    if (checkpoint.in_force)
        note_vain();
    mz_checkpoint_drop();
    clean_stack();
    mz_checkpoint_is_due =
        checkpoint.phase != NEVER && !audited && !mz_rt.tracing;
}

/* Is it sooner there than from the beginning? */
static void measure(void)
{
    uint64_t ticks = mz_ticks() - checkpoint.began;

    if (ticks < checkpoint.from_there)
        checkpoint.from_there = ticks;
    if (checkpoint.served < TRIALS)
        return;
    if (checkpoint.from_there < checkpoint.from_start)
        checkpoint.phase = PAYS;
    else
        never();
}

bool mz_checkpoint_resume(void)
{
    if (MZ_LIKELY(!checkpoint.used))
        return false;
    MZ_ASSERT(!mz_rt.auditing && !mz_rt.signalling && !mz_rt.cancelling);
    mz_pieces_put_back(&pieces);
    checkpoint.served++;
    checkpoint.served_once++;
    if (mz_checkpoint_is_always())
        MZ_ASSERT(fingerprint() == checkpoint.state);
    if (checkpoint.phase == TRYING)
        measure();
    return true;
}

bool mz_checkpoint_was_used(void)
{
    return checkpoint.used;
}

bool mz_checkpoint_is_in_force(void)
{
    return checkpoint.in_force;
}

bool mz_checkpoint_is_proven(void)
{
    return checkpoint.is_proven;
}

/* The program is not deterministic before it has threads, or only from stacks
 * that begin as zeros, with which there is no checkpoint. */
enum mz_outcome mz_checkpoint_distrust(void)
{
    MZ_ASSERT(!mz_checkpoint_is_always());
    distrust();
    mz_rt.region->status = MZ_STATUS_STACKS;
    return MZ_ABANDONED;
}

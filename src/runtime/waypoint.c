/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/waypoint.h"

#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/detecting.h"
#include "runtime/loop.h"
#include "runtime/parts.h"
#include "runtime/pieces.h"
#include "runtime/private.h"
#include "runtime/snapshot.h"
#include "runtime/state.h"
#include "runtime/turn.h"

enum {
    MOST = 24,              /* waypoints at a time */
    MOST_PIECES = 1 << 17,  /* of all of them together */
    MOST_BYTES = 1 << 24,   /* the same */
    MOST_OF_ONE = 1 << 20,  /* the same, of each: more is never sooner */
    FIRST_SAMPLE = 64,      /* of the executions from waypoints this is not, nor
                               each that is twice as late */
    FIRST = 512,            /* are taken if they are sooner, or save this: */
    FIRST_TICKS = 100,      /* what is rare is slow; */
    FEW = 8,                /* but after so many of them only */
    FAR = 8,                /* if it is not as much too slow */
    TWICE = 8,              /* times what must be saved: half of the way, too */
    MOST_REFUSALS = 64,     /* before none is tried any more */
    SLOWNESS = 64,          /* of what was measured to become more */
    WEIGHT = 16,            /* of how often others were used */
    QUICK = 4,              /* the same of guesses */
    USE = 1024,             /* parts of a use, */
    FINE = 16,              /* of a tick */
    HOPE = 64,              /* what is not worth it becomes so: each time such
                               a part of a use more is expected, */
    MOST_USES = 64,         /* up to this */
    SOME = 4,               /* events are timed, if they are more */
    MANY = 6,               /* are replayed where the search has not said that
                               it comes back to: it may, half of the way */
    MEASURED = 8,           /* one in so many times going back is timed: the
                               clock takes a tenth of it */
    COMPARED = 64,          /* in tests, the first ones with what is restored
                               from them, and then one of as many */
};

struct waypoint {
    uint32_t position; /* events before it */
    mz_tid self;       /* who runs */
    bool checks_races, armed;
    uint32_t pages;    /* mz_snapshot_keep */
    uint32_t private;  /* mz_private_count */
    uint32_t uses;     /* executions from there */
    bool is_guess;     /* taken behind what the search was sure to come back to
                        */
    uint64_t saves;    /* to each, in ticks */
    uint64_t path;     /* for tests: a hash of those events, */
    uint64_t state;    /* and of what there was, of some */
    bool has_state;
    struct mz_pieces pieces;
};

static struct mz_pieces room; /* for those of all */
static struct waypoint stack[MOST];
static unsigned depth;
uint32_t mz_waypoint_at = MZ_NONE;

static struct {
    enum { UNDECIDED, ON, OFF } state;
    bool may_take; /* in the execution at hand */
    bool used;     /* by it */
    bool stopped;  /* it is at one, for it to be taken */
    const struct mz_execution *execution;
    uint64_t served, taken;
    uint64_t samples;  /* of those served: not from there after all */
    uint64_t repeated; /* events that were run again */
    unsigned refusals; /* in a row */
    bool alone;        /* main was, where executions begin to replay */
    bool times;        /* it stops to see how long it has taken */
    unsigned timed;    /* how often */
    uint32_t straight; /* mz_turns.straight but for the waypoint */
    uint64_t passed;   /* ticks saved by the waypoint that it has come to */
    uint32_t began;    /* where the execution began to replay: after set-up,
                          or a waypoint; MZ_NONE: it has not yet */
    uint32_t from;     /* it replays from there, */
    uint64_t since;    /* when, in ticks */
    /* What was measured, in ticks. */
    uint64_t start;           /* before the first event */
    uint64_t event[MOST + 1]; /* [waypoints below]: of one that is replayed
                                 from there on, in fine parts */
    uint64_t taking, going_back;
    uint64_t uses;     /* of a waypoint, in parts */
    uint64_t guessed;  /* the same of one that is a guess */
    bool guesses;      /* the one that it is to stop at is */
} waypoints = {.uses = USE, .guessed = USE};

/* ---- what it costs, and what it brings ----------------------------------- */

/* The least is what it costs, as long as it costs that: once in a while the
 * machine does something else. */
static void measure(uint64_t *least, uint64_t now)
{
    if (!*least || now < *least)
        *least = now;
    else
        *least += *least / SLOWNESS + 1;
}

static bool is_always(void)
{
    return mz_checkpoint_is_always();
}

static uint64_t at_least(uint64_t a, uint64_t b)
{
    return a < b ? b : a;
}

/* What a waypoint must save each execution that begins there. */
static uint64_t least_saved(void)
{
    uint64_t taking = waypoints.taking * USE / waypoints.uses;
    /* Where there is one already, one goes back anyway. */
    uint64_t back = depth ? 0 : waypoints.going_back;
    uint64_t least = (taking + back) * 3 / 2; /* what is measured varies */

    if (is_always())
        return 0;
    if (waypoints.taken < FEW)
        return FIRST_TICKS;
    if (waypoints.taken < FIRST && least > FIRST_TICKS)
        return at_least(least / FAR, FIRST_TICKS);
    return least;
}

/* How long it takes to replay the events up to there. */
static uint64_t replaying(uint32_t from, uint32_t to)
{
    unsigned i = depth;

    while (i && !waypoints.event[i])
        i--;
    return (depth ? 0 : waypoints.start) +
           (to - from) * waypoints.event[i] / FINE;
}

/* It has taken so long. */
static void measure_events(uint64_t ticks, uint32_t count)
{
    if (!depth && !count)
        measure(&waypoints.start, ticks);
    if (!depth)
        ticks -= waypoints.start < ticks ? waypoints.start : ticks;
    if (count)
        measure(&waypoints.event[depth], ticks * FINE / count);
}

/* All that there is at a waypoint, stacks as far as they are in use. The
 * detector goes back to where it is needed. */
static uint64_t state_here(void)
{
    static struct mz_live_stacks live;
    struct mz_fingerprint f = {
        .live = &live,
        .is_known = true,
        .has_search = true,
    };

    mz_state_live_stacks(&live);
    mz_parts_fingerprint(&f);
    return f.hash;
}

/* ---- the stack ----------------------------------------------------------- */

/* A guess that was wrong is not made again soon. */
static void drop_guess(uint64_t uses)
{
    waypoints.guessed = (waypoints.guessed * (QUICK - 1) + uses) / QUICK;
    if (waypoints.guessed < USE / 4)
        waypoints.guessed = USE / 4;
}

static void drop(void)
{
    uint64_t uses = (uint64_t)stack[--depth].uses * USE;

    if (stack[depth].is_guess) {
        drop_guess(uses);
        return;
    }
    waypoints.uses = (waypoints.uses * (WEIGHT - 1) + uses) / WEIGHT;
    if (waypoints.uses < USE / 4)
        waypoints.uses = USE / 4; /* they may come to be of use */
}

void mz_waypoint_leave_all(void)
{
    depth = 0;
}

void mz_waypoint_drop_all(void)
{
    depth = 0;
    waypoints.used = waypoints.may_take = false;
    mz_waypoint_at = MZ_NONE;
    mz_snapshot_leave_out_none();
    mz_private_go_on_from(0);
}

static uint64_t path_to(const struct mz_execution *x, uint32_t position)
{
    struct mz_fingerprint f = {.is_known = true};

    for (uint32_t i = 0; i < position; i++) {
        mz_state_add_word(&f, x->events[i].thread | x->events[i].kind << 16);
        mz_state_add_word(&f, x->events[i].object);
        mz_state_add_word(&f, x->events[i].value);
    }
    return f.hash;
}

static bool is_on_path(const struct waypoint *w, const struct mz_execution *x)
{
    if (w->position > x->same || w->position > x->length)
        return false;
    if (is_always())
        MZ_ASSERT(w->path == path_to(x, w->position));
    return true;
}

/* It may have been taken before it was known what that brings. */
static bool is_worth(const struct waypoint *w)
{
    return is_always() ||
           waypoints.going_back <= 2 * w->saves;
}

static bool serves(const struct waypoint *w, const struct mz_execution *x)
{
    return is_worth(w) && is_on_path(w, x) &&
           w->checks_races == mz_rt.checks_races &&
           w->armed == mz_rt.armed && w->private <= mz_private_count();
}

/* ---- it is gone back to -------------------------------------------------- */

/* A program that is not deterministic must be found to be so. */
static void decide(void)
{
    if (!mz_checkpoint_is_possible()) {
        waypoints.state = OFF;
    } else if (mz_checkpoint_is_proven()) {
        waypoints.state = ON;
        mz_pieces_init(&room, MOST_PIECES, MOST_BYTES);
    }
}

/* A few are replayed, to see that it is the same. */
static bool is_sample(void)
{
    uint64_t served = waypoints.served;

    if (served < FIRST_SAMPLE || served & (served - 1))
        return false;
    waypoints.served++;
    waypoints.samples++;
    return true;
}

static bool is_alike(const struct mz_execution *x, bool audited)
{
    return !audited && !mz_rt.tracing && !mz_cancel_is_on() &&
           mz_checkpoint_is_proven() && x == waypoints.execution &&
           x == mz_turns.execution;
}

bool mz_waypoint_begin(struct mz_execution *x, bool audited)
{
    mz_waypoint_at = waypoints.began = MZ_NONE;
    waypoints.used = waypoints.may_take = false;
    if (MZ_UNLIKELY(waypoints.state == UNDECIDED))
        decide();
    if (waypoints.state != ON)
        return false;
    if (!waypoints.execution)
        waypoints.execution = x;
    if (!is_alike(x, audited)) {
        mz_waypoint_drop_all();
        return false;
    }
    while (depth && !serves(&stack[depth - 1], x))
        drop();
    if (mz_loop_is_sought() || (depth && is_sample()))
        return false;
    waypoints.used =
        depth && mz_detecting_goes_on_from(stack[depth - 1].position);
    waypoints.may_take = !depth || waypoints.used;
    if (!waypoints.used)
        return false;
    waypoints.served++;
    stack[depth - 1].uses++;
    mz_snapshot_leave_out(stack[depth - 1].pages);
    mz_private_go_on_from(stack[depth - 1].private);
    return true;
}

bool mz_waypoint_resume(mz_tid *self)
{
    const struct waypoint *w = &stack[depth - 1];
    uint64_t began;

    if (MZ_LIKELY(!waypoints.used))
        return false;
    *self = w->self;
    if (MZ_LIKELY(waypoints.served % MEASURED)) {
        mz_pieces_put_back(&w->pieces);
    } else {
        began = mz_ticks();
        mz_pieces_put_back(&w->pieces);
        measure(&waypoints.going_back, mz_ticks() - began);
    }
    if (MZ_UNLIKELY(w->has_state))
        MZ_ASSERT(state_here() == w->state);
    return true;
}

bool mz_waypoint_was_used(void)
{
    return waypoints.used;
}

/* ---- it is taken --------------------------------------------------------- */

/* A race that is found may go back a little further than the execution that
 * shows it, and so may the next: the search knows that when it has run. So
 * where much is replayed one is taken half of the way, too, if guesses like
 * that have been of use. */
static uint32_t guess_position(uint32_t from)
{
    uint32_t to = from + (mz_turns.execution->length - from + 1) / 2;
    uint64_t least = waypoints.taking * USE / waypoints.guessed * 3 / 2;

    if (!is_always() && replaying(from, to) < least) {
        if (waypoints.guessed < MOST_USES * USE)
            waypoints.guessed += USE / HOPE;
        return MZ_NONE;
    }
    waypoints.guesses = true;
    return to;
}

/* Where: half of the way, if that is far. MZ_NONE: nowhere. Before the first
 * event there may be much, too: all that threads do on their own. */
static uint32_t sure_position(uint32_t from)
{
    const struct mz_execution *x = mz_turns.execution;
    uint32_t to = x->returns < x->length ? x->returns : x->length;
    uint64_t least = least_saved(), saved;

    if (to < from || (to == from && (depth || waypoints.alone)))
        return MZ_NONE;
    saved = replaying(from, to);
    if (saved < least) {
        if (waypoints.uses < MOST_USES * USE)
            waypoints.uses += USE / HOPE;
        return MZ_NONE;
    }
    if (depth >= MOST / 2)
        return to;
    if (is_always())
        return from + (to > from); /* at each */
    return saved < TWICE * least ? to : from + (to - from + 1) / 2;
}

static uint32_t next_position(uint32_t from)
{
    uint32_t to = sure_position(from);

    waypoints.guesses = false;
    if (MZ_UNLIKELY(to == MZ_NONE && depth && depth < MOST &&
                    mz_turns.execution->length >= from + MANY))
        return guess_position(from);
    return to;
}

/* How long the events take from there on is not known. */
static bool is_to_be_timed(void)
{
    if (!depth)
        return waypoints.from == waypoints.began && waypoints.timed < FIRST;
    return !waypoints.event[depth] &&
           waypoints.from + SOME < mz_turns.execution->length;
}

void mz_waypoint_plan(void)
{
    waypoints.from = mz_turns.position;
    if (waypoints.began == MZ_NONE) {
        waypoints.began = waypoints.from;
        waypoints.repeated += mz_turns.execution->length - waypoints.from;
    }
    mz_waypoint_at = MZ_NONE;
    waypoints.passed = depth ? stack[depth - 1].saves : 0;
    if (!waypoints.may_take)
        return;
    mz_waypoint_at = next_position(waypoints.from);
    if (depth == MOST && mz_waypoint_at != MZ_NONE)
        depth--; /* what comes next takes its place */
    waypoints.times = mz_waypoint_at == MZ_NONE && is_to_be_timed();
    if (waypoints.times)
        mz_waypoint_at = depth || waypoints.timed % 2
                             ? mz_turns.execution->length
                             : waypoints.from;
    if (mz_waypoint_at == MZ_NONE)
        return;
    waypoints.since = mz_ticks();
    waypoints.straight = mz_turns.straight;
    if (mz_turns.straight > mz_waypoint_at)
        mz_turns.straight = mz_waypoint_at;
}

void mz_waypoint_stop(void)
{
    if (mz_turns.straight == mz_waypoint_at)
        mz_turns.straight = waypoints.straight;
    mz_waypoint_at = MZ_NONE;
    if (waypoints.times) {
        waypoints.timed++;
        measure_events(mz_ticks() - waypoints.since,
                       mz_turns.position - waypoints.from);
        return;
    }
    waypoints.stopped = true;
    mz_turn_pause();
}

static void push(uint64_t ticks)
{
    struct waypoint *w = &stack[depth++];

    mz_pieces_copy(&w->pieces);
    w->position = mz_turns.position;
    w->self = mz_rt.self;
    w->private = mz_private_count();
    w->checks_races = mz_rt.checks_races;
    w->armed = mz_rt.armed;
    w->uses = 0;
    w->is_guess = waypoints.guesses;
    w->saves = waypoints.passed + ticks;
    w->has_state = is_always() && (waypoints.taken < COMPARED ||
                                   waypoints.taken % COMPARED == 0);
    if (is_always())
        w->path = path_to(mz_turns.execution, w->position);
    if (w->has_state)
        w->state = state_here();
}

/* What may yet be on this side of set-up's end is not to be gone back to. */
static bool has_threads(void)
{
    return mz_turns.execution->thread_count > 1;
}

/* After those of the others. */
static void make_room(struct mz_pieces *p)
{
    const struct mz_pieces *below = &stack[depth - 1].pieces;

    *p = room;
    if (depth) {
        p->list = below->list + below->count;
        p->most = room.list + room.most - p->list;
        p->copies = below->copies + below->used;
        p->size = room.copies + room.size - p->copies;
    }
    if (p->size > MOST_OF_ONE)
        p->size = MOST_OF_ONE;
}

static void take(uint64_t ticks)
{
    struct waypoint *w = &stack[depth];

    make_room(&w->pieces);
    if (!mz_checkpoint_collect(&w->pieces, true)) {
        waypoints.may_take = false;
        if (++waypoints.refusals == MOST_REFUSALS && !is_always()) {
            mz_waypoint_drop_all();
            waypoints.state = OFF;
        }
        return;
    }
    waypoints.refusals = 0;
    push(ticks);
}

bool mz_waypoint_take(void)
{
    uint64_t now, ticks;

    if (MZ_LIKELY(!waypoints.stopped))
        return false;
    waypoints.stopped = false;
    now = mz_ticks();
    ticks = now - waypoints.since;
    measure_events(ticks, mz_turns.position - waypoints.from);
    if (has_threads())
        take(ticks);
    else if (mz_turns.position == waypoints.began)
        waypoints.alone = true;
    measure(&waypoints.taking, mz_ticks() - now);
    waypoints.taken++;
    if (mz_turns.position != waypoints.began || depth)
        mz_waypoint_plan();
    return true;
}

/* As mz_checkpoint_collect has it: what executions write. */
void mz_segments_checkpoint(void)
{
    if (mz_checkpoint_is_waypoint())
        stack[depth].pages = mz_snapshot_keep(mz_checkpoint_keep);
}

/* ---- for --stats --------------------------------------------------------- */

bool mz_waypoint_counts(struct mz_back_counts *counts)
{
    *counts = (struct mz_back_counts){
        .taken = waypoints.taken,
        .begun = waypoints.served - waypoints.samples,
        .repeated = waypoints.repeated,
    };
    return waypoints.state == ON;
}

/* ---- for tests ----------------------------------------------------------- */

/* Of all that the parts have, and the detector. The threads have stopped. */
uint64_t mz_waypoint_fingerprint(void)
{
    static const struct mz_live_stacks none;
    struct mz_fingerprint f = {
        .live = &none,
        .is_known = true,
        .has_search = true,
        .has_races = true,
    };

    mz_parts_fingerprint(&f);
    return f.hash;
}

void mz_waypoint_begin_again(void)
{
    waypoints.used = waypoints.may_take = false;
    mz_detecting_forget();
}

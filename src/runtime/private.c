/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/private.h"

#include "explore/algorithm.h"
#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/shared_places.h"
#include "runtime/state.h"
#include "runtime/visible.h"

/* Who has used a granule: a thread, by its number, which has written to it or
 * has not; or one of these. */
enum {
    WRITTEN = 1 << 16, /* with a number */
    READ_BY_ALL = 1 << 17,
    BY_OPERATIONS,     /* and by no plain access */
    SHARED,            /* its place is */
};

enum {
    MOST_SLOTS = 1 << 22,
    MOST_LEFT = 10000, /* events of an execution that is to find more */
    MOST_ROUNDS = 32,  /* in which a thread uses locks of its own: beyond, it
                          may wait in a loop, which is known by events */
};

struct use {
    uint64_t granule; /* 0: free */
    uint32_t whose;
};

/* What was there before, to be undone. */
struct change {
    uint32_t slot;
    uint32_t whose; /* MZ_NONE: nothing */
};

/* In the arena, since a forked execution leaves it to the next. */
static struct uses {
    uint32_t mask;
    uint32_t count, most;  /* of changes */
    struct change *changes;
    uint32_t position;     /* of the latest event, when */
    uint32_t since;        /* so many accesses were made */
    uint32_t used_at[MZ_MAX_THREADS]; /* by each thread, after how many events,
                              the last time, plus one; 0: never */
    struct rounds {
        uint32_t count; /* of its events before which it used such a lock, */
        uint32_t at;    /* and after how many events of all, the last time */
    } rounds[MZ_MAX_THREADS];
    uint32_t ends_at;      /* 0; or the execution has found something, and ends
                              at that event */
    struct use slots[];
} *uses;

static uint32_t goes_on_from;

/* ---- beginning and end --------------------------------------------------- */

static bool is_wanted(const struct mz_settings *settings)
{
    const struct mz_algorithm_entry *entry =
        mz_algorithm_find(settings->algorithm);

    if (settings->plain != MZ_PLAIN_INTERLEAVE || settings->shared.all)
        return false;
    if (settings->private == MZ_PRIVATE_REDUCED)
        return entry && entry->reduction != MZ_REDUCTION_NONE;
    return settings->private == MZ_PRIVATE_ON;
}

void mz_private_take(struct mz_arena *arena)
{
    const struct mz_settings *settings = &mz_rt.region->settings;
    uint32_t count = 4096;

    if (!is_wanted(settings))
        return;
    while (count < MOST_SLOTS && count < 4 * settings->max_events)
        count *= 2;
    uses = mz_arena_take(arena, sizeof *uses + count * sizeof uses->slots[0]);
    uses->mask = count - 1;
    uses->most = count / 2;
    uses->changes = mz_arena_take(arena, uses->most * sizeof uses->changes[0]);
}

/* The latest first: so nothing that was found behind a slot is lost. */
static void undo(uint32_t to)
{
    while (uses->count > to) {
        const struct change *c = &uses->changes[--uses->count];

        if (c->whose == MZ_NONE)
            uses->slots[c->slot].granule = 0;
        else
            uses->slots[c->slot].whose = c->whose;
    }
}

/* A handler of a signal may use what the thread uses that it interrupts, which
 * is at operations only. Of blocks of the program the order is explored with
 * all else. */
void mz_private_reset(void)
{
    if (MZ_LIKELY(!uses))
        return;
    undo(goes_on_from);
    goes_on_from = 0;
    mz_shared_places_begin();
    uses->position = uses->since = uses->ends_at = 0;
    mz_fill(uses->used_at, 0, sizeof uses->used_at);
    mz_fill(uses->rounds, 0, sizeof uses->rounds);
    mz_set_keeping_private(!mz_rt.signalling && !mz_turns.universal);
}

/* Main was alone, so nothing was noted. The last execution has come by each
 * waypoint, and has noted the same there. */
void mz_private_checkpoint(void)
{
    if (!uses)
        return;
    mz_checkpoint_need(!uses->ends_at &&
                       (mz_checkpoint_is_waypoint() || !uses->count));
    mz_checkpoint_keep(&uses->position, sizeof uses->position);
    mz_checkpoint_keep(&uses->since, sizeof uses->since);
    mz_checkpoint_keep(uses->used_at,
                       mz_checkpoint_threads() * sizeof *uses->used_at);
    mz_checkpoint_keep(uses->rounds,
                       mz_checkpoint_threads() * sizeof *uses->rounds);
}

/* It decides nothing that the program does, but what the search is shown. */
void mz_private_fingerprint(struct mz_fingerprint *f)
{
    if (!uses || !f->has_search)
        return;
    mz_state_add_word(f, uses->position | (uint64_t)uses->since << 32);
    mz_state_add_word(f, uses->ends_at);
    mz_state_add_bytes(f, uses->used_at,
                       mz_checkpoint_threads() * sizeof *uses->used_at);
    mz_state_add_bytes(f, uses->rounds,
                       mz_checkpoint_threads() * sizeof *uses->rounds);
    for (uint32_t i = 0; i < uses->count; i++) {
        const struct use *use = &uses->slots[uses->changes[i].slot];

        mz_state_add_word(f, use->granule);
        mz_state_add_word(f, use->whose);
    }
}

uint32_t mz_private_count(void)
{
    return uses ? uses->count : 0;
}

void mz_private_go_on_from(uint32_t count)
{
    goes_on_from = count;
}

enum mz_outcome mz_private_judge(enum mz_outcome outcome)
{
    if (MZ_LIKELY(!uses || !uses->ends_at))
        return outcome;
    mz_turns.again = false;
    return MZ_ABANDONED;
}

/* ---- what is not private ------------------------------------------------- */

/* By turns, so that threads meet one another in what they use. */
static mz_tid choose_next(struct mz_chooser *chooser,
                          const struct mz_execution *x,
                          const struct mz_enabled *enabled)
{
    (void)chooser;
    if (x->length >= uses->ends_at)
        return MZ_NO_THREAD;
    MZ_EACH(rest, enabled->threads)
        if (mz_tset_first(rest) > enabled->running)
            return mz_tset_first(rest);
    return mz_tset_first(enabled->threads);
}

static uint32_t choose_value(struct mz_chooser *chooser,
                             const struct mz_execution *x, mz_tid t,
                             uint32_t bound)
{
    (void)chooser, (void)x, (void)t, (void)bound;
    return 0;
}

static struct mz_chooser chooser = {
    .choose = choose_next,
    .value = choose_value,
};

/* The search is over. What the execution does from here on was never planned:
 * it only shows more of what is shared. */
static void begin_anew(void)
{
    mz_rt.region->status = MZ_STATUS_SHARED;
    if (uses->ends_at)
        return;
    uses->ends_at = mz_turns.position + MOST_LEFT;
    mz_turns.chooser = &chooser;
    if (mz_turns.position < mz_turns.known)
        mz_execution_end(MZ_ABANDONED);
}

static _Noreturn MZ_COLD void share_all(void)
{
    begin_anew();
    mz_shared_place_add_all();
    mz_execution_end(MZ_ABANDONED);
}

/* ---- uses ---------------------------------------------------------------- */

/* The slot of the granule, or where it would be. */
static inline struct use *find(uint64_t granule)
{
    uint32_t i = (granule ^ granule >> 20) & uses->mask;

    while (uses->slots[i].granule != granule && uses->slots[i].granule)
        i = (i + 1) & uses->mask;
    return &uses->slots[i];
}

static void set(struct use *use, uint64_t granule, uint32_t whose)
{
    bool is_new = !use->granule;

    if (uses->count == uses->most)
        share_all();
    uses->changes[uses->count++] = (struct change){
        .slot = use - uses->slots,
        .whose = is_new ? MZ_NONE : use->whose,
    };
    *use = (struct use){granule, whose};
}

static MZ_COLD void share(struct use *use)
{
    mz_shared_place_add(use->granule << 3);
    set(use, use->granule, SHARED);
    begin_anew();
}

static void use_first(struct use *use, enum mz_op kind, uint64_t granule)
{
    uint32_t whose = mz_rt.self | (kind == MZ_READ ? 0 : WRITTEN);

    set(use, granule, mz_shared_place_has(granule << 3) ? SHARED : whose);
}

/* By another way than so far. */
static MZ_NOINLINE void use_anew(struct use *use, enum mz_op kind)
{
    uint32_t thread = use->whose & ~WRITTEN;

    if (use->whose == BY_OPERATIONS && mz_shared_place_has(use->granule << 3))
        set(use, use->granule, SHARED);
    else if (thread == mz_rt.self) /* writes for the first time */
        set(use, use->granule, thread | WRITTEN);
    else if (kind == MZ_READ && use->whose < WRITTEN)
        set(use, use->granule, READ_BY_ALL);
    else
        share(use);
}

/* Is it one more such use? */
static inline bool is_known(uint32_t whose, enum mz_op kind)
{
    if (MZ_LIKELY((whose & ~WRITTEN) == mz_rt.self))
        return kind == MZ_READ || whose & WRITTEN;
    return whose == SHARED || (whose == READ_BY_ALL && kind == MZ_READ);
}

static inline bool takes_granule(enum mz_op kind, uint64_t granule)
{
    struct use *use = find(granule);

    if (MZ_UNLIKELY(!use->granule))
        use_first(use, kind, granule);
    else if (MZ_UNLIKELY(!is_known(use->whose, kind)))
        use_anew(use, kind);
    return use->whose != SHARED;
}

/* What waits here for others would wait for ever, and nobody would see: then
 * all accesses are operations, as many as they may be. */
static inline void count(void)
{
    uses->used_at[mz_rt.self] = mz_turns.position + 1;
    if (mz_turns.position != uses->position) {
        uses->position = mz_turns.position;
        uses->since = 0;
    } else if (MZ_UNLIKELY(++uses->since > mz_turns.execution->capacity)) {
        share_all();
    }
}

bool mz_private_takes(enum mz_op kind, uint64_t address, size_t size)
{
    uint64_t last = (address + size - 1) >> 3;
    bool takes = true;

    if (!mz_rt.keeps_private || mz_fiber_any_owns(address))
        return false;
    count();
    if (kind != MZ_READ && !mz_rt.watching) /* else it is noted with the rest */
        mz_effect_note();
    for (uint64_t granule = address >> 3; granule <= last; granule++)
        takes &= takes_granule(kind, granule);
    return takes;
}

/* A loop waits here, perhaps. Plain accesses of the same round are left as many
 * again. */
static inline bool is_long(void)
{
    return uses->since > mz_turns.execution->capacity / 2;
}

bool mz_private_takes_atomic(enum mz_op kind, uint64_t address)
{
    if (!mz_rt.keeps_private || mz_turns.atomic != MZ_NO_THREAD ||
        mz_fiber_any_owns(address) || mz_turn_is_alone() ||
        !takes_granule(kind, address >> 3))
        return false;
    count();
    if (MZ_LIKELY(!is_long()))
        return true;
    uses->since = 0;
    share(find(address >> 3));
    return false;
}

/* Has the thread executed an event since it last used a lock of its own? Then
 * this is another round, perhaps of a loop that waits. */
static bool makes_too_many_rounds(void)
{
    struct rounds *r = &uses->rounds[mz_rt.self];
    uint32_t i = mz_turns.position;

    while (i > r->at && mz_turns.execution->events[i - 1].thread != mz_rt.self)
        i--;
    r->count += i > r->at;
    r->at = mz_turns.position;
    return r->count > MOST_ROUNDS;
}

bool mz_private_takes_lock(uint64_t key)
{
    if (!mz_rt.keeps_private || mz_rt.weak || mz_rt.stopping ||
        mz_turns.atomic != MZ_NO_THREAD || mz_fiber_any_owns(key << 3) ||
        mz_turn_is_alone() || !takes_granule(MZ_WRITE, key))
        return false;
    count();
    if (MZ_LIKELY(!is_long() && !makes_too_many_rounds()))
        return true;
    uses->since = 0;
    share(find(key));
    return false;
}

bool mz_private_is_past(mz_tid t)
{
    uint32_t events = mz_turns.position;

    if (!mz_rt.keeps_private)
        return true;
    while (events && mz_turns.execution->events[events - 1].thread != t)
        events--;
    return uses->used_at[t] <= events;
}

bool mz_private_leaves(uint64_t address)
{
    return !mz_rt.keeps_private || mz_fiber_any_owns(address) ||
           find(address >> 3)->whose == SHARED;
}

void mz_private_meets(uint64_t granule)
{
    struct use *use = find(granule);

    if (mz_fiber_any_owns(granule << 3) || mz_turn_is_alone())
        return;
    if (!use->granule)
        set(use, granule, BY_OPERATIONS);
    else if (use->whose != BY_OPERATIONS && use->whose != SHARED)
        share(use);
}

/* Futexes, and the like, have other keys. */
void mz_private_meets_lock(uint64_t key)
{
    if (key >> 61 == 4)
        mz_private_meets(key);
}

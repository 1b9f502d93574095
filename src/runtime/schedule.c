/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/schedule.h"

#include "runtime/account.h"
#include "runtime/fault.h"
#include "runtime/heap.h"
#include "runtime/plain.h"
#include "runtime/thread.h"

struct mz_schedule_state mz_sched;

/* ---- objects ---------------------------------------------------------- */

/*
 * Objects are numbered as they are first met, whatever the execution. Only new
 * events look their object up: a table with open addressing, in the region, so
 * that forked executions share it.
 *
 * All workers number alike: a number is that of a place in a list that they
 * share, where who meets an object first puts it. The table of each has those
 * of the first x->object_count places.
 */
struct object_table {
    uint32_t mask;
    struct {
        uint64_t key; /* address >> 3; 0: free (never an object) */
        uint32_t id;
    } slots[];
};

static struct object_table *objects;
uint64_t *mz_schedule_objects;

void mz_schedule_init_objects(struct mz_arena *arena, uint32_t capacity)
{
    mz_schedule_objects = mz_arena_take(arena, capacity * sizeof(uint64_t));
}

void mz_schedule_init(struct mz_arena *arena,
                      const struct mz_execution *execution)
{
    uint32_t slots = 1;

    while (slots < 2 * execution->object_capacity)
        slots *= 2;
    objects = mz_arena_take(arena,
                            sizeof *objects + slots * sizeof objects->slots[0]);
    objects->mask = slots - 1;
}

/* Where the object is in the table, or would be. */
static uint32_t slot_of(uint64_t object)
{
    uint32_t i = (object ^ object >> 17) & objects->mask;

    while (objects->slots[i].key && objects->slots[i].key != object)
        i = (i + 1) & objects->mask;
    return i;
}

/* Reads on in the list until the object comes, or is put at its end. */
static MZ_COLD void meet_object(uint64_t object)
{
    struct mz_execution *x = mz_sched.execution;
    uint64_t next = 0;

    while (next != object) {
        uint32_t id = x->object_count, i;

        if (id == x->object_capacity)
            mz_give_up("more than %u shared objects", x->object_capacity);
        next = 0;
        if (__atomic_compare_exchange_n(&mz_schedule_objects[id], &next, object,
                                        false, __ATOMIC_SEQ_CST,
                                        __ATOMIC_SEQ_CST))
            next = object;
        i = slot_of(next);
        objects->slots[i].key = next;
        objects->slots[i].id = id;
        x->object_count++;
    }
}

uint32_t mz_schedule_object(uint64_t object)
{
    uint32_t i = slot_of(object);

    if (MZ_UNLIKELY(!objects->slots[i].key)) {
        meet_object(object);
        i = slot_of(object);
    }
    return objects->slots[i].id;
}

/* ---- whose turn it is ------------------------------------------------- */

/* Was the memory freed, or a frame of it left? */
static inline bool is_gone(uint64_t address, unsigned size)
{
    if (address - mz_plain_lowest >= mz_plain_span)
        return false;
    return mz_heap_has(address) ? !mz_heap_is_live(address, size)
                                : mz_fiber_any_owns(address) &&
                                      mz_frame_is_left(address);
}

/* At most 8 bytes of the program's memory; false: they are gone. The 8 that are
 * read are on no page on which none of those is. */
static inline bool read_word(uint64_t address, unsigned size, uint64_t *value)
{
    bool crosses = (address & 7) + size > 8;
    uint64_t from = crosses ? address + size - 8 : address & ~7ull;

    if (is_gone(address, size) || !mz_fault_read(from, value))
        return false;
    *value = *value >> 8 * (address - from) & UINT64_MAX >> 8 * (8 - size);
    return true;
}

bool mz_schedule_watched(const struct mz_stands_at *at, uint64_t *value)
{
    return read_word(at->word, at->watched, value);
}

/* Locks and semaphores have the first two conditions only. */
static inline bool holds(const struct mz_stands_at *at, uint64_t value)
{
    return at->condition == MZ_EQUAL     ? value == at->number
           : at->condition == MZ_UNEQUAL ? value != at->number
                                         : mz_condition_holds(
                                               at->condition,
                                               (1u << at->watched) - 1, value,
                                               at->number);
}

static inline bool waits(const struct mz_stands_at *at, uint64_t *value)
{
    return read_word(at->word, at->watched, value) && !holds(at, *value);
}

bool mz_schedule_waits(const struct mz_stands_at *at, uint64_t *value)
{
    return waits(at, value);
}

static mz_tset satisfied(mz_tset waiting)
{
    mz_tset enabled = 0;

    for (; waiting; waiting &= waiting - 1) {
        mz_tid t = mz_tset_first(waiting);
        uint64_t value;

        if (!waits(&mz_sched.at[t], &value))
            enabled |= mz_tset_of(t);
    }
    return enabled;
}

/* Who ends the process: one that asked for it; else main, if it has ended and
 * so have all others. */
static mz_tid who_exits(void)
{
    mz_tset at_exit = mz_sched.stands[MZ_STAND_EXIT];
    mz_tset asked = at_exit & ~mz_sched.ended_once;

    if (asked)
        return mz_tset_first(asked);
    return at_exit && at_exit == mz_sched.live ? 0 : MZ_NO_THREAD;
}

static _Noreturn void end_without_enabled(void)
{
    if (!mz_sched.live)
        mz_schedule_end(MZ_COMPLETE);
    if (mz_sched.stands[MZ_STAND_STUCK])
        mz_schedule_end(MZ_ASSUME_BLOCKED);
    mz_fault_stop();
    mz_account_deadlock();
    mz_schedule_end(MZ_DEADLOCK);
}

/* The state of the object of the operation that a thread stands at. */
static uint64_t would_find(mz_tid t)
{
    const struct mz_stands_at *at = &mz_sched.at[t];
    bool in_memory = !(at->object >> 63), known;
    uint64_t value;

    if (at->kind == MZ_UNLOCK)
        return t + 1;
    known = in_memory ? read_word((at->object << 3) + __builtin_ctz(at->mask),
                                  __builtin_popcount(at->mask), &value)
                      : mz_schedule_watched(at, &value);
    return known ? value : 0;
}

static void describe(struct mz_event *pending, mz_tid t)
{
    const struct mz_stands_at *at = &mz_sched.at[t];

    *pending = (struct mz_event){
        .thread = t,
        .object = MZ_NO_OBJECT,
        .mask = at->mask,
        .kind = at->kind,
    };
    if (at->kind == MZ_JOIN || !at->object)
        return;
    pending->object = mz_schedule_object(at->object);
    pending->value = would_find(t);
    if (at->kind == MZ_AWAIT)
        pending->condition = at->condition;
    if (at->kind == MZ_AWAIT || at->kind == MZ_CAS)
        pending->other = at->number;
}

/* What the chooser may ask: see mz_enabled. */
static bool look(const struct mz_enabled *enabled, mz_tid t,
                 struct mz_event *pending)
{
    struct mz_execution *x = mz_sched.execution;
    uint32_t accesses = x->access_count;

    (void)enabled;
    describe(pending, t);
    if (pending->object == MZ_NO_OBJECT)
        return false; /* an atomic block */
    if (mz_sched.universal) {
        mz_schedule_add_universe(pending);
        x->access_count = accesses;
    }
    return true;
}

static void need_room(void)
{
    if (mz_sched.position == mz_sched.execution->capacity)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_EVENTS,
                                     .numbers = {mz_sched.position}});
}

mz_tid mz_schedule_choose(void)
{
    const mz_tset *stands = mz_sched.stands;
    struct mz_enabled enabled = {.look = look};
    mz_tid t;

    if (mz_sched.position < mz_sched.known)
        mz_schedule_differs(MZ_OP_COUNT, 0, 0, 0);
    if (stands[MZ_STAND_READY])
        return mz_tset_first(stands[MZ_STAND_READY]);
    enabled.threads = stands[MZ_STAND_FREE];
    if (stands[MZ_STAND_AWAIT])
        enabled.threads |= satisfied(stands[MZ_STAND_AWAIT]);
    if (!enabled.threads) {
        t = who_exits();
        if (t != MZ_NO_THREAD)
            return t;
        end_without_enabled();
    }
    need_room();
    if (mz_rt.region->stop)
        mz_schedule_end(MZ_ABANDONED);
    enabled.waiting =
        mz_sched.live & ~(enabled.threads | stands[MZ_STAND_STUCK]);
    enabled.running = mz_sched.last;
    enabled.yielding = mz_sched.yielded == mz_sched.position + 1;
    mz_rt.choosing = true;
    t = mz_sched.chooser->choose(mz_sched.chooser, mz_sched.execution,
                                 &enabled);
    mz_rt.choosing = false;
    if (t == MZ_NO_THREAD)
        mz_schedule_end(MZ_BLOCKED);
    return t;
}

void mz_schedule_hand_back(mz_tid self)
{
    mz_tid starter = mz_sched.starter[self];

    mz_sched.starter[self] = MZ_NO_THREAD;
    mz_schedule_switch(starter);
}

void mz_schedule_start(mz_tid parent, mz_tid child)
{
    mz_sched.live |= mz_tset_of(child);
    mz_sched.seen_end[child] = mz_tset_of(child);
    mz_sched.starter[child] = parent;
    mz_fiber_inherit_modes(&mz_fibers[child]);
    mz_frame_stand();
    mz_schedule_switch(child);
}

static void tell_joiners(mz_tid self)
{
    mz_sched.ended_once |= mz_tset_of(self);
    for (mz_tset rest = mz_sched.stands[MZ_STAND_JOIN]; rest;
         rest &= rest - 1) {
        mz_tid t = mz_tset_first(rest);

        if (mz_sched.at[t].object == self) {
            mz_sched.stands[MZ_STAND_JOIN] &= ~mz_tset_of(t);
            mz_sched.stands[MZ_STAND_READY] |= mz_tset_of(t);
        }
    }
}

_Noreturn void mz_schedule_thread_ended(void)
{
    mz_tid self = mz_rt.self, next = mz_sched.starter[self];

    mz_sched.live &= ~mz_tset_of(self);
    tell_joiners(self);
    if (next == MZ_NO_THREAD) {
        next = mz_sched.position < mz_sched.known
                   ? mz_sched.execution->events[mz_sched.position].thread
                   : mz_schedule_choose();
        if (!mz_tset_has(mz_sched.live, next))
            mz_schedule_choose();
    }
    mz_schedule_switch(next);
    __builtin_unreachable();
}

void mz_schedule_outlive(void)
{
    tell_joiners(mz_rt.self);
    mz_schedule_wait(MZ_STAND_EXIT);
}

void mz_schedule_join(mz_tid target)
{
    struct mz_stands_at *at = &mz_sched.at[mz_rt.self];
    mz_tset bit = mz_tset_of(mz_rt.self);

    at->object = target;
    at->kind = MZ_JOIN;
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_waits();
    mz_schedule_wait(mz_tset_has(mz_sched.ended_once, target)
                         ? MZ_STAND_READY
                         : MZ_STAND_JOIN);
    mz_sched.stands[MZ_STAND_READY] &= ~bit;
    if (!mz_tset_has(mz_sched.ended_once, target))
        mz_schedule_differs(MZ_JOIN, 0, 0, target);
    mz_sched.seen_end[mz_rt.self] |= mz_sched.seen_end[target];
    mz_record_local(MZ_JOIN, target, 0);
}

uint32_t mz_schedule_choice(uint32_t bound)
{
    struct mz_schedule_state *s = &mz_sched;
    uint32_t value;

    if (s->atomic != MZ_NO_THREAD)
        mz_unsupported("a choice in an atomic block");
    s->at[mz_rt.self].kind = MZ_CHOOSE;
    mz_schedule_wait(MZ_STAND_READY);
    need_room();
    if (s->position < s->known)
        value = s->execution->events[s->position].value;
    else
        value = s->chooser->value(s->chooser, s->execution, mz_rt.self, bound);
    mz_record_local(MZ_CHOOSE, value, bound);
    return value;
}

void mz_schedule_stick(void)
{
    if (mz_sched.atomic == mz_rt.self)
        mz_schedule_atomic_end();
    mz_schedule_wait(MZ_STAND_STUCK);
    __builtin_unreachable();
}

void mz_schedule_exit(void)
{
    if (mz_sched.atomic == mz_rt.self)
        mz_schedule_atomic_end();
    mz_schedule_wait(MZ_STAND_EXIT);
}

/* ---- events ----------------------------------------------------------- */

void mz_record_local(enum mz_op kind, uint64_t value, uint32_t bound)
{
    struct mz_event *e = &mz_sched.execution->events[mz_sched.position];

    need_room();
    if (mz_sched.position < mz_sched.known) {
        if (e->kind != kind || e->thread != mz_rt.self || e->value != value ||
            e->bound != bound)
            mz_schedule_differs(kind, 0, 0, value);
    } else {
        *e = (struct mz_event){
            .thread = mz_rt.self,
            .kind = kind,
            .object = MZ_NO_OBJECT,
            .value = value,
            .bound = bound,
        };
        mz_sched.execution->length = mz_sched.position + 1;
    }
    mz_schedule_pass();
}

/* Perhaps it is deterministic but for what earlier executions have left on the
 * stacks: padding of structures, say. */
static void need_clean_stacks(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;

    if (settings->clean_stacks || settings->mode != MZ_MODE_CHECK ||
        settings->isolation != MZ_ISOLATION_PROCESS || mz_rt.tracing)
        return;
    mz_rt.region->status = MZ_STATUS_STACKS;
    mz_schedule_end(MZ_ABANDONED);
}

void mz_schedule_differs(enum mz_op kind, uint64_t object, uint8_t mask,
                         uint64_t value)
{
    const struct mz_event *e =
        &mz_sched.execution->events[mz_sched.position];
    struct mz_failure failure = {.numbers = {mz_sched.position + 1, e->kind}};

    (void)mask;
    need_clean_stacks();
    if (kind == MZ_OP_COUNT) {
        failure.fault = MZ_FAULT_STEP_GONE;
        failure.numbers[2] = e->thread;
    } else if (e->kind == kind && e->thread == mz_rt.self &&
               e->value != value) {
        failure.fault = MZ_FAULT_VALUE_CHANGED;
        failure.numbers[2] = e->value;
        failure.numbers[3] = value;
    } else {
        failure.fault = MZ_FAULT_STEP_CHANGED;
        failure.numbers[2] = kind;
        failure.numbers[3] = object << 3;
    }
    mz_fail(&failure);
}

/* ---- atomic blocks: one event of many accesses ------------------------ */

/* The object that blocks of the program write, and all other events read. Once
 * there are such blocks; the search begins anew when the first is met. */
enum { UNIVERSE = 1 };

static void use_universe(void)
{
    if (mz_sched.universal)
        return;
    mz_rt.region->status = MZ_STATUS_BLOCKS;
    mz_schedule_end(MZ_ABANDONED);
}

static struct mz_access *new_access(struct mz_execution *x)
{
    if (x->access_count == x->access_capacity)
        mz_give_up("more than %u accesses in one execution",
                   x->access_capacity);
    x->before[x->access_count] = 0;
    return &x->accesses[x->access_count++];
}

void mz_schedule_add_universe(struct mz_event *e)
{
    struct mz_execution *x = mz_sched.execution;

    if (!e->bound)
        e->more = x->access_count;
    e->bound++;
    *new_access(x) =
        (struct mz_access){mz_schedule_object(UNIVERSE), 0xff, MZ_READ};
}

void mz_schedule_atomic_begin(bool universal)
{
    if (universal)
        use_universe();
    if (mz_sched.atomic != MZ_NO_THREAD)
        mz_unsupported("nested __VERIFIER_atomic_begin");
    mz_sched.at[mz_rt.self].kind = MZ_READ;
    mz_sched.at[mz_rt.self].mask = 0;
    mz_sched.at[mz_rt.self].object = 0;
    mz_schedule_wait(MZ_STAND_FREE);
    mz_sched.atomic = mz_rt.self;
    mz_sched.atomic_universal = universal;
    mz_sched.atomic_first = mz_sched.execution->access_count;
    mz_sched.atomic_count = 0;
    mz_sched.atomic_value = 0;
}

void mz_schedule_gather(enum mz_op kind, uint64_t object, uint8_t mask,
                        uint64_t value, uint64_t other)
{
    struct mz_execution *x = mz_sched.execution;
    struct mz_access *gathered = x->accesses + mz_sched.atomic_first;
    struct mz_access access = {.mask = mask, .kind = kind};

    mz_sched.atomic_value = mz_hash_word(mz_sched.atomic_value, value);
    mz_sched.atomic_value = mz_hash_word(mz_sched.atomic_value, object);
    if (mz_sched.atomic_universal) {
        if (!mz_op_is_memory(kind)) /* its block would hide it */
            mz_unsupported("a mutex or semaphore in an atomic block");
        return;
    }
    access.object = mz_schedule_object(object);
    if (mz_sched.atomic_first + mz_sched.atomic_count == x->access_capacity)
        mz_unsupported("so large an access beside other threads, with "
                       "--plain=interleave: raise --max-events");
    x->before[mz_sched.atomic_first + mz_sched.atomic_count] = other;
    gathered[mz_sched.atomic_count++] = access;
}

void mz_schedule_atomic_end(void)
{
    struct mz_execution *x = mz_sched.execution;
    struct mz_event *e = &x->events[mz_sched.position];
    uint32_t first = mz_sched.atomic_first, count = mz_sched.atomic_count;
    struct mz_access *gathered = x->accesses + first;

    if (mz_sched.atomic != mz_rt.self)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_BLOCK_NOT_BEGUN});
    mz_sched.atomic = MZ_NO_THREAD;
    if (mz_sched.position < mz_sched.known) {
        if (e->thread != mz_rt.self || e->value != mz_sched.atomic_value)
            mz_schedule_differs(e->kind, 0, 0, mz_sched.atomic_value);
    } else {
        if (mz_sched.atomic_universal) {
            gathered[0] = (struct mz_access){mz_schedule_object(UNIVERSE), 0xff,
                                             MZ_WRITE};
            x->before[first] = 0;
            count = 1;
        }
        *e = (struct mz_event){
            .thread = mz_rt.self,
            .kind = count ? gathered[0].kind : MZ_READ,
            .mask = count ? gathered[0].mask : 0,
            .object = count ? gathered[0].object : MZ_NO_OBJECT,
            .value = mz_sched.atomic_value,
            .other = count ? x->before[first] : 0,
            .more = first + 1,
            .bound = count > 1 ? count - 1 : 0,
        };
        x->access_count = first + count;
        x->length = mz_sched.position + 1;
        if (mz_sched.universal && !mz_sched.atomic_universal)
            mz_schedule_add_universe(e);
    }
    mz_schedule_pass();
}

/* ---- one execution ---------------------------------------------------- */

static void note_waiting(enum mz_stand stand)
{
    struct mz_execution *x = mz_sched.execution;

    for (mz_tset rest = mz_sched.stands[stand]; rest; rest &= rest - 1) {
        mz_tid t = mz_tset_first(rest);

        x->waiting |= mz_tset_of(t);
        describe(&x->pending[t], t);
        if (mz_sched.universal)
            mz_schedule_add_universe(&x->pending[t]);
    }
}

_Noreturn void mz_schedule_end(enum mz_outcome outcome)
{
    void *dropped;

    mz_rt.active = false;
    mz_sched.outcome = outcome;
    note_waiting(MZ_STAND_AWAIT);
    note_waiting(MZ_STAND_FREE);
    note_waiting(MZ_STAND_JOIN);
    if (MZ_UNLIKELY(mz_rt.tracing))
        mz_account_close();
    mz_fiber_set_tp(mz_fibers[0].tp);
    mz_switch(&dropped, mz_sched.search_sp);
    __builtin_unreachable();
}

static void reset(struct mz_chooser *chooser, struct mz_execution *x)
{
    mz_sched.execution = x;
    mz_sched.chooser = chooser;
    mz_sched.position = 0;
    mz_sched.known = x->length;
    mz_sched.live = mz_tset_of(0);
    mz_sched.ended_once = 0;
    mz_sched.seen_end[0] = mz_tset_of(0);
    for (unsigned i = 0; i < MZ_STAND_COUNT; i++)
        mz_sched.stands[i] = 0;
    mz_sched.starter[0] = MZ_NO_THREAD;
    mz_sched.last = 0;
    mz_sched.atomic = MZ_NO_THREAD;
    mz_sched.yielded = 0;
    mz_sched.again = false;
    mz_rt.keeps_vectors = false; /* the last one may have ended in the midst */
    mz_sched.universal = mz_rt.region->settings.atomic_blocks;
    x->thread_count = 1;
    x->born = mz_tset_of(0);
    x->births[0] = (struct mz_birth){
        .parent = MZ_NO_THREAD,
        .event = MZ_NO_EVENT,
    };
    x->waiting = 0;
    if (mz_sched.universal)
        x->universe = mz_schedule_object(UNIVERSE);
}

enum mz_outcome mz_schedule_run(struct mz_chooser *chooser,
                                struct mz_execution *execution)
{
    reset(chooser, execution);
    mz_thread_reset();
    mz_fiber_reset_modes();
    mz_rt.self = 0;
    mz_rt.active = true;
    mz_switch(&mz_sched.search_sp, mz_fibers[0].sp);
    return mz_sched.outcome;
}

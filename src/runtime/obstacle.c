/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/obstacle.h"

#include <unwind.h>

#include "runtime/account.h"
#include "runtime/fiber.h"
#include "runtime/object.h"
#include "runtime/parts.h"
#include "runtime/round.h"
#include "runtime/turn.h"

enum {
    FOLLOWED = 8,   /* threads that are looked at */
    LATE = 4096,    /* events before the bound */
    FRAMES = MZ_OBSTACLE_DEPTH, /* innermost ones of the program */
    WORDS = 1024,   /* of the stack, and of thread-local storage */
    FOUND = 64,     /* differences of one thread */
    PATIENCE = 64,  /* operations without coming back */
    FEW = 4,        /* rounds of which nothing is told */
    RARE = 4,       /* one in so many rounds, at least, has to differ */
};

/* A thread has come to an operation: all that it has to itself. */
struct coming {
    uint32_t position, effects;
    uint32_t frame_count;
    bool is_inside; /* the frame last seen is of the program */
    struct mz_call_frame frames[FRAMES];
    struct mz_fiber_own own;
    uint64_t stack[WORDS], storage[WORDS];
};

struct difference {
    struct mz_obstacle what;
    uint32_t rounds; /* in which it was met */
    uint32_t last;   /* of them */
};

struct follower {
    mz_tid thread;
    uint32_t rounds;
    uint32_t idle;   /* operations since it came back */
    uint32_t writes; /* since it came back, of those that effects count */
    uint32_t count;
    bool has_come;
    struct coming last, now;
    struct difference found[FOUND];
};

static struct {
    bool is_sought;
    uint32_t count;
    struct follower *followers; /* in the region: runs may be forked */
} state;

void mz_obstacle_take(struct mz_arena *arena)
{
    state.followers =
        mz_arena_take(arena, FOLLOWED * sizeof *state.followers);
}

void mz_obstacle_reset(void)
{
    state.is_sought = mz_rt.tracing && mz_account_tells(MZ_FINDING_EVENTS);
    state.count = 0;
}

bool mz_obstacle_is_sought(void)
{
    return state.is_sought;
}

/* ---- who is looked at ---------------------------------------------------- */

static struct follower *follower_of(mz_tid t)
{
    for (uint32_t i = 0; i < state.count; i++)
        if (state.followers[i].thread == t)
            return &state.followers[i];
    return NULL;
}

static struct follower *follow(mz_tid t)
{
    struct follower *f;

    if (state.count == FOLLOWED)
        return NULL;
    f = &state.followers[state.count++];
    f->thread = t;
    f->has_come = false;
    return f;
}

/* ---- what a thread has to itself ----------------------------------------- */

/* As DWARF numbers them: rbx rbp r12 .. r15. */
static const int preserved[MZ_FRAME_REGISTERS] = {3, 6, 12, 13, 14, 15};

static void add_frame(struct coming *coming, struct _Unwind_Context *context,
                      uint64_t pc)
{
    struct mz_call_frame *frame = &coming->frames[coming->frame_count++];

    frame->pc = pc;
    frame->sp = _Unwind_GetCFA(context); /* the callee's */
    frame->cfa = 0;
    for (unsigned i = 0; i < MZ_FRAME_REGISTERS; i++)
        frame->registers[i] = _Unwind_GetGR(context, preserved[i]);
}

static _Unwind_Reason_Code look_at_frame(struct _Unwind_Context *context,
                                         void *argument)
{
    struct coming *coming = argument;
    uint64_t pc = _Unwind_GetIP(context);

    if (coming->is_inside)
        coming->frames[coming->frame_count - 1].cfa = _Unwind_GetCFA(context);
    coming->is_inside = !mz_is_ours(pc);
    if (!coming->is_inside)
        return _URC_NO_REASON;
    if (coming->frame_count == FRAMES)
        return _URC_END_OF_STACK;
    add_frame(coming, context, pc);
    return _URC_NO_REASON;
}

static void copy_words(uint64_t *to, uint64_t from, uint64_t end)
{
    for (unsigned i = 0; i < WORDS && from < end; i++, from += 8)
        to[i] = *(const uint64_t *)from;
}

static void look(struct coming *coming)
{
    bool was_active = mz_rt.active;

    coming->position = mz_turns.position;
    coming->effects = mz_rt.effects[mz_rt.self];
    coming->frame_count = 0;
    coming->is_inside = false;
    mz_rt.active = false; /* the unwinder's calls are not the program's */
    _Unwind_Backtrace(look_at_frame, coming);
    mz_rt.active = was_active;
    if (!coming->frame_count)
        return;
    coming->own = mz_fiber_own(coming->frames[0].sp);
    copy_words(coming->stack, coming->own.frames, coming->own.frames_end);
    copy_words(coming->storage, coming->own.storage, coming->own.storage_end);
}

/* ---- what differs -------------------------------------------------------- */

static bool is_about(const struct mz_obstacle *a, const struct mz_obstacle *b)
{
    return a->kind == b->kind && a->address == b->address &&
           a->reg == b->reg && a->frame.cfa == b->frame.cfa;
}

/* What was found of that; NULL: there is no room. */
static struct difference *difference_of(struct follower *f,
                                        const struct mz_obstacle *what)
{
    struct difference *d = f->found;

    while (d < f->found + f->count && !is_about(&d->what, what))
        d++;
    if (d == f->found + FOUND)
        return NULL;
    if (d == f->found + f->count) {
        f->count++;
        *d = (struct difference){.what = *what};
        d->what.thread = f->thread;
    }
    return d;
}

/* In this round. */
static struct difference *note(struct follower *f,
                               const struct mz_obstacle *what)
{
    struct difference *d = difference_of(f, what);

    if (d && d->last != f->rounds + 1) {
        d->last = f->rounds + 1;
        d->rounds++;
    }
    return d;
}

static void note_words(struct follower *f, const struct mz_obstacle *what,
                       uint64_t was, uint64_t is)
{
    struct difference *d = note(f, what);

    if (!d)
        return;
    d->what.was = was;
    d->what.is = is;
    d->what.has_words = true;
}

static void compare_frame(struct follower *f, unsigned i)
{
    const struct mz_call_frame *was = &f->last.frames[i];
    const struct mz_call_frame *is = &f->now.frames[i];

    for (unsigned k = 0; k < MZ_FRAME_REGISTERS; k++)
        if (was->registers[k] != is->registers[k])
            note_words(f,
                       &(struct mz_obstacle){.kind = MZ_OBSTACLE_REGISTER,
                                             .reg = k,
                                             .frame = *is},
                       was->registers[k], is->registers[k]);
}

/* The frame around an address; what calls ours has none. */
static struct mz_call_frame frame_around(const struct coming *coming,
                                             uint64_t address)
{
    for (unsigned i = 0; i < coming->frame_count; i++)
        if (address >= coming->frames[i].sp && address < coming->frames[i].cfa)
            return coming->frames[i];
    return (struct mz_call_frame){0};
}

/* The first byte of a word that is another one. */
static unsigned first_byte(uint64_t was, uint64_t is)
{
    return __builtin_ctzll(was ^ is) / 8;
}

static void compare_stack(struct follower *f)
{
    uint64_t at = f->now.own.frames;

    for (unsigned i = 0; i < WORDS && at < f->now.own.frames_end;
         i++, at += 8) {
        uint64_t was = f->last.stack[i], is = f->now.stack[i];

        if (was != is)
            note_words(f,
                       &(struct mz_obstacle){
                           .kind = MZ_OBSTACLE_STACK,
                           .address = at + first_byte(was, is),
                           .frame = frame_around(&f->now, at)},
                       was, is);
    }
}

static void compare_storage(struct follower *f)
{
    uint64_t at = f->now.own.storage, tp = mz_fibers[mz_rt.self].tp;

    for (unsigned i = 0; i < WORDS && at < f->now.own.storage_end;
         i++, at += 8) {
        uint64_t was = f->last.storage[i], is = f->now.storage[i];

        if (was != is)
            note_words(f,
                       &(struct mz_obstacle){
                           .kind = MZ_OBSTACLE_STORAGE,
                           .address = at + first_byte(was, is) - tp},
                       was, is);
    }
}

/* ---- what it has done to what it shares ---------------------------------- */

static void note_memory(struct follower *f, uint64_t address, uint32_t size)
{
    note(f, &(struct mz_obstacle){.kind = MZ_OBSTACLE_MEMORY,
                                  .address = address,
                                  .size = size});
}

void mz_obstacle_note_write(uint64_t address, uint64_t size)
{
    struct follower *f = follower_of(mz_rt.self);

    if (!f || !f->has_come || !mz_rt.active)
        return;
    f->writes++;
    note_memory(f, address, size < 8 ? size : 8);
}

static uint64_t bytes_of(uint64_t word, uint8_t mask)
{
    unsigned size = __builtin_popcount(mask);

    return (word >> 8 * __builtin_ctz(mask)) & UINT64_MAX >> 8 * (8 - size);
}

/* An update that leaves memory as it was is but a read. */
static bool has_changed(const struct mz_event *e, uint64_t key)
{
    uint64_t now;

    return !mz_op_updates(e->kind) || !mz_fault_read(key << 3, &now) ||
           bytes_of(now, e->mask) != e->value;
}

static void look_at_event(struct follower *f, const struct mz_event *e)
{
    uint64_t key = e->object == MZ_NONE ? 0 : mz_object_keys[e->object];

    if (!mz_op_updates(e->kind) && mz_round_may_have(e))
        return;
    if (!key || !has_changed(e, key))
        return;
    f->writes += mz_op_writes(e->kind) && !mz_op_overwrites(e->kind);
    if (mz_object_is_memory(key))
        note_memory(f, (key << 3) + __builtin_ctz(e->mask),
                    __builtin_popcount(e->mask));
    else
        note_memory(f, mz_object_address_of_lock(key), 0);
}

static void look_at_events(struct follower *f)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = f->last.position; i < mz_turns.position; i++)
        if (x->events[i].thread == f->thread)
            look_at_event(f, &x->events[i]);
}

/* What the memory holds that was written in this round. */
static void read_memory(struct follower *f)
{
    for (uint32_t i = 0; i < f->count; i++) {
        struct difference *d = &f->found[i];
        uint64_t now;

        if (d->what.kind != MZ_OBSTACLE_MEMORY || d->last != f->rounds + 1 ||
            !d->what.size || !mz_fault_read(d->what.address & -8ull, &now))
            continue;
        d->what.has_words = d->rounds > 1;
        d->what.was = d->what.is;
        d->what.is = now;
    }
}

/* ---- rounds -------------------------------------------------------------- */

/* Is it where it was, in a call of the same frames? */
static bool is_back(const struct follower *f)
{
    const struct coming *was = &f->last, *is = &f->now;

    return f->has_come && is->frame_count == was->frame_count &&
           is->frame_count && is->frames[0].pc == was->frames[0].pc &&
           is->frames[0].sp == was->frames[0].sp &&
           is->position > was->position;
}

static void look_at_round(struct follower *f)
{
    for (unsigned i = 0; i < f->now.frame_count; i++)
        compare_frame(f, i);
    compare_stack(f);
    compare_storage(f);
    look_at_events(f);
    if (f->now.effects - f->last.effects > f->writes)
        note(f, &(struct mz_obstacle){.kind = MZ_OBSTACLE_CALL});
    read_memory(f);
    f->rounds++;
}

static void begin(struct follower *f)
{
    f->has_come = true;
    f->rounds = f->count = 0;
}

static void stay(struct follower *f)
{
    f->last = f->now;
    f->idle = f->writes = 0;
}

void mz_obstacle_arrive(void)
{
    struct follower *f = follower_of(mz_rt.self);
    bool is_late = mz_turns.position + LATE >= mz_turns.execution->capacity;

    if (!is_late || (!f && !(f = follow(mz_rt.self))))
        return;
    look(&f->now);
    if (is_back(f))
        look_at_round(f);
    else if (f->has_come && f->idle++ < PATIENCE)
        return;
    else
        begin(f);
    stay(f);
}

/* ---- the end ------------------------------------------------------------- */

static void tell_place(struct mz_obstacle *obstacle, const struct coming *last)
{
    obstacle->depth = last->frame_count;
    for (uint32_t i = 0; i < last->frame_count; i++)
        obstacle->pcs[i] = last->frames[i].pc;
}

static void tell(const struct follower *f)
{
    struct mz_account *account = &mz_rt.region->account;

    for (uint32_t i = 0; i < f->count; i++) {
        const struct difference *d = &f->found[i];
        struct mz_obstacle *obstacle =
            &account->obstacles[account->obstacle_count];

        if (d->rounds * RARE < f->rounds ||
            account->obstacle_count == MZ_MAX_OBSTACLES)
            continue;
        *obstacle = d->what;
        tell_place(obstacle, &f->last);
        obstacle->rounds = f->rounds;
        account->obstacle_count++;
    }
}

void mz_obstacle_tell(void)
{
    for (uint32_t i = 0; state.is_sought && i < state.count; i++)
        if (state.followers[i].rounds >= FEW)
            tell(&state.followers[i]);
}

/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/account.h"

#include <unwind.h>

#include "runtime/aside.h"
#include "runtime/asserted.h"
#include "runtime/block_effect.h"
#include "runtime/descriptor.h"
#include "runtime/halt.h"
#include "runtime/heap.h"
#include "runtime/history.h"
#include "runtime/object.h"
#include "runtime/obstacle.h"
#include "runtime/parts.h"
#include "runtime/printed.h"
#include "runtime/sight.h"
#include "runtime/spinning.h"
#include "runtime/turn.h"

enum { HALF = MZ_MAX_STEPS / 2 };

/* What runs write: in the region, since a run may be a forked one. */
struct notes {
    struct mz_finding finding;
    bool is_touched; /* the finding: it may say something */
    uint64_t steps;                       /* with those left out */
    struct mz_stack waits[MZ_MAX_THREADS]; /* where threads wait */
    struct mz_sight standing[MZ_MAX_THREADS]; /* the same */
    uint8_t orders[MZ_MAX_THREADS]; /* of what each tells next, from 1 */
    struct mz_step *unsettled; /* a write, whose value is not known yet */
};

static struct notes *notes;
static const struct mz_finding *told; /* by the run at hand, if any */

void mz_account_take(struct mz_arena *arena)
{
    notes = mz_arena_take(arena, sizeof *notes);
    notes->is_touched = true;
}

struct mz_finding *mz_account_finding(void)
{
    static struct mz_finding early; /* before the region is ours */

    if (!notes)
        return &early;
    notes->is_touched = true;
    return &notes->finding;
}

/* A run may have to begin again, with more fibers, say. */
static void forget(struct mz_account *account)
{
    notes->steps = 0;
    notes->unsettled = NULL;
    mz_fill(notes->orders, 0, sizeof notes->orders);
    account->step_count = 0;
    account->steps_left_out = 0;
    account->stack_count = 0;
    account->blocked_count = 0;
    account->bearer_count = 0;
    account->block_count = 0;
    account->obstacle_count = 0;
    account->next_count = 0;
    mz_fill(&account->calls, 0, sizeof account->calls);
    mz_printed_reset();
    account->asserted.reads = account->asserted.bytes = 0;
    mz_sight_clear(&account->failed);
    mz_sight_clear(&account->raced);
}

void mz_account_reset(void)
{
    if (MZ_UNLIKELY(notes->is_touched))
        mz_finding_clear(&notes->finding);
    notes->is_touched = false;
    if (!mz_rt.tracing)
        return;
    forget(&mz_rt.region->account);
    mz_halt_begin();
}

void mz_account_begin(const struct mz_finding *finding)
{
    told = finding;
    forget(&mz_rt.region->account);
    mz_rt.tracing = true;
    mz_aside_expect(finding);
}

bool mz_account_tells(enum mz_finding_kind kind)
{
    return told && told->kind == kind;
}

bool mz_account_asserts(void)
{
    return mz_account_tells(MZ_FINDING_ASSERTION);
}

/* Of a leak the place is where its first block is allocated. */
static bool is_place_of_leak(const struct mz_step *step)
{
    return told && told->fault == MZ_FAULT_LEAK &&
           step->action == MZ_ACTION_MALLOC && step->address == told->address;
}

/* In a long execution steps are left out. To look around takes long. */
static bool is_kept(void)
{
    return notes->steps < HALF ||
           mz_turns.position + HALF >= mz_rt.region->account.plan_length;
}

static void look_around(struct mz_sight *sight, uint64_t address)
{
    if (is_kept())
        mz_sight_take_in(sight, address);
    else
        mz_sight_clear(sight);
}

/*
 * The first half of the steps is kept, and of the rest the last ones, in a ring
 * that is the second half of the array.
 */
void mz_trace_step(enum mz_action action, uint64_t address, unsigned size,
                   unsigned has_value, uint64_t value, uint64_t second,
                   uint64_t pc)
{
    struct mz_account *account = &mz_rt.region->account;
    uint64_t n = notes->steps;
    uint32_t slot = n < HALF ? n : HALF + (n - HALF) % HALF;
    struct mz_step *step = &account->steps[slot];

    mz_trace_settle();
    if (mz_printed_is_on)
        mz_printed_take_in(mz_self());
    step->thread = mz_self();
    step->action = action;
    step->size = size;
    step->has_value = has_value;
    step->order = notes->orders[mz_self()];
    notes->orders[mz_self()] = 0;
    step->preempts =
        mz_turns.preempted_at && mz_turns.preempted_at == mz_turns.position;
    step->preempted = mz_turns.preempted;
    step->event = mz_turns.position - 1;
    step->address = address;
    step->value = value;
    step->second = second;
    step->pc = pc;
    step->served = 0;
    step->source = step->newest = step->next = MZ_NONE;
    look_around(&step->sight, address);
    if ((has_value & 1) && size == sizeof value)
        mz_sight_add_pointed(&step->sight, value);
    if ((has_value & 2) && size == sizeof second)
        mz_sight_add_pointed(&step->sight, second);
    if (step->preempts) /* once */
        mz_turns.preempted_at = 0;
    if (MZ_UNLIKELY(mz_halt_is_on))
        mz_halt_tell(step, n + 1);
    notes->steps = n + 1;
    account->step_count = n + 1 < MZ_MAX_STEPS ? n + 1 : MZ_MAX_STEPS;
    if (is_place_of_leak(step))
        mz_account_stack(step->thread, MZ_STACK_FAILURE);
}

void mz_trace_served(const struct mz_access_order *order, bool reads,
                     bool writes)
{
    uint64_t n = notes->steps - 1;
    struct mz_step *step =
        &mz_rt.region->account
             .steps[n < HALF ? n : HALF + (n - HALF) % HALF];

    step->source = order->source;
    step->newest = order->newest;
    step->next = order->next;
    if (reads)
        step->served |= MZ_STEP_READS;
    if (writes)
        step->served |= MZ_STEP_WRITES | (order->is_last ? 0 : MZ_STEP_BEHIND);
    if (reads && !(writes && order->is_last) && order->source != order->newest)
        step->served |= MZ_STEP_STALE;
}

/* What is told is told by the program's thread that did it, which goes on with
 * the write: so whatever comes next, it has been made. */
void mz_trace_settle(void)
{
    struct mz_step *step = notes->unsettled;
    uint64_t value;

    notes->unsettled = NULL;
    if (!step || !mz_fault_read(step->address, &value))
        return;
    if (step->size < sizeof value)
        value &= (1ull << 8 * step->size) - 1;
    step->value = value;
    step->has_value |= 1;
}

void mz_trace_order(unsigned order)
{
    notes->orders[mz_self()] = order + 1;
}

void mz_trace_write(uint64_t address, unsigned size, uint64_t before,
                    uint64_t pc)
{
    struct mz_account *account = &mz_rt.region->account;
    uint64_t n = notes->steps;

    mz_trace_step(MZ_ACTION_WRITE, address, size, 2, 0, before, pc);
    notes->unsettled =
        &account->steps[n < HALF ? n : HALF + (n - HALF) % HALF];
}

struct mz_bearer *mz_account_bearer(mz_tid thread)
{
    struct mz_account *account = &mz_rt.region->account;

    for (uint32_t i = account->bearer_count; i-- > 0;)
        if (account->bearers[i].thread == thread)
            return &account->bearers[i];
    return NULL;
}

void mz_account_born(mz_tid parent, mz_tid thread, uint32_t child, bool again)
{
    struct mz_account *account = &mz_rt.region->account;

    if (account->bearer_count == MZ_MAX_BEARERS)
        return;
    account->bearers[account->bearer_count++] = (struct mz_bearer){
        .thread = thread,
        .parent = parent,
        .child = child,
        .from = again ? mz_turns.position + 1 : 0,
    };
}

static void reverse(struct mz_step *a, uint32_t n)
{
    for (uint32_t i = 0; i < n / 2; i++) {
        struct mz_step step = a[i];

        a[i] = a[n - 1 - i];
        a[n - 1 - i] = step;
    }
}

void mz_account_end(void)
{
    struct mz_account *account = &mz_rt.region->account;
    uint64_t steps = notes->steps;
    uint32_t turn;

    mz_rt.tracing = false;
    told = NULL;
    mz_aside_expect(NULL);
    if (steps <= MZ_MAX_STEPS)
        return;
    account->steps_left_out = steps - MZ_MAX_STEPS;
    turn = (steps - HALF) % HALF;
    reverse(account->steps + HALF, turn);
    reverse(account->steps + HALF + turn, HALF - turn);
    reverse(account->steps + HALF, HALF);
}

/* ---- call stacks ------------------------------------------------------ */

struct walk {
    struct mz_stack *stack;
    uint16_t most; /* frames */
    bool fault;    /* skip to the frame that was interrupted */
};

static _Unwind_Reason_Code frame(struct _Unwind_Context *context,
                                 void *argument)
{
    struct walk *walk = argument;
    struct mz_stack *stack = walk->stack;
    int exact = 0;
    uint64_t pc = _Unwind_GetIPInfo(context, &exact);

    if (!pc)
        return _URC_END_OF_STACK;
    if (walk->fault) {
        if (!exact)
            return _URC_NO_REASON;
        walk->fault = false;
    }
    if (mz_is_ours(pc))
        return _URC_NO_REASON;
    stack->pcs[stack->depth++] = pc;
    return stack->depth == walk->most ? _URC_END_OF_STACK : _URC_NO_REASON;
}

static void walk_frames(struct mz_stack *stack, mz_tid t,
                        enum mz_stack_role role, uint16_t most)
{
    struct walk walk = {stack, most, role == MZ_STACK_FAULT};
    bool was_active = mz_rt.active;

    stack->thread = t;
    stack->role = role;
    stack->depth = 0;
    /* The unwinder calls strlen, which is ours: it is not the program's. */
    mz_rt.active = false;
    _Unwind_Backtrace(frame, &walk);
    mz_rt.active = was_active;
}

static void walk_stack(struct mz_stack *stack, mz_tid t,
                       enum mz_stack_role role)
{
    walk_frames(stack, t, role, MZ_MAX_DEPTH);
}

void mz_account_stack(mz_tid t, enum mz_stack_role role)
{
    struct mz_account *account = &mz_rt.region->account;

    if (account->stack_count < MZ_MAX_STACKS)
        walk_stack(&account->stacks[account->stack_count++], t, role);
}

void mz_account_fails(uint64_t address)
{
    mz_trace_settle();
    mz_account_stack(mz_self(), MZ_STACK_FAILURE);
    mz_sight_take_in(&mz_rt.region->account.failed, address);
    if (mz_account_asserts())
        mz_asserted_fails();
}

/* No further: what is above may be what went wrong. */
uint64_t mz_account_caller(void)
{
    struct mz_stack stack;

    walk_frames(&stack, mz_self(), MZ_STACK_FAULT, 1);
    return stack.depth ? stack.pcs[0] : 0;
}

void mz_account_waits(void)
{
    notes->waits[mz_self()].depth = 0;
    if (mz_sight_has_room())
        walk_stack(&notes->waits[mz_self()], mz_self(), MZ_STACK_BLOCKED);
    look_around(&notes->standing[mz_self()], mz_stands.of[mz_self()].address);
}

void mz_account_watch(mz_tid t, uint32_t ordinal)
{
    if (told && told->kind == MZ_FINDING_DATA_RACE &&
        told->other_side != MZ_SIDE_ALLOCATION && t == told->other_thread &&
        ordinal == told->other_ordinal) {
        mz_account_stack(t, MZ_STACK_OTHER);
        mz_sight_take_in(&mz_rt.region->account.raced, told->other_address);
    }
}

void mz_account_watch_block(mz_tid t, uint64_t address, uint64_t size)
{
    if (told && told->kind == MZ_FINDING_DATA_RACE &&
        told->other_side == MZ_SIDE_ALLOCATION &&
        told->other_address - address < size)
        mz_account_stack(t, MZ_STACK_OTHER);
}

bool mz_account_watches(uint64_t address, size_t size)
{
    return told && told->kind == MZ_FINDING_DATA_RACE &&
           address < (told->address | 7) + 1 &&
           address + size > (told->address & ~7ull);
}

/* ---- who is blocked, what memory it is about -------------------------- */

/* In a run for a report, the way there. */
static void add_wait(mz_tid t)
{
    struct mz_account *account = &mz_rt.region->account;

    if (mz_rt.tracing && account->stack_count < MZ_MAX_STACKS &&
        notes->waits[t].depth)
        account->stacks[account->stack_count++] = notes->waits[t];
}

static struct mz_blocked_thread *add_blocked(mz_tid t, mz_tid holder)
{
    const struct mz_stands_at *at = &mz_stands.of[t];
    struct mz_finding *finding = mz_account_finding();
    struct mz_blocked_thread *blocked =
        &finding->blocked[finding->blocked_count++];

    *blocked = (struct mz_blocked_thread){
        .thread = t,
        .kind = at->kind,
        .action = at->action,
        .holder = holder == MZ_NO_THREAD ? MZ_NOBODY : holder,
        .address = at->address,
        .pc = at->pc,
    };
    add_wait(t);
    return blocked;
}

/* They are told of first: who waits for whom is what a cycle is made of. */
static bool waits_for_holder(mz_tid t)
{
    return mz_op_held(mz_stands.of[t].kind) == MZ_HELD_ONE;
}

/* Those only that really wait: others have not come to their turn. */
static void add_awaiting(mz_tid t)
{
    const struct mz_stands_at *at = &mz_stands.of[t];
    struct mz_blocked_thread *blocked;
    uint64_t value;

    if (!mz_stand_waits(t, &value))
        return;
    blocked = add_blocked(t, mz_op_automaton(at->kind)->holder(value));
    if (mz_op_awaits_memory(at->kind))
        blocked->size = __builtin_popcount(at->mask);
    blocked->condition = at->condition;
    blocked->value = value;
    blocked->number = at->number;
}

static bool has_place(const struct mz_blocked_thread *blocked, uint64_t address)
{
    for (unsigned i = 0; i < blocked->also_count; i++)
        if (blocked->also[i] == address)
            return true;
    return blocked->address == address;
}

static void add_place(void *to, uint64_t address, unsigned size)
{
    struct mz_blocked_thread *blocked = to;

    if (!blocked->address) {
        blocked->address = address;
        blocked->size = size;
    } else if (!has_place(blocked, address) &&
               blocked->also_count < MZ_MAX_ALSO) {
        blocked->also[blocked->also_count] = address;
        blocked->also_size[blocked->also_count++] = size;
    }
}

/* What an event of a round has read, or a lock that it did not get. */
static void add_read(struct mz_blocked_thread *blocked,
                     const struct mz_event *e)
{
    uint64_t key = mz_object_keys[e->object];

    if (e->object == mz_turns.execution->universe)
        return; /* a block: see mz_block_effect_reads */
    if (mz_object_is_memory(key) && e->mask)
        add_place(blocked, (key << 3) + __builtin_ctz(e->mask),
                  __builtin_popcount(e->mask));
    else if (mz_op_may_fail(e->kind) && !mz_op_changes(e->kind))
        add_place(blocked, mz_object_address_of_lock(key), 0);
}

static void add_descriptors(struct mz_blocked_thread *blocked,
                            const struct mz_descriptors *looked_at)
{
    for (unsigned i = 0; i < looked_at->count; i++)
        if (i < MZ_COUNT(looked_at->first))
            add_place(blocked, MZ_DESCRIPTOR_ADDRESS + looked_at->first[i], 0);
        else
            blocked->more++;
}

/* It waits for what it has read, in each round, to change; if it has read only
 * what is no operation, for the lock that it stands at. */
static void add_spinning(mz_tid t)
{
    const struct mz_stands_at *at = &mz_stands.of[t];
    const struct mz_descriptors *looked_at = mz_spinning_descriptors(t);
    struct mz_blocked_thread *blocked = add_blocked(t, MZ_NO_THREAD);
    uint32_t positions[16];
    unsigned count = mz_spinning_reads(t, positions, MZ_COUNT(positions));

    blocked->address = 0;
    blocked->condition = at->condition; /* of an await, where memory is weak */
    blocked->number = at->number;
    for (unsigned i = 0; i < count; i++)
        add_read(blocked, &mz_turns.execution->events[positions[i]]);
    if (looked_at)
        add_descriptors(blocked, looked_at);
    if (count)
        mz_block_effect_reads(t, positions[0], add_place, blocked);
    if (!blocked->address)
        add_place(blocked, at->address,
                  mz_object_is_memory(at->object)
                      ? __builtin_popcount(at->mask)
                      : 0);
}

/* Those that wait for the end of another come after what that one waits for:
 * the place of the first is the error's. */
static void add_all_blocked(void)
{
    const mz_tset *stands = mz_stands.sets;

    MZ_EACH(rest, stands[MZ_STAND_AWAIT])
        if (waits_for_holder(mz_tset_first(rest)))
            add_awaiting(mz_tset_first(rest));
    MZ_EACH(rest, stands[MZ_STAND_AWAIT])
        if (!waits_for_holder(mz_tset_first(rest)))
            add_awaiting(mz_tset_first(rest));
    MZ_EACH(rest, stands[MZ_STAND_LOOP])
        add_spinning(mz_tset_first(rest));
    MZ_EACH(rest, stands[MZ_STAND_JOIN])
        add_blocked(mz_tset_first(rest),
                    mz_stands.of[mz_tset_first(rest)].object);
    MZ_EACH(rest, stands[MZ_STAND_STUCK])
        add_blocked(mz_tset_first(rest), MZ_NO_THREAD);
}

static void add_block(uint64_t address)
{
    struct mz_account *account = &mz_rt.region->account;
    struct mz_block_note note;

    if (!mz_heap_has(address) || account->block_count == MZ_MAX_BLOCKS ||
        !mz_heap_describe(address, &note))
        return;
    for (uint32_t i = 0; i < account->block_count; i++)
        if (account->blocks[i].address == note.address)
            return;
    if (!note.freed_pc)
        mz_copy(note.content, (const void *)note.address,
                note.size < sizeof note.content ? note.size
                                                : sizeof note.content);
    account->blocks[account->block_count++] = note;
}

void mz_account_deadlock(void)
{
    mz_account_finding()->kind = MZ_FINDING_DEADLOCK;
    mz_account_finding()->fault = MZ_FAULT_DEADLOCK;
    add_all_blocked();
}

uint32_t mz_account_look(void)
{
    struct mz_account *account = &mz_rt.region->account;
    struct mz_finding *finding = mz_account_finding();
    uint32_t kind = finding->kind, stacks = account->stack_count, count;

    finding->kind = MZ_FINDING_STOPPED;
    finding->blocked_count = 0;
    add_all_blocked();
    count = finding->blocked_count;
    finding->kind = kind;
    finding->blocked_count = 0;
    account->stack_count = stacks;
    return count;
}

const uint64_t *mz_account_steps(void)
{
    return &notes->steps;
}

static void copy_blocked(struct mz_account *account)
{
    if (!notes->finding.blocked_count)
        add_all_blocked();
    account->blocked_count = notes->finding.blocked_count;
    mz_copy(account->blocked, notes->finding.blocked,
            account->blocked_count * sizeof account->blocked[0]);
    for (uint32_t i = 0; i < account->blocked_count; i++)
        account->standing[i] = notes->standing[account->blocked[i].thread];
}

void mz_account_close(void)
{
    struct mz_account *account = &mz_rt.region->account;

    mz_trace_settle();
    mz_history_tell();
    copy_blocked(account);
    mz_obstacle_tell();
    add_block(notes->finding.address);
    for (uint32_t i = 0; i < account->step_count; i++)
        add_block(account->steps[i].address);
    for (uint32_t i = 0; i < account->blocked_count; i++)
        add_block(account->blocked[i].address);
    for (uint32_t i = 0; i < account->obstacle_count; i++)
        add_block(account->obstacles[i].address);
}

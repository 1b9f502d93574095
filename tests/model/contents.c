/* SPDX-License-Identifier: Apache-2.0 */
#include "contents.h"

#include "machine.h"

/* What is known at a point of the execution. */
struct contents {
    uint64_t memory[MZ_MACHINE_LOCKS];
    uint64_t known[MZ_MACHINE_LOCKS]; /* which bits of it */
    uint64_t count[MZ_SCRIPT_SEMAPHORES + MZ_SCRIPT_THREADS];
    uint64_t lock[MZ_SCRIPT_LOCKS];     /* see lock_state of the machine */
    uint64_t rwlock[MZ_SCRIPT_RWLOCKS]; /* see rwlock_state of the machine */
    uint64_t cond[MZ_SCRIPT_CONDS];
    uint64_t futex[MZ_SCRIPT_FUTEXES];
    uint64_t barrier[2 * MZ_SCRIPT_BARRIERS];
    unsigned held[MZ_SCRIPT_PIPES];
    struct seen {
        uint64_t state;
        bool is_known;
    } timer, flock, records, sockets[MZ_SCRIPT_SOCKETS];
};

/* ---- memory -------------------------------------------------------------- */

static unsigned shift_of(uint8_t mask)
{
    return 8 * __builtin_ctz(mask);
}

/* The bits of an object that are in the mask's bytes. */
static uint64_t bits_of(uint8_t mask)
{
    return ~0ull >> (64 - 8 * __builtin_popcount(mask)) << shift_of(mask);
}

/* Can the bytes hold this value? */
static bool agree(const struct contents *c, struct mz_access access,
                  uint64_t value)
{
    uint64_t bits = bits_of(access.mask);
    uint64_t placed = value << shift_of(access.mask);
    uint64_t differ = c->memory[access.object] ^ placed;

    return placed >> shift_of(access.mask) == value && !(placed & ~bits) &&
           !(differ & bits & c->known[access.object]);
}

static void learn(struct contents *c, struct mz_access access, uint64_t value)
{
    uint64_t bits = bits_of(access.mask);

    c->memory[access.object] &= ~bits;
    c->memory[access.object] |= value << shift_of(access.mask);
    c->known[access.object] |= bits;
}

static void forget(struct contents *c, struct mz_access access)
{
    c->known[access.object] &= ~bits_of(access.mask);
}

/* Takes in an access whose bytes held `before`. */
static bool accept(struct contents *c, struct mz_access access, uint64_t before)
{
    if (!agree(c, access, before))
        return false;
    if (access.kind == MZ_READ || access.kind == MZ_AWAIT ||
        access.kind == MZ_CAS_FAIL)
        learn(c, access, before);
    else
        forget(c, access);
    return true;
}

static bool accept_memory(struct contents *c, const struct mz_event *e)
{
    bool writes = e->kind == MZ_WRITE;

    if (!accept(c, mz_event_access(e), writes ? e->other : e->value))
        return false;
    if (writes) {
        learn(c, mz_event_access(e), e->value);
        return agree(c, mz_event_access(e), e->value);
    }
    switch (e->kind) {
    case MZ_CAS:
        return e->value == e->other;
    case MZ_CAS_FAIL:
        return e->value != e->other;
    case MZ_ADD:
        learn(c, mz_event_access(e),
              (e->value + e->other) & bits_of(e->mask) >> shift_of(e->mask));
        return true;
    case MZ_AWAIT:
        return mz_condition_holds(e->condition, e->mask, e->value, e->other);
    default:
        return true;
    }
}

static bool accept_several(struct contents *c, const struct mz_execution *x,
                           const struct mz_event *e, unsigned more)
{
    bool good = accept(c, mz_event_access(e), e->other);

    for (unsigned i = 0; i < more; i++)
        good &= accept(c, x->accesses[e->more + i], x->before[e->more + i]);
    return good;
}

/* ---- locks and semaphores ------------------------------------------------ */

static bool accept_lock(struct contents *c, const struct mz_event *e)
{
    uint64_t *state = &c->lock[e->object - MZ_MACHINE_LOCKS];
    const uint64_t hurt = 1 << 16, lost = 2 << 16;
    const uint64_t free = e->object == MZ_MACHINE_LOCKS + MZ_SPIN;
    const uint64_t own = free + e->thread + 1;
    uint64_t was = *state;

    if (e->value != was)
        return false;
    switch (e->kind) {
    case MZ_LOCK:
    case MZ_TRYLOCK:
    case MZ_SPIN_LOCK:
    case MZ_SPIN_TRYLOCK:
        *state = was == lost ? lost : own;
        return was == free || was == hurt || was == lost;
    case MZ_TRYLOCK_FAIL:
    case MZ_SPIN_TRYLOCK_FAIL:
        return was > free && was < hurt;
    default:
        *state = e->kind == MZ_OWNER_END     ? hurt
                 : e->kind == MZ_UNLOCK_LOST ? lost
                                             : free;
        return was == own;
    }
}

static bool accept_semaphore(struct contents *c, const struct mz_event *e)
{
    uint64_t *count = &c->count[e->object - MZ_MACHINE_SEMAPHORES];
    bool takes = e->kind == MZ_SEM_WAIT || e->kind == MZ_SEM_TRYWAIT;

    if (e->value != *count || (takes && !*count) ||
        (e->kind == MZ_SEM_TRYWAIT_FAIL && *count))
        return false;
    *count += e->kind == MZ_SEM_POST;
    *count -= takes;
    return true;
}

/* See rwlock_state of the machine. */
static bool accept_rwlock(struct contents *c, const struct mz_event *e)
{
    uint64_t *state = &c->rwlock[e->object - MZ_MACHINE_RWLOCKS];
    uint64_t was = *state, own = (e->thread + 1ull) << 20;
    bool is_held = was >> 20, is_read = was & 1023, waits = was >> 10 & 1023;

    if (e->value != was)
        return false;
    switch (e->kind) {
    case MZ_RD_LOCK:
    case MZ_RD_TRYLOCK:
    case MZ_RD_BEHIND:
    case MZ_RD_TRY_BEHIND:
        *state = was + 1;
        return !is_held && !waits;
    case MZ_RD_UNLOCK:
        *state = was - 1;
        return is_read && !is_held;
    case MZ_WR_LOCK:
    case MZ_WR_TRYLOCK:
    case MZ_WR_BEGIN:
        *state = own;
        return !was;
    case MZ_WR_WAIT:
        *state = was + 1024;
        return was;
    case MZ_WR_TAKE:
    case MZ_WR_TIMED:
        *state = was - 1024 + own;
        return waits && !is_held && !is_read;
    case MZ_WR_GIVE_UP:
        *state = was - 1024;
        return waits && (is_held || is_read);
    case MZ_RD_TRYLOCK_FAIL:
    case MZ_RD_BEHIND_FAIL:
        return is_held || waits;
    case MZ_WR_TRYLOCK_FAIL:
        return was;
    default:
        *state = was - own;
        return was >> 20 == e->thread + 1ull;
    }
}

static bool accept_cond(struct contents *c, const struct mz_event *e)
{
    uint64_t *state = &c->cond[e->object - MZ_MACHINE_CONDS];
    uint64_t was = *state;
    struct mz_op_operand operand = mz_event_operand(e);

    mz_cond_after(e->kind, state, &operand);
    return e->value == was && mz_event_is_enabled_in(e, was) &&
           mz_op_outcome(e->kind, was, &operand) == e->kind;
}

/* Of each queue what it was before, and what was left there. */
static bool accept_wake(struct contents *c, const struct mz_execution *x,
                        const struct mz_event *e, unsigned more)
{
    bool good = c->futex[e->object - MZ_MACHINE_FUTEXES] == e->other;

    for (unsigned i = 0; i < more; i++) {
        struct mz_access a = x->accesses[e->more + i];
        uint64_t *state = &c->futex[a.object - MZ_MACHINE_FUTEXES];

        if (a.kind == MZ_FUTEX_LEFT)
            *state = x->before[e->more + i];
        good &= *state == x->before[e->more + i];
    }
    return good;
}

static bool accept_futex(struct contents *c, const struct mz_execution *x,
                         const struct mz_event *e)
{
    uint64_t *state = &c->futex[e->object - MZ_MACHINE_FUTEXES];
    uint64_t was = *state;
    struct mz_op_operand operand = mz_event_operand(e);

    mz_futex_after(e->kind, state, &operand);
    if (e->kind == MZ_FUTEX_WAIT)
        return e->other == was &&
               accept(c, x->accesses[e->more], x->before[e->more]);
    return e->value == was && mz_event_is_enabled_in(e, was) &&
           mz_op_outcome(e->kind, was, &operand) == e->kind;
}

static bool accept_barrier(struct contents *c, const struct mz_event *e)
{
    uint64_t *state = &c->barrier[e->object - MZ_MACHINE_BARRIERS];
    uint64_t was = *state, round = e->other >> 32;

    if (e->value != was)
        return false;
    switch (e->kind) {
    case MZ_BARRIER_ARRIVE:
        ++*state;
        return true;
    case MZ_BARRIER_FIRST:
        *state += 1ull << 32;
        return (uint32_t)was >= (uint32_t)e->other && was >> 32 == round;
    default:
        return (uint32_t)was >= (uint32_t)e->other && was >> 32 > round;
    }
}

static uint64_t pipe_state(const struct contents *c, unsigned number)
{
    if (number == MZ_SET)
        return 0;
    return (c->held[number] > 0) |
           (c->held[number] < mz_script_pipe_room(number) ? 8 : 0);
}

/* Of what is taken whole it is only known whether there is something. */
static unsigned held_after(const struct contents *c, unsigned number,
                           bool takes)
{
    if (number == MZ_COUNTER)
        return !takes;
    return takes ? c->held[number] - 1 : c->held[number] + 1;
}

/* What a change has made of it only the next one knows. */
static bool accept_seen(struct seen *seen, const struct mz_event *e)
{
    bool good = !seen->is_known || e->value == seen->state;

    seen->state = e->value;
    seen->is_known = e->kind == MZ_FILE_LOOK;
    return good && (e->kind != MZ_FILE_WAIT || e->value & e->other);
}

/* NULL: what it makes of its object is known. */
static struct seen *seen_by(struct contents *c, const struct mz_event *e)
{
    if (e->object >= MZ_MACHINE_SOCKETS && e->object < MZ_MACHINE_LISTENERS)
        return &c->sockets[e->object - MZ_MACHINE_SOCKETS];
    return e->object == MZ_MACHINE_PIPES + MZ_TIMER ? &c->timer
           : e->object == MZ_MACHINE_FLOCK          ? &c->flock
           : e->object == MZ_MACHINE_RECORDS        ? &c->records
                                                    : NULL;
}

/* A wait by who reads needs the lowest bit. */
static bool accept_pipe(struct contents *c, const struct mz_event *e)
{
    unsigned number = e->object - MZ_MACHINE_PIPES;
    uint64_t was;

    if (seen_by(c, e))
        return accept_seen(seen_by(c, e), e);
    if (e->object >= MZ_MACHINE_NUMBERS)
        return e->kind == MZ_FILE_LOOK || e->object == MZ_MACHINE_PATHS ||
               e->object == MZ_MACHINE_TABLE ||
               e->object >= MZ_MACHINE_ACCEPTED;
    was = pipe_state(c, number);
    if (e->value != was)
        return false;
    if (e->kind == MZ_FILE_WAIT)
        c->held[number] = held_after(c, number, e->other == 1);
    return e->kind != MZ_FILE_WAIT || was & e->other;
}

/* Of one that is bound, or connected to. */
static bool accept_socket(struct contents *c, struct mz_access a,
                          uint64_t before)
{
    const struct mz_event alone = {
        .object = a.object, .kind = a.kind, .value = before};

    return accept_seen(&c->sockets[a.object - MZ_MACHINE_SOCKETS], &alone);
}

/* A look at several, or a datagram: of each pipe what it is before. */
static bool accept_gathered(struct contents *c, const struct mz_execution *x,
                            const struct mz_event *e, unsigned more)
{
    for (unsigned i = 0; i < more; i++) {
        struct mz_access a = x->accesses[e->more + i];
        unsigned number = a.object - MZ_MACHINE_PIPES;

        if (a.object == MZ_MACHINE_SENDER || a.object == MZ_MACHINE_PATHS)
            continue;
        if (a.object >= MZ_MACHINE_SOCKETS) {
            if (!accept_socket(c, a, x->before[e->more + i]))
                return false;
            continue;
        }
        if (x->before[e->more + i] != pipe_state(c, number))
            return false;
        c->held[number] += a.kind == MZ_FILE_CHANGE;
    }
    return true;
}

/* ---- an execution -------------------------------------------------------- */

/* In scripts with atomic blocks every event has one access more than its own. */
static unsigned more_of(const struct mz_execution *x, const struct mz_event *e)
{
    unsigned more = mz_event_more(e);

    if (more && x->accesses[e->more + more - 1].object == MZ_MACHINE_UNIVERSE)
        more--;
    return more;
}

static bool accept_event(struct contents *c, const struct mz_execution *x,
                         const struct mz_event *e)
{
    unsigned more = more_of(x, e);

    if (e->object == MZ_NONE)
        return true;
    if (e->object == MZ_MACHINE_UNIVERSE) {
        for (unsigned i = 0; i < MZ_MACHINE_LOCKS; i++)
            c->known[i] = 0;
        return true;
    }
    if (more && (e->object == MZ_MACHINE_NAMES ||
                 e->object == MZ_MACHINE_PIPES + MZ_SET))
        return accept_gathered(c, x, e, more);
    if (e->object >= MZ_MACHINE_PIPES)
        return accept_pipe(c, e);
    if (e->object >= MZ_MACHINE_BARRIERS)
        return accept_barrier(c, e);
    if (e->kind == MZ_FUTEX_CHANGE)
        return accept_wake(c, x, e, more);
    if (e->object >= MZ_MACHINE_FUTEXES)
        return accept_futex(c, x, e);
    if (e->object >= MZ_MACHINE_CONDS)
        return accept_cond(c, e);
    if (e->object >= MZ_MACHINE_RWLOCKS)
        return accept_rwlock(c, e);
    if (e->object >= MZ_MACHINE_SEMAPHORES)
        return accept_semaphore(c, e);
    if (e->object >= MZ_MACHINE_LOCKS)
        return accept_lock(c, e);
    return more ? accept_several(c, x, e, more) : accept_memory(c, e);
}

/* Does it tell the state of its pipe? */
static bool is_state(struct contents *c, const struct mz_event *e)
{
    const struct seen *seen = seen_by(c, e);

    return seen ? !seen->is_known || e->value == seen->state
                : e->value == pipe_state(c, e->object - MZ_MACHINE_PIPES);
}

/* Is an operation that was not executed what it says; and one that blocks,
 * disabled, if the execution has ended? */
static bool accept_pending(struct contents *c, const struct mz_event *e,
                           bool ended)
{
    if (e->object == MZ_NONE || e->kind == MZ_WRITE)
        return true;
    if (e->object >= MZ_MACHINE_NUMBERS && !seen_by(c, e))
        return !ended;
    if (e->object >= MZ_MACHINE_PIPES)
        return is_state(c, e) &&
               !(ended && (e->kind != MZ_FILE_WAIT || e->value & e->other));
    if (e->object >= MZ_MACHINE_BARRIERS)
        return e->value == c->barrier[e->object - MZ_MACHINE_BARRIERS] &&
               !(ended && (uint32_t)e->value >= (uint32_t)e->other);
    if (e->object >= MZ_MACHINE_FUTEXES)
        return e->value == c->futex[e->object - MZ_MACHINE_FUTEXES] &&
               !(ended && mz_event_is_enabled_in(e, e->value));
    if (e->object >= MZ_MACHINE_CONDS)
        return e->value == c->cond[e->object - MZ_MACHINE_CONDS] &&
               !(ended && mz_event_is_enabled_in(e, e->value));
    if (e->object >= MZ_MACHINE_RWLOCKS)
        return e->value == c->rwlock[e->object - MZ_MACHINE_RWLOCKS] &&
               !(ended && mz_event_is_enabled_in(e, e->value));
    if (e->object >= MZ_MACHINE_SEMAPHORES)
        return e->value == c->count[e->object - MZ_MACHINE_SEMAPHORES] &&
               !(ended && e->value);
    if (e->object >= MZ_MACHINE_LOCKS)
        return e->value == c->lock[e->object - MZ_MACHINE_LOCKS] &&
               !(ended && (e->object == MZ_MACHINE_LOCKS + MZ_SPIN
                               ? e->value == 1
                               : !(e->value & 0xffff)));
    return agree(c, mz_event_access(e), e->value) &&
           !(ended &&
             mz_condition_holds(e->condition, e->mask, e->value, e->other));
}

const char *mz_contents_wrong(const struct mz_execution *x,
                              enum mz_outcome outcome)
{
    bool ended = outcome == MZ_DEADLOCK || outcome == MZ_ASSUME_BLOCKED;
    struct contents c = {0};

    for (unsigned i = 0; i < MZ_MACHINE_LOCKS; i++)
        c.known[i] = ~0ull;
    c.lock[MZ_SPIN] = 1;
    c.timer.is_known = true;
    for (uint32_t i = 0; i < x->length; i++)
        if (!accept_event(&c, x, &x->events[i]))
            return "an event's value is not what was there";
    MZ_EACH(rest, x->waiting) {
        mz_tid t = mz_tset_first(rest);

        if (x->pending[t].thread != t ||
            !accept_pending(&c, &x->pending[t], ended))
            return "a pending operation's value is not what is there";
    }
    return NULL;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "machine.h"

#include <string.h>

enum { IS_FIRST = MZ_SCRIPT_REGISTERS, IS_CANCELLED };

/* The handler is in the code of thread 0. */
static const struct mz_instruction *whole_of(const struct mz_machine *m,
                                             mz_tid t)
{
    mz_tid whose = mz_group_has(m->handling, t) ? 0 : t;

    return &m->script->threads[whose].code[m->at[t]];
}

/* Where that code ends. */
static uint8_t length_of(const struct mz_machine *m, mz_tid t)
{
    bool is_own = !mz_group_has(m->handling, t);

    return t == 0 && is_own ? m->handler
                            : m->script->threads[is_own ? t : 0].length;
}

/* ---- locks of files ------------------------------------------------------ */

static bool is_flock(const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_FLOCK || i->op == MZ_SCRIPT_TRYFLOCK;
}

static bool waits_for_file(const struct mz_instruction *i)
{
    return (i->op == MZ_SCRIPT_FLOCK || i->op == MZ_SCRIPT_RECORD) &&
           i->a != MZ_UNLOCKED;
}

static bool conflict(uint8_t one, uint8_t other)
{
    return one && other && (one == MZ_EXCLUSIVE || other == MZ_EXCLUSIVE);
}

static bool covers(unsigned part, unsigned byte)
{
    return part == MZ_WHOLE_FILE || part == byte;
}

/* Could the description have it? Its own locks are in nobody's way but that of
 * others. */
static bool could_flock(const struct mz_machine *m, unsigned own, uint8_t lock)
{
    for (unsigned d = 0; d < MZ_SCRIPT_DESCRIPTIONS; d++)
        if (d != own && conflict(lock, m->flocks[d]))
            return false;
    return true;
}

static bool could_record(const struct mz_machine *m, unsigned own, uint8_t lock,
                         unsigned part)
{
    for (unsigned d = 0; d < MZ_SCRIPT_DESCRIPTIONS; d++)
        for (unsigned byte = 0; byte < MZ_SCRIPT_PARTS; byte++)
            if (d != own && covers(part, byte) &&
                conflict(lock, m->records[d][byte]))
                return false;
    return true;
}

/* Which bit of the state says so. */
static uint64_t flock_bit(unsigned description, uint8_t lock)
{
    return 1ull << (2 * description + (lock == MZ_EXCLUSIVE));
}

static uint64_t record_bit(unsigned description, uint8_t lock, unsigned part)
{
    return flock_bit(description, lock) << 2 * MZ_SCRIPT_DESCRIPTIONS * part;
}

/* And that it has one, of whatever kind. */
static uint64_t own_bit(unsigned description)
{
    return 1ull << (2 * MZ_SCRIPT_DESCRIPTIONS + description);
}

static uint64_t flock_state(const struct mz_machine *m)
{
    uint64_t state = 0;

    for (unsigned d = 0; d < MZ_SCRIPT_DESCRIPTIONS; d++) {
        state |= m->flocks[d] ? own_bit(d) : 0;
        for (uint8_t lock = MZ_SHARED; lock <= MZ_EXCLUSIVE; lock++)
            if (could_flock(m, d, lock))
                state |= flock_bit(d, lock);
    }
    return state;
}

static uint64_t record_state(const struct mz_machine *m)
{
    uint64_t state = 0;

    for (unsigned d = 0; d < MZ_SCRIPT_DESCRIPTIONS; d++)
        for (uint8_t lock = MZ_SHARED; lock <= MZ_EXCLUSIVE; lock++)
            for (unsigned part = 0; part < MZ_SCRIPT_PARTS; part++)
                if (could_record(m, d, lock, part))
                    state |= record_bit(d, lock, part);
    return state;
}

/* Which event of it is next: its mask says so, which is zero at first. */
enum { MZ_LOOKS_UP, MZ_ASKS, MZ_ASKS_AGAIN, MZ_IS_LAST };

static bool looks_up_file(const struct mz_instruction *i)
{
    return mz_script_op_is_file_lock(i->op) && i->mask == MZ_LOOKS_UP;
}

/* Who has another lock need not wait to give it back. */
static uint64_t file_need(const struct mz_instruction *i)
{
    unsigned own = mz_script_description(i->number);

    if (!is_flock(i))
        return record_bit(own, i->a, i->b);
    return flock_bit(own, i->a) | (i->mask == MZ_ASKS ? own_bit(own) : 0);
}

static uint64_t file_state(const struct mz_machine *m,
                           const struct mz_instruction *i)
{
    return is_flock(i) ? flock_state(m) : record_state(m);
}

static enum mz_op file_lock_kind(const struct mz_instruction *i)
{
    bool asks_first = i->op == MZ_SCRIPT_RECORD && i->b && i->mask == MZ_ASKS;

    return i->mask == MZ_LOOKS_UP             ? MZ_FILE_LOOK
           : waits_for_file(i) && !asks_first ? MZ_FILE_WAIT
                                              : MZ_FILE_CHANGE;
}

/* Was it to be had, or given back? */
static bool take_flock(struct mz_machine *m, mz_tid t,
                       const struct mz_instruction *i)
{
    unsigned own = mz_script_description(i->number);
    uint8_t *lock = &m->flocks[own];

    if (i->a && *lock && *lock != i->a && i->mask == MZ_ASKS) {
        *lock = MZ_UNLOCKED;
        m->parts[t].mask = MZ_ASKS_AGAIN;
        return false;
    }
    if (!could_flock(m, own, i->a) && *lock != i->a)
        return false;
    *lock = i->a;
    return true;
}

static bool take_record(struct mz_machine *m, mz_tid t,
                        const struct mz_instruction *i)
{
    unsigned own = mz_script_description(i->number);

    if (!could_record(m, own, i->a, i->b)) {
        if (i->op == MZ_SCRIPT_RECORD)
            m->parts[t].mask = MZ_ASKS_AGAIN;
        return false;
    }
    for (unsigned byte = 0; byte < MZ_SCRIPT_PARTS; byte++)
        if (covers(i->b, byte))
            m->records[own][byte] = i->a;
    return true;
}

static uint64_t access_file_lock(struct mz_machine *m, mz_tid t,
                                 const struct mz_instruction *i)
{
    uint64_t before = file_state(m, i);
    bool taken;

    if (looks_up_file(i))
        return 0;
    taken = is_flock(i) ? take_flock(m, t, i) : take_record(m, t, i);
    if (i->op == MZ_SCRIPT_TRYFLOCK || i->op == MZ_SCRIPT_TRYRECORD)
        m->registers[t][i->reg] = taken;
    return before;
}

/* ---- sockets that have a path -------------------------------------------- */

/* Which event of it is next: its mask says so. */
enum {
    MZ_LOOKS_FIRST, /* at its number; unlink has but one */
    MZ_BINDS,
    MZ_LISTENS,
    MZ_FINDS, /* who has the path; b is which it was, plus one */
    MZ_TRIES,
    MZ_WAITS_FOR_ROOM,
    MZ_GETS_NUMBER,
    MZ_ACCEPTS,
    MZ_GIVES_BACK,
    MZ_HAS_GOT,
    MZ_IS_DONE,
};

static bool is_socket_at(const struct mz_instruction *i, uint8_t part)
{
    return mz_script_op_is_socket(i->op) && i->mask == part;
}

static uint8_t second_of_socket(enum mz_script_op op)
{
    return op == MZ_SCRIPT_BIND      ? MZ_BINDS
           : op == MZ_SCRIPT_LISTEN  ? MZ_LISTENS
           : op == MZ_SCRIPT_CONNECT ? MZ_FINDS
                                     : MZ_GETS_NUMBER;
}

/* Is it an event of several objects, the first of which is all names? */
static bool is_of_names(const struct mz_instruction *i)
{
    return is_socket_at(i, MZ_BINDS) || is_socket_at(i, MZ_FINDS) ||
           is_socket_at(i, MZ_TRIES);
}

/* One connection more waits than listen was told, which is none. */
static bool has_room_to_connect(const struct mz_machine *m, unsigned number)
{
    return m->sockets[number].listens && !m->sockets[number].waiting;
}

/* To accept does not wait where there is no queue. */
static uint64_t socket_state(const struct mz_machine *m, unsigned number)
{
    const struct mz_machine_socket *s = &m->sockets[number];

    return (s->waiting || !s->listens ? MZ_FILE_READY(MZ_FILE_IN, 0) : 0) |
           (has_room_to_connect(m, number) ? MZ_FILE_READY(MZ_FILE_OUT, 1) : 0);
}

static enum mz_op socket_kind(const struct mz_instruction *i)
{
    if (i->op == MZ_SCRIPT_UNLINK)
        return MZ_FILE_CHANGE;
    switch (i->mask) {
    case MZ_LISTENS:
    case MZ_GETS_NUMBER:
    case MZ_GIVES_BACK:
    case MZ_HAS_GOT:
        return MZ_FILE_CHANGE;
    case MZ_WAITS_FOR_ROOM:
    case MZ_ACCEPTS:
        return MZ_FILE_WAIT;
    default:
        return MZ_FILE_LOOK;
    }
}

static uint32_t number_of_socket(mz_tid t, const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_UNLINK    ? MZ_MACHINE_PATHS
           : i->op == MZ_SCRIPT_CONNECT ? MZ_MACHINE_CLIENTS + t
                                        : MZ_MACHINE_LISTENERS + i->number;
}

static uint32_t object_of_socket(mz_tid t, const struct mz_instruction *i)
{
    switch (i->mask) {
    case MZ_LOOKS_FIRST:
        return number_of_socket(t, i);
    case MZ_LISTENS:
    case MZ_ACCEPTS:
        return MZ_MACHINE_SOCKETS + i->number;
    case MZ_WAITS_FOR_ROOM:
        return MZ_MACHINE_SOCKETS + i->b - 1;
    case MZ_GETS_NUMBER:
    case MZ_GIVES_BACK:
        return MZ_MACHINE_TABLE;
    case MZ_HAS_GOT:
        return MZ_MACHINE_ACCEPTED + t;
    default:
        return MZ_MACHINE_NAMES;
    }
}

static uint64_t content_of_socket(const struct mz_machine *m,
                                  const struct mz_instruction *i)
{
    uint32_t object = object_of_socket(0, i);
    bool is_one = i->mask == MZ_LISTENS || i->mask == MZ_ACCEPTS ||
                  i->mask == MZ_WAITS_FOR_ROOM;

    return is_one ? socket_state(m, object - MZ_MACHINE_SOCKETS) : 0;
}

static uint64_t socket_need(const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_CONNECT ? MZ_FILE_READY(MZ_FILE_OUT, 1)
                                      : MZ_FILE_READY(MZ_FILE_IN, 0);
}

static bool bind_path(struct mz_machine *m, unsigned number)
{
    if (m->file || m->sockets[number].has_name)
        return false;
    m->file = number + 1;
    return m->sockets[number].has_name = true;
}

static bool unlink_path(struct mz_machine *m)
{
    bool was_there = m->file;

    m->file = 0;
    return was_there;
}

/* The thread whose connection it is, plus one. */
static uint64_t accept_one(struct mz_machine_socket *s)
{
    uint64_t maker = s->made_by[0];

    memmove(s->made_by, s->made_by + 1, sizeof s->made_by - 1);
    s->made_by[--s->waiting] = 0;
    return maker + 1;
}

/* Which part is next. */
static uint8_t try_to_connect(struct mz_machine *m, mz_tid t,
                              struct mz_instruction *part, uint64_t *result)
{
    struct mz_machine_socket *s;

    if (part->b != m->file) {
        part->b = m->file;
        return MZ_TRIES;
    }
    *result = part->b && !m->sockets[part->b - 1].listens;
    if (!part->b || *result)
        return MZ_IS_DONE;
    s = &m->sockets[part->b - 1];
    if (!has_room_to_connect(m, part->b - 1))
        return MZ_WAITS_FOR_ROOM;
    s->made_by[s->waiting++] = t;
    m->connected |= mz_group_of(t);
    *result = 2;
    return MZ_IS_DONE;
}

/* The part of the thread that it is in. */
static void access_socket(struct mz_machine *m, mz_tid t)
{
    struct mz_instruction *part = &m->parts[t];
    struct mz_machine_socket *s = &m->sockets[part->number];
    uint64_t *result = &m->registers[t][part->reg];

    switch (part->mask) {
    case MZ_BINDS:
        *result = bind_path(m, part->number);
        part->mask = MZ_IS_DONE;
        break;
    case MZ_LISTENS:
        *result = s->has_name;
        s->listens |= s->has_name;
        part->mask = MZ_IS_DONE;
        break;
    case MZ_FINDS:
        part->b = m->file;
        part->mask = MZ_TRIES;
        break;
    case MZ_TRIES:
        part->mask = try_to_connect(m, t, part, result);
        break;
    case MZ_WAITS_FOR_ROOM:
        part->mask = MZ_TRIES;
        break;
    case MZ_GETS_NUMBER:
        part->mask = MZ_ACCEPTS;
        break;
    case MZ_ACCEPTS:
        *result = s->listens ? accept_one(s) : 0;
        part->mask = s->listens ? MZ_HAS_GOT : MZ_GIVES_BACK;
        break;
    default:
        part->mask = MZ_IS_DONE;
    }
}

/* ---- instructions that are two events ------------------------------------ */

/* Of a control one half says whether the routine has begun, the other whether
 * it has ended. */
#define ONCE(n)                                                               \
    {                                                                         \
        .op = MZ_SCRIPT_CAS, .reg = IS_FIRST, .number = MZ_MACHINE_ONCES + n, \
        .mask = MZ_LOW, .a = 0, .b = 1                                        \
    }
static const struct mz_instruction begin_once[] = {ONCE(0), ONCE(1)};
_Static_assert(MZ_COUNT(begin_once) == MZ_SCRIPT_ONCES, "one each");

/* A request is written, and read at a point. */
#define CANCEL(t)                                                \
    {                                                            \
        .op = MZ_SCRIPT_WRITE, .number = MZ_MACHINE_CANCELS + t, \
        .mask = MZ_WHOLE, .a = 1                                 \
    }
#define POINT(t)                                           \
    {                                                      \
        .op = MZ_SCRIPT_READ, .reg = IS_CANCELLED,         \
        .number = MZ_MACHINE_CANCELS + t, .mask = MZ_WHOLE \
    }
static const struct mz_instruction cancel[] = {CANCEL(0), CANCEL(1), CANCEL(2),
                                               CANCEL(3), CANCEL(4), CANCEL(5)};
static const struct mz_instruction point[] = {POINT(0), POINT(1), POINT(2),
                                              POINT(3), POINT(4), POINT(5)};
_Static_assert(MZ_COUNT(point) == MZ_SCRIPT_THREADS &&
                   MZ_COUNT(cancel) == MZ_SCRIPT_THREADS,
               "one each");

/* Of the semaphore that a thread posts as the last thing it does. */
#define OF_END(kind, t)                                \
    {                                                  \
        .op = kind, .number = MZ_SCRIPT_SEMAPHORES + t \
    }
#define OF_ENDS(kind)                                                       \
    {                                                                       \
        OF_END(kind, 0), OF_END(kind, 1), OF_END(kind, 2), OF_END(kind, 3), \
            OF_END(kind, 4), OF_END(kind, 5)                                \
    }
static const struct mz_instruction over[] = OF_ENDS(MZ_SCRIPT_POST);
static const struct mz_instruction outlive[] = OF_ENDS(MZ_SCRIPT_WAIT);
_Static_assert(MZ_COUNT(over) == MZ_SCRIPT_THREADS &&
                   MZ_COUNT(outlive) == MZ_SCRIPT_THREADS,
               "one each");

/* What is done at signals is read, and never written. */
static const struct mz_instruction look_at_actions = {
    .op = MZ_SCRIPT_READ,
    .reg = IS_FIRST,
    .number = MZ_MACHINE_ACTIONS,
    .mask = MZ_WHOLE,
};

/* What a thread finds of signals to it, and what it makes of that. */
static struct mz_instruction of_signal(enum mz_script_op op, mz_tid to)
{
    return (struct mz_instruction){
        .op = op,
        .reg = IS_FIRST,
        .number = MZ_MACHINE_SENT + to,
        .mask = MZ_WHOLE,
        .b = MZ_UNEQUAL,
    };
}

static struct mz_instruction end_of_once(const struct mz_instruction *i,
                                         bool is_first)
{
    return (struct mz_instruction){
        .op = is_first ? MZ_SCRIPT_WRITE : MZ_SCRIPT_AWAIT,
        .number = MZ_MACHINE_ONCES + i->number,
        .mask = MZ_HIGH,
        .a = 1,
        .b = MZ_EQUAL,
    };
}

/* Does the thread look for signals that have a handler? */
static bool looks_out(const struct mz_machine *m, mz_tid t)
{
    return mz_group_has(m->signalled & ~m->masked & ~m->handling, t);
}

/* Who waits for a semaphore asks what it holds, if another may interrupt it. */
static const struct mz_instruction ask_value[] = {
#define VALUE(n) {.op = MZ_SCRIPT_VALUE, .reg = IS_FIRST, .number = n}
    VALUE(0), VALUE(1), VALUE(2), VALUE(3),
#undef VALUE
};
_Static_assert(MZ_COUNT(ask_value) == MZ_SCRIPT_SEMAPHORES, "one each");

static bool asks_value(const struct mz_machine *m, mz_tid t)
{
    return whole_of(m, t)->op == MZ_SCRIPT_WAIT && looks_out(m, t) &&
           mz_group_has(m->expecting & ~m->asked, t);
}

/* What is handled on the spot is one with what waits. */
#define MERGE(t)                                                 \
    {                                                            \
        .op = MZ_SCRIPT_EXCHANGE, .reg = IS_FIRST,               \
        .number = MZ_MACHINE_SENT + t, .mask = MZ_WHOLE          \
    }
static const struct mz_instruction merge[] = {MERGE(0), MERGE(1), MERGE(2),
                                              MERGE(3), MERGE(4), MERGE(5)};
_Static_assert(MZ_COUNT(merge) == MZ_SCRIPT_THREADS, "one each");

static bool sends_itself(const struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);

    return i->op == MZ_SCRIPT_KILL && i->number == t && looks_out(m, t);
}

static const struct mz_instruction *next_of(const struct mz_machine *m,
                                            mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);

    if (mz_group_has(m->inside, t) || m->look[t])
        return &m->parts[t];
    switch (i->op) {
    case MZ_SCRIPT_WAIT:
        return asks_value(m, t) ? &ask_value[i->number] : i;
    case MZ_SCRIPT_KILL:
        return sends_itself(m, t) ? &merge[t] : &look_at_actions;
    case MZ_SCRIPT_ONCE:
        return &begin_once[i->number];
    case MZ_SCRIPT_CANCEL:
        return &cancel[i->number];
    case MZ_SCRIPT_POINT:
        return &point[t];
    case MZ_SCRIPT_OVER:
        return &over[t];
    case MZ_SCRIPT_OUTLIVE:
        return &outlive[i->number];
    case MZ_SCRIPT_SEND:
    case MZ_SCRIPT_SIGWAIT:
    case MZ_SCRIPT_SIGTAKE:
        return &look_at_actions;
    default:
        return i;
    }
}

/* Of a barrier a is 1 in the second part. */
static bool leaves(const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_BARRIER && i->a;
}

/* Of an operation on a pipe b is 1 in the second part, which is about what the
 * first has found. */
static bool looks_up(const struct mz_instruction *i)
{
    return mz_script_op_is_pipe(i->op) && !i->b;
}

/* Who asks a timer looks at it before, to know what there is to choose: in that
 * part b is 2. In the next one the mask is how often it will have expired. */
enum { MZ_FORESEES = 2 };

static bool asks_timer(const struct mz_instruction *i)
{
    return i->number == MZ_TIMER &&
           (i->op == MZ_SCRIPT_TAKE || i->op == MZ_SCRIPT_READY ||
            i->op == MZ_SCRIPT_LEFT);
}

static bool foresees(const struct mz_instruction *i)
{
    return asks_timer(i) && i->b == MZ_FORESEES;
}

/* Is it three events, of which the last is of several objects? */
static bool is_gathered(const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_EPOLL ||
           (i->op == MZ_SCRIPT_PUT && i->number == MZ_LETTERS);
}

static bool is_two_events(const struct mz_instruction *i)
{
    return i->op == MZ_SCRIPT_BARRIER || i->op == MZ_SCRIPT_ONCE ||
           mz_script_op_is_pipe(i->op) ||
           (mz_script_op_is_socket(i->op) && i->op != MZ_SCRIPT_UNLINK) ||
           mz_script_op_is_file_lock(i->op);
}

/* Does the thread wait for the write lock, for which it has asked? */
static bool waits_to_write(const struct mz_machine *m, mz_tid t)
{
    return mz_group_has(m->queue, t);
}

/* The part of an operation on signals that follows the one it is in. False:
 * there is none. */
static bool next_of_signal(struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);
    struct mz_instruction *part = &m->parts[t];

    if (!mz_group_has(m->inside, t)) {
        *part = i->op == MZ_SCRIPT_SEND || i->op == MZ_SCRIPT_KILL
                    ? of_signal(MZ_SCRIPT_EXCHANGE, i->number)
                : i->op == MZ_SCRIPT_SIGWAIT ? of_signal(MZ_SCRIPT_AWAIT, t)
                                             : of_signal(MZ_SCRIPT_READ, t);
        part->a = i->op == MZ_SCRIPT_SEND || i->op == MZ_SCRIPT_KILL;
        return true;
    }
    if (part->op == MZ_SCRIPT_READ && !m->registers[t][IS_FIRST]) {
        m->registers[t][i->reg] = 0;
        return false;
    }
    if (part->op != MZ_SCRIPT_EXCHANGE) {
        *part = of_signal(MZ_SCRIPT_EXCHANGE, t);
        return true;
    }
    if (i->op == MZ_SCRIPT_SIGTAKE)
        m->registers[t][i->reg] = 1;
    m->registers[t][IS_FIRST] = 0;
    return false;
}

/* How many values there are to choose from, of how often a timer will have
 * expired; a wait is over when it has. It learned that just now. */
static uint32_t foreseeable(const struct mz_machine *m,
                            const struct mz_instruction *i)
{
    const struct mz_machine_pipe *timer = &m->pipes[i->number];

    if (timer->held || timer->armed == MZ_AT_REST)
        return 1;
    if (i->op == MZ_SCRIPT_TAKE)
        return timer->armed == MZ_AGAIN ? 2 : 1;
    if (i->op == MZ_SCRIPT_LEFT)
        return timer->armed == MZ_ONCE ? 2 : 1;
    return timer->armed == MZ_AGAIN ? 3 : 2;
}

/* The choice that follows, if only time says whether it will have expired, and
 * the operation itself. False: that was it, or it is none that asks. */
static bool next_of_timer(struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);
    struct mz_instruction *part = &m->parts[t];
    uint64_t *chosen = &m->registers[t][IS_FIRST];
    uint32_t values;

    if (!foresees(part) && part->op != MZ_SCRIPT_CHOOSE)
        return false;
    values = foresees(part) ? foreseeable(m, i) : 1;
    *part = *i;
    if (values > 1) {
        part->op = MZ_SCRIPT_CHOOSE;
        part->reg = IS_FIRST;
        part->a = values;
        return true;
    }
    part->b = 1;
    part->mask = *chosen + (i->op == MZ_SCRIPT_TAKE);
    *chosen = 0;
    return true;
}

/* Where a thread that is cancelled goes on: it may hold the robust mutex. */
static uint8_t end_of(const struct mz_script_thread *thread)
{
    bool dies = thread->code[thread->length - 1].op == MZ_SCRIPT_DIE;

    return thread->length - dies;
}

/* ---- signals with a handler ---------------------------------------------- */

/* A look: is one there? If so, will it be taken now? It is; what is done at it?
 * Then the handler follows, and another look. */
enum { MZ_NO_LOOK, MZ_IS_SENT, MZ_DECIDES, MZ_TAKES, MZ_ACTS };

static void stand_at_look(struct mz_machine *m, mz_tid t, uint8_t look)
{
    static const struct mz_instruction decide = {
        .op = MZ_SCRIPT_CHOOSE, .reg = IS_FIRST, .a = 2};

    m->look[t] = look;
    m->parts[t] = look == MZ_IS_SENT   ? of_signal(MZ_SCRIPT_READ, t)
                  : look == MZ_DECIDES ? decide
                  : look == MZ_TAKES   ? of_signal(MZ_SCRIPT_EXCHANGE, t)
                                       : look_at_actions;
}

static void end_look(struct mz_machine *m, mz_tid t)
{
    m->look[t] = MZ_NO_LOOK;
    m->parts[t] = (struct mz_instruction){0};
    m->registers[t][IS_FIRST] = 0;
}

/* Nothing is there, or it is put off. */
static void pass_by(struct mz_machine *m, mz_tid t)
{
    end_look(m, t);
    if (!mz_group_has(m->at_once | m->aside, t))
        m->looked |= mz_group_of(t);
    m->at_once &= ~mz_group_of(t);
    m->aside &= ~mz_group_of(t);
}

static void enter_handler(struct mz_machine *m, mz_tid t)
{
    end_look(m, t);
    m->back[t] = m->at[t];
    m->handling |= mz_group_of(t);
    m->at[t] = m->handler + 1;
    for (unsigned r = MZ_HANDLER_REGISTERS; r < MZ_SCRIPT_REGISTERS; r++)
        m->registers[t][r] = 0;
}

static void leave_handler(struct mz_machine *m, mz_tid t)
{
    m->handling &= ~mz_group_of(t);
    m->at[t] = m->back[t];
    m->back[t] = 0;
    if (!mz_group_has(m->sending_itself, t))
        stand_at_look(m, t, MZ_IS_SENT);
    m->sending_itself &= ~mz_group_of(t);
}

/* Only main ever knows that all others have ended. */
static bool is_alone(const struct mz_machine *m, mz_tid t)
{
    return t == 0 && !(m->born & ~m->joined & ~mz_group_of(0));
}

static void advance_look(struct mz_machine *m, mz_tid t)
{
    uint64_t found = m->registers[t][IS_FIRST];

    switch (m->look[t]) {
    case MZ_IS_SENT:
        if (!found)
            pass_by(m, t);
        else if (mz_group_has(m->at_once, t) || is_alone(m, t))
            stand_at_look(m, t, MZ_TAKES);
        else
            stand_at_look(m, t, MZ_DECIDES);
        break;
    case MZ_DECIDES:
        if (found)
            pass_by(m, t);
        else
            stand_at_look(m, t, MZ_TAKES);
        break;
    case MZ_TAKES:
        stand_at_look(m, t, MZ_ACTS);
        break;
    default:
        enter_handler(m, t);
    }
}

/* What it sends itself it handles on the spot. */
static void handle_own(struct mz_machine *m, mz_tid t)
{
    m->at[t]++;
    m->looked &= ~mz_group_of(t);
    m->sending_itself |= mz_group_of(t);
    stand_at_look(m, t, MZ_ACTS);
}

/* Before it: what the instruction is has been found out. */
static bool is_place_of_look(const struct mz_machine *m, mz_tid t)
{
    enum mz_script_op op;

    if (!looks_out(m, t) || mz_group_has(m->looked, t))
        return false;
    if (m->at[t] == length_of(m, t))
        return true;
    op = whole_of(m, t)->op;
    return op != MZ_SCRIPT_CHOOSE && op != MZ_SCRIPT_ASSUME;
}

static void change_mask(struct mz_machine *m, mz_tid t, bool blocks)
{
    m->at[t]++;
    m->looked &= ~mz_group_of(t);
    if (blocks) {
        m->masked |= mz_group_of(t);
    } else if (mz_group_has(m->masked, t)) {
        m->masked &= ~mz_group_of(t);
        m->at_once |= mz_group_of(t) & m->signalled;
        if (looks_out(m, t))
            stand_at_look(m, t, MZ_IS_SENT);
    }
}

/* Does a thread wait that could take one? */
static bool is_signal_due(const struct mz_machine *m)
{
    for (mz_group left = m->born & ~m->ended & ~m->stuck; left;
         left &= left - 1) {
        mz_tid t = mz_group_first(left);

        if (looks_out(m, t) && m->memory[MZ_MACHINE_SENT + t])
            return true;
    }
    return false;
}

/* Of a signal with a handler. */
static mz_group sent_in(const struct mz_script *script, bool by_others)
{
    mz_group threads = 0;

    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned k = 0; k < script->threads[t].length; k++) {
            const struct mz_instruction *i = &script->threads[t].code[k];

            if (i->op == MZ_SCRIPT_KILL && !(by_others && i->number == t))
                threads |= mz_group_of(i->number);
        }
    return threads;
}

/* ---- the next event ------------------------------------------------------ */

static void advance(struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);
    bool inside = mz_group_has(m->inside, t);

    if (m->look[t]) {
        advance_look(m, t);
        return;
    }
    if (sends_itself(m, t)) {
        handle_own(m, t);
        return;
    }
    if (asks_value(m, t)) {
        m->registers[t][IS_FIRST] = 0;
        m->asked |= mz_group_of(t);
        m->looked &= ~mz_group_of(t);
        return;
    }
    if (m->registers[t][IS_CANCELLED]) {
        m->at[t] = end_of(&m->script->threads[t]);
        m->registers[t][IS_CANCELLED] = 0;
        return;
    }
    if (waits_to_write(m, t))
        return;
    if ((mz_script_op_is_signal(i->op) || i->op == MZ_SCRIPT_KILL) &&
        next_of_signal(m, t)) {
        m->inside |= mz_group_of(t);
        return;
    }
    if (inside && mz_script_op_is_pipe(i->op) && next_of_timer(m, t))
        return;
    if (inside && is_gathered(i) && m->parts[t].b++ == 1)
        return;
    if (inside && mz_script_op_is_socket(i->op) &&
        m->parts[t].mask != MZ_IS_DONE)
        return;
    if (inside && mz_script_op_is_file_lock(i->op) &&
        m->parts[t].mask++ == MZ_ASKS_AGAIN)
        return;
    m->inside &= ~mz_group_of(t);
    m->asked &= ~(mz_group_of(t) & ~m->handling);
    m->looked &= ~mz_group_of(t);
    m->parts[t] = (struct mz_instruction){0};
    if (i->op == MZ_SCRIPT_JOIN && looks_out(m, t)) {
        m->aside |= mz_group_of(t);
        stand_at_look(m, t, MZ_IS_SENT);
    }
    if (i->op == MZ_SCRIPT_OUTLIVE)
        m->joined |= mz_group_of(i->number);
    if (inside || !is_two_events(i)) {
        m->at[t]++;
        return;
    }
    m->inside |= mz_group_of(t);
    if (i->op == MZ_SCRIPT_BARRIER) {
        m->parts[t] = *i;
        m->parts[t].a = 1;
    } else if (mz_script_op_is_pipe(i->op)) {
        m->parts[t] = *i;
        m->parts[t].b = asks_timer(i) ? MZ_FORESEES : 1;
    } else if (mz_script_op_is_socket(i->op)) {
        m->parts[t] = *i;
        m->parts[t].mask = second_of_socket(i->op);
    } else if (mz_script_op_is_file_lock(i->op)) {
        m->parts[t] = *i;
        m->parts[t].mask = MZ_ASKS;
    } else {
        m->parts[t] = end_of_once(i, m->registers[t][IS_FIRST]);
        m->registers[t][IS_FIRST] = 0;
    }
}

/* ---- barriers ------------------------------------------------------------ */

/* Which round the thread arrives for, or leaves. */
static unsigned round_of(const struct mz_machine *m, mz_tid t,
                         const struct mz_instruction *i)
{
    return m->barriers[i->number].rounds[t] - leaves(i);
}

/* As events record it of the even rounds, or of the odd ones. */
static uint64_t barrier_state(const struct mz_machine *m, unsigned number,
                              bool odd)
{
    const struct mz_machine_barrier *b = &m->barriers[number];
    uint64_t arrived = 0, firsts = 0;

    for (unsigned n = 0; n < b->arrived; n++)
        arrived += n / mz_script_barrier_count(number) % 2 == odd;
    for (unsigned round = 0; round < b->firsts; round++)
        firsts += round % 2 == odd;
    return arrived | firsts << MZ_BARRIER_ROUNDS;
}

static uint64_t access_barrier(struct mz_machine *m, mz_tid t,
                               const struct mz_instruction *i, uint8_t *kind)
{
    struct mz_machine_barrier *b = &m->barriers[i->number];
    unsigned round = round_of(m, t, i);
    uint64_t before = barrier_state(m, i->number, round % 2);

    if (!leaves(i)) {
        b->arrived++;
        b->rounds[t]++;
        return before;
    }
    m->registers[t][i->reg] = b->firsts == round;
    if (b->firsts == round)
        b->firsts++;
    else
        *kind = MZ_BARRIER_PASS;
    return before;
}

/* ---- pipes --------------------------------------------------------------- */

static bool has_room(const struct mz_machine *m, unsigned number)
{
    if (number == MZ_TIMER || number == MZ_SET)
        return false;
    return m->pipes[number].held < mz_script_pipe_room(number);
}

/* Its ends are 0, where it is read, and 1. */
static uint64_t pipe_state(const struct mz_machine *m, unsigned number)
{
    const struct mz_machine_pipe *p = &m->pipes[number];

    return (p->held || p->armed ? MZ_FILE_READY(MZ_FILE_IN, 0) : 0) |
           (has_room(m, number) ? MZ_FILE_READY(MZ_FILE_OUT, 1) : 0);
}

static uint64_t take_item(struct mz_machine_pipe *p)
{
    uint64_t item = p->items[0];

    memmove(p->items, p->items + 1, sizeof p->items - 1);
    p->items[--p->held] = 0;
    return item;
}

/* What is there of a counter, or one of it. */
static uint64_t take_count(struct mz_machine_pipe *p, uint8_t number)
{
    uint64_t taken = number == MZ_TOKENS ? 1 : p->held;

    p->held -= taken;
    return taken;
}

static void put_into(struct mz_machine_pipe *p, const struct mz_instruction *i)
{
    if (mz_script_is_counter(i->number))
        p->held += i->a;
    else
        p->items[p->held++] = i->a;
}

static void expire(struct mz_machine_pipe *timer, unsigned times)
{
    if (timer->held || timer->armed == MZ_AT_REST)
        return;
    timer->held = timer->armed == MZ_ONCE && times ? 1 : times;
    if (timer->held && timer->armed == MZ_ONCE)
        timer->armed = MZ_AT_REST;
}

static void access_timer(struct mz_machine *m, mz_tid t,
                         const struct mz_instruction *i)
{
    struct mz_machine_pipe *p = &m->pipes[i->number];
    uint64_t *reg = &m->registers[t][i->reg];

    if (foresees(i))
        return;
    if (i->op == MZ_SCRIPT_ARM) {
        p->armed = i->a;
        p->held = 0;
    }
    if (!asks_timer(i))
        return;
    expire(p, i->mask);
    *reg = i->op == MZ_SCRIPT_LEFT    ? p->armed != MZ_AT_REST
           : i->op == MZ_SCRIPT_READY ? p->held > 0
                                      : p->held;
    if (i->op == MZ_SCRIPT_TAKE)
        p->held = 0;
}

static uint64_t access_pipe(struct mz_machine *m, mz_tid t,
                            const struct mz_instruction *i)
{
    struct mz_machine_pipe *p = &m->pipes[i->number];
    uint64_t before = pipe_state(m, i->number);

    if (looks_up(i) || is_gathered(i))
        return 0;
    if (i->number == MZ_TIMER) {
        access_timer(m, t, i);
        return before;
    }
    if (i->op == MZ_SCRIPT_READY)
        m->registers[t][i->reg] = p->held > 0;
    if (i->op == MZ_SCRIPT_PUT)
        put_into(p, i);
    if (i->op == MZ_SCRIPT_HELD)
        m->registers[t][i->reg] = p->held;
    if (i->op == MZ_SCRIPT_TAKE)
        m->registers[t][i->reg] = mz_script_is_counter(i->number)
                                      ? take_count(p, i->number)
                                      : take_item(p);
    return before;
}

/* ---- condition variables ------------------------------------------------- */

/*
 * Each signal has chosen one of those that waited. Which one is not known
 * before they wake up: so the machine knows all *worlds*, all sets of threads
 * that may have been chosen and have not woken up.
 */
_Static_assert(MZ_SCRIPT_THREADS <= 6, "a set of sets of threads is a word");

static uint64_t world_of(mz_group chosen)
{
    return 1ull << chosen;
}

/* The worlds in which the thread was chosen. */
static uint64_t worlds_with(const struct mz_machine_cond *c, mz_tid t)
{
    uint64_t with = 0;

    for (mz_group chosen = 0; chosen < 64; chosen++)
        if (c->worlds & world_of(chosen) && mz_group_has(chosen, t))
            with |= world_of(chosen);
    return with;
}

static bool may_be_chosen(const struct mz_machine_cond *c, mz_tid t)
{
    return worlds_with(c, t);
}

static bool is_chosen(const struct mz_machine_cond *c, mz_tid t)
{
    return worlds_with(c, t) == c->worlds;
}

static void choose_one(struct mz_machine_cond *c)
{
    uint64_t worlds = 0;

    for (mz_group chosen = 0; chosen < 64; chosen++) {
        if (!(c->worlds & world_of(chosen)))
            continue;
        if (chosen == c->waiting)
            worlds |= world_of(chosen);
        for (mz_group rest = c->waiting & ~chosen; rest; rest &= rest - 1)
            worlds |= world_of(chosen | mz_group_of(mz_group_first(rest)));
    }
    c->worlds = worlds;
}

/* It wakes up, since it was chosen or, where it was not, since time is over. */
static void wake(struct mz_machine_cond *c, mz_tid t)
{
    uint64_t with = worlds_with(c, t), worlds = 0;

    for (mz_group chosen = 0; chosen < 64; chosen++)
        if (with & world_of(chosen))
            worlds |= world_of(chosen & ~mz_group_of(t));
    if (with)
        c->worlds = worlds;
    c->waiting &= ~mz_group_of(t);
}

/* ---- futexes ------------------------------------------------------------- */

static unsigned queue_of(const struct mz_instruction *i, unsigned mask)
{
    unsigned word = 2 * i->number + (i->mask == MZ_HIGH);

    return mask ? MZ_SCRIPT_MASKS * (MZ_SCRIPT_OBJECTS + word) + mask - 1
                : word;
}
_Static_assert(MZ_SCRIPT_MASKS == 2, "queue_of and the two halves of x0");

/* Where it sleeps, or slept, or whom it wakes if there are no masks. */
static unsigned futex_of(const struct mz_machine *m, mz_tid t,
                         const struct mz_instruction *i)
{
    if (mz_script_op_is_futex_wake(i->op))
        return queue_of(i, 0);
    if (!mz_script_op_is_futex_wait(i->op))
        i = whole_of(m, t) - 1;
    return queue_of(i, i->b);
}

static bool wakes_several(const struct mz_machine *m,
                          const struct mz_instruction *i)
{
    return mz_script_op_is_futex_wake(i->op) && m->masks;
}

/* ---- what is no event ---------------------------------------------------- */

static void settle(struct mz_machine *m, mz_tid t);

/* It was joined: it stands at its begin. */
static void bear_again(struct mz_machine *m, mz_tid child)
{
    m->ended &= ~mz_group_of(child);
    m->joined &= ~mz_group_of(child);
    m->detached &= ~mz_group_of(child);
    m->begins |= mz_group_of(child);
    m->at[child] = 0;
    memset(m->registers[child], 0, sizeof m->registers[child]);
}

static void inherit_mask(struct mz_machine *m, mz_tid parent, mz_tid child)
{
    m->masked &= ~mz_group_of(child);
    if (parent != MZ_NO_THREAD && mz_group_has(m->masked, parent))
        m->masked |= mz_group_of(child);
}

static void bear(struct mz_machine *m, mz_tid parent, mz_tid child)
{
    if (mz_group_has(m->joined, child)) {
        bear_again(m, child);
        inherit_mask(m, parent, child);
    }
    if (mz_group_has(m->born, child))
        return;
    inherit_mask(m, parent, child);
    m->born |= mz_group_of(child);
    m->births[child] = (struct mz_birth){
        .parent = mz_script_number(parent),
        .event = parent == MZ_NO_THREAD ? MZ_NONE : m->last[parent],
    };
    m->last[child] = MZ_NONE;
    settle(m, child);
}

static unsigned skipped(const struct mz_machine *m, mz_tid t,
                        const struct mz_instruction *i)
{
    bool equal = m->registers[t][i->reg] == i->a;

    return equal == (i->op == MZ_SCRIPT_SKIP_EQ) ? i->b : 0;
}

/* Does the thread hold the reader-writer lock of the instruction? */
static bool holds_rwlock(const struct mz_machine *m, mz_tid t,
                         const struct mz_instruction *i)
{
    return m->writer[i->number] == t || mz_group_has(m->readers[i->number], t);
}

static mz_group cancelled_in(const struct mz_script *script)
{
    mz_group threads = 0;

    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++)
            if (script->threads[t].code[i].op == MZ_SCRIPT_CANCEL)
                threads |= mz_group_of(script->threads[t].code[i].number);
    return threads;
}

/* Is the next instruction to cancel nobody, or to send nobody a signal, or the
 * point of a thread that nobody cancels? */
static bool does_not_cancel(const struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);

    if (i->op == MZ_SCRIPT_POINT)
        return !mz_group_has(m->targets, t);
    return (i->op == MZ_SCRIPT_CANCEL || i->op == MZ_SCRIPT_SEND ||
            i->op == MZ_SCRIPT_KILL) &&
           !mz_group_has(m->born, i->number);
}

/* The same of one about a thread that is there no more, or never was. */
static bool is_of_nobody(const struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = whole_of(m, t);
    mz_group there = m->born & ~m->joined;

    if (i->op == MZ_SCRIPT_JOIN)
        there &= ~m->detached;
    return (i->op == MZ_SCRIPT_JOIN || i->op == MZ_SCRIPT_OUTLIVE) &&
           !mz_group_has(there, i->number);
}

/* Passes the next instruction if it is no event. */
static bool passes(struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = next_of(m, t);

    if (does_not_cancel(m, t) || is_of_nobody(m, t)) {
        m->at[t]++;
        return true;
    }
    switch (i->op) {
    case MZ_SCRIPT_SKIP_EQ:
    case MZ_SCRIPT_SKIP_NE:
        m->at[t] += 1 + skipped(m, t, i);
        return true;
    case MZ_SCRIPT_CREATE:
        m->at[t]++;
        bear(m, t, i->number);
        return true;
    case MZ_SCRIPT_UNLOCK:
        m->at[t] += m->owner[i->number] != t;
        return m->owner[i->number] != t;
    case MZ_SCRIPT_MEND:
        if (m->owner[i->number] == t)
            m->robust = MZ_MACHINE_SOUND;
        m->at[t]++;
        return true;
    case MZ_SCRIPT_DIE:
        m->at[t] += m->owner[i->number] != t;
        return m->owner[i->number] != t;
    case MZ_SCRIPT_RDLOCK:
    case MZ_SCRIPT_WRLOCK:
    case MZ_SCRIPT_TRYRDLOCK:
    case MZ_SCRIPT_TRYWRLOCK:
    case MZ_SCRIPT_TIMEDWRLOCK:
        m->at[t] += holds_rwlock(m, t, i);
        return holds_rwlock(m, t, i);
    case MZ_SCRIPT_RWUNLOCK:
        m->at[t] += !holds_rwlock(m, t, i);
        return !holds_rwlock(m, t, i);
    case MZ_SCRIPT_CONNECT:
        m->at[t] += mz_group_has(m->connected, t);
        return mz_group_has(m->connected, t);
    case MZ_SCRIPT_SLEEP:
        if (m->owner[i->number] != t)
            m->at[t] += MZ_SCRIPT_SLEEP_LENGTH;
        return m->owner[i->number] != t;
    case MZ_SCRIPT_BLOCK:
        if (is_place_of_look(m, t))
            return false;
        change_mask(m, t, true);
        return true;
    case MZ_SCRIPT_UNBLOCK:
        change_mask(m, t, false);
        return true;
    case MZ_SCRIPT_DETACH:
        m->detached |= m->born & ~m->joined & mz_group_of(i->number);
        m->at[t]++;
        return true;
    case MZ_SCRIPT_ASSUME:
        if (m->registers[t][i->reg] != i->a)
            m->stuck |= mz_group_of(t);
        m->at[t] += m->registers[t][i->reg] == i->a;
        return !mz_group_has(m->stuck, t);
    case MZ_SCRIPT_ASSERT:
        m->failed |= m->registers[t][i->reg] == i->a;
        m->at[t]++;
        return true;
    default:
        return false;
    }
}

static void settle(struct mz_machine *m, mz_tid t)
{
    while (!m->failed && !m->look[t]) {
        bool is_over = m->at[t] == length_of(m, t);

        if (is_over && mz_group_has(m->handling, t)) {
            leave_handler(m, t);
        } else if (is_over || !passes(m, t)) {
            if (is_place_of_look(m, t))
                stand_at_look(m, t, MZ_IS_SENT);
            else if (is_over)
                m->ended |= mz_group_of(t);
            return;
        }
    }
}

void mz_machine_start(struct mz_machine *m, const struct mz_script *script)
{
    memset(m, 0, sizeof *m);
    m->script = script;
    m->blocks = mz_script_has(script, MZ_SCRIPT_ATOMIC);
    m->targets = cancelled_in(script);
    m->masks = mz_script_masks(script);
    m->handler = mz_script_handler(&script->threads[0]);
    m->signalled = sent_in(script, false);
    m->expecting = sent_in(script, true);
    for (unsigned i = 0; i < MZ_SCRIPT_OBJECTS; i++)
        m->adds[i] = mz_script_adds(script, i, MZ_LOW) |
                     mz_script_adds(script, i, MZ_HIGH) << 1 |
                     mz_script_adds(script, i, MZ_WHOLE) << 2;
    memset(m->owner, MZ_NO_THREAD, sizeof m->owner);
    memset(m->writer, MZ_NO_THREAD, sizeof m->writer);
    for (unsigned i = 0; i < MZ_SCRIPT_CONDS; i++)
        m->conds[i].worlds = world_of(0);
    for (unsigned i = 0; i < MZ_SCRIPT_FUTEXES; i++)
        m->futexes[i].worlds = world_of(0);
    bear(m, MZ_NO_THREAD, 0);
}

/* ---- what is enabled, and what it would be ------------------------------- */

static uint64_t load(const struct mz_machine *m, const struct mz_instruction *i)
{
    uint64_t whole = m->memory[i->number];

    switch (i->mask) {
    case MZ_LOW:
        return (uint32_t)whole;
    case MZ_HIGH:
        return whole >> 32;
    default:
        return whole;
    }
}

static bool holds(const struct mz_machine *m, const struct mz_instruction *i)
{
    uint64_t value = load(m, i);

    switch (i->b) {
    case MZ_EQUAL:
        return value == i->a;
    case MZ_UNEQUAL:
        return value != i->a;
    case MZ_LESS:
        return value < i->a;
    case MZ_LESS_OR_EQUAL:
        return value <= i->a;
    case MZ_GREATER:
        return value > i->a;
    default:
        return value >= i->a;
    }
}

/* Is the lock to be had? Who waits to write goes before all others, but for
 * those that wait, too. */
static bool may_take(const struct mz_machine *m, mz_tid t,
                     const struct mz_instruction *i, bool alone)
{
    bool others_wait =
        i->number == MZ_WRITERS_FIRST && m->queue && !waits_to_write(m, t);

    return m->writer[i->number] == MZ_NO_THREAD && !others_wait &&
           !(alone && m->readers[i->number]);
}

static bool enabled(const struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = next_of(m, t);

    switch (i->op) {
    case MZ_SCRIPT_LOCK:
        return m->owner[i->number] == MZ_NO_THREAD;
    case MZ_SCRIPT_WAIT:
        return m->count[i->number] > 0;
    case MZ_SCRIPT_RDLOCK:
        return may_take(m, t, i, false);
    case MZ_SCRIPT_WRLOCK:
        return (i->number == MZ_WRITERS_FIRST && !waits_to_write(m, t)) ||
               may_take(m, t, i, true);
    case MZ_SCRIPT_AWAIT:
        return holds(m, i);
    case MZ_SCRIPT_WAKE:
        return may_be_chosen(&m->conds[i->number], t);
    case MZ_SCRIPT_FUTEX_TAKE:
        return may_be_chosen(&m->futexes[futex_of(m, t, i)], t);
    case MZ_SCRIPT_BARRIER:
        return !leaves(i) || m->barriers[i->number].arrived >=
                                 mz_script_barrier_count(i->number) *
                                     m->barriers[i->number].rounds[t];
    case MZ_SCRIPT_PUT:
        return looks_up(i) || is_gathered(i) || has_room(m, i->number);
    case MZ_SCRIPT_TAKE:
        return looks_up(i) || foresees(i) ||
               pipe_state(m, i->number) & MZ_FILE_READY(MZ_FILE_IN, 0);
    case MZ_SCRIPT_CONNECT:
    case MZ_SCRIPT_ACCEPT:
        return socket_kind(i) != MZ_FILE_WAIT ||
               content_of_socket(m, i) & socket_need(i);
    case MZ_SCRIPT_FLOCK:
    case MZ_SCRIPT_RECORD:
        return file_lock_kind(i) != MZ_FILE_WAIT ||
               file_state(m, i) & file_need(i);
    case MZ_SCRIPT_JOIN:
        return mz_group_has(m->ended, i->number);
    default:
        return true;
    }
}

mz_group mz_machine_enabled(const struct mz_machine *m)
{
    mz_group threads = 0;

    if (m->failed)
        return 0;
    if (m->begins)
        return m->begins; /* before their creators go on */
    for (mz_group left = m->born & ~m->ended & ~m->stuck; left;
         left &= left - 1) {
        mz_tid t = mz_group_first(left);

        if (enabled(m, t))
            threads |= mz_group_of(t);
    }
    return threads;
}

static const uint8_t kinds[MZ_SCRIPT_OP_COUNT] = {
    [MZ_SCRIPT_READ] = MZ_READ,
    [MZ_SCRIPT_WRITE] = MZ_WRITE,
    [MZ_SCRIPT_STORE] = MZ_WRITE,
    [MZ_SCRIPT_ADD] = MZ_RMW,
    [MZ_SCRIPT_PLUS] = MZ_RMW, /* in a block */
    [MZ_SCRIPT_EXCHANGE] = MZ_RMW,
    [MZ_SCRIPT_CAS] = MZ_CAS,
    [MZ_SCRIPT_AWAIT] = MZ_AWAIT,
    [MZ_SCRIPT_LOCK] = MZ_LOCK,
    [MZ_SCRIPT_TRYLOCK] = MZ_TRYLOCK,
    [MZ_SCRIPT_UNLOCK] = MZ_UNLOCK,
    [MZ_SCRIPT_WAIT] = MZ_SEM_WAIT,
    [MZ_SCRIPT_TRYWAIT] = MZ_SEM_TRYWAIT,
    [MZ_SCRIPT_POST] = MZ_SEM_POST,
    [MZ_SCRIPT_VALUE] = MZ_READ,
    [MZ_SCRIPT_TOGETHER] = MZ_READ,
    [MZ_SCRIPT_ATOMIC] = MZ_READ,
    [MZ_SCRIPT_RDLOCK] = MZ_RD_LOCK,
    [MZ_SCRIPT_WRLOCK] = MZ_WR_LOCK,
    [MZ_SCRIPT_DIE] = MZ_OWNER_END,
    [MZ_SCRIPT_MEND] = MZ_CHOOSE,
    [MZ_SCRIPT_TRYRDLOCK] = MZ_RD_TRYLOCK,
    [MZ_SCRIPT_TRYWRLOCK] = MZ_WR_TRYLOCK,
    [MZ_SCRIPT_TIMEDWRLOCK] = MZ_WR_TRYLOCK,
    [MZ_SCRIPT_RWUNLOCK] = MZ_RD_UNLOCK,
    [MZ_SCRIPT_JOIN] = MZ_JOIN,
    [MZ_SCRIPT_CHOOSE] = MZ_CHOOSE,
    [MZ_SCRIPT_ASSUME] = MZ_CHOOSE,
    [MZ_SCRIPT_SLEEP] = MZ_COND_WAIT,
    [MZ_SCRIPT_WAKE] = MZ_COND_WAKE,
    [MZ_SCRIPT_TIMED] = MZ_COND_TIMED,
    [MZ_SCRIPT_SIGNAL] = MZ_COND_SIGNAL,
    [MZ_SCRIPT_LEAVE] = MZ_COND_CANCEL,
    [MZ_SCRIPT_BROADCAST] = MZ_COND_BROADCAST,
    [MZ_SCRIPT_FUTEX_WAIT] = MZ_FUTEX_WAIT,
    [MZ_SCRIPT_FWAIT_OF] = MZ_FUTEX_WAIT,
    [MZ_SCRIPT_FUTEX_TAKE] = MZ_FUTEX_TAKE,
    [MZ_SCRIPT_FUTEX_TIMED] = MZ_FUTEX_TIMED,
    [MZ_SCRIPT_FUTEX_WAKE] = MZ_FUTEX_WAKE,
    [MZ_SCRIPT_FWAKE_OF] = MZ_FUTEX_WAKE,
    [MZ_SCRIPT_BARRIER] = MZ_BARRIER_ARRIVE,
    [MZ_SCRIPT_PUT] = MZ_FILE_WAIT,
    [MZ_SCRIPT_TAKE] = MZ_FILE_WAIT,
    [MZ_SCRIPT_HELD] = MZ_FILE_LOOK,
    [MZ_SCRIPT_TOUCH] = MZ_FILE_CHANGE,
    [MZ_SCRIPT_READY] = MZ_FILE_LOOK,
    [MZ_SCRIPT_ARM] = MZ_FILE_CHANGE,
    [MZ_SCRIPT_LEFT] = MZ_FILE_CHANGE,   [MZ_SCRIPT_EPOLL] = MZ_FILE_LOOK,
};

static enum mz_op spin_kind(enum mz_script_op op)
{
    return op == MZ_SCRIPT_LOCK      ? MZ_SPIN_LOCK
           : op == MZ_SCRIPT_TRYLOCK ? MZ_SPIN_TRYLOCK
                                     : MZ_SPIN_UNLOCK;
}

/* Of the lock that prefers writers. */
static enum mz_op kind_before_readers(const struct mz_machine *m, mz_tid t,
                                      const struct mz_instruction *i)
{
    bool again = waits_to_write(m, t);

    switch (i->op) {
    case MZ_SCRIPT_RDLOCK:
        return MZ_RD_BEHIND;
    case MZ_SCRIPT_TRYRDLOCK:
        return MZ_RD_TRY_BEHIND;
    case MZ_SCRIPT_WRLOCK:
        return again ? MZ_WR_TAKE : MZ_WR_BEGIN;
    case MZ_SCRIPT_TIMEDWRLOCK:
        return again ? MZ_WR_TIMED : MZ_WR_BEGIN;
    default:
        return kinds[i->op];
    }
}

static unsigned width_of(uint8_t mask)
{
    return mask == MZ_WHOLE ? 2 : mask == MZ_HIGH;
}

static enum mz_op kind_of(const struct mz_machine *m, mz_tid t,
                          const struct mz_instruction *i)
{
    if (leaves(i))
        return MZ_BARRIER_FIRST;
    if (wakes_several(m, i))
        return MZ_FUTEX_CHANGE;
    if (looks_up(i) || is_gathered(i))
        return MZ_FILE_LOOK; /* but for the last event of several */
    if (mz_script_op_is_socket(i->op))
        return socket_kind(i); /* the same */
    if (mz_script_op_is_file_lock(i->op))
        return file_lock_kind(i);
    if (foresees(i))
        return MZ_FILE_LOOK;
    if (i->op == MZ_SCRIPT_READY && i->number == MZ_TIMER && i->mask)
        return MZ_FILE_CHANGE; /* it will have expired then */
    if (mz_script_op_is_lock(i->op) && i->number == MZ_SPIN)
        return spin_kind(i->op);
    if (i->op == MZ_SCRIPT_UNLOCK && i->number == MZ_ROBUST && m->robust)
        return MZ_UNLOCK_LOST;
    if (i->op == MZ_SCRIPT_RWUNLOCK && m->writer[i->number] == t)
        return MZ_WR_UNLOCK;
    if (i->op == MZ_SCRIPT_PLUS && m->adds[i->number] & 1 << width_of(i->mask))
        return MZ_ADD;
    if (mz_script_op_is_rwlock(i->op) && i->number == MZ_WRITERS_FIRST)
        return kind_before_readers(m, t, i);
    return kinds[i->op];
}

enum mz_op mz_machine_kind(const struct mz_machine *m, mz_tid t)
{
    if (mz_group_has(m->begins, t))
        return MZ_BEGIN;
    return kind_of(m, t, next_of(m, t));
}

/* The descriptor that it goes by. A counter has but one. */
static uint32_t number_of(const struct mz_instruction *i)
{
    bool writes = i->op == MZ_SCRIPT_PUT && !mz_script_is_counter(i->number);

    return MZ_MACHINE_NUMBERS + 2 * i->number + writes;
}

static struct mz_access access_of(const struct mz_machine *m, mz_tid t,
                                  const struct mz_instruction *i)
{
    struct mz_access access = {MZ_NONE, 0, kind_of(m, t, i)};

    if (mz_script_op_is_memory(i->op)) {
        access.object = i->number;
        access.mask = i->mask;
    } else if (mz_script_op_is_lock(i->op)) {
        access.object = MZ_MACHINE_LOCKS + i->number;
        access.mask = 0xff;
    } else if (mz_script_op_is_semaphore(i->op)) {
        access.object = MZ_MACHINE_SEMAPHORES + i->number;
        access.mask = 0xff;
    } else if (mz_script_op_is_rwlock(i->op)) {
        access.object = MZ_MACHINE_RWLOCKS + i->number;
        access.mask = 0xff;
    } else if (mz_script_op_is_cond(i->op)) {
        access.object = MZ_MACHINE_CONDS + i->number;
        access.mask = 0xff;
    } else if (mz_script_op_is_futex(i->op)) {
        access.object = MZ_MACHINE_FUTEXES + futex_of(m, t, i);
        access.mask = 0xff;
    } else if (mz_script_op_is_pipe(i->op)) {
        access.object = MZ_MACHINE_PIPES + i->number;
        if (looks_up(i))
            access.object = number_of(i);
        else if (i->op == MZ_SCRIPT_PUT && is_gathered(i))
            access.object = MZ_MACHINE_NAMES;
        access.mask = 0xff;
    } else if (mz_script_op_is_socket(i->op)) {
        access.object = object_of_socket(t, i);
        access.mask = 0xff;
    } else if (mz_script_op_is_file_lock(i->op)) {
        access.object = looks_up_file(i) ? MZ_MACHINE_FILES + i->number
                        : is_flock(i)    ? MZ_MACHINE_FLOCK
                                         : MZ_MACHINE_RECORDS;
        access.mask = 0xff;
    } else if (i->op == MZ_SCRIPT_BARRIER) {
        access.object =
            MZ_MACHINE_BARRIERS + 2 * i->number + round_of(m, t, i) % 2;
        access.mask = 0xff;
    }
    return access;
}

/* Readers are counted; a writer that waits counts 1024, and who writes as many
 * times that as its number plus one. */
static uint64_t rwlock_state(const struct mz_machine *m, uint8_t number)
{
    mz_tid writer = m->writer[number];
    uint64_t waiting = number == MZ_WRITERS_FIRST ? m->queue : 0;
    uint64_t state = (uint64_t)__builtin_popcountll(m->readers[number]) +
                     1024 * (uint64_t)__builtin_popcountll(waiting);

    if (writer != MZ_NO_THREAD)
        state += 1024 * 1024 * (mz_script_number(writer) + 1ull);
    return state;
}

/* The holder plus one, of a spin lock plus two; 1: it is free. Of the robust mutex how it is, while it is free. */
static uint64_t lock_state(const struct mz_machine *m, uint8_t number)
{
    if (number == MZ_SPIN)
        return m->owner[number] != MZ_NO_THREAD
                   ? mz_script_number(m->owner[number]) + 2
                   : 1;
    if (m->owner[number] != MZ_NO_THREAD)
        return mz_script_number(m->owner[number]) + 1;
    return number == MZ_ROBUST ? (uint64_t)m->robust << 16 : 0;
}

/* What the object of an instruction holds. */
static uint64_t content(const struct mz_machine *m, mz_tid t,
                        const struct mz_instruction *i)
{
    if (mz_script_op_is_memory(i->op))
        return load(m, i);
    if (mz_script_op_is_lock(i->op))
        return lock_state(m, i->number);
    if (mz_script_op_is_rwlock(i->op))
        return rwlock_state(m, i->number);
    if (mz_script_op_is_cond(i->op))
        return m->conds[i->number].state;
    if (mz_script_op_is_futex(i->op))
        return m->futexes[futex_of(m, t, i)].state;
    if (mz_script_op_is_pipe(i->op))
        return looks_up(i) || is_gathered(i) ? 0 : pipe_state(m, i->number);
    if (mz_script_op_is_socket(i->op))
        return content_of_socket(m, i);
    if (mz_script_op_is_file_lock(i->op))
        return looks_up_file(i) ? 0 : file_state(m, i);
    return mz_script_op_is_semaphore(i->op) ? m->count[i->number] : 0;
}

static struct mz_event pending_instruction(const struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = next_of(m, t);
    struct mz_access access = access_of(m, t, i);
    struct mz_event of_several = {
        .thread = mz_script_number(t), .kind = MZ_READ, .object = MZ_NONE};
    struct mz_event e = {
        .thread = mz_script_number(t),
        .kind = access.kind,
        .mask = access.mask,
        .object = access.object,
    };

    if (e.kind == MZ_FUTEX_WAIT || e.kind == MZ_FUTEX_CHANGE ||
        (is_gathered(i) && i->b == 2) || is_of_names(i))
        return of_several;
    if (e.kind == MZ_JOIN)
        e.value = mz_script_number(i->number);
    else if (e.kind != MZ_WRITE)
        e.value = content(m, t, i);
    if (e.kind == MZ_CAS || e.kind == MZ_AWAIT || e.kind == MZ_FUTEX_WAKE ||
        e.kind == MZ_ADD)
        e.other = i->a;
    if (e.kind == MZ_COND_WAKE || e.kind == MZ_COND_TIMED ||
        e.kind == MZ_COND_CANCEL || e.kind == MZ_FUTEX_TAKE ||
        e.kind == MZ_FUTEX_TIMED)
        e.other = m->ticket[t];
    if (i->op == MZ_SCRIPT_BARRIER)
        e.value = barrier_state(m, i->number, round_of(m, t, i) % 2);
    if (e.kind == MZ_BARRIER_FIRST)
        e.other = mz_barrier_round(round_of(m, t, i) / 2,
                                   mz_script_barrier_count(i->number));
    if (e.kind == MZ_FILE_WAIT)
        e.other = mz_script_op_is_file_lock(i->op) ? file_need(i)
                  : mz_script_op_is_socket(i->op)  ? socket_need(i)
                  : i->op == MZ_SCRIPT_PUT ? MZ_FILE_READY(MZ_FILE_OUT, 1)
                                           : MZ_FILE_READY(MZ_FILE_IN, 0);
    if (e.kind == MZ_AWAIT)
        e.condition = i->b;
    return e;
}

static struct mz_event begin_of(const struct mz_machine *m, mz_tid t)
{
    return (struct mz_event){
        .thread = mz_script_number(t),
        .kind = MZ_BEGIN,
        .object = MZ_NONE,
        .value = m->births[t].parent,
    };
}

struct mz_event mz_machine_pending(const struct mz_machine *m, mz_tid t)
{
    if (mz_group_has(m->begins, t))
        return begin_of(m, t);
    return pending_instruction(m, t);
}

uint32_t mz_machine_outcomes(const struct mz_machine *m, mz_tid t)
{
    const struct mz_instruction *i = next_of(m, t);
    bool chooses = i->op == MZ_SCRIPT_CHOOSE && !mz_group_has(m->begins, t);

    return chooses ? i->a : 1;
}

/* ---- a step -------------------------------------------------------------- */

static void store(struct mz_machine *m, const struct mz_instruction *i,
                  uint64_t value)
{
    uint64_t *whole = &m->memory[i->number];

    switch (i->mask) {
    case MZ_LOW:
        *whole = *whole >> 32 << 32 | (uint32_t)value;
        break;
    case MZ_HIGH:
        *whole = (uint32_t)*whole | value << 32;
        break;
    default:
        *whole = value;
    }
}

/* These return the event's value; the outcome may change its kind. */

static uint64_t access_memory(struct mz_machine *m, mz_tid t,
                              const struct mz_instruction *i, uint8_t *kind)
{
    uint64_t *reg = &m->registers[t][i->reg];
    uint64_t old = load(m, i);

    switch (i->op) {
    case MZ_SCRIPT_READ:
        *reg = old;
        return old;
    case MZ_SCRIPT_WRITE:
    case MZ_SCRIPT_STORE:
        store(m, i, i->op == MZ_SCRIPT_WRITE ? i->a : *reg);
        return load(m, i);
    case MZ_SCRIPT_ADD:
        *reg = old;
        store(m, i, old + i->a);
        return old;
    case MZ_SCRIPT_PLUS:
        store(m, i, old + i->a);
        return old;
    case MZ_SCRIPT_EXCHANGE:
        *reg = old;
        store(m, i, i->a);
        return old;
    case MZ_SCRIPT_AWAIT:
        return old;
    default:
        break;
    }
    *reg = old == i->a;
    if (*reg)
        store(m, i, i->b);
    else
        *kind = MZ_CAS_FAIL;
    return old;
}

static void release(struct mz_machine *m, const struct mz_instruction *i)
{
    m->owner[i->number] = MZ_NO_THREAD;
    if (i->op == MZ_SCRIPT_DIE)
        m->robust = MZ_MACHINE_HURT;
    else if (i->number == MZ_ROBUST && m->robust)
        m->robust = MZ_MACHINE_LOST;
}

static uint64_t access_lock(struct mz_machine *m, mz_tid t,
                            const struct mz_instruction *i, uint8_t *kind)
{
    mz_tid *owner = &m->owner[i->number];
    uint64_t before = content(m, t, i);
    bool free = *owner == MZ_NO_THREAD;
    bool lost = i->number == MZ_ROBUST && m->robust == MZ_MACHINE_LOST;

    if (i->op == MZ_SCRIPT_UNLOCK || i->op == MZ_SCRIPT_DIE)
        release(m, i);
    else if (free && !lost)
        *owner = t;
    if (i->op == MZ_SCRIPT_TRYLOCK) {
        m->registers[t][i->reg] = free && !lost;
        if (!free)
            *kind =
                i->number == MZ_SPIN ? MZ_SPIN_TRYLOCK_FAIL : MZ_TRYLOCK_FAIL;
    }
    return before;
}

static uint64_t access_semaphore(struct mz_machine *m, mz_tid t,
                                 const struct mz_instruction *i, uint8_t *kind)
{
    uint8_t *count = &m->count[i->number];
    uint8_t old = *count;

    switch (i->op) {
    case MZ_SCRIPT_POST:
        ++*count;
        return old;
    case MZ_SCRIPT_VALUE:
        m->registers[t][i->reg] = old;
        return old;
    case MZ_SCRIPT_TRYWAIT:
        m->registers[t][i->reg] = old > 0;
        if (!old)
            *kind = MZ_SEM_TRYWAIT_FAIL;
        break;
    default:
        break;
    }
    *count -= old > 0;
    return old;
}

static enum mz_op failed_kind(const struct mz_instruction *i)
{
    bool before = i->number == MZ_WRITERS_FIRST;

    if (i->op == MZ_SCRIPT_TRYRDLOCK)
        return before ? MZ_RD_BEHIND_FAIL : MZ_RD_TRYLOCK_FAIL;
    return MZ_WR_TRYLOCK_FAIL;
}

static void try_rwlock(struct mz_machine *m, mz_tid t,
                       const struct mz_instruction *i, uint8_t *kind)
{
    bool writes = i->op != MZ_SCRIPT_TRYRDLOCK,
         taken = may_take(m, t, i, writes);

    m->registers[t][i->reg] = taken;
    if (!taken)
        *kind = failed_kind(i);
    else if (writes)
        m->writer[i->number] = t;
    else
        m->readers[i->number] |= mz_group_of(t);
}

/* Of the lock that prefers writers: the first of two events, or the only one;
 * or the second. */
static void write_first(struct mz_machine *m, mz_tid t,
                        const struct mz_instruction *i, uint8_t *kind)
{
    bool taken = may_take(m, t, i, true), again = waits_to_write(m, t);

    m->queue &= ~mz_group_of(t);
    if (i->op == MZ_SCRIPT_TIMEDWRLOCK)
        m->registers[t][i->reg] = taken;
    if (taken)
        m->writer[i->number] = t;
    else if (again)
        *kind = MZ_WR_GIVE_UP;
    else
        *kind = MZ_WR_WAIT, m->queue |= mz_group_of(t);
}

static uint64_t access_rwlock(struct mz_machine *m, mz_tid t,
                              const struct mz_instruction *i, uint8_t *kind)
{
    uint64_t before = rwlock_state(m, i->number);

    switch (i->op) {
    case MZ_SCRIPT_RDLOCK:
        m->readers[i->number] |= mz_group_of(t);
        break;
    case MZ_SCRIPT_WRLOCK:
    case MZ_SCRIPT_TIMEDWRLOCK:
        if (i->number == MZ_WRITERS_FIRST)
            write_first(m, t, i, kind);
        else if (i->op == MZ_SCRIPT_TIMEDWRLOCK)
            try_rwlock(m, t, i, kind);
        else
            m->writer[i->number] = t;
        break;
    case MZ_SCRIPT_RWUNLOCK:
        if (m->writer[i->number] == t)
            m->writer[i->number] = MZ_NO_THREAD;
        m->readers[i->number] &= ~mz_group_of(t);
        break;
    default:
        try_rwlock(m, t, i, kind);
    }
    return before;
}

/* The states that events record are those of op/cond.h; who wakes up is what
 * the worlds say. The two must not differ. */
static void check_wake(const struct mz_machine_cond *c, mz_tid t, uint8_t kind,
                       const struct mz_op_operand *operand)
{
    enum mz_op told = mz_op_outcome(kind, c->state, operand);

    if (kind == MZ_COND_WAKE || kind == MZ_COND_WOKEN)
        MZ_ASSERT(mz_op_enabled(kind, c->state, operand) &&
                  (told == MZ_COND_WOKEN) == is_chosen(c, t));
    else
        MZ_ASSERT((told == MZ_COND_TIMED) == may_be_chosen(c, t));
}

/* It leaves, and what it was chosen by chooses another, if it might have been
 * another in the first place. */
static void leave(struct mz_machine_cond *c, mz_tid t)
{
    bool signals = may_be_chosen(c, t) && !is_chosen(c, t);

    wake(c, t);
    if (signals)
        choose_one(c);
}

static uint64_t access_cond(struct mz_machine *m, mz_tid t,
                            const struct mz_instruction *i, uint8_t *kind)
{
    struct mz_machine_cond *c = &m->conds[i->number];
    struct mz_op_operand operand = {.number = m->ticket[t],
                                    .thread = mz_script_number(t)};
    uint64_t before = c->state;

    switch (i->op) {
    case MZ_SCRIPT_SLEEP:
        c->waiting |= mz_group_of(t);
        break;
    case MZ_SCRIPT_SIGNAL:
        choose_one(c);
        break;
    case MZ_SCRIPT_BROADCAST:
        c->worlds = world_of(c->waiting);
        break;
    case MZ_SCRIPT_LEAVE:
        leave(c, t);
        break;
    default:
        if (i->op == MZ_SCRIPT_TIMED)
            m->registers[t][i->reg] = may_be_chosen(c, t);
        if (i->op == MZ_SCRIPT_TIMED && !may_be_chosen(c, t))
            *kind = MZ_COND_TIMED_OUT;
        if (i->op == MZ_SCRIPT_WAKE && is_chosen(c, t))
            *kind = MZ_COND_WOKEN;
        check_wake(c, t, *kind, &operand);
        wake(c, t);
    }
    mz_cond_after(*kind, &c->state, &operand);
    if (i->op == MZ_SCRIPT_SLEEP)
        m->ticket[t] = mz_cond_ticket(c->state);
    return before;
}

/* The same of op/futex.h. */
static void check_futex(const struct mz_machine_cond *c, mz_tid t, uint8_t kind,
                        const struct mz_op_operand *operand)
{
    enum mz_op told = mz_op_outcome(kind, c->state, operand);

    if (kind == MZ_FUTEX_TAKE || kind == MZ_FUTEX_WOKEN)
        MZ_ASSERT(mz_op_enabled(kind, c->state, operand) &&
                  (told == MZ_FUTEX_WOKEN) == is_chosen(c, t));
    else
        MZ_ASSERT((told == MZ_FUTEX_TIMED) == may_be_chosen(c, t));
}

/* Who sleeps and may not be woken up by any of the wakes so far. */
static uint64_t asleep(const struct mz_machine_cond *c)
{
    for (mz_group chosen = 0; chosen < 64; chosen++)
        if (c->worlds & world_of(chosen))
            return __builtin_popcountll(c->waiting & ~chosen);
    return 0;
}

static uint64_t wake_some(struct mz_machine_cond *c, unsigned number)
{
    uint64_t woken = asleep(c) < number ? asleep(c) : number;

    for (uint64_t i = 0; i < woken; i++)
        choose_one(c);
    return woken;
}

static uint64_t access_futex(struct mz_machine *m, mz_tid t,
                             const struct mz_instruction *i, uint8_t *kind)
{
    struct mz_machine_cond *c = &m->futexes[futex_of(m, t, i)];
    struct mz_op_operand operand = {.number = m->ticket[t],
                                    .thread = mz_script_number(t)};
    uint64_t *reg = &m->registers[t][i->reg], before = c->state;

    if (mz_script_op_is_futex_wake(i->op)) {
        operand.number = i->a;
        *reg = wake_some(c, i->a);
        if (!*reg)
            *kind = MZ_FUTEX_NOBODY;
    } else {
        *reg = may_be_chosen(c, t) ? 1 : 2;
        if (i->op == MZ_SCRIPT_FUTEX_TIMED && *reg == 2)
            *kind = MZ_FUTEX_TIMED_OUT;
        if (i->op == MZ_SCRIPT_FUTEX_TAKE && is_chosen(c, t))
            *kind = MZ_FUTEX_WOKEN;
        check_futex(c, t, *kind, &operand);
        wake(c, t);
    }
    mz_futex_after(*kind, &c->state, &operand);
    return before;
}

static uint64_t perform(struct mz_machine *m, mz_tid t,
                        const struct mz_instruction *i, uint32_t choice,
                        uint8_t *kind)
{
    if (i->op == MZ_SCRIPT_JOIN) {
        m->joined |= mz_group_of(i->number);
        return mz_script_number(i->number);
    }
    if (i->op == MZ_SCRIPT_CHOOSE)
        return m->registers[t][i->reg] = choice;
    if (mz_script_op_is_memory(i->op))
        return access_memory(m, t, i, kind);
    if (mz_script_op_is_rwlock(i->op))
        return access_rwlock(m, t, i, kind);
    if (mz_script_op_is_cond(i->op))
        return access_cond(m, t, i, kind);
    if (mz_script_op_is_futex(i->op))
        return access_futex(m, t, i, kind);
    if (i->op == MZ_SCRIPT_BARRIER)
        return access_barrier(m, t, i, kind);
    if (mz_script_op_is_pipe(i->op))
        return access_pipe(m, t, i);
    if (mz_script_op_is_socket(i->op)) {
        uint64_t before = content_of_socket(m, i);

        if (i->op == MZ_SCRIPT_UNLINK)
            m->registers[t][i->reg] = unlink_path(m);
        else if (mz_group_has(m->inside, t))
            access_socket(m, t);
        return before;
    }
    if (mz_script_op_is_file_lock(i->op))
        return access_file_lock(m, t, i);
    return mz_script_op_is_lock(i->op) ? access_lock(m, t, i, kind)
                                       : access_semaphore(m, t, i, kind);
}

/* The accesses of a step, and what their bytes held before. */
struct accesses {
    unsigned count;
    struct mz_access made[MZ_SCRIPT_CODE + 1];
    uint64_t before[MZ_SCRIPT_CODE + 1];
};

static void add(struct accesses *to, struct mz_access access, uint64_t before)
{
    to->made[to->count] = access;
    to->before[to->count++] = before;
}

/* One access, or whatever else is one event. Returns its value. */
static uint64_t step_once(struct mz_machine *m, mz_tid t, uint32_t choice,
                          struct accesses *accesses)
{
    const struct mz_instruction *i = next_of(m, t);
    struct mz_access access = access_of(m, t, i);
    uint64_t before = content(m, t, i);
    uint64_t value = perform(m, t, i, choice, &access.kind);

    advance(m, t);
    add(accesses, access, before);
    return value;
}

/* A compare-exchange that fails in it is recorded like one that does not, as
 * the runtime does: the kinds of a block are known before it is executed. */
static void step_block(struct mz_machine *m, mz_tid t, struct mz_event *e,
                       struct accesses *accesses)
{
    unsigned end = m->at[t] + 1 + next_of(m, t)->a;

    m->at[t]++;
    while (m->at[t] < end) {
        const struct mz_instruction *i = next_of(m, t);

        if (mz_script_op_is_skip(i->op)) {
            m->at[t] += 1 + skipped(m, t, i);
            continue;
        }
        e->value = mz_hash_word(e->value, step_once(m, t, 0, accesses));
        accesses->made[accesses->count - 1].kind = kinds[i->op];
    }
    e->other = accesses->before[0];
}

/* It sleeps only if the word is as expected, which is one event with the read
 * of the word. */
static void step_futex_wait(struct mz_machine *m, mz_tid t, struct mz_event *e,
                            struct accesses *accesses)
{
    const struct mz_instruction *i = next_of(m, t);
    struct mz_machine_cond *c = &m->futexes[futex_of(m, t, i)];
    uint64_t held = load(m, i);
    struct mz_op_operand operand = {.number = held == i->a,
                                    .thread = mz_script_number(t)};

    add(accesses, access_of(m, t, i), c->state);
    add(accesses, (struct mz_access){i->number, i->mask, MZ_READ}, held);
    e->value = mz_hash_word(c->state, held) << 1 | operand.number;
    e->other = c->state;
    m->at[t] += operand.number ? 1 : MZ_SCRIPT_FUTEX_LENGTH;
    if (operand.number)
        c->waiting |= mz_group_of(t);
    else
        m->registers[t][i->reg] = 0;
    mz_futex_after(MZ_FUTEX_WAIT, &c->state, &operand);
    m->ticket[t] = mz_cond_ticket(c->state);
}

static struct mz_access access_to(uint32_t object, enum mz_op kind)
{
    return (struct mz_access){object, 0xff, kind};
}

/* In one queue; how many it was for. */
static uint64_t wake_in(struct mz_machine *m, unsigned queue, uint64_t number,
                        struct accesses *accesses)
{
    struct mz_machine_cond *c = &m->futexes[queue];
    struct mz_op_operand operand = {.number = wake_some(c, number)};

    add(accesses, access_to(MZ_MACHINE_FUTEXES + queue, MZ_FUTEX_CHANGE),
        c->state);
    if (operand.number)
        mz_futex_after(MZ_FUTEX_WAKE, &c->state, &operand);
    add(accesses, access_to(MZ_MACHINE_FUTEXES + queue, MZ_FUTEX_LEFT),
        c->state);
    return operand.number;
}

/* The queues of all masks that have a bit in common with its own. */
static void step_wake(struct mz_machine *m, mz_tid t, struct mz_event *e,
                      struct accesses *accesses)
{
    const struct mz_instruction *i = next_of(m, t);
    uint64_t woken = 0, sleeping = 0;
    unsigned sleeping_in = 0;

    for (unsigned mask = 0; mask <= MZ_SCRIPT_MASKS; mask++) {
        bool is_for = !mask || (!i->number && m->masks >> mask & 1 &&
                                (!i->b || i->b & mask));
        uint64_t those;

        if (!is_for)
            continue;
        those = asleep(&m->futexes[queue_of(i, mask)]);
        sleeping += those;
        sleeping_in += those > 0;
        woken += wake_in(m, queue_of(i, mask), i->a - woken, accesses);
    }
    m->chooses |= sleeping_in > 1 && woken < sleeping;
    m->registers[t][i->reg] = woken;
    for (unsigned k = 0; k < accesses->count; k++)
        e->value = mz_hash_word(e->value, accesses->before[k]);
    e->other = accesses->before[0];
    advance(m, t);
}

static void look_at_set(struct mz_machine *m, mz_tid t,
                        const struct mz_instruction *i, struct mz_event *e,
                        struct accesses *accesses)
{
    static const uint8_t members[] = {0, 1, MZ_COUNTER};

    add(accesses, access_to(MZ_MACHINE_PIPES + MZ_SET, MZ_FILE_CHANGE), 0);
    for (unsigned n = 0; n < MZ_COUNT(members); n++) {
        add(accesses, access_to(MZ_MACHINE_PIPES + members[n], MZ_FILE_LOOK),
            pipe_state(m, members[n]));
        e->value += m->pipes[members[n]].held > 0;
    }
    m->registers[t][i->reg] = e->value;
}

static void send_letter(struct mz_machine *m, const struct mz_instruction *i,
                        struct accesses *accesses)
{
    add(accesses, access_to(MZ_MACHINE_NAMES, MZ_FILE_LOOK), 0);
    add(accesses, access_to(MZ_MACHINE_SENDER, MZ_FILE_LOOK), 0);
    add(accesses, access_to(MZ_MACHINE_PIPES + MZ_LETTERS, MZ_FILE_CHANGE),
        pipe_state(m, MZ_LETTERS));
    put_into(&m->pipes[MZ_LETTERS], i);
}

static void step_gathered(struct mz_machine *m, mz_tid t, struct mz_event *e,
                          struct accesses *accesses)
{
    const struct mz_instruction *i = next_of(m, t);

    if (i->op == MZ_SCRIPT_EPOLL)
        look_at_set(m, t, i, e, accesses);
    else
        send_letter(m, i, accesses);
    advance(m, t);
}

/* To find who has the path looks at that alone; to try is to change whose queue
 * was found before. */
static void step_of_names(struct mz_machine *m, mz_tid t,
                          struct accesses *accesses)
{
    const struct mz_instruction *i = next_of(m, t);
    bool binds = i->mask == MZ_BINDS;
    enum mz_op kind = binds ? MZ_FILE_CHANGE : MZ_FILE_LOOK;
    unsigned changed = binds ? i->number + 1 : i->mask == MZ_TRIES ? i->b : 0;

    add(accesses, access_to(MZ_MACHINE_NAMES, kind), 0);
    if (changed)
        add(accesses,
            access_to(MZ_MACHINE_SOCKETS + changed - 1, MZ_FILE_CHANGE),
            socket_state(m, changed - 1));
    add(accesses, access_to(MZ_MACHINE_PATHS, kind), 0);
    access_socket(m, t);
    advance(m, t);
}

/* Executes one event, without its consequences. */
static void step_event(struct mz_machine *m, mz_tid t, uint32_t choice,
                       struct mz_event *e, struct accesses *accesses)
{
    static const struct mz_access write = {MZ_MACHINE_UNIVERSE, 0xff, MZ_WRITE};
    static const struct mz_access read = {MZ_MACHINE_UNIVERSE, 0xff, MZ_READ};
    enum mz_script_op op = next_of(m, t)->op;

    if (mz_script_op_is_block(op)) {
        step_block(m, t, e, accesses);
    } else if (wakes_several(m, next_of(m, t))) {
        step_wake(m, t, e, accesses);
    } else if (mz_script_op_is_futex_wait(op)) {
        step_futex_wait(m, t, e, accesses);
    } else if (is_gathered(next_of(m, t)) && next_of(m, t)->b == 2) {
        step_gathered(m, t, e, accesses);
    } else if (is_of_names(next_of(m, t))) {
        step_of_names(m, t, accesses);
    } else {
        *e = mz_machine_pending(m, t);
        e->value = step_once(m, t, choice, accesses);
        if (e->kind == MZ_WRITE)
            e->other = accesses->before[0];
    }
    if (op == MZ_SCRIPT_ATOMIC) {
        accesses->count = 0;
        e->other = 0;
        add(accesses, write, 0);
    } else if (m->blocks && !mz_op_is_local(accesses->made[0].kind)) {
        add(accesses, read, 0);
    }
}

static struct mz_event step_begin(struct mz_machine *m, mz_tid t)
{
    m->begins &= ~mz_group_of(t);
    m->last[t] = m->length++;
    settle(m, t);
    return begin_of(m, t);
}

struct mz_event mz_machine_step(struct mz_machine *m, mz_tid t, uint32_t choice,
                                struct mz_access more[MZ_SCRIPT_CODE],
                                uint64_t before[MZ_SCRIPT_CODE])
{
    struct accesses accesses; /* to clear them all would take half the time */
    struct mz_event e = {.thread = mz_script_number(t)};
    uint32_t outcomes = mz_machine_outcomes(m, t);

    if (mz_group_has(m->begins, t))
        return step_begin(m, t);
    accesses.count = 0;
    step_event(m, t, choice, &e, &accesses);
    e.kind = accesses.made[0].kind;
    e.mask = accesses.made[0].mask;
    e.object = accesses.made[0].object;
    e.bound = e.kind == MZ_CHOOSE ? outcomes : accesses.count - 1;
    memcpy(more, accesses.made + 1, (accesses.count - 1) * sizeof *more);
    memcpy(before, accesses.before + 1, (accesses.count - 1) * sizeof *before);
    m->last[t] = m->length++;
    settle(m, t);
    return e;
}

enum mz_outcome mz_machine_outcome(const struct mz_machine *m)
{
    if (m->failed)
        return MZ_ERROR;
    if (m->born == m->ended)
        return MZ_COMPLETE;
    if (is_signal_due(m))
        return MZ_LOOP_BLOCKED;
    return m->stuck ? MZ_ASSUME_BLOCKED : MZ_DEADLOCK;
}

bool mz_machine_same(const struct mz_machine *a, const struct mz_machine *b)
{
    return !memcmp(a->memory, b->memory, sizeof a->memory) &&
           !memcmp(a->registers, b->registers, sizeof a->registers) &&
           !memcmp(a->owner, b->owner, sizeof a->owner) &&
           a->robust == b->robust &&
           !memcmp(a->count, b->count, sizeof a->count) &&
           !memcmp(a->readers, b->readers, sizeof a->readers) &&
           !memcmp(a->writer, b->writer, sizeof a->writer) &&
           a->queue == b->queue &&
           !memcmp(a->conds, b->conds, sizeof a->conds) &&
           !memcmp(a->futexes, b->futexes, sizeof a->futexes) &&
           a->chooses == b->chooses &&
           !memcmp(a->ticket, b->ticket, sizeof a->ticket) &&
           !memcmp(a->barriers, b->barriers, sizeof a->barriers) &&
           !memcmp(a->pipes, b->pipes, sizeof a->pipes) &&
           !memcmp(a->sockets, b->sockets, sizeof a->sockets) &&
           a->file == b->file && a->connected == b->connected &&
           !memcmp(a->flocks, b->flocks, sizeof a->flocks) &&
           !memcmp(a->records, b->records, sizeof a->records) &&
           !memcmp(a->parts, b->parts, sizeof a->parts) &&
           a->inside == b->inside && !memcmp(a->at, b->at, sizeof a->at) &&
           !memcmp(a->look, b->look, sizeof a->look) &&
           !memcmp(a->back, b->back, sizeof a->back) &&
           a->looked == b->looked && a->at_once == b->at_once &&
           a->aside == b->aside && a->sending_itself == b->sending_itself &&
           a->asked == b->asked && a->masked == b->masked &&
           a->handling == b->handling &&
           a->born == b->born && a->ended == b->ended &&
           a->joined == b->joined && a->detached == b->detached &&
           a->begins == b->begins && a->stuck == b->stuck &&
           a->failed == b->failed;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "random_script.h"

#include "tests/random_below.h"

const char *const mz_mix_names[MZ_MIX_COUNT] = {
#define X(name, summary) #name,
    MZ_MIXES(X)
#undef X
};
const char *const mz_mix_summaries[MZ_MIX_COUNT] = {
#define X(name, summary) summary,
    MZ_MIXES(X)
#undef X
};

struct mix {
    uint8_t weights[MZ_SCRIPT_OP_COUNT];
    uint8_t halves; /* percent of accesses that may be of a half */
    uint8_t branch; /* percent of instructions with a branch before them */
    uint8_t nested; /* percent of threads whose creator is not main */
    uint8_t again;  /* percent of operations after which a child is joined, or
                       outlived, and created again */
    uint8_t detach; /* percent of threads that are detached, not joined */
    uint8_t keep;   /* percent of threads that end without unlocking */
    uint8_t zeros;  /* percent of writes that write zero */
    uint8_t narrow; /* percent of scripts with one object */
    uint8_t lock;   /* the first of two locks that it uses, of four */
    uint8_t rwlock; /* the first of the reader-writer locks that it uses */
    uint8_t pipe;   /* the only pipe that it uses; 0: one of all */
    uint8_t leave;  /* percent of sleeps that are cancelled */
    uint8_t masks;  /* percent of scripts where futexes have some */
    uint16_t share; /* percent of the scripts that a mix has in a test, for
                       those whose operations occur in few of them; 0: 55 */
    uint8_t crowd;  /* percent of scripts with more than two threads that do
                       something; 0: half of them */
};

/* clang-format off */
#define W(kind, weight) [MZ_SCRIPT_##kind] = weight
static const struct mix mixes[MZ_MIX_COUNT] = {
    [MZ_MIX_memory] = {
        {W(READ, 8), W(WRITE, 6), W(STORE, 2), W(ADD, 2), W(EXCHANGE, 1)},
        .branch = 25},
    [MZ_MIX_cas] = {
        {W(READ, 3), W(WRITE, 3), W(CAS, 7), W(ADD, 1)},
        .branch = 25},
    [MZ_MIX_halves] = {
        {W(READ, 5), W(WRITE, 4), W(STORE, 1), W(ADD, 1), W(CAS, 3)},
        .halves = 90, .branch = 15},
    [MZ_MIX_additions] = {
        {W(READ, 4), W(WRITE, 2), W(ADD, 1), W(PLUS, 9), W(EXCHANGE, 1),
         W(CAS, 5)},
        .halves = 8, .branch = 20, .nested = 20, .narrow = 75, .crowd = 70,
        .share = 110},
    [MZ_MIX_locks] = {
        {W(READ, 2), W(WRITE, 2), W(LOCK, 6), W(UNLOCK, 4)},
        .branch = 15, .keep = 15},
    [MZ_MIX_trylocks] = {
        {W(READ, 2), W(WRITE, 2), W(LOCK, 2), W(TRYLOCK, 5), W(UNLOCK, 4)},
        .branch = 30, .keep = 10},
    [MZ_MIX_family] = {
        {W(READ, 4), W(WRITE, 3), W(ADD, 1), W(PLUS, 1), W(CAS, 1), W(LOCK, 2),
         W(UNLOCK, 2)},
        .branch = 30, .nested = 70, .keep = 10},
    [MZ_MIX_again] = {
        {W(READ, 4), W(WRITE, 3), W(STORE, 1), W(ADD, 1), W(CAS, 2),
         W(AWAIT, 1), W(WAIT, 1), W(POST, 2), W(CHOOSE, 1)},
        .branch = 20, .nested = 30, .narrow = 40, .crowd = 30, .again = 60,
        .detach = 40, .share = 370},
    [MZ_MIX_choices] = {
        {W(READ, 4), W(WRITE, 3), W(STORE, 3), W(CAS, 1), W(LOCK, 1),
         W(UNLOCK, 1), W(CHOOSE, 3), W(ASSUME, 3)},
        .branch = 20, .nested = 20, .share = 30},
    [MZ_MIX_atomics] = {
        {W(READ, 5), W(WRITE, 4), W(STORE, 1), W(CAS, 1), W(LOCK, 2),
         W(TRYLOCK, 1), W(UNLOCK, 2), W(ATOMIC, 3)},
        .halves = 20, .branch = 15, .nested = 20, .keep = 10},
    [MZ_MIX_together] = {
        {W(READ, 4), W(WRITE, 3), W(ADD, 1), W(CAS, 1), W(TOGETHER, 5)},
        .halves = 30, .branch = 15, .share = 30},
    [MZ_MIX_everything] = {
        {W(READ, 5), W(WRITE, 4), W(STORE, 1), W(ADD, 1), W(PLUS, 2),
         W(EXCHANGE, 1), W(CAS, 3), W(LOCK, 3), W(TRYLOCK, 2), W(UNLOCK, 3),
         W(TOGETHER, 1), W(CHOOSE, 1), W(ASSUME, 1)},
        .halves = 20, .branch = 25, .nested = 30, .keep = 10},
    [MZ_MIX_awaits] = {
        {W(READ, 2), W(WRITE, 8), W(STORE, 1), W(ADD, 2), W(PLUS, 1), W(CAS, 5),
         W(AWAIT, 5)},
        .halves = 40, .branch = 10, .nested = 20, .zeros = 25, .narrow = 60},
    [MZ_MIX_toggles] = {
        {W(WRITE, 6), W(ADD, 4), W(EXCHANGE, 1), W(AWAIT, 4)},
        .halves = 10, .branch = 5, .zeros = 40, .narrow = 85, .crowd = 80, .share = 30},
    [MZ_MIX_semaphores] = {
        {W(READ, 2), W(WRITE, 2), W(WAIT, 3), W(TRYWAIT, 2), W(POST, 8),
         W(VALUE, 2)},
        .branch = 20, .nested = 20, .narrow = 70, .share = 115},
    [MZ_MIX_blocking] = {
        {W(WRITE, 5), W(ADD, 1), W(AWAIT, 3), W(WAIT, 2), W(TRYWAIT, 1),
         W(POST, 5), W(LOCK, 3), W(TRYLOCK, 1), W(UNLOCK, 2)},
        .branch = 15, .nested = 20, .keep = 10, .zeros = 30, .narrow = 80,
        .crowd = 70},
    [MZ_MIX_rwlocks] = {
        {W(READ, 2), W(WRITE, 2), W(RDLOCK, 6), W(WRLOCK, 4), W(RWUNLOCK, 7),
         W(LOCK, 1), W(UNLOCK, 1)},
        .branch = 15, .nested = 20, .keep = 15, .narrow = 70},
    [MZ_MIX_tryrwlocks] = {
        {W(READ, 1), W(WRITE, 1), W(RDLOCK, 2), W(WRLOCK, 4), W(TRYRDLOCK, 8),
         W(TRYWRLOCK, 4), W(RWUNLOCK, 7)},
        .branch = 25, .nested = 20, .keep = 15, .narrow = 90, .crowd = 65, .share = 110},
    [MZ_MIX_writers] = {
        {W(READ, 1), W(RDLOCK, 5), W(WRLOCK, 5), W(TRYRDLOCK, 4),
         W(TRYWRLOCK, 1), W(TIMEDWRLOCK, 5), W(RWUNLOCK, 11)},
        .branch = 10, .nested = 20, .keep = 5, .rwlock = MZ_WRITERS_FIRST,
        .crowd = 70, .share = 230},
    [MZ_MIX_spins] = {
        {W(READ, 2), W(WRITE, 2), W(LOCK, 5), W(TRYLOCK, 4), W(UNLOCK, 4)},
        .branch = 25, .keep = 15, .lock = 1},
    [MZ_MIX_robust] = {
        {W(READ, 1), W(LOCK, 8), W(TRYLOCK, 3), W(UNLOCK, 6), W(MEND, 1)},
        .branch = 10, .nested = 20, .keep = 60, .lock = 2, .crowd = 60, .share = 290},
    [MZ_MIX_conds] = {
        {W(READ, 1), W(LOCK, 1), W(UNLOCK, 2), W(SLEEP, 7), W(SIGNAL, 6),
         W(BROADCAST, 1)},
        .branch = 5, .nested = 20, .keep = 5, .narrow = 90, .crowd = 75, .share = 235},
    [MZ_MIX_futexes] = {
        {W(WRITE, 2), W(ADD, 1), W(PLUS, 1), W(CAS, 1), W(FUTEX_WAIT, 9), W(FUTEX_WAKE, 6)},
        .halves = 100, .branch = 5, .nested = 20, .narrow = 90, .crowd = 75,
        .masks = 18, .share = 440},
    [MZ_MIX_barriers] = {
        {W(READ, 1), W(WRITE, 2), W(LOCK, 1), W(UNLOCK, 1), W(BARRIER, 9),
         W(ONCE, 3)},
        .branch = 5, .nested = 20, .keep = 5, .narrow = 50, .share = 120},
    [MZ_MIX_pipes] = {
        {W(READ, 1), W(WRITE, 1), W(LOCK, 1), W(UNLOCK, 1), W(PUT, 6),
         W(TAKE, 6), W(HELD, 2), W(TOUCH, 1), W(READY, 2), W(EPOLL, 2)},
        .branch = 15, .nested = 20, .keep = 10, .narrow = 75, .share = 100},
    [MZ_MIX_files] = {
        {W(READ, 2), W(WRITE, 2), W(FLOCK, 6), W(TRYFLOCK, 3), W(RECORD, 6),
         W(TRYRECORD, 3)},
        .branch = 15, .nested = 20, .narrow = 80},
    [MZ_MIX_paths] = {
        {W(READ, 1), W(WRITE, 1), W(BIND, 6), W(LISTEN, 2), W(CONNECT, 7),
         W(ACCEPT, 5), W(UNLINK, 3)},
        .branch = 10, .nested = 20, .narrow = 60, .crowd = 15},
    [MZ_MIX_timers] = {
        {W(READ, 1), W(WRITE, 2), W(ARM, 5), W(TAKE, 4), W(TOUCH, 1),
         W(READY, 3), W(LEFT, 2), W(LOCK, 1), W(UNLOCK, 1)},
        .branch = 15, .nested = 20, .narrow = 75, .pipe = MZ_TIMER},
    [MZ_MIX_cancels] = {
        {W(READ, 2), W(WRITE, 3), W(LOCK, 2), W(UNLOCK, 2), W(WAIT, 1),
         W(POST, 2), W(CANCEL, 6), W(POINT, 8)},
        .branch = 10, .nested = 30, .keep = 10, .narrow = 60, .crowd = 50},
    [MZ_MIX_signals] = {
        {W(READ, 2), W(WRITE, 2), W(ADD, 1), W(LOCK, 2), W(UNLOCK, 2),
         W(SEND, 8), W(SIGWAIT, 4), W(SIGTAKE, 3),
         W(CAS, 1), W(AWAIT, 1), W(WAIT, 1), W(POST, 1), W(TRYWAIT, 1),
         W(KILL, 6), W(BLOCK, 1), W(UNBLOCK, 4)},
        .branch = 10, .nested = 30, .keep = 5, .narrow = 70, .crowd = 50},
    [MZ_MIX_leaves] = {
        {W(WRITE, 1), W(UNLOCK, 2), W(SLEEP, 6), W(SIGNAL, 6), W(BROADCAST, 1)},
        .branch = 5, .nested = 20, .narrow = 90, .crowd = 70, .leave = 50, .share = 92},
    [MZ_MIX_kinds] = {
        {W(READ, 4), W(WRITE, 4), W(STORE, 1), W(ADD, 1), W(PLUS, 2),
         W(EXCHANGE, 1), W(CAS, 3), W(AWAIT, 4), W(LOCK, 2), W(TRYLOCK, 1), W(UNLOCK, 2),
         W(WAIT, 2), W(TRYWAIT, 1), W(POST, 5), W(VALUE, 1), W(RDLOCK, 2),
         W(WRLOCK, 1), W(TRYRDLOCK, 1), W(TRYWRLOCK, 1), W(RWUNLOCK, 3),
         W(SLEEP, 2), W(SIGNAL, 3), W(BROADCAST, 1), W(FUTEX_WAIT, 2),
         W(FUTEX_WAKE, 3), W(BARRIER, 2),
         W(PUT, 2), W(TAKE, 2), W(HELD, 1), W(TOUCH, 1), W(READY, 1), W(ARM, 1),
         W(FLOCK, 1), W(RECORD, 1),
         W(ONCE, 1), W(TOGETHER, 2),
         W(CANCEL, 2), W(POINT, 2),
         W(ATOMIC, 2), W(CHOOSE, 1), W(ASSUME, 1)},
        .halves = 20, .branch = 20, .nested = 30, .keep = 10, .zeros = 20,
        .narrow = 60, .lock = 1},
    [MZ_MIX_shared] = {
        {W(READ, 7), W(WRITE, 4)},
        .branch = 5, .crowd = 100, .share = 30},
    [MZ_MIX_asserts] = {
        {W(READ, 5), W(WRITE, 4), W(STORE, 1), W(ADD, 2), W(PLUS, 2),
         W(EXCHANGE, 1), W(CAS, 3), W(LOCK, 3), W(TRYLOCK, 2), W(UNLOCK, 3),
         W(TOGETHER, 1), W(CHOOSE, 1), W(ASSUME, 1), W(ASSERT, 7)},
        .halves = 10, .branch = 25, .nested = 30, .keep = 10},
};
#undef W
/* clang-format on */

enum { OBJECTS = 3, LOCKS = 2, SEMAPHORES = 2, PIPES = 2, ROOM_AT_END = 16 };

/* A thread that is being written. */
struct writer {
    struct mz_random *random;
    const struct mix *mix;
    struct mz_script_thread *thread;
    unsigned objects;
    unsigned semaphores;
    unsigned rwlocks;
    unsigned conds;
    bool masks; /* of futexes */
    unsigned pipes, first_pipe;
    unsigned sockets;
    enum mz_script_op locks_files; /* by which call, mostly */
    mz_tid self;
    mz_group created;  /* by the thread */
    mz_group detached; /* none of these is joined */
    mz_group users[MZ_SCRIPT_BARRIERS];
    bool sends, kills;  /* some thread, so far */
    bool in_handler;
    bool blocks;        /* the signal, perhaps */
    unsigned registers; /* given so far */
    uint8_t held[MZ_SCRIPT_CODE];
    unsigned held_count;
};

static uint32_t below(struct writer *w, uint32_t bound)
{
    return mz_random_below(w->random, bound);
}

static bool chance(struct writer *w, unsigned percent)
{
    return below(w, 100) < percent;
}

static void put(struct writer *w, struct mz_instruction i)
{
    MZ_ASSERT(w->thread->length < MZ_SCRIPT_CODE);
    w->thread->code[w->thread->length++] = i;
}

/* The first of those that are for it, and how many there are. */
static unsigned first_register(const struct writer *w)
{
    return w->in_handler ? MZ_HANDLER_REGISTERS : 0;
}

static unsigned register_count(const struct writer *w)
{
    return w->in_handler ? MZ_SCRIPT_REGISTERS - MZ_HANDLER_REGISTERS
           : w->mix->weights[MZ_SCRIPT_KILL] ? MZ_HANDLER_REGISTERS
                                             : MZ_SCRIPT_REGISTERS;
}

static uint8_t new_register(struct writer *w)
{
    return first_register(w) + w->registers++ % register_count(w);
}

/* One that holds something; w->registers > 0. */
static uint8_t old_register(struct writer *w)
{
    unsigned most = register_count(w);
    unsigned count = w->registers < most ? w->registers : most;

    /* Mostly the latest. */
    return first_register(w) +
           (chance(w, 60) ? (w->registers - 1) % most : below(w, count));
}

/* One that touches some memory. */
static struct mz_instruction access(struct writer *w, enum mz_script_op op)
{
    static const uint8_t masks[] = {MZ_LOW, MZ_HIGH, MZ_WHOLE};

    return (struct mz_instruction){
        .op = op,
        .number = below(w, w->objects),
        .mask = chance(w, w->mix->halves) ? masks[below(w, 3)] : MZ_WHOLE,
    };
}

static void put_memory(struct writer *w, enum mz_script_op op)
{
    bool stores = op == MZ_SCRIPT_STORE;
    struct mz_instruction i = access(w, op);

    i.a = op == MZ_SCRIPT_CAS   ? below(w, 2)
          : op == MZ_SCRIPT_ADD ? 1
                                : 1 + below(w, 2);
    i.b = op == MZ_SCRIPT_CAS ? 1 + below(w, 2) : 0;
    if (op != MZ_SCRIPT_WRITE && op != MZ_SCRIPT_PLUS)
        i.reg = stores ? old_register(w) : new_register(w);
    if (stores || op == MZ_SCRIPT_READ)
        i.a = 0;
    if (op == MZ_SCRIPT_WRITE && chance(w, w->mix->zeros))
        i.a = 0;
    put(w, i);
}

/* For some of the few values there are; nothing is below zero, little above
 * two. */
static void put_await(struct writer *w)
{
    struct mz_instruction i = access(w, MZ_SCRIPT_AWAIT);

    i.b = chance(w, 25) ? MZ_EQUAL : below(w, MZ_CONDITION_COUNT);
    i.a = i.b == MZ_LESS      ? 1 + below(w, 2)
          : i.b == MZ_GREATER ? below(w, 2)
                              : below(w, 3);
    put(w, i);
}

static void put_semaphore(struct writer *w, enum mz_script_op op)
{
    struct mz_instruction i = {.op = op, .number = below(w, w->semaphores)};

    if (op == MZ_SCRIPT_TRYWAIT || op == MZ_SCRIPT_VALUE)
        i.reg = new_register(w);
    put(w, i);
}

static void put_rwlock(struct writer *w, enum mz_script_op op)
{
    struct mz_instruction i = {.op = op,
                               .number = w->mix->rwlock + below(w, w->rwlocks)};

    if (op == MZ_SCRIPT_TRYRDLOCK || op == MZ_SCRIPT_TRYWRLOCK ||
        op == MZ_SCRIPT_TIMEDWRLOCK)
        i.reg = new_register(w);
    put(w, i);
}

static void put_branch(struct writer *w)
{
    enum mz_script_op op =
        chance(w, 50) ? MZ_SCRIPT_SKIP_EQ : MZ_SCRIPT_SKIP_NE;

    if (w->registers)
        put(w, (struct mz_instruction){.op = op,
                                       .reg = old_register(w),
                                       .a = below(w, 2),
                                       .b = 1 + below(w, 3)});
}

static void put_block(struct writer *w, enum mz_script_op op)
{
    static const uint8_t inside[] = {MZ_SCRIPT_READ, MZ_SCRIPT_WRITE,
                                     MZ_SCRIPT_READ, MZ_SCRIPT_WRITE,
                                     MZ_SCRIPT_ADD,  MZ_SCRIPT_CAS,
                                     MZ_SCRIPT_PLUS};
    struct mz_instruction *head = &w->thread->code[w->thread->length];
    unsigned begin = w->thread->length, size = 2 + below(w, 2);

    put(w, (struct mz_instruction){.op = op});
    while (size--) {
        put_memory(w, inside[below(w, MZ_COUNT(inside))]);
        if (op == MZ_SCRIPT_ATOMIC && size && chance(w, 40))
            put_branch(w);
    }
    head->a = w->thread->length - begin - 1;
}

static bool holds(const struct writer *w, uint8_t lock)
{
    for (unsigned i = 0; i < w->held_count; i++)
        if (w->held[i] == lock)
            return true;
    return false;
}

static void put_acquisition(struct writer *w, enum mz_script_op op)
{
    struct mz_instruction i = {.op = op,
                               .number = w->mix->lock + below(w, LOCKS)};

    if (holds(w, i.number) && !chance(w, 10))
        return;
    if (op == MZ_SCRIPT_TRYLOCK)
        i.reg = new_register(w);
    w->held[w->held_count++] = i.number;
    put(w, i);
}

static void put_unlock(struct writer *w)
{
    unsigned k;

    if (!w->held_count)
        return;
    k = below(w, w->held_count);
    put(w,
        (struct mz_instruction){.op = MZ_SCRIPT_UNLOCK, .number = w->held[k]});
    w->held[k] = w->held[--w->held_count];
}

/* No more threads use one than it waits for. */
static void put_barrier(struct writer *w)
{
    mz_group self = mz_group_of(w->self), others = w->users[0] & ~self;
    bool has_room =
        (unsigned)__builtin_popcountll(others) < mz_script_barrier_count(0);
    uint8_t n = has_room && chance(w, 80) ? 0 : below(w, MZ_SCRIPT_BARRIERS);
    mz_group users = w->users[n] | self;

    if ((unsigned)__builtin_popcountll(users) > mz_script_barrier_count(n))
        return;
    w->users[n] = users;
    put(w, (struct mz_instruction){
               .op = MZ_SCRIPT_BARRIER, .reg = new_register(w), .number = n});
}

static void put_pipe(struct writer *w, enum mz_script_op op)
{
    struct mz_instruction i = {
        .op = op,
        .number = (w->first_pipe + below(w, w->pipes)) % MZ_SET,
    };

    if (op == MZ_SCRIPT_EPOLL)
        i.number = MZ_SET;
    if (op == MZ_SCRIPT_HELD &&
        (mz_script_is_counter(i.number) || i.number == MZ_LETTERS))
        i.op = MZ_SCRIPT_TOUCH;
    if (i.op == MZ_SCRIPT_ARM || i.op == MZ_SCRIPT_LEFT)
        i.number = MZ_TIMER;
    if (i.number == MZ_TIMER && i.op == MZ_SCRIPT_PUT)
        i.op = MZ_SCRIPT_ARM;
    if (i.number == MZ_TIMER && i.op == MZ_SCRIPT_HELD)
        i.op = MZ_SCRIPT_LEFT;
    if (i.op == MZ_SCRIPT_TAKE || i.op == MZ_SCRIPT_HELD ||
        i.op == MZ_SCRIPT_READY || i.op == MZ_SCRIPT_EPOLL ||
        i.op == MZ_SCRIPT_LEFT)
        i.reg = new_register(w);
    if (i.op == MZ_SCRIPT_ARM)
        i.a = chance(w, 15) ? MZ_AT_REST : chance(w, 60) ? MZ_ONCE : MZ_AGAIN;
    if (i.op == MZ_SCRIPT_PUT)
        i.a = i.number == MZ_TOKENS ? 1 : 1 + below(w, 2);
    put(w, i);
}

/* Who has bound a socket mostly listens next. */
static void put_socket(struct writer *w, enum mz_script_op op)
{
    struct mz_instruction i = {.op = op};

    i.reg = new_register(w);
    if (op != MZ_SCRIPT_CONNECT && op != MZ_SCRIPT_UNLINK)
        i.number = below(w, w->sockets);
    put(w, i);
    if (op == MZ_SCRIPT_BIND && chance(w, 70)) {
        i.op = MZ_SCRIPT_LISTEN;
        i.reg = new_register(w);
        put(w, i);
    }
}

/* One of the two kinds of locks, mostly; who has some gives them back. */
static void put_file_lock(struct writer *w, enum mz_script_op op)
{
    bool tries = op == MZ_SCRIPT_TRYFLOCK || op == MZ_SCRIPT_TRYRECORD;
    struct mz_instruction i = {.op = op, .number = w->self % MZ_SCRIPT_FILES};

    if (w->locks_files && chance(w, 85))
        i.op = w->locks_files == MZ_SCRIPT_FLOCK
                   ? (tries ? MZ_SCRIPT_TRYFLOCK : MZ_SCRIPT_FLOCK)
                   : (tries ? MZ_SCRIPT_TRYRECORD : MZ_SCRIPT_RECORD);
    if (chance(w, 25))
        i.number = below(w, MZ_SCRIPT_FILES);
    i.a = chance(w, 35) && !tries ? MZ_UNLOCKED
          : chance(w, 60)         ? MZ_EXCLUSIVE
                                  : MZ_SHARED;
    if (i.op == MZ_SCRIPT_RECORD || i.op == MZ_SCRIPT_TRYRECORD)
        i.b = chance(w, 40) ? MZ_WHOLE_FILE : below(w, MZ_SCRIPT_PARTS);
    if (tries)
        i.reg = new_register(w);
    put(w, i);
}

/* Takes the lock that belongs to it, if the thread does not hold it. */
static void put_sleep(struct writer *w)
{
    struct mz_instruction i = {.number = below(w, w->conds)};
    bool timed = chance(w, 30);

    i.op = MZ_SCRIPT_LOCK;
    if (!holds(w, i.number)) {
        w->held[w->held_count++] = i.number;
        put(w, i);
    }
    i.op = MZ_SCRIPT_SLEEP;
    put(w, i);
    i.op = MZ_SCRIPT_UNLOCK;
    put(w, i);
    i.op = timed ? MZ_SCRIPT_TIMED : MZ_SCRIPT_WAKE;
    i.reg = timed ? new_register(w) : 0;
    if (!timed && chance(w, w->mix->leave))
        i.op = MZ_SCRIPT_LEAVE;
    put(w, i);
    i.op = MZ_SCRIPT_LOCK;
    i.reg = 0;
    put(w, i);
}

static mz_tid random_of(struct writer *w, mz_group threads)
{
    for (unsigned n = below(w, __builtin_popcountll(threads)); n--;)
        threads &= threads - 1;
    return mz_group_first(threads);
}

/* To a child or main, before anybody waits for one. */
static void put_signal(struct writer *w, enum mz_script_op op)
{
    mz_group others = w->created | (w->self ? mz_group_of(0) : 0);

    if (op != MZ_SCRIPT_SEND && w->sends) {
        put(w, (struct mz_instruction){
                   .op = op,
                   .reg = op == MZ_SCRIPT_SIGTAKE ? new_register(w) : 0});
    } else if (others) {
        w->sends = true;
        put(w, (struct mz_instruction){.op = MZ_SCRIPT_SEND,
                                       .number = random_of(w, others)});
    }
}

/* The same, or to itself; or blocks it, or does so no more. */
static void put_handled(struct writer *w, enum mz_script_op op)
{
    mz_group others = w->created | (w->self ? mz_group_of(0) : 0);
    mz_tid to = others && chance(w, 85) ? random_of(w, others) : w->self;

    if (!w->kills)
        op = MZ_SCRIPT_KILL;
    if (op == MZ_SCRIPT_UNBLOCK && !w->blocks)
        op = MZ_SCRIPT_BLOCK;
    w->blocks |= op == MZ_SCRIPT_BLOCK;
    w->kills = true;
    put(w, (struct mz_instruction){
               .op = op, .number = op == MZ_SCRIPT_KILL ? to : 0});
    if (op == MZ_SCRIPT_BLOCK && chance(w, 50)) {
        put_memory(w, MZ_SCRIPT_READ);
        put(w, (struct mz_instruction){.op = MZ_SCRIPT_UNBLOCK});
    }
}

/* Of a child, or itself. */
static void put_cancel(struct writer *w)
{
    struct mz_instruction i = {.op = MZ_SCRIPT_CANCEL, .number = w->self};
    mz_group others = w->created;

    if (others && chance(w, 85))
        i.number = random_of(w, others);
    put(w, i);
}

/* Of all bits some, too; and wakes that are for all. */
static void choose_mask(struct writer *w, struct mz_instruction *i)
{
    bool waits = i->op == MZ_SCRIPT_FUTEX_WAIT;

    if (!waits && chance(w, 50))
        i->a = MZ_SCRIPT_THREADS;
    if (i->number || chance(w, 30))
        return;
    i->op = waits ? MZ_SCRIPT_FWAIT_OF : MZ_SCRIPT_FWAKE_OF;
    i->b = 1 + below(w, MZ_SCRIPT_MASKS + !waits);
}

static void put_futex(struct writer *w, enum mz_script_op op)
{
    struct mz_instruction i = {
        .op = op,
        .reg = new_register(w),
        .number = below(w, w->objects),
        .mask = chance(w, 90) ? MZ_LOW : MZ_HIGH,
        .a = op == MZ_SCRIPT_FUTEX_WAIT ? chance(w, 15) : 1 + chance(w, 40),
    };

    if (w->masks)
        choose_mask(w, &i);
    put(w, i);
    if (op == MZ_SCRIPT_FUTEX_WAKE)
        return;
    i.b = 0;
    i.op = chance(w, 25) ? MZ_SCRIPT_FUTEX_TIMED : MZ_SCRIPT_FUTEX_TAKE;
    i.a = 0;
    put(w, i);
}

static void put_test(struct writer *w, enum mz_script_op op)
{
    bool asserts = op == MZ_SCRIPT_ASSERT;

    if (w->registers)
        put(w, (struct mz_instruction){.op = op,
                                       .reg = old_register(w),
                                       .a = asserts ? 1 + below(w, 2)
                                                    : below(w, 2)});
}

static enum mz_script_op random_op(struct writer *w)
{
    unsigned sum = 0, pick;
    enum mz_script_op op = 0;

    for (unsigned i = 0; i < MZ_SCRIPT_OP_COUNT; i++)
        sum += w->mix->weights[i];
    for (pick = below(w, sum); pick >= w->mix->weights[op]; op++)
        pick -= w->mix->weights[op];
    return op;
}

static void put_random(struct writer *w)
{
    enum mz_script_op op = random_op(w);

    if (chance(w, w->mix->branch))
        put_branch(w);
    switch (op) {
    case MZ_SCRIPT_AWAIT:
        put_await(w);
        break;
    case MZ_SCRIPT_WAIT:
    case MZ_SCRIPT_TRYWAIT:
    case MZ_SCRIPT_POST:
    case MZ_SCRIPT_VALUE:
        put_semaphore(w, op);
        break;
    case MZ_SCRIPT_RDLOCK:
    case MZ_SCRIPT_WRLOCK:
    case MZ_SCRIPT_TRYRDLOCK:
    case MZ_SCRIPT_TRYWRLOCK:
    case MZ_SCRIPT_TIMEDWRLOCK:
    case MZ_SCRIPT_RWUNLOCK:
        put_rwlock(w, op);
        break;
    case MZ_SCRIPT_SLEEP:
        put_sleep(w);
        break;
    case MZ_SCRIPT_BARRIER:
        put_barrier(w);
        break;
    case MZ_SCRIPT_PUT:
    case MZ_SCRIPT_TAKE:
    case MZ_SCRIPT_HELD:
    case MZ_SCRIPT_TOUCH:
    case MZ_SCRIPT_READY:
    case MZ_SCRIPT_LEFT:
    case MZ_SCRIPT_ARM:
    case MZ_SCRIPT_EPOLL:
        put_pipe(w, op);
        break;
    case MZ_SCRIPT_BIND:
    case MZ_SCRIPT_LISTEN:
    case MZ_SCRIPT_CONNECT:
    case MZ_SCRIPT_ACCEPT:
    case MZ_SCRIPT_UNLINK:
        put_socket(w, op);
        break;
    case MZ_SCRIPT_FLOCK:
    case MZ_SCRIPT_TRYFLOCK:
    case MZ_SCRIPT_RECORD:
    case MZ_SCRIPT_TRYRECORD:
        put_file_lock(w, op);
        break;
    case MZ_SCRIPT_ONCE:
        put(w, (struct mz_instruction){.op = op,
                                       .number = below(w, MZ_SCRIPT_ONCES)});
        break;
    case MZ_SCRIPT_CANCEL:
        put_cancel(w);
        break;
    case MZ_SCRIPT_SEND:
    case MZ_SCRIPT_SIGWAIT:
    case MZ_SCRIPT_SIGTAKE:
        put_signal(w, op);
        break;
    case MZ_SCRIPT_KILL:
    case MZ_SCRIPT_BLOCK:
    case MZ_SCRIPT_UNBLOCK:
        put_handled(w, op);
        break;
    case MZ_SCRIPT_POINT:
        put(w, (struct mz_instruction){.op = op});
        break;
    case MZ_SCRIPT_SIGNAL:
    case MZ_SCRIPT_BROADCAST:
        put(w, (struct mz_instruction){.op = op, .number = below(w, w->conds)});
        break;
    case MZ_SCRIPT_FUTEX_WAIT:
    case MZ_SCRIPT_FUTEX_WAKE:
        put_futex(w, op);
        break;
    case MZ_SCRIPT_LOCK:
    case MZ_SCRIPT_TRYLOCK:
        put_acquisition(w, op);
        break;
    case MZ_SCRIPT_UNLOCK:
        put_unlock(w);
        break;
    case MZ_SCRIPT_MEND:
        put(w, (struct mz_instruction){.op = op, .number = MZ_ROBUST});
        break;
    case MZ_SCRIPT_TOGETHER:
    case MZ_SCRIPT_ATOMIC:
        put_block(w, op);
        break;
    case MZ_SCRIPT_ASSUME:
    case MZ_SCRIPT_ASSERT:
        put_test(w, op);
        break;
    case MZ_SCRIPT_CHOOSE:
        put(w, (struct mz_instruction){
                   .op = op, .reg = new_register(w), .a = 2 + chance(w, 20)});
        break;
    case MZ_SCRIPT_STORE:
        if (!w->registers)
            op = MZ_SCRIPT_READ;
        /* fall through */
    default:
        put_memory(w, op);
    }
}

/* Branches were written before what they skip: make them end somewhere. */
static void mend_branches(struct mz_script_thread *thread)
{
    for (unsigned i = 0; i < thread->length; i++)
        if (mz_script_op_is_skip(thread->code[i].op))
            while (!mz_script_skip_fits(thread, i))
                thread->code[i].b--;
}

static void create_some(struct writer *w, mz_group *children, unsigned percent)
{
    while (*children && chance(w, percent)) {
        mz_tid child = mz_group_first(*children);

        *children &= ~mz_group_of(child);
        w->created |= mz_group_of(child);
        put(w,
            (struct mz_instruction){.op = MZ_SCRIPT_CREATE, .number = child});
    }
}

static void put_of_thread(struct writer *w, enum mz_script_op op, mz_tid child)
{
    put(w, (struct mz_instruction){.op = op, .number = child});
}

/* Joins or outlives one of those, and creates it again, perhaps after something
 * else. */
static void revive_some(struct writer *w, mz_group children)
{
    mz_tid child;

    if (!children)
        return;
    child = random_of(w, children);
    if (mz_group_has(w->detached, child)) {
        put_of_thread(w, MZ_SCRIPT_DETACH, child);
        put_of_thread(w, MZ_SCRIPT_OUTLIVE, child);
    } else {
        put_of_thread(w, MZ_SCRIPT_JOIN, child);
    }
    if (chance(w, 50))
        put_random(w);
    put(w, (struct mz_instruction){.op = MZ_SCRIPT_CREATE, .number = child});
}

/* Joins or detaches most children, and looks at what they did. */
static void join_some(struct writer *w, mz_group children)
{
    if (chance(w, 40))
        return;
    for (; children; children &= children - 1) {
        mz_tid child = mz_group_first(children);

        if (chance(w, 80))
            put_of_thread(w,
                          mz_group_has(w->detached, child) ? MZ_SCRIPT_DETACH
                                                           : MZ_SCRIPT_JOIN,
                          child);
    }
    if (chance(w, 30))
        put_memory(w, MZ_SCRIPT_READ);
}

static bool uses_robust(const struct mz_script_thread *thread)
{
    for (unsigned i = 0; i < thread->length; i++)
        if (mz_script_op_is_lock(thread->code[i].op) &&
            thread->code[i].number == MZ_ROBUST)
            return true;
    return false;
}

static void write_thread(struct writer *w, mz_group children, unsigned length)
{
    mz_group all = children;

    while (length-- && w->thread->length + ROOM_AT_END < MZ_SCRIPT_CODE) {
        create_some(w, &children, 60);
        put_random(w);
        if (w->mix->again && chance(w, w->mix->again))
            revive_some(w, all & ~children);
    }
    create_some(w, &children, 100);
    while (w->held_count && !chance(w, w->mix->keep))
        put_unlock(w);
    join_some(w, all);
    if (mz_group_has(w->detached, w->self))
        put(w, (struct mz_instruction){.op = MZ_SCRIPT_OVER});
    if (uses_robust(w->thread))
        put(w,
            (struct mz_instruction){.op = MZ_SCRIPT_DIE, .number = MZ_ROBUST});
    mend_branches(w->thread);
}

/* What all threads do at the signal, with a few instructions. */
static void write_handler(struct writer *w, struct mz_script_thread *main)
{
    static const uint8_t inside[] = {MZ_SCRIPT_READ, MZ_SCRIPT_WRITE,
                                     MZ_SCRIPT_ADD,  MZ_SCRIPT_STORE,
                                     MZ_SCRIPT_POST, MZ_SCRIPT_VALUE,
                                     MZ_SCRIPT_CAS,  MZ_SCRIPT_WAIT,
                                     MZ_SCRIPT_PLUS};
    unsigned count = 1 + below(w, 2);

    w->thread = main;
    w->in_handler = true;
    w->registers = 0;
    put(w, (struct mz_instruction){.op = MZ_SCRIPT_HANDLER});
    while (count--) {
        enum mz_script_op op = inside[below(w, MZ_COUNT(inside))];

        if (op == MZ_SCRIPT_STORE && !w->registers)
            op = MZ_SCRIPT_WRITE;
        if (mz_script_op_is_semaphore(op))
            put_semaphore(w, op);
        else
            put_memory(w, op);
        if (count && chance(w, 30))
            put_branch(w);
    }
    mend_branches(main);
}

unsigned mz_mix_share(enum mz_mix which)
{
    return mixes[which].share ? mixes[which].share : 55;
}

/* Signals that are waited for, or that have a handler. */
static void choose_signals(struct mix *mix, bool handled)
{
    static const uint8_t waits[] = {MZ_SCRIPT_SEND, MZ_SCRIPT_SIGWAIT,
                                    MZ_SCRIPT_SIGTAKE};
    static const uint8_t handles[] = {
        MZ_SCRIPT_KILL, MZ_SCRIPT_BLOCK,   MZ_SCRIPT_UNBLOCK, MZ_SCRIPT_CAS,
        MZ_SCRIPT_WAIT, MZ_SCRIPT_TRYWAIT, MZ_SCRIPT_POST,    MZ_SCRIPT_AWAIT};

    for (unsigned i = 0; i < MZ_COUNT(waits) && handled; i++)
        mix->weights[waits[i]] = 0;
    for (unsigned i = 0; i < MZ_COUNT(handles) && !handled; i++)
        mix->weights[handles[i]] = 0;
}

/* Awaits beside atomic blocks are refused, and what is run once needs one. */
static struct mix allowed(struct mz_random *random, enum mz_mix which)
{
    struct mix mix = mixes[which];

    if (mix.weights[MZ_SCRIPT_AWAIT] && mix.weights[MZ_SCRIPT_ATOMIC])
        mix.weights[mz_random_below(random, 2) ? MZ_SCRIPT_AWAIT
                                               : MZ_SCRIPT_ATOMIC] = 0;
    if (mix.weights[MZ_SCRIPT_ATOMIC])
        mix.weights[MZ_SCRIPT_ONCE] = 0;
    if (mix.weights[MZ_SCRIPT_KILL])
        choose_signals(&mix, mz_random_below(random, 2));
    return mix;
}

static unsigned random_workers(struct writer *w)
{
    unsigned crowd = w->mix->crowd ? w->mix->crowd : 50;

    return chance(w, crowd) ? 3 + below(w, 2) : 2;
}

void mz_random_script(struct mz_script *script, enum mz_mix which,
                      uint64_t seed)
{
    struct mz_random random;
    struct mix mix;
    struct writer w = {.random = &random, .mix = &mix};
    mz_group children[MZ_SCRIPT_THREADS] = {0};
    unsigned workers, length, idle;
    bool narrow;

    mz_random_seed(&random, seed);
    mix = allowed(&random, which);
    *script = (struct mz_script){0};
    narrow = chance(&w, mix.narrow);
    w.objects = narrow ? 1 : chance(&w, 70) ? 2 : 1 + below(&w, OBJECTS);
    w.semaphores = narrow ? 1 : SEMAPHORES;
    w.rwlocks = narrow || mix.rwlock ? 1 : MZ_WRITERS_FIRST;
    w.conds = narrow ? 1 : MZ_SCRIPT_CONDS;
    w.locks_files =
        seed / MZ_MIX_COUNT % 2 ? MZ_SCRIPT_FLOCK : MZ_SCRIPT_RECORD;
    w.pipes = narrow || mix.pipe ? 1 : PIPES;
    w.first_pipe = mix.pipe ? mix.pipe : seed / MZ_MIX_COUNT % MZ_SET;
    w.masks = mix.masks && chance(&w, mix.masks);
    w.sockets = narrow ? 1 : MZ_SCRIPT_SOCKETS;
    workers = random_workers(&w);
    length = workers == 2 ? 5 : workers == 3 ? 4 : 3;
    if (mix.weights[MZ_SCRIPT_KILL])
        length = 2 + (workers == 2); /* each is several events */
    idle = chance(&w, 40); /* main only creates */
    script->thread_count = workers + idle;
    for (unsigned t = 1; t < script->thread_count && mix.detach; t++)
        if (chance(&w, mix.detach))
            w.detached |= mz_group_of(t);
    for (unsigned t = 1; t < script->thread_count; t++)
        children[chance(&w, mix.nested) ? below(&w, t) : 0] |= mz_group_of(t);
    for (unsigned t = 0; t < script->thread_count; t++) {
        w.thread = &script->threads[t];
        w.self = t;
        w.registers = w.held_count = 0;
        w.blocks = false;
        w.created = 0;
        write_thread(&w, children[t],
                     t == 0 && idle ? 0 : 1 + below(&w, length));
    }
    if (w.kills)
        write_handler(&w, &script->threads[0]);
    MZ_ASSERT(!mz_script_check(script));
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Little programs with memory orders, for models of memory: threads of loads,
 * stores, updates, fences, and operations on locks, a semaphore, a condition
 * variable, a reader-writer lock, a barrier, a robust mutex and a futex, with
 * conditions on what was read.
 *
 * All threads but the first are created by it; it has them created, and joined,
 * where it says so.
 */
#ifndef MZ_MODEL_WEAK_SCRIPT_H
#define MZ_MODEL_WEAK_SCRIPT_H

#include "explore/program.h"

enum {
    WEAK_THREADS = 4,
    WEAK_CODE = 10,     /* instructions of a thread */
    WEAK_PLACES = 3,    /* variables; then */
    WEAK_OBJECTS = 9,
    WEAK_SEMAPHORE = 2, /* behind locks; its count is 0 at first */
    WEAK_COND = 3,
    WEAK_RWLOCK = 4,
    WEAK_BARRIER = 5, /* of even rounds; then of odd ones. It waits for as many
                         as have to do with it. */
    WEAK_ROBUST = 7,  /* a mutex */
    WEAK_FUTEX = 8,
    WEAK_EVENTS = 64,   /* of an execution */
};

enum weak_op {
    WEAK_LOAD,
    WEAK_STORE,
    WEAK_ADD,
    WEAK_EXCHANGE,
    WEAK_COMPARE,
    WEAK_AWAIT, /* loads until that is `value`, or until that is what the load
                   before it has read, which it then does again, too */
    WEAK_TAKE,  /* exchanges for `value` until it has read something else, or
                   until the load before it has, which it then does again, too */
    WEAK_FENCE,
    WEAK_LOCK,
    WEAK_TRYLOCK, /* reads 1 if it fails, else 0 */
    WEAK_UNLOCK,
    WEAK_WAIT,
    WEAK_TRYWAIT, /* reads 1 if it fails, else 0 */
    WEAK_POST,
    WEAK_COND_WAIT,
    WEAK_COND_WAKE,
    WEAK_SIGNAL,
    WEAK_BROADCAST,
    WEAK_RD_LOCK,
    WEAK_RD_TRYLOCK, /* as WEAK_TRYLOCK, and the next one */
    WEAK_RD_UNLOCK,
    WEAK_WR_LOCK,
    WEAK_WR_TRYLOCK,
    WEAK_WR_UNLOCK,
    WEAK_ROBUST_LOCK, /* reads 1 if the owner has ended, 2 if it is lost */
    WEAK_ROBUST_UNLOCK,
    WEAK_OWNER_END,
    WEAK_UNLOCK_LOST,
    WEAK_FUTEX_ENTER,  /* of a wait; then comes a load of the word */
    WEAK_FUTEX_DECIDE, /* sleeps if that has read `expected` */
    WEAK_FUTEX_TAKE,   /* nothing, unless the thread sleeps */
    WEAK_FUTEX_TIMED,  /* the same; reads 1 if its time is over, else 0 */
    WEAK_FUTEX_CALL,   /* wakes `value`, and reads how many that are */
    WEAK_ARRIVE,
    WEAK_LEAVE, /* reads 0 if it is the first, else 1 */
    WEAK_ASSUME, /* that the last value read is `value` */
    WEAK_UNLESS, /* the last value read is `value`, skip the next */
    WEAK_CREATE, /* thread `place`, by the first */
    WEAK_JOIN,
};

struct weak_instruction {
    uint8_t op;    /* enum weak_op */
    uint8_t place; /* variable; object; of create, join: thread */
    uint8_t order, failure;
    bool adds; /* a store: of the last value read and `value`; an await: of what
                  the load before it reads, too; so does a take */
    uint8_t value, expected;
};

struct weak_script {
    unsigned threads;
    unsigned length[WEAK_THREADS];
    struct weak_instruction code[WEAK_THREADS][WEAK_CODE];
};

/* A thread that has come so far. */
struct weak_thread {
    unsigned at;    /* the next instruction; the length: it has ended */
    uint64_t value; /* that it read last */
    uint64_t ticket; /* of its wait for the condition variable, or futex */
    bool sleeps;     /* at the futex */
    unsigned rounds; /* for which it has arrived */
    bool is_stuck;  /* at a false assumption, or in a loop that waits */
};

/* Takes all steps that are no events. NULL: it has none to come. */
const struct weak_instruction *weak_next(const struct weak_script *,
                                         unsigned thread, struct weak_thread *);

static inline bool weak_is_of_object(const struct weak_instruction *i)
{
    return i->op >= WEAK_LOCK && i->op <= WEAK_LEAVE;
}

/* Who waits for the barrier. */
unsigned weak_barrier_threads(const struct weak_script *);

/* The object of an operation on one. */
unsigned weak_object(const struct weak_instruction *,
                     const struct weak_thread *);

/* What an update or store writes that has read `value`, if it writes. Of a lock
 * that is held it does not matter who has it. */
bool weak_writes(const struct weak_instruction *, const struct weak_thread *,
                 uint64_t value, uint64_t *written);

/* Does the thread have to wait there, where it has read `value`? */
bool weak_waits(const struct weak_instruction *, const struct weak_thread *,
                uint64_t value);

/* The thread has read one and perhaps written the other, and does not wait. */
void weak_learn(const struct weak_instruction *, struct weak_thread *,
                uint64_t value, uint64_t written);

/* Those of seeds from WEAK_FUTEX_SEEDS on have a futex. */
#define WEAK_FUTEX_SEEDS (1ull << 32)

/* Of seeds from these on some loads are awaits. */
#define WEAK_AWAIT_SEEDS (1ull << 33)

/* Of seeds from these on there are awaits, and some other accesses are takes. */
#define WEAK_TAKE_SEEDS (1ull << 34)

void weak_draw(struct weak_script *, uint64_t *seed);
bool weak_has_takes(const struct weak_script *);
void weak_print(const struct weak_script *);

/* Runs it as a mz_program. */
struct weak_program {
    struct mz_program program; /* first */
    const struct weak_script *script;
    mz_tset spinning; /* at the end of the last run: in loops that wait */
};

void weak_program_init(struct weak_program *, const struct weak_script *);

#endif

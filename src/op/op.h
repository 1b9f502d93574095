/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of visible operation: one row each says all that can be said of it
 * without the state of its object, which is for op/object.h.
 *
 * A kind includes its outcome where the outcome decides the dependencies: a
 * compare-exchange that fails is a read, a trylock that fails reads the lock, a
 * sem_trywait that fails reads the semaphore.
 * A *pending* operation, not executed yet, bears the kind of its success.
 *
 * Every operation accesses one object (a few, several: event.h). Memory comes
 * in objects of 8 aligned bytes, of which an access touches those in its mask.
 */
#ifndef MZ_OP_OP_H
#define MZ_OP_OP_H

#include "op/class.h"
#include "op/thread.h"

/*
 * The columns of a row:
 *
 *   kind, name   in reports
 *   object       which automaton it belongs to (op/object.h)
 *   class        which operations it depends on (op/class.h)
 *   effect       what it does to its object: NONE; WRITES memory; TAKES a lock
 *                or one from a semaphore, and so may disable others that would;
 *                TAKES_ALL of what several may hold; GIVES it back; CHANGES
 *                it otherwise
 *   awaited      what a thread that stands at it may have to wait for; "": none
 *   success, failure   the kinds of its two outcomes; where it has but one, it
 *                      is both
 *   says         what it says to the automaton, besides who does it: NOTHING;
 *                what it is to find as EXPECTED in memory; the ADDEND, what it
 *                adds to memory; the TICKET that the thread has drawn; a COUNT,
 *                how many it wakes; its NEED, a part of the state. Two are
 *                known only when it has been executed, so that its event says
 *                them, not the thread that stands at it: the VALUE that it
 *                writes; the lowest BIT of its value, which is whether it has
 *                done anything
 */
#define MZ_OPS(X)                                                              \
    X(READ, "read", MEMORY, READ, NONE, "", READ, READ, NOTHING)               \
    X(WRITE, "write", MEMORY, WRITE, WRITES, "", WRITE, WRITE, VALUE)          \
    X(RMW, "read-modify-write", MEMORY, WRITE, WRITES, "", RMW, RMW, NOTHING)  \
    X(ADD, "addition", MEMORY, POST, WRITES, "", ADD, ADD, ADDEND)             \
    X(CAS, "compare-exchange", MEMORY, WRITE, WRITES, "", CAS, CAS_FAIL,       \
      EXPECTED)                                                                \
    X(CAS_FAIL, "failed compare-exchange", MEMORY, READ, NONE, "", CAS,        \
      CAS_FAIL, NOTHING)                                                       \
    X(LOCK, "lock", MUTEX, WRITE, TAKES, "a mutex", LOCK, LOCK, NOTHING)       \
    X(TRYLOCK, "trylock", MUTEX, WRITE, TAKES, "", TRYLOCK, TRYLOCK_FAIL,      \
      NOTHING)                                                                 \
    X(TRYLOCK_FAIL, "failed trylock", MUTEX, READ, NONE, "", TRYLOCK,          \
      TRYLOCK_FAIL, NOTHING)                                                   \
    X(UNLOCK, "unlock", MUTEX, RELEASE, GIVES, "", UNLOCK, UNLOCK, NOTHING)    \
    X(UNLOCK_LOST, "unlock for good", MUTEX, RELEASE, GIVES, "", UNLOCK_LOST,  \
      UNLOCK_LOST, NOTHING)                                                    \
    X(OWNER_END, "end of the owner", MUTEX, RELEASE, GIVES, "", OWNER_END,     \
      OWNER_END, NOTHING)                                                      \
    X(SPIN_LOCK, "spin lock", SPIN, WRITE, TAKES, "a spin lock", SPIN_LOCK,    \
      SPIN_LOCK, NOTHING)                                                      \
    X(SPIN_TRYLOCK, "spin trylock", SPIN, WRITE, TAKES, "", SPIN_TRYLOCK,      \
      SPIN_TRYLOCK_FAIL, NOTHING)                                              \
    X(SPIN_TRYLOCK_FAIL, "failed spin trylock", SPIN, READ, NONE, "",          \
      SPIN_TRYLOCK, SPIN_TRYLOCK_FAIL, NOTHING)                                \
    X(SPIN_UNLOCK, "spin unlock", SPIN, RELEASE, GIVES, "", SPIN_UNLOCK,       \
      SPIN_UNLOCK, NOTHING)                                                    \
    X(SEM_WAIT, "semaphore wait", SEMAPHORE, WRITE, TAKES, "a semaphore",      \
      SEM_WAIT, SEM_WAIT, NOTHING)                                             \
    X(SEM_TRYWAIT, "semaphore trywait", SEMAPHORE, WRITE, TAKES, "",           \
      SEM_TRYWAIT, SEM_TRYWAIT_FAIL, NOTHING)                                  \
    X(SEM_TRYWAIT_FAIL, "failed semaphore trywait", SEMAPHORE, READ, NONE, "", \
      SEM_TRYWAIT, SEM_TRYWAIT_FAIL, NOTHING)                                  \
    X(SEM_POST, "semaphore post", SEMAPHORE, POST, GIVES, "", SEM_POST,        \
      SEM_POST, NOTHING)                                                       \
    X(RD_LOCK, "read lock", RWLOCK, WRITE, TAKES, "a read lock", RD_LOCK,      \
      RD_LOCK, NOTHING)                                                        \
    X(WR_LOCK, "write lock", RWLOCK, WRITE, TAKES_ALL, "a write lock",         \
      WR_LOCK, WR_LOCK, NOTHING)                                               \
    X(RD_TRYLOCK, "read trylock", RWLOCK, WRITE, TAKES, "", RD_TRYLOCK,        \
      RD_TRYLOCK_FAIL, NOTHING)                                                \
    X(RD_TRYLOCK_FAIL, "failed read trylock", RWLOCK, READ, NONE, "",          \
      RD_TRYLOCK, RD_TRYLOCK_FAIL, NOTHING)                                    \
    X(WR_TRYLOCK, "write trylock", RWLOCK, WRITE, TAKES_ALL, "", WR_TRYLOCK,   \
      WR_TRYLOCK_FAIL, NOTHING)                                                \
    X(WR_TRYLOCK_FAIL, "failed write trylock", RWLOCK, WRITE, NONE, "",        \
      WR_TRYLOCK, WR_TRYLOCK_FAIL, NOTHING)                                    \
    X(RD_UNLOCK, "read unlock", RWLOCK, POST, GIVES, "", RD_UNLOCK, RD_UNLOCK, \
      NOTHING)                                                                 \
    X(WR_UNLOCK, "write unlock", RWLOCK, RELEASE, GIVES, "", WR_UNLOCK,        \
      WR_UNLOCK, NOTHING)                                                      \
    X(RD_BEHIND, "read lock behind writers", RWLOCK, WRITE, CHANGES,           \
      "a read lock", RD_BEHIND, RD_BEHIND, NOTHING)                            \
    X(RD_TRY_BEHIND, "read trylock behind writers", RWLOCK, WRITE, CHANGES,    \
      "", RD_TRY_BEHIND, RD_BEHIND_FAIL, NOTHING)                              \
    X(RD_BEHIND_FAIL, "failed read trylock behind writers", RWLOCK, WRITE,     \
      NONE, "", RD_TRY_BEHIND, RD_BEHIND_FAIL, NOTHING)                        \
    X(WR_BEGIN, "write lock before readers", RWLOCK, WRITE, CHANGES, "",       \
      WR_BEGIN, WR_WAIT, NOTHING)                                              \
    X(WR_WAIT, "write lock that has to wait", RWLOCK, WRITE, CHANGES, "",      \
      WR_BEGIN, WR_WAIT, NOTHING)                                              \
    X(WR_TAKE, "write lock after a wait", RWLOCK, WRITE, CHANGES,              \
      "a write lock", WR_TAKE, WR_TAKE, NOTHING)                               \
    X(WR_TIMED, "timed write lock after a wait", RWLOCK, WRITE, CHANGES, "",   \
      WR_TIMED, WR_GIVE_UP, NOTHING)                                           \
    X(WR_GIVE_UP, "write lock time-out", RWLOCK, WRITE, CHANGES, "", WR_TIMED, \
      WR_GIVE_UP, NOTHING)                                                     \
    X(COND_WAIT, "condition wait", COND, WRITE, CHANGES, "", COND_WAIT,        \
      COND_WAIT, NOTHING)                                                      \
    X(COND_WAKE, "condition wake-up", COND, WRITE, CHANGES, "a signal",        \
      COND_WAKE, COND_WOKEN, TICKET)                                           \
    X(COND_WOKEN, "condition wake-up of all", COND, READ, NONE, "a signal",    \
      COND_WAKE, COND_WOKEN, NOTHING)                                          \
    X(COND_TIMED, "timed condition wake-up", COND, WRITE, CHANGES, "",         \
      COND_TIMED, COND_TIMED_OUT, TICKET)                                      \
    X(COND_TIMED_OUT, "condition time-out", COND, WRITE, CHANGES, "",          \
      COND_TIMED, COND_TIMED_OUT, NOTHING)                                     \
    X(COND_CANCEL, "cancelled condition wait", COND, WRITE, CHANGES, "",       \
      COND_CANCEL, COND_CANCEL, TICKET)                                        \
    X(COND_SIGNAL, "condition signal", COND, WRITE, CHANGES, "", COND_SIGNAL,  \
      COND_SIGNAL, NOTHING)                                                    \
    X(COND_BROADCAST, "condition broadcast", COND, WRITE, CHANGES, "",         \
      COND_BROADCAST, COND_BROADCAST, NOTHING)                                 \
    X(FUTEX_WAIT, "futex wait", FUTEX, WRITE, CHANGES, "", FUTEX_WAIT,         \
      FUTEX_WAIT, BIT)                                                         \
    X(FUTEX_TAKE, "futex wake-up", FUTEX, WRITE, CHANGES, "a futex",           \
      FUTEX_TAKE, FUTEX_WOKEN, TICKET)                                         \
    X(FUTEX_WOKEN, "futex wake-up of all", FUTEX, READ, NONE, "a futex",       \
      FUTEX_TAKE, FUTEX_WOKEN, NOTHING)                                        \
    X(FUTEX_TIMED, "timed futex wake-up", FUTEX, WRITE, CHANGES, "",           \
      FUTEX_TIMED, FUTEX_TIMED_OUT, TICKET)                                    \
    X(FUTEX_TIMED_OUT, "futex time-out", FUTEX, WRITE, CHANGES, "",            \
      FUTEX_TIMED, FUTEX_TIMED_OUT, NOTHING)                                   \
    X(FUTEX_WAKE, "futex wake", FUTEX, WRITE, CHANGES, "", FUTEX_WAKE,         \
      FUTEX_NOBODY, COUNT)                                                     \
    X(FUTEX_NOBODY, "futex wake of nobody", FUTEX, READ, NONE, "", FUTEX_WAKE, \
      FUTEX_NOBODY, NOTHING)                                                   \
    X(FUTEX_CHANGE, "futex change", FUTEX, WRITE, CHANGES, "", FUTEX_CHANGE,   \
      FUTEX_CHANGE, NOTHING)                                                   \
    X(FUTEX_LEFT, "what it left", FUTEX, READ, NONE, "", FUTEX_LEFT,           \
      FUTEX_LEFT, NOTHING)                                                     \
    X(FUTEX_CHOSEN, "futex choice", FUTEX, WRITE, CHANGES, "", FUTEX_CHOSEN,   \
      FUTEX_MOVED, TICKET)                                                     \
    X(FUTEX_MOVED, "futex move", FUTEX, READ, NONE, "", FUTEX_CHOSEN,          \
      FUTEX_MOVED, NOTHING)                                                    \
    X(FUTEX_ENTER, "begin of a futex wait", FUTEX, WRITE, TAKES, "a futex",    \
      FUTEX_ENTER, FUTEX_ENTER, NOTHING)                                       \
    X(FUTEX_SLEEP, "futex sleep", FUTEX, WRITE, CHANGES, "", FUTEX_SLEEP,      \
      FUTEX_SLEEP, NOTHING)                                                    \
    X(FUTEX_LEAVE, "end of a futex wait", FUTEX, WRITE, CHANGES, "",           \
      FUTEX_LEAVE, FUTEX_LEAVE, NOTHING)                                       \
    X(FUTEX_CALL, "futex call", FUTEX, WRITE, TAKES, "a futex", FUTEX_CALL,    \
      FUTEX_CALL, COUNT)                                                       \
    X(BARRIER_ARRIVE, "barrier arrival", BARRIER, POST, GIVES, "",             \
      BARRIER_ARRIVE, BARRIER_ARRIVE, NOTHING)                                 \
    X(BARRIER_FIRST, "first barrier departure", BARRIER, WRITE, CHANGES,       \
      "a barrier", BARRIER_FIRST, BARRIER_PASS, TICKET)                        \
    X(BARRIER_PASS, "barrier departure", BARRIER, READ, NONE, "a barrier",     \
      BARRIER_FIRST, BARRIER_PASS, NOTHING)                                    \
    X(FILE_LOOK, "look at a file", FILE, READ, NONE, "", FILE_LOOK, FILE_LOOK, \
      NOTHING)                                                                 \
    X(FILE_CHANGE, "use of a file", FILE, WRITE, CHANGES, "", FILE_CHANGE,     \
      FILE_CHANGE, NOTHING)                                                    \
    X(FILE_WAIT, "use of a file that waits", FILE, WRITE, CHANGES, "a file",   \
      FILE_WAIT, FILE_WAIT, NEED)                                              \
    X(AWAIT, "await", MEMORY, READ, NONE, "a condition to hold", AWAIT, AWAIT, \
      EXPECTED)                                                                \
    X(JOIN, "join", NOTHING, LOCAL, NONE, "another thread's end", JOIN, JOIN,  \
      NOTHING)                                                                 \
    X(BEGIN, "begin", NOTHING, LOCAL, NONE, "", BEGIN, BEGIN, NOTHING)         \
    X(CHOOSE, "choose", NOTHING, LOCAL, NONE, "", CHOOSE, CHOOSE, NOTHING)     \
    X(FENCE, "fence", NOTHING, LOCAL, NONE, "", FENCE, FENCE, NOTHING)

enum mz_op_effect {
    MZ_EFFECT_NONE,
    MZ_EFFECT_WRITES,
    MZ_EFFECT_TAKES,
    MZ_EFFECT_TAKES_ALL,
    MZ_EFFECT_GIVES,
    MZ_EFFECT_CHANGES,
};

enum mz_says {
    MZ_SAYS_NOTHING,
    MZ_SAYS_VALUE,
    MZ_SAYS_BIT,
    MZ_SAYS_EXPECTED, /* this one and those after it: where a thread stands */
    MZ_SAYS_ADDEND,
    MZ_SAYS_TICKET,
    MZ_SAYS_COUNT,
    MZ_SAYS_NEED,
};

enum mz_op {
#define X(kind, ...) MZ_##kind,
    MZ_OPS(X)
#undef X
        MZ_OP_COUNT
};

extern const char *const mz_op_names[MZ_OP_COUNT];
extern const char *const mz_op_awaited[MZ_OP_COUNT]; /* NULL: it never waits */

/*
 * What is asked of kinds: true or false, a bit each. All of a kind stand in one
 * row of a table, which is made of the columns above when this is compiled. To
 * ask costs a load, or nothing where the kind is known then.
 */
#define MZ_OP_PROPERTIES(X) \
    X(LOCAL)                \
    X(ONLY_READS)           \
    X(WRITES)               \
    X(OVERWRITES)           \
    X(UPDATES)              \
    X(CHANGES)              \
    X(ACQUIRES)             \
    X(GIVES)                \
    X(BLOCKS)               \
    X(AWAITS)               \
    X(HAS_NUMBER)

enum mz_op_property {
#define X(property) MZ_OP_##property,
    MZ_OP_PROPERTIES(X)
#undef X
        MZ_OP_PROPERTY_COUNT
};

/* Kinds are kept in bytes, the properties of one in two. */
_Static_assert(MZ_OP_COUNT <= 255, "a kind needs more than a byte");
_Static_assert(MZ_OP_PROPERTY_COUNT <= 16, "properties need more bits");

#define MZ_OP_IF(property, condition) ((condition) ? 1 << MZ_OP_##property : 0)
#define MZ_OP_DISABLED(class, awaited) \
    (sizeof awaited > 1 && MZ_CLASS_##class != MZ_CLASS_LOCAL)

#define MZ_OP_PROPERTIES_OF(kind, name, object, class, effect, awaited,     \
                            success, failure, says)                         \
    [MZ_##kind] =                                                           \
        MZ_OP_IF(LOCAL, MZ_CLASS_##class == MZ_CLASS_LOCAL) |               \
        MZ_OP_IF(ONLY_READS, MZ_CLASS_##class == MZ_CLASS_READ &&           \
                                 MZ_##success == MZ_##failure) |            \
        MZ_OP_IF(WRITES, MZ_EFFECT_##effect == MZ_EFFECT_WRITES) |          \
        MZ_OP_IF(OVERWRITES, MZ_EFFECT_##effect == MZ_EFFECT_WRITES &&      \
                                 MZ_SAYS_##says == MZ_SAYS_VALUE) |         \
        MZ_OP_IF(UPDATES, MZ_EFFECT_##effect == MZ_EFFECT_WRITES &&         \
                              (MZ_SAYS_##says == MZ_SAYS_NOTHING ||         \
                               MZ_SAYS_##says == MZ_SAYS_ADDEND)) |         \
        MZ_OP_IF(CHANGES, MZ_EFFECT_##effect != MZ_EFFECT_NONE) |           \
        MZ_OP_IF(ACQUIRES, MZ_EFFECT_##effect == MZ_EFFECT_TAKES ||         \
                               MZ_EFFECT_##effect == MZ_EFFECT_TAKES_ALL) | \
        MZ_OP_IF(GIVES, MZ_EFFECT_##effect == MZ_EFFECT_GIVES) |            \
        MZ_OP_IF(BLOCKS, MZ_OP_DISABLED(class, awaited)) |                  \
        MZ_OP_IF(AWAITS, MZ_OP_DISABLED(class, awaited) &&                  \
                             MZ_EFFECT_##effect != MZ_EFFECT_TAKES) |       \
        MZ_OP_IF(HAS_NUMBER, MZ_SAYS_##says >= MZ_SAYS_EXPECTED),

/* The one table, so that it stays in the cache. Where the compiler knows the
 * kind it takes the row from a copy, which it can look into. */
extern const uint16_t mz_op_properties[MZ_OP_COUNT];

static inline bool mz_op_has(enum mz_op kind, enum mz_op_property property)
{
    static const uint16_t known[MZ_OP_COUNT] = {MZ_OPS(MZ_OP_PROPERTIES_OF)};

    const uint16_t *rows =
        __builtin_constant_p(kind) ? known : mz_op_properties;

    return rows[kind] >> property & 1;
}

/* A local operation depends on no operation of another thread, and is never
 * disabled once enabled: it is executed as soon as it is enabled, and no other
 * order is explored (join, begin), though other outcomes may be (choose). */
static inline bool mz_op_is_local(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_LOCAL);
}

/* An operation that does nothing but read, however it turns out. */
static inline bool mz_op_only_reads(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_ONLY_READS);
}

/* A local operation that has but one outcome: no plan names it, and nothing is
 * explored beside it. */
static inline bool mz_op_is_unplanned(enum mz_op kind)
{
    return kind != MZ_CHOOSE && mz_op_is_local(kind);
}

/* An operation that changes memory. */
static inline bool mz_op_writes(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_WRITES);
}

/* An operation that changes memory whatever that holds: it does not read. */
static inline bool mz_op_overwrites(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_OVERWRITES);
}

/* An operation that reads memory, and writes what comes of that; perhaps the
 * same again. */
static inline bool mz_op_updates(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_UPDATES);
}

/* An operation that changes its object. */
static inline bool mz_op_changes(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_CHANGES);
}

/* An operation that takes what another may have to wait for. */
static inline bool mz_op_acquires(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_ACQUIRES);
}

/* An operation that gives back what such a one has taken. */
static inline bool mz_op_gives(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_GIVES);
}

/* An operation that others may disable. */
static inline bool mz_op_blocks(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_BLOCKS);
}

/*
 * An operation that several others may disable together: a write lock waits for
 * all that read. What takes but one waits for whoever took the last.
 */
static inline bool mz_op_awaits(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_AWAITS);
}

/* Does a thread that stands at it say more to the automaton than who it is? */
static inline bool mz_op_has_number(enum mz_op kind)
{
    return mz_op_has(kind, MZ_OP_HAS_NUMBER);
}

static inline enum mz_says mz_op_says(enum mz_op kind)
{
    static const uint8_t says[MZ_OP_COUNT] = {
#define X(kind, name, object, class, effect, awaited, success, failure, says) \
    [MZ_##kind] = MZ_SAYS_##says,
        MZ_OPS(X)
#undef X
    };

    return says[kind];
}

/* The kind that an operation has if it succeeds. One that has but one outcome
 * keeps its kind. */
static inline enum mz_op mz_op_succeeded(enum mz_op kind)
{
    static const uint8_t successes[MZ_OP_COUNT] = {
#define X(kind, name, object, class, effect, awaited, success, ...) \
    [MZ_##kind] = MZ_##success,
        MZ_OPS(X)
#undef X
    };

    return successes[kind];
}

/* The kind that an operation has if it fails. One that has but one outcome
 * keeps its kind. */
static inline enum mz_op mz_op_failed(enum mz_op kind)
{
    static const uint8_t failures[MZ_OP_COUNT] = {
#define X(kind, name, object, class, effect, awaited, success, failure, ...) \
    [MZ_##kind] = MZ_##failure,
        MZ_OPS(X)
#undef X
    };

    return failures[kind];
}

/* May the operation fail: has it two outcomes? */
static inline bool mz_op_may_fail(enum mz_op kind)
{
    return mz_op_succeeded(kind) != mz_op_failed(kind);
}

/* Is this the kind of a failure? */
static inline bool mz_op_is_failure(enum mz_op kind)
{
    return kind != mz_op_succeeded(kind);
}

#endif

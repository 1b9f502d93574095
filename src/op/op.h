/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The kinds of visible operation, and which of them depend on one another.
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

#include "base/base.h"

typedef uint8_t mz_tid; /* 0: main; interned by birth, see region/settings.h */
typedef uint64_t mz_tset; /* a set of threads, bit t for thread t */

enum { MZ_MAX_THREADS = 64, MZ_NO_THREAD = 255 };

static inline mz_tset mz_tset_of(mz_tid t)
{
    return (mz_tset)1 << t;
}

static inline bool mz_tset_has(mz_tset set, mz_tid t)
{
    return set >> t & 1;
}

/* The least thread of a set that is not empty. */
static inline mz_tid mz_tset_first(mz_tset set)
{
    return __builtin_ctzll(set);
}

/* kind, name in reports */
#define MZ_OPS(X)                                   \
    X(READ, "read")                                 \
    X(WRITE, "write")                               \
    X(RMW, "read-modify-write")                     \
    X(CAS, "compare-exchange")                      \
    X(CAS_FAIL, "failed compare-exchange")          \
    X(LOCK, "lock")                                 \
    X(TRYLOCK, "trylock")                           \
    X(TRYLOCK_FAIL, "failed trylock")               \
    X(UNLOCK, "unlock")                             \
    X(AWAIT, "await")                               \
    X(SEM_WAIT, "semaphore wait")                   \
    X(SEM_TRYWAIT, "semaphore trywait")             \
    X(SEM_TRYWAIT_FAIL, "failed semaphore trywait") \
    X(SEM_POST, "semaphore post")                   \
    X(JOIN, "join")                                 \
    X(CHOOSE, "choose")

enum mz_op {
#define X(kind, name) MZ_##kind,
    MZ_OPS(X)
#undef X
        MZ_OP_COUNT
};

enum mz_relation {
    MZ_RELATION_RW,     /* reads commute */
    MZ_RELATION_OBJECT, /* [FG05] Fig. 5: all accesses to an object depend */
    MZ_RELATION_OPAQUE, /* rw where outcomes cannot be foreseen, in programs
                           with atomic blocks: what may fail depends on all that
                           it would depend on if it succeeded */
    MZ_RELATION_COUNT
};

extern const char *const mz_op_names[MZ_OP_COUNT];

/* [relation][earlier][later], for two accesses to the same bytes. */
extern const uint8_t mz_dependence[MZ_RELATION_COUNT][MZ_OP_COUNT][MZ_OP_COUNT];

/*
 * Do two accesses to one object depend on each other, where they touch common
 * bytes? By the table; and a failed compare-exchange depends also on reads that
 * leave out some of its bytes. For a write to those bytes is independent of
 * such a read, yet it may be what made the compare-exchange fail, and that
 * would break property (7) of [AAJS17] Definition 3.2.
 */
static inline bool mz_op_depends(enum mz_relation relation, enum mz_op a,
                                 uint8_t a_mask, enum mz_op b, uint8_t b_mask)
{
    return a_mask & b_mask && (mz_dependence[relation][a][b] ||
                               (a == MZ_CAS_FAIL && a_mask & ~b_mask) ||
                               (b == MZ_CAS_FAIL && b_mask & ~a_mask));
}

/* Where the lowest byte of a mask lies in its object, in bits. */
static inline unsigned mz_mask_shift(uint8_t mask)
{
    return 8 * __builtin_ctz(mask);
}

/* The bits of the bytes of a mask, where they lie in their object. */
static inline uint64_t mz_mask_bits(uint8_t mask)
{
    const uint64_t one = 0x0101010101010101;        /* in each byte */
    uint64_t own = mask * one & 0x8040201008040201; /* its bit, in each */

    return ((own + 0x7f * one) >> 7 & one) * 0xff;
}

/* Operations that commute with their like, by relation: reads, and posts. */
enum {
    MZ_LOCAL_OPS = 1 << MZ_JOIN | 1 << MZ_CHOOSE,
    MZ_COMMUTING_OPAQUE = 1 << MZ_READ | 1 << MZ_AWAIT | 1 << MZ_SEM_POST,
    MZ_COMMUTING_RW = MZ_COMMUTING_OPAQUE | 1 << MZ_CAS_FAIL |
                      1 << MZ_TRYLOCK_FAIL | 1 << MZ_SEM_TRYWAIT_FAIL,
};

/*
 * An operation that depends on every other one of its object, so that all
 * earlier ones happen before it: nothing behind it needs to be looked at.
 * (An unlock does not depend on the unlock before, but on a lock in between.)
 */
static inline bool mz_op_covers(enum mz_relation relation, enum mz_op kind)
{
    static const uint32_t commuting[MZ_RELATION_COUNT] = {
        [MZ_RELATION_RW] = MZ_LOCAL_OPS | MZ_COMMUTING_RW,
        [MZ_RELATION_OBJECT] = MZ_LOCAL_OPS,
        [MZ_RELATION_OPAQUE] = MZ_LOCAL_OPS | MZ_COMMUTING_OPAQUE,
    };

    return !(commuting[relation] >> kind & 1);
}

/*
 * A local operation depends on no operation of another thread, and is never
 * disabled once enabled: it is executed as soon as it is enabled, and no other
 * order is explored (join), though other outcomes may be (choose).
 */
static inline bool mz_op_is_local(enum mz_op kind)
{
    return kind == MZ_JOIN || kind == MZ_CHOOSE;
}

/* An operation on memory, not on a lock, a semaphore or nothing. */
static inline bool mz_op_is_memory(enum mz_op kind)
{
    return kind <= MZ_CAS_FAIL || kind == MZ_AWAIT;
}

/* An operation on a semaphore alone. */
static inline bool mz_op_is_semaphore(enum mz_op kind)
{
    return kind >= MZ_SEM_WAIT && kind <= MZ_SEM_POST;
}

/* An operation that changes memory. */
static inline bool mz_op_writes(enum mz_op kind)
{
    return kind == MZ_WRITE || kind == MZ_RMW || kind == MZ_CAS;
}

/* An operation that takes a lock, or one from a semaphore, and so may disable
 * others that would. */
static inline bool mz_op_acquires(enum mz_op kind)
{
    return kind == MZ_LOCK || kind == MZ_TRYLOCK || kind == MZ_SEM_WAIT ||
           kind == MZ_SEM_TRYWAIT;
}

/* An operation that may be disabled by others. */
static inline bool mz_op_blocks(enum mz_op kind)
{
    return kind == MZ_LOCK || kind == MZ_AWAIT || kind == MZ_SEM_WAIT;
}

/* An operation with two outcomes, each a kind of its own: of the kind, that of
 * its success and that of its failure. Others: the same. */
static inline enum mz_op mz_op_succeeded(enum mz_op kind)
{
    return kind == MZ_CAS_FAIL           ? MZ_CAS
           : kind == MZ_TRYLOCK_FAIL     ? MZ_TRYLOCK
           : kind == MZ_SEM_TRYWAIT_FAIL ? MZ_SEM_TRYWAIT
                                         : kind;
}

static inline enum mz_op mz_op_failed(enum mz_op kind)
{
    return kind == MZ_CAS           ? MZ_CAS_FAIL
           : kind == MZ_TRYLOCK     ? MZ_TRYLOCK_FAIL
           : kind == MZ_SEM_TRYWAIT ? MZ_SEM_TRYWAIT_FAIL
                                    : kind;
}

/* What an await compares its variable with a number by; signed if asked for. */
enum mz_condition {
    MZ_EQUAL,
    MZ_UNEQUAL,
    MZ_LESS,
    MZ_LESS_OR_EQUAL,
    MZ_GREATER,
    MZ_GREATER_OR_EQUAL,
    MZ_CONDITION_COUNT,
    MZ_CONDITION_SIGNED = 0x80, /* added to one of these */
};

/* `==`, ... */
extern const char *const mz_condition_names[MZ_CONDITION_COUNT];

/* Does a variable of these bytes that holds `value` satisfy the condition? */
bool mz_condition_holds(uint8_t condition, uint8_t mask, uint64_t value,
                        uint64_t number);

#endif

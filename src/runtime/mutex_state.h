/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a mutex holds in the program's memory, and what the files that treat
 * mutexes do alike: mutex.c (locking), mutex_robust.c, mutex_priority.c,
 * mutex_init.c.
 */
#ifndef MZ_RUNTIME_MUTEX_STATE_H
#define MZ_RUNTIME_MUTEX_STATE_H

#include <pthread.h>

#include "runtime/use.h"

/* The fields of glibc's struct __pthread_mutex_s that are used, in place. */
struct mz_mutex {
    uint32_t
        ceiling; /* of one that protects priorities, from MZ_MUTEX_CEILING on */
    uint32_t depth; /* of a recursive one: locks beyond the first */
    uint32_t owner; /* as op/mutex.h has it */
    uint32_t unused_users;
    int kind;         /* as initialisers set it; MZ_MUTEX_DESTROYED */
    int inconsistent; /* robust: its last owner has ended, and who holds it has
                         not made it consistent */
    union {
        struct mz_destruction destruction;
        struct mz_mutex *next; /* robust, held: another that its owner holds */
    };
};
_Static_assert(sizeof(struct mz_mutex) == sizeof(pthread_mutex_t), "in place");

enum {
    MZ_MUTEX_DESTROYED = -1,
    MZ_MUTEX_KIND = 3,
    MZ_MUTEX_ROBUST = 16,
    MZ_MUTEX_INHERITS = 32, /* priorities of those that wait */
    MZ_MUTEX_PROTECTS = 64, /* its own, a ceiling */
    MZ_MUTEX_FLAGS = 0x3ff,
    MZ_MUTEX_CEILING = 19, /* the bit that it begins at */
};

static inline struct mz_mutex *mz_mutex_of(pthread_mutex_t *mutex)
{
    return (struct mz_mutex *)mutex;
}

static inline bool mz_mutex_is_own(const struct mz_mutex *m)
{
    return m->owner == mz_self() + 1u;
}

static inline struct mz_use mz_mutex_use(const struct mz_mutex *m,
                                         enum mz_action action, uint64_t pc)
{
    return (struct mz_use){m, sizeof *m, action, pc};
}

/* It is of a kind that says more than the three: destroyed, or robust, ... */
void mz_mutex_check_kind(const struct mz_mutex *, struct mz_use) MZ_COLD;

MZ_INLINED void mz_mutex_check(const struct mz_mutex *m, enum mz_action action,
                               uint64_t pc)
{
    const struct mz_use use = mz_mutex_use(m, action, pc);

    mz_use_check(use);
    if (MZ_UNLIKELY(m->kind & ~MZ_MUTEX_KIND))
        mz_mutex_check_kind(m, use);
}

MZ_INLINED struct mz_visible mz_mutex_operation(struct mz_mutex *m,
                                                   enum mz_op kind,
                                                   enum mz_action action,
                                                   uint64_t pc)
{
    struct mz_visible v = mz_visible_of_lock(m, &m->owner, kind, action, pc);

    if (action == MZ_ACTION_COND_UNLOCK || action == MZ_ACTION_COND_LOCK)
        v.tells_all = false; /* a wait does more */
    return v;
}

static inline void mz_mutex_tell(const struct mz_mutex *m,
                                 enum mz_action action, uint64_t pc)
{
    mz_use_tell(mz_mutex_use(m, action, pc));
}

/* Locks it, with a call that is told as that; what the call returns. */
int mz_mutex_lock(struct mz_mutex *, enum mz_action, uint64_t pc);

/* Who has it, as an event that reads it: others may lock it meanwhile. */
mz_tid mz_mutex_ask_holder(struct mz_mutex *, enum mz_action, uint64_t pc);

/* Locks one that is robust; what the call returns. */
int mz_mutex_lock_robust(struct mz_mutex *, enum mz_action,
                         uint64_t pc) MZ_NOINLINE;

/* A robust one is held from now on, or lost; what the call that has locked it
 * returns. `before`: its state. */
int mz_mutex_take_robust(struct mz_mutex *, uint32_t before, enum mz_action,
                         uint64_t pc) MZ_COLD;

/* A robust one is given back by whoever holds it. */
void mz_mutex_unlock_robust(struct mz_mutex *, enum mz_action,
                            uint64_t pc) MZ_NOINLINE;

#endif

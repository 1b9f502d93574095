/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A copy of the process that fork has made (libc_fork.c). The program goes on
 * there, natively, with one thread, until it ends or becomes another program;
 * nothing is checked. What would need the state of other threads, or of ours,
 * is refused by name: the copy tells the process it is one of.
 */
#ifndef MZ_RUNTIME_FORKED_H
#define MZ_RUNTIME_FORKED_H

#include "runtime/object.h"
#include "runtime/runtime.h"

/* This process is such a copy. */
MZ_HIDDEN extern bool mz_forked;

/* What it has looked at of what threads share, by atomics and locks: the order
 * of fork with what others do there counts. Both processes have the list. */
struct mz_forked_list {
    uint32_t count;
    uint32_t is_full; /* there were more */
    struct mz_forked_object {
        uint64_t key; /* object.h */
        uint64_t mask;
    } at[500];
};

/* It becomes one; what it refuses is told there. */
void mz_forked_begin(int socket, struct mz_forked_list *);

/* Ends it: by what it does, or as it goes wrong. */
_Noreturn void mz_forked_refuse(const struct mz_gap *) MZ_COLD;
_Noreturn void mz_forked_fail(void) MZ_COLD;

/* What it has refused, if anything: else that stays as it is. */
void mz_forked_hear(int socket, struct mz_gap *);

/* It looks at an object. */
void mz_forked_note(uint64_t key, uint8_t mask) MZ_COLD;

/* The same, wherever this process is none, of an atomic. */
static inline void mz_forked_meets(uint64_t address, unsigned size)
{
    if (MZ_UNLIKELY(mz_forked))
        for (uint64_t at = address; at < address + size; at++)
            mz_forked_note(mz_object_of_memory(at), 1u << (at & 7));
}

static inline bool mz_forked_lets(const char *name)
{
    if (MZ_UNLIKELY(mz_forked))
        mz_unsupported_name(MZ_GAP_CALL, name);
    return true;
}

/* In an interposed function about threads: does it do what libc does? */
#define MZ_RUNS_NATIVELY (!mz_rt.active && mz_forked_lets(__func__))

#endif

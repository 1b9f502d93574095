/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where memory is weak (--memory-model): an atomic access is served what it
 * reads by the search, which need not be what memory holds; and what it writes
 * comes to memory only if it is last in the order of modification, as far as
 * the execution has come. So plain accesses, which do not race, find what they
 * are to find.
 *
 * Locks are what they always are: their operations read from one another in the
 * order in which they are executed. What is not modelled is refused by name.
 */
#ifndef MZ_RUNTIME_WEAK_H
#define MZ_RUNTIME_WEAK_H

#include "runtime/visible.h"

struct mz_weak_access {
    uint64_t address, pc;
    unsigned size;
    enum mz_op kind; /* of its success */
    enum mz_order order, failure;
    enum mz_update update;
    enum mz_action action; /* MZ_ACTION_NONE: no step tells of it */
    uint64_t operand, expected;
    const void *whole; /* steps tell of this object, and of no values; NULL:
                            of the bytes accessed */
    unsigned whole_size;
};

/* The access, whose turn it is. What it has read. */
uint64_t mz_weak_serve(const struct mz_weak_access *) MZ_NOINLINE;

/* The same, of an access that is not the program's, but stands for a call. */
uint64_t mz_weak_serve_ours(const struct mz_weak_access *) MZ_NOINLINE;

/* An update of a count of our own, which stands for a call. `about`, of that
 * size, is what steps tell of it, if the operation has an action. */
void mz_weak_count(const struct mz_visible *, const uint64_t *count,
                   const void *about, unsigned size) MZ_COLD;

/* An await of that many bytes. What it has read; it does not return where that
 * is not awaited: the thread waits for good, since it reads something else in
 * another execution. */
uint64_t mz_weak_await(const struct mz_visible *, unsigned size,
                       enum mz_order) MZ_COLD;

/* Is the last value of what the event has accessed another than it has read? */
bool mz_weak_is_stale(uint32_t position) MZ_COLD;

/* A fence is an event. */
void mz_weak_fence(enum mz_order, uint64_t pc) MZ_NOINLINE;

/* A thread is about to come to an atomic access. */
void mz_weak_expect(void) MZ_NOINLINE;

/* A thread has come to an operation: refuses it if no model has it, and one on
 * memory that was not expected. */
void mz_weak_meet(const struct mz_visible *) MZ_NOINLINE;

#endif

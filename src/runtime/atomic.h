/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic accesses that the program executes itself, right after it has told of
 * them: instructions of inline assembly, volatile accesses. Each of these is
 * all of an operation but its effect: a turn, the race detector's word, the
 * event. In the process that searches nobody else runs before the effect.
 *
 * Only while an execution is active; sizes up to 16 bytes, any address.
 */
#ifndef MZ_RUNTIME_ATOMIC_H
#define MZ_RUNTIME_ATOMIC_H

#include "race/detector.h"
#include "runtime/runtime.h"
#include "runtime/turn.h"

struct mz_atomic_access {
    uint64_t address;
    uint64_t pc; /* a return address */
    unsigned size;
    enum mz_order order;
};

typedef unsigned __int128 mz_atomic_value;

void mz_atomic_load(const struct mz_atomic_access *);
void mz_atomic_store(const struct mz_atomic_access *, mz_atomic_value);

/* A write of which it is not said what is written. */
void mz_atomic_store_unknown(const struct mz_atomic_access *);

/* `action` and `operand` are for reports. */
void mz_atomic_update(const struct mz_atomic_access *, enum mz_action action,
                      mz_atomic_value operand);

/* One more or less, of a count of 4 bytes to which nothing else is done while
 * threads share it; so that it can be told where memory is weak, too. */
void mz_atomic_count(const struct mz_atomic_access *, bool is_up);

/* It succeeds if memory holds what is expected; else it is a read. */
void mz_atomic_compare(const struct mz_atomic_access *,
                       mz_atomic_value expected, mz_atomic_value desired);

void mz_atomic_fence(enum mz_order, uint64_t pc);

/* Of an order that is weaker than seq_cst, where memory is not. While a thread
 * is alone no order makes a difference. */
MZ_INLINED void mz_atomic_note_weak(uint64_t pc)
{
    struct mz_region *region = mz_rt.region;

    if (mz_turn_is_alone())
        return;
    region->weak_atomics = 1;
    if (!region->weak_at || pc < region->weak_at)
        region->weak_at = pc;
}

#endif

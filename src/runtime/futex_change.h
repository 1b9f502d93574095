/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is done to several queues of futexes at once: wakes of those who sleep
 * with different masks, requeues, FUTEX_WAKE_OP. Each is one event.
 */
#ifndef MZ_RUNTIME_FUTEX_CHANGE_H
#define MZ_RUNTIME_FUTEX_CHANGE_H

#include <stdint.h>

/* Arguments as the kernel has them, which are right. The answers are those of
 * the system call. */
long mz_futex_wake_masks(uint64_t word, uint64_t number, uint32_t mask,
                         uint64_t pc);

/* From one word to another. `expected`: what the word has to hold; NULL: it is
 * not looked at. -EAGAIN: it differs. */
struct mz_futex_requeue {
    uint64_t word, other;
    uint64_t wakes, moves;
    const uint32_t *expected;
};

long mz_futex_requeue(const struct mz_futex_requeue *, uint64_t pc);

/* The other word is changed as `code` says, and threads are woken up that sleep
 * at the one and, if what it held fulfils the condition, at the other. */
struct mz_futex_wake_op {
    uint64_t word, other;
    uint64_t wakes, other_wakes;
    uint32_t code;
};

long mz_futex_wake_op(const struct mz_futex_wake_op *, uint64_t pc);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The system call futex (futex.c).
 */
#ifndef MZ_RUNTIME_FUTEX_H
#define MZ_RUNTIME_FUTEX_H

#include "runtime/futex_queue.h"

/* Its answer to these arguments, of which it takes six: what syscall() returns,
 * which sets errno. */
long mz_futex(const long *arguments, uint64_t pc);

/* ---- for futex_change.c -------------------------------------------------- */

void mz_futex_tell(uint64_t word, enum mz_action, uint64_t pc);

/* Refuses what the state of a queue has no room for: one operation more; a wake
 * of so many. */
void mz_futex_check_room(const struct mz_futex_queue *);
void mz_futex_check_wakes(const struct mz_futex_queue *, uint64_t number);

/* An access of the event under way, as by an atomic load: the kernel's look at
 * a word orders nothing else, as far as it is documented. */
void mz_futex_read_word(uint64_t word, uint32_t held, uint64_t pc);

#endif

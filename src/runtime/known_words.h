/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread's own stack and thread-local storage, as it knows them. Others may
 * write there, too: a queue that is a local variable of main's is lent to the
 * threads that use it. Such bytes are shared memory, and no local state:
 * whether a thread spins (loop.h) must depend on nothing but what it has done
 * and found itself, in whatever order independent operations of others came.
 * So those that others have written last count in its local state as it had
 * left them.
 *
 * What others have written is found by comparison: a thread's words are copied
 * when others go on, and looked at when it is its turn again; while loops are
 * looked for, that is: see mz_rt.watching. What the thread itself writes there
 * it announces; or the bytes are others than those that others have left, as
 * another frame lies there by now.
 */
#ifndef MZ_RUNTIME_KNOWN_WORDS_H
#define MZ_RUNTIME_KNOWN_WORDS_H

#include "runtime/fiber.h"

/* In place of mz_turn_switch: the running thread lets that one go on. */
void mz_known_switch(mz_tid to);

/* The running thread writes there. */
void mz_known_write(uint64_t address, uint64_t size);

/* Puts what the running thread knows where it lies, or back to what is there.
 * False: others have written more than is remembered. */
bool mz_known_show(const struct mz_fiber_own *);
void mz_known_hide(void);

/* A thread is born, perhaps on the stack of one that is no more. */
void mz_known_born(mz_tid);

/* A new execution begins. */
void mz_known_reset(void);

#endif

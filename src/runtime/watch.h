/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which memory an audited execution must not touch unnoticed: it is closed,
 * that is without rights. The stack of the thread that runs is open.
 */
#ifndef MZ_RUNTIME_WATCH_H
#define MZ_RUNTIME_WATCH_H

#include "runtime/runtime.h"

/* Before the first execution: all that is the same for each. */
void mz_watch_init(void);

/* Closes everything; opens it. */
void mz_watch_begin(void);
void mz_watch_end(void);

/* In between: the same, for a moment. */
void mz_watch_open_all(void);
void mz_watch_close_all(void);

bool mz_watch_has(uint64_t address);

/* The watched pages of a range, and no others. Open ones have the rights that
 * the snapshot wants them to have. */
void mz_watch_open(uint64_t start, uint64_t end);
void mz_watch_close(uint64_t start, uint64_t end);

/* From now on in this execution. Forgotten ranges keep what rights they
 * have. */
void mz_watch_add(uint64_t start, uint64_t end);
void mz_watch_forget(uint64_t start, uint64_t end);

/* A thread is born: its stack is closed until it runs. */
void mz_watch_thread(mz_tid);

/* Is the address on the stack of the running thread, which was closed? Then it
 * is open now, and the one that was open is closed. */
bool mz_watch_changes_stack(uint64_t address);

#endif

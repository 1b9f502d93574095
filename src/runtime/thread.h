/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Threads: their identity, life and end. A thread is the k-th child of its
 * parent, interned once; so the same logical thread has the same number, stack,
 * thread-local storage and pthread_t in every execution.
 */
#ifndef MZ_RUNTIME_THREAD_H
#define MZ_RUNTIME_THREAD_H

#include "base/arena.h"
#include "runtime/runtime.h"

/* What the first thread runs. */
void mz_thread_set_main(int (*main)(int, char **, char **), int argc,
                        char **argv, char **envp);

/* Makes the table of interned threads; main, and those that the region names
 * already (in a replay), are in it. */
void mz_thread_init(struct mz_arena *);

/* Forgets all threads; main is about to begin. */
void mz_thread_reset(void);

/* Others first, if any can go on: a hint to the scheduler. */
void mz_thread_yield(void);

/* exit() by any thread. Non-zero: an error. Zero: others run until they stop,
 * then this returns and handlers run. */
void mz_thread_before_exit(int status);

/* The thread's thread_local objects, latest first. */
void mz_thread_destroy_locals(void);

/* The process ends: exit handlers have run. Never returns. */
_Noreturn void mz_thread_exit_process(int status);

/* The thread stands at an assumption that is false. Never returns. */
_Noreturn void mz_thread_stick(void);

#endif

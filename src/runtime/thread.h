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

/* How many threads that one has created. */
uint32_t mz_thread_births(mz_tid);

/* What the thread is called, unless its number says that. */
struct mz_births mz_thread_by_birth(mz_tid);

/* What the first thread runs, and is given. */
struct mz_arguments_of_main {
    int count;
    char **values;
};
struct mz_arguments_of_main mz_thread_arguments_of_main(void);
void mz_thread_set_main(int (*main)(int, char **, char **), int argc,
                        char **argv, char **envp);

/* It stands for a call of mz_check, of this function: when it returns nothing
 * else of the program is to run. */
void mz_thread_set_function(void (*function)(void *));

/* Others first, if any can go on: a hint to whoever chooses. */
void mz_thread_yield(void);

/* A process that ends with a status other than 0 has failed. */
void mz_thread_check_status(int status, uint64_t pc);

/* The thread's thread_local objects, latest first. */
void mz_thread_destroy_locals(void);
bool mz_thread_has_locals(void);

/* The robust mutexes that the running thread holds: a list of mutex.c's, which
 * begins as NULL. At the thread's end they have no owner. */
void **mz_thread_robust_mutexes(void);
void mz_mutex_owner_ends(uint64_t pc);

/* The thread of this pthread_t, of those that were born; fails if there is
 * none. Has it been joined? */
mz_tid mz_thread_find(uint64_t handle, uint64_t pc);

/* Was it to have a larger stack than there is? */
bool mz_thread_wants_more_stack(mz_tid);
bool mz_thread_is_joined(mz_tid);

enum { MZ_THREAD_NAME = 16 }; /* as the kernel has it, with its end */

/* What the thread is called from now on, in reports, too; and what the program
 * calls it. `length` is less than MZ_THREAD_NAME. */
void mz_thread_set_name(mz_tid, const char *name, unsigned length);
const char *mz_thread_called(mz_tid);

/* What threads that nobody has joined yet have returned. */
void mz_thread_results(void (*take)(uint64_t from, uint64_t to));

/* The one thread that was created and neither joined nor detached;
 * MZ_NO_THREAD: there are several, or none. */
mz_tid mz_thread_only_joinable(void);

/* The running thread ends: all of its frames have been left. */
_Noreturn void mz_thread_end(void *result, uint64_t pc);

/* The process ends, when no other thread can go on. Never returns. */
_Noreturn void mz_thread_exit_process(void);

/* The same, when no other can. No signal is looked for any more: a handler that
 * begins here could only be run when others have stopped, so that what it does
 * could be in no other order with what they did. */
_Noreturn void mz_thread_process_ends(void);

#endif

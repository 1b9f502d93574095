/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What threads do to their own stacks, for the audit. A thread's own stack is
 * open: most of it nobody else can reach, and compilers tell nothing of that.
 * But where another thread has been there lies a variable that both know, until
 * its frame is left. A thread with such variables is made to stop before each
 * instruction of the program (a step takes 2 us; 15 where a hypervisor has its
 * say), so that what it does to them can be compared with what was announced.
 *
 * It is not stopped within libraries and the runtime. So that its return from
 * there shows, the program's code cannot be executed meanwhile.
 */
#ifndef MZ_RUNTIME_OWN_STACK_H
#define MZ_RUNTIME_OWN_STACK_H

#include <signal.h>

#include "arch/context.h"
#include "runtime/runtime.h"

/* So many steps, in all audited executions together. */
void mz_own_stack_init(uint64_t most_steps);

/* An audited execution begins, and ends; a thread is born in between. */
void mz_own_stack_begin(void);
void mz_own_stack_end(void);
void mz_own_stack_thread(mz_tid);

/* The running thread is at these bytes, which may be on another's stack. */
void mz_own_stack_met(uint64_t address, size_t size);

/* The running thread has joined this one. What nobody else knows is private
 * from now on: the same place may hold another variable of the frame. */
void mz_own_stack_joined(mz_tid);

/* Do others know of some of these bytes, on the running thread's stack? */
bool mz_own_stack_is_known(uint64_t address, size_t size);

/* Another thread runs now, as far as its first touch of its stack shows. */
void mz_own_stack_changed(void);

/* Is this the program's code that could not be executed? Then now it can. */
bool mz_own_stack_returns(const siginfo_t *, const ucontext_t *);

/* The context goes on. True: the thread will stop again behind the instruction
 * that it stands at, which is to be looked at. */
bool mz_own_stack_steps(ucontext_t *);

/* Did that instruction end here, or one that the audit has stopped at for other
 * reasons meanwhile? */
bool mz_own_stack_is_stepping(void);

/* The context goes on without steps. */
void mz_own_stack_let(ucontext_t *);

/* Is this SIGTRAP the end of a step though no audit is under way any more? */
bool mz_own_stack_is_late(int signal, const siginfo_t *);

#endif

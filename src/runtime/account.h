/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The account of an error: the run that found it notes only what it was; the
 * same execution is then run again, in an order with few context switches, and
 * its steps, call stacks and blocked threads are written down for the report.
 */
#ifndef MZ_RUNTIME_ACCOUNT_H
#define MZ_RUNTIME_ACCOUNT_H

#include "base/arena.h"
#include "runtime/runtime.h"
#include "trace/event.h"

/* What the execution at hand failed with; cleared before each. */
struct mz_finding *mz_account_finding(void);

/* A run for a report begins; `told` is what it should show. Sets mz_rt.tracing;
 * mz_account_end clears it and puts the steps in order. */
void mz_account_begin(const struct mz_finding *told);
void mz_account_end(void);

/* The step told last is an access where memory is weak. */
void mz_trace_served(const struct mz_access_order *, bool reads, bool writes);

/* Is this a run for the report of an assertion that fails? */
bool mz_account_asserts(void);

/* Is this a run for a report of such a finding? */
bool mz_account_tells(enum mz_finding_kind);

/* In a run for a report: a thread is born that its number does not name. The
 * latest such thread of a number, or NULL. */
void mz_account_born(mz_tid parent, mz_tid thread, uint32_t child, bool again);
struct mz_bearer *mz_account_bearer(mz_tid thread);

/* Notes a call stack: the caller's, or that of a context a signal came from. */
void mz_account_stack(mz_tid, enum mz_stack_role);

/* In the handler of a signal that came from our own code: the return address of
 * the program's call of it, or 0. */
uint64_t mz_account_caller(void);

/* The running thread fails, by what is at this address; 0: nothing. */
void mz_account_fails(uint64_t address);

/* Notes where this thread waits, in case that it waits for ever. */
void mz_account_waits(void);

/* The run ends in a deadlock: notes who waits for what, and where. */
void mz_account_deadlock(void);

/* Who cannot go on just now: notes it in the finding, of which it is no part;
 * how many. */
uint32_t mz_account_look(void);

/* How many steps have been told, for the debugger. */
const uint64_t *mz_account_steps(void);

/* As the run ends, in it: the threads that cannot go on, and the heap blocks
 * that steps and finding speak of. */
void mz_account_close(void);

/* A checked plain access by this thread, its `ordinal`-th; does the account
 * tell of this address, is it the other side of a race? */
void mz_account_watch(mz_tid, uint32_t ordinal);
/* The same of an allocation, by its block. */
void mz_account_watch_block(mz_tid, uint64_t address, uint64_t size);
bool mz_account_watches(uint64_t address, size_t size);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A thread that is set aside. One that reads plain memory in a loop without end
 * and comes to no visible operation keeps all others from going on, so that the
 * write is never made that it waits for, and the data race between the two is
 * never seen. When the watchdog has barked at it, and before that is told, the
 * others go on without it, as they might, for a while:
 *
 * - if what they do races with what it has done that is an error, in an
 *   execution that exists, and the search ends with it;
 * - else all that is dropped, the execution is run again to where it was, and
 *   the watchdog's word stands. So nothing is explored, or left out, that
 *   would not be without.
 *
 * Once in a search; not where it is to go on after an error. A run that is told
 * knows whom to set aside, and does so when that one has made all of its steps
 * and comes to the access that is raced with for the second time, so that it is
 * the same each time.
 *
 * mz_rt.sets_aside: plain accesses are to tell.
 */
#ifndef MZ_RUNTIME_ASIDE_H
#define MZ_RUNTIME_ASIDE_H

#include "region/region.h"
#include "trace/event.h"

/* In the watchdog's handler: the running thread is to be set aside at its next
 * plain access. False: it is not. */
bool mz_aside_begin(void);

/* While mz_rt.sets_aside, before a plain access of the running thread. Returns
 * unless it is set aside. */
void mz_aside_look(uint64_t address, uint64_t size, bool writes);

/* Is some thread set aside, in an execution of the search? Then not the search
 * is asked who goes on: one of those who can; MZ_NO_THREAD: nobody can, or it
 * was for long enough. */
bool mz_aside_has_some(void);
mz_tid mz_aside_choose(void);

/* As the execution ends. */
enum mz_outcome mz_aside_judge(enum mz_outcome);

/* The execution of a finding that is `is_aside` has the events again that those
 * have made who went on: the search, which has not chosen them, has learnt from
 * it without. */
void mz_aside_show(struct mz_execution *);

/* A run of a finding begins that is told; NULL: it is over. */
void mz_aside_expect(const struct mz_finding *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a process that the program has started may do: seccomp tells of all
 * system calls that could leave something behind, or reach another process, and
 * waits for leave.
 */
#ifndef MZ_RUNTIME_CHILD_FILTER_H
#define MZ_RUNTIME_CHILD_FILTER_H

#include "runtime/runtime.h"

/* In the copy, for itself and all that come of it: a descriptor to listen at,
 * or a negative errno. */
long mz_child_filter_install(void);

/* Answers the next question, which is there. False: it was about what must not
 * be done, and `why` says what that is; whoever asked is killed. */
bool mz_child_filter_answer(int listener, struct mz_gap *why);

#endif

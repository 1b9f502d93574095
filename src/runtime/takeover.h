/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the library comes to be in charge of a process that a supervisor waits
 * for: before main, or at a call of mz_check (checked_function.h).
 */
#ifndef MZ_RUNTIME_TAKEOVER_H
#define MZ_RUNTIME_TAKEOVER_H

#include <stdbool.h>
#include <stdint.h>

/* The descriptor of the region, where the supervisor waits for a call of
 * mz_check; -1: it does not, or there is none. */
int mz_takeover_descriptor(void);

/* Which call, from 1; 0: none. Of a region that is not mapped. */
uint32_t mz_takeover_function(int descriptor);

/* With which --seed; of a region that is not mapped. */
uint64_t mz_takeover_seed(int descriptor);

/* Why there is no search, where the supervisor has given that descriptor, in
 * words, and the region is not mapped. */
_Noreturn void mz_takeover_fail(const char *descriptor, const char *message);

/* The first process that asks is to search: a program may have forked. */
bool mz_takeover_claim(int descriptor);

/* Now. What constructors could not tell the region, which was not there, is
 * told. */
void mz_takeover_late(int descriptor);

/* For constructors: is told the region when that is there. Returns whether it
 * is now; else the caller is to be called again, with the same. At most 256
 * are remembered; beyond that the process can be taken over no more. */
bool mz_takeover_remember(void (*again)(const char *, const char *),
                          const char *first, const char *second);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where an assertion fails, in a run for a report: what threads have read of
 * late, and the frame of the function that asserts. The report shows what of it
 * the asserted expression is made of (report/asserted).
 */
#ifndef MZ_RUNTIME_ASSERTED_H
#define MZ_RUNTIME_ASSERTED_H

#include <stdint.h>

/* A plain read, before it is made. */
void mz_asserted_read(uint64_t address, unsigned size, uint64_t pc);

/* The assertion fails; the frames of the thread have just been looked at. */
void mz_asserted_fails(void);

#endif

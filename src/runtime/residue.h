/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What our calls leave on a thread's stack, below the program's frames. Frames
 * of the program that come to lie there later have it in slots that they have
 * not written to yet, or never write to; so it would be part of the local state
 * by which loops that wait are known (loop.h), and the number of an operation,
 * or a register that we happened to save, could be what two rounds differ in.
 * So while loops are looked for it is cleared before we return.
 */
#ifndef MZ_RUNTIME_RESIDUE_H
#define MZ_RUNTIME_RESIDUE_H

#include "runtime/runtime.h"

/* While mz_rt.watching: before a call of the program's returns that may have
 * left something there; for calls that search, or unwind, and for others. */
void mz_residue_clear(void) MZ_COLD;
void mz_residue_clear_little(void) MZ_COLD;

/* Leaves something else there each time: a check that it is cleared. */
void mz_residue_leave(void) MZ_COLD;

#endif

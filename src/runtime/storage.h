/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose thread-local storage the thread pointer leads to. To set it takes 10 ns
 * at each switch, and a system call, which may take microseconds, where the
 * kernel does not let programs do it. But most executions never use storage. So
 * while the search runs the pointer leads to where no memory is: storage is
 * away. The first use of it in an execution faults; then the pointer is set to
 * the storage of the thread that runs, and the instruction is executed once
 * more. From there to the end of the execution each switch sets the pointer.
 *
 * Nothing else can tell: whatever is done by the thread pointer is an access to
 * memory near it, but for one instruction, which reads the pointer itself.
 * Where the program contains that instruction storage is never away.
 */
#ifndef MZ_RUNTIME_STORAGE_H
#define MZ_RUNTIME_STORAGE_H

#include "base/base.h"

/* So that a switch need not set the pointer. */
MZ_HIDDEN extern bool mz_storage_is_away;

/* Whose storage is fetched when it was away: a fiber runs, and it is that of
 * its thread. Turns say so. (mz_rt.active does not: it rests while a fiber runs
 * code that is no part of the program.) Else the search runs, and it is main's.
 */
MZ_HIDDEN extern bool mz_storage_is_of_thread;

/* An execution begins; the search runs, not the program. Storage is put away,
 * if that has paid of late. */
void mz_storage_begin(void);

/* The pointer leads to the storage of who runs: a thread of the program, or the
 * search, which has main's. Also before signals are blocked, or handled by
 * others, for then a fault would end the process. */
void mz_storage_fetch(void);

/* There was a fault. True: storage was away, and is there now; the instruction
 * is to be executed again. */
bool mz_storage_fault(void);

/* Is it this one, as storage is away? Any other may be, too, of an instruction
 * that adds a number out of all bounds. */
bool mz_storage_is_near(uint64_t address);

#endif

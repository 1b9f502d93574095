/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Leaks: blocks of the heap that nobody can reach any more when the process
 * ends. Reached is what a word points into, at its start or within, that lies
 *
 *   in writable variables of any module but ours, and in what is mapped,
 *   in the storage of a thread that still exists, and in what we keep in place
 *   of libc (thread-specific data, results of threads that nobody has joined),
 *   in the frames of such a thread, or a register that its calls preserve,
 *   in a block that is reached itself.
 *
 * So who ends the process by its return from main has no frames any more. Not
 * lost are blocks of the loader, and of system libraries of before main.
 */
#ifndef MZ_RUNTIME_LEAK_H
#define MZ_RUNTIME_LEAK_H

/* The process ends here, by the thread that runs, and no other can go on: fails
 * if there is a leak. */
void mz_leak_look(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Private memory, where plain accesses are visible operations: variables and
 * blocks of the heap that in each execution one thread alone uses beside
 * others, or that all only read then. What is done there, by plain accesses or
 * by atomic loads, stores and updates, depends on nothing that others do, so it
 * is no operation (docs/semantics.md). The same goes for mutexes.
 *
 * In each execution the granules, of 8 aligned bytes, that are used are noted,
 * with their users. One that turns out not to be private is added to the places
 * that are shared (shared_places.h), and the search begins anew, in which
 * accesses to these are operations. So is one that is also used by other
 * operations, such as awaits. The execution goes on before that, to find more
 * of them.
 *
 * As long as a thread knows that it runs alone nothing is noted.
 */
#ifndef MZ_RUNTIME_PRIVATE_H
#define MZ_RUNTIME_PRIVATE_H

#include "runtime/turn.h"

/* The running thread is about to make a plain access, MZ_READ or MZ_WRITE.
 * True: all of that memory is private, so the access is no operation. */
bool mz_private_takes(enum mz_op, uint64_t address, size_t size);

/* The same of an atomic operation within a granule, which is a load, MZ_READ,
 * or another, MZ_WRITE. */
bool mz_private_takes_atomic(enum mz_op, uint64_t address);

/* The same of a mutex, which is initialised, locked, unlocked or destroyed.
 * Locks are known by their keys (object.h), apart from the memory that they
 * lie in. */
bool mz_private_takes_lock(uint64_t key);

/* Of what was given to the first: is it shared? */
bool mz_private_leaves(uint64_t address);

/* While mz_rt.keeps_private: the running thread is at an operation on these 8
 * bytes, whatever is private. */
void mz_private_meets(uint64_t granule) MZ_COLD;

/* The same, at one on this lock or another object that is no memory. */
void mz_private_meets_lock(uint64_t key) MZ_COLD;

/* A thread has ended. Does all that it did to private memory come before its
 * last event? */
bool mz_private_is_past(mz_tid);

/* How many uses are noted; and to so many those are undone that the next
 * execution begins with, since it goes on from where there were as many. */
uint32_t mz_private_count(void);
void mz_private_go_on_from(uint32_t count);

/* An execution ends so. If it has shown what is shared, it does not count. */
enum mz_outcome mz_private_judge(enum mz_outcome);

#endif

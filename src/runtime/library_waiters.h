/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How many threads wait for atomics, as libstdc++ counts them in
 * std::atomic::wait. Whoever has written to one looks at that count, by a load
 * that is seq_cst, before it wakes anybody; where it has written by an update
 * that releases, and no more, RC11 lets the load come first. Processors do not:
 * see docs/memory-models.md, "What C++20 promises". So such a load has a fence
 * before it.
 */
#ifndef MZ_RUNTIME_LIBRARY_WAITERS_H
#define MZ_RUNTIME_LIBRARY_WAITERS_H

#include <stdint.h>

/* Where memory is weak: the running thread is about to come to an atomic load
 * of these bytes. */
void mz_library_waiters_come(uint64_t address);

#endif

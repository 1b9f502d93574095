/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The variable in which libstdc++ counts who waits for atomics: one of an
 * inline function. What is linked keeps its name for whoever loads it, so that
 * it is found (runtime/library_waiters.h) though the symbols are stripped.
 */
#ifndef MZ_REGION_LIBRARY_WAITERS_H
#define MZ_REGION_LIBRARY_WAITERS_H

#define MZ_LIBRARY_WAITERS "_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w"

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What other threads notice of memory that the program maps. A mapping lies
 * where the thread that makes it has had none in this execution: so its address
 * depends on the history of that thread alone, and who uses one that is gone
 * meets no other. To unmap it, or what the kernel does to its pages, counts as
 * an access to all of it: in other orders others would find it gone, or empty.
 */
#ifndef MZ_RUNTIME_MAPPING_H
#define MZ_RUNTIME_MAPPING_H

#include "runtime/runtime.h"

/* Where the running thread's next one of this size goes, if nothing else is
 * there; 0: anywhere. */
uint64_t mz_mapping_place(uint64_t size);

/* There is a new one: what was there before does not concern it. */
void mz_mapping_new(uint64_t start, uint64_t size);

/* The call at pc is about to unmap this; to put other pages, or zeros, in its
 * place; to take these rights of the program's away. */
void mz_mapping_end(uint64_t start, uint64_t end, uint64_t pc);
void mz_mapping_clear(uint64_t start, uint64_t end, uint64_t pc);
void mz_mapping_protect(uint64_t start, uint64_t end, int rights, uint64_t pc);

/* A function of libc is about to access this: that a mapping is gone already is
 * told to the program by EFAULT, at most; so it is refused beside others. */
void mz_mapping_check(uint64_t start, uint64_t size, const char *function);

#endif

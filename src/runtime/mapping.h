/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What other threads notice of memory that the program maps. A mapping lies
 * where the thread that makes it has had none in this execution: so its address
 * depends on the history of that thread alone, and who uses one that is gone
 * meets no other. To unmap it, or what the kernel does to its pages, counts as
 * an access to all of it: in other orders others would find it gone, or empty.
 * What is asked of the kernel about it is ordered with that, too.
 */
#ifndef MZ_RUNTIME_MAPPING_H
#define MZ_RUNTIME_MAPPING_H

#include "op/op.h"
#include "runtime/runtime.h"

/* Where the running thread's next one of this size goes, if nothing else is
 * there; 0: anywhere. */
uint64_t mz_mapping_place(uint64_t size);

/*
 * The turn of a call that changes what is mapped here, MZ_FILE_CHANGE, or to
 * which it matters, MZ_FILE_LOOK: what was mapped at once is one object, all
 * that lies elsewhere another. With --plain=interleave the event stays open for
 * the memory that the call accesses, until mz_io_end. `anywhere`: the kernel
 * may choose another place for it.
 */
void mz_mapping_turn(enum mz_op, uint64_t start, uint64_t end, bool anywhere);

/* Is all of it where mappings are placed, whether there is one or not? */
bool mz_mapping_is_placed(uint64_t start, uint64_t end);

/* There is a new one: what was there before does not concern it. */
void mz_mapping_new(uint64_t start, uint64_t size);

/* The call at pc is about to unmap this; to put other pages, or zeros, in its
 * place; to take these rights of the program's away. */
void mz_mapping_end(uint64_t start, uint64_t end, uint64_t pc);
void mz_mapping_clear(uint64_t start, uint64_t end, uint64_t pc);
void mz_mapping_protect(uint64_t start, uint64_t end, int rights, uint64_t pc);

/* Whether its pages have been touched matters. */
void mz_mapping_look(uint64_t start, uint64_t end, uint64_t pc);

/* A function of libc is about to access this: that a mapping is gone already is
 * told to the program by EFAULT, at most; so it is refused beside others. */
void mz_mapping_check(uint64_t start, uint64_t size, const char *function);

#endif

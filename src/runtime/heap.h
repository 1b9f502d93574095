/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The program's heap: one arena a thread, so that the address of a block
 * depends on the history of the thread that allocates it and on nothing else.
 * Within an execution no block is used twice; freed ones are poisoned.
 *
 * What was allocated before the snapshot is rolled back as other memory is;
 * what an execution allocates is simply forgotten.
 */
#ifndef MZ_RUNTIME_HEAP_H
#define MZ_RUNTIME_HEAP_H

#include "runtime/runtime.h"

/* Reserves the arenas. Idempotent; also called by the very first malloc. */
void mz_heap_init(void);

/*
 * Does this heap serve the process, or (passive) does libc's? Decided once, by
 * the first caller: the dynamic linker allocates before any constructor, and so
 * before mz_rt.supervised is set. Then a supervisor is known by the environment
 * that the kernel has put on the stack. The constructor may ask here, too.
 */
enum { MZ_HEAP_NEW_BYTE = 0xbe }; /* what new blocks are filled with */

enum mz_heap_server { MZ_HEAP_UNDECIDED, MZ_HEAP_LIBC, MZ_HEAP_OURS };
extern enum mz_heap_server mz_heap_server;
bool mz_heap_decide(void);
static inline bool mz_heap_serves(void)
{
    return MZ_LIKELY(mz_heap_server == MZ_HEAP_OURS) || mz_heap_decide();
}

/* From now on it is ours; blocks that libc's has given out are still its own
 *: they are memory of before the snapshot. */
void mz_heap_take_over(void);
extern bool mz_heap_has_libcs;

/*
 * What malloc.c is made of, for use when mz_heap_serves(). A block is aligned
 * to `alignment` (a power of two, at least 16). NULL, and errno ENOMEM, above
 * 1 TiB. A new block has the same content in every execution: 0xbe, or zeros
 * when it is large. `pc` is the return address of the program's call.
 */
void *mz_heap_allocate(size_t size, size_t alignment, uint64_t pc);
void *mz_heap_allocate_zeroed(size_t size, uint64_t pc);
/* Always moves, so that stale pointers show. NULL: the block is as it was. */
void *mz_heap_reallocate(void *, size_t size, uint64_t pc);
/* NULL: nothing. Fails if something else has allocated it. */
void mz_heap_free(void *, enum mz_heap_maker, uint64_t pc);
/* The block was allocated by that. */
void mz_heap_set_maker(void *, enum mz_heap_maker);
size_t mz_heap_size(void *, uint64_t pc);

/* Does the heap own this address (a block, or the room around one)? */
MZ_HIDDEN extern uint64_t mz_heap_start, mz_heap_end;
static inline bool mz_heap_has(uint64_t address)
{
    return address - mz_heap_start < mz_heap_end - mz_heap_start;
}

/* The pages with blocks of the arena of a thread: small ones, large
 * ones. For the audit, which need not watch what is unused. */
struct mz_heap_part {
    uint64_t start, end;
};
void mz_heap_parts(mz_tid, struct mz_heap_part parts[2]);

/* Fails (mz_fail, kind MEMORY) unless all bytes are in a live block. Call only
 * if mz_heap_has(address). */
void mz_heap_check(uint64_t address, size_t size, enum mz_action,
                   uint64_t pc);

/* Would that check not fail? */
bool mz_heap_is_live(uint64_t address, size_t size);

/* The block that an address lies in or next to; false: none. */
bool mz_heap_describe(uint64_t address, struct mz_block_note *out);

/*
 * Leaks: which live blocks can be reached, in this order. From each word there
 * that points into a block, and so on from what is in that; pages that cannot
 * be read are left out. From blocks that are nobody's loss, which is_kept says
 * by where they were allocated, and whether that was before main, or for the
 * runtime itself. What is lost then, and of that a first block: one that none
 * of the others leads to, if there is such a one.
 */
struct mz_heap_loss {
    uint64_t bytes, blocks;
    struct mz_block_note first; /* if there are any */
};

void mz_heap_reach(uint64_t from, uint64_t to);
void mz_heap_reach_kept(bool (*is_kept)(uint64_t pc, bool is_early));
bool mz_heap_reached_all(void);
struct mz_heap_loss mz_heap_lost(void);

/* Between executions main's blocks of now stay, until mz_heap_unmark; see
 * checkpoint.h. */
void mz_heap_mark(void);
void mz_heap_unmark(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Blocks of events that sleep, for a search within a bound.
 *
 * When a thread was chosen somewhere, and all that follows has been explored,
 * the thread sleeps while others are explored from there: until an event is
 * executed on which an event of its block depends. So what sleeps is not the
 * thread's next event, as in [AAJS17] section 2, but all that it does without a
 * switch: bounded.c tells why.
 *
 * The blocks of the execution at hand, and those that sleep, lie on one stack,
 * in order of the prefixes after which they began. A block for which there is
 * no room is left out. It never sleeps, which costs executions and nothing
 * else.
 */
#ifndef MZ_EXPLORE_BLOCK_H
#define MZ_EXPLORE_BLOCK_H

#include "trace/event.h"

struct mz_block {
    uint32_t prefix; /* the length of that prefix */
    mz_tid thread;
    bool sleeps;
    uint32_t accesses; /* of the stack: [accesses, access_end) */
    uint32_t access_end;
    uint32_t hidden; /* the thread's entry in `sleeping` before this one */
};

struct mz_block_stack {
    struct mz_block *blocks;
    struct mz_access *accesses;
    uint32_t count, capacity;
    uint32_t access_count, access_capacity;
    uint32_t sleeping[MZ_MAX_THREADS]; /* [thread]: its block that was put to
                                          sleep last */
};

void mz_block_stack_init(struct mz_block_stack *, struct mz_arena *,
                         const struct mz_execution *);

/* Pushes the block that begins at position `begin`: of the events in [begin,
 * end), those of the first one's thread. */
void mz_block_push(struct mz_block_stack *, const struct mz_execution *,
                   uint32_t begin, uint32_t end);

/* Forgets all blocks: those of the empty prefix, too, which may not sleep in
 * another search. */
void mz_block_forget(struct mz_block_stack *);

/* Forgets the blocks that began after longer prefixes. */
void mz_block_cut(struct mz_block_stack *, uint32_t prefix);

/* Puts the block on top to sleep if it began after this prefix. Returns its
 * thread, as a set; empty: there is none such. */
mz_tset mz_block_sleep(struct mz_block_stack *, uint32_t prefix);

/* Of the threads in `asleep`, whose blocks sleep, those that still sleep after
 * the event. */
mz_tset mz_block_asleep_after(const struct mz_block_stack *, enum mz_relation,
                              mz_tset asleep, const struct mz_execution *,
                              uint32_t event);

#endif

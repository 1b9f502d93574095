/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wakeup trees ([AAJS17] section 6): beginnings of sequences that are to be
 * explored after a prefix E, so that no exploration is sleep-set blocked.
 *
 * wut(E) is a list of branches, ordered as they will be explored (the paper's
 * "<"); a branch is an event of a thread with the wakeup tree after it. An
 * empty list is the empty tree. A leaf is a branch without branches.
 *
 * Nodes live in one pool and are named by number; a node that is not wanted any
 * more is released by its owner.
 */
#ifndef MZ_TRACE_WAKEUP_TREE_H
#define MZ_TRACE_WAKEUP_TREE_H

#include "trace/sequence.h"

typedef uint32_t mz_branches; /* the first one; 0: none */

/* What is foreseen of an event: the fields of struct mz_event. */
struct mz_wakeup_event {
    mz_tid thread;
    uint8_t kind, mask;
    uint32_t object;
    uint32_t value; /* of a choice */
    uint32_t more;  /* index in mz_wakeup_pool.accesses */
    uint32_t bound;
};

/* Half a cache line: to walk a large tree is to wait for memory. */
struct mz_wakeup_node {
    struct mz_wakeup_event event;
    mz_branches branches; /* below it */
    uint32_t next;        /* the next branch beside it, 0: none */
    uint32_t size;        /* nodes from here down */
};
_Static_assert(sizeof(struct mz_wakeup_node) == 32, "see above");

/* A branch that an insertion has passed by, as it is no weak initial. Why it is
 * none is looked for only if a leaf is added, in the sequence as it was then:
 * with these `from` and `drops`. */
struct mz_wakeup_passed {
    uint32_t branch, from, drops;
};

enum { MZ_ACCESS_CLASSES = 24, MZ_MAX_PASSED = 64 };

struct mz_wakeup_pool {
    struct mz_wakeup_node *nodes; /* from 1 */
    uint32_t used, capacity;
    uint32_t free;              /* list, by next */
    struct mz_access *accesses; /* from 1, in blocks of powers of two */
    uint32_t accesses_used, access_capacity;
    uint32_t free_accesses[MZ_ACCESS_CLASSES];
    uint32_t *path; /* scratch: the branches that an insertion goes down */
    struct mz_wakeup_passed passed[MZ_MAX_PASSED]; /* scratch, too */
    unsigned passed_count;
    bool exhausted; /* an insertion found no room, and was not made */
};

/* Takes half of what is left of the arena; of that only what is used becomes
 * memory. */
void mz_wakeup_pool_init(struct mz_wakeup_pool *, struct mz_arena *,
                         uint32_t event_capacity);

/*
 * insert[E](w, wut(E)), section 6.2: adds a leaf v with v ~[E] w, unless the
 * tree has one. The leaf does not need all of w, but e', the places that are
 * marked, and what distinguishes it from the branches passed by; each with what
 * happens before it. Returns the number of nodes added. w is used up.
 */
uint32_t mz_wakeup_insert(struct mz_wakeup_pool *, mz_branches *,
                          struct mz_sequence *w);

/* Takes the first branch out of the tree, which must not be empty. */
uint32_t mz_wakeup_take(struct mz_wakeup_pool *, mz_branches *);

/* Takes the branch for that value of a choice out of the tree; 0: there is
 * none. */
uint32_t mz_wakeup_take_value(struct mz_wakeup_pool *, mz_branches *,
                              uint32_t value);

/* Releases a node that was taken, but not what is below it. */
void mz_wakeup_release(struct mz_wakeup_pool *, uint32_t node);

/* Releases a whole tree. */
void mz_wakeup_release_tree(struct mz_wakeup_pool *, mz_branches);

#if MZ_CHECK >= 1
/* Has all been released? */
bool mz_wakeup_is_unused(const struct mz_wakeup_pool *);

/* Are the sizes right, and is nothing both free and in the tree? */
void mz_wakeup_check(const struct mz_wakeup_pool *, mz_branches);
#endif

#endif

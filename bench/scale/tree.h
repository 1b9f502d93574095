/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The tree that a search is: each execution leads to others, which reverse its
 * races. That of programs of bench/programs is found by running `pop` on what
 * they do, without them: as many executions as bench/counts.txt has.
 */
#ifndef MZ_BENCH_SCALE_TREE_H
#define MZ_BENCH_SCALE_TREE_H

#include <stdint.h>

/* In the order in which one worker runs them: those that an execution leads to
 * come after it, each followed by those that it leads to in turn. */
struct tree {
    uint32_t *sizes; /* executions of the subtree that begins with each */
    uint32_t count;
};

/* Of `fib_bench` or `lastzero` with N = n. Not 0: it is none of these, or too
 * large. */
int tree_find(struct tree *, const char *program, uint32_t n);

/* Makes it so many times as large, about: executions that lead to no other one,
 * drawn by chance, lead to subtrees of it, also drawn, of at most `most`
 * executions. So what it is above stays, and what it is below comes again. Not 0:
 * it would be too large. */
int tree_grow(struct tree *, double times, uint32_t most);

#endif

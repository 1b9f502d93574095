/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Items that come again: turns of a loop among steps, recursion among frames.
 * What a list says over and over is told once.
 */
#ifndef MZ_REPORT_REPEATS_H
#define MZ_REPORT_REPEATS_H

#include <stdbool.h>
#include <stddef.h>

struct mz_repetition {
    size_t period; /* items in one turn */
    size_t times;  /* turns, the first included; 1: it does not come again */
};

typedef bool mz_same(const void *items, size_t a, size_t b);

/* The turns that items[at ..] begin with; none reaches items[end]. */
struct mz_repetition mz_repeats_at(const void *items, size_t at, size_t end,
                               mz_same *same);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * So many of the first events of each thread: what a prefix is, and a clock.
 * Of how many threads is a multiple of four: compilers take four at a time.
 */
#ifndef MZ_GRAPH_CLOCK_H
#define MZ_GRAPH_CLOCK_H

#include <stdint.h>

enum { MZ_CLOCK_STEP = 4 };

/* As many as there must be, if a thread has that number. */
static inline unsigned mz_clock_width(unsigned thread)
{
    return (thread / MZ_CLOCK_STEP + 1) * MZ_CLOCK_STEP;
}

static inline void mz_clock_clear(uint32_t *clock, unsigned width)
{
    for (unsigned t = 0; t < width; t += MZ_CLOCK_STEP)
        for (unsigned i = t; i < t + MZ_CLOCK_STEP; i++)
            clock[i] = 0;
}

/* They are two. */
static inline void mz_clock_copy(uint32_t *restrict to,
                                 const uint32_t *restrict from, unsigned width)
{
    for (unsigned t = 0; t < width; t += MZ_CLOCK_STEP)
        for (unsigned i = t; i < t + MZ_CLOCK_STEP; i++)
            to[i] = from[i];
}

static inline void mz_clock_join(uint32_t *restrict to,
                                 const uint32_t *restrict from, unsigned width)
{
    for (unsigned t = 0; t < width; t += MZ_CLOCK_STEP)
        for (unsigned i = t; i < t + MZ_CLOCK_STEP; i++)
            to[i] = to[i] < from[i] ? from[i] : to[i];
}

#endif

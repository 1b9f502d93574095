/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Stacks that begin as zeros, where the settings say so: programs may look at
 * what earlier executions have left there, and states of threads are compared
 * where loops wait.
 *
 * The kernel drops all that was written (MADV_DONTNEED), which takes longer
 * than a short execution: the call, and a fault for each page that is touched
 * again. So the pages below where frames begin are filled with zeros by hand,
 * and stay where they are. No other page of a stack was written if none has
 * been touched for the first time: the kernel counts that. If some page was,
 * of whatever memory, all are dropped.
 */
#define _GNU_SOURCE
#include "base/system_call.h"
#include "runtime/fiber.h"
#include "runtime/parts.h"

#include <sys/mman.h>
#include <sys/resource.h>

enum {
    MOST = 16,       /* pages that are filled by hand, below either place */
    MOST_DROPS = 16, /* in a row; if all are dropped as often as that ... */
    BLIND = 4096,    /* ... they are in as many executions, without a look */
};

/* Where frames begin. */
enum place { AT_ITS_UPPER_END, AFTER_LEAVING, PLACES };

static struct {
    bool is_known;   /* what is resident is what is filled by hand */
    uint64_t faults; /* then */
    uint32_t drops;  /* in a row */
    uint32_t blind;  /* so many executions without a look are left */
    uint32_t filled[MZ_MAX_THREADS][PLACES]; /* bytes, by hand */
    mz_tset some;                            /* threads that have some */
} stacks;

/* One process searches, others are made from it: each counts from zero. */
void mz_clean_stacks_take(struct mz_arena *arena)
{
    (void)arena;
    stacks.is_known = false;
}

/* How often a page was touched that was not there. */
static uint64_t faults(void)
{
    struct rusage usage;

    if (MZ_SYSTEM(getrusage, RUSAGE_THREAD, &usage))
        return 0;
    return usage.ru_minflt + usage.ru_majflt;
}

static char *end_of(mz_tid t, enum place place)
{
    const struct mz_fiber *fiber = &mz_fibers[t];

    return place == AFTER_LEAVING ? mz_fiber_after_leaving(fiber)
                                  : fiber->stack + fiber->stack_size;
}

/* So many bytes below: to the lowest of a few pages that was touched. */
static uint32_t touched(const char *end)
{
    unsigned char resident[MOST];

    if (MZ_SYSTEM(mincore, end - MOST * MZ_PAGE, MOST * MZ_PAGE, resident))
        return 0;
    for (uint32_t i = 0; i < MOST; i++)
        if (resident[i] & 1)
            return (MOST - i) * MZ_PAGE;
    return 0;
}

static void note_touched(mz_tid t)
{
    for (enum place place = 0; place < PLACES; place++) {
        uint32_t size = touched(end_of(t, place));

        if (size > stacks.filled[t][place])
            stacks.filled[t][place] = size;
        if (size)
            mz_tset_add(&stacks.some, t);
    }
}

static void drop(const struct mz_fiber *fiber)
{
    MZ_SYSTEM(madvise, fiber->stack, fiber->stack_size, MADV_DONTNEED);
}

/* A fault at a huge page would stand for many that are not counted. */
static void forbid_huge_pages(const struct mz_fiber *fiber)
{
    MZ_SYSTEM(madvise, fiber->stack, fiber->stack_size, MADV_NOHUGEPAGE);
}

static void drop_all(void)
{
    for (uint32_t t = 0; t < mz_fiber_count; t++)
        drop(&mz_fibers[t]);
}

static void fill(void)
{
    MZ_EACH(rest, stacks.some) {
        mz_tid t = mz_tset_first(rest);

        for (enum place place = 0; place < PLACES; place++) {
            uint32_t size = stacks.filled[t][place];

            if (size)
                mz_fill(end_of(t, place) - size, 0, size);
        }
    }
}

/* Drops all; what an execution is known to have touched is there again. */
static void begin_to_know(void)
{
    for (mz_tid t = 0; t < mz_fiber_count; t++) {
        note_touched(t);
        forbid_huge_pages(&mz_fibers[t]);
        drop(&mz_fibers[t]);
    }
    fill();
    stacks.faults = faults();
    stacks.is_known = stacks.faults;
}

void mz_clean_stacks_restore(void)
{
    if (MZ_LIKELY(!mz_rt.region->settings.clean_stacks))
        return;
    if (stacks.blind) {
        stacks.blind--;
        drop_all();
        return;
    }
    if (stacks.is_known && faults() == stacks.faults) {
        stacks.drops = 0;
        fill();
        return;
    }
    begin_to_know();
    if (++stacks.drops < MOST_DROPS)
        return;
    stacks.drops = 0;
    stacks.blind = BLIND;
    stacks.is_known = false;
}

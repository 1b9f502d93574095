/* SPDX-License-Identifier: Apache-2.0 */
/* What an execution did to the heap: forgotten, or told from another. */
#include "base/system_call.h"
#include "race/detector.h"
#include "runtime/heap_layout.h"
#include "runtime/parts.h"
#include "runtime/state.h"

#include <sys/mman.h>

enum {
    SNAPSHOT_UNIT = 1 << 19, /* 8 pages of shadow, which the snapshot tracks
                                instead of copying them each time */
};

/*
 * The execution's blocks share no page with those of before, shadow included.
 * Padding costs address space only, and lets the snapshot track the pages.
 */
static void snapshot_arena(struct mz_heap_arena *arena)
{
    if (arena->next != arena->own) {
        arena->next = mz_heap_round_up(arena->next, SNAPSHOT_UNIT);
        mz_snapshot_add((void *)arena->own, arena->next - arena->own);
        mz_snapshot_add(mz_heap_shadow_of(arena->own),
                        (arena->next - arena->own) / MZ_HEAP_GRANULE);
    }
    if (arena->large_next != arena->large_own) {
        arena->large_next = mz_heap_round_up(arena->large_next, MZ_HEAP_SLOT);
        mz_snapshot_add((void *)arena->large_own,
                        arena->large_next - arena->large_own);
    }
    arena->own = arena->next;
    arena->large_own = arena->large_next;
}

/* From now on blocks belong to an execution. What is in use is registered with
 * mz_snapshot_add, and each arena's end remembered. */
void mz_heap_snapshot(void)
{
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++)
        snapshot_arena(&mz_heap_arenas[t]);
    /* Each arena's halves give out addresses in the order of time. */
    mz_race_detector_set_heap(mz_heap_start, mz_heap_end,
                              mz_heap_unit_shift - 1);
    mz_heap_touched = MZ_TSET_EMPTY;
}

static void roll_back_arena(struct mz_heap_arena *arena)
{
    uint64_t used, end;

    /* Shadow of whole granules; what follows is zero already. */
    used = mz_heap_round_up((arena->next - arena->own) / MZ_HEAP_GRANULE,
                            MZ_HEAP_GRANULE);
    mz_heap_fill((char *)mz_heap_shadow_of(arena->own), used, 0);
    arena->next = arena->own;
    if (arena->large_next == arena->large_own)
        return;
    end = mz_heap_round_up(arena->large_next, MZ_HEAP_SLOT);
    mz_fill(mz_heap_slot_of(arena->large_own), 0,
            (end - arena->large_own) / MZ_HEAP_SLOT *
                sizeof(struct mz_heap_block *));
    MZ_SYSTEM(madvise, arena->large_own, end - arena->large_own, MADV_DONTNEED);
    arena->large_next = arena->large_own;
}

void mz_heap_restore(void)
{
    for (; mz_tset_some(mz_heap_touched); mz_tset_drop_first(&mz_heap_touched))
        roll_back_arena(&mz_heap_arenas[mz_tset_first(mz_heap_touched)]);
}

/* What was there before main is of the snapshot. */
void mz_heap_fingerprint(struct mz_fingerprint *f)
{
    MZ_EACH(left, mz_heap_touched) {
        const struct mz_heap_arena *a = &mz_heap_arenas[mz_tset_first(left)];

        mz_state_add_word(f, a->next);
        mz_state_add_word(f, a->large_next);
        mz_state_add(f, (void *)a->own, a->next - a->own);
        mz_state_add(f, (void *)a->large_own, a->large_next - a->large_own);
    }
}

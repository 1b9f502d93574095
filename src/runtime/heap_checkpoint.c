/* SPDX-License-Identifier: Apache-2.0 */
/* What main has allocated before a checkpoint stays between executions. */
#include "runtime/checkpoint.h"
#include "runtime/heap_layout.h"
#include "runtime/parts.h"
#include "runtime/state.h"

/* Shadow and slots of what is allocated from there on are zero, as ever. */
void mz_heap_checkpoint(void)
{
    const struct mz_heap_arena *main = &mz_heap_arenas[0];

    mz_checkpoint_need(
        !mz_tset_some(mz_tset_without(mz_heap_touched, 0)));
    mz_checkpoint_track(main->own, main->next);
    mz_checkpoint_track((uint64_t)mz_heap_shadow_of(main->own),
                        (uint64_t)mz_heap_shadow_of(main->next));
    mz_checkpoint_track(main->large_own, main->large_next);
}

/* The mark: what is below belongs to the execution, too. */
static uint64_t own_before, large_own_before;
static bool is_marked;

void mz_heap_mark(void)
{
    struct mz_heap_arena *main = &mz_heap_arenas[0];

    is_marked = true;
    own_before = main->own;
    large_own_before = main->large_own;
    main->own = main->next;
    if (main->large_next == main->large_own)
        return;
    /* The next large block begins in a slot of its own anyway. */
    main->large_next = mz_heap_round_up(main->large_next, MZ_HEAP_SLOT);
    main->large_own = main->large_next;
}

void mz_heap_unmark(void)
{
    is_marked = false;
    mz_heap_arenas[0].own = own_before;
    mz_heap_arenas[0].large_own = large_own_before;
    mz_tset_add(&mz_heap_touched, 0);
}

void mz_heap_marked_fingerprint(struct mz_fingerprint *f)
{
    const struct mz_heap_arena *main = &mz_heap_arenas[0];

    if (!is_marked)
        return;
    mz_state_add(f, (void *)own_before, main->own - own_before);
    mz_state_add(f, (void *)large_own_before,
                 main->large_own - large_own_before);
}

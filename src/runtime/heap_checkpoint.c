/* SPDX-License-Identifier: Apache-2.0 */
/* What main has allocated before a checkpoint stays between executions. */
#include "runtime/checkpoint.h"
#include "runtime/heap_layout.h"
#include "runtime/parts.h"
#include "runtime/state.h"

/* What the execution has allocated, with its shadow and its slots. */
static void keep_arena(struct mz_heap_arena *a)
{
    uint64_t end = mz_heap_round_up(a->large_next, MZ_HEAP_SLOT);

    mz_checkpoint_keep(a, sizeof *a);
    mz_checkpoint_keep((void *)a->own, a->next - a->own);
    mz_checkpoint_keep(mz_heap_shadow_of(a->own),
                       (a->next - a->own) / MZ_HEAP_GRANULE);
    if (a->large_next == a->large_own)
        return;
    mz_checkpoint_keep((void *)a->large_own, a->large_next - a->large_own);
    mz_checkpoint_keep(mz_heap_slot_of(a->large_own),
                       (end - a->large_own) / MZ_HEAP_SLOT *
                           sizeof(struct mz_heap_block *));
}

static void keep_all(void)
{
    mz_checkpoint_keep(&mz_heap_touched, sizeof mz_heap_touched);
    MZ_EACH(rest, mz_heap_touched)
        keep_arena(&mz_heap_arenas[mz_tset_first(rest)]);
}

/* Shadow and slots of what is allocated from there on are zero, as ever. */
void mz_heap_checkpoint(void)
{
    const struct mz_heap_arena *main = &mz_heap_arenas[0];

    if (mz_checkpoint_is_waypoint()) {
        keep_all();
        return;
    }
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

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/pruning.h"

/* Drops e if it is not kept and nothing follows it; then, in the same way, what
 * it followed. */
static void drop(struct mz_event_structure *s, mz_node e)
{
    while (e && !mz_unfolded(s, e)->is_kept && !mz_unfolded(s, e)->dependents) {
        const struct mz_unfolded *event = mz_unfolded(s, e);
        const mz_node *causes = mz_causes_of(event);
        uint32_t count = event->cause_count;

        /* What e followed is looked at one after the other, and must stay until
         * then: it is counted once more. The room of e can be read until
         * something is added. */
        mz_count_dependent(s, event, 1);
        mz_event_structure_drop(s, e);
        for (uint32_t i = 0; i < count; i++) {
            mz_unfolded(s, causes[i])->dependents--;
            drop(s, causes[i]);
        }
        e = event->previous;
        mz_unfolded(s, e)->dependents--;
    }
}

void mz_prune(struct mz_configuration *c, uint32_t length)
{
    struct mz_event_structure *s = c->structure;
    enum mz_phase phase = mz_phase_enter(s->statistics, MZ_PHASE_PRUNING);
    mz_node e = c->kept[length], next;

    c->kept[length] = MZ_BOTTOM;
    for (; e; e = next) {
        struct mz_unfolded *event = mz_unfolded(s, e);

        next = event->next_kept;
        event->is_kept = false;
        if (event->kept_for < length)
            mz_configuration_keep(c, e, event->kept_for);
        else
            drop(s, e);
    }
    mz_phase_enter(s->statistics, phase);
}

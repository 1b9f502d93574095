/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/alternative.h"

#include "unfold/causality_tree.h"
#include "unfold/history.h"

static uint32_t depth(const struct mz_configuration *c, mz_node e)
{
    return mz_unfolded(c->structure, e)->depth;
}

/* Step 5: adds [e] to J. */
static void take_in(struct mz_alternative *a, const struct mz_configuration *c,
                    mz_node e)
{
    const struct mz_maximum *m = mz_maxima(c->structure, e);

    for (uint32_t i = mz_unfolded(c->structure, e)->maximum_count;
         i-- && m->tree < MZ_FIRST_OBJECT_TREE; m++) {
        mz_node known =
            a->latest[m->tree] ? a->latest[m->tree] : c->last[m->tree];

        if (depth(c, m->event) > depth(c, known)) {
            a->left += depth(c, m->event) - depth(c, known);
            a->latest[m->tree] = m->event;
        }
    }
}

static MZ_COLD void note_comb(struct mz_statistics *statistics, bool is_found)
{
    statistics->combs++;
    statistics->alternatives += is_found;
}

/* Finds a combination, and counts it. */
static bool search(struct mz_comb *comb, const struct mz_configuration *c,
                   const struct mz_disabled *disabled)
{
    struct mz_statistics *statistics = c->structure->statistics;
    enum mz_phase phase = mz_phase_enter(statistics, MZ_PHASE_SEARCHING);
    bool is_found = mz_comb_search(comb, c, disabled);

    if (MZ_UNLIKELY(statistics))
        note_comb(statistics, is_found);
    mz_phase_enter(statistics, phase);
    return is_found;
}

bool mz_alternative_find(struct mz_alternative *a, struct mz_comb *comb,
                         const struct mz_configuration *c,
                         const struct mz_disabled *disabled, uint32_t k)
{
    mz_comb_begin(comb);
    for (uint32_t i = disabled->count; i--;)
        if (k == MZ_OPTIMAL || comb->count < k)
            mz_comb_add(comb, c, disabled->events[i]);
    if (!search(comb, c, disabled))
        return false;
    *a = (struct mz_alternative){.left = 0};
    for (uint32_t i = 0; i < comb->count; i++)
        take_in(a, c, comb->events[comb->spikes[i].chosen]);
    return true;
}

mz_node mz_alternative_next(const struct mz_alternative *a,
                            const struct mz_configuration *c, mz_tid t)
{
    uint32_t done = depth(c, c->last[t]);
    mz_node latest = a->latest[t];

    return depth(c, latest) > done
               ? mz_ancestor(c->structure, t, latest, done + 1)
               : MZ_BOTTOM;
}

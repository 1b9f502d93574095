/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/straight.h"

#include "runtime/object.h"
#include "runtime/resume.h"

/* Of the execution, and never 0: that is of none. */
static uint64_t hash_of(const struct mz_execution *x, enum mz_outcome outcome)
{
    uint64_t hash = mz_hash_word(outcome, x->length);

    for (uint32_t i = 0; i < x->length; i++) {
        const struct mz_event *e = &x->events[i];

        hash = mz_hash_word(hash, e->thread | (uint64_t)e->kind << 32);
        hash = mz_hash_word(hash, e->value);
        if (e->object != MZ_NONE)
            hash = mz_hash_word(hash ^ e->mask, mz_object_keys[e->object]);
    }
    return hash ? hash : 1;
}

bool mz_straight_compare(struct mz_telling *t)
{
    struct mz_tally tally = t->region->progress.tally;
    struct mz_replay straight;
    enum mz_outcome outcome;

    if (MZ_LIKELY(!mz_resume_asks()))
        return true;
    mz_replay_init(&straight, NULL, 0, MZ_NO_THREAD);
    outcome = mz_telling_run(t, &straight.chooser);
    t->region->progress.tally = tally;
    if (t->region->status != MZ_STATUS_RUNNING)
        return false;
    if (outcome != MZ_ABANDONED) /* stopped in its midst, from outside */
        mz_resume_tell(hash_of(&t->retold, outcome));
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What follows E1.sigma: a list of events, and which of them happen before
 * which. An event is added before all that happen after it.
 */
#ifndef MZ_POP_FOLLOWERS_H
#define MZ_POP_FOLLOWERS_H

#include "pop/sleep_characterisation.h"

/*
 * An event that follows E1.sigma, or would if it were executed next. If the
 * characterisation has tails, the events of sigma are listed, too: what sigma
 * has after a sigma_i in it follows that sigma_i, and so may be the head of a
 * schedule that must not come after sigma_i.
 */
struct mz_follower {
    const struct mz_event *event;
    const struct mz_access *more;
    enum mz_op kind;
    uint64_t value; /* what it finds, if a compare-exchange */
    struct mz_key key;
    uint32_t position; /* in the execution; the last follower has none */
    uint32_t previous; /* its thread's event before, or birth */
    const uint32_t *clock;
    bool own; /* it is one of sigma */
};

struct mz_followers {
    const struct mz_happens_before *hb;
    const uint32_t *numbers;
    uint32_t count, capacity;
    struct mz_follower *at;
    uint32_t *slots; /* [position]: the follower that it is, or was once */
    uint32_t *predecessors, *predecessor_end; /* [follower]: lists */
};

void mz_followers_init(struct mz_followers *, struct mz_arena *,
                       const struct mz_happens_before *,
                       const struct mz_marks *, uint32_t capacity);
void mz_followers_clear(struct mz_followers *);
void mz_followers_add(struct mz_followers *, const struct mz_follower *);

/* The predecessors of a follower are, for each thread, the latest follower of
 * that thread that happens before it. They are predecessors[begin .. end), in
 * no order. */
static inline uint32_t mz_predecessors_begin(const struct mz_followers *v,
                                             uint32_t slot)
{
    return slot ? v->predecessor_end[slot - 1] : 0;
}

/* Does the event of that key happen before the follower? */
static inline bool mz_follower_is_after(const struct mz_followers *v,
                                        const struct mz_follower *f,
                                        struct mz_key key)
{
    uint32_t p = f->clock[key.thread];

    return p && v->numbers[p - 1] >= key.number;
}

static inline bool mz_any_depends(enum mz_relation relation,
                                  const struct mz_access *a, unsigned count,
                                  struct mz_access b)
{
    for (unsigned i = 0; i < count; i++)
        if (mz_access_depends(relation, a[i], b))
            return true;
    return false;
}

/* Does the follower, had it this kind, depend on one of these accesses? */
static inline bool mz_follower_depends(const struct mz_followers *v,
                                       const struct mz_access *accesses,
                                       unsigned count,
                                       const struct mz_follower *f,
                                       enum mz_op kind)
{
    struct mz_access first = mz_event_access(f->event);

    first.kind = kind;
    if (MZ_LIKELY(count == 1 && !mz_event_more(f->event)))
        return accesses->object == first.object &&
               mz_access_depends(v->hb->relation, *accesses, first);
    if (mz_any_depends(v->hb->relation, accesses, count, first))
        return true;
    for (unsigned i = 0; i < mz_event_more(f->event); i++)
        if (mz_any_depends(v->hb->relation, accesses, count, f->more[i]))
            return true;
    return false;
}

#endif

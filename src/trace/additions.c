/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/additions.h"

static bool lie_together(uint8_t mask)
{
    unsigned bits = mask >> __builtin_ctz(mask);

    return !(bits & (bits + 1));
}

static uint64_t range_of(uint8_t mask)
{
    return (uint64_t)1 << (__builtin_ctz(mask) * 8 +
                           __builtin_popcount(mask) - 1);
}

/* The bytes of the first range of a set. */
static uint8_t first_of(uint64_t ranges)
{
    unsigned range = __builtin_ctzll(ranges);

    return ((2u << range % 8) - 1) << range / 8;
}

static bool overlaps_others(uint8_t mask, uint64_t accesses)
{
    for (; accesses; accesses &= accesses - 1) {
        uint8_t other = first_of(accesses);

        if (other & mask && other != mask)
            return true;
    }
    return false;
}

static bool commute(const struct mz_additions *of)
{
    for (uint64_t left = of->added; left; left &= left - 1) {
        uint8_t mask = first_of(left);

        if (mask & of->apart || overlaps_others(mask, of->accesses))
            return false;
    }
    return true;
}

static bool take_in(struct mz_execution *x, struct mz_access a)
{
    struct mz_additions *of;
    uint64_t range;

    if (a.object == MZ_NONE || !a.mask)
        return true;
    of = &x->additions[a.object];
    if (a.kind == MZ_AWAIT || !lie_together(a.mask)) {
        of->apart |= a.mask;
        return commute(of);
    }
    range = range_of(a.mask);
    if (MZ_LIKELY(a.kind == MZ_ADD ? of->added & range : of->accesses & range))
        return true;
    of->accesses |= range;
    if (a.kind == MZ_ADD)
        of->added |= range;
    return commute(of);
}

static bool take_in_event(struct mz_execution *x, const struct mz_event *e)
{
    bool do_commute = mz_op_is_local(e->kind) || take_in(x, mz_event_access(e));

    for (unsigned i = 0; i < mz_event_more(e); i++)
        do_commute &= take_in(x, x->accesses[e->more + i]);
    return do_commute;
}

bool mz_additions_commute(struct mz_execution *x)
{
    bool do_commute = true;

    for (uint32_t i = 0; i < x->length; i++)
        do_commute &= take_in_event(x, &x->events[i]);
    MZ_EACH(rest, x->waiting)
        do_commute &= take_in_event(x, &x->pending[mz_tset_first(rest)]);
    return do_commute;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/event.h"

#include "trace/additions.h"

enum {
    MORE_OBJECTS = 1 << 20,
    MORE_ACCESSES = 4 * MZ_MAX_THREADS, /* of those that wait at the end */
};

uint32_t mz_execution_objects(uint32_t capacity)
{
    return capacity + MORE_OBJECTS;
}

void mz_execution_init(struct mz_execution *execution, struct mz_arena *arena,
                       uint32_t capacity)
{
    *execution = (struct mz_execution){
        .capacity = capacity,
        .access_capacity = capacity + MORE_ACCESSES,
        .object_capacity = mz_execution_objects(capacity),
        .universe = MZ_NONE,
        .returns = MZ_NONE,
    };
    execution->events =
        mz_arena_take(arena, capacity * sizeof(struct mz_event));
    execution->accesses =
        mz_arena_take(arena, execution->access_capacity *
                                 sizeof(struct mz_access));
    execution->before =
        mz_arena_take(arena, execution->access_capacity * sizeof(uint64_t));
}

void mz_execution_init_orders(struct mz_execution *x, struct mz_arena *arena)
{
    x->orders = mz_arena_take(arena, x->capacity * sizeof *x->orders);
}

void mz_execution_init_additions(struct mz_execution *x, struct mz_arena *arena)
{
    x->additions =
        mz_arena_take(arena, x->object_capacity * sizeof *x->additions);
}

uint32_t mz_execution_racing(const struct mz_execution *execution)
{
    uint32_t length = execution->length;

    while (!mz_tset_some(execution->waiting) && length > 0 &&
           mz_op_is_unplanned(execution->events[length - 1].kind))
        length--;
    return length;
}

void mz_execution_cut(struct mz_execution *execution, uint32_t length)
{
    execution->length = length;
    if (length < execution->same)
        execution->same = length;
    while (execution->access_count && length-- > 0) {
        const struct mz_event *e = &execution->events[length];

        if (mz_event_more(e)) {
            execution->access_count = e->more + e->bound;
            return;
        }
    }
    execution->access_count = 0;
}

bool mz_events_depend_by_any(enum mz_relation relation,
                             const struct mz_event *p,
                             const struct mz_access *p_more,
                             const struct mz_event *q,
                             const struct mz_access *q_more)
{
    for (unsigned i = 0; i <= mz_event_more(p); i++)
        for (unsigned k = 0; k <= mz_event_more(q); k++)
            if (mz_access_depends(relation,
                                  i ? p_more[i - 1] : mz_event_access(p),
                                  k ? q_more[k - 1] : mz_event_access(q)))
                return true;
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/sleep.h"

void mz_sleep_stack_init(struct mz_sleep_stack *stack, struct mz_arena *arena,
                         uint32_t prefixes)
{
    /* Address space only: most prefixes have few sleepers, or none. */
    size_t capacity = ((size_t)prefixes + 1) * MZ_MAX_THREADS;

    *stack = (struct mz_sleep_stack){
        .event_capacity = capacity,
        .access_capacity = capacity,
    };
    stack->events =
        mz_arena_take(arena, capacity * sizeof(struct mz_event));
    stack->accesses =
        mz_arena_take(arena, capacity * sizeof(struct mz_access));
}

/* Field by field: a struct returned would be copied as a whole before its parts
 * have reached memory, which costs more than all the rest. */
void mz_sleep_none(const struct mz_sleep_stack *stack, struct mz_sleep *set)
{
    set->threads = MZ_TSET_EMPTY;
    set->events = set->event_end = stack->event_count;
    set->accesses = set->access_end = stack->access_count;
}

static void push(struct mz_sleep_stack *stack, struct mz_sleep *set,
                 const struct mz_event *e, const struct mz_access *more)
{
    unsigned count = mz_event_more(e);
    struct mz_event *copy = &stack->events[stack->event_count];

    MZ_ASSERT(stack->event_count < stack->event_capacity &&
              stack->access_capacity - stack->access_count >= count);
    *copy = *e;
    if (count) {
        copy->more = stack->access_count;
        for (unsigned i = 0; i < count; i++)
            stack->accesses[stack->access_count++] = more[i];
    }
    mz_tset_add(&set->threads, e->thread);
    set->event_end = ++stack->event_count;
    set->access_end = stack->access_count;
}

void mz_sleep_after(struct mz_sleep_stack *stack, enum mz_relation relation,
                    const struct mz_sleep *from,
                    const struct mz_execution *execution, uint32_t executed,
                    struct mz_sleep *after)
{
    const struct mz_event *p = &execution->events[executed];

    mz_sleep_none(stack, after);
    for (uint32_t i = from->events; i < from->event_end; i++) {
        const struct mz_event *q = &stack->events[i];
        const struct mz_access *more = stack->accesses + q->more;

        if (q->thread != p->thread &&
            !mz_events_depend(relation, p, execution->accesses + p->more, q,
                              more))
            push(stack, after, q, more);
    }
}

void mz_sleep_drop_above(struct mz_sleep_stack *stack,
                         const struct mz_sleep *set)
{
    stack->event_count = set->event_end;
    stack->access_count = set->access_end;
}

void mz_sleep_add(struct mz_sleep_stack *stack, struct mz_sleep *set,
                  const struct mz_execution *execution, uint32_t event)
{
    const struct mz_event *e = &execution->events[event];

    mz_sleep_drop_above(stack, set);
    push(stack, set, e, execution->accesses + e->more);
}

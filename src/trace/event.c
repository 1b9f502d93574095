/* SPDX-License-Identifier: Apache-2.0 */
#include "trace/event.h"

enum { MORE_OBJECTS = 1 << 20 };

void mz_execution_init(struct mz_execution *execution, struct mz_arena *arena,
                       uint32_t capacity)
{
    *execution = (struct mz_execution){
        .capacity = capacity,
        .access_capacity = capacity,
        .object_capacity = capacity + MORE_OBJECTS,
    };
    execution->events =
        mz_arena_take(arena, capacity * sizeof(struct mz_event));
    execution->accesses =
        mz_arena_take(arena, capacity * sizeof(struct mz_access));
    execution->before = mz_arena_take(arena, capacity * sizeof(uint64_t));
}

void mz_execution_cut(struct mz_execution *execution, uint32_t length)
{
    execution->length = length;
    while (execution->access_count && length-- > 0) {
        const struct mz_event *e = &execution->events[length];

        if (mz_event_more(e)) {
            execution->access_count = e->more + e->bound;
            return;
        }
    }
    execution->access_count = 0;
}

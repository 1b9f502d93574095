/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/block.h"

/* For each event that an execution may have, in the stack as a whole; and the
 * most that one block can have. */
enum { BLOCKS = 8, ACCESSES = 32, ACCESSES_OF_ONE = 64 };

void mz_block_stack_init(struct mz_block_stack *stack, struct mz_arena *arena,
                         const struct mz_execution *execution)
{
    size_t events = execution->capacity;

    *stack = (struct mz_block_stack){
        .capacity = BLOCKS * events,
        .access_capacity = ACCESSES * events,
    };
    stack->blocks =
        mz_arena_take(arena, BLOCKS * events * sizeof *stack->blocks);
    stack->accesses =
        mz_arena_take(arena, ACCESSES * events * sizeof *stack->accesses);
}

/* False: there is no room for it. */
static bool add_access(struct mz_block_stack *stack, struct mz_block *block,
                       struct mz_access access)
{
    for (uint32_t i = block->accesses; i < block->access_end; i++) {
        const struct mz_access *known = &stack->accesses[i];

        if (known->object == access.object && known->mask == access.mask &&
            known->kind == access.kind)
            return true;
    }
    if (block->access_end - block->accesses == ACCESSES_OF_ONE ||
        block->access_end == stack->access_capacity)
        return false;
    stack->accesses[block->access_end++] = access;
    return true;
}

static bool add_event(struct mz_block_stack *stack, struct mz_block *block,
                      const struct mz_execution *execution,
                      const struct mz_event *e)
{
    bool room = add_access(stack, block, mz_event_access(e));

    for (unsigned k = 0; room && k < mz_event_more(e); k++)
        room = add_access(stack, block, execution->accesses[e->more + k]);
    return room;
}

void mz_block_push(struct mz_block_stack *stack,
                   const struct mz_execution *execution, uint32_t begin,
                   uint32_t end)
{
    struct mz_block block = {
        .prefix = begin,
        .thread = execution->events[begin].thread,
        .accesses = stack->access_count,
        .access_end = stack->access_count,
    };

    if (stack->count == stack->capacity)
        return;
    for (uint32_t i = begin; i < end; i++) {
        const struct mz_event *e = &execution->events[i];

        if (e->thread == block.thread && !mz_op_is_local(e->kind) &&
            !add_event(stack, &block, execution, e))
            return;
    }
    stack->access_count = block.access_end;
    stack->blocks[stack->count++] = block;
}

void mz_block_forget(struct mz_block_stack *stack)
{
    stack->count = stack->access_count = 0;
}

void mz_block_cut(struct mz_block_stack *stack, uint32_t prefix)
{
    while (stack->count && stack->blocks[stack->count - 1].prefix > prefix) {
        const struct mz_block *block = &stack->blocks[--stack->count];

        stack->access_count = block->accesses;
        if (block->sleeps)
            stack->sleeping[block->thread] = block->hidden;
    }
}

mz_tset mz_block_sleep(struct mz_block_stack *stack, uint32_t prefix)
{
    struct mz_block *top;

    if (!stack->count)
        return MZ_TSET_EMPTY;
    top = &stack->blocks[stack->count - 1];
    if (top->prefix != prefix || top->sleeps)
        return MZ_TSET_EMPTY;
    top->sleeps = true;
    top->hidden = stack->sleeping[top->thread];
    stack->sleeping[top->thread] = stack->count - 1;
    return mz_tset_of(top->thread);
}

static bool depends(const struct mz_block_stack *stack,
                    enum mz_relation relation, const struct mz_block *block,
                    struct mz_access access)
{
    for (uint32_t i = block->accesses; i < block->access_end; i++)
        if (mz_access_depends(relation, access, stack->accesses[i]))
            return true;
    return false;
}

mz_tset mz_block_asleep_after(const struct mz_block_stack *stack,
                              enum mz_relation relation, mz_tset asleep,
                              const struct mz_execution *execution,
                              uint32_t event)
{
    const struct mz_event *e = &execution->events[event];

    mz_tset_remove(&asleep, e->thread);
    MZ_EACH(rest, asleep) {
        const struct mz_block *block =
            &stack->blocks[stack->sleeping[mz_tset_first(rest)]];
        bool wakes = depends(stack, relation, block, mz_event_access(e));

        for (unsigned k = 0; !wakes && k < mz_event_more(e); k++)
            wakes = depends(stack, relation, block,
                            execution->accesses[e->more + k]);
        if (wakes)
            mz_tset_remove(&asleep, block->thread);
    }
    return asleep;
}

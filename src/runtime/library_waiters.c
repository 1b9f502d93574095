/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/library_waiters.h"

#include "region/library_waiters.h"
#include "runtime/function.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

enum { MOST = 8 };

/* The program has one, and so has each library that was compiled with it. */
static struct mz_named_object counters[MOST];
static unsigned count;

/* On x86 an update is a fence, and the model has it so. */
void mz_library_waiters_take(struct mz_arena *arena)
{
    (void)arena;
    if (mz_rt.weak && mz_rt.region->settings.memory_model != MZ_MODEL_TSO)
        count = mz_function_find_objects(MZ_LIBRARY_WAITERS, counters, MOST);
}

/* Has the thread come here from an update that releases? */
static bool has_updated(mz_tid t)
{
    const struct mz_execution *x = mz_turns.execution;
    uint32_t i = mz_turns.position;

    while (i-- > 0 && x->events[i].thread != t)
        ;
    return i != MZ_NONE && mz_op_is_memory(x->events[i].kind) &&
           mz_op_writes(x->events[i].kind) &&
           !mz_op_overwrites(x->events[i].kind) &&
           mz_order_releases(x->orders[i].order);
}

static bool is_counter(uint64_t address)
{
    for (unsigned i = 0; i < count; i++)
        if (address - counters[i].start < counters[i].size)
            return true;
    return false;
}

void mz_library_waiters_come(uint64_t address)
{
    if (is_counter(address) && has_updated(mz_rt.self))
        mz_local_fence(MZ_SEQ_CST);
}

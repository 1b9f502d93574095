/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/library_waiters.h"

#include "runtime/function.h"
#include "runtime/local.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

/* A variable of an inline function: each program has it that is not linked with
 * a library that has. */
static const char name[] =
    "_ZZNSt8__detail18__waiter_pool_base6_S_forEPKvE3__w";

static uint64_t start, size;

/* On x86 an update is a fence, and the model has it so. */
void mz_library_waiters_take(struct mz_arena *arena)
{
    (void)arena;
    if (mz_rt.weak &&
        mz_rt.region->settings.memory_model != MZ_MODEL_TSO &&
        !mz_function_find_object(name, &start, &size))
        size = 0;
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

void mz_library_waiters_come(uint64_t address)
{
    if (address - start < size && has_updated(mz_rt.self))
        mz_local_fence(MZ_SEQ_CST);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/use.h"

#include "runtime/private.h"

int mz_use_refuse(struct mz_use use, int error)
{
    mz_use_tell(use);
    return error;
}

_Noreturn void mz_use_fails(struct mz_use use, enum mz_fault fault)
{
    mz_fail(&(struct mz_failure){
        .fault = fault,
        .action = use.action,
        .address = (uint64_t)use.object,
        .size = use.size,
        .pc = use.pc,
    });
}

_Noreturn void mz_use_of_destroyed(struct mz_use use,
                                   const struct mz_destruction *destruction)
{
    mz_plain_destroyed(destruction->by - 1, destruction->pc);
    mz_use_fails(use, MZ_FAULT_DESTROYED);
}

static uint64_t told_state(uint64_t key, enum mz_object_kind object)
{
    const struct mz_execution *x = mz_turns.execution;

    for (uint32_t i = mz_turns.position; i-- > 0;) {
        const struct mz_event *e = &x->events[i];
        struct mz_op_operand operand = mz_event_operand(e);
        uint64_t state = e->value;

        if (e->object == MZ_NONE || mz_object_keys[e->object] != key)
            continue;
        mz_automata[object].after(e->kind, &state, &operand);
        return state;
    }
    return 0;
}

/* The plain write is about the memory, so that the event is not. */
static struct mz_visible event_of(const void *lock, enum mz_op kind)
{
    return (struct mz_visible){
        .kind = kind,
        .object = mz_object_of_small_lock(lock),
        .mask = 0xff,
    };
}

uint64_t mz_use_updates(const void *lock, enum mz_object_kind object)
{
    const struct mz_visible v = event_of(lock, MZ_RMW);
    uint64_t state;

    if (!mz_plain_orders_uses())
        return 0;
    if (MZ_UNLIKELY(mz_is_observing()) && object == MZ_OBJECT_MUTEX &&
        mz_private_takes_lock(v.object)) {
        mz_effect_note();
        return told_state(v.object, object);
    }
    mz_visible_begin(&v);
    state = told_state(v.object, object);
    mz_visible_end(&v, MZ_RMW, state, 0);
    mz_effect_note();
    return state;
}

void mz_use_reads(const void *lock, const uint32_t *state)
{
    struct mz_visible v = event_of(lock, MZ_READ);

    v.state = (void *)state;
    if (!mz_plain_orders_uses())
        return;
    mz_visible_begin(&v);
    mz_visible_end(&v, MZ_READ, *state, 0);
}

bool mz_use_is_waited_for(const void *lock)
{
    uint64_t state;

    MZ_EACH(rest, mz_stands.sets[MZ_STAND_AWAIT]) {
        mz_tid t = mz_tset_first(rest);

        if (mz_stands.of[t].object == mz_object_of_small_lock(lock) &&
            mz_stand_waits(t, &state))
            return true;
    }
    return false;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/atomic_block.h"

#include "runtime/block_effect.h"
#include "runtime/parts.h"
#include "runtime/private.h"
#include "runtime/rush.h"
#include "runtime/suspect.h"
#include "runtime/visible.h"

/* The key of the object that blocks of the program write, and all other events
 * read, once there are such blocks; the search begins anew when the first is
 * met. */
enum { UNIVERSE = 1 };

static void use_universe(void)
{
    if (mz_turns.universal)
        return;
    mz_rt.region->status = MZ_STATUS_BLOCKS;
    mz_execution_end(MZ_ABANDONED);
}

static struct mz_access *new_access(struct mz_execution *x)
{
    if (x->access_count == x->access_capacity)
        mz_give_up("more than %u accesses in one execution",
                   x->access_capacity);
    x->before[x->access_count] = 0;
    return &x->accesses[x->access_count++];
}

void mz_atomic_block_add_universe(struct mz_event *e)
{
    struct mz_execution *x = mz_turns.execution;

    if (!e->bound)
        e->more = x->access_count;
    e->bound++;
    *new_access(x) =
        (struct mz_access){mz_object_number(UNIVERSE), 0xff, MZ_READ};
}

static void begin(const struct mz_visible *v)
{
    if (mz_turns.atomic != MZ_NO_THREAD)
        mz_unsupported(BLOCK_NESTED);
    mz_visible_begin(v);
    mz_turns.atomic = mz_rt.self;
    mz_turns.atomic_depth = 0;
    mz_turns.atomic_has_written = false;
    mz_turns.atomic_first = mz_turns.execution->access_count;
    mz_turns.atomic_count = 0;
    mz_turns.atomic_value = 0;
}

void mz_atomic_block_begin(void)
{
    mz_atomic_block_begin_at(&(struct mz_visible){.kind = MZ_READ});
}

void mz_atomic_block_begin_at(const struct mz_visible *v)
{
    begin(v);
    mz_turns.atomic_universal = false;
}

/* The program gives its block nothing: all that matters is on its stack. */
void mz_atomic_block_begin_program(uint64_t pc)
{
    use_universe();
    begin(&(struct mz_visible){.kind = MZ_READ, .pc = pc, .tells_all = true});
    mz_turns.atomic_universal = true;
    mz_block_effect_begin();
}

void mz_atomic_block_gather(enum mz_op kind, uint64_t object, uint8_t mask,
                            uint64_t value, uint64_t other)
{
    struct mz_execution *x = mz_turns.execution;
    struct mz_access *gathered = x->accesses + mz_turns.atomic_first;
    struct mz_access access = {.mask = mask, .kind = kind};

    if (mz_rush_ends_operation())
        return;
    if (MZ_UNLIKELY(mz_rt.watching))
        mz_suspect_note_use(object, kind);
    mz_turns.atomic_value = mz_hash_word(mz_turns.atomic_value, value);
    mz_turns.atomic_value = mz_hash_word(mz_turns.atomic_value, object);
    if (mz_turns.atomic_universal) {
        if (!mz_op_is_memory(kind)) /* its block would hide it */
            mz_unsupported(BLOCK_LOCK);
        mz_turns.atomic_has_written |= mz_op_changes(kind);
        mz_block_effect_gather(kind, object, mask, other);
        return;
    }
    if (MZ_UNLIKELY(mz_rt.keeps_private) && mz_object_is_memory(object))
        mz_private_meets(object);
    access.object = mz_object_number(object);
    if (mz_turns.atomic_first + mz_turns.atomic_count == x->access_capacity)
        mz_unsupported(BLOCK_LARGE);
    x->before[mz_turns.atomic_first + mz_turns.atomic_count] = other;
    gathered[mz_turns.atomic_count++] = access;
}

void mz_atomic_block_end(void)
{
    struct mz_execution *x = mz_turns.execution;
    struct mz_event *e = &x->events[mz_turns.position];
    uint32_t first = mz_turns.atomic_first, count = mz_turns.atomic_count;
    struct mz_access *gathered = x->accesses + first;

    if (mz_turns.atomic != mz_rt.self)
        mz_fail(&(struct mz_failure){.fault = MZ_FAULT_BLOCK_NOT_BEGUN});
    mz_turns.atomic = MZ_NO_THREAD;
    if (mz_turns.atomic_universal)
        mz_block_effect_end();
    if (mz_turns.position < mz_turns.known) {
        if (e->thread != mz_rt.self || e->value != mz_turns.atomic_value)
            mz_visible_differs(e->kind, 0, mz_turns.atomic_value);
    } else {
        if (mz_turns.atomic_universal) {
            gathered[0] =
                (struct mz_access){mz_object_number(UNIVERSE), 0xff, MZ_WRITE};
            x->before[first] = 0;
            count = 1;
        }
        *e = (struct mz_event){
            .thread = mz_rt.self,
            .kind = count ? gathered[0].kind : MZ_READ,
            .mask = count ? gathered[0].mask : 0,
            .object = count ? gathered[0].object : MZ_NONE,
            .value = mz_turns.atomic_value,
            .other = count ? x->before[first] : 0,
            .more = first + 1,
            .bound = count > 1 ? count - 1 : 0,
        };
        x->access_count = first + count;
        x->length = mz_turns.position + 1;
        if (mz_turns.universal && !mz_turns.atomic_universal)
            mz_atomic_block_add_universe(e);
    }
    mz_visible_pass_long();
}

/* Others see what it has read, but must not see what it has done in part. */
void mz_atomic_block_leave(void)
{
    if (mz_turns.atomic != mz_rt.self)
        return;
    if (mz_turns.atomic_universal && mz_turns.atomic_has_written)
        mz_unsupported(BLOCK_END);
    mz_atomic_block_end();
}

void mz_atomic_block_reset(void)
{
    mz_turns.atomic = MZ_NO_THREAD;
    mz_turns.universal = mz_rt.region->settings.atomic_blocks;
    if (mz_turns.universal)
        mz_turns.execution->universe = mz_object_number(UNIVERSE);
}

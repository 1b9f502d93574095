/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/plain_effect.h"

#include "arch/arch.h"
#include "runtime/object.h"
#include "runtime/parts.h"
#include "runtime/turn.h"

static struct {
    struct mz_overwritten written;
    mz_tid by;         /* MZ_NO_THREAD: nothing is pending */
    uint32_t position; /* of the thread's next event */
    uint32_t effects;  /* of the thread, before */
} pending;

static bool is_pending(void)
{
    return pending.by != MZ_NO_THREAD;
}

static bool is_of_now(void)
{
    return pending.by == mz_rt.self && pending.position == mz_turns.position;
}

/* Memory that was given back is read no more: to do so is an effect. */
static bool is_known(void)
{
    return is_of_now() && pending.effects == mz_rt.effects[mz_rt.self] &&
           !pending.written.is_full;
}

const struct mz_overwritten *mz_plain_effect_settle(bool *is_in_vain)
{
    bool is_all_known = is_known();

    *is_in_vain = is_all_known && mz_overwritten_holds(&pending.written);
    if (!is_pending())
        return NULL;
    if (!*is_in_vain)
        mz_rt.effects[pending.by]++;
    pending.by = MZ_NO_THREAD;
    return is_all_known ? &pending.written : NULL;
}

bool mz_plain_effect_is_about(uint64_t object)
{
    for (uint32_t i = 0; is_pending() && i < pending.written.count; i++)
        if (pending.written.at[i].object == object)
            return true;
    return false;
}

static void begin(void)
{
    pending.by = mz_rt.self;
    pending.position = mz_turns.position;
    pending.effects = mz_rt.effects[mz_rt.self];
    mz_overwritten_forget(&pending.written);
}

/* No more granules than are remembered are worth to be looked at. */
static bool is_small(uint64_t address, uint64_t size)
{
    return address + size > address && size <= 8 * MZ_MAX_OVERWRITTEN;
}

/* Up to eight bytes, in one granule. */
static void gather_in_one(uint64_t address, uint64_t size)
{
    uint64_t before;

    if (mz_fault_read(address & -8ull, &before))
        mz_overwritten_note(&pending.written, mz_object_of_memory(address),
                            ((1u << size) - 1) << (address & 7), before);
    else
        pending.written.is_full = true; /* the write will fail */
}

void mz_plain_effect_gather(uint64_t address, uint64_t size)
{
    uint64_t end = address + size;

    bool is_in_vain;

    if (is_pending() && !is_of_now())
        mz_plain_effect_settle(&is_in_vain);
    if (!is_pending())
        begin();
    if (!is_small(address, size))
        pending.written.is_full = true;
    while (address < end && !pending.written.is_full) {
        uint64_t next = (address | 7) + 1 < end ? (address | 7) + 1 : end;

        gather_in_one(address, next - address);
        address = next;
    }
}

void mz_plain_effect_reset(void)
{
    pending.by = MZ_NO_THREAD;
}

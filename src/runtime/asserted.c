/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/asserted.h"

#include "runtime/bytes.h"
#include "runtime/runtime.h"
#include "runtime/sight.h"
#include "runtime/turn.h"

void mz_asserted_read(uint64_t address, unsigned size, uint64_t pc)
{
    struct mz_asserted *asserted = &mz_rt.region->account.asserted;
    struct mz_look *look = &asserted->looks[asserted->reads++ % MZ_MAX_LOOKS];

    look->pc = pc;
    look->address = address;
    look->value = 0;
    mz_copy(&look->value, (const void *)address, size);
    look->size = (uint16_t)size;
    look->thread = mz_self();
}

static void keep_frame(struct mz_asserted *asserted)
{
    struct mz_call_frame *frame = &asserted->frame;
    uint64_t from;

    if (!mz_sight_frame(frame) || frame->cfa <= frame->sp)
        return;
    from = frame->cfa - frame->sp > MZ_FRAME_BYTES
               ? frame->cfa - MZ_FRAME_BYTES
               : frame->sp;
    asserted->from = from;
    asserted->bytes = (uint32_t)(frame->cfa - from);
    mz_copy(asserted->content, (const void *)from, asserted->bytes);
}

void mz_asserted_fails(void)
{
    struct mz_asserted *asserted = &mz_rt.region->account.asserted;
    uint64_t first = asserted->reads > MZ_MAX_LOOKS
                         ? asserted->reads - MZ_MAX_LOOKS
                         : 0;

    for (uint64_t i = first; i < asserted->reads; i++) {
        struct mz_look *look = &asserted->looks[i % MZ_MAX_LOOKS];

        if (look->thread == mz_self())
            mz_sight_take_in(&look->sight, look->address);
        else
            mz_sight_clear(&look->sight);
    }
    keep_frame(asserted);
}

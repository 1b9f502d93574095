/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/block_effect.h"

#include "runtime/loop.h"
#include "runtime/object.h"
#include "runtime/parts.h"
#include "runtime/turn.h"
#include "runtime/overwritten.h"

enum { READS = 16 }; /* the last ones of each thread, for a report */

static struct {
    bool is_watched; /* from its beginning on */
    uint32_t effects;
    struct mz_overwritten written;
} block;

/* A ring: the next one comes at count % READS. */
static struct reads {
    uint32_t count;
    struct {
        uint64_t object;
        uint32_t position;
        uint8_t mask;
    } at[READS];
} reads[MZ_MAX_THREADS];

/* ---- what it wrote ------------------------------------------------------- */

/* Where they lie in the granule: a number has those of the mask only. */
static uint64_t in_place(uint64_t number, uint8_t mask)
{
    return number << mz_mask_shift(mask) & mz_mask_bits(mask);
}

/* Memory that was given back is read no more: to do so is an effect. */
static bool has_left_all_alone(void)
{
    return block.is_watched && block.effects == mz_rt.effects[mz_rt.self] &&
           mz_overwritten_holds(&block.written);
}

void mz_block_effect_begin(void)
{
    block.is_watched = mz_rt.watching;
    block.effects = mz_rt.effects[mz_rt.self];
    mz_overwritten_forget(&block.written);
}

bool mz_block_effect_tells(void)
{
    return mz_turns.atomic == mz_rt.self && mz_turns.atomic_universal;
}

void mz_block_effect_end(void)
{
    if (!has_left_all_alone())
        mz_effect_note();
}

/* ---- what it read -------------------------------------------------------- */

static void tell_read(uint64_t object, uint8_t mask)
{
    struct reads *of = &reads[mz_rt.self];
    uint32_t i = of->count++ % READS;

    of->at[i].object = object;
    of->at[i].mask = mask;
    of->at[i].position = mz_turns.position;
}

static void note_read(uint64_t object, uint8_t mask)
{
    mz_loop_note_read((object << 3) + __builtin_ctz(mask),
                      __builtin_popcount(mask));
    if (MZ_UNLIKELY(mz_rt.tracing))
        tell_read(object, mask);
}

/* Updates tell themselves whether they change anything; of a compare-exchange
 * that succeeds it is not asked. */
void mz_block_effect_gather(enum mz_op kind, uint64_t object, uint8_t mask,
                            uint64_t before)
{
    if (!mz_rt.watching)
        return;
    if (mz_op_overwrites(kind))
        mz_overwritten_note(&block.written, object, mask,
                            in_place(before, mask));
    else
        note_read(object, mask);
    if (mz_op_changes(kind) && !mz_op_overwrites(kind) && !mz_op_updates(kind))
        mz_effect_note();
}

void mz_block_effect_reads(mz_tid t, uint32_t since,
                           void (*note)(void *data, uint64_t address,
                                        unsigned size),
                           void *data)
{
    const struct reads *of = &reads[t];
    uint32_t first = of->count > READS ? of->count - READS : 0;

    for (uint32_t i = first; i < of->count; i++)
        if (of->at[i % READS].position >= since)
            note(data,
                 (of->at[i % READS].object << 3) +
                     __builtin_ctz(of->at[i % READS].mask),
                 __builtin_popcount(of->at[i % READS].mask));
}

void mz_block_effect_reset(void)
{
    for (mz_tid t = 0; mz_rt.tracing && t < MZ_MAX_THREADS; t++)
        reads[t].count = 0;
}

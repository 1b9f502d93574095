/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/mapping.h"

#include <sys/mman.h>

#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/plain.h"
#include "runtime/state.h"
#include "runtime/turn.h"

/* Address space for the mappings of each thread. */
#define FIRST 0x600000000000u
#define SPAN ((uint64_t)1 << 36)

static uint64_t used[MZ_MAX_THREADS]; /* of it, in this execution */
static bool is_any_used;

uint64_t mz_mapping_place(uint64_t size)
{
    uint64_t *mine = &used[mz_rt.self], at = *mine;

    if (size > SPAN - at)
        return 0;
    is_any_used = true;
    *mine += size + MZ_PAGE; /* one runs over into nothing */
    return FIRST + mz_rt.self * SPAN + at;
}

void mz_mapping_new(uint64_t start, uint64_t size)
{
    if (mz_rt.detecting)
        mz_race_detector_malloc(mz_rt.self, start, size);
}

/* As free() does: whoever comes later finds nothing there. */
void mz_mapping_end(uint64_t start, uint64_t end, uint64_t pc)
{
    struct mz_race race;

    if (mz_rt.interleaving)
        mz_plain_write((void *)start, end - start, (void *)pc);
    if (MZ_UNLIKELY(mz_rt.armed))
        mz_plain_wake();
    if (mz_rt.detecting &&
        mz_race_detector_free(mz_rt.self, start, end - start, pc, &race))
        mz_plain_race(&race);
}

void mz_mapping_clear(uint64_t start, uint64_t end, uint64_t pc)
{
    mz_plain_write((void *)start, end - start, (void *)pc);
}

/* Who writes what can only be read fails; whether it has been so before is not
 * known. Rights that are given order nothing. */
void mz_mapping_protect(uint64_t start, uint64_t end, int rights, uint64_t pc)
{
    if (!(rights & PROT_READ))
        mz_mapping_clear(start, end, pc);
    else if (!(rights & PROT_WRITE))
        mz_plain_read((void *)start, end - start, (void *)pc);
}

static bool is_gone(uint64_t address)
{
    uint64_t unused;

    return !mz_fault_read(address & ~(uint64_t)7, &unused);
}

void mz_mapping_check(uint64_t start, uint64_t size, const char *function)
{
    if (!is_any_used || start - FIRST >= MZ_MAX_THREADS * SPAN || !size ||
        mz_turn_is_alone())
        return;
    if (is_gone(start) || is_gone(start + size - 1))
        mz_unsupported(UNMAPPED_GIVEN, .text = function);
}

void mz_mapping_rollback(void)
{
    if (is_any_used)
        mz_fill(used, 0, sizeof used);
    is_any_used = false;
}

void mz_mapping_checkpoint(void)
{
    mz_checkpoint_need(!is_any_used);
}

void mz_mapping_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_bytes(f, used, mz_checkpoint_threads() * sizeof *used);
}

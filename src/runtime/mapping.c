/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/mapping.h"

#include <sys/mman.h>

#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/parts.h"
#include "runtime/plain.h"
#include "runtime/state.h"
#include "runtime/turn.h"

/* Address space for the mappings of each thread. */
#define FIRST 0x600000000000u
#define SPAN ((uint64_t)1 << 36)

static uint64_t used[MZ_MAX_THREADS]; /* of it, in this execution */
static bool is_any_used;

/* What a thread has mapped at once: only the first ones of each are told apart
 * from what it maps after them. */
struct part {
    uint64_t begin;
    uint16_t user; /* plus one, beside others; 0: none. Where memory is weak */
    bool is_changed; /* by one of these */
};
enum { MOST = 64, SEVERAL = UINT16_MAX };

static struct parts {
    uint32_t count;
    struct part at[MOST];
} parts[MZ_MAX_THREADS];
static struct part elsewhere; /* all that is none of these */

static void begin_part(uint64_t begin)
{
    struct parts *mine = &parts[mz_rt.self];

    if (mine->count < MOST)
        mine->at[mine->count++] = (struct part){.begin = begin};
}

uint64_t mz_mapping_place(uint64_t size)
{
    uint64_t *mine = &used[mz_rt.self], at = *mine;

    if (size > SPAN - at)
        return 0;
    is_any_used = true;
    *mine += size + MZ_PAGE; /* one runs over into nothing */
    begin_part(FIRST + mz_rt.self * SPAN + at);
    return FIRST + mz_rt.self * SPAN + at;
}

/* ---- turns --------------------------------------------------------------- */

static bool is_placed(uint64_t address)
{
    return address - FIRST < MZ_MAX_THREADS * SPAN;
}

bool mz_mapping_is_placed(uint64_t start, uint64_t end)
{
    return is_placed(start) && is_placed(end);
}

/* What of the thread's lies there. */
static unsigned find_parts(mz_tid t, uint64_t start, uint64_t end,
                           struct part *found[])
{
    struct parts *its = &parts[t];
    unsigned count = 0;

    for (unsigned i = 0; i < its->count; i++)
        if (its->at[i].begin < end &&
            (i + 1 == its->count || its->at[i + 1].begin > start))
            found[count++] = &its->at[i];
    return count;
}

/* Does what the running thread does to it depend on what another has done? */
static bool meets_others(struct part *part, enum mz_op kind)
{
    bool is_used = part->user && part->user != mz_rt.self + 1;
    bool changes = kind == MZ_FILE_CHANGE;
    bool meets = is_used && (changes || part->is_changed);

    part->user = is_used ? SEVERAL : mz_rt.self + 1;
    part->is_changed |= changes;
    return meets;
}

/* Models of weak memory have no such events: they refuse one. */
static bool is_needed(struct part *const found[], unsigned count,
                      enum mz_op kind)
{
    bool meets = false;

    if (!mz_rt.weak)
        return true;
    for (unsigned i = 0; i < count; i++)
        meets |= meets_others(found[i], kind);
    return meets;
}

/* Nothing is mapped before a part, so that no lock has its key. */
static const void *object_of(const struct part *part)
{
    return part == &elsewhere
               ? (const void *)part
               : (const void *)(part->begin - sizeof(uint64_t));
}

void mz_mapping_turn(enum mz_op kind, uint64_t start, uint64_t end,
                     bool anywhere)
{
    struct part *found[MOST + 1];
    struct mz_io_access accesses[MOST + 1];
    unsigned count = 0;

    if (mz_turn_is_alone() || mz_turns.atomic == mz_rt.self)
        return; /* ordered with all that others do */
    if (is_placed(start))
        count = find_parts((start - FIRST) / SPAN, start, end, found);
    if (anywhere || !count)
        found[count++] = &elsewhere;
    for (unsigned i = 0; i < count; i++)
        accesses[i] = (struct mz_io_access){object_of(found[i]), kind};
    if (is_needed(found, count, kind))
        mz_io_touch_as_call(accesses, count);
}

/* ---- accesses ------------------------------------------------------------ */

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
        mz_plain_pages(MZ_WRITE, start, end - start, pc);
    if (MZ_UNLIKELY(mz_rt.armed))
        mz_plain_wake();
    if (mz_rt.detecting &&
        mz_race_detector_free(mz_rt.self, start, end - start,
                              pc | MZ_RACE_BY_KERNEL, &race))
        mz_plain_race(&race);
}

void mz_mapping_clear(uint64_t start, uint64_t end, uint64_t pc)
{
    mz_plain_pages(MZ_WRITE, start, end - start, pc);
}

/* Who writes what can only be read fails; whether it has been so before is not
 * known. Rights that are given order nothing. */
void mz_mapping_protect(uint64_t start, uint64_t end, int rights, uint64_t pc)
{
    if (!(rights & PROT_READ))
        mz_mapping_clear(start, end, pc);
    else if (!(rights & PROT_WRITE))
        mz_plain_pages(MZ_READ, start, end - start, pc);
}

/* Of who only touches them that is no race. */
void mz_mapping_look(uint64_t start, uint64_t end, uint64_t pc)
{
    if (mz_rt.interleaving)
        mz_plain_pages(MZ_READ, start, end - start, pc);
}

static bool is_gone(uint64_t address)
{
    uint64_t unused;

    return !mz_fault_read(address & ~(uint64_t)7, &unused);
}

void mz_mapping_check(uint64_t start, uint64_t size, const char *function)
{
    if (!is_any_used || !is_placed(start) || !size || mz_turn_is_alone())
        return;
    if (is_gone(start) || is_gone(start + size - 1))
        mz_unsupported(UNMAPPED_GIVEN, .text = function);
}

void mz_mapping_rollback(void)
{
    for (mz_tid t = 0; is_any_used && t < MZ_MAX_THREADS; t++)
        used[t] = parts[t].count = 0;
    is_any_used = false;
    elsewhere = (struct part){0};
}

void mz_mapping_checkpoint(void)
{
    mz_checkpoint_need(!is_any_used);
}

void mz_mapping_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_bytes(f, used, mz_checkpoint_threads() * sizeof *used);
}

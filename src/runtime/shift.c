/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/shift.h"

#include <linux/futex.h>
#include <stddef.h>
#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/resume.h"
#include "runtime/runtime.h"
#include "runtime/supervisor.h"

/* What was found, and told, is of a shift, and much. */
static void copy_prepared(struct mz_region *to, const struct mz_region *from)
{
    size_t behind = offsetof(struct mz_region, search_offset);

    mz_copy(to, from, offsetof(struct mz_region, findings));
    mz_copy((char *)to + behind, (const char *)from + behind,
            sizeof *to - behind);
}

static void fill_page(struct mz_arena *arena)
{
    mz_arena_take(arena, -arena->used % MZ_PAGE);
}

void mz_shift_prepare(struct mz_shift *shift, struct mz_arena *arena)
{
    struct mz_region *common = mz_rt.common, *copy;

    *shift = (struct mz_shift){.number = 1};
    if (!common->settings.puts_by)
        return;
    copy = mz_arena_take(arena, sizeof *copy);
    shift->room = mz_page_down((arena->capacity - arena->used) / 8);
    shift->rests[0] = mz_arena_take(arena, shift->room);
    shift->rests[1] = mz_arena_take(arena, shift->room);
    common->shifts.rest_room = shift->room;
    MZ_STORE(common->shifts.prepared, mz_offset_of(copy));
    copy_prepared(copy, common);
    fill_page(arena);
}

char *mz_shift_rest(const struct mz_shift *shift)
{
    return shift->rests[shift->number % 2];
}

/* The supervisor reads all that the shift has left in memory before that. */
static void await(uint32_t number)
{
    uint32_t *begun = &mz_rt.common->shifts.begun, now;

    while ((now = MZ_LOAD(*begun)) != number)
        MZ_SYSTEM(futex, begun, FUTEX_WAIT, now, NULL, NULL, 0);
}

static void clear(const struct mz_arena *arena)
{
    if (MZ_SYSTEM(madvise, arena->start + arena->used,
                  mz_page_down(arena->capacity - arena->used), MADV_REMOVE) < 0)
        mz_give_up("cannot clear the memory of a shift of the search");
}

bool mz_shift_next(struct mz_shift *shift, const struct mz_arena *arena)
{
    struct mz_region *common = mz_rt.common;

    if (common->stop != MZ_STOP_SHIFT || !common->rest ||
        common->status != MZ_STATUS_INTERRUPTED)
        return false;
    MZ_STORE(common->shifts.ended, shift->number++);
    mz_supervisor_wake();
    await(shift->number);
    clear(arena);
    mz_resume_next();
    return true;
}

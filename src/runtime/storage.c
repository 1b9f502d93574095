/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/storage.h"

#include <link.h>
#include <sys/mman.h>

#include "runtime/fiber.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"

enum {
    ROOM = 64 << 10, /* without rights, before and after where it leads to */
    /* A fault takes what some dozens of executions take to set the pointer: if
     * it was away for fewer it stays for twice as many as the last time. */
    PAYS = 32,
    MOST = 1 << 20,
};

/* Below the stacks, and far from all else. */
#define PLACE 0x520000000000u

bool mz_storage_is_away, mz_storage_is_of_thread;
static uint64_t nowhere; /* 0: storage is never away */
/* Executions: since it was put away; for which it stays; the last time. */
static uint32_t away_for, stays_for, stayed_for;

/* ---- the instruction that reads the pointer ------------------------------ */

static bool reads_pointer;

static void look_through(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *part = &info->dlpi_phdr[i];

        if (part->p_type == PT_LOAD && part->p_flags & PF_X &&
            mz_code_reads_thread_pointer(
                (const void *)(info->dlpi_addr + part->p_vaddr),
                part->p_filesz))
            reads_pointer = true;
    }
}

void mz_storage_snapshot(void)
{
    const struct mz_settings *settings = &mz_rt.region->settings;
    void *room;

    if (settings->mode != MZ_MODE_CHECK ||
        settings->isolation != MZ_ISOLATION_PROCESS)
        return;
    if (mz_fiber_sets_tp) /* else the instruction is none */
        mz_modules_own(look_through);
    if (reads_pointer)
        return;
    room = mmap((void *)PLACE, 2 * ROOM, PROT_NONE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room != MAP_FAILED)
        nowhere = (uint64_t)room + ROOM;
}

/* ---- away and back ------------------------------------------------------- */

/* Runs that are told, shown or audited go by their own rules. */
static bool may_be_away(void)
{
    return nowhere && !mz_rt.tracing && !mz_rt.replaying && !mz_rt.auditing;
}

void mz_storage_begin(void)
{
    if (MZ_UNLIKELY(!may_be_away())) {
        mz_storage_fetch();
    } else if (MZ_LIKELY(mz_storage_is_away)) {
        away_for++;
    } else if (stays_for) {
        stays_for--;
    } else {
        mz_fiber_set_tp(nowhere);
        mz_storage_is_away = true;
        away_for = 0;
    }
}

void mz_storage_fetch(void)
{
    if (!mz_storage_is_away)
        return;
    mz_storage_is_away = false;
    mz_fiber_set_tp(mz_fibers[mz_storage_is_of_thread ? mz_rt.self : 0].tp);
}

bool mz_storage_fault(void)
{
    if (!mz_storage_is_away)
        return false;
    if (away_for >= PAYS)
        stayed_for = 0;
    if (stayed_for < MOST)
        stayed_for = 2 * stayed_for + 1;
    stays_for = stayed_for;
    mz_storage_fetch();
    return true;
}

bool mz_storage_is_near(uint64_t address)
{
    return mz_storage_is_away && address - (nowhere - ROOM) < 2 * ROOM;
}

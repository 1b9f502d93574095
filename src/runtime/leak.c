/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/leak.h"

#include <link.h>
#include <unwind.h>

#include "runtime/audit.h"
#include "runtime/debugger.h"
#include "runtime/fault.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"
#include "runtime/libc_owners.h"
#include "runtime/library.h"
#include "runtime/specific.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/visible.h"

/* ---- what is always there ------------------------------------------------ */

static bool is_ours(const struct dl_phdr_info *info, const ElfW(Phdr) *p)
{
    return mz_modules_is_part(info->dlpi_name) ||
           (uint64_t)is_ours - (info->dlpi_addr + p->p_vaddr) < p->p_memsz;
}

static int reach_from_module(struct dl_phdr_info *info, size_t size,
                             void *unused)
{
    (void)size, (void)unused;
    if (mz_library_is_gone(info->dlpi_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (is_ours(info, &info->dlpi_phdr[i]))
            return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_LOAD && p->p_flags & PF_W)
            mz_heap_reach(start, start + p->p_memsz);
    }
    return 0;
}

/* Nobody's loss: it is the loader's, or ours, or a library's of before main. */
static bool is_kept(uint64_t pc, bool is_early)
{
    return mz_is_ours(pc) || mz_owners_loader_code(pc) ||
           (is_early && !mz_owners_program_code(pc));
}

/* Those that exist; main's storage is the process's. */
static mz_tset existing(void)
{
    mz_tset all = mz_turns.live;

    mz_tset_add(&all, 0);
    mz_tset_add(&all, mz_rt.self);
    return all;
}

static void reach_from_variables(void)
{
    dl_iterate_phdr(reach_from_module, NULL);
    mz_libc_mappings_all(mz_heap_reach);
    mz_thread_results(mz_heap_reach);
    MZ_EACH(rest, existing()) {
        mz_tid t = mz_tset_first(rest);
        struct mz_fiber_part storage = mz_fiber_storage(t);

        mz_heap_reach(storage.from, storage.to);
        mz_specific_values(t, mz_heap_reach);
    }
    mz_heap_reach_kept(is_kept);
}

/* ---- frames -------------------------------------------------------------- */

/* As DWARF numbers them: rbx rbp r12 .. r15. */
static const int preserved[] = {3, 6, 12, 13, 14, 15};

struct frames {
    uint64_t from; /* 0: there are none */
    uint64_t registers[MZ_COUNT(preserved)];
};

/* The first that is not ours. What we have above has no part in it: it lies
 * where frames of the program did. */
static _Unwind_Reason_Code find_frame(struct _Unwind_Context *context,
                                      void *argument)
{
    struct frames *frames = argument;

    if (mz_is_ours(_Unwind_GetIP(context)))
        return _URC_NO_REASON;
    frames->from = _Unwind_GetCFA(context); /* the callee's */
    for (unsigned i = 0; i < MZ_COUNT(preserved); i++)
        frames->registers[i] = _Unwind_GetGR(context, preserved[i]);
    return _URC_END_OF_STACK;
}

static void reach_from_own_frames(void)
{
    struct frames frames = {0};

    _Unwind_Backtrace(find_frame, &frames);
    if (!frames.from)
        return;
    mz_heap_reach((uint64_t)frames.registers,
                  (uint64_t)(frames.registers + MZ_COUNT(preserved)));
    mz_heap_reach(frames.from, mz_fiber_own(frames.from).frames_end);
}

static void reach_from_frames(void)
{
    MZ_EACH(rest, mz_tset_without(mz_turns.live, mz_rt.self)) {
        struct mz_fiber_part frames = mz_fiber_frames(mz_tset_first(rest));

        mz_heap_reach(frames.from, frames.to);
    }
    reach_from_own_frames();
}

/* ---- the error ----------------------------------------------------------- */

/* At the place where the first block was allocated, by who did that. */
static _Noreturn void fail(const struct mz_heap_loss *loss)
{
    struct mz_finding *finding = mz_fault_note(&(struct mz_failure){
        .fault = MZ_FAULT_LEAK,
        .address = loss->first.address,
        .pc = loss->first.allocated_pc,
        .numbers = {loss->bytes, loss->blocks},
    });

    finding->thread = loss->first.allocated_by;
    if (mz_debugger_is_used())
        mz_debugger_stop(MZ_DEBUGGER_FAILURE);
    mz_fault_end(finding);
}

/* What earlier executions have left on stacks may be in holes of frames: so
 * these are looked at only if they begin as zeros. */
static struct mz_heap_loss look(void)
{
    MZ_AUDIT_OWN_WORK;

    reach_from_variables();
    if (!mz_heap_reached_all()) {
        mz_visible_need_clean_stacks();
        reach_from_frames();
    }
    return mz_heap_lost();
}

void mz_leak_look(void)
{
    struct mz_heap_loss loss;

    mz_rt.active = false; /* the calls of others are not the program's */
    loss = look();
    mz_rt.active = true;
    if (loss.blocks)
        fail(&loss);
}

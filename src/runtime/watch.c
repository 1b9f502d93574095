/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/watch.h"

#include <link.h>
#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/fiber.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"
#include "runtime/snapshot.h"

enum { MAX_RANGES = 8192, OPEN = PROT_READ | PROT_WRITE };

struct range {
    uint64_t start, end;
};

/* The first `fixed` are watched in each execution. The heap and the stacks are
 * known elsewhere. */
static struct range ranges[MAX_RANGES];
static unsigned range_count, fixed;
static struct range at_first[MAX_RANGES]; /* the fixed ones, as they were */
static mz_tset with_stack; /* threads that were born in this execution */
static mz_tid open_stack;

static struct range stack_range(mz_tid t)
{
    uint64_t stack = (uint64_t)mz_fibers[t].stack;

    return (struct range){stack, stack + mz_fibers[t].stack_size};
}

static mz_tid stack_at(uint64_t address)
{
    MZ_EACH(rest, mz_fiber_any_owns(address) ? with_stack : MZ_TSET_EMPTY)
        if (mz_fiber_owns(mz_tset_first(rest), address))
            return mz_tset_first(rest);
    return MZ_NO_THREAD;
}

/* ---- which --------------------------------------------------------------- */

static void add_pages(uint64_t start, uint64_t end)
{
    start = mz_page_down(start);
    end = mz_page_up(end);
    if (start < end && range_count < MAX_RANGES)
        ranges[range_count++] = (struct range){start, end};
}

static void add_module(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        char *start = (char *)info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_LOAD && p->p_flags & PF_W)
            add_pages((uint64_t)mz_snapshot_after_relro(info, start),
                      (uint64_t)start + p->p_memsz);
    }
}

void mz_watch_init(void)
{
    mz_modules_own(add_module);
    mz_libc_mappings_early(add_pages);
    fixed = range_count;
    mz_copy(at_first, ranges, fixed * sizeof *ranges);
}

void mz_watch_add(uint64_t start, uint64_t end)
{
    add_pages(start, end);
    mz_watch_close(start, end);
}

void mz_watch_forget(uint64_t start, uint64_t end)
{
    start = mz_page_down(start);
    end = mz_page_up(end);
    for (unsigned i = range_count; i-- > 0;) {
        struct range r = ranges[i];

        if (r.start >= end || r.end <= start)
            continue;
        ranges[i] = ranges[--range_count];
        if (r.start < start)
            add_pages(r.start, start);
        if (r.end > end)
            add_pages(end, r.end);
    }
}

bool mz_watch_has(uint64_t address)
{
    if (mz_heap_has(address) || stack_at(address) != MZ_NO_THREAD)
        return true;
    for (unsigned i = 0; i < range_count; i++)
        if (address - ranges[i].start < ranges[i].end - ranges[i].start)
            return true;
    return false;
}

/* ---- rights -------------------------------------------------------------- */

/* Code on stacks is not caught: such stacks stay open. */
static bool is_executable(struct range range)
{
    return mz_fiber_rights & PROT_EXEC &&
           stack_at(range.start) != MZ_NO_THREAD;
}

/* Memory that is gone cannot be protected, and need not be. */
static void open_range(struct range range)
{
    if (is_executable(range))
        return;
    MZ_SYSTEM(mprotect, range.start, range.end - range.start, OPEN);
    mz_snapshot_protect(range.start, range.end);
}

/* The watchdog may end the audit at any time: then all stays open. */
static void close_range(struct range range)
{
    if (!mz_rt.auditing || is_executable(range))
        return;
    MZ_SYSTEM(mprotect, range.start, range.end - range.start, PROT_NONE);
    if (!mz_rt.auditing)
        open_range(range);
}

static void give(struct range range, int rights)
{
    if (rights == OPEN)
        open_range(range);
    else
        close_range(range);
}

static void give_part(struct range range, struct range of, int rights)
{
    uint64_t start = of.start > range.start ? of.start : range.start;
    uint64_t end = of.end < range.end ? of.end : range.end;

    if (start < end)
        give((struct range){start, end}, rights);
}

static void give_heap(struct range of, int rights)
{
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        struct mz_heap_part parts[2];

        mz_heap_parts(t, parts);
        for (unsigned i = 0; i < MZ_COUNT(parts); i++)
            give_part((struct range){parts[i].start, parts[i].end}, of, rights);
    }
}

static void give_within(uint64_t start, uint64_t end, int rights)
{
    struct range of = {mz_page_down(start), mz_page_up(end)};

    for (unsigned i = 0; i < range_count; i++)
        give_part(ranges[i], of, rights);
    give_heap(of, rights);
    MZ_EACH(rest, mz_tset_without(with_stack, open_stack))
        give_part(stack_range(mz_tset_first(rest)), of, rights);
}

void mz_watch_open(uint64_t start, uint64_t end)
{
    give_within(start, end, OPEN);
}

void mz_watch_close(uint64_t start, uint64_t end)
{
    give_within(start, end, PROT_NONE);
}

void mz_watch_open_all(void)
{
    mz_watch_open(0, -(uint64_t)MZ_PAGE);
}

void mz_watch_close_all(void)
{
    mz_watch_close(0, -(uint64_t)MZ_PAGE);
}

void mz_watch_begin(void)
{
    mz_copy(ranges, at_first, fixed * sizeof *ranges);
    range_count = fixed;
    with_stack = mz_tset_of(0);
    open_stack = 0;
    mz_watch_close_all();
}

void mz_watch_end(void)
{
    mz_watch_open_all();
}

void mz_watch_thread(mz_tid t)
{
    mz_tset_add(&with_stack, t);
    give(stack_range(t), PROT_NONE);
}

bool mz_watch_changes_stack(uint64_t address)
{
    mz_tid t = stack_at(address);

    if (t == MZ_NO_THREAD || t != mz_rt.self || t == open_stack)
        return false;
    give(stack_range(open_stack), PROT_NONE);
    open_stack = t;
    give(stack_range(t), OPEN);
    return true;
}

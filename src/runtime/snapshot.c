/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/snapshot.h"

#include <link.h>
#include <sys/mman.h>

#include "arch/page.h"
#include "base/text.h"
#include "runtime/audit.h"
#include "runtime/huge.h"
#include "runtime/libc_family.h"
#include "runtime/library.h"
#include "runtime/parts.h"
#include "runtime/state.h"

enum {
    SMALL = 4 * MZ_PAGE,      /* segments up to this are copied whole: 200 ns */
    MAX_RANGES = 1024,
    MAX_DIRTY = 1 << 22,   /* pages: 16 GiB of written memory */
    CHUNK = 1 << 20,       /* of memory for copies */
};

struct range {
    char *start;
    size_t size;
    bool whole;
    bool is_late;          /* only while there is a mark */
    char *copy;            /* of whole ones */
    char *late_copy;       /* the same, as they were at the mark */
    uint8_t *dirty;        /* of tracked ones: a byte a page */
};

/* Of a page of a tracked range. While there is a mark those are protected that
 * are not DIRTY_LATE; else those that are not DIRTY, of ranges that are not
 * late. */
enum {
    DIRTY = 1,      /* written since the snapshot, in some execution: its copy
                       is as it was there */
    DIRTY_LATE = 2, /* the same of the mark */
};

struct dirty_page {
    char *page, *copy;
};

static struct range ranges[MAX_RANGES];
static unsigned range_count;
static uint16_t whole_ranges[MAX_RANGES]; /* which are whole */
static unsigned whole_count;
static struct dirty_page *dirty_pages;
static uint32_t dirty_count;
static char *chunk;
static size_t chunk_left;
static bool taken;
static struct dirty_page *late_pages; /* written since the mark */
static uint32_t late_count;
static bool is_marked;

static void *reserve(size_t size)
{
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE,
                        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (memory == MAP_FAILED)
        mz_give_up("no memory for the snapshot: %lu bytes", size);
    return memory;
}

static char *take_copy(size_t size)
{
    char *memory;

    if (size > CHUNK)
        return reserve(size);
    if (chunk_left < size) {
        chunk = reserve(CHUNK);
        chunk_left = CHUNK;
    }
    memory = chunk;
    chunk += size;
    chunk_left -= size;
    return memory;
}

static void add(char *start, char *end, bool whole)
{
    if (start >= end)
        return;
    if (range_count == MAX_RANGES)
        mz_give_up("more than %d writable segments", MAX_RANGES);
    ranges[range_count++] =
        (struct range){.start = start, .size = end - start, .whole = whole};
}

void mz_snapshot_add(void *start, size_t size)
{
    add(start, (char *)start + size, false);
}

static char *page_of(const void *address)
{
    return (char *)mz_page_down((uint64_t)address);
}

static bool is_ours(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];

        if (p->p_type == PT_LOAD &&
            (uint64_t)is_ours - (info->dlpi_addr + p->p_vaddr) < p->p_memsz)
            return true;
    }
    return false;
}

/* What the loader made read-only after relocation, in whole pages. */
char *mz_snapshot_after_relro(const struct dl_phdr_info *info, char *segment)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        char *start = (char *)info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_GNU_RELRO && page_of(start) == page_of(segment))
            return page_of(start + p->p_memsz);
    }
    return segment;
}

/*
 * The kernel writes to globals of the program when it is asked to; to those of
 * system libraries it does not.
 */
static bool is_system(const struct dl_phdr_info *info)
{
    return mz_text_begins(info->dlpi_name, "/lib") ||
           mz_text_begins(info->dlpi_name, "/usr/lib");
}

static void add_segment(const struct dl_phdr_info *info, char *start, char *end)
{
    add(start, end, !is_system(info) && end - start <= SMALL);
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (is_ours(info) || mz_modules_is_part(info->dlpi_name))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        char *start = (char *)info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_LOAD && p->p_flags & PF_W)
            add_segment(info, mz_snapshot_after_relro(info, start),
                        start + p->p_memsz);
    }
    return 0;
}

static void copy_whole(struct range *range)
{
    range->copy = take_copy((range->size + 63) & ~(size_t)63);
    mz_copy(range->copy, range->start, range->size);
}

static void protect(struct range *range)
{
    char *start = page_of(range->start);
    char *end = (char *)mz_page_up((uint64_t)range->start + range->size);

    range->start = start;
    range->size = end - start;
    range->dirty = reserve(range->size / MZ_PAGE + 1);
    if (mz_rt.region->settings.puts_by) /* processes come and go */
        mz_huge_gather(start, range->size);
    if (mprotect(start, range->size, PROT_READ))
        mz_give_up("cannot protect %p", (void *)start);
}

/* May the program write to the page, as no one need know of that? */
static bool is_open(const struct range *range, size_t page)
{
    if (is_marked)
        return range->dirty[page] & DIRTY_LATE;
    return range->is_late || range->dirty[page] & DIRTY;
}

/* Runs of pages that have not been written. */
static void protect_clean(const struct range *range, size_t first, size_t last)
{
    while (first < last) {
        size_t end = first;

        while (end < last && !is_open(range, end))
            end++;
        if (end > first)
            mprotect(range->start + first * MZ_PAGE, (end - first) * MZ_PAGE,
                     PROT_READ);
        first = end + 1;
    }
}

/* Clean pages are what they are now. */
static void take_again(void)
{
    for (unsigned i = 0; i < whole_count; i++)
        mz_copy(ranges[whole_ranges[i]].copy, ranges[whole_ranges[i]].start,
                ranges[whole_ranges[i]].size);
    for (uint32_t i = 0; i < dirty_count; i++)
        mz_copy(dirty_pages[i].copy, dirty_pages[i].page, MZ_PAGE);
    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].dirty)
            protect_clean(&ranges[i], 0, ranges[i].size / MZ_PAGE);
        else if (!ranges[i].whole)
            protect(&ranges[i]);
}

void mz_snapshot_open(void)
{
    if (!taken)
        return;
    mz_segments_restore();
    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].dirty)
            mprotect(ranges[i].start, ranges[i].size, PROT_READ | PROT_WRITE);
}

void mz_snapshot_release(void)
{
    for (unsigned i = 0; taken && i < range_count; i++)
        if (ranges[i].dirty)
            mprotect(ranges[i].start, ranges[i].size, PROT_READ | PROT_WRITE);
}

void mz_segments_snapshot(void)
{
    if (mz_rt.region->settings.isolation != MZ_ISOLATION_PROCESS)
        return;
    if (taken) {
        take_again();
        return;
    }
    dirty_pages = reserve(MAX_DIRTY * sizeof *dirty_pages);
    dl_iterate_phdr(add_module, NULL);
    taken = true;
    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].whole) {
            copy_whole(&ranges[i]);
            whole_ranges[whole_count++] = i;
        }
    for (unsigned i = 0; i < range_count; i++)
        if (!ranges[i].whole)
            protect(&ranges[i]);
}

/*
 * Each page unprotected on its own may split a mapping in three, and the kernel
 * allows some 65,000 of them; so a program that writes very many pages has
 * them unprotected in larger and larger groups.
 */
static size_t group_size(void)
{
    if (dirty_count < 4096)
        return 1;
    return dirty_count < 65536 ? 16 : 256;
}

static void note_dirty(struct range *range, size_t page)
{
    struct dirty_page *dirty = &dirty_pages[dirty_count];

    if (range->is_late || range->dirty[page] & DIRTY)
        return;
    if (++dirty_count > MAX_DIRTY)
        mz_give_up("the program writes too many pages");
    range->dirty[page] |= DIRTY;
    dirty->page = range->start + page * MZ_PAGE;
    dirty->copy = take_copy(MZ_PAGE);
    mz_copy(dirty->copy, dirty->page, MZ_PAGE);
}

/* What nobody has written since the mark, and since the snapshot, is as it was
 * at both. */
static void note_late(struct range *range, size_t page)
{
    struct dirty_page *late = &late_pages[late_count];

    if (!is_marked || range->dirty[page] & DIRTY_LATE)
        return;
    if (++late_count > MAX_DIRTY)
        mz_give_up("the program writes too many pages");
    range->dirty[page] |= DIRTY_LATE;
    late->page = range->start + page * MZ_PAGE;
    late->copy = take_copy(MZ_PAGE);
    mz_copy(late->copy, late->page, MZ_PAGE);
}

static void unprotect(struct range *range, size_t page)
{
    size_t pages = range->size / MZ_PAGE, group = group_size();
    size_t first = page & -group;
    size_t last = first + group < pages ? first + group : pages;
    uint8_t calls = mz_audit_enter();

    if (mprotect(range->start + first * MZ_PAGE, (last - first) * MZ_PAGE,
                 PROT_READ | PROT_WRITE))
        mz_give_up("cannot unprotect %p",
                   (void *)(range->start + page * MZ_PAGE));
    for (size_t i = first; i < last; i++) {
        note_dirty(range, i);
        note_late(range, i);
    }
    if (mz_rt.auditing)
        mz_audit_written(range->start + first * MZ_PAGE,
                         (last - first) * MZ_PAGE);
    mz_audit_leave(calls);
}

bool mz_snapshot_fault(uint64_t address)
{
    for (unsigned i = 0; i < range_count; i++) {
        struct range *range = &ranges[i];
        uint64_t offset = address - (uint64_t)range->start;

        if (offset < range->size && range->dirty) {
            if (is_open(range, offset / MZ_PAGE))
                return false;
            unprotect(range, offset / MZ_PAGE);
            return true;
        }
    }
    return false;
}

void mz_snapshot_touch(const void *start, size_t size)
{
    char *page = page_of(start);

    if (!taken || !size || !start)
        return;
    for (; page < (const char *)start + size; page += MZ_PAGE)
        mz_snapshot_fault((uint64_t)page);
}

void mz_snapshot_protect(uint64_t start, uint64_t end)
{
    for (unsigned i = 0; i < range_count; i++) {
        const struct range *range = &ranges[i];
        uint64_t low = (uint64_t)range->start, high = low + range->size;

        if (!range->dirty || start >= high || end <= low)
            continue;
        protect_clean(range, start > low ? (start - low) / MZ_PAGE : 0,
                      (end < high ? end - low : high - low) / MZ_PAGE);
    }
}

/* The whole ranges, and so many pages, are put back by others. */
static bool leaves_out;
static uint32_t left_out;

static void restore_whole(void)
{
    for (unsigned i = 0; i < whole_count; i++) {
        const struct range *range = &ranges[whole_ranges[i]];

        mz_copy(range->start, is_marked ? range->late_copy : range->copy,
                range->size);
    }
}

void mz_segments_restore(void)
{
    const struct dirty_page *pages = is_marked ? late_pages : dirty_pages;
    uint32_t count = is_marked ? late_count : dirty_count;

    if (!leaves_out)
        restore_whole();
    for (uint32_t i = left_out; i < count; i++)
        mz_copy(pages[i].page, pages[i].copy, MZ_PAGE);
    mz_snapshot_leave_out_none();
}

/* ---- waypoints ----------------------------------------------------------- */

uint32_t mz_snapshot_keep(void (*keep)(const void *, size_t))
{
    const struct dirty_page *pages = is_marked ? late_pages : dirty_pages;
    uint32_t count = is_marked ? late_count : dirty_count;

    mz_library_show(true);
    for (unsigned i = 0; i < whole_count; i++)
        keep(ranges[whole_ranges[i]].start, ranges[whole_ranges[i]].size);
    for (uint32_t i = 0; i < count; i++)
        keep(pages[i].page, MZ_PAGE);
    mz_library_show(false);
    return count;
}

void mz_snapshot_leave_out(uint32_t pages)
{
    leaves_out = true;
    left_out = pages;
}

void mz_snapshot_leave_out_none(void)
{
    leaves_out = false;
    left_out = 0;
}

/* ---- a checkpoint -------------------------------------------------------- */

void *mz_snapshot_reserve(size_t size)
{
    return reserve(size);
}

/* It may be the same as at an earlier mark: executions are deterministic. */
void mz_snapshot_track(uint64_t start, uint64_t end)
{
    struct range *range;

    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].is_late && (uint64_t)ranges[i].start == start &&
            ranges[i].size == end - start)
            return;
    add((char *)start, (char *)end, false);
    range = &ranges[range_count - 1];
    range->is_late = true;
    range->dirty = reserve(range->size / MZ_PAGE + 1);
}

/* Pages that have been written since an earlier mark are written again. */
static void copy_late(void)
{
    for (unsigned i = 0; i < whole_count; i++) {
        struct range *range = &ranges[whole_ranges[i]];

        if (!range->late_copy)
            range->late_copy = take_copy((range->size + 63) & ~(size_t)63);
        mz_copy(range->late_copy, range->start, range->size);
    }
    for (uint32_t i = 0; i < late_count; i++)
        mz_copy(late_pages[i].copy, late_pages[i].page, MZ_PAGE);
}

void mz_snapshot_mark(void)
{
    if (!late_pages)
        late_pages = reserve(MAX_DIRTY * sizeof *late_pages);
    copy_late();
    is_marked = true;
    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].dirty)
            protect_clean(&ranges[i], 0, ranges[i].size / MZ_PAGE);
}

/* Pages that were to be protected because of the mark alone. */
static void open_late(const struct range *range)
{
    size_t pages = range->size / MZ_PAGE;

    for (size_t first = 0, end; first < pages; first = end + 1) {
        for (end = first; end < pages && is_open(range, end);)
            end++;
        if (end > first)
            mprotect(range->start + first * MZ_PAGE, (end - first) * MZ_PAGE,
                     PROT_READ | PROT_WRITE);
    }
}

void mz_snapshot_unmark(void)
{
    is_marked = false;
    for (unsigned i = 0; i < range_count; i++)
        if (ranges[i].dirty)
            open_late(&ranges[i]);
}

static bool is_changed(const struct dirty_page *page)
{
    return mz_compare(page->page, page->copy, MZ_PAGE);
}

/* In any order: more pages are known from one execution to the next. */
void mz_snapshot_differences(struct mz_fingerprint *f)
{
    uint64_t sum = 0;

    mz_library_show(true);
    for (unsigned i = 0; i < whole_count; i++) {
        const struct range *range = &ranges[whole_ranges[i]];

        mz_state_add(f, range->start, range->size);
    }
    for (uint32_t i = 0; i < dirty_count; i++) {
        struct mz_fingerprint page = {.is_known = true};

        if (!is_changed(&dirty_pages[i]))
            continue;
        mz_state_add(&page, dirty_pages[i].page, MZ_PAGE);
        sum += page.hash;
    }
    mz_state_add_word(f, sum);
    mz_library_show(false);
}

/* Under fork isolation nothing is tracked: all there is counts. */
static void add_all(struct mz_fingerprint *f)
{
    static bool surveyed;

    if (!surveyed)
        dl_iterate_phdr(add_module, NULL);
    surveyed = true;
    for (unsigned i = 0; i < range_count; i++)
        mz_state_add(f, ranges[i].start, ranges[i].size);
}

void mz_segments_fingerprint(struct mz_fingerprint *f)
{
    mz_library_show(true);
    if (!taken)
        add_all(f);
    for (unsigned i = 0; taken && i < range_count; i++)
        if (ranges[i].whole)
            mz_state_add(f, ranges[i].start, ranges[i].size);
    for (uint32_t i = 0; i < dirty_count; i++)
        mz_state_add(f, dirty_pages[i].page, MZ_PAGE);
    mz_library_show(false);
}

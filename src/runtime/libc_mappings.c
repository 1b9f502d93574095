/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Memory that the program maps itself. Mappings made in an execution go at
 * rollback; those made before main stay, also when the program unmaps them, and
 * are rolled back as other memory is. What is written to a shared mapping of a
 * file is undone as other changes of files are: view.h.
 *
 * Changing what was mapped before (MAP_FIXED, mprotect, mremap) is refused:
 * rollback protects and copies that memory and would not know.
 *
 * Pages that lie at two places (a shared file that is mapped twice) are memory
 * with two addresses, and so two objects: what a thread does by the one and
 * another by the other is refused.
 *
 * All that the kernel is asked about memory, beside who unmaps it, has its turn
 * (mapping.h): it may be gone by then, and the kernel says so.
 */
#define _GNU_SOURCE
#include "runtime/libc_forward.h"

#include <errno.h>
#include <link.h>
#include <locale.h>
#include <stdarg.h>
#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "base/text.h"
#include "runtime/audit.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor.h"
#include "runtime/failing.h"
#include "runtime/fiber.h"
#include "runtime/mapping.h"
#include "runtime/maps.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/view.h"
#include "runtime/zones.h"

enum {
    MAX_RANGES = 4096,
    MOST_SHARED = 256, /* mappings that are compared with others */
    MOST_ELSEWHERE = 1 << 30, /* bytes: more is not there */
};

struct range {
    uint64_t start, end;
};
struct ranges {
    unsigned count;
    struct range at[MAX_RANGES];
};

static struct ranges mapped; /* by the program, in this execution */
static struct ranges early;  /* before main, private and writable */
static bool shared;          /* one in this execution, by MAP_SHARED */
static bool shared_early;    /* others were mapped before main */
static bool file_early;      /* a file, writable and shared, before main */
static bool twice;           /* pages may lie at two places now */
static bool twice_early;     /* and at the snapshot */

static void add(struct ranges *ranges, uint64_t start, uint64_t end)
{
    if (start >= end)
        return;
    if (ranges->count == MAX_RANGES)
        mz_unsupported(MAPPINGS);
    ranges->at[ranges->count++] = (struct range){start, end};
}

/* Calls take(start, end), if there is one, for each part of [start, end) that
 * is in the table, after it has been removed from there. */
static void remove_range(struct ranges *ranges, uint64_t start, uint64_t end,
                         void (*take)(uint64_t start, uint64_t end))
{
    for (unsigned i = 0; i < ranges->count;) {
        struct range r = ranges->at[i];
        struct range part = {r.start > start ? r.start : start,
                             r.end < end ? r.end : end};

        if (part.start >= part.end) {
            i++;
            continue;
        }
        ranges->at[i] = ranges->at[--ranges->count];
        add(ranges, r.start, part.start);
        add(ranges, part.end, r.end);
        if (take)
            take(part.start, part.end);
    }
}

static bool find(const struct ranges *ranges, uint64_t address, uint64_t *end)
{
    for (unsigned i = 0; i < ranges->count; i++)
        if (address >= ranges->at[i].start && address < ranges->at[i].end) {
            *end = ranges->at[i].end;
            return true;
        }
    return false;
}

/* Has all of this been mapped in this execution? */
static bool is_new(uint64_t start, uint64_t size)
{
    uint64_t end = start + mz_page_up(size);

    while (start < end)
        if (!find(&mapped, start, &start))
            return false;
    return true;
}

/* Does any of this memory stay when the program unmaps it? Globals, stacks, the
 * heap, what was mapped before main: whoever uses them afterwards would not be
 * told. Where nothing is, nothing is to be done. */
static uint64_t sought_from, sought_to;
static bool is_found;

static void seek_others(const struct mz_map *map)
{
    uint64_t start = map->start > sought_from ? map->start : sought_from;
    uint64_t end = map->end < sought_to ? map->end : sought_to;

    is_found |= start < end && !is_new(start, end - start);
}

static bool is_others(uint64_t start, uint64_t end)
{
    if (is_new(start, end - start))
        return false;
    sought_from = start;
    sought_to = end;
    is_found = false;
    mz_maps_each(seek_others);
    return is_found;
}

/* ---- pages at two places ------------------------------------------------- */

/* Shared mappings of files, and whether one of them has a page that lies
 * elsewhere, too, and is written to by one of both. */
static struct mz_map of_files[MOST_SHARED];
static unsigned of_files_count;
static bool has_twin;

static void collect_shared(const struct mz_map *map)
{
    if (!map->is_shared || !map->is_file)
        return;
    if (of_files_count == MOST_SHARED)
        mz_unsupported(MAPPINGS);
    of_files[of_files_count++] = *map;
}

static bool are_twins(const struct mz_map *a, const struct mz_map *b)
{
    return a->start != b->start && a->device == b->device &&
           a->file == b->file && (a->is_writable || b->is_writable) &&
           a->offset < b->offset + (b->end - b->start) &&
           b->offset < a->offset + (a->end - a->start);
}

static void seek_twin(const struct mz_map *map)
{
    for (unsigned i = 0; map->is_file && i < of_files_count; i++)
        has_twin |= are_twins(map, &of_files[i]);
}

static bool are_twice(void)
{
    of_files_count = 0;
    has_twin = false;
    mz_maps_each(collect_shared);
    mz_maps_each(seek_twin);
    return has_twin;
}

/* A mapping is new, or larger, or may be written to from now on. */
static void note_twins(void)
{
    twice = (shared || shared_early) && are_twice();
    if (twice && !mz_turn_is_alone())
        mz_unsupported(MAPPED_TWICE);
}

void mz_libc_mappings_come_beside(void)
{
    if (twice && are_twice())
        mz_unsupported(MAPPED_TWICE);
}

/* ---- the program's calls ------------------------------------------------ */

static void unmap(uint64_t start, uint64_t end)
{
    MZ_SYSTEM(munmap, start, end - start);
}

static void *map_before_main(void *address, size_t size, int protection,
                             int flags, int fd, off_t offset)
{
    void *memory = MZ_REAL(mmap)(address, size, protection, flags, fd, offset);
    uint64_t start = (uint64_t)memory, end = start + mz_page_up(size);

    if (memory == MAP_FAILED || !mz_rt.supervised)
        return memory;
    remove_range(&early, start, end, NULL);
    shared_early |= flags & MAP_SHARED && protection & PROT_WRITE;
    if (flags & MAP_SHARED && fd >= 0 && protection & PROT_WRITE)
        file_early = true;
    if (flags & MAP_PRIVATE && protection == (PROT_READ | PROT_WRITE))
        add(&early, start, end);
    return memory;
}

static void make_room(uint64_t start, uint64_t end, uint64_t pc)
{
    if (is_others(start, end) || !mz_mapping_is_placed(start, end))
        mz_unsupported(MAPPED_FIXED);
    mz_mapping_clear(start, end, pc);
    remove_range(&mapped, start, end, NULL);
}

/* Whether there is room at an address, and which one the kernel chooses. */
static void take_turn(uint64_t address, size_t size, int flags)
{
    const int elsewhere = MAP_32BIT | MAP_GROWSDOWN;

    if (address || flags & (elsewhere | MAP_FIXED))
        mz_mapping_turn(MZ_FILE_CHANGE, address, address + mz_page_up(size),
                        !(flags & MAP_FIXED));
}

/* Where the program does not care. */
static void *place(void *address, size_t size, int flags)
{
    const int elsewhere = MAP_FIXED | MAP_32BIT | MAP_GROWSDOWN;

    return address || flags & elsewhere
               ? address
               : (void *)mz_mapping_place(mz_page_up(size));
}

static void *map(void *address, size_t size, int protection, int flags, int fd,
                 off_t offset, uint64_t pc)
{
    uint64_t start = (uint64_t)address;
    void *memory;

    take_turn(start, size, flags);
    if (flags & MAP_FIXED)
        make_room(start, start + mz_page_up(size), pc);
    mz_io_end();
    address = place(address, size, flags);
    memory = MZ_REAL(mmap)(address, size, protection, flags, fd, offset);
    if (memory == MAP_FAILED)
        return memory;
    shared |= flags & MAP_SHARED;
    if (flags & MAP_SHARED && fd >= 0 && !(flags & MAP_ANONYMOUS))
        mz_io_note_mapping(fd);
    if (flags & MAP_SHARED && fd >= 0 && mz_view_is_on())
        mz_view_note_mapping(fd);
    add(&mapped, (uint64_t)memory, (uint64_t)memory + mz_page_up(size));
    if (!(flags & MAP_FIXED))
        mz_mapping_new((uint64_t)memory, mz_page_up(size));
    if (!(flags & MAP_ANONYMOUS))
        note_twins();
    if (mz_rt.auditing && flags & MAP_PRIVATE &&
        protection == (PROT_READ | PROT_WRITE))
        mz_audit_map(memory, mz_page_up(size));
    return memory;
}

MZ_EXPORT void *mmap(void *address, size_t size, int protection, int flags,
                     int fd, off_t offset)
{
    int fails;

    if (mz_is_ours(MZ_PC))
        return MZ_REAL(mmap)(address, size, protection, flags, fd, offset);
    if (!mz_rt.active)
        return map_before_main(address, size, protection, flags, fd, offset);
    fails = mz_fails(MZ_FAILING_MMAP, MZ_PC);
    if (fails) {
        errno = fails;
        return MAP_FAILED;
    }
    if (!(flags & MAP_ANONYMOUS) && fd >= 0)
        fd = mz_io_turn(fd, MZ_IO_LOOKS, MZ_PC); /* at what is mapped */
    return map(address, size, protection, flags, fd, offset, MZ_PC);
}

MZ_EXPORT __typeof__(mmap64) mmap64 __attribute__((alias("mmap")));

/* The first part of [start, end) that is in the table. */
static bool first_part(const struct ranges *ranges, uint64_t start,
                       uint64_t end, struct range *part)
{
    *part = (struct range){end, end};
    for (unsigned i = 0; i < ranges->count; i++) {
        struct range r = ranges->at[i];

        if (r.end > start && r.start < part->start)
            *part = (struct range){r.start > start ? r.start : start,
                                   r.end < end ? r.end : end};
    }
    return part->start < end;
}

static void tell_end(uint64_t start, uint64_t end, uint64_t pc)
{
    struct range part;

    for (; first_part(&mapped, start, end, &part); start = part.end)
        mz_mapping_end(part.start, part.end, pc);
}

MZ_EXPORT int munmap(void *address, size_t size)
{
    uint64_t start = (uint64_t)address, end = start + mz_page_up(size);

    if (!MZ_PROGRAM_CALLS) {
        if (mz_rt.supervised && !mz_rt.active)
            remove_range(&early, start, end, NULL);
        return MZ_REAL(munmap)(address, size);
    }
    if (start % MZ_PAGE || !size) {
        errno = EINVAL;
        return -1;
    }
    mz_mapping_turn(MZ_FILE_CHANGE, start, end, false);
    if (is_others(start, end))
        mz_unsupported(UNMAPPED);
    tell_end(start, end, MZ_PC);
    mz_io_end();
    remove_range(&mapped, start, end, unmap);
    return 0;
}

/* Always moved if it may be, and grows: so stale pointers show. */
static void *move(void *old, size_t old_size, size_t size, int flags)
{
    uint64_t to = mz_mapping_place(mz_page_up(size));
    const int reserve = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    void *memory;

    if (!(flags & MREMAP_MAYMOVE) || size <= old_size || !to ||
        MZ_SYSTEM(mmap, to, mz_page_up(size), PROT_NONE,
                  reserve | MAP_FIXED_NOREPLACE, -1, 0) != (long)to)
        return MZ_REAL(mremap)(old, old_size, size, flags);
    memory = MZ_REAL(mremap)(old, old_size, size, flags | MREMAP_FIXED,
                             (void *)to);
    if (memory == MAP_FAILED)
        unmap(to, to + mz_page_up(size));
    return memory;
}

static void *remap(void *old, size_t old_size, size_t size, int flags,
                   uint64_t pc)
{
    uint64_t start = (uint64_t)old, end = start + mz_page_up(old_size);
    void *memory;

    mz_mapping_turn(MZ_FILE_CHANGE, start, end, false);
    if (is_others(start, end) || flags & MREMAP_FIXED || !old_size)
        mz_unsupported(MREMAP); /* 0: the same pages once more */
    if (size > old_size && flags & MREMAP_MAYMOVE)
        tell_end(start, end, pc);
    else if (size < old_size)
        tell_end(start + mz_page_up(size), end, pc);
    mz_io_end();
    memory = move(old, old_size, size, flags);
    if (memory == MAP_FAILED)
        return memory;
    remove_range(&mapped, start, end, NULL);
    add(&mapped, (uint64_t)memory, (uint64_t)memory + mz_page_up(size));
    if (size > old_size)
        note_twins();
    return memory;
}

MZ_EXPORT void *mremap(void *old, size_t old_size, size_t size, int flags, ...)
{
    va_list rest;
    void *to;

    if (MZ_PROGRAM_CALLS)
        return remap(old, old_size, size, flags, MZ_PC);
    va_start(rest, flags);
    to = va_arg(rest, void *);
    va_end(rest);
    return MZ_REAL(mremap)(old, old_size, size, flags, to);
}

/* To lock all memory would be to fill what is reserved for the search. Nobody
 * sees whether it is. */
MZ_EXPORT int mlockall(int flags)
{
    const int known = MCL_CURRENT | MCL_FUTURE | MCL_ONFAULT;

    if (!MZ_PROGRAM_CALLS)
        return mz_rt.supervised ? 0 : MZ_REAL(mlockall)(flags);
    if (flags && !(flags & ~known) && flags != MCL_ONFAULT)
        return 0;
    errno = EINVAL;
    return -1;
}

MZ_EXPORT int munlockall(void)
{
    if (mz_rt.supervised)
        return 0;
    return MZ_REAL(munlockall)();
}

/* ---- what the kernel is asked about memory ------------------------------- */

static uint64_t end_of(const struct mz_call *call)
{
    return call->arguments[0] + mz_page_up(call->arguments[1]);
}

static void turn_of_change(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_mapping_turn(MZ_FILE_CHANGE, call->arguments[0], end_of(call), false);
}

static void turn_of_look(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_mapping_turn(MZ_FILE_LOOK, call->arguments[0], end_of(call), false);
}

/* Whether memory is locked matters to madvise, and to msync. */
MZ_FORWARD_IN_TURN(mlock, turn_of_change, NULL, NULL)
MZ_FORWARD_IN_TURN(mlock2, turn_of_change, NULL, NULL)
MZ_FORWARD_IN_TURN(munlock, turn_of_change, NULL, NULL)
MZ_FORWARD_IN_TURN(msync, turn_of_look, NULL, NULL)

static void turn_of_mprotect(struct mz_call *call, const struct mz_forward *row)
{
    uint64_t start = call->arguments[0], end = end_of(call);

    turn_of_change(call, row);
    if (is_others(start, end))
        mz_unsupported(CALL, .text = row->name);
    mz_mapping_protect(start, end, call->arguments[2], call->caller);
}

static void after_mprotect(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    if (call->arguments[2] & PROT_WRITE)
        note_twins();
}
MZ_FORWARD_IN_TURN(mprotect, turn_of_mprotect, NULL, after_mprotect)
MZ_FORWARD_IN_TURN(pkey_mprotect, turn_of_mprotect, NULL, after_mprotect)

static bool clears(uint64_t advice)
{
    return advice == MADV_DONTNEED || advice == MADV_FREE ||
           advice == MADV_REMOVE;
}

/* The kernel may clear pages: they must be known as written. Which of two that
 * clear them comes last matters: the race detector remembers that one. */
static void turn_of_madvise(struct mz_call *call, const struct mz_forward *row)
{
    uint64_t start = call->arguments[0], size = call->arguments[1];
    bool is_clearing = clears(call->arguments[2]);

    if (is_clearing)
        turn_of_change(call, row);
    else
        turn_of_look(call, row);
    if (is_clearing && (is_new(start, size) || size <= MOST_ELSEWHERE))
        mz_mapping_clear(start, end_of(call), call->caller);
    mz_snapshot_touch((void *)start, size);
}
MZ_FORWARD_IN_TURN(madvise, turn_of_madvise, NULL, NULL)

/* libc's ignores POSIX_MADV_DONTNEED, as nothing may be lost by it. */
MZ_FORWARD_IN_TURN(posix_madvise, turn_of_look, NULL, NULL)

/* What other threads have touched is no race: only interleaved accesses are
 * ordered with it. */
static void turn_of_mincore(struct mz_call *call, const struct mz_forward *row)
{
    turn_of_look(call, row);
    if (mz_rt.region->settings.plain == MZ_PLAIN_CHECK && !mz_turn_is_alone())
        mz_unsupported(BESIDE_THREADS, .text = row->name);
    mz_mapping_look(call->arguments[0], end_of(call), call->caller);
}

static void before_mincore(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_snapshot_touch((void *)call->arguments[2],
                      mz_page_up(call->arguments[1]) / MZ_PAGE);
}
MZ_FORWARD_IN_TURN(mincore, turn_of_mincore, before_mincore, NULL)

/* ---- files that libc maps ----------------------------------------------- */

/*
 * Locale archives, converters and the like: libc maps them without calling us,
 * and forgets them at rollback. Where that may have happened, files that are
 * mapped now and were not at the snapshot are unmapped.
 */
static bool unknown;

static void before_locale(struct mz_call *call, const struct mz_forward *row)
{
    const char *name = (const char *)call->arguments[1];

    (void)row;
    /* To ask, or to return to "C", maps nothing. */
    if (name && !(name[0] == 'C' && !name[1]))
        unknown = mz_descriptors_opened = true;
}
MZ_FORWARD(newlocale, before_locale)

static bool changes_locale(const struct mz_call *call)
{
    const char *to = (const char *)call->arguments[1];
    const char *now = to ? MZ_REAL(setlocale)(call->arguments[0], NULL) : NULL;

    return to && !(now && mz_text_equals(now, to));
}

/* What others ask of the locale is read in many functions, and is none of their
 * accesses. */
static void before_setlocale(struct mz_call *call,
                             const struct mz_forward *row)
{
    if (!mz_turn_is_alone() && changes_locale(call))
        mz_unsupported(BESIDE_THREADS, .text = row->name);
    before_locale(call, row);
}
MZ_FORWARD(setlocale, before_setlocale)

void mz_libc_mappings_may_be(void)
{
    unknown = mz_descriptors_opened = true;
}

static void before_unknown(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    mz_libc_mappings_may_be();
}

/* clang-format off */
#define MAPPING_CALLS(X)                                           \
    X(catopen)                                                     \
    X(iconv_open)                                                  \
    X(getpwnam) X(getpwnam_r) X(getpwuid) X(getpwuid_r)            \
    X(getgrnam) X(getgrnam_r) X(getgrgid) X(getgrgid_r)            \
    X(getservbyname) X(getservbyport) X(getprotobyname)            \
    X(backtrace) /* loads libgcc_s */
/* clang-format on */

#define X(name) MZ_FORWARD(name, before_unknown)
MAPPING_CALLS(X)
#undef X

static struct ranges files_at_snapshot;

static void remember_file(const struct mz_map *map)
{
    if (map->is_file)
        add(&files_at_snapshot, map->start, map->end);
}

static void unmap_if_new(const struct mz_map *map)
{
    if (!map->is_file)
        return;
    for (unsigned i = 0; i < files_at_snapshot.count; i++)
        if (map->start < files_at_snapshot.at[i].end &&
            map->end > files_at_snapshot.at[i].start)
            return;
    unmap(map->start, map->end);
}

/* ---- where the process is taken over in the midst of main --------------- */

static struct mz_span stack_of_now;

static void note_map(const struct mz_map *map)
{
    uint64_t here = (uint64_t)__builtin_frame_address(0);

    if (map->start <= here && here < map->end)
        stack_of_now = (struct mz_span){map->start, map->end};
    if (!map->is_writable || map->start == MZ_REGION_ADDRESS ||
        mz_zone_is_shadow(map->start))
        return;
    shared_early |= map->is_shared;
    file_early |= map->is_shared && map->is_file;
    if (!map->is_shared)
        add(&early, map->start, map->end);
}

/* The snapshot has them by itself, or they are ours. */
static int leave_out_module(struct dl_phdr_info *info, size_t size,
                            void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_LOAD)
            remove_range(&early, mz_page_down(start),
                         mz_page_up(start + p->p_memsz), NULL);
    }
    return 0;
}

void mz_libc_mappings_survey(const struct mz_span *ours,
                             struct mz_span *stack)
{
    struct mz_span storage = mz_fiber_storage_of_now();

    mz_maps_each(note_map);
    *stack = stack_of_now;
    dl_iterate_phdr(leave_out_module, NULL);
    remove_range(&early, ours->start, ours->end, NULL);
    remove_range(&early, storage.start, storage.end, NULL);
}

/* ---- snapshot and rollback ---------------------------------------------- */

void mz_libc_mappings_early(void (*take)(uint64_t start, uint64_t end))
{
    for (unsigned i = 0; i < early.count; i++)
        take(early.at[i].start, early.at[i].end);
}

bool mz_libc_mappings_is_early(uint64_t address)
{
    uint64_t end;

    return find(&early, address, &end);
}

void mz_libc_mappings_all(void (*take)(uint64_t start, uint64_t end))
{
    mz_libc_mappings_early(take);
    for (unsigned i = 0; i < mapped.count; i++)
        take(mapped.at[i].start, mapped.at[i].end);
}

void mz_libc_mappings_snapshot(void)
{
    if (file_early && mz_view_is_on())
        mz_unsupported(MAPPED_BEFORE_MAIN);
    for (unsigned i = 0; i < early.count; i++)
        mz_snapshot_add((void *)early.at[i].start,
                        early.at[i].end - early.at[i].start);
    mz_maps_each(remember_file);
    twice = twice_early = shared_early && are_twice();
}

void mz_libc_mappings_rollback(void)
{
    for (unsigned i = 0; i < mapped.count; i++)
        unmap(mapped.at[i].start, mapped.at[i].end);
    mapped.count = 0;
    if (unknown)
        mz_maps_each(unmap_if_new);
    unknown = shared = false;
    twice = twice_early;
}

void mz_libc_mappings_checkpoint(void)
{
    mz_checkpoint_need(!mapped.count && !unknown && !shared &&
                       twice == twice_early);
}

bool mz_libc_mappings_are_shared(void)
{
    return shared || shared_early;
}

void mz_libc_mappings_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < mapped.count; i++) {
        mz_state_add_word(f, mapped.at[i].start);
        mz_state_add(f, (void *)mapped.at[i].start,
                     mapped.at[i].end - mapped.at[i].start);
    }
    f->is_known &= !shared_early;
}

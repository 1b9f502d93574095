/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/code.h"
#include "base/text.h"

#include <link.h>

#include "runtime/code_range.h"
#include "runtime/libc_family.h"

enum { MAX_SEGMENTS = 512, MAX_OBJECTS = 1024, RESERVED_SLOTS = 3 };

struct segment {
    uint64_t start, end;
    uint64_t module; /* differs from that of others */
    enum mz_code owner;
};

struct bytes {
    uint64_t start, size;
};

static struct segment segments[MAX_SEGMENTS]; /* of code */
static unsigned segment_count;
static struct bytes linkage[MAX_SEGMENTS], copied[MAX_OBJECTS];
static unsigned linkage_count, copied_count;

/* ---- modules ------------------------------------------------------------- */

static bool begins_with_any(const char *name, const char *const *starts)
{
    for (; *starts; starts++)
        if (mz_text_begins(name, *starts))
            return true;
    return false;
}

static enum mz_code owner_of(const char *path)
{
    static const char *const trusted[] = {"libgcc_s.so", NULL};
    static const char *const cxx[] = {"libstdc++.so", NULL};
    static const char *const libc[] = {
        "libc.so", "ld-linux", "libm.so", "libmvec.so", "libpthread.so",
        "librt.so", "libdl.so", "libresolv.so", "libnss_", "libanl.so",
        "libutil.so", "linux-vdso", NULL};
    const char *name = mz_text_last_part(path);

    if (begins_with_any(name, trusted))
        return MZ_CODE_TRUSTED;
    if (begins_with_any(name, cxx))
        return MZ_CODE_CXX;
    return begins_with_any(name, libc) ? MZ_CODE_LIBC : MZ_CODE_PROGRAM;
}

static int add_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + p->p_vaddr;

        if (p->p_type == PT_LOAD && p->p_flags & PF_X &&
            segment_count < MAX_SEGMENTS)
            segments[segment_count++] = (struct segment){
                .start = start,
                .end = start + p->p_memsz,
                .module = (uint64_t)info->dlpi_phdr,
                .owner = owner_of(info->dlpi_name),
            };
    }
    return 0;
}

static const struct segment *find(uint64_t pc)
{
    for (unsigned i = 0; i < segment_count; i++)
        if (pc - segments[i].start < segments[i].end - segments[i].start)
            return &segments[i];
    return NULL;
}

enum mz_code mz_code_at(uint64_t pc)
{
    const struct segment *segment;

    if (mz_is_ours(pc))
        return MZ_CODE_OURS;
    segment = find(pc);
    return segment ? segment->owner : MZ_CODE_PROGRAM;
}

bool mz_code_same_module(uint64_t pc, uint64_t other)
{
    const struct segment *a = find(pc), *b = find(other);

    return (a ? a->module : 0) == (b ? b->module : 0);
}

/* ---- what the linker has put among the program's globals ----------------- */

/* Some entries of a module's dynamic section. */
struct dynamic {
    uint64_t got, calls, relocations, relocations_size;
    const ElfW(Sym) *symbols;
};

/* glibc has made these addresses, except in modules that it cannot write. */
static uint64_t place(const struct dl_phdr_info *info, uint64_t value)
{
    return value < info->dlpi_addr ? value + info->dlpi_addr : value;
}

static struct dynamic read_dynamic(const struct dl_phdr_info *info,
                                   const ElfW(Dyn) *d)
{
    struct dynamic found = {0};

    for (; d->d_tag != DT_NULL; d++)
        switch (d->d_tag) {
        case DT_PLTGOT: found.got = place(info, d->d_un.d_ptr); break;
        case DT_PLTRELSZ: found.calls = d->d_un.d_val; break;
        case DT_RELA: found.relocations = place(info, d->d_un.d_ptr); break;
        case DT_RELASZ: found.relocations_size = d->d_un.d_val; break;
        case DT_SYMTAB:
            found.symbols = (void *)place(info, d->d_un.d_ptr);
            break;
        default: break;
        }
    found.calls /= sizeof(ElfW(Rela));
    return found;
}

static void add(struct bytes *list, unsigned *count, unsigned most,
                uint64_t start, uint64_t size)
{
    if (*count < most)
        list[(*count)++] = (struct bytes){start, size};
}

static void add_copied(const struct dl_phdr_info *info,
                       const struct dynamic *dynamic)
{
    const ElfW(Rela) *r = (void *)dynamic->relocations;
    uint64_t count = dynamic->relocations_size / sizeof *r;

    for (; r && count--; r++)
        if (MZ_RELOCATES_COPY(ELF64_R_TYPE(r->r_info)))
            add(copied, &copied_count, MAX_OBJECTS,
                info->dlpi_addr + r->r_offset,
                dynamic->symbols[ELF64_R_SYM(r->r_info)].st_size);
}

static void add_linkage(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        struct dynamic dynamic;

        if (p->p_type != PT_DYNAMIC)
            continue;
        dynamic = read_dynamic(info, (void *)(info->dlpi_addr + p->p_vaddr));
        if (dynamic.got)
            add(linkage, &linkage_count, MAX_SEGMENTS, dynamic.got,
                (RESERVED_SLOTS + dynamic.calls) * sizeof(uint64_t));
        add_copied(info, &dynamic);
    }
}

static bool has(const struct bytes *list, unsigned count, uint64_t address)
{
    for (unsigned i = 0; i < count; i++)
        if (address - list[i].start < list[i].size)
            return true;
    return false;
}

bool mz_code_is_linkage(uint64_t address)
{
    return has(linkage, linkage_count, address);
}

bool mz_code_is_copied(uint64_t address)
{
    return has(copied, copied_count, address);
}

/* ---- the program, and the libraries that come with it -------------------- */

static struct mz_code_ranges own;

static void add_own(const struct dl_phdr_info *info)
{
    mz_code_ranges_add(&own, info);
}

bool mz_code_is_own(uint64_t pc)
{
    return mz_code_ranges_have(&own, pc);
}

void mz_code_let_execute(bool on)
{
    mz_code_ranges_let_execute(&own, on);
}

void mz_code_init(void)
{
    mz_modules_own(add_own);
    dl_iterate_phdr(add_module, NULL);
    mz_modules_own(add_linkage);
}

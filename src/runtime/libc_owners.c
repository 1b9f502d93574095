/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose code or data an address is in: the program's and its own libraries', or
 * that of libraries that came with the system. What libraries keep for
 * themselves they protect by means that are not seen here; so of what they pass
 * to libc only the program's memory counts.
 */
#define _GNU_SOURCE
#include "runtime/libc_owners.h"

#include <link.h>
#include <string.h>

#include "runtime/libc_family.h"

enum { MAX_SEGMENTS = 2048 };

enum kind {
    OWN_CODE = 1,      /* bits */
    CONSTANT = 2,
    FOREIGN_DATA = 4,
    LIBC_CODE = 8,
    CXX_DATA = 16,
    CXX = 32,          /* code, tables or variables */
    CODE = 64,         /* anybody's */
    LOADER_CODE = 128, /* of the dynamic loader */
};

struct segment {
    uint64_t start, end;
    unsigned kind;
};

static struct segment segments[MAX_SEGMENTS];
static unsigned segment_count;

/* The kinds that a module's segments are of: any, its code, its variables. */
struct kinds {
    unsigned any, code, data;
};

static void note_segment(uint64_t bias, const ElfW(Phdr) *p,
                         const struct kinds *kinds)
{
    unsigned kind = kinds->any;

    kind |= p->p_flags & PF_W ? kinds->data : CONSTANT;
    if (p->p_flags & PF_X)
        kind |= CODE | kinds->code;
    if (p->p_type != PT_LOAD || !kind)
        return;
    if (segment_count == MAX_SEGMENTS)
        mz_give_up("the program has more than %d segments", MAX_SEGMENTS);
    segments[segment_count++] = (struct segment){
        bias + p->p_vaddr, bias + p->p_vaddr + p->p_memsz, kind};
}

static void note_own(const struct dl_phdr_info *info)
{
    static const struct kinds kinds = {.code = OWN_CODE};

    for (int i = 0; i < info->dlpi_phnum; i++)
        note_segment(info->dlpi_addr, &info->dlpi_phdr[i], &kinds);
}

static bool is_noted(uint64_t start)
{
    for (unsigned i = 0; i < segment_count; i++)
        if (segments[i].start == start)
            return true;
    return false;
}

static int note_other(struct dl_phdr_info *info, size_t size, void *unused)
{
    bool is_cxx = strstr(info->dlpi_name, "/libstdc++.so");
    struct kinds kinds = {
        .any = is_cxx ? CXX : 0,
        .code = strstr(info->dlpi_name, "/libc.so")      ? LIBC_CODE
                : strstr(info->dlpi_name, "/ld-linux-") ? LOADER_CODE
                                                        : 0,
        .data = FOREIGN_DATA | (is_cxx ? CXX_DATA : 0),
    };

    (void)size, (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++)
        if (is_noted(info->dlpi_addr + info->dlpi_phdr[i].p_vaddr))
            return 0;
    for (int i = 0; i < info->dlpi_phnum; i++)
        note_segment(info->dlpi_addr, &info->dlpi_phdr[i], &kinds);
    return 0;
}

void mz_libc_owners_snapshot(void)
{
    mz_modules_own(note_own);
    dl_iterate_phdr(note_other, NULL);
}

static unsigned kind_of(uint64_t address)
{
    static unsigned last; /* only makes it faster */
    unsigned i = last;

    if (address - segments[i].start < segments[i].end - segments[i].start)
        return segments[i].kind;
    for (i = 0; i < segment_count; i++)
        if (address - segments[i].start < segments[i].end - segments[i].start)
            return segments[last = i].kind;
    return 0;
}

bool mz_owners_program_code(uint64_t address)
{
    return kind_of(address) & OWN_CODE;
}

bool mz_owners_code(uint64_t address)
{
    return kind_of(address) & CODE;
}

bool mz_owners_constant(uint64_t address)
{
    return kind_of(address) & CONSTANT;
}

bool mz_owners_foreign_data(uint64_t address)
{
    return kind_of(address) & FOREIGN_DATA;
}

bool mz_owners_libc_code(uint64_t address)
{
    return kind_of(address) & LIBC_CODE;
}

bool mz_owners_loader_code(uint64_t address)
{
    return kind_of(address) & LOADER_CODE;
}

bool mz_owners_libstdcxx_data(uint64_t address)
{
    return kind_of(address) & CXX_DATA;
}

bool mz_owners_libstdcxx(uint64_t address)
{
    return kind_of(address) & CXX;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables (.eh_frame) are lists of records, each with its length; those that
 * name the personality are the ones that several functions have in common. Of
 * system libraries only libstdc++ has any that matter, which has an unwinder
 * with it. Nothing is changed here that an execution could see.
 */
#define _GNU_SOURCE
#include "runtime/unwind_tables.h"

#include <link.h>

#include "runtime/libc_family.h"
#include "runtime/parts.h"

enum { MAX_MODULES = 256 };

static uint64_t headers[MAX_MODULES]; /* of the tables of own modules */
static unsigned header_count;
static bool matters, is_known;

static void note(const struct dl_phdr_info *info)
{
    for (int i = 0; i < info->dlpi_phnum; i++) {
        if (info->dlpi_phdr[i].p_type != PT_GNU_EH_FRAME)
            continue;
        if (header_count < MAX_MODULES)
            headers[header_count++] =
                info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;
        else
            matters = is_known = true;
    }
}

void mz_unwind_tables_snapshot(void)
{
    mz_modules_own(note);
}

static uint32_t word_at(uint64_t address)
{
    uint32_t word;

    mz_copy(&word, (const void *)address, sizeof word);
    return word;
}

/* A text of a letter for each thing that the record has besides. */
static bool has_personality(const char *letters)
{
    while (*letters && *letters != 'P')
        letters++;
    return *letters;
}

/* Records: length, what is 0 for common ones, version, letters, ... */
static bool table_matters(uint64_t table)
{
    enum { TO_KIND = 4, TO_LETTERS = 9, LONG = UINT32_MAX };

    for (uint32_t length; (length = word_at(table)); table += 4 + length) {
        if (length == (uint32_t)LONG)
            return true; /* as far as we know */
        if (word_at(table + TO_KIND) == 0 &&
            has_personality((const char *)(table + TO_LETTERS)))
            return true;
    }
    return false;
}

/* A header says how the table's address is written, and then that. */
static bool header_matters(uint64_t header)
{
    enum { TO_ENCODING = 1, TO_TABLE = 4, RELATIVE = 0x1b };
    uint64_t at = header + TO_TABLE;

    if (*(const uint8_t *)(header + TO_ENCODING) != RELATIVE)
        return true;
    return table_matters(at + (int32_t)word_at(at));
}

bool mz_unwind_tables_matter(void)
{
    for (unsigned i = 0; !is_known && i < header_count; i++)
        matters |= header_matters(headers[i]);
    is_known = true;
    return matters;
}

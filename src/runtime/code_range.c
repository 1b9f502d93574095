/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* dl_phdr_info */
#include "runtime/code_range.h"

#include <link.h>
#include <sys/mman.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "runtime/runtime.h"

void mz_code_ranges_add(struct mz_code_ranges *ranges,
                        const struct dl_phdr_info *info)
{
    for (int i = 0;
         i < info->dlpi_phnum && ranges->count < MZ_MAX_CODE_RANGES; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        uint64_t start = info->dlpi_addr + p->p_vaddr;
        uint64_t end = start + p->p_memsz;

        if (p->p_type != PT_LOAD || !(p->p_flags & PF_X))
            continue;
        ranges->at[ranges->count].start = mz_page_down(start);
        ranges->at[ranges->count].end = mz_page_up(end);
        ranges->at[ranges->count].rights =
            (p->p_flags & PF_R ? PROT_READ : 0) |
            (p->p_flags & PF_W ? PROT_WRITE : 0);
        ranges->count++;
    }
}

bool mz_code_ranges_have(const struct mz_code_ranges *ranges, uint64_t pc)
{
    for (unsigned i = 0; i < ranges->count; i++)
        if (pc - ranges->at[i].start <
            ranges->at[i].end - ranges->at[i].start)
            return true;
    return false;
}

void mz_code_ranges_let_execute(const struct mz_code_ranges *ranges, bool on)
{
    for (unsigned i = 0; i < ranges->count; i++)
        MZ_SYSTEM(mprotect, ranges->at[i].start,
                  ranges->at[i].end - ranges->at[i].start,
                  ranges->at[i].rights | (on ? PROT_EXEC : 0));
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which modules (executable and libraries) are the program's own: neither this
 * library nor one of those that came with the system.
 */
#define _GNU_SOURCE
#include "runtime/libc_family.h"
#include "base/text.h"

#include <link.h>

bool mz_modules_is_part(const char *path)
{
    const char *name = path;

    for (; *path; path++)
        if (*path == '/')
            name = path + 1;
    return mz_text_begins(name, "libmazurka-");
}

static bool is_system(const struct dl_phdr_info *info)
{
    return mz_text_begins(info->dlpi_name, "/lib") ||
           mz_text_begins(info->dlpi_name, "/usr/lib") ||
           mz_text_begins(info->dlpi_name, "linux-vdso");
}

/* What the runtime loads for itself is beside it. */
static bool is_us(const struct dl_phdr_info *info)
{
    if (mz_modules_is_part(info->dlpi_name))
        return true;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        uint64_t start = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr;

        if (info->dlpi_phdr[i].p_type == PT_LOAD &&
            (uint64_t)is_us - start < info->dlpi_phdr[i].p_memsz)
            return true;
    }
    return false;
}

static int visit(struct dl_phdr_info *info, size_t size, void *argument)
{
    void (**take)(const struct dl_phdr_info *) = argument;

    (void)size;
    /* The name of the executable is empty. */
    if (!is_system(info) && !is_us(info))
        (*take)(info);
    return 0;
}

void mz_modules_own(void (*take)(const struct dl_phdr_info *))
{
    dl_iterate_phdr(visit, &take);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* Which modules the process has loaded, noted for the supervisor. */
#define _GNU_SOURCE
#include "runtime/module_notes.h"

#include <link.h>

#include "base/system_call.h"
#include "runtime/parts.h"

/* A library that was named by a relative path is below the current folder; the
 * kernel's has no folder at all. */
static void note_path(struct mz_module_note *note, const char *name)
{
    char folder[MZ_MAX_PATH];
    const char *slash = name;

    while (*slash && *slash != '/')
        slash++;
    if (slash > name && *slash && MZ_SYSTEM(getcwd, folder, sizeof folder) > 0)
        mz_format(note->path, sizeof note->path, "%s/%s", folder, name);
    else
        mz_format(note->path, sizeof note->path, "%s", name);
}

static int note_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    struct mz_region *region = mz_rt.region;
    struct mz_module_note *note = &region->modules[region->module_count];
    long length;

    (void)size, (void)unused;
    if (region->module_count == MZ_MAX_MODULES)
        return 1;
    note->bias = info->dlpi_addr;
    if (info->dlpi_name[0]) {
        note_path(note, info->dlpi_name);
    } else {
        length = MZ_SYSTEM(readlink, "/proc/self/exe", note->path,
                           sizeof note->path - 1);
        note->path[length > 0 ? length : 0] = 0;
    }
    region->module_count++;
    return 0;
}

void mz_module_notes_init(void)
{
    dl_iterate_phdr(note_module, NULL);
}

uint32_t mz_module_of(uint64_t pc)
{
    const struct mz_region *region = mz_rt.common;
    uint32_t found = 0;
    uint64_t bias = 0;

    for (uint32_t i = 0; i < region->module_count; i++)
        if (region->modules[i].bias <= pc && region->modules[i].bias >= bias) {
            found = i;
            bias = region->modules[i].bias;
        }
    return found;
}

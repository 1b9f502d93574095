/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/openmp.h"

#include <link.h>
#include <string.h>

#include "base/text.h"
#include "runtime/parts.h"
#include "runtime/runtime.h"

static const char *const runtimes[] = {"/libgomp.so", "/libomp.so",
                                       "/libomp5.so", "/libiomp5.so"};

/* Of each of them, if it is loaded: where it lies. */
static struct {
    uint64_t start, end;
} loaded[MZ_COUNT(runtimes)];
static bool any_is_loaded;

static int note(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    for (unsigned r = 0; r < MZ_COUNT(runtimes); r++) {
        if (!strstr(info->dlpi_name, runtimes[r]))
            continue;
        any_is_loaded = true;
        loaded[r].start = info->dlpi_addr;
        for (int i = 0; i < info->dlpi_phnum; i++)
            if (info->dlpi_phdr[i].p_type == PT_LOAD)
                loaded[r].end = info->dlpi_addr + info->dlpi_phdr[i].p_vaddr +
                                info->dlpi_phdr[i].p_memsz;
    }
    return 0;
}

void mz_openmp_snapshot(void)
{
    dl_iterate_phdr(note, NULL);
}

void mz_openmp_refuse(uint64_t caller)
{
    for (unsigned r = 0; any_is_loaded && r < MZ_COUNT(runtimes); r++)
        if (caller - loaded[r].start < loaded[r].end - loaded[r].start)
            mz_unsupported(OPENMP);
}

/* Of src/openmp, which knows rows of region/gap.h by their names: programs have
 * it in them. */
MZ_EXPORT _Noreturn void mz_openmp_unsupported(const char *kind);
MZ_EXPORT _Noreturn void mz_openmp_unsupported(const char *kind)
{
    for (unsigned k = 1; k < MZ_GAP_KINDS; k++)
        if (mz_text_equals(mz_gap_names[k], kind))
            mz_unsupported_gap(&(const struct mz_gap){.kind = k});
    mz_unsupported(OPENMP_OTHER, .text = kind);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/huge.h"

#include <stdbool.h>
#include <stdint.h>
#include <sys/mman.h>

#include "base/system_call.h"

#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

enum { SMALL_PAGES = MZ_HUGE_PAGE / MZ_PAGE };

static bool is_all_there(char *huge)
{
    unsigned char there[SMALL_PAGES];

    if (MZ_SYSTEM(mincore, huge, MZ_HUGE_PAGE, there) < 0)
        return false;
    for (unsigned i = 0; i < SMALL_PAGES; i++)
        if (!(there[i] & 1))
            return false;
    return true;
}

/* Of those one after the other: each call waits for all processors. */
static bool make_huge(char *first, char *last)
{
    return first == last ||
           MZ_SYSTEM(madvise, first, last - first, MADV_COLLAPSE) == 0;
}

/* Runs of what is all there. */
static void gather(char *first, char *last)
{
    char *run = first;

    for (char *at = first; at < last; at += MZ_HUGE_PAGE) {
        if (is_all_there(at))
            continue;
        if (!make_huge(run, at))
            return;
        run = at + MZ_HUGE_PAGE;
    }
    make_huge(run, last);
}

/* The mapping itself stays one that grows by small pages. */
void mz_huge_gather(char *start, size_t size)
{
    uint64_t mask = MZ_HUGE_PAGE - 1;
    char *first = (char *)(((uint64_t)start + mask) & ~mask);
    char *last = (char *)(((uint64_t)start + size) & ~mask);

    if (first >= last ||
        MZ_SYSTEM(madvise, first, last - first, MADV_HUGEPAGE) < 0)
        return;
    gather(first, last);
    MZ_SYSTEM(madvise, first, last - first, MADV_NOHUGEPAGE);
}

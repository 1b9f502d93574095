/* SPDX-License-Identifier: Apache-2.0 */
/* The address space of the heap, and whether it serves this process. */
#include "base/system_call.h"
#include "base/text.h"
#include "runtime/heap_layout.h"
#include "runtime/takeover.h"

#include <sys/mman.h>

uint64_t mz_heap_start, mz_heap_end;
enum mz_heap_server mz_heap_server;

struct mz_heap_arena mz_heap_arenas[MZ_MAX_THREADS];
unsigned mz_heap_unit_shift;

static bool reserve(uint64_t address, uint64_t size)
{
    int flags =
        MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE;
    long got =
        MZ_SYSTEM(mmap, address, size, PROT_READ | PROT_WRITE, flags, -1, 0);

    if ((uint64_t)got == address) {
        /* A huge page would cost its 2 MiB at the first byte. */
        MZ_SYSTEM(madvise, address, size, MADV_NOHUGEPAGE);
        MZ_SYSTEM(madvise, address, size, MADV_DONTDUMP);
        return true;
    }
    if (got > 0) /* a kernel before 4.17 takes the address for a hint */
        MZ_SYSTEM(munmap, got, size);
    return false;
}

static bool reserve_all(void)
{
    uint64_t size = (uint64_t)MZ_HEAP_UNITS << mz_heap_unit_shift;
    struct range {
        uint64_t address, size;
    } ranges[] = {
        {MZ_HEAP_ADDRESS, size},
        {MZ_HEAP_SHADOW, size / MZ_HEAP_GRANULE + MZ_PAGE},
        {MZ_HEAP_SLOTS,
         size / MZ_HEAP_SLOT * sizeof(struct mz_heap_block *) + MZ_PAGE},
    };

    for (unsigned i = 0; i < MZ_COUNT(ranges); i++) {
        if (reserve(ranges[i].address, ranges[i].size))
            continue;
        while (i-- > 0)
            MZ_SYSTEM(munmap, ranges[i].address, ranges[i].size);
        return false;
    }
    return true;
}

/* ---- the supervisor ------------------------------------------------------ */

/* argc, argv, NULL, environment, NULL: as the kernel has laid them out. */
extern void *__libc_stack_end;
extern char **__environ;

/* The descriptor that a supervisor has given, in words; NULL: there is none. */
static const char *supervisor(void)
{
    char **environment = __environ;

    if (__libc_stack_end) {
        long *argc = __libc_stack_end;

        environment = (char **)(argc + 1) + *argc + 1;
    }
    return mz_text_variable(environment, MZ_REGION_VARIABLE);
}

static _Noreturn void give_up(void)
{
    const char *descriptor = mz_rt.region ? NULL : supervisor();

    if (descriptor)
        mz_takeover_fail(descriptor, "the checked process has no room for its "
                                     "heap: raise ulimit -v");
    mz_give_up("cannot reserve address space for the heap");
}

/* ---- the arenas ---------------------------------------------------------- */

void mz_heap_init(void)
{
    uint64_t start = MZ_HEAP_ADDRESS;

    if (mz_heap_end)
        return;
    mz_heap_unit_shift = 33;
    while (!reserve_all())
        if (--mz_heap_unit_shift < 24)
            give_up();
    for (unsigned t = 0; t < MZ_MAX_THREADS; t++) {
        uint64_t size = (uint64_t)(t ? 1 : MZ_HEAP_MAIN_UNITS)
                        << mz_heap_unit_shift;

        mz_heap_arenas[t] = (struct mz_heap_arena){
            .start = start,
            .next = start,
            .own = start,
            .limit = start + size / 2,
            .large_next = start + size / 2,
            .large_own = start + size / 2,
            .large_limit = start + size,
        };
        start += size;
    }
    mz_heap_start = MZ_HEAP_ADDRESS;
    mz_heap_end = start;
}

/* ---- who serves ---------------------------------------------------------- */

bool mz_heap_has_libcs;

void mz_heap_take_over(void)
{
    mz_heap_init();
    mz_heap_server = MZ_HEAP_OURS;
    mz_heap_has_libcs = true;
}

bool mz_heap_decide(void)
{
    if (mz_heap_server == MZ_HEAP_UNDECIDED) {
        if (mz_rt.supervised || supervisor()) {
            mz_heap_init();
            mz_heap_server = MZ_HEAP_OURS;
        } else {
            mz_heap_server = MZ_HEAP_LIBC;
        }
    }
    return mz_heap_server == MZ_HEAP_OURS;
}

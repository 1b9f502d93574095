/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* memfd_create */
#include "cli/shared_memory.h"

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

#include "arch/page.h"
#include "cli/message.h"
#include "explore/share.h"

size_t mz_shared_head(uint32_t workers)
{
    return mz_page_up((1 + workers) * sizeof(struct mz_region));
}

uint64_t mz_shared_least(const struct mz_settings *settings)
{
    uint64_t event = settings->many_threads ? 36 << 10 : 4 << 10;
    uint64_t each = event * settings->max_events + (128 << 20);
    uint32_t workers = mz_workers(settings);

    if (settings->memory_model != MZ_MODEL_SC) /* clocks of the axioms */
        each = 2 * each + (128 << 20);

    if (settings->puts_by) /* half of all is for what is exchanged */
        each += each / 8 * 7;
    return mz_shared_head(workers) +
           (workers ? workers : 1) * (each + each / 7);
}

/* Sparse: memory is taken by what is written. Address space, too, is limited
 * by some (ulimit -v): half of it is the program's. */
static uint64_t best_size(const struct mz_settings *settings, uint64_t more)
{
    uint64_t size = mz_shared_least(settings) + more + (32ull << 30);
    struct rlimit limit;

    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur / 2 < size)
        size = limit.rlim_cur / 2;
    return mz_page_down(size);
}

/* Files may be limited, too (ulimit -f). -1: not even the least can be had. */
static int create_file(const struct mz_settings *settings, uint64_t more,
                       uint64_t *size)
{
    int file = memfd_create("mazurka", MFD_CLOEXEC);

    *size = best_size(settings, more);
    while (file >= 0 && *size >= mz_shared_least(settings) + more) {
        if (ftruncate(file, (off_t)*size) == 0)
            return file;
        *size = mz_page_down(*size / 2);
    }
    if (file >= 0)
        close(file);
    return -1;
}

/* Of what it goes on with: it is in the memory, too, and who takes it up needs
 * some for each task. */
static uint64_t size_of_rest(const struct mz_search_state *continues)
{
    const struct mz_rest *rest = continues ? continues->rest : NULL;

    return rest ? mz_page_up(rest->size) + 2 * mz_share_load_size(rest->tasks)
                : 0;
}

void mz_shared_release(const struct mz_shared_memory *memory)
{
    munmap(memory->region, memory->head);
    close(memory->file);
}

static bool take_up(const struct mz_shared_memory *memory,
                    const struct mz_search_state *continues)
{
    struct mz_region *region = memory->region;

    region->taken_up = memory->head;
    region->search_offset = memory->head + mz_page_up(continues->rest->size);
    if (mz_search_state_put(continues, region, memory->file))
        return true;
    mz_note("cannot write to shared memory: %s", strerror(errno));
    mz_shared_release(memory);
    return false;
}

bool mz_shared_create(struct mz_shared_memory *memory,
                      const struct mz_settings *settings,
                      const struct mz_search_state *continues)
{
    uint64_t more = size_of_rest(continues);

    memory->head = mz_shared_head(mz_workers(settings));
    memory->file = create_file(settings, more, &memory->size);
    if (memory->file < 0) {
        mz_note("cannot have %llu MB of shared memory: raise ulimit -v and -f, "
                "or lower --max-events%s",
                (unsigned long long)(mz_shared_least(settings) + more) >> 20,
                settings->jobs > 1 ? " or --jobs" : "");
        return false;
    }
    memory->region = mmap(NULL, memory->head, PROT_READ | PROT_WRITE,
                          MAP_SHARED, memory->file, 0);
    if (memory->region == MAP_FAILED) {
        mz_note("cannot map shared memory: %s", strerror(errno));
        close(memory->file);
        return false;
    }
    memory->region->magic = mz_region_magic();
    memory->region->size = memory->size;
    memory->region->search_offset = memory->head;
    return !continues || take_up(memory, continues);
}

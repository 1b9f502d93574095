/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/resume.h"

#include "region/rest.h"
#include "runtime/heap.h"
#include "runtime/object.h"
#include "runtime/runtime.h"

static struct mz_layout layout;

/* NULL: it begins anew. The supervisor has checked sizes and seal. */
static const struct mz_rest *taken_up(void)
{
    const struct mz_region *common = mz_rt.common;

    return common->taken_up
               ? (const struct mz_rest *)((const char *)common +
                                          common->taken_up)
               : NULL;
}

static uint64_t *keys_of(const struct mz_rest *rest)
{
    return (uint64_t *)(rest + 1);
}

/* ---- memory lies as it lay ----------------------------------------------- */

static void need_same_layout(const struct mz_region *now,
                             const struct mz_region *then,
                             const struct mz_layout *was)
{
    const char *other = !mz_region_has_same_modules(now, then) ? "libraries"
                        : was->environment != layout.environment
                            ? "environment"
                        : was->storage != layout.storage ? "TLS"
                                                         : NULL;

    if (other)
        mz_give_up("memory (%s) does not lie as it lay when the search was "
                   "stopped: mazurka must be able to switch address space "
                   "randomisation off, and to trace the program",
                   other);
    if (was->heap != layout.heap)
        mz_give_up("the heap does not lie as it lay when the search was "
                   "stopped: ulimit -v must be what it was");
}

static void take_up_lists(void)
{
    struct mz_region *common = mz_rt.common;
    const struct mz_rest *rest = taken_up();

    if (!rest)
        return;
    need_same_layout(&common[0], &common[1], &rest->layout);
    if (rest->objects > mz_object_room())
        mz_give_up("the search that was stopped has more objects than there "
                   "is room for");
    mz_copy(mz_object_keys, keys_of(rest), rest->objects * sizeof(uint64_t));
    mz_copy(common[0].names, common[1].names, sizeof common[0].names);
}

void mz_resume_prepare(char **envp)
{
    layout = (struct mz_layout){
        .environment = (uint64_t)envp,
        .storage = mz_thread_pointer(),
        .heap = mz_heap_end,
    };
    take_up_lists();
}

void mz_resume_next(void)
{
    for (uint32_t i = 0; i < mz_object_room() && mz_object_keys[i]; i++)
        mz_object_keys[i] = 0;
    take_up_lists();
}

bool mz_resume_asks(void)
{
    return (mz_rt.common->settings.puts_by || taken_up()) &&
           !layout.straight && !MZ_LOAD(mz_rt.common->straight);
}

void mz_resume_tell(uint64_t straight)
{
    const struct mz_rest *rest = taken_up();

    MZ_STORE(mz_rt.common->straight, straight);
    if (rest && rest->layout.straight && rest->layout.straight != straight)
        mz_give_up("the program does not do what it did when the search was "
                   "stopped: what it reads, a file, say, must be what it was; "
                   "else begin anew, with mazurka check");
}

const struct mz_layout *mz_resume_layout(void)
{
    return &layout;
}

/* ---- taking up ----------------------------------------------------------- */

void mz_resume_shape(struct mz_share_shape *shape)
{
    const struct mz_rest *rest = taken_up();

    shape->is_resumed = rest;
    if (rest)
        shape->loaded = (uint32_t)rest->tasks;
}

void mz_resume_load(struct mz_share *share)
{
    const struct mz_rest *rest = taken_up();
    const struct mz_region *before = &mz_rt.common[1];
    const struct mz_share_record *r;
    struct mz_share_totals totals = {0};

    if (!rest)
        return;
    totals.findings = before->finding_count;
    r = (const struct mz_share_record *)(keys_of(rest) + rest->objects);
    if (rest->tasks && r->is_tied) {
        totals.tied = before->progress.tally;
        mz_tally_take_direct(&totals.tied, &totals.tally);
        mz_tally_take_direct(&totals.tally, &before->progress.tally);
    } else {
        totals.tally = before->progress.tally;
        totals.explored = before->progress.explored;
    }
    mz_share_take_up(share, &totals,
                     mz_rt.common->settings.executions_before);
    for (uint32_t i = 0; i < rest->tasks; i++) {
        mz_share_load(share, i, r);
        r = (const struct mz_share_record *)((const char *)r +
                                             mz_share_stride(r));
    }
}

/* ---- putting by ---------------------------------------------------------- */

bool mz_resume_collect(const struct mz_share *share, void *to, size_t room)
{
    struct mz_rest *rest = to;
    size_t head = sizeof *rest, size;
    uint32_t tasks;

    if (room < head + mz_object_room() * sizeof(uint64_t))
        return false;
    if (mz_rt.common->straight)
        layout.straight = mz_rt.common->straight;
    *rest = (struct mz_rest){.layout = layout};
    if (!layout.straight && taken_up()) /* stopped before it was known */
        rest->layout.straight = taken_up()->layout.straight;
    while (rest->objects < mz_object_room() && mz_object_keys[rest->objects])
        rest->objects++;
    mz_copy(keys_of(rest), mz_object_keys, rest->objects * sizeof(uint64_t));
    head += rest->objects * sizeof(uint64_t);
    tasks = mz_share_collect(share, (char *)to + head, room - head, &size);
    if (tasks == MZ_NONE)
        return false;
    rest->tasks = tasks;
    rest->size = head + size;
    rest->seal = mz_rest_seal_of(rest);
    return true;
}

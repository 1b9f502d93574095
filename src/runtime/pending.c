/* SPDX-License-Identifier: Apache-2.0 */
#include "runtime/pending.h"

enum { MOST = 64 };

/* Of one instruction: all that it accessed, and what lies in between. */
struct pending {
    struct mz_touch touch;
    uint64_t sp;
    mz_tid thread;
    struct mz_unseen item;
};

static struct pending list[MOST];
static unsigned count;

void mz_pending_begin(void)
{
    count = 0;
}

static struct pending *find(const struct mz_touch *touch)
{
    for (unsigned i = 0; i < count; i++)
        if (list[i].thread == mz_rt.self && list[i].touch.pc == touch->pc &&
            list[i].touch.write == touch->write)
            return &list[i];
    return NULL;
}

static void extend(struct mz_touch *to, const struct mz_touch *by)
{
    uint64_t end = to->address + to->size, other = by->address + by->size;

    if (by->address < to->address)
        to->address = by->address;
    to->size = (other > end ? other : end) - to->address;
}

static void drop(unsigned i)
{
    list[i] = list[--count];
}

bool mz_pending_add(const struct mz_touch *touch, uint64_t sp,
                    struct mz_unseen **item)
{
    struct pending *found = find(touch);

    if (found) {
        extend(&found->touch, touch);
        return false;
    }
    if (count == MOST)
        mz_pending_tell(UINT64_MAX);
    list[count] =
        (struct pending){.touch = *touch, .sp = sp, .thread = mz_rt.self};
    *item = &list[count++].item;
    return true;
}

void mz_pending_settle(void)
{
    for (unsigned i = count; i-- > 0;)
        if (list[i].thread == mz_rt.self &&
            mz_announced_by_call(&list[i].touch))
            drop(i);
}

static void tell(const struct pending *p)
{
    struct mz_unseen item = p->item;

    item.address = p->touch.address;
    item.size = p->touch.size < 256 ? p->touch.size : 0;
    mz_unseen_note(&mz_rt.region->unseen, &item);
}

void mz_pending_tell(uint64_t frame)
{
    for (unsigned i = count; i-- > 0;) {
        if (frame != UINT64_MAX &&
            (list[i].thread != mz_rt.self || list[i].sp >= frame))
            continue;
        tell(&list[i]);
        drop(i);
    }
}

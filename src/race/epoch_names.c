/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "race/epoch_names.h"

#include <sys/mman.h>

#include "base/system_call.h"

enum { FIRST_ROOM = 1 << 12, NEVER = 1, AT_START, UNKNOWN, NAMED };

static uint64_t key_of(mz_epoch epoch)
{
    return (uint64_t)mz_epoch_thread(epoch) << 48 | epoch / MZ_MAX_THREADS;
}

static void enlarge(struct mz_epoch_names *n)
{
    size_t room = n->room ? 2 * n->room : FIRST_ROOM;
    long keys = MZ_SYSTEM(mmap, 0, room * sizeof *n->keys,
                          PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    MZ_ASSERT(keys > 0);
    mz_copy((void *)keys, n->keys, n->count * sizeof *n->keys);
    if (n->keys)
        MZ_SYSTEM(munmap, n->keys, n->room * sizeof *n->keys);
    n->keys = (uint64_t *)keys;
    n->room = room;
}

/* How many keys are less. */
static size_t rank_of(const struct mz_epoch_names *n, uint64_t key)
{
    size_t from = 0, to = n->count;

    while (from < to) {
        size_t middle = from + (to - from) / 2;

        if (n->keys[middle] < key)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

void mz_epoch_names_tell(struct mz_epoch_names *n, uint64_t word)
{
    n->hash = mz_hash_word(n->hash, word);
}

void mz_epoch_names_tell_epoch(struct mz_epoch_names *n, mz_epoch epoch)
{
    if (epoch == MZ_EPOCH_UNKNOWN) {
        mz_epoch_names_tell(n, UNKNOWN);
    } else if (epoch <= mz_shadow.start) {
        mz_epoch_names_tell(n, epoch < mz_shadow.start ? NEVER : AT_START);
    } else if (n->are_known) {
        uint64_t key = key_of(epoch), first = key >> 48 << 48;

        mz_epoch_names_tell(n, key >> 48);
        mz_epoch_names_tell(n, NAMED + rank_of(n, key) - rank_of(n, first));
    } else {
        if (n->count == n->room)
            enlarge(n);
        n->keys[n->count++] = key_of(epoch);
    }
}

/* [Shell 1959] */
static void sort(uint64_t *keys, size_t count)
{
    for (size_t gap = count / 2; gap; gap /= 2)
        for (size_t i = gap; i < count; i++) {
            uint64_t key = keys[i];
            size_t k = i;

            for (; k >= gap && keys[k - gap] > key; k -= gap)
                keys[k] = keys[k - gap];
            keys[k] = key;
        }
}

void mz_epoch_names_know(struct mz_epoch_names *n)
{
    size_t count = 0;

    sort(n->keys, n->count);
    for (size_t i = 0; i < n->count; i++)
        if (!count || n->keys[i] != n->keys[count - 1])
            n->keys[count++] = n->keys[i];
    n->count = count;
    n->are_known = true;
    n->hash = 0;
}

void mz_epoch_names_end(struct mz_epoch_names *n)
{
    if (n->keys)
        MZ_SYSTEM(munmap, n->keys, n->room * sizeof *n->keys);
    n->keys = NULL;
}

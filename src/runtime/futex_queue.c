/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/futex_queue.h"

#include <linux/futex.h>

#include "runtime/checkpoint.h"
#include "runtime/parts.h"
#include "runtime/state.h"
#include "runtime/weak.h"

enum { MAX_QUEUES = 4096, MAX_MOVES = 1024 };

/* By open addressing; and in the order in which they were met. */
static struct mz_futex_queue queues[MAX_QUEUES];
static uint16_t met[MAX_QUEUES / 2];
static unsigned met_count;

static struct mz_futex_move moves[MAX_MOVES];
static unsigned move_count;
static uint32_t requeues[MZ_MAX_THREADS]; /* of each */
static bool has_requeued;                 /* some thread */

void mz_futex_queue_reset(void)
{
    while (met_count > 0)
        queues[met[--met_count]] = (struct mz_futex_queue){0};
    move_count = 0;
    if (has_requeued)
        mz_fill(requeues, 0, sizeof requeues);
    has_requeued = false;
}

void mz_futex_queue_checkpoint(void)
{
    for (unsigned i = 0; i < met_count; i++)
        mz_checkpoint_keep(&queues[met[i]], sizeof queues[0]);
    mz_checkpoint_keep(met, met_count * sizeof *met);
    mz_checkpoint_keep_unless_zero(&met_count, sizeof met_count);
    mz_checkpoint_keep(moves, move_count * sizeof *moves);
    mz_checkpoint_keep_unless_zero(&move_count, sizeof move_count);
    if (!has_requeued)
        return;
    mz_checkpoint_keep(requeues, mz_checkpoint_threads() * sizeof *requeues);
    mz_checkpoint_keep(&has_requeued, sizeof has_requeued);
}

void mz_futex_queue_fingerprint(struct mz_fingerprint *f)
{
    for (unsigned i = 0; i < met_count; i++)
        mz_state_add(f, &queues[met[i]], sizeof queues[0]);
    mz_state_add(f, moves, move_count * sizeof moves[0]);
}

/* ---- masks --------------------------------------------------------------- */

unsigned mz_futex_class_count(void)
{
    return 1 + mz_rt.region->settings.masks.count;
}

uint32_t mz_futex_mask(unsigned class)
{
    return class ? mz_rt.region->settings.masks.of[class - 1]
                 : FUTEX_BITSET_MATCH_ANY;
}

/* A replay knows its masks as they come: what an event accesses matters to the
 * search only. */
static unsigned new_class(uint32_t mask)
{
    struct mz_masks *known = &mz_rt.region->settings.masks;

    if (known->count == MZ_MAX_MASKS)
        mz_unsupported(FUTEX_MASKS);
    known->of[known->count++] = mask;
    if (mz_rt.region->settings.mode == MZ_MODE_CHECK) {
        mz_rt.region->status = MZ_STATUS_MASKS;
        mz_execution_end(MZ_ABANDONED);
    }
    return known->count;
}

unsigned mz_futex_class(uint32_t mask)
{
    for (unsigned class = 0; class < mz_futex_class_count(); class++)
        if (mz_futex_mask(class) == mask)
            return class;
    if (mz_rt.weak)
        mz_unsupported(WEAK_MASKS);
    return new_class(mask);
}

/* ---- queues -------------------------------------------------------------- */

static struct mz_futex_queue *find(uint64_t word, uint64_t key)
{
    uint64_t i = mz_hash_word(0, key) % MAX_QUEUES;

    while (queues[i].word && queues[i].key != key)
        i = (i + 1) % MAX_QUEUES;
    if (queues[i].word)
        return &queues[i];
    if (met_count == MZ_COUNT(met))
        mz_unsupported(FUTEXES);
    met[met_count++] = i;
    queues[i].word = word;
    queues[i].key = key;
    return &queues[i];
}

struct mz_futex_queue *mz_futex_queue_of(uint64_t word, unsigned class)
{
    return find(word, mz_object_of_futex(word, class));
}

struct mz_futex_queue *mz_futex_queue_left(mz_tid t, uint32_t number,
                                           unsigned class)
{
    uint64_t key = mz_object_of_requeue(t, number, class);

    return find(key, key);
}

struct mz_visible mz_futex_operation(struct mz_futex_queue *queue,
                                     enum mz_op kind, enum mz_action action,
                                     uint64_t pc)
{
    return (struct mz_visible){
        .kind = kind,
        .object = queue->key,
        .mask = 0xff,
        .state = &queue->state,
        .action = action,
        .pc = pc,
    };
}

/* ---- moves --------------------------------------------------------------- */

struct mz_futex_move *mz_futex_move_new(void)
{
    if (move_count == MAX_MOVES)
        mz_unsupported(FUTEX_REQUEUES);
    return &moves[move_count++];
}

static bool has_release(uint64_t a, uint64_t b)
{
    return a >> MZ_COND_RELEASES == b >> MZ_COND_RELEASES;
}

const struct mz_futex_move *mz_futex_move_of(const struct mz_futex_queue *queue,
                                             uint64_t ticket)
{
    for (unsigned i = move_count; i-- > 0;)
        if (moves[i].from == queue && has_release(moves[i].ticket, ticket))
            return &moves[i];
    return NULL;
}

uint32_t mz_futex_count_requeue(void)
{
    has_requeued = true;
    return ++requeues[mz_self()];
}

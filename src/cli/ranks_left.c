/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/ranks_left.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "cli/left.h"
#include "cli/message.h"
#include "cli/ranks_world.h"
#include "cli/search_state.h"
#include "explore/share.h"

enum {
    MOST_LEFT = 1 << 30, /* bytes, in one message */
};

static void release_left(struct mz_rest *rest)
{
    if (rest)
        munmap(rest, rest->size);
}

/* Of what has come, or was read out of memory that the program can write. */
static bool is_record(const void *task, size_t size)
{
    const struct mz_share_record *r = task;

    return size >= sizeof *r && r->size == size - sizeof *r;
}

/* Tasks that are between the search and other ranks: put out and not taken,
 * brought and not carried in, received and not brought. */
struct between {
    char *out, *in; /* NULL: there is none */
    size_t out_size, in_size;
};

static bool is_there(const struct mz_exchange_place *place)
{
    return MZ_LOAD(place->put) != MZ_LOAD(place->got);
}

static struct between look_between(struct mz_ranks *ranks)
{
    struct mz_exchange *e = mz_ranks_exchange(ranks);
    struct between b = {0};

    if (is_there(&e->out))
        b.out = mz_ranks_read_task(ranks, &e->out, &b.out_size);
    if (is_there(&e->in))
        b.in = mz_ranks_read_task(ranks, &e->in, &b.in_size);
    return b;
}

/* The i-th. NULL: there are no more. */
static const void *task_between(const struct mz_ranks *ranks,
                                const struct between *b, uint32_t i,
                                size_t *size)
{
    if (b->out && !i--) {
        *size = b->out_size;
        return b->out;
    }
    if (b->in && !i--) {
        *size = b->in_size;
        return b->in;
    }
    return mz_rank_held(ranks->rank, i, size);
}

/* With these. NULL: one is none. */
static struct mz_rest *add_between(const struct mz_ranks *ranks,
                                   const struct mz_rest *left,
                                   const struct between *b)
{
    uint64_t room = left->size;
    struct mz_rest *all;
    const void *task;
    size_t size;

    for (uint32_t i = 0; (task = task_between(ranks, b, i, &size)); i++) {
        if (!is_record(task, size))
            return NULL;
        room += mz_share_stride(task);
    }
    all = mz_left_begin(&left->layout, mz_left_keys(left), left->objects,
                        room);
    mz_left_add_all(all, left);
    for (uint32_t i = 0; (task = task_between(ranks, b, i, &size)); i++)
        mz_left_add(all, task);
    mz_left_seal(all);
    return all;
}

/* Of this rank. NULL: it is not known. */
static struct mz_rest *left_here(struct mz_ranks *ranks, struct mz_rest *left)
{
    struct between b;
    struct mz_rest *all;
    size_t size;

    if (!left)
        return NULL;
    b = look_between(ranks);
    if (!task_between(ranks, &b, 0, &size))
        return left;
    all = add_between(ranks, left, &b);
    free(b.out);
    free(b.in);
    release_left(left);
    return all;
}

static void send_left(struct mz_ranks *ranks, const struct mz_rest *left)
{
    struct mz_rank_message head = mz_ranks_head(ranks, MZ_LETTER_LEFT);
    size_t size = left ? left->size : 0;

    if (size > MOST_LEFT) {
        mz_note("more is left here than a message holds");
        size = 0;
    }
    mz_ranks_send(ranks, 0, &head, left, size);
}

/* The keys that this speaks of are the first of rank 0's. */
static bool has_our_keys(struct mz_ranks *ranks, const struct mz_rest *left)
{
    return left->objects <= mz_ranks_length(ranks, MZ_RANK_OBJECTS) &&
           (!left->objects || !memcmp(mz_left_keys(left), ranks->keys,
                                      left->objects * sizeof *ranks->keys));
}

/* NULL: it is not known what a rank has. */
static const struct mz_rest *left_of(struct mz_ranks *ranks,
                                     const struct mz_letter *letter)
{
    const struct mz_rest *left = (const struct mz_rest *)letter->content;

    if (letter->head.search != ranks->search)
        mz_ranks_give_up("what a rank has left is of another search");
    if (!letter->size)
        return NULL;
    if (!mz_search_state_is_sound(left, letter->size) ||
        left->size != letter->size || !has_our_keys(ranks, left))
        mz_ranks_give_up("what a rank has left is none of this search");
    return left;
}

/* Rank 0: of all. What others have met since its own search ended is in the
 * lists, too. NULL: it is not known. */
static struct mz_rest *left_by_all(struct mz_ranks *ranks,
                                   const struct mz_rest *left)
{
    uint32_t others = ranks->transport->count - 1;
    struct mz_letter **letters = calloc(others, sizeof *letters);
    bool is_known = left && has_our_keys(ranks, left);
    uint64_t room = left ? left->size : 0;
    struct mz_rest *all = NULL;

    if (!letters)
        mz_out_of_memory();
    for (uint32_t i = 0; i < others; i++) {
        letters[i] = mz_ranks_wait_for(ranks, MZ_LETTER_LEFT, MZ_LETTER_LEFT);
        is_known &= left_of(ranks, letters[i]) != NULL;
        room += letters[i]->size;
    }
    if (is_known) {
        all = mz_left_begin(&left->layout, ranks->keys,
                            mz_ranks_length(ranks, MZ_RANK_OBJECTS), room);
        mz_left_add_all(all, left);
        for (uint32_t i = 0; i < others; i++)
            mz_left_add_all(all, left_of(ranks, letters[i]));
        mz_left_seal(all);
    }
    for (uint32_t i = 0; i < others; i++)
        free(letters[i]);
    free(letters);
    return all;
}

struct mz_rest *mz_ranks_gather_left(struct mz_ranks *ranks,
                                     struct mz_rest *left)
{
    struct mz_rest *all = NULL;

    left = left_here(ranks, left);
    if (mz_ranks_is_first(ranks))
        all = left_by_all(ranks, left);
    else
        send_left(ranks, left);
    release_left(left);
    return all;
}

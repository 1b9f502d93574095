/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pread, pwrite */
#include "cli/ranks_world.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "arch/page.h"
#include "base/system_call.h"
#include "cli/message.h"
#include "cli/search_state.h"


struct mz_exchange *mz_ranks_exchange(const struct mz_ranks *ranks)
{
    return &ranks->region->exchange;
}

void mz_ranks_ring(uint32_t *bell)
{
    __atomic_fetch_add(bell, 1, __ATOMIC_SEQ_CST);
    MZ_SYSTEM(futex, bell, FUTEX_WAKE, INT_MAX, NULL, NULL, 0);
}

static void world_send(struct mz_rank_world *world, uint32_t to,
                       const struct mz_rank_message *head, const void *content,
                       size_t size)
{
    mz_ranks_send((struct mz_ranks *)world, to, head, content, size);
}

/* Of one program, with the same libraries, at the same places: what a task says
 * of objects is addresses. */
static uint64_t identity_of(const struct mz_ranks *ranks)
{
    const struct mz_region *region = ranks->region;
    uint64_t hash = mz_hash_word(1, mz_ranks_exchange(ranks)->layout);

    for (uint32_t i = 0; i < region->module_count && i < MZ_MAX_MODULES; i++) {
        const struct mz_module_note *module = &region->modules[i];

        hash = mz_hash_word(hash, mz_module_place(module));
        for (size_t k = 0; k < sizeof module->path && module->path[k]; k++)
            hash = mz_hash_word(hash, (unsigned char)module->path[k]);
        hash = mz_hash_word(hash, mz_search_state_hash_file(module->path));
    }
    hash = mz_hash_word(hash, mz_ranks_exchange(ranks)->in.room);
    hash = mz_hash_word(hash, mz_ranks_exchange(ranks)->most_keys);
    return hash ? hash : 1;
}

/* The process may have written anything: what is mapped and read is in the
 * region. */
static bool is_inside(const struct mz_ranks *ranks, uint64_t at, uint64_t size)
{
    return at % 8 == 0 && at <= ranks->region_size &&
           size <= ranks->region_size - at;
}

static void map_keys(struct mz_ranks *ranks)
{
    const struct mz_exchange *e = mz_ranks_exchange(ranks);
    uint64_t most = e->most_keys, at = e->keys, page = mz_page_down(at);

    if (most > ranks->region_size / sizeof(uint64_t) ||
        !is_inside(ranks, at, most * sizeof(uint64_t)))
        mz_ranks_give_up("the list of objects is not where it can be");
    ranks->mapped_size = at - page + most * sizeof(uint64_t);
    ranks->mapped = mmap(NULL, ranks->mapped_size, PROT_READ | PROT_WRITE,
                         MAP_SHARED, ranks->file, (off_t)page);
    if (ranks->mapped == MAP_FAILED)
        mz_out_of_memory();
    ranks->keys = (uint64_t *)((char *)ranks->mapped + (at - page));
    ranks->most[MZ_RANK_OBJECTS] = most;
    ranks->most[MZ_RANK_THREADS] = MZ_WIDE_THREADS - 1;
}

static void put_names(struct mz_ranks *);

/* Its process may have ended before it is seen to have begun: what it has left
 * speaks of these keys, too. */
static void look_at_start(struct mz_ranks *ranks)
{
    if (ranks->keys || !MZ_LOAD(mz_ranks_exchange(ranks)->is_ready))
        return;
    map_keys(ranks);
    if (!ranks->has_ended)
        ranks->identity = identity_of(ranks);
    put_names(ranks);
}

bool mz_ranks_is_idle(struct mz_exchange *e)
{
    uint64_t idle = MZ_LOAD(e->idle);

    return idle == (uint64_t)e->in.put + 1 && MZ_LOAD(e->out.put) == e->out.got;
}

static void world_look(struct mz_rank_world *world, struct mz_rank_sample *s)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    const struct mz_progress *progress = &ranks->region->progress;

    look_at_start(ranks);
    s->begun = ranks->identity != 0;
    s->identity = ranks->identity;
    s->at_work = !s->begun || !mz_ranks_is_idle(mz_ranks_exchange(ranks));
    s->stops = ranks->stops;
    s->ended = ranks->has_ended;
    mz_region_add_up(ranks->region, ranks->workers);
    s->executions = progress->tally.executions;
    s->events = progress->tally.events;
    s->run = mz_tally_run(&progress->tally);
    s->explored = progress->explored;
}

static void world_want(struct mz_rank_world *world, bool wants)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = mz_ranks_exchange(ranks);

    ranks->wants = wants;
    MZ_STORE(e->is_wanted, wants);
    mz_ranks_ring(&e->bell);
}

char *mz_ranks_read_task(const struct mz_ranks *ranks,
                         const struct mz_exchange_place *place, size_t *size)
{
    char *task;

    *size = place->size;
    if (*size > place->room || !is_inside(ranks, place->at, *size))
        mz_ranks_give_up("a task is not where it can be");
    task = malloc(*size + 1);
    if (!task)
        mz_out_of_memory();
    if (pread(ranks->file, task, *size, (off_t)place->at) != (ssize_t)*size)
        mz_ranks_give_up("cannot read a task");
    return task;
}

static const void *world_take(struct mz_rank_world *world, size_t *size)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = mz_ranks_exchange(ranks);
    struct mz_exchange_place *out = &e->out;
    uint32_t put = MZ_LOAD(out->put);

    if (put == out->got || ranks->has_ended)
        return NULL;
    free(ranks->task);
    ranks->task = mz_ranks_read_task(ranks, out, size);
    MZ_STORE(out->got, put);
    mz_ranks_ring(&e->bell);
    return ranks->task;
}

static bool world_bring(struct mz_rank_world *world, const void *task,
                        size_t size)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = mz_ranks_exchange(ranks);
    struct mz_exchange_place *in = &e->in;

    if (MZ_LOAD(in->got) != in->put || !ranks->identity)
        return false;
    if (size > in->room || !is_inside(ranks, in->at, size))
        mz_ranks_give_up("there is no room for a task of another rank");
    if (pwrite(ranks->file, task, size, (off_t)in->at) != (ssize_t)size)
        mz_ranks_give_up("cannot write a task");
    in->size = size;
    MZ_STORE(in->put, in->put + 1);
    mz_ranks_ring(&e->bell);
    return true;
}

/* ---- names --------------------------------------------------------------- */

_Static_assert(sizeof(uint32_t) == offsetof(struct mz_thread_name, name), "");

/* The word that the name of the thread begins with. */
static uint32_t *word_of_thread(const struct mz_ranks *ranks, uint64_t place)
{
    return (uint32_t *)&ranks->region->names[1 + place];
}

static uint64_t name_at(const struct mz_ranks *ranks, enum mz_rank_list list,
                        uint64_t place)
{
    return list == MZ_RANK_THREADS ? MZ_LOAD(*word_of_thread(ranks, place))
                                   : MZ_LOAD(ranks->keys[place]);
}

uint64_t mz_ranks_length(struct mz_ranks *ranks, enum mz_rank_list list)
{
    uint64_t *length = &ranks->length[list];

    while (ranks->keys && *length < ranks->most[list] &&
           name_at(ranks, list, *length))
        ++*length;
    return *length;
}

static uint64_t world_length(struct mz_rank_world *world,
                             enum mz_rank_list list)
{
    return mz_ranks_length((struct mz_ranks *)world, list);
}

static const uint64_t *world_names(struct mz_rank_world *world,
                                   enum mz_rank_list list, uint64_t first,
                                   uint64_t *count)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    uint64_t length = mz_ranks_length(ranks, list);

    for (*count = 0; first + *count < length && *count < MZ_RANKS_MOST_NAMES;
         ++*count)
        ranks->names[*count] = name_at(ranks, list, first + *count);
    return ranks->names;
}

/* True: the place was free, and is its now. */
static bool put_name(struct mz_ranks *ranks, enum mz_rank_list list,
                     uint64_t place, uint64_t name)
{
    uint32_t no_word = 0;
    uint64_t no_key = 0;

    return list == MZ_RANK_THREADS
               ? __atomic_compare_exchange_n(word_of_thread(ranks, place),
                                             &no_word, (uint32_t)name, false,
                                             __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)
               : __atomic_compare_exchange_n(&ranks->keys[place], &no_key, name,
                                             false, __ATOMIC_SEQ_CST,
                                             __ATOMIC_SEQ_CST);
}

/* Names may come before the search here has lists. */
static void put_names(struct mz_ranks *ranks)
{
    for (int list = 0; list < MZ_RANK_LISTS && ranks->keys; list++) {
        struct mz_ranks_names *n = &ranks->from_first[list];

        for (; n->put < n->count; n->put++)
            if (n->put >= ranks->most[list] ||
                !put_name(ranks, list, n->put, n->at[n->put]))
                mz_ranks_give_up("its lists of names are not those of rank 0");
    }
}

static void world_put(struct mz_rank_world *world, enum mz_rank_list list,
                      uint64_t place, uint64_t name)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_ranks_names *n = &ranks->from_first[list];

    if (place != n->count)
        mz_ranks_give_up("names came in another order than that of rank 0");
    if (!(n->count & (n->count - 1))) /* 0, 1, 2, 4, 8, ... */
        n->at = realloc(n->at, (2 * n->count + 1) * sizeof *n->at);
    if (!n->at)
        mz_out_of_memory();
    n->at[n->count++] = name;
    put_names(ranks);
    mz_ranks_ring(&mz_ranks_exchange(ranks)->names_bell);
}

static void world_add(struct mz_rank_world *world, enum mz_rank_list list,
                      uint64_t name)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;

    for (uint64_t i = 0; ranks->keys && i < ranks->most[list]; i++)
        if (put_name(ranks, list, i, name) || name_at(ranks, list, i) == name)
            return;
}

static uint64_t world_wanted(struct mz_rank_world *world,
                             enum mz_rank_list *list)
{
    struct mz_ranks *ranks = (struct mz_ranks *)world;
    struct mz_exchange *e = mz_ranks_exchange(ranks);

    for (int i = 0; i < 2 * MZ_MAX_ASKING; i++) {
        uint64_t name = i % 2 ? MZ_LOAD(e->asked_objects[i / 2])
                              : MZ_LOAD(e->asked_threads[i / 2]);
        uint64_t *told;

        *list = i % 2 ? MZ_RANK_OBJECTS : MZ_RANK_THREADS;
        told = &ranks->told[*list][i / 2];
        if (name && name != *told)
            return *told = name;
    }
    return 0;
}

const struct mz_rank_world mz_ranks_world = {
    world_send,   world_look,  world_want, world_take, world_bring,
    world_length, world_names, world_put,  world_add,  world_wanted,
};

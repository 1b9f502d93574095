/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Messages between ranks, of whatever another process has sent: a rank takes
 * them in, one after the other, until one is none that a rank could have sent.
 * Whatever it sends goes to another rank that there is, is of a kind that there
 * is, and its phase never goes back.
 *
 * The input is the number of the rank, and messages: a byte that says how much
 * of what follows is the message, how much comes after it, and whether it is
 * from this search.
 *
 * runs: 80000
 */
#include <stdlib.h>
#include <string.h>

#include "ranks/rank.h"

enum { RANKS = 6, SEARCH = 1, MARK = 77, MOST_CONTENT = 63 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct {
    const uint8_t *at, *end;
} input;

static void check(bool holds)
{
    if (!holds)
        abort();
}

static unsigned draw(void)
{
    return input.at < input.end ? *input.at++ : 0;
}

/* As many bytes as there are, zeros after them. */
static void draw_bytes(void *to, size_t size)
{
    size_t left = input.end - input.at, taken = size < left ? size : left;

    memset(to, 0, size);
    memcpy(to, input.at, taken);
    input.at += taken;
}

/* ---- what goes on around the rank ---------------------------------------- */

struct world {
    struct mz_rank_world seam;
    uint32_t number;
    uint64_t names[2];
    size_t brought; /* of content: all of it is read */
};

static void send(struct mz_rank_world *seam, uint32_t to,
                 const struct mz_rank_message *m, const void *content,
                 size_t size)
{
    struct world *w = (struct world *)seam;

    check(to < RANKS && to != w->number);
    check(m->mark == MARK && m->search == SEARCH && m->kind < MZ_RANK_KINDS &&
          m->from == w->number);
    for (size_t i = 0; i < size; i++)
        w->brought += ((const char *)content)[i];
}

static void look(struct mz_rank_world *seam, struct mz_rank_sample *own)
{
    (void)seam;
    own->begun = 1;
    own->at_work = draw() % 2;
    own->ended = draw() % 8 == 7;
}

static void want(struct mz_rank_world *seam, bool wants)
{
    (void)seam;
    (void)wants;
}

static const void *take(struct mz_rank_world *seam, size_t *size)
{
    *size = sizeof ((struct world *)seam)->names;
    return draw() % 2 ? ((struct world *)seam)->names : NULL;
}

static bool bring(struct mz_rank_world *seam, const void *task, size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((struct world *)seam)->brought += ((const char *)task)[i];
    return draw() % 4;
}

static uint64_t length(struct mz_rank_world *seam, enum mz_rank_list list)
{
    check(list < MZ_RANK_LISTS);
    return MZ_COUNT(((struct world *)seam)->names);
}

static const uint64_t *names(struct mz_rank_world *seam, enum mz_rank_list list,
                             uint64_t first, uint64_t *count)
{
    check(list < MZ_RANK_LISTS);
    check(first < MZ_COUNT(((struct world *)seam)->names));
    *count = 1;
    return ((struct world *)seam)->names + first;
}

static void put(struct mz_rank_world *seam, enum mz_rank_list list,
                uint64_t place, uint64_t name)
{
    (void)place;
    check(list < MZ_RANK_LISTS);
    ((struct world *)seam)->names[list] = name;
}

static void add(struct mz_rank_world *seam, enum mz_rank_list list,
                uint64_t name)
{
    put(seam, list, 0, name);
}

static uint64_t wanted(struct mz_rank_world *seam, enum mz_rank_list *list)
{
    (void)seam;
    *list = draw() % MZ_RANK_LISTS;
    return draw() % 16 == 15;
}

/* ---- messages ------------------------------------------------------------ */

/* Of a size of its own, so that what is read beyond it is seen. */
static bool receive(struct mz_rank *r)
{
    struct mz_rank_message m = {0};
    unsigned how = draw();
    size_t content = how & 1 ? draw() % (MOST_CONTENT + 1) : 0;
    size_t size = sizeof m + content;
    char *bytes = malloc(size);
    bool is_right;

    draw_bytes(&m, how & 2 ? sizeof m : offsetof(struct mz_rank_message, list));
    if (!(how & 4)) {
        m.mark = MARK;
        m.search = SEARCH;
        m.kind %= MZ_RANK_KINDS;
        m.from %= RANKS;
        m.phase %= MZ_RANK_OVER + 1;
        m.list %= MZ_RANK_LISTS;
    }
    memcpy(bytes, &m, sizeof m);
    draw_bytes(bytes + sizeof m, content);
    if (how & 8)
        size = draw() % (size + 1);
    is_right = mz_rank_receive(r, bytes, size);
    free(bytes);
    return is_right;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world w = {.seam = {send, look, want, take, bring, length, names,
                               put, add, wanted}};
    enum mz_rank_phase phase = MZ_RANK_WAIT;
    struct mz_rank *r;
    double now = 0;

    input.at = data;
    input.end = data + size;
    w.number = draw() % RANKS;
    r = mz_rank_create(&w.seam, w.number, RANKS, SEARCH, MARK, 1);
    check(r);
    while (input.at < input.end && receive(r)) {
        mz_rank_act(r, now += 0.005);
        check(mz_rank_phase(r) >= phase && mz_rank_phase(r) <= MZ_RANK_OVER);
        phase = mz_rank_phase(r);
    }
    mz_rank_release(r);
    return 0;
}

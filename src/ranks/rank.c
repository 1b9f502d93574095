/* SPDX-License-Identifier: Apache-2.0 */
#include "ranks/rank.h"

#include <stdlib.h>
#include <string.h>

enum {
    CHILDREN = 2, /* of a rank in the tree */
    TRIES = 2,    /* so many are asked at random, before lifelines */
    MAX_LIFELINES = 32,
};

/* Seconds: between waves; between those that may change something; that who
 * asks waits for a task that may come. */
static const double WAVE = 0.02, SOON = 0.0005, PATIENCE = 0.01;

/* A rank that has asked for a task, and has no answer. */
struct asker {
    uint32_t rank;
    bool is_for_good; /* it is a lifeline: it waits */
    double since;
};

/* A task that is ahead of the lists, or that the search has no place for. */
struct held {
    struct held *next;
    uint64_t known[MZ_RANK_LISTS];
    size_t size;
    char content[];
};

struct mz_rank {
    struct mz_rank_world *world;
    uint32_t number, count, search;
    uint64_t mark;
    struct mz_random random;
    enum mz_rank_phase phase;
    double now;
    bool is_lost; /* there was no memory for a task */

    uint64_t sent, received;
    struct held *held, **held_end;

    /* Asking. */
    bool is_asking;    /* an answer is to come */
    uint32_t tries;    /* so many have said that they have nothing */
    bool is_waiting;   /* lifelines have been asked, and have it in mind */
    uint32_t lifelines;

    /* Being asked. */
    struct asker *askers; /* `count` at most */
    uint32_t asker_count;
    bool wants;

    /* Waves. */
    uint64_t wave;       /* the one that is here; 0: there was none */
    bool is_under_way;   /* it has not gone up yet */
    uint32_t answers;    /* of children */
    struct mz_rank_sample below; /* that they have brought */
    struct mz_rank_sample all, before; /* the root: of the last two waves */
    double wave_time;

    uint64_t announced[MZ_RANK_LISTS]; /* rank 0: so many have gone down */
};

uint32_t mz_rank_parent(uint32_t number)
{
    return (number - 1) / CHILDREN;
}

uint32_t mz_rank_first_child(uint32_t number, uint32_t ranks, uint32_t *count)
{
    uint64_t first = (uint64_t)number * CHILDREN + 1;

    *count = first >= ranks ? 0
             : first + CHILDREN > ranks ? (uint32_t)(ranks - first)
                                        : CHILDREN;
    return (uint32_t)first;
}

struct mz_rank *mz_rank_create(struct mz_rank_world *world, uint32_t number,
                               uint32_t count, uint32_t search, uint64_t mark,
                               uint64_t seed)
{
    struct mz_rank *r = calloc(1, sizeof *r);

    if (!r)
        return NULL;
    *r = (struct mz_rank){
        .world = world,
        .number = number,
        .count = count,
        .search = search,
        .mark = mark,
        .askers = calloc(count, sizeof *r->askers),
        .wave_time = -WAVE,
    };
    r->held_end = &r->held;
    mz_random_seed(&r->random, seed ^ (uint64_t)number << 32);
    while (r->lifelines < MAX_LIFELINES &&
           1ull << r->lifelines < (uint64_t)count)
        r->lifelines++;
    if (!r->askers) {
        free(r);
        return NULL;
    }
    return r;
}

void mz_rank_release(struct mz_rank *r)
{
    if (!r)
        return;
    while (r->held) {
        struct held *next = r->held->next;

        free(r->held);
        r->held = next;
    }
    free(r->askers);
    free(r);
}

enum mz_rank_phase mz_rank_phase(const struct mz_rank *r)
{
    return r->phase;
}

const void *mz_rank_held(const struct mz_rank *r, uint32_t number,
                         size_t *size)
{
    const struct held *h = r->held;

    while (h && number--)
        h = h->next;
    if (!h)
        return NULL;
    *size = h->size;
    return h->content;
}

const struct mz_rank_sample *mz_rank_all(const struct mz_rank *r)
{
    return &r->all;
}

/* ---- sending ------------------------------------------------------------- */

static void send(struct mz_rank *r, uint32_t to, struct mz_rank_message *m,
                 const void *content, size_t size)
{
    m->mark = r->mark;
    m->from = r->number;
    m->search = r->search;
    r->world->send(r->world, to, m, content, size);
}

static void send_down(struct mz_rank *r, struct mz_rank_message *m,
                      const void *content, size_t size)
{
    uint32_t count, first = mz_rank_first_child(r->number, r->count, &count);

    for (uint32_t i = 0; i < count; i++)
        send(r, first + i, m, content, size);
}

/* ---- names --------------------------------------------------------------- */

/* Rank 0: what its search has put into the lists, or others have asked for. */
static void announce(struct mz_rank *r, enum mz_rank_list list)
{
    struct mz_rank_world *w = r->world;
    uint64_t length = w->length(w, list), count;

    while (r->announced[list] < length) {
        const uint64_t *names = w->names(w, list, r->announced[list], &count);
        struct mz_rank_message m = {
            .kind = MZ_RANK_NAMES,
            .list = list,
            .number = r->announced[list],
        };

        send_down(r, &m, names, count * sizeof *names);
        r->announced[list] += count;
    }
}

static bool take_names(struct mz_rank *r, struct mz_rank_message m,
                       const void *content, size_t size)
{
    uint64_t count = size / sizeof(uint64_t);

    if (!r->number || m.from != mz_rank_parent(r->number) ||
        m.list >= MZ_RANK_LISTS || size % sizeof(uint64_t))
        return false;
    for (uint64_t i = 0; i < count; i++) {
        uint64_t name;

        memcpy(&name, (const char *)content + i * sizeof name, sizeof name);
        r->world->put(r->world, m.list, m.number + i, name);
    }
    send_down(r, &m, content, size);
    return true;
}

static void tend_names(struct mz_rank *r)
{
    enum mz_rank_list list;
    uint64_t name;

    if (!r->number) {
        announce(r, MZ_RANK_THREADS);
        announce(r, MZ_RANK_OBJECTS);
        return;
    }
    while ((name = r->world->wanted(r->world, &list))) {
        struct mz_rank_message m = {
            .kind = MZ_RANK_NAME,
            .list = list,
            .number = name,
        };

        send(r, 0, &m, NULL, 0);
    }
}

/* ---- tasks that have come ------------------------------------------------ */

static bool is_ahead(const struct mz_rank *r, const struct held *h)
{
    for (int i = 0; i < MZ_RANK_LISTS; i++)
        if (h->known[i] > r->world->length(r->world, i))
            return true;
    return false;
}

/* Each task as soon as it can be, whichever came first. */
static void bring_held(struct mz_rank *r)
{
    struct held **at = &r->held;

    while (*at) {
        struct held *h = *at;

        if (is_ahead(r, h) || !r->world->bring(r->world, h->content, h->size)) {
            at = &h->next;
            continue;
        }
        *at = h->next;
        free(h);
    }
    r->held_end = at;
}

static bool hold(struct mz_rank *r, const uint64_t known[MZ_RANK_LISTS],
                 const void *content, size_t size)
{
    struct held *h = malloc(sizeof *h + size);

    if (!h)
        return false;
    h->next = NULL;
    h->size = size;
    memcpy(h->known, known, sizeof h->known);
    memcpy(h->content, content, size);
    *r->held_end = h;
    r->held_end = &h->next;
    return true;
}

static bool take_task(struct mz_rank *r, const struct mz_rank_message *m,
                      const void *content, size_t size)
{
    r->received++;
    r->is_asking = r->is_waiting = false;
    r->tries = 0;
    return hold(r, m->known, content, size);
}

static bool has_work(const struct mz_rank *r, const struct mz_rank_sample *own)
{
    return own->at_work || r->held || r->is_lost;
}

/* ---- being asked --------------------------------------------------------- */

static void forget_asker(struct mz_rank *r, uint32_t i)
{
    memmove(&r->askers[i], &r->askers[i + 1],
            (--r->asker_count - i) * sizeof *r->askers);
}

/* A rank asks one thing at a time; a lifeline may be asked again. */
static void note_asker(struct mz_rank *r, const struct mz_rank_message *m)
{
    for (uint32_t i = 0; i < r->asker_count; i++)
        if (r->askers[i].rank == m->from) {
            forget_asker(r, i);
            break;
        }
    r->askers[r->asker_count++] = (struct asker){
        .rank = m->from,
        .is_for_good = m->number,
        .since = r->now,
    };
}

/* One that was asked for by who has been turned away since: it is ours. */
static bool take_back(struct mz_rank *r)
{
    static const uint64_t nothing[MZ_RANK_LISTS];
    size_t size;
    const void *task = r->world->take(r->world, &size);

    return !task || hold(r, nothing, task, size);
}

static void give(struct mz_rank *r)
{
    struct mz_rank_world *w = r->world;

    while (r->asker_count) {
        struct mz_rank_message m = {.kind = MZ_RANK_TASK};
        size_t size;
        const void *task = w->take(w, &size);

        if (!task)
            return;
        for (int i = 0; i < MZ_RANK_LISTS; i++)
            m.known[i] = w->length(w, i);
        r->sent++;
        send(r, r->askers[0].rank, &m, task, size);
        forget_asker(r, 0);
    }
}

/* Who has asked at random asks elsewhere, be it that nothing is here, be it
 * that what is here cannot be cut soon. */
static void turn_away(struct mz_rank *r, bool has_work)
{
    for (uint32_t i = 0; i < r->asker_count;) {
        struct asker *a = &r->askers[i];
        struct mz_rank_message m = {.kind = MZ_RANK_NOTHING};

        if (a->is_for_good || (has_work && r->now - a->since < PATIENCE)) {
            i++;
            continue;
        }
        send(r, a->rank, &m, NULL, 0);
        forget_asker(r, i);
    }
}

static void tend_askers(struct mz_rank *r, bool has_work)
{
    bool wants;

    if (has_work)
        give(r);
    turn_away(r, has_work);
    if (!r->asker_count && !take_back(r))
        r->is_lost = true;
    wants = r->asker_count && has_work;
    if (wants != r->wants)
        r->world->want(r->world, wants);
    r->wants = wants;
}

/* ---- asking -------------------------------------------------------------- */

static void ask(struct mz_rank *r, uint32_t whom, bool for_good)
{
    struct mz_rank_message m = {.kind = MZ_RANK_ASK, .number = for_good};

    send(r, whom, &m, NULL, 0);
}

static uint32_t any_other(struct mz_rank *r)
{
    uint32_t other =
        (uint32_t)(mz_random_word(&r->random) % (r->count - 1));

    return other + (other >= r->number);
}

static void seek(struct mz_rank *r)
{
    if (r->is_asking || r->is_waiting || r->count == 1)
        return;
    if (r->tries < TRIES) {
        r->is_asking = true;
        ask(r, any_other(r), false);
        return;
    }
    r->is_waiting = true;
    for (uint32_t i = 0; i < r->lifelines; i++) {
        uint32_t other = r->number ^ 1u << i;

        if (other < r->count)
            ask(r, other, true);
    }
}

/* ---- waves --------------------------------------------------------------- */

static void add(struct mz_rank_sample *sum, const struct mz_rank_sample *s)
{
    sum->sent += s->sent;
    sum->received += s->received;
    sum->ranks += s->ranks;
    sum->at_work += s->at_work;
    sum->stops += s->stops;
    sum->ended += s->ended;
    sum->executions += s->executions;
    sum->events += s->events;
    sum->run += s->run;
    sum->explored += s->explored;
    if (!sum->other)
        sum->other = s->other;
    if (sum->begun && s->begun && sum->identity != s->identity && !sum->other)
        sum->other = s->who + 1;
    if (!sum->begun) {
        sum->identity = s->identity;
        sum->who = s->who;
    }
    sum->begun += s->begun;
}

static struct mz_rank_sample own_sample(struct mz_rank *r)
{
    struct mz_rank_sample own = {0};

    r->world->look(r->world, &own);
    own.ranks = 1;
    own.who = r->number;
    own.at_work = has_work(r, &own);
    own.sent = r->sent;
    own.received = r->received;
    return own;
}

/* Nobody had work in the wave before this one, nor has in this one, and of what
 * has been sent up to this one all had been received in that. The first wave of
 * all is not asked. */
static bool is_nothing_left(const struct mz_rank *r)
{
    return !r->before.at_work && !r->all.at_work &&
           r->before.sent == r->before.received &&
           r->all.sent == r->all.received &&
           r->before.received == r->all.sent;
}

/* At the root, when a wave has come back. What it decides goes down at once. */
static void decide(struct mz_rank *r)
{
    const struct mz_rank_sample *all = &r->all;
    enum mz_rank_phase before = r->phase;

    switch (r->phase) {
    case MZ_RANK_WAIT:
    case MZ_RANK_GO:
        if (all->other || all->stops)
            r->phase = MZ_RANK_STOP;
        else if (r->phase == MZ_RANK_GO && is_nothing_left(r))
            r->phase = MZ_RANK_CLOSE;
        else if (all->begun == r->count)
            r->phase = MZ_RANK_GO;
        break;
    case MZ_RANK_CLOSE:
    case MZ_RANK_STOP:
        if (all->ended == r->count && all->sent == all->received)
            r->phase = MZ_RANK_OVER;
        break;
    case MZ_RANK_OVER:
        break;
    }
    if (r->phase != before)
        r->wave_time = -WAVE;
}

/* When all children have answered. */
static void go_up(struct mz_rank *r)
{
    struct mz_rank_message m = {.kind = MZ_RANK_UP, .number = r->wave};
    uint32_t children;

    mz_rank_first_child(r->number, r->count, &children);
    if (!r->is_under_way || r->answers < children)
        return;
    r->is_under_way = false;
    m.sample = own_sample(r);
    add(&m.sample, &r->below);
    if (r->number) {
        send(r, mz_rank_parent(r->number), &m, NULL, 0);
        return;
    }
    r->before = r->all;
    r->all = m.sample;
    decide(r);
}

static void begin_wave(struct mz_rank *r, uint64_t number)
{
    struct mz_rank_message m = {
        .kind = MZ_RANK_DOWN,
        .number = number,
        .phase = r->phase,
    };

    r->wave = number;
    r->is_under_way = r->phase != MZ_RANK_OVER;
    r->answers = 0;
    r->below = (struct mz_rank_sample){0};
    send_down(r, &m, NULL, 0);
}

/* The root does not wait with a wave that may be the last, nor with one by
 * which all are to stop; all learn at once that all is over. */
static void tend_waves(struct mz_rank *r, bool goes_on)
{
    bool is_soon = !goes_on || r->phase != MZ_RANK_GO;
    double pause = is_soon ? SOON : WAVE;

    if (!r->number && !r->is_under_way && r->phase != MZ_RANK_OVER &&
        r->now - r->wave_time >= pause) {
        r->wave_time = r->now;
        begin_wave(r, r->wave + 1);
    }
    go_up(r);
    if (!r->number && r->phase == MZ_RANK_OVER && r->wave != UINT64_MAX)
        begin_wave(r, UINT64_MAX);
}

static bool take_down(struct mz_rank *r, const struct mz_rank_message *m)
{
    if (!r->number || m->from != mz_rank_parent(r->number) ||
        m->phase < r->phase || m->phase > MZ_RANK_OVER || r->is_under_way)
        return false;
    r->phase = m->phase;
    begin_wave(r, m->number);
    return true;
}

static bool take_up(struct mz_rank *r, const struct mz_rank_message *m)
{
    if (!m->from || m->from >= r->count ||
        mz_rank_parent(m->from) != r->number || !r->is_under_way ||
        m->number != r->wave)
        return false;
    add(&r->below, &m->sample);
    r->answers++;
    return true;
}

/* ---- the whole ----------------------------------------------------------- */

bool mz_rank_receive(struct mz_rank *r, const void *bytes, size_t size)
{
    struct mz_rank_message m;
    const char *content = (const char *)bytes + sizeof m;

    if (size < sizeof m)
        return false;
    memcpy(&m, bytes, sizeof m);
    size -= sizeof m;
    if (m.mark != r->mark || m.from >= r->count || m.from == r->number)
        return false;
    if (m.search != r->search || r->is_lost) /* of one that was broken off */
        return m.search < r->search && !r->is_lost;
    switch (m.kind) {
    case MZ_RANK_ASK:
        note_asker(r, &m);
        return true;
    case MZ_RANK_NOTHING:
        r->is_asking = false;
        r->tries++;
        return true;
    case MZ_RANK_TASK:
        return take_task(r, &m, content, size);
    case MZ_RANK_DOWN:
        return take_down(r, &m);
    case MZ_RANK_UP:
        return take_up(r, &m);
    case MZ_RANK_NAME:
        if (r->number || m.list >= MZ_RANK_LISTS)
            return false;
        r->world->add(r->world, m.list, m.number);
        return true;
    case MZ_RANK_NAMES:
        return take_names(r, m, content, size);
    default:
        return false;
    }
}

void mz_rank_act(struct mz_rank *r, double now)
{
    struct mz_rank_sample own;
    bool works;

    r->now = now;
    tend_names(r);
    if (r->phase == MZ_RANK_GO)
        bring_held(r);
    own = own_sample(r);
    works = own.at_work;
    if (r->phase == MZ_RANK_GO) {
        tend_askers(r, works);
        if (!works && !own.ended && !r->held)
            seek(r);
    }
    tend_waves(r, works && !own.stops);
}

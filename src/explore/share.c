/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/share.h"

#include "base/seal.h"

enum {
    MAX_GIFTS = 1 << 16,
    TASKS_A_SEAT = 3,
    CARRIED_IN = 3, /* at most so many that nobody has taken yet */
    ALIGNMENT = 4096,
    MUCH = 1 << 20, /* bytes of a gift, of which no further part is made */
};

/* Whose a task is: one word, so that it changes hands in one step. */
enum owner {
    FREE,      /* nobody's: it holds nothing, and is a gift of none */
    AVAILABLE, /* anybody's */
    FILLING,   /* being written by the worker in a seat */
    TAKEN,     /* the one that the worker in a seat is at work on */
};

struct mz_task {
    uint64_t owner;  /* enum owner, from bit 2 on the seat */
    uint64_t serial; /* different for all that was ever written here */
    uint64_t parent; /* it is a gift of the task with this serial ... */
    uint32_t place;  /* ... and has this place in that one's log */
    uint32_t gifts;  /* how many its log has */
    uint32_t giver;  /* the seat of who gave it */
    uint64_t size;   /* of the bundle, in bytes; 0: the whole search */
    uint64_t seal;   /* of the content */
    const char *elsewhere; /* where the content is; NULL: here */
    uint64_t is_tied; /* it stays, as what it has counted does not go with it */
    char content[];
};

/* Of the task that the worker in a seat is at work on: after how many of its
 * executions a part of it was given away. */
struct log {
    uint64_t ran[MAX_GIFTS];
};

struct seat {
    /* Serial of the task done last, shifted, and in bit 0 which of the totals
     * hold: both change in one step. */
    uint64_t done;
    struct mz_share_totals totals[2];
    uint64_t tickets;       /* taken, also of executions not in the totals */
    uint64_t took_up;       /* executions in the totals that needed none */
    uint64_t done_at_death; /* what `done` was when a worker died here last */
    uint32_t deaths;        /* since that changed */
};

struct mz_share {
    struct mz_share_shape shape;
    uint32_t own;   /* tasks that are written here ... */
    uint32_t tasks; /* ... and, behind them, those that were put by */
    uint64_t stride; /* of its own; of the others: mz_share_load_size */
    uint64_t published; /* changes before anything becomes AVAILABLE */
    uint64_t tickets;
    uint32_t is_open;
    struct mz_tally tied; /* what the task that is has counted */
    struct seat seat[MZ_MAX_JOBS];
};

#define LOAD(place) __atomic_load_n(&(place), __ATOMIC_SEQ_CST)
#define STORE(place, value) __atomic_store_n(&(place), value, __ATOMIC_SEQ_CST)

static uint64_t owned(enum owner how, uint32_t seat)
{
    return how | (uint64_t)seat << 2;
}

static bool change_owner(struct mz_task *task, uint64_t from, uint64_t to)
{
    return __atomic_compare_exchange_n(&task->owner, &from, to, false,
                                       __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
}

/* ---- the tasks ----------------------------------------------------------- */

static size_t aligned(size_t size)
{
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
}

/* Those that were put by stand close together: there may be many. */
size_t mz_share_load_size(uint64_t count)
{
    return aligned(count * sizeof(struct mz_task));
}

static size_t stride_of(const struct mz_share_shape *shape)
{
    return aligned(sizeof(struct mz_task) + shape->room);
}

static uint32_t own_tasks(const struct mz_share_shape *shape)
{
    /* The carrier writes one, and takes one out. */
    uint32_t carried = shape->is_open ? CARRIED_IN + 2 : 0;

    return TASKS_A_SEAT * shape->seats + carried;
}

static struct log *log_of(const struct mz_sharer *sharer)
{
    struct mz_share *share = sharer->share;

    return (struct log *)((char *)share + aligned(sizeof *share)) +
           sharer->seat;
}

static size_t head_size(const struct mz_share_shape *shape)
{
    return aligned(sizeof(struct mz_share)) +
           shape->seats * sizeof(struct log);
}

static struct mz_task *task_at(const struct mz_share *share, uint32_t i)
{
    char *tasks = (char *)share + head_size(&share->shape);

    if (i < share->own)
        return (struct mz_task *)(tasks + i * share->stride);
    return (struct mz_task *)(tasks + share->own * share->stride) +
           (i - share->own);
}

/* Where a worker puts by. */
static char *rest_at(const struct mz_share *share, uint32_t seat)
{
    return (char *)task_at(share, share->own) +
           mz_share_load_size(share->shape.loaded) +
           seat * aligned(share->shape.rest_room);
}

static const char *content_of(const struct mz_task *task)
{
    return task->elsewhere ? task->elsewhere : task->content;
}

size_t mz_share_size(const struct mz_share_shape *shape)
{
    return head_size(shape) + own_tasks(shape) * stride_of(shape) +
           mz_share_load_size(shape->loaded) +
           shape->seats * aligned(shape->rest_room);
}

void mz_share_init(struct mz_share *share, const struct mz_share_shape *shape)
{
    MZ_ASSERT(shape->seats > 0 && shape->seats <= MZ_MAX_JOBS);
    share->shape = *shape;
    share->own = own_tasks(shape);
    share->tasks = share->own + shape->loaded;
    share->stride = stride_of(shape);
    share->is_open = shape->is_open;
    for (uint32_t i = 0; i < share->tasks; i++)
        task_at(share, i)->serial = i + 1;
    if (!shape->is_resumed)
        task_at(share, 0)->owner = AVAILABLE;
}

void mz_share_load(struct mz_share *share, uint32_t i,
                   const struct mz_share_record *record)
{
    struct mz_task *task = task_at(share, share->own + i);

    task->size = record->size;
    task->seal = record->seal;
    task->elsewhere = record->content;
    task->is_tied = record->is_tied;
    task->giver = MZ_MAX_JOBS; /* none of the workers */
    task->owner = AVAILABLE;
}

void mz_share_take_up(struct mz_share *share,
                      const struct mz_share_totals *totals, uint64_t tickets)
{
    struct seat *first = &share->seat[0];

    first->totals[0] = *totals;
    first->totals[0].tied = (struct mz_tally){0};
    share->tied = totals->tied;
    first->took_up = mz_tally_limited(&totals->tally);
    share->tickets = tickets;
}

struct mz_tally mz_share_counted(const struct mz_sharer *sharer)
{
    return sharer->task->is_tied ? sharer->share->tied : (struct mz_tally){0};
}

/* What is free is no gift, so that nobody takes it for one that was never made
 * available. */
static void release(struct mz_task *task)
{
    STORE(task->parent, 0);
    STORE(task->owner, FREE);
}

static void make_available(struct mz_share *share, struct mz_task *task)
{
    __atomic_fetch_add(&share->published, 1, __ATOMIC_SEQ_CST);
    STORE(task->owner, AVAILABLE);
}

/* ---- taking -------------------------------------------------------------- */

static void remember_gift(struct mz_sharer *sharer, struct mz_task *gift)
{
    sharer->gift = gift;
    sharer->gift_serial = gift->serial;
}

void mz_share_sit(struct mz_sharer *sharer, struct mz_share *share,
                  uint32_t seat)
{
    *sharer = (struct mz_sharer){.share = share, .seat = seat};
    sharer->rest = mz_share_totals(share, seat)->rest;
    for (uint32_t i = 0; i < share->tasks; i++) {
        struct mz_task *task = task_at(share, i);
        uint64_t owner = LOAD(task->owner);

        if (owner == owned(TAKEN, seat))
            sharer->task = task;
        if (owner == AVAILABLE && task->giver == seat)
            remember_gift(sharer, task);
    }
}

static void drop_spare(struct mz_sharer *sharer)
{
    if (sharer->spare)
        release(sharer->spare);
    sharer->spare = NULL;
}

/*
 * Over: no task is to be seen, one after the other, and in the meantime none
 * has become available. Then there is none: one that was seen to be free, but
 * is not at the end, would have become available in between, or is being
 * written by the worker of another one of which the same is true.
 */
enum mz_share_state mz_share_take(struct mz_sharer *sharer)
{
    struct mz_share *share = sharer->share;
    uint64_t published = LOAD(share->published);
    bool all_free = true, is_open = LOAD(share->is_open);

    drop_spare(sharer);
    sharer->ran = 0;
    sharer->repeated = 0;
    if (sharer->task)
        return MZ_SHARE_TASK;
    for (uint32_t i = 0; i < share->tasks; i++) {
        struct mz_task *task =
            task_at(share, (sharer->seat * TASKS_A_SEAT + i) % share->tasks);
        uint64_t owner = LOAD(task->owner);

        if (owner == AVAILABLE &&
            change_owner(task, AVAILABLE, owned(TAKEN, sharer->seat))) {
            sharer->task = task;
            return MZ_SHARE_TASK;
        }
        all_free &= owner == FREE;
    }
    return all_free && !is_open && LOAD(share->published) == published
               ? MZ_SHARE_OVER
               : MZ_SHARE_NONE;
}

/* The checked program can write here, and what it may make of a task is more
 * than an algorithm could check. */
static bool is_sound(const struct mz_share *share, const struct mz_task *task)
{
    return (task->elsewhere || task->size <= share->shape.room) &&
           task->gifts <= MAX_GIFTS &&
           (!task->size ||
            task->seal == mz_seal_of(content_of(task), task->size));
}

bool mz_share_go_on(struct mz_sharer *sharer, struct mz_algorithm *algorithm,
                    struct mz_execution *execution)
{
    struct mz_bundle *left = &sharer->left;

    if (!left->count)
        return false;
    algorithm->receive(algorithm, execution,
                       left->parts[--left->count]->content);
    return true;
}

void mz_share_begin(struct mz_sharer *sharer, struct mz_algorithm *algorithm,
                    struct mz_execution *execution)
{
    const struct mz_task *task = sharer->task;

    if (is_sound(sharer->share, task) &&
        mz_bundle_open(&sharer->left, content_of(task), task->size))
        mz_share_go_on(sharer, algorithm, execution);
    else
        algorithm->wrong = MZ_WRONG_WRITTEN_OVER;
}

/* ---- giving -------------------------------------------------------------- */

/* Each seat has at most one task that it is at work on, one that is being
 * written and one that can be had: not all are in use. */
static struct mz_task *find_spare(const struct mz_share *share, uint32_t seat)
{
    for (uint32_t i = seat * TASKS_A_SEAT;; i++) {
        struct mz_task *task = task_at(share, i % share->own);

        if (LOAD(task->owner) == FREE &&
            change_owner(task, FREE, owned(FILLING, seat)))
            return task;
    }
}

/* A bundle that is being made. */
struct filler {
    char *to;
    size_t used, room;
    uint32_t parts;
};

static bool is_full(const struct filler *f)
{
    return f->parts == MZ_BUNDLE_PARTS || f->used >= MUCH ||
           f->room - f->used <= sizeof(struct mz_part);
}

static bool add_part(struct filler *f, const struct mz_part *part)
{
    if (is_full(f) || mz_part_stride(part) > f->room - f->used)
        return false;
    mz_copy(f->to + f->used, part, mz_part_stride(part));
    f->used += mz_part_stride(part);
    f->parts++;
    return true;
}

/* What pads it is zero. */
static bool add_given(struct filler *f, struct mz_algorithm *algorithm,
                      const struct mz_execution *execution, uint32_t stays)
{
    struct mz_part *part = (struct mz_part *)(f->to + f->used);
    size_t room = f->room - f->used, size;

    if (is_full(f))
        return false;
    size = algorithm->give(algorithm, execution, part->content,
                           (room - sizeof *part) / 8 * 8, stays);
    if (!size)
        return false;
    mz_fill(part->content + size, 0, -size % 8);
    part->size = size;
    f->used += mz_part_stride(part);
    f->parts++;
    return true;
}

/* Every second part that waits, the one that has waited longest first: those of
 * the task that are not begun, but for the next one, have waited longer than
 * all that the algorithm has. */
static void give_half(struct mz_sharer *sharer, struct filler *f,
                      struct mz_algorithm *algorithm,
                      const struct mz_execution *execution)
{
    struct mz_bundle *left = &sharer->left;
    uint32_t count = left->count, stays = 0;

    left->count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i % 2 || i + 1 == count || !add_part(f, left->parts[i]))
            left->parts[left->count++] = left->parts[i];
    while (add_given(f, algorithm, execution, stays))
        stays++;
}

static bool fill_spare(struct mz_sharer *sharer, struct mz_algorithm *algorithm,
                       const struct mz_execution *execution)
{
    struct filler f = {.room = sharer->share->shape.room};

    if (!sharer->spare)
        sharer->spare = find_spare(sharer->share, sharer->seat);
    f.to = sharer->spare->content;
    give_half(sharer, &f, algorithm, execution);
    sharer->spare->size = f.used;
    return f.used;
}

/* The gift is given as soon as its place is in the log. If the worker dies
 * before the gift has become available, whoever recovers the seat makes it
 * available. */
static void publish(struct mz_sharer *sharer)
{
    struct mz_task *task = sharer->task, *gift = sharer->spare;

    gift->seal = mz_seal_of(gift->content, gift->size);
    gift->serial += sharer->share->tasks;
    gift->gifts = 0;
    gift->giver = sharer->seat;
    gift->place = task->gifts;
    STORE(gift->parent, task->serial);
    log_of(sharer)->ran[task->gifts] = sharer->ran;
    STORE(task->gifts, task->gifts + 1);
    make_available(sharer->share, gift);
    remember_gift(sharer, gift);
    sharer->spare = NULL;
}

/* A worker that repeats a task takes out of it, after the same executions, what
 * the worker that died had given away: it is not to explore that. */
static void repeat(struct mz_sharer *sharer, struct mz_algorithm *algorithm,
                   const struct mz_execution *execution)
{
    if (log_of(sharer)->ran[sharer->repeated] != sharer->ran)
        return;
    if (fill_spare(sharer, algorithm, execution))
        sharer->repeated++;
    else
        algorithm->wrong = MZ_WRONG_NOT_GIVEN_AGAIN;
}

bool mz_share_ran(struct mz_sharer *sharer, struct mz_algorithm *algorithm,
                  const struct mz_execution *execution)
{
    struct mz_task *task = sharer->task, *gift = sharer->gift;

    sharer->ran++;
    if (sharer->repeated < task->gifts) {
        repeat(sharer, algorithm, execution);
        return false;
    }
    if (gift && LOAD(gift->owner) == AVAILABLE &&
        gift->serial == sharer->gift_serial)
        return false;
    if (task->gifts == MAX_GIFTS || !fill_spare(sharer, algorithm, execution))
        return false;
    publish(sharer);
    sharer->repeated++;
    return true;
}

/* ---- what was done ------------------------------------------------------- */

static bool is_done(const struct seat *seat, const struct mz_task *task)
{
    return LOAD(seat->done) >> 1 == task->serial;
}

void mz_share_done(struct mz_sharer *sharer,
                   const struct mz_share_totals *totals)
{
    struct seat *seat = &sharer->share->seat[sharer->seat];
    uint64_t other = ~seat->done & 1;

    seat->totals[other] = *totals;
    STORE(seat->done, sharer->task->serial << 1 | other);
    release(sharer->task);
    sharer->task = NULL;
}

const struct mz_share_totals *mz_share_totals(const struct mz_share *share,
                                              uint32_t seat)
{
    return &share->seat[seat].totals[LOAD(share->seat[seat].done) & 1];
}

/* ---- putting by ---------------------------------------------------------- */

/* What is written there counts when the task is done. */
static struct mz_share_record *rest_end(const struct mz_sharer *sharer)
{
    return (struct mz_share_record *)(rest_at(sharer->share, sharer->seat) +
                                      sharer->rest);
}

/* How large a content may be; 0: none is left, not even for its head. */
static size_t rest_room(const struct mz_sharer *sharer)
{
    size_t room = sharer->share->shape.rest_room;
    size_t used = sharer->rest + sizeof(struct mz_share_record) + 8;

    return used < room ? room - used : 0;
}

static void add_record(struct mz_sharer *sharer, uint64_t size, bool is_tied)
{
    struct mz_share_record *r = rest_end(sharer);

    r->size = size;
    r->is_tied = is_tied;
    r->seal = mz_seal_of(r->content, size);
    sharer->rest += mz_share_stride(r);
}

/* One part in a record of its own: this one, or what the algorithm gives, if it
 * is NULL. */
static bool put_by_one(struct mz_sharer *sharer, const struct mz_part *part,
                       struct mz_algorithm *algorithm,
                       const struct mz_execution *execution)
{
    struct filler f = {.to = rest_end(sharer)->content,
                       .room = rest_room(sharer)};
    bool is_tied = algorithm->is_undecided;

    if (part ? !add_part(&f, part)
             : !add_given(&f, algorithm, execution, MZ_REST))
        return false;
    add_record(sharer, f.used, is_tied);
    return true;
}

/* As it was given: nothing of it has been run. */
static bool put_by_whole(struct mz_sharer *sharer)
{
    const struct mz_task *task = sharer->task;

    if (rest_room(sharer) <= task->size || !is_sound(sharer->share, task))
        return false;
    mz_copy(rest_end(sharer)->content, content_of(task), task->size);
    add_record(sharer, task->size, task->is_tied);
    return true;
}

/* A worker that repeats a task has still to take out of it what was given
 * away. */
bool mz_share_put_by(struct mz_sharer *sharer, struct mz_algorithm *algorithm,
                     struct mz_execution *execution)
{
    const struct mz_bundle *left = &sharer->left;

    drop_spare(sharer);
    if (sharer->repeated < sharer->task->gifts)
        return false;
    if (!sharer->ran)
        return put_by_whole(sharer);
    while (put_by_one(sharer, NULL, algorithm, execution))
        ;
    for (uint32_t i = 0; i < left->count; i++)
        if (!put_by_one(sharer, left->parts[i], algorithm, execution))
            return false;
    return !algorithm->next(algorithm, execution) && !algorithm->wrong;
}

struct collector {
    char *to;
    size_t used, room;
    uint32_t count;
};

static bool collect_bytes(struct collector *c, const void *content,
                          uint64_t size, bool is_tied)
{
    struct mz_share_record *r = (struct mz_share_record *)(c->to + c->used);
    const struct mz_share_record head = {.size = size, .is_tied = is_tied};

    if (mz_share_stride(&head) > c->room - c->used)
        return false;
    *r = head;
    mz_copy(r->content, content, size);
    r->seal = mz_seal_of(r->content, size);
    c->used += mz_share_stride(r);
    c->count++;
    return true;
}

static bool collect(struct collector *c, const char *content, uint64_t size,
                    uint64_t seal, bool is_tied)
{
    struct mz_bundle bundle;

    if (!size)
        return collect_bytes(c, content, 0, is_tied);
    if (size > c->room || mz_seal_of(content, size) != seal ||
        !mz_bundle_open(&bundle, content, size))
        return false;
    for (uint32_t i = 0; i < bundle.count; i++)
        if (!collect_bytes(c, bundle.parts[i], mz_part_stride(bundle.parts[i]),
                           is_tied))
            return false;
    return true;
}

static bool collect_rest(struct collector *c, const struct mz_share *share,
                         uint32_t seat)
{
    uint64_t rest = mz_share_totals(share, seat)->rest;
    const char *from = rest_at(share, seat);

    if (rest > share->shape.rest_room)
        return false;
    for (uint64_t at = 0; at < rest;) {
        const struct mz_share_record *r =
            (const struct mz_share_record *)(from + at);

        if (r->size > rest - at ||
            !collect(c, r->content, r->size, r->seal, r->is_tied))
            return false;
        at += mz_share_stride(r);
    }
    return true;
}

uint32_t mz_share_collect(const struct mz_share *share, void *to, size_t room,
                          size_t *size)
{
    struct collector c = {.to = to, .room = room};

    for (uint32_t seat = 0; seat < share->shape.seats; seat++)
        if (!collect_rest(&c, share, seat))
            return MZ_NONE;
    for (uint32_t i = 0; i < share->tasks; i++) {
        const struct mz_task *task = task_at(share, i);
        uint64_t owner = LOAD(task->owner);

        if (owner == FREE)
            continue;
        if (owner != AVAILABLE ||
            !collect(&c, content_of(task), task->size, task->seal,
                     task->is_tied))
            return MZ_NONE;
    }
    *size = c.used;
    return c.count;
}

bool mz_share_take_ticket(struct mz_sharer *sharer, uint64_t most)
{
    uint64_t *tickets = &sharer->share->tickets;
    uint64_t taken = LOAD(*tickets);

    do
        if (taken >= most)
            return false;
    while (!__atomic_compare_exchange_n(tickets, &taken, taken + 1, false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    sharer->share->seat[sharer->seat].tickets++;
    return true;
}

void mz_share_return_ticket(struct mz_sharer *sharer)
{
    sharer->share->seat[sharer->seat].tickets--;
    __atomic_fetch_sub(&sharer->share->tickets, 1, __ATOMIC_SEQ_CST);
}

void mz_share_return_tickets(struct mz_sharer *sharer)
{
    sharer->share->seat[sharer->seat].tickets = 0;
    STORE(sharer->share->tickets, 0);
}

/* ---- carrying ------------------------------------------------------------ */

/* The carrier's number: that of no worker. */
static uint32_t carrier(const struct mz_share *share)
{
    return share->shape.seats;
}

static uint32_t carried_in(const struct mz_share *share)
{
    uint32_t count = 0;

    for (uint32_t i = 0; i < share->own; i++) {
        const struct mz_task *task = task_at(share, i);

        count += LOAD(task->owner) == AVAILABLE &&
                 task->giver == carrier(share);
    }
    return count;
}

bool mz_share_carry_in(struct mz_share *share,
                       const struct mz_share_record *record)
{
    struct mz_task *task;

    if (record->size > share->shape.room || carried_in(share) == CARRIED_IN)
        return false;
    task = find_spare(share, carrier(share));
    mz_copy(task->content, record->content, record->size);
    task->size = record->size;
    task->seal = record->seal;
    task->serial += share->tasks;
    task->gifts = 0;
    task->giver = carrier(share);
    make_available(share, task);
    return true;
}

/* The whole search (size 0) stays. */
static bool fits(const struct mz_task *task, size_t room)
{
    return task->size && !task->is_tied &&
           task->size <= room - sizeof(struct mz_share_record);
}

/* What has changed since it was looked at, and is too large now, becomes the
 * carrier's: who gave it may have given another, and none is to have two. */
static bool take_out(struct mz_share *share, struct mz_task *task,
                     struct mz_share_record *to, size_t room)
{
    bool is_ours = task->giver == carrier(share);

    if (LOAD(task->owner) != AVAILABLE || !fits(task, room) ||
        (!is_ours && carried_in(share) == CARRIED_IN) ||
        !change_owner(task, AVAILABLE, owned(TAKEN, carrier(share))))
        return false;
    if (!fits(task, room)) {
        task->giver = carrier(share);
        make_available(share, task);
        return false;
    }
    *to = (struct mz_share_record){.size = task->size, .seal = task->seal};
    mz_copy(to->content, content_of(task), task->size);
    return true;
}

/* Adds what a task holds that was put by; what was written over stays, for who
 * will say so. */
static bool gather(struct mz_share *share, struct filler *f,
                   struct mz_task *task)
{
    struct mz_bundle bundle;
    bool fit;

    if (!task->size || task->is_tied || task->size > f->room - f->used ||
        is_full(f) ||
        !change_owner(task, AVAILABLE, owned(TAKEN, carrier(share))))
        return false;
    fit = is_sound(share, task) &&
          mz_bundle_open(&bundle, content_of(task), task->size) &&
          bundle.count <= MZ_BUNDLE_PARTS - f->parts;
    if (!fit) {
        make_available(share, task);
        return false;
    }
    mz_copy(f->to + f->used, content_of(task), task->size);
    f->used += task->size;
    f->parts += bundle.count;
    release(task);
    return true;
}

/* Half of what was put by and nobody has begun: by turns, as large parts come
 * first. */
static bool carry_half_out(struct mz_share *share, struct mz_share_record *to,
                           size_t room)
{
    struct filler f = {.to = to->content, .room = room - sizeof *to};
    bool stays = false;

    for (uint32_t i = share->own; i < share->tasks; i++)
        if (LOAD(task_at(share, i)->owner) == AVAILABLE)
            stays = !stays && gather(share, &f, task_at(share, i));
    *to = (struct mz_share_record){.size = f.used,
                                   .seal = mz_seal_of(to->content, f.used)};
    return f.used;
}

/* The caller has it in sight before it is gone here. */
bool mz_share_carry_out(struct mz_share *share, struct mz_share_record *to,
                        size_t room)
{
    if (carry_half_out(share, to, room))
        return true;
    for (uint32_t i = 0; i < share->tasks; i++) {
        struct mz_task *task = task_at(share, i);

        if (take_out(share, task, to, room)) {
            release(task);
            return true;
        }
    }
    return false;
}

bool mz_share_is_idle(const struct mz_share *share)
{
    uint64_t published = LOAD(share->published);

    for (uint32_t i = 0; i < share->tasks; i++)
        if (LOAD(task_at(share, i)->owner) != FREE)
            return false;
    return LOAD(share->published) == published;
}

void mz_share_close(struct mz_share *share)
{
    STORE(share->is_open, 0);
}

/* ---- after a death ------------------------------------------------------- */

/* Gives back the tickets of executions that are to be repeated. */
static void return_tickets(struct mz_share *share, uint32_t seat)
{
    struct seat *s = &share->seat[seat];
    uint64_t kept =
        mz_tally_limited(&mz_share_totals(share, seat)->tally) - s->took_up;

    if (s->tickets > kept)
        __atomic_fetch_sub(&share->tickets, s->tickets - kept,
                           __ATOMIC_SEQ_CST);
    if (s->tickets > kept)
        s->tickets = kept;
}

static struct mz_task *unfinished(struct mz_share *share, uint32_t seat)
{
    struct mz_task *found = NULL;

    for (uint32_t i = 0; i < share->tasks; i++) {
        struct mz_task *task = task_at(share, i);

        if (LOAD(task->owner) != owned(TAKEN, seat))
            continue;
        if (is_done(&share->seat[seat], task))
            release(task);
        else
            found = task;
    }
    return found;
}

uint32_t mz_share_recover(struct mz_share *share, uint32_t seat)
{
    struct mz_task *task = unfinished(share, seat);
    struct seat *s = &share->seat[seat];

    for (uint32_t i = 0; i < share->tasks; i++) {
        struct mz_task *gift = task_at(share, i);

        if (LOAD(gift->owner) != owned(FILLING, seat))
            continue;
        if (task && gift->parent == task->serial && gift->place < task->gifts)
            make_available(share, gift);
        else
            release(gift);
    }
    return_tickets(share, seat);
    if (s->done_at_death != s->done)
        s->deaths = 0;
    s->done_at_death = s->done;
    return ++s->deaths;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/recall.h"

enum asked { NOBODY, FOR_THREAD, FOR_VALUE };

/* What the chooser was asked, and what it answered. */
struct question {
    uint64_t run; /* of the run, or recollection, with that number */
    enum asked asked;
    mz_tid running;
    bool yielding;
    mz_tset threads, waiting;
    uint32_t answer;
};

/* What a thread stands at, and its further accesses. */
struct pending {
    struct mz_event event;
    struct mz_access *accesses;
};

/* How an execution has ended. */
struct ending {
    enum mz_outcome outcome;
    uint32_t thread_count;
    mz_tset born, waiting;
    struct mz_birth *births; /* of each that was born */
    struct pending *pending; /* of each that waits */
};

/* A prefix; or the end of an execution, whose `event` is none. */
struct node {
    struct mz_event event; /* its last one */
    uint32_t answer;       /* to the question before that */
    struct mz_access *accesses; /* further ones of the event */
    uint64_t *before;
    struct ending *ending; /* NULL: there is an event */
    struct question question; /* what is asked after it */
    struct node *child, *sibling;
};

struct mz_recall {
    char *room;
    size_t left; /* bytes */
    uint64_t run;
    struct question *questions; /* [length of prefix], of the last run */
    struct node **path; /* [length of prefix], NULL: not kept */
};

struct mz_recall *mz_recall_create(struct mz_arena *arena,
                                   const struct mz_execution *x, size_t room)
{
    struct mz_recall *r = mz_arena_take(arena, sizeof *r);
    size_t prefixes = (size_t)x->capacity + 1;

    r->questions = mz_arena_take(arena, prefixes * sizeof *r->questions);
    r->path = mz_arena_take(arena, prefixes * sizeof *r->path);
    r->path[0] = mz_arena_take(arena, sizeof **r->path);
    r->room = mz_arena_take(arena, room);
    r->left = room;
    return r;
}

/* ---- what is asked ------------------------------------------------------- */

void mz_recall_chosen(struct mz_recall *r, const struct mz_execution *x,
                      const struct mz_enabled *enabled, mz_tid t)
{
    r->questions[x->length] = (struct question){
        .run = r->run,
        .asked = FOR_THREAD,
        .running = enabled->running,
        .yielding = enabled->yielding,
        .threads = enabled->threads,
        .waiting = enabled->waiting,
        .answer = t,
    };
}

void mz_recall_chosen_value(struct mz_recall *r, const struct mz_execution *x,
                            uint32_t value)
{
    r->questions[x->length] = (struct question){
        .run = r->run,
        .asked = FOR_VALUE,
        .answer = value,
    };
}

static const struct question *question_at(const struct mz_recall *r, uint32_t i)
{
    static const struct question none = {.asked = NOBODY};

    return r->questions[i].run == r->run ? &r->questions[i] : &none;
}

/* ---- keeping ------------------------------------------------------------- */

/* NULL: there is no room. */
static void *take(struct mz_recall *r, size_t size)
{
    void *taken = r->room;

    size = (size + 7) / 8 * 8;
    if (size > r->left)
        return NULL;
    r->room += size;
    r->left -= size;
    return taken;
}

static void *copy(struct mz_recall *r, const void *from, size_t size)
{
    void *to = take(r, size);

    if (to)
        mz_copy(to, from, size);
    return to;
}

static struct node *child_of(const struct node *parent, uint32_t answer)
{
    struct node *child = parent->child;

    while (child && child->answer != answer)
        child = child->sibling;
    return child;
}

static struct node *add_child(struct mz_recall *r, struct node *parent,
                              uint32_t answer)
{
    struct node *child = take(r, sizeof *child);

    if (!child)
        return NULL;
    *child = (struct node){.answer = answer, .sibling = parent->child};
    return child;
}

static bool keep_accesses(struct mz_recall *r, struct node *node,
                          const struct mz_execution *x)
{
    unsigned count = mz_event_more(&node->event);

    if (!count)
        return true;
    node->accesses = copy(r, x->accesses + node->event.more,
                          count * sizeof *node->accesses);
    node->before =
        copy(r, x->before + node->event.more, count * sizeof *node->before);
    return node->accesses && node->before;
}

/* The prefix of length i + 1. NULL: there is no room. */
static struct node *keep_event(struct mz_recall *r, struct node *parent,
                               const struct mz_execution *x, uint32_t i)
{
    uint32_t answer = question_at(r, i)->answer;
    struct node *child = child_of(parent, answer);

    if (child)
        return child;
    child = add_child(r, parent, answer);
    if (!child)
        return NULL;
    child->event = x->events[i];
    if (!keep_accesses(r, child, x))
        return NULL;
    parent->child = child;
    return child;
}

static bool keep_pending(struct mz_recall *r, struct pending *to,
                         const struct mz_event *e,
                         const struct mz_access *accesses)
{
    unsigned count = mz_event_more(e);

    *to = (struct pending){.event = *e};
    if (count)
        to->accesses = copy(r, accesses + e->more, count * sizeof *accesses);
    return !count || to->accesses;
}

static struct ending *keep_ending(struct mz_recall *r,
                                  const struct mz_execution *x,
                                  enum mz_outcome outcome)
{
    struct ending *ending = take(r, sizeof *ending);
    size_t born = mz_tset_count(x->born), waiting = mz_tset_count(x->waiting);
    unsigned i = 0;

    if (!ending)
        return NULL;
    *ending = (struct ending){
        .outcome = outcome,
        .thread_count = x->thread_count,
        .born = x->born,
        .waiting = x->waiting,
        .births = take(r, born * sizeof *ending->births),
        .pending = take(r, waiting * sizeof *ending->pending),
    };
    if (!ending->births || !ending->pending)
        return NULL;
    MZ_EACH(rest, x->born)
        ending->births[i++] = x->births[mz_tset_first(rest)];
    i = 0;
    MZ_EACH(rest, x->waiting)
        if (!keep_pending(r, &ending->pending[i++],
                          &x->pending[mz_tset_first(rest)], x->accesses))
            return NULL;
    return ending;
}

static void keep_end(struct mz_recall *r, struct node *last,
                     const struct mz_execution *x, enum mz_outcome outcome)
{
    uint32_t answer = question_at(r, x->length)->answer;
    struct node *end;

    if (child_of(last, answer))
        return;
    end = add_child(r, last, answer);
    if (!end)
        return;
    end->ending = keep_ending(r, x, outcome);
    if (end->ending)
        last->child = end;
}

void mz_recall_keep(struct mz_recall *r, const struct mz_execution *x,
                    uint32_t kept, enum mz_outcome outcome)
{
    for (uint32_t i = kept;; i++) {
        struct node *node = r->path[i];

        if (node && node->question.asked == NOBODY)
            node->question = *question_at(r, i);
        if (i == x->length)
            break;
        r->path[i + 1] = node ? keep_event(r, node, x, i) : NULL;
    }
    if (r->path[x->length])
        keep_end(r, r->path[x->length], x, outcome);
    r->run++;
}

/* ---- recalling ----------------------------------------------------------- */

static uint32_t ask(const struct node *node, struct mz_chooser *chooser,
                    const struct mz_execution *x)
{
    const struct question *q = &node->question;
    const struct mz_enabled enabled = {
        .threads = q->threads,
        .waiting = q->waiting,
        .running = q->running,
        .yielding = q->yielding,
    };

    switch (q->asked) {
    case FOR_THREAD:
        return chooser->choose(chooser, x, &enabled);
    case FOR_VALUE:
        return chooser->value(chooser, x, node->child->event.thread,
                              node->child->event.bound);
    default:
        return 0;
    }
}

static void append(struct mz_execution *x, const struct node *node)
{
    unsigned count = mz_event_more(&node->event);

    x->events[x->length++] = node->event;
    if (!count)
        return;
    mz_copy(x->accesses + node->event.more, node->accesses,
            count * sizeof *x->accesses);
    mz_copy(x->before + node->event.more, node->before,
            count * sizeof *x->before);
    x->access_count = node->event.more + count;
}

static void end(struct mz_execution *x, const struct ending *ending)
{
    unsigned i = 0;

    x->thread_count = ending->thread_count;
    x->born = ending->born;
    x->waiting = ending->waiting;
    MZ_EACH(rest, x->born)
        x->births[mz_tset_first(rest)] = ending->births[i++];
    i = 0;
    MZ_EACH(rest, x->waiting) {
        const struct pending *p = &ending->pending[i++];

        x->pending[mz_tset_first(rest)] = p->event;
        if (p->accesses)
            mz_copy(x->accesses + p->event.more, p->accesses,
                    mz_event_more(&p->event) * sizeof *p->accesses);
    }
}

bool mz_recall_run(struct mz_recall *r, struct mz_chooser *chooser,
                   struct mz_execution *x, enum mz_outcome *outcome)
{
    r->run++;
    for (;;) {
        const struct node *node = r->path[x->length];
        struct node *next;

        if (!node || !node->child)
            return false;
        next = child_of(node, ask(node, chooser, x));
        if (!next)
            return false;
        if (next->ending) {
            end(x, next->ending);
            *outcome = next->ending->outcome;
            return true;
        }
        append(x, next);
        r->path[x->length] = next;
    }
}

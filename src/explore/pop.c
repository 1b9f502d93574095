/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Parsimonious-optimal DPOR: [AADJS24] Algorithm 1. Its recursion is a stack of
 * frames, one for each schedule that has been found and not yet been explored
 * to its end; the execution at hand is what the frame on top has led to.
 *
 * Explore(E) reverses the races of the last event of E, for each prefix of a
 * maximal execution in turn. Nothing of what one reversal explores matters to
 * another, so that all schedules of an execution are put on the stack when it
 * ends, and taken from the longest E1 down: only a frame that goes back further
 * than those below it need, must keep what it overwrites.
 *
 * A choice of the program (mz_choose) is explored with its first value; each
 * other value is a schedule of its own, of that event alone.
 */
#include "explore/algorithm.h"

#include "explore/path.h"
#include "trace/outcome.h"
#include "trace/sleep_characterisation.h"

/* One event of a schedule, as it is expected. */
struct step {
    mz_tid thread;
    uint8_t kind; /* enum mz_op */
    uint8_t mask;
    uint8_t done;
    uint32_t object; /* of a choice: its value */
};

/* Flat, on a stack of its own: steps, characterisation and what it has
 * overwritten follow. Offsets are from the beginning of the stack. */
struct frame {
    uint64_t below;            /* the frame below, 0: none */
    uint64_t characterisation; /* 0: none */
    uint64_t saved;            /* struct saved, 0: none */
    double weight;             /* share of the search that is behind it */
    uint32_t base;             /* length of E1 */
    uint32_t needed; /* of the path, so much: the longest E1 of this frame and
                        those below not begun, less what has been saved */
    uint32_t steps;
    bool begun;
    bool is_choice;
};

/* The path from some position on: these arrays follow. */
struct saved {
    uint32_t base, length;
    uint32_t first_access, accesses;
    uint32_t first_schedule, schedules; /* of marks.schedules */
    uint32_t births;
    mz_tset born;
    uint32_t thread_count;
};

/* A race found, or a choice that has values left. */
struct found {
    uint32_t position; /* of e'; the execution's length: pending */
    mz_tid thread;     /* of e' */
    uint8_t kind;      /* of e' in the order that the schedule has */
    uint64_t value;    /* what it finds there, a compare-exchange */
    uint32_t next;     /* of those with the same e, plus one; 0: none */
};

enum { NONE = 0xffffffff };

struct pop {
    struct mz_algorithm algorithm; /* first */
    struct mz_happens_before hb;
    struct mz_marks marks;
    uint64_t *frame_of; /* [of marks.schedules] */
    struct mz_sleep_check check;
    struct mz_pop_schedule schedule; /* scratch */
    struct mz_pop_schedules races;   /* scratch */
    struct found *found;
    uint32_t found_count, found_capacity;
    uint32_t *found_at; /* [position of e]: in found, plus one */
    uint32_t first_found, last_found; /* positions of e */

    char *stack;
    uint64_t top; /* the topmost frame, 0: none */
    uint64_t used, size;

    bool started;
    double explored, weight; /* that of the execution at hand */
    uint32_t from;    /* events are new from this position on */
    uint32_t marked;  /* positions whose marks are set */
    uint32_t running; /* of marks.schedules: under way, NONE: none */
    uint32_t left;    /* steps of it */
    const struct step *taken; /* NULL, or what was foreseen of the event */
    uint32_t taken_at;        /* at this position */
};

/* ---- the stack of frames ------------------------------------------------- */

static void *at(const struct pop *p, uint64_t offset)
{
    return p->stack + offset;
}

static struct step *steps_of(struct frame *f)
{
    return (struct step *)(f + 1);
}

/* 0: there is no room. */
static uint64_t push(struct pop *p, size_t size)
{
    uint64_t offset = p->used;

    size = (size + 7) / 8 * 8;
    if (size > p->size - p->used) {
        p->algorithm.wrong = "the schedules have outgrown the memory reserved";
        return 0;
    }
    p->used += size;
    return offset;
}

static uint32_t needed(const struct pop *p, uint64_t frame)
{
    return frame ? ((struct frame *)at(p, frame))->needed : 0;
}

static struct frame *push_frame(struct pop *p, uint32_t base, uint32_t steps)
{
    uint64_t offset =
        push(p, sizeof(struct frame) + steps * sizeof(struct step));
    struct frame *f = at(p, offset);

    if (!offset)
        return NULL;
    *f = (struct frame){
        .below = p->top,
        .base = base,
        .needed = needed(p, p->top),
        .steps = steps,
    };
    if (base > f->needed)
        f->needed = base;
    p->top = offset;
    return f;
}

/* ---- marks, and the path ------------------------------------------------- */

static const struct frame *frame_of(const struct pop *p, uint32_t schedule)
{
    return at(p, p->frame_of[schedule]);
}

/* Events up to there that nobody has marked belong to no schedule. */
static void mark_up_to(struct pop *p, uint32_t length)
{
    while (p->marked < length)
        p->marks.of[p->marked++] = 0;
}

static void mark_next(struct pop *p, uint32_t position, uint32_t schedule)
{
    mark_up_to(p, position);
    p->marks.of[p->marked++] = schedule + 1;
}

/* The number of the thread's event that comes after this one, or after its
 * birth. */
static uint32_t number_after(const struct pop *p, const struct mz_execution *x,
                             mz_tid t, uint32_t previous)
{
    bool first =
        previous == MZ_NO_EVENT || x->events[previous].thread != t;

    return first ? 1 : p->marks.numbers[previous] + 1;
}

/* Clocks, and numbers of events within their threads. */
static void extend(struct pop *p, const struct mz_execution *x,
                   uint32_t length)
{
    uint32_t k = p->hb.length;

    mz_happens_before_extend_to(&p->hb, x, length);
    for (; k < length; k++)
        p->marks.numbers[k] =
            number_after(p, x, x->events[k].thread, p->hb.previous[k]);
}

static void cut_path(struct pop *p, struct mz_execution *execution,
                     uint32_t length)
{
    struct mz_marks *marks = &p->marks;

    mz_happens_before_truncate(&p->hb, execution, length);
    mz_execution_cut(execution, length);
    if (p->marked > length)
        p->marked = length;
    while (marks->count && marks->schedules[marks->count - 1].start >= length)
        marks->count--;
}

/* How many further accesses the events of a prefix have. */
static uint32_t accesses_of(const struct mz_execution *x, uint32_t length)
{
    if (!x->access_count)
        return 0;
    while (length-- > 0)
        if (mz_event_more(&x->events[length]))
            return x->events[length].more + x->events[length].bound;
    return 0;
}

/* Copies arrays to a place, or from there back, one after the other. */
struct copier {
    char *place;
    bool back;
};

static void copy(struct copier *c, void *array, size_t size)
{
    mz_copy(c->back ? array : c->place, c->back ? c->place : array, size);
    c->place += (size + 7) / 8 * 8;
}

static void copy_path(struct pop *p, struct mz_execution *x,
                      const struct saved *s, struct copier c)
{
    uint32_t n = s->length - s->base, first = s->first_schedule;

    copy(&c, x->events + s->base, n * sizeof *x->events);
    copy(&c, p->marks.of + s->base, n * sizeof *p->marks.of);
    copy(&c, x->accesses + s->first_access, s->accesses * sizeof *x->accesses);
    copy(&c, x->before + s->first_access, s->accesses * sizeof *x->before);
    copy(&c, p->marks.schedules + first,
         s->schedules * sizeof *p->marks.schedules);
    copy(&c, p->frame_of + first, s->schedules * sizeof *p->frame_of);
    copy(&c, x->births, s->births * sizeof *x->births);
}

static size_t size_of_path(const struct saved *s)
{
    uint32_t n = s->length - s->base;

    return sizeof *s + n * (sizeof(struct mz_event) + sizeof(uint32_t)) +
           s->accesses * (sizeof(struct mz_access) + sizeof(uint64_t)) +
           s->schedules * (sizeof(struct mz_marked) + sizeof(uint64_t)) +
           s->births * sizeof(struct mz_birth) + 7 * 8;
}

/* Keeps the path from the base of a frame up to a length, for those below. */
static void save(struct pop *p, struct frame *f, struct mz_execution *x,
                 uint32_t length)
{
    uint32_t first = p->marks.count, count = first;
    struct saved s = {.base = f->base, .length = length};

    MZ_ASSERT(length <= x->length);
    while (first && p->marks.schedules[first - 1].end > f->base)
        first--;
    while (count > first && p->marks.schedules[count - 1].start >= length)
        count--;
    s.first_schedule = first;
    s.schedules = count - first;
    s.first_access = accesses_of(x, f->base);
    s.accesses = accesses_of(x, length) - s.first_access;
    s.births = 64 - __builtin_clzll(x->born | 1);
    s.born = x->born;
    s.thread_count = x->thread_count;
    f->saved = push(p, size_of_path(&s));
    if (!f->saved)
        return;
    *(struct saved *)at(p, f->saved) = s;
    copy_path(p, x, &s,
              (struct copier){(char *)at(p, f->saved) + sizeof s, false});
}

static void restore(struct pop *p, const struct frame *f,
                    struct mz_execution *x)
{
    const struct saved *s = at(p, f->saved);

    cut_path(p, x, s->base);
    copy_path(p, x, s, (struct copier){(char *)(s + 1), true});
    x->length = s->length;
    x->access_count = s->first_access + s->accesses;
    x->born = s->born;
    x->thread_count = s->thread_count;
    p->marked = s->length;
    p->marks.count = s->first_schedule + s->schedules;
    extend(p, x, s->length);
}

/* ---- a schedule under way ------------------------------------------------ */

static const char unforeseen[] =
    "a step differs from what was foreseen: visible variables are written by "
    "accesses not checked";

/* The step that comes next, of a choice that of its thread. */
static struct step *next_step(struct frame *f, bool choice, mz_tid thread)
{
    for (uint32_t i = 0; i < f->steps; i++) {
        struct step *s = &steps_of(f)[i];

        if (!s->done && (s->kind == MZ_CHOOSE) == choice &&
            (!choice || s->thread == thread))
            return s;
    }
    return NULL;
}

static struct step *running_step(struct pop *p, bool choice, mz_tid thread)
{
    if (p->running == NONE)
        return NULL;
    return next_step(at(p, p->frame_of[p->running]), choice, thread);
}

/* Outcomes are foreseen where dependence depends on them. */
static bool is_same_kind(const struct pop *p, enum mz_op a, enum mz_op b)
{
    return p->hb.relation == MZ_RELATION_RW
               ? a == b
               : mz_op_succeeded(a) == mz_op_succeeded(b);
}

/* Compares the last event, if it was a step, with what was foreseen of it. */
static void check_step(struct pop *p, const struct mz_execution *x)
{
    uint32_t k = x->length;
    const struct mz_event *e = &x->events[k - 1];
    const struct step *s = p->taken;

    p->taken = NULL;
    if (!s || k != p->taken_at + 1)
        return;
    if (e->thread != s->thread || !is_same_kind(p, e->kind, s->kind) ||
        e->object != (s->kind == MZ_CHOOSE ? MZ_NO_OBJECT : s->object) ||
        e->mask != s->mask)
        p->algorithm.wrong = unforeseen;
}

/* Goes on with a schedule of which some events may have been executed. */
static void resume(struct pop *p, const struct mz_execution *x, uint32_t i)
{
    struct frame *f = at(p, p->frame_of[i]);

    p->running = i;
    p->left = f->steps;
    for (uint32_t s = 0; s < f->steps; s++)
        steps_of(f)[s].done = false;
    for (uint32_t k = p->marks.schedules[i].start; k < p->marked; k++)
        if (p->marks.of[k] == i + 1) {
            const struct mz_event *e = &x->events[k];

            next_step(f, e->kind == MZ_CHOOSE, e->thread)->done = true;
            p->left--;
        }
}

/* A schedule that a choice within has interrupted. */
static void resume_interrupted(struct pop *p, const struct mz_execution *x)
{
    for (uint32_t i = p->marks.count; i-- > 0;)
        if (p->marks.schedules[i].end == NONE)
            resume(p, x, i);
}

/* The step is what is executed next. */
static void take_step(struct pop *p, const struct mz_execution *x,
                      struct step *s)
{
    struct mz_marked *m = &p->marks.schedules[p->running];
    bool is_choice = s->kind == MZ_CHOOSE;

    p->taken = s;
    p->taken_at = x->length;
    s->done = true;
    mark_next(p, x->length, p->running);
    if (--p->left)
        return;
    m->end = x->length + 1;
    p->running = NONE;
    if (is_choice)
        resume_interrupted(p, x);
}

/* ---- what is executed next ----------------------------------------------- */

/* May a schedule have followers that sleep? Not after e. */
static bool is_active(const struct pop *p, const struct mz_execution *x,
                      uint32_t schedule, uint32_t length)
{
    const struct mz_marked *m = &p->marks.schedules[schedule];
    const struct mz_characterisation *c;

    if (!m->characterisation)
        return false;
    c = at(p, m->characterisation);
    if (!c->sleeps || m->end > length)
        return false;
    for (uint32_t k = m->end; k < length; k++)
        if (x->events[k].thread == c->e.thread)
            return false;
    return true;
}

static struct mz_follower follower(const struct pop *p,
                                   const struct mz_execution *x, uint32_t k)
{
    const struct mz_event *e = &x->events[k];

    return (struct mz_follower){
        .event = e,
        .more = x->accesses + e->more,
        .kind = e->kind,
        .value = e->value,
        .key = {p->marks.numbers[k], e->thread},
        .position = k,
        .previous = p->hb.previous[k],
        .clock = mz_happens_before_clock(&p->hb, k),
    };
}

/* What has followed a schedule up to a length. */
static void followers_of(struct pop *p, const struct mz_execution *x,
                         uint32_t schedule, uint32_t length)
{
    mz_sleep_check_begin(&p->check);
    for (uint32_t k = p->marks.schedules[schedule].start; k < length; k++)
        if (p->marks.of[k] != schedule + 1) {
            struct mz_follower f = follower(p, x, k);

            mz_sleep_check_add(&p->check, &f);
        }
}

/* Line 13: is this what a schedule that sleeps would end with? */
static bool is_asleep(struct pop *p, const struct mz_execution *x,
                      const struct mz_event *pending)
{
    struct mz_pop_schedule *s = &p->schedule;
    uint32_t n = x->length;
    struct mz_follower last;

    mz_pop_schedule_of_pending(s, &p->hb, x, pending,
                               mz_outcome_now(&p->hb, x, pending));
    last = (struct mz_follower){
        .event = pending,
        .more = x->accesses + pending->more,
        .kind = s->kind,
        .value = pending->value,
        .key = {number_after(p, x, pending->thread, s->previous),
                pending->thread},
        .position = n,
        .previous = s->previous,
        .clock = s->clock,
    };
    for (uint32_t i = p->marks.count; i-- > 0;) {
        const struct mz_characterisation *c =
            at(p, p->marks.schedules[i].characterisation);

        if (!is_active(p, x, i, n) ||
            !mz_sleep_check_concerns(&p->check, c, &last))
            continue;
        followers_of(p, x, i, n);
        mz_sleep_check_add(&p->check, &last);
        if (mz_sleep_check_blocks(&p->check, c, p->check.count - 1))
            return true;
    }
    return false;
}

/* The schedule begun last of which something may sleep, or NONE. */
static uint32_t last_active(const struct pop *p, const struct mz_execution *x)
{
    for (uint32_t i = p->marks.count; i-- > 0;)
        if (is_active(p, x, i, x->length))
            return i;
    return NONE;
}

static mz_tid try_thread(struct pop *p, const struct mz_execution *x,
                         const struct mz_enabled *enabled, mz_tid t)
{
    struct mz_event pending;

    if (!mz_tset_has(enabled->threads, t) ||
        (enabled->look(enabled, t, &pending) && is_asleep(p, x, &pending)))
        return MZ_NO_THREAD;
    return t;
}

/* Lines 13-15. Once e has been executed nothing sleeps any more, so its thread
 * goes first. */
static mz_tid choose_freely(struct pop *p, const struct mz_execution *x,
                            const struct mz_enabled *enabled)
{
    uint32_t active = last_active(p, x);
    mz_tid t = mz_path_default(enabled->threads, enabled);
    const struct mz_characterisation *c;

    if (active == NONE)
        return t;
    extend(p, x, x->length);
    c = at(p, p->marks.schedules[active].characterisation);
    if (try_thread(p, x, enabled, c->e.thread) != MZ_NO_THREAD)
        return c->e.thread;
    if (try_thread(p, x, enabled, t) != MZ_NO_THREAD)
        return t;
    for (mz_tset rest = enabled->threads; rest; rest &= rest - 1)
        if (try_thread(p, x, enabled, mz_tset_first(rest)) != MZ_NO_THREAD)
            return mz_tset_first(rest);
    return MZ_NO_THREAD;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct pop *p = (struct pop *)chooser;
    struct step *s;

    check_step(p, x);
    if (p->algorithm.wrong)
        return MZ_NO_THREAD;
    mark_up_to(p, x->length);
    if (p->running == NONE)
        return choose_freely(p, x, enabled);
    s = running_step(p, false, MZ_NO_THREAD);
    if (!s || !mz_tset_has(enabled->threads, s->thread)) {
        p->algorithm.wrong = unforeseen;
        return MZ_NO_THREAD;
    }
    take_step(p, x, s);
    return s->thread;
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct pop *p = (struct pop *)chooser;
    struct step *s;

    check_step(p, x);
    mark_up_to(p, x->length);
    s = running_step(p, true, thread);
    if (!s)
        return 0;
    if (s->object >= bound) {
        p->algorithm.wrong = unforeseen;
        return 0;
    }
    take_step(p, x, s);
    return s->object;
}

/* ---- from frame to frame ------------------------------------------------- */

/* Makes the frame on top the one that is explored: line 12. */
static void begin(struct pop *p, struct mz_execution *x)
{
    struct frame *f = at(p, p->top);
    uint32_t below = needed(p, f->below), i;
    struct mz_marks *marks = &p->marks;

    if (below > f->base)
        save(p, f, x, below);
    cut_path(p, x, f->base);
    f->begun = true;
    f->needed = below < f->base ? below : f->base;
    p->from = f->base;
    p->weight = f->weight;
    for (i = marks->count; f->is_choice && i-- > 0;)
        if (marks->schedules[i].end > f->base)
            marks->schedules[i].end = NONE;
    i = marks->count++;
    marks->schedules[i] = (struct mz_marked){
        .start = f->base,
        .end = NONE,
        .characterisation = f->characterisation,
    };
    p->frame_of[i] = p->top;
    resume(p, x, i);
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct pop *p = (struct pop *)algorithm;

    if (!p->started) {
        p->started = true;
        x->length = 0;
        return true;
    }
    while (p->top) {
        struct frame *f = at(p, p->top);

        if (!f->begun) {
            begin(p, x);
            return !algorithm->wrong;
        }
        if (f->saved)
            restore(p, f, x);
        p->used = p->top;
        p->top = f->below;
    }
    return false;
}

/* ---- races --------------------------------------------------------------- */

static void note(struct pop *p, struct found found, uint32_t e)
{
    if (p->found_count == p->found_capacity) {
        p->algorithm.wrong = "too many races in one execution";
        return;
    }
    if (e < p->first_found)
        p->first_found = e;
    if (e > p->last_found)
        p->last_found = e;
    found.next = p->found_at[e];
    p->found[p->found_count] = found;
    p->found_at[e] = ++p->found_count;
}

/*
 * Def. 6, 7: no event is in a schedule but as its head, and e' is fresh: the
 * heads in between happen before it. This is the cheap part: the events of a
 * schedule must be in sigma, so that they happen before e' in any case.
 */
static bool may_be_parsimonious(const struct pop *p,
                                const struct mz_execution *x, uint32_t e,
                                uint32_t position)
{
    if (p->marks.of[e])
        return false;
    if (position >= p->hb.length)
        return true;
    for (uint32_t i = p->marks.count; i-- > 0;) {
        const struct mz_marked *m = &p->marks.schedules[i];
        uint32_t head = m->end - 1;

        if (m->start < e)
            break;
        if (head < position && !mz_happens_before(&p->hb, head,
                                                  x->events[head].thread,
                                                  position))
            return false;
    }
    return true;
}

/* Are all events of schedules between e and e' in sigma? */
static bool is_parsimonious(const struct pop *p,
                            const struct mz_pop_schedule *s)
{
    uint32_t next = 0, end = s->later.position;

    if (end > p->hb.length)
        end = p->hb.length;
    for (uint32_t k = s->e + 1; k < end; k++) {
        bool in_sigma = next < s->count && s->events[next] == k;

        if (p->marks.of[k] && !in_sigma)
            return false;
        next += in_sigma;
    }
    return true;
}

static void find_races(struct pop *p, const struct mz_execution *x,
                       const struct mz_later *later)
{
    struct mz_pop_schedules *all = &p->races;
    uint32_t e;

    mz_pop_schedules_begin(all, &p->hb, x, later);
    while ((e = mz_pop_schedules_next(all)) != MZ_NO_EVENT)
        if (may_be_parsimonious(p, x, e, later->position))
            note(p,
                 (struct found){
                     .position = later->position,
                     .thread = later->event->thread,
                     .kind = all->reversal.kind,
                     .value = all->reversal.value,
                 },
                 e);
    if (all->unsupported)
        p->algorithm.unsupported = all->unsupported;
}

/* Line 4, for each event that is new; and for those that are still blocked at
 * the end. */
static void find_all(struct pop *p, const struct mz_execution *x)
{
    for (uint32_t j = p->from; j < p->hb.length; j++) {
        uint32_t mark = p->marks.of[j];
        struct mz_later later = mz_later_event(x, j);

        if (later.event->kind == MZ_CHOOSE) {
            if (later.event->value + 1 < later.event->bound &&
                (!mark || frame_of(p, mark - 1)->is_choice))
                note(p, (struct found){.position = j, .kind = MZ_CHOOSE}, j);
        } else if (later.event->kind != MZ_JOIN &&
                   (!mark || j + 1 == p->marks.schedules[mark - 1].end)) {
            find_races(p, x, &later);
        }
    }
    for (mz_tset rest = x->waiting; rest; rest &= rest - 1) {
        struct mz_later later = mz_later_pending(x, mz_tset_first(rest));

        if (mz_op_blocks(later.event->kind))
            find_races(p, x, &later);
    }
}

/* ---- race reversal ------------------------------------------------------- */

/* The schedule's head, as it follows. */
static struct mz_follower head_of(const struct pop *p,
                                  const struct mz_pop_schedule *s)
{
    const struct mz_event *e = s->later.event;

    return (struct mz_follower){
        .event = e,
        .more = s->execution->accesses + e->more,
        .kind = s->kind,
        .value = s->value,
        .key = {number_after(p, s->execution, e->thread, s->previous),
                e->thread},
        .position = MZ_NO_EVENT,
        .previous = s->previous,
        .clock = s->clock,
    };
}

/* Line 7: UpdSeq(sigma, SSChar[E1]) = block? */
static bool is_blocked(struct pop *p, const struct mz_pop_schedule *s)
{
    const struct mz_execution *x = s->execution;
    struct mz_follower head = head_of(p, s);

    for (uint32_t i = p->marks.count; i-- > 0;) {
        const struct mz_characterisation *c =
            at(p, p->marks.schedules[i].characterisation);
        bool concerned;
        uint32_t from;

        if (!is_active(p, x, i, s->e))
            continue;
        concerned = mz_sleep_check_concerns(&p->check, c, &head);
        for (uint32_t k = 0; k < s->count && !concerned; k++) {
            struct mz_follower f = follower(p, x, s->events[k]);

            concerned = mz_sleep_check_concerns(&p->check, c, &f);
        }
        if (!concerned)
            continue;
        followers_of(p, x, i, s->e);
        from = p->check.count;
        for (uint32_t k = 0; k < s->count; k++) {
            struct mz_follower f = follower(p, x, s->events[k]);

            mz_sleep_check_add(&p->check, &f);
        }
        mz_sleep_check_add(&p->check, &head);
        if (mz_sleep_check_blocks(&p->check, c, from))
            return true;
    }
    return false;
}

static struct step step_of(const struct mz_event *e, enum mz_op kind)
{
    return (struct step){
        .thread = e->thread,
        .kind = kind,
        .mask = e->mask,
        .object = kind == MZ_CHOOSE ? e->value : e->object,
    };
}

/* Lines 8-12. */
static void push_schedule(struct pop *p, const struct mz_pop_schedule *s)
{
    struct frame *f = push_frame(p, s->e, s->count + 1);
    const struct mz_event *events = s->execution->events;

    if (!f)
        return;
    for (uint32_t k = 0; k < s->count; k++)
        steps_of(f)[k] =
            step_of(&events[s->events[k]], events[s->events[k]].kind);
    steps_of(f)[s->count] = step_of(s->later.event, s->kind);
    if (mz_characterisation_is_due(s)) {
        size_t size = mz_characterise(at(p, p->used), p->size - p->used, s,
                                      &p->marks);

        f->characterisation = push(p, size ? size : p->size);
    }
}

static void push_choice(struct pop *p, const struct mz_event *e, uint32_t at)
{
    struct frame *f = push_frame(p, at, 1);

    if (!f)
        return;
    f->is_choice = true;
    steps_of(f)[0] = step_of(e, MZ_CHOOSE);
    steps_of(f)[0].object++;
}

static void reverse(struct pop *p, const struct mz_execution *x, uint32_t e,
                    const struct found *found)
{
    struct mz_pop_schedule *s = &p->schedule;
    bool pending = found->position >= x->length;
    struct mz_later later = pending ? mz_later_pending(x, found->thread)
                                    : mz_later_event(x, found->position);

    if (found->kind == MZ_CHOOSE) {
        push_choice(p, later.event, e);
        return;
    }
    mz_pop_schedule_of(s, &p->hb, x, e, &later, found->kind, found->value);
    if (is_parsimonious(p, s) && !is_blocked(p, s))
        push_schedule(p, s);
}

/* Those with the longest E1 end on top. */
static void reverse_all(struct pop *p, const struct mz_execution *x)
{
    uint64_t below = p->top;
    unsigned count = 1;

    for (uint32_t e = p->first_found; e <= p->last_found && p->found_count;
         e++) {
        uint32_t i = p->found_at[e];

        p->found_at[e] = 0;
        for (; i && !p->algorithm.wrong; i = p->found[i - 1].next)
            reverse(p, x, e, &p->found[i - 1]);
    }
    p->found_count = 0;
    p->first_found = NONE;
    p->last_found = 0;
    for (uint64_t f = p->top; f != below; f = ((struct frame *)at(p, f))->below)
        count++;
    p->explored += p->weight / count;
    for (uint64_t f = p->top; f != below; f = ((struct frame *)at(p, f))->below)
        ((struct frame *)at(p, f))->weight = p->weight / count;
    if (p->check.unsupported)
        p->algorithm.unsupported = p->check.unsupported;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct pop *p = (struct pop *)algorithm;

    check_step(p, x);
    if (p->running != NONE && outcome != MZ_ERROR)
        algorithm->wrong = unforeseen;
    if (algorithm->wrong)
        return;
    mark_up_to(p, x->length);
    extend(p, x, mz_execution_racing(x));
    find_all(p, x);
    reverse_all(p, x);
}

static double explored(const struct mz_algorithm *algorithm)
{
    return ((const struct pop *)algorithm)->explored;
}

struct mz_algorithm *mz_pop_create(struct mz_arena *arena,
                                   const struct mz_execution *execution,
                                   const struct mz_algorithm_options *options)
{
    struct pop *p = mz_arena_take(arena, sizeof *p);
    size_t n = (size_t)execution->capacity + 1;

    p->algorithm = (struct mz_algorithm){
        .chooser = {choose, value},
        .next = next,
        .learn = learn,
        .explored = explored,
    };
    p->weight = 1;
    p->running = NONE;
    p->first_found = NONE;
    p->found_capacity = 8 * n;
    mz_happens_before_init(&p->hb, arena, execution, options->relation);
    p->marks.of = mz_arena_take(arena, n * sizeof *p->marks.of);
    p->marks.numbers = mz_arena_take(arena, n * sizeof *p->marks.numbers);
    p->marks.schedules = mz_arena_take(arena, n * sizeof *p->marks.schedules);
    p->frame_of = mz_arena_take(arena, n * sizeof *p->frame_of);
    p->found = mz_arena_take(arena, p->found_capacity * sizeof *p->found);
    p->found_at = mz_arena_take(arena, n * sizeof *p->found_at);
    mz_pop_schedule_init(&p->schedule, arena, execution->capacity);
    mz_sleep_check_init(&p->check, arena, &p->hb, &p->marks,
                        execution->capacity);
    p->size = (arena->capacity - arena->used) / 2;
    p->stack = mz_arena_take(arena, p->size);
    p->check.memory = p->stack;
    p->algorithm.cases = &p->check.cases;
    p->used = 8; /* so that no offset is 0 */
    return &p->algorithm;
}

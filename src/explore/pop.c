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

#include "explore/estimate.h"
#include "explore/path.h"
#include "pop/path.h"
#include "trace/outcome.h"

/* A race found, or a choice that has values left. */
struct found {
    uint32_t position; /* of e'; the execution's length: pending */
    mz_tid thread;     /* of e' */
    uint8_t kind;      /* of e' in the order that the schedule has */
    uint64_t value;    /* what e' finds there, if a compare-exchange */
    uint32_t next;     /* the next with the same e, plus one; 0: none */
};

enum { NONE = 0xffffffff, RACES = 4096 };

struct pop {
    struct mz_algorithm algorithm; /* first */
    struct mz_pop_path path;
    struct mz_sleep_check check;
    struct mz_pop_schedule schedule; /* scratch */
    struct mz_pop_waits waits;       /* scratch */
    struct found *found;
    uint32_t found_count, found_capacity;
    uint32_t *found_at;               /* [position of e]: in found, plus one */
    uint32_t first_found, last_found; /* positions of e */

    bool started;
    struct mz_estimate estimate;
    double share;     /* of all that is to be explored: how much is ours */
    uint64_t name;    /* of the execution at hand: made of the name of the one
                         whose race it reverses, and of which race that is */
    uint32_t frames;  /* how many it has led to */
    uint32_t from;    /* events are new from this position on */
    uint32_t running; /* of marks.schedules: under way, NONE: none */
    uint32_t left;    /* steps of it that are to come */
    uint32_t choices; /* how many of these are choices */
    uint32_t cursor;  /* no step before this one is to come */
    bool calm; /* no schedule is under way, and nothing sleeps any more */
    const struct mz_pop_step
        *taken;        /* NULL, or what was foreseen of the event */
    uint32_t taken_at; /* at this position */
};

/* ---- a schedule under way ------------------------------------------------ */

static struct mz_pop_frame *frame_of(const struct pop *p, uint32_t schedule)
{
    return mz_pop_frame(&p->path, p->path.frame_of[schedule]);
}

/* The step that comes next: a choice of that thread, or one that is no choice.
 * NULL: there is none. */
static struct mz_pop_step *next_step(struct pop *p, bool choice, mz_tid thread)
{
    struct mz_pop_frame *f;
    struct mz_pop_step *steps;

    if (p->running == NONE || (choice && !p->choices))
        return NULL;
    f = frame_of(p, p->running);
    steps = mz_pop_steps(f);
    while (p->cursor < f->steps && steps[p->cursor].done)
        p->cursor++;
    for (uint32_t i = p->cursor; i < f->steps; i++)
        if (!steps[i].done && (steps[i].kind == MZ_CHOOSE) == choice &&
            (!choice || steps[i].thread == thread))
            return &steps[i];
    return NULL;
}

static void set_done(struct pop *p, struct mz_pop_step *s)
{
    s->done = true;
    p->left--;
    p->choices -= s->kind == MZ_CHOOSE;
}

/* Compares the last event, if it was a step, with what was foreseen of it. */
static void check_step(struct pop *p, const struct mz_execution *x)
{
    uint32_t k = x->length;
    const struct mz_event *e = &x->events[k - 1];
    const struct mz_pop_step *s = p->taken;

    p->taken = NULL;
    if (!s || k != p->taken_at + 1)
        return;
    if (e->thread != s->thread ||
        !mz_outcome_is_as(p->path.hb.relation, s->kind, e->kind) ||
        e->object != (s->kind == MZ_CHOOSE ? MZ_NO_OBJECT : s->object) ||
        e->mask != s->mask)
        p->algorithm.wrong = mz_unforeseen;
}

/* Goes on with a schedule of which some events may have been executed. */
static void resume(struct pop *p, const struct mz_execution *x, uint32_t i)
{
    struct mz_pop_frame *f = frame_of(p, i);

    p->running = i;
    p->calm = false;
    p->cursor = 0;
    p->left = f->steps;
    p->choices = 0;
    for (uint32_t s = 0; s < f->steps; s++) {
        mz_pop_steps(f)[s].done = false;
        p->choices += mz_pop_steps(f)[s].kind == MZ_CHOOSE;
    }
    for (uint32_t k = p->path.marks.schedules[i].start; k < p->path.marked; k++)
        if (p->path.marks.of[k] == i + 1) {
            const struct mz_event *e = &x->events[k];

            set_done(p, next_step(p, e->kind == MZ_CHOOSE, e->thread));
        }
}

/* Goes on with a schedule that a choice in its midst has interrupted. */
static void resume_interrupted(struct pop *p, const struct mz_execution *x)
{
    for (uint32_t i = p->path.marks.count; i-- > 0;)
        if (p->path.marks.schedules[i].end == NONE)
            resume(p, x, i);
}

/* Notes that the step is what is executed next. */
static void take_step(struct pop *p, const struct mz_execution *x,
                      struct mz_pop_step *s)
{
    struct mz_marked *m = &p->path.marks.schedules[p->running];
    bool is_choice = s->kind == MZ_CHOOSE;

    p->taken = s;
    p->taken_at = x->length;
    set_done(p, s);
    mz_pop_mark(&p->path, x->length, p->running);
    if (p->left)
        return;
    m->end = x->length + 1;
    p->running = NONE;
    if (is_choice)
        resume_interrupted(p, x);
}

/* ---- what is executed next ----------------------------------------------- */

/* The characterisation of a schedule of which something may sleep, if it does
 * after the prefix of that length; or NULL. After e nothing does. */
static const struct mz_characterisation *active(const struct pop *p,
                                                const struct mz_execution *x,
                                                uint32_t schedule,
                                                uint32_t length)
{
    const struct mz_marked *m = &p->path.marks.schedules[schedule];

    if (m->end > length)
        return NULL;
    for (uint32_t k = m->end; k < length; k++)
        if (x->events[k].thread == m->sleeps_until)
            return NULL;
    return mz_pop_at(&p->path, m->characterisation);
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
        .key = {p->path.marks.numbers[k], e->thread},
        .position = k,
        .previous = p->path.hb.previous[k],
        .clock = mz_happens_before_clock(&p->path.hb, k),
    };
}

/* Lists what has followed a schedule up to a length and happens before `last`,
 * to which nothing else matters. */
static void followers_of(struct pop *p, const struct mz_execution *x,
                         uint32_t schedule, uint32_t length,
                         const struct mz_follower *last)
{
    const struct mz_marked *m = &p->path.marks.schedules[schedule];
    const struct mz_characterisation *c =
        mz_pop_at(&p->path, m->characterisation);

    mz_sleep_check_begin(&p->check);
    for (uint32_t k = m->start; k < length; k++) {
        bool own = p->path.marks.of[k] == schedule + 1;

        if (last->clock[x->events[k].thread] > k && (!own || c->tails)) {
            struct mz_follower f = follower(p, x, k);

            f.own = own;
            mz_sleep_check_add(&p->check, &f);
        }
    }
}

/* The head of a schedule, as a follower of others. */
static struct mz_follower head_of(const struct pop *p,
                                  const struct mz_pop_schedule *s)
{
    const struct mz_event *e = s->later.event;

    return (struct mz_follower){
        .event = e,
        .more = s->execution->accesses + e->more,
        .kind = s->kind,
        .value = s->value,
        .key =
            mz_key_after(&p->path.marks, s->execution, s->previous, e->thread),
        .position = MZ_NO_EVENT,
        .previous = s->previous,
        .clock = s->clock,
    };
}

/* Line 7: UpdSeq(sigma, SSChar[E1]) = block? */
static bool is_blocked(struct pop *p, struct mz_pop_schedule *s)
{
    const struct mz_execution *x = s->execution;
    struct mz_follower head = head_of(p, s);
    const struct mz_marks *marks = &p->path.marks;
    bool complete = false;

    for (uint32_t i = mz_sleeper_before(marks, marks->count); i-- > 0;
         i = mz_sleeper_before(marks, i)) {
        const struct mz_characterisation *c = active(p, x, i, s->e);
        bool concerned;
        uint32_t from;

        if (!c)
            continue;
        concerned = mz_sleep_check_concerns(&p->check, c, &head);
        for (uint32_t k = 0; k < s->count && !concerned; k++) {
            struct mz_follower f = follower(p, x, s->events[k]);

            concerned = mz_sleep_check_concerns(&p->check, c, &f);
        }
        if (!concerned)
            continue;
        if (!complete)
            mz_pop_schedule_complete(s);
        complete = true;
        followers_of(p, x, i, s->e, &head);
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

/* Line 13: is this what a schedule that sleeps would end with? */
static bool is_asleep(struct pop *p, const struct mz_execution *x,
                      const struct mz_event *pending)
{
    mz_pop_schedule_of_pending(&p->schedule, &p->path.hb, x, pending,
                               mz_outcome_now(&p->path.hb, x, pending));
    return is_blocked(p, &p->schedule);
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

/* Lines 13-15, where something sleeps. Nothing sleeps any more when each e has
 * been executed; so `first`, the thread of an e, goes first if it can. */
static mz_tid choose_awake(struct pop *p, const struct mz_execution *x,
                           const struct mz_enabled *enabled, mz_tid first)
{
    mz_tid t = mz_path_default(enabled->threads, enabled);

    mz_pop_extend(&p->path, x, x->length);
    if (try_thread(p, x, enabled, first) != MZ_NO_THREAD)
        return first;
    if (try_thread(p, x, enabled, t) != MZ_NO_THREAD)
        return t;
    for (mz_tset rest = enabled->threads; rest; rest &= rest - 1)
        if (try_thread(p, x, enabled, mz_tset_first(rest)) != MZ_NO_THREAD)
            return mz_tset_first(rest);
    return MZ_NO_THREAD;
}

static mz_tid choose_freely(struct pop *p, const struct mz_execution *x,
                            const struct mz_enabled *enabled)
{
    const struct mz_marks *marks = &p->path.marks;
    const struct mz_characterisation *last = NULL;

    for (uint32_t i = mz_sleeper_before(marks, marks->count); i-- > 0;
         i = mz_sleeper_before(marks, i)) {
        const struct mz_characterisation *c = active(p, x, i, x->length);

        if (!c)
            continue;
        if (last && c->e.thread != last->e.thread)
            return choose_awake(p, x, enabled, last->e.thread);
        last = c;
    }
    if (last && mz_tset_has(enabled->threads, last->e.thread))
        return last->e.thread; /* e itself is in no schedule */
    if (last)
        return choose_awake(p, x, enabled, last->e.thread);
    p->calm = true;
    return mz_path_default(enabled->threads, enabled);
}

static MZ_NOINLINE mz_tid choose_awhile(struct pop *p,
                                        const struct mz_execution *x,
                                        const struct mz_enabled *enabled)
{
    struct mz_pop_step *s;

    check_step(p, x);
    if (p->algorithm.wrong)
        return MZ_NO_THREAD;
    mz_pop_mark_none(&p->path, x->length);
    if (p->running == NONE)
        return choose_freely(p, x, enabled);
    s = next_step(p, false, MZ_NO_THREAD);
    if (!s || !mz_tset_has(enabled->threads, s->thread)) {
        p->algorithm.wrong = mz_unforeseen;
        return MZ_NO_THREAD;
    }
    take_step(p, x, s);
    return s->thread;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct pop *p = (struct pop *)chooser;

    return MZ_LIKELY(p->calm) ? mz_path_default(enabled->threads, enabled)
                              : choose_awhile(p, x, enabled);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct pop *p = (struct pop *)chooser;
    struct mz_pop_step *s;

    check_step(p, x);
    mz_pop_mark_none(&p->path, x->length);
    s = next_step(p, true, thread);
    if (!s)
        return 0;
    if (s->object >= bound) {
        p->algorithm.wrong = mz_unforeseen;
        return 0;
    }
    take_step(p, x, s);
    return s->object;
}

/* ---- from frame to frame ------------------------------------------------- */

static bool is_exhausted(struct pop *p)
{
    if (p->path.exhausted) {
        p->algorithm.wrong = "the schedules have outgrown the memory reserved";
        p->algorithm.outgrown = true;
    }
    return p->path.exhausted;
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct pop *p = (struct pop *)algorithm;
    struct mz_pop_path *path = &p->path;

    if (!p->started) {
        p->started = true;
        x->length = 0;
        return true;
    }
    while (path->top && mz_pop_frame(path, path->top)->begun) {
        const struct mz_pop_frame *f = mz_pop_frame(path, path->top);

        mz_estimate_add(&p->estimate, f->base, f->rank,
                        p->estimate.all - f->runs);
        mz_pop_end(path, x);
    }
    if (!path->top)
        return false;
    mz_pop_begin(path, x);
    mz_pop_frame(path, path->top)->runs = p->estimate.all;
    p->name = mz_pop_frame(path, path->top)->name;
    p->frames = 0;
    p->from = x->length;
    resume(p, x, path->marks.count - 1);
    return !is_exhausted(p);
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
    if (p->path.marks.of[e])
        return false;
    if (position >= p->path.hb.length)
        return true;
    for (uint32_t i = p->path.marks.count; i-- > 0;) {
        const struct mz_marked *m = &p->path.marks.schedules[i];
        uint32_t head = m->end - 1;

        if (m->start < e)
            break;
        if (head < position &&
            !mz_happens_before(&p->path.hb, head, x->events[head].thread,
                               position))
            return false;
    }
    return true;
}

/* Are all events of schedules between e and e' in sigma? */
static bool is_parsimonious(const struct pop *p,
                            const struct mz_pop_schedule *s)
{
    uint32_t next = 0, end = mz_later_end(&p->path.hb, &s->later);

    for (uint32_t k = s->e + 1; k < end; k++) {
        bool in_sigma = next < s->count && s->events[next] == k;

        if (p->path.marks.of[k] && !in_sigma)
            return false;
        next += in_sigma;
    }
    return true;
}

static void note_race(struct pop *p, const struct mz_reversal *r)
{
    note(p,
         (struct found){
             .position = r->later.position,
             .thread = r->later.event->thread,
             .kind = r->kind,
             .value = r->value,
         },
         r->e);
}

static bool is_in_parts(const struct mz_event *await,
                        const struct mz_event *later)
{
    return await->kind == MZ_AWAIT && await->object == later->object &&
           await->mask != later->mask;
}

static void find_races(struct pop *p, const struct mz_execution *x,
                       const struct mz_later *later)
{
    struct mz_pop_waits *all = &p->waits;
    struct mz_reversal *r = &all->reversal;
    uint32_t e;

    if (!mz_op_blocks(later->event->kind)) {
        uint32_t races[MZ_MAX_RACES];
        unsigned count = mz_race_find(&p->path.hb, x, later, races);

        for (unsigned i = 0; i < count; i++) {
            if (is_in_parts(&x->events[races[i]], later->event))
                p->algorithm.unsupported = mz_pop_in_parts;
            if (may_be_parsimonious(p, x, races[i], later->position) &&
                mz_pop_race_foresee(r, &p->path.hb, x, races[i], later))
                note_race(p, r);
        }
        return;
    }
    mz_pop_waits_begin(all, &p->path.hb, x, later);
    while ((e = mz_pop_waits_next(all)) != MZ_NO_EVENT)
        if (may_be_parsimonious(p, x, e, later->position))
            note_race(p, r);
    if (all->unsupported)
        p->algorithm.unsupported = all->unsupported;
}

/* Line 4, for each event that is new; and for those that are still blocked at
 * the end. */
static void find_all(struct pop *p, const struct mz_execution *x)
{
    for (uint32_t j = p->from; j < p->path.hb.length; j++) {
        uint32_t mark = p->path.marks.of[j];
        struct mz_later later = mz_later_event(x, j);

        if (later.event->kind == MZ_CHOOSE) {
            if (later.event->value + 1 < later.event->bound &&
                (!mark || frame_of(p, mark - 1)->is_choice))
                note(p, (struct found){.position = j, .kind = MZ_CHOOSE}, j);
        } else if (later.event->kind != MZ_JOIN &&
                   (!mark || j + 1 == p->path.marks.schedules[mark - 1].end)) {
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

static struct mz_pop_step step_of(const struct mz_event *e, enum mz_op kind)
{
    return (struct mz_pop_step){
        .thread = e->thread,
        .kind = kind,
        .mask = e->mask,
        .object = kind == MZ_CHOOSE ? e->value : e->object,
    };
}

static struct mz_pop_frame *push_frame(struct pop *p, uint32_t base,
                                       uint32_t steps)
{
    struct mz_pop_frame *f = mz_pop_push_frame(&p->path, base, steps);

    if (f)
        f->name = mz_hash_word(p->name, ++p->frames);
    return f;
}

/* Lines 8-12. */
static void push_schedule(struct pop *p, const struct mz_pop_schedule *s)
{
    struct mz_pop_frame *f = push_frame(p, s->e, s->count + 1);
    const struct mz_event *events = s->execution->events;

    if (!f)
        return;
    f->steps = 0;
    for (uint32_t k = 0; k < s->count; k++) {
        const struct mz_event *e = &events[s->events[k]];

        if (e->kind != MZ_JOIN) /* which is executed by itself */
            mz_pop_steps(f)[f->steps++] = step_of(e, e->kind);
    }
    mz_pop_steps(f)[f->steps++] = step_of(s->later.event, s->kind);
    if (mz_characterisation_is_due(s)) {
        size_t size =
            mz_characterise(mz_pop_at(&p->path, p->path.used),
                            p->path.size - p->path.used, s, &p->path.marks);

        f->characterisation = mz_pop_push(&p->path, size ? size : p->path.size);
    }
}

static bool is_within_schedule(const struct pop *p, uint32_t position)
{
    for (uint32_t i = p->path.marks.count; i-- > 0;) {
        const struct mz_marked *m = &p->path.marks.schedules[i];

        if (m->start < position && position < m->end)
            return true;
    }
    return false;
}

static void push_choice(struct pop *p, const struct mz_event *e, uint32_t at)
{
    struct mz_pop_frame *f = push_frame(p, at, 1);

    if (!f)
        return;
    f->is_choice = true;
    f->cuts = is_within_schedule(p, at);
    mz_pop_steps(f)[0] = step_of(e, MZ_CHOOSE);
    mz_pop_steps(f)[0].object++;
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
    mz_pop_schedule_of(s, &p->path.hb, x, e, &later, found->kind, found->value);
    if (is_parsimonious(p, s) && !is_blocked(p, s))
        push_schedule(p, s);
}

/* Those with the longest E1 end on top. */
static void reverse_all(struct pop *p, const struct mz_execution *x)
{
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
    if (p->check.unsupported)
        p->algorithm.unsupported = p->check.unsupported;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct pop *p = (struct pop *)algorithm;

    p->estimate.all++;
    check_step(p, x);
    if (p->running != NONE && outcome != MZ_ERROR)
        algorithm->wrong = mz_unforeseen;
    if (algorithm->wrong)
        return;
    mz_pop_mark_none(&p->path, x->length);
    mz_pop_extend(&p->path, x, mz_execution_racing(x));
    find_all(p, x);
    reverse_all(p, x);
    is_exhausted(p);
}

static uint64_t name(const struct mz_algorithm *algorithm)
{
    return ((const struct pop *)algorithm)->name;
}

/* Executions that are still to come, by estimate. */
static double to_come(const struct pop *p)
{
    double sum = 0;

    for (uint64_t at = p->path.top; at;) {
        const struct mz_pop_frame *f = mz_pop_frame(&p->path, at);

        if (!f->begun || f->runs == p->estimate.all) /* nothing of it was run */
            sum += mz_estimate_of(&p->estimate, f->base, f->rank);
        at = f->below;
    }
    return sum;
}

static double explored(const struct mz_algorithm *algorithm)
{
    const struct pop *p = (const struct pop *)algorithm;

    double all = p->estimate.all;

    return all ? p->share * all / (all + to_come(p)) : 0;
}

static size_t give(struct mz_algorithm *algorithm, const struct mz_execution *x,
                   void *task, size_t room)
{
    struct pop *p = (struct pop *)algorithm;
    double each = p->share / (p->estimate.all + to_come(p));
    size_t size = mz_pop_give(&p->path, x, task, room);

    if (size)
        p->share -= mz_pop_task_share(
            task, each * mz_estimate_of(&p->estimate, mz_pop_task_base(task),
                                        mz_pop_task_rank(task)));
    return size;
}

static void receive(struct mz_algorithm *algorithm, struct mz_execution *x,
                    const void *task)
{
    struct pop *p = (struct pop *)algorithm;

    p->started = true;
    p->estimate.all = 0;
    p->share = mz_pop_receive(&p->path, x, task);
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
        .give = give,
        .receive = receive,
        .name = name,
    };
    p->share = 1;
    p->running = NONE;
    p->first_found = NONE;
    p->found_capacity = RACES + 4 * n;
    p->found = mz_arena_take(arena, p->found_capacity * sizeof *p->found);
    p->found_at = mz_arena_take(arena, n * sizeof *p->found_at);
    mz_estimate_init(&p->estimate, arena, n);
    mz_pop_schedule_init(&p->schedule, arena, execution->capacity);
    mz_pop_path_init(&p->path, arena, execution, options->relation);
    mz_sleep_check_init(&p->check, arena, &p->path.hb, &p->path.marks,
                        execution->capacity);
    p->algorithm.cases = &p->check.cases;
    return &p->algorithm;
}

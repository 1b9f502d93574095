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
#include "pop/races.h"
#include "pop/sleepers.h"
#include "pop/under_way.h"

struct pop {
    struct mz_algorithm algorithm; /* first */
    struct mz_pop_path path;
    struct mz_pop_under_way under_way;
    struct mz_pop_sleepers sleepers;
    struct mz_pop_races races;
    struct mz_pop_schedule schedule; /* scratch */

    bool started;
    struct mz_estimate estimate;
    double share;    /* of all that is to be explored: how much is ours */
    uint64_t name;   /* of the execution at hand: made of the name of the one
                        whose race it reverses, and of which race that is */
    uint32_t frames; /* how many it has led to */
    uint32_t from;   /* events are new from this position on */
    bool planned; /* the frame on top was begun, and nothing of it was run */
};

/* ---- what is executed next ----------------------------------------------- */

static mz_tid try_thread(struct pop *p, const struct mz_execution *x,
                         const struct mz_enabled *enabled, mz_tid t)
{
    struct mz_event pending;

    if (!mz_tset_has(enabled->threads, t) ||
        (enabled->look(enabled, t, &pending) &&
         mz_pop_is_asleep(&p->sleepers, x, &pending)))
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
    MZ_EACH(rest, enabled->threads)
        if (try_thread(p, x, enabled, mz_tset_first(rest)) != MZ_NO_THREAD)
            return mz_tset_first(rest);
    return MZ_NO_THREAD;
}

static mz_tid choose_freely(struct pop *p, const struct mz_execution *x,
                            const struct mz_enabled *enabled)
{
    const struct mz_marks *marks = &p->path.marks;
    const struct mz_characterisation *last = NULL;

    for (uint32_t i = mz_sleeper_at(marks, x->length); i-- > 0;
         i = marks->schedules[i].sleeper_before) {
        const struct mz_characterisation *c =
            mz_pop_sleeper(&p->sleepers, x, i, x->length);

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
    /* No schedule is under way, and nothing sleeps any more. */
    p->algorithm.chooser.goes_by_default = true;
    return mz_path_default(enabled->threads, enabled);
}

/* Compares the last event, if it was a step, with what was foreseen of it. */
static void check_step(struct pop *p, const struct mz_execution *x)
{
    if (!mz_pop_is_as_foreseen(&p->under_way, x))
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
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
    if (!mz_pop_is_under_way(&p->under_way))
        return choose_freely(p, x, enabled);
    s = mz_pop_next_step(&p->under_way);
    if (!s || !mz_tset_has(enabled->threads, s->thread)) {
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
        return MZ_NO_THREAD;
    }
    mz_pop_take_step(&p->under_way, x, s);
    return s->thread;
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct pop *p = (struct pop *)chooser;

    return MZ_LIKELY(chooser->goes_by_default)
               ? mz_path_default(enabled->threads, enabled)
               : choose_awhile(p, x, enabled);
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct pop *p = (struct pop *)chooser;
    struct mz_pop_step *s;

    check_step(p, x);
    mz_pop_mark_none(&p->path, x->length);
    s = mz_pop_next_choice(&p->under_way, thread);
    if (!s)
        return 0;
    if (s->object >= bound) {
        p->algorithm.wrong = MZ_WRONG_UNFORESEEN;
        return 0;
    }
    mz_pop_take_step(&p->under_way, x, s);
    return s->object;
}

/* ---- from frame to frame ------------------------------------------------- */

static bool is_exhausted(struct pop *p)
{
    if (p->path.exhausted) {
        p->algorithm.wrong = MZ_WRONG_OUTGROWN_SCHEDULES;
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

        if (!f->is_outer)
            mz_estimate_add(&p->estimate, f->base, f->rank,
                            p->estimate.all - f->runs);
        mz_pop_end(path, x);
    }
    p->planned = path->top;
    if (!path->top)
        return false;
    mz_pop_begin(path, x);
    mz_pop_frame(path, path->top)->runs = p->estimate.all;
    p->name = mz_pop_frame(path, path->top)->name;
    p->frames = 0;
    p->from = x->length;
    p->algorithm.chooser.goes_by_default = false;
    x->returns = mz_pop_frame(path, path->top)->needed;
    mz_pop_resume(&p->under_way, x, path->marks.count - 1);
    return !is_exhausted(p);
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

        if (!mz_op_is_unplanned(e->kind)) /* which happens by itself */
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

static void push_choice(struct pop *p, const struct mz_event *e, uint32_t at)
{
    struct mz_pop_frame *f = push_frame(p, at, 1);

    if (!f)
        return;
    f->is_choice = true;
    mz_pop_steps(f)[0] = step_of(e, MZ_CHOOSE);
    mz_pop_steps(f)[0].object++;
}

static void reverse(struct pop *p, const struct mz_execution *x, uint32_t e,
                    const struct mz_pop_race *found)
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
    if (mz_pop_is_parsimonious(&p->path, s) &&
        !mz_pop_is_blocked(&p->sleepers, s))
        push_schedule(p, s);
}

/* Reverses the races, those with the shortest E1 first: so the frames with the
 * longest E1 end on top. */
static void reverse_all(struct pop *p, const struct mz_execution *x)
{
    struct mz_pop_races *all = &p->races;

    for (uint32_t e = all->first; e <= all->last && all->count; e++) {
        uint32_t i = all->found_at[e];

        all->found_at[e] = 0;
        for (; i && !p->algorithm.wrong; i = all->found[i - 1].next)
            reverse(p, x, e, &all->found[i - 1]);
    }
    mz_pop_races_forget(all);
    if (p->sleepers.check.unsupported)
        p->algorithm.unsupported = p->sleepers.check.unsupported;
}

/* Line 4. */
static void find_all(struct pop *p, const struct mz_execution *x)
{
    mz_pop_races_find(&p->races, x, p->from);
    if (p->races.too_many)
        p->algorithm.wrong = MZ_WRONG_MANY_RACES;
    if (p->races.unsupported)
        p->algorithm.unsupported = p->races.unsupported;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    struct pop *p = (struct pop *)algorithm;

    p->estimate.all++;
    p->planned = false;
    check_step(p, x);
    if (mz_pop_is_under_way(&p->under_way) &&
        !mz_outcome_breaks_off(outcome))
        algorithm->wrong = MZ_WRONG_UNFORESEEN;
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

/* How many executions are still to come, by estimate. */
static double to_come(const struct pop *p)
{
    double sum = 0;

    for (uint64_t at = p->path.top; at;) {
        const struct mz_pop_frame *f = mz_pop_frame(&p->path, at);

        if (!f->begun || (f->runs == p->estimate.all && !f->is_outer))
            /* nothing of it was run */
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

/* What waits; the last one only if it is not to go on. */
static size_t give_waiting(struct pop *p, const struct mz_execution *x,
                           void *task, size_t room, uint32_t stays)
{
    if (stays == MZ_REST)
        return p->path.waiting ? mz_pop_give(&p->path, x, task, room, 0) : 0;
    return stays + 1 < p->path.waiting
               ? mz_pop_give(&p->path, x, task, room, stays)
               : 0;
}

static size_t give(struct mz_algorithm *algorithm, const struct mz_execution *x,
                   void *task, size_t room, uint32_t stays)
{
    struct pop *p = (struct pop *)algorithm;
    double each = p->share / (p->estimate.all + to_come(p));
    bool planned = stays == MZ_REST && p->planned;
    size_t size = planned ? mz_pop_give_begun(&p->path, x, task, room)
                          : give_waiting(p, x, task, room, stays);

    if (size && planned)
        p->planned = false;
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
    p->planned = false;
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
    mz_estimate_init(&p->estimate, arena, n);
    mz_pop_schedule_init(&p->schedule, arena, execution->capacity);
    mz_pop_races_init(&p->races, arena, &p->path, execution->capacity);
    mz_pop_path_init(&p->path, arena, execution, options->relation);
    mz_pop_sleepers_init(&p->sleepers, arena, &p->path, execution->capacity);
    mz_pop_under_way_init(&p->under_way, &p->path);
    p->algorithm.cases = &p->sleepers.check.cases;
    return &p->algorithm;
}

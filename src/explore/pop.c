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
 *
 * Who goes on where no schedule is under way and nothing sleeps is by default
 * the thread that runs; a search that turns out to be large learns an order
 * (explore/learner.h).
 */
#include "explore/algorithm.h"

#include "explore/estimate.h"
#include "explore/learner.h"
#include "explore/path.h"
#include "pop/races.h"
#include "pop/sleepers.h"
#include "pop/under_way.h"

/* What it gives away, flat, 8-byte aligned: this; what was learnt, and how far
 * that has come (explore/learner.h); and tasks (pop/path.h), that which is to
 * be explored last first. Most have one task. Of a search that may begin anew
 * all goes in one; of one that is about to begin none. */
struct parcel {
    double share; /* of all that is to be explored, by estimate */
    uint64_t tasks;
};

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

    struct mz_learner learner;
    bool is_at_start; /* the first execution was planned, and not run */
    bool is_free; /* for the rest of this execution nothing is under way, and
                     nothing sleeps */
    bool planned; /* the frame on top was begun, and nothing of it was run */

    /* Tasks that came in one parcel, and were not begun. */
    const char *parcel;
    uint64_t tasks; /* their offsets in it, on the stack of the path */
    uint32_t left;  /* so many of them */
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

/* Line 13, where nothing sleeps. */
static mz_tid choose_any(struct pop *p, const struct mz_execution *x,
                         const struct mz_enabled *enabled)
{
    mz_tid t = mz_path_default(enabled->threads, enabled);

    if (!p->learner.order.length || enabled->yielding)
        return t;
    return mz_pop_order_choose(&p->learner.order, x, enabled->threads, t,
                               &p->algorithm.chooser.goes_on);
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
    p->is_free = true;
    p->algorithm.chooser.goes_by_default = !p->learner.order.length;
    return choose_any(p, x, enabled);
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

    return MZ_LIKELY(p->is_free) ? choose_any(p, x, enabled)
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

static bool has_more(const struct pop *p)
{
    return p->path.waiting || p->left;
}

static void note_whether_undecided(struct pop *p)
{
    p->algorithm.is_undecided = mz_learner_is_undecided(&p->learner);
}

static void learn_order(struct pop *p, const struct mz_execution *x,
                        enum mz_outcome outcome)
{
    if (MZ_LIKELY(p->learner.stage == MZ_STAGE_SETTLED))
        return;
    mz_learner_note(&p->learner, x, outcome, x->length - p->from, !has_more(p));
    note_whether_undecided(p);
}

/* The events that are to be replayed are all that is left of the last one. */
static void begin_execution(struct pop *p, struct mz_execution *x,
                            uint32_t returns)
{
    p->frames = 0;
    p->from = x->length;
    p->is_free = false;
    p->algorithm.chooser.goes_by_default = false;
    p->algorithm.chooser.goes_on = 0;
    mz_pop_order_cut(&p->learner.order, x->length);
    x->returns = returns;
}

/* From the first execution on. */
static void begin_anew(struct pop *p, struct mz_execution *x)
{
    p->path.floor = MZ_POP_FLOOR;
    mz_pop_forget(&p->path, x);
    mz_pop_under_way_init(&p->under_way, &p->path);
    mz_estimate_forget(&p->estimate);
    p->name = 0;
    p->left = 0;
    p->planned = false;
    mz_learner_begin_anew(&p->learner);
    p->is_at_start = true;
    p->algorithm.begins_anew = true;
    note_whether_undecided(p);
    begin_execution(p, x, 0);
}

/* ---- from task to task --------------------------------------------------- */

static uint64_t *tasks_of(const struct pop *p)
{
    return mz_pop_at(&p->path, p->tasks);
}

static void begin_task(struct pop *p, struct mz_execution *x)
{
    mz_pop_order_cut(&p->learner.order, 0);
    mz_pop_receive(&p->path, x, p->parcel + tasks_of(p)[--p->left]);
}

/* What is begun and has come to its end is dropped. False: nothing is left. */
static bool has_frame(struct pop *p, struct mz_execution *x)
{
    struct mz_pop_path *path = &p->path;

    while (path->top && mz_pop_frame(path, path->top)->begun) {
        const struct mz_pop_frame *f = mz_pop_frame(path, path->top);

        if (!f->is_outer)
            mz_estimate_add(&p->estimate, f->base, f->rank,
                            p->estimate.all - f->runs);
        mz_pop_order_cut(&p->learner.order, f->base);
        mz_pop_end(path, x);
    }
    if (!path->top && p->left)
        begin_task(p, x);
    return path->top;
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct pop *p = (struct pop *)algorithm;
    struct mz_pop_path *path = &p->path;

    algorithm->begins_anew = false;
    if (algorithm->stands && algorithm->is_undecided) {
        mz_learner_settle(&p->learner, has_more(p));
        note_whether_undecided(p);
    }
    if (!p->started) {
        p->started = p->is_at_start = true;
        x->length = 0;
        return true;
    }
    if (p->learner.is_anew) {
        begin_anew(p, x);
        return true;
    }
    p->planned = has_frame(p, x);
    if (!p->planned)
        return false;
    mz_pop_begin(path, x);
    mz_pop_frame(path, path->top)->runs = p->estimate.all;
    p->name = mz_pop_frame(path, path->top)->name;
    begin_execution(p, x, mz_pop_frame(path, path->top)->needed);
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
    p->planned = p->is_at_start = false;
    check_step(p, x);
    if (mz_pop_is_under_way(&p->under_way) && !mz_outcome_breaks_off(outcome))
        algorithm->wrong = MZ_WRONG_UNFORESEEN;
    if (algorithm->wrong)
        return;
    mz_pop_mark_none(&p->path, x->length);
    mz_pop_extend(&p->path, x, mz_execution_racing(x));
    find_all(p, x);
    reverse_all(p, x);
    if (!is_exhausted(p))
        learn_order(p, x, outcome);
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
    for (uint32_t i = 0; i < p->left; i++) {
        const char *task = p->parcel + tasks_of(p)[i];

        sum += mz_estimate_of(&p->estimate, mz_pop_task_base(task),
                              mz_pop_task_rank(task));
    }
    return sum;
}

static double explored(const struct mz_algorithm *algorithm)
{
    const struct pop *p = (const struct pop *)algorithm;

    double all = p->estimate.all;

    return all ? p->share * all / (all + to_come(p)) : 0;
}

/* ---- giving and receiving ------------------------------------------------ */

/* Of the parcel that has come, the i-th task. */
static size_t give_task(struct pop *p, uint32_t i, void *to, size_t room)
{
    const char *task = p->parcel + tasks_of(p)[i];
    size_t size = mz_pop_task_size(task);

    if (size > room)
        return 0;
    mz_copy(to, task, size);
    p->left--;
    for (; i < p->left; i++)
        tasks_of(p)[i] = tasks_of(p)[i + 1];
    return size;
}

/* What waits; the last one only if it is not to go on. Tasks that have come
 * have waited longest. */
static size_t give_waiting(struct pop *p, const struct mz_execution *x,
                           void *to, size_t room, uint32_t stays)
{
    bool is_rest = stays == MZ_REST;

    if (is_rest)
        stays = 0;
    if (stays + (is_rest ? 0 : 1) >= p->path.waiting + p->left)
        return 0;
    return stays < p->left
               ? give_task(p, stays, to, room)
               : mz_pop_give(&p->path, x, to, room, stays - p->left);
}

static bool begins(const struct pop *p)
{
    return p->learner.is_anew || p->is_at_start;
}

/* Returns how many bytes it takes; 0: there is no room. */
static size_t begin_parcel(const struct pop *p, struct parcel *to, size_t room)
{
    size_t learnt = room < sizeof *to
                        ? 0
                        : mz_learner_write(&p->learner, begins(p), to + 1,
                                           room - sizeof *to);

    return learnt ? sizeof *to + learnt : 0;
}

/* In one parcel; that of which nothing has been run, last. The stack stays as
 * it is. Returns its size; 0: there is no room. */
static size_t write_all(struct pop *p, const struct mz_execution *x,
                        struct parcel *to, size_t room)
{
    size_t used = begin_parcel(p, to, room), size = 1;
    uint32_t tasks = p->left + p->path.waiting + p->planned;

    if (!used)
        return 0;
    *to = (struct parcel){.share = p->share};
    if (begins(p))
        return used;
    for (uint32_t i = 0; i < tasks && size; i++) {
        char *at = (char *)to + used;

        if (i < p->left) {
            const char *task = p->parcel + tasks_of(p)[i];

            size = mz_pop_task_size(task);
            if (size > room - used)
                return 0;
            mz_copy(at, task, size);
        } else {
            size = i - p->left < p->path.waiting
                       ? mz_pop_write(&p->path, x, at, room - used, i - p->left)
                       : mz_pop_write_begun(&p->path, x, at, room - used);
        }
        used += size;
    }
    to->tasks = tasks;
    return size ? used : 0;
}

/* All at once: nothing is left. */
static size_t give_all(struct pop *p, const struct mz_execution *x, void *to,
                       size_t room)
{
    bool is_any = begins(p) || has_more(p) || p->planned;
    size_t size = is_any ? write_all(p, x, to, room) : 0;

    if (!size)
        return 0;
    p->learner.is_anew = p->is_at_start = p->planned = false;
    p->left = p->path.waiting = 0;
    p->path.top = 0;
    return size;
}

static size_t give_one(struct pop *p, const struct mz_execution *x,
                       struct parcel *to, size_t room, uint32_t stays)
{
    double each = p->share / (p->estimate.all + to_come(p));
    size_t used = begin_parcel(p, to, room), size;
    void *task = (char *)to + used;

    if (!used)
        return 0;
    if (stays == MZ_REST && p->planned)
        size = mz_pop_write_begun(&p->path, x, task, room - used);
    else
        size = give_waiting(p, x, task, room - used, stays);
    if (!size)
        return 0;
    if (stays == MZ_REST)
        p->planned = false;
    to->tasks = 1;
    to->share = each * mz_estimate_of(&p->estimate, mz_pop_task_base(task),
                                      mz_pop_task_rank(task));
    p->share -= to->share;
    return used + size;
}

/* A search that may begin anew is not divided. */
static size_t give(struct mz_algorithm *algorithm, const struct mz_execution *x,
                   void *task, size_t room, uint32_t stays)
{
    struct pop *p = (struct pop *)algorithm;

    if (stays == MZ_REST && (algorithm->is_undecided || p->is_at_start))
        return give_all(p, x, task, room);
    return algorithm->is_undecided ? 0 : give_one(p, x, task, room, stays);
}

static void receive(struct mz_algorithm *algorithm, struct mz_execution *x,
                    const void *task)
{
    struct pop *p = (struct pop *)algorithm;
    const struct parcel *parcel = task;
    size_t at = sizeof *parcel;

    p->started = true;
    p->planned = p->is_at_start = false;
    p->estimate.all = 0;
    p->share = parcel->share;
    /* Another worker's parcel is of the same search, and so is as settled. */
    at += mz_learner_take(&p->learner, parcel + 1);
    note_whether_undecided(p);
    p->path.floor = MZ_POP_FLOOR;
    mz_pop_forget(&p->path, x);
    p->parcel = task;
    p->left = 0;
    p->tasks = mz_pop_push(&p->path, parcel->tasks * sizeof(uint64_t));
    if (!p->tasks)
        return;
    p->path.floor = p->path.used;
    for (; p->left < parcel->tasks; at += mz_pop_task_size(p->parcel + at))
        tasks_of(p)[p->left++] = at;
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
    mz_learner_init(&p->learner, arena, execution->capacity, options->relation,
                    options->learns_order);
    note_whether_undecided(p);
    mz_estimate_init(&p->estimate, arena, n);
    mz_pop_schedule_init(&p->schedule, arena, execution->capacity);
    mz_pop_races_init(&p->races, arena, &p->path, execution->capacity);
    mz_pop_path_init(&p->path, arena, execution, options->relation);
    mz_pop_sleepers_init(&p->sleepers, arena, &p->path, execution->capacity);
    mz_pop_under_way_init(&p->under_way, &p->path);
    p->algorithm.cases = &p->sleepers.check.cases;
    return &p->algorithm;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "model.h"

#include <string.h>

static bool same_accesses(const struct mz_access *a, const struct mz_access *b,
                          unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (a[i].object != b[i].object || a[i].mask != b[i].mask ||
            a[i].kind != b[i].kind)
            return false;
    return true;
}

/* ---- the machines of a run ------------------------------------------------ */

/* The machine after the events of this run so far. */
static const struct mz_machine *here(const struct mz_model *model)
{
    return &model->machines[model->length];
}

/* How many further accesses an event has. */
static uint32_t more_of(const struct mz_event *e)
{
    return mz_op_is_local(e->kind) ? 0 : e->bound;
}

/* Where the further accesses of the next event are kept. */
static uint32_t next_more(const struct mz_model *model)
{
    const struct mz_event *last;

    if (!model->length)
        return 0;
    last = &model->events[model->length - 1];
    return last->more + more_of(last);
}

/* Goes on from here with a thread; the event is not part of the run yet. */
static struct mz_event step(struct mz_model *model, mz_tid t, uint32_t choice,
                            uint64_t before[MZ_SCRIPT_CODE])
{
    struct mz_machine *after = &model->machines[model->length + 1];
    uint32_t more = next_more(model);
    struct mz_event e;

    MZ_ASSERT(model->length < MZ_MODEL_EVENTS &&
              more + MZ_SCRIPT_CODE <= MZ_MODEL_ACCESSES);
    *after = *here(model);
    e = mz_machine_step(after, t, choice, model->accesses + more, before);
    e.more = more;
    return e;
}

static void add(struct mz_model *model, struct mz_event e)
{
    model->events[model->length++] = e;
}

/* ---- replay --------------------------------------------------------------- */

/* Is a recorded event another one than the machine's? */
static const char *differs(const struct mz_model *model,
                           const struct mz_event *now,
                           const struct mz_execution *x,
                           const struct mz_event *e)
{
    if (now->kind != e->kind || now->object != e->object ||
        now->mask != e->mask || now->bound != e->bound)
        return "replay of another operation than the recorded one";
    if (!same_accesses(model->accesses + now->more, x->accesses + e->more,
                       more_of(now)))
        return "replay of other accesses than the recorded ones";
    if (now->value != e->value)
        return "replay of another value than the recorded one";
    return NULL;
}

/* How many events of the last run are recorded at the beginning of this one.
 * What the machine did there it would do again: it is a value, which depends
 * on nothing but its steps. */
static uint32_t repeated(const struct mz_model *model,
                         const struct mz_execution *x)
{
    uint32_t i = 0;

    while (i < model->length && i < x->length &&
           model->events[i].thread == x->events[i].thread &&
           !differs(model, &model->events[i], x, &x->events[i]))
        i++;
    return i;
}

/* Executes a recorded event, and compares: values, too, as the runtime does. */
static const char *replay(struct mz_model *model, const struct mz_execution *x,
                          uint32_t at)
{
    uint64_t before[MZ_SCRIPT_CODE];
    const struct mz_machine *m = here(model);
    const struct mz_event *e = &x->events[at];
    mz_tid t = mz_script_thread(e->thread);
    struct mz_event now;
    const char *wrong;

    if (t >= MZ_SCRIPT_THREADS || !mz_group_has(mz_machine_enabled(m), t))
        return "replay of a thread that cannot go on";
    if (e->kind == MZ_CHOOSE && e->value >= mz_machine_outcomes(m, t))
        return "replay of a choice out of bounds";
    now = step(model, t, e->value, before);
    if (!(wrong = differs(model, &now, x, e)))
        add(model, now);
    return wrong;
}

/* ---- beyond what is recorded ----------------------------------------------- */

static void extend(struct mz_model *model, struct mz_execution *x, mz_tid t,
                   uint32_t choice)
{
    uint64_t before[MZ_SCRIPT_CODE];
    struct mz_event e = step(model, t, choice, before);
    const struct mz_access *more = model->accesses + e.more;
    uint32_t count = more_of(&e);

    add(model, e);
    e.more = count ? x->access_count : 0;
    MZ_ASSERT(x->access_count + count <= x->access_capacity);
    memcpy(x->accesses + x->access_count, more, count * sizeof *more);
    memcpy(x->before + x->access_count, before, count * sizeof *before);
    x->access_count += count;
    MZ_ASSERT(x->length < x->capacity);
    x->events[x->length++] = e;
}

/* MZ_NO_THREAD: none stands at a local operation. */
static mz_tid local_thread(const struct mz_machine *m, mz_group threads)
{
    for (; threads; threads &= threads - 1) {
        mz_tid t = mz_group_first(threads);

        if (mz_op_is_local(mz_machine_kind(m, t)))
            return t;
    }
    return MZ_NO_THREAD;
}

static mz_tset set_of(mz_group group)
{
    mz_tset set = MZ_TSET_EMPTY;

    for (; group; group &= group - 1)
        mz_tset_add(&set, mz_script_number(mz_group_first(group)));
    return set;
}

static void note_births(const struct mz_machine *m, struct mz_execution *x)
{
    x->born = set_of(m->born);
    x->thread_count = __builtin_popcountll(m->born);
    for (mz_group left = m->born; left; left &= left - 1) {
        mz_tid t = mz_group_first(left);

        x->births[mz_script_number(t)] = m->births[t];
    }
}

static const char *run_local(struct mz_model *model, struct mz_execution *x,
                             struct mz_chooser *chooser, mz_tid t)
{
    const struct mz_machine *m = here(model);
    uint32_t outcomes = mz_machine_outcomes(m, t);
    uint32_t choice = 0;

    note_births(m, x);
    if (mz_machine_kind(m, t) == MZ_CHOOSE)
        choice = chooser->value(chooser, x, mz_script_number(t), outcomes);
    if (choice >= outcomes)
        return "chose a value out of bounds";
    extend(model, x, t, choice);
    return NULL;
}

/* As events do where there are atomic blocks: see MZ_MACHINE_UNIVERSE. */
static void add_universe(struct mz_execution *x, struct mz_event *pending)
{
    MZ_ASSERT(x->access_count < x->access_capacity);
    x->before[x->access_count] = 0;
    x->accesses[x->access_count] =
        (struct mz_access){MZ_MACHINE_UNIVERSE, 0xff, MZ_READ};
    pending->more = x->access_count++;
    pending->bound = 1;
}

/* What one thread stands at, and the execution that it would be added to. */
struct sight {
    const struct mz_machine *machine;
    struct mz_execution *execution;
};

static bool look(const struct mz_enabled *enabled, mz_tid number,
                 struct mz_event *pending)
{
    const struct sight *sight = enabled->context;
    mz_tid t = mz_script_thread(number);
    struct mz_execution *x = sight->execution;

    *pending = mz_machine_pending(sight->machine, t);
    if (pending->object == MZ_NONE) { /* a block */
        struct mz_machine after = *sight->machine;

        *pending = mz_machine_step(&after, t, 0, x->accesses + x->access_count,
                                   x->before + x->access_count);
        pending->more = x->access_count;
        return true;
    }
    if (sight->machine->blocks) {
        add_universe(x, pending);
        x->access_count--;
    }
    return true;
}

static enum mz_outcome go_on(struct mz_model *model, struct mz_chooser *chooser,
                             struct mz_execution *x)
{
    enum mz_outcome outcome;
    mz_group threads;

    while ((threads = mz_machine_enabled(here(model))) && !model->wrong) {
        const struct mz_machine *m = here(model);
        struct sight sight = {m, x};
        struct mz_enabled enabled = {
            .threads = set_of(threads),
            .look = look,
            .context = &sight,
        };
        mz_tid t = local_thread(m, threads);

        if (x->length == x->capacity) {
            note_births(m, x);
            return MZ_CUT;
        }
        if (t != MZ_NO_THREAD) {
            model->wrong = run_local(model, x, chooser, t);
            continue;
        }
        enabled.waiting = set_of(m->born & ~m->ended & ~m->stuck & ~threads);
        enabled.running = x->length ? x->events[x->length - 1].thread : 0;
        note_births(m, x);
        t = chooser->choose(chooser, x, &enabled);
        if (t == MZ_NO_THREAD)
            return MZ_BLOCKED;
        t = mz_script_thread(t);
        if (t >= MZ_SCRIPT_THREADS || !mz_group_has(threads, t))
            model->wrong = "chose a thread that cannot go on";
        else
            extend(model, x, t, 0);
    }
    outcome = mz_machine_outcome(here(model));
    note_births(here(model), x);
    if (outcome != MZ_ERROR && chooser->ends_in_vain && !model->wrong &&
        chooser->ends_in_vain(chooser, x))
        return MZ_BLOCKED;
    return outcome;
}

static void forget(struct mz_execution *x)
{
    x->thread_count = 0;
    x->born = x->waiting = MZ_TSET_EMPTY;
    memset(x->births, 0xee, sizeof x->births);
    memset(x->pending, 0xee, sizeof x->pending);
    x->object_count = MZ_MACHINE_OBJECTS;
}

static void describe(const struct mz_machine *m, struct mz_execution *x)
{
    note_births(m, x);
    x->waiting = set_of(m->failed ? 0 : m->born & ~m->ended);
    MZ_EACH(left, x->waiting) {
        mz_tid t = mz_tset_first(left);

        x->pending[t] = mz_machine_pending(m, mz_script_thread(t));
        if (m->blocks && !mz_op_is_local(x->pending[t].kind))
            add_universe(x, &x->pending[t]);
    }
}

static enum mz_outcome run(struct mz_program *program,
                           struct mz_chooser *chooser, struct mz_execution *x)
{
    struct mz_model *model = (struct mz_model *)program;
    enum mz_outcome outcome;

    model->wrong = NULL;
    forget(x);
    x->universe = here(model)->blocks ? MZ_MACHINE_UNIVERSE : MZ_NONE;
    x->has_additions = mz_script_has(here(model)->script, MZ_SCRIPT_PLUS);
    model->length = model->kept = repeated(model, x);
    if (model->last == x && model->kept < x->length && model->kept < x->same)
        model->wrong = "events that are said to be the same are not";
    while (model->length < x->length && !model->wrong)
        model->wrong = replay(model, x, model->length);
    outcome = go_on(model, chooser, x);
    describe(here(model), x);
    x->same = x->length;
    model->last = x;
    return model->wrong ? MZ_ABANDONED : outcome;
}

void mz_model_init(struct mz_model *model, const struct mz_script *script)
{
    model->program = (struct mz_program){.run = run};
    model->wrong = NULL;
    model->last = NULL;
    model->length = model->kept = 0;
    mz_machine_start(&model->machines[0], script);
}

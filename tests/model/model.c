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

/* Executes a recorded event, and compares: values, too, as the runtime does. */
static const char *replay(struct mz_machine *m, const struct mz_execution *x,
                          uint32_t at)
{
    struct mz_access more[MZ_SCRIPT_CODE];
    uint64_t before[MZ_SCRIPT_CODE];
    const struct mz_event *e = &x->events[at];
    mz_tid t = mz_script_thread(e->thread);
    struct mz_event now;

    if (t >= MZ_SCRIPT_THREADS || !mz_group_has(mz_machine_enabled(m), t))
        return "replay of a thread that cannot go on";
    if (e->kind == MZ_CHOOSE && e->value >= mz_machine_outcomes(m, t))
        return "replay of a choice out of bounds";
    now = mz_machine_step(m, t, e->value, more, before);
    if (now.kind != e->kind || now.object != e->object || now.mask != e->mask ||
        now.bound != e->bound)
        return "replay of another operation than the recorded one";
    if (!mz_op_is_local(now.kind) &&
        !same_accesses(more, x->accesses + e->more, now.bound))
        return "replay of other accesses than the recorded ones";
    if (now.value != e->value)
        return "replay of another value than the recorded one";
    return NULL;
}

static void extend(struct mz_machine *m, struct mz_execution *x, mz_tid t,
                   uint32_t choice)
{
    struct mz_access more[MZ_SCRIPT_CODE];
    uint64_t before[MZ_SCRIPT_CODE];
    struct mz_event e = mz_machine_step(m, t, choice, more, before);

    if (!mz_op_is_local(e.kind) && e.bound) {
        MZ_ASSERT(x->access_count + e.bound <= x->access_capacity);
        memcpy(x->accesses + x->access_count, more, e.bound * sizeof *more);
        memcpy(x->before + x->access_count, before, e.bound * sizeof *before);
        e.more = x->access_count;
        x->access_count += e.bound;
    }
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

static const char *run_local(struct mz_machine *m, struct mz_execution *x,
                             struct mz_chooser *chooser, mz_tid t)
{
    uint32_t outcomes = mz_machine_outcomes(m, t);
    uint32_t choice = 0;

    note_births(m, x);
    if (mz_machine_kind(m, t) == MZ_CHOOSE)
        choice = chooser->value(chooser, x, mz_script_number(t), outcomes);
    if (choice >= outcomes)
        return "chose a value out of bounds";
    extend(m, x, t, choice);
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

static enum mz_outcome go_on(struct mz_model *model, struct mz_machine *m,
                             struct mz_chooser *chooser, struct mz_execution *x)
{
    mz_group threads;

    while ((threads = mz_machine_enabled(m)) && !model->wrong) {
        struct sight sight = {m, x};
        struct mz_enabled enabled = {
            .threads = set_of(threads),
            .look = look,
            .context = &sight,
        };
        mz_tid t = local_thread(m, threads);

        if (t != MZ_NO_THREAD) {
            model->wrong = run_local(m, x, chooser, t);
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
            extend(m, x, t, 0);
    }
    return mz_machine_outcome(m);
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
    struct mz_machine m;

    mz_machine_start(&m, model->script);
    model->wrong = NULL;
    forget(x);
    x->universe = m.blocks ? MZ_MACHINE_UNIVERSE : MZ_NONE;
    for (uint32_t i = 0; i < x->length && !model->wrong; i++)
        model->wrong = replay(&m, x, i);
    outcome = go_on(model, &m, chooser, x);
    describe(&m, x);
    return model->wrong ? MZ_ABANDONED : outcome;
}

void mz_model_init(struct mz_model *model, const struct mz_script *script)
{
    *model = (struct mz_model){.program = {.run = run}, .script = script};
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "unfold/few_switches.h"

void mz_few_switches_init(struct mz_few_switches *f, struct mz_arena *arena,
                          const struct mz_execution *x)
{
    size_t n = (size_t)x->capacity + 1;

    *f = (struct mz_few_switches){.search = 0};
    f->thread = mz_arena_take(arena, n * sizeof *f->thread);
    f->local = mz_arena_take(arena, n * sizeof *f->local);
    f->begins = mz_arena_take(arena, n * sizeof *f->begins);
    f->done = mz_arena_take(arena, n * sizeof *f->done);
    f->events = mz_arena_take(arena, n * sizeof *f->events);
    f->next_of_thread = mz_arena_take(arena, n * sizeof *f->next_of_thread);
    f->order = mz_arena_take(arena, n * sizeof *f->order);
    f->levels = mz_arena_take(arena, (n + 1) * sizeof *f->levels);
    f->failures = mz_arena_take(arena, MZ_FEW_FAILURES * sizeof *f->failures);
}

/* ---- the events ---------------------------------------------------------- */

static void put(struct mz_few_switches *f, const struct mz_extension *e,
                bool local, bool begins)
{
    uint32_t i = f->total++;

    f->thread[i] = e->thread;
    f->local[i] = local;
    f->begins[i] = begins;
    f->done[i] = false;
    f->events[i] = *e;
    mz_tset_add(&f->threads, e->thread);
    if (!local) {
        mz_tset_add(&f->moving, e->thread);
        f->steps[e->thread]++;
    }
}

/* Fills the lists from the last position to the first. */
static void link_threads(struct mz_few_switches *f)
{
    for (uint32_t i = f->total; i--;) {
        f->next_of_thread[i] = f->next[f->thread[i]];
        f->next[f->thread[i]] = i;
    }
}

static void begin(struct mz_few_switches *f, const struct mz_configuration *c,
                  const struct mz_extension *extension)
{
    f->count = f->total = 0;
    f->threads = f->moving = MZ_TSET_EMPTY;
    f->key = 0;
    f->search++;
    f->c = c;
    for (mz_tid t = 0; t < MZ_MAX_THREADS; t++) {
        f->next[t] = MZ_NONE;
        f->steps[t] = 0;
    }
    for (uint32_t i = 0; i < c->length; i++) {
        const struct mz_unfolded *e = mz_unfolded(c->structure, c->events[i]);

        put(f,
            &(struct mz_extension){e->thread, e->previous, mz_causes_of(e),
                                   e->cause_count},
            mz_op_is_local(e->kind), e->kind == MZ_BEGIN);
    }
    if (extension) /* what is planned is never local */
        put(f, extension, false, false);
    link_threads(f);
}

/* ---- forth and back ------------------------------------------------------ */

static bool is_done(const struct mz_few_switches *f, mz_node e)
{
    return !e || f->done[mz_unfolded(f->c->structure, e)->position];
}

static bool is_ready(const struct mz_few_switches *f, uint32_t i)
{
    const struct mz_extension *e = &f->events[i];

    for (uint32_t k = 0; k < e->cause_count; k++)
        if (!is_done(f, e->causes[k]))
            return false;
    return is_done(f, e->previous);
}

static uint64_t key_of(uint32_t position)
{
    return mz_hash_word(1, (uint64_t)position << 8);
}

static void take(struct mz_few_switches *f, uint32_t i)
{
    mz_tid t = f->thread[i];

    f->done[i] = true;
    f->order[f->count++] = i;
    f->key += key_of(i);
    f->next[t] = f->next_of_thread[i];
    if (f->next[t] == MZ_NONE)
        mz_tset_remove(&f->threads, t);
    if (!f->local[i] && !--f->steps[t])
        mz_tset_remove(&f->moving, t);
}

static void undo(struct mz_few_switches *f, uint32_t count)
{
    while (f->count > count) {
        uint32_t i = f->order[--f->count];
        mz_tid t = f->thread[i];

        f->done[i] = false;
        f->key -= key_of(i);
        f->next[t] = i;
        mz_tset_add(&f->threads, t);
        if (!f->local[i]) {
            f->steps[t]++;
            mz_tset_add(&f->moving, t);
        }
    }
}

/* The thread of a local operation that is ready, or MZ_NO_THREAD. Whoever
 * begins does so before its creator, and anybody else, goes on. */
static mz_tid local_thread(const struct mz_few_switches *f)
{
    mz_tid found = MZ_NO_THREAD;

    MZ_EACH(rest, f->threads) {
        mz_tid t = mz_tset_first(rest);
        uint32_t i = f->next[t];

        if (!f->local[i] || !is_ready(f, i))
            continue;
        if (f->begins[i])
            return t;
        if (found == MZ_NO_THREAD)
            found = t;
    }
    return found;
}

/* Takes all local operations that are ready: they cost nothing. */
static void take_local(struct mz_few_switches *f)
{
    mz_tid t;

    while ((t = local_thread(f)) != MZ_NO_THREAD)
        take(f, f->next[t]);
}

/* Takes all that a thread can do alone. */
static void take_block(struct mz_few_switches *f, mz_tid t)
{
    take_local(f);
    while (f->next[t] != MZ_NONE && is_ready(f, f->next[t])) {
        take(f, f->next[t]);
        take_local(f);
    }
}

/* ---- the search ---------------------------------------------------------- */

/* The failure that is remembered of going on after these events, the last of
 * them by `running`. */
static struct mz_few_failure *failure_of(const struct mz_few_switches *f,
                                         mz_tid running)
{
    uint64_t key = mz_hash_word(f->key, running);
    struct mz_few_failure *failure = &f->failures[key % MZ_FEW_FAILURES];

    if (failure->search != f->search || failure->key != key)
        *failure = (struct mz_few_failure){key, 0, f->search};
    return failure;
}

/* Each thread that has steps left will cost a switch at least; the running one,
 * too, as it could not go on. */
static bool is_hopeless(const struct mz_few_switches *f, uint32_t left)
{
    return mz_tset_count(f->moving) > left;
}

/* Goes on with a thread. Those that may come after it are still to be tried. */
static void enter(struct mz_few_switches *f, uint32_t depth, mz_tid t,
                  uint32_t left)
{
    struct mz_few_level *level = &f->levels[depth];

    take_block(f, t);
    level->running = t;
    level->count = f->count;
    level->rest = mz_tset_without(f->moving, t);
    if (is_hopeless(f, left) || failure_of(f, t)->left > left)
        level->rest = MZ_TSET_EMPTY;
}

static mz_tid next_ready(const struct mz_few_switches *f,
                         struct mz_few_level *level)
{
    while (mz_tset_some(level->rest)) {
        mz_tid t = mz_tset_first(level->rest);

        mz_tset_drop_first(&level->rest);
        if (is_ready(f, f->next[t]))
            return t;
    }
    return MZ_NO_THREAD;
}

static bool find(struct mz_few_switches *f, uint32_t most)
{
    uint32_t depth = 0;

    enter(f, 0, 0, most);
    while (f->count < f->total) {
        struct mz_few_level *level = &f->levels[depth];
        mz_tid t;

        undo(f, level->count);
        t = next_ready(f, level);
        if (t != MZ_NO_THREAD) {
            depth++;
            enter(f, depth, t, most - depth);
            continue;
        }
        failure_of(f, level->running)->left = most - depth + 1;
        if (depth-- == 0)
            return false;
    }
    return true;
}

bool mz_few_switches_find(struct mz_few_switches *f,
                          const struct mz_configuration *c,
                          const struct mz_extension *extension, uint32_t most)
{
    begin(f, c, extension);
    return find(f, most);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "explore/critical.h"

static struct mz_critical_search *search_of(void *chooser)
{
    return chooser; /* which is its first member */
}

static mz_tid choose(struct mz_chooser *chooser, const struct mz_execution *x,
                     const struct mz_enabled *enabled)
{
    struct mz_critical_search *c = search_of(chooser);
    struct mz_path *path = &c->path;
    uint32_t i = x->length;
    bool planned = i == path->planned_at;
    mz_tid t = mz_path_choose(path, x, enabled);

    if (!planned)
        path->nodes[i].backtrack = enabled->threads;
    if (c->follows)
        t = c->plan.chooser.choose(&c->plan.chooser, x, enabled);
    c->asked_at = i;
    c->asked = t;
    return t;
}

static uint32_t value(struct mz_chooser *chooser, const struct mz_execution *x,
                      mz_tid thread, uint32_t bound)
{
    struct mz_critical_search *c = search_of(chooser);

    if (!c->follows)
        return mz_path_value(&c->path, x);
    c->first[x->length] =
        c->plan.chooser.value(&c->plan.chooser, x, thread, bound);
    return c->first[x->length];
}

/* Who failed at its turn has left no event: others could have gone on. */
static bool plan_beside_failure(struct mz_critical_search *c,
                                struct mz_execution *x)
{
    uint32_t i = x->length;
    struct mz_path_node *node = &c->path.nodes[i];
    mz_tset rest;

    if (c->asked_at != i || c->asked == MZ_NO_THREAD)
        return false;
    mz_tset_add(&node->done, c->asked);
    rest = mz_tset_minus(mz_tset_minus(node->backtrack, node->done),
                         node->sleep.threads);
    if (!mz_tset_some(rest))
        return false;
    mz_path_plan(&c->path, x, i, mz_tset_first(rest));
    return true;
}

static bool was_chosen(const struct mz_execution *x, uint32_t i)
{
    return !mz_op_is_local(x->events[i].kind);
}

/* A prefix of the failing execution, the longest first, and a thread that could
 * have gone on there. */
static bool plan_sample(struct mz_critical_search *c, struct mz_execution *x)
{
    mz_tid t;

    while (!mz_tset_some(c->left)) {
        do {
            if (!c->kept)
                return false;
            c->kept--;
        } while (!was_chosen(x, c->kept));
        c->left = mz_tset_without(c->path.nodes[c->kept].backtrack,
                                  x->events[c->kept].thread);
    }
    t = mz_tset_first(c->left);
    mz_tset_remove(&c->left, t);
    mz_path_plan(&c->path, x, c->kept, t);
    return true;
}

static bool next(struct mz_algorithm *algorithm, struct mz_execution *x)
{
    struct mz_critical_search *c = search_of(algorithm);
    bool begins = !c->path.started;

    if (c->samples)
        return plan_sample(c, x);
    if (!begins && c->follows) {
        c->follows = false;
        c->length = c->kept = x->length;
        c->path.first_count = x->length;
    }
    if ((begins || !plan_beside_failure(c, x)) && !mz_path_next(&c->path, x))
        return false;
    if (x->length < c->kept)
        c->kept = x->length;
    c->asked_at = MZ_NONE;
    return true;
}

static void learn(struct mz_algorithm *algorithm, struct mz_execution *x,
                  enum mz_outcome outcome)
{
    (void)outcome;
    mz_path_catch_up(&search_of(algorithm)->path, x);
}

void mz_critical_sample(struct mz_critical_search *c)
{
    const struct mz_path_node *node = &c->path.nodes[c->kept];

    c->samples = true;
    c->left = mz_tset_minus(node->backtrack, node->done);
}

struct mz_critical_search *
mz_critical_create(struct mz_arena *arena, const struct mz_execution *execution,
                   const struct mz_algorithm_options *options,
                   const struct mz_plan_step *plan, uint32_t plan_length,
                   mz_tid then)
{
    struct mz_critical_search *c = mz_arena_take(arena, sizeof *c);
    struct mz_algorithm_options own = {
        .relation = options->relation,
        .sleep_sets = true,
        .preemptions = MZ_NO_BOUND,
        .context_switches = MZ_NO_BOUND,
    };

    *c = (struct mz_critical_search){
        .algorithm = {.chooser = {choose, value}, .next = next, .learn = learn},
        .follows = true,
        .asked_at = MZ_NONE,
    };
    c->first = mz_arena_take(arena,
                             ((size_t)execution->capacity + 1) *
                                 sizeof *c->first);
    mz_path_init(&c->path, arena, execution, &own);
    c->path.first = c->first;
    mz_replay_init(&c->plan, plan, plan_length, then);
    return c;
}

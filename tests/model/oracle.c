/* SPDX-License-Identifier: Apache-2.0 */
#include "oracle.h"

#include <stdlib.h>
#include <string.h>

/* Where the recursion stands: a machine and the execution that led to it. */
struct place {
    struct mz_machine machine;
    struct mz_canonical prefix;
};

struct enumeration {
    struct mz_oracle *oracle;
    struct mz_execution execution;
    struct mz_event events[MZ_SCRIPT_THREADS * MZ_SCRIPT_CODE];
    struct mz_access accesses[MZ_SCRIPT_THREADS * MZ_SCRIPT_CODE];
    uint64_t before[MZ_SCRIPT_THREADS * MZ_SCRIPT_CODE];
    uint64_t identities[MZ_SCRIPT_THREADS * MZ_SCRIPT_CODE];
};

/* The threads to branch on: one at a local operation alone, else all. */
static mz_group branches(const struct mz_machine *m)
{
    mz_group enabled = mz_machine_enabled(m);

    for (mz_group left = enabled; left; left &= left - 1) {
        mz_tid t = mz_group_first(left);

        if (mz_op_is_local(mz_machine_kind(m, t)))
            return mz_group_of(t);
    }
    return enabled;
}

static void note_kinds(struct enumeration *in, const struct mz_event *e)
{
    const struct mz_execution *x = &in->execution;
    uint32_t more = mz_op_is_local(e->kind) ? 0 : e->bound;

    in->oracle->kinds[e->kind] = true;
    for (uint32_t i = 0; i < more; i++)
        in->oracle->kinds[x->accesses[x->access_count + i].kind] = true;
}

static void note_signal(struct mz_oracle *oracle, const struct mz_event *e)
{
    mz_tid to = e->object - MZ_MACHINE_SENT;

    if (e->kind == MZ_RMW && e->object >= MZ_MACHINE_SENT &&
        e->object < MZ_MACHINE_ACTIONS && to != mz_script_thread(e->thread))
        oracle->signalled |= mz_group_of(to);
}

static void step(struct enumeration *in, struct place *to, mz_tid t,
                 uint32_t choice)
{
    struct mz_execution *x = &in->execution;
    struct mz_event *e = &x->events[x->length++];

    *e = mz_machine_step(&to->machine, t, choice, x->accesses + x->access_count,
                         x->before + x->access_count);
    e->more = x->access_count;
    in->oracle->chooses |= to->machine.chooses;
    note_kinds(in, e);
    note_signal(in->oracle, e);
    if (x->length > in->oracle->longest)
        in->oracle->longest = x->length;
    if (!mz_op_is_local(e->kind))
        x->access_count += e->bound;
    to->prefix = mz_canonical_add(to->prefix, in->oracle->relation, x,
                                  x->length - 1, in->identities);
}

static void undo(struct enumeration *in)
{
    struct mz_execution *x = &in->execution;

    x->access_count = x->events[--x->length].more;
}

static void end(struct mz_oracle *oracle, const struct place *place,
                uint64_t *found)
{
    enum mz_outcome outcome = mz_machine_outcome(&place->machine);
    struct mz_canonical trace = mz_canonical_end(place->prefix, outcome);
    uint32_t number = mz_canonical_set_add(&oracle->traces, trace);

    oracle->trace_count[outcome] += oracle->traces.times[number] == 1;
    found[outcome]++;
}

/* Has the future of this prefix been seen? Adds what it holds, if so. */
static bool recall(struct mz_oracle *oracle, struct mz_canonical prefix,
                   uint32_t *number, uint64_t *found)
{
    *number = mz_canonical_set_add(&oracle->prefixes, prefix);
    if (*number >= oracle->below_capacity) {
        oracle->below_capacity = 2 * *number + 1024;
        oracle->below = realloc(oracle->below,
                                oracle->below_capacity * sizeof *oracle->below);
    }
    if (oracle->prefixes.times[*number] == 1)
        return false;
    for (unsigned i = 0; i < MZ_ORACLE_OUTCOMES; i++)
        found[i] += oracle->below[*number][i];
    return true;
}

static bool enumerate(struct enumeration *in, const struct place *from,
                      uint64_t found[MZ_ORACLE_OUTCOMES]);

static bool enumerate_steps(struct enumeration *in, const struct place *from,
                            mz_group threads, uint64_t *found)
{
    for (; threads; threads &= threads - 1) {
        mz_tid t = mz_group_first(threads);
        uint32_t outcomes = mz_machine_outcomes(&from->machine, t);

        for (uint32_t choice = 0; choice < outcomes; choice++) {
            struct place to = *from;
            bool within;

            if (++in->oracle->steps > in->oracle->limit ||
                in->execution.length == MZ_COUNT(in->events))
                return false;
            step(in, &to, t, choice);
            within = enumerate(in, &to, found);
            undo(in);
            if (!within)
                return false;
        }
    }
    return true;
}

/* Adds the executions that go on from here to `found`. */
static bool enumerate(struct enumeration *in, const struct place *from,
                      uint64_t found[MZ_ORACLE_OUTCOMES])
{
    struct mz_oracle *oracle = in->oracle;
    mz_group threads = branches(&from->machine);
    uint64_t below[MZ_ORACLE_OUTCOMES] = {0};
    uint32_t number = 0;

    if (!threads) {
        end(oracle, from, found);
        return true;
    }
    if (oracle->memoise && recall(oracle, from->prefix, &number, found))
        return true;
    if (!enumerate_steps(in, from, threads, below))
        return false;
    if (oracle->memoise)
        memcpy(oracle->below[number], below, sizeof below);
    for (unsigned i = 0; i < MZ_ORACLE_OUTCOMES; i++)
        found[i] += below[i];
    return true;
}

bool mz_oracle_run(struct mz_oracle *oracle, const struct mz_script *script)
{
    struct enumeration in = {.oracle = oracle};
    struct place start = {0};

    in.execution.events = in.events;
    in.execution.accesses = in.accesses;
    in.execution.before = in.before;
    mz_canonical_set_clear(&oracle->traces);
    mz_canonical_set_clear(&oracle->prefixes);
    memset(oracle->trace_count, 0, sizeof oracle->trace_count);
    memset(oracle->interleavings, 0, sizeof oracle->interleavings);
    memset(oracle->kinds, 0, sizeof oracle->kinds);
    oracle->chooses = false;
    oracle->steps = oracle->longest = 0;
    oracle->signalled = 0;
    mz_machine_start(&start.machine, script);
    return enumerate(&in, &start, oracle->interleavings);
}

void mz_oracle_free(struct mz_oracle *oracle)
{
    mz_canonical_set_free(&oracle->traces);
    mz_canonical_set_free(&oracle->prefixes);
    free(oracle->below);
    oracle->below = NULL;
    oracle->below_capacity = 0;
}

uint64_t mz_oracle_sum(const uint64_t counts[MZ_ORACLE_OUTCOMES])
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < MZ_ORACLE_OUTCOMES; i++)
        sum += counts[i];
    return sum;
}

/* ---- is it a valid happens-before? --------------------------------------- */

/* Executes a visible operation. False: there is none. */
static bool step_visible(struct enumeration *in, struct place *place, mz_tid t)
{
    if (!mz_group_has(mz_machine_enabled(&place->machine), t) ||
        mz_op_is_local(mz_machine_kind(&place->machine, t)))
        return false;
    step(in, place, t, 0);
    return true;
}

/* Do the two events depend, counted from the last one back? */
static bool last_depend(const struct enumeration *in, unsigned i, unsigned j)
{
    const struct mz_execution *x = &in->execution;

    return mz_canonical_dependent(in->oracle->relation, x, x->length - 1 - i,
                                  x->length - 1 - j);
}

/* Whom an operation has brought to life again, with it. */
static bool begin_all(struct enumeration *in, struct place *place)
{
    while (place->machine.begins)
        step(in, place, mz_group_first(place->machine.begins), 0);
    return true;
}

/* Executes one operation and then the other. False: one is none that is
 * visible, or they depend. */
static bool step_both(struct enumeration *in, struct place *place, mz_tid p,
                      mz_tid q)
{
    struct mz_execution before = in->execution;
    bool independent =
        step_visible(in, place, p) && begin_all(in, place) &&
        step_visible(in, place, q) &&
        !mz_canonical_dependent(in->oracle->relation, &in->execution,
                                before.length, in->execution.length - 1) &&
        begin_all(in, place);

    in->execution = before;
    return independent;
}

static bool pair_commutes(struct enumeration *in, const struct place *from,
                          mz_tid p, mz_tid q)
{
    struct place pq = *from, qp = *from;

    /* An assertion that fails ends it all; that does not commute. */
    return !step_both(in, &pq, p, q) || pq.machine.failed ||
           (step_both(in, &qp, q, p) &&
            mz_machine_same(&pq.machine, &qp.machine));
}

/* `from` is the state after p. */
static bool still_depends(struct enumeration *in, const struct place *from,
                          mz_tid q, mz_tid r)
{
    struct mz_execution before = in->execution;
    struct place pr = *from, pqr = *from;
    bool valid = true;

    if (step_visible(in, &pr, r) && last_depend(in, 1, 0)) {
        in->execution = before;
        if (step_visible(in, &pqr, q) && !last_depend(in, 1, 0) &&
            step_visible(in, &pqr, r))
            valid = last_depend(in, 2, 0);
    }
    in->execution = before;
    return valid;
}

static bool all_still_depend(struct enumeration *in, const struct place *from,
                             mz_tid p)
{
    struct mz_execution before = in->execution;
    struct place after = *from;
    mz_group others;
    bool valid = true;

    if (!step_visible(in, &after, p))
        return true;
    others = mz_machine_enabled(&after.machine) & ~mz_group_of(p);
    for (mz_group i = others; i && valid; i &= i - 1)
        for (mz_group j = others; j && valid; j &= j - 1)
            valid =
                mz_group_first(i) == mz_group_first(j) ||
                still_depends(in, &after, mz_group_first(i), mz_group_first(j));
    in->execution = before;
    return valid;
}

static const char *invalid_here(struct enumeration *in,
                                const struct place *from, mz_group threads)
{
    for (mz_group i = threads; i; i &= i - 1) {
        mz_tid p = mz_group_first(i);

        /* Of threads that p gives birth to, what they do comes after it. */
        for (mz_group j = from->machine.born & ~from->machine.ended; j;
             j &= j - 1)
            if (mz_group_first(j) != p &&
                !pair_commutes(in, from, p, mz_group_first(j)))
                return "independent operations do not commute";
        if (!all_still_depend(in, from, p))
            return "dependent operations become independent by another one";
    }
    return NULL;
}

static const char *invalid_from(struct enumeration *in,
                                const struct place *from)
{
    mz_group threads = branches(&from->machine);
    const char *why = invalid_here(in, from, threads);

    mz_canonical_set_add(&in->oracle->prefixes, from->prefix);
    for (; threads && !why; threads &= threads - 1) {
        mz_tid t = mz_group_first(threads);
        uint32_t outcomes = mz_machine_outcomes(&from->machine, t);

        for (uint32_t choice = 0; choice < outcomes && !why; choice++) {
            struct place to = *from;

            step(in, &to, t, choice);
            if (!mz_canonical_set_has(&in->oracle->prefixes, to.prefix))
                why = invalid_from(in, &to);
            undo(in);
        }
    }
    return why;
}

const char *mz_oracle_invalid(enum mz_relation relation,
                              const struct mz_script *script)
{
    struct mz_oracle oracle = {.relation = relation};
    struct enumeration in = {.oracle = &oracle};
    struct place start = {0};
    const char *why;

    in.execution.events = in.events;
    in.execution.accesses = in.accesses;
    in.execution.before = in.before;
    mz_machine_start(&start.machine, script);
    why = invalid_from(&in, &start);
    mz_oracle_free(&oracle);
    return why;
}

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The algorithms against the oracle, on random scripts (DESIGN section 9).
 *
 *   test_oracle                                   as in CI; prints TAP
 *   test_oracle --seed N --count M [--mix NAME] [--algorithm NAME]
 *                                                 others, by hand
 *   test_oracle --script FILE                     this one; `-`: standard input
 *   test_oracle --cut --seed N --count M          with room for few events
 *   test_oracle --random N [--mix NAME]           prints the script of a seed
 *   test_oracle [--mix NAME] --emit N             a C program of N scripts, and
 *                                                 their counts (native.py)
 *   test_oracle --counts FILE                     those of this one (derived.py)
 *
 * A failure is shrunk, and printed with the command that shows it again. Seeds
 * tried by hand also tell which instructions were in how many of their scripts.
 */
#include "command.h"
#include "model.h"
#include "script_to_c.h"
#include "search.h"
#include "shrink.h"

#include <getopt.h>
#include <stdlib.h>
#include <string.h>

enum {
    CI_SEEDS = 6000,
    STEPS = 60000,      /* of the oracle, else a script is too large */
    TRACES = 1500,      /* the same */
    LARGE = 8,          /* of so many seeds one may have so large a script, */
    SMALLER = 10,       /* the others one that is so many times smaller */
    NAIVE = 3000,       /* interleavings, else naive is not run */
    FEW = 40,           /* traces, else what repeats them is not run */
    REPEATED = 1000,    /* executions of a search that may run a trace again and
                           again, else it is given up */
    ORDERED = 2000,     /* the same of one that has many graphs of a trace */
    EXECUTIONS = 40000, /* the same of others */
};

/* ---- the ways to search -------------------------------------------------- */

/* A search, and what it promises beyond visiting every trace. */
struct way {
    char name[32];
    const char *algorithm;
    bool sleep_sets;
    bool all;     /* every interleaving */
    bool once;    /* completes each trace once; else one relation will do */
    bool optimal; /* cuts no execution */
    bool divided; /* in parts */
    bool orders_all; /* of one trace there are many graphs */
    enum mz_learning learns; /* an order of threads */
    bool repeats; /* runs traces again and again: on small scripts only */
    uint32_t k;   /* of qpor */
};

enum { MOST_WAYS = 64, MOST_K = 3 };

static struct way ways[MOST_WAYS];
static unsigned way_count;

/* A further way to use an algorithm. */
static struct way *add_way(const struct mz_algorithm_entry *entry,
                           const char *suffix)
{
    struct way *way = &ways[way_count++];

    MZ_ASSERT(way_count <= MOST_WAYS);
    *way = (struct way){
        .algorithm = entry->name, .sleep_sets = true, .once = true};
    snprintf(way->name, sizeof way->name, "%s%s", entry->name, suffix);
    return way;
}

static void add_without_sleep_sets(const struct mz_algorithm_entry *entry)
{
    struct way *way = add_way(entry, ", all");

    way->sleep_sets = way->once = false;
    way->all = entry->reduction == MZ_REDUCTION_NONE;
}

static void add_partial(const struct mz_algorithm_entry *entry)
{
    for (uint32_t k = 1; k <= MOST_K; k++) {
        char suffix[16];

        snprintf(suffix, sizeof suffix, ", %u", k);
        add_way(entry, suffix)->k = k;
    }
}

/* Threads go on in an order that is learnt; or that is tried, and then dropped
 * in the midst or from the beginning on, or kept. A search may be put by at each
 * point of that. */
static void add_learning(const struct mz_algorithm_entry *entry)
{
    static const struct {
        const char *name;
        enum mz_learning learns;
        bool divided;
    } all[] = {
        {", learning", MZ_LEARN_AT_ONCE, false},
        {", learning, divided", MZ_LEARN_AT_ONCE, true},
        {", learning, on trial", MZ_LEARN_SOON, false},
        {", learning, on trial, divided", MZ_LEARN_SOON, true},
    };

    for (unsigned i = 0; i < MZ_COUNT(all); i++) {
        struct way *way = add_way(entry, all[i].name);

        way->optimal = entry->reduction == MZ_REDUCTION_OPTIMAL;
        way->learns = all[i].learns;
        way->divided = all[i].divided;
    }
}

/* What is accessed in any way is so in one order, of which graphs tell. */
static void add_ordered(const struct mz_algorithm_entry *entry)
{
    add_way(entry, ", ordered")->orders_all = true;
}

/* All that the registry says that they can. */
static void list_ways(void)
{
    for (size_t i = 0; i < mz_algorithm_count; i++) {
        const struct mz_algorithm_entry *entry = &mz_algorithms[i];
        bool optimal = entry->reduction == MZ_REDUCTION_OPTIMAL;

        if (mz_algorithm_samples(entry))
            continue; /* see test_sampling */
        if (mz_algorithm_can(entry, MZ_ABILITY_SLEEP_SETS))
            add_without_sleep_sets(entry);
        add_way(entry, "")->optimal = optimal;
        ways[way_count - 1].repeats = entry->reduction == MZ_REDUCTION_REPEATED;
        ways[way_count - 1].once = !ways[way_count - 1].repeats;
        if (mz_algorithm_can(entry, MZ_ABILITY_JOBS)) {
            add_way(entry, ", divided")->divided = true;
            ways[way_count - 1].optimal = optimal;
        }
        if (entry->create == mz_pop_create || entry->create == mz_trust_create)
            add_learning(entry);
        if (entry->create == mz_trust_create)
            add_ordered(entry);
        if (mz_algorithm_can(entry, MZ_ABILITY_K))
            add_partial(entry);
    }
}

static const char *only; /* NULL, or the one algorithm to try */

static bool is_tried(const struct way *way)
{
    return !only || !strcmp(way->algorithm, only);
}

/* ---- relations ----------------------------------------------------------- */

/* A set of relations, bit r for relation r. */
typedef unsigned relation_set;

enum { ALL_RELATIONS = (1 << MZ_RELATION_COUNT) - 1 };

static bool is_in(relation_set set, enum mz_relation relation)
{
    return set >> relation & 1;
}

static relation_set relations_of(const struct mz_script *script)
{
    relation_set share =
        mz_script_has(script, MZ_SCRIPT_PLUS) ? 1 << MZ_RELATION_RW : 0;

    return 1 << mz_model_relation(script) | 1 << MZ_RELATION_OBJECT |
           (mz_script_has(script, MZ_SCRIPT_ATOMIC) ? 0 : share);
}

/* Opaque outcomes for a share of the scripts that do not need them. */
static relation_set relations_of_seed(const struct mz_script *script,
                                      uint64_t seed)
{
    relation_set share = seed / MZ_MIX_COUNT % 8 ? 0 : 1 << MZ_RELATION_OPAQUE;

    return relations_of(script) | share;
}

/* ---- the verdict on a script --------------------------------------------- */

static struct mz_oracle oracles[MZ_RELATION_COUNT];

static bool consult_smaller(const struct mz_script *script, relation_set set,
                            unsigned divisor)
{
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++) {
        if (!is_in(set, r))
            continue;
        oracles[r].relation = r;
        oracles[r].memoise = true;
        oracles[r].limit = STEPS / divisor;
        if (!mz_oracle_run(&oracles[r], script) ||
            oracles[r].longest > MZ_ORACLE_EVENTS ||
            oracles[r].traces.count > TRACES / divisor)
            return false;
    }
    return true;
}

static bool consult_oracles(const struct mz_script *script, relation_set set)
{
    return consult_smaller(script, set, 1);
}

static bool same_counts(const uint64_t *a, const uint64_t *b)
{
    return !memcmp(a, b, MZ_ORACLE_OUTCOMES * sizeof *a);
}

static const char *compare_sets(const struct mz_canonical_set *have,
                                const struct mz_canonical_set *want, bool once)
{
    for (uint32_t i = 0; i < have->count; i++)
        if (!mz_canonical_set_has(want, have->entries[i]))
            return "visits a trace that is none of the script";
    if (have->count < want->count)
        return "misses traces";
    for (uint32_t i = 0; once && i < have->count; i++)
        if (have->times[i] > 1)
            return "completes a trace more than once";
    return NULL;
}

/* NULL: as the oracle says. */
static const char *judge(const struct way *way, const struct mz_search *search,
                         const struct mz_oracle *oracle)
{
    if (way->optimal && search->too_large)
        return "runs more executions than there can be traces";
    if (search->wrong || search->too_large || search->unsupported)
        return search->wrong;
    if (way->all && !same_counts(search->executions, oracle->interleavings))
        return "runs other than every interleaving";
    if (way->optimal && search->blocked)
        return "cuts an execution";
    if (!oracle->trace_count[MZ_ERROR])
        return compare_sets(&search->traces, &oracle->traces, way->once);
    return search->executions[MZ_ERROR] ? NULL : "misses the error";
}

/* Where a script fails, and how. */
struct failure {
    const struct way *way;
    enum mz_relation relation;
    const char *why; /* NULL: it does not */
};

struct totals {
    uint64_t scripts, traces, erroneous, deadlocked; /* traces */
    uint64_t executions, blocked, given_up, unsupported, put_by;
    uint64_t blocked_by_k[MOST_K + 1]; /* of qpor; 0: all the other ways */
    struct mz_cases cases;
    uint64_t having[MZ_SCRIPT_OP_COUNT]; /* scripts with this instruction */
    uint64_t of_kind[MZ_OP_COUNT]; /* scripts that execute such an operation */
};

static void count_script(struct totals *totals, const struct mz_script *script)
{
    const struct mz_oracle *oracle = &oracles[mz_model_relation(script)];

    totals->scripts++;
    totals->traces += oracle->traces.count;
    totals->erroneous += oracle->trace_count[MZ_ERROR] > 0;
    totals->deadlocked += oracle->trace_count[MZ_DEADLOCK];
    for (unsigned op = 0; op < MZ_SCRIPT_OP_COUNT; op++)
        totals->having[op] += mz_script_has(script, op);
    for (unsigned kind = 0; kind < MZ_OP_COUNT; kind++)
        totals->of_kind[kind] += oracle->kinds[kind];
}

static struct mz_search run_way(const struct way *way,
                                enum mz_relation relation,
                                const struct mz_script *script, uint32_t room)
{
    static struct mz_canonical_set traces; /* its memory is used again */
    struct mz_search search = {
        .algorithm = way->algorithm,
        .sleep_sets = way->sleep_sets,
        .relation = relation,
        .limit = way->all          ? UINT64_MAX
                 : way->optimal    ? 2 * TRACES
                 : way->orders_all ? ORDERED
                 : way->once       ? EXECUTIONS
                                   : REPEATED,
        .traces = traces,
        .divided = way->divided,
        .orders_all = way->orders_all,
        .learns_order = way->learns,
        .k = way->k,
        .room = room,
    };

    mz_search_run(&search, script);
    traces = search.traces;
    return search;
}

static void add_cases(struct mz_cases *sum, const struct mz_cases *cases)
{
    uint64_t *to = (uint64_t *)sum;
    const uint64_t *from = (const uint64_t *)cases;

    for (unsigned i = 0; i < sizeof *sum / sizeof *to; i++)
        to[i] += from[i];
}

static const char *try_way(const struct way *way, enum mz_relation relation,
                           const struct mz_script *script,
                           struct totals *totals)
{
    const struct mz_oracle *oracle = &oracles[relation];
    struct mz_search search;

    if (way->all && mz_oracle_sum(oracle->interleavings) > NAIVE) {
        totals->given_up++;
        return NULL;
    }
    if (way->repeats && oracle->traces.count > FEW)
        return NULL;
    search = run_way(way, relation, script, 0);
    totals->executions += mz_oracle_sum(search.executions);
    totals->blocked += search.blocked;
    totals->blocked_by_k[way->k] += search.blocked;
    totals->given_up += search.too_large;
    totals->unsupported += search.unsupported != NULL;
    totals->put_by += search.put_by;
    add_cases(&totals->cases, &search.cases);
    return judge(way, &search, oracle);
}

/* The oracles of these relations have been consulted. */
static struct failure try_all(const struct mz_script *script, relation_set set,
                              struct totals *totals)
{
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++)
        for (unsigned w = 0; w < way_count; w++) {
            const char *why = NULL;

            if (is_in(set, r) && is_tried(&ways[w]) &&
                is_in(mz_algorithm_find(ways[w].algorithm)->relations, r) &&
                (ways[w].once || r == mz_model_relation(script)))
                why = try_way(&ways[w], r, script, totals);
            if (why)
                return (struct failure){&ways[w], r, why};
        }
    count_script(totals, script);
    return (struct failure){0};
}

/* ---- a failure ----------------------------------------------------------- */

static bool fails_alike(const struct mz_script *script, void *context)
{
    const struct failure *failure = context;
    struct totals totals = {0};
    const char *why;

    if (!consult_oracles(script, 1 << failure->relation))
        return false;
    why = try_way(failure->way, failure->relation, script, &totals);
    return why && !strcmp(why, failure->why);
}

static void tell_failure(const char *command, struct mz_script *script,
                         struct failure *failure)
{
    printf("# %s, relation %s: %s\n", failure->way->name,
           mz_relation_names[failure->relation], failure->why);
    printf("#   %s\n", command);
    mz_command_print(script);
    mz_shrink(script, fails_alike, failure);
    consult_oracles(script, 1 << failure->relation);
    printf("#   shrunk, %u traces; test_oracle --script FILE:\n",
           oracles[failure->relation].traces.count);
    mz_command_print(script);
    fflush(stdout);
}

/* ---- random scripts ------------------------------------------------------ */

/* The first script of this seed that is small enough; consults the oracles.
 * Returns the relations to try. */
static relation_set draw(struct mz_script *script, enum mz_mix mix,
                         uint64_t seed)
{
    /* In turn within a mix, and for the first ones of all mixes. */
    bool is_large = (seed / MZ_MIX_COUNT + seed % MZ_MIX_COUNT) % LARGE == 0;
    unsigned divisor = is_large ? 1 : SMALLER;

    for (uint64_t attempt = 0;; attempt++) {
        relation_set set;

        mz_random_script(script, mix, seed + (attempt << 32));
        set = relations_of_seed(script, seed);
        if (consult_smaller(script, set, divisor))
            return set;
    }
}

static bool try_seed(enum mz_mix mix, uint64_t seed, struct totals *totals)
{
    struct mz_script script;
    struct failure failure;
    char command[128];
    relation_set set = draw(&script, mix, seed);

    failure = try_all(&script, set, totals);
    if (!failure.why)
        return true;
    snprintf(command, sizeof command, "test_oracle --mix %s --seed %llu",
             mz_mix_names[mix], (unsigned long long)seed);
    tell_failure(command, &script, &failure);
    return false;
}

/* What pop has put to sleep: Proposition 1. */
static void tell_cases(const struct mz_cases *c)
{
    printf("# asleep: %llu contained, %llu conflicting, inherited %llu, %llu, "
           "%llu, deeper %llu (same head %llu), %llu plain\n",
           (unsigned long long)c->contained, (unsigned long long)c->conflicting,
           (unsigned long long)c->inherited[0],
           (unsigned long long)c->inherited[1],
           (unsigned long long)c->inherited[2],
           (unsigned long long)c->inherited[3],
           (unsigned long long)c->inherited_same,
           (unsigned long long)c->reading);
}

static void tell_totals(const struct totals *t)
{
    printf("# %llu scripts, %llu traces, %llu deadlocked, %llu with an error, "
           "%llu executions, %llu blocked, %llu searches given up, "
           "%llu unsupported, %llu times the rest put by\n",
           (unsigned long long)t->scripts, (unsigned long long)t->traces,
           (unsigned long long)t->deadlocked, (unsigned long long)t->erroneous,
           (unsigned long long)t->executions, (unsigned long long)t->blocked,
           (unsigned long long)t->given_up, (unsigned long long)t->unsupported,
           (unsigned long long)t->put_by);
    tell_cases(&t->cases);
}

static void tell_instructions(const struct totals *t)
{
    for (unsigned op = 0; op < MZ_SCRIPT_OP_COUNT; op++)
        if (t->having[op])
            printf("#   %llu with %s\n", (unsigned long long)t->having[op],
                   mz_script_texts[op]);
}

/* Tries count seeds, each `stride` after the one before; stops at a failure. */
static bool try_seeds(enum mz_mix mix, uint64_t seed, uint64_t count,
                      uint64_t stride, struct totals *sum)
{
    struct totals totals = {0};
    bool good = true;

    for (uint64_t i = 0; i < count && good; i++)
        good = try_seed(mix, seed + i * stride, &totals);
    tell_totals(&totals);
    add_cases(&sum->cases, &totals.cases);
    for (unsigned kind = 0; kind < MZ_OP_COUNT; kind++)
        sum->of_kind[kind] += totals.of_kind[kind];
    for (unsigned op = 0; op < MZ_SCRIPT_OP_COUNT; op++)
        sum->having[op] += totals.having[op];
    for (unsigned k = 0; k <= MOST_K; k++)
        sum->blocked_by_k[k] += totals.blocked_by_k[k];
    return good;
}

/* Have all cases of Proposition 1 put something to sleep? (Inherited over three
 * schedules: in test_model.) */
static bool all_cases(const struct mz_cases *c)
{
    return c->contained && c->conflicting && c->inherited[0] &&
           c->inherited[1] && c->inherited_same && c->reading;
}

/* Do larger k block less? */
static bool blocks_less_by_k(const struct totals *t)
{
    for (unsigned k = 1; k <= MOST_K; k++)
        printf("# qpor, k = %u: %llu blocked\n", k,
               (unsigned long long)t->blocked_by_k[k]);
    return t->blocked_by_k[1] > t->blocked_by_k[2] &&
           t->blocked_by_k[2] >= t->blocked_by_k[3];
}

/* Of these the model has no instruction; tests/agree has programs. */
static bool is_no_instruction(enum mz_op kind)
{
    return kind == MZ_FUTEX_CHOSEN || kind == MZ_FUTEX_MOVED ||
           kind == MZ_FENCE || /* from here on see test_weak */
           kind == MZ_FUTEX_ENTER || kind == MZ_FUTEX_SLEEP ||
           kind == MZ_FUTEX_LEAVE || kind == MZ_FUTEX_CALL;
}

/* Has every other kind of operation occurred? Says in how many scripts. */
static bool all_kinds(const struct totals *t)
{
    bool good = true;

    for (unsigned kind = 0; kind < MZ_OP_COUNT; kind++) {
        printf("# %s: in %llu scripts\n", mz_op_names[kind],
               (unsigned long long)t->of_kind[kind]);
        good &= t->of_kind[kind] || is_no_instruction(kind);
    }
    return good;
}

/* The same of instructions. */
static bool all_instructions(const struct totals *t)
{
    bool good = true;

    for (unsigned op = 0; op < MZ_SCRIPT_OP_COUNT; op++) {
        printf("# %s: in %llu scripts\n", mz_script_texts[op],
               (unsigned long long)t->having[op]);
        good &= t->having[op] > 0;
    }
    return good;
}

static bool case_failed;

static void tell_case(unsigned number, const char *name, bool good)
{
    case_failed |= !good;
    printf("%sok %u - %s\n", good ? "" : "not ", number, name);
    fflush(stdout);
}

/* ---- the oracle itself --------------------------------------------------- */

static const char *compare_plain(const struct mz_script *script,
                                 struct mz_oracle *plain)
{
    const struct mz_oracle *memoised = &oracles[plain->relation];

    if (!mz_oracle_run(plain, script) ||
        !consult_oracles(script, 1 << plain->relation))
        return NULL;
    if (compare_sets(&plain->traces, &memoised->traces, false))
        return "memoising changes the traces";
    if (!same_counts(plain->interleavings, memoised->interleavings) ||
        !same_counts(plain->trace_count, memoised->trace_count))
        return "memoising changes the counts";
    return mz_oracle_invalid(plain->relation, script);
}

/* Do equal fingerprints mean equal traces, the tool's, too? With sleep sets
 * many traces come once, without them few come often. */
static const char *compare_fingerprints(const struct mz_script *script,
                                        enum mz_relation relation,
                                        bool sleep_sets)
{
    struct mz_search search = {
        .algorithm = "naive",
        .sleep_sets = sleep_sets,
        .relation = relation,
        .limit = sleep_sets ? 1000 : 40,
        .in_full = true,
    };
    const char *why = NULL;

    mz_search_run(&search, script);
    if (search.in_words.count != search.traces.count)
        why = "fingerprints are not as many as traces";
    else if (search.counted.count != search.traces.count)
        why = "--count-traces does not count traces";
    mz_search_free(&search);
    return why;
}

static bool check_oracle(void)
{
    struct mz_oracle plain = {.limit = 100000};
    const char *why = NULL;

    for (uint64_t seed = 0; seed < mz_command_count(1200) && !why; seed++) {
        struct mz_script script;

        draw(&script, seed % MZ_MIX_COUNT, seed);
        for (unsigned r = 0; r < MZ_RELATION_COUNT && !why; r++) {
            plain.relation = r;
            why = compare_plain(&script, &plain);
            if (!why)
                why = compare_fingerprints(&script, r, true);
            if (!why)
                why = compare_fingerprints(&script, r, false);
            if (why) {
                printf("# seed %llu: %s\n", (unsigned long long)seed, why);
                mz_command_print(&script);
            }
        }
    }
    mz_oracle_free(&plain);
    return !why;
}

/* ---- executions that are cut --------------------------------------------- */

/* What is found where there is room for so many events only: not all, but
 * nothing that there is not, and the search comes to its end. */
static const char *cut_short(const struct way *way, enum mz_relation relation,
                             const struct mz_script *script, uint32_t room,
                             uint64_t *cut)
{
    const struct mz_oracle *oracle = &oracles[relation];
    struct mz_search search = run_way(way, relation, script, room);

    *cut += search.cut;
    if (!search.cut)
        return judge(way, &search, oracle);
    if (search.wrong || search.unsupported)
        return search.wrong;
    if (search.too_large)
        return way->once ? "does not come to an end" : NULL;
    if (search.executions[MZ_ERROR] && !oracle->trace_count[MZ_ERROR])
        return "finds an error that there is not";
    for (uint32_t i = 0; i < search.traces.count; i++) {
        if (!mz_canonical_set_has(&oracle->traces, search.traces.entries[i]))
            return "visits a trace that is none of the script";
        if (way->once && search.traces.times[i] > 1)
            return "completes a trace more than once";
    }
    return NULL;
}

static bool cut_all_ways(const struct mz_script *script, uint64_t seed,
                         relation_set set, uint64_t *cut)
{
    enum mz_relation r = mz_model_relation(script);
    uint32_t longest = oracles[r].longest;
    uint32_t room = 1 + (uint32_t)(seed / MZ_MIX_COUNT % (longest + 1));

    if (!is_in(set, r) || oracles[r].traces.count > FEW)
        return true;
    for (unsigned w = 0; w < way_count; w++) {
        const char *why = NULL;

        if (is_tried(&ways[w]) &&
            is_in(mz_algorithm_find(ways[w].algorithm)->relations, r))
            why = cut_short(&ways[w], r, script, room, cut);
        if (!why)
            continue;
        printf("# seed %llu, %s, cut at %u: %s\n", (unsigned long long)seed,
               ways[w].name, room, why);
        mz_command_print(script);
        return false;
    }
    return true;
}

static bool check_cuts(uint64_t first, uint64_t count)
{
    uint64_t cut = 0;
    bool good = true;

    for (uint64_t seed = first; seed < first + count && good; seed++) {
        struct mz_script script;
        relation_set set = draw(&script, seed % MZ_MIX_COUNT, seed);

        good = cut_all_ways(&script, seed, set, &cut);
    }
    printf("# %llu executions were cut\n", (unsigned long long)cut);
    return good && cut;
}

/* ---- the commands -------------------------------------------------------- */

static int run_ci(void)
{
    struct totals totals = {0};
    unsigned number = 0;

    printf("1..%u\n", 2 + MZ_MIX_COUNT + (mz_command_is_whole() ? 4 : 0));
    tell_case(++number, "the oracle itself, and the relations", check_oracle());
    tell_case(++number, "what is found where executions are cut",
              check_cuts(0, mz_command_count(1200)));
    for (unsigned mix = 0; mix < MZ_MIX_COUNT; mix++)
        tell_case(++number, mz_mix_summaries[mix],
                  try_seeds(mix, mix,
                            mz_command_count(CI_SEEDS / MZ_MIX_COUNT *
                                             mz_mix_share(mix) / 100),
                            MZ_MIX_COUNT, &totals));
    if (!mz_command_is_whole())
        return case_failed; /* few scripts need not show what follows */
    tell_case(++number, "all that pop may put to sleep did sleep",
              all_cases(&totals.cases));
    tell_case(++number, "qpor blocks less with larger k",
              blocks_less_by_k(&totals));
    tell_case(++number, "every kind of operation has occurred",
              all_kinds(&totals));
    tell_case(++number, "every instruction is in some script",
              all_instructions(&totals));
    return case_failed;
}

static int run_seeds(int mix, uint64_t seed, uint64_t count)
{
    struct totals totals = {0};
    bool good = true;

    for (uint64_t i = 0; i < count; i++)
        good &= try_seed(mix < 0 ? (seed + i) % MZ_MIX_COUNT : (unsigned)mix,
                         seed + i, &totals);
    tell_totals(&totals);
    tell_instructions(&totals);
    all_kinds(&totals);
    return !good;
}

static void tell_search(const struct way *way, enum mz_relation relation,
                        const struct mz_search *s, const char *why)
{
    printf("%-6s %-10s traces %u, complete %llu, deadlocked %llu, "
           "assume-blocked %llu, errors %llu, blocked %llu%s%s\n",
           mz_relation_names[relation], way->name, s->traces.count,
           (unsigned long long)s->executions[MZ_COMPLETE],
           (unsigned long long)s->executions[MZ_DEADLOCK],
           (unsigned long long)s->executions[MZ_ASSUME_BLOCKED],
           (unsigned long long)s->executions[MZ_ERROR],
           (unsigned long long)s->blocked, why ? ": " : "", why ? why : "");
}

static bool run_and_tell(const struct way *way, enum mz_relation relation,
                         const struct mz_script *script)
{
    struct mz_search search = run_way(way, relation, script, 0);
    const char *why = judge(way, &search, &oracles[relation]);

    tell_search(way, relation, &search, why);
    return !why;
}

static int run_script(const struct mz_script *script)
{
    relation_set set = relations_of(script) | 1 << MZ_RELATION_OPAQUE;
    bool good = true;

    mz_script_print(script, stdout);
    if (!consult_oracles(script, set)) {
        fputs("test_oracle: too large\n", stderr);
        return 2;
    }
    for (unsigned r = 0; r < MZ_RELATION_COUNT; r++) {
        if (!is_in(set, r))
            continue;
        printf("%-6s %-10s traces %u, interleavings %llu\n",
               mz_relation_names[r], "oracle", oracles[r].traces.count,
               (unsigned long long)mz_oracle_sum(oracles[r].interleavings));
        for (unsigned w = 0; w < way_count; w++)
            if (is_tried(&ways[w]))
                good &= run_and_tell(&ways[w], r, script);
    }
    return !good;
}

static int run_file(const char *path)
{
    struct mz_script script;

    if (!mz_command_read(&script, path))
        return 2;
    return run_script(&script);
}

/* What the native checker must count when it is asked for this relation, as a
 * comment before the program. */
static void emit_counts(unsigned number, enum mz_relation asked,
                        const struct mz_oracle *oracle)
{
    const uint64_t *traces = oracle->trace_count;
    const uint64_t *all = oracle->interleavings;

    printf("// %u: %s executions %llu deadlocked %llu assume_blocked %llu "
           "naive %llu %llu %llu\n",
           number, mz_relation_names[asked],
           (unsigned long long)(traces[MZ_COMPLETE] + traces[MZ_DEADLOCK]),
           (unsigned long long)traces[MZ_DEADLOCK],
           (unsigned long long)traces[MZ_ASSUME_BLOCKED],
           (unsigned long long)(all[MZ_COMPLETE] + all[MZ_DEADLOCK]),
           (unsigned long long)all[MZ_DEADLOCK],
           (unsigned long long)all[MZ_ASSUME_BLOCKED]);
}

/* What plain enumeration finds: nothing else is run. */
static int run_counts(const char *path)
{
    struct mz_script script;
    struct mz_oracle oracle = {.memoise = true, .limit = UINT64_MAX};

    if (!mz_command_read(&script, path))
        return 2;
    oracle.relation = mz_model_relation(&script);
    mz_oracle_run(&oracle, &script);
    emit_counts(0, MZ_RELATION_ADD, &oracle);
    mz_oracle_free(&oracle);
    return 0;
}

static int run_random(int mix, uint64_t seed)
{
    struct mz_script script;

    draw(&script, mix < 0 ? seed % MZ_MIX_COUNT : (unsigned)mix, seed);
    mz_script_print(&script, stdout);
    return 0;
}

/* A join of a thread that is cancelled is two events there, which plain
 * enumeration tells. */
static bool joins_cancelled(const struct mz_script *script)
{
    return mz_script_has(script, MZ_SCRIPT_CANCEL) &&
           mz_script_has(script, MZ_SCRIPT_JOIN);
}

/* Who is never sent a signal there has nothing to look for. */
static bool all_are_signalled(const struct mz_script *script)
{
    mz_group named = 0;

    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++) {
            const struct mz_instruction *s = &script->threads[t].code[i];

            if (s->op == MZ_SCRIPT_KILL && s->number != t)
                named |= mz_group_of(s->number);
        }
    return !(named & ~oracles[mz_model_relation(script)].signalled);
}

/* Where additions do not commute, all of them do not. */
static bool adds_alike(const struct mz_script *script)
{
    for (unsigned t = 0; t < script->thread_count; t++)
        for (unsigned i = 0; i < script->threads[t].length; i++) {
            const struct mz_instruction *s = &script->threads[t].code[i];

            if (s->op == MZ_SCRIPT_PLUS &&
                !mz_script_adds(script, s->number, s->mask))
                return false;
        }
    return true;
}

/* Programs with assertions are judged by the model alone; and wakes that choose
 * of those with several masks, which are refused. */
static void draw_native(struct mz_script *script, int mix, unsigned number)
{
    for (uint64_t seed = number;; seed += 1000000) {
        draw(script, mix < 0 ? number % MZ_MIX_asserts : (unsigned)mix, seed);
        if (!mz_script_has(script, MZ_SCRIPT_TOGETHER) &&
            !mz_script_has(script, MZ_SCRIPT_LEAVE) &&
            !oracles[mz_model_relation(script)].chooses &&
            !joins_cancelled(script) && all_are_signalled(script) &&
            (mz_script_has(script, MZ_SCRIPT_ATOMIC) || adds_alike(script)))
            return;
    }
}

static int run_emit(int mix, unsigned count)
{
    mz_script_to_c_begin(stdout);
    for (unsigned i = 0; i < count; i++) {
        struct mz_script script;

        draw_native(&script, mix, i);
        emit_counts(i, MZ_RELATION_ADD, &oracles[mz_model_relation(&script)]);
        /* The runtime makes blocks depend on all from when it meets one; only
         * where reads commute does that not change what it counts before. */
        if (!mz_script_has(&script, MZ_SCRIPT_ATOMIC))
            emit_counts(i, MZ_RELATION_OBJECT, &oracles[MZ_RELATION_OBJECT]);
        mz_script_to_c(&script, i, stdout);
    }
    mz_script_to_c_end(count, stdout);
    return 0;
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"seed", required_argument, NULL, 's'},
        {"count", required_argument, NULL, 'c'},
        {"mix", required_argument, NULL, 'm'},
        {"algorithm", required_argument, NULL, 'a'},
        {"script", required_argument, NULL, 'f'},
        {"random", required_argument, NULL, 'r'},
        {"emit", required_argument, NULL, 'e'},
        {"counts", required_argument, NULL, 'd'},
        {"cut", no_argument, NULL, 'x'},
        {"log", no_argument, NULL, 'l'},
        {0},
    };
    uint64_t seed = 0, count = 0, random = UINT64_MAX;
    const char *file = NULL;
    bool cuts = false;
    int mix = -1;

    list_ways();
    for (int o; (o = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (o) {
        case 'm':
            mix = mz_command_mix(optarg);
            break;
        case 'a':
            only = optarg;
            break;
        case 'f':
            file = optarg;
            break;
        case 'r':
            random = strtoull(optarg, NULL, 0);
            break;
        case 'e':
            return run_emit(mix, strtoul(optarg, NULL, 0));
        case 'd':
            return run_counts(optarg);
        case 'x':
            cuts = true;
            break;
        case 'l':
            mz_search_log = stdout;
            break;
        default:
            if (!mz_command_seeds(o, &seed, &count))
                return 2;
        }
    if (file)
        return run_file(file);
    if (random != UINT64_MAX)
        return run_random(mix, random);
    if (cuts)
        return !check_cuts(seed, count);
    return count ? run_seeds(mix, seed, count) : run_ci();
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/strength.h"

#include <stdlib.h>
#include <string.h>

#include "cli/message.h"
#include "cli/transcript.h"
#include "report/narrator.h"
#include "report/refusal.h"

enum {
    MOST_CHECKS = 256,   /* of the program */
    MOST_TRIES = 200000, /* of choices that were not checked, for each check */
    MOST_OPEN = 4,       /* checks that have come to nothing */
};

/* What is one access in the source: some of the places. */
struct element {
    uint8_t role;
    uint8_t written, least, most; /* sets */
    uint8_t now, best;
    uint32_t partner; /* of a compare-exchange; MZ_NONE */
    struct mz_frame frame;
    bool has_frame;
};

/* That choice of orders is no good, and none that is stronger in none of its
 * elements. */
struct verdict {
    uint32_t count;
    struct ruled_out {
        uint32_t element;
        uint8_t set;
    } at[];
};

struct search {
    const struct mz_run *run;
    const struct mz_region *region; /* of the check that this began with */
    struct mz_report report;
    struct mz_narrator narrator;
    struct mz_report_strengths *found;
    bool is_to_relax;

    struct element elements[MZ_MAX_STRENGTHS];
    uint32_t count;
    uint32_t element_of[MZ_MAX_STRENGTHS]; /* [place] */

    struct verdict *verdicts[MOST_CHECKS + 1];
    uint32_t verdict_count;
    uint32_t open; /* checks that came to nothing */
    bool is_bounded; /* not all choices were looked at */

    unsigned best_cost, tries;
    bool has_choice;
};

/* ---- places and elements ------------------------------------------------- */

static bool is_same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool is_same_element(const struct element *e,
                            const struct mz_strength *place,
                            const struct mz_frame *frame)
{
    return e->has_frame && e->role == place->role &&
           e->written == mz_strength_set(place->role, place->written) &&
           e->frame.line == frame->line && e->frame.column == frame->column &&
           is_same_text(e->frame.file, frame->file);
}

static uint32_t find_element(const struct search *s,
                             const struct mz_strength *place,
                             const struct mz_frame *frame)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (is_same_element(&s->elements[i], place, frame))
            return i;
    return MZ_NONE;
}

static void set_range(const struct search *s, struct element *e, bool is_late)
{
    e->least = e->most = e->written;
    if (!s->is_to_relax)
        e->most = mz_strength_most(e->role);
    else if (!is_late)
        e->least = 0;
}

/* `is_late`: the program as it is does not come there. */
static uint32_t add_element(struct search *s, const struct mz_strength *place,
                            bool is_late)
{
    struct mz_frame frame = {0};
    bool has_frame = mz_strengths_place(&s->narrator, place, &frame) &&
                     frame.file && frame.line;
    uint32_t i = has_frame ? find_element(s, place, &frame) : MZ_NONE;
    struct element *e;

    if (i != MZ_NONE)
        return i;
    e = &s->elements[s->count];
    *e = (struct element){
        .role = place->role,
        .written = mz_strength_set(place->role, place->written),
        .partner = MZ_NONE,
        .frame = frame,
        .has_frame = has_frame,
    };
    e->now = e->written;
    set_range(s, e, is_late);
    return s->count++;
}

static bool is_same_place(const struct mz_strengths *in,
                          const struct mz_report_strengths *known, uint32_t a,
                          uint32_t b)
{
    const struct mz_strength *one = &in->at[a], *other = &known->at[b];

    return one->module == other->module && one->offset == other->offset &&
           one->role == other->role && one->written == other->written &&
           (one->partner == MZ_NONE ||
            in->at[one->partner].written == known->at[other->partner].written);
}

static uint32_t known_place(const struct search *s,
                            const struct mz_strengths *in, uint32_t place)
{
    for (uint32_t i = 0; i < s->found->count; i++)
        if (is_same_place(in, s->found, place, i))
            return i;
    return MZ_NONE;
}

static bool has_room(const struct search *s)
{
    return s->found->count + 2 <= MZ_MAX_STRENGTHS;
}

/* One that is new; of a compare-exchange both are. */
static void take_place(struct search *s, const struct mz_region *region,
                       uint32_t place, bool is_late)
{
    const struct mz_strengths *in = &region->settings.strengths;
    bool is_pair = in->at[place].partner != MZ_NONE;
    uint32_t first = s->found->count;

    for (unsigned i = 0; i < 1u + is_pair; i++) {
        struct mz_strength *to = &s->found->at[first + i];

        *to = in->at[place + i];
        to->counts = to->written;
        to->partner = is_pair ? first + !i : MZ_NONE;
        s->element_of[first + i] = add_element(s, to, is_late);
        if (!mz_region_has_same_modules(region, s->region))
            to->is_of_several = true; /* its address says nothing */
    }
    s->found->count += 1 + is_pair;
    if (is_pair) {
        s->elements[s->element_of[first]].partner = s->element_of[first + 1];
        s->elements[s->element_of[first + 1]].partner = s->element_of[first];
    }
}

/* Those that a check has met: all that were not known. False: there are too
 * many. */
static bool take_places(struct search *s, const struct mz_region *region,
                        bool is_late)
{
    const struct mz_strengths *in = &region->settings.strengths;

    for (uint32_t i = 0; i < in->count; i++) {
        if (in->at[i].role == MZ_STRENGTH_FAILURE ||
            known_place(s, in, i) != MZ_NONE)
            continue;
        if (!has_room(s))
            return false;
        take_place(s, region, i, is_late);
    }
    return !in->left_out;
}

/* ---- what is ruled out --------------------------------------------------- */

/* By an execution with an error, in which all orders were as chosen: none of
 * its accesses may be stronger; by a check that has come to nothing: none at
 * all. */
static struct verdict *new_verdict(const struct search *s,
                                   const struct mz_strengths *told)
{
    struct verdict *v = calloc(1, sizeof *v + s->count * sizeof v->at[0]);
    bool is_in[MZ_MAX_STRENGTHS] = {0};

    if (!v)
        mz_out_of_memory();
    for (uint32_t i = 0; told && i < told->count; i++) {
        uint32_t known = known_place(s, told, i);

        if (told->at[i].is_told && known != MZ_NONE)
            is_in[s->element_of[known]] = true;
    }
    for (uint32_t i = 0; i < s->count; i++)
        if (!told || is_in[i])
            v->at[v->count++] = (struct ruled_out){i, s->elements[i].now};
    return v;
}

static bool is_ruled_out(const struct search *s, const struct verdict *v)
{
    for (uint32_t i = 0; i < v->count; i++)
        if (s->elements[v->at[i].element].now & ~v->at[i].set)
            return false;
    return true;
}

static const struct verdict *find_verdict(const struct search *s)
{
    for (uint32_t i = 0; i < s->verdict_count; i++)
        if (is_ruled_out(s, s->verdicts[i]))
            return s->verdicts[i];
    return NULL;
}

/* ---- the least choice that is left --------------------------------------- */

/* First how many accesses are changed, then how strong they are; of what is to
 * be weak only that. A fence that is none is better than any. */
static unsigned cost_of(const struct search *s)
{
    unsigned cost = 0;

    for (uint32_t i = 0; i < s->count; i++) {
        const struct element *e = &s->elements[i];

        cost += (unsigned)__builtin_popcount(e->now);
        cost += e->role == MZ_STRENGTH_FENCE && e->now;
        if (!s->is_to_relax && e->now != e->written)
            cost += 8 * MZ_MAX_STRENGTHS;
    }
    return cost;
}

/* The failure of a compare-exchange is not to be stronger than its success, as
 * C11 has it, if the program has kept to that. */
static void raise(struct search *s, uint32_t element, uint8_t bit)
{
    struct element *e = &s->elements[element];

    e->now |= bit;
    if (bit & MZ_STRENGTH_IS_TOTAL)
        e->now |= mz_strength_most(e->role) & e->most;
    if (e->role == MZ_STRENGTH_FAILURE)
        s->elements[e->partner].now |=
            e->now & s->elements[e->partner].most;
}

static bool may_raise(const struct element *e, uint8_t set, uint8_t bit)
{
    uint8_t others = mz_strength_most(e->role) & ~MZ_STRENGTH_IS_TOTAL;

    if (!(e->most & bit) || set & bit)
        return false;
    return bit != MZ_STRENGTH_IS_TOTAL || (set & others) == others;
}

/* Goes on from the choice at hand to all that are stronger and not ruled out,
 * as long as they cost less than the best so far. */
static void find_choices(struct search *s)
{
    const struct verdict *v = find_verdict(s);
    unsigned cost = cost_of(s);

    if ((s->has_choice && cost >= s->best_cost) || s->tries++ >= MOST_TRIES)
        return;
    if (!v) {
        s->has_choice = true;
        s->best_cost = cost;
        for (uint32_t i = 0; i < s->count; i++)
            s->elements[i].best = s->elements[i].now;
        return;
    }
    for (uint32_t i = 0; i < v->count; i++) {
        struct element *e = &s->elements[v->at[i].element];
        struct element *partner =
            e->partner == MZ_NONE ? e : &s->elements[e->partner];
        uint8_t now = e->now, partners = partner->now;

        for (uint8_t bit = 1; bit <= MZ_STRENGTH_IS_TOTAL; bit <<= 1)
            if (may_raise(e, v->at[i].set, bit)) {
                raise(s, v->at[i].element, bit);
                find_choices(s);
                e->now = now;
                partner->now = partners;
            }
    }
}

/* False: there is none. */
static bool choose_least(struct search *s)
{
    s->has_choice = false;
    s->tries = 0;
    for (uint32_t i = 0; i < s->count; i++)
        s->elements[i].now = s->elements[i].least;
    find_choices(s);
    if (s->tries >= MOST_TRIES)
        s->is_bounded = true;
    for (uint32_t i = 0; s->has_choice && i < s->count; i++)
        s->elements[i].now = s->elements[i].best;
    return s->has_choice;
}

static void choose_most(struct search *s)
{
    for (uint32_t i = 0; i < s->count; i++)
        s->elements[i].now = s->elements[i].most;
}

static void conclude(struct search *s, enum mz_strengths_outcome outcome,
                     const char *why)
{
    s->found->outcome = outcome;
    s->found->why = why;
    s->found->is_least = outcome == MZ_STRENGTHS_FOUND && !s->is_bounded &&
                         !s->open;
}

/* ---- one check ----------------------------------------------------------- */

/* What is as it was is as it was written: consume, too. */
static void put_choice(struct search *s)
{
    for (uint32_t i = 0; i < s->found->count; i++) {
        const struct element *e = &s->elements[s->element_of[i]];
        struct mz_strength *place = &s->found->at[i];

        place->is_told = false;
        place->counts = e->now == e->written ? place->written
                                             : mz_strength_order(e->now);
    }
}

static bool check_once(struct search *s, struct mz_result *result)
{
    struct mz_run run = *s->run;
    struct mz_strengths *strengths = &run.settings.strengths;

    put_choice(s);
    strengths->count = s->found->count;
    memcpy(strengths->at, s->found->at,
           s->found->count * sizeof strengths->at[0]);
    run.settings.keep_going = run.settings.statistics = false;
    run.settings.critical = run.settings.simplest = false;
    run.shows_progress = run.verbose = false;
    run.lasts = 0;
    run.is_aside = true;
    s->found->checks++;
    *result = (struct mz_result){0};
    return mz_supervise(&run, result) == 0;
}

/* Has it met a place that is new, and so was as it is written, though it is
 * part of what was to be another? */
static bool was_other(const struct search *s, uint32_t known)
{
    for (uint32_t i = known; i < s->found->count; i++) {
        const struct element *e = &s->elements[s->element_of[i]];

        if (e->now != e->written)
            return true;
    }
    return false;
}

/* With the choice at hand. False: nothing is known. */
static bool check(struct search *s, struct mz_result *result)
{
    for (;;) {
        uint32_t known = s->found->count;

        if (!check_once(s, result)) {
            conclude(s, MZ_STRENGTHS_UNKNOWN, "a process could not be started");
            return false;
        }
        if (!take_places(s, result->region, true))
            conclude(s, MZ_STRENGTHS_UNKNOWN,
                     "there are too many accesses in the source");
        else if (result->was_stopped)
            conclude(s, MZ_STRENGTHS_UNKNOWN, "it was interrupted");
        else if (!was_other(s, known))
            return true;
        mz_transcript_release(result->region);
        if (s->found->outcome == MZ_STRENGTHS_UNKNOWN)
            return false;
    }
}

static const char *reason_of(const struct mz_result *result)
{
    static char why[MZ_MAX_MESSAGE + 64];
    const struct mz_region *region = result->region;

    if (result->verdict == MZ_VERDICT_INCOMPLETE)
        snprintf(why, sizeof why, "a check was incomplete (%s)",
                 region->limit ? mz_limit_names[region->limit]
                               : "not all was seen");
    else
        snprintf(why, sizeof why, "a check has come to nothing (%s)",
                 mz_refusal_message(region));
    return why;
}

static void note_verdict(struct search *s, const struct mz_region *region)
{
    s->verdicts[s->verdict_count++] =
        new_verdict(s, region ? &region->settings.strengths : NULL);
}

/* ---- the search ---------------------------------------------------------- */

static void conclude_verified(struct search *s, const struct mz_result *result,
                              const char *why)
{
    s->found->executions = result->region->progress.tally.executions;
    conclude(s, MZ_STRENGTHS_FOUND, why);
}

/* False: nothing more is to be checked. */
static bool learn(struct search *s, const struct mz_result *result)
{
    const struct mz_region *region = result->region;

    if (result->verdict == MZ_VERDICT_SAFE) {
        conclude_verified(s, result, s->found->why);
        return false;
    }
    if (result->verdict == MZ_VERDICT_ERROR && !region->findings[0].traced) {
        conclude(s, MZ_STRENGTHS_UNKNOWN,
                 "of an error it is not known by which accesses it came");
        return false;
    }
    if (result->verdict != MZ_VERDICT_ERROR) {
        s->found->why = reason_of(result);
        s->open++;
    }
    note_verdict(s, result->verdict == MZ_VERDICT_ERROR ? region : NULL);
    return true;
}

/* The strongest choice that there is. False: it is of no use to go on. */
static bool try_strongest(struct search *s, uint64_t *executions)
{
    struct mz_result result;
    bool is_verified;

    choose_most(s);
    if (!check(s, &result))
        return false;
    *executions = result.region->progress.tally.executions;
    is_verified = result.verdict == MZ_VERDICT_SAFE;
    if (!is_verified && learn(s, &result) && s->open)
        conclude(s, MZ_STRENGTHS_UNKNOWN, s->found->why);
    mz_transcript_release(result.region);
    return s->found->outcome != MZ_STRENGTHS_UNKNOWN;
}

/* The strongest is verified, and what is less was not shown to be: that is
 * told. */
static void settle_for_most(struct search *s, const char *why)
{
    choose_most(s);
    put_choice(s);
    s->is_bounded = true;
    conclude(s, MZ_STRENGTHS_FOUND, why);
}

/* ---- one after the other -------------------------------------------------*/

/* May the access do without that part of its order, as far as is known? The
 * failure of a compare-exchange is looked at before its success. */
static bool may_lower(const struct search *s, const struct element *e,
                      uint8_t bit)
{
    const struct element *partner =
        e->partner == MZ_NONE ? e : &s->elements[e->partner];

    if (!(e->now & ~e->least & bit))
        return false;
    if (bit != MZ_STRENGTH_IS_TOTAL && e->now & MZ_STRENGTH_IS_TOTAL)
        return false;
    return partner->role != MZ_STRENGTH_FAILURE || partner == e ||
           !(partner->now & bit);
}

/* Is the choice at hand verified? False, too, if it cannot be known. */
static bool is_verified(struct search *s, uint64_t *executions)
{
    struct mz_result result;
    bool is_safe;

    if (find_verdict(s) || !check(s, &result))
        return false;
    is_safe = result.verdict == MZ_VERDICT_SAFE;
    if (is_safe)
        *executions = result.region->progress.tally.executions;
    mz_transcript_release(result.region);
    return is_safe;
}

/* From the strongest choice, which is verified, down to one where no access
 * alone may be weaker. What an access needs among stronger ones it needs among
 * weaker ones, too: so each is looked at once. */
static void lower_each(struct search *s, bool is_failure, uint64_t *executions)
{
    for (uint32_t i = 0; i < s->count; i++)
        for (uint8_t bit = MZ_STRENGTH_IS_TOTAL; bit; bit >>= 1) {
            struct element *e = &s->elements[i];
            uint8_t now = e->now;

            if ((e->role == MZ_STRENGTH_FAILURE) != is_failure ||
                !may_lower(s, e, bit))
                continue;
            e->now &= ~bit;
            if (!is_verified(s, executions))
                e->now = now;
            if (s->found->outcome == MZ_STRENGTHS_UNKNOWN)
                return;
        }
}

/* What is told if the least choice would take too many checks. */
static void settle_for_less(struct search *s, uint64_t executions)
{
    choose_most(s);
    lower_each(s, true, &executions);
    if (s->found->outcome != MZ_STRENGTHS_UNKNOWN)
        lower_each(s, false, &executions);
    if (s->found->outcome == MZ_STRENGTHS_UNKNOWN)
        return;
    put_choice(s);
    s->is_bounded = true;
    s->found->executions = executions;
    conclude(s, MZ_STRENGTHS_FOUND, "too many checks would be needed");
}

/* ---- the search, to its end ----------------------------------------------*/

static void go_on(struct search *s, uint64_t executions)
{
    struct mz_result result;

    while (choose_least(s)) {
        bool goes_on;

        if (s->open > MOST_OPEN ||
            (s->open && s->found->checks >= MOST_CHECKS)) {
            s->found->executions = executions;
            settle_for_most(s, s->found->why);
            return;
        }
        if (s->found->checks >= MOST_CHECKS) {
            settle_for_less(s, executions);
            return;
        }
        if (!check(s, &result))
            return;
        goes_on = learn(s, &result);
        mz_transcript_release(result.region);
        if (!goes_on)
            return;
    }
    if (s->is_to_relax)
        conclude(s, MZ_STRENGTHS_UNKNOWN, "the checks contradict one another");
    else if (s->is_bounded)
        conclude(s, MZ_STRENGTHS_UNKNOWN, "too many choices would be needed");
    else
        conclude(s, MZ_STRENGTHS_NONE, NULL);
}

/* The error of the check that this began with is the first to be ruled out. */
static void repair(struct search *s)
{
    uint64_t executions = 0;

    for (uint32_t i = 0; i < s->count; i++)
        s->elements[i].now = s->elements[i].written;
    note_verdict(s, s->region);
    if (!choose_least(s)) {
        conclude(s, MZ_STRENGTHS_NONE, NULL);
        return;
    }
    if (try_strongest(s, &executions))
        go_on(s, executions);
}

/* Of the places of an element the first is told. */
static void keep_first_places(struct search *s)
{
    uint32_t first[MZ_MAX_STRENGTHS], count = 0;

    for (uint32_t i = 0; i < s->count; i++)
        first[i] = MZ_NONE;
    for (uint32_t i = 0; i < s->found->count; i++) {
        const struct mz_strength *place = &s->found->at[i];
        uint32_t *at = &first[s->element_of[i]];

        if (*at == MZ_NONE) {
            *at = count;
            s->found->at[count++] = *place;
        } else if (s->found->at[*at].address != place->address) {
            s->found->at[*at].is_of_several = true;
        }
    }
    s->found->count = count;
}

static void free_verdicts(struct search *s)
{
    for (uint32_t i = 0; i < s->verdict_count; i++)
        free(s->verdicts[i]);
}

/* ---- from a check -------------------------------------------------------- */

static bool has_told(const struct mz_result *result)
{
    return result->verdict == MZ_VERDICT_ERROR &&
           result->region->findings[0].traced && !result->was_stopped;
}

bool mz_strength_search(const struct mz_run *run,
                        const struct mz_result *result,
                        struct mz_report_strengths *found)
{
    static struct search s;

    if (result->was_stopped ||
        (result->verdict != MZ_VERDICT_SAFE && !has_told(result)))
        return false;
    s = (struct search){
        .run = run,
        .region = result->region,
        .report = {.region = result->region},
        .found = found,
        .is_to_relax = result->verdict == MZ_VERDICT_SAFE,
    };
    *found = (struct mz_report_strengths){.is_to_relax = s.is_to_relax};
    if (!mz_narrator_open(&s.narrator, &s.report))
        mz_out_of_memory();
    if (!take_places(&s, result->region, false))
        conclude(&s, MZ_STRENGTHS_UNKNOWN,
                 "there are too many accesses in the source");
    else if (s.is_to_relax)
        go_on(&s, result->region->progress.tally.executions);
    else
        repair(&s);
    keep_first_places(&s);
    mz_narrator_close(&s.narrator);
    free_verdicts(&s);
    return true;
}

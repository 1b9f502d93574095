/* SPDX-License-Identifier: Apache-2.0 */
/* The report for machines: one object. What `replay` needs is in it, too. */
#include <errno.h>
#include <inttypes.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "report/format.h"
#include "region/failing.h"
#include "report/hint.h"
#include "report/narrator.h"
#include "report/obstacles.h"
#include "report/refusal.h"
#include "report/sentence.h"
#include "report/statistics.h"
#include "report/steps.h"
#include "report/survey.h"

const char *const mz_verdict_names[MZ_VERDICTS] = {
    [MZ_VERDICT_SAFE] = "safe",
    [MZ_VERDICT_ERROR] = "error",
    [MZ_VERDICT_INCOMPLETE] = "incomplete",
    [MZ_VERDICT_UNSUPPORTED] = "unsupported",
    [MZ_VERDICT_FAILED] = "failed",
};

/* Text from a checked program need not be UTF-8; then bytes become '?'. */
static json_t *text(const char *string)
{
    const char *s = string ? string : "";
    json_t *value = json_string(s);
    char clean[MZ_PHRASE];
    size_t i = 0;

    if (value)
        return value;
    for (; s[i] && i + 1 < sizeof clean; i++)
        clean[i] = (signed char)s[i] < 0 ? '?' : s[i];
    clean[i] = 0;
    return json_string(clean);
}

static void set(json_t *object, const char *key, json_t *value)
{
    json_object_set_new(object, key, value);
}

static void set_hex(json_t *object, const char *key, uint64_t value)
{
    char digits[20];

    snprintf(digits, sizeof digits, "%016" PRIx64, value);
    set(object, key, json_string(digits));
}

static void set_place(json_t *object, const struct mz_frame *frame)
{
    set(object, "file", frame->file ? text(frame->file) : json_null());
    set(object, "line", json_integer(frame->line));
    set(object, "function",
        frame->function ? text(frame->function) : json_null());
}

static json_t *array_of(char *const *strings)
{
    json_t *array = json_array();

    for (; strings && *strings; strings++)
        json_array_append_new(array, text(*strings));
    return array;
}

/* ---- the account of the first error -------------------------------------- */

/* The number that a literal is; else its bits. */
static json_t *number(const char *literal, uint64_t bits)
{
    long long integer;
    double real;
    char *end;

    errno = 0;
    integer = strtoll(literal, &end, 10);
    if (!*end && !errno)
        return json_integer(integer);
    real = strtod(literal, &end);
    if (!*end && isfinite(real) && strpbrk(literal, ".e"))
        return json_real(real);
    return json_integer((json_int_t)bits);
}

/* `value` is what was read, or stored; `second` the operand, or what a store
 * found. Both as numbers, and as literals of the object's type. */
static void set_values(json_t *object, const struct mz_narrator *n,
                       const struct mz_step *step)
{
    char literal[MZ_PHRASE];

    set(object, "value", json_null());
    if (step->has_value & 1) {
        mz_narrator_value(n, step->address, step->size, step->value, literal);
        set(object, "value", number(literal, step->value));
        set(object, "value_text", text(literal));
    }
    if (step->has_value & 2) {
        mz_narrator_value(n, step->address, step->size, step->second, literal);
        set(object, "second", number(literal, step->second));
        set(object, "second_text", text(literal));
    }
}

static json_t *step_object(const struct mz_narrator *n,
                           const struct mz_step *step, uint64_t number)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    set(object, "step", json_integer(number));
    set(object, "thread", json_integer(step->thread));
    mz_narrator_thread_in(n, step->thread, step, phrase);
    set(object, "thread_name", text(phrase));
    if (step->preempts)
        set(object, "preempts", json_true());
    set(object, "operation", text(mz_action_names[step->action]));
    mz_narrator_step(n, step, phrase);
    set(object, "text", text(phrase));
    if (step->address) {
        mz_narrator_object(n, step->address, step->size, phrase);
        set(object, "object", text(phrase));
    } else {
        set(object, "object", json_null());
    }
    set_values(object, n, step);
    mz_narrator_place(n, step->pc, &frame);
    set_place(object, &frame);
    return object;
}

static json_t *trace_array(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->step_count; i++)
        json_array_append_new(array, step_object(n, &account->steps[i],
                                                 mz_steps_number(account, i)));
    return array;
}

static const char *role_name(unsigned role)
{
    switch ((enum mz_stack_role)role) {
    case MZ_STACK_OTHER:
        return "other";
    case MZ_STACK_ALLOCATED:
        return "allocated";
    case MZ_STACK_FREED:
        return "freed";
    case MZ_STACK_BLOCKED:
        return "blocked";
    default:
        return "failure";
    }
}

static json_t *stacks_array(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    struct mz_frame frames[MZ_FRAMES];
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->stack_count; i++) {
        const struct mz_stack *stack = &account->stacks[i];
        size_t count = mz_narrator_frames(n, stack, frames);
        json_t *object = json_object(), *list = json_array();

        set(object, "thread", json_integer(stack->thread));
        set(object, "role", json_string(role_name(stack->role)));
        for (size_t k = 0; k < count; k++) {
            json_t *frame = json_object();

            set_place(frame, &frames[k]);
            json_array_append_new(list, frame);
        }
        set(object, "frames", list);
        json_array_append_new(array, object);
    }
    return array;
}

static json_t *thread_or_null(unsigned thread)
{
    return thread == MZ_NOBODY ? json_null() : json_integer(thread);
}

/* What else a thread in a loop waits for. */
static json_t *also_array(const struct mz_narrator *n,
                          const struct mz_blocked_thread *blocked)
{
    json_t *array = json_array();
    char phrase[MZ_PHRASE];

    for (unsigned i = 0; i < blocked->also_count; i++) {
        mz_narrator_object(n, blocked->also[i], blocked->also_size[i], phrase);
        json_array_append_new(array, text(phrase));
    }
    return array;
}

static json_t *blocked_object(const struct mz_narrator *n,
                              const struct mz_blocked_thread *blocked,
                              const struct mz_frame *place)
{
    json_t *object = json_object();
    char phrase[MZ_PHRASE];

    set(object, "thread", json_integer(blocked->thread));
    mz_narrator_thread(n, blocked->thread, phrase);
    set(object, "thread_name", text(phrase));
    set(object, "operation", text(mz_action_names[blocked->action]));
    if (blocked->address) {
        mz_narrator_object(n, blocked->address, blocked->size, phrase);
        set(object, "object", text(phrase));
    }
    if (blocked->also_count)
        set(object, "also", also_array(n, blocked));
    if (blocked->action == MZ_ACTION_AWAIT) {
        mz_narrator_condition(n, blocked, phrase);
        set(object, "condition", text(phrase));
        mz_narrator_value(n, blocked->address, blocked->size, blocked->value,
                          phrase);
        set(object, "value", number(phrase, blocked->value));
    }
    set(object, "holder", thread_or_null(blocked->holder));
    set_place(object, place);
    return object;
}

static json_t *blocked_array(const struct mz_narrator *n)
{
    const struct mz_account *account = &n->report->region->account;
    json_t *array = json_array();

    for (uint32_t i = 0; i < account->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &account->blocked[i];
        struct mz_frame place = {0};

        mz_narrator_standing(n, blocked->thread, &place);
        json_array_append_new(array, blocked_object(n, blocked, &place));
    }
    return array;
}

/* Of a finding that has no account. */
static json_t *brief_blocked_array(const struct mz_narrator *n,
                                   const struct mz_finding *finding)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < finding->blocked_count; i++) {
        const struct mz_blocked_thread *blocked = &finding->blocked[i];
        struct mz_frame place = {0};

        mz_narrator_place(n, blocked->pc, &place);
        json_array_append_new(array, blocked_object(n, blocked, &place));
    }
    return array;
}

/* ---- errors -------------------------------------------------------------- */

static void set_other_side(json_t *object, const struct mz_narrator *n,
                           const struct mz_finding *finding)
{
    json_t *other = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    mz_narrator_other(n, finding, &frame);
    set_place(other, &frame);
    set(other, "thread", json_integer(finding->other_thread));
    mz_narrator_object(n, finding->other_address, finding->other_size, phrase);
    set(other, "object", text(phrase));
    set(other, "write", json_boolean(finding->other_is_write));
    set(other, "atomic", json_boolean(finding->other_is_atomic));
    set(other, "address", json_integer(finding->other_address));
    set(other, "side", json_string(mz_side_names[finding->other_side]));
    set(other, "ordinal", json_integer(finding->other_ordinal));
    set(object, "other", other);
}

static json_t *call_object(const struct mz_narrator *n, unsigned thread,
                           uint64_t pc)
{
    json_t *call = json_object();
    struct mz_frame frame = {0};

    mz_narrator_place(n, pc, &frame);
    set_place(call, &frame);
    set(call, "thread", thread_or_null(thread));
    return call;
}

/* Who has allocated and freed the memory that it is about. */
static void set_block(json_t *object, const struct mz_narrator *n,
                      uint64_t address)
{
    const struct mz_block_note *block = mz_narrator_block(n, address);

    if (!block)
        return;
    set(object, "allocated",
        call_object(n, block->allocated_by, block->allocated_pc));
    if (block->freed_pc)
        set(object, "freed", call_object(n, block->freed_by, block->freed_pc));
}

/* What a loop changes in each round, so that it is not known to wait. */
static json_t *obstacle_object(const struct mz_narrator *n,
                               const struct mz_told_obstacle *told)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    set(object, "thread", json_integer(told->of->thread));
    mz_narrator_thread(n, told->of->thread, phrase);
    set(object, "thread_name", text(phrase));
    mz_narrator_place(n, told->of->pc, &frame);
    set_place(object, &frame);
    set(object, "rounds", json_integer((json_int_t)told->of->rounds));
    set(object, "changes", text(told->what));
    if (*told->was && *told->is) {
        set(object, "was", text(told->was));
        set(object, "is", text(told->is));
    }
    return object;
}

static json_t *obstacles_array(const struct mz_narrator *n)
{
    struct mz_told_obstacle told[MZ_TOLD_OBSTACLES];
    unsigned count = mz_obstacles_list(n, told);
    json_t *array = json_array();

    for (unsigned i = 0; i < count; i++)
        json_array_append_new(array, obstacle_object(n, &told[i]));
    return array;
}

static void set_account(json_t *object, const struct mz_narrator *n,
                        const struct mz_finding *finding)
{
    if (finding->kind == MZ_FINDING_MEMORY)
        set_block(object, n, finding->address);
    set(object, "trace", trace_array(n));
    set(object, "steps_left_out",
        json_integer(n->report->region->account.steps_left_out));
    set(object, "stacks", stacks_array(n));
    set(object, "blocked", blocked_array(n));
    if (finding->kind == MZ_FINDING_EVENTS)
        set(object, "loops", obstacles_array(n));
}

static json_t *error_object(const struct mz_narrator *n,
                            const struct mz_finding *finding)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE], sentence[MZ_SENTENCE];

    set(object, "kind", json_string(mz_finding_names[finding->kind]));
    mz_sentence(finding, NULL, sentence);
    set(object, "message", text(sentence));
    mz_narrator_failure(n, finding, &frame);
    set_place(object, &frame);
    set(object, "thread", thread_or_null(finding->thread));
    if (finding->address) {
        mz_narrator_object(n, finding->address, finding->access_size, phrase);
        set(object, "object", text(phrase));
        set(object, "address", json_integer(finding->address));
    }
    set(object, "execution", json_integer(finding->execution));
    if (mz_narrator_has_other(finding))
        set_other_side(object, n, finding);
    if (finding == n->report->region->findings && finding->traced)
        set_account(object, n, finding);
    else
        set(object, "trace", json_array());
    if (finding->kind == MZ_FINDING_DEADLOCK && !finding->traced)
        set(object, "blocked", brief_blocked_array(n, finding));
    return object;
}

/* ---- what a replay needs ------------------------------------------------- */

static json_t *plan_array(const struct mz_region *region)
{
    const struct mz_account *account = &region->account;
    json_t *array = json_array();

    for (uint64_t i = 0; i < account->plan_length; i++) {
        const struct mz_plan_step *step = &account->plan[i];

        /* A thread, or [thread, value] for a choice. */
        json_array_append_new(array, step->is_choice
                                         ? json_pack("[i,I]", (int)step->thread,
                                                     (json_int_t)step->value)
                                         : json_integer(step->thread));
    }
    return array;
}

static json_t *threads_array(const struct mz_region *region)
{
    json_t *array = json_array();

    for (uint32_t t = 0; t < region->thread_count; t++) {
        json_t *object = json_object();

        set(object, "parent", json_integer(region->names[t].parent));
        set(object, "child", json_integer(region->names[t].child));
        set(object, "name", text(region->names[t].name));
        json_array_append_new(array, object);
    }
    return array;
}

/* A thread that waits in a loop for good does so when it comes there again. */
static void set_loops(json_t *object, const struct mz_loop_places *loops)
{
    json_t *places, *lent, *all;

    if (!loops->count)
        return;
    places = json_array();
    for (uint32_t i = 0; i < loops->count; i++) {
        json_t *place = json_array();

        json_array_append_new(place,
                              json_integer((json_int_t)loops->at[i].module));
        json_array_append_new(place,
                              json_integer((json_int_t)loops->at[i].offset));
        json_array_append_new(places, place);
    }
    lent = json_array();
    for (uint32_t i = 0; i < loops->lent_count; i++)
        json_array_append_new(lent, json_integer((json_int_t)loops->lent[i]));
    all = json_object();
    set(all, "at", places);
    set(all, "strict", json_boolean(loops->is_strict));
    set(all, "locks", json_integer(loops->take_locks));
    set(all, "lent", lent);
    set(object, "loops", all);
}

/* Where threads are cancelled the replay has to know of which. */
static void set_cancelled(json_t *object, const struct mz_cancelled *cancelled)
{
    json_t *array;

    if (!cancelled->count)
        return;
    array = json_array();
    for (uint32_t i = 0; i < cancelled->count; i++) {
        char digits[17];

        snprintf(digits, sizeof digits, "%016lx",
                 (unsigned long)cancelled->births[i]);
        json_array_append_new(array, text(digits));
    }
    set(object, "cancelled", array);
}

/* Operations are counted: which accesses are some must be as it was. */
static void set_lent(json_t *object, const struct mz_settings *settings)
{
    json_t *array;

    if (settings->plain != MZ_PLAIN_INTERLEAVE)
        return;
    array = json_array();
    for (unsigned t = 0; t < MZ_WIDE_THREADS; t++)
        if (settings->lent_stacks[t])
            json_array_append_new(array, json_integer(t));
    set(object, "lent_stacks", array);
}

static json_t *place_array(const struct mz_shared_place *place)
{
    json_t *array = json_array();

    json_array_append_new(array, json_integer(place->module));
    json_array_append_new(array, json_integer((json_int_t)place->part));
    if (place->is_heap)
        json_array_append_new(array, json_integer((json_int_t)place->offset));
    return array;
}

/* The same: [module, part, where it was allocated] for each place. */
static void set_shared(json_t *object, const struct mz_settings *settings)
{
    const struct mz_shared *shared = &settings->shared;
    json_t *array;

    if (settings->plain != MZ_PLAIN_INTERLEAVE || shared->all)
        return;
    array = json_array();
    for (uint32_t i = 0; i < shared->count; i++)
        json_array_append_new(array, place_array(&shared->at[i]));
    set(object, "shared", array);
    set(object, "shared_shift", json_integer(shared->shift));
}

static json_t *replay_object(const struct mz_report *report)
{
    json_t *object = json_object();

    set(object, "command", array_of(report->command));
    set(object, "cwd", text(report->cwd));
    set(object, "cc", report->cc ? text(report->cc) : json_null());
    set(object, "cxx", report->cxx ? text(report->cxx) : json_null());
    set_hex(object, "program_hash", report->program_hash);
    set(object, "threads", threads_array(report->region));
    set_loops(object, &report->region->settings.loops);
    set_cancelled(object, &report->region->settings.cancelled);
    set_lent(object, &report->region->settings);
    set_shared(object, &report->region->settings);
    set(object, "schedule", plan_array(report->region));
    return object;
}

/* ---- what was not seen --------------------------------------------------- */

static json_t *unseen_object(const struct mz_narrator *n,
                             const struct mz_unseen *item)
{
    json_t *object = json_object();
    struct mz_frame frame = {0};
    char phrase[MZ_PHRASE];

    set(object, "kind", json_string(mz_unseen_names[item->kind]));
    set(object, "name", text(item->name));
    set(object, "why", text(item->why));
    set(object, "trusted", json_boolean(item->is_trusted));
    if (item->kind != MZ_UNSEEN_ACCESS)
        return object;
    mz_narrator_unseen_thread(n, item, phrase);
    set(object, "thread", text(phrase));
    mz_narrator_object(n, item->address, item->size, phrase);
    set(object, "object", text(phrase));
    set(object, "size", json_integer(item->size));
    set(object, "is_write", json_boolean(item->is_write));
    if (mz_narrator_place(n, item->pc + 1, &frame))
        set_place(object, &frame);
    return object;
}

static json_t *unseen_array(const struct mz_narrator *n,
                            const struct mz_unseen_list *list)
{
    json_t *array = json_array();

    for (uint32_t i = 0; i < list->count; i++)
        json_array_append_new(array, unseen_object(n, &list->items[i]));
    return array;
}

/* ---- the whole ----------------------------------------------------------- */

static uint32_t jobs_of(const struct mz_report *report)
{
    uint32_t jobs = report->region->settings.jobs;

    return jobs ? jobs : 1;
}

static void set_count(json_t *root, const char *key, uint64_t count)
{
    if (key)
        set(root, key, json_integer((json_int_t)count));
}

static void set_counts(json_t *root, const struct mz_report *report)
{
    const struct mz_progress *p = &report->region->progress;

#define NOT(name, key, phrase)
#define X(name, key, phrase) set_count(root, key, p->tally.name);
    MZ_COUNTERS(X, X, NOT)
    if (report->region->settings.count_traces)
        set_count(root, "traces", p->tally.traces);
    set(root, "explored",
        p->explored > 0 ? json_real(p->explored) : json_null());
    MZ_COUNTERS(NOT, NOT, X)
#undef X
#undef NOT
    set(root, "jobs", json_integer(jobs_of(report)));
    set(root, "workers_lost", json_integer(report->region->workers_lost));
    set(root, "seconds", json_real(report->seconds));
    set(root, "max_rss_kb", json_integer(report->max_rss_kb));
}

static void set_limit(json_t *root, const struct mz_region *region)
{
    const char *hint = mz_hint(region);

    if (region->limit[0])
        set(root, "limit", text(region->limit));
    if (hint)
        set(root, "hint", text(hint));
}

/* Where it has the account it stands in the place of the first error. */
static const struct mz_finding *cut_of(const struct mz_region *region)
{
    return region->finding_count ? &region->cut : &region->findings[0];
}

/* Of what was met that cannot be checked. */
static json_t *refusal_object(const struct mz_narrator *n)
{
    const char *name = n->report->region->message;
    const char *what = mz_refusal_what(name);
    const char *instead = mz_refusal_instead(name);
    const struct mz_stack *stack = mz_refusal_stack(n);
    json_t *object = json_object();
    struct mz_frame place = {0};

    set(object, "name", text(name));
    set(object, "what", what ? text(what) : json_null());
    set(object, "instead", instead ? text(instead) : json_null());
    mz_refusal_place(n, &place);
    set_place(object, &place);
    set(object, "thread", stack ? thread_or_null(stack->thread) : json_null());
    set(object, "stacks", stacks_array(n));
    return object;
}

/* Names that were given in vain. */
static json_t *not_met_array(const struct mz_region *region)
{
    json_t *array = json_array();

    for (unsigned i = 0; i < MZ_FAILING_COUNT; i++)
        if (region->settings.failing >> i & 1 &&
            !(region->failing_met >> i & 1))
            json_array_append_new(array, text(mz_failing_rows[i].name));
    return array;
}

static json_t *whole(const struct mz_report *report,
                     const struct mz_narrator *n)
{
    const struct mz_region *region = report->region;
    json_t *root = json_object(), *errors = json_array();
    json_t *options = json_object();

    set(root, "mazurka", text(report->version));
    set(root, "program", text(report->program));
    set(root, "algorithm", text(report->algorithm));
    set(root, "dependence", text(report->dependence));
    set(root, "verdict", json_string(mz_verdict_names[report->verdict]));
    set_counts(root, report);
    set_limit(root, region);
    if (region->message[0])
        set(root, "message", text(region->message));
    if (report->verdict == MZ_VERDICT_UNSUPPORTED)
        set(root, "unsupported", refusal_object(n));
    set(root, "weak_atomics", json_boolean(region->weak_atomics));
    if (region->settings.failing)
        set(root, "failing_not_met", not_met_array(region));
    set(root, "priorities_ignored", json_boolean(region->priorities));
    set(root, "suppressed", json_integer(region->suppressed.count));
    set(root, "not_seen", unseen_array(n, &region->unseen));
    set(root, "not_seen_left_out", json_integer(region->unseen.left_out));
    if (region->settings.statistics && !report->is_replay)
        set(root, "stats", mz_statistics_object(region));
    if (region->survey.drawn)
        set(root, "sampled", mz_survey_object(&region->survey));
    for (size_t i = 0; i < report->option_count; i++)
        set(options, report->options[i].name, text(report->options[i].value));
    set(root, "options", options);
    for (uint32_t i = 0; i < region->finding_count; i++)
        json_array_append_new(errors, error_object(n, &region->findings[i]));
    set(root, "errors", errors);
    if (region->has_cut)
        set(root, "cut", error_object(n, cut_of(region)));
    if (report->verdict == MZ_VERDICT_ERROR && region->finding_count &&
        region->findings[0].traced)
        set(root, "replay", replay_object(report));
    return root;
}

int mz_report_json(const struct mz_report *report, FILE *out)
{
    struct mz_narrator narrator;
    json_t *root;
    int failed;

    if (!mz_narrator_open(&narrator, report))
        return -ENOMEM;
    root = whole(report, &narrator);
    mz_narrator_close(&narrator);
    failed = json_dumpf(root, out, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
    json_decref(root);
    fputc('\n', out);
    fflush(out);
    return failed || ferror(out) ? -EIO : 0;
}

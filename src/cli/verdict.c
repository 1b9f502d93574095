/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigabbrev_np */
#include "cli/verdict.h"

#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>

#include "explore/algorithm.h"
#include "region/property.h"

/* Something that we say in the place of the checked process. */
__attribute__((format(printf, 3, 4))) static void set_status(
    struct mz_region *region, enum mz_status status, const char *format, ...)
{
    va_list values;

    region->status = status;
    va_start(values, format);
    vsnprintf(region->message, sizeof region->message, format, values);
    va_end(values);
}

static void add_finding(struct mz_region *region, enum mz_fault fault,
                        int signal, int status)
{
    struct mz_finding *finding = &region->findings[0];

    memset(finding, 0, sizeof *finding);
    finding->kind = mz_fault_kinds[fault];
    finding->fault = fault;
    finding->thread = MZ_NOBODY;
    finding->signal = (uint8_t)signal;
    finding->numbers[0] = (uint64_t)status;
    finding->execution = region->progress.tally.executions + 1;
    region->finding_count = 1;
    region->progress.tally.errors = 1;
    region->account.plan_length = 0;
    region->status = MZ_STATUS_ERROR;
}

static const char *signal_name(int signal)
{
    static char name[32];
    const char *short_name = sigabbrev_np(signal);

    if (short_name)
        snprintf(name, sizeof name, "SIG%s", short_name);
    else
        snprintf(name, sizeof name, "signal %d", signal);
    return name;
}

static bool is_crash(int signal)
{
    return signal == SIGSEGV || signal == SIGBUS || signal == SIGFPE ||
           signal == SIGILL || signal == SIGABRT || signal == SIGTRAP ||
           signal == SIGSYS;
}

/* The library in it could not even say so. */
static bool is_lost(const struct mz_ending *ending)
{
    return WIFSIGNALED(ending->wait_status) &&
           WTERMSIG(ending->wait_status) == MZ_LOST_SIGNAL;
}

static void explain_kill(const struct mz_ending *ending,
                         struct mz_region *region)
{
    int signal = WTERMSIG(ending->wait_status);

    if (region->status == MZ_STATUS_STARTED && is_crash(signal)) {
        add_finding(region, MZ_FAULT_KILLED_EARLY, signal, 0);
    } else if (is_crash(signal)) {
        set_status(region, MZ_STATUS_FAILED,
                   "the checked process was killed by %s, which is no result "
                   "of the program; try --isolation=fork",
                   signal_name(signal));
    } else {
        set_status(region, MZ_STATUS_FAILED,
                   "the checked process was killed by %s%s",
                   signal_name(signal),
                   signal == SIGKILL ? ", from outside or for lack of memory"
                                     : " from outside");
    }
}

/* It ended by itself, and did not say why. */
static void explain_exit(const struct mz_ending *ending,
                         struct mz_region *region)
{
    int status = WEXITSTATUS(ending->wait_status);

    if (region->status != MZ_STATUS_STARTED) {
        set_status(region, MZ_STATUS_FAILED,
                   "the checked process ended in the middle of the search, "
                   "with exit status %d",
                   status);
    } else if (status == 127) {
        set_status(region, MZ_STATUS_UNSUPPORTED,
                   "%s cannot be loaded: is a library missing?",
                   ending->executable);
    } else if (ending->function) {
        set_status(region, MZ_STATUS_UNSUPPORTED,
                   "--function=%u: %s ends before call %u of mz_check: is "
                   "it run with the same arguments?",
                   ending->function, ending->executable, ending->function);
    } else if (status == 0) {
        set_status(region, MZ_STATUS_UNSUPPORTED,
                   "%s exits before main is reached: nothing to check",
                   ending->executable);
    } else {
        add_finding(region, MZ_FAULT_EXIT_EARLY, 0, status);
    }
}

static void set_limit(struct mz_region *region, enum mz_status status,
                      enum mz_limit limit)
{
    region->status = status;
    region->limit = limit;
}

static uint64_t nanoseconds(const struct mz_ending *ending)
{
    return (uint64_t)(ending->patience * 1e9 + 0.5);
}

/* A bound that was met, and no error: it might have come to something. */
static void explain_hang(const struct mz_ending *ending,
                         struct mz_region *region)
{
    struct mz_finding *cut = &region->findings[0]; /* see transcript.c */

    memset(cut, 0, sizeof *cut);
    cut->kind = MZ_FINDING_WATCHDOG;
    cut->thread = MZ_NOBODY;
    cut->fault = region->status == MZ_STATUS_STARTED ? MZ_FAULT_MAIN_NOT_REACHED
                                                     : MZ_FAULT_SILENCE_TIMED;
    cut->numbers[0] = nanoseconds(ending);
    region->cut = *cut;
    region->has_cut = true;
    set_limit(region, MZ_STATUS_LIMIT, MZ_LIMIT_WATCHDOG);
}

static void explain_stop(const struct mz_ending *ending,
                         struct mz_region *region)
{
    set_limit(region, MZ_STATUS_INTERRUPTED, ending->stopped_by);
}

/* What was found counts, whatever came after it. A search that was to go on
 * after errors and was stopped has not found all of them, perhaps. */
static void explain_errors(const struct mz_ending *ending,
                           struct mz_region *region)
{
    enum mz_limit limit = ending->stopped_by ? ending->stopped_by
                          : ending->hung     ? MZ_LIMIT_WATCHDOG
                                             : MZ_LIMIT_KILLED;

    if (region->settings.keep_going)
        set_limit(region, MZ_STATUS_ERROR, limit);
    region->status = MZ_STATUS_ERROR;
}

/* The library was not ready for it yet. */
static bool died_of_bark(const struct mz_ending *ending)
{
    return WIFSIGNALED(ending->wait_status) &&
           WTERMSIG(ending->wait_status) == MZ_WATCHDOG_SIGNAL;
}

static bool has_ended(enum mz_status status)
{
    return status != MZ_STATUS_STARTED && status != MZ_STATUS_RUNNING;
}

/* Only we know for how long. */
static void time_silence(const struct mz_ending *ending,
                         struct mz_finding *finding)
{
    if (finding->fault != MZ_FAULT_SILENCE)
        return;
    finding->fault = MZ_FAULT_SILENCE_TIMED;
    finding->numbers[0] = nanoseconds(ending);
}

void mz_verdict_complete(struct mz_region *region,
                         const struct mz_ending *ending)
{
    bool speaks = has_ended(region->status);

    if (region->has_cut) {
        time_silence(ending, &region->cut);
        time_silence(ending, &region->findings[0]);
    }
    if (ending->stopped_by && region->limit == MZ_LIMIT_STOPPED)
        set_limit(region, region->status, ending->stopped_by);
    if (speaks && region->status != MZ_STATUS_INTERRUPTED)
        return;
    if (is_lost(ending)) {
        set_status(region, MZ_STATUS_FAILED,
                   "the libmazurka.so of %s is of another version than this "
                   "mazurka: link it again with 'mazurka cc'",
                   ending->executable);
        return;
    }
    if (region->finding_count)
        explain_errors(ending, region);
    else if (ending->stopped_by)
        explain_stop(ending, region);
    else if (ending->hung || died_of_bark(ending))
        explain_hang(ending, region);
    else if (WIFSIGNALED(ending->wait_status))
        explain_kill(ending, region);
    else if (!speaks)
        explain_exit(ending, region);
}

static void explain_algorithm(struct mz_region *region, const char *algorithm)
{
    const char *what = mz_refusals[region->refusal];

    if (region->settings.memory_model != MZ_MODEL_SC)
        set_status(region, MZ_STATUS_UNSUPPORTED,
                   "%s, with --memory-model: try --memory-model=sc", what);
    else
        set_status(region, MZ_STATUS_UNSUPPORTED,
                   "%s, with --algorithm=%s: try --algorithm=%s", what,
                   algorithm, mz_algorithm_for(0)->name);
}

/* A search has ended of which some executions were not checked for races. */
static bool has_unchecked(const struct mz_region *region)
{
    const struct mz_tally *t = &region->progress.tally;

    return region->settings.mode == MZ_MODE_CHECK &&
           mz_samples_races(&region->settings) &&
           t->race_checked <
               t->executions + t->assume_blocked + t->loop_blocked +
                   t->cut_short;
}

/* All executions stop at false assumptions: what comes after these holds, since
 * none has come to it. With a property that is its meaning, which has its
 * verdict, and a note (report/text.c). */
static bool shows_nothing(const struct mz_region *region)
{
    const struct mz_tally *t = &region->progress.tally;

    return region->settings.property == MZ_PROPERTY_ALL && !t->executions &&
           t->assume_blocked;
}

/* All executions have come to their ends, but some perhaps that would go round
 * in a loop as long as no other thread is let go on. */
static bool ends_by_fairness(const struct mz_region *region)
{
    const struct mz_tally *t = &region->progress.tally;

    return region->settings.property == MZ_PROPERTY_TERMINATION &&
           (t->spins || t->loop_blocked);
}

/* With other values of what nobody has written, where a property lets it have
 * any. */
static bool may_differ(const struct mz_region *region)
{
    return region->settings.uninitialised == MZ_UNWRITTEN_DOUBTED &&
           (region->unwritten.pc || region->settings.hides_locals);
}

/* Not all rounds of loops that read the clock, or count, were explored, nor all
 * ways in which those that take locks may meet. */
static enum mz_limit limit_of_loops(const struct mz_region *region)
{
    const struct mz_tally *t = &region->progress.tally;

    if (region->settings.mode != MZ_MODE_CHECK)
        return MZ_LIMIT_NONE;
    return t->late      ? MZ_LIMIT_TIME_OUTS
           : t->counted ? MZ_LIMIT_COUNTED
           : t->unmet   ? MZ_LIMIT_NOT_MET
                        : MZ_LIMIT_NONE;
}

/* Of a search that was to find all errors. */
static void tell_what_is_left(struct mz_region *region)
{
    if (region->settings.keep_going && !region->limit)
        region->limit = limit_of_loops(region);
}

/* All executions were explored: is that all there is? */
static enum mz_limit limit_of_all(const struct mz_region *region)
{
    const struct mz_settings *settings = &region->settings;

    if (settings->mode != MZ_MODE_CHECK)
        return MZ_LIMIT_NONE;
    if (mz_unseen_any(&region->unseen))
        return MZ_LIMIT_NOT_SEEN;
    if (region->suppressed.count)
        return MZ_LIMIT_SUPPRESSED;
    if (has_unchecked(region))
        return MZ_LIMIT_RACE_SAMPLE;
    if (shows_nothing(region))
        return MZ_LIMIT_NOTHING_SHOWN;
    if (limit_of_loops(region))
        return limit_of_loops(region);
    if (settings->property == MZ_PROPERTY_VALID_MEMSAFETY)
        return MZ_LIMIT_MEMORY_NOT_SEEN;
    if (ends_by_fairness(region))
        return MZ_LIMIT_TERMINATION;
    if (settings->overflow_folded)
        return MZ_LIMIT_OVERFLOW;
    return may_differ(region) ? MZ_LIMIT_UNINITIALISED : MZ_LIMIT_NONE;
}

static enum mz_verdict judge_done(struct mz_region *region)
{
    enum mz_limit limit = limit_of_all(region);

    if (!limit)
        return MZ_VERDICT_SAFE;
    region->limit = limit;
    return MZ_VERDICT_INCOMPLETE;
}

/* What was found before main, or by the supervisor, is no violation. */
static bool has_violation(const struct mz_region *region)
{
    for (uint32_t i = 0; i < region->finding_count; i++)
        if (mz_property_is_violated(region->settings.property,
                                    region->findings[i].fault))
            return true;
    return false;
}

static void doubt(struct mz_region *region)
{
    region->cut = region->findings[0];
    region->has_cut = true;
    region->finding_count = 0;
    region->progress.tally.errors = 0;
    set_limit(region, MZ_STATUS_LIMIT, MZ_LIMIT_OTHER_ERROR);
}

enum mz_verdict mz_verdict_judge(struct mz_region *region,
                                 const char *algorithm)
{
    if (region->status == MZ_STATUS_ALGORITHM && region->refusal)
        explain_algorithm(region, algorithm);
    if (region->finding_count && !has_violation(region))
        doubt(region);
    if (region->finding_count) {
        tell_what_is_left(region);
        return MZ_VERDICT_ERROR; /* true, however the search ended */
    }
    switch (region->status) {
    case MZ_STATUS_DONE:
        return judge_done(region);
    case MZ_STATUS_LIMIT:
    case MZ_STATUS_INTERRUPTED:
        return MZ_VERDICT_INCOMPLETE;
    case MZ_STATUS_STALE: /* of a replay, which says so */
    case MZ_STATUS_UNSUPPORTED:
        return MZ_VERDICT_UNSUPPORTED;
    case MZ_STATUS_FAILED:
        return MZ_VERDICT_FAILED;
    default:
        set_status(region, MZ_STATUS_FAILED,
                   "the checked process left no result (status %u)",
                   region->status);
        return MZ_VERDICT_FAILED;
    }
}

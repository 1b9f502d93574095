/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hint.h"

#include <stddef.h>

#include "report/unseen.h"

/* Where not all can be explored. */
#define LOOK "; to look for errors alone: mazurka hunt"
#define UNORDERED                                                      \
    " let additions to atomics whose results nobody uses have no order " \
    "(--dependence=add)"

static const char *const hints[MZ_LIMIT_COUNT] = {
    [MZ_LIMIT_EVENTS] =
        "where a thread waits in a loop that changes something in each round, "
        "say so with mz_await or mz_assume (mazurka.h); else raise "
        "--max-events",
    [MZ_LIMIT_WATCHDOG] =
        "what goes on there no other thread can end but by a data race: "
        "either it has no end (does it walk through a list that has become a "
        "ring?), or it takes long: then let it do less between two visible "
        "operations, or raise --watchdog (0 waits for ever)",
    [MZ_LIMIT_TIMEOUT] =
        "raise --timeout, search with several processes (-j auto), or check a "
        "smaller case" LOOK,
    [MZ_LIMIT_MEMORY] =
        "raise ulimit -v where there is one, try --algorithm=pop, or check a "
        "smaller case",
    [MZ_LIMIT_EXECUTIONS] =
        "raise --max-executions, or check a smaller case" LOOK,
    [MZ_LIMIT_DRAWN] =
        "leave out .drawn, or take a shorter .length, to have all scenarios "
        "explored",
    [MZ_LIMIT_RACE_SAMPLE] =
        "check all executions for data races: --race-sample=100",
    [MZ_LIMIT_UNFORESEEN] =
        "code that is not instrumented has decided what a thread did next: "
        "build it with 'mazurka cc', too; or look for errors alone, by a "
        "search that foresees nothing: --algorithm=random, pct or pos",
    [MZ_LIMIT_TIME_OUTS] =
        "the loop was followed until nothing was new in a round but the time: "
        "what it does when more time has passed is not known; all would be "
        "explored if it waited for one point in time, or without a time limit",
    [MZ_LIMIT_COUNTED] =
        "a thread that waits changes something of its own, or in memory, in "
        "each round of the loop (a count, a pause), so that there is another "
        "execution for each: of these rounds two are explored, and the others "
        "with nobody in between, or not at all (--counted-rounds=all for all "
        "of them)",
    [MZ_LIMIT_NOT_MET] =
        "a thread in a loop tries a lock that another one takes and gives back "
        "in its loop, or looks at memory that another one writes to, and back, "
        "in its loop, and might go on if it came in the midst of that: it "
        "would not be asked if one of them did no such thing",
    [MZ_LIMIT_NOTHING_SHOWN] = "let what is assumed hold in some execution",
    [MZ_LIMIT_SUPPRESSED] =
        "a program with data races has further behaviour, which was not "
        "explored: mend them, or try --plain=interleave",
    [MZ_LIMIT_MEMORY_NOT_SEEN] =
        "what goes beyond a variable into another one, or is done where there "
        "are no red zones, is not looked for",
    [MZ_LIMIT_TERMINATION] =
        "where a thread waits in a loop, that it ends is a question of what is "
        "fair: nobody else may be let go on",
    [MZ_LIMIT_OVERFLOW] =
        "gcc folds operations before they are checked (x + 1 > x): compile "
        "with clang, CC=clang",
    [MZ_LIMIT_UNINITIALISED] =
        "give local variables and blocks of the heap a value before they are "
        "read; of a program that is there already, or in C++, not all such "
        "reads are seen: name sources in C",
    [MZ_LIMIT_OTHER_ERROR] =
        "mend that error, which is none of the property: what would have come "
        "after it is not known",
    [MZ_LIMIT_NO_REFERENCE] =
        "no execution came to an end whose output could be expected of the "
        "others: check a smaller case",
    [MZ_LIMIT_PART] =
        "bring all parts together with 'mazurka merge', and go on with that",
    [MZ_LIMIT_PREEMPTIONS] = "raise --preemptions",
    [MZ_LIMIT_SWITCHES] = "raise --context-switches",
};

/* Of what was not seen. */
static const char *const unseen[MZ_UNSEEN_KINDS] = {
    [MZ_UNSEEN_MODULE] = "build it with 'mazurka cc', or say with --trust=NAME "
                         "that nothing in it matters",
    [MZ_UNSEEN_UNIT] = "build it with 'mazurka cc', or say with --trust=NAME "
                       "that nothing in it matters",
    [MZ_UNSEEN_ASSEMBLY] =
        "write it with atomics of C or C++, or say with --trust=FILE:LINE that "
        "no other thread uses what it accesses",
    [MZ_UNSEEN_ACCESS] =
        "where no other thread uses that memory, say so with --trust=NAME of "
        "the program or library that accesses it",
    [MZ_UNSEEN_ORDER] =
        "build the library with 'mazurka cc', too, so that its locks are seen; "
        "or use those of pthread",
    [MZ_UNSEEN_FUNCTION] =
        "where no other thread uses what it is given, say so with --trust=NAME "
        "of the function or its library",
    [MZ_UNSEEN_HANDLER] =
        "check it with --plain=interleave, or have the handler use nothing but "
        "atomics",
    [MZ_UNSEEN_CHILD] =
        "where it makes no difference when another program does that, say so "
        "with --trust=NAME of the function that runs it, or waits for it",
};

/* What may be a data race first. */
static const char *hint_of_unseen(const struct mz_unseen_list *list)
{
    for (uint32_t i = 0; i < list->count; i++)
        if (list->items[i].kind == MZ_UNSEEN_ORDER)
            return unseen[MZ_UNSEEN_ORDER];
    for (uint32_t i = 0; i < list->count; i++)
        if (!list->items[i].is_trusted)
            return unseen[list->items[i].kind];
    return NULL;
}

static bool has_race(const struct mz_region *region)
{
    for (uint32_t i = 0; i < region->finding_count; i++)
        if (region->findings[i].kind == MZ_FINDING_DATA_RACE)
            return true;
    return false;
}

/* What code that is not seen would have had to show. */
static const char *hint_of_foreign(const struct mz_region *region)
{
    if (has_race(region) && mz_unseen_order(&region->unseen))
        return "a lock of code that is not instrumented may order these "
               "accesses, and is not seen: build that, too, with 'mazurka cc'";
    if (region->limit == MZ_LIMIT_WATCHDOG && mz_unseen_code(&region->unseen))
        return "a loop of code that is not instrumented may wait for another "
               "thread, and is not seen to: build that, too, with 'mazurka cc'";
    return NULL;
}

/* What such a loop reads nobody can change meanwhile. */
static const char *hint_of_loop(const struct mz_finding *finding,
                                bool atomic_volatiles)
{
    if (finding->numbers[1] == MZ_READS_SEVERAL)
        return "no other thread can end this loop but by a data race: if "
               "it walks through a list, that may have become a ring; if it "
               "waits for another thread, let what it reads be atomic";
    if (atomic_volatiles)
        return NULL;
    return "a loop that waits for another thread has to read what is atomic: "
           "plain variables are as they were, volatile ones, too "
           "(--volatile=atomic has these read as if they were atomic)";
}

static const char *hint_of_loops(const struct mz_region *region)
{
    for (uint32_t i = 0; i < region->finding_count; i++)
        if (region->findings[i].fault == MZ_FAULT_LOOP_WITHOUT_OPERATION)
            return hint_of_loop(&region->findings[i],
                                region->settings.atomic_volatiles);
    return NULL;
}

/* Who reads but one thing, again and again, most likely waits for that. */
static const char *hint_of_silence(const struct mz_region *region)
{
    return region->has_cut && region->cut.kind == MZ_FINDING_WATCHDOG &&
                   region->cut.numbers[1] == MZ_READS_ONE
               ? "where a loop waits for another thread, let what it reads be "
                 "atomic; else let it do less between two visible operations, "
                 "or raise --watchdog (0 waits for ever)"
               : hints[MZ_LIMIT_WATCHDOG];
}

/* Who draws executions does not want a proof. */
static const char *hint_of_drawn(uint32_t limit)
{
    return limit == MZ_LIMIT_TIMEOUT      ? "raise --timeout"
           : limit == MZ_LIMIT_EXECUTIONS ? "raise --max-executions"
                                          : NULL;
}

/* Stopped in the midst of executions so long, on average, that most likely a
 * loop makes each a bit longer than the one before. */
static bool grew_too_long(const struct mz_region *region)
{
    static const uint64_t LONG = 1000;
    const struct mz_tally *tally = &region->progress.tally;

    return (region->limit == MZ_LIMIT_INTERRUPT ||
            region->limit == MZ_LIMIT_TIMEOUT ||
            region->limit == MZ_LIMIT_EXECUTIONS) &&
           tally->events_run / LONG >= mz_tally_run(tally) &&
           mz_tally_run(tally);
}

/* Of executions without an end, or long ones, what is known of the program. */
static const char *hint_of_signals(const struct mz_region *region)
{
    if (region->has_repeating_timers &&
        (region->limit == MZ_LIMIT_EVENTS || grew_too_long(region)))
        return "a timer with an interval goes off as often as it likes while "
               "a thread waits: let its handler end the wait after some times "
               "(a pipe, a flag), leave SA_RESTART out where the call may fail "
               "with EINTR, use a timer that goes off once; or have executions "
               "cut: --max-events=100";
    if (region->has_handlers && region->limit == MZ_LIMIT_WATCHDOG)
        return "a loop that waits for a handler of a signal is not left if it "
               "makes no call at which the handler may run, or if no thread "
               "and no timer of the program sends the signal: wait by pause, "
               "sigsuspend or sigwait; where it waits for another thread, let "
               "what it reads be atomic; else raise --watchdog (0 waits for "
               "ever)";
    return NULL;
}

/* N threads that each add have N! executions. */
static const char *hint_of_additions(const struct mz_region *region)
{
    if (!region->has_additions)
        return NULL;
    if (region->limit == MZ_LIMIT_TIMEOUT)
        return "raise --timeout, search with several processes (-j auto), "
               "check a smaller case, or" UNORDERED LOOK;
    if (region->limit == MZ_LIMIT_EXECUTIONS)
        return "raise --max-executions, check a smaller case, "
               "or" UNORDERED LOOK;
    return NULL;
}

const char *mz_hint(const struct mz_region *region)
{
    const char *of_foreign = hint_of_foreign(region);
    const char *of_signals = hint_of_signals(region);
    const char *of_loops = hint_of_loops(region);

    if (region->survey.drawn && hint_of_drawn(region->limit))
        return hint_of_drawn(region->limit);
    if (of_foreign)
        return of_foreign;
    if (of_signals)
        return of_signals;
    if (of_loops)
        return of_loops;
    if (grew_too_long(region))
        return "an execution has over 1000 visible operations on average: "
               "where a thread repeats a loop until another one ends it, say "
               "so with mz_await or mz_assume (mazurka.h), or let executions "
               "be short (--max-events=1000)" LOOK;
    if (hint_of_additions(region))
        return hint_of_additions(region);
    if (region->limit == MZ_LIMIT_NOT_SEEN)
        return hint_of_unseen(&region->unseen);
    if (region->limit == MZ_LIMIT_WATCHDOG)
        return hint_of_silence(region);
    return hints[region->limit];
}

const char mz_hint_load_buffering[] =
    "load buffering is not explored: a load that is relaxed, or reads from a "
    "store that is, reads what comes of a later store of its thread. C11 and "
    "some processors have that, rc11 has not; with loads that acquire and "
    "stores that release there is none";

/* SPDX-License-Identifier: Apache-2.0 */
/* Data races that the user does not want to hear of: region/suppressed.h. */
#define _GNU_SOURCE

#include <linux/futex.h>
#include <time.h>

#include "base/system_call.h"
#include "race/detector.h"
#include "runtime/foreign.h"
#include "runtime/libc_announce.h"
#include "runtime/libc_owners.h"
#include "runtime/parts.h"
#include "runtime/supervisor.h"
#include "runtime/turn.h"

enum { PLACES = 1024, NAP = 100 * 1000 * 1000 /* ns */ };

/* Answers, by place; in the region, so that forked executions share them. */
struct answers {
    uint32_t count;
    struct {
        uint64_t pc;
        bool is_suppressed;
    } places[PLACES];
};

static struct answers *answers;

/* The supervisor may be asleep, or slow to read symbols; but it lives: we die
 * with it. */
static bool ask(uint64_t pc)
{
    const struct timespec nap = {.tv_nsec = NAP};
    struct mz_suppressed *s = &mz_rt.region->suppressed;
    uint32_t *question = &s->question;

    s->pc = pc;
    __atomic_store_n(question, MZ_QUESTION_ASKED, __ATOMIC_RELEASE);
    mz_supervisor_wake();
    while (__atomic_load_n(question, __ATOMIC_ACQUIRE) == MZ_QUESTION_ASKED) {
        MZ_SYSTEM(futex, question, FUTEX_WAIT, MZ_QUESTION_ASKED, &nap, NULL,
                  0);
        mz_turn_beat();
    }
    return s->answer;
}

static bool is_suppressed(uint64_t pc)
{
    bool answer;

    for (uint32_t i = 0; i < answers->count; i++)
        if (answers->places[i].pc == pc)
            return answers->places[i].is_suppressed;
    answer = pc && ask(pc);
    if (answers->count < PLACES) {
        answers->places[answers->count].is_suppressed = answer;
        answers->places[answers->count++].pc = pc;
    }
    return answer;
}

/* Both sides are calls that libraries make which are not instrumented: so what
 * orders the two is not seen, either, a lock of their own. */
static bool is_between_unseen(const struct mz_race *race)
{
    return mz_foreign_is_code(race->later.pc) &&
           mz_foreign_is_code(race->earlier.pc);
}

/* Both are calls that change what is mapped (mapping.h). Their orders are
 * explored, and nothing is accessed. */
static bool is_between_mappings(const struct mz_race *race)
{
    return race->later.by_kernel && race->earlier.by_kernel;
}

/* Templates of libstdc++, which are compiled with the program, share variables
 * of that library with all threads: what a locale's facet has found out already
 * is kept without a lock, where each finds the same. The state of the standard
 * streams is not among them, which may lie in that library, too. */
static bool is_found_out(uint64_t address)
{
    return mz_owners_libstdcxx_data(address) &&
           !mz_libstdcxx_streams_have(address);
}

static bool forgives(const struct mz_race *race)
{
    if (is_found_out(race->later.address) || is_between_unseen(race) ||
        is_between_mappings(race))
        return true;
    if (!answers)
        return false;
    if (!is_suppressed(race->later.pc) && !is_suppressed(race->earlier.pc))
        return false;
    mz_suppressed_count(&mz_rt.region->suppressed, race->later.pc,
                        race->earlier.pc);
    return true;
}

/* From now on the race detector asks, where the settings say so. */
void mz_suppress_take(struct mz_arena *arena)
{
    mz_race_detector_forgives = forgives;
    if (mz_rt.region->settings.suppresses)
        answers = mz_arena_take(arena, sizeof *answers);
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "report/outcome.h"

#include <string.h>

#include "report/sentence.h"
#include "report/steps.h"

enum { WIDEST = 52 }; /* columns of a lane */

bool mz_outcome_is_limit(const struct mz_report *report,
                         const struct mz_finding *finding)
{
    return mz_finding_is_limit(finding->kind) ||
           report->verdict == MZ_VERDICT_INCOMPLETE;
}

/* ---- data races ---------------------------------------------------------- */

static const char *later_of(const struct mz_finding *finding)
{
    switch (finding->side) {
    case MZ_SIDE_FREE:
        return "free";
    case MZ_SIDE_LEFT:
        return "the end of its frame";
    case MZ_SIDE_END:
        return "the end of its thread";
    default:
        if (finding->is_atomic)
            return finding->is_write ? "atomic write" : "atomic read";
        return finding->is_write ? "write" : "read";
    }
}

static void put_race(const struct mz_narrator *n,
                     const struct mz_finding *finding, struct mz_phrase *out)
{
    const struct mz_account *account = &n->report->region->account;
    uint64_t step = mz_steps_accessed(account, finding->other_thread,
                                      finding->other_address,
                                      finding->other_pc);

    if (step)
        mz_phrase_add(out, "%s races with step %lu", later_of(finding),
                      (unsigned long)step);
    else
        mz_phrase_add(out, "%s is a data race", later_of(finding));
}

/* ---- all others ---------------------------------------------------------- */

static void put_gist(const struct mz_finding *finding, struct mz_phrase *out)
{
    char gist[MZ_SENTENCE];

    mz_sentence_gist(finding, gist);
    mz_phrase_add(out, "%s",
                  *gist && strlen(gist) <= WIDEST
                      ? gist
                      : mz_finding_names[finding->kind]);
}

bool mz_outcome(const struct mz_narrator *n, char out[MZ_PHRASE])
{
    const struct mz_finding *finding = &n->report->region->findings[0];
    struct mz_phrase phrase = mz_phrase_in(out, MZ_PHRASE);

    if (finding->thread == MZ_NOBODY || finding->kind == MZ_FINDING_DEADLOCK ||
        finding->kind == MZ_FINDING_STOPPED)
        return false;
    mz_phrase_add(&phrase, "%s: ",
                  mz_outcome_is_limit(n->report, finding) ? "stopped"
                                                          : "error");
    if (finding->fault == MZ_FAULT_RACE)
        put_race(n, finding, &phrase);
    else
        put_gist(finding, &phrase);
    return true;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include "cli/answers.h"

#include <limits.h>
#include <linux/futex.h>
#include <stdlib.h>
#include <string.h>

#include "base/base.h"
#include "base/system_call.h"
#include "cli/message.h"

/* The region is not trusted: names are copied, and end. */
static struct mz_symbols *open_symbols(const struct mz_answers *answers,
                                       const struct mz_region *region)
{
    uint32_t count = region->module_count;
    struct mz_module modules[MZ_MAX_MODULES];
    char (*paths)[MZ_MAX_PATH] = calloc(MZ_MAX_MODULES, sizeof *paths);
    struct mz_symbols *symbols;
    char program[PATH_MAX];

    if (!paths)
        mz_out_of_memory();
    if (count > MZ_MAX_MODULES)
        count = MZ_MAX_MODULES;
    if (!realpath(answers->executable, program))
        program[0] = '\0';
    for (uint32_t i = 0; i < count; i++) {
        memcpy(paths[i], region->modules[i].path, MZ_MAX_PATH - 1);
        modules[i].path = i ? paths[i] : program;
        modules[i].bias = region->modules[i].bias;
    }
    symbols = mz_symbols_open(modules, count);
    free(paths);
    if (!symbols)
        mz_out_of_memory();
    return symbols;
}

static bool is_suppressed(struct mz_answers *answers,
                          const struct mz_region *region, uint64_t pc)
{
    struct mz_frame frames[16];
    size_t count;

    if (!answers->symbols)
        answers->symbols = open_symbols(answers, region);
    count = mz_symbols_frames(answers->symbols, pc - 1, frames,
                              MZ_COUNT(frames));
    return mz_suppressions_match(answers->suppressions, frames, count);
}

static void answer(struct mz_answers *answers, const struct mz_region *common,
                   struct mz_suppressed *asker)
{
    uint32_t *question = &asker->question;

    if (__atomic_load_n(question, __ATOMIC_ACQUIRE) != MZ_QUESTION_ASKED)
        return;
    asker->answer = is_suppressed(answers, common, asker->pc);
    __atomic_store_n(question, MZ_QUESTION_ANSWERED, __ATOMIC_RELEASE);
    MZ_SYSTEM(futex, question, FUTEX_WAKE, INT_MAX);
}

void mz_answers_give(struct mz_answers *answers, struct mz_region *region,
                     uint32_t count)
{
    if (!answers->suppressions)
        return;
    for (uint32_t i = 0; i < count; i++)
        answer(answers, region, &region[i].suppressed);
}

void mz_answers_release(struct mz_answers *answers)
{
    mz_symbols_close(answers->symbols);
    answers->symbols = NULL;
}

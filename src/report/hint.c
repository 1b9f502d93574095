/* SPDX-License-Identifier: Apache-2.0 */
#include "report/hint.h"

#include <stddef.h>
#include <string.h>

#include "base/base.h"

static const struct {
    const char *limit;
    const char *hint;
} hints[] = {
    {"max-events",
     "where a thread waits in a loop, say so with mz_await or mz_assume "
     "(mazurka.h); else raise --max-events"},
    {"watchdog",
     "let it do less between two visible operations, or raise --watchdog "
     "(0 waits for ever)"},
    {"timeout", "raise --timeout, search with several processes (-j), or check "
                "a smaller case"},
    {"memory", "raise ulimit -v where there is one, try --algorithm=pop, or "
               "check a smaller case"},
    {"max-executions", "raise --max-executions"},
    {"race-sample", "check all executions for data races: --race-sample=100"},
    {"not-seen", "build it with 'mazurka cc', or say with --trust=NAME that "
                 "nothing in it matters"},
    {"suppressed", "a program with data races has further behaviour, which was "
                   "not explored: mend them, or try --plain=interleave"},
    {"preemptions", "raise --preemptions"},
    {"context-switches", "raise --context-switches"},
};

const char *mz_hint(const char *limit)
{
    for (size_t i = 0; i < MZ_COUNT(hints); i++)
        if (!strcmp(hints[i].limit, limit))
            return hints[i].hint;
    return NULL;
}

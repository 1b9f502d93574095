/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A file of suppressions, as ThreadSanitizer has them: lines `race:PATTERN` (or
 * race_top:), comments from `#`. A data race is not reported if the pattern is
 * found in the function, file or module of either access; `*` stands for any
 * text, `^` for the beginning, `$` for the end.
 */
#ifndef MZ_CLI_SUPPRESSIONS_H
#define MZ_CLI_SUPPRESSIONS_H

#include <stdbool.h>

#include "cli/arguments.h"
#include "symbols/symbols.h"

struct mz_suppressions {
    struct mz_arguments patterns; /* for fnmatch */
};

/* 0, or the exit status with which to end, the message having been given. */
int mz_suppressions_load(struct mz_suppressions *, const char *path);

/* The frames at one place, those of inlined functions, too. */
bool mz_suppressions_match(const struct mz_suppressions *,
                           const struct mz_frame *frames, size_t count);

#endif

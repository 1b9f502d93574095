/* SPDX-License-Identifier: Apache-2.0 */
/* Steps and places in fewer words, where lines have little room. */
#ifndef MZ_REPORT_BREVITY_H
#define MZ_REPORT_BREVITY_H

#include "report/drawing.h"

/* How much is told, each less than the one before: places as they are; without
 * their folders and functions; their lines alone, for rows of one file; and not
 * what a variable was before. */
enum mz_brevity {
    MZ_BREVITY_NONE,
    MZ_BREVITY_FILES,
    MZ_BREVITY_LINES,
    MZ_BREVITY_NO_PAST,
    MZ_BREVITIES
};

/* `lock m` of `pthread_mutex_lock: m`, `load x is 1` of `atomic load: x is 1`.
 */
void mz_brevity_step(const struct mz_narrator *, const struct mz_step *,
                     enum mz_brevity, char out[MZ_PHRASE]);

/* "": it is not known. */
void mz_brevity_place(const struct mz_frame *, enum mz_brevity,
                      char out[MZ_PHRASE]);
void mz_brevity_place_of(const struct mz_narrator *, const struct mz_step *,
                         enum mz_brevity, char out[MZ_PHRASE]);

/* ` (queue.hpp:46)`: in a header that was called there; or nothing. */
void mz_brevity_header_of(const struct mz_narrator *, const struct mz_step *,
                          char out[MZ_PHRASE]);

/* Whether a function is called from several places, so that these tell more of
 * its steps. */
bool mz_brevity_wants_callers(const struct mz_narrator *,
                              const struct mz_row *rows, size_t count);

/* ` < :46`, or nothing. */
void mz_brevity_caller_of(const struct mz_narrator *, const struct mz_step *,
                          char out[MZ_PHRASE]);

/* So that a line alone tells the place. */
bool mz_brevity_is_of_one_file(const struct mz_narrator *,
                               const struct mz_row *rows, size_t count);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What somebody meant who has misspelt a name. */
#ifndef MZ_CLI_NEAREST_H
#define MZ_CLI_NEAREST_H

#include <stddef.h>

/* Of names up to NULL the one that the fewest slips of the hand turn into the
 * word: the first of those; NULL if a quarter of it would be wrong. */
const char *mz_nearest(const char *word, size_t length,
                       const char *const *names);

/* `; did you mean check?`, from malloc, or "": what a message about the word
 * ends with. */
const char *mz_nearest_question(const char *word, size_t length,
                                const char *const *names);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A list of arguments that grows, always ready for exec: a NULL follows the
 * last. A zeroed struct is empty, with `items` NULL. Items are copies. Nothing
 * is released before the command ends, which is soon.
 */
#ifndef MZ_CLI_ARGUMENTS_H
#define MZ_CLI_ARGUMENTS_H

#include <stddef.h>

struct mz_arguments {
    char **items;
    size_t count;
    size_t capacity;
};

void mz_arguments_add(struct mz_arguments *, const char *item);
void mz_arguments_add_all(struct mz_arguments *, char *const *items);

/* Splits at white space, as make does with $(CC). */
void mz_arguments_split(struct mz_arguments *, const char *text);

/* The list as one would type it in a shell; from malloc. */
char *mz_arguments_text(char *const *items);

/* "a, b LAST c"; from malloc. NULL after the last item, of which there is one.
 */
char *mz_arguments_enumerate(char *const *items, const char *last);

#endif

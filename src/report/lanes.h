/* SPDX-License-Identifier: Apache-2.0 */
/* The threads of an error in the document, by their names, in the order in
 * which they appear: main first. Numbers are used again when threads end, names
 * are not. */
#ifndef MZ_REPORT_LANES_H
#define MZ_REPORT_LANES_H

#include <jansson.h>
#include <stdbool.h>

struct mz_lanes {
    size_t count;
    const char **names; /* borrowed from the document */
};

/* False: no memory. */
bool mz_lanes_make(struct mz_lanes *, const json_t *error);
void mz_lanes_release(struct mz_lanes *);

/* The lane of a name; the first one, if it is none of them. */
size_t mz_lanes_find(const struct mz_lanes *, const char *name);

#endif

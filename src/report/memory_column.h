/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What memory holds after each step of the interleaving, beside it on the page:
 * objects that several threads use, or wait for, that of the error, and what
 * was used last by who failed.
 */
#ifndef MZ_REPORT_MEMORY_COLUMN_H
#define MZ_REPORT_MEMORY_COLUMN_H

#include "report/markup.h"

enum { MZ_COLUMN_CELLS = 64 }; /* that are followed */

struct mz_column_cell {
    const json_t *step;          /* that used it first */
    const char *object, *thread; /* of that step */
    const char *value;           /* NULL: not known yet */
    bool is_shared;
    bool is_ambiguous; /* another object is called so in brief */
    size_t changed;    /* the last step that did, counted from 1 */
};

struct mz_memory_column {
    size_t count;
    struct mz_column_cell cells[MZ_COLUMN_CELLS];
};

void mz_memory_column_make(struct mz_memory_column *, const json_t *error);

/* After that step, the `ordinal`th, counted from 1. Each is put once, in their
 * order. */
void mz_put_memory(struct mz_page *, struct mz_memory_column *,
                   const json_t *step, size_t ordinal);

/* Does the code of the other step call its object as that of the first is
 * called anywhere, but for what tells which one it is? */
bool mz_is_briefly(const json_t *step, const json_t *other);

#endif

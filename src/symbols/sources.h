/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Source files: their names as the user would write them, and their text.
 */
#ifndef MZ_SYMBOLS_SOURCES_H
#define MZ_SYMBOLS_SOURCES_H

#include "symbols/words.h"

struct mz_sources {
    struct mz_words *words;
    char *here;         /* the current directory, as the kernel has it */
    const char *called; /* the same as the shell has it; may be NULL */
    struct mz_source *files;
};

void mz_sources_open(struct mz_sources *, struct mz_words *);
void mz_sources_close(struct mz_sources *);

/* A recorded name, relative if below the current directory; or NULL. */
const char *mz_sources_name(struct mz_sources *, const char *recorded);

/* A line, from 1, without its end; NULL if there is none. */
const char *mz_sources_line(struct mz_sources *, const char *file,
                            unsigned line);

#endif

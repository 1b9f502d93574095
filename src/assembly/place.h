/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where in the source a piece of assembly text comes from: gcc says it before
 * each asm statement (# 12 "f.c" 1), both compilers in what they tell debuggers
 * (.file, .loc).
 */
#ifndef MZ_ASSEMBLY_PLACE_H
#define MZ_ASSEMBLY_PLACE_H

#include <stdbool.h>
#include <stddef.h>

enum { MZ_PLACE_FILES = 512, MZ_PLACE_NAME = 512 };

struct mz_source_place {
    char file[MZ_PLACE_NAME]; /* of the text at hand */
    unsigned line;            /* 0: not known */
    char *names[MZ_PLACE_FILES]; /* those of .file, from malloc */
};

/* A directive .file or .loc. */
void mz_place_note(struct mz_source_place *, const char *text);

/* `# 12 "f.c" 1`. */
void mz_place_mark(struct mz_source_place *, const char *marker);

void mz_place_release(struct mz_source_place *);

#endif

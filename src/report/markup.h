/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all parts of the page of --format=html are written with: text, which is
 * escaped, numbers, places with their source line, threads in their colour.
 */
#ifndef MZ_REPORT_MARKUP_H
#define MZ_REPORT_MARKUP_H

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "report/lanes.h"

enum { MZ_PAGE_COLOURS = 8 }; /* of lanes: then they come again */

struct mz_page {
    FILE *out;
    const json_t *document;
    const json_t *error; /* that is told */
    size_t number;       /* of it, for names of steps */
    struct mz_lanes lanes;
};

/* As it is. */
void mz_put(struct mz_page *, const char *html);
__attribute__((format(printf, 2, 3))) void mz_put_form(struct mz_page *,
                                                       const char *format, ...);

/* Whatever it is, it is text there. */
void mz_put_text(struct mz_page *, const char *text);
void mz_put_field(struct mz_page *, const json_t *, const char *key);

/* `1 step`, `2 steps` */
void mz_put_count(struct mz_page *, long long, const char *one,
                  const char *many);

bool mz_place_is_known(const json_t *place);

/* file.c:12 in f */
void mz_put_place(struct mz_page *, const json_t *place);

/* The line that is there, and where that is. */
void mz_put_source(struct mz_page *, const json_t *place);

size_t mz_page_colour(const struct mz_page *, const char *thread);
void mz_put_thread(struct mz_page *, const char *thread);

/* A link to it; 0: nothing. */
void mz_put_step_link(struct mz_page *, long long step);

/* Of the error that is told. */
size_t mz_page_steps(const struct mz_page *);
const json_t *mz_page_step(const struct mz_page *, size_t i);

bool mz_error_is(const json_t *error, const char *kind);

#endif

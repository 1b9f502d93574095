/* SPDX-License-Identifier: Apache-2.0 */
/* Places in the source and call stacks, as the text has them. */
#ifndef MZ_REPORT_STACKS_H
#define MZ_REPORT_STACKS_H

#include "report/narrator.h"

/* `file.c:12 in f` */
void mz_stacks_place(const struct mz_frame *, FILE *);

/* Below a title, frame by frame; nothing for NULL. */
void mz_stacks_print(const struct mz_narrator *, const char *title,
                     const struct mz_stack *, FILE *);

/* In brief, from the innermost function of the user's; nothing for NULL. */
void mz_stacks_way(const struct mz_narrator *, const struct mz_stack *, FILE *);

#endif

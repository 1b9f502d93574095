/* SPDX-License-Identifier: Apache-2.0 */
/* A read of what nobody has written, as it seems, though nobody looked for any:
 * a remark, which says how to look. */
#ifndef MZ_REPORT_UNWRITTEN_H
#define MZ_REPORT_UNWRITTEN_H

#include "report/narrator.h"

/* `f.c:24: 4 bytes of the heap are read ...`. False: there was no such read. */
bool mz_unwritten_tell(const struct mz_narrator *, char out[MZ_PHRASE]);

/* The same, as a line of notes, or nothing. */
void mz_unwritten_print(const struct mz_report *, FILE *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* What happened, on top of the page: a card for the failing thread, each side
 * of a data race, who allocated and freed the memory, and who waits. */
#ifndef MZ_REPORT_CARDS_H
#define MZ_REPORT_CARDS_H

#include "report/markup.h"

void mz_put_cards(struct mz_page *);

/* `waits for a, held by main.1 since step 3` */
void mz_put_wait(struct mz_page *, const json_t *blocked);

/* Beside other errors who waits is no news. */
bool mz_error_tells_blocked(const json_t *error);

#endif

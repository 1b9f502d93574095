/* SPDX-License-Identifier: Apache-2.0 */
/* A process whose shift of a search that is kept has ended stays, and begins
 * the next one in the same memory (region/shifts.h). */
#ifndef MZ_CLI_SHIFT_H
#define MZ_CLI_SHIFT_H

#include "cli/shared_memory.h"
#include "region/rest.h"

/* Is there room for what the next shift is to go on with? With NULL it has
 * nothing to begin with. */
bool mz_shift_has_room(const struct mz_shared_memory *, const struct mz_rest *);

/* Makes the regions what they were before the first shift, and says where what
 * the next one goes on with is to be written (taken_up), unless that is
 * nothing. False: it cannot be. */
bool mz_shift_restore(const struct mz_shared_memory *, bool goes_on);

/* All that the shift with that number begins with is there. */
void mz_shift_begin(struct mz_region *, uint32_t number);

#endif

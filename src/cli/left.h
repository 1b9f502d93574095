/* SPDX-License-Identifier: Apache-2.0 */
/* What a search has left (region/rest.h), put together from what several
 * have. */
#ifndef MZ_CLI_LEFT_H
#define MZ_CLI_LEFT_H

#include "explore/share.h"
#include "region/rest.h"

/* Its keys, and its first task; the task behind that one. */
const uint64_t *mz_left_keys(const struct mz_rest *);
const struct mz_share_record *mz_left_first(const struct mz_rest *);
const struct mz_share_record *mz_left_after(const struct mz_share_record *);

/* One with so many keys of objects, and so many bytes of room for tasks, of
 * which there are none yet. From mmap: released as its size then says. */
struct mz_rest *mz_left_begin(const struct mz_layout *, const uint64_t *keys,
                              uint64_t objects, uint64_t room);

/* There must be room for the strides of what is added. */
void mz_left_add(struct mz_rest *, const struct mz_share_record *);
void mz_left_add_all(struct mz_rest *, const struct mz_rest *from);

/* Nothing is added any more. */
void mz_left_seal(struct mz_rest *);

#endif

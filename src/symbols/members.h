/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The way down a type: which member of which element some bytes are.
 */
#ifndef MZ_SYMBOLS_MEMBERS_H
#define MZ_SYMBOLS_MEMBERS_H

#include "symbols/image.h"
#include "symbols/phrase.h"

/*
 * Adds `[3].lock` for the `size` bytes (0: whatever is there) at `offset` of
 * an object of type `type`. The innermost entity of that size is meant; if
 * there is none, the innermost that has all the bytes, with the distance from
 * its start: `[3]+12`. Some elements of an array are `[4..7]`, but the first
 * characters of a text are the array. True if there is such an entity: `found`
 * is its type, as written; no address in it: it has none; of bit-fields, which
 * have no bytes of their own, the first of those that are touched.
 */
bool mz_members_add(struct mz_image *, Dwarf_Die *type, uint64_t offset,
                    uint64_t size, struct mz_phrase *, Dwarf_Die *found);

bool mz_members_is_field(Dwarf_Die *found);

/* Of names that were made so: where a container ends; that, or where its room
 * does; several bit-fields that share their bytes. */
bool mz_members_is_end(const char *name);
bool mz_members_is_bound(const char *name);
bool mz_members_are_fields(const char *name);

/* Adds `{1,0,RED}`: what the `size` bytes at such a field, and those that share
 * them, hold. False: that is not known. */
bool mz_members_add_fields(Dwarf_Die *first, unsigned size, uint64_t bits,
                           struct mz_phrase *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which variable of an image some bytes belong to.
 */
#ifndef MZ_SYMBOLS_OBJECTS_H
#define MZ_SYMBOLS_OBJECTS_H

#include "symbols/image.h"
#include "symbols/phrase.h"

/*
 * Adds the source's expression for the `size` bytes at a place; false: they
 * are in no variable. `type`: its type, as written; no address in it: unknown.
 */
bool mz_objects_add(struct mz_image *, Dwarf_Addr place, uint64_t size,
                    struct mz_phrase *, Dwarf_Die *type);

#endif

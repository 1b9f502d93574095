/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Expressions: how a frame of the program reaches some bytes through a pointer,
 * or a reference, that it holds: `q->tail`, `to.m`, `*p`, `row[3]`.
 */
#ifndef MZ_SYMBOLS_EXPRESSIONS_H
#define MZ_SYMBOLS_EXPRESSIONS_H

#include "symbols/image.h"
#include "symbols/locals.h"
#include "symbols/phrase.h"

/*
 * Adds it. `place` is that of frame->pc in the image; there `where` holds the
 * address `pointer`. True: `found` is the type of the bytes, and `local` says
 * of the variable what mz_locals_add does. False: no variable of the user's is
 * there, or what it points to does not have the bytes. A size of MZ_ALL_OF_IT
 * means what the pointer is of, and adds the pointer alone.
 */
bool mz_expressions_add(struct mz_image *, Dwarf_Addr place,
                        const struct mz_local_frame *,
                        const struct mz_local_place *where, uint64_t pointer,
                        uint64_t address, unsigned size, struct mz_phrase *,
                        Dwarf_Die *found, struct mz_local *);

#endif

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

/* The way so far: an expression, and its type, if that is known. */
struct mz_expression {
    struct mz_image *image;
    struct mz_phrase *phrase;
    Dwarf_Die type;
    uint64_t value; /* that it has */
};

/*
 * Adds the variable that `where` in a frame is in; `place` is that of frame->pc
 * in the image. `local` says of it what mz_locals_add does. The other one: the
 * variable of the program at a place of the image. False: it is no pointer, or
 * not known.
 */
bool mz_expressions_local(struct mz_expression *, Dwarf_Addr place,
                          const struct mz_local_frame *,
                          const struct mz_local_place *where,
                          struct mz_local *local);
bool mz_expressions_variable(struct mz_expression *, Dwarf_Addr place);

/* Goes on to the pointer that lies at this address, behind the one so far. */
bool mz_expressions_follow(struct mz_expression *, uint64_t address);

/* Ends with the bytes at this address, whose type becomes that of the whole. A
 * size of MZ_ALL_OF_IT means what the pointer is of: nothing is added. */
bool mz_expressions_end(struct mz_expression *, uint64_t address,
                        unsigned size);

#endif

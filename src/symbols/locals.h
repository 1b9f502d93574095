/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What frames hold: the local variable, or parameter, that lies at a place of a
 * frame, by what the debug information says of where it is just then.
 */
#ifndef MZ_SYMBOLS_LOCALS_H
#define MZ_SYMBOLS_LOCALS_H

#include "symbols/image.h"
#include "symbols/phrase.h"

/* What was found. */
struct mz_local {
    Dwarf_Die type;  /* as written; no address: not known */
    unsigned offset; /* of it in the 8 bytes of the place */
    bool is_whole; /* it is no part of a variable */
    Dwarf_Die function; /* that the variable is local to */
};

/* Adds `a[2]`. `place` is that of frame->pc in the image. False: no
 * variable is known to be there that is the user's. */
bool mz_locals_add(struct mz_image *, Dwarf_Addr place,
                   const struct mz_local_frame *, const struct mz_local_place *,
                   struct mz_phrase *, struct mz_local *);

/* Adds what some bytes of the image's block of thread-local variables are, at
 * that distance from the thread pointer, as mz_objects_add does. */
bool mz_locals_add_thread_local(struct mz_image *, int64_t distance,
                                unsigned size, struct mz_phrase *,
                                Dwarf_Die *type);

#endif

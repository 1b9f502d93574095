/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which lines of which functions the code at a place comes from.
 */
#ifndef MZ_SYMBOLS_LINES_H
#define MZ_SYMBOLS_LINES_H

#include "symbols/image.h"
#include "symbols/sources.h"

/*
 * Writes the frames at a place, the innermost first, and returns how many;
 * 0: there is no debug information for it. Fields that it does not tell are
 * left zero.
 */
size_t mz_lines_frames(struct mz_image *, struct mz_sources *, Dwarf_Addr place,
                       struct mz_frame *out, size_t max);

/* Where the function is defined whose first instruction is at a place. False:
 * none is, or nothing is known of it. */
bool mz_lines_function(struct mz_image *, struct mz_sources *, Dwarf_Addr place,
                       struct mz_frame *out);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a heap block holds. No debug information tells, but the line that
 * allocates it mostly says what it assigns it to: `node = malloc(...)` gives it
 * the type that the variable `node` points to; or it names the type itself, as
 * in `new node` and `malloc(sizeof(struct node))`.
 */
#ifndef MZ_SYMBOLS_ALLOCATION_H
#define MZ_SYMBOLS_ALLOCATION_H

#include "symbols/image.h"

/*
 * A type that a block of `size` bytes may be one of, or several; false: none
 * is known. `place` is of the call that allocates it, or of one of its callers,
 * and `line` the source there, or NULL. In functions of the C++ library what
 * they are templates of tells: `std::make_unique<Account>`.
 */
bool mz_allocation_type(struct mz_image *, Dwarf_Addr place, const char *line,
                        uint64_t size, Dwarf_Die *type);

#endif

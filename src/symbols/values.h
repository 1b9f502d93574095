/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bits as a literal of their type.
 */
#ifndef MZ_SYMBOLS_VALUES_H
#define MZ_SYMBOLS_VALUES_H

#include "symbols/image.h"
#include "symbols/phrase.h"

/* Adds it; false: not a type of numbers, or one of more than 64 bits. */
bool mz_values_add(Dwarf_Die *type, uint64_t bits, struct mz_phrase *);

/* Whether a value of the type is an address, and how many bytes are there. */
bool mz_values_is_pointer(Dwarf_Die *type, uint64_t *pointee_size);

#endif

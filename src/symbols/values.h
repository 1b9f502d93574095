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

/* Adds `"root"` for the first bytes, at most 8, of an array of characters;
 * false: they are no text. */
bool mz_values_add_text(Dwarf_Die *type, uint64_t bits, unsigned size,
                        struct mz_phrase *);

/* Adds a text in quotation marks, and `...` where there is no end of it. False:
 * it is none. */
bool mz_values_add_quoted(const char *text, size_t size, struct mz_phrase *);

/* Whether a value is the address of characters. */
bool mz_values_is_text_pointer(Dwarf_Die *type);

/* Whether a value of the type is an address, and how many bytes are there. */
bool mz_values_is_pointer(Dwarf_Die *type, uint64_t *pointee_size);

#endif

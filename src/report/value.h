/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values of the document, and the fields that have them. Each function gives
 * the value to its caller; a field takes it over. NULL, for want of memory,
 * leaves the field out.
 */
#ifndef MZ_REPORT_VALUE_H
#define MZ_REPORT_VALUE_H

#include <jansson.h>
#include <stdint.h>

#include "symbols/symbols.h"

void mz_value_set(json_t *object, const char *key, json_t *value);

/* 16 hexadecimal digits. */
void mz_value_set_hex(json_t *object, const char *key, uint64_t value);

/* Three fields: file, line, function. */
void mz_value_set_place(json_t *object, const struct mz_frame *);

/* Text from a checked program need not be UTF-8; then bytes become '?'. */
json_t *mz_value_text(const char *string);

/* More than JSON readers take for an integer: its digits. */
json_t *mz_value_exact(uint64_t bits);

/* The number that a literal is, null if it is none (nan, inf); of what is not
 * written as a number the bits. */
json_t *mz_value_number(const char *literal, uint64_t bits);

/* The number of a step, from 1; 0: null. */
json_t *mz_value_step(uint64_t step);

/* The number of a thread; MZ_NOBODY: null. */
json_t *mz_value_thread(unsigned thread);

#endif

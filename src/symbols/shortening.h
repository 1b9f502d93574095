/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names of C++ as one would write them: `std::string`, `std::vector<int>`,
 * without what a template has by default.
 */
#ifndef MZ_SYMBOLS_SHORTENING_H
#define MZ_SYMBOLS_SHORTENING_H

#include "symbols/phrase.h"

/* Adds the name; one that is too long to be shortened as it is. */
void mz_shortening_add(const char *name, struct mz_phrase *);

#endif

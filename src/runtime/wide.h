/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Wide choices: of a number that has too many values to try all of them in each
 * order of the threads. Its values come in an order in which errors are likely
 * to be found soon: 0, 1, -1, the largest, the least, the constants of the
 * program and their neighbours, and then all others, those next to zero first.
 *
 * The search is done in lanes (settings.wide; cli/dovetail.h says which): in
 * one each wide choice is one of so many first values, and all are explored;
 * in another it is a single value, which depends on the lane, the thread and
 * what the thread did before, but not on what others did.
 */
#ifndef MZ_RUNTIME_WIDE_H
#define MZ_RUNTIME_WIDE_H

#include "base/base.h"

/* So many values are tried in one search. */
enum { MZ_WIDE_BOUND = 65536 };

/* A number of so many bits. It is told that not all values are tried. */
int64_t mz_wide_signed(unsigned bits);
uint64_t mz_wide_unsigned(unsigned bits);

/* A number below `bound`, which is wide. Where not all values are tried that is
 * told. */
uint32_t mz_wide_below(uint32_t bound);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Schedule expressions as the paper writes them ([AADJS24] 4.3), a line each:
 * P |> x of the schedule itself first, then those P[phi] |> x that it inherits.
 *
 *   {2.1}<1.2 write 3 . 2.2 read 3 . 2.3 read 1> |> 1
 *   [<1.2 write 3 . 3.1 write 0 . 3.2 read 2 . 3.3 read 1> |> 2] |> 1
 *
 * An event is the number of its thread, its own within the thread, from 1, and
 * what it does to which objects; of the heads in braces the numbers suffice.
 * After |> are the objects of e.
 */
#ifndef MZ_TESTS_CHARACTERISATION_TEXT_H
#define MZ_TESTS_CHARACTERISATION_TEXT_H

#include "pop/sleep_characterisation.h"

/* Writes at most `size` bytes, the last of them 0. Offsets of characterisations
 * count from `memory`. */
void mz_characterisation_print(const struct mz_characterisation *,
                               const char *memory, char *text, size_t size);

#endif

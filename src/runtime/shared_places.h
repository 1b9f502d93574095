/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which memory several threads use, as the search has found out: places, by
 * names that are the same in each execution, each process and for all workers.
 * A variable of a module is named by where it lies in that module, a block of
 * the heap by where it was allocated; then by which bytes of that they are,
 * mostly 8. Where these are too many, they are more bytes each; in the end all
 * memory counts.
 *
 * For private.h, which finds them. They are kept in settings.shared.
 */
#ifndef MZ_RUNTIME_SHARED_PLACES_H
#define MZ_RUNTIME_SHARED_PLACES_H

#include "runtime/runtime.h"

/* Has the place of this address been added? That is so, too, of memory for
 * which there is no name: stacks, mappings. */
bool mz_shared_place_has(uint64_t address);

/* Adds it; adds all. To be had in the search that begins anew. */
void mz_shared_place_add(uint64_t address);
void mz_shared_place_add_all(void);

/* An execution begins, in which blocks may be others. */
void mz_shared_places_begin(void);

#endif

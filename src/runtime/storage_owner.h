/* SPDX-License-Identifier: Apache-2.0 */
/* Whose storage is fetched when it was away (storage.h): what turns tell. */
#ifndef MZ_RUNTIME_STORAGE_OWNER_H
#define MZ_RUNTIME_STORAGE_OWNER_H

#include <stdbool.h>

/* A fiber runs: it is that of its thread. Not so is mz_rt.active, which rests
 * while a fiber runs code that is no part of the program. Else the search runs,
 * and it is main's. */
extern bool mz_storage_is_of_thread __attribute__((visibility("hidden")));

#endif

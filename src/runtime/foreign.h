/* SPDX-License-Identifier: Apache-2.0 */
/* Whose a module is. */
#ifndef MZ_RUNTIME_FOREIGN_H
#define MZ_RUNTIME_FOREIGN_H

#include <stdbool.h>

/* Is it part of the system, and so modelled or by decision left alone? */
bool mz_foreign_is_system(const char *path);

#endif

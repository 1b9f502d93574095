/* SPDX-License-Identifier: Apache-2.0 */
/* Whose a module is, and what is not instrumented. */
#ifndef MZ_RUNTIME_FOREIGN_H
#define MZ_RUNTIME_FOREIGN_H

#include <stdbool.h>
#include <stdint.h>

/* Is it part of the system, and so modelled or by decision left alone? */
bool mz_foreign_is_system(const char *path);

/* Is it code of a library that is not instrumented, and was there when main
 * began? */
bool mz_foreign_is_code(uint64_t pc);

#endif

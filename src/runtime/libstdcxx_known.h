/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What programs take from libstdc++ that reads and writes nothing that threads
 * share, or of which others tell what it does. libstdc++ is not instrumented:
 * what is neither here nor in the table of accesses is not seen.
 */
#ifndef MZ_RUNTIME_LIBSTDCXX_KNOWN_H
#define MZ_RUNTIME_LIBSTDCXX_KNOWN_H

#include <stdbool.h>

/* A function, or a variable, by the name that linkers know it by. */
bool mz_libstdcxx_knows(const char *name);

#endif

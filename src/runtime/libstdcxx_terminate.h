/* SPDX-License-Identifier: Apache-2.0 */
/* std::terminate, which calls abort: why it was called. */
#ifndef MZ_RUNTIME_LIBSTDCXX_TERMINATE_H
#define MZ_RUNTIME_LIBSTDCXX_TERMINATE_H

#include "runtime/runtime.h"

/* Whether a call of abort that returns to `pc` is made by std::terminate. */
bool mz_terminate_aborts(uint64_t pc);

/* The exception that nobody catches: its type's mangled name, and ": " and what
 * it says of itself, if it does. False: there is none. */
bool mz_terminate_exception(char *text, size_t size);

/* Whether an exception is on its way to who catches it. */
bool mz_terminate_unwinds(void);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Text as printf makes it, of %s %c %d %u %x %p %% and, after l, d u x; without
 * libc, and so without state. */
#ifndef MZ_BASE_FORMAT_H
#define MZ_BASE_FORMAT_H

#include "base/base.h"

#include <stdarg.h>

/* Returns the length. What does not fit is cut off. */
size_t mz_format(char *out, size_t size, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
size_t mz_format_list(char *out, size_t size, const char *format, va_list);

#endif

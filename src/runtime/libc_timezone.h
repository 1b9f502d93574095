/* SPDX-License-Identifier: Apache-2.0 */
/* The time zone that libc has, and tells by variables. */
#ifndef MZ_RUNTIME_LIBC_TIMEZONE_H
#define MZ_RUNTIME_LIBC_TIMEZONE_H

/* The program refers to a variable, or a function, of that name. */
void mz_timezone_note_variable(const char *name);

#endif

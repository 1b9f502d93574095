/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Units that programs are linked from: object files and members of archives.
 * Is the code in one instrumented? Each that is calls __tsan_init when it is
 * loaded.
 */
#ifndef MZ_CLI_UNIT_H
#define MZ_CLI_UNIT_H

#include <stdbool.h>

/* `name` is as a linker's map has it: `foo.o`, `lib/libx.a(bar.o)`. True also
 * of what cannot be read. Not foreign is what compilers and libc add, and what
 * has no code at all. */
bool mz_unit_is_foreign(const char *name);

#endif

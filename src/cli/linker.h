/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The linker, under whose names compilers that `mazurka cc` runs find us: the
 * output gets a note (region/note.h) that says which of the objects and members
 * of archives in it were not instrumented. The linker that they would have run
 * without us does the work, and writes a map of what it took.
 */
#ifndef MZ_CLI_LINKER_H
#define MZ_CLI_LINKER_H

#include <stdbool.h>

/* Is this the name of a linker: ld, ld.lld? */
bool mz_linker_is(const char *name);

/* Runs it; argv[0] is its name. Its exit status. */
int mz_linker_run(char *const *argv);

#endif

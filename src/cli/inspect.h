/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether a file is a program that can be checked: an ELF program of this
 * architecture, dynamically linked, built with `mazurka cc`. Reads the file
 * alone and trusts none of its offsets.
 */
#ifndef MZ_CLI_INSPECT_H
#define MZ_CLI_INSPECT_H

#include <stdbool.h>
#include <stdint.h>

/*
 * 0: it is, and `*hash` is that of its contents. Else the exit status with
 * which to end, the message, which says what to do, having been given.
 * Where libmazurka.so is `preloaded`, it need not be built with `mazurka cc`.
 * `*instrumented` tells whether any code in it (not in its libraries) is.
 */
int mz_inspect(const char *path, bool preloaded, uint64_t *hash,
               bool *instrumented);

/* The name ends as a source file's does: .c .i .cc .cpp .cxx .C .c++ .ii */
bool mz_inspect_is_source(const char *name);
/* The same, and C++. */
bool mz_inspect_is_cxx(const char *name);
/* An object, archive or shared library, to be linked with sources: .o .a .so */
bool mz_inspect_is_linked(const char *name);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The version of LLVM that an executable is linked with, by the names of the
 * libraries that it needs. To start clang only to ask it costs 20 ms, a fifth
 * of the time that a small file takes.
 */
#ifndef MZ_CLI_LLVM_H
#define MZ_CLI_LLVM_H

#include <stdbool.h>
#include <stddef.h>

/* The major version, as in `libclang-cpp.so.14`. False: the file is a script,
 * or needs no such library, or cannot be read. */
bool mz_llvm_version(const char *file, char *out, size_t size);

#endif

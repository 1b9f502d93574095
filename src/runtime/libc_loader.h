/* SPDX-License-Identifier: Apache-2.0 */
/* Calls of the dynamic loader. */
#ifndef MZ_RUNTIME_LIBC_LOADER_H
#define MZ_RUNTIME_LIBC_LOADER_H

#include "runtime/runtime.h"

/* libc's dlsym: ours has its name. */
void *mz_loader_dlsym(void);

/* As the process starts. Later: a function of libc is about to be looked up,
 * which makes libc forget what has failed. */
void mz_loader_start(void);
void mz_loader_keep_failure(void);

/* Before the snapshot: the program refers to dlopen. */
void mz_libc_loader_note_call(void);

/* Calls a function of the dynamic loader in the name of that code. */
uint64_t mz_loader_ask(void *function, uint64_t a, uint64_t b, uint64_t caller);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The system call futex (futex.c).
 */
#ifndef MZ_RUNTIME_FUTEX_H
#define MZ_RUNTIME_FUTEX_H

#include <stdint.h>

/* Its answer to these arguments, of which it takes six: what syscall() returns,
 * which sets errno. */
long mz_futex(const long *arguments, uint64_t pc);

#endif

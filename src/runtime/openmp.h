/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OpenMP: its runtimes are not instrumented, and wait in loops of their own. So
 * they are refused by name as soon as they create a thread.
 */
#ifndef MZ_RUNTIME_OPENMP_H
#define MZ_RUNTIME_OPENMP_H

#include <stdint.h>

/* The code at `caller` is about to create a thread: refuses it if that is the
 * code of such a runtime. */
void mz_openmp_refuse(uint64_t caller);

#endif

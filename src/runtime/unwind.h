/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The way out of a thread that ends by pthread_exit or is cancelled: its
 * cleanup handlers run, and the frames of C++ are unwound, latest first.
 */
#ifndef MZ_RUNTIME_UNWIND_H
#define MZ_RUNTIME_UNWIND_H

#include "base/base.h"

_Noreturn void mz_unwind_end(void *result, uint64_t pc);

/* Where the unwinder is: the stack pointer in that frame. */
struct _Unwind_Context;
uint64_t mz_unwind_stack_pointer(struct _Unwind_Context *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the running thread came to where it stands: the program's innermost
 * frame, as it called us, and the registers that a call preserves. What other
 * registers held is dead there.
 */
#ifndef MZ_RUNTIME_ARRIVAL_H
#define MZ_RUNTIME_ARRIVAL_H

#include "runtime/runtime.h"

enum { MZ_PRESERVED_REGISTERS = 6 };

struct mz_arrival {
    uint64_t registers[MZ_PRESERVED_REGISTERS];
    uint64_t pc;
    uint64_t stack; /* what the program has there, from this address on */
};

/* Slow: it unwinds our own frames. */
void mz_arrival_find(struct mz_arrival *);

#endif

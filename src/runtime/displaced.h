/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Instructions that touch closed memory, executed nevertheless: a copy of the
 * instruction works on a copy of the bytes, which come and go through
 * /proc/self/mem, so that the memory need not be opened (2.5 us). Those that
 * cannot be moved are stepped over, with all memory open (20 us and more).
 */
#ifndef MZ_RUNTIME_DISPLACED_H
#define MZ_RUNTIME_DISPLACED_H

#include "arch/context.h"
#include "decode/decode.h"
#include "runtime/runtime.h"

/* False: it cannot be done here. Before the snapshot. */
bool mz_displaced_init(mz_decode_function *);

/* A process that has been forked has another memory. */
bool mz_displaced_begin(void);

/* The instruction at pc, which stays valid until the next call. */
const struct mz_decoded *mz_displaced_decode(uint64_t pc);

/* Where an operand lies, by the registers of the context. */
uint64_t mz_displaced_address(const struct mz_decoded_operand *,
                              const struct mz_decoded *,
                              const ucontext_t *);

/* Where a string instruction is: what it writes, and what it reads. */
void mz_displaced_strings(const ucontext_t *, uint64_t at[2]);

/*
 * Executes the instruction that the context stands at, and moves on; or, if
 * that is not possible, lets it be stepped over when the handler returns: then
 * a SIGTRAP follows.
 */
void mz_displaced_execute(const struct mz_decoded *, ucontext_t *);

/* Does the context stand at a copy that is being executed? */
bool mz_displaced_is_slot(const ucontext_t *);

/* Such a copy has met closed memory (strings do): it can go on. */
void mz_displaced_let(uint64_t address, const ucontext_t *);

/* Such a copy has failed: the context is as if it had been in place. */
void mz_displaced_undo(ucontext_t *);

/* An instruction is being stepped over; has been. */
bool mz_displaced_is_stepping(void);
void mz_displaced_step_ends(ucontext_t *);

/* One was, at any time: flags that it saved say that a SIGTRAP is to come. */
bool mz_displaced_has_stepped(void);

/* The execution has ended, wherever that was. */
void mz_displaced_end_all(void);

#endif

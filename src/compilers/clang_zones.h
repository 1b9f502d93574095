/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Red zones (runtime/zones.h), beside what announces accesses: the passes of
 * AddressSanitizer come after that for ThreadSanitizer, which so sees the same
 * code as without; what it has made of atomic operations is checked here.
 */
#ifndef MZ_COMPILERS_CLANG_ZONES_H
#define MZ_COMPILERS_CLANG_ZONES_H

#include <llvm/IR/InstrTypes.h>
#include <llvm/IR/PassManager.h>

/* By the driver. */
bool mz_zones_are_asked_for();

/* After our own pass, in place of what clang would add. */
void mz_add_zone_passes(llvm::ModulePassManager &);

/* Before an access that these passes leave out: asks whether it may be made. */
void mz_check_zones(llvm::Instruction *access, llvm::Value *address,
                    llvm::Type *, bool writes);

/* The same of an atomic operation. A jump out of frames that the runtime does
 * not hear of is refused. */
void mz_check_zones_of_atomic(llvm::Instruction *);

#endif

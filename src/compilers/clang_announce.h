/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How clang's instructions are announced to libmazurka.so where the pass for
 * ThreadSanitizer, which runs after ours, does not do it.
 */
#ifndef MZ_COMPILERS_CLANG_ANNOUNCE_H
#define MZ_COMPILERS_CLANG_ANNOUNCE_H

#include <cstdint>

#include <llvm/IR/InstrTypes.h>

/* A local variable whose address nobody else gets to know. */
bool mz_is_private(const llvm::Value *address);

/*
 * ThreadSanitizer's pass leaves out an access to a local variable if nobody
 * gets to know its address; but it asks that of the address of the member or
 * element, where that of the variable may well be known. Now this one is, too.
 */
void mz_make_known(llvm::Instruction *access, llvm::Value *address);

/* Before the instruction: `size` bytes at that address are accessed. */
void mz_announce(llvm::Instruction *, llvm::Value *address, uint64_t size,
                 bool writes);

/* Compilation fails: this access cannot be announced. */
void mz_refuse_access(const llvm::Instruction *, const llvm::Twine &why);

#endif

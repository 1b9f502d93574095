/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Atomic additions and subtractions whose results nobody uses: they become
 * calls of their own, since they commute with one another. Only a compiler
 * knows.
 */
#ifndef MZ_COMPILERS_CLANG_ADDITIONS_H
#define MZ_COMPILERS_CLANG_ADDITIONS_H

#include <llvm/IR/Function.h>

void mz_see_additions(llvm::Function &);

#endif

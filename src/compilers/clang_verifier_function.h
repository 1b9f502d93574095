/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with a meaning: see verifier_function.h. */
#ifndef MZ_COMPILERS_CLANG_VERIFIER_FUNCTION_H
#define MZ_COMPILERS_CLANG_VERIFIER_FUNCTION_H

#include <llvm/IR/Function.h>

/* Before any optimisation. */
void mz_see_verifier_function(llvm::Function &);

#endif

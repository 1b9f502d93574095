/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables without a value, for clang: see local.h. */
#ifndef MZ_COMPILERS_CLANG_LOCAL_H
#define MZ_COMPILERS_CLANG_LOCAL_H

#include <llvm/IR/Function.h>

/* Are they to be told of? */
bool mz_locals_are_told();

/* Before any optimisation. */
void mz_see_locals(llvm::Function &);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Reads that only copy: what nobody has written may be copied, but not used. */
#ifndef MZ_COMPILERS_CLANG_COPIED_H
#define MZ_COMPILERS_CLANG_COPIED_H

#include <llvm/IR/Instructions.h>

/* Is it a read that ThreadSanitizer would announce, and that only copies? Then
 * it is announced here, by a name of its own, and that pass does not see it. */
bool mz_see_copied_read(llvm::LoadInst *);

#endif

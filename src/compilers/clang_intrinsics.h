/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Intrinsic functions that take addresses. Those of the table are announced;
 * others that access memory (with masks, gathering, scattering) are refused.
 */
#ifndef MZ_COMPILERS_CLANG_INTRINSICS_H
#define MZ_COMPILERS_CLANG_INTRINSICS_H

#include <llvm/IR/IntrinsicInst.h>

void mz_see_intrinsic(llvm::IntrinsicInst *);

#endif

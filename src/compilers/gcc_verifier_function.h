/* SPDX-License-Identifier: Apache-2.0 */
/* Functions with a meaning: see verifier_function.h. */
#ifndef MZ_COMPILERS_GCC_VERIFIER_FUNCTION_H
#define MZ_COMPILERS_GCC_VERIFIER_FUNCTION_H

#include "compilers/gcc_memory.h"

/* The function has been parsed, and is about to be simplified. */
void mz_see_verifier_function(tree function);

#endif

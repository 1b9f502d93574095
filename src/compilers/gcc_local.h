/* SPDX-License-Identifier: Apache-2.0 */
/* Local variables without a value, for gcc: see local.h. */
#ifndef MZ_COMPILERS_GCC_LOCAL_H
#define MZ_COMPILERS_GCC_LOCAL_H

#include "compilers/gcc_memory.h"

/* Are they to be told of? */
bool mz_locals_are_told(void);

/* Of a function as it is parsed. */
void mz_note_jumps(tree function);

/* Of a function, right after it has SSA form. Variables whose address nobody
 * takes stay without one: whether they are written is a value beside theirs. */
void mz_see_locals(function *);

#endif

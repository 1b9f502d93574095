/* SPDX-License-Identifier: Apache-2.0 */
/* Reads that only copy: what nobody has written may be copied, but not used. */
#ifndef MZ_COMPILERS_GCC_COPIED_H
#define MZ_COMPILERS_GCC_COPIED_H

#include "compilers/gcc_memory.h"

/* In what the pass for ThreadSanitizer has left of the function: such reads are
 * announced by a name of their own. */
void mz_see_copied_reads(function *);

/* Does this only copy what that name stands for? */
bool mz_only_copies(gimple *use, tree name);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/* Instructions on vector and x87 registers: what they do to an operand in
 * memory, and how many bytes of it. */
#ifndef MZ_ASSEMBLY_VECTOR_H
#define MZ_ASSEMBLY_VECTOR_H

#include "assembly/instruction.h"

/* False: it is not known. *size is 0 where no operand is in memory. */
bool mz_vector_find(const struct mz_instruction *, bool *writes,
                    unsigned *size);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Local variables that may be read before they have a value, as
 * runtime/unwritten.h tells of them. Where the compiler is to give each local
 * variable a pattern (-ftrivial-auto-var-init=pattern) the runtime is called
 * instead, where the variable comes to be, and the variable's address is so
 * known to others: all accesses to it are announced. What is written before
 * each read, as can be seen in the function, needs none of that.
 */
#ifndef MZ_COMPILERS_LOCAL_H
#define MZ_COMPILERS_LOCAL_H

#define MZ_VARIABLE_BEGIN "mz_variable_begin" /* its address, its size */
#define MZ_VARIABLE_READ "mz_variable_read"   /* is it written?; its size */
#define MZ_VARIABLE_COPIED "mz_variable_copied" /* the same, if only that */

#endif

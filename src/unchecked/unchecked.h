/* SPDX-License-Identifier: Apache-2.0 */
/* What the parts of libmazurka-unchecked.a know of one another. */
#ifndef MZ_UNCHECKED_UNCHECKED_H
#define MZ_UNCHECKED_UNCHECKED_H

/* In a process that runs a test: it ends, and mz_check returns that status. Why
 * has been told. May be called by a handler of a signal. */
_Noreturn void mz_unchecked_end(int status);

/* Likewise: from now on an exit() of the program is told by this, which does
 * not return, and several threads may call. */
void mz_unchecked_refuse_exit(void (*tell)(void));

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The assembler, under whose name compilers that `mazurka cc` runs find us: the
 * text is rewritten so that inline assembly is seen (assembly/rewrite.h), and
 * handed on to the assembler that they would have run without us.
 */
#ifndef MZ_CLI_ASSEMBLER_H
#define MZ_CLI_ASSEMBLER_H

/* What `mazurka cc` has compilers hand to us; real assemblers refuse it, so
 * that nobody else can take our place in silence. */
#define MZ_ASSEMBLER_REFUSE "--mazurka-asm=refuse"
#define MZ_ASSEMBLER_TRUST "--mazurka-asm=trust"

/* Becomes that assembler. Returns, an exit status, if it cannot or must not. */
int mz_assembler_run(char *const *arguments);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Linked into each program and library by `mazurka cc`: a note that says which
 * objects in it were not instrumented. When all is linked it is filled in:
 * `=`, then a line for each (cli/linker.c). As it is here nothing is known.
 */
    .section .note.mazurka, "a", @note
    .balign 4
    .long 8     /* bytes of the name */
    .long 4096  /* of what follows it */
    .long 1     /* the kind of note: MZ_NOTE_UNITS, region/note.h */
    .asciz "Mazurka"
    .ascii "?"
    .zero 4095

    .section .note.GNU-stack, "", @progbits

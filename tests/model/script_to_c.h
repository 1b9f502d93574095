/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Scripts as C: one program that holds many, and runs the one whose number is
 * its first argument. Objects are 8 aligned bytes with atomic halves, accesses
 * are sequentially consistent, locks are pthread mutexes; nothing else that a
 * thread does is visible. main ends by pthread_exit, so that the others go on.
 * Several accesses together have no counterpart, and must not occur.
 */
#ifndef MZ_MODEL_SCRIPT_TO_C_H
#define MZ_MODEL_SCRIPT_TO_C_H

#include "script.h"

/* In this order: begin, each script with its number from 0, end. */
void mz_script_to_c_begin(FILE *);
void mz_script_to_c(const struct mz_script *, unsigned number, FILE *);
void mz_script_to_c_end(unsigned count, FILE *);

#endif

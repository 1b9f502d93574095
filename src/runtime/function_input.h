/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Standard input of a program that calls mz_check, if it can be read but once:
 * each process that searches is to find what the first one has read, and so are
 * the program after that call, and its other calls.
 */
#ifndef MZ_RUNTIME_FUNCTION_INPUT_H
#define MZ_RUNTIME_FUNCTION_INPUT_H

/* A descriptor of a file that a search reads it into, or -1: it needs none. */
int mz_function_input_keep(void);

/* After the searches: the program reads that file, if one of them has read. The
 * descriptor is closed. */
void mz_function_input_put_back(int kept);

#endif

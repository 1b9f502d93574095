/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the tool was given and hands on: several processes run the program, one
 * after the other or side by side, as a search begins anew or an error is told.
 * Each is to find what the first one found.
 */
#ifndef MZ_CLI_INHERITED_H
#define MZ_CLI_INHERITED_H

/* Before a process is started: files are at the positions where they were
 * before the first one. */
void mz_inherited_rewind(void);

/* A descriptor of what the processes have read of standard input, if that can
 * be read but once; else -1. It lasts as long as the tool. */
int mz_inherited_input(void);

#endif

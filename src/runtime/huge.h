/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Huge pages for memory that is there already. A process that is forked, or
 * ends, takes 20 ns for each page of it, small or huge: with 2 GB of memory in
 * small ones that is 45 ms each time. A huge page stands for 512 of them, until
 * one of these is protected otherwise, or written after a fork.
 */
#ifndef MZ_RUNTIME_HUGE_H
#define MZ_RUNTIME_HUGE_H

#include <stddef.h>

/* Of these bytes, which are private and of no file, those become huge pages
 * where all small ones are there: nothing is there afterwards that was not
 * before. The kernel may refuse (before 6.1, in containers, for lack of
 * memory); then they stay as they are. */
void mz_huge_gather(char *start, size_t size);

#endif

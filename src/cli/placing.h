/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where libraries go. Without randomisation of addresses the kernel puts the
 * program and its loader at the same places each time, and what the loader asks
 * for below: below its own page of functions (vdso), whose size is that of the
 * kernel; and while the list of libraries is mapped (/etc/ld.so.cache), below
 * that. What is left of a search holds addresses, and is to mean the same where
 * kernel and list are others. So the process is traced until the loader has
 * mapped all, and it is told where: one behind the other, in the order in which
 * the loader comes to them. Where processes cannot be traced, the kernel
 * decides.
 */
#ifndef MZ_CLI_PLACING_H
#define MZ_CLI_PLACING_H

#include <stdbool.h>
#include <sys/types.h>

/* A pipe that is closed by exec: who is to be traced says so there. */
struct mz_placing {
    int pipe[2]; /* -1: there is none */
};

/* Before the fork. */
void mz_placing_prepare(struct mz_placing *);

/* The child, just before exec. */
void mz_placing_ask(const struct mz_placing *);

/* The parent, by the thread that has forked. If the child ends meanwhile that
 * has not been waited for. False, if `may_fail`: something is where libraries
 * go, its stack, say, which the kernel has put anywhere. Then it has stopped,
 * to be killed, and another one may have more luck. */
bool mz_placing_serve(struct mz_placing *, pid_t child, bool may_fail);

#endif

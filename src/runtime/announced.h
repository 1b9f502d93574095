/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each thread has announced lately, and whether that covers an access.
 *
 * A compiler's hook covers each byte once, and only until the next visible
 * operation; else a hook here would excuse an access there. Two deviations are
 * harmless: compilers read again what they have announced (a bit-field, around
 * the other fields' bits), and read more than that (the rest of a word). What
 * is announced as written may be read, too: a race of the read is one of the
 * write.
 *
 * A call covers its bytes until it has returned, which shows in the stack. Code
 * of libc reads whole vectors: one byte of what it reads must be covered.
 */
#ifndef MZ_RUNTIME_ANNOUNCED_H
#define MZ_RUNTIME_ANNOUNCED_H

#include "runtime/code.h"

struct mz_touch {
    uint64_t address;
    uint64_t pc; /* of the instruction, or near it: whose code it is */
    size_t size;
    bool write;
};

/* A thread that begins has announced nothing. */
void mz_announced_thread(mz_tid);

/* `frame`: an address in the stack frame of who announces. */
void mz_announced_hook(const struct mz_touch *, const void *frame);
void mz_announced_call(const struct mz_touch *, const void *frame);

/* An atomic load that the runtime has executed. clang 14 leaves the load that
 * it stands for behind the call, or not far from it, and nobody uses what that
 * one reads. */
void mz_announced_load(const struct mz_touch *);

/* Uses announcements up, of the running thread. */
bool mz_announced_by_hook(const struct mz_touch *);

bool mz_announced_by_call(const struct mz_touch *);

#endif

/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input of streams of libc that comes in pieces, as from a pipe: what a call
 * wants before it returns, and whether its stream's buffer has that. Libc would
 * wait in the kernel for what is missing, and all threads with it; so the
 * buffer is filled before the call, piece by piece, by operations.
 */
#ifndef MZ_RUNTIME_STREAM_INPUT_H
#define MZ_RUNTIME_STREAM_INPUT_H

#include <stdio.h>

#include "base/base.h"

/* So many bytes, or fewer up to a character. */
struct mz_wanted {
    uint64_t bytes;
    int last; /* EOF: none */
};

/* What the function of this name wants; a byte, if that is not known. */
struct mz_wanted mz_input_wanted(const char *function,
                                 const uint64_t *arguments);

/* Has the buffer all, or all that there is room for, or will no more come? */
bool mz_input_is_there(const FILE *, struct mz_wanted);

/* Reads once more, which does not wait now. False: there is no more, or no room
 * for it. */
bool mz_input_fill(FILE *);

#endif

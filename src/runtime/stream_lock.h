/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The locks of streams (flockfile), one each, that its owner may lock again.
 * Every call on a stream takes its lock for as long as it lasts. No other
 * thread runs in the midst of a call, so as long as nobody holds a stream for
 * longer that orders nothing which is explored, and is no operation. When a
 * thread does the search begins anew, and then those are operations.
 *
 * Libc's own locks stay open: who found one taken would wait in the kernel, and
 * all other threads with it.
 */
#ifndef MZ_RUNTIME_STREAM_LOCK_H
#define MZ_RUNTIME_STREAM_LOCK_H

#include <stdio.h>

#include "base/base.h"

/* Does the running thread hold it? */
bool mz_stream_lock_is_own(const FILE *);

/* A call on the stream (NULL: on all) begins, before it waits for anything
 * else; it has what it waited for. False: there is nothing to leave. */
bool mz_stream_lock_enter(const FILE *, uint64_t pc);
void mz_stream_lock_leave(const FILE *, uint64_t pc);

#endif

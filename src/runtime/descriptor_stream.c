/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of libc, on descriptors. */
#define _GNU_SOURCE
#include "runtime/description.h"

#include <poll.h>
#include <signal.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/heap.h"
#include "runtime/signal.h"

enum { NO_READS = 4, NO_WRITES = 8 }; /* flags of a FILE, as glibc has them */

/* It may have been closed, which is told elsewhere. */
static bool is_there(const FILE *stream)
{
    return stream && (!mz_heap_has((uint64_t)stream) ||
                      mz_heap_is_live((uint64_t)stream, sizeof *stream));
}

static struct mz_io use_of_stream(const FILE *stream, uint64_t pc)
{
    bool reads = stream->_flags & NO_WRITES;
    bool has_more = stream->_IO_read_ptr < stream->_IO_read_end;

    return (struct mz_io){
        .fd = stream->_fileno,
        .use = reads ? MZ_IO_READS : MZ_IO_WRITES,
        .never_waits = reads && has_more,
        .pc = pc,
    };
}

bool mz_io_stream(FILE *stream, uint64_t pc)
{
    struct mz_io io;
    int fd;

    if (!is_there(stream) || stream->_fileno < 0)
        return false;
    io = use_of_stream(stream, pc);
    fd = io.fd;
    if (mz_io_may_wait(&io) && !(stream->_flags & (NO_READS | NO_WRITES)))
        mz_unsupported("a stream that reads and writes, on a pipe or socket");
    if (!mz_is_plain_output(io.fd))
        mz_io_begin(&io);
    if (io.fd != fd && is_there(stream)) /* else that is told elsewhere */
        mz_unsupported("closing the descriptor of a stream that another thread "
                       "uses");
    return true;
}

static bool is_broken(int fd)
{
    struct pollfd one = {.fd = fd};
    struct timespec none = {0};

    MZ_SYSTEM(ppoll, &one, 1, &none);
    return one.revents & (POLLERR | POLLHUP);
}

void mz_io_check_stream(const FILE *stream, bool writes)
{
    if (!is_there(stream) || !mz_io_is_pipe(stream->_fileno) ||
        stream->_flags & NO_WRITES)
        return;
    writes &= stream->_flags & NO_READS;
    if ((writes || stream->_IO_write_ptr > stream->_IO_write_base) &&
        is_broken(stream->_fileno) && !mz_signal_is_ignored(SIGPIPE))
        mz_unsupported("a stream on a pipe or socket that nobody reads");
}

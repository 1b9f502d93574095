/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of libc, on descriptors. */
#include "runtime/description.h"

#include "runtime/heap.h"

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

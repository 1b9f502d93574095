/* SPDX-License-Identifier: Apache-2.0 */
/* Streams of libc, on descriptors. */
#define _GNU_SOURCE
#include "runtime/description.h"

#include <poll.h>
#include <signal.h>
#include <time.h>

#include "base/system_call.h"
#include "runtime/checkpoint.h"
#include "runtime/descriptor_event.h"
#include "runtime/heap.h"
#include "runtime/libc_family.h"
#include "runtime/parts.h"
#include "runtime/signal.h"
#include "runtime/state.h"
#include "runtime/turn.h"

enum { NO_READS = 4, NO_WRITES = 8 }; /* flags of a FILE, as glibc has them */
enum { MOST_FLUSHED = 64 };           /* streams that fflush(NULL) writes */

/* It may have been closed, which is told elsewhere. */
static bool is_there(const FILE *stream)
{
    return stream && (!mz_heap_has((uint64_t)stream) ||
                      mz_heap_is_live((uint64_t)stream, sizeof *stream));
}

/* Of each thread, the stream that it waits to read from, holding its lock. */
static const FILE *amid[MZ_MAX_THREADS];
static unsigned amid_count; /* how often one was, in this execution */

void mz_descriptor_stream_reset(void)
{
    if (amid_count)
        mz_fill(amid, 0, sizeof amid);
    amid_count = 0;
}

void mz_descriptor_stream_checkpoint(void)
{
    mz_checkpoint_need(!amid_count);
}

void mz_descriptor_stream_fingerprint(struct mz_fingerprint *f)
{
    if (amid_count)
        mz_state_add_bytes(f, amid, mz_checkpoint_threads() * sizeof *amid);
}

/* Others would wait until it has what it wants; that is not modelled. */
static void refuse_amid(const FILE *stream)
{
    if (!amid_count)
        return;
    MZ_EACH(rest, mz_tset_without(mz_turns.live, mz_self()))
        if (amid[mz_tset_first(rest)] == stream)
            mz_unsupported(STREAM_READ);
}

static struct mz_io use_of_stream(const FILE *stream, struct mz_wanted wanted,
                                  uint64_t pc)
{
    bool reads = stream->_flags & NO_WRITES;
    bool has_more = mz_input_is_there(stream, wanted);

    return (struct mz_io){
        .fd = stream->_fileno,
        .use = reads ? MZ_IO_READS : MZ_IO_WRITES,
        .never_waits = reads && has_more,
        .is_undone = reads && has_more,
        .pc = pc,
    };
}

static bool has_descriptor(const FILE *stream)
{
    return is_there(stream) && stream->_fileno >= 0;
}

/* It may wait, in which others must not come to the stream. */
static void wait_amid(const FILE *stream, struct mz_io *io)
{
    amid[mz_self()] = stream;
    amid_count++;
    mz_io_begin(io);
    amid[mz_self()] = NULL;
}

/* One operation. May it have waited? */
static bool use(FILE *stream, struct mz_wanted wanted, uint64_t pc)
{
    struct mz_io io = use_of_stream(stream, wanted, pc);
    bool may_wait = mz_io_may_wait(&io);
    int fd = io.fd;

    if (may_wait && !(stream->_flags & (NO_READS | NO_WRITES)))
        mz_unsupported(STREAM_BOTH);
    if (may_wait && io.use == MZ_IO_READS)
        wait_amid(stream, &io);
    else if (!mz_is_plain_output(io.fd))
        mz_io_begin(&io);
    if (io.fd != fd && is_there(stream)) /* else that is told elsewhere */
        mz_unsupported(STREAM_CLOSED);
    return may_wait;
}

/* As long as pieces come, and are not all. */
static void read_on(FILE *stream, struct mz_wanted wanted, uint64_t pc)
{
    while (mz_input_fill(stream) && !mz_input_is_there(stream, wanted)) {
        mz_io_end();
        use(stream, wanted, pc);
        if (!is_there(stream))
            return; /* as is told elsewhere */
    }
}

bool mz_io_stream(FILE *stream, struct mz_wanted wanted, uint64_t pc)
{
    if (!has_descriptor(stream))
        return false;
    refuse_amid(stream);
    if (use(stream, wanted, pc) && wanted.bytes > 1 && is_there(stream) &&
        stream->_flags & NO_WRITES)
        read_on(stream, wanted, pc);
    return true;
}

bool mz_io_stream_is_pipe(const FILE *stream)
{
    return has_descriptor(stream) && mz_io_is_pipe(stream->_fileno);
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
        mz_unsupported(STREAM_UNREAD);
}

extern FILE *_IO_list_all; /* libc's */

/* Another one that others may write to, of those that there are by now. */
static FILE *next_for_output(FILE *const *done, unsigned count)
{
    for (FILE *f = _IO_list_all; f; f = f->_chain) {
        unsigned i = 0;

        while (i < count && done[i] != f)
            i++;
        if (i == count && f->_fileno >= 0 && !(f->_flags & NO_WRITES) &&
            !mz_is_plain_output(f->_fileno))
            return f;
    }
    return NULL;
}

/* As libc does it, one stream after the other. Whether there is something to be
 * written is known when it is the stream's turn. */
void mz_io_flush_streams(uint64_t pc)
{
    FILE *done[MOST_FLUSHED], *f;
    unsigned count = 0;

    mz_io_touch_one(&mz_descriptor_table, MZ_FILE_LOOK);
    while ((f = next_for_output(done, count))) {
        if (count == MOST_FLUSHED)
            mz_unsupported(BESIDE_THREADS, .text = "fflush");
        done[count++] = f;
        mz_io_stream(f, (struct mz_wanted){1, EOF}, pc);
        if (is_there(f) && f->_IO_write_ptr > f->_IO_write_base)
            MZ_REAL(fflush)(f);
        mz_io_end();
    }
}

void mz_io_check_streams(void)
{
    if (!mz_descriptors_opened)
        return;
    for (const FILE *f = _IO_list_all; f; f = f->_chain)
        mz_io_check_stream(f, false);
}

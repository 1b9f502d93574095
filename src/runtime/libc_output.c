/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Output. Descriptors 1 and 2 are /dev/null, except in a replay; so it does not
 * matter which way the program writes to them. What is written directly is not
 * even handed to the kernel, and stdout gets a buffer, so that a printf makes
 * no system call. (Where output is compared descriptor 1 is a file, in a
 * replay, too, and what is in it is shown at the end: expected.h.)
 */
#define _GNU_SOURCE
#include "runtime/expected.h"
#include "runtime/failing.h"
#include "runtime/heap.h"
#include "runtime/libc_announce.h"
#include "runtime/printed.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/uio.h>
#include <syslog.h>
#include <unistd.h>

#include "base/system_call.h"

enum { BUFFER_SIZE = 4096 };

/* Of 1 and 2; -1: not open at the start. */
static int original[] = {-1, -1};
static int null = -1;

extern struct _IO_FILE_plus _IO_2_1_stdout_; /* libc's */

/* ---- shown or not ------------------------------------------------------- */

static char input[BUFFER_SIZE], output[BUFFER_SIZE];

bool mz_libc_output_gave(const char *buffer)
{
    return buffer == input || buffer == output;
}

/* What libc would do at the first printf, in every execution again. Buffers are
 * ours: what is in them need not be rolled back. (Where the program has run
 * natively stdout has one already, which is empty.) */
static void give_buffers(void)
{
    bool by_line = mz_rt.region &&
                   mz_rt.region->settings.mode == MZ_MODE_REPLAY &&
                   !mz_expected_is_on() && mz_descriptor_is_terminal(1);

    if (!stdout->_IO_buf_base || mz_heap_has_libcs)
        setvbuf(stdout, output, by_line ? _IOLBF : _IOFBF, sizeof output);
    if (!stdin->_IO_buf_base)
        setvbuf(stdin, input, _IOFBF, sizeof input);
}

void mz_libc_output_snapshot(void)
{
    give_buffers();
    null = MZ_SYSTEM(openat, AT_FDCWD, "/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0)
        mz_give_up("cannot open /dev/null: error %d", -null);
    null = mz_descriptor_hide(null);
    for (int fd = 1; fd <= 2; fd++) {
        if (MZ_SYSTEM(fcntl, fd, F_GETFD) >= 0)
            original[fd - 1] = mz_descriptor_hide(fd);
        MZ_SYSTEM(dup3, null, fd, 0);
    }
}

static void lead_to(int fd, int as)
{
    if (as >= 0 && !(fd == 1 && mz_expected_is_on()))
        mz_descriptor_restore_as(fd, as);
}

void mz_libc_show_output(bool shown)
{
    for (int fd = 1; fd <= 2; fd++)
        lead_to(fd, shown ? original[fd - 1] : null);
}

void mz_libc_lead_output_to(int as)
{
    for (int fd = 1; fd <= 2; fd++)
        lead_to(fd, as);
}

bool mz_libc_is_output(int fd)
{
    for (int i = 0; i < 2; i++)
        if (original[i] >= 0 && mz_descriptors_are_same(fd, original[i]))
            return true;
    return false;
}

int mz_libc_original_stderr(void)
{
    return original[1];
}

static void flush(FILE *stream)
{
    const char *from = stream->_IO_write_base;
    long done = 1;

    while (from < stream->_IO_write_ptr && done > 0) {
        done = MZ_SYSTEM(write, stream->_fileno, from,
                         stream->_IO_write_ptr - from);
        from += done;
    }
    stream->_IO_write_ptr = stream->_IO_write_base;
}

void mz_libc_flush_output(void)
{
    flush(stdout);
    flush(stderr);
    if (mz_expected_is_on() && original[0] >= 0)
        mz_expected_show(original[0]);
}

void mz_libc_flush_stdout(void)
{
    if (stdout == (FILE *)&_IO_2_1_stdout_ && stdout->_fileno == 1 &&
        stdout->_IO_write_ptr > stdout->_IO_write_base)
        flush(stdout);
}

/* ---- writing ------------------------------------------------------------ */

static bool is_discarded(int fd)
{
    return (fd == 2 || (fd == 1 && !mz_expected_is_on())) &&
           !mz_rt.replaying && !mz_printed_is_on &&
           !mz_descriptor_has_moved(fd);
}

/* The process ignores SIGPIPE, so that the signal comes from here. */
static ssize_t after_write(ssize_t size)
{
    if (size < 0 && errno == EPIPE) {
        mz_signal_raise(SIGPIPE, 0);
        errno = EPIPE;
    }
    return size;
}

static ssize_t fail(const struct mz_io *io)
{
    errno = io->is_left ? EINTR : EBADF;
    return -1;
}

/* What does not fit into a pipe waits, piece by piece; others may write in
 * between. If nobody is left to read it there is a signal, but by a socket only
 * for what was not written in part. */
static ssize_t write_in_pieces(struct mz_io *io, const char *bytes, size_t size)
{
    size_t done = 0;
    ssize_t n;

    for (;;) {
        n = mz_io_write_now(io->fd, bytes + done, size - done);
        if (n > 0)
            done += n;
        if (n < 0 || done == size)
            break;
        if (!mz_io_again(io, done)) {
            n = -EINTR;
            break;
        }
    }
    if (n == -EPIPE && done && !mz_io_is_socket(io->fd))
        mz_signal_raise(SIGPIPE, io->pc);
    errno = n < 0 ? -n : errno;
    return n < 0 && !done ? -1 : (ssize_t)done;
}

MZ_EXPORT ssize_t write(int fd, const void *bytes, size_t size)
{
    struct mz_io io = {
        .fd = fd, .use = MZ_IO_WRITES, .knows_signals = true, .pc = MZ_PC};
    int fails;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(write)(fd, bytes, size);
    fails = mz_fails(MZ_FAILING_WRITE, MZ_PC);
    if (fails > 0) {
        errno = fails;
        return -1;
    }
    if (fails == MZ_FAILS_SHORT && size > 1)
        size = 1;
    if (!MZ_ANNOUNCE_IO(write, &io, fd, bytes, size))
        return fail(&io);
    if (is_discarded(io.fd))
        return size;
    mz_descriptor_moves(io.fd);
    if (mz_io_may_wait(&io))
        return after_write(write_in_pieces(&io, bytes, size));
    return after_write(MZ_REAL(write)(io.fd, bytes, size));
}

static ssize_t total(const struct iovec *vector, int count)
{
    ssize_t size = 0;

    for (int i = 0; i < count; i++)
        size += vector[i].iov_len;
    return size;
}

MZ_EXPORT ssize_t writev(int fd, const struct iovec *vector, int count)
{
    struct mz_io io = {
        .fd = fd, .use = MZ_IO_WRITES, .knows_signals = true, .pc = MZ_PC};

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(writev)(fd, vector, count);
    if (!MZ_ANNOUNCE_IO(writev, &io, fd, vector, count))
        return fail(&io);
    if (is_discarded(io.fd))
        return total(vector, count);
    mz_descriptor_moves(io.fd);
    mz_io_check_room(&io, total(vector, count), "writev");
    return after_write(MZ_REAL(writev)(io.fd, vector, count));
}

/* ---- the log of the system ---------------------------------------------- */

/* Who reads it is no part of the program, and what is written there would stay:
 * messages are read, and go nowhere. With these options they would go to where
 * output goes, too. */
static void before_openlog(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    mz_descriptors_opened = true;
    if (call->arguments[1] & (LOG_PERROR | LOG_CONS))
        mz_unsupported(SYSLOG);
}
MZ_FORWARD(openlog, before_openlog)

static void drop(struct mz_call *call, const struct mz_forward *row)
{
    (void)row;
    call->due |= MZ_FORWARD_NOWHERE;
}
MZ_FORWARD(syslog, drop)
MZ_FORWARD(vsyslog, drop)
MZ_FORWARD(__syslog_chk, drop)
MZ_FORWARD(__vsyslog_chk, drop)

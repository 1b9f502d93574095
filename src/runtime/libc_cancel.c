/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Functions of libc that are cancellation points, as glibc has them. Those of
 * standard streams may be: glibc looks for a request only where it fills or
 * empties a buffer. Each is one before it does anything.
 *
 * (Waits for synchronisation objects have theirs in their own files.)
 */
#define _GNU_SOURCE
#include "base/text.h"
#include "runtime/cancel.h"
#include "runtime/libc_forward.h"

/* clang-format off */

#define POINTS(X)                                                             \
    X(fsync) X(fdatasync) X(tcdrain) X(msync)                                 \
    X(accept) X(accept4) X(close) X(connect) X(creat) X(creat64)              \
    X(open) X(open64) X(openat) X(openat64) X(__open_2) X(__open64_2)         \
    X(__openat_2) X(__openat64_2)                                             \
    X(read) X(readv) X(pread) X(pread64) X(preadv) X(preadv64)                \
    X(preadv2) X(preadv64v2) X(__read_chk) X(__pread_chk) X(__pread64_chk)    \
    X(write) X(writev) X(pwrite) X(pwrite64) X(pwritev) X(pwritev64)          \
    X(pwritev2) X(pwritev64v2)                                                \
    X(recv) X(recvfrom) X(recvmsg) X(recvmmsg) X(__recv_chk)                  \
    X(__recvfrom_chk) X(send) X(sendto) X(sendmsg) X(sendmmsg)                \
    X(poll) X(ppoll) X(__poll_chk) X(__ppoll_chk) X(select) X(pselect)        \
    X(epoll_wait) X(epoll_pwait) X(epoll_pwait2)                              \
    X(wait) X(waitid) X(waitpid) X(wait3) X(wait4)

#define PERHAPS(X)                                                            \
    X(fopen) X(fopen64) X(freopen) X(freopen64) X(fclose) X(fcloseall)        \
    X(fflush) X(fflush_unlocked) X(fread) X(fread_unlocked) X(fwrite)         \
    X(fwrite_unlocked) X(fgetc) X(fgetc_unlocked) X(getc) X(getc_unlocked)    \
    X(getchar) X(getchar_unlocked) X(fgets) X(fgets_unlocked) X(getline)      \
    X(getdelim) X(getw) X(fputc) X(fputc_unlocked) X(putc) X(putc_unlocked)   \
    X(putchar) X(putchar_unlocked) X(fputs) X(fputs_unlocked) X(puts)         \
    X(putw) X(perror) X(fseek) X(fseeko) X(fseeko64) X(fsetpos) X(fsetpos64)  \
    X(ftell) X(ftello) X(ftello64) X(fgetpos) X(fgetpos64) X(rewind)          \
    X(printf) X(fprintf) X(dprintf) X(vprintf) X(vfprintf) X(vdprintf)        \
    X(__printf_chk) X(__fprintf_chk) X(__dprintf_chk) X(__vprintf_chk)        \
    X(__vfprintf_chk) X(__vdprintf_chk) X(scanf) X(fscanf) X(vscanf)          \
    X(vfscanf) X(fgetwc) X(getwc) X(getwchar) X(fgetws) X(fputwc) X(putwc)    \
    X(putwchar) X(fputws) X(wprintf) X(fwprintf) X(vwprintf) X(vfwprintf)     \
    X(tmpfile) X(tmpfile64) X(opendir) X(scandir) X(syslog) X(vsyslog)

/* clang-format on */

static bool is_in(const char *const *names, unsigned count, const char *name)
{
    for (unsigned i = 0; i < count; i++)
        if (mz_text_equals(names[i], name))
            return true;
    return false;
}

static enum mz_point point_of(const char *name)
{
#define X(function) #function,
    static const char *const points[] = {POINTS(X)};
    static const char *const perhaps[] = {PERHAPS(X)};
#undef X

    if (is_in(points, MZ_COUNT(points), name))
        return MZ_POINT_ALWAYS;
    return is_in(perhaps, MZ_COUNT(perhaps), name) ? MZ_POINT_PERHAPS
                                                   : MZ_POINT_NEVER;
}

void mz_forward_may_cancel(struct mz_forward *row, uint64_t pc)
{
    if (row->point == MZ_POINT_UNKNOWN)
        row->point = point_of(row->name);
    if (row->point == MZ_POINT_ALWAYS)
        mz_cancel_point(pc);
    else if (row->point == MZ_POINT_PERHAPS)
        mz_cancel_may_act(pc);
}

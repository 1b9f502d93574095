/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The process that is as the program was when it called mz_check, and makes a
 * copy of itself whenever the supervisor begins a search: each search begins
 * anew, and so needs another. The copy is the supervisor's child, as a program
 * is that it has started.
 *
 * What runs here is single-threaded, and calls the kernel alone: libc's state
 * is the program's.
 */
#define _GNU_SOURCE
#include "runtime/checked_function.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "base/system_call.h"
#include "region/function.h"
#include "runtime/runtime.h"

void mz_positions_note(struct mz_positions *positions)
{
    for (int fd = 0; fd < MZ_MOST_POSITIONS; fd++) {
        long flags = MZ_SYSTEM(fcntl, fd, F_GETFL);
        bool reads = flags >= 0 && (flags & O_ACCMODE) == O_RDONLY;

        positions->flags[fd] = flags;
        positions->at[fd] = reads ? MZ_SYSTEM(lseek, fd, 0, SEEK_CUR) : -1;
    }
}

void mz_positions_restore(const struct mz_positions *positions)
{
    for (int fd = 0; fd < MZ_MOST_POSITIONS; fd++) {
        if (positions->flags[fd] >= 0)
            MZ_SYSTEM(fcntl, fd, F_SETFL, positions->flags[fd]);
        if (positions->at[fd] >= 0)
            MZ_SYSTEM(lseek, fd, positions->at[fd], SEEK_SET);
    }
}

/* The descriptor that came with a message, or -1. */
static int descriptor_in(struct msghdr *message)
{
    struct cmsghdr *part = CMSG_FIRSTHDR(message);
    int descriptor;

    if (!part || part->cmsg_level != SOL_SOCKET ||
        part->cmsg_type != SCM_RIGHTS)
        return -1;
    mz_copy(&descriptor, CMSG_DATA(part), sizeof descriptor);
    return descriptor;
}

/* Waits for the supervisor's word; false: it is gone. */
static bool receive(int socket, struct mz_function_request *request,
                    int *region)
{
    char room[CMSG_SPACE(sizeof(int))];
    struct iovec bytes = {request, sizeof *request};
    struct msghdr message = {.msg_iov = &bytes,
                             .msg_iovlen = 1,
                             .msg_control = room,
                             .msg_controllen = sizeof room};
    long received;

    do
        received = MZ_SYSTEM(recvmsg, socket, &message, 0);
    while (received == -EINTR);
    *region = received > 0 ? descriptor_in(&message) : -1;
    return received == sizeof *request && *region >= 0;
}

/* As a child that the supervisor has started, up to its exec. */
static void become_checked(const struct mz_function_request *request)
{
    struct rlimit core;

    MZ_SYSTEM(setpgid, 0, 0);
    MZ_SYSTEM(prctl, PR_SET_PDEATHSIG, SIGKILL);
    if (MZ_SYSTEM(getppid) != request->supervisor)
        MZ_SYSTEM(exit_group, 1); /* it died before that call */
    MZ_SYSTEM(getrlimit, RLIMIT_CORE, &core);
    core.rlim_cur = 0;
    MZ_SYSTEM(setrlimit, RLIMIT_CORE, &core);
}

int mz_function_serve(int socket)
{
    struct mz_function_request request;
    struct mz_positions positions;
    int region;

    mz_positions_note(&positions);
    while (receive(socket, &request, &region)) {
        mz_positions_restore(&positions);
        /* Not ours: it is for the supervisor to wait for. */
        int32_t child = MZ_SYSTEM(clone, CLONE_PARENT | SIGCHLD);

        if (child == 0) {
            MZ_SYSTEM(close, socket);
            become_checked(&request);
            return region;
        }
        MZ_SYSTEM(close, region);
        MZ_SYSTEM(write, socket, &child, sizeof child);
    }
    for (;;)
        MZ_SYSTEM(exit_group, 0);
}

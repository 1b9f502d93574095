/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sigtimedwait, clock_gettime, vfork, environ */
#include "cli/process.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/janitor.h"
#include "cli/placing.h"
#include "region/function.h"

enum { MOST_TRIES = 8 }; /* where one in 300 fails */

static sigset_t waited_for;
static sigset_t mask_at_start;
static int noted_stop; /* a signal, or 0 */

/* As by nohup. One that is blocked, as they are here, is not ignored. */
static bool is_ignored(int number)
{
    struct sigaction action;

    return sigaction(number, NULL, &action) == 0 &&
           action.sa_handler == SIG_IGN;
}

void mz_process_hold_signals(void)
{
    /* Whoever started us may ignore it: then no child could be waited for. */
    signal(SIGCHLD, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN); /* a limit on file sizes: EFBIG will do */
    sigemptyset(&waited_for);
    sigaddset(&waited_for, SIGCHLD);
    sigaddset(&waited_for, SIGINT);
    sigaddset(&waited_for, SIGTERM);
    if (!is_ignored(SIGHUP))
        sigaddset(&waited_for, SIGHUP);
    sigprocmask(SIG_BLOCK, &waited_for, &mask_at_start);
}

void mz_process_release_signals(void)
{
    while (mz_process_wait_signal(0))
        ;
    sigprocmask(SIG_SETMASK, &mask_at_start, NULL);
}

bool mz_process_is_request_to_stop(int signal)
{
    return signal == SIGINT || signal == SIGTERM || signal == SIGHUP;
}

void mz_process_note_stop(int number)
{
    noted_stop = number;
}

int mz_process_end(int status)
{
    struct sigaction usual = {.sa_handler = SIG_DFL};
    sigset_t all;

    if (!noted_stop)
        return status;
    sigaction(noted_stop, &usual, NULL);
    sigemptyset(&all);
    sigaddset(&all, noted_stop);
    sigprocmask(SIG_UNBLOCK, &all, NULL);
    raise(noted_stop);
    return 128 + noted_stop;
}

int mz_process_wait_signal(double seconds)
{
    struct timespec time = {0};
    int signal;

    if (seconds > 0) {
        time.tv_sec = (time_t)seconds;
        time.tv_nsec = (long)((seconds - (double)time.tv_sec) * 1e9);
    }
    signal = sigtimedwait(&waited_for, NULL, &time);
    return signal < 0 ? 0 : signal;
}

double mz_process_clock(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static _Noreturn void become(const struct mz_process_plan *plan, pid_t parent,
                             const struct mz_placing *placing)
{
    if (!plan->in_foreground)
        setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(1); /* it died before that call */
    if (plan->prepare)
        plan->prepare(plan->context);
    signal(SIGXFSZ, SIG_DFL);
    sigprocmask(SIG_SETMASK, &mask_at_start, NULL);
    if (plan->is_placed)
        mz_placing_ask(placing);
    execvp(plan->argv[0], plan->argv);
    if (plan->refused)
        plan->refused(plan->context, errno);
    _exit(127);
}

/* The process is our child all the same. */
static pid_t ask_server(const struct mz_process_plan *plan)
{
    struct mz_function_request request = {.supervisor = getpid()};
    char room[CMSG_SPACE(sizeof(int))] = {0};
    struct iovec bytes = {&request, sizeof request};
    struct msghdr message = {.msg_iov = &bytes,
                             .msg_iovlen = 1,
                             .msg_control = room,
                             .msg_controllen = sizeof room};
    struct cmsghdr *part = CMSG_FIRSTHDR(&message);
    int32_t child;

    part->cmsg_level = SOL_SOCKET;
    part->cmsg_type = SCM_RIGHTS;
    part->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(part), &plan->descriptor, sizeof(int));
    if (sendmsg(plan->server, &message, MSG_NOSIGNAL) != sizeof request)
        return -errno;
    if (recv(plan->server, &child, sizeof child, 0) != sizeof child)
        return -EPIPE;
    return child;
}

static char **listed; /* that is the environment, unless it was changed since */

/* NULL: there is no memory. */
static char **copy_environment(void)
{
    size_t count = 0;
    char **copy;

    while (environ[count])
        count++;
    copy = malloc((count + 1) * sizeof *copy);
    if (copy)
        memcpy(copy, environ, (count + 1) * sizeof *copy);
    return copy;
}

/* The child has our memory until it is the program: a copy of it, and what is
 * written to both, is a twentieth of a short check. */
static pid_t share_and_become(const struct mz_process_plan *plan)
{
    pid_t parent = getpid();
    pid_t child = vfork();

    if (child == 0)
        become(plan, parent, NULL);
    return child < 0 ? -errno : child;
}

/* The child changes the environment, of which it has a list of its own; and so
 * have we from then on: to change any list libc moves the one that it has made
 * last, which may be ours. */
static pid_t lend_memory(const struct mz_process_plan *plan)
{
    char **ours = copy_environment(), **copy = copy_environment();
    pid_t child = -ENOMEM;

    if (!ours || !copy) {
        free(ours);
        free(copy);
        return child;
    }
    environ = copy;
    child = share_and_become(plan);
    environ = ours;
    free(copy);
    free(listed);
    listed = ours;
    return child;
}

/* Where libraries are placed we have something to do before it is that. */
static pid_t fork_and_become(const struct mz_process_plan *plan,
                             const struct mz_placing *placing)
{
    pid_t parent = getpid();
    pid_t child = fork();

    if (child == 0)
        become(plan, parent, placing);
    return child < 0 ? -errno : child;
}

/* It has stopped before it was the program. */
static void do_without(const struct mz_process_plan *plan, pid_t child)
{
    kill(child, SIGKILL);
    while (waitpid(child, NULL, 0) < 0 && errno == EINTR)
        ;
    if (!plan->in_foreground)
        mz_janitor_forget(plan->janitor, child);
}

/* 0, if `may_fail`: it is to be tried again. */
static pid_t start(const struct mz_process_plan *plan, bool may_fail)
{
    struct mz_placing placing = {{-1, -1}};
    pid_t child;

    if (plan->is_placed)
        mz_placing_prepare(&placing);
    child = plan->server      ? ask_server(plan)
            : plan->is_placed ? fork_and_become(plan, &placing)
                              : lend_memory(plan);
    if (child < 0)
        return child;
    if (!plan->in_foreground) {
        setpgid(child, child); /* either of us may be first */
        mz_janitor_watch(plan->janitor, child);
    }
    if (mz_placing_serve(&placing, child, may_fail))
        return child;
    do_without(plan, child);
    return 0;
}

pid_t mz_process_start(const struct mz_process_plan *plan)
{
    unsigned tries = MOST_TRIES;
    pid_t child;

    do
        child = start(plan, --tries > 0);
    while (!child);
    return child;
}

bool mz_process_reap(const struct mz_process_plan *plan, pid_t child,
                     int *status, struct rusage *usage)
{
    siginfo_t info = {.si_pid = 0};

    /* While it is not waited for, nobody else can get its number. */
    if (waitid(P_PID, (id_t)child, &info, WEXITED | WNOHANG | WNOWAIT) &&
        errno == ECHILD) {
        /* Someone has waited for it: whoever has its number now is another. */
        *status = SIGKILL;
        *usage = (struct rusage){0};
        if (!plan->in_foreground)
            mz_janitor_forget(plan->janitor, child);
        return true;
    }
    if (info.si_pid != child)
        return false;
    if (!plan->in_foreground) {
        kill(-child, SIGKILL);
        mz_janitor_forget(plan->janitor, child);
    }
    return wait4(child, status, 0, usage) == child;
}

int mz_process_run(const struct mz_process_plan *plan, int *stopped_by)
{
    pid_t child = mz_process_start(plan);
    struct rusage usage;
    int status;

    *stopped_by = 0;
    if (child < 0)
        return child;
    while (!mz_process_reap(plan, child, &status, &usage)) {
        int signal = mz_process_wait_signal(1);

        if (mz_process_is_request_to_stop(signal)) {
            *stopped_by = signal;
            kill(-child, SIGTERM);
        }
    }
    return status;
}

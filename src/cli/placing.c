/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* pipe2, ptrace */
#include "cli/placing.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "arch/arch.h"
#include "arch/page.h"
#include "arch/traced.h"
#include "cli/moving.h"

/* What the loader maps ends here: the kernel's own pages, and the loader, are
 * in the 16 MB above. */
#define END 0x7ffff7000000u

enum {
    MOST_STOPS = 1 << 16,
    AT_CALL = SIGTRAP | 0x80, /* by PTRACE_O_TRACESYSGOOD */
};

void mz_placing_prepare(struct mz_placing *p)
{
    if (pipe2(p->pipe, O_CLOEXEC))
        p->pipe[0] = p->pipe[1] = -1;
}

void mz_placing_ask(const struct mz_placing *p)
{
    if (p->pipe[1] >= 0 && !ptrace(PTRACE_TRACEME, 0, NULL, NULL))
        (void)!write(p->pipe[1], "", 1);
}

/* False: it cannot be, or is not to be. */
static bool is_asked(struct mz_placing *p)
{
    ssize_t count;
    char asked;

    if (p->pipe[0] < 0)
        return false;
    close(p->pipe[1]);
    do
        count = read(p->pipe[0], &asked, 1);
    while (count < 0 && errno == EINTR);
    close(p->pipe[0]);
    return count == 1;
}

/* What there is to be told of it, as `options` have it. False: nothing. */
static bool look_at(pid_t child, siginfo_t *info, int options)
{
    int failed;

    do {
        info->si_pid = 0;
        failed = waitid(P_PID, (id_t)child, info, options | __WALL);
    } while (failed && errno == EINTR);
    return !failed && info->si_pid == child;
}

/* The signal for which it has stopped; 0: it has ended. That it has is left for
 * who waits for its end, also where it is killed as it has just stopped. */
static int wait_for_stop(pid_t child)
{
    siginfo_t info;

    do {
        if (!look_at(child, &info, WEXITED | WSTOPPED | WNOWAIT) ||
            info.si_code == CLD_EXITED || info.si_code == CLD_KILLED ||
            info.si_code == CLD_DUMPED)
            return 0;
    } while (!look_at(child, &info, WSTOPPED | WNOHANG));
    return info.si_status;
}

/* Is it memory that lasts, and may lie anywhere? The list of libraries does not
 * last: of files only libraries are mapped so. */
static bool is_to_be_placed(mz_traced *t)
{
    uint64_t flags = *mz_traced_argument(t, 3);

    return mz_traced_call(t) == SYS_mmap && !*mz_traced_argument(t, 0) &&
           !(flags & MAP_FIXED) && flags & (MAP_ANONYMOUS | MAP_DENYWRITE);
}

/* What a process is told. */
struct places {
    pid_t child;
    uint64_t end;    /* the next ends there */
    bool is_placing; /* what is being mapped */
    bool gives_up;   /* something is there: the kernel decides */
};

/* It is about to do a system call. False: all has been mapped. Without `fixed`
 * the kernel would align what is large as it likes. */
static bool before_call(struct places *p)
{
    const uint64_t fixed = MAP_FIXED_NOREPLACE;
    mz_traced t;

    if (!mz_traced_load(&t, p->child) || mz_traced_sets_thread_pointer(&t))
        return false;
    p->is_placing = !p->gives_up && is_to_be_placed(&t);
    if (!p->is_placing)
        return true;
    p->end -= mz_page_up(*mz_traced_argument(&t, 1));
    *mz_traced_argument(&t, 0) = p->end;
    *mz_traced_argument(&t, 3) |= fixed;
    return mz_traced_store(&t, p->child);
}

/* Where that has failed the call is done as it was. */
static bool after_call(struct places *p)
{
    mz_traced t;

    if (!p->is_placing)
        return true;
    p->is_placing = false;
    if (!mz_traced_load(&t, p->child))
        return false;
    *mz_traced_argument(&t, 3) &= ~(uint64_t)MAP_FIXED_NOREPLACE;
    if (mz_traced_result(&t) == -EEXIST) {
        p->gives_up = true;
        *mz_traced_argument(&t, 0) = 0;
        mz_traced_repeat(&t, SYS_mmap);
    }
    return mz_traced_store(&t, p->child);
}

/* From its exec on. A signal of others is passed on to it. False: something is
 * in the way. */
static bool follow(pid_t child, bool may_fail)
{
    struct places places = {.child = child, .end = END};
    bool is_before = false; /* the call, else after it */
    bool is_in_the_way = false;
    int signal = wait_for_stop(child);

    if (signal == SIGTRAP) {
        ptrace(PTRACE_SETOPTIONS, child, NULL,
               PTRACE_O_TRACESYSGOOD | PTRACE_O_EXITKILL);
        is_in_the_way = !mz_moving_move(child);
        signal = 0;
    }
    for (unsigned i = 0; i < MOST_STOPS; i++) {
        if (may_fail && (is_in_the_way || places.gives_up))
            return false;
        if (ptrace(PTRACE_SYSCALL, child, NULL, signal))
            return true;
        signal = wait_for_stop(child);
        if (!signal)
            return true;
        if (signal != AT_CALL)
            continue;
        signal = 0;
        is_before = !is_before;
        if (!(is_before ? before_call(&places) : after_call(&places)))
            break;
    }
    ptrace(PTRACE_DETACH, child, NULL, NULL);
    return true;
}

bool mz_placing_serve(struct mz_placing *p, pid_t child, bool may_fail)
{
    return !is_asked(p) || follow(child, may_fail);
}

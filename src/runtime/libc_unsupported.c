/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What an execution cannot model and refuses, loudly: `unsupported: NAME`. A
 * synchronisation object that becomes supported loses its rows here.
 */
#define _GNU_SOURCE
#include "runtime/libc_forward.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netdb.h>
#include <nss.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"

/* clang-format off */

#define OF_ANYONE(X)                                                          \
    /* waiting and waking */                                                  \
    X(pthread_attr_setsigmask_np) X(pthread_setattr_default_np)               \
    /* other threads of execution */                                          \
    X(makecontext) X(swapcontext) X(setcontext)                               \
    X(aio_read) X(aio_read64) X(aio_write) X(aio_write64)                     \
    X(aio_fsync) X(aio_fsync64) X(aio_suspend) X(aio_suspend64)               \
    X(lio_listio) X(lio_listio64) X(getaddrinfo_a)                            \
    /* other processes */                                                     \
    X(clone) X(daemon) X(forkpty) X(execveat) X(fexecve) X(ptrace)            \
    X(pidfd_open) X(pidfd_getfd) X(pidfd_send_signal)                         \
    X(semget) X(semop) X(semtimedop) X(semctl)                                \
    X(msgget) X(msgsnd) X(msgrcv) X(msgctl)                                   \
    X(shmget) X(shmat) X(shmdt) X(shmctl)                                     \
    X(mq_open) X(mq_close) X(mq_send) X(mq_receive)                           \
    X(mq_timedsend) X(mq_timedreceive) X(mq_notify)                           \
    /* signals that come from elsewhere, or are waited for */                 \
    X(signalfd) X(inotify_add_watch) X(siginterrupt)                          \
    X(sigpause) X(__sigpause) X(__xpg_sigpause) X(sigset) X(sighold)          \
    X(sigrelse) X(sigignore) X(sigblock) X(sigsetmask) X(siggetmask)          \
    /* the world outside: these would outlast the execution */                \
    X(clock_settime) X(settimeofday) X(clock_adjtime) X(adjtimex) X(adjtime)  \
    X(setuid) X(seteuid) X(setreuid) X(setresuid) X(setgroups)                \
    X(setgid) X(setegid) X(setregid) X(setresgid) X(initgroups)               \
    X(setfsuid) X(setfsgid) X(capset)                                         \
    X(setsid) X(setpgid) X(setpgrp) X(tcsetpgrp) X(setlogin)                  \
    X(chroot) X(pivot_root) X(unshare) X(setns)                               \
    X(mount) X(umount) X(umount2) X(swapon) X(swapoff) X(quotactl)            \
    X(sethostname) X(setdomainname) X(sethostid) X(reboot) X(vhangup)         \
    X(acct) X(klogctl) X(init_module) X(delete_module) X(ioperm) X(iopl)      \
    X(mq_unlink) X(login) X(logout) X(logwtmp) X(updwtmp) X(updwtmpx)         \
    X(pututline) X(pututxline) X(fanotify_init)                               \
    X(process_madvise) X(process_mrelease) X(process_vm_writev)               \
    X(brk)                                                                    \
    X(gethostbyname) X(gethostbyname2) X(gethostbyname_r)                     \
    X(gethostbyname2_r) X(gethostbyaddr) X(gethostbyaddr_r)                   \
    X(res_query) X(res_search)                  \
    X(res_send) X(res_nquery) X(res_nsearch) X(res_nsend)                     \
    X(rcmd) X(rcmd_af) X(rexec) X(rexec_af)                                   \
    /* what the kernel, or a processor, does beside the program */            \
    X(profil) X(sprofil) X(moncontrol) X(monstartup)                          \
    X(modify_ldt) X(remap_file_pages)                           \
    X(dlmopen)

/* clang-format on */

/* ---- refusals ----------------------------------------------------------- */

static void refuse(struct mz_call *call, const struct mz_forward *row)
{
    (void)call;
    mz_unsupported(CALL, .text = row->name);
}

#define X(name) MZ_FORWARD(name, refuse)
OF_ANYONE(X)
#undef X

/* ---- refusals that depend on what is asked ------------------------------ */

/* std::promise::set_value_at_thread_exit and kin: libstdc++ makes the result
 * ready by itself, unseen. */
static void refuse_delayed(struct mz_call *call, const struct mz_forward *row)
{
    (void)call, (void)row;
    mz_unsupported(RESULT_AT_THREAD_EXIT);
}
MZ_FORWARD(_ZNSt13__future_base13_State_baseV211_Make_ready6_M_setEv,
           refuse_delayed)

/* Addresses that are numbers need nobody who knows them. (A name of one's own
 * has no number: libc makes it of the kinds of addresses that there are.) */
static bool is_address(const char *text)
{
    struct in6_addr address;

    return !text || inet_pton(AF_INET, text, &address) == 1 ||
           inet_pton(AF_INET6, text, &address) == 1;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t length_of_word(const char *text)
{
    size_t n = 0;

    while (text[n] && text[n] != '#' && !is_space(text[n]))
        n++;
    return n;
}

/* Is it a name on this line, whose first word is an address? */
static bool is_on_line(const char *line, const char *host)
{
    size_t length = mz_text_length(host);

    for (unsigned word = 0; *line && *line != '\n' && *line != '#';) {
        size_t n = length_of_word(line);

        if (n && word++ && n == length && mz_text_begins(line, host))
            return true;
        line += n ? n : 1;
    }
    return false;
}

/* Names that this machine gives itself are in a file. */
static bool is_in_file(const char *host)
{
    static char text[16384];
    long file = MZ_SYSTEM(openat, AT_FDCWD, "/etc/hosts", O_RDONLY | O_CLOEXEC);
    long size;

    if (file < 0)
        return false;
    size = MZ_SYSTEM(read, file, text, sizeof text - 1);
    MZ_SYSTEM(close, file);
    text[size > 0 ? size : 0] = '\0';
    for (const char *line = text; *line; line++)
        if ((line == text || line[-1] == '\n') && is_on_line(line, host))
            return true;
    return false;
}

static void before_getaddrinfo(struct mz_call *call,
                               const struct mz_forward *row)
{
    const struct addrinfo *hints = (const void *)call->arguments[2];
    const char *host = (const char *)call->arguments[0];

    if (hints && hints->ai_flags & AI_ADDRCONFIG)
        mz_unsupported(CALL, .text = row->name);
    if (is_address(host))
        return;
    if (!is_in_file(host))
        mz_unsupported(CALL, .text = row->name);
    mz_libc_mappings_may_be();
    __nss_configure_lookup("hosts", "files"); /* it asks nobody */
}
MZ_FORWARD(getaddrinfo, before_getaddrinfo)

static void before_getnameinfo(struct mz_call *call,
                               const struct mz_forward *row)
{
    const unsigned numbers = NI_NUMERICHOST | NI_NUMERICSERV;
    bool has_host = call->arguments[2] && call->arguments[3];
    bool has_service = call->arguments[4] && call->arguments[5];
    unsigned needed = (has_host ? NI_NUMERICHOST : 0) |
                      (has_service ? NI_NUMERICSERV : 0);

    /* The seventh argument is on the stack. */
    if (~call->stack[0] & needed & numbers)
        mz_unsupported(CALL, .text = row->name);
}
MZ_FORWARD(getnameinfo, before_getnameinfo)

/* 0xffffffff only asks. */
static void before_personality(struct mz_call *call,
                               const struct mz_forward *row)
{
    if ((uint32_t)call->arguments[0] != 0xffffffff)
        mz_unsupported(CALL, .text = row->name);
}
MZ_FORWARD(personality, before_personality)

/* sbrk(0) only asks. */
static void before_sbrk(struct mz_call *call, const struct mz_forward *row)
{
    if (call->arguments[0])
        mz_unsupported(CALL, .text = row->name);
}
MZ_FORWARD(sbrk, before_sbrk)

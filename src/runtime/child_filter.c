/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE
#include "runtime/child_filter.h"

#include <asm/ioctls.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/stat.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/libc_family.h"

/* clang-format off */

/* Calls of which we are asked: how each is judged. */
enum judgement {
    NEVER,
    OPENS,    /* a path at argument 1; it is asked for if it is to write */
    OPENS_AT, /* the same, argument 2 */
    EXECUTES, /* a path at argument 1 */
    CONNECTS,
    SIGNALS,  /* a process, argument 1 */
    READS,    /* asked for descriptor 0 */
};
#define ASKED(X)                                                              \
    X(openat, OPENS_AT) X(openat2, NEVER)                                     \
    X(truncate, NEVER) X(renameat2, NEVER)                                    \
    X(mkdirat, NEVER) X(linkat, NEVER) X(symlinkat, NEVER) X(unlinkat, NEVER) \
    X(mknodat, NEVER) X(fchmod, NEVER) X(fchmodat, NEVER) X(fchown, NEVER)    \
    X(fchownat, NEVER) X(utimensat, NEVER)                                    \
    X(setxattr, NEVER) X(lsetxattr, NEVER) X(fsetxattr, NEVER)                \
    X(removexattr, NEVER) X(lremovexattr, NEVER) X(fremovexattr, NEVER)       \
    X(mount, NEVER) X(umount2, NEVER) X(pivot_root, NEVER) X(chroot, NEVER)   \
    X(move_mount, NEVER) X(fsopen, NEVER) X(open_tree, NEVER)                 \
    X(swapon, NEVER) X(swapoff, NEVER) X(sethostname, NEVER)                  \
    X(setdomainname, NEVER) X(reboot, NEVER) X(settimeofday, NEVER)           \
    X(clock_settime, NEVER) X(adjtimex, NEVER) X(clock_adjtime, NEVER)        \
    X(acct, NEVER) X(quotactl, NEVER) X(init_module, NEVER)                   \
    X(finit_module, NEVER) X(delete_module, NEVER) X(bpf, NEVER)              \
    X(add_key, NEVER) X(keyctl, NEVER) X(request_key, NEVER)                  \
    X(setsid, NEVER) X(setns, NEVER) X(unshare, NEVER)                        \
    X(ptrace, NEVER) X(process_vm_writev, NEVER) X(pidfd_getfd, NEVER)        \
    X(pidfd_send_signal, NEVER) X(rt_sigqueueinfo, NEVER)                     \
    X(tkill, NEVER) X(kill, SIGNALS) X(tgkill, SIGNALS)                       \
    X(setpriority, NEVER) X(prlimit64, SIGNALS)                               \
    X(socket, CONNECTS) X(connect, CONNECTS) X(bind, NEVER)                   \
    X(shmget, NEVER) X(msgget, NEVER) X(semget, NEVER) X(flock, NEVER)        \
    X(mq_open, NEVER) X(mq_unlink, NEVER) X(io_uring_setup, NEVER)            \
    X(execve, EXECUTES) X(execveat, NEVER)

/* Some processors do without these. */
#ifdef SYS_open
#define ASKED_OF_OLD(X)                                                       \
    X(open, OPENS) X(creat, NEVER) X(rename, NEVER) X(renameat, NEVER)        \
    X(mkdir, NEVER) X(rmdir, NEVER) X(link, NEVER) X(symlink, NEVER)          \
    X(unlink, NEVER) X(mknod, NEVER) X(chmod, NEVER) X(chown, NEVER)          \
    X(lchown, NEVER) X(utime, NEVER) X(utimes, NEVER) X(futimesat, NEVER)
#else
#define ASKED_OF_OLD(X)
#endif

/* clang-format on */

struct asked {
    int number;
    enum judgement judgement;
    const char *name;
};

#define X(name, judgement) {SYS_##name, judgement, #name},
static const struct asked asked[] = {ASKED(X) ASKED_OF_OLD(X)};
#undef X

/* Reads and requests are judged by what they are about. */
static const int reads[] = {SYS_read,     SYS_readv,    SYS_pread64,
                            SYS_preadv,   SYS_preadv2,  SYS_recvfrom,
                            SYS_recvmsg,  SYS_recvmmsg, SYS_splice,
                            SYS_tee};
static const unsigned requests[] = {TCSETS,   TCSETSW,   TCSETSF,    TIOCSTI,
                                    TIOCSCTTY, TIOCSPGRP, TIOCSWINSZ, FIONBIO,
                                    FIOASYNC};

/* Flags that stay with what is inherited, and locks, of which the program's
 * own are not known to the kernel. */
static const unsigned commands[] = {F_SETFL,      F_SETLK,      F_SETLKW,
                                    F_OFD_SETLK,  F_OFD_SETLKW, F_SETOWN,
                                    F_SETOWN_EX,  F_SETSIG,     F_SETLEASE,
                                    F_SETPIPE_SZ, F_ADD_SEALS};

/* ---- the filter --------------------------------------------------------- */

enum { MOST = 512, WRITING = O_ACCMODE | O_CREAT | O_TRUNC };

struct filter {
    struct sock_filter code[MOST];
    unsigned length;
};

static void put(struct filter *f, struct sock_filter instruction)
{
    MZ_ASSERT(f->length < MOST);
    f->code[f->length++] = instruction;
}

static void load(struct filter *f, unsigned offset)
{
    put(f, (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset));
}

static void load_argument(struct filter *f, unsigned i)
{
    load(f, offsetof(struct seccomp_data, args) + 8 * i); /* little-endian */
}

static void unless_equal(struct filter *f, unsigned value, unsigned skip)
{
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0,
                                        skip));
}

static void answer(struct filter *f, unsigned action)
{
    put(f, (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action));
}

/* Of an open that only reads there is nothing to ask. */
static void put_open(struct filter *f, int number, unsigned flags)
{
    unless_equal(f, number, 4);
    load_argument(f, flags);
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, WRITING, 0,
                                        1));
    answer(f, SECCOMP_RET_USER_NOTIF);
    answer(f, SECCOMP_RET_ALLOW);
}

/* From standard input; from anywhere, if there are others that cannot be read
 * again: which number they have the child says. */
static void put_read(struct filter *f, int number, bool from_anywhere)
{
    unless_equal(f, number, from_anywhere ? 1 : 4);
    if (!from_anywhere) {
        load_argument(f, 0);
        unless_equal(f, 0, 1);
    }
    answer(f, SECCOMP_RET_USER_NOTIF);
    if (!from_anywhere)
        answer(f, SECCOMP_RET_ALLOW);
}

/* Of a call whose second argument says what is to be done. */
static void put_requests(struct filter *f, int number, const unsigned *which,
                         unsigned count)
{
    unless_equal(f, number, 2 * count + 2);
    load_argument(f, 1);
    for (unsigned i = 0; i < count; i++) {
        unless_equal(f, which[i], 1);
        answer(f, SECCOMP_RET_USER_NOTIF);
    }
    answer(f, SECCOMP_RET_ALLOW);
}

static void make(struct filter *f)
{
    f->length = 0;
    load(f, offsetof(struct seccomp_data, arch));
    unless_equal(f, MZ_AUDIT_ARCHITECTURE, 1);
    put(f, (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
    answer(f, SECCOMP_RET_USER_NOTIF);
    load(f, offsetof(struct seccomp_data, nr));
    put_requests(f, SYS_ioctl, requests, MZ_COUNT(requests));
    put_requests(f, SYS_fcntl, commands, MZ_COUNT(commands));
    for (unsigned i = 0; i < MZ_COUNT(reads); i++)
        put_read(f, reads[i], mz_descriptors_have_lasting());
    for (unsigned i = 0; i < MZ_COUNT(asked); i++)
        if (asked[i].judgement == OPENS || asked[i].judgement == OPENS_AT)
            put_open(f, asked[i].number,
                     asked[i].judgement == OPENS ? 1 : 2);
    for (unsigned i = 0; i < MZ_COUNT(asked); i++) {
        unless_equal(f, asked[i].number, 1);
        answer(f, SECCOMP_RET_USER_NOTIF);
    }
    answer(f, SECCOMP_RET_ALLOW);
}

long mz_child_filter_install(void)
{
    static struct filter filter;
    struct sock_fprog program;

    make(&filter);
    program = (struct sock_fprog){filter.length, filter.code};
    MZ_SYSTEM(prctl, PR_SET_NO_NEW_PRIVS, 1);
    return MZ_SYSTEM(seccomp, SECCOMP_SET_MODE_FILTER,
                     SECCOMP_FILTER_FLAG_NEW_LISTENER, &program);
}

/* ---- judgement ---------------------------------------------------------- */

/* The text at an address of the process that asks. */
static bool read_text(pid_t process, uint64_t address, char text[PATH_MAX])
{
    char memory[32];
    long fd, size;

    mz_format(memory, sizeof memory, "/proc/%d/mem", process);
    fd = MZ_SYSTEM(openat, AT_FDCWD, memory, O_RDONLY | O_CLOEXEC);
    if (fd < 0)
        return false;
    mz_fill(text, 0, PATH_MAX);
    size = MZ_SYSTEM(pread64, fd, text, PATH_MAX - 1, address);
    MZ_SYSTEM(close, fd);
    return size > 0;
}

/* What nobody can read afterwards. */
static bool is_sink(const char *path)
{
    static const char *const sinks[] = {"/dev/null", "/dev/full", "/dev/zero"};

    for (unsigned i = 0; i < MZ_COUNT(sinks); i++)
        if (mz_text_equals(path, sinks[i]))
            return true;
    return false;
}

/* A program that has more rights than who calls it would not have them here. */
static bool is_privileged(const char *path)
{
    struct stat status;

    return !MZ_SYSTEM(newfstatat, AT_FDCWD, path, &status, 0) &&
           status.st_mode & (S_ISUID | S_ISGID);
}

static bool has_same_link(const char *a, const char *b)
{
    char to[2][256];
    long size[2] = {MZ_SYSTEM(readlinkat, AT_FDCWD, a, to[0], sizeof to[0]),
                    MZ_SYSTEM(readlinkat, AT_FDCWD, b, to[1], sizeof to[1])};

    return size[0] > 0 && size[0] == size[1] &&
           !mz_compare(to[0], to[1], size[0]);
}

/* From our own standard input, if that cannot be read again, or from another
 * that was open at the start. */
static bool is_lost(pid_t process, int fd)
{
    char link[32];
    struct stat status;

    mz_format(link, sizeof link, "/proc/%d/fd/%d", process, fd);
    if (!MZ_SYSTEM(newfstatat, AT_FDCWD, link, &status, 0) &&
        mz_descriptor_is_lasting(status.st_dev, status.st_ino))
        return true;
    return fd == 0 && has_same_link(link, "/proc/self/fd/0") &&
           !has_same_link(link, "/dev/null") &&
           !MZ_SYSTEM(fstat, 0, &status) && !S_ISREG(status.st_mode) &&
           !(S_ISCHR(status.st_mode) && status.st_rdev == 0x103);
}

/* It is not there, so that nothing comes of it: libc asks a server first for
 * names of users. */
static bool leads_nowhere(const struct seccomp_notif *n, char text[PATH_MAX])
{
    struct stat status;

    return n->data.nr == SYS_connect && read_text(n->pid, n->data.args[1] + 2,
                                                  text) &&
           text[0] == '/' &&
           MZ_SYSTEM(newfstatat, AT_FDCWD, text, &status, 0) == -ENOENT;
}

static const struct asked *row_of(int number)
{
    for (unsigned i = 0; i < MZ_COUNT(asked); i++)
        if (asked[i].number == number)
            return &asked[i];
    return NULL;
}

/* NULL: it is none. */
static const char *name_of_request(int number)
{
    return number == SYS_ioctl ? "ioctl" : number == SYS_fcntl ? "fcntl" : NULL;
}

/* A path, if there is one, is left in `text`. */
static bool is_allowed(const struct seccomp_notif *n, const struct asked *row,
                       char text[PATH_MAX])
{
    const uint64_t *a = (const uint64_t *)n->data.args;

    text[0] = '\0';
    if (n->data.arch != MZ_AUDIT_ARCHITECTURE)
        return false;
    if (!row) /* a read, or a request */
        return !name_of_request(n->data.nr) && !is_lost(n->pid, (int)a[0]);
    switch (row->judgement) {
    case OPENS:
    case OPENS_AT:
        return read_text(n->pid, a[row->judgement == OPENS_AT], text) &&
               is_sink(text);
    case EXECUTES:
        return read_text(n->pid, a[0], text) && !is_privileged(text);
    case CONNECTS:
        return n->data.nr == SYS_socket ? a[0] == 1 : leads_nowhere(n, text);
    case SIGNALS:
        return a[0] == n->pid || (n->data.nr == SYS_prlimit64 && !a[0]);
    default:
        return false;
    }
}

bool mz_child_filter_answer(int listener, struct mz_gap *why)
{
    static char text[PATH_MAX];
    struct seccomp_notif n = {0};
    struct seccomp_notif_resp answer = {
        .flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE};
    const struct asked *row;
    const char *name;
    bool allowed;

    if (MZ_SYSTEM(ioctl, listener, SECCOMP_IOCTL_NOTIF_RECV, &n))
        return true; /* who asked has gone */
    row = row_of(n.data.nr);
    allowed = is_allowed(&n, row, text);
    if (!allowed) {
        name = row ? row->name : name_of_request(n.data.nr);
        why->kind = name ? MZ_GAP_CALL : MZ_GAP_CHILD_READS;
        if (name)
            mz_format(why->text, sizeof why->text, "%s%s%s", name,
                      text[0] ? " " : "", text);
        MZ_SYSTEM(kill, n.pid, SIGKILL);
    }
    answer.id = n.id;
    if (allowed)
        MZ_SYSTEM(ioctl, listener, SECCOMP_IOCTL_NOTIF_SEND, &answer);
    return allowed;
}

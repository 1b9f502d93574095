/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Programs that the program runs: system, posix_spawn, popen; and waiting for
 * them. Each runs to its end at once (child.h). Of several any may be told as
 * the next that has ended. Who asks without waiting may be told that it has not
 * ended yet, once; both are explored, and who asks again has not seen all.
 *
 * What popen leads to is a file that the child has written, or is to read when
 * pclose runs it.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/child.h"
#include "runtime/descriptor_event.h"
#include "runtime/local.h"
#include "runtime/state.h"
#include "runtime/turn.h"
#include "runtime/view.h"

enum { MOST = 64, FIRST = 100000 };

/* Those of posix_spawn, in their order; and those of popen. */
struct process {
    FILE *stream;  /* of popen */
    char *command; /* what is run when it is closed; or NULL */
    int status;
    bool was_waited_for;
    bool was_told_alive, was_told_ended;
};

static struct process processes[MOST];
static unsigned count;
static uint64_t object; /* only its address matters */

/* What does not go together with something else, in whatever order. */
static struct {
    bool any;         /* a child was run */
    bool beside;      /* so was one of system or popen, beside other threads */
    bool any_awaited; /* any child was waited for, beside other threads */
    bool signal;      /* SIGCHLD is of use */
    bool run_beside;  /* any was run beside other threads */
    bool ignored;     /* another signal is, or no longer, beside others */
} seen;

void mz_libc_children_rollback(void)
{
    count = 0;
    mz_fill(&seen, 0, sizeof seen);
}

void mz_libc_children_checkpoint(void)
{
    mz_checkpoint_need(!count && !seen.any && !seen.any_awaited &&
                       !seen.signal && !seen.ignored);
}

void mz_libc_children_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add(f, processes, count * sizeof *processes);
    mz_state_add(f, &seen, sizeof seen);
}

/* ---- SIGCHLD ------------------------------------------------------------- */

void mz_children_have_signal(void)
{
    seen.signal = true;
    if (seen.any)
        mz_unsupported(CHILDREN_SIGNAL);
}

void mz_children_have_action(void)
{
    bool is_alone = mz_turn_is_alone();

    if (!is_alone)
        seen.signal = true;
    for (unsigned i = 0; i < count; i++)
        is_alone = is_alone && processes[i].was_waited_for;
    if (seen.any && !is_alone)
        mz_unsupported(CHILDREN_ACTION);
}

static void check_ignored(void)
{
    if (seen.run_beside && seen.ignored)
        mz_unsupported(CHILDREN_IGNORE);
}

void mz_children_inherit(void)
{
    if (!mz_turn_is_alone())
        seen.ignored = true;
    check_ignored();
}

/* ---- of all ways to run one ---------------------------------------------- */

static struct mz_child_result run(const struct mz_child *child, uint64_t pc)
{
    if (seen.signal)
        mz_unsupported(CHILDREN_SIGNAL);
    seen.any = true;
    if (!mz_turn_is_alone())
        seen.run_beside = true;
    check_ignored();
    return mz_child_run(child, pc);
}

static void read_text(const char *text, uint64_t pc)
{
    if (text)
        mz_plain_read(text, mz_text_length(text) + 1, (void *)pc);
}

static void read_texts(char *const *texts, uint64_t pc)
{
    unsigned i = 0;

    for (; texts && texts[i]; i++)
        read_text(texts[i], pc);
    if (texts)
        mz_plain_read(texts, (i + 1) * sizeof *texts, (void *)pc);
}

/* Who waits for any child might take from libc the one that it waits for. */
static struct mz_child_result run_in_libc(const struct mz_child *child,
                                          uint64_t pc)
{
    read_texts(child->environment, pc);
    if (!mz_turn_is_alone())
        seen.beside = true;
    if (seen.beside && seen.any_awaited)
        mz_unsupported(WAIT_ANY);
    return run(child, pc);
}

static struct process *add(void)
{
    if (count == MOST)
        mz_unsupported(CHILDREN);
    processes[count] = (struct process){0};
    return &processes[count++];
}

/* No process has such a number, nor has a thread. */
static pid_t number_of(const struct process *p)
{
    return mz_identity_pid() + FIRST + (int)(p - processes);
}

void mz_children_read(const char *path, char *const *arguments,
                      char *const *environment, uint64_t pc)
{
    read_text(path, pc);
    read_texts(arguments, pc);
    read_texts(environment, pc);
}

/* ---- system ------------------------------------------------------------- */

static void run_system(void *command, struct mz_child_result *result)
{
    result->value = MZ_REAL(system)(command);
    result->error = errno;
}

MZ_EXPORT int system(const char *command)
{
    struct mz_child_result result;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(system)(command);
    mz_cancel_point(MZ_PC);
    MZ_ANNOUNCE(system, command);
    result = run_in_libc(
        &(struct mz_child){.name = "system",
                           .text = command,
                           .environment = environ,
                           .input = -1,
                           .output = -1,
                           .run = run_system,
                           .argument = (void *)command},
        MZ_PC);
    if (result.value < 0)
        errno = result.error;
    return result.value;
}

/* ---- posix_spawn -------------------------------------------------------- */

struct spawn {
    __typeof__(posix_spawn) *call;
    const char *path;
    const posix_spawn_file_actions_t *actions;
    const posix_spawnattr_t *attributes;
    char *const *arguments, *const *environment;
};

static void run_spawn(void *argument, struct mz_child_result *result)
{
    const struct spawn *s = argument;
    pid_t child;

    result->value = s->call(&child, s->path, s->actions, s->attributes,
                            s->arguments, s->environment);
    while (!result->value && MZ_REAL(waitpid)(child, &result->status, 0) < 0 &&
           errno == EINTR)
        continue;
}

static int spawn(const struct spawn *s, pid_t *out, const char *name,
                 uint64_t pc)
{
    struct mz_child_result result;
    struct process *process;

    mz_children_read(s->path, s->arguments, s->environment, pc);
    result = run(&(struct mz_child){.name = name,
                                    .text = s->path,
                                    .arguments = s->arguments,
                                    .environment = s->environment,
                                    .input = -1,
                                    .output = -1,
                                    .has_actions = s->actions != NULL,
                                    .run = run_spawn,
                                    .argument = (void *)s},
                 pc);
    if (result.value)
        return result.value;
    mz_io_touch_one(&object, MZ_FILE_CHANGE); /* from now on it is waited for */
    process = add();
    process->status = result.status;
    if (out) {
        mz_plain_write(out, sizeof *out, (void *)pc);
        *out = number_of(process);
    }
    return 0;
}

#define SPAWN(name)                                                          \
    MZ_EXPORT int name(pid_t *restrict out, const char *restrict path,       \
                       const posix_spawn_file_actions_t *restrict actions,   \
                       const posix_spawnattr_t *restrict attributes,         \
                       char *const arguments[restrict],                      \
                       char *const environment[restrict])                    \
    {                                                                        \
        if (!MZ_PROGRAM_CALLS)                                               \
            return MZ_REAL(name)(out, path, actions, attributes, arguments,  \
                                 environment);                               \
        return spawn(&(struct spawn){MZ_REAL(name), path, actions,           \
                                     attributes, arguments, environment},    \
                     out, #name, MZ_PC);                                     \
    }
SPAWN(posix_spawn)
SPAWN(posix_spawnp)

/* ---- fork --------------------------------------------------------------- */

struct mz_child_result mz_children_copy(const char *name, uint64_t pc)
{
    struct mz_child_result result =
        run(&(struct mz_child){.name = name,
                               .text = name,
                               .input = -1,
                               .output = -1,
                               .has_actions = true,
                               .number = count},
            pc);
    struct process *process;

    if (result.is_copy)
        return result;
    mz_io_touch_one(&object, MZ_FILE_CHANGE); /* from now on it is waited for */
    process = add();
    process->status = result.status;
    result.value = number_of(process);
    return result;
}

/* ---- waiting ------------------------------------------------------------ */

/* Those that may be meant. */
struct candidates {
    struct process *of[MOST];
    unsigned count;
    bool one_has_ended;  /* as was told */
    bool all_told_alive; /* that they have not */
};

static struct candidates find(pid_t which)
{
    struct candidates c = {.all_told_alive = true};

    for (unsigned i = 0; i < count; i++) {
        struct process *p = &processes[i];

        if (p->was_waited_for || p->stream ||
            (which != -1 && which != number_of(p)))
            continue;
        c.of[c.count++] = p;
        c.one_has_ended = c.one_has_ended || p->was_told_ended;
        c.all_told_alive = c.all_told_alive && p->was_told_alive;
    }
    return c;
}

/* Any child: those that libc waits for are among them. */
static void check_any(void)
{
    if (!mz_turn_is_alone())
        seen.any_awaited = true;
    if (seen.beside && seen.any_awaited)
        mz_unsupported(WAIT_ANY);
    for (unsigned i = 0; i < count; i++)
        if (processes[i].stream)
            mz_unsupported(WAIT_ANY_PCLOSE);
}

/* May it be told that none has ended yet? */
static bool may_put_off(const struct candidates *c, int flags, uint64_t pc)
{
    if (!(flags & WNOHANG) || c->one_has_ended)
        return false;
    if (c->all_told_alive)
        mz_child_note("waitpid", MZ_UNSEEN_CHILD_IS_AWAITED, pc);
    return !c->all_told_alive;
}

/* Files were as they are outside when it began. */
static void note_changes(const char *name, uint64_t pc)
{
    if (mz_view_is_on() && mz_view_names)
        mz_child_note(name, MZ_UNSEEN_CHILD_HAS_READ, pc);
}

/* What the kernel knows; and what makes a difference is refused. */
static bool has_flags(const char *name, int flags, int known)
{
    const unsigned special = __WNOTHREAD | __WCLONE | __WALL;

    if (flags & ~(known | (int)special)) {
        errno = EINVAL;
        return false;
    }
    if (flags & (int)(special & ~(unsigned)__WALL))
        mz_unsupported(WAIT_KINDS, .text = name);
    return true;
}

/* As waitpid: NULL and errno 0, there is one that has not ended yet. */
static struct process *wait_for(pid_t which, int flags, uint64_t pc)
{
    struct candidates c;
    unsigned choices, i;

    mz_cancel_point(pc);
    if (which < -1 || which == 0)
        which = -1; /* all are of our own group */
    mz_io_touch_one(&object, MZ_FILE_CHANGE);
    if (which == -1)
        check_any();
    c = find(which);
    if (!c.count) {
        errno = ECHILD;
        return NULL;
    }
    choices = c.count + may_put_off(&c, flags, pc);
    i = choices > 1 ? mz_local_choice(choices) : 0;
    if (i == c.count) {
        while (i-- > 0)
            c.of[i]->was_told_alive = true;
        errno = 0;
        return NULL;
    }
    note_changes("waitpid", pc);
    c.of[i]->was_told_ended = true;
    c.of[i]->was_waited_for = !(flags & WNOWAIT);
    return c.of[i];
}

static pid_t wait_and_tell(pid_t which, int *status, int flags,
                           struct rusage *usage, uint64_t pc)
{
    int before = errno;
    const struct process *p;

    if (!has_flags("waitpid", flags, WNOHANG | WUNTRACED | WCONTINUED))
        return -1;
    p = wait_for(which, flags, pc);
    if (!p && errno)
        return -1;
    errno = before;
    if (!p)
        return 0;
    if (status) {
        mz_plain_write(status, sizeof *status, (void *)pc);
        *status = p->status;
    }
    if (usage) {
        mz_plain_write(usage, sizeof *usage, (void *)pc);
        mz_fill(usage, 0, sizeof *usage);
    }
    return number_of(p);
}

MZ_EXPORT pid_t wait(int *status)
{
    return MZ_PROGRAM_CALLS ? wait_and_tell(-1, status, 0, NULL, MZ_PC)
                            : MZ_REAL(wait)(status);
}

MZ_EXPORT pid_t waitpid(pid_t which, int *status, int flags)
{
    return MZ_PROGRAM_CALLS ? wait_and_tell(which, status, flags, NULL, MZ_PC)
                            : MZ_REAL(waitpid)(which, status, flags);
}

MZ_EXPORT pid_t wait3(int *status, int flags, struct rusage *usage)
{
    return MZ_PROGRAM_CALLS ? wait_and_tell(-1, status, flags, usage, MZ_PC)
                            : MZ_REAL(wait3)(status, flags, usage);
}

MZ_EXPORT pid_t wait4(pid_t which, int *status, int flags,
                      struct rusage *usage)
{
    return MZ_PROGRAM_CALLS ? wait_and_tell(which, status, flags, usage, MZ_PC)
                            : MZ_REAL(wait4)(which, status, flags, usage);
}

static void tell_info(const struct process *p, siginfo_t *out, uint64_t pc)
{
    mz_plain_write(out, sizeof *out, (void *)pc);
    mz_fill(out, 0, sizeof *out);
    if (!p)
        return;
    out->si_signo = SIGCHLD;
    out->si_pid = number_of(p);
    out->si_uid = MZ_SYSTEM(getuid);
    out->si_code = WIFEXITED(p->status)    ? CLD_EXITED
                   : WCOREDUMP(p->status) ? CLD_DUMPED
                                          : CLD_KILLED;
    out->si_status =
        WIFEXITED(p->status) ? WEXITSTATUS(p->status) : WTERMSIG(p->status);
}

MZ_EXPORT int waitid(idtype_t kind, id_t which, siginfo_t *out, int flags)
{
    int before = errno;
    const struct process *p;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(waitid)(kind, which, out, flags);
    if (!has_flags("waitid", flags,
                   WNOHANG | WNOWAIT | WEXITED | WSTOPPED | WCONTINUED))
        return -1;
    if (kind != P_ALL && kind != P_PID)
        mz_unsupported(WAITID_GROUP);
    if (!(flags & (WEXITED | WSTOPPED | WCONTINUED)) ||
        (kind == P_PID && (pid_t)which <= 0)) {
        errno = EINVAL;
        return -1;
    }
    if (!(flags & WEXITED)) /* none stops here */
        mz_unsupported(WAITID_ENDS);
    p = wait_for(kind == P_ALL ? -1 : (pid_t)which, flags, MZ_PC);
    if (!p && errno)
        return -1;
    errno = before;
    if (out)
        tell_info(p, out, MZ_PC);
    return 0;
}

/* ---- popen -------------------------------------------------------------- */

static struct mz_child_result run_for(const char *command, int input,
                                      int output, uint64_t pc)
{
    struct mz_child_result result =
        run_in_libc(&(struct mz_child){.name = "popen",
                                       .text = command,
                                       .environment = environ,
                                       .input = input,
                                       .output = output,
                                       .run = run_system,
                                       .argument = (void *)command},
                    pc);

    result.status = result.value;
    return result;
}

static int open_file(bool is_closed_by_exec, uint64_t pc)
{
    int fd;

    mz_descriptor_before_open();
    mz_descriptors_opened = true;
    fd = MZ_SYSTEM(memfd_create, "popen",
                   is_closed_by_exec ? MFD_CLOEXEC : 0);
    mz_descriptor_opens(fd, MZ_DESCRIPTOR_OTHER, pc);
    return fd;
}

static bool has(const char *mode, char letter)
{
    while (*mode && *mode != letter)
        mode++;
    return *mode;
}

static char *copy_of(const char *text)
{
    size_t size = mz_text_length(text) + 1;
    char *copy = malloc(size);

    mz_copy(copy, text, size);
    return copy;
}

MZ_EXPORT FILE *popen(const char *command, const char *mode)
{
    struct process *process;
    bool is_read;
    int fd;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(popen)(command, mode);
    read_text(command, MZ_PC);
    read_text(mode, MZ_PC);
    is_read = has(mode, 'r');
    if (is_read == has(mode, 'w') || mz_text_length(mode) > 2) {
        errno = EINVAL;
        return NULL;
    }
    fd = open_file(has(mode, 'e'), MZ_PC);
    mz_io_touch_one(&object, MZ_FILE_CHANGE);
    process = add();
    if (is_read)
        process->status = run_for(command, -1, fd, MZ_PC).status;
    else
        process->command = copy_of(command);
    MZ_SYSTEM(lseek, fd, 0, SEEK_SET);
    process->stream = fdopen(fd, is_read ? "r" : "w");
    return process->stream;
}

bool mz_children_have_stream(int fd)
{
    for (unsigned i = 0; i < count; i++)
        if (processes[i].stream && processes[i].stream->_fileno == fd)
            return true;
    return false;
}

static struct process *process_of(const FILE *stream)
{
    for (unsigned i = 0; stream && i < count; i++)
        if (processes[i].stream == stream)
            return &processes[i];
    return NULL;
}

MZ_EXPORT int pclose(FILE *stream)
{
    struct process *p;
    int fd;

    if (!MZ_PROGRAM_CALLS)
        return MZ_REAL(pclose)(stream);
    mz_io_touch_one(&object, MZ_FILE_CHANGE);
    p = process_of(stream);
    if (!p)
        mz_unsupported(PCLOSE);
    fd = stream->_fileno;
    if (p->command) {
        fflush(stream);
        MZ_SYSTEM(lseek, fd, 0, SEEK_SET);
        p->status = run_for(p->command, fd, -1, MZ_PC).status;
        free(p->command);
    }
    else
        note_changes("pclose", MZ_PC);
    mz_descriptor_closes(fd, MZ_PC);
    fclose(stream);
    p->stream = NULL;
    p->was_waited_for = true;
    return p->status;
}

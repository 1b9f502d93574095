/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Copies of the process (child.h), and what the process becomes. A child of
 * fork runs to its end at once, natively: until then nothing else happens. One
 * that is to answer the program later, or needs its threads, is refused.
 *
 * Who calls exec is, for the program, at its end: what comes then is not the
 * program that is checked, and that is noted.
 */
#define _GNU_SOURCE
#include "runtime/libc_announce.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/system_call.h"
#include "base/text.h"
#include "runtime/cancel.h"
#include "runtime/checkpoint.h"
#include "runtime/child.h"
#include "runtime/descriptor_event.h"
#include "runtime/fault.h"
#include "runtime/forked.h"
#include "runtime/state.h"
#include "runtime/thread.h"
#include "runtime/turn.h"
#include "runtime/unwritten.h"
#include "runtime/view.h"

/* ---- pthread_atfork ------------------------------------------------------ */

enum { MOST = 64 };

static struct {
    void (*prepare)(void), (*in_parent)(void), (*in_child)(void);
} handlers[MOST];
static unsigned count, count_at_snapshot;
static uint64_t registered; /* only its address matters */

void mz_libc_fork_snapshot(void)
{
    count_at_snapshot = count;
}

void mz_libc_fork_rollback(void)
{
    count = count_at_snapshot;
}

void mz_libc_fork_checkpoint(void)
{
    mz_checkpoint_need(count == count_at_snapshot);
}

void mz_libc_fork_fingerprint(struct mz_fingerprint *f)
{
    mz_state_add_bytes(f, handlers, count * sizeof *handlers);
}

MZ_EXPORT int __register_atfork(void (*prepare)(void), void (*in_parent)(void),
                                void (*in_child)(void), void *module);
MZ_EXPORT int __register_atfork(void (*prepare)(void), void (*in_parent)(void),
                                void (*in_child)(void), void *module)
{
    if (mz_rt.active)
        mz_io_touch_one(&registered, MZ_FILE_CHANGE);
    if (count == MOST && mz_rt.supervised)
        mz_unsupported(FORK_HANDLERS);
    if (count < MOST) {
        handlers[count].prepare = prepare;
        handlers[count].in_parent = in_parent;
        handlers[count++].in_child = in_child;
    }
    if (mz_rt.active)
        return 0;
    return MZ_REAL(__register_atfork)(prepare, in_parent, in_child, module);
}

static void call_before(void)
{
    for (unsigned i = count; i-- > 0;)
        if (handlers[i].prepare)
            handlers[i].prepare();
}

static void call_after(bool in_child)
{
    for (unsigned i = 0; i < count; i++) {
        void (*call)(void) =
            in_child ? handlers[i].in_child : handlers[i].in_parent;

        if (call)
            call();
    }
}

/* ---- fork ---------------------------------------------------------------- */

static pid_t copy(const char *name, bool has_handlers, uint64_t pc)
{
    struct mz_child_result result;
    int before = errno;

    if (mz_rt.seeks_unwritten)
        mz_unwritten_leave(pc);
    mz_effect_note();
    mz_io_touch_one(&registered, MZ_FILE_LOOK);
    if (has_handlers)
        call_before();
    result = mz_children_copy(name, pc);
    if (has_handlers)
        call_after(result.is_copy);
    errno = before;
    return result.value;
}

/* One that a copy makes is libc's, with its own handlers: it has none of those
 * that were registered in an execution. */
static pid_t copy_natively(bool has_handlers)
{
    if (mz_forked && has_handlers && count != count_at_snapshot)
        mz_unsupported(CHILD_FORKS);
    /* The copy would search, too. */
    mz_refuse_before_main(MZ_GAP_BEFORE_MAIN, "fork");
    return has_handlers ? MZ_REAL(fork)() : MZ_REAL(_Fork)();
}

MZ_EXPORT pid_t fork(void)
{
    return MZ_PROGRAM_CALLS ? copy("fork", true, MZ_PC) : copy_natively(true);
}

MZ_EXPORT pid_t __fork(void);
MZ_EXPORT pid_t __fork(void)
{
    return MZ_PROGRAM_CALLS ? copy("fork", true, MZ_PC) : copy_natively(true);
}

MZ_EXPORT pid_t _Fork(void)
{
    return MZ_PROGRAM_CALLS ? copy("_Fork", false, MZ_PC)
                            : copy_natively(false);
}

/* It is as fork, but that in Linux what the child does to memory is done to
 * the parent's, too, which here sees nothing of it. */
MZ_EXPORT pid_t vfork(void)
{
    if (!MZ_PROGRAM_CALLS)
        return copy_natively(false);
    mz_child_note("vfork", MZ_UNSEEN_CHILD_CHANGES_MEMORY, MZ_PC);
    return copy("vfork", false, MZ_PC);
}

/* ---- exec ---------------------------------------------------------------- */

/* An error number: the kernel would not run it. */
static int look_at(const char *path)
{
    struct stat status;
    long error = MZ_SYSTEM(newfstatat, AT_FDCWD, path, &status, 0);

    if (error)
        return -error;
    if (!S_ISREG(status.st_mode))
        return EACCES;
    return -MZ_SYSTEM(faccessat, AT_FDCWD, path, 1 /* X_OK */);
}

static void need_names(const char *name)
{
    mz_io_touch_one(&mz_file_names, MZ_FILE_LOOK);
    if (mz_view_is_on() && mz_view_names)
        mz_unsupported(AFTER_CHANGES, .text = name);
}

/* Where a name is found that has no slash. */
static int search(const char *name, char path[PATH_MAX])
{
    const char *rest = getenv("PATH");
    int error = ENOENT;

    for (rest = rest ? rest : "/bin:/usr/bin";; rest++) {
        unsigned length = 0;
        int here;

        while (rest[length] && rest[length] != ':')
            length++;
        if (length + mz_text_length(name) + 2 > PATH_MAX)
            return ENAMETOOLONG;
        mz_copy(path, rest, length);
        if (length)
            path[length++] = '/';
        mz_copy(path + length, name, mz_text_length(name) + 1);
        here = *name ? look_at(path) : ENOENT;
        if (!here)
            return 0;
        if (here == EACCES)
            error = here;
        while (*rest && *rest != ':')
            rest++;
        if (!*rest)
            return error;
    }
}

static bool has_slash(const char *name)
{
    while (*name && *name != '/')
        name++;
    return *name;
}

struct image {
    const char *name; /* of the call */
    const char *path;
    bool is_sought; /* in PATH */
    char *const *arguments, *const *environment;
};

static int become(const struct image *i, uint64_t pc)
{
    static char path[PATH_MAX];
    int error;

    mz_effect_note();
    mz_children_read(i->path, i->arguments, i->environment, pc);
    need_names(i->name);
    error = i->is_sought && !has_slash(i->path) ? search(i->path, path)
                                                : look_at(i->path);
    if (error) {
        errno = error;
        return -1;
    }
    mz_child_note(i->name, MZ_UNSEEN_CHILD_IS_ANOTHER, pc);
    mz_exit_at_once(0, pc);
}

#define EXEC(name, arguments_, environment_, is_sought_)             \
    MZ_PROGRAM_CALLS                                                 \
    ? become(&(struct image){#name, path, is_sought_, arguments_,    \
                             environment_},                          \
             MZ_PC)

MZ_EXPORT int execve(const char *path, char *const arguments[],
                     char *const environment[])
{
    return EXEC(execve, arguments, environment, false)
           : MZ_REAL(execve)(path, arguments, environment);
}

MZ_EXPORT int execv(const char *path, char *const arguments[])
{
    return EXEC(execv, arguments, environ, false)
           : MZ_REAL(execve)(path, arguments, environ);
}

MZ_EXPORT int execvp(const char *path, char *const arguments[])
{
    return EXEC(execvp, arguments, environ, true)
           : MZ_REAL(execvpe)(path, arguments, environ);
}

MZ_EXPORT int execvpe(const char *path, char *const arguments[],
                      char *const environment[])
{
    return EXEC(execvpe, arguments, environment, true)
           : MZ_REAL(execvpe)(path, arguments, environment);
}

/* Those whose arguments are a list: of so many. */
enum { MOST_ARGUMENTS = 1024 };

/* What comes after the list's end is the environment, of execle. */
static void gather(const char *first, va_list *list, char **to)
{
    unsigned i = 0;

    for (const char *next = first; next; next = va_arg(*list, char *)) {
        if (i == MOST_ARGUMENTS - 1)
            mz_give_up("more than %u arguments of exec", MOST_ARGUMENTS - 1);
        to[i++] = (char *)next;
    }
    to[i] = NULL;
}

MZ_EXPORT int execl(const char *path, const char *first, ...)
{
    char *arguments[MOST_ARGUMENTS];
    va_list list;

    va_start(list, first);
    gather(first, &list, arguments);
    va_end(list);
    return EXEC(execl, arguments, environ, false)
           : MZ_REAL(execve)(path, arguments, environ);
}

MZ_EXPORT int execlp(const char *path, const char *first, ...)
{
    char *arguments[MOST_ARGUMENTS];
    va_list list;

    va_start(list, first);
    gather(first, &list, arguments);
    va_end(list);
    return EXEC(execlp, arguments, environ, true)
           : MZ_REAL(execvpe)(path, arguments, environ);
}

MZ_EXPORT int execle(const char *path, const char *first, ...)
{
    char *arguments[MOST_ARGUMENTS];
    char *const *environment;
    va_list list;

    va_start(list, first);
    gather(first, &list, arguments);
    environment = va_arg(list, char *const *);
    va_end(list);
    return EXEC(execle, arguments, environment, false)
           : MZ_REAL(execve)(path, arguments, environment);
}

/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* closefrom, nftw */
#include "cli/janitor.h"

#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/base.h"
#include "cli/message.h"

enum { MAX_GROUPS = 256 };

/* ---- in the janitor ------------------------------------------------------ */

static int remove_entry(const char *path, const struct stat *status, int kind,
                        struct FTW *walk)
{
    (void)status, (void)kind, (void)walk;
    remove(path);
    return 0;
}

/* Somebody who has just been killed may still be creating a file. */
static void remove_folder(const char *folder)
{
    for (int attempts = 0; attempts < 100; attempts++) {
        if (access(folder, F_OK) != 0)
            return;
        if (attempts > 0)
            usleep(20000);
        nftw(folder, remove_entry, 16, FTW_DEPTH | FTW_PHYS);
    }
}

static void detach(int socket)
{
    sigset_t all;

    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
    setsid();
    prctl(PR_SET_NAME, "mazurka-janitor");
    if (dup2(socket, 0) == 0)
        closefrom(1);
    if (chdir("/") != 0)
        return; /* stays where it is: a folder that cannot be unmounted */
}

/* Groups come as numbers: positive ones to watch, negative ones to forget. */
static size_t update(pid_t groups[MAX_GROUPS], size_t count, pid_t word)
{
    if (word > 0 && count < MAX_GROUPS)
        groups[count++] = word;
    for (size_t i = 0; word < 0 && i < count; i++)
        if (groups[i] == -word)
            groups[i--] = groups[--count];
    return count;
}

static _Noreturn void serve(char *folder)
{
    pid_t groups[MAX_GROUPS];
    size_t count = 0;
    pid_t word;

    if (folder && !mkdtemp(folder))
        _exit(1); /* instead of an answer */
    if (folder)
        send(0, folder, strlen(folder) + 1, MSG_NOSIGNAL);
    while (recv(0, &word, sizeof word, MSG_WAITALL) == sizeof word)
        count = update(groups, count, word);
    for (size_t i = 0; i < count; i++)
        kill(-groups[i], SIGKILL);
    if (folder)
        remove_folder(folder);
    _exit(0);
}

/* ---- in the command ------------------------------------------------------ */

static const char *place(void)
{
    const char *variable = getenv("TMPDIR");

    return variable && *variable ? variable : "/tmp";
}

static bool choose_folder(char template[PATH_MAX])
{
    char resolved[PATH_MAX];

    if (!realpath(place(), resolved) ||
        snprintf(template, PATH_MAX, "%s/mazurka-XXXXXX", resolved) >=
            PATH_MAX) {
        mz_note("no temporary folder %s: %s; set TMPDIR", place(),
                strerror(errno));
        return false;
    }
    return true;
}

static bool receive_folder(struct mz_janitor *janitor, const char *template)
{
    size_t size = strlen(template) + 1;

    if (recv(janitor->socket, janitor->folder, size, MSG_WAITALL) ==
        (ssize_t)size)
        return true;
    mz_note("cannot create a folder like %s; set TMPDIR", template);
    mz_janitor_dismiss(janitor);
    return false;
}

bool mz_janitor_has_place(void)
{
    return access(place(), W_OK | X_OK) == 0;
}

bool mz_janitor_start(struct mz_janitor *janitor, bool with_folder)
{
    char template[PATH_MAX];
    int ends[2];

    memset(janitor, 0, sizeof *janitor);
    if (with_folder && !choose_folder(template))
        return false;
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0 ||
        (janitor->process = fork()) < 0) {
        mz_note("cannot start a process: %s", strerror(errno));
        return false;
    }
    if (janitor->process == 0) {
        detach(ends[1]);
        serve(with_folder ? template : NULL);
    }
    close(ends[1]);
    janitor->socket = ends[0];
    return !with_folder || receive_folder(janitor, template);
}

/* If somebody has killed it nothing is lost, until we are killed, too. */
static void tell(struct mz_janitor *janitor, pid_t word)
{
    send(janitor->socket, &word, sizeof word, MSG_NOSIGNAL);
}

void mz_janitor_watch(struct mz_janitor *janitor, pid_t group)
{
    tell(janitor, group);
}

void mz_janitor_forget(struct mz_janitor *janitor, pid_t group)
{
    tell(janitor, -group);
}

void mz_janitor_dismiss(struct mz_janitor *janitor)
{
    close(janitor->socket);
    while (waitpid(janitor->process, NULL, 0) < 0 && errno == EINTR)
        ;
    if (janitor->folder[0])
        remove_folder(janitor->folder); /* if somebody has killed it */
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Other programs are run, waited for, and leave nothing behind. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static void check_system(void)
{
    int status;

    assert(system(NULL));
    setenv("GREETING", "hello", 1);
    assert(!system("test \"$GREETING\" = hello >/dev/null 2>&1"));
    status = system("echo this is seen nowhere; exit 3");
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 3);
    status = system("kill -9 $$");
    assert(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
}

static void check_streams(void)
{
    FILE *stream = popen("echo 1; echo $GREETING", "re");
    char line[16];

    assert(fgets(line, sizeof line, stream) && !strcmp(line, "1\n"));
    assert(fgets(line, sizeof line, stream) && !strcmp(line, "hello\n"));
    assert(!fgets(line, sizeof line, stream));
    assert(pclose(stream) == 0);
    stream = popen("read word; test $word = sent", "w");
    fputs("sent\n", stream);
    assert(pclose(stream) == 0);
    assert(!popen("true", "?") && errno == EINVAL);
}

static void check_spawn(void)
{
    char *const arguments[] = {"sh", "-c", "read x; exit $x", NULL};
    posix_spawn_file_actions_t actions;
    int status, in[2];
    siginfo_t info;
    pid_t child;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
    assert(!posix_spawnp(&child, "sh", &actions, NULL, arguments, environ));
    posix_spawn_file_actions_destroy(&actions);
    assert(!waitid(P_PID, child, &info, WEXITED | WNOWAIT));
    assert(info.si_pid == child && info.si_code == CLD_EXITED);
    assert(waitpid(child, &status, 0) == child);
    assert(WIFEXITED(status) && WEXITSTATUS(status) == 1);
    assert(wait(&status) == -1 && errno == ECHILD);
    assert(posix_spawn(&child, "/none", NULL, NULL, arguments, environ) ==
           ENOENT);
    assert(!pipe2(in, O_CLOEXEC)); /* it does not have them */
    assert(!system("true"));
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    check_system();
    check_streams();
    check_spawn();
    return 0;
}

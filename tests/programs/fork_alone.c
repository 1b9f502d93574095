/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Children go on with a copy of the program, and leave nothing behind. */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int sum, order[8], place;

static void *add(void *unused)
{
    pthread_mutex_lock(&lock);
    sum++;
    pthread_mutex_unlock(&lock);
    return unused;
}

static int status_of(pid_t child)
{
    int status;

    assert(waitpid(child, &status, 0) == child);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

static void prepare(void)
{
    pthread_mutex_lock(&lock);
    order[place++] = 1;
}

static void prepare_first(void)
{
    order[place++] = 2;
}

static void in_parent(void)
{
    order[place++] = 3;
    pthread_mutex_unlock(&lock);
}

static void in_child(void)
{
    order[place++] = 4;
    pthread_mutex_unlock(&lock);
}

static void leave(void)
{
    _exit(sum + 5);
}

static void check_copies(void)
{
    pid_t child = fork();

    if (!child) {
        char *block = malloc(100);

        sum += 10; /* nobody sees that */
        free(block);
        _exit(sum);
    }
    assert(child > 0 && status_of(child) == 12 && sum == 2);
    child = fork();
    if (!child)
        abort();
    assert(status_of(child) == -6);
    assert(waitpid(child, NULL, 0) == -1 && errno == ECHILD);
    for (int i = 0; i < 3; i++) { /* each ends otherwise */
        child = fork();
        if (!child)
            _exit(i);
        assert(status_of(child) == i);
    }
}

static void check_programs(void)
{
    pid_t child = fork();

    if (!child) {
        setenv("WORD", "hello", 1);
        close(0);
        execlp("sh", "sh", "-c", "test $WORD = hello && exit 7", NULL);
        _exit(127);
    }
    assert(status_of(child) == 7 && !getenv("WORD"));
    child = _Fork();
    if (!child) {
        execl("/none", "none", NULL);
        _exit(errno == ENOENT ? 3 : 4);
    }
    assert(status_of(child) == 3);
    assert(execv("/none", NULL) == -1 && errno == ENOENT);
}

static void check_handlers(void)
{
    pid_t child;

    assert(!pthread_atfork(prepare, in_parent, in_child));
    assert(!pthread_atfork(prepare_first, NULL, NULL));
    atexit(leave);
    child = fork();
    if (!child) {
        pthread_mutex_lock(&lock);
        sum = order[2] == 4 ? 20 : 0;
        pthread_mutex_unlock(&lock);
        exit(0);
    }
    assert(status_of(child) == 25);
    assert(order[0] == 2 && order[1] == 1 && order[2] == 3 && place == 3);
    sum = -5; /* for `leave` */
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, add, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    check_copies();
    check_programs();
    check_handlers();
    return 0;
}

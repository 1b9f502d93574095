/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 4
 */
/* Two threads that wait for any of two children are told of one each. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static pid_t child[2];

static void *await(void *told)
{
    *(pid_t *)told = wait(NULL);
    return NULL;
}

int main(void)
{
    char *const arguments[] = {"true", NULL};
    pthread_t threads[2];
    pid_t told[2];

    for (int i = 0; i < 2; i++)
        if (posix_spawnp(&child[i], "true", NULL, NULL, arguments, environ))
            return 0;
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, await, &told[i]);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    assert(told[0] != told[1]);
    assert(told[0] + told[1] == child[0] + child[1]);
    signal(SIGCHLD, SIG_IGN); /* nobody is left */
    return 0;
}

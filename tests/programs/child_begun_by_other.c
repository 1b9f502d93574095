/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Who waits for any child may come before another thread has started it. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <spawn.h>
#include <stddef.h>
#include <sys/wait.h>
#include <unistd.h>

static void *await(void *unused)
{
    assert(wait(NULL) > 0);
    return unused;
}

int main(void)
{
    char *const arguments[] = {"true", NULL};
    pthread_t thread;
    pid_t child;

    pthread_create(&thread, NULL, await, NULL);
    posix_spawnp(&child, "true", NULL, NULL, arguments, environ);
    pthread_join(thread, NULL);
    return 0;
}

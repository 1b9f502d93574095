/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: child processes with SIGCHLD waited for
 */
/* The end of a child sends a signal, which nobody sends here. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <time.h>

static sigset_t set;

static void *await(void *unused)
{
    struct timespec time = {1, 0};

    sigtimedwait(&set, NULL, &time);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sigfillset(&set);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&thread, NULL, await, NULL);
    system("true");
    pthread_join(thread, NULL);
    return 0;
}

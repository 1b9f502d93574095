/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 * message: SIGALRM
 */
/* Threads that wait for what comes from elsewhere wait until the alarm. */
#include <pthread.h>
#include <unistd.h>

static int ends[2];

static void *receive(void *unused)
{
    char byte;

    return read(ends[0], &byte, 1) == 1 ? unused : NULL;
}

int main(void)
{
    pthread_t thread;

    if (pipe(ends))
        return 0;
    alarm(1);
    pthread_create(&thread, NULL, receive, NULL);
    return pause();
}

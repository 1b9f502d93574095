/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: a call on all streams
 */
/* To flush all streams is to wait for the lock of each. */
#include <pthread.h>
#include <stdio.h>

static void *hold(void *unused)
{
    flockfile(stdout);
    funlockfile(stdout);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, hold, NULL);
    fflush(NULL);
    return pthread_join(thread, NULL);
}

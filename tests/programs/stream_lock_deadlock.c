/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 2 threads wait for the lock of a stream
 * executions: 3
 * mazurka: --keep-going
 */
/* Streams are locked by two threads in two orders, by one of them with a call
 * that prints. */
#include <pthread.h>
#include <stdio.h>

static void *lock_both(void *unused)
{
    flockfile(stdout);
    flockfile(stderr);
    funlockfile(stderr);
    funlockfile(stdout);
    return unused;
}

static void *print(void *unused)
{
    flockfile(stderr);
    puts("printed");
    funlockfile(stderr);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, lock_both, NULL);
    pthread_create(&threads[1], NULL, print, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

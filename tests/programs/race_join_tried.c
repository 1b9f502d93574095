/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: unordered with a write
 */
/* That the thread was busy orders nothing. */
#define _GNU_SOURCE
#include <pthread.h>

static int done;

static void *work(void *unused)
{
    done = 1;
    return unused;
}

int main(void)
{
    pthread_t worker;

    pthread_create(&worker, NULL, work, NULL);
    if (!pthread_tryjoin_np(worker, NULL))
        return !done;
    done = 2;
    return pthread_join(worker, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A handler waits for a thread that waits, in exit, for the handlers. */
#include <pthread.h>
#include <stdlib.h>

static pthread_t thread;

static void at_exit(void)
{
    if (!pthread_equal(thread, pthread_self()))
        pthread_join(thread, NULL);
}

static void *leave(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    atexit(at_exit);
    pthread_create(&thread, NULL, leave, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 * executions: 2
 */
/* The process becomes another program: that is its end, for all threads, and no
 * handler runs. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

static atomic_int x;

static void never(void)
{
    abort();
}

static void *set(void *unused)
{
    x = 1;
    return unused;
}

int main(void)
{
    pthread_t thread;

    atexit(never);
    pthread_create(&thread, NULL, set, NULL);
    if (x)
        pthread_join(thread, NULL);
    return execlp("true", "true", NULL);
}

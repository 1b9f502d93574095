/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 7
 * naive: 17
 */
/* Exit handlers can let another thread go on, and go on beside it. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
atomic_int x;

static void *run(void *unused)
{
    atomic_store(&x, 1);
    pthread_mutex_lock(&m);
    atomic_store(&x, 2);
    pthread_mutex_unlock(&m);
    return unused;
}

static void at_exit(void)
{
    atomic_store(&x, 3);
    pthread_mutex_unlock(&m);
    atomic_store(&x, 4);
}

int main(void)
{
    pthread_t thread;

    atexit(at_exit);
    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, run, NULL);
    atomic_store(&x, 5);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* The same with a time limit. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m;
static const struct timespec end = {.tv_sec = 2000000000};

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *wait(void *unused)
{
    int status = pthread_mutex_timedlock(&m, &end);

    assert(!status || status == ETIMEDOUT || status == EOWNERDEAD);
    if (status == EOWNERDEAD)
        assert(!pthread_mutex_consistent(&m));
    if (status != ETIMEDOUT)
        assert(!pthread_mutex_unlock(&m));
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, wait, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* Nobody makes it consistent: from the first unlock on it is lost for all,
 * and nobody waits. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int got[2];

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *use_0(void *unused)
{
    got[0] = pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

static void *use_1(void *unused)
{
    got[1] = pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, use_0, NULL);
    pthread_create(&threads[2], NULL, use_1, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    for (int i = 0; i < 2; i++)
        assert(got[i] != ENOTRECOVERABLE || got[!i] == EOWNERDEAD);
    return 0;
}

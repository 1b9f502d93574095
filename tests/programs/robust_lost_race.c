/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * message: data race
 */
/* A mutex that is lost protects nothing. */
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *use(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[4];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    pthread_create(&threads[2], NULL, use, NULL);
    pthread_create(&threads[3], NULL, use, NULL);
    for (int i = 0; i < 4; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

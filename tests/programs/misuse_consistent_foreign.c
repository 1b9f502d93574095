/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: pthread_mutex_consistent of a mutex that another thread holds
 */
/* Only who has inherited it can say that it is consistent. */
#include <pthread.h>

static pthread_mutex_t m;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *use(void *unused)
{
    if (pthread_mutex_trylock(&m))
        pthread_mutex_consistent(&m);
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
    pthread_create(&threads[1], NULL, use, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

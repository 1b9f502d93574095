/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* The trylock comes before, within or after the locked section. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *lock(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, lock, NULL);
    if (pthread_mutex_trylock(&m) == 0)
        pthread_mutex_unlock(&m);
    pthread_join(thread, NULL);
    return 0;
}

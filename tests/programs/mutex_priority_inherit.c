/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 * naive: 2
 */
/* Priorities make no difference: both orders are explored, as of any mutex. */
#include <pthread.h>

static pthread_mutex_t m;
static int x;

static void *increment(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[2];
    pthread_mutexattr_t attributes;

    pthread_mutexattr_init(&attributes);
    pthread_mutexattr_setprotocol(&attributes, PTHREAD_PRIO_INHERIT);
    pthread_mutexattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    pthread_mutex_init(&m, &attributes);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return x != 2;
}

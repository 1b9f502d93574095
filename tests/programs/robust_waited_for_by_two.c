/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: for a mutex
 * executions: 5
 * naive: 5
 */
/* Not robust: who waits when the owner ends waits for ever. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

static void *use(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[3];
    pthread_create(&threads[0], NULL, keep, NULL);
    pthread_create(&threads[1], NULL, use, NULL);
    pthread_create(&threads[2], NULL, use, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

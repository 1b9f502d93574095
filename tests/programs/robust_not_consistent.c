/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: !status
 */
/* Who forgets to make it consistent leaves it to nobody. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;

static void *keep(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[1];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    pthread_mutex_init(&m, &robust);
    for (int i = 0; i < 1; i++)
        pthread_create(&threads[i], NULL, keep, NULL);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], NULL);

    assert(pthread_mutex_lock(&m) == EOWNERDEAD);
    pthread_mutex_unlock(&m);
    int status = pthread_mutex_lock(&m);
    assert(!status);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free
 */
/* The block is freed while a thread holds the mutex in it, and then ends. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t *m;

static void *keep(void *unused)
{
    pthread_mutex_lock(m);
    free(m);
    return unused;
}

int main(void)
{
    pthread_t threads[1];
    pthread_mutexattr_t robust;

    pthread_mutexattr_init(&robust);
    pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST);
    m = malloc(sizeof *m);
    pthread_mutex_init(m, &robust);
    for (int i = 0; i < 1; i++)
        pthread_create(&threads[i], NULL, keep, NULL);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

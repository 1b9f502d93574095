/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free
 */
/* A reader-writer lock is freed while a thread waits for it. */
#include <pthread.h>
#include <stdlib.h>

static void *wait_for_it(void *lock)
{
    pthread_rwlock_rdlock(lock);
    return NULL;
}

int main(void)
{
    pthread_rwlock_t *lock = malloc(sizeof *lock);
    pthread_t thread;

    pthread_rwlock_init(lock, NULL);
    pthread_rwlock_wrlock(lock);
    pthread_create(&thread, NULL, wait_for_it, lock);
    free(lock);
    pthread_join(thread, NULL);
    return 0;
}

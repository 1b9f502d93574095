/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: error
 * error: memory
 * message: heap-use-after-free
 */
/* A reader-writer lock is freed when a thread is about to take it. */
#include <pthread.h>
#include <stdlib.h>

static void *read_it(void *lock)
{
    pthread_rwlock_rdlock(lock);
    return NULL;
}

int main(void)
{
    pthread_rwlock_t *lock = malloc(sizeof *lock);
    pthread_t thread;

    pthread_rwlock_init(lock, NULL);
    pthread_create(&thread, NULL, read_it, lock);
    free(lock);
    pthread_join(thread, NULL);
    return 0;
}

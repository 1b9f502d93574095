/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: memory
 * message: heap-use-after-free
 */
/* The block is freed while a thread spins for the lock in it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_spinlock_t *lock;

static void *use(void *unused)
{
    pthread_spin_lock(lock);
    pthread_spin_unlock(lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    lock = malloc(sizeof *lock);
    pthread_spin_init(lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(lock);
    pthread_create(&thread, NULL, use, NULL);
    free((void *)lock);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore --keep-going
 * verdict: error
 * error: misuse
 * message: of a reader-writer lock that
 * executions: 3
 * naive: 3
 */
/* A reader-writer lock is destroyed before, while or after another thread reads:
 * seen where no race detector looks, too. The first two are errors. */
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *destroy(void *unused)
{
    pthread_rwlock_destroy(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, destroy, NULL);
    pthread_rwlock_rdlock(&lock);
    pthread_rwlock_unlock(&lock);
    pthread_join(thread, NULL);
    return 0;
}

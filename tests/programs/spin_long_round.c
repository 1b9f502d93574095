/* SPDX-License-Identifier: Apache-2.0 */
/* A thread waits in a loop whose round reads much under a lock: two rounds are
 * more than is remembered of what a thread has done. Nobody lets it go on.
 * verdict: error
 * error: deadlock
 */
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static atomic_int cells[20];

static int sum(void)
{
    int all = 0;

    pthread_mutex_lock(&lock);
    for (int i = 0; i < 20; i++)
        all += atomic_load(&cells[i]);
    pthread_mutex_unlock(&lock);
    return all;
}

static void *wait_for_one(void *unused)
{
    while (!sum())
        ;
    return unused;
}

int main(void)
{
    pthread_t t;

    pthread_create(&t, 0, wait_for_one, 0);
    pthread_mutex_lock(&lock);
    atomic_store(&cells[19], -1);
    atomic_store(&cells[19], 0);
    pthread_mutex_unlock(&lock);
    pthread_join(t, 0);
}

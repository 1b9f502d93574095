/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* Three threads, one section each: as many orders as there are of three. */
#include <pthread.h>

static pthread_spinlock_t lock;
static int x;

static void *increment(void *unused)
{
    pthread_spin_lock(&lock);
    x++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[3];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 3; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(threads[i], NULL);
    pthread_spin_destroy(&lock);
    return x != 3;
}

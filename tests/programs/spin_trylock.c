/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* Who tries comes before, during or after the section of the other. */
#include <assert.h>
#include <errno.h>
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

static void *hasty(void *unused)
{
    int status = pthread_spin_trylock(&lock);

    if (status) {
        assert(status == EBUSY);
        return unused;
    }
    x++;
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&threads[0], NULL, increment, NULL);
    pthread_create(&threads[1], NULL, hasty, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return x != 1 && x != 2;
}

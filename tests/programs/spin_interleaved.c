/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: safe
 * executions: 2
 */
/* Where plain accesses are operations, too, the sections are still whole. */
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
    pthread_t threads[2];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, increment, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return x != 2;
}

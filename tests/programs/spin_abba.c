/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: deadlock
 * message: 2 threads wait for a spin lock
 * executions: 3
 * naive: 6
 */
/* Each spins for what the other has. */
#include <pthread.h>

static pthread_spinlock_t a, b;

static void *a_then_b(void *unused)
{
    pthread_spin_lock(&a);
    pthread_spin_lock(&b);
    pthread_spin_unlock(&b);
    pthread_spin_unlock(&a);
    return unused;
}

static void *b_then_a(void *unused)
{
    pthread_spin_lock(&b);
    pthread_spin_lock(&a);
    pthread_spin_unlock(&a);
    pthread_spin_unlock(&b);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&threads[0], NULL, a_then_b, NULL);
    pthread_create(&threads[1], NULL, b_then_a, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

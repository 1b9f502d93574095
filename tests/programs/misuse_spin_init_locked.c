/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore --keep-going
 * verdict: error
 * error: misuse
 * message: initialisation of a spin lock that is locked
 */
/* It is initialised while another thread may hold it. */
#include <pthread.h>

static pthread_spinlock_t lock;

static void *use(void *unused)
{
    pthread_spin_lock(&lock);
    pthread_spin_unlock(&lock);
    return unused;
}

static void *init(void *unused)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_create(&threads[0], NULL, use, NULL);
    pthread_create(&threads[1], NULL, init, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

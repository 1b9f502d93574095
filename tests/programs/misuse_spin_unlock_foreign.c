/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: unlock of a spin lock that another thread holds
 */
/* Only who has locked it may unlock it. */
#include <pthread.h>

static pthread_spinlock_t lock;

static void *unlock(void *unused)
{
    pthread_spin_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[1];

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    for (int i = 0; i < 1; i++)
        pthread_create(&threads[i], NULL, unlock, NULL);
    for (int i = 0; i < 1; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

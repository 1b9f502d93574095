/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 * message: 1 thread waits for a spin lock
 */
/* Who has the lock spins for itself. */
#include <pthread.h>

int main(void)
{
    pthread_spinlock_t lock;

    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_lock(&lock);
    pthread_spin_lock(&lock);
    return 0;
}

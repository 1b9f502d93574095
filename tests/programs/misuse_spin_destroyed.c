/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: lock of a spin lock that has been destroyed
 */
/* Used after its end. */
#include <pthread.h>

static pthread_spinlock_t lock;

int main(void)
{
    pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
    pthread_spin_destroy(&lock);
    return pthread_spin_lock(&lock);
}

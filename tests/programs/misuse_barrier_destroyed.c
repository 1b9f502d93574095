/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: wait of a barrier that has been destroyed
 */
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;

    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_destroy(&barrier);
    return pthread_barrier_wait(&barrier);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: wait of a barrier that has not been initialised
 */
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void)
{
    return pthread_barrier_wait(&barrier);
}

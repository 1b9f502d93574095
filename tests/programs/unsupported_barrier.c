/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: pthread_barrier_
 */
#include <pthread.h>

static pthread_barrier_t barrier;

int main(void)
{
    pthread_barrier_init(&barrier, NULL, 1);
    pthread_barrier_wait(&barrier);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who waits for nobody else is the serial thread each time. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;

    assert(pthread_barrier_init(&barrier, NULL, 0) == EINVAL);
    assert(!pthread_barrier_init(&barrier, NULL, 1));
    for (int i = 0; i < 3; i++)
        assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    assert(!pthread_barrier_destroy(&barrier));
    assert(!pthread_barrier_init(&barrier, NULL, 1));
    assert(pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD);
    return 0;
}

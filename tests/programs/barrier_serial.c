/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 * message: serial == 1
 */
/* That main is the serial thread is not said. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;

static void *run(void *unused)
{
    pthread_barrier_wait(&barrier);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int serial;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    serial = pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD;
    pthread_join(thread, NULL);
    assert(serial == 1);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 9
 */
/*
 * Three threads meet twice. All that can be told apart is who of them is the
 * serial thread in each round: 3 * 3.
 */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t barrier;
static int serial[2];

static void *run(void *unused)
{
    for (int i = 0; i < 2; i++)
        if (pthread_barrier_wait(&barrier) == PTHREAD_BARRIER_SERIAL_THREAD)
            serial[i]++;
    return unused;
}

int main(void)
{
    pthread_t thread[3];

    pthread_barrier_init(&barrier, NULL, 3);
    for (int i = 0; i < 3; i++)
        pthread_create(&thread[i], NULL, run, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(thread[i], NULL);
    assert(serial[0] == 1 && serial[1] == 1);
    assert(!pthread_barrier_destroy(&barrier));
    return 0;
}

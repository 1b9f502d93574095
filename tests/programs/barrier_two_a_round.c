/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 16
 */
/* The same with two barriers a round. */
#include <assert.h>
#include <pthread.h>

static pthread_barrier_t full, empty;
static int value, sum;

static void *run(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_barrier_wait(&full);
        sum += value;
        pthread_barrier_wait(&empty);
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&full, NULL, 2);
    pthread_barrier_init(&empty, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    for (int i = 1; i < 3; i++) {
        value = i;
        pthread_barrier_wait(&full);
        pthread_barrier_wait(&empty);
    }
    pthread_join(thread, NULL);
    assert(sum == 3);
    return 0;
}

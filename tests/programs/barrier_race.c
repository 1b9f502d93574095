/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* One round too few: what one thread writes for the next round another may still
 * read for this one. */
#include <pthread.h>

static pthread_barrier_t barrier;
int value;
int sum;

static void *run(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_barrier_wait(&barrier);
        sum += value;
    }
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_barrier_init(&barrier, NULL, 2);
    pthread_create(&thread, NULL, run, NULL);
    for (int i = 0; i < 2; i++) {
        value = i;
        pthread_barrier_wait(&barrier);
    }
    pthread_join(thread, NULL);
    return sum == 7;
}

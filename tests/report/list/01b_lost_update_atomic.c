/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

atomic_int counter;

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++) {
        int v = atomic_load(&counter);
        atomic_store(&counter, v + 1);
    }
    return NULL;
}

int main(void)
{
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], NULL, worker, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(t[i], NULL);
    printf("counter = %d\n", counter);
    assert(counter == 4);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

int counter;

static void *worker(void *arg)
{
    (void)arg;
    for (int i = 0; i < 2; i++)
        counter++;
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

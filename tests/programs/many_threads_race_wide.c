/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* Of 200 threads the last two race. */
#include <pthread.h>

enum { THREADS = 200 };

static int data[THREADS];

static void *run(void *argument)
{
    data[(long)argument]++;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run,
                       (void *)(i == THREADS - 1 ? i - 1 : i));
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

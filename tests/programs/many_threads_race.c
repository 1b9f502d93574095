/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 * Only the thirtieth thread races, with the first.
 */
#include <pthread.h>

enum { THREADS = 30 };

static int shared;

static void *run(void *argument)
{
    if (argument == (void *)0 || argument == (void *)(THREADS - 1L))
        shared++;
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];

    for (long i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: join of a thread that is joined already
 */
/* Two threads wait for the end of a third. */
#include <pthread.h>

static pthread_t third;

static void *run(void *unused)
{
    return unused;
}

static void *join(void *unused)
{
    pthread_join(third, NULL);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&third, NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, join, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

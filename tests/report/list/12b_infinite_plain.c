/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --watchdog=1 */
#include <pthread.h>
#include <stdbool.h>

static bool stop;           /* not atomic, not volatile */
static long work;

static void *worker(void *arg)
{
    while (!stop)
        work++;
    return arg;
}

int main(void)
{
    pthread_t t;
    pthread_create(&t, NULL, worker, NULL);
    stop = true;
    pthread_join(t, NULL);
    return 0;
}

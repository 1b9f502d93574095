/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: loop
 */
/* A loop without end and without a visible operation. */
#include <pthread.h>

static volatile int turns;

static void *spin(void *unused)
{
    for (;;)
        turns++;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, spin, NULL);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --watchdog=0.1
 * verdict: incomplete
 */
/* A loop without a visible operation, of which no state comes again for long:
 * that it has no end is not shown. */
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

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* A frame that is larger than the stack: it passes over the guard page. */
#include <pthread.h>

enum { MANY = 20 << 20 };

static volatile int lowest;

static void *run(void *unused)
{
    volatile char large[MANY];

    large[lowest] = 1;
    return large[lowest] ? unused : NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}

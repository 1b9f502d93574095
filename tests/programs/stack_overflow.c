/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* Recursion without end, in a thread. */
#include <pthread.h>

static volatile int depth = 1 << 30;

static int descend(int n)
{
    volatile char frame[256];

    frame[n % 256] = 1;
    return n == 0 ? 0 : descend(n - 1) + frame[n % 256];
}

static void *run(void *unused)
{
    descend(depth);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: signal
 */
/* Recursion without end, whose frames are smaller than those of what it calls:
 * it is the checker's own code that meets the end of the stack. */
#include <pthread.h>

static int steps;

static int descend(int n)
{
    steps = n;
    return n < 1 << 30 ? descend(n + 1) + steps : 0;
}

static void *run(void *unused)
{
    (void)unused;
    descend(0);
    return NULL;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}

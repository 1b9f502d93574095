/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=interleave
 * verdict: error
 * error: memory
 * message: a stack frame that was left
 */
/* Main has returned, and its exit handlers run where its frame was. */
#include <pthread.h>
#include <stdlib.h>

static volatile int *shared;

static void at_exit(void)
{
    volatile int other[4] = {0};

    shared = other;
    other[0] = 1;
}

static void *write_to(void *x)
{
    *(volatile int *)x = 2;
    return NULL;
}

int main(void)
{
    pthread_t thread;
    volatile int x[4] = {0};

    atexit(at_exit);
    shared = x;
    pthread_create(&thread, NULL, write_to, (void *)x);
    pthread_detach(thread);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* Two of three threads never come to run the handlers, which run once, though
 * one of them calls exit, too. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static int runs;

static void at_exit(void)
{
    assert(runs++ == 0);
    exit(0);
}

static void *leave(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    atexit(at_exit);
    pthread_create(&thread, NULL, leave, NULL);
    pthread_create(&thread, NULL, leave, NULL);
    return 0;
}

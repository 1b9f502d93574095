/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Main's frame, and that of an exit handler, are used by threads that have ended
 * before they are left. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static void *increment(void *x)
{
    ++*(int *)x;
    return NULL;
}

static void increment_by_thread(void)
{
    pthread_t thread;
    int x = 1;

    pthread_create(&thread, NULL, increment, &x);
    pthread_join(thread, NULL);
    assert(x == 2);
}

int main(void)
{
    atexit(increment_by_thread);
    increment_by_thread();
    increment_by_thread();
    return 0;
}

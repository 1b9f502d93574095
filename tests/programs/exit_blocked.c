/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* The process ends, by quick_exit, though another thread waits for ever; what
 * was registered with at_quick_exit runs, what with atexit does not. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int quick;

static void never(void)
{
    assert(!"atexit");
}

static void set(void)
{
    quick = 1;
}

static void check(void)
{
    assert(quick);
}

static void *wait(void *unused)
{
    pthread_mutex_lock(&m);
    return unused;
}

int main(void)
{
    pthread_t thread;

    atexit(never);
    at_quick_exit(check);
    at_quick_exit(set);
    pthread_mutex_lock(&m);
    pthread_create(&thread, NULL, wait, NULL);
    quick_exit(0);
}

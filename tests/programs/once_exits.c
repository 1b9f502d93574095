/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A routine that a thread exits in has not been run. */
#include <assert.h>
#include <pthread.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static pthread_t exits;
static int ended;

static void routine(void)
{
    if (pthread_equal(pthread_self(), exits))
        pthread_exit(NULL);
    ended++;
}

static void *work(void *unused)
{
    exits = pthread_self();
    pthread_once(&control, routine);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, work, NULL);
    pthread_join(thread, NULL);
    pthread_once(&control, routine);
    assert(ended == 1);
    return 0;
}

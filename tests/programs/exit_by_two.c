/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Whoever exits first runs the handlers, and the other waits for the end. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_t first;

static void at_exit(void)
{
    assert(pthread_self() == first);
}

static void *leave(void *unused)
{
    exit(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    first = pthread_self();
    atexit(at_exit);
    pthread_create(&thread, NULL, leave, NULL);
    return 0;
}

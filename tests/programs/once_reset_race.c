/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A control that is initialised again while others use it. */
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;

static void prepare(void)
{
}

static void *use(void *unused)
{
    pthread_once(&once, prepare);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, use, NULL);
    once = (pthread_once_t)PTHREAD_ONCE_INIT;
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 * message: join of the thread that calls
 */
/* A thread that waits for its own end. */
#include <pthread.h>

static void *run(void *unused)
{
    pthread_join(pthread_self(), NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 */
/* A thread is joined twice. */
#include <pthread.h>

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    pthread_join(thread, NULL);
    return 0;
}

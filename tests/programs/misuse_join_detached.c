/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: misuse
 */
/* A detached thread is joined. */
#include <pthread.h>

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    pthread_detach(thread);
    pthread_join(thread, NULL);
    return 0;
}

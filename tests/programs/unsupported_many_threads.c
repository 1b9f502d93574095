/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: more than 512 threads
 */
/* Nothing says that a detached thread has ended, so that its number could be
 * another's. */
#include <pthread.h>

static void *run(void *unused)
{
    return unused;
}

int main(void)
{
    for (int i = 0; i < 1000; i++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, run, NULL) == 0)
            pthread_detach(thread);
    }
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: unsupported: more than 512 threads
 */
/* None of them has ended as the next one is created. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_mutex_lock(&m);
    for (int i = 0; i < 1000; i++) {
        pthread_t thread;

        if (pthread_create(&thread, NULL, run, NULL) == 0)
            pthread_detach(thread);
    }
    pthread_mutex_unlock(&m);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A barrier is made by attributes that another thread sets. */
#include <pthread.h>

static pthread_barrierattr_t attributes;

static void *set(void *unused)
{
    pthread_barrierattr_setpshared(&attributes, PTHREAD_PROCESS_SHARED);
    return unused;
}

int main(void)
{
    pthread_barrier_t barrier;
    pthread_t thread;

    pthread_barrierattr_init(&attributes);
    pthread_create(&thread, NULL, set, NULL);
    pthread_barrier_init(&barrier, &attributes, 1);
    pthread_join(thread, NULL);
    pthread_barrier_destroy(&barrier);
    return 0;
}

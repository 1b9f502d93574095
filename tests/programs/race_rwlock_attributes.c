/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A reader-writer lock is made by attributes that another thread sets. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlockattr_t attributes;

static void *set(void *unused)
{
    pthread_rwlockattr_setkind_np(&attributes, PTHREAD_RWLOCK_PREFER_READER_NP);
    return unused;
}

int main(void)
{
    pthread_rwlock_t lock;
    pthread_t thread;

    pthread_rwlockattr_init(&attributes);
    pthread_create(&thread, NULL, set, NULL);
    pthread_rwlock_init(&lock, &attributes);
    pthread_join(thread, NULL);
    pthread_rwlock_destroy(&lock);
    return 0;
}

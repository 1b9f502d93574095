/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* A thread looks under a lock for ever, since main waits for that lock, and
 * never gets it. Who is in a loop is the one that goes round, not the one that
 * has met the same lock first. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void *wait(void *unused)
{
    int seen = 0;

    while (!seen) {
        pthread_mutex_lock(&lock);
        seen = value;
        pthread_mutex_unlock(&lock);
    }
    assert(seen == 1);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait, NULL);
    if (!pthread_mutex_trylock(&lock))
        pthread_mutex_unlock(&lock);
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&lock);
        value = i;
        pthread_mutex_unlock(&lock);
    }
    pthread_join(thread, NULL);
    return 0;
}

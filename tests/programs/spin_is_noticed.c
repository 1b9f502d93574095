/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* That a thread holds the lock while it looks is noticed by another, in a round
 * that is not the last: for only then that other says that it is enough. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int enough, has_failed;

static void *wait(void *unused)
{
    int seen;

    do {
        pthread_mutex_lock(&lock);
        seen = enough;
        pthread_mutex_unlock(&lock);
    } while (!seen);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait, NULL);
    if (pthread_mutex_trylock(&lock))
        has_failed = 1;
    else
        pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    enough = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(!has_failed);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --plain=ignore
 * verdict: error
 * error: assertion
 */
/* A thread comes to its lock again as it came before. But another has noticed
 * that it had the lock, and has not come back to where it was. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;

static void *take_both(void *unused)
{
    for (;;) {
        pthread_mutex_lock(&first);
        if (!pthread_mutex_trylock(&second))
            break;
        pthread_mutex_unlock(&first);
    }
    pthread_mutex_unlock(&second);
    pthread_mutex_unlock(&first);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int has_failed;

    pthread_mutex_lock(&second);
    pthread_create(&thread, NULL, take_both, NULL);
    has_failed = pthread_mutex_trylock(&first);
    if (has_failed)
        pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
    pthread_mutex_unlock(&second);
    pthread_join(thread, NULL);
    assert(!has_failed);
    return 0;
}

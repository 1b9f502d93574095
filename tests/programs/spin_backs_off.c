/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Who does not get the second lock gives the first one back, and begins anew. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static int counter;

static void count(pthread_mutex_t *first, pthread_mutex_t *second)
{
    for (;;) {
        pthread_mutex_lock(first);
        if (!pthread_mutex_trylock(second))
            break;
        pthread_mutex_unlock(first);
    }
    counter++;
    pthread_mutex_unlock(second);
    pthread_mutex_unlock(first);
}

static void *run(void *unused)
{
    count(&locks[0], &locks[1]);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, run, NULL);
    count(&locks[1], &locks[0]);
    pthread_join(thread, NULL);
    assert(counter == 2);
    return 0;
}

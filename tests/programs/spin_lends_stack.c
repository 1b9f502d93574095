/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --keep-going
 * verdict: error
 * error: assertion
 * compilers: differ
 */
/* What a thread that waits writes to its own stack is the same at the end of
 * each round; but in between it has given back the lock, and another has seen
 * what was there: in a round that is not the last. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static volatile int *lent;
static int enough;

static void *wait(void *unused)
{
    volatile int here = 0;
    int seen;

    pthread_mutex_lock(&lock);
    lent = &here;
    pthread_mutex_unlock(&lock);
    do {
        pthread_mutex_lock(&lock);
        seen = enough;
        here = 1;
        pthread_mutex_unlock(&lock);
        pthread_mutex_lock(&lock);
        here = 0;
        pthread_mutex_unlock(&lock);
    } while (!seen);
    pthread_mutex_lock(&lock);
    lent = NULL;
    pthread_mutex_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t thread;
    int seen;

    pthread_create(&thread, NULL, wait, NULL);
    pthread_mutex_lock(&lock);
    seen = lent ? *lent : 0;
    pthread_mutex_unlock(&lock);
    pthread_mutex_lock(&lock);
    enough = 1;
    pthread_mutex_unlock(&lock);
    pthread_join(thread, NULL);
    assert(!seen);
    return 0;
}

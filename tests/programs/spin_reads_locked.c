/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * compilers: differ
 */
/* Two threads look again and again, each with the lock to read, and at once if
 * they like, until main has changed what they look at, with the lock to write.
 * Whoever has not seen that is cut. */
#include <assert.h>
#include <pthread.h>
#include <sched.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int done, result;

static void *wait_for_it(void *unused)
{
    int ends;

    for (;;) {
        pthread_rwlock_rdlock(&lock);
        ends = done;
        pthread_rwlock_unlock(&lock);
        if (ends)
            break;
        sched_yield();
    }
    assert(result == 7);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, wait_for_it, NULL);
    pthread_rwlock_wrlock(&lock);
    result = 7;
    done = 1;
    pthread_rwlock_unlock(&lock);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

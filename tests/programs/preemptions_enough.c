/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --preemptions=3 --context-switches=9
 * verdict: safe
 */
/* There are never as many preemptions, nor as many context switches, so that
 * nothing is left out. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void *add(void *unused)
{
    pthread_mutex_lock(&mutex);
    atomic_store(&x, atomic_load(&x) + 1);
    pthread_mutex_unlock(&mutex);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, add, NULL);
    add(NULL);
    pthread_join(thread, NULL);
    assert(atomic_load(&x) == 2);
    return 0;
}

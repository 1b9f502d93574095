/* SPDX-License-Identifier: Apache-2.0 */
/* A counter that two threads raise overflows only if both are past the test.
 *
 * mazurka: -fsanitize=undefined
 * verdict: error
 * error: undefined-behaviour
 * message: integer overflow: 2147483647 + 1 in 'int'
 */
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int room = 1;
pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
int count = INT_MAX - 1;

static void *raise_count(void *unused)
{
    if (atomic_load(&room) == 0)
        return unused;
    pthread_mutex_lock(&mutex);
    count = count + 1;
    pthread_mutex_unlock(&mutex);
    atomic_store(&room, 0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, raise_count, NULL);
    raise_count(NULL);
    pthread_join(thread, NULL);
    return 0;
}

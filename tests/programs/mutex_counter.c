/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 6
 * naive: 6
 */
/* C(4, 2) orders of the critical sections. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int counter;

static void *increment_twice(void *unused)
{
    for (int i = 0; i < 2; i++) {
        pthread_mutex_lock(&m);
        counter++;
        pthread_mutex_unlock(&m);
    }
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, increment_twice, NULL);
    pthread_create(&b, NULL, increment_twice, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(counter == 4);
    return 0;
}

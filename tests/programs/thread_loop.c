/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka:
 * verdict: safe
 * executions: 1
 *
 * A thousand threads, one after the other: their numbers are used again. At no
 * time are there two that could go on.
 */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *add(void *argument)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    return argument;
}

int main(void)
{
    for (int i = 0; i < 1000; i++) {
        pthread_t thread;

        pthread_create(&thread, NULL, add, NULL);
        pthread_join(thread, NULL);
    }
    assert(count == 1000);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* A recursive mutex: its owner may lock it again, others wait for the last
 * unlock. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m;
static int counter;

static void *increment(void *unused)
{
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_lock(&m) == 0);
    assert(pthread_mutex_trylock(&m) == 0);
    counter++;
    assert(counter == 1);
    assert(pthread_mutex_unlock(&m) == 0);
    assert(pthread_mutex_unlock(&m) == 0);
    counter--;
    assert(pthread_mutex_unlock(&m) == 0);
    return unused;
}

int main(void)
{
    pthread_mutexattr_t attr;
    pthread_t a, b;

    pthread_mutexattr_init(&attr);
    pthread_mutexattr_settype(&attr, PTHREAD_MUTEX_RECURSIVE);
    pthread_mutex_init(&m, &attr);
    pthread_mutexattr_destroy(&attr);
    pthread_create(&a, NULL, increment, NULL);
    pthread_create(&b, NULL, increment, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(pthread_mutex_unlock(&m) == EPERM);
    assert(pthread_mutex_destroy(&m) == 0);
    return 0;
}

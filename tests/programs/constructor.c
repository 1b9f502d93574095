/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* Constructors run once, before all executions; they may use atomics and
 * mutexes as anyone. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;
atomic_int x;

__attribute__((constructor)) static void prepare(void)
{
    pthread_mutex_lock(&m);
    atomic_fetch_add(&x, 5);
    ready++;
    pthread_mutex_unlock(&m);
}

__attribute__((destructor)) static void finish(void)
{
    ready = -1;
}

static void *run(void *unused)
{
    pthread_mutex_lock(&m);
    assert(ready == 1 && atomic_load(&x) == 5);
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, run, NULL);
    pthread_create(&b, NULL, run, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

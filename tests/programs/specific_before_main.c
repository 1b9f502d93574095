/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --dependence=rw
 * verdict: safe
 * executions: 2
 */
/* A key and a value of before main are there in each execution, whatever the
 * one before has done to them. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_key_t key;
static atomic_int x;

static void destroy(void *unused)
{
    (void)unused;
    x++;
}

__attribute__((constructor)) static void make(void)
{
    pthread_key_create(&key, destroy);
    pthread_setspecific(key, &x);
}

static void *run(void *unused)
{
    assert(!pthread_getspecific(key));
    pthread_setspecific(key, unused);
    return NULL;
}

int main(void)
{
    pthread_t a, b;

    assert(pthread_getspecific(key) == &x);
    pthread_setspecific(key, NULL);
    pthread_create(&a, NULL, run, &key);
    pthread_create(&b, NULL, run, &key);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    assert(x == 2);
    return 0;
}

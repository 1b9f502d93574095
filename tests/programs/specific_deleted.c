/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A key that is deleted destroys nothing, and one that is made after it begins
 * with NULL in each thread. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_key_t key;

static void fail(void *unused)
{
    (void)unused;
    assert(!"destroyed");
}

static void *run(void *unused)
{
    pthread_setspecific(key, &key);
    assert(!pthread_key_delete(key));
    assert(pthread_setspecific(key, &key) == EINVAL);
    assert(!pthread_key_create(&key, NULL));
    assert(!pthread_getspecific(key));
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_key_create(&key, fail);
    pthread_setspecific(key, &key);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    assert(!pthread_getspecific(key));
    return 0;
}

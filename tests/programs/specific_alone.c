/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* What a key holds in main is not destroyed when main returns. */
#include <assert.h>
#include <pthread.h>

static pthread_key_t key;

static void fail(void *unused)
{
    (void)unused;
    assert(!"destroyed");
}

int main(void)
{
    assert(!pthread_key_create(&key, fail));
    assert(!pthread_getspecific(key));
    assert(!pthread_setspecific(key, &key));
    assert(pthread_getspecific(key) == &key);
    return 0;
}

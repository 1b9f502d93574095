/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A destructor that leaves something is called again, and again, but not more
 * than PTHREAD_DESTRUCTOR_ITERATIONS times. */
#include <assert.h>
#include <limits.h>
#include <pthread.h>

static pthread_key_t key;
static int calls;

static void leave(void *value)
{
    assert(!pthread_getspecific(key));
    calls++;
    pthread_setspecific(key, value);
}

static void *run(void *unused)
{
    pthread_setspecific(key, &key);
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_key_create(&key, leave);
    pthread_create(&thread, NULL, run, NULL);
    pthread_join(thread, NULL);
    assert(calls == PTHREAD_DESTRUCTOR_ITERATIONS);
    return 0;
}

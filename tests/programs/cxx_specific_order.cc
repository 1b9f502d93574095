/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Thread-local objects end before thread-specific data do. */
#include <cassert>
#include <pthread.h>

static pthread_key_t key;
static int ended;

struct local {
    ~local()
    {
        assert(pthread_getspecific(key) && !ended++);
    }
};

static thread_local local object;

static void destroy(void *)
{
    assert(ended++ == 1);
}

static void *run(void *unused)
{
    pthread_setspecific(key, &object);
    return unused;
}

int main()
{
    pthread_t thread;

    pthread_key_create(&key, destroy);
    pthread_create(&thread, nullptr, run, nullptr);
    pthread_join(thread, nullptr);
    assert(ended == 2);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A thread that is cancelled unwinds its frames; handlers are among them. */
#include <cassert>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int order;

static void add(void *digit)
{
    order = 10 * order + *static_cast<int *>(digit);
}

struct note {
    int digit;
    ~note()
    {
        add(&digit);
    }
};

static void *work(void *unused)
{
    int two = 2;
    note outer{1};

    pthread_cleanup_push(add, &two);
    note inner{3};
    sem_wait(&never);
    pthread_cleanup_pop(0);
    return unused;
}

int main()
{
    pthread_t thread;
    void *result;

    sem_init(&never, 0, 0);
    pthread_create(&thread, nullptr, work, nullptr);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED && order == 321);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Handlers come before the destructors of thread-specific data, which find that
 * the thread has left them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_key_t key;
static sem_t never;
static int order;

static void handle(void *unused)
{
    (void)unused;
    assert(pthread_getspecific(key) == &order);
    order = 10 * order + 1;
}

static void destroy(void *value)
{
    assert(value == &order && !pthread_getspecific(key));
    order = 10 * order + 2;
}

static void *work(void *unused)
{
    pthread_setspecific(key, &order);
    pthread_cleanup_push(handle, NULL);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&never, 0, 0);
    pthread_key_create(&key, destroy);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    assert(order == 12);
    return 0;
}

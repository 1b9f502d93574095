/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/*
 * The routine locks a mutex that its caller's rival locks first. The threads
 * are A (once) and B (lock, unlock, once).
 * A begins the routine: its lock and B's come in two orders.
 * B begins it: A waits for it to end, and B's two locks are B's alone. 2 + 1.
 */
#include <assert.h>
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int value;

static void prepare(void)
{
    pthread_mutex_lock(&mutex);
    value++;
    pthread_mutex_unlock(&mutex);
}

static void *use(void *unused)
{
    pthread_once(&once, prepare);
    assert(value == 1);
    return unused;
}

static void *lock_and_use(void *unused)
{
    pthread_mutex_lock(&mutex);
    pthread_mutex_unlock(&mutex);
    return use(unused);
}

int main(void)
{
    pthread_t a, b;

    pthread_create(&a, NULL, use, NULL);
    pthread_create(&b, NULL, lock_and_use, NULL);
    pthread_join(a, NULL);
    pthread_join(b, NULL);
    return 0;
}

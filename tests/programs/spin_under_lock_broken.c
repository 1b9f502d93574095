/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: deadlock
 */
/* A thread waits for what is looked at under a lock only, and what somebody
 * else may have taken back by then. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int value;

static int look(void)
{
    int seen;

    pthread_mutex_lock(&lock);
    seen = value;
    pthread_mutex_unlock(&lock);
    return seen;
}

static void set(int to)
{
    pthread_mutex_lock(&lock);
    value = to;
    pthread_mutex_unlock(&lock);
}

static void *wait(void *unused)
{
    while (!look())
        ;
    return unused;
}

int main(void)
{
    pthread_t thread;

    pthread_create(&thread, NULL, wait, NULL);
    set(1);
    set(0);
    pthread_join(thread, NULL);
    return 0;
}

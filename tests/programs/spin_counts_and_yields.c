/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -O1 --counted-rounds=all
 * verdict: safe
 * executions: 44
 */
/* A loop that waits counts its first 20 rounds, takes the lock that the other
 * thread takes, too, and lets others go on: each execution is one round longer
 * than the one before. When the rounds are alike, at last, each search sees
 * that. */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

enum { ACTIVE_ATTEMPTS = 20 };
static pthread_mutex_t registry = PTHREAD_MUTEX_INITIALIZER;
static atomic_int reading, read_count;

static void use_registry(void)
{
    pthread_mutex_lock(&registry);
    pthread_mutex_unlock(&registry);
}

static void *read_once(void *unused)
{
    use_registry();
    atomic_store(&reading, 1);
    atomic_store(&read_count, 1);
    atomic_store(&reading, 0);
    use_registry();
    return unused;
}

int main(void)
{
    int attempts = 0;
    pthread_t reader;

    pthread_create(&reader, NULL, read_once, NULL);
    pthread_mutex_lock(&registry);
    while (atomic_load(&reading)) {
        pthread_mutex_unlock(&registry);
        if (attempts == ACTIVE_ATTEMPTS)
            usleep(1);
        attempts += attempts < ACTIVE_ATTEMPTS;
        sched_yield();
        pthread_mutex_lock(&registry);
    }
    pthread_mutex_unlock(&registry);
    pthread_join(reader, NULL);
    return 0;
}

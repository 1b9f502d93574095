/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* Whether the time is over before the writer is done is explored like a try;
 * if it is, so much time has passed. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

static void *reader(void *unused)
{
    struct timespec end, now;
    int status;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += 5;
    status = pthread_rwlock_timedrdlock(&lock, &end);
    clock_gettime(CLOCK_REALTIME, &now);
    if (!status)
        pthread_rwlock_unlock(&lock);
    else
        assert(status == ETIMEDOUT && now.tv_sec >= end.tv_sec);
    return unused;
}

static void *writer(void *unused)
{
    pthread_rwlock_wrlock(&lock);
    pthread_rwlock_unlock(&lock);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, reader, NULL);
    pthread_create(&threads[1], NULL, writer, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 3
 */
/* Whether the time is over while the other has the mutex is explored like a
 * try; if it is, so much time has passed. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;

static void *hasty(void *unused)
{
    struct timespec end, now;
    int status;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_nsec = 0;
    end.tv_sec += 2;
    status = pthread_mutex_timedlock(&m, &end);
    clock_gettime(CLOCK_REALTIME, &now);
    if (status) {
        assert(status == ETIMEDOUT && now.tv_sec >= end.tv_sec);
        return unused;
    }
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

static void *patient(void *unused)
{
    pthread_mutex_lock(&m);
    x++;
    pthread_mutex_unlock(&m);
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    pthread_create(&threads[0], NULL, hasty, NULL);
    pthread_create(&threads[1], NULL, patient, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return x != 1 && x != 2;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 */
/* A timed wait is a cancellation point, too. The thread is cancelled, or it
 * comes before the post, and its time is over, or after it. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>

static sem_t s;

static void *work(void *unused)
{
    struct timespec end;

    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec++;
    if (sem_timedwait(&s, &end))
        assert(errno == ETIMEDOUT);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    sem_post(&s);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* Who is cancelled in a join leaves the other thread joinable. That one ends
 * only later, so that the join ends by the request alone. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_t worker;
static sem_t end;

static void *work(void *unused)
{
    sem_wait(&end);
    return unused;
}

static void *join(void *unused)
{
    pthread_join(worker, NULL);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;

    sem_init(&end, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&thread, NULL, join, NULL);
    pthread_cancel(thread);
    pthread_join(thread, &result);
    assert(result == PTHREAD_CANCELED);
    sem_post(&end);
    pthread_join(worker, &result);
    assert(result == NULL);
    return 0;
}

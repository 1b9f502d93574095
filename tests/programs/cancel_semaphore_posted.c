/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 2
 */
/* The request comes before the post. If the thread waits already, and so may be
 * woken up by either, it may take the semaphore all the same; if not, it must
 * not. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t s;

static void *work(void *unused)
{
    sem_wait(&s);
    return unused;
}

int main(void)
{
    pthread_t thread;
    void *result;
    int count;

    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    sem_post(&s);
    pthread_join(thread, &result);
    sem_getvalue(&s, &count);
    assert(count == (result == PTHREAD_CANCELED));
    return 0;
}

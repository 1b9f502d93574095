/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: --max-events=5000
 * verdict: safe
 * executions: 6
 */
/* A thousand detached threads, of each of which main knows that it has ended
 * before it creates the next: their numbers are used again. At last two of them
 * are beside each other: two orders of the lock, and the second post comes before
 * main's first wait, or after it, then as the post of one or the other. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t done;
static int count;

static void *work(void *argument)
{
    count++;
    sem_post(&done);
    return argument;
}

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *work_beside(void *argument)
{
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
    sem_post(&done);
    return argument;
}

static void start(void *(*routine)(void *))
{
    pthread_t thread;

    pthread_create(&thread, NULL, routine, NULL);
    pthread_detach(thread);
}

int main(void)
{
    for (int i = 0; i < 1000; i++) {
        start(work);
        sem_wait(&done);
        assert(count == i + 1);
    }
    start(work_beside);
    start(work_beside);
    sem_wait(&done);
    sem_wait(&done);
    assert(count == 1002);
    return 0;
}

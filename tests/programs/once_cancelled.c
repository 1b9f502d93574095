/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A routine that its thread is cancelled in has not been run. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static pthread_once_t control = PTHREAD_ONCE_INIT;
static sem_t s;
static int begun, ended;

static void routine(void)
{
    begun++;
    sem_wait(&s);
    ended++;
}

static void *work(void *unused)
{
    pthread_once(&control, routine);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&s, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    sem_post(&s);
    pthread_once(&control, routine);
    assert(begun == 2 && ended == 1);
    return 0;
}

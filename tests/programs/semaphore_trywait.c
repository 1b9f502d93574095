/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 3
 * naive: 6
 */
/* One of three gets it; the failures of the others commute. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>

enum { THREADS = 3 };

static sem_t s;

static void *try_wait(void *unused)
{
    (void)unused;
    errno = 0;
    if (sem_trywait(&s) == 0)
        return (void *)1;
    assert(errno == EAGAIN);
    return NULL;
}

int main(void)
{
    pthread_t threads[THREADS];
    int successes = 0;
    void *result;

    sem_init(&s, 0, 1);
    for (int i = 0; i < THREADS; i++)
        pthread_create(&threads[i], NULL, try_wait, NULL);
    for (int i = 0; i < THREADS; i++) {
        pthread_join(threads[i], &result);
        successes += (intptr_t)result;
    }
    assert(successes == 1);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A request orders nothing: what was written before it is not for the handler
 * to read. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

static sem_t never;
static int why;

static void handle(void *unused)
{
    (void)unused;
    assert(why == 1);
}

static void *work(void *unused)
{
    pthread_cleanup_push(handle, NULL);
    sem_wait(&never);
    pthread_cleanup_pop(0);
    return unused;
}

int main(void)
{
    pthread_t thread;

    sem_init(&never, 0, 0);
    pthread_create(&thread, NULL, work, NULL);
    why = 1;
    pthread_cancel(thread);
    pthread_join(thread, NULL);
    return 0;
}

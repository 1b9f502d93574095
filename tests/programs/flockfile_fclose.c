/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A stream is closed while another thread holds its lock: to close it waits until
 * that is given back. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

static sem_t held;
static FILE *file;

static void *use(void *arg)
{
    flockfile(file);
    sem_post(&held);
    assert(putc_unlocked('a', file) == 'a');
    funlockfile(file);
    return arg;
}

int main(void)
{
    pthread_t t;

    sem_init(&held, 0, 0);
    file = fopen("/dev/null", "w");
    pthread_create(&t, NULL, use, NULL);
    sem_wait(&held);
    assert(!fclose(file));
    pthread_join(t, NULL);
    return 0;
}

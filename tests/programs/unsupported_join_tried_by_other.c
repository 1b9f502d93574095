/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: another has asked
 */
/* Whether it has been joined is no state of the search's. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>

static pthread_t worker;
static sem_t asked;

static void *work(void *unused)
{
    sem_wait(&asked);
    return unused;
}

static void *ask(void *unused)
{
    pthread_tryjoin_np(worker, NULL);
    return unused;
}

int main(void)
{
    pthread_t other;

    sem_init(&asked, 0, 0);
    pthread_create(&worker, NULL, work, NULL);
    pthread_create(&other, NULL, ask, NULL);
    pthread_join(other, NULL);
    sem_post(&asked);
    return pthread_join(worker, NULL);
}

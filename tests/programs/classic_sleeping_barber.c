/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* The sleeping barber of Dijkstra (1965), with semaphores. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stddef.h>

enum { CUSTOMERS = 2, CHAIRS = 1 };

static sem_t customers, barber;
static pthread_mutex_t room = PTHREAD_MUTEX_INITIALIZER;
static int waiting, served, sent_away;

static void *visit(void *unused)
{
    pthread_mutex_lock(&room);
    if (waiting == CHAIRS) {
        sent_away++;
        pthread_mutex_unlock(&room);
#ifndef BROKEN
        sem_post(&customers); /* one less is to come */
#endif
        return unused;
    }
    waiting++;
    pthread_mutex_unlock(&room);
    sem_post(&customers);
    sem_wait(&barber);
    return unused;
}

int main(void)
{
    pthread_t threads[CUSTOMERS];

    sem_init(&customers, 0, 0);
    sem_init(&barber, 0, 0);
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_create(&threads[i], NULL, visit, NULL);
    for (int i = 0; i < CUSTOMERS; i++) {
        sem_wait(&customers);
        pthread_mutex_lock(&room);
        if (waiting) {
            waiting--;
            served++;
            sem_post(&barber);
        }
        pthread_mutex_unlock(&room);
    }
    for (int i = 0; i < CUSTOMERS; i++)
        pthread_join(threads[i], NULL);
    assert(served + sent_away == CUSTOMERS && served);
    return 0;
}

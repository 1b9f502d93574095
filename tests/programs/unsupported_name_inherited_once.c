/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: unsupported
 * message: asking for the name that a thread has of its creator, where another thread has named that one
 */
/* The creator has ended, and its number is another thread's by now. */
#define _GNU_SOURCE
#include <pthread.h>
#include <semaphore.h>

static pthread_t creator, child;
static sem_t is_named, is_over;

static void *ask(void *unused)
{
    char own[16];

    sem_wait(&is_over);
    pthread_getname_np(pthread_self(), own, sizeof own);
    return unused;
}

static void *create(void *unused)
{
    pthread_create(&child, NULL, ask, NULL);
    sem_wait(&is_named);
    return unused;
}

static void *name(void *unused)
{
    pthread_setname_np(creator, "named");
    sem_post(&is_named);
    return unused;
}

static void *end(void *unused)
{
    return unused;
}

int main(void)
{
    pthread_t others[3], again;

    sem_init(&is_named, 0, 0);
    sem_init(&is_over, 0, 0);
    pthread_create(&creator, NULL, create, NULL);
    pthread_create(&others[0], NULL, name, NULL);
    pthread_create(&others[1], NULL, end, NULL);
    pthread_create(&others[2], NULL, end, NULL);
    pthread_join(creator, NULL);
    for (int i = 0; i < 3; i++)
        pthread_join(others[i], NULL);
    pthread_create(&again, NULL, end, NULL);
    pthread_join(again, NULL);
    sem_post(&is_over);
    pthread_join(child, NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: incomplete
 */
/* The handler's access is atomic, those of its own thread are not: it may come
 * between two of them. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>

static int got;
static sem_t go;

static void on(int signal)
{
    (void)signal;
    __atomic_store_n(&got, 1, __ATOMIC_SEQ_CST);
}

static void *target(void *unused)
{
    (void)unused;
    sem_post(&go);
    assert(!*(volatile int *)&got);
    return NULL;
}

int main(void)
{
    pthread_t t;

    sem_init(&go, 0, 0);
    signal(SIGUSR1, on);
    pthread_create(&t, NULL, target, NULL);
    sem_wait(&go);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: assertion
 */
/* Without SA_RESTART sem_wait ends, though the handler has posted. */
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>

static sem_t s;

static void on(int signal)
{
    (void)signal;
    sem_post(&s);
}

static void *target(void *unused)
{
    (void)unused;
    assert(!sem_wait(&s));
    return NULL;
}

int main(void)
{
    const struct sigaction action = {.sa_handler = on};
    pthread_t t;

    sem_init(&s, 0, 0);
    sigaction(SIGUSR1, &action, NULL);
    pthread_create(&t, NULL, target, NULL);
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe */
/* Each thread makes a timer, uses and deletes it: if one comes after the other
 * it is the same number, and another timer. */
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>

static void *run(void *unused)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR1};
    struct itimerspec is;
    timer_t timer;

    assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
    assert(!timer_gettime(timer, &is) && !is.it_value.tv_sec);
    assert(!timer_delete(timer));
    return unused;
}

int main(void)
{
    pthread_t threads[2];

    signal(SIGUSR1, SIG_IGN);
    for (int i = 0; i < 2; i++)
        pthread_create(&threads[i], NULL, run, NULL);
    for (int i = 0; i < 2; i++)
        pthread_join(threads[i], NULL);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: error
 * error: data-race
 */
/* A timer is armed beside a thread that deletes it. */
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <time.h>

static timer_t timer;

static void *arm(void *unused)
{
    struct itimerspec late = {.it_value.tv_sec = 1000};

    timer_settime(timer, 0, &late, NULL);
    return unused;
}

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGUSR1};
    pthread_t thread;

    signal(SIGUSR1, SIG_IGN);
    timer_create(CLOCK_MONOTONIC, &event, &timer);
    pthread_create(&thread, NULL, arm, NULL);
    timer_delete(timer);
    pthread_join(thread, NULL);
    return 0;
}

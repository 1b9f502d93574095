/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* One thread waits for what timers send, others work: who waits gets each of
 * them, in whatever order. */
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static sigset_t set;

static void *wait_for_all(void *unused)
{
    int sum = 0;
    siginfo_t info;

    for (int i = 0; i < 3; i++) {
        int signal = sigwaitinfo(&set, &info);

        if (signal == SIGALRM)
            sum += 1;
        else if (signal == SIGUSR1)
            sum += 10;
        else
            sum += info.si_value.sival_int;
    }
    assert(sum == 111);
    return unused;
}

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGRTMIN,
                             .sigev_value = {.sival_int = 100}};
    struct itimerspec in_a_second = {.it_value = {1, 0}}, left;
    timer_t timer;
    pthread_t t;

    sigemptyset(&set);
    sigaddset(&set, SIGALRM);
    sigaddset(&set, SIGUSR1);
    sigaddset(&set, SIGRTMIN);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
    pthread_create(&t, NULL, wait_for_all, NULL);
    alarm(1);
    assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
    assert(!timer_settime(timer, 0, &in_a_second, NULL));
    pthread_kill(t, SIGUSR1);
    pthread_join(t, NULL);
    assert(!timer_gettime(timer, &left) && !left.it_value.tv_nsec);
    assert(!timer_delete(timer) && timer_delete(timer) == -1);
    return 0;
}

/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A timer that goes on, taken five times. */
#include <assert.h>
#include <signal.h>
#include <stddef.h>
#include <time.h>

int main(void)
{
    struct sigevent event = {.sigev_notify = SIGEV_SIGNAL,
                             .sigev_signo = SIGRTMIN + 1};
    struct itimerspec each = {{0, 250000000}, {1, 0}}, left;
    struct timespec begin, now;
    siginfo_t info;
    timer_t timer;
    sigset_t set;

    event.sigev_value.sival_ptr = &timer;
    sigemptyset(&set);
    sigaddset(&set, SIGRTMIN + 1);
    sigprocmask(SIG_BLOCK, &set, NULL);
    clock_gettime(CLOCK_MONOTONIC, &begin);
    assert(!timer_create(CLOCK_MONOTONIC, &event, &timer));
    assert(!timer_settime(timer, 0, &each, NULL));
    for (int i = 0; i < 5; i++) {
        assert(sigwaitinfo(&set, &info) == SIGRTMIN + 1);
        assert(info.si_code == SI_TIMER && info.si_value.sival_ptr == &timer);
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    assert(now.tv_sec == begin.tv_sec + 2);
    assert(!timer_gettime(timer, &left) && left.it_interval.tv_nsec);
    return 0;
}

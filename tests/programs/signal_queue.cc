/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 * executions: 1
 */
/* A value goes with the signal. */
#include <cassert>
#include <csignal>
#include <pthread.h>
#include <thread>

int main()
{
    sigset_t signals;
    sigval value = {};

    sigemptyset(&signals);
    sigaddset(&signals, SIGRTMIN + 1);
    pthread_sigmask(SIG_BLOCK, &signals, nullptr);
    std::thread waiter([&] {
        siginfo_t info;

        assert(sigwaitinfo(&signals, &info) == SIGRTMIN + 1);
        assert(info.si_value.sival_int == 7);
    });
    value.sival_int = 7;
    pthread_sigqueue(waiter.native_handle(), SIGRTMIN + 1, value);
    waiter.join();
}

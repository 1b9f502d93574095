/* SPDX-License-Identifier: Apache-2.0 */
/* mazurka: -Wno-deprecated-declarations
 * verdict: safe
 * executions: 1
 */
/* Sets of signals, a stack for handlers, and functions of before POSIX. */
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t handled;

static void handle(int number)
{
    handled = number;
}

int main(void)
{
    static char stack[1 << 15];
    const stack_t other = {.ss_sp = stack, .ss_size = sizeof stack};
    sigset_t all, none, set;
    stack_t before;

    sigfillset(&all);
    sigemptyset(&none);
    assert(sigisemptyset(&none) && !sigisemptyset(&all));
    sigandset(&set, &all, &none);
    assert(sigisemptyset(&set));
    sigorset(&set, &all, &none);
    sigdelset(&set, SIGUSR1);
    assert(sigismember(&set, SIGUSR2) && !sigismember(&set, SIGUSR1));
    assert(!sigprocmask(SIG_SETMASK, NULL, &set));
    assert(!sigismember(&set, SIGUSR1));
    assert(!sigaltstack(&other, &before) && before.ss_flags == SS_DISABLE);
    assert(ssignal(SIGUSR1, handle) == SIG_DFL);
    assert(!gsignal(SIGUSR1) && handled == SIGUSR1);
    assert(sysv_signal(SIGUSR2, handle) == SIG_DFL);
    assert(!raise(SIGUSR2) && handled == SIGUSR2);
    psignal(SIGUSR2, "psignal");
    return 0;
}

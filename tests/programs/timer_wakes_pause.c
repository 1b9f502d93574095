/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* pause may miss the first of what a timer sends, but not all of them. */
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/time.h>
#include <unistd.h>

static atomic_int ticks;

static void on(int signal)
{
    (void)signal;
    ticks++;
}

int main(void)
{
    struct itimerval each = {{0, 1000}, {0, 1000}};

    signal(SIGALRM, on);
    setitimer(ITIMER_REAL, &each, NULL);
    while (ticks < 3)
        pause();
    return 0;
}

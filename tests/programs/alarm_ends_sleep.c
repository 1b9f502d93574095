/* SPDX-License-Identifier: Apache-2.0 */
/* verdict: safe
 */
/* Nobody sleeps past an alarm: it comes before, or ends the sleep, of which some
 * is left then. */
#include <assert.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int count;

static void on(int signal)
{
    (void)signal;
    count++;
}

int main(void)
{
    unsigned left;

    signal(SIGALRM, on);
    alarm(2);
    left = sleep(10);
    assert(count == 1 && (left == 0 || left == 8 || left == 7));
    assert(sleep(10) == 0 && count == 1);
    return 0;
}
